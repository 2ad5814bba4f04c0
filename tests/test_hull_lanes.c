// Two hulls computed side by side: lane by lane the bits of the plain formulas.
#include "convex/separation/origin_test.h"
#include "convex/separation/placed_hulls.h"
#include "random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { ROUNDS = 20000, HULLS = 6 };

static void checkBits(cdVec3 a, cdVec3 b) {
    assert_memory_equal(&a, &b, sizeof a);
}

static cdQuat makeUnit(cdQuat q) {
    double e = q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z - 1.0;
    double s = 1.0 - e * (0.5 - e * (0.375 - 0.3125 * e));
    return (cdQuat){s * q.w, s * q.x, s * q.y, s * q.z};
}

static cdQuat pickQuat(Random *random) {
    cdQuat q = cdMakeQuat(nextRandomDirection(random), 6.3 * nextRandom(random));
    double scale = 1.0 + 4e-7 * (nextRandom(random) - 0.5);
    return (cdQuat){scale * q.w, scale * q.x, scale * q.y, scale * q.z};
}

// Numbers of vertices from a tetrahedron to a hull with vertices of many edges.
static void createHulls(Random *random, cdConvex *hulls[HULLS]) {
    static const int32_t counts[HULLS] = {4, 9, 24, 60, 300, 400};
    for (int k = 0; k < HULLS; k++) {
        cdVec3 points[400], center = cdScale(3.0, nextRandomDirection(random));
        for (int32_t i = 0; i < counts[k]; i++)
            points[i] = cdAdd(center, nextRandomDirection(random));
        for (int32_t i = 0; i + 2 < counts[k] && k == 5; i++) { // a drum: two vertices of 398 edges
            double angle = 6.283 * i / (counts[k] - 2);
            points[i] = cdAdd(center, (cdVec3){cos(angle), sin(angle), 0.0});
        }
        if (k == 5)
            points[398] = cdAdd(center, (cdVec3){0, 0, 1}), points[399] = cdAdd(center, (cdVec3){0, 0, -1});
        hulls[k] = cdCreateConvex(&(cdConvexDef){.points = points, .pointCount = counts[k]}, NULL);
        assert_non_null(hulls[k]);
    }
}

static void destroyHulls(cdConvex *hulls[HULLS]) {
    for (int k = 0; k < HULLS; k++)
        cdDestroyConvex(hulls[k]);
}

static cdSeparationInput pickInput(Random *random, cdConvex *const hulls[HULLS]) {
    return (cdSeparationInput){.convexA = hulls[nextRandomInt(random, 0, HULLS - 1)],
                               .convexB = hulls[nextRandomInt(random, 0, HULLS - 1)],
                               .poseA = {nextRandomDirection(random), pickQuat(random)},
                               .poseB = {nextRandomDirection(random), pickQuat(random)}};
}

// Red: a lane of the other hull, another order of operations, a vertex of one hull's climb in the other.
static void testPlacedHulls(void **state) {
    (void)state;
    Random random = {21};
    cdConvex *hulls[HULLS];
    createHulls(&random, hulls);
    for (int round = 0; round < ROUNDS; round++) {
        cdSeparationInput input = pickInput(&random, hulls);
        const cdConvex *a = input.convexA, *b = input.convexB;
        cdPlacedHulls placed;
        assert_true(cdPlaceHulls(&input, &placed));
        cdQuat qa = makeUnit(input.poseA.q), qb = makeUnit(input.poseB.q);
        cdVec3 arms = cdSub(cdRotate(qa, a->info.center), cdRotate(qb, b->info.center));
        checkBits(placed.toA, cdAdd(cdSub(input.poseA.p, input.poseB.p), arms));
        checkBits(cdGetFirstLane3(placed.r), (cdVec3){qa.x, qa.y, qa.z});
        checkBits(cdGetSecondLane3(placed.r), (cdVec3){qb.x, qb.y, qb.z});

        cdVec3 s = nextRandomDirection(&random), along = cdInvRotate(qa, s),
               against = cdInvRotate(qb, cdNegate(s));
        int32_t vertexA = nextRandomInt(&random, 0, a->info.vertexCount - 1), plainA = vertexA,
                plainSteps = 0;
        int32_t vertexB = nextRandomInt(&random, 0, b->info.vertexCount - 1), plainB = vertexB, steps = 0;
        double gap = cdFindGap(&placed, &input, s, &vertexA, &vertexB, &steps);
        plainA = cdClimb(a, along, plainA, &plainSteps);
        plainB = cdClimb(b, against, plainB, &plainSteps);
        assert_int_equal(vertexA, plainA);
        assert_int_equal(vertexB, plainB);
        assert_int_equal(steps, plainSteps);
        double height = cdDot(along, a->vertices[plainA]), depth = cdDot(against, b->vertices[plainB]);
        double plain = -(cdDot(s, placed.toA) + height + depth);
        assert_memory_equal(&gap, &plain, sizeof gap);
    }
    destroyHulls(hulls);
}

