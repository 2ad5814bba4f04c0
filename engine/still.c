// The key of the still part is a hash of everything that it shows. Its first picture is drawn as usual; the
// second with the same key keeps the still part, so that a moving camera costs nothing more.
#include "engine/still.h"

#include "engine/gl.h"
#include "engine/hash.h"

#include <stdlib.h>

void gxForgetStill(gxStill *still) {
    still->key = still->lastKey = 0;
    gxDamageAll(&still->damage);
}

void gxDestroyStill(gxStill *still) {
    gxDestroyTarget(&still->picture);
    gxFreeDamage(&still->damage);
    gxFreeDamage(&still->base);
    *still = (gxStill){0};
}

#define ADD(value) key = gxAddToHash(key, &(value), sizeof(value))

static uint64_t addItem(uint64_t key, const gxItem *item) {
    ADD(item->mesh);
    ADD(item->model);
    ADD(item->color);
    ADD(item->opacity);
    ADD(item->wire);
    ADD(item->bandsEnd);
    ADD(item->marked);
    ADD(item->closed);
    ADD(item->castsShadow);
    return key;
}

static uint64_t makeKey(const gxPicture *picture) {
    const gxView *view = &picture->view;
    const gxGround *ground = &picture->ground;
    const gxBackdrop *backdrop = &picture->backdrop;
    uint64_t key = gxBeginHash();
    ADD(view->viewProjection);
    ADD(view->eye);
    ADD(view->width);
    ADD(view->height);
    ADD(view->pixelSize);
    ADD(view->orthographic);
    ADD(picture->shrink);
    ADD(picture->below);
    ADD(picture->strip);
    ADD(picture->tolerance);
    ADD(picture->shadowCenter);
    ADD(picture->shadowRadius);
    ADD(backdrop->lower);
    ADD(backdrop->upper);
    ADD(backdrop->none);
    ADD(ground->shown);
    ADD(ground->colors);
    ADD(ground->center);
    ADD(ground->radius);
    ADD(ground->spacing);
    ADD(ground->phase);
    for (int i = 0; i < picture->itemCount; ++i)
        if (picture->items[i].fixed) key = addItem(key, &picture->items[i]);
    return key ? key : 1;
}
#undef ADD

// Draws the still part, and keeps it. @errors false: no memory
static bool keep(gxStill *still, gxRenderer *renderer, const gxPicture *picture, const gxTarget *target) {
    gxItem *items = malloc(((size_t)picture->itemCount + 1) * sizeof *items);
    if (!items) return false;
    gxPicture part = *picture;
    part.items = items;
    part.itemCount = 0;
    for (int i = 0; i < picture->itemCount; ++i) {
        if (!picture->items[i].fixed) continue;
        items[part.itemCount] = picture->items[i];
        if (!gxIsStill(&items[part.itemCount])) items[part.itemCount].opacity = 0.0f; // only its shadow
        ++part.itemCount;
    }
    if (!still->picture.framebuffer) still->picture = gxCreateTarget(target->width, target->height, 1);
    if (still->picture.framebuffer) {
        gxBindTarget(&still->picture);
        gxDrawPictureBase(renderer, &part, NULL);
    }
    free(items);
    return still->picture.framebuffer != 0;
}

// Declares all that the picture shows, and finds the changes. Returns the number of rectangles, within the
// changes, in which the picture may differ from the still part.
static int findChanges(gxStill *still, const gxPicture *picture, const gxTarget *target, uint64_t key,
                       const gxCover *covers, int coverCount, gxRect base[GX_DAMAGE_MAX]) {
    gxBeginDamage(&still->damage, target->width, target->height);
    gxBeginDamage(&still->base, target->width, target->height);
    gxDeclarePicture(picture, key, &still->damage, &still->base);
    for (int i = 0; i < coverCount; ++i)
        gxDeclare(&still->damage, covers[i].rect, covers[i].content);
    still->changeCount = gxEndDamage(&still->damage, still->changes);
    return gxEndDamage(&still->base, base);
}

// True if the still part saves much, and is there.
static bool usesStill(gxStill *still, gxRenderer *renderer, const gxPicture *picture, const gxTarget *target,
                      uint64_t key) {
    bool repeats = key == still->lastKey;
    still->lastKey = key;
    if (!repeats || still->drawnShare > 0.6) return false;
    if (key == still->key) return true;
    still->key = 0;
    if (!keep(still, renderer, picture, target)) return false;
    still->key = key;
    return true;
}

static int getArea(gxRect rect) {
    return rect.width * rect.height;
}

// Returns the share of the target that is drawn again: the base within the changes.
static double measureDrawn(const gxStill *still, const gxTarget *target, const gxRect *base, int baseCount) {
    double area = 0.0;
    for (int i = 0; i < still->changeCount; ++i)
        for (int k = 0; k < baseCount; ++k)
            area += getArea(gxIntersectRects(still->changes[i], base[k]));
    return area / ((double)target->width * target->height);
}

// Draws what differs from the still part in a changed part, and the rest over it.
static void drawChange(gxRenderer *renderer, const gxPicture *picture, gxRect change, const gxRect *base,
                       int baseCount) {
    for (int i = 0; i < baseCount; ++i) {
        gxRect part = gxIntersectRects(base[i], change);
        if (!gxIsEmptyRect(part)) gxDrawPictureBase(renderer, picture, &part);
    }
    gxDrawPictureOver(renderer, picture, &change);
    gxDrawPictureFront(renderer, picture, &change);
}

void gxDrawWithStill(gxStill *still, gxRenderer *renderer, const gxPicture *picture, const gxTarget *target,
                     const gxCover *covers, int coverCount) {
    uint64_t key = makeKey(picture);
    gxRect base[GX_DAMAGE_MAX];
    int baseCount = findChanges(still, picture, target, key, covers, coverCount, base);
    still->drawnShare = measureDrawn(still, target, base, baseCount);
    if (!usesStill(still, renderer, picture, target, key)) {
        still->drawnShare = 1.0;
        gxBindTarget(target);
        gxDrawPicture(renderer, picture);
        return;
    }
    // First all copies: a software renderer finishes all drawing before each.
    for (int i = 0; i < still->changeCount; ++i)
        gxCopyTargetPart(&still->picture, target, still->changes[i]);
    gxBindTarget(target);
    for (int i = 0; i < still->changeCount; ++i)
        drawChange(renderer, picture, still->changes[i], base, baseCount);
}
