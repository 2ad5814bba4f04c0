// Two boxes as the analytic test sees them, as lines and points with roles [AS05].
//
// Input: the boxes as placed, the pair that touches. Output: calls of the cdDebugDraw callbacks. (1) Each
// pair makes a parallelogram of the boundary of the Minkowski sum of B and A reflected: B's feature less A's,
// about the origin. (2) The path of A's centre less B's. (3) The spheres of normals: a face is a point, an
// edge an arc, a corner what three arcs enclose. All edges along one arm lie on the great circle square to
// it, so three circles are all arcs of a box; A reflected has the same.
#include "collision/boxes_draw.h"
#include "boxes/pairs/orientation.h"
#include "foundation/memory/hooks.h"
#include "foundation/numbers/float_mode.h"

#include "boxes/pairs/box_numbers.h"

#include <stdio.h>

enum { CIRCLE_SEGMENTS = 64 };

// A face of the sum: center +- u +- v.
typedef struct SumFace {
    cdVec3 center, u, v;
    cdVec3 normal; // unit, outwards; zero where two edges are parallel
} SumFace;

// --- 1

static cdVec3 getFromCenter(const cdPlacedBox *box, cdVec3 p) {
    return cdSub(p, box->center);
}

static cdVec3 getFaceCenter(const cdPlacedBox *box, int32_t face) {
    return cdScale(face & 1 ? 1.0 : -1.0, box->arms[face >> 1]);
}

static cdVec3 getEdgeCenter(const cdPlacedBox *box, int32_t edge) {
    cdVec3 end = getFromCenter(box, cdGetBoxCorner(box, cdGetBoxEdgeCorner(edge)));
    return cdAdd(end, box->arms[edge >> 2]);
}

static SumFace getSumFace(const cdPlacedBox *a, const cdPlacedBox *b, cdBoxPair pair) {
    SumFace face;
    if (pair.kind == CD_EDGE_EDGE) {
        face.u = a->arms[pair.a >> 2];
        face.v = b->arms[pair.b >> 2];
        face.center = cdSub(getEdgeCenter(b, pair.b), getEdgeCenter(a, pair.a));
    } else if (pair.kind == CD_FACE_VERTEX) {
        int i = pair.a >> 1;
        face.u = a->arms[(i + 1) % 3];
        face.v = a->arms[(i + 2) % 3];
        face.center = cdSub(getFromCenter(b, cdGetBoxCorner(b, pair.b)), getFaceCenter(a, pair.a));
    } else {
        int m = pair.b >> 1;
        face.u = b->arms[(m + 1) % 3];
        face.v = b->arms[(m + 2) % 3];
        face.center = cdSub(getFaceCenter(b, pair.b), getFromCenter(a, cdGetBoxCorner(a, pair.a)));
    }
    face.normal = cdNormalize(cdCross(cdNormalize(face.u), cdNormalize(face.v)));
    // The sum lies evenly about the origin.
    if (cdDot(face.normal, face.center) < 0.0) {
        face.normal = cdNegate(face.normal);
        face.v = cdNegate(face.v);
    }
    return face;
}

static void drawSumFace(const cdDebugDraw *draw, const SumFace *face, cdDrawRole role) {
    cdVec3 sum = cdAdd(face->u, face->v), difference = cdSub(face->u, face->v);
    const cdVec3 corners[4] = {cdAdd(face->center, sum), cdSub(face->center, difference),
                               cdSub(face->center, sum), cdAdd(face->center, difference)};
    if (draw->triangle) {
        draw->triangle(corners[0], corners[1], corners[2], role, draw->context);
        draw->triangle(corners[0], corners[2], corners[3], role, draw->context);
    }
    for (int k = 0; k < 4 && draw->segment; k++)
        draw->segment(corners[k], corners[(k + 1) % 4], role, draw->context);
}

static bool isSamePair(cdBoxPair x, cdBoxPair y) {
    return x.kind == y.kind && x.a == y.a && x.b == y.b;
}

void cdDrawMinkowskiSum(const cdDebugDraw *draw, const cdPlacedBox *a, const cdPlacedBox *b, cdBoxPair pair) {
    if (!CD_REQUIRE(draw && a && b)) return;
    cdBoxPair pairs[CD_BOX_PLANES];
    bool isThere = cdFindBoxPairs(a, b, pairs);
    for (int k = 0; k < CD_BOX_PLANES && isThere; k++) {
        if (isSamePair(pairs[k], pair)) continue;
        SumFace face = getSumFace(a, b, pairs[k]);
        drawSumFace(draw, &face, CD_ROLE_SOLID);
    }
    // Where faces or edges are parallel the pair may be another than those with the same faces.
    if (isThere && pair.kind != CD_NO_CONTACT) {
        SumFace face = getSumFace(a, b, pair);
        drawSumFace(draw, &face, CD_ROLE_REGION);
    }
    if (draw->point) draw->point(cdSub(a->center, b->center), CD_ROLE_RESOLVED, draw->context);
}

