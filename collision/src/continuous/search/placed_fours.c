// Nodes in the frame of a span, in floats for grid_rows.h; kept for the whole span.
//
// The origin is B's centre and the unit is a power of two, so that floats have enough range wherever the
// query is and whatever its size. It is that of the meshes for all spans near them, so that B's nodes are
// transformed once a query. Rounding of doubles is less than the search's inflation, which bounds it
// for all of the query.
#include "continuous/search/span_lanes.h"
#include "foundation/memory/prefetch.h"
#include "mesh/tree/node_four.h"

#include <string.h>

// --- The frame

static void storeVec3(float out[3], cdVec3 v) {
    out[0] = (float)v.x, out[1] = (float)v.y, out[2] = (float)v.z;
}

// Let S be the size below and u = CD_FLOAT_EPSILON. Centres are within 2 radii of their mesh's own, so they
// and their differences stay below S. In units of u S, a centre of A is off by 1 for its own rounding, 6 for
// the turn (2 for each product, in three coordinates) and 2 for the shift and its rounding, one of B by 1: by
// 10 together, and steps by no more than makes up for it at the end of the chord. Counted are 16. What
// shrinks with the nodes is bounded by grid_rows.h: it counts the step of a pair here, which is at most that
// of the points of the mesh twice as far from its centre, and 2 S.
static double boundRounding(const cdSearch *search, double size) {
    const cdSpan *span = &search->span;
    double step = 2.0 * (span->tau1 - span->tau0) * cdBoundPath(search->screw, search->a);
    step = cdMin(step, 2.0 * size);
    return 16.0 * (double)CD_FLOAT_EPSILON * size + CD_ROW_ROUNDING * (step + cdGetNodeInflation(search));
}

// Returns a power of two, by which lengths of this size are at most 1.
static double chooseScale(double size) {
    int exponent;
    frexp(size, &exponent);
    return ldexp(1.0, exponent < -1000 ? 1000 : -exponent);
}

// Floats keep their digits up to the squares of longer lengths.
static const double largestSize = 1024.0;

cdSpanFrame cdMakeSpanFrame(const cdSearch *search) {
    const cdSpan *span = &search->span;
    cdVec3 from = cdSub(span->center0, search->offsetB), to = cdSub(span->center1, search->offsetB);
    double bulge = span->bulgeScale * 2.0 * cdBoundHalfVelocity(search->screw, search->a);
    double size = cdMax(cdLength(from), cdLength(to)) + 2.0 * (search->a->radius + search->b->radius) +
                  bulge + cdGetNodeInflation(search);
    double scale = chooseScale(search->a->radius + search->b->radius);
    if (!(size * scale < largestSize)) scale = chooseScale(size);
    cdSpanFrame frame = {
        .scale = scale, .size = size * scale, .rounding = boundRounding(search, size) * scale};
    for (int i = 0; i < 3; i++) {
        storeVec3(frame.rows0[i], span->rotation0.rows[i]);
        storeVec3(frame.rows1[i], span->rotation1.rows[i]);
    }
    storeVec3(frame.from, cdScale(scale, from));
    storeVec3(frame.to, cdScale(scale, to));
    storeVec3(frame.axis, search->screw->u);
    storeVec3(frame.turn, cdScale(span->bulgeScale, search->screw->g));
    storeVec3(frame.velocity, cdScale(scale * span->bulgeScale, span->velocity0));
    return frame;
}

// --- Parts of a four

// Cross products of axes that are unit up to rounding are off by less than this.
static const float sineError = 16.0f * CD_FLOAT_EPSILON;

static cdFloats boundSines(const cdSpanFrame *frame, cdFloats3 axes) {
    cdFloats3 cross = cdCrossFloats3(cdSpreadTriple(frame->axis), axes);
    return cdAddFloats(cdSqrtFloats(cdDotFloats3(cross, cross)), cdSpreadFloat(sineError));
}

// Requests what the tests of a leaf will read.
static void prefetchLeaf(const cdSphereTree *tree, int32_t leaf) {
    cdPrefetch(&tree->details[cdGetTwinsOf(leaf)]);
    cdPrefetch(&tree->entries[tree->links[leaf].firstEntry]);
}

