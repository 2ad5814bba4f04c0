// The sufficient subset of the intersection set.
//
// Input: the regions of a pair of surfaces, those of more dimensions first. Output: `sufficient` of each.
// Source: [BV92 3] Definitions 1 and 2, Theorem 1: all 2D regions; then of the 1D and last of the 0D regions
// those near which something of A or B is left that the adjacent kept regions of more dimensions do not
// constrain. What a region constrains is what its normals forbid; whether that covers the neighbourhood is
// decided exactly (cone_constraints.c), piece of A against piece of B. So a region is kept just when some
// translation that the kept regions allow brings A into B near it, to the first order.
// Steps: (1) regions in order of dimension and, among 1D ones, those on a face before those between edges, so
// that an edge which runs within the tolerance of another as well as over a face counts once. (2) The kept
// regions before it that contain it: their features are its own or have its own on their border, and it is
// within four tolerances of them. None: kept. (3) Their normals, or their wedges where the normal is a choice
// still to be made. (4) A line between a reflex and a convex edge may have, for each of the reflex edge's
// faces, the normal of the convex edge's face against it: where the point at its end is constrained that way
// alone, the line's normals are turned. (5) Kept unless these constrain it. Where that is undecided it is
// kept.
// Adjacency is asked first since it is cheap; the work is that of Eq. 4: all regions times those kept.
#include "contact/contact_cone.h"
#include "mesh/closest.h"

enum { RANK_AREA, RANK_ON_FACE, RANK_REFLEX, RANK_CONVEX, RANK_POINT, RANK_COUNT };

// --- (1)

static bool isReflexEdge(const cdSurface *surface, cdPlace place) {
    return place.where == CD_ON_EDGE && surface->info.closed && surface->brep.convexEdges[place.index] == 0;
}

static int32_t findRank(const cdRegionWork *work, const cdContactRegion *region) {
    if (region->dimension == 2) return RANK_AREA;
    if (region->dimension == 0) return RANK_POINT;
    if (region->placeA.where == CD_ON_FACE || region->placeB.where == CD_ON_FACE) return RANK_ON_FACE;
    return isReflexEdge(work->a, region->placeA) || isReflexEdge(work->b, region->placeB) ? RANK_REFLEX
                                                                                          : RANK_CONVEX;
}

// --- (2)

// What borders a polygon is at its outline.
static bool isOnRegion(const cdRegionWork *work, const cdContactRegion *region, cdVec3 point) {
    const cdVec3 *points = work->out->points + region->firstPoint;
    int32_t count = region->pointCount;
    double reach = CD_CLUSTER_REACH * work->tolerance;
    for (int32_t i = 0; i < count; i++)
        if (cdGetSegmentDistanceSq(point, points[i], points[(i + 1) % count]) <= reach * reach) return true;
    return false;
}

static bool contains(const cdRegionWork *work, const cdContactRegion *larger, const cdContactRegion *region) {
    if (!cdIsInClosure(work->a, region->placeA, larger->placeA) ||
        !cdIsInClosure(work->b, region->placeB, larger->placeB))
        return false;
    const cdVec3 *points = work->out->points + region->firstPoint;
    if (larger->dimension > region->dimension)
        return isOnRegion(work, larger, cdLerp(points[0], points[region->pointCount - 1], 0.5));
    return isOnRegion(work, larger, points[0]) && isOnRegion(work, larger, points[1]);
}

// --- (3)

// The width below which the tolerance turns a region's features against each other.
static double findExtent(const cdRegionWork *work, const cdContactRegion *region) {
    if (region->dimension < 2) return region->measure;
    const cdVec3 *points = work->out->points + region->firstPoint;
    double longest = 0.0;
    for (int32_t i = 1; i < region->pointCount; i++)
        longest = cdMax(longest, cdLength(cdSub(points[i], points[0])));
    return longest > 0.0 ? region->measure / longest : 0.0;
}

