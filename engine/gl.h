// OpenGL 3.3 core for the engine's own files: the generated loader, shader programs, error checks.
#ifndef GX_GL_H
#define GX_GL_H

#include "engine/rect.h"

#include <glad/gl.h>
#include <stdbool.h>

// Loads the functions of the current context. @errors false, with a message
bool gxLoadGl(GLADloadfunc load);

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
