// What touches where, for two boxes that touch on a plane of route.h.
//
// Input: the boxes as placed, the plane, how close is touching. Output: the pair of features, a point half
// way between them, the plane's normal. The boxes may be parallelepipeds.
//
// 1. The normal (box_gap.c). Of parallel edges there is none: the plane that parts the boxes best takes its
//    place.
// 2. The arms within the plane say what each box has there: with two a face, with one an edge, with none a
//    corner. A face and a corner, or two edges, that touch clear of their borders are the pair.
// 3. Else several pairs touch (faces or edges in the plane of faces, a touch at a border): corners of A in
//    the plane against all faces of B, corners of B against faces of A, edges in the plane against edges.
#include "boxes/pairs/box_features.h"
#include "boxes/pairs/box_numbers.h"
#include "boxes/route/box_gap.h"
#include "foundation/numbers/float_mode.h"

// One box on the plane. Its corners there are `corner`, with any bits of `flat`.
typedef struct Support {
    const cdBoxAt *box;
    double sign; // the other box lies along sign n
    int corner;  // of arms within the plane the bits are 0
    int flat;    // bits of the arms within the plane
    int flatCount;
} Support;

typedef struct Plane {
    cdVec3 n;     // from B to A
    double reach; // what is this close touches
    Support a, b;
} Plane;

// --- 2

static bool isArmFlat(int32_t direction, bool isA, int axis) {
    int m = direction % 3;
    if (direction < 6) return (direction < 3) == isA && axis != m;
    return axis == (isA ? (direction - 6) / 3 : m);
}

static Support findSupport(const cdBoxAt *box, cdVec3 n, bool isA, int32_t direction, double tolerance) {
    Support s = {.box = box, .sign = isA ? -1.0 : 1.0};
    for (int i = 0; i < 3; i++) {
        double height = s.sign * cdDot(n, box->arms[i]);
        if (isArmFlat(direction, isA, i) || fabs(height) <= tolerance)
            s.flat |= 1 << i, s.flatCount++;
        else if (height > 0.0)
            s.corner |= 1 << i;
    }
    return s;
}

static double getHeight(const Plane *plane) {
    return cdDot(plane->n, cdSub(cdGetBoxCorner(plane->a.box, plane->a.corner),
                                 cdGetBoxCorner(plane->b.box, plane->b.corner)));
}

// How far a point lies beyond a face's border, of both pairs of its sides; below 0: within. `away`: from its
// plane, outwards.
typedef struct FacePlace {
    double beyond, away;
} FacePlace;

static FacePlace placeInFace(const cdBoxAt *box, int32_t face, cdVec3 p) {
    int i = face >> 1;
    cdVec3 u = box->arms[(i + 1) % 3], v = box->arms[(i + 2) % 3], arm = box->arms[i];
    if (!(face & 1)) arm = cdNegate(arm);
    cdVec3 n = cdNormalize(cdCross(u, v)), from = cdSub(p, cdAdd(box->center, arm));
    if (cdDot(n, arm) < 0.0) n = cdNegate(n);
    cdVec3 acrossU = cdNormalize(cdCross(v, n)), acrossV = cdNormalize(cdCross(n, u));
    double beyondU = fabs(cdDot(acrossU, from)) - fabs(cdDot(acrossU, u));
    double beyondV = fabs(cdDot(acrossV, from)) - fabs(cdDot(acrossV, v));
    return (FacePlace){cdMax(beyondU, beyondV), cdDot(n, from)};
}

// Where two edges pass each other: how far that is beyond their ends, across the other; the point half way.
typedef struct Crossing {
    bool parallel;
    double beyond, apart;
    cdVec3 point;
} Crossing;

static Crossing crossEdges(cdVec3 centerA, cdVec3 armA, cdVec3 centerB, cdVec3 armB) {
    cdVec3 unitA = cdNormalize(armA), unitB = cdNormalize(armB), n = cdCross(unitA, unitB);
    double sineSq = cdLengthSq(n);
    Crossing crossing = {.parallel = !(sineSq > CD_PARALLEL_SINE * CD_PARALLEL_SINE)};
    if (crossing.parallel) return crossing;
    cdVec3 between = cdSub(centerB, centerA);
    double s = cdDot(cdCross(between, unitB), n) / sineSq, r = cdDot(cdCross(between, unitA), n) / sineSq;
    cdVec3 onA = cdMulAdd(centerA, s, unitA), onB = cdMulAdd(centerB, r, unitB);
    crossing.beyond = sqrt(sineSq) * cdMax(fabs(s) - cdLength(armA), fabs(r) - cdLength(armB));
    crossing.apart = cdLength(cdSub(onA, onB));
    crossing.point = cdScale(0.5, cdAdd(onA, onB));
    return crossing;
}

static int getAxis(int bit) {
    return bit == 1 ? 0 : bit == 2 ? 1 : 2;
}

static cdVec3 getEdgeCenter(const cdBoxAt *box, int axis, int corner) {
    return cdAdd(cdGetBoxCorner(box, corner & ~(1 << axis)), box->arms[axis]);
}

static cdBoxTouch describeVertex(const Plane *plane, cdContactKind kind, int corner, int32_t face,
                                 double away) {
    bool isA = kind == CD_VERTEX_FACE;
    const cdBoxAt *box = isA ? plane->a.box : plane->b.box;
    cdBoxPair pair = {kind, isA ? corner : face, isA ? face : corner};
    // Half way to the other box, which lies against the normal from A and along it from B.
    cdVec3 point = cdMulAdd(cdGetBoxCorner(box, corner), isA ? -0.5 * away : 0.5 * away, plane->n);
    return (cdBoxTouch){pair, point, plane->n};
}

