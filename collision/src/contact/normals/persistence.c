// Normals that stay from the step before, so that a contact's direction does not jump while it lasts.
//
// Input: the sufficient regions, and those of the step before (C_(t - dt)). Output: origin and age; the
// normals of regions that keep a choice made before. Source: [BV92 3], the three cases.
// (1) Eq. 6: the same pair of features was in contact. (2) Eq. 7: a region shrank: its features are now those
// of before or bound them, and those of before have convex neighbourhoods; and the two do not collide, which
// is when the velocity opposes the normal. (3) Eq. 8: all else is new.
// A normal that the features say themselves (that of a face, or of edges that cross) is said again, and so
// turns with the face it belongs to: of the same pair in case 1, of the pair before in case 2. A choice, as
// between two convex edges, stays as it was in the world, all its normals together, as long as a new one
// would not be better: its planes still keep A above and B below, and it does not point against the gap. So
// where nothing has moved nothing changes, whatever the velocity, which a new choice would ask.
#include "contact/normals/contact_cone.h"

// Slower against a normal than this part of the speed is no collision.
static const double COLLIDING = 1e-3;

static bool isSameLocation(cdLocation x, cdLocation y) {
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
        if (!isTemporaryContact(before) || !isSameLocation(before->locationA, region->locationA) ||
            !isSameLocation(before->locationB, region->locationB))
            continue;
        bool alike = before->dimension == region->dimension;
        bool foundAlike = found != NULL && found->dimension == region->dimension;
        if (found == NULL || (alike && !foundAlike) || (alike == foundAlike && before->age > found->age))
            found = before;
    }
    return found;
}

// --- (2)

static bool isConvexPlace(const cdRegionWork *work, cdWorkSide side, cdLocation location) {
    const cdFeatures *features = cdGetWorkFeatures(work, side);
    if (location.where == CD_ON_FACE) return true;
    if (location.where == CD_ON_EDGE) return features->brep.convexEdges[location.index] != 0;
    for (int32_t i = features->fanFirst[location.index]; i < features->fanFirst[location.index + 1]; i++)
        if (features->brep.convexEdges[features->fans[i] / 2] == 0) return false;
    return true;
}

static bool isShrunk(const cdRegionWork *work, const cdContactRegion *region, const cdContactRegion *before) {
    return cdIsInClosure(work->a, region->locationA, before->locationA) &&
           cdIsInClosure(work->b, region->locationB, before->locationB) &&
           isConvexPlace(work, CD_SIDE_A, before->locationA) &&
           isConvexPlace(work, CD_SIDE_B, before->locationB);
}

// The normals of a region before, now; its features may say them anew.
static cdConstraints findNormalsNow(const cdRegionWork *work, const cdContactRegion *region,
                                    const cdContactRegion *before) {
    cdContactRegion pair = *before;
    cdConstraints now = {.normalCount = 0};
    pair.firstPoint = region->firstPoint;
    if (!before->indeterminate) now.normalCount = cdFindDeterminateNormals(work, &pair, now.normals);
    if (now.normalCount > 0) return now;
    now.normalCount = before->normalCount;
    for (int32_t i = 0; i < before->normalCount; i++)
        now.normals[i] = cdInvRotate(work->toWorld.q, before->normals[i]);
    return now;
}

static bool isColliding(const cdRegionWork *work, const cdContactRegion *region, const cdConstraints *now) {
    cdVec3 velocity = cdGetRegionVelocity(work, region);
    for (int32_t i = 0; i < now->normalCount; i++)
        if (cdDot(now->normals[i], velocity) < -COLLIDING * cdLength(velocity)) return true;
    return false;
}

// --- How good normals are

typedef enum Worth {
    WORTH_NOTHING,
    WORTH_PIECES,  // each keeps some piece of A from some piece of B, but not all of them together
    WORTH_CLOSING, // they keep all apart, but one points against the gap
    WORTH_ALL
} Worth;

static bool areAllApart(const cdRegionWork *work, const cdLocalCone *a, const cdLocalCone *b,
                        const cdConstraints *set) {
    if (set->normalCount == 1) return cdIsSeparating(a, b, set->normals[0], set->slack);
    return cdAreConesConstrained(work, a, b, set);
}

static Worth findWorth(const cdRegionWork *work, const cdContactRegion *region, const cdConstraints *now) {
    cdLocalCone a, b;
    cdFindLocalCone(work, CD_SIDE_A, region->locationA, &a);
    cdFindLocalCone(work, CD_SIDE_B, region->locationB, &b);
    cdConstraints set = *now;
    set.slack = cdGetAngleSlack(work, region->dimension > 0 ? region->measure : cdMin(a.reach, b.reach));
    cdVec3 gap = cdGetRegionGap(work, region);
    bool closes = false, pieces = now->normalCount > 0;
    for (int32_t i = 0; i < now->normalCount; i++) {
        closes = closes || cdDot(now->normals[i], gap) < -work->borderTolerance;
        pieces = pieces && cdIsSeparatingPieces(&a, &b, now->normals[i], set.slack);
    }
    if (now->normalCount > 0 && areAllApart(work, &a, &b, &set)) return closes ? WORTH_CLOSING : WORTH_ALL;
    return pieces ? WORTH_PIECES : WORTH_NOTHING;
}

// Whether they are as good as a new choice.
static bool isStillGood(const cdRegionWork *work, const cdContactRegion *region, const cdConstraints *now) {
    if (now->normalCount > 3 - region->dimension) return false;
    Worth worth = findWorth(work, region, now);
    if (worth == WORTH_ALL || worth == WORTH_NOTHING) return worth == WORTH_ALL;
    cdContactRegion chosen = *region;
    cdChooseNormals(work, &chosen);
    cdConstraints anew = {.normalCount = chosen.normalCount};
    for (int32_t i = 0; i < chosen.normalCount; i++)
        anew.normals[i] = chosen.normals[i];
    return worth >= findWorth(work, region, &anew);
}

// Of several the one of most dimensions, then the first.
static const cdContactRegion *findLarger(const cdRegionWork *work, const cdContactRegion *region) {
    const cdContactRegions *previous = work->input->previous;
    const cdContactRegion *found = NULL;
    for (int32_t i = 0; i < previous->regionCount; i++) {
        const cdContactRegion *before = &previous->regions[i];
        if (!isTemporaryContact(before) || (found != NULL && before->dimension <= found->dimension)) continue;
        if (!isShrunk(work, region, before)) continue;
        cdConstraints now = findNormalsNow(work, region, before);
        if (!isColliding(work, region, &now) && findWorth(work, region, &now) == WORTH_ALL) found = before;
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
    cdConstraints now = findNormalsNow(work, region, before);
    if (!isStillGood(work, region, &now)) return;
    for (int32_t i = 0; i < now.normalCount; i++)
        region->normals[i] = now.normals[i];
    region->normalCount = now.normalCount;
    region->indeterminate = true;
}

void cdPersistRegions(cdRegionWork *work) {
    if (work->input->previous == NULL) return;
    for (int32_t i = 0; i < work->out->regionCount; i++)
        if (work->out->regions[i].sufficient) persist(work, &work->out->regions[i]);
}
