// The choice of contact points: corners of coplanar points, and of too many those farthest from each other.
#include "random.h"
#include "world/contacts/point_choice.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

enum { MOST = 4096 };

static const double TOLERANCE = 1e-3;

static cdContactPoint points[MOST], chosen[MOST];
static cdPlacedPoint placed[MOST];
static int32_t pointCount;

static void addPoint(cdVec3 at, cdVec3 normal, double gap) {
    assert_true(pointCount < MOST);
    points[pointCount++] = (cdContactPoint){
        .kind = CD_POINT_ON_PLANE, .localA = at, .localB = cdMulAdd(at, -gap, normal), .normal = normal};
}

static int32_t choose(int32_t capacity) {
    enum { ROOM = 1 << 20 };
    unsigned char *bytes = malloc(ROOM);
    cdMemory memory = {.next = bytes, .left = ROOM};
    cdPose none = cdIdentityPose();
    for (int32_t i = 0; i < pointCount; i++)
        placed[i] = cdPlacePoint(&points[i], none, none);
    int32_t count = cdChoosePoints(points, placed, pointCount, TOLERANCE, memory, chosen, capacity);
    free(bytes);
    return count;
}

// 120 planes, far from each other, with 25 points each, whose normals differ by less than count as one: each
// plane keeps the corners of its square. Red: points whose normals lie in different cells, though they differ
// little, are not in one group.
static void testPlanesKeepTheirCorners(void **state) {
    (void)state;
    Random random = {31};
    pointCount = 0;
    for (int plane = 0; plane < 120; plane++) {
        cdVec3 normal = nextRandomDirection(&random), u, v, origin = {10.0 * plane, 0.0, 0.0};
        u = cdNormalize(
            cdCross(normal, fabs(normal.x) < 0.6 ? cdMakeVec3(1.0, 0.0, 0.0) : cdMakeVec3(0.0, 1.0, 0.0)));
        v = cdCross(normal, u);
        for (int i = 0; i < 25; i++) {
            cdVec3 at = cdMulAdd(cdMulAdd(origin, 0.25 * (i % 5), u), 0.25 * (int)(i / 5), v);
            addPoint(at, cdNormalize(cdMulAdd(normal, 2e-4, nextRandomVec3(&random))), 0.0);
        }
    }
    int32_t count = choose(MOST);
    assert_int_equal(count, 4 * 120);
    for (int32_t i = 0; i < count; i++) {
        int32_t index = 0;
        while (cdLengthSq(cdSub(points[index].localA, chosen[i].localA)) > 0.0)
            index++;
        assert_true(index % 25 == 0 || index % 25 == 4 || index % 25 == 20 || index % 25 == 24);
        assert_int_equal(chosen[i].corner, i % 4);
    }
}

static double getDistanceSq(int32_t i, int32_t k, double size) {
    return cdLengthSq(cdSub(points[i].localA, points[k].localA)) +
           size * size * cdLengthSq(cdSub(points[i].normal, points[k].normal));
}

// Marks the point of the smallest gap, then one by one the point behind the last one whose nearest marked
// point is farthest, or one before it that is farther than the last one was.
static void markFarthest(int32_t capacity, double size, bool marked[MOST]) {
    static double nearest[MOST];
    int32_t next = 0;
    for (int32_t i = 0; i < pointCount; i++) {
        marked[i] = false;
        nearest[i] = INFINITY;
        if (cdDot(points[i].normal, cdSub(points[i].localA, points[i].localB)) <
            cdDot(points[next].normal, cdSub(points[next].localA, points[next].localB)))
            next = i;
    }
    for (int32_t n = 0; n < capacity; n++) {
        int32_t last = next;
        double was = marked[last] ? -1.0 : nearest[last], before = was, behind = -1.0;
        marked[last] = true;
        for (int32_t i = 0; i < pointCount; i++)
            nearest[i] = fmin(nearest[i], getDistanceSq(i, last, size));
        for (int32_t i = 0; i < last; i++)
            if (!marked[i] && nearest[i] > before) before = nearest[i], next = i;
        for (int32_t i = last + 1; i < pointCount; i++) {
            double least = next < last ? before : behind;
            if (!marked[i] && nearest[i] > least && i != next) behind = before = nearest[i], next = i;
        }
    }
}

// Among points with all kinds of normals those far from each other are kept, in their order. Red: distances
// from some of those kept only, without normals, or at the wrong size; another order of choosing; on a
// thread, where points in a row are near each other, rows left out that are not far enough.
static void testFarthestAreKept(void **state) {
    (void)state;
    Random random = {32};
    for (int i = 0; i < 40; i++) {
        static bool marked[MOST];
        double size = 0.0;
        pointCount = 0;
        for (int k = 0; k < 90 && i % 2 == 0; k++)
            addPoint(nextRandomVec3(&random), nextRandomDirection(&random), 1e-4 * nextRandom(&random));
        for (int k = 0; k < 400 && i % 2 == 1; k++) {
            cdVec3 out = {cos(0.05 * k), 0.0, sin(0.05 * k)}, at = {out.x, 0.005 * k, out.z};
            addPoint(cdMulAdd(at, 0.01, nextRandomVec3(&random)),
                     cdNormalize(cdMulAdd(out, 0.1, nextRandomVec3(&random))), 1e-4 * nextRandom(&random));
        }
        for (int32_t k = 1; k < pointCount; k++)
            size = fmax(size, cdLength(cdSub(points[k].localA, points[0].localA)));
        int32_t capacity = nextRandomInt(&random, 2, 60), at = 0, kept = 0;
        markFarthest(capacity, size, marked);
        for (int32_t k = 0; k < pointCount; k++)
            kept += marked[k];
        assert_int_equal(choose(capacity), kept);
        assert_true(kept > capacity / 2);
        for (int32_t k = 0; k < pointCount; k++) {
            if (!marked[k]) continue;
            assert_true(cdLengthSq(cdSub(chosen[at++].localA, points[k].localA)) == 0.0);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(testPlanesKeepTheirCorners),
                                       cmocka_unit_test(testFarthestAreKept)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
