// Normals kept from the step before, so that a contact's direction does not jump while it lasts.
//
// Input: the sufficient regions, and those of the step before (C_(t - dt)). Output: origin and age; the
// normals of regions that keep an earlier choice. Source: [BV92 3], the three cases.
// (1) Eq. 6: the same pair of features was in contact. (2) Eq. 7: a region shrank: its features are the
// earlier ones or bound them, and the earlier ones have convex neighbourhoods; and the two do not collide,
// which they do if the velocity opposes the normal. (3) Eq. 8: all other regions are new.
// A normal that the features determine (that of a face, or of edges that cross) is computed again, and so
// turns with its face: of the same pair in case 1, of the earlier pair in case 2. A choice, as between two
// convex edges, stays fixed in the world, all its normals together, as long as a new one would not be better:
// its planes still keep A above and B below, and it does not point against the gap. So where nothing has
// moved nothing changes, whatever the velocity, on which a new choice would depend.
// Features fall into 64 classes, so that a region is compared only with the earlier ones on features of the
// classes of its own.
#include "contact/normals/contact_cone.h"
#include "foundation/numbers/compiler.h"

#include <string.h>

// Slower motion against a normal, as a part of the speed, is no collision.
static const double COLLIDING = 1e-3;

// Classes of features of both surfaces, as bits.
typedef struct FeatureBits {
    uint64_t a, b;
} FeatureBits;

enum { CLASSES = 64, WORD = 32 };

// The earlier regions on features of each class, as bits: setsA[class * wordCount] and so on.
typedef struct Previous {
    const cdContactRegions *regions;
    uint32_t *setsA, *setsB;
    int32_t wordCount;
} Previous;

// Earlier regions on features of some classes, one by one in ascending order.
typedef struct Candidates {
    FeatureBits bits;
    int32_t word;
    uint32_t left; // of this word
} Candidates;

static int32_t getClass(cdLocation location) {
    uint32_t hash = ((uint32_t)location.index * 4u + (uint32_t)location.kind) * 0x9E3779B1u;
    return (int32_t)(hash >> 26);
}

static uint64_t getBit(cdLocation location) {
    return (uint64_t)1 << getClass(location);
}

static uint64_t getFaceBit(const cdFeatures *features, int32_t halfEdge) {
    int32_t face = features->brep.halfEdges[halfEdge].face;
    return face >= 0 ? getBit((cdLocation){CD_ON_FACE, face}) : 0;
}

// Returns the bits of all features whose closure has this one.
static uint64_t getBitsAround(const cdFeatures *features, cdLocation location) {
    uint64_t bits = getBit(location);
    if (location.kind == CD_ON_EDGE)
        return bits | getFaceBit(features, 2 * location.index) | getFaceBit(features, 2 * location.index + 1);
    if (location.kind != CD_ON_VERTEX) return bits;
    for (int32_t i = features->fanFirst[location.index]; i < features->fanFirst[location.index + 1]; i++) {
        int32_t halfEdge = features->fans[i];
        bits |= getBit((cdLocation){CD_ON_EDGE, halfEdge / 2}) | getFaceBit(features, halfEdge);
    }
    return bits;
}

static uint32_t joinSets(const Previous *previous, const uint32_t *sets, uint64_t bits, int32_t word) {
    uint32_t joined = 0;
    for (int32_t half = 0; half < CLASSES; half += WORD)
        for (uint32_t left = (uint32_t)(bits >> half); left != 0; left &= left - 1)
            joined |= sets[(half + cdFindLowestBit(left)) * previous->wordCount + word];
    return joined;
}

static Candidates startCandidates(uint64_t bitsA, uint64_t bitsB) {
    return (Candidates){.bits = {bitsA, bitsB}, .word = -1};
}

// -1: there are no more.
static int32_t takeCandidate(const Previous *previous, Candidates *candidates) {
    while (candidates->left == 0) {
        if (++candidates->word >= previous->wordCount) return -1;
        uint32_t setA = joinSets(previous, previous->setsA, candidates->bits.a, candidates->word);
        if (setA == 0) continue; // as most are
        candidates->left = setA & joinSets(previous, previous->setsB, candidates->bits.b, candidates->word);
    }
    int32_t bit = cdFindLowestBit(candidates->left);
    candidates->left &= candidates->left - 1;
    return WORD * candidates->word + bit;
}

static bool isTemporaryContact(const cdContactRegion *region) {
    return region->sufficient && region->normalCount > 0;
}

// --- (1)

