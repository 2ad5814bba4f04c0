// The data of a window, for window.c and input.c only.
#ifndef GX_WINDOW_DATA_H
#define GX_WINDOW_DATA_H

#include "engine/spacenav.h"
#include "engine/window.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

enum { GX_DROP_MAX = 64 };

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
    int savedX, savedY, savedWidth, savedHeight; // before full screen
};

void gxInstallInputCallbacks(gxWindow *window);
void gxFreeDrops(gxWindow *window);

#endif
