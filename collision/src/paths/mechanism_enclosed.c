// Contact throughout a range of a joint, by a vertex that stays inside of the other mesh.
//
// Let one mesh, the shell, be closed and oriented, and the other one, the probe, be connected. If the shell's
// winding numbers about two vertices of the probe differ, the path between them on the probe's surface meets
// the shell: without a crossing the winding number along it would not change. While both vertices move and
// stay off the shell, their winding numbers stay, and so does the contact. A vertex moves by at most its
// distance from the joint's axis times the change of the value.
//
// (1) The two vertices: one of the deepest inside, and one as far outside, up to a factor of 3, by a descent
// of the probe's sphere tree. A sphere whose centre is deeper than its radius has no vertex outside. (2)
// Steps from a value with a contact: each as long as both vertices stay off the shell for certain. Where the
// steps become short, other vertices are taken.
#include "continuous/nearest/nearest.h"
#include "continuous/nearest/winding.h"
#include "foundation/numbers/rounding.h"
#include "paths/mechanism_search.h"

#include <math.h>

enum { STACK_SIZE = 64, VISITS_MAX = 80, STEPS_MAX = 400 };
static const double FACTOR = 3.0;     // of the depth of the best vertex, at most
static const double SHORT_STEP = 0.3; // of the first step with the same vertices

// One mesh's vertices seen by the other.
typedef struct Sight {
    cdChainWork *work;
    const cdMesh *probe, *shell;
    cdPose pose;     // of the probe in the shell's frame
    bool isReversed; // the probe is B
    int32_t hint;    // triangle near the last point
    int32_t visits;
} Sight;

static bool canEnclose(const cdMesh *probe, const cdMesh *shell) {
    const cdMeshInfo *info = &shell->info;
    bool isSolid = info->closed && info->manifold && info->oriented;
    return isSolid && probe->info.componentCount == 1 && probe->rounding == 0.0 && shell->rounding == 0.0;
}

// Returns a point of the probe in the frame of the shell's vertices.
static cdVec3 placePoint(const Sight *sight, cdVec3 point) {
    return cdSub(cdTransformPoint(sight->pose, cdAdd(point, sight->probe->center)), sight->shell->center);
}

static bool isInside(const Sight *sight, cdVec3 point) {
    cdPointStats stats = {0};
    return cdFindWindingNumber(sight->shell, point, &stats) != 0;
}

// Returns a lower bound on the distance of a point from the shell's surface, at most `most`; 0: none.
static double measurePoint(Sight *sight, cdVec3 point, double most) {
    cdNearestPoint found =
        cdFindNearestPoint(sight->shell, point, most, sight->hint, sight->work->meter, NULL, NULL);
    if (cdIsOut(sight->work->meter)) return 0.0;
    if (!found.found) return most;
    sight->hint = found.triangle;
    return cdMax(0.0, found.lower);
}

// --- (1)

typedef struct Descent {
    Sight *sight;
    bool inside; // the side that is searched
    double enough;
    double best; // depth of the vertex
    int32_t vertex;
    int32_t stack[STACK_SIZE];
    int32_t height;
} Descent;

static int32_t pickVertex(const cdMesh *mesh, int32_t node) {
    const cdLeafEntry *entry = &mesh->tree.entries[mesh->tree.links[node].firstEntry];
    return mesh->triangles[3 * (size_t)entry->triangle];
}

static void keepVertex(Descent *descent, int32_t vertex, double depth) {
    if (!(depth > descent->best)) return;
    descent->best = depth;
    descent->vertex = vertex;
}

// Returns a bound on the depth of the vertices of a node, and keeps one of them if it is deep enough.
static double visitNode(Descent *descent, int32_t node) {
    Sight *sight = descent->sight;
    const cdSphereTree *tree = &sight->probe->tree;
    double radius = cdGetNodeRadius(tree, node);
    cdVec3 center = placePoint(sight, cdGetNodeVolume(tree, node).center);
    sight->visits++;
    if (isInside(sight, center) == descent->inside) {
        double depth = measurePoint(sight, center, descent->enough + radius);
        keepVertex(descent, pickVertex(sight->probe, node), depth - radius);
        return depth + radius;
    }
    double most = radius - FACTOR * descent->best;
    return most > 0.0 ? radius - measurePoint(sight, center, most) : 0.0;
}