static void addConstraint(const cdRegionWork *work, const cdContactRegion *region, cdConstraints *set) {
    cdVec3 normals[3] = {region->normals[0], region->normals[1], region->normals[2]};
    int32_t count = region->normalCount;
    if (count == 0) count = cdFindDeterminateNormals(work, region, normals);
    set->slack = cdMax(set->slack, cdGetAngleSlack(work, findExtent(work, region)));
    for (int32_t i = 0; i < count; i++)
        cdAddConstraintNormal(set, normals[i]);
    bool isWedges = region->placeA.where == CD_ON_EDGE && region->placeB.where == CD_ON_EDGE;
    if (count == 0 && isWedges && set->wedgeCount < CD_MAX_WEDGE_PAIRS)
        set->wedges[set->wedgeCount++] = (cdWedgePair){region->placeA.index, region->placeB.index};
}

// --- (4)

// The face of the convex edge that looks most against the reflex edge's face with this normal.
static cdVec3 findFacing(const cdRegionWork *work, cdWorkSide side, int32_t edge, cdVec3 normal) {
    cdVec3 best = normal;
    double most = -2.0;
    for (int32_t h = 2 * edge; h < 2 * edge + 2; h++) {
        int32_t face = cdGetWorkSurface(work, side)->brep.halfEdges[h].face;
        cdVec3 outward = cdGetWorkPlane(work, side, face).normal;
        cdVec3 toA = side == CD_SIDE_A ? cdNegate(outward) : outward;
        if (cdDot(toA, normal) > most) most = cdDot(toA, normal), best = toA;
    }
    return best;
}

// What the turned normals allow they allowed before, so what was not needed stays so.
static bool turnNormals(const cdRegionWork *work, cdContactRegion *line, const cdLocalCone *a,
                        const cdLocalCone *b, const cdConstraints *set) {
    if (!work->a->info.closed || !work->b->info.closed) return false;
    bool reflexB = isReflexEdge(work->b, line->placeB);
    cdWorkSide side = reflexB ? CD_SIDE_A : CD_SIDE_B;
    int32_t edge = reflexB ? line->placeA.index : line->placeB.index;
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

// The kept regions of the ranks before, in order.
typedef struct Kept {
    int32_t *regions; // regions[count]
    int32_t count;
} Kept;

static void listKept(const cdContactRegions *out, Kept *kept) {
    kept->count = 0;
    for (int32_t i = 0; i < out->regionCount; i++)
        if (out->regions[i].sufficient) kept->regions[kept->count++] = i;
}

static bool isNeeded(const cdRegionWork *work, const cdContactRegion *region, const Kept *kept) {
    cdConstraints set = {.normalCount = 0};
    cdContactRegion *regions = work->out->regions;
    bool found = false;
    for (int32_t i = 0; i < kept->count; i++) {
        const cdContactRegion *larger = &regions[kept->regions[i]];
        if (!contains(work, larger, region)) continue;
        addConstraint(work, larger, &set);
        found = true;
    }
    if (!found) return true;
    cdLocalCone a, b;
    cdFindLocalCone(work, CD_SIDE_A, region->placeA, &a);
    cdFindLocalCone(work, CD_SIDE_B, region->placeB, &b);
    if (cdAreConesConstrained(work, &a, &b, &set)) return false;
    for (int32_t i = 0; i < kept->count && region->dimension == 0; i++) {
        cdContactRegion *line = &regions[kept->regions[i]];
        if (findRank(work, line) == RANK_REFLEX && contains(work, line, region) &&
            turnNormals(work, line, &a, &b, &set))
            return false;
    }
    return true;
}

void cdSelectSufficient(cdRegionWork *work) {
    cdContactRegions *out = work->out;
    cdMemory before = work->memory;
    Kept kept = {cdTakeMemory(&work->memory, (size_t)out->regionCount, sizeof *kept.regions), 0};
    if (kept.regions == NULL) out->truncated = true;
    for (int32_t rank = 0; rank < RANK_COUNT; rank++) {
        if (kept.regions != NULL) listKept(out, &kept);
        for (int32_t i = 0; i < out->regionCount; i++) {
            cdContactRegion *region = &out->regions[i];
            if (findRank(work, region) == rank) region->sufficient = isNeeded(work, region, &kept);
        }
    }
    work->memory = before;
}
