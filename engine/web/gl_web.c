// OpenGL ES 3.0 of WebGL 2.
#include "engine/gl.h"

#include <emscripten/html5.h>

// Fragment shaders have no default precision for floats, and low ones for depth textures.
const char *gxGetShaderHeader(void) {
    return "#version 300 es\n"
           "precision highp float;\nprecision highp int;\nprecision highp sampler2DShadow;\n";
}

// Browsers tell the name only by an extension, or not at all.
const char *gxGetRendererName(void) {
    enum { UNMASKED_RENDERER = 0x9246 };
    bool named = emscripten_webgl_enable_extension(emscripten_webgl_get_current_context(),
                                                   "WEBGL_debug_renderer_info");
    const char *name = (const char *)glGetString(named ? UNMASKED_RENDERER : GL_RENDERER);
    return name ? name : "";
}

// The test waits until another process of the browser has drawn everything so far. An error stays until it
// is read: one test after the first pictures, which have every kind of drawing, and few afterwards suffice.
GLenum gxGetGlError(void) {
    enum { FIRST = 40, INTERVAL = 500 };
    static int calls;
    ++calls;
    return calls == FIRST || calls % INTERVAL == 0 ? glGetError() : GL_NO_ERROR;
}

void gxDrawRuns(const GLsizei *counts, const void *const *offsets, int runCount) {
    for (int i = 0; i < runCount; ++i)
        glDrawElements(GL_TRIANGLES, counts[i], GL_UNSIGNED_INT, offsets[i]);
}

bool gxSetWireDrawing(bool wire) {
    (void)wire;
    return false;
}
