// X errors as warnings.
//
// Xlib's default handler ends the program at the first error. One such error has no culprit here: a client
// that drops a file on the window and dies before GLFW answers (BadWindow). GLFW 3.3 has a handler only while
// it creates a context, then restores Xlib's. Xlib is looked up by name, since GLFW may be built for Wayland.
#include "engine/x11_errors.h"

#include "engine/message.h"
#include "engine/platform/libraries.h"
#include <stddef.h>

// The XErrorEvent of X11/Xlib.h.
typedef struct XError {
    int type;
    void *display;
    unsigned long resource, serial;
    unsigned char code, request, minor;
} XError;

typedef int XErrorFunction(void *display, XError *error);
typedef XErrorFunction *SetErrorHandlerFunction(XErrorFunction *handler);
typedef int GetErrorTextFunction(void *display, int code, char *text, int textSize);

// Loaded for the program's lifetime: GLFW is linked with it.
static bool findFunction(const char *name, void *function) {
    gxLibrary *library = gxFindOpenLibrary("libX11.so.6");
    bool found = library && gxFindFunction(library, name, function);
    gxCloseLibrary(library);
    return found;
}

static int reportError(void *display, XError *error) {
    char text[128] = "";
    GetErrorTextFunction *getText = NULL;
    if (findFunction("XGetErrorText", &getText)) getText(display, error->code, text, (int)sizeof text);
    gxReport(GX_WARNING, "window system: X error %d (%s), request %d.%d, resource 0x%lx", error->code, text,
             error->request, error->minor, error->resource);
    return 0;
}

void gxSurviveX11Errors(void) {
    SetErrorHandlerFunction *setHandler = NULL;
    if (findFunction("XSetErrorHandler", &setHandler)) setHandler(reportError);
}
