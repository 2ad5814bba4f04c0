// The page around the canvas, for the files of the browser.
#ifndef GX_WEB_PAGE_H
#define GX_WEB_PAGE_H

#include "engine/window.h"

#ifdef __cplusplus
extern "C" {
#endif

// Returns the context of gxRunLoop while its loop runs, else NULL: functions that the page calls have no
// other access.
void *gxGetLoopContext(void);
// Returns the window, of which a page has one. NULL: it is not open.
gxWindow *gxGetPageWindow(void);

// Takes the letters typed since the last call, as UTF-8. @lifetime until the next call
const char *gxTakeTypedText(void);

#ifdef __cplusplus
}
#endif
#endif
