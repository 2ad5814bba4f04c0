// The sufficient subset of the intersection set.
//
// Input: the regions of a pair of surfaces, those of more dimensions first. Output: `sufficient` of each.
// Source: [BV92 3] Definitions 1 and 2, Theorem 1: all 2D regions; then of the 1D and last of the 0D regions
// those near which a part of A or B remains that the adjacent kept regions of more dimensions do not
// constrain. A region's normals are its constraints; cone_constraints.c decides exactly if they cover the
// neighbourhood, piece of A against piece of B. So a region is kept exactly if some translation that the kept
// regions allow brings A into B near it, to the first order.
// Steps: (1) Regions in order of dimension and, among 1D ones, those on a face before those between edges, so
// that an edge which runs within the tolerance of another as well as over a face counts once. (2) The kept
// regions before it that contain it: their features are its own or have its own on their border, and it is
// within four tolerances of them. None: kept. (3) Their normals, or their wedges where the normal is a choice
// still to be made. (4) A line between a reflex and a convex edge may have, for each of the reflex edge's
// faces, the normal of the convex edge's face against it: if only these constrain the point at its end, the
// line's normals are turned. (5) Kept unless these constrain it, also if that is undecided.
// Adjacency is tested first since it is cheap; the work is that of Eq. 4: all regions times those kept.
#include "contact/normals/contact_cone.h"
#include "foundation/memory/sort.h"
#include "mesh/shapes/closest.h"

enum { RANK_AREA, RANK_ON_FACE, RANK_REFLEX, RANK_CONVEX, RANK_POINT, RANK_COUNT };

// --- (1)

static bool isReflexEdge(const cdFeatures *features, cdLocation location) {
    return location.kind == CD_ON_EDGE && features->info.closed &&
           features->brep.convexEdges[location.index] == 0;
}

static int32_t findRank(const cdRegionWork *work, const cdContactRegion *region) {
    if (region->dimension == 2) return RANK_AREA;
    if (region->dimension == 0) return RANK_POINT;
    if (region->locationA.kind == CD_ON_FACE || region->locationB.kind == CD_ON_FACE) return RANK_ON_FACE;
    return isReflexEdge(work->a, region->locationA) || isReflexEdge(work->b, region->locationB) ? RANK_REFLEX
                                                                                                : RANK_CONVEX;
}

// --- (2)

enum { STAR_MAX = 64, FEW_KEPT = 16 };

static const cdLocation noLocation = {CD_ON_VERTEX, -1};

static bool isEntityBefore(const void *a, const void *b) {
    return *(const cdEntity *)a < *(const cdEntity *)b;
}

// A kept region, with data of a polygon that take a walk around it to compute.
typedef struct Kept {
    int32_t region;
    uint64_t order;  // by dimension, descending, then by A's feature
    double extent;   // the width below which the tolerance turns the region's features against each other
    cdSideTree tree; // of a polygon with many corners
} Kept;

// Items [first, end) of a list.
typedef struct KeptRun {
    int32_t first, end;
} KeptRun;

typedef struct KeptList {
    Kept *items; // items[count], kept regions of earlier ranks, in order
    int32_t count;
    int32_t areaCount; // number of polygons, which are all kept: items[i] is region i
    int32_t *found;    // found[foundCount]: items that contain a region
    int32_t foundCount;
    // For A's feature of the last region, which several regions in a row share: its cone, and the items on it
    // or on what it bounds. Index -1: none.
    cdLocalCone cone;
    cdLocation coneOf;
    KeptRun runs[2 * STAR_MAX];
    int32_t runCount;
    cdLocation runsOf;
} KeptList;

static bool isOnSides(const cdSideTree *tree, cdVec3 point, double reach) {
    cdBox3 box = cdGrowBox((cdBox3){point, point}, 1.01 * reach);
    int32_t node = 0;
    for (const cdSideNode *run; (run = cdGetNextRun(tree, &box, &node)) != NULL;)
        for (int32_t i = run->first; i < run->first + run->count; i++)
            if (cdGetSegmentDistanceSq(point, tree->sides[i].from, tree->sides[i].to) <= reach * reach)
                return true;
    return false;
}

