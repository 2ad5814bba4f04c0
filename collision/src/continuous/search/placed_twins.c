// Nodes in the frame of a span, in floats for node_lanes.c; kept for the whole span.
//
// The origin is B's centre and the unit is a power of two, so that floats have enough range wherever the
// query is and whatever its size. Rounding of doubles here is less than the search's inflation, which bounds
// it for all of the query; rounding of floats is bounded by the frame's `rounding`.
#include "continuous/search/search.h"
#include "foundation/numbers/float_lanes.h"
#include "mesh/tree/node_halves.h"

// Let S be as below, u = CD_FLOAT_EPSILON. A node's centre is within 2 radii of its mesh's centre: the sphere
// is about a point of the box around the mesh's vertices, moved along its normal to the middle of its slab.
// So its radius and its box's halves are at most 3 radii of the mesh. It follows that
//     centres of A at both ends, centres of B, their differences, bulges <= S
//     steps <= 2 S, halves and radii <= 1.5 S, the radii of two nodes together <= 1.5 S
// and with turns <= 2 (a screw turns by 90 degrees at most), bulge + turn * radius <= 4 S. Each operation of
// floats adds u times its result, each number that is rounded on the way u times itself. In units of u S, (1)
// the minimum distance of a centre from the chord is off by 3 for the difference of the centres, 7 for the
// point of the chord, 11 for its position along the chord, 2 for the square; the sum of radii, bulge and
// inflation by 20; (2) heights over a plane are off by 22, the extents compared with them by 92 for a slab
// and by 119 for a box, which has three cosines for one cosine and one sine: 141 in all at most.
static const double roundedUnits = 160.0;

cdSpanFrame cdMakeSpanFrame(const cdSearch *search) {
    const cdSpan *span = &search->span;
    double apart = cdMax(cdLength(cdSub(span->center0, search->offsetB)),
                         cdLength(cdSub(span->center1, search->offsetB)));
    double bulge = span->bulgeScale * 2.0 * cdBoundHalfVelocity(search->screw, search->a);
    double size = apart + 2.0 * (search->a->radius + search->b->radius) + bulge + search->inflation;
    int exponent;
    frexp(size, &exponent);
    double scale = ldexp(1.0, exponent < -1000 ? 1000 : -exponent); // size * scale < 1
    return (cdSpanFrame){scale, roundedUnits * (double)CD_FLOAT_EPSILON * size * scale};
}

static void storeFloats3(float v[3][2], cdLanes3 a) {
    cdStoreLanesAsFloats(v[0], a.x);
    cdStoreLanesAsFloats(v[1], a.y);
    cdStoreLanesAsFloats(v[2], a.z);
}

static cdLanes3 scaleLanes3(cdLanes3 v, cdLanes s) {
    return (cdLanes3){cdMulLanes(v.x, s), cdMulLanes(v.y, s), cdMulLanes(v.z, s)};
}

static cdLanes3 turnLanes(const cdMat3 *rotation, cdLanes3 v) {
    return (cdLanes3){cdDotLanes3(cdSpreadLanes3(rotation->rows[0]), v),
                      cdDotLanes3(cdSpreadLanes3(rotation->rows[1]), v),
                      cdDotLanes3(cdSpreadLanes3(rotation->rows[2]), v)};
}

// Stored axes are unit up to rounding, and so are turned ones: squares of cosines are off by less than this.
static const double cosineError = 64.0 * CD_EPSILON;

static cdLanes boundSine(cdLanes3 a, cdLanes3 b) {
    cdLanes cosine = cdDotLanes3(a, b);
    cdLanes square = cdSubLanes(cdSpreadLanes(1.0 + cosineError), cdMulLanes(cosine, cosine));
    return cdSqrtLanes(cdMaxLanes(square, cdSpreadLanes(0.0)));
}

static void placeAxis(const cdSearch *search, int i, cdLanes3 axis, cdLanes half, cdPlacedTwins *out) {
    storeFloats3(out->axes[i], axis);
    cdStoreLanesAsFloats(out->sines[i], boundSine(axis, cdSpreadLanes3(search->screw->u)));
    cdStoreLanesAsFloats(out->halves[i], cdMulLanes(half, cdSpreadLanes(search->span.frame.scale)));
}