static void visitLeaf(Descent *descent, int32_t node) {
    Sight *sight = descent->sight;
    const cdMesh *probe = sight->probe;
    int32_t vertex = pickVertex(probe, node);
    cdVec3 point = placePoint(sight, probe->vertices[vertex]);
    sight->visits++;
    if (isInside(sight, point) == descent->inside)
        keepVertex(descent, vertex, measurePoint(sight, point, descent->enough));
}

static void openNode(Descent *descent, int32_t node) {
    int32_t child = descent->sight->probe->tree.links[node].firstChild;
    if (child < 0) {
        visitLeaf(descent, node);
        return;
    }
    double bounds[2];
    for (int k = 0; k < 2; k++)
        bounds[k] = visitNode(descent, child + k);
    int last = bounds[1] > bounds[0]; // visited first
    for (int k = 0; k < 2 && descent->height < STACK_SIZE; k++) {
        int which = k == 0 ? 1 - last : last;
        if (bounds[which] > FACTOR * descent->best) descent->stack[descent->height++] = child + which;
    }
}

// Takes a vertex on the side. `known`: one there with its depth, or -1. `enough`: depth that ends the search.
static cdAnchor findAnchor(Sight *sight, bool inside, double enough, const cdAnchor *known) {
    Descent descent = {
        .sight = sight, .inside = inside, .enough = enough, .vertex = known->vertex, .height = 1};
    descent.best = known->depth;
    sight->hint = known->hint;
    sight->visits = 0;
    while (descent.height > 0 && sight->visits < VISITS_MAX && !(descent.best >= enough))
        openNode(&descent, descent.stack[--descent.height]);
    return (cdAnchor){descent.vertex, sight->hint, descent.best};
}

// --- (2)

// The vertices that certify a contact.
typedef struct Pair {
    Sight sight;
    cdAnchor anchors[2]; // inside, outside
} Pair;

static Pair openPairOf(cdChainWork *work, bool isReversed) {
    const cdChain *chain = &work->chain;
    Pair pair = {.sight = {.work = work, .isReversed = isReversed, .hint = -1}};
    pair.sight.probe = isReversed ? chain->b : chain->a;
    pair.sight.shell = isReversed ? chain->a : chain->b;
    for (int side = 0; side < 2; side++)
        pair.anchors[side] = work->hints.anchors[isReversed][side];
    return pair;
}

static void closePair(const Pair *pair) {
    const Sight *sight = &pair->sight;
    for (int side = 0; side < 2; side++)
        sight->work->hints.anchors[sight->isReversed][side] = pair->anchors[side];
}

static void placeProbe(Pair *pair, const double *values) {
    cdPose pose = cdGetChainPose(&pair->sight.work->chain, values);
    pair->sight.pose = pair->sight.isReversed ? cdInvMulPose(pose, cdIdentityPose()) : pose;
}

// Returns the distance of a vertex from the axis of the joint; 1 for a slider.
static double getLever(const Pair *pair, int32_t vertex) {
    const cdChain *chain = &pair->sight.work->chain;
    const cdMesh *probe = pair->sight.probe;
    if (!chain->joints[0].isHinge) return 1.0;
    cdVec3 point = cdAdd(probe->vertices[vertex], probe->center), axis = chain->joints[0].axis;
    point = pair->sight.isReversed ? cdInvTransformPoint(chain->between[0], point)
                                   : cdTransformPoint(chain->between[1], point);
    return cdLength(cdSub(point, cdScale(cdDot(axis, point), axis)));
}