// Red: a quaternion of one lane not refused, or NaN accepted.
static void testRefusedOrientations(void **state) {
    (void)state;
    Random random = {22};
    cdConvex *hulls[HULLS];
    createHulls(&random, hulls);
    static const double factors[] = {1.0, 1.1, 0.5, 0.0, NAN, INFINITY};
    for (int i = 0; i < 6; i++)
        for (int k = 0; k < 6; k++) {
            cdSeparationInput input = pickInput(&random, hulls);
            input.poseA.q.w *= factors[i];
            input.poseA.q.x *= factors[i];
            input.poseB.q.y *= factors[k];
            input.poseB.q.z *= factors[k];
            cdPlacedHulls placed;
            bool valid = cdIsUnitQuat(input.poseA.q) && cdIsUnitQuat(input.poseB.q);
            assert_int_equal(cdPlaceHulls(&input, &placed), valid);
        }
    destroyHulls(hulls);
}

// The same test face by face.
static bool holdsOrigin(const cdVec3 m[4], double margin) {
    for (int k = 0; k < 4; k++) {
        cdVec3 corner = m[(k + 1) % 4];
        cdVec3 u = cdSub(m[(k + 2) % 4], corner), v = cdSub(m[(k + 3) % 4], corner);
        cdVec3 n = cdCross(u, v), across = cdSub(m[k], corner);
        double opposite = cdDot(n, across), origin = -cdDot(n, corner);
        if (opposite < 0.0) origin = -origin;
        double spread = 3.0 * (16.0 * CD_EPSILON) * cdMaxAbs(u) * cdMaxAbs(v);
        if (!(fabs(opposite) > spread * cdMaxAbs(across))) return false;
        if (!(origin > margin * cdLength(n) + spread * cdMaxAbs(corner))) return false;
    }
    return true;
}

// Tetrahedra about the origin, beside it, flat, and with the origin at or near a face. Red: a face with the
// wrong corners, the margin of one lane only, a flat tetrahedron that holds the origin.
static void testHeldOrigin(void **state) {
    (void)state;
    Random random = {23};
    int held = 0;
    for (int round = 0; round < 5 * ROUNDS; round++) {
        cdVec3 m[4], sum = {0.0, 0.0, 0.0};
        for (int k = 0; k < 4; k++)
            m[k] = nextRandomDirection(&random);
        int kind = nextRandomInt(&random, 0, 4), last = nextRandomInt(&random, 0, 3);
        for (int k = 0; k < 4; k++)
            if (k != last) sum = cdAdd(sum, m[k]);
        if (kind < 3) m[last] = cdScale(kind == 2 ? 1e-9 : -1.0, sum); // around the origin; near a corner
        if (kind == 3) m[last] = cdScale(1.0 / 3.0, sum);              // flat
        double margin = nextRandomInt(&random, 0, 1) ? 0.0 : 0.2 * nextRandom(&random);
        bool holds = cdHoldsOrigin(m, margin);
        assert_int_equal(holds, holdsOrigin(m, margin));
        held += holds;
    }
    assert_true(held > ROUNDS / 2 && held < 4 * ROUNDS);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(testPlacedHulls),
                                       cmocka_unit_test(testRefusedOrientations),
                                       cmocka_unit_test(testHeldOrigin)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
