// The still parts of a view's pictures (engine/still.h), one for each quality.
#include "view/view.h"
#include "view/view_data.h"

void ForgetStills(View *view) {
    for (int i = 0; i < VIEW_QUALITY_COUNT; ++i)
        gxForgetStill(&view->stills[i]);
}

double GetDrawnShare(const View *view) {
    if (view->quality == VIEW_FINE || view->isStereo) return 1.0;
    return gxGetDrawnShare(&view->stills[view->quality]);
}
