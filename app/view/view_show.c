// Shows a view's picture in the window.
#include "view/view.h"
#include "view/view_data.h"

#include "engine/gl.h"

static void showPicture(const View *view, int x, int y, gxRect only) {
    if (view->isStereo)
        gxShowTarget(&view->combined, x, y, only);
    else if (view->quality == VIEW_FINE)
        gxShowTarget(&view->targets[VIEW_FINE], x, y, only);
    else if (view->quality == VIEW_QUICK)
        gxShowSmoothed(view->smoother, &view->targets[VIEW_QUICK], x, y, only);
    else
        gxShowEnlargedTarget(view->smoothed.framebuffer ? &view->smoothed : &view->targets[VIEW_COARSE],
                             (gxRect){x, y, view->width, view->height}, only);
}

void ShowView(View *view, int x, int y, gxRect only) {
    only = gxIntersectRects(only, (gxRect){x, y, view->width, view->height});
    if (gxIsEmptyRect(only)) return;
    showPicture(view, x, y, only);
    if (view->isStereo || view->quality == VIEW_FINE) return;
    glViewport(x, y, view->width, view->height);
    gxLimitDrawing(&only);
    gxDrawTexts(view->text, view->width, view->height); // letters are already smooth
    gxLimitDrawing(NULL);
}
