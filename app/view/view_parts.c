// Draws a fine picture in parts, between which the caller reads input, while the window shows a quicker one.
//
// Input: a stage that does not change meanwhile. Output: the same pixels as those of DrawView. Each part ends
// when the renderer has drawn it: a software renderer would otherwise draw all parts with the last one.
#include "view/inset.h"
#include "view/view.h"
#include "view/view_data.h"

#include "engine/gl.h"
#include "engine/platform/clock.h"

void BeginViewParts(View *view, const Stage *stage, const gxCamera *camera, const ViewOptions *options) {
    ViewQuality shown = view->quality;
    view->quality = VIEW_FINE;
    view->progress = (gxProgress){0};
    PreparePicture(&(ViewPass){view, stage, camera, options});
    view->quality = shown;
}

bool DrawViewPart(View *view, double seconds) {
    ViewQuality shown = view->quality;
    double begin = gxGetTime();
    bool whole = false;
    view->quality = VIEW_FINE;
    gxBindTarget(GetViewTarget(view));
    do {
        whole = gxDrawPicturePart(view->renderer, &view->picture, &view->progress);
        glFinish();
    } while (!whole && gxGetTime() - begin < seconds);
    if (whole) {
        DrawInsets(view);
        gxDrawTexts(view->text, view->width, view->height);
        view->isStereo = false;
        ChangeWholePicture(view);
    } else {
        view->quality = shown;
    }
    return whole;
}
