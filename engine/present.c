// GLX is looked up by name, since GLFW may be built for Wayland.
#include "engine/present.h"

#include "engine/gl.h"
#include "engine/window_data.h"

#include <string.h>

static bool isSoftware(void) {
    static const char *const names[] = {"llvmpipe", "softpipe", "swrast"};
    const char *renderer = (const char *)glGetString(GL_RENDERER);
    for (int i = 0; renderer && i < 3; ++i)
        if (strstr(renderer, names[i])) return true;
    return false;
}

void gxFindPartsFunctions(gxPartsFunctions *functions) {
    if (!glfwExtensionSupported("GLX_MESA_copy_sub_buffer") || !isSoftware()) return;
    functions->getDisplay = (gxGetDisplayFunction *)glfwGetProcAddress("glXGetCurrentDisplay");
    functions->getDrawable = (gxGetDrawableFunction *)glfwGetProcAddress("glXGetCurrentDrawable");
    functions->copy = (gxCopyPartFunction *)glfwGetProcAddress("glXCopySubBufferMESA");
}

bool gxKeepsPicture(const gxWindow *window) {
    const gxPartsFunctions *functions = &window->parts;
    return functions->getDisplay && functions->getDrawable && functions->copy;
}

void gxPresentParts(gxWindow *window, const gxRect *parts, int partCount) {
    if (!gxKeepsPicture(window)) {
        glfwSwapBuffers(window->handle);
        return;
    }
    void *display = window->parts.getDisplay();
    unsigned long drawable = window->parts.getDrawable();
    for (int i = 0; i < partCount; ++i)
        window->parts.copy(display, drawable, parts[i].x, parts[i].y, parts[i].width, parts[i].height);
}