// Neighbours of a polygon are at its outline.
static bool isOnRegion(const cdRegionWork *work, const Kept *kept, cdVec3 point) {
    const cdContactRegion *region = &work->out->regions[kept->region];
    const cdVec3 *points = work->out->points + region->firstPoint;
    int32_t count = region->pointCount;
    double reach = CD_CLUSTER_REACH * work->tolerance;
    if (kept->tree.nodeCount > 0) return isOnSides(&kept->tree, point, reach);
    for (int32_t i = 0; i < count; i++)
        if (cdGetSegmentDistanceSq(point, points[i], points[(i + 1) % count]) <= reach * reach) return true;
    return false;
}

static bool contains(const cdRegionWork *work, const Kept *kept, const cdContactRegion *region) {
    const cdContactRegion *larger = &work->out->regions[kept->region];
    if (!cdIsInClosure(work->a, region->locationA, larger->locationA) ||
        !cdIsInClosure(work->b, region->locationB, larger->locationB))
        return false;
    const cdVec3 *points = work->out->points + region->firstPoint;
    if (larger->dimension > region->dimension)
        return isOnRegion(work, kept, cdLerp(points[0], points[region->pointCount - 1], 0.5));
    return isOnRegion(work, kept, points[0]) && isOnRegion(work, kept, points[1]);
}

// Lists the edges and faces that a feature is or bounds, ascending. -1: more than STAR_MAX.
static int32_t listStar(const cdFeatures *features, cdLocation location, cdEntity *star) {
    const cdHalfEdge *halfEdges = features->brep.halfEdges;
    int32_t count = 0;
    if (location.kind != CD_ON_VERTEX) star[count++] = cdMakeEntity(features, location);
    if (location.kind == CD_ON_EDGE)
        for (int32_t h = 2 * location.index; h < 2 * location.index + 2; h++)
            if (halfEdges[h].face >= 0)
                star[count++] = cdMakeEntity(features, (cdLocation){CD_ON_FACE, halfEdges[h].face});
    if (location.kind == CD_ON_VERTEX)
        for (int32_t i = features->fanFirst[location.index]; i < features->fanFirst[location.index + 1];
             i++) {
            int32_t h = features->fans[i];
            if (count + 2 > STAR_MAX) return -1;
            star[count++] = cdMakeEntity(features, (cdLocation){CD_ON_EDGE, h / 2});
            if (halfEdges[h].face >= 0)
                star[count++] = cdMakeEntity(features, (cdLocation){CD_ON_FACE, halfEdges[h].face});
        }
    cdSortItems(star, (size_t)count, sizeof *star, isEntityBefore);
    int32_t kept = 0;
    for (int32_t i = 0; i < count; i++)
        if (kept == 0 || star[kept - 1] < star[i]) star[kept++] = star[i];
    return kept;
}

static uint64_t getOrder(int32_t dimension, cdEntity entity) {
    return (uint64_t)(2 - dimension) << 32 | (uint32_t)entity;
}

static int32_t findFirst(const KeptList *kept, int32_t from, uint64_t order) {
    int32_t first = from, end = kept->count;
    while (first < end) {
        int32_t middle = first + (end - first) / 2;
        if (kept->items[middle].order < order)
            first = middle + 1;
        else
            end = middle;
    }
    return first;
}

// Returns the end of the items of an order; `from`: an earlier one.
static int32_t addRun(KeptList *kept, int32_t from, uint64_t order) {
    int32_t first = findFirst(kept, from, order), end = first;
    while (end < kept->count && kept->items[end].order == order)
        end++;
    if (end > first) kept->runs[kept->runCount++] = (KeptRun){first, end};
    return end;
}

