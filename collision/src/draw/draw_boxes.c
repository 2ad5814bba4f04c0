// Draws the analytic test of two boxes as lines and points with roles [AS05].
//
// Input: the placed boxes, the pair that touches. Output: calls of the cdDebugDraw callbacks. (1) Each
// pair is a parallelogram of the boundary of the Minkowski sum of B and A reflected: B's feature less A's,
// about the origin. (2) The path of A's centre less B's. (3) The spherical orientation representation: a face
// is a point, an edge an arc, a corner the triangle within three arcs. The arcs of all edges along one arm
// lie on the great circle perpendicular to it, so three circles hold all arcs of a box and of its reflection.
#include "boxes/pairs/box_numbers.h"
#include "boxes/pairs/orientation.h"
#include "draw/draw_calls.h"
#include "foundation/memory/hooks.h"
#include "foundation/numbers/functions.h"

enum { CIRCLE_SEGMENTS = 64, OCTANT_ROWS = 20 };

// A face of the sum: center +- u +- v.
typedef struct SumFace {
    cdVec3 center, u, v;
    cdVec3 normal; // unit, outwards; zero where two edges are parallel
} SumFace;

// --- 1

static cdVec3 getFromCenter(const cdBoxAt *box, cdVec3 p) {
    return cdSub(p, box->center);
}

static cdVec3 getFaceCenter(const cdBoxAt *box, int32_t face) {
    return cdScale(face & 1 ? 1.0 : -1.0, box->arms[face >> 1]);
}

static cdVec3 getEdgeCenter(const cdBoxAt *box, int32_t edge) {
    cdVec3 end = getFromCenter(box, cdGetBoxCorner(box, cdGetBoxEdgeCorner(edge)));
    return cdAdd(end, box->arms[edge >> 2]);
}

static SumFace getSumFace(const cdBoxAt *a, const cdBoxAt *b, cdBoxPair pair) {
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
    // The sum is symmetric about the origin.
    if (cdDot(face.normal, face.center) < 0.0) {
        face.normal = cdNegate(face.normal);
        face.v = cdNegate(face.v);
    }
    return face;
}

static void drawSumFace(const cdDebugDraw *draw, const SumFace *face, cdDrawStyle style) {
    cdVec3 sum = cdAdd(face->u, face->v), difference = cdSub(face->u, face->v);
    const cdVec3 corners[4] = {cdAdd(face->center, sum), cdSub(face->center, difference),
                               cdSub(face->center, sum), cdAdd(face->center, difference)};
    const cdVec3 other[3] = {corners[0], corners[2], corners[3]};
    cdDrawTriangle(draw, corners, style);
    cdDrawTriangle(draw, other, style);
    for (int k = 0; k < 4; k++)
        cdDrawSegment(draw, corners[k], corners[(k + 1) % 4], style);
}

// Returns the box whose face a face of the sum comes from; CD_OWNER_NONE if it comes from two edges.
static cdDrawOwner getSumOwner(cdBoxPair pair) {
    return pair.kind == CD_FACE_VERTEX   ? CD_OWNER_A
           : pair.kind == CD_VERTEX_FACE ? CD_OWNER_B
                                         : CD_OWNER_NONE;
}

static bool isSamePair(cdBoxPair x, cdBoxPair y) {
    return x.kind == y.kind && x.a == y.a && x.b == y.b;
}

void cdDrawMinkowskiSum(const cdDebugDraw *draw, const cdBoxAt *a, const cdBoxAt *b, cdBoxPair pair) {
    if (!CD_REQUIRE(draw && a && b)) return;
    cdBoxPair pairs[CD_BOX_PLANES];
    bool isThere = cdFindBoxPairs(a, b, pairs);
    for (int k = 0; k < CD_BOX_PLANES && isThere; k++) {
        if (isSamePair(pairs[k], pair)) continue;
        SumFace face = getSumFace(a, b, pairs[k]);
        drawSumFace(draw, &face, (cdDrawStyle){CD_ROLE_SHAPE, getSumOwner(pairs[k]), 0.0});
    }
    // With parallel faces or edges, another pair may stand for the same face of the sum.
    if (isThere && pair.kind != CD_NO_CONTACT) {
        SumFace face = getSumFace(a, b, pair);
        drawSumFace(draw, &face, (cdDrawStyle){CD_ROLE_REGION, getSumOwner(pair), 0.0});
    }
    cdDrawPoint(draw, cdSub(a->center, b->center), cdGetStyle(CD_ROLE_RESOLVED));
}

// --- 2

void cdDrawBoxPath(const cdDebugDraw *draw, const cdBoxesInput *input, int32_t pointCount) {
    if (!CD_REQUIRE(draw && input)) return;
    cdVec3 last;
    for (int32_t k = 0; k < pointCount && draw->segment; k++) {
        cdBoxAt a, b;
        cdGetBoxesAt(input, pointCount > 1 ? k / (pointCount - 1.0) : 0.0, &a, &b);
        cdVec3 p = cdSub(a.center, b.center);
        if (k > 0) cdDrawSegment(draw, last, p, cdGetStyle(CD_ROLE_INTENDED));
        last = p;
    }
}

// --- 3

// The visible part of the sphere: all of it, or the side towards the eye.
typedef struct SphereDraw {
    const cdDebugDraw *draw;
    cdVec3 eye;
} SphereDraw;

static bool isSeen(const SphereDraw *sphere, cdVec3 p) {
    return cdDot(sphere->eye, p) >= 0.0;
}

