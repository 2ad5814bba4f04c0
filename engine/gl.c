// Shader programs from embedded files, and OpenGL's errors as messages.
#include "engine/gl.h"

#include "engine/asset.h"
#include "engine/message.h"

#include <string.h>

static const char *nameError(GLenum error) {
    switch (error) {
    case GL_INVALID_ENUM:
        return "invalid enumerator";
    case GL_INVALID_VALUE:
        return "invalid value";
    case GL_INVALID_OPERATION:
        return "invalid operation";
    case GL_INVALID_FRAMEBUFFER_OPERATION:
        return "incomplete framebuffer";
    case GL_OUT_OF_MEMORY:
        return "out of memory";
    default:
        return "unknown error";
    }
}

bool gxDrawsInSoftware(void) {
    static const char *const names[] = {"llvmpipe", "softpipe", "swrast", "SwiftShader", "Basic Render"};
    const char *renderer = gxGetRendererName();
    for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i)
        if (strstr(renderer, names[i])) return true;
    return false;
}

bool gxCheckErrors(const char *where) {
    bool clean = true;
    // A lost context reports errors for ever: hence the limit.
    for (int i = 0; i < 16; ++i) {
        GLenum error = gxGetGlError();
        if (error == GL_NO_ERROR) break;
        gxReport(GX_ERROR, "OpenGL: %s (0x%04x) in %s", nameError(error), error, where);
        clean = false;
    }
    return clean;
}

static GLuint compileShader(GLenum type, const char *name, const char *definition) {
    const gxAsset *asset = gxFindAsset(name);
    if (!asset) {
        gxReport(GX_ERROR, "shader %s is not part of the program", name);
        return 0;
    }
    GLuint shader = glCreateShader(type);
    const GLchar *text = (const GLchar *)asset->bytes, *body = strchr(text, '\n') + 1;
    const GLchar *const parts[] = {gxGetShaderHeader(), definition, body};
    glShaderSource(shader, 3, parts, NULL);
    glCompileShader(shader);
    GLint compiled = GL_FALSE;
    glGetShaderiv(shader, GL_COMPILE_STATUS, &compiled);
    if (compiled) return shader;
    char log[1024] = "";
    glGetShaderInfoLog(shader, sizeof log, NULL, log);
    gxReport(GX_ERROR, "shader %s: %s", name, log);
    glDeleteShader(shader);
    return 0;
}

GLuint gxCreateProgram(const char *vertexAsset, const char *fragmentAsset) {
    return gxCreateVariant(vertexAsset, fragmentAsset, "");
}

GLuint gxCreateVariant(const char *vertexAsset, const char *fragmentAsset, const char *definition) {
    GLuint vertex = compileShader(GL_VERTEX_SHADER, vertexAsset, definition);
    GLuint fragment = vertex ? compileShader(GL_FRAGMENT_SHADER, fragmentAsset, definition) : 0;
    GLuint program = 0;
    if (vertex && fragment) {
        program = glCreateProgram();
        glAttachShader(program, vertex);
        glAttachShader(program, fragment);
        glLinkProgram(program);
        GLint linked = GL_FALSE;
        glGetProgramiv(program, GL_LINK_STATUS, &linked);
        if (!linked) {
            char log[1024] = "";
            glGetProgramInfoLog(program, sizeof log, NULL, log);
            gxReport(GX_ERROR, "shaders %s and %s: %s", vertexAsset, fragmentAsset, log);
            glDeleteProgram(program);
            program = 0;
        }
    }
    glDeleteShader(vertex);
    glDeleteShader(fragment);
    return program;
}

void gxSetSampler(GLuint program, const char *name, int unit) {
    glUseProgram(program);
    glUniform1i(glGetUniformLocation(program, name), unit);
}

void gxLimitDrawing(const gxRect *only) {
    if (only) {
        glEnable(GL_SCISSOR_TEST);
        glScissor(only->x, only->y, only->width, only->height);
    } else {
        glDisable(GL_SCISSOR_TEST);
    }
}
