# Runs a port as vcpkg does, without vcpkg: its helper functions, as far as the port uses them, for one triplet.
# cmake -DPORT_FOLDER=FOLDER -DWORK=FOLDER -DVCPKG_LIBRARY_LINKAGE=static|dynamic -P vcpkg_helpers.cmake
cmake_minimum_required(VERSION 3.22)
get_filename_component(PORT ${PORT_FOLDER} NAME)
set(CURRENT_PACKAGES_DIR ${WORK}/packages)
set(shared OFF)
if(VCPKG_LIBRARY_LINKAGE STREQUAL dynamic)
    set(shared ON)
endif()

function(run)
    execute_process(COMMAND ${ARGN} OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
endfunction()

function(vcpkg_download_distfile out)
    cmake_parse_arguments(arg "" "URLS;FILENAME;SHA512" "" ${ARGN})
    file(DOWNLOAD ${arg_URLS} ${WORK}/${arg_FILENAME} EXPECTED_HASH SHA512=${arg_SHA512})
    set(${out} ${WORK}/${arg_FILENAME} PARENT_SCOPE)
endfunction()

function(vcpkg_extract_source_archive out)
    cmake_parse_arguments(arg "" "ARCHIVE" "" ${ARGN})
    file(ARCHIVE_EXTRACT INPUT ${arg_ARCHIVE} DESTINATION ${WORK}/src)
    file(GLOB top ${WORK}/src/*)
    set(${out} ${top} PARENT_SCOPE)
endfunction()

function(vcpkg_cmake_configure)
    cmake_parse_arguments(arg "" "SOURCE_PATH" "OPTIONS" ${ARGN})
    foreach(pair "Release:" "Debug:/debug")
        string(REGEX MATCH "^(.*):(.*)$" ignored ${pair})
        run(${CMAKE_COMMAND} -G Ninja -S ${arg_SOURCE_PATH} -B ${WORK}/${CMAKE_MATCH_1} ${arg_OPTIONS}
            -DCMAKE_BUILD_TYPE=${CMAKE_MATCH_1} -DBUILD_SHARED_LIBS=${shared} -DCMAKE_INSTALL_LIBDIR:STRING=lib
            -DCMAKE_INSTALL_PREFIX=${CURRENT_PACKAGES_DIR}${CMAKE_MATCH_2})
    endforeach()
endfunction()

function(vcpkg_cmake_install)
    foreach(type Release Debug)
        run(${CMAKE_COMMAND} --build ${WORK}/${type})
        run(${CMAKE_COMMAND} --install ${WORK}/${type})
    endforeach()
endfunction()

# Moves the CMake package to share/, one folder higher, where that of the debug library is, too.
function(vcpkg_cmake_config_fixup)
    cmake_parse_arguments(arg "" "PACKAGE_NAME;CONFIG_PATH" "" ${ARGN})
    set(share ${CURRENT_PACKAGES_DIR}/share/${arg_PACKAGE_NAME})
    file(MAKE_DIRECTORY ${CURRENT_PACKAGES_DIR}/share)
    file(RENAME ${CURRENT_PACKAGES_DIR}/${arg_CONFIG_PATH} ${share})
    foreach(file ${share}/firstcontact-targets.cmake ${share}/firstcontact-config.cmake)
        file(READ ${file} text)
        string(REPLACE "\${CMAKE_CURRENT_LIST_DIR}/../../../" "\${CMAKE_CURRENT_LIST_DIR}/../../" text "${text}")
        string(REPLACE "FILE}\" PATH)\nget_filename_component(_IMPORT_PREFIX \"\${_IMPORT_PREFIX}\" PATH)" "FILE}\" PATH)"
               text "${text}")
        file(WRITE ${file} "${text}")
    endforeach()
    file(READ ${CURRENT_PACKAGES_DIR}/debug/${arg_CONFIG_PATH}/firstcontact-targets-debug.cmake text)
    string(REPLACE "\${_IMPORT_PREFIX}/" "\${_IMPORT_PREFIX}/debug/" text "${text}")
    file(WRITE ${share}/firstcontact-targets-debug.cmake "${text}")
endfunction()

function(vcpkg_fixup_pkgconfig)
endfunction()

function(vcpkg_copy_pdbs)
endfunction()

function(vcpkg_install_copyright)
    cmake_parse_arguments(arg "" "FILE_LIST" "" ${ARGN})
    file(COPY_FILE ${arg_FILE_LIST} ${CURRENT_PACKAGES_DIR}/share/${PORT}/copyright)
endfunction()

# CMAKE_CURRENT_LIST_DIR of the port is its own folder.
include(${PORT_FOLDER}/portfile.cmake)