static void drawSpherePoint(const SphereDraw *sphere, cdVec3 p, cdDrawStyle style) {
    if (isSeen(sphere, p)) cdDrawPoint(sphere->draw, p, style);
}

static void drawGreatCircle(const SphereDraw *sphere, cdVec3 axis, cdDrawStyle style) {
    const double turn = 6.283185307179586476925;
    cdVec3 unit = cdNormalize(axis);
    cdVec3 across = fabs(unit.x) < 0.7 ? cdMakeVec3(1.0, 0.0, 0.0) : cdMakeVec3(0.0, 1.0, 0.0);
    cdVec3 x = cdNormalize(cdCross(unit, across)), y = cdCross(unit, x), last = x;
    for (int k = 1; k <= CIRCLE_SEGMENTS && sphere->draw->segment; k++) {
        double angle = turn * k / CIRCLE_SEGMENTS;
        cdVec3 p = cdAdd(cdScale(cdCos(angle), x), cdScale(cdSin(angle), y));
        if (isSeen(sphere, cdAdd(last, p))) cdDrawSegment(sphere->draw, last, p, style);
        last = p;
    }
}

// Draws faces as points, edges as arcs.
static void drawNormals(const SphereDraw *sphere, const cdBoxAt *box, cdDrawStyle style) {
    for (int i = 0; i < 3; i++) {
        drawGreatCircle(sphere, box->arms[i], style);
        cdVec3 u = cdNormalize(box->arms[(i + 1) % 3]), v = cdNormalize(box->arms[(i + 2) % 3]);
        cdVec3 normal = cdNormalize(cdCross(u, v));
        drawSpherePoint(sphere, normal, style);
        drawSpherePoint(sphere, cdNegate(normal), style);
    }
}

// Returns a point of the spherical triangle between three unit vectors, by row and column of its grid.
static cdVec3 getOctantPoint(const cdVec3 corners[3], int row, int column) {
    double v = (double)column / OCTANT_ROWS, w = (double)(row - column) / OCTANT_ROWS;
    cdVec3 flat = cdAdd(cdScale(v, corners[1]), cdScale(w, corners[2]));
    return cdNormalize(cdMulAdd(flat, 1.0 - v - w, corners[0]));
}

static void drawOctant(const SphereDraw *sphere, const cdVec3 corners[3], cdDrawStyle style) {
    for (int row = 0; row < OCTANT_ROWS; row++) {
        for (int i = 0; i < 2 * row + 1; i++) {
            int column = i / 2, isUpper = i % 2;
            const cdVec3 part[3] = {getOctantPoint(corners, row, column),
                                    getOctantPoint(corners, row + 1, column + isUpper),
                                    isUpper ? getOctantPoint(corners, row, column + 1)
                                            : getOctantPoint(corners, row + 1, column + 1)};
            if (isSeen(sphere, cdAdd(part[0], cdAdd(part[1], part[2]))))
                cdDrawTriangle(sphere->draw, part, style);
        }
    }
}

// Draws the octants between a box's normals; neighbours have different styles.
static void drawOctants(const SphereDraw *sphere, const cdBoxAt *box) {
    for (int octant = 0; octant < 8 && sphere->draw->triangle; octant++) {
        cdVec3 corners[3];
        for (int i = 0; i < 3; i++) {
            cdVec3 u = cdNormalize(box->arms[(i + 1) % 3]), v = cdNormalize(box->arms[(i + 2) % 3]);
            cdVec3 normal = cdNormalize(cdCross(u, v));
            corners[i] = octant >> i & 1 ? normal : cdNegate(normal);
        }
        bool isOdd = (octant ^ octant >> 1 ^ octant >> 2) & 1;
        drawOctant(sphere, corners, (cdDrawStyle){CD_ROLE_CELL, CD_OWNER_B, isOdd ? 0.5 : 0.0});
    }
}

static void labelPair(const SphereDraw *sphere, cdVec3 normal, cdBoxPair pair) {
    if (!isSeen(sphere, normal)) return;
    char text[64];
    cdDescribeBoxPair(pair, text, sizeof text);
    cdDrawLabel(sphere->draw, normal, text, cdGetStyle(CD_ROLE_NORMAL));
}

void cdDrawOrientationSphere(const cdDebugDraw *draw, const cdBoxAt *a, const cdBoxAt *b, cdBoxPair pair,
                             cdVec3 eye) {
    if (!CD_REQUIRE(draw && a && b)) return;
    SphereDraw sphere = {draw, cdNormalize(eye)};
    cdBoxPair pairs[CD_BOX_PLANES];
    if (!cdFindBoxPairs(a, b, pairs)) return;
    drawOctants(&sphere, b);
    drawNormals(&sphere, b, (cdDrawStyle){CD_ROLE_CELL, CD_OWNER_B, 0.0});
    drawNormals(&sphere, a, (cdDrawStyle){CD_ROLE_SHAPE, CD_OWNER_A, 0.0});
    for (int k = 0; k < CD_BOX_PLANES; k++) {
        SumFace face = getSumFace(a, b, pairs[k]);
        if (cdLengthSq(face.normal) == 0.0 || isSamePair(pairs[k], pair)) continue;
        drawSpherePoint(&sphere, face.normal, cdGetStyle(CD_ROLE_TRACE));
    }
    if (pair.kind == CD_NO_CONTACT) return;
    SumFace face = getSumFace(a, b, pair);
    if (cdLengthSq(face.normal) == 0.0) return;
    drawSpherePoint(&sphere, face.normal, cdGetStyle(CD_ROLE_NORMAL));
    labelPair(&sphere, face.normal, pair);
}
