// OpenGL for the engine's own files: shader programs, error checks. Natively it is 3.3 core with a generated
// loader (gl_core.c); with FC_GLES it is OpenGL ES 3.0, which WebGL 2 is made of (web/gl_web.c).
#ifndef GX_GL_H
#define GX_GL_H

#include "engine/rect.h"

#include <stdbool.h>
#ifdef FC_GLES
#include <GLES3/gl3.h>
#else
#include <glad/gl.h>

// Loads the functions of the current context. @errors false, with a message
bool gxLoadGl(GLADloadfunc load);
#endif

// Returns the first lines of each shader, with the version, which replace the first line of its file.
// @lifetime static
const char *gxGetShaderHeader(void);
// Returns the name of the renderer, as the driver gives it. @lifetime until the context ends
const char *gxGetRendererName(void);
// True if the processor draws, without a graphics card.
bool gxDrawsInSoftware(void);
// Returns the next pending OpenGL error, or GL_NO_ERROR. In the browser, where each call waits for all
// drawing, mostly GL_NO_ERROR without a test.
GLenum gxGetGlError(void);
// Draws the triangles of `runCount` runs of the bound vertex array: counts[i] indices from the byte
// offsets[i] on.
void gxDrawRuns(const GLsizei *counts, const void *const *offsets, int runCount);
// Draws triangles as their edges from now on, or filled again. Returns false if this OpenGL cannot; then
// nothing changes, and the caller draws lines.
bool gxSetWireDrawing(bool wire);

// Reports every pending OpenGL error with `where`. True if there was no error.
bool gxCheckErrors(const char *where);

// Compiles and links two embedded files of shaders/. @errors 0, with the compiler's message
GLuint gxCreateProgram(const char *vertexAsset, const char *fragmentAsset);

// The same after a line such as "#define NAME\n" behind the version. @errors as before
GLuint gxCreateVariant(const char *vertexAsset, const char *fragmentAsset, const char *definition);

// Sets a sampler's texture unit for the program's lifetime.
void gxSetSampler(GLuint program, const char *name, int unit);

// Draws only within the rectangle, pixels of the framebuffer; NULL: everywhere.
void gxLimitDrawing(const gxRect *only);

#endif
