// The still parts of a view's pictures (engine/still.h), one for each quality, and the changes of a picture.
#include "view/inset.h"
#include "view/view.h"
#include "view/view_data.h"

#include "engine/hash.h"

void ForgetStills(View *view) {
    for (int i = 0; i < VIEW_QUALITY_COUNT; ++i)
        gxForgetStill(&view->stills[i]);
}

double GetDrawnShare(const View *view) {
    if (view->quality == VIEW_FINE || view->isStereo) return 1.0;
    return view->stills[view->quality].drawnShare;
}

void ChangeWholePicture(View *view) {
    ++view->version;
    view->changeCount = 0;
}

// Adds the changes of the last picture to those that the window does not show yet.
static void addChanges(View *view, const gxStill *still) {
    for (int i = 0; i < still->changeCount; ++i) {
        if (view->changeCount == GX_DAMAGE_MAX) {
            ChangeWholePicture(view);
            return;
        }
        view->changes[view->changeCount++] = still->changes[i];
    }
}

// Smooths the changed parts of the coarse picture.
static void smoothCoarse(View *view, const gxTarget *target, const gxStill *still) {
    if (!view->smoothed.framebuffer) view->smoothed = gxCreateTarget(target->width, target->height, 1);
    for (int i = 0; i < still->changeCount; ++i)
        gxCopySmoothed(view->smoother, target, &view->smoothed,
                       gxGrowRect(still->changes[i], GX_SMOOTH_REACH));
}

void DrawChangedPicture(View *view, const gxTarget *target) {
    gxStill *still = &view->stills[view->quality];
    gxCover covers[INSET_MAX];
    int count = CoverInsets(view, covers);
    gxDrawWithStill(still, view->renderer, &view->picture, target, covers, count);
    if (count > 0) {
        gxBindTarget(target);
        DrawInsets(view);
    }
    if (view->quality == VIEW_COARSE) smoothCoarse(view, target, still);
    addChanges(view, still);
}

// Returns where a change of the target shows in the window, relative to the picture's corner.
static gxRect findShown(const View *view, gxRect change) {
    int shrink = GetViewShrink(view);
    if (shrink > 1) change = gxGrowRect(change, 1); // enlarging blends neighbours
    change = gxGrowRect(change, GX_SMOOTH_REACH);
    return (gxRect){shrink * change.x, shrink * change.y, shrink * change.width, shrink * change.height};
}

void DeclareView(View *view, gxDamage *damage, int x, int y) {
    const uint64_t content[] = {view->version, view->isStereo ? VIEW_QUALITY_COUNT : view->quality,
                                (uint64_t)x, (uint64_t)y};
    gxRect place = {x, y, view->width, view->height};
    gxDeclare(damage, place, gxMixBytes(gxBeginHash(), content, sizeof content));
    for (int i = 0; i < view->changeCount; ++i)
        gxDamagePart(damage, gxIntersectRects(place, gxShiftRect(findShown(view, view->changes[i]), x, y)));
    view->changeCount = 0;
    if (view->quality != VIEW_FINE && !view->isStereo) gxDeclareTexts(view->text, damage, x, y, view->height);
}