// `cells`: those of the first node, `step` the distance to those of the next.
static void setNodes(const cdSphereTree *tree, const cdNodeFour *four, int cells, int step,
                     cdPlacedFour *out) {
    out->cells = out->leafCells = out->sharedCells = 0;
    out->hasSides = false;
    for (int k = 0; k < 4; k++) {
        int32_t node = cdGetFourNode(four, k);
        out->nodes[k] = node;
        if (!(four->lanes & 1 << k)) continue; // there is no node, or one that is not of this four
        out->cells |= cells << step * k;
        out->children[k] = tree->links[node].firstChild;
        if (tree->links[node].labelShared) out->sharedCells |= cells << step * k;
        if (tree->links[node].firstChild >= 0) continue;
        out->leafCells |= cells << step * k;
        prefetchLeaf(tree, node);
    }
}

// Returns the centres in the mesh's frame, and normals; sets the lengths.
static cdFloats3 loadVolumes(const cdSphereTree *tree, const cdNodeFour *four, const cdSpanFrame *frame,
                             cdFloats3 *normals, cdPlacedFour *out) {
    const cdTwinVolumes *s = &tree->twins[four->twins[0]], *t = &tree->twins[four->twins[1]];
    cdFloats scale = cdSpreadFloats(frame->scale * tree->unit); // a power of two
    cdStoreFloats(out->radius, cdMulFloats(scale, cdJoinFloats(s->radius, t->radius)));
    cdStoreFloats(out->halfHeight, cdMulFloats(scale, cdJoinFloats(s->halfHeight, t->halfHeight)));
    *normals = (cdFloats3){cdJoinFloats(s->normal[0], t->normal[0]), cdJoinFloats(s->normal[1], t->normal[1]),
                           cdJoinFloats(s->normal[2], t->normal[2])};
    return (cdFloats3){cdMulFloats(scale, cdJoinFloats(s->center[0], t->center[0])),
                       cdMulFloats(scale, cdJoinFloats(s->center[1], t->center[1])),
                       cdMulFloats(scale, cdJoinFloats(s->center[2], t->center[2]))};
}

// --- Whole fours

static void placeFixed(const cdSearch *search, int32_t node, cdFixedFour *out) {
    const cdSphereTree *tree = &search->b->tree;
    const cdSpanFrame *frame = &search->span.frame;
    cdNodeFour four = cdOpenNode(tree, node);
    cdFloats3 normals, centers = loadVolumes(tree, &four, frame, &normals, &out->at);
    setNodes(tree, &four, cdGetCellsOfB(0), 1, &out->at);
    cdStoreFloats3(out->at.center, centers);
    cdStoreFloats3(out->at.normal, normals);
    cdStoreFloats(out->at.sine, boundSines(frame, normals));
    out->stamp = search->memory.places->stamp;
    for (int k = 0; k < 4; k++) {
        out->below[k] = NULL;
        out->triangles[k] = NULL;
    }
}

void cdTurnFixedFour(const cdSearch *search, cdFixedFour *four) {
    const cdSpanFrame *frame = &search->span.frame;
    cdStoreFloats(four->at.sine, boundSines(frame, cdLoadFloats3(four->at.normal)));
    for (int i = 0; i < 2 && four->at.hasSides; i++)
        cdStoreFloats(four->at.sides.sines[i], boundSines(frame, cdLoadFloats3(four->at.sides.axes[i])));
    four->stamp = search->memory.places->stamp;
}

