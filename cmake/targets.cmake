# What every target of ours has in common: the language, the warnings, the include roots.
#
# Includes are written from one of these roots: collision/include ("collision/mesh.h"), collision/src, inside the
# library and its tests only ("mesh/mesh_data.h"), app ("shapes/...", "scenes/...", "commands/...") and the
# repository's root ("engine/...", "bench/...").

set(fcWarnings -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wvla)

function(fcSetUpTarget target)
    target_compile_options(${target} PRIVATE
        ${fcWarnings} $<$<COMPILE_LANGUAGE:C>:-Wstrict-prototypes> -ffp-contract=off
        -fno-math-errno -fno-trapping-math # nobody asks for errno or the floating-point flags; results stay
        $<$<BOOL:${FC_WERROR}>:-Werror>)
    if(FC_SANITIZE)
        target_compile_options(${target} PRIVATE -fsanitize=${FC_SANITIZE} -fno-omit-frame-pointer
                               -fno-sanitize-recover=all)
        target_link_options(${target} PRIVATE -fsanitize=${FC_SANITIZE})
    endif()
    set_target_properties(${target} PROPERTIES
        C_STANDARD 17 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF
        CXX_STANDARD 17 CXX_STANDARD_REQUIRED ON CXX_EXTENSIONS OFF)
    # POSIX 2008 beside plain C17, for the files that touch the system; the library itself does not use it.
    if(NOT target MATCHES "^collision")
        target_compile_definitions(${target} PRIVATE _POSIX_C_SOURCE=200809L)
    endif()
endfunction()

# fcAddFolder(TARGET [FOLDERS folders...] [LINK libraries...]): a static library of all sources in this folder, or in
# those of its folders, when there are any.
function(fcAddFolder target)
    cmake_parse_arguments(arg "" "" "FOLDERS;LINK" ${ARGN})
    set(patterns *.c *.cpp *.h)
    if(arg_FOLDERS)
        list(TRANSFORM arg_FOLDERS APPEND "/*.[ch]" OUTPUT_VARIABLE patterns)
    endif()
    file(GLOB sources CONFIGURE_DEPENDS ${patterns})
    list(FILTER sources EXCLUDE REGEX "/main\\.c$")
    if(NOT "${sources}" MATCHES "\\.(c|cpp)(;|$)")
        return()
    endif()
    add_library(${target} STATIC ${sources})
    fcSetUpTarget(${target})
    target_include_directories(${target} PUBLIC ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/app)
    fcLinkWhereThere(${target} PUBLIC ${arg_LINK})
endfunction()

# Links those of our targets that exist, and every library of others.
function(fcLinkWhereThere target visibility)
    foreach(library IN LISTS ARGN)
        if(TARGET ${library} OR NOT library MATCHES "^(bench|collision|commands|engine|oracle|recording|scenes|shapes|stage|view|window)$")
            target_link_libraries(${target} ${visibility} ${library})
        endif()
    endforeach()
endfunction()
