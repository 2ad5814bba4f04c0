// Pairs of features that may touch, by the B-rep index of one solid.
//
// Input: both solids at their poses, the tolerance E, perhaps their relative velocity. Output: pairs of
// features without repeats, including every two that come within E. Source: [BV92 4.3], steps 2 and 3 of
// FindContacts, and SplitRegions; [BV92 4.1] for culling.
//
// 1. Features of both that move away from the other solid with all their points are culled. 2. The remaining
// features of the solid with fewer features, as far as they are near the other's box (near_box.c), descend
// the other's index: a vertex as a point, an edge as a segment, a face by its triangles, cut down to the box.
// 3. At a node a part goes to each side it is on or near: above with the points of height -w or more, below
// with those of w or less, and both if features lie on the plane. 4. A leaf that is a vertex, an edge or a
// face gives a pair.
//
// Why nothing is missed. Let w = E + r with r the sum of both solids' tolerances. Let t, a tenth of the other
// solid's, be the height within which the index treats points as on a plane. Let x be a point of a part, and
// y one of the other solid, no farther from x than w - t. Where the path of y goes above, y has a height
// above -t, and x one above -w; likewise below; where it stays on the plane, x is within w of it. So at every
// node x is in the part that follows the path of y, and it arrives where y does. Now let two features be
// within E. Merging faces and edges errs by less than a tenth of a tolerance each, and the rounding of poses
// and cuts by a few units of 2^-53. More than half of r remains for choosing y off the border of its feature,
// where the index classifies it as a point of that. This fails only where two borders meet at a very small
// angle, and there the point is on the borders, which are found. A region needs points farther in.
//
// Parts are on a stack whose depth is bounded by the index's: a node takes one part and puts back at most
// three. A polygon that would get too many corners is not cut, which only lets more through.
#include "contact/pairs/near_box.h"

#include "foundation/geometry/boxes.h"
#include "foundation/memory/hooks.h"
#include "solid/index/index_grid.h"

#include <string.h>

enum { CORNER_MAX = 16 };

typedef struct Part {
    int32_t node, count;
    cdVec3 *points; // points[count], a point, a segment or a convex polygon
} Part;

typedef struct Culled {
    uint8_t *features; // features[cdCountEntities], NULL: none
} Culled;

typedef struct Descent {
    cdRegionWork *work;
    cdWorkSide sent;
    const cdFeatures *from, *to;
    const cdSolid *solid; // owner of the index, that of `to`
    cdPose toIndex;       // the sent solid's stored coordinates to those of the index
    cdBox3 box;           // about the other solid, w wider
    double reach;         // w
    Culled culledFrom, culledTo;
    int32_t *stamps; // stamps[cdCountEntities(to)]: the last feature it was paired with, plus 1
    cdEntity source;
    Part *parts; // parts[partCount]
    int32_t partCount;
    bool full; // no room for a pair, or the meter is out
} Descent;

// --- 1. culling

static bool cullFeatures(cdRegionWork *work, cdWorkSide side, Culled *culled) {
    const cdRegionsInput *input = work->input;
    cdVelocity velocity;
    if (!input->culls || !cdGetWorkVelocity(work, &velocity)) return true;
    if (side == CD_SIDE_B) velocity = cdReverseVelocity(velocity);
    const cdFeatures *features = cdGetWorkFeatures(work, side);
    culled->features = cdTakeMemory(&work->memory, (size_t)cdCountEntities(features), sizeof(uint8_t));
    if (culled->features == NULL) return false;
    cdCulling culling = {.vertices = culled->features};
    culling.edges = culling.vertices + features->info.vertexCount;
    culling.faces = culling.edges + features->info.edgeCount;
    cdCullSolid(side == CD_SIDE_A ? work->solidA : work->solidB,
                side == CD_SIDE_A ? input->poseA : input->poseB, &velocity, &culling);
    work->out->culledCount += culling.faceCount + culling.edgeCount + culling.vertexCount;
    return true;
}

static bool isCulled(const Culled *culled, cdEntity entity) {
    return culled->features != NULL && culled->features[entity] != 0;
}

// --- 4. pairs

static void addLeaf(Descent *d, int32_t leaf) {
    cdLocation location = cdGetLeafLocation(leaf);
    cdRegionWork *work = d->work;
    if (location.kind < CD_ON_VERTEX) return;
    cdEntity entity = cdMakeEntity(d->to, location);
    if (d->stamps[entity] == d->source + 1 || isCulled(&d->culledTo, entity)) return;
    d->stamps[entity] = d->source + 1;
    bool sentIsA = d->sent == CD_SIDE_A;
    cdEntityPair pair = {sentIsA ? d->source : entity, sentIsA ? entity : d->source};
    if (!cdAddEntityPair(work, pair)) d->full = true;
}

