// OpenGL 3.3 core: the loader, and functions that OpenGL ES does not have.
#include "engine/gl.h"

#include "engine/message.h"

bool gxLoadGl(GLADloadfunc load) {
    int version = gladLoadGL(load);
    if (version == 0 || GLAD_VERSION_MAJOR(version) * 10 + GLAD_VERSION_MINOR(version) < 33) {
        gxReport(GX_ERROR, "OpenGL 3.3 core is needed, and the driver offers %d.%d",
                 GLAD_VERSION_MAJOR(version), GLAD_VERSION_MINOR(version));
        return false;
    }
    return true;
}

const char *gxGetShaderHeader(void) {
    return "#version 330 core\n";
}

const char *gxGetRendererName(void) {
    const char *name = (const char *)glGetString(GL_RENDERER);
    return name ? name : "";
}

GLenum gxGetGlError(void) {
    return glGetError();
}

void gxDrawRuns(const GLsizei *counts, const void *const *offsets, int runCount) {
    glMultiDrawElements(GL_TRIANGLES, counts, GL_UNSIGNED_INT, offsets, runCount);
}

bool gxSetWireDrawing(bool wire) {
    glPolygonMode(GL_FRONT_AND_BACK, wire ? GL_LINE : GL_FILL);
    return true;
}