// --- 2

void cdDrawBoxPath(const cdDebugDraw *draw, const cdBoxesInput *input, int32_t pointCount) {
    if (!CD_REQUIRE(draw && input)) return;
    cdVec3 last;
    for (int32_t k = 0; k < pointCount && draw->segment; k++) {
        cdPlacedBox a, b;
        cdPlaceBoxes(input, pointCount > 1 ? k / (pointCount - 1.0) : 0.0, &a, &b);
        cdVec3 p = cdSub(a.center, b.center);
        if (k > 0) draw->segment(last, p, CD_ROLE_INTENDED, draw->context);
        last = p;
    }
}

// --- 3

// What of the sphere is drawn: all of it, or the side of the eye.
typedef struct SphereDraw {
    const cdDebugDraw *draw;
    cdVec3 eye;
} SphereDraw;

static bool isSeen(const SphereDraw *sphere, cdVec3 p) {
    return cdDot(sphere->eye, p) >= 0.0;
}

static void drawSpherePoint(const SphereDraw *sphere, cdVec3 p, cdDrawRole role) {
    if (sphere->draw->point && isSeen(sphere, p)) sphere->draw->point(p, role, sphere->draw->context);
}

static void drawGreatCircle(const SphereDraw *sphere, cdVec3 axis, cdDrawRole role) {
    const double turn = 6.283185307179586476925;
    cdVec3 unit = cdNormalize(axis);
    cdVec3 across = fabs(unit.x) < 0.7 ? cdMakeVec3(1.0, 0.0, 0.0) : cdMakeVec3(0.0, 1.0, 0.0);
    cdVec3 x = cdNormalize(cdCross(unit, across)), y = cdCross(unit, x), last = x;
    for (int k = 1; k <= CIRCLE_SEGMENTS && sphere->draw->segment; k++) {
        double angle = turn * k / CIRCLE_SEGMENTS;
        cdVec3 p = cdAdd(cdScale(cos(angle), x), cdScale(sin(angle), y));
        if (isSeen(sphere, cdAdd(last, p))) sphere->draw->segment(last, p, role, sphere->draw->context);
        last = p;
    }
}

// The faces as points, the edges as arcs.
static void drawNormals(const SphereDraw *sphere, const cdPlacedBox *box, cdDrawRole role) {
    for (int i = 0; i < 3; i++) {
        drawGreatCircle(sphere, box->arms[i], role);
        cdVec3 u = cdNormalize(box->arms[(i + 1) % 3]), v = cdNormalize(box->arms[(i + 2) % 3]);
        cdVec3 normal = cdNormalize(cdCross(u, v));
        drawSpherePoint(sphere, normal, role);
        drawSpherePoint(sphere, cdNegate(normal), role);
    }
}

static void labelPair(const SphereDraw *sphere, cdVec3 normal, cdBoxPair pair) {
    static const char *const names[][2] = {
        {"", ""}, {"corner", "face"}, {"face", "corner"}, {"edge", "edge"}};
    if (sphere->draw->label == NULL || !isSeen(sphere, normal)) return;
    char text[64];
    snprintf(text, sizeof text, "A's %s %d, B's %s %d", names[pair.kind][0], (int)pair.a, names[pair.kind][1],
             (int)pair.b);
    sphere->draw->label(normal, text, CD_ROLE_NORMAL, sphere->draw->context);
}

void cdDrawOrientationSphere(const cdDebugDraw *draw, const cdPlacedBox *a, const cdPlacedBox *b,
                             cdBoxPair pair, cdVec3 eye) {
    if (!CD_REQUIRE(draw && a && b)) return;
    SphereDraw sphere = {draw, cdNormalize(eye)};
    cdBoxPair pairs[CD_BOX_PLANES];
    if (!cdFindBoxPairs(a, b, pairs)) return;
    drawNormals(&sphere, b, CD_ROLE_CELL);
    drawNormals(&sphere, a, CD_ROLE_SOLID);
    for (int k = 0; k < CD_BOX_PLANES; k++) {
        SumFace face = getSumFace(a, b, pairs[k]);
        if (cdLengthSq(face.normal) == 0.0 || isSamePair(pairs[k], pair)) continue;
        drawSpherePoint(&sphere, face.normal, CD_ROLE_TRACE);
    }
    if (pair.kind == CD_NO_CONTACT) return;
    SumFace face = getSumFace(a, b, pair);
    if (cdLengthSq(face.normal) == 0.0) return;
    drawSpherePoint(&sphere, face.normal, CD_ROLE_NORMAL);
    labelPair(&sphere, face.normal, pair);
}
