// The loop of frames.
#ifndef GX_LOOP_H
#define GX_LOOP_H

#include <stdbool.h>

// Calls `frame` until it returns false, then `end`, whose result it returns. In the browser, which needs
// control between two frames, it does not return: the stack of its callers stays as it is, and the browser
// calls `frame` for each picture of the display.
int gxRunLoop(bool (*frame)(void *context), int (*end)(void *context), void *context);

#endif
