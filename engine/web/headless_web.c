// The browser draws only into the page's canvas.
#include "engine/headless.h"

#include "engine/message.h"

#include <stddef.h>

gxHeadless *gxCreateHeadless(void) {
    gxReport(GX_ERROR, "cannot draw without a window in the browser");
    return NULL;
}

void gxDestroyHeadless(gxHeadless *headless) {
    (void)headless;
}
