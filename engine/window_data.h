// The data of a window, for window.c, input.c and present.c only.
#ifndef GX_WINDOW_DATA_H
#define GX_WINDOW_DATA_H

#include "engine/spacenav.h"
#include "engine/window.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

enum { GX_DROP_MAX = 64 };

// Functions of GLX that show parts of a picture (present.c); NULL: the buffers are swapped.
typedef void *gxGetDisplayFunction(void);
typedef unsigned long gxGetDrawableFunction(void);
typedef void gxCopyPartFunction(void *display, unsigned long drawable, int x, int y, int width, int height);
typedef struct gxPartsFunctions {
    gxGetDisplayFunction *getDisplay;
    gxGetDrawableFunction *getDrawable;
    gxCopyPartFunction *copy;
} gxPartsFunctions;

struct gxWindow {
    GLFWwindow *handle;
    gxInput input;
    int padId; // the joystick in use; -1: no joystick
    gxSpacenav *spacenav;
    char *drops[GX_DROP_MAX]; // owned copies of this frame's paths
    int dropCount;
    GLFWcursor *cursors[GX_CURSOR_COUNT]; // NULL: the system's arrow
    gxCursor cursor;
    bool redrawRequested;
    bool exposed;     // pixels of the window were lost, or its size is new
    bool isUndefined; // the buffers were swapped: the drawn one has any pixels
    gxPartsFunctions parts;
    int swapWidth, swapHeight; // of the picture that the last swap showed; 0: the next one is swapped, too
    int savedX, savedY, savedWidth, savedHeight; // before full screen
};

void gxInstallInputCallbacks(gxWindow *window);
void gxFreeDrops(gxWindow *window);
// Finds the functions for the current context.
void gxFindPartsFunctions(gxPartsFunctions *functions);

#endif