// --- 3. the descent

// Clips a part to dot(normal, x) >= offset; to[CORNER_MAX]. Returns its number of points.
static int32_t cutPart(const cdVec3 *from, int32_t count, cdVec3 normal, double offset, cdVec3 *to) {
    cdVec3 cut[2 * CORNER_MAX];
    int32_t sides = count > 2 ? count : count - 1, kept = 0;
    for (int32_t i = 0; i < count; i++) {
        cdVec3 a = from[i], b = from[(i + 1) % count];
        double atA = cdDot(normal, a) - offset, atB = cdDot(normal, b) - offset;
        if (atA >= 0.0) cut[kept++] = a;
        if (i < sides && (atA >= 0.0) != (atB >= 0.0)) cut[kept++] = cdLerp(a, b, atA / (atA - atB));
    }
    bool tooMany = kept > CORNER_MAX;
    if (!tooMany) count = kept;
    memmove(to, tooMany ? from : cut, (size_t)count * sizeof(cdVec3));
    return count;
}

// Clips a part to heights in [lower, upper] over a node's plane.
static int32_t cutToSlab(const cdIndexNode *node, const cdVec3 *from, int32_t count, double lower,
                         double upper, cdVec3 *to) {
    int32_t kept = count;
    memcpy(to, from, (size_t)count * sizeof(cdVec3));
    if (lower > -INFINITY) kept = cutPart(to, kept, node->normal, node->offset + lower, to);
    if (upper < INFINITY) kept = cutPart(to, kept, cdNegate(node->normal), -(node->offset + upper), to);
    return kept;
}

// Pushes a part, clipped to heights in [lower, upper] and not empty, to a child of the node.
static void pushChild(Descent *d, const cdIndexNode *node, int32_t child, const cdVec3 *points, int32_t count,
                      double lower, double upper) {
    if (child < 0) {
        addLeaf(d, child);
        return;
    }
    Part *part = &d->parts[d->partCount];
    part->node = child;
    part->count = cutToSlab(node, points, count, lower, upper, part->points);
    d->partCount += part->count > 0;
}

static void splitPart(Descent *d, const cdIndexNode *node, const cdVec3 *points, int32_t count) {
    const double w = d->reach;
    double lowest = INFINITY, highest = -INFINITY;
    for (int32_t i = 0; i < count; i++) {
        double height = cdGetHeight(node, points[i]);
        lowest = cdMin(lowest, height), highest = cdMax(highest, height);
    }
    double lower = lowest < -w ? -w : -INFINITY, upper = highest > w ? w : INFINITY; // where it has to be cut
    bool above = highest >= -w, below = lowest <= w;
    if (above) pushChild(d, node, node->above, points, count, lower, INFINITY);
    if (below) pushChild(d, node, node->below, points, count, -INFINITY, upper);
    if (above && below && node->on != CD_NO_NODE) pushChild(d, node, node->on, points, count, lower, upper);
}

static void sendDown(Descent *d) {
    while (d->partCount > 0 && !d->full) {
        d->full = !cdSpend(d->work->meter, 1);
        Part *part = &d->parts[--d->partCount];
        cdVec3 points[CORNER_MAX]; // the children overwrite the part
        int32_t count = part->count;
        memcpy(points, part->points, (size_t)count * sizeof(cdVec3));
        splitPart(d, &d->solid->nodes[part->node], points, count);
    }
}

// --- 2. features that descend