// The face's own, as the plane's two flat arms leave it.
static int32_t getFlatFace(const Support *s) {
    int axis = getAxis(7 & ~s->flat);
    return 2 * axis + (s->corner >> axis & 1);
}

// The pair of 2., and whether it touches clear of all borders.
static bool describeGeneric(const Plane *plane, cdBoxTouch *touch) {
    const Support *a = &plane->a, *b = &plane->b;
    double gap = getHeight(plane);
    if (a->flatCount == 2 && b->flatCount == 0) {
        *touch = describeVertex(plane, CD_FACE_VERTEX, b->corner, getFlatFace(a), gap);
        return placeInFace(a->box, touch->pair.a, cdGetBoxCorner(b->box, b->corner)).beyond < -plane->reach;
    }
    if (a->flatCount == 0 && b->flatCount == 2) {
        *touch = describeVertex(plane, CD_VERTEX_FACE, a->corner, getFlatFace(b), gap);
        return placeInFace(b->box, touch->pair.b, cdGetBoxCorner(a->box, a->corner)).beyond < -plane->reach;
    }
    if (a->flatCount != 1 || b->flatCount != 1) return false;
    int i = getAxis(a->flat), m = getAxis(b->flat);
    Crossing crossing = crossEdges(getEdgeCenter(a->box, i, a->corner), a->box->arms[i],
                                   getEdgeCenter(b->box, m, b->corner), b->box->arms[m]);
    if (crossing.parallel) return false;
    cdBoxPair pair = {CD_EDGE_EDGE, cdGetBoxEdge(i, a->corner), cdGetBoxEdge(m, b->corner)};
    *touch = (cdBoxTouch){pair, crossing.point, plane->n};
    return crossing.beyond < -plane->reach;
}

// --- 3

// The first pair within reach, or else the one that is least beyond it.
typedef struct Choice {
    cdBoxTouch touch;
    double off; // how far the features are from touching
} Choice;

static bool isSupporting(const Support *s, int corner) {
    return (corner & ~s->flat) == s->corner;
}

// Whether that ends the search.
static bool choose(const Plane *plane, Choice *choice, cdBoxTouch touch, double off) {
    if (!(off < choice->off)) return false;
    *choice = (Choice){touch, off};
    return off <= plane->reach;
}

// All corners of one box in the plane with all faces of the other, by A's number, then by B's.
static bool tryCorners(const Plane *plane, cdContactKind kind, Choice *choice) {
    bool isA = kind == CD_VERTEX_FACE;
    const Support *corners = isA ? &plane->a : &plane->b;
    const cdBoxAt *other = isA ? plane->b.box : plane->a.box;
    double gap = getHeight(plane);
    for (int k = 0; k < CD_BOX_CORNERS * CD_BOX_FACES; k++) {
        int corner = isA ? k / CD_BOX_FACES : k % CD_BOX_CORNERS;
        int32_t face = isA ? k % CD_BOX_FACES : k / CD_BOX_CORNERS;
        if (!isSupporting(corners, corner)) continue;
        FacePlace place = placeInFace(other, face, cdGetBoxCorner(corners->box, corner));
        cdBoxTouch touch = describeVertex(plane, kind, corner, face, gap);
        if (choose(plane, choice, touch, cdMax(place.beyond, fabs(place.away)))) return true;
    }
    return false;
}

static bool isEdgeSupporting(const Support *s, int32_t edge) {
    return (s->flat >> (edge >> 2) & 1) && isSupporting(s, cdGetBoxEdgeCorner(edge));
}

static void tryEdges(const Plane *plane, Choice *choice) {
    const cdBoxAt *a = plane->a.box, *b = plane->b.box;
    for (int32_t i = 0; i < CD_BOX_EDGES; i++) {
        if (!isEdgeSupporting(&plane->a, i)) continue;
        cdVec3 center = getEdgeCenter(a, i >> 2, cdGetBoxEdgeCorner(i));
        for (int32_t m = 0; m < CD_BOX_EDGES; m++) {
            if (!isEdgeSupporting(&plane->b, m)) continue;
            cdVec3 centerB = getEdgeCenter(b, m >> 2, cdGetBoxEdgeCorner(m));
            Crossing crossing = crossEdges(center, a->arms[i >> 2], centerB, b->arms[m >> 2]);
            cdBoxTouch touch = {{CD_EDGE_EDGE, i, m}, crossing.point, plane->n};
            if (crossing.parallel) continue;
            if (choose(plane, choice, touch, cdMax(crossing.beyond, crossing.apart))) return;
        }
    }
}

cdBoxTouch cdDescribeBoxTouch(const cdBoxAt *a, const cdBoxAt *b, int32_t direction, double side,
                              double tolerance) {
    Plane plane = {.n = cdGetBoxNormal(a, b, direction, side)};
    if (cdLengthSq(plane.n) == 0.0) {
        cdFindBoxGap(a, b, &direction, &side);
        plane.n = cdGetBoxNormal(a, b, direction, side);
    }
    // Boxes that touch on the plane lie on different sides of it.
    if (cdDot(plane.n, cdSub(a->center, b->center)) < 0.0) plane.n = cdNegate(plane.n);
    plane.a = findSupport(a, plane.n, true, direction, tolerance);
    plane.b = findSupport(b, plane.n, false, direction, tolerance);
    plane.reach = tolerance + cdMax(0.0, getHeight(&plane));
    Choice choice = {.off = INFINITY};
    if (describeGeneric(&plane, &choice.touch)) return choice.touch;
    if (!tryCorners(&plane, CD_VERTEX_FACE, &choice) && !tryCorners(&plane, CD_FACE_VERTEX, &choice))
        tryEdges(&plane, &choice);
    return choice.touch;
}
