// X errors as warnings.
//
// Xlib's default handler ends the program at the first error. One such error has no culprit here: a client
// that drops a file on the window and dies before GLFW answers (BadWindow). GLFW 3.3 has a handler only while
// it creates a context, then restores Xlib's. Xlib is looked up by name, since GLFW may be built for Wayland.
#include "engine/x11_errors.h"

#include "engine/message.h"

#include <dlfcn.h>
#include <string.h>

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
static void *findFunction(const char *name) {
    void *library = dlopen("libX11.so.6", RTLD_NOW | RTLD_LOCAL | RTLD_NOLOAD);
    void *function = library ? dlsym(library, name) : NULL;
    if (library) dlclose(library);
    return function;
}

static int reportError(void *display, XError *error) {
    char text[128] = "";
    void *symbol = findFunction("XGetErrorText");
    GetErrorTextFunction *getText = NULL;
    memcpy(&getText, &symbol,
           sizeof symbol); // ISO C has no cast from an object pointer to a function pointer
    if (getText) getText(display, error->code, text, (int)sizeof text);
    gxReport(GX_WARNING, "window system: X error %d (%s), request %d.%d, resource 0x%lx", error->code, text,
             error->request, error->minor, error->resource);
    return 0;
}

void gxSurviveX11Errors(void) {
    void *symbol = findFunction("XSetErrorHandler");
    SetErrorHandlerFunction *setHandler = NULL;
    memcpy(&setHandler, &symbol, sizeof symbol);
    if (setHandler) setHandler(reportError);
}
