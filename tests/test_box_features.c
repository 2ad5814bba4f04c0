// The touching features: generic touches at random, and faces, edges and corners that meet in every other
// case.
#include "box_fixture.h"
#include "boxes/pairs/box_features.h"
#include "boxes/route/box_gap.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static const double TOLERANCE = 1e-10;
static const double PI = 3.14159265358979323846;

static cdVec3 getCorner(const cdBoxAt *box, int corner) {
    cdVec3 p = box->center;
    for (int i = 0; i < 3; i++)
        p = cdMulAdd(p, corner & 1 << i ? 1.0 : -1.0, box->arms[i]);
    return p;
}

static cdBoxAt makeBox(cdQuat turn, cdVec3 half, cdVec3 center) {
    return (cdBoxAt){center,
                     {cdRotate(turn, cdMakeVec3(half.x, 0.0, 0.0)),
                      cdRotate(turn, cdMakeVec3(0.0, half.y, 0.0)),
                      cdRotate(turn, cdMakeVec3(0.0, 0.0, half.z))}};
}

static cdBoxAt makeUpright(cdVec3 half, cdVec3 center) {
    return makeBox((cdQuat){1.0, 0.0, 0.0, 0.0}, half, center);
}

static double sumArms(const cdBoxAt *box, cdVec3 n) {
    return fabs(cdDot(n, box->arms[0])) + fabs(cdDot(n, box->arms[1])) + fabs(cdDot(n, box->arms[2]));
}

// Returns the distance of a point from a face, an edge or a corner, numbered as in collision/boxes.h.
static double getDistance(const cdBoxAt *box, int size, int32_t index, cdVec3 p) {
    int axis = size == 4 ? index / 2 : index / 4;
    cdVec3 from = cdSub(p, box->center);
    if (size == 1) return cdLength(cdSub(p, getCorner(box, index)));
    int lower = axis == 0 ? 1 : 0, higher = axis == 2 ? 1 : 2;
    if (size == 4) {
        from = cdMulAdd(from, index % 2 ? -1.0 : 1.0, box->arms[axis]);
        cdVec3 u = box->arms[lower], v = box->arms[higher], n = cdNormalize(cdCross(u, v));
        double height = cdDot(n, from), s = cdDot(cdCross(from, v), n) / cdDot(cdCross(u, v), n);
        double r = cdDot(cdCross(u, from), n) / cdDot(cdCross(u, v), n);
        cdVec3 nearest = cdAdd(cdScale(fmin(fmax(s, -1.0), 1.0), u), cdScale(fmin(fmax(r, -1.0), 1.0), v));
        return fmax(fabs(height), cdLength(cdSub(cdMulAdd(from, -height, n), nearest)));
    }
    from = cdMulAdd(from, index & 1 ? -1.0 : 1.0, box->arms[lower]);
    from = cdMulAdd(from, index & 2 ? -1.0 : 1.0, box->arms[higher]);
    double s = cdDot(from, box->arms[axis]) / cdLengthSq(box->arms[axis]);
    return cdLength(cdMulAdd(from, -fmin(fmax(s, -1.0), 1.0), box->arms[axis]));
}

// The point is on both features; the normal is unit, separates the boxes and points from B to A.
static void checkTouch(const cdBoxAt *a, const cdBoxAt *b, const cdBoxTouch *touch, double tolerance) {
    cdContactKind kind = touch->pair.kind;
    int sizeA = kind == CD_EDGE_EDGE ? 2 : kind == CD_VERTEX_FACE ? 1 : 4;
    int sizeB = kind == CD_EDGE_EDGE ? 2 : kind == CD_VERTEX_FACE ? 4 : 1;
    assert_true(getDistance(a, sizeA, touch->pair.a, touch->point) <= tolerance);
    assert_true(getDistance(b, sizeB, touch->pair.b, touch->point) <= tolerance);
    assert_true(fabs(cdLength(touch->normal) - 1.0) < 1e-14);
    double gap = cdDot(touch->normal, cdSub(a->center, b->center)) - sumArms(a, touch->normal) -
                 sumArms(b, touch->normal);
    assert_true(fabs(gap) <= 2.0 * tolerance);
}

static void checkPair(const cdBoxTouch *touch, cdContactKind kind, int32_t a, int32_t b) {
    if (touch->pair.kind != kind || touch->pair.a != a || touch->pair.b != b)
        fail_msg("kind %d, features %d and %d, not %d, %d and %d", touch->pair.kind, touch->pair.a,
                 touch->pair.b, kind, a, b);
}

// --- Generic touches