static int32_t cutToBox(const cdBox3 *box, cdVec3 *points, int32_t count) {
    const cdVec3 axes[3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    for (int i = 0; i < 3 && count > 0; i++) {
        count = cutPart(points, count, axes[i], cdDot(axes[i], box->lower), points);
        count = cutPart(points, count, cdNegate(axes[i]), -cdDot(axes[i], box->upper), points);
    }
    return count;
}

// Returns the start of a part's descent: the root, unless one grid cell holds all within w of the part.
static int32_t findEntry(const Descent *d, const cdVec3 *points, int32_t count) {
    cdBox3 box = cdGrowBox(cdBoundPoints(points, count), d->reach);
    const cdIndexGrid *grid = &d->solid->grid;
    if (grid->side == 0) return 0;
    int32_t lower = cdGetCoarseCell(grid, cdGetGridCell(grid, box.lower));
    int32_t upper = cdGetCoarseCell(grid, cdGetGridCell(grid, box.upper));
    return lower == upper ? cdGetCoarseNode(d->solid, lower) : 0;
}

static void sendPart(Descent *d, const cdVec3 *stored, int32_t count) {
    Part *part = &d->parts[0];
    for (int32_t i = 0; i < count; i++)
        part->points[i] = cdTransformPoint(d->toIndex, stored[i]);
    cdBox3 box = cdBoundPoints(part->points, count);
    if (!cdBoxesMeet(&box, &d->box)) return;
    part->count = cutToBox(&d->box, part->points, count);
    if (part->count == 0) return;
    part->node = findEntry(d, part->points, part->count);
    if (part->node < 0) {
        addLeaf(d, part->node);
        return;
    }
    d->partCount = 1;
    sendDown(d);
}

static void sendFeature(Descent *d) {
    const cdBrep *brep = &d->from->brep;
    cdLocation location = cdGetEntityLocation(d->from, d->source);
    if (location.kind == CD_ON_VERTEX) {
        sendPart(d, &brep->points[location.index], 1);
    } else if (location.kind == CD_ON_EDGE) {
        const cdHalfEdge *sides = &brep->halfEdges[2 * (size_t)location.index];
        const cdVec3 ends[2] = {brep->points[sides[0].start], brep->points[sides[1].start]};
        sendPart(d, ends, 2);
    } else {
        const cdBrepFace *face = &brep->faces[location.index];
        for (int32_t i = 0; i < face->triangleCount && !d->full; i++) {
            const int32_t *corners =
                brep->triangles + 3 * (size_t)brep->faceTriangles[face->firstTriangle + i];
            const cdVec3 points[3] = {brep->meshPoints[corners[0]], brep->meshPoints[corners[1]],
                                      brep->meshPoints[corners[2]]};
            sendPart(d, points, 3);
        }
    }
}

// --- all of it

// A part taken leaves its slot to three, so each level of the index adds two.
static bool takeStack(Descent *d) {
    size_t partMax = 2 * (size_t)d->solid->info.height + 4;
    size_t entityCount = (size_t)cdCountEntities(d->to);
    d->parts = cdTakeMemory(&d->work->memory, partMax, sizeof(Part));
    cdVec3 *points = cdTakeMemory(&d->work->memory, partMax * CORNER_MAX, sizeof(cdVec3));
    d->stamps = cdTakeMemory(&d->work->memory, entityCount, sizeof(int32_t));
    if (d->parts == NULL || points == NULL || d->stamps == NULL) return false;
    memset(d->stamps, 0, entityCount * sizeof(int32_t));
    for (size_t i = 0; i < partMax; i++)
        d->parts[i] = (Part){.points = points + i * CORNER_MAX};
    return true;
}

static Descent startDescent(cdRegionWork *work) {
    bool sendsA = cdCountEntities(work->a) <= cdCountEntities(work->b);
    Descent d = {.work = work, .sent = sendsA ? CD_SIDE_A : CD_SIDE_B};
    d.from = sendsA ? work->a : work->b;
    d.to = sendsA ? work->b : work->a;
    d.solid = sendsA ? work->solidB : work->solidA;
    d.toIndex = sendsA ? work->toWork : cdInvMulPose(work->toWork, cdIdentityPose());
    d.reach = work->tolerance + work->a->info.tolerance + work->b->info.tolerance;
    const cdSolidInfo *info = &d.solid->info;
    d.box = (cdBox3){cdSub(info->bounds.lower, info->center), cdSub(info->bounds.upper, info->center)};
    d.box = cdGrowBox(d.box, d.reach);
    return d;
}

static bool isSolidOf(const cdSolid *solid, const cdFeatures *features) {
    return solid->info.vertexCount == features->info.vertexCount &&
           solid->info.edgeCount == features->info.edgeCount &&
           solid->info.faceCount == features->info.faceCount;
}

static bool findPairs(Descent *d) {
    Culled *ofA = d->sent == CD_SIDE_A ? &d->culledFrom : &d->culledTo;
    Culled *ofB = d->sent == CD_SIDE_A ? &d->culledTo : &d->culledFrom;
    if (!cullFeatures(d->work, CD_SIDE_A, ofA) || !cullFeatures(d->work, CD_SIDE_B, ofB)) return false;
    cdEntity *near;
    int32_t nearCount = cdListEntitiesNearBox(d->work, d->from, d->toIndex, &d->box, &near);
    if (nearCount < 0 || !takeStack(d)) return false;
    for (int32_t i = 0; i < nearCount && !d->full; i++) {
        d->source = near[i];
        if (!isCulled(&d->culledFrom, d->source)) sendFeature(d);
    }
    return !d->full;
}

bool cdFindIndexedPairs(cdRegionWork *work) {
    if (!CD_REQUIRE(isSolidOf(work->solidA, work->a) && isSolidOf(work->solidB, work->b)))
        return cdFindNearPairs(work);
    cdMemory before = work->memory;
    Descent d = startDescent(work);
    bool found = findPairs(&d);
    work->memory = before;
    return found;
}
