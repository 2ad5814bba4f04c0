// Contact points that are one: where a vertex is within the tolerance of several features that meet, each of
// them is in the intersection set, and so are its edges that pass another one.
//
// Input: the regions. Output: the same without the points that another of their cluster stands for.
// Source: [V90 4], figure 7. Steps: (1) two points are linked when they are closer than four tolerances and
// their features are the same or adjacent on both surfaces; what is linked over any number of points is a
// cluster. (2) Of each the point of the highest priority is kept, which is that whose tangent plane is
// surest: vertex on face, edges that cross, vertex on edge, vertex on vertex; of several the first by
// features. (3) That is right for convex neighbourhoods, which [V90] has in mind. A vertex in a corner is as
// near to each of its faces, and any one of them forgets the others. There the cluster's smallest features
// say what it is; when the normals of (2) do not constrain their neighbourhoods, the region of these features
// is kept. Points beside 1D and 2D regions form clusters among themselves; whether they are needed is decided
// later (sufficient.c). Regions keep their order.
#include "contact/contact_cone.h"
#include "foundation/disjoint_sets.h"

// --- (1)

static bool isLinked(const cdSurface *surface, cdPlace x, cdPlace y) {
    if (x.where == y.where) return x.index == y.index;
    return cdAreAdjacent(surface, x, y);
}

static void joinPoints(const cdRegionWork *work, int32_t first, int32_t *parents) {
    const cdContactRegions *out = work->out;
    double reach = 4.0 * work->tolerance;
    for (int32_t i = first; i < out->regionCount; i++) {
        const cdContactRegion *p = &out->regions[i];
        for (int32_t k = first; k < i; k++) {
            const cdContactRegion *q = &out->regions[k];
            cdVec3 apart = cdSub(out->points[p->firstPoint], out->points[q->firstPoint]);
            if (cdLengthSq(apart) <= reach * reach && isLinked(work->a, p->placeA, q->placeA) &&
                isLinked(work->b, p->placeB, q->placeB))
                cdJoinSets(parents, i - first, k - first);
        }
    }
}

// --- (2)

static int32_t getDimensionSum(const cdContactRegion *region) {
    return cdGetPlaceDimension(region->placeA) + cdGetPlaceDimension(region->placeB);
}

// A vertex on a face before two edges, which have the same sum.
static int32_t getPriority(const cdContactRegion *region) {
    bool onFace = region->placeA.where == CD_ON_FACE || region->placeB.where == CD_ON_FACE;
    return 2 * getDimensionSum(region) + (onFace ? 1 : 0);
}

// --- (3)

static bool isConstrainedBy(const cdRegionWork *work, const cdLocalCone *a, const cdLocalCone *b,
                            const cdContactRegion *region) {
    cdConstraints set = {.slack = cdGetAngleSlack(work, cdMin(a->reach, b->reach))};
    set.normalCount = cdFindDeterminateNormals(work, region, set.normals);
    return cdAreConesConstrained(work, a, b, &set);
}

static int32_t chooseRegion(const cdRegionWork *work, int32_t first, int32_t root, int32_t *parents) {
    const cdContactRegion *regions = work->out->regions;
    int32_t surest = first + root, smallest = surest;
    for (int32_t i = surest + 1; i < work->out->regionCount; i++) {
        if (cdFindRoot(parents, i - first) != root) continue;
        if (getPriority(&regions[i]) > getPriority(&regions[surest])) surest = i;
        if (getDimensionSum(&regions[i]) < getDimensionSum(&regions[smallest])) smallest = i;
    }
    if (smallest == surest) return surest;
    cdLocalCone a, b;
    cdFindLocalCone(work, CD_SIDE_A, regions[smallest].placeA, &a);
    cdFindLocalCone(work, CD_SIDE_B, regions[smallest].placeB, &b);
    if ((a.convex && b.convex) || isConstrainedBy(work, &a, &b, &regions[surest])) return surest;
    return smallest;
}

static int32_t findFirstPoint(const cdContactRegions *out) {
    int32_t first = out->regionCount;
    while (first > 0 && out->regions[first - 1].dimension == 0)
        first--;
    return first;
}

static void keepChosen(const cdRegionWork *work, int32_t first, int32_t *parents, int32_t *chosen) {
    cdContactRegions *out = work->out;
    int32_t count = out->regionCount - first, kept = first;
    for (int32_t i = 0; i < count; i++)
        if (parents[i] == i) chosen[i] = chooseRegion(work, first, i, parents);
    for (int32_t i = 0; i < count; i++)
        if (chosen[cdFindRoot(parents, i)] == first + i) out->regions[kept++] = out->regions[first + i];
    out->clusteredCount = out->regionCount - kept;
    out->regionCount = kept;
}

void cdReduceClusters(cdRegionWork *work) {
    int32_t first = findFirstPoint(work->out), count = work->out->regionCount - first;
    if (count < 2) return;
    unsigned char *memory = work->memory;
    size_t memorySize = work->memorySize;
    int32_t *parents = cdTakeContactMemory(work, (size_t)count, sizeof *parents);
    int32_t *chosen = cdTakeContactMemory(work, (size_t)count, sizeof *chosen);
    if (parents != NULL && chosen != NULL) {
        cdFillSets(parents, count);
        joinPoints(work, first, parents);
        keepChosen(work, first, parents, chosen);
    } else {
        work->out->truncated = true;
    }
    work->memory = memory;
    work->memorySize = memorySize;
}
