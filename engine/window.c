// The window through GLFW: creation, presenting, full screen. Input is in input.c.
#include "engine/window.h"

#include "engine/asset.h"
#include "engine/gl.h"
#include "engine/image.h"
#include "engine/message.h"
#include "engine/window_data.h"
#include "engine/x11_errors.h"

#include <stdlib.h>

static void reportGlfwError(int code, const char *text) {
    gxReport(GX_WARNING, "window system: %s (0x%08x)", text, (unsigned)code);
}

static void requestRedraw(GLFWwindow *handle) {
    gxWindow *window = glfwGetWindowUserPointer(handle);
    window->redrawRequested = window->exposed = true;
}

static void onSize(GLFWwindow *handle, int width, int height) {
    (void)width, (void)height;
    requestRedraw(handle);
}

// Computes the default size, limited by the display.
static void chooseSize(double scale, int *width, int *height) {
    GLFWmonitor *monitor = glfwGetPrimaryMonitor();
    float x = 1.0f, y = 1.0f;
    int left, top, mostWidth = 0, mostHeight = 0;
    if (monitor) {
        glfwGetMonitorContentScale(monitor, &x, &y);
        glfwGetMonitorWorkarea(monitor, &left, &top, &mostWidth, &mostHeight);
    }
    if (scale <= 0.0) scale = x > 0.5f ? (double)x : 1.0;
    *width = (int)(1280.0 * scale);
    *height = (int)(720.0 * scale);
    if (mostWidth > 0 && *width > mostWidth) *width = mostWidth;
    if (mostHeight > 0 && *height > mostHeight) *height = mostHeight;
}

static GLFWwindow *openHandle(const gxWindowDef *def) {
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
    glfwWindowHint(GLFW_DEPTH_BITS, 0);
    glfwWindowHint(GLFW_STENCIL_BITS, 0);
    glfwWindowHintString(GLFW_X11_CLASS_NAME, "firstcontact");
    glfwWindowHintString(GLFW_X11_INSTANCE_NAME, "firstcontact");
    int width = def->width, height = def->height;
    if (width == 0 || height == 0) chooseSize(def->scale, &width, &height);
    return glfwCreateWindow(width, height, def->title, NULL, NULL);
}

static void setIcon(gxWindow *window, const char *name) {
    const gxAsset *asset = gxFindAsset(name);
    if (!asset) return;
    gxImage image = gxDecodeImage(name, asset->bytes, asset->byteCount);
    if (image.pixels)
        glfwSetWindowIcon(window->handle, 1, &(GLFWimage){image.width, image.height, image.pixels});
    gxDestroyImage(&image);
}

gxWindow *gxCreateWindow(const gxWindowDef *def) {
    glfwSetErrorCallback(reportGlfwError);
    glfwInitHint(GLFW_JOYSTICK_HAT_BUTTONS, GLFW_TRUE);
    if (!glfwInit()) {
        gxReport(GX_ERROR, "cannot open a window: there is no display (is DISPLAY or WAYLAND_DISPLAY set?)");
        return NULL;
    }
    const char *mappings = getenv("SDL_GAMECONTROLLERCONFIG"); // the environment variable of SDL games
    if (mappings) glfwUpdateGamepadMappings(mappings);
    gxWindow *window = calloc(1, sizeof *window);
    if (window) window->handle = openHandle(def);
    if (!window || !window->handle) {
        gxReport(GX_ERROR,
                 "cannot open a window with OpenGL 3.3 (Debian: libgl1-mesa-dri has a software renderer)");
        gxDestroyWindow(window);
        return NULL;
    }
    gxSurviveX11Errors();
    glfwMakeContextCurrent(window->handle);
    if (!gxLoadGl((GLADloadfunc)glfwGetProcAddress)) {
        gxDestroyWindow(window);
        return NULL;
    }
    gxFindPartsFunctions(&window->parts);
    glfwSwapInterval(def->waitsForDisplay ? 1 : 0);
    glfwSetWindowUserPointer(window->handle, window);
    glfwSetWindowRefreshCallback(window->handle, requestRedraw);
    glfwSetFramebufferSizeCallback(window->handle, onSize);
    gxInstallInputCallbacks(window);
    window->padId = -1;
    window->spacenav = gxCreateSpacenav();
    if (def->icon) setIcon(window, def->icon);
    window->cursors[GX_CURSOR_HAND] = glfwCreateStandardCursor(GLFW_HAND_CURSOR);
    window->cursors[GX_CURSOR_MOVE] = glfwCreateStandardCursor(GLFW_CROSSHAIR_CURSOR);
    window->redrawRequested = true;
    return window;
}

void gxDestroyWindow(gxWindow *window) {
    if (window) {
        gxFreeDrops(window);
        gxDestroySpacenav(window->spacenav);
        for (int i = 0; i < GX_CURSOR_COUNT; ++i) {
            if (window->cursors[i]) glfwDestroyCursor(window->cursors[i]);
        }
        if (window->handle) glfwDestroyWindow(window->handle);
        free(window);
    }
    glfwTerminate();
}

bool gxShouldClose(const gxWindow *window) {
    return glfwWindowShouldClose(window->handle);
}

bool gxTakeRedrawRequest(gxWindow *window) {
    bool requested = window->redrawRequested;
    window->redrawRequested = false;
    return requested;
}

void gxGetWindowSize(const gxWindow *window, int *width, int *height) {
    glfwGetFramebufferSize(window->handle, width, height);
}

double gxGetWindowScale(const gxWindow *window) {
    float x = 1.0f, y = 1.0f;
    glfwGetWindowContentScale(window->handle, &x, &y);
    return x > 0.5f ? (double)x : 1.0;
}

void gxSetWindowTitle(gxWindow *window, const char *title) {
    glfwSetWindowTitle(window->handle, title);
}

void gxOfferFile(gxWindow *window, const char *path) {
    (void)window, (void)path;
}

bool gxIsFullScreen(const gxWindow *window) {
    return glfwGetWindowMonitor(window->handle) != NULL;
}

void gxSetFullScreen(gxWindow *window, bool full) {
    if (full == gxIsFullScreen(window)) return;
    if (full) {
        GLFWmonitor *monitor = glfwGetPrimaryMonitor();
        if (!monitor) return;
        const GLFWvidmode *mode = glfwGetVideoMode(monitor);
        glfwGetWindowPos(window->handle, &window->savedX, &window->savedY);
        glfwGetWindowSize(window->handle, &window->savedWidth, &window->savedHeight);
        glfwSetWindowMonitor(window->handle, monitor, 0, 0, mode->width, mode->height, mode->refreshRate);
    } else {
        glfwSetWindowMonitor(window->handle, NULL, window->savedX, window->savedY, window->savedWidth,
                             window->savedHeight, GLFW_DONT_CARE);
    }
}

void gxSetCursor(gxWindow *window, gxCursor cursor) {
    if (window->cursor == cursor) return;
    window->cursor = cursor;
    glfwSetCursor(window->handle, window->cursors[cursor]);
}

void *gxGetPlatformWindow(const gxWindow *window) {
    return window->handle;
}
