// Descends two sphere trees at once, to pairs of leaves that come near; see near_leaves.h.
//
// Source: the search of [RKC01 3.1] for a mesh that stands still, with a gap that still counts. (1) A pair of
// nodes is dropped if their spheres are farther apart than the reach, or one's slab from the other's volume.
// Both nodes are opened, or only the larger one if the other is small or much smaller: up to four pairs of
// children are tested in the time of one. (2) Pairs of leaves, or of nodes with as few triangles, are tested
// by their boxes, four at once. All this is done in floats: the reach grows by their rounding.
#include "contact/pairs/near_leaves.h"
#include "foundation/numbers/float_lanes.h"
#include "mesh/tree/node_boxes.h"
#include "mesh/tree/node_opening.h"
#include "mesh/tree/sphere_tree.h"

// Squares of lengths lose their digits below this: those of meshes that are smaller than 1e-18 separate
// nothing.
static const double minSquare = 1e-36;

typedef struct NodePair {
    int32_t a, b;
} NodePair;

// The motion of a walk and its reach, as floats in every lane.
typedef struct FloatFrame {
    cdFloats3 rows[3], position;
    cdFloats reach; // plus a bound on the rounding of lengths
} FloatFrame;

static bool isSmall(const cdMesh *mesh, int32_t node) {
    return mesh->tree.links[node].entryCount <= CD_LEAF_ENTRY_MAX;
}

// --- (1)

typedef struct Volumes {
    cdFloats3 center, normal;
    cdFloats radius, halfHeight;
} Volumes;

static cdFloats3 scaleFloats3(double scale, cdFloats3 v) {
    cdFloats s = cdSpreadFloats(scale);
    return (cdFloats3){cdMulFloats(s, v.x), cdMulFloats(s, v.y), cdMulFloats(s, v.z)};
}

// `arrange` repeats or alternates the two lanes.
static inline Volumes loadVolumes(const cdSphereTree *tree, int32_t twins,
                                  cdFloats (*arrange)(const float v[2])) {
    const cdTwinVolumes *t = &tree->twins[twins];
    cdFloats unit = cdSpreadFloats(tree->unit);
    return (Volumes){
        scaleFloats3(tree->unit,
                     (cdFloats3){arrange(t->center[0]), arrange(t->center[1]), arrange(t->center[2])}),
        {arrange(t->normal[0]), arrange(t->normal[1]), arrange(t->normal[2])},
        cdMulFloats(unit, arrange(t->radius)),
        cdMulFloats(unit, arrange(t->halfHeight)),
    };
}

// Rounded, coordinates are off by less than eight units of the size of all, cosines by as many of 1: a length
// that is a sum of a few of them and of products is off by less than 2^7 units.
static FloatFrame makeFloatFrame(const cdLeafWalk *walk) {
    double size = cdLength(walk->position) + walk->a->radius + walk->b->radius + walk->reach;
    FloatFrame frame = {.position = cdSpreadFloats3(walk->position),
                        .reach = cdSpreadFloats(walk->reach + 128.0 * (double)CD_FLOAT_EPSILON * size)};
    for (int i = 0; i < 3; i++)
        frame.rows[i] = cdSpreadFloats3(walk->rotation.rows[i]);
    return frame;
}

static cdFloats3 turnFloats(const FloatFrame *frame, cdFloats3 v) {
    return (cdFloats3){cdDotFloats3(frame->rows[0], v), cdDotFloats3(frame->rows[1], v),
                       cdDotFloats3(frame->rows[2], v)};
}

// Returns the lanes in which a disc of radius r and height 2 h, whose normal makes the cosine c with a
// plane's, lies beyond `gap` of that plane, its middle being `height` over it.
static int lanesBeyond(cdFloats height, cdFloats gap, cdFloats h, cdFloats r, cdFloats c) {
    cdFloats rest = cdSubFloats(cdSubFloats(cdAbsFloats(height), gap), cdMulFloats(h, cdAbsFloats(c)));
    cdFloats sineSq = cdSubFloats(cdSpreadFloats(1.0 + 32.0 * (double)CD_FLOAT_EPSILON), cdMulFloats(c, c));
    cdFloats flatSq = cdAddFloats(cdMulFloats(cdMulFloats(r, r), sineSq), cdSpreadFloats(minSquare));
    return cdFloatsAbove(rest, cdSpreadFloats(0.0)) & cdFloatsAbove(cdMulFloats(rest, rest), flatSq);
}

