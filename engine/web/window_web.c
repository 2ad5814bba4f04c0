// The window is the page's canvas: its size follows the page's layout and the density of the display.
//
// The drawing buffer is kept between pictures, so that only what has changed is drawn (present.h). Input
// arrives between two frames, by calls of page.js: it is gathered until the next frame takes it.
#include "engine/window.h"

#include "engine/gl.h"
#include "engine/message.h"
#include "engine/platform/plain_text.h"
#include "engine/present.h"
#include "engine/web/page.h"
#include "engine/web/window_data_web.h"

#include <emscripten.h>
#include <emscripten/html5.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// page.js
void gxListenToCanvas(void);
double gxGetPixelRatio(void);
void gxSayTitle(const char *title);
void gxSayFile(const char *path);
void gxShowCursor(const char *name);
bool gxIsPageFullScreen(void);
void gxSetPageFullScreen(bool full);

static gxWindow *theWindow; // a page has one

gxWindow *gxGetPageWindow(void) {
    return theWindow;
}

// Returns true if the size was changed.
static bool followLayout(gxWindow *window) {
    double width = 0.0, height = 0.0;
    emscripten_get_element_css_size(GX_CANVAS, &width, &height);
    window->ratio = gxGetPixelRatio();
    int pixelWidth = (int)fmax(1.0, lround(width * window->ratio));
    int pixelHeight = (int)fmax(1.0, lround(height * window->ratio));
    if (pixelWidth == window->width && pixelHeight == window->height) return false;
    window->width = pixelWidth;
    window->height = pixelHeight;
    emscripten_set_canvas_element_size(GX_CANVAS, pixelWidth, pixelHeight);
    return true;
}

// Takes the context that the page has created, with its attributes (web/program.js).
static bool takeContext(void) {
    EmscriptenWebGLContextAttributes attributes;
    emscripten_webgl_init_context_attributes(&attributes);
    attributes.majorVersion = 2;
    EMSCRIPTEN_WEBGL_CONTEXT_HANDLE context = emscripten_webgl_create_context(GX_CANVAS, &attributes);
    return context > 0 && emscripten_webgl_make_context_current(context) == EMSCRIPTEN_RESULT_SUCCESS;
}

gxWindow *gxCreateWindow(const gxWindowDef *def) {
    gxWindow *window = calloc(1, sizeof *window);
    if (!window || !takeContext()) {
        gxReport(GX_ERROR, "cannot draw: this browser has no WebGL 2, or the page has no canvas");
        free(window);
        return NULL;
    }
    theWindow = window;
    followLayout(window);
    gxListenToCanvas();
    gxSetWindowTitle(window, def->title);
    window->redrawRequested = window->exposed = true;
    return window;
}

void gxDestroyWindow(gxWindow *window) {
    if (!window) return;
    theWindow = NULL;
    for (int i = 0; i < window->pendingDropCount; ++i)
        free(window->pendingDrops[i]);
    for (int i = 0; i < window->dropCount; ++i)
        free(window->drops[i]);
    free(window);
}

static const gxInput *takeInput(gxWindow *window) {
    for (int i = 0; i < window->dropCount; ++i)
        free(window->drops[i]);
    memcpy(window->drops, window->pendingDrops, sizeof window->drops);
    window->dropCount = window->pendingDropCount;
    window->pendingDropCount = 0;
    window->input = window->pending;
    window->pending.eventCount = 0;
    if (followLayout(window)) window->redrawRequested = window->exposed = true;
    return &window->input;
}

// The browser waits between two frames, not the program.
const gxInput *gxReadInput(gxWindow *window, double seconds) {
    (void)seconds;
    return takeInput(window);
}

const gxInput *gxReadPacedInput(gxWindow *window, double seconds) {
    (void)seconds;
    return takeInput(window);
}

bool gxShouldClose(const gxWindow *window) {
    (void)window;
    return false;
}

bool gxTakeRedrawRequest(gxWindow *window) {
    bool requested = window->redrawRequested;
    window->redrawRequested = false;
    return requested;
}

void gxGetWindowSize(const gxWindow *window, int *width, int *height) {
    *width = window->width;
    *height = window->height;
}

double gxGetWindowScale(const gxWindow *window) {
    return window->ratio;
}

void gxSetWindowTitle(gxWindow *window, const char *title) {
    (void)window;
    gxSayTitle(title);
}

void gxOfferFile(gxWindow *window, const char *path) {
    (void)window;
    gxSayFile(path);
}

bool gxIsFullScreen(const gxWindow *window) {
    (void)window;
    return gxIsPageFullScreen();
}

void gxSetFullScreen(gxWindow *window, bool full) {
    (void)window;
    gxSetPageFullScreen(full);
}

void gxSetCursor(gxWindow *window, gxCursor cursor) {
    static const char *const names[GX_CURSOR_COUNT] = {"default", "pointer", "crosshair"};
    if (window->cursor == cursor) return;
    window->cursor = cursor;
    gxShowCursor(names[cursor]);
}

void *gxGetPlatformWindow(const gxWindow *window) {
    (void)window;
    return NULL;
}

bool gxKeepsPicture(const gxWindow *window) {
    (void)window;
    return true;
}

bool gxTakeExposed(gxWindow *window) {
    bool lost = window->exposed;
    window->exposed = false;
    return lost;
}

// The browser shows the canvas after each frame that has drawn.
void gxPresentParts(gxWindow *window, int width, int height, const gxRect *parts, int partCount) {
    (void)window, (void)width, (void)height, (void)parts, (void)partCount;
}
