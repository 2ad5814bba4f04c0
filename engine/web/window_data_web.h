// The data of the browser's window, for window_web.c and input_web.c only.
#ifndef GX_WINDOW_DATA_WEB_H
#define GX_WINDOW_DATA_WEB_H

#include "engine/window.h"

#define GX_CANVAS "#canvas" // a selector of the page

enum { GX_DROP_MAX = 64 };

struct gxWindow {
    gxInput input, pending;                               // of this frame; gathered for the next one
    char *drops[GX_DROP_MAX], *pendingDrops[GX_DROP_MAX]; // owned copies of paths, likewise
    int dropCount, pendingDropCount;
    int width, height; // pixels
    double ratio;      // pixels for each unit of the page's layout
    gxCursor cursor;
    bool redrawRequested;
    bool exposed; // the size is new
};

#endif
