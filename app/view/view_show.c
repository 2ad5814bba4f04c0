// Shows a view's picture in the window.
#include "view/view.h"
#include "view/view_data.h"

#include "engine/gl.h"

static void showPicture(const View *view, unsigned framebuffer, int x, int y, gxRect only) {
    const gxTarget *targets = view->targets;
    const gxTarget *coarse = view->smoothed.framebuffer ? &view->smoothed : &targets[VIEW_COARSE];
    if (view->isStereo)
        gxShowTarget(&view->combined, framebuffer, x, y, only);
    else if (view->quality == VIEW_FINE)
        gxShowTarget(&targets[VIEW_FINE], framebuffer, x, y, only);
    else if (view->quality == VIEW_QUICK)
        gxShowSmoothed(view->smoother, &targets[VIEW_QUICK], framebuffer, x, y, only);
    else
        gxShowEnlargedTarget(coarse, framebuffer, (gxRect){x, y, view->width, view->height}, only);
}

void ShowViewIn(View *view, unsigned framebuffer, int x, int y, gxRect only) {
    only = gxIntersectRects(only, (gxRect){x, y, view->width, view->height});
    if (gxIsEmptyRect(only)) return;
    showPicture(view, framebuffer, x, y, only);
    if (view->isStereo || view->quality == VIEW_FINE) return;
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glViewport(x, y, view->width, view->height);
    gxLimitDrawing(&only);
    gxDrawTexts(view->text, view->width, view->height); // letters are already smooth
    gxLimitDrawing(NULL);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

void ShowView(View *view, int x, int y, gxRect only) {
    ShowViewIn(view, 0, x, y, only);
}
