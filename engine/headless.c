// A context that draws into framebuffer objects only.
//
// The surfaceless platform needs neither X nor a device node; without a GPU, Mesa's software renderer draws.
// If that platform is missing, the default display is tried.
#include "engine/headless.h"

#include "engine/gl.h"
#include "engine/message.h"

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <stdlib.h>

struct gxHeadless {
    EGLDisplay display;
    EGLContext context;
};

static EGLDisplay openDisplay(void) {
    PFNEGLGETPLATFORMDISPLAYEXTPROC getPlatformDisplay =
        (PFNEGLGETPLATFORMDISPLAYEXTPROC)eglGetProcAddress("eglGetPlatformDisplayEXT");
    EGLDisplay display = EGL_NO_DISPLAY;
    if (getPlatformDisplay) {
        display = getPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
        if (display != EGL_NO_DISPLAY && eglInitialize(display, NULL, NULL)) return display;
    }
    display = eglGetDisplay(EGL_DEFAULT_DISPLAY);
    if (display != EGL_NO_DISPLAY && eglInitialize(display, NULL, NULL)) return display;
    return EGL_NO_DISPLAY;
}

static EGLContext openContext(EGLDisplay display) {
    if (!eglBindAPI(EGL_OPENGL_API)) return EGL_NO_CONTEXT;
    static const EGLint configAttributes[] = {EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_SURFACE_TYPE, 0,
                                              EGL_NONE};
    EGLConfig config = NULL;
    EGLint configCount = 0;
    if (!eglChooseConfig(display, configAttributes, &config, 1, &configCount) || configCount < 1)
        return EGL_NO_CONTEXT;
    static const EGLint contextAttributes[] = {EGL_CONTEXT_MAJOR_VERSION,
                                               3,
                                               EGL_CONTEXT_MINOR_VERSION,
                                               3,
                                               EGL_CONTEXT_OPENGL_PROFILE_MASK,
                                               EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                                               EGL_NONE};
    EGLContext context = eglCreateContext(display, config, EGL_NO_CONTEXT, contextAttributes);
    if (context == EGL_NO_CONTEXT) return EGL_NO_CONTEXT;
    if (eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context)) return context;
    eglDestroyContext(display, context);
    return EGL_NO_CONTEXT;
}

gxHeadless *gxCreateHeadless(void) {
    EGLDisplay display = openDisplay();
    if (display == EGL_NO_DISPLAY) {
        gxReport(GX_ERROR,
                 "cannot draw without a display: EGL does not start (Debian: libegl1 and libgl1-mesa-dri)");
        return NULL;
    }
    EGLContext context = openContext(display);
    gxHeadless *headless = context == EGL_NO_CONTEXT ? NULL : calloc(1, sizeof *headless);
    if (!headless || !gxLoadGl((GLADloadfunc)eglGetProcAddress)) {
        gxReport(GX_ERROR, "cannot draw without a display: EGL offers no OpenGL 3.3 core context");
        if (context != EGL_NO_CONTEXT) eglDestroyContext(display, context);
        eglTerminate(display);
        free(headless);
        return NULL;
    }
    headless->display = display;
    headless->context = context;
    return headless;
}

void gxDestroyHeadless(gxHeadless *headless) {
    if (!headless) return;
    eglMakeCurrent(headless->display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    eglDestroyContext(headless->display, headless->context);
    eglTerminate(headless->display);
    free(headless);
}
