// Axis-aligned boxes.
#ifndef CD_BOXES_H
#define CD_BOXES_H

#include "collision/vecmath.h"
#include "foundation/numbers/float_mode.h"

#include <stdbool.h>
#include <stdint.h>

// Bounds points[count], at least one.
static inline cdBox3 cdBoundPoints(const cdVec3 *points, int32_t count) {
    cdBox3 box = {points[0], points[0]};
    for (int32_t i = 1; i < count; i++) {
        cdVec3 p = points[i];
        box.lower = (cdVec3){cdMin(box.lower.x, p.x), cdMin(box.lower.y, p.y), cdMin(box.lower.z, p.z)};
        box.upper = (cdVec3){cdMax(box.upper.x, p.x), cdMax(box.upper.y, p.y), cdMax(box.upper.z, p.z)};
    }
    return box;
}

// Returns the smallest box around both.
static inline cdBox3 cdJoinBoxes(const cdBox3 *a, const cdBox3 *b) {
    cdVec3 lower = {cdMin(a->lower.x, b->lower.x), cdMin(a->lower.y, b->lower.y),
                    cdMin(a->lower.z, b->lower.z)};
    cdVec3 upper = {cdMax(a->upper.x, b->upper.x), cdMax(a->upper.y, b->upper.y),
                    cdMax(a->upper.z, b->upper.z)};
    return (cdBox3){lower, upper};
}

static inline cdBox3 cdGrowBox(cdBox3 box, double by) {
    cdVec3 d = {by, by, by};
    return (cdBox3){cdSub(box.lower, d), cdAdd(box.upper, d)};
}

static inline bool cdBoxesMeet(const cdBox3 *a, const cdBox3 *b) {
    return a->lower.x <= b->upper.x && b->lower.x <= a->upper.x && a->lower.y <= b->upper.y &&
           b->lower.y <= a->upper.y && a->lower.z <= b->upper.z && b->lower.z <= a->upper.z;
}

// True if they are within `reach` of each other along every axis.
static inline bool cdAreBoxesNear(const cdBox3 *a, const cdBox3 *b, double reach) {
    return a->lower.x <= b->upper.x + reach && b->lower.x <= a->upper.x + reach &&
           a->lower.y <= b->upper.y + reach && b->lower.y <= a->upper.y + reach &&
           a->lower.z <= b->upper.z + reach && b->lower.z <= a->upper.z + reach;
}

#endif