static cdBoxAt makeRandomBox(Random *random, bool isAffine) {
    cdQuat turn = makeRandomTurn(random);
    cdVec3 half = makeRandomHalf(random);
    cdBoxAt box = makeBox(turn, half, nextRandomVec3(random));
    for (int i = 0; i < 3; i++)
        if (isAffine) box.arms[i] = cdMulAdd(box.arms[i], 0.5, nextRandomVec3(random));
    return box;
}

typedef struct Widest {
    int32_t direction;
    double side, gap;
    cdVec3 n;
} Widest;

// Returns the plane on which boxes touch after they are separated along its normal: that of the widest gap.
static Widest findWidest(const cdBoxAt *a, const cdBoxAt *b) {
    Widest widest = {.gap = -INFINITY};
    for (int32_t j = 0; j < 15; j++) {
        cdVec3 n = cdGetBoxNormal(a, b, j, 1.0);
        double offset = cdDot(n, cdSub(a->center, b->center));
        double gap = fabs(offset) - sumArms(a, n) - sumArms(b, n);
        if (cdLengthSq(n) == 0.0 || !(gap > widest.gap)) continue;
        widest = (Widest){j, offset < 0.0 ? -1.0 : 1.0, gap, offset < 0.0 ? cdNegate(n) : n};
    }
    return widest;
}

static void scaleBox(cdBoxAt *box, double scale, cdVec3 offset) {
    box->center = cdAdd(cdScale(scale, box->center), offset);
    for (int i = 0; i < 3; i++)
        box->arms[i] = cdScale(scale, box->arms[i]);
}

// Boxes and parallelepipeds that overlap at random, separated along the normal of the minimum depth until
// they touch: the features are those on the plane, the kind is the direction's, and the point is on both.
// Then exchanged: the opposite normal and the same features; at sizes 1e-4 and 1e4, and far from the origin.
// Red: a corner's bit, an edge's number, a normal from A to B, an absolute tolerance.
static void testGenericTouches(void **state) {
    (void)state;
    Random random = {31};
    int kinds[4] = {0};
    for (int n = 0; n < 6000; n++) {
        cdBoxAt a = makeRandomBox(&random, n % 2), b = makeRandomBox(&random, n % 2);
        double scale = n % 5 == 1 ? 1e-4 : n % 5 == 2 ? 1e4 : 1.0;
        cdVec3 far = n % 5 == 3 ? cdMakeVec3(1e5, -2e5, 1e5) : cdMakeVec3(0.0, 0.0, 0.0);
        double tolerance = n % 5 == 3 ? 1e-9 : TOLERANCE * scale;
        Widest widest = findWidest(&a, &b);
        if (widest.gap > 0.0) continue;
        a.center = cdMulAdd(a.center, -widest.gap, widest.n);
        scaleBox(&a, scale, far);
        scaleBox(&b, scale, far);
        cdBoxTouch touch = cdDescribeBoxTouch(&a, &b, widest.direction, widest.side, tolerance);
        checkTouch(&a, &b, &touch, 4.0 * tolerance);
        assert_true(cdLength(cdSub(touch.normal, widest.n)) < 1e-9);
        int32_t j = widest.direction;
        cdContactKind kind = j < 3 ? CD_FACE_VERTEX : j < 6 ? CD_VERTEX_FACE : CD_EDGE_EDGE;
        assert_int_equal(touch.pair.kind, kind);
        kinds[kind]++;
        int32_t back = j < 6 ? (j + 3) % 6 : 6 + 3 * (j % 3) + (j - 6) / 3;
        double side = j < 6 ? -widest.side : widest.side; // f x e = - e x f
        cdBoxTouch swapped = cdDescribeBoxTouch(&b, &a, back, side, tolerance);
        assert_true(swapped.pair.a == touch.pair.b && swapped.pair.b == touch.pair.a);
        assert_true(cdLength(cdAdd(swapped.normal, touch.normal)) < 1e-9);
        assert_true(cdLength(cdSub(swapped.point, touch.point)) <= tolerance);
    }
    assert_true(kinds[1] > 300 && kinds[2] > 300 && kinds[3] > 300);
}

