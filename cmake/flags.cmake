# Compiler and linker flags of our targets: warnings, strict floating point, sanitizers. Each flag goes only to compilers
# that know it: the GNU set to gcc and clang, the other to MSVC and clang-cl.
include(CheckCCompilerFlag)
include(CheckCSourceCompiles)
include(CheckLibraryExists)
include(CheckLinkerFlag)

# Results must not depend on the flags of a parent project, such as -ffast-math: gcc's -fno-fast-math keeps
# flags that were enabled by their own names, and clang's assumes flushed denormals after -Ofast.
# -fno-math-errno and -fno-trapping-math change no result: nobody reads errno or the floating-point flags.
if(MSVC)
    set(fcStrictMath /fp:precise)
    set(fcWarnings /W3)
    set(fcWarningsAreErrors /WX)
elseif(CMAKE_C_COMPILER_ID MATCHES "GNU|Clang")
    set(fcStrictMath -fno-fast-math)
    if(CMAKE_C_COMPILER_ID STREQUAL GNU)
        list(APPEND fcStrictMath -fno-unsafe-math-optimizations -fno-finite-math-only -fno-associative-math
             -fno-reciprocal-math -fsigned-zeros)
        if(CMAKE_SYSTEM_PROCESSOR STREQUAL "s390x")
            list(APPEND fcStrictMath -fexcess-precision=fast) # else gcc computes with floats in double
        endif()
    else()
        list(APPEND fcStrictMath -fdenormal-fp-math=ieee)
    endif()
    # Where the processor has fused operations, gcc 12 forms vfmaddsub and vfmsubadd in this pass, regardless of -ffp-contract=off.
    if(CMAKE_C_COMPILER_ID STREQUAL GNU)
        get_directory_property(parentOptions COMPILE_OPTIONS)
        string(REPLACE ";" " " CMAKE_REQUIRED_FLAGS "${parentOptions}")
        check_c_source_compiles("#ifndef __FP_FAST_FMA\n#error\n#endif\nint main(void) { return 0; }" FC_CAN_FUSE)
        unset(CMAKE_REQUIRED_FLAGS)
        mark_as_advanced(FC_CAN_FUSE)
        if(FC_CAN_FUSE)
            list(APPEND fcStrictMath -fno-tree-slp-vectorize)
        endif()
    endif()
    list(APPEND fcStrictMath -fno-math-errno -fno-trapping-math -ffp-contract=off)
    set(fcWarnings -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wvla
        $<$<COMPILE_LANGUAGE:C>:-Wstrict-prototypes>)
    set(fcWarningsAreErrors -Werror)
    check_c_compiler_flag(-fno-semantic-interposition FC_HAVE_NO_INTERPOSITION)
    mark_as_advanced(FC_HAVE_NO_INTERPOSITION)
endif()

# A separate library of mathematical functions: Unix has one, Windows does not.
# Asked by linking, since a search fails for other processors.
check_library_exists(m ilogb "" FC_HAVE_MATH_LIBRARY)
mark_as_advanced(FC_HAVE_MATH_LIBRARY)
set(fcMath "")
if(FC_HAVE_MATH_LIBRARY)
    set(fcMath m)
endif()

# A plugin that links the static library must not export its functions: two plugins with two versions of it
# may be loaded into one process.
set(fcArchive ${CMAKE_STATIC_LIBRARY_PREFIX}firstcontact${CMAKE_STATIC_LIBRARY_SUFFIX})
check_linker_flag(C LINKER:--exclude-libs,${fcArchive} FC_HAVE_EXCLUDE_LIBS)
mark_as_advanced(FC_HAVE_EXCLUDE_LIBS)

function(fcSetFlags target)
    target_compile_options(${target} PRIVATE ${fcWarnings} ${fcStrictMath})
    if(FC_HAVE_NO_INTERPOSITION)
        target_compile_options(${target} PRIVATE -fno-semantic-interposition)
    endif()
    if(FC_WERROR)
        target_compile_options(${target} PRIVATE ${fcWarningsAreErrors})
    endif()
    if(FC_SANITIZE)
        target_compile_options(${target} PRIVATE -fsanitize=${FC_SANITIZE} -fno-omit-frame-pointer
                               -fno-sanitize-recover=all)
        target_link_options(${target} PRIVATE -fsanitize=${FC_SANITIZE})
    endif()
    # With -ffast-math compilers link start-up code that flushes denormals to zero in the whole process.
    get_target_property(type ${target} TYPE)
    if(NOT MSVC AND fcStrictMath AND NOT type MATCHES "OBJECT|STATIC")
        target_link_options(${target} PRIVATE ${fcStrictMath})
    endif()
endfunction()
