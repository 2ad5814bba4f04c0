// A window with an OpenGL 3.3 core context, and its input.
#ifndef GX_WINDOW_H
#define GX_WINDOW_H

#include "engine/input.h"
#include "engine/platform/clock.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct gxWindow gxWindow;

typedef struct gxWindowDef {
    const char *title;
    const char *icon;     // name of an embedded image; NULL: the system's
    int width, height;    // of the drawable area, pixels; 0: 1280 x 720 times the scale
    double scale;         // of the default size; 0: the display's
    bool waitsForDisplay; // vertical sync
} gxWindowDef;

// Opens the window and makes its context current. @errors NULL, with a message that names what is missing
gxWindow *gxCreateWindow(const gxWindowDef *def);
void gxDestroyWindow(gxWindow *window);

// Reads the pending input; without any, waits up to `seconds` (0: returns at once).
// @lifetime of the result: until the next call
const gxInput *gxReadInput(gxWindow *window, double seconds);
// Same, but the wait also ends with anything else from the window system, such as the ping of a window
// manager.
const gxInput *gxReadPacedInput(gxWindow *window, double seconds);

bool gxShouldClose(const gxWindow *window);
// True if a redraw is needed: an event, a new size, an uncovered window. Clears the request.
bool gxTakeRedrawRequest(gxWindow *window);

void gxGetWindowSize(const gxWindow *window, int *width, int *height); // framebuffer pixels
double gxGetWindowScale(const gxWindow *window);                       // 1 at 96 dots an inch
void gxSetWindowTitle(gxWindow *window, const char *title);
// Gives a file that the program has written to the user: the browser downloads it. Elsewhere it is in its
// folder already.
void gxOfferFile(gxWindow *window, const char *path);
bool gxIsFullScreen(const gxWindow *window);
void gxSetFullScreen(gxWindow *window, bool full);

typedef enum gxCursor { GX_CURSOR_ARROW = 0, GX_CURSOR_HAND, GX_CURSOR_MOVE, GX_CURSOR_COUNT } gxCursor;
void gxSetCursor(gxWindow *window, gxCursor cursor);

// Returns the GLFWwindow, for the interface.
void *gxGetPlatformWindow(const gxWindow *window);

#ifdef __cplusplus
}
#endif
#endif