static int findBeyond(const FloatFrame *frame, const Volumes *a, const Volumes *b, int lanes) {
    cdFloats3 between = cdSubFloats3(cdAddFloats3(turnFloats(frame, a->center), frame->position), b->center);
    cdFloats radius = cdAddFloats(cdAddFloats(a->radius, b->radius), frame->reach);
    cdFloats reachSq = cdAddFloats(cdMulFloats(radius, radius), cdSpreadFloats(minSquare));
    int beyond = cdFloatsAbove(cdDotFloats3(between, between), reachSq);
    if ((lanes & ~beyond) == 0) return beyond;
    cdFloats3 normal = turnFloats(frame, a->normal);
    cdFloats c = cdDotFloats3(normal, b->normal);
    beyond |= lanesBeyond(cdDotFloats3(b->normal, between), cdAddFloats(b->halfHeight, frame->reach),
                          a->halfHeight, a->radius, c);
    beyond |= lanesBeyond(cdDotFloats3(normal, between), cdAddFloats(a->halfHeight, frame->reach),
                          b->halfHeight, b->radius, c);
    return beyond;
}

// Returns the bits of the lanes whose nodes may come near.
static int findNearVolumes(const cdLeafWalk *walk, const FloatFrame *frame, const cdNodeOpening *opening) {
    Volumes a = loadVolumes(&walk->a->tree, opening->twinsA, cdRepeatFloats);
    Volumes b = loadVolumes(&walk->b->tree, opening->twinsB, cdAlternateFloats);
    return opening->lanes & ~findBeyond(frame, &a, &b, opening->lanes);
}

// --- (2)

// Boxes of four nodes.
typedef struct Boxes {
    cdFloats3 center;
    cdBoxFloats sides;
} Boxes;

static Boxes gatherBoxes(const cdSphereTree *tree, const int32_t nodes[4]) {
    float center[3][4], normal[3][4], along[3][4], halves[3][4];
    for (int i = 0; i < 4; i++) {
        const cdTwinVolumes *t = &tree->twins[cdGetTwinsOf(nodes[i])];
        const cdTwinDetails *d = &tree->details[cdGetTwinsOf(nodes[i])];
        int k = cdGetTwinLane(nodes[i]);
        for (int m = 0; m < 3; m++) {
            center[m][i] = t->center[m][k];
            normal[m][i] = t->normal[m][k];
            along[m][i] = d->along[m][k];
        }
        halves[0][i] = t->halfHeight[k], halves[1][i] = d->halfLength[k], halves[2][i] = d->halfWidth[k];
    }
    cdFloats3 scaled = scaleFloats3(tree->unit, cdLoadFloats3(halves));
    Boxes boxes = {.center = scaleFloats3(tree->unit, cdLoadFloats3(center)),
                   .sides.axes = {cdLoadFloats3(normal), cdLoadFloats3(along)},
                   .sides.halves = {scaled.x, scaled.y, scaled.z}};
    boxes.sides.axes[2] = cdCrossFloats3(boxes.sides.axes[0], boxes.sides.axes[1]);
    return boxes;
}

static void turnBoxes(const FloatFrame *frame, Boxes *boxes) {
    boxes->center = cdAddFloats3(turnFloats(frame, boxes->center), frame->position);
    for (int i = 0; i < 3; i++)
        boxes->sides.axes[i] = turnFloats(frame, boxes->sides.axes[i]);
}

// Returns the lengths by which planes across a side of either box separate them; below 0 where none does.
static cdFloats findBoxGaps(const Boxes *a, const Boxes *b) {
    cdFloats extents[6], gap = cdSpreadFloats(-INFINITY);
    cdFloats3 between = cdSubFloats3(a->center, b->center);
    cdFindBoxExtents(&a->sides, &b->sides, extents);
    for (int i = 0; i < 6; i++) {
        cdFloats3 axis = i < 3 ? a->sides.axes[i] : b->sides.axes[i - 3];
        gap = cdMaxFloats(gap, cdSubFloats(cdAbsFloats(cdDotFloats3(axis, between)), extents[i]));
    }
    return gap;
}

