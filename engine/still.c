// The key of the still part is a hash of everything that it shows. Its first picture is drawn as usual; the
// second with the same key keeps the still part, so that a moving camera costs nothing more.
#include "engine/still.h"

#include "engine/gl.h"
#include "engine/hash.h"

#include <stdlib.h>

void gxForgetStill(gxStill *still) {
    still->key = still->lastKey = 0;
    still->changes.whole = true;
}

void gxDestroyStill(gxStill *still) {
    gxDestroyTarget(&still->picture);
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

// True if the still part saves little.
static bool isMostlyChanged(const gxChanges *changes, const gxTarget *target) {
    double changed = (double)changes->base.width * changes->base.height;
    return changes->whole || changed > 0.6 * target->width * target->height;
}

void gxDrawWithStill(gxStill *still, gxRenderer *renderer, const gxPicture *picture, const gxTarget *target) {
    uint64_t key = makeKey(picture);
    bool repeats = key == still->lastKey;
    still->lastKey = key;
    still->changes = gxFindChanges(picture);
    bool uses = repeats && !isMostlyChanged(&still->changes, target);
    if (uses && key != still->key) {
        still->key = 0;
        uses = keep(still, renderer, picture, target);
        if (uses) still->key = key;
    }
    still->changes.whole = !uses;
    if (!uses) {
        gxBindTarget(target);
        gxDrawPicture(renderer, picture);
        return;
    }
    gxCopyWholeTarget(&still->picture, target);
    gxBindTarget(target);
    if (still->changes.base.width > 0) gxDrawPictureBase(renderer, picture, &still->changes.base);
    gxDrawPictureFront(renderer, picture);
}

double gxGetDrawnShare(const gxStill *still) {
    const gxRect *base = &still->changes.base;
    if (still->changes.whole) return 1.0;
    return (double)base->width * base->height / ((double)still->picture.width * still->picture.height);
}
