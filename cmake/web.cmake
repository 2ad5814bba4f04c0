# The program in the browser, by Emscripten (scripts/web): the libraries that it is compiled with, and its link.
#
# Dear ImGui, cJSON and meshoptimizer come from the sources of their Debian packages, in folders of FC_WEB_SOURCES named after them. cglm
# and stb are headers: only their own folders are visible to the compiler, not those of the machine's other libraries.
set(FC_WEB_SOURCES "" CACHE PATH "Sources of the libraries; scripts/web loads them")
set(fcWebHeaders ${PROJECT_BINARY_DIR}/headers)
file(MAKE_DIRECTORY ${fcWebHeaders})
foreach(name cglm stb)
    file(CREATE_LINK /usr/include/${name} ${fcWebHeaders}/${name} SYMBOLIC)
endforeach()
file(CREATE_LINK ${FC_WEB_SOURCES}/libcjson-dev ${fcWebHeaders}/cjson SYMBOLIC)

# addWebLibrary(TARGET SOURCES...): compiled without our warnings; its headers and those above are visible to its users.
function(addWebLibrary target)
    add_library(${target} STATIC ${ARGN})
    target_include_directories(${target} SYSTEM PUBLIC ${fcWebHeaders})
    target_compile_options(${target} PRIVATE -w)
endfunction()

addWebLibrary(cjson ${FC_WEB_SOURCES}/libcjson-dev/cJSON.c)

set(optimizer ${FC_WEB_SOURCES}/libmeshoptimizer-dev/src)
addWebLibrary(fc_web_meshoptimizer ${optimizer}/simplifier.cpp ${optimizer}/allocator.cpp)
target_include_directories(fc_web_meshoptimizer SYSTEM PUBLIC ${optimizer})

file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/stb.c CONTENT "#define STB_IMAGE_IMPLEMENTATION
#include <stb/stb_image.h>
#define STB_IMAGE_RESIZE_IMPLEMENTATION
#include <stb/stb_image_resize.h>
#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <stb/stb_image_write.h>
#define STB_RECT_PACK_IMPLEMENTATION
#include <stb/stb_rect_pack.h>
#define STB_TRUETYPE_IMPLEMENTATION
#include <stb/stb_truetype.h>
")
addWebLibrary(fc_web_stb ${PROJECT_BINARY_DIR}/stb.c)

set(imgui ${FC_WEB_SOURCES}/libimgui-dev)
addWebLibrary(fc_web_imgui ${imgui}/imgui.cpp ${imgui}/imgui_draw.cpp ${imgui}/imgui_tables.cpp ${imgui}/imgui_widgets.cpp
              ${imgui}/backends/imgui_impl_opengl3.cpp)
target_include_directories(fc_web_imgui SYSTEM PUBLIC ${imgui})
target_compile_definitions(fc_web_imgui PUBLIC IMGUI_IMPL_OPENGL_ES3 IMGUI_DISABLE_STB_RECT_PACK_IMPLEMENTATION
    IMGUI_DISABLE_STB_TRUETYPE_IMPLEMENTATION "IMGUI_STB_RECT_PACK_FILENAME=<stb/stb_rect_pack.h>"
    "IMGUI_STB_TRUETYPE_FILENAME=<stb/stb_truetype.h>")

# The functions that the page calls: docs/web.md.
set(fcWebCalls main malloc free WebPointer WebWheel WebKey WebText WebForgetKeys WebSetClipboard WebOpenFile WebRedraw WebOpenScene
    WebOpenLesson WebRecord WebPicture WebWantsText WebState WebListScenes)
list(TRANSFORM fcWebCalls PREPEND _)
list(JOIN fcWebCalls "," fcWebCalls)

function(fcLinkForWeb target)
    set(page ${PROJECT_SOURCE_DIR}/engine/web/page.js)
    target_link_options(${target} PRIVATE -sMODULARIZE=1 -sEXPORT_NAME=createFirstContact -sENVIRONMENT=web,node -sDYNAMIC_EXECUTION=0
        -sMIN_WEBGL_VERSION=2 -sMAX_WEBGL_VERSION=2 -sALLOW_MEMORY_GROWTH=1 -sINITIAL_MEMORY=67108864 -sFORCE_FILESYSTEM=1 -lnodefs.js
        -sNODEJS_CATCH_EXIT=0 -sNODEJS_CATCH_REJECTION=0 -sEXPORTED_FUNCTIONS=${fcWebCalls}
        -sEXPORTED_RUNTIME_METHODS=FS,NODEFS,callMain,ccall,UTF8ToString --js-library ${page})
    set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS ${page})
endfunction()
