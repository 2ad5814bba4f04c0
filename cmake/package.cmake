# Files of an installed program (manual, desktop entry, icons, completion), and Debian packages: `cpack -G
# DEB` in the build folder, or scripts/package, which first builds without other libraries' benchmarks.
#
# The packages are the components of install(): `runtime` is firstcontact, `development` is libfirstcontact-dev. With
# BUILD_SHARED_LIBS, as scripts/package configures, `library` is libfirstcontact0.2, named after the SONAME.
set(packaging ${PROJECT_SOURCE_DIR}/packaging)
find_program(GZIP_PROGRAM gzip REQUIRED)

# fcInstallCompressed(FILE NAME DESTINATION COMPONENT): gzip, as Debian requires for manuals and changelogs.
function(fcInstallCompressed file name destination component)
    set(compressed ${PROJECT_BINARY_DIR}/compressed/${component}/${name}.gz)
    get_filename_component(folder ${compressed} DIRECTORY)
    file(MAKE_DIRECTORY ${folder})
    execute_process(COMMAND ${GZIP_PROGRAM} -9nc ${file} OUTPUT_FILE ${compressed} COMMAND_ERROR_IS_FATAL ANY)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
    install(FILES ${compressed} DESTINATION ${destination} COMPONENT ${component})
endfunction()

set(CPACK_DEBIAN_PACKAGE_MAINTAINER "The First Contact developers <firstcontact@packages.invalid>"
    CACHE STRING "Maintainer of the packages, as Name <address>")
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
string(TIMESTAMP packageDate "%a, %d %b %Y %H:%M:%S +0000" UTC)

set(packages "runtime:firstcontact" "development:libfirstcontact-dev")
if(BUILD_SHARED_LIBS)
    get_target_property(soVersion firstcontact SOVERSION)
    set(libraryPackage libfirstcontact${soVersion})
    list(APPEND packages "library:${libraryPackage}")
    # libfirstcontact-dev has the static library, too. CMake and pkg-config link the shared one.
    install(TARGETS fc_collision ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development)
endif()
set(docFolder ${CMAKE_INSTALL_DATAROOTDIR}/doc)
foreach(pair IN LISTS packages)
    string(REGEX MATCH "^(.*):(.*)$" ignored ${pair})
    set(component ${CMAKE_MATCH_1})
    set(package ${CMAKE_MATCH_2})
    set(folder ${docFolder}/${package})
    install(FILES ${packaging}/copyright DESTINATION ${folder} COMPONENT ${component})
    fcInstallCompressed(${PROJECT_SOURCE_DIR}/CHANGELOG.md changelog ${folder} ${component})
    configure_file(${packaging}/changelog.Debian.in ${PROJECT_BINARY_DIR}/changelogs/${package} @ONLY)
    fcInstallCompressed(${PROJECT_BINARY_DIR}/changelogs/${package} changelog.Debian ${folder} ${component})
endforeach()

# The manual with the layout of the sources, so that links between the pages keep working.
set(manual ${docFolder}/firstcontact)
install(FILES ${PROJECT_SOURCE_DIR}/README.md ${PROJECT_SOURCE_DIR}/LICENSE ${PROJECT_SOURCE_DIR}/CONTRIBUTING.md
              ${PROJECT_SOURCE_DIR}/CHANGELOG.md DESTINATION ${manual} COMPONENT runtime)
install(FILES ${PROJECT_SOURCE_DIR}/collision/README.md DESTINATION ${manual}/collision COMPONENT runtime)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs DESTINATION ${manual} COMPONENT runtime
        FILES_MATCHING PATTERN "*.md" PATTERN "*.png" PATTERN "*.svg" PATTERN "*.c")
install(DIRECTORY ${PROJECT_SOURCE_DIR}/assets DESTINATION ${manual} COMPONENT runtime
        FILES_MATCHING PATTERN "*.csv" PATTERN "*.json" PATTERN "*.gif")
install(DIRECTORY ${PROJECT_SOURCE_DIR}/tests/consumer DESTINATION ${manual}/tests COMPONENT runtime
        FILES_MATCHING PATTERN "*.c" PATTERN "*.h" PATTERN "CMakeLists.txt")

fcInstallCompressed(${PROJECT_SOURCE_DIR}/docs/firstcontact.1 firstcontact.1 ${CMAKE_INSTALL_MANDIR}/man1 runtime)
install(FILES ${packaging}/firstcontact.bash RENAME firstcontact
        DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/bash-completion/completions COMPONENT runtime)