// Transforms all but centres and masks. `rotation`: NULL for none.
static void transformVolumes(const cdSearch *search, const cdSphereTree *tree, int32_t twins,
                             const cdMat3 *rotation, cdPlacedTwins *out) {
    const cdTwinVolumes *t = &tree->twins[twins];
    const cdTwinSides *s = &tree->sides[twins];
    cdStoreLanesAsFloats(out->radius,
                         cdMulLanes(cdLoadLanes(t->radius), cdSpreadLanes(search->span.frame.scale)));
    cdLanes3 normal = cdLoadLanes3(t->normalX, t->normalY, t->normalZ);
    if (rotation) normal = turnLanes(rotation, normal);
    placeAxis(search, 0, normal, cdLoadLanes(t->halfHeight), out);
    if (!out->leafLanes) return;
    cdLanes3 along = cdLoadLanes3(s->alongX, s->alongY, s->alongZ);
    if (rotation) along = turnLanes(rotation, along);
    placeAxis(search, 1, along, cdLoadHalves(tree, s->halfLength), out);
    placeAxis(search, 2, cdCrossLanes3(normal, along), cdLoadHalves(tree, s->halfWidth), out);
}

static void markLanes(const cdSphereTree *tree, int32_t node, int lanes, cdPlacedTwins *out) {
    if (node < 0) return; // the sibling of the root
    if (tree->links[node].firstChild < 0) out->leafLanes |= lanes;
    if (tree->links[node].labelShared) out->sharedLanes |= lanes;
}

const cdPlacedTwins *cdPlaceFixedTwins(cdSearch *search, int32_t twins) {
    cdSearchMemory *memory = &search->memory;
    cdPlacedTwins *out = cdAddItem(memory->fixedTwins, twins, *memory->generation);
    if (out == NULL) out = &memory->spareFixed;
    const cdTwinVolumes *t = &search->b->tree.twins[twins];
    out->leafLanes = out->sharedLanes = 0;
    for (int32_t node = 2 * twins - 1; node <= 2 * twins; node++)
        markLanes(&search->b->tree, node, cdGetLanesOfB(node), out);
    transformVolumes(search, &search->b->tree, twins, NULL, out);
    storeFloats3(out->center, scaleLanes3(cdLoadLanes3(t->centerX, t->centerY, t->centerZ),
                                          cdSpreadLanes(search->span.frame.scale)));
    return out;
}

const cdMovedTwins *cdPlaceMovedTwins(cdSearch *search, int32_t twins) {
    cdSearchMemory *memory = &search->memory;
    cdMovedTwins *out = cdAddItem(memory->movedTwins, twins, *memory->generation);
    if (out == NULL) out = &memory->spareMoved;
    const cdSpan *span = &search->span;
    const cdTwinVolumes *t = &search->a->tree.twins[twins];
    out->start.leafLanes = out->start.sharedLanes = 0;
    for (int32_t node = 2 * twins - 1; node <= 2 * twins; node++)
        markLanes(&search->a->tree, node, cdGetLanesOfA(node), &out->start);
    transformVolumes(search, &search->a->tree, twins, &span->rotation0, &out->start);
    cdLanes scale = cdSpreadLanes(span->frame.scale);
    cdLanes3 center = cdLoadLanes3(t->centerX, t->centerY, t->centerZ);
    cdLanes3 arm = turnLanes(&span->rotation0, center);
    cdLanes3 from = cdAddLanes3(arm, cdSpreadLanes3(cdSub(span->center0, search->offsetB)));
    cdLanes3 to = cdAddLanes3(turnLanes(&span->rotation1, center),
                              cdSpreadLanes3(cdSub(span->center1, search->offsetB)));
    cdLanes3 step = scaleLanes3(cdSubLanes3(to, from), scale);
    cdLanes3 b =
        cdAddLanes3(cdSpreadLanes3(span->velocity0), cdCrossLanes3(cdSpreadLanes3(search->screw->g), arm));
    cdLanes bulge = cdMulLanes(cdSpreadLanes(span->bulgeScale), cdSqrtLanes(cdDotLanes3(b, b)));
    storeFloats3(out->start.center, scaleLanes3(from, scale));
    storeFloats3(out->step, step);
    cdStoreLanesAsFloats(out->bulge, cdMulLanes(bulge, scale));
    double stepSq[2];
    cdStoreLanes(stepSq, cdDotLanes3(step, step));
    for (int lane = 0; lane < 2; lane++)
        out->stepScale[lane] = stepSq[lane] > 0x1p-60 ? (float)(1.0 / stepSq[lane]) : 0.0f;
    return out;
}
