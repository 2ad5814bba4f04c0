// Merges contact points that are one: where a vertex is within the tolerance of several features that meet,
// each of them is in the intersection set, and so are its edges that pass another one.
//
// Input: the regions. Output: the same without points that another point of their cluster represents. Source:
// [V90 4], figure 7. Steps: (1) Two points are linked if they are closer than four tolerances and their
// features are the same or adjacent on both surfaces; points linked over any number of others form a cluster.
// (2) Of each the point of the highest priority is kept, with the most reliable tangent plane: vertex on
// face, edges that cross, vertex on edge, vertex on vertex; of several faces the nearest. Among equals the
// larger features, then the first, so that the choice is the same when A and B are exchanged. (3) That is
// right for convex neighbourhoods, which [V90] has in mind. A vertex in a corner is as near to each of its
// faces, and any one of them forgets the others. There the cluster's smallest features decide: if the normals
// of (2) do not constrain their neighbourhoods, the region of these features is kept. (4) Lines shorter than
// four tolerances, where an edge passes over the border of a face, belong to the cluster. Points beside 1D
// and 2D regions form clusters among themselves; sufficient.c decides later if they are needed. Regions keep
// their order.
#include "contact/normals/contact_cone.h"
#include "foundation/memory/disjoint_sets.h"
#include "foundation/memory/sort.h"

// --- (1)

// True for points, and lines as short as a cluster is wide: an edge that passes over the border of a face.
static bool isSmall(const cdRegionWork *work, const cdContactRegion *region) {
    return region->dimension == 0 ||
           (region->dimension == 1 && region->measure <= CD_CLUSTER_REACH * work->tolerance);
}

static bool isLinked(const cdFeatures *features, cdLocation x, cdLocation y) {
    if (x.kind == y.kind) return x.index == y.index;
    return cdAreAdjacent(features, x, y);
}

static cdVec3 findMiddle(const cdRegionWork *work, const cdContactRegion *region) {
    const cdVec3 *points = work->out->points + region->firstPoint;
    return cdLerp(points[0], points[region->pointCount - 1], 0.5);
}

// A region that may belong to a cluster.
typedef struct Small {
    cdVec3 middle;
    int32_t region;
} Small;

static bool isSmallBefore(const void *first, const void *second) {
    const Small *a = first, *b = second;
    return a->middle.x != b->middle.x ? a->middle.x < b->middle.x : a->region < b->region;
}

static int32_t listSmall(const cdRegionWork *work, int32_t first, Small *small) {
    int32_t count = 0;
    for (int32_t i = first; i < work->out->regionCount; i++) {
        const cdContactRegion *region = &work->out->regions[i];
        if (isSmall(work, region)) small[count++] = (Small){findMiddle(work, region), i};
    }
    cdSortItems(small, (size_t)count, sizeof *small, isSmallBefore);
    return count;
}

// Joins along x, so that each region is compared only with those near it there.
static void joinSmall(const cdRegionWork *work, const Small *small, int32_t count, int32_t first,
                      int32_t *parents) {
    double reach = CD_CLUSTER_REACH * work->tolerance;
    for (int32_t i = 0; i < count; i++) {
        const cdContactRegion *p = &work->out->regions[small[i].region];
        for (int32_t k = i + 1; k < count && small[k].middle.x - small[i].middle.x <= reach; k++) {
            const cdContactRegion *q = &work->out->regions[small[k].region];
            if (cdLengthSq(cdSub(small[k].middle, small[i].middle)) <= reach * reach &&
                isLinked(work->a, p->locationA, q->locationA) &&
                isLinked(work->b, p->locationB, q->locationB))
                cdJoinSets(parents, small[i].region - first, small[k].region - first);
        }
    }
}

// --- (2)

static int32_t getDimensionSum(const cdContactRegion *region) {
    return cdGetLocationDimension(region->locationA) + cdGetLocationDimension(region->locationB);
}