// Lists the items that may contain a region on a feature of A, in their order.
static void listRuns(const cdRegionWork *work, cdLocation location, KeptList *kept) {
    cdEntity star[STAR_MAX];
    int32_t count = kept->count <= FEW_KEPT ? -1 : listStar(work->a, location, star);
    kept->runsOf = location;
    kept->runCount = 0;
    if (count < 0) kept->runs[kept->runCount++] = (KeptRun){0, kept->count};
    for (int32_t dimension = 2, end = 0; dimension > 0; dimension--)
        for (int32_t i = 0; i < count && end < kept->count; i++)
            end = addRun(kept, end, getOrder(dimension, star[i]));
}

static void findContaining(const cdRegionWork *work, const cdContactRegion *region, KeptList *kept) {
    if (!cdIsSameLocation(kept->runsOf, region->locationA)) listRuns(work, region->locationA, kept);
    kept->foundCount = 0;
    for (int32_t r = 0; r < kept->runCount; r++)
        for (int32_t i = kept->runs[r].first; i < kept->runs[r].end; i++)
            if (contains(work, &kept->items[i], region)) kept->found[kept->foundCount++] = i;
}

// --- (3)

static double findExtent(const cdRegionWork *work, const cdContactRegion *region) {
    if (region->dimension < 2) return region->measure;
    const cdVec3 *points = work->out->points + region->firstPoint;
    double longest = 0.0;
    for (int32_t i = 1; i < region->pointCount; i++)
        longest = cdMax(longest, cdLength(cdSub(points[i], points[0])));
    return longest > 0.0 ? region->measure / longest : 0.0;
}

static void addConstraint(const cdRegionWork *work, const Kept *kept, cdConstraints *set) {
    const cdContactRegion *region = &work->out->regions[kept->region];
    cdVec3 normals[3] = {region->normals[0], region->normals[1], region->normals[2]};
    int32_t count = region->normalCount;
    if (count == 0) count = cdFindDeterminateNormals(work, region, normals);
    set->slack = cdMax(set->slack, cdGetAngleSlack(work, kept->extent));
    for (int32_t i = 0; i < count; i++)
        cdAddConstraintNormal(set, normals[i]);
    bool isWedges = region->locationA.kind == CD_ON_EDGE && region->locationB.kind == CD_ON_EDGE;
    if (count == 0 && isWedges && set->wedgeCount < CD_MAX_WEDGE_PAIRS)
        set->wedges[set->wedgeCount++] = (cdWedgePair){region->locationA.index, region->locationB.index};
}

// --- (4)

// Returns the normal of the convex edge's face that most opposes the reflex edge's face with this normal.
static cdVec3 findFacing(const cdRegionWork *work, cdWorkSide side, int32_t edge, cdVec3 normal) {
    cdVec3 best = normal;
    double most = -2.0;
    for (int32_t h = 2 * edge; h < 2 * edge + 2; h++) {
        int32_t face = cdGetWorkFeatures(work, side)->brep.halfEdges[h].face;
        cdVec3 outward = cdGetWorkPlane(work, side, face).normal;
        cdVec3 toA = side == CD_SIDE_A ? cdNegate(outward) : outward;
        if (cdDot(toA, normal) > most) most = cdDot(toA, normal), best = toA;
    }
    return best;
}

// The turned normals allow no more than before, so regions that were not needed stay so.
static bool turnNormals(const cdRegionWork *work, cdContactRegion *line, const cdLocalCone *a,
                        const cdLocalCone *b, const cdConstraints *set) {
    if (!work->a->info.closed || !work->b->info.closed) return false;
    bool reflexB = isReflexEdge(work->b, line->locationB);
    cdWorkSide side = reflexB ? CD_SIDE_A : CD_SIDE_B;
    int32_t edge = reflexB ? line->locationA.index : line->locationB.index;
    cdVec3 normals[3] = {line->normals[0], line->normals[1]};
    if (line->normalCount == 0 && cdFindDeterminateNormals(work, line, normals) != 2) return false;
    for (int32_t turned = 1; turned < 4; turned++) {
        cdConstraints tried = *set;
        cdVec3 chosen[2];
        for (int32_t i = 0; i < 2; i++) {
            chosen[i] = turned & (1 << i) ? findFacing(work, side, edge, normals[i]) : normals[i];
            cdAddConstraintNormal(&tried, chosen[i]);
        }
        if (!cdAreConesConstrained(work, a, b, &tried)) continue;
        line->normals[0] = chosen[0], line->normals[1] = chosen[1];
        line->normalCount = 2;
        return true;
    }
    return false;
}

