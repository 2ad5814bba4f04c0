// Normals that stay from the step before, so that a contact's direction does not jump while it lasts.
//
// Input: the sufficient regions, and those of the step before (C_(t - dt)). Output: origin and age; the
// normals of regions that keep a choice made before. Source: [BV92 3], the three cases.
// (1) Eq. 6: the same pair of features was in contact. (2) Eq. 7: a region shrank: its features are now those
// of before or bound them, and those of before have convex neighbourhoods; and the two do not collide, which
// is when the velocity opposes the normal. (3) Eq. 8: all else is new.
// A normal that the features say themselves (that of a face, or of edges that cross) is said again, and so
// turns with the face it belongs to: of the same pair in case 1, of the pair before in case 2. A choice, as
// between two convex edges, stays as it was in the world, as long as its plane still has A above and B below
// and it does not point against the gap.
#include "contact/contact_cone.h"

// Slower against a normal than this part of the speed is no collision.
static const double COLLIDING = 1e-3;

static bool isSamePlace(cdPlace x, cdPlace y) {
    return x.where == y.where && x.index == y.index;
}

static bool isTemporaryContact(const cdContactRegion *region) {
    return region->sufficient && region->normalCount > 0;
}

// --- (1)

// Of several regions of the pair the one of the same dimension, then the one with the longest history.
static const cdContactRegion *findSamePair(const cdContactRegions *previous, const cdContactRegion *region) {
    const cdContactRegion *found = NULL;
    for (int32_t i = 0; i < previous->regionCount; i++) {
        const cdContactRegion *before = &previous->regions[i];
        if (!isTemporaryContact(before) || !isSamePlace(before->placeA, region->placeA) ||
            !isSamePlace(before->placeB, region->placeB))
            continue;
        bool alike = before->dimension == region->dimension;
        bool foundAlike = found != NULL && found->dimension == region->dimension;
        if (found == NULL || (alike && !foundAlike) || (alike == foundAlike && before->age > found->age))
            found = before;
    }
    return found;
}

// --- (2)

static bool isConvexPlace(const cdRegionWork *work, cdWorkSide side, cdPlace place) {
    const cdSurface *surface = cdGetWorkSurface(work, side);
    if (place.where == CD_ON_FACE) return true;
    if (place.where == CD_ON_EDGE) return surface->brep.convexEdges[place.index] != 0;
    for (int32_t i = surface->fanFirst[place.index]; i < surface->fanFirst[place.index + 1]; i++)
        if (surface->brep.convexEdges[surface->fans[i] / 2] == 0) return false;
    return true;
}

static bool isShrunk(const cdRegionWork *work, const cdContactRegion *region, const cdContactRegion *before) {
    return cdIsInClosure(work->a, region->placeA, before->placeA) &&
           cdIsInClosure(work->b, region->placeB, before->placeB) &&
           isConvexPlace(work, CD_SIDE_A, before->placeA) && isConvexPlace(work, CD_SIDE_B, before->placeB);
}

// The normal of a region before, now; its features may say it anew.
static cdVec3 findNormalNow(const cdRegionWork *work, const cdContactRegion *region,
                            const cdContactRegion *before) {
    cdContactRegion pair = *before;
    cdVec3 normals[3];
    pair.firstPoint = region->firstPoint;
    if (!before->indeterminate && cdFindDeterminateNormals(work, &pair, normals) > 0) return normals[0];
    return cdInvRotate(work->toWorld.q, before->normals[0]);
}

static bool isColliding(const cdRegionWork *work, const cdContactRegion *region, cdVec3 normal) {
    cdVec3 velocity = cdGetRegionVelocity(work, region);
    return cdDot(normal, velocity) < -COLLIDING * cdLength(velocity);
}

static bool isStillSeparating(const cdRegionWork *work, const cdContactRegion *region, cdVec3 normal) {
    cdLocalCone a, b;
    cdFindLocalCone(work, CD_SIDE_A, region->placeA, &a);
    cdFindLocalCone(work, CD_SIDE_B, region->placeB, &b);
    double length = region->dimension > 0 ? region->measure : cdMin(a.reach, b.reach);
    return cdDot(normal, cdGetRegionGap(work, region)) >= -work->borderTolerance &&
           cdIsSeparating(&a, &b, normal, cdGetAngleSlack(work, length));
}

// Of several the one of most dimensions, then the first.
static const cdContactRegion *findLarger(const cdRegionWork *work, const cdContactRegion *region) {
    const cdContactRegions *previous = work->input->previous;
    const cdContactRegion *found = NULL;
    for (int32_t i = 0; i < previous->regionCount; i++) {
        const cdContactRegion *before = &previous->regions[i];
        if (!isTemporaryContact(before) || (found != NULL && before->dimension <= found->dimension)) continue;
        if (!isShrunk(work, region, before)) continue;
        cdVec3 normal = findNormalNow(work, region, before);
        if (!isColliding(work, region, normal) && isStillSeparating(work, region, normal)) found = before;
    }
    return found;
}

// --- (1) to (3)

static void persist(const cdRegionWork *work, cdContactRegion *region) {
    cdVec3 own[3];
    bool determinate = cdFindDeterminateNormals(work, region, own) > 0;
    const cdContactRegion *same = findSamePair(work->input->previous, region);
    const cdContactRegion *before = same != NULL ? same : findLarger(work, region);
    if (before == NULL) return;
    region->origin = same != NULL ? CD_NORMALS_PERSISTED : CD_NORMALS_SHRUNK;
    region->age = before->age + 1;
    if (determinate || (same != NULL && !same->indeterminate)) return;
    cdVec3 normal = findNormalNow(work, region, before);
    if (!isStillSeparating(work, region, normal)) return;
    region->normals[0] = normal;
    region->normalCount = 1;
    region->indeterminate = true;
}

void cdPersistRegions(cdRegionWork *work) {
    if (work->input->previous == NULL) return;
    for (int32_t i = 0; i < work->out->regionCount; i++)
        if (work->out->regions[i].sufficient) persist(work, &work->out->regions[i]);
}
