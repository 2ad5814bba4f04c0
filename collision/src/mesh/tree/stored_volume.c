// Rounds the volumes of nodes to the form in which a tree stores them.
//
// Vectors become floats, which the search tests, and rests of 16 bits for what is decided in doubles. A
// sphere or slab about a centre that is off by c, along a direction that is off by d, must be larger by c,
// and by d times the radius.
#include "mesh/tree/stored_volume.h"

static float roundUp(double x) {
    float rounded = (float)x;
    return (double)rounded < x ? nextafterf(rounded, INFINITY) : rounded;
}

static int16_t findRest(double x, float whole, double quantum) {
    double count = nearbyint((x - (double)whole) / quantum);
    return (int16_t)cdMax(-32767.0, cdMin(32767.0, count));
}

// Stores a vector in a lane.
static void storeVector(cdVec3 v, int lane, float whole[3][2]) {
    whole[0][lane] = (float)v.x, whole[1][lane] = (float)v.y, whole[2][lane] = (float)v.z;
}

static void storeRest(cdVec3 v, int lane, double quantum, float whole[3][2], int16_t rest[3][2]) {
    rest[0][lane] = findRest(v.x, whole[0][lane], quantum);
    rest[1][lane] = findRest(v.y, whole[1][lane], quantum);
    rest[2][lane] = findRest(v.z, whole[2][lane], quantum);
}

// The volume is in the tree's unit.
static void storeLane(const cdNodeVolume *volume, int lane, cdTwinVolumes *t, cdTwinDetails *d) {
    storeVector(volume->center, lane, t->center);
    storeRest(volume->center, lane, CD_CENTER_QUANTUM, t->center, d->centerRest);
    storeVector(volume->normal, lane, t->normal);
    storeRest(volume->normal, lane, CD_NORMAL_QUANTUM, t->normal, d->normalRest);
    storeVector(volume->along, lane, d->along);
    double shift = cdLength(cdSub(volume->center, cdJoinCenter(t, d, lane)));
    // The slab must hold with the normal as stored, and made unit.
    double tilt = 2.0 * cdLength(cdSub(volume->normal, cdJoinNormal(t, d, lane)));
    cdVec3 along = {(double)d->along[0][lane], (double)d->along[1][lane], (double)d->along[2][lane]};
    double turn = cdLength(cdSub(volume->along, along)), radius = volume->radius;
    t->radius[lane] = roundUp(radius + shift);
    t->halfHeight[lane] = roundUp(volume->halfHeight + shift + tilt * radius);
    d->halfLength[lane] = roundUp(volume->halfLength + shift + turn * radius);
    d->halfWidth[lane] = roundUp(volume->halfWidth + shift + (tilt + turn) * radius);
}

void cdStoreVolume(cdSphereTree *tree, int32_t node, const cdNodeVolume *volume) {
    cdNodeVolume scaled = *volume;
    double perUnit = 1.0 / tree->unit;
    scaled.center = cdScale(perUnit, volume->center);
    scaled.radius *= perUnit;
    scaled.halfHeight *= perUnit;
    scaled.halfLength *= perUnit;
    scaled.halfWidth *= perUnit;
    int32_t twins = cdGetTwinsOf(node);
    // The root has no sibling: it fills both lanes.
    for (int lane = node == 0 ? 0 : cdGetTwinLane(node); lane <= cdGetTwinLane(node); lane++)
        storeLane(&scaled, lane, &tree->twins[twins], &tree->details[twins]);
}