// Computes the depth of a vertex.
static double measureAnchor(Pair *pair, int side) {
    Sight *sight = &pair->sight;
    cdAnchor *anchor = &pair->anchors[side];
    anchor->depth = 0.0;
    if (anchor->vertex < 0) return 0.0;
    cdVec3 point = placePoint(sight, sight->probe->vertices[anchor->vertex]);
    sight->hint = anchor->hint;
    double depth = measurePoint(sight, point, INFINITY) - 2.0 * sight->work->rounding;
    anchor->hint = sight->hint;
    if (depth > 0.0 && isInside(sight, point) == (side == 0)) anchor->depth = depth;
    return anchor->depth;
}

static double measureAnchors(Pair *pair) {
    return measureAnchor(pair, 0) > 0.0 ? cdMin(pair->anchors[0].depth, measureAnchor(pair, 1)) : 0.0;
}

// Takes other vertices. `least`: depth that they need.
static void chooseAnchors(Pair *pair, double least) {
    Sight *sight = &pair->sight;
    cdAnchor known = pair->anchors[0];
    if (known.vertex >= 0) known.depth = cdMax(known.depth, least / FACTOR);
    pair->anchors[0] = findAnchor(sight, true, INFINITY, &known);
    if (pair->anchors[0].vertex >= 0)
        pair->anchors[1] = findAnchor(sight, false, pair->anchors[0].depth, &pair->anchors[1]);
}

double cdFindEnclosedDepth(cdChainWork *work, const double *values, double least) {
    double depth = 0.0;
    for (int reversed = 0; reversed < 2 && !(depth > least); reversed++) {
        Pair pair = openPairOf(work, reversed != 0);
        if (!canEnclose(pair.sight.probe, pair.sight.shell)) continue;
        placeProbe(&pair, values);
        double own = measureAnchors(&pair);
        if (!(own > least)) {
            chooseAnchors(&pair, least);
            own = measureAnchors(&pair);
        }
        closePair(&pair);
        depth = cdMax(depth, own);
    }
    return depth;
}

// Returns the change of the value that keeps both vertices off the shell. 0: none.
static double findStep(Pair *pair) {
    if (!(measureAnchors(pair) > 0.0)) return 0.0;
    double step = INFINITY;
    for (int side = 0; side < 2; side++) {
        const cdAnchor *anchor = &pair->anchors[side];
        step = cdMin(step, anchor->depth / (getLever(pair, anchor->vertex) + pair->sight.work->rounding));
    }
    return step;
}

// Takes other vertices, and returns their step.
static double chooseStep(Pair *pair, double least) {
    int32_t vertex = pair->anchors[0].vertex;
    chooseAnchors(pair, vertex < 0 ? 0.0 : least * getLever(pair, vertex));
    return findStep(pair);
}

// Follows the contact from a value towards `to`. Returns the value up to which it is certain.
static double follow(Pair pair, double from, double to, double least) {
    double value = from, first = 0.0;
    for (int i = 0; i < STEPS_MAX && value != to; i++) {
        placeProbe(&pair, &value);
        double step = findStep(&pair);
        if (step < least || step < SHORT_STEP * first) first = step = cdMax(step, chooseStep(&pair, least));
        first = cdMax(first, step);
        if (!(step >= least)) break;
        value = fabs(to - value) <= step ? to : value + (to > value ? step : -step);
    }
    return value;
}

cdInterval cdFollowContact(cdChainWork *work, double at, cdInterval range, double least) {
    cdInterval result = {at, at};
    for (int reversed = 0; reversed < 2; reversed++) {
        Pair pair = openPairOf(work, reversed != 0);
        if (!canEnclose(pair.sight.probe, pair.sight.shell)) continue;
        placeProbe(&pair, &at);
        if (!(chooseStep(&pair, least) >= least)) continue;
        result.lo = follow(pair, result.lo, range.lo, least);
        result.hi = follow(pair, result.hi, range.hi, least);
        closePair(&pair);
        break;
    }
    return result;
}
