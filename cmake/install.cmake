# Installs the library for other projects: headers, archive, CMake package (find_package(firstcontact)) and
# pkg-config file. Both are relocatable: they find the prefix from their own location.
include(CMakePackageConfigHelpers)

set(packageDir ${CMAKE_INSTALL_LIBDIR}/cmake/firstcontact)
install(TARGETS firstcontact EXPORT firstcontact-targets
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library NAMELINK_COMPONENT development
        RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT library)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/collision/include/collision DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
        COMPONENT development
        FILES_MATCHING PATTERN "*.h")
install(EXPORT firstcontact-targets NAMESPACE firstcontact:: DESTINATION ${packageDir}
        COMPONENT development)

configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/firstcontact-config.cmake.in
                              ${PROJECT_BINARY_DIR}/firstcontact-config.cmake INSTALL_DESTINATION ${packageDir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/firstcontact-config-version.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/firstcontact-config.cmake ${PROJECT_BINARY_DIR}/firstcontact-config-version.cmake
        DESTINATION ${packageDir} COMPONENT development)

file(RELATIVE_PATH prefixFromPkgConfig /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)
set(pcLibs "")
set(pcFlags "")
if(BUILD_SHARED_LIBS)
    set(pcFlags " -DCD_SHARED")
elseif(FC_HAVE_EXCLUDE_LIBS)
    string(APPEND pcLibs " -Wl,--exclude-libs,${fcArchive}")
endif()
if(fcMath)
    string(APPEND pcLibs " -lm") # inline functions of the headers call it, too
endif()
configure_file(${PROJECT_SOURCE_DIR}/cmake/firstcontact.pc.in ${PROJECT_BINARY_DIR}/firstcontact.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/firstcontact.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig
        COMPONENT development)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE ${PROJECT_SOURCE_DIR}/collision/README.md
        DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/doc/libfirstcontact-dev COMPONENT development)