// A pair with a label that no other node has cannot have been seen.
static bool isSkipped(const cdLeafWalk *walk, NodePair pair) {
    return (walk->a->tree.links[pair.a].labelShared || walk->b->tree.links[pair.b].labelShared) &&
           walk->skip(walk->context, pair.a, pair.b);
}

// Pairs of leaves that wait until there are four.
typedef struct LeafQueue {
    const cdLeafWalk *walk;
    const FloatFrame *frame;
    NodePair pairs[4];
    int count;
} LeafQueue;

// Visits the waiting pairs that are near.
static bool emptyQueue(LeafQueue *queue) {
    const cdLeafWalk *walk = queue->walk;
    int32_t nodesA[4], nodesB[4];
    if (queue->count == 0) return true;
    for (int k = 0; k < 4; k++) {
        NodePair pair = queue->pairs[k < queue->count ? k : 0];
        nodesA[k] = pair.a, nodesB[k] = pair.b;
    }
    Boxes a = gatherBoxes(&walk->a->tree, nodesA), b = gatherBoxes(&walk->b->tree, nodesB);
    turnBoxes(queue->frame, &a);
    int beyond = cdFloatsAbove(findBoxGaps(&a, &b), queue->frame->reach);
    for (int k = 0; k < queue->count; k++) {
        NodePair pair = queue->pairs[k];
        // Pairs with the same labels may have entered the queue together.
        if ((beyond & 1 << k) || isSkipped(walk, pair)) continue;
        if (!walk->visit(walk->context, pair.a, pair.b)) return false;
    }
    queue->count = 0;
    return true;
}

static bool addToQueue(LeafQueue *queue, NodePair pair) {
    queue->pairs[queue->count++] = pair;
    return queue->count < 4 || emptyQueue(queue);
}

// --- The walk

static int32_t openPair(const cdLeafWalk *walk, const FloatFrame *frame, NodePair pair, NodePair *stack,
                        int32_t height) {
    cdNodeOpening opening = cdOpenPair(&walk->a->tree, pair.a, !isSmall(walk->a, pair.a), &walk->b->tree,
                                       pair.b, !isSmall(walk->b, pair.b));
    int near = findNearVolumes(walk, frame, &opening);
    for (int lane = 3; lane >= 0; lane--)
        if (near & 1 << lane)
            stack[height++] = (NodePair){cdGetLaneNodeA(&opening, lane), cdGetLaneNodeB(&opening, lane)};
    return height;
}

// A descent keeps at most three pairs for each level of either tree.
static size_t countStack(const cdMesh *a, const cdMesh *b) {
    return 3 * (size_t)(a->tree.depth + b->tree.depth) + 4;
}

size_t cdGetLeafWalkSize(const cdMesh *a, const cdMesh *b) {
    return countStack(a, b) * sizeof(NodePair) + 16;
}

bool cdWalkNearLeaves(const cdLeafWalk *walk, cdMemory memory) {
    NodePair *stack = cdTakeMemory(&memory, countStack(walk->a, walk->b), sizeof *stack);
    if (stack == NULL) {
        cdStopMeter(walk->meter, CD_REASON_WORKSPACE);
        return false;
    }
    FloatFrame frame = makeFloatFrame(walk);
    LeafQueue queue = {.walk = walk, .frame = &frame};
    cdNodeOpening roots = cdTakePair(0, 0);
    int32_t height = 0;
    if (findNearVolumes(walk, &frame, &roots)) stack[height++] = (NodePair){0, 0};
    while (height > 0) {
        NodePair pair = stack[--height];
        if (!cdSpend(walk->meter, 1)) return false;
        if (isSkipped(walk, pair)) continue;
        if (!isSmall(walk->a, pair.a) || !isSmall(walk->b, pair.b))
            height = openPair(walk, &frame, pair, stack, height);
        else if (!addToQueue(&queue, pair))
            return false;
    }
    return emptyQueue(&queue);
}
