// The loop of the browser: one call for each picture of the display.
#include "engine/loop.h"
#include "engine/web/page.h"

#include <emscripten.h>
#include <stddef.h>

static struct {
    bool (*frame)(void *context);
    int (*end)(void *context);
    void *context;
} theLoop;

void gxSayEnd(int exitCode); // page.js

static void runFrame(void *unused) {
    (void)unused;
    if (theLoop.frame(theLoop.context)) return;
    emscripten_cancel_main_loop();
    void *context = theLoop.context;
    theLoop.context = NULL;
    gxSayEnd(theLoop.end(context));
}

int gxRunLoop(bool (*frame)(void *context), int (*end)(void *context), void *context) {
    theLoop.frame = frame;
    theLoop.end = end;
    theLoop.context = context;
    emscripten_set_main_loop_arg(runFrame, NULL, 0, true);
    return 0;
}

void *gxGetLoopContext(void) {
    return theLoop.context;
}