static void placeMoved(const cdSearch *search, int32_t node, cdMovedFour *out) {
    const cdSphereTree *tree = &search->a->tree;
    cdSpanFrame frame = search->span.frame;
    cdNodeFour four = cdOpenNode(tree, node);
    cdFloats3 normals, centers = loadVolumes(tree, &four, &frame, &normals, &out->at);
    setNodes(tree, &four, cdGetCellsOfA(0), 4, &out->at);
    cdFloats3 arms = cdTurnFloats3(frame.rows0, centers),
              from = cdAddFloats3(arms, cdSpreadTriple(frame.from));
    cdFloats3 to = cdAddFloats3(cdTurnFloats3(frame.rows1, centers), cdSpreadTriple(frame.to));
    cdFloats3 step = cdSubFloats3(to, from), turned = cdTurnFloats3(frame.rows0, normals);
    cdStoreFloats3(out->at.center, from);
    cdStoreFloats3(out->at.normal, turned);
    cdStoreFloats3(out->step, step);
    cdStoreFloats(out->at.sine, boundSines(&frame, turned));
    cdStoreFloats(out->bulge, cdBoundBulges(&frame, arms));
    cdStoreFloats(out->stepScale, cdDotFloats3(step, step));
    for (int k = 0; k < 4; k++) {
        out->stepScale[k] = out->stepScale[k] > 0x1p-60f ? 1.0f / out->stepScale[k] : 0.0f;
        out->below[k] = NULL;
        out->triangles[k] = NULL;
    }
}

cdFixedFour *cdPlaceFixedFour(cdSearch *search, int32_t node) {
    cdSearchMemory *memory = &search->memory;
    cdFixedFour *out = cdTakeItem(memory->fixedFours, memory->places->generation);
    if (out != NULL) placeFixed(search, node, out);
    return out;
}

// True if what earlier spans and queries placed may be used.
static bool arePlacesKept(const cdSearch *search) {
    const cdFixedPlaces *fixed = search->memory.places;
    return fixed->root != NULL && fixed->scale == search->span.frame.scale &&
           fixed->stamp < UINT32_MAX &&                       // no new count of the axes
           fixed->generation <= *search->memory.generation && // nor of the generations
           fixed->generation == search->memory.fixedFours->generation;
}

cdFixedFour *cdPlaceFixedRoot(cdSearch *search) {
    cdFixedPlaces *fixed = search->memory.places;
    const cdSpanFrame *frame = &search->span.frame;
    bool isKept = arePlacesKept(search);
    if (isKept && memcmp(fixed->axis, frame->axis, sizeof fixed->axis) == 0) return fixed->root;
    if (!isKept) *fixed = (cdFixedPlaces){.generation = *search->memory.generation, .scale = frame->scale};
    memcpy(fixed->axis, frame->axis, sizeof fixed->axis);
    fixed->stamp++;
    if (isKept)
        cdTurnFixedFour(search, fixed->root);
    else
        fixed->root = cdPlaceFixedFour(search, CD_ROOT_FOUR);
    return fixed->root;
}

cdMovedFour *cdPlaceMovedFour(cdSearch *search, int32_t node) {
    cdSearchMemory *memory = &search->memory;
    cdMovedFour *out = cdTakeItem(memory->movedFours, *memory->generation);
    if (out != NULL) placeMoved(search, node, out);
    return out;
}

// --- Sides

void cdPlaceSides(const cdSearch *search, const cdSphereTree *tree, bool isMoving, cdPlacedFour *four) {
    cdSpanFrame frame = search->span.frame;
    cdPlacedSides *sides = &four->sides;
    float along[3][4], unit = (float)(tree->unit * frame.scale);
    for (int k = 0; k < 4; k++) {
        int32_t node = four->nodes[k] < 0 ? 0 : four->nodes[k];
        const cdTwinDetails *d = &tree->details[cdGetTwinsOf(node)];
        int lane = cdGetTwinLane(node);
        for (int i = 0; i < 3; i++)
            along[i][k] = d->along[i][lane];
        sides->halves[0][k] = d->halfLength[lane] * unit;
        sides->halves[1][k] = d->halfWidth[lane] * unit;
    }
    cdFloats3 axes[2] = {cdLoadFloats3(along)};
    if (isMoving) axes[0] = cdTurnFloats3(frame.rows0, axes[0]);
    axes[1] = cdCrossFloats3(cdLoadFloats3(four->normal), axes[0]);
    for (int i = 0; i < 2; i++) {
        cdStoreFloats3(sides->axes[i], axes[i]);
        cdStoreFloats(sides->sines[i], boundSines(&frame, axes[i]));
    }
    four->hasSides = true;
}
