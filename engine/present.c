// GLX is looked up by name, since GLFW may be built for Wayland.
#include "engine/present.h"

#include "engine/gl.h"
#include "engine/window_data.h"

void gxFindPartsFunctions(gxPartsFunctions *functions) {
    if (!glfwExtensionSupported("GLX_MESA_copy_sub_buffer") || !gxDrawsInSoftware()) return;
    functions->getDisplay = (gxGetDisplayFunction *)glfwGetProcAddress("glXGetCurrentDisplay");
    functions->getDrawable = (gxGetDrawableFunction *)glfwGetProcAddress("glXGetCurrentDrawable");
    functions->copy = (gxCopyPartFunction *)glfwGetProcAddress("glXCopySubBufferMESA");
}

bool gxKeepsPicture(const gxWindow *window) {
    const gxPartsFunctions *functions = &window->parts;
    return functions->getDisplay && functions->getDrawable && functions->copy;
}

// True if the buffer certainly has the size of the picture, else a part may be outside of it: it got the size
// of the window after the last swap.
static bool hasSize(const gxWindow *window, int width, int height) {
    int presentWidth = 0, presentHeight = 0;
    if (width != window->swapWidth || height != window->swapHeight) return false;
    glfwGetFramebufferSize(window->handle, &presentWidth, &presentHeight);
    return presentWidth == width && presentHeight == height;
}

void gxPresentParts(gxWindow *window, int width, int height, const gxRect *parts, int partCount) {
    bool keeps = gxKeepsPicture(window);
    if (!keeps || !hasSize(window, width, height)) {
        glfwSwapBuffers(window->handle);
        window->swapWidth = width;
        window->swapHeight = height;
        window->isUndefined = keeps;
        window->redrawRequested |= keeps;
        return;
    }
    void *display = window->parts.getDisplay();
    unsigned long drawable = window->parts.getDrawable();
    for (int i = 0; i < partCount; ++i)
        window->parts.copy(display, drawable, parts[i].x, parts[i].y, parts[i].width, parts[i].height);
}

bool gxTakeExposed(gxWindow *window) {
    bool lost = window->exposed || window->isUndefined;
    if (window->exposed) window->swapWidth = 0; // swaps again
    window->exposed = window->isUndefined = false;
    return lost;
}
