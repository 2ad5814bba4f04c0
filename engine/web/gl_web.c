// OpenGL ES 3.0 of WebGL 2.
#include "engine/gl.h"

// Fragment shaders have no default precision for floats, and low ones for depth textures.
const char *gxGetShaderHeader(void) {
    return "#version 300 es\n"
           "precision highp float;\nprecision highp int;\nprecision highp sampler2DShadow;\n";
}

// The test waits until another process of the browser has drawn everything so far: it is made for the first
// pictures, which have every kind of drawing, and rarely afterwards.
GLenum gxGetGlError(void) {
    enum { FIRST = 20, INTERVAL = 500 };
    static int calls;
    ++calls;
    return calls < FIRST || calls % INTERVAL == 0 ? glGetError() : GL_NO_ERROR;
}

void gxDrawRuns(const GLsizei *counts, const void *const *offsets, int runCount) {
    for (int i = 0; i < runCount; ++i)
        glDrawElements(GL_TRIANGLES, counts[i], GL_UNSIGNED_INT, offsets[i]);
}

bool gxSetWireDrawing(bool wire) {
    (void)wire;
    return false;
}
