# The common properties of our targets: the language, the flags, the include roots.
#
# The library is `firstcontact`; every other target begins with `fc_`, so that none clashes with one of a parent project.
# Includes are written from one of these roots: collision/include ("collision/mesh.h"), collision/src, inside the
# library and its tests only ("mesh/mesh_data.h"), app ("shapes/...", "scenes/...", "commands/...") and the
# repository's root ("engine/...", "bench/...").
include(${CMAKE_CURRENT_LIST_DIR}/flags.cmake)

function(fcSetUpTarget target)
    fcSetFlags(${target})
    set_target_properties(${target} PROPERTIES
        C_STANDARD 17 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF
        CXX_STANDARD 17 CXX_STANDARD_REQUIRED ON CXX_EXTENSIONS OFF)
endfunction()

# fcUsePosix(TARGET): POSIX 2008 besides plain C17. Of the program only engine/platform has it: elsewhere the headers of the
# C library do not declare a function of POSIX.
function(fcUsePosix target)
    if(NOT WIN32)
        target_compile_definitions(${target} PRIVATE _POSIX_C_SOURCE=200809L $<$<PLATFORM_ID:Darwin>:_DARWIN_C_SOURCE>)
    endif()
endfunction()

# fcAddFolder(TARGET [FOLDERS folders...] [WITHOUT pattern] [LINK libraries...]): a static library of all sources in this
# folder, or in those of its folders, if any, but those that match the pattern.
function(fcAddFolder target)
    cmake_parse_arguments(arg "" "WITHOUT" "FOLDERS;LINK" ${ARGN})
    set(patterns *.c *.cpp *.h)
    if(arg_FOLDERS)
        set(patterns "")
        foreach(folder IN LISTS arg_FOLDERS)
            list(APPEND patterns ${folder}/*.c ${folder}/*.cpp ${folder}/*.h)
        endforeach()
    endif()
    file(GLOB sources CONFIGURE_DEPENDS ${patterns})
    list(FILTER sources EXCLUDE REGEX "/main\\.c$")
    if(arg_WITHOUT)
        list(FILTER sources EXCLUDE REGEX "${arg_WITHOUT}")
    endif()
    if(NOT "${sources}" MATCHES "\\.(c|cpp)(;|$)")
        return()
    endif()
    add_library(${target} STATIC ${sources})
    fcSetUpTarget(${target})
    target_include_directories(${target} PUBLIC ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/app)
    fcLinkWhereThere(${target} PUBLIC ${arg_LINK})
endfunction()

# Links those of our targets that exist, and all other libraries.
function(fcLinkWhereThere target visibility)
    foreach(library IN LISTS ARGN)
        if(TARGET ${library} OR NOT library MATCHES "^fc_")
            target_link_libraries(${target} ${visibility} ${library})
        endif()
    endforeach()
endfunction()

# fcListTargets(FILE): writes the names of all our targets, one a line.
function(fcListTargets file)
    set(folders ${PROJECT_SOURCE_DIR})
    set(names "")
    while(folders)
        list(POP_FRONT folders folder)
        get_property(below DIRECTORY ${folder} PROPERTY SUBDIRECTORIES)
        get_property(targets DIRECTORY ${folder} PROPERTY BUILDSYSTEM_TARGETS)
        list(APPEND folders ${below})
        list(APPEND names ${targets})
    endwhile()
    list(JOIN names "\n" names)
    file(WRITE ${file} "${names}\n")
endfunction()