install(FILES ${packaging}/firstcontact.desktop
        DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/applications COMPONENT runtime)
install(FILES ${packaging}/firstcontact.metainfo.xml RENAME local.firstcontact.firstcontact.metainfo.xml
        DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/metainfo COMPONENT runtime)
install(FILES ${packaging}/firstcontact.mime.xml RENAME firstcontact.xml
        DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/mime/packages COMPONENT runtime)
set(icons ${CMAKE_INSTALL_DATAROOTDIR}/icons/hicolor)
install(FILES ${packaging}/firstcontact.svg DESTINATION ${icons}/scalable/apps COMPONENT runtime)
foreach(size 16 32 48 128 256)
    install(FILES ${packaging}/icons/${size}.png RENAME firstcontact.png
            DESTINATION ${icons}/${size}x${size}/apps COMPONENT runtime)
endforeach()

set(CPACK_GENERATOR DEB)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL runtime development)
if(BUILD_SHARED_LIBS)
    list(APPEND CPACK_COMPONENTS_ALL library)
endif()
set(CPACK_PACKAGE_VENDOR "The First Contact developers")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "") # the first line of each description is its own
set(CPACK_PACKAGE_HOMEPAGE_URL "")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)

set(CPACK_DEBIAN_RUNTIME_PACKAGE_NAME firstcontact)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SECTION science)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SHLIBDEPS ON)
# shlibdeps does not see libraries loaded at run time: a driver for EGL, and those that GLFW opens by name.
set(CPACK_DEBIAN_RUNTIME_PACKAGE_DEPENDS
    "libegl-mesa0, libgl1-mesa-dri, libgl1, libxcursor1, libxi6, libxinerama1, libxrandr2")
set(CPACK_DEBIAN_RUNTIME_PACKAGE_RECOMMENDS glmark2-data)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SUGGESTS "ffmpeg, libspnav0, spacenavd")
set(CPACK_COMPONENT_RUNTIME_DESCRIPTION "drag meshes against each other: they stop at first contact
A window to try collision detection by hand, and a command line:
continuous collision detection between arbitrary triangle meshes, contact
regions and normals, sliding, separating vectors, solids, boxes in polynomial
motion, and rigid bodies that never overlap.

The Stanford bunny of the first scene is in the package glmark2-data.")

set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libfirstcontact-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SUGGESTS firstcontact)
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION "continuous collision detection between arbitrary meshes, in C
A C17 library that allocates nothing in a query and needs only libc and libm:
first contact of a moving mesh, contact regions, sliding, separating vectors,
solids, boxes in polynomial motion, worlds of rigid bodies. Headers, archive,
and packages for CMake and pkg-config.")

if(BUILD_SHARED_LIBS)
    set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS
        "${libraryPackage} (= ${PROJECT_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE})")
    set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME ${libraryPackage})
    set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libs)
    set(CPACK_DEBIAN_LIBRARY_PACKAGE_SHLIBDEPS ON)
    set(CPACK_COMPONENT_LIBRARY_DESCRIPTION "continuous collision detection between arbitrary meshes
A C17 library that allocates nothing in a query and needs only libc and libm:
first contact of a moving mesh, contact regions, sliding, separating vectors,
solids, boxes in polynomial motion, worlds of rigid bodies. The shared library.")

    # Control files of the shared library: CPack writes neither symbols nor triggers. It writes scripts that call ldconfig,
    # as the trigger does, except if files of their names are in this list; these do not exist and are left out.
    set(control ${PROJECT_BINARY_DIR}/control)
    file(WRITE ${control}/triggers "activate-noawait ldconfig\n")
    file(WRITE ${control}/shlibs "libfirstcontact ${soVersion} ${libraryPackage} (>= ${PROJECT_VERSION})\n")
    set(CPACK_DEBIAN_LIBRARY_PACKAGE_CONTROL_EXTRA ${control}/triggers ${control}/shlibs ${control}/symbols
        ${control}/postinst ${control}/postrm)
    set(CPACK_FC_SYMBOLS ${packaging}/libfirstcontact.symbols)
    set(CPACK_FC_SYMBOLS_OUT ${control}/symbols)
    set(CPACK_FC_VERSION ${PROJECT_VERSION})
        set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/cmake/package_symbols.cmake)
endif()
include(CPack)