// Returns a region of the pair: one of the same dimension, then the one with the longest history.
static const cdContactRegion *findSamePair(const Previous *previous, const cdContactRegion *region) {
    Candidates candidates = startCandidates(getBit(region->locationA), getBit(region->locationB));
    const cdContactRegion *found = NULL;
    for (int32_t i; (i = takeCandidate(previous, &candidates)) >= 0;) {
        const cdContactRegion *before = &previous->regions->regions[i];
        if (!isTemporaryContact(before) || !cdIsSameLocation(before->locationA, region->locationA) ||
            !cdIsSameLocation(before->locationB, region->locationB))
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
    if (location.kind == CD_ON_FACE) return true;
    if (location.kind == CD_ON_EDGE) return features->brep.convexEdges[location.index] != 0;
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

// Returns the current normals of an earlier region; its features may determine them again.
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
    WORTH_PIECES,  // each separates some pieces of A and B, but not all of them together
    WORTH_CLOSING, // they separate all, but one points against the gap
    WORTH_ALL
} Worth;

static bool areAllApart(const cdRegionWork *work, const cdLocalCone *a, const cdLocalCone *b,
                        const cdConstraints *set) {
    if (set->normalCount == 1) return cdIsSeparating(a, b, set->normals[0], set->slack);
    return cdAreConesConstrained(work, a, b, set);
}

static Worth findWorth(const cdRegionWork *work, const cdContactRegion *region, const cdConstraints *now) {
    cdLocalCone a, b;
    cdFindConePieces(work, CD_SIDE_A, region->locationA, &a);
    cdFindConePieces(work, CD_SIDE_B, region->locationB, &b);
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

// True if they are as good as a new choice.
static bool isStillGood(const cdRegionWork *work, const cdContactRegion *region, const cdConstraints *now) {
    if (now->normalCount > 3 - region->dimension) return false;
    Worth worth = findWorth(work, region, now);
    if (worth == WORTH_ALL || worth == WORTH_NOTHING) return worth == WORTH_ALL;
    cdContactRegion chosen = *region;
    cdChooseNormals(work, &chosen);
    cdConstraints renewed = {.normalCount = chosen.normalCount};
    for (int32_t i = 0; i < chosen.normalCount; i++)
        renewed.normals[i] = chosen.normals[i];
    return worth >= findWorth(work, region, &renewed);
}

// Returns the earlier region of most dimensions, then the first.
static const cdContactRegion *findLarger(const cdRegionWork *work, const Previous *previous,
                                         const cdContactRegion *region) {
    Candidates candidates =
        startCandidates(getBitsAround(work->a, region->locationA), getBitsAround(work->b, region->locationB));
    const cdContactRegion *found = NULL;
    for (int32_t i; (i = takeCandidate(previous, &candidates)) >= 0;) {
        const cdContactRegion *before = &previous->regions->regions[i];
        if (!isTemporaryContact(before) || (found != NULL && before->dimension <= found->dimension)) continue;
        if (!isShrunk(work, region, before)) continue;
        cdConstraints now = findNormalsNow(work, region, before);
        if (!isColliding(work, region, &now) && findWorth(work, region, &now) == WORTH_ALL) found = before;
    }
    return found;
}

// --- (1) to (3)

static void persist(const cdRegionWork *work, const Previous *previous, cdContactRegion *region) {
    cdVec3 own[3];
    bool determinate = cdFindDeterminateNormals(work, region, own) > 0;
    const cdContactRegion *same = findSamePair(previous, region);
    const cdContactRegion *before = same != NULL ? same : findLarger(work, previous, region);
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

static void addToSet(const Previous *previous, uint32_t *sets, cdLocation location, int32_t region) {
    sets[getClass(location) * previous->wordCount + region / WORD] |= (uint32_t)1 << region % WORD;
}

// False: no memory.
static bool openPrevious(cdRegionWork *work, Previous *previous) {
    const cdContactRegions *regions = work->input->previous;
    previous->regions = regions;
    previous->wordCount = (regions->regionCount + WORD - 1) / WORD;
    size_t count = (size_t)CLASSES * (size_t)previous->wordCount;
    previous->setsA = cdTakeMemory(&work->memory, count, sizeof *previous->setsA);
    previous->setsB = cdTakeMemory(&work->memory, count, sizeof *previous->setsB);
    if (previous->setsA == NULL || previous->setsB == NULL) return false;
    memset(previous->setsA, 0, count * sizeof *previous->setsA);
    memset(previous->setsB, 0, count * sizeof *previous->setsB);
    for (int32_t i = 0; i < regions->regionCount; i++) {
        addToSet(previous, previous->setsA, regions->regions[i].locationA, i);
        addToSet(previous, previous->setsB, regions->regions[i].locationB, i);
    }
    return true;
}

void cdPersistRegions(cdRegionWork *work) {
    if (work->input->previous == NULL) return;
    cdMemory before = work->memory;
    Previous previous;
    bool opened = openPrevious(work, &previous);
    if (!opened) cdStopMeter(work->meter, CD_REASON_WORKSPACE);
    for (int32_t i = 0; i < work->out->regionCount && opened; i++)
        if (work->out->regions[i].sufficient) persist(work, &previous, &work->out->regions[i]);
    work->memory = before;
}