// Ranks a vertex on a face before two edges, which have the same sum; lines last.
static int32_t getPriority(const cdContactRegion *region) {
    bool onFace = region->locationA.kind == CD_ON_FACE || region->locationB.kind == CD_ON_FACE;
    return region->dimension > 0 ? -1 : 2 * getDimensionSum(region) + (onFace ? 1 : 0);
}

// Returns the distance of a vertex from the plane of the face it is on; 0 for other kinds.
static double findGap(const cdRegionWork *work, const cdContactRegion *region) {
    bool faceB = region->locationB.kind == CD_ON_FACE;
    if (region->dimension > 0 || (!faceB && region->locationA.kind != CD_ON_FACE)) return 0.0;
    int32_t vertex = faceB ? region->locationA.index : region->locationB.index;
    int32_t face = faceB ? region->locationB.index : region->locationA.index;
    cdVec3 point = cdGetWorkPoint(work, faceB ? CD_SIDE_A : CD_SIDE_B, vertex);
    cdWorkPlane plane = cdGetWorkPlane(work, faceB ? CD_SIDE_B : CD_SIDE_A, face);
    return fabs(cdDot(plane.normal, point) - plane.offset);
}

// Measures in the surface's own frame, so that no pose rounds it.
static double findExtent(const cdFeatures *features, cdLocation location) {
    const cdBrep *brep = &features->brep;
    if (location.kind == CD_ON_FACE) return brep->faces[location.index].radius;
    if (location.kind != CD_ON_EDGE) return 0.0;
    return cdLength(cdSub(brep->points[brep->halfEdges[2 * location.index].start],
                          brep->points[brep->halfEdges[2 * location.index + 1].start]));
}

// Orders similar regions independently of an exchange of A and B: the larger features first.
static bool isBefore(const cdRegionWork *work, const cdContactRegion *p, const cdContactRegion *q) {
    double pa = findExtent(work->a, p->locationA), pb = findExtent(work->b, p->locationB);
    double qa = findExtent(work->a, q->locationA), qb = findExtent(work->b, q->locationB);
    if (cdMax(pa, pb) != cdMax(qa, qb)) return cdMax(pa, pb) > cdMax(qa, qb);
    if (cdMin(pa, pb) != cdMin(qa, qb)) return cdMin(pa, pb) > cdMin(qa, qb);
    int32_t sumP = p->locationA.index + p->locationB.index, sumQ = q->locationA.index + q->locationB.index;
    return sumP < sumQ;
}

// Rounding, which differs when A and B are exchanged, must not choose by the gap.
static bool isBetter(const cdRegionWork *work, const cdContactRegion *region, const cdContactRegion *chosen) {
    int32_t priority = getPriority(region), best = getPriority(chosen);
    if (priority != best) return priority > best;
    double gap = findGap(work, region), least = findGap(work, chosen);
    if (fabs(gap - least) > work->borderTolerance) return gap < least;
    return isBefore(work, region, chosen);
}

// Prefers two edges to a vertex on a face, which has the same sum: the latter may be the chosen one.
static bool isSmaller(const cdRegionWork *work, const cdContactRegion *region,
                      const cdContactRegion *smallest) {
    int32_t sum = getDimensionSum(region), least = getDimensionSum(smallest);
    if (sum != least) return sum < least;
    int32_t priority = getPriority(region), lowest = getPriority(smallest);
    return priority != lowest ? priority < lowest : isBefore(work, region, smallest);
}

// --- (3)

static bool isConstrainedBy(const cdRegionWork *work, const cdLocalCone *a, const cdLocalCone *b,
                            const cdContactRegion *region) {
    cdConstraints set = {.slack = cdGetAngleSlack(work, cdMin(a->reach, b->reach))};
    set.normalCount = cdFindDeterminateNormals(work, region, set.normals);
    return cdAreConesConstrained(work, a, b, &set);
}

typedef struct Cluster {
    int32_t chosen, smallest; // regions
} Cluster;

