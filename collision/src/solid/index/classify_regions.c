// Classifies sets of points, segments and convex polygons together [BV92 4.3]: function Intersect.
//
// (1) All parts of the set that reach a node are split by its plane (region_parts.c, SplitRegions) and
// descend in three sets. (2) At a leaf the parts get its location and enter the result, unless outside. (3)
// On the way back (MergeRegions) a part on the plane is dropped if the same source has the same location
// beside it, and parts of the same source and location are joined if they are convex together: the inverse of
// splitting.
#include "foundation/memory/hooks.h"
#include "foundation/memory/workspace.h"
#include "solid/index/region_parts.h"

#include <string.h>

enum { JOINED_MAX = 256 };

typedef struct Intersection {
    const cdSolid *solid;
    cdRegionSet *out;
    cdPartStack stack;
} Intersection;

// --- (2)

static void addRegion(cdRegionSet *out, const cdVec3 *points, int32_t count, int32_t source,
                      cdLocation location) {
    if (out->regionCount >= out->regionCapacity || count > out->pointCapacity - out->pointCount) {
        out->truncated = true;
        return;
    }
    memcpy(out->points + out->pointCount, points, (size_t)count * sizeof *points);
    out->regions[out->regionCount++] = (cdRegion){source, location, out->pointCount, count};
    out->pointCount += count;
}

static void addLeaf(Intersection *all, cdPartRun run, int32_t leaf) {
    cdLocation location = cdGetLeafLocation(leaf);
    if (location.kind == CD_OUTSIDE) return;
    for (int32_t i = 0; i < run.count; i++) {
        const cdRegionPart *part = &all->stack.parts[run.first + i];
        addRegion(all->out, all->stack.points + part->first, part->count, part->source, location);
    }
}

// --- (3)

static bool isAlike(const cdRegion *a, const cdRegion *b) {
    return a->source == b->source && a->location.kind == b->location.kind &&
           a->location.index == b->location.index;
}

static void removeRegion(cdRegionSet *out, int32_t region) {
    memmove(out->regions + region, out->regions + region + 1,
            (size_t)(out->regionCount - region - 1) * sizeof *out->regions);
    out->regionCount--;
}

// Removes from regions[first .. last) those with the same location as one beside them, at `last` and later.
static void dropRepeated(cdRegionSet *out, int32_t first, int32_t last) {
    for (int32_t i = last - 1; i >= first; i--)
        for (int32_t k = last; k < out->regionCount; k++)
            if (isAlike(&out->regions[i], &out->regions[k])) {
                removeRegion(out, i);
                last--;
                break;
            }
}

static bool joinRegions(cdRegionSet *out, int32_t i, int32_t k) {
    cdVec3 joined[JOINED_MAX];
    const cdRegion *a = &out->regions[i], *b = &out->regions[k];
    int32_t count = cdJoinParts(out->points + a->firstPoint, a->pointCount, out->points + b->firstPoint,
                                b->pointCount, joined, JOINED_MAX);
    if (count == 0 || count > out->pointCapacity - out->pointCount) return false;
    memcpy(out->points + out->pointCount, joined, (size_t)count * sizeof *joined);
    out->regions[i].firstPoint = out->pointCount;
    out->regions[i].pointCount = count;
    out->pointCount += count;
    removeRegion(out, k);
    return true;
}

static void joinAlike(cdRegionSet *out, int32_t first) {
    for (int32_t i = first; i < out->regionCount; i++)
        for (int32_t k = i + 1; k < out->regionCount;) {
            bool joined = isAlike(&out->regions[i], &out->regions[k]) && joinRegions(out, i, k);
            k = joined ? i + 1 : k + 1;
        }
}

// --- (1)

static void intersect(Intersection *all, cdPartRun run, int32_t at) {
    if (run.count == 0 || all->stack.full) return;
    if (at < 0) {
        addLeaf(all, run, at);
        return;
    }
    const cdIndexNode *node = &all->solid->nodes[at];
    const double tolerance = all->solid->pointTolerance;
    const int32_t partMark = all->stack.partCount, pointMark = all->stack.pointCount;
    const int32_t first = all->out->regionCount;
    cdPartRun on = cdTakeParts(&all->stack, node, run, 0, tolerance);
    if (node->on != CD_NO_NODE) intersect(all, on, node->on);
    const int32_t afterOn = all->out->regionCount;
    intersect(all, cdTakeParts(&all->stack, node, run, 1, tolerance), node->above);
    intersect(all, cdTakeParts(&all->stack, node, run, -1, tolerance), node->below);
    all->stack.partCount = partMark;
    all->stack.pointCount = pointMark;
    dropRepeated(all->out, first, afterOn);
    joinAlike(all->out, first);
}

// --- Conversion of the set to and from the index's frame

// Each level of the descent keeps three sets; a cut part has at most two more points.
static bool takeStack(Intersection *all, const cdRegionSet *in, cdWorkspace *workspace) {
    size_t levels = (size_t)all->solid->info.height + 1, regions = (size_t)in->regionCount;
    size_t parts = regions * (3 * levels + 1);
    size_t points = (size_t)in->pointCount * (3 * levels + 1) + 3 * regions * levels * levels;
    cdMemory memory = cdOpenArena(&workspace->arena);
    all->stack.points = cdTakeMemory(&memory, points, sizeof *all->stack.points);
    all->stack.parts = cdTakeMemory(&memory, parts, sizeof *all->stack.parts);
    all->stack.pointCapacity = points < INT32_MAX ? (int32_t)points : INT32_MAX;
    all->stack.partCapacity = parts < INT32_MAX ? (int32_t)parts : INT32_MAX;
    return all->stack.points != NULL && all->stack.parts != NULL;
}

static bool begin(Intersection *all, const cdRegionSet *in, cdWorkspace *workspace) {
    if (!takeStack(all, in, workspace)) return false;
    for (int32_t i = 0; i < in->pointCount; i++)
        all->stack.points[i] = cdSub(in->points[i], all->solid->info.center);
    for (int32_t i = 0; i < in->regionCount; i++) {
        const cdRegion *region = &in->regions[i];
        all->stack.parts[i] = (cdRegionPart){region->source, region->firstPoint, region->pointCount};
    }
    all->stack.pointCount = in->pointCount;
    all->stack.partCount = in->regionCount;
    return true;
}

static bool areFinite(const cdRegionSet *in) {
    for (int32_t i = 0; i < in->pointCount; i++)
        if (!isfinite(in->points[i].x + in->points[i].y + in->points[i].z)) return false;
    return true;
}

void cdClassifyRegions(const cdMesh *mesh, const cdRegionSet *in, cdWorkspace *workspace, cdRegionSet *out) {
    if (!CD_REQUIRE(out != NULL)) return;
    out->regionCount = out->pointCount = 0;
    out->truncated = false;
    if (!CD_REQUIRE(mesh != NULL && mesh->solid != NULL && workspace != NULL)) return;
    if (!CD_REQUIRE(in != NULL && areFinite(in))) return;
    Intersection all = {.solid = mesh->solid, .out = out};
    if (!begin(&all, in, workspace)) {
        out->truncated = true;
        return;
    }
    intersect(&all, (cdPartRun){0, in->regionCount}, 0);
    out->truncated = out->truncated || all.stack.full;
    for (int32_t i = 0; i < out->pointCount; i++)
        out->points[i] = cdAdd(out->points[i], mesh->solid->info.center);
}