// The same normals whether a box is right-handed or mirrored along its x axis, as motions with mirrored axes
// are: `side` has the sign of n . d along them. Red: `side` of an edges' plane taken for the other one.
static void testMirroredNormals(void **state) {
    (void)state;
    Random random = {32};
    for (int n = 0; n < 300; n++) {
        cdBoxAt a = makeRandomBox(&random, true), b = makeRandomBox(&random, true);
        for (int which = 0; which < 4; which++) {
            cdBoxAt p = a, q = b;
            if (which & 1) p.arms[0] = cdNegate(p.arms[0]);
            if (which & 2) q.arms[0] = cdNegate(q.arms[0]);
            bool isLeftP = cdDot(cdCross(p.arms[0], p.arms[1]), p.arms[2]) < 0.0;
            bool isLeftQ = cdDot(cdCross(q.arms[0], q.arms[1]), q.arms[2]) < 0.0;
            for (int32_t j = 0; j < 15; j++) {
                cdVec3 u = p.arms[(j + 1) % 3], v = p.arms[(j + 2) % 3];
                if (j >= 3 && j < 6) u = q.arms[(j + 1) % 3], v = q.arms[(j + 2) % 3];
                if (j >= 6) u = p.arms[(j - 6) / 3], v = q.arms[j % 3];
                double sign = j >= 6 && isLeftP != isLeftQ ? -1.0 : 1.0;
                cdVec3 expected = cdScale(sign, cdNormalize(cdCross(u, v)));
                cdVec3 got = cdGetBoxNormal(&p, &q, j, 1.0), other = cdGetBoxNormal(&p, &q, j, -1.0);
                assert_true(cdLength(cdSub(got, expected)) < 1e-12);
                assert_true(cdLength(cdAdd(other, expected)) < 1e-12);
            }
            int32_t direction = -1;
            double side = 0.0;
            cdFindBoxGap(&p, &q, &direction, &side);
            assert_true(cdDot(cdGetBoxNormal(&p, &q, direction, side), cdSub(p.center, q.center)) > 0.0);
        }
    }
    cdBoxAt box = makeUpright(cdMakeVec3(1, 2, 3), cdMakeVec3(0, 0, 0)), same = box;
    assert_true(cdLength(cdGetBoxNormal(&box, &same, 6, 1.0)) == 0.0);
    assert_true(cdLength(cdGetBoxNormal(&box, &same, 7, 1.0)) == 1.0);
}

// --- Everything else

// A cube of half extent 1 at the origin, B, and A above it in its top plane z = 1 (face 5 of B): face on face
// inside and over the border, crossing without a corner in the other, edge on face, edge across the border,
// edge along edge, corner on edge, corner on corner. Vertex-face is reported before face-vertex before edges,
// with the lowest numbers. Red: touching faces taken for edges, a corner outside the other face, the order.
static void testOtherTouches(void **state) {
    (void)state;
    const cdQuat none = {1.0, 0.0, 0.0, 0.0};
    const cdQuat onEdge = cdMakeQuat(cdMakeVec3(0, 1, 0), 0.25 * PI); // its y edges down, length sqrt(2)
    const cdQuat eighth = cdMakeQuat(cdMakeVec3(0, 0, 1), 0.25 * PI);
    const double root = sqrt(2.0), third = sqrt(3.0);
    const cdQuat onCorner =
        cdMakeQuat(cdNormalize(cdMakeVec3(1, -1, 0)), acos(1.0 / third)); // (-1, -1, -1) down
    const struct {
        cdQuat turn;
        cdVec3 half, center;
        cdContactKind kind;
        int32_t a, b;
    } cases[] = {
        {none, {0.5, 0.5, 0.5}, {0.2, 0.1, 1.5}, CD_VERTEX_FACE, 0, 5},   // small face in a large one
        {none, {3.0, 3.0, 0.5}, {0.2, 0.1, 1.5}, CD_FACE_VERTEX, 4, 4},   // large face over a small one
        {none, {1.0, 1.0, 1.0}, {0.5, 0.5, 2.0}, CD_VERTEX_FACE, 0, 5},   // overlapping at a corner
        {none, {1.0, 1.0, 1.0}, {-0.5, -0.5, 2.0}, CD_VERTEX_FACE, 3, 5}, // the other one
        {none, {1.0, 1.0, 1.0}, {0.0, 0.0, 2.0}, CD_VERTEX_FACE, 0, 0},   // face on face, all corners meet
        {none, {2.0, 0.5, 0.5}, {0.0, 0.0, 1.5}, CD_EDGE_EDGE, 0, 6},     // a cross of two faces
        {eighth, {1.2, 1.2, 0.5}, {0.0, 0.0, 1.5}, CD_EDGE_EDGE, 0, 2},   // eight corners, all crossings
        {onEdge, {1.0, 0.5, 1.0}, {0.0, 0.0, 1.0 + root}, CD_VERTEX_FACE, 1, 5}, // an edge in the face
        {onEdge, {1.0, 0.5, 1.0}, {0.3, 1.0, 1.0 + root}, CD_VERTEX_FACE, 1, 5}, // over its border
        {onEdge, {1.0, 3.0, 1.0}, {0.3, 0.0, 1.0 + root}, CD_EDGE_EDGE, 5, 2},   // across the face
        {onEdge, {1.0, 0.5, 1.0}, {1.0, 0.0, 1.0 + root}, CD_VERTEX_FACE, 1, 1}, // along an edge, within
        {onEdge, {1.0, 3.0, 1.0}, {1.0, 0.0, 1.0 + root}, CD_FACE_VERTEX, 1, 5}, // along it and beyond
        {onCorner, {1.0, 1.0, 1.0}, {0.5, 0.5, 1.0 + third}, CD_VERTEX_FACE, 0, 5},
        {onCorner, {1.0, 1.0, 1.0}, {1.0, 0.5, 1.0 + third}, CD_VERTEX_FACE, 0, 1},   // a corner on an edge
        {onCorner, {1.0, 1.0, 1.0}, {-1.0, -1.0, 1.0 + third}, CD_VERTEX_FACE, 0, 0}, // on a corner
    };
    cdBoxAt b = makeUpright(cdMakeVec3(1, 1, 1), cdMakeVec3(0, 0, 0));
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        cdBoxAt a = makeBox(cases[k].turn, cases[k].half, cases[k].center);
        cdBoxTouch touch = cdDescribeBoxTouch(&a, &b, 5, 1.0, TOLERANCE);
        checkPair(&touch, cases[k].kind, cases[k].a, cases[k].b);
        checkTouch(&a, &b, &touch, TOLERANCE);
        assert_true(cdLength(cdSub(touch.normal, cdMakeVec3(0, 0, 1))) < 1e-12);
        // The same, slightly separated: the point is half way.
        a.center.z += 0.01;
        touch = cdDescribeBoxTouch(&a, &b, 5, 1.0, TOLERANCE);
        checkPair(&touch, cases[k].kind, cases[k].a, cases[k].b);
        assert_true(fabs(touch.point.z - 1.005) < 1e-12);
    }
}