// --- (5)

// If there is no room for a tree the sides are tested one by one.
static cdSideTree plantTree(cdRegionWork *work, const cdContactRegion *region) {
    const cdVec3 *points = work->out->points + region->firstPoint;
    int32_t count = region->pointCount;
    cdMemory before = work->memory;
    if (count < CD_SIDE_TREE_MIN) return (cdSideTree){.nodeCount = 0};
    cdSide *sides = cdTakeMemory(&work->memory, (size_t)count, sizeof *sides);
    cdSideNode *nodes = cdTakeMemory(&work->memory, (size_t)cdCountSideNodes(count), sizeof *nodes);
    if (sides == NULL || nodes == NULL) {
        work->memory = before;
        return (cdSideTree){.nodeCount = 0};
    }
    for (int32_t i = 0; i < count; i++)
        sides[i] = (cdSide){points[i], points[(i + 1) % count]};
    return cdBuildSideTree(sides, count, nodes);
}

static void listKept(cdRegionWork *work, KeptList *kept) {
    kept->count = kept->areaCount;
    kept->runsOf = noLocation;
    for (int32_t i = kept->areaCount; i < work->out->regionCount; i++) {
        const cdContactRegion *region = &work->out->regions[i];
        if (!region->sufficient) continue;
        uint64_t order = getOrder(region->dimension, cdMakeEntity(work->a, region->locationA));
        kept->items[kept->count++] = (Kept){i, order, findExtent(work, region), plantTree(work, region)};
        kept->areaCount += region->dimension == 2;
    }
}

static const cdLocalCone *getConeOfA(const cdRegionWork *work, cdLocation location, KeptList *kept) {
    if (!cdIsSameLocation(kept->coneOf, location)) cdFindConePieces(work, CD_SIDE_A, location, &kept->cone);
    kept->coneOf = location;
    return &kept->cone;
}

static bool isNeeded(const cdRegionWork *work, const cdContactRegion *region, KeptList *kept) {
    findContaining(work, region, kept);
    if (kept->foundCount == 0) return true;
    cdConstraints set = {.normalCount = 0};
    for (int32_t i = 0; i < kept->foundCount; i++)
        addConstraint(work, &kept->items[kept->found[i]], &set);
    const cdLocalCone *a = getConeOfA(work, region->locationA, kept);
    cdLocalCone b;
    cdFindConePieces(work, CD_SIDE_B, region->locationB, &b);
    if (cdAreConesConstrained(work, a, &b, &set)) return false;
    for (int32_t i = 0; i < kept->foundCount && region->dimension == 0; i++) {
        cdContactRegion *line = &work->out->regions[kept->items[kept->found[i]].region];
        if (findRank(work, line) == RANK_REFLEX && turnNormals(work, line, a, &b, &set)) return false;
    }
    return true;
}

void cdSelectSufficient(cdRegionWork *work) {
    cdContactRegions *out = work->out;
    cdMemory before = work->memory;
    KeptList kept;
    kept.count = kept.areaCount = kept.foundCount = 0;
    kept.coneOf = noLocation;
    kept.items = cdTakeMemory(&work->memory, (size_t)out->regionCount, sizeof *kept.items);
    kept.found = cdTakeMemory(&work->memory, (size_t)out->regionCount, sizeof *kept.found);
    bool hasRoom = kept.items != NULL && kept.found != NULL;
    if (!hasRoom) cdStopMeter(work->meter, CD_REASON_WORKSPACE);
    for (int32_t rank = 0; rank < RANK_COUNT; rank++) {
        if (hasRoom) listKept(work, &kept);
        for (int32_t i = 0; i < out->regionCount; i++) {
            cdContactRegion *region = &out->regions[i];
            if (findRank(work, region) != rank || !cdSpend(work->meter, 1)) continue;
            region->sufficient = isNeeded(work, region, &kept);
        }
    }
    work->memory = before;
}