// Fills clusters[root]; the root is the first of its cluster.
static void chooseRegions(const cdRegionWork *work, int32_t first, int32_t *parents, Cluster *clusters) {
    const cdContactRegion *regions = work->out->regions;
    for (int32_t i = first; i < work->out->regionCount; i++) {
        int32_t root = cdFindRoot(parents, i - first);
        Cluster *cluster = &clusters[root];
        if (root == i - first) {
            *cluster = (Cluster){i, i};
            continue;
        }
        if (isBetter(work, &regions[i], &regions[cluster->chosen])) cluster->chosen = i;
        if (isSmaller(work, &regions[i], &regions[cluster->smallest])) cluster->smallest = i;
    }
}

// Chooses the smallest features for a cluster that its chosen region does not constrain.
static void keepSmallest(const cdRegionWork *work, Cluster *cluster) {
    const cdContactRegion *smallest = &work->out->regions[cluster->smallest];
    if (cluster->smallest == cluster->chosen) return;
    cdLocalCone a, b;
    cdFindConePieces(work, CD_SIDE_A, smallest->locationA, &a);
    cdFindConePieces(work, CD_SIDE_B, smallest->locationB, &b);
    bool convex = a.convex && b.convex;
    if (!convex && !isConstrainedBy(work, &a, &b, &work->out->regions[cluster->chosen]))
        cluster->chosen = cluster->smallest;
}

// --- (4)

// A line is dropped only if the smallest features bound its own, so that their test covers its constraints.
static bool isKept(const cdRegionWork *work, int32_t region, Cluster cluster) {
    const cdContactRegion *own = &work->out->regions[region];
    const cdContactRegion *smallest = &work->out->regions[cluster.smallest];
    if (region == cluster.chosen) return true;
    if (own->dimension == 0) return false;
    return work->out->regions[cluster.chosen].dimension > 0 ||
           !cdIsInClosure(work->a, smallest->locationA, own->locationA) ||
           !cdIsInClosure(work->b, smallest->locationB, own->locationB);
}

static int32_t findFirst(const cdContactRegions *out) {
    int32_t first = out->regionCount;
    while (first > 0 && out->regions[first - 1].dimension < 2)
        first--;
    return first;
}

static void markKept(const cdRegionWork *work, int32_t first, int32_t *parents, Cluster *clusters,
                     uint8_t *kept) {
    int32_t count = work->out->regionCount - first;
    chooseRegions(work, first, parents, clusters);
    for (int32_t i = 0; i < count; i++)
        if (parents[i] == i) keepSmallest(work, &clusters[i]);
    for (int32_t i = 0; i < count; i++)
        kept[i] = isKept(work, first + i, clusters[cdFindRoot(parents, i)]);
}

static void removeOthers(cdContactRegions *out, int32_t first, const uint8_t *kept) {
    int32_t count = first;
    for (int32_t i = first; i < out->regionCount; i++) {
        out->clusteredCount += !kept[i - first] && out->regions[i].dimension == 0;
        if (kept[i - first]) out->regions[count++] = out->regions[i];
    }
    out->regionCount = count;
}

void cdReduceClusters(cdRegionWork *work) {
    int32_t first = findFirst(work->out), count = work->out->regionCount - first;
    if (count < 2) return;
    cdMemory before = work->memory;
    int32_t *parents = cdTakeMemory(&work->memory, (size_t)count, sizeof *parents);
    Cluster *clusters = cdTakeMemory(&work->memory, (size_t)count, sizeof *clusters);
    uint8_t *kept = cdTakeMemory(&work->memory, (size_t)count, sizeof *kept);
    Small *small = cdTakeMemory(&work->memory, (size_t)count, sizeof *small);
    if (parents != NULL && clusters != NULL && kept != NULL && small != NULL) {
        cdFillSets(parents, count);
        joinSmall(work, small, listSmall(work, first, small), first, parents);
        markKept(work, first, parents, clusters, kept);
        removeOthers(work->out, first, kept);
    } else {
        cdStopMeter(work->meter, CD_REASON_WORKSPACE);
    }
    work->memory = before;
}