// Parallelepipeds with one edge of A parallel to one of B, mirrored or not, that touch at other edges: given
// the parallel ones, which have no plane, the separating plane is found, from B to A. Red: a zero normal, one
// from A to B where the side was that of the other plane.
static void testParallelEdgesGiveWay(void **state) {
    (void)state;
    Random random = {33};
    int mirrored = 0, count = 0;
    for (int n = 0; n < 2000; n++) {
        cdBoxAt a = makeRandomBox(&random, true), b = makeRandomBox(&random, true);
        b.arms[2] = cdScale(0.7, a.arms[2]);
        if (n % 2) a.arms[0] = cdNegate(a.arms[0]);
        Widest widest = findWidest(&a, &b);
        if (widest.gap > 0.0 || widest.direction < 6) continue;
        a.center = cdMulAdd(a.center, -widest.gap, widest.n);
        count++;
        double volumeA = cdDot(cdCross(a.arms[0], a.arms[1]), a.arms[2]);
        double volumeB = cdDot(cdCross(b.arms[0], b.arms[1]), b.arms[2]);
        mirrored += (volumeA < 0.0) != (volumeB < 0.0);
        cdBoxTouch expected = cdDescribeBoxTouch(&a, &b, widest.direction, widest.side, TOLERANCE);
        cdBoxTouch touch = cdDescribeBoxTouch(&a, &b, 14, 1.0, TOLERANCE);
        checkTouch(&a, &b, &touch, 4.0 * TOLERANCE);
        checkPair(&touch, expected.pair.kind, expected.pair.a, expected.pair.b);
        assert_true(cdLength(cdSub(touch.normal, widest.n)) < 1e-9);
    }
    assert_true(count > 200 && mirrored > 50 && count - mirrored > 50);
}

// Edge 4 i + 1 (+ 2) runs along axis i, at + half along the lower (higher) of the other two axes. Red: ends
// in the other order, of another edge, the higher axis taken for the lower.
static void testEdgeEnds(void **state) {
    (void)state;
    for (int32_t edge = 0; edge < CD_BOX_EDGES; edge++) {
        int axis = edge / 4, lower = axis == 0 ? 1 : 0, higher = axis == 2 ? 1 : 2;
        int32_t corners[2] = {-1, -1};
        cdGetBoxEdgeEnds(edge, corners);
        assert_int_equal(corners[0] >> axis & 1, 0);
        assert_int_equal(corners[0] >> lower & 1, edge & 1);
        assert_int_equal(corners[0] >> higher & 1, edge >> 1 & 1);
        assert_int_equal(corners[1], corners[0] + (1 << axis));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testGenericTouches), cmocka_unit_test(testMirroredNormals),
        cmocka_unit_test(testOtherTouches),   cmocka_unit_test(testParallelEdgesGiveWay),
        cmocka_unit_test(testEdgeEnds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
