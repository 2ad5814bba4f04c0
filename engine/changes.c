// Each item, shadow, marked area and stroke is declared where it may have pixels. What all of them depend on,
// as the view and the light, is in the key of the still part, which is declared everywhere.
#include "engine/changes.h"

#include "engine/bounds.h"
#include "engine/hash.h"

#include <limits.h>

bool gxIsStill(const gxItem *item) {
    return item->fixed && item->opacity >= 1.0f && !item->wire && item->bandsEnd <= 0.0f;
}

#define ADD(value) hash = gxMixBytes(hash, &(value), sizeof(value))

static uint64_t hashCaster(uint64_t hash, const gxItem *item) {
    ADD(item->mesh);
    ADD(item->model);
    return hash;
}

static uint64_t hashItem(const gxFrame *frame, const gxItem *item) {
    const gxPicture *picture = frame->picture;
    uint64_t hash = hashCaster(gxBeginHash(), item);
    uint32_t version = gxGetGpuMeshVersion(item->mesh);
    ADD(version);
    ADD(item->color);
    ADD(item->opacity);
    ADD(item->bandsEnd);
    const bool flags[] = {item->wire,
                          item->edges,
                          item->marked,
                          item->fixed,
                          item->closed,
                          item->castsShadow,
                          gxIsOverGround(frame, item)};
    ADD(flags);
    if (picture->bands && item->bandsEnd > 0.0f) ADD(*picture->bands);
    return hash;
}
#undef ADD

static bool castsMovingShadow(const gxItem *item) {
    return item->castsShadow && !item->fixed;
}

// Moving shadows may fall on every item that is not still: a hash of all their casters.
static uint64_t hashCasters(const gxPicture *picture) {
    uint64_t hash = gxBeginHash();
    for (int i = 0; i < picture->itemCount; ++i)
        if (castsMovingShadow(&picture->items[i])) hash = hashCaster(hash, &picture->items[i]);
    return hash;
}

static void declareStrokes(const gxFrame *frame, const gxStrokeList *list, gxDamage *damage, uint64_t kind) {
    for (int i = 0; list && i < list->count; ++i) {
        const gxStroke *stroke = &list->strokes[i];
        gxDeclare(damage, gxBoundStroke(frame, stroke), gxMixBytes(kind, stroke, sizeof *stroke));
    }
}

static void declareMarks(const gxFrame *frame, gxDamage *damage) {
    const gxPicture *picture = frame->picture;
    const gxFillList *fills = picture->fills;
    for (int i = 0; fills && i + 2 < fills->count; i += 3) {
        const gxFillCorner *corners = &fills->corners[i];
        gxDeclare(damage, gxBoundFill(frame, corners), gxMixBytes(1, corners, 3 * sizeof *corners));
    }
    declareStrokes(frame, picture->overlay, damage, 2);
    declareStrokes(frame, picture->front, damage, 3);
}

static void declareBounds(gxDamage *damage, const gxBounds *bounds, uint64_t hash) {
    for (int i = 0; i < bounds->count; ++i)
        gxDeclare(damage, bounds->rects[i], hash);
}

static void addBase(gxDamage *base, const gxBounds *bounds) {
    for (int i = 0; i < bounds->count; ++i)
        gxDamagePart(base, bounds->rects[i]);
}

// Declares the item and its shadow, and adds to `base` where they change the still part; an item that is
// drawn over it does not.
static void declareItem(const gxFrame *frame, const gxItem *item, uint64_t casters, gxDamage *damage,
                        gxDamage *base) {
    uint64_t hash = hashItem(frame, item);
    gxBounds own = gxBoundItem(frame, item);
    declareBounds(damage, &own, item->wire ? hash : gxMixHash(hash, casters));
    if (item->opacity >= 1.0f && !item->wire && !gxIsOverGround(frame, item)) addBase(base, &own);
    if (!castsMovingShadow(item)) return;
    gxBounds shadow = gxBoundShadow(frame, item);
    declareBounds(damage, &shadow, hashCaster(gxBeginHash(), item));
    addBase(base, &shadow);
}

// Each moving item is compared with each still one.
static bool isTooMuch(const gxPicture *picture) {
    enum { MOST_PAIRS = 2000 };
    int still = 0;
    for (int i = 0; i < picture->itemCount; ++i)
        still += gxIsStill(&picture->items[i]);
    return (int64_t)still * (picture->itemCount - still) > MOST_PAIRS;
}

void gxDeclarePicture(const gxPicture *picture, uint64_t stillKey, gxDamage *damage, gxDamage *base) {
    gxFrame frame = gxMakeFrame(picture);
    gxDeclare(damage, (gxRect){0, 0, damage->width, damage->height}, stillKey);
    if (isTooMuch(picture)) {
        gxDamageAll(damage);
        gxDamagePart(base, gxGetFrameRect(&frame));
        return;
    }
    uint64_t casters = hashCasters(picture);
    for (int i = 0; i < picture->itemCount; ++i) {
        const gxItem *item = &picture->items[i];
        if (!gxIsStill(item)) {
            declareItem(&frame, item, casters, damage, base);
        } else if (item->edges) { // over its surface
            gxBounds bounds = gxBoundItem(&frame, item);
            declareBounds(damage, &bounds, hashItem(&frame, item));
        }
    }
    declareMarks(&frame, damage);
}
