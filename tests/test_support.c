// Supporting vertices where rounded edges cannot decide: along faces, nearly along faces, at vertices of many
// edges, and on hulls of more than 65,536 vertices.
#include "collision/collision.h"
#include "random.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

static cdConvex *createHull(const cdVec3 *points, int32_t count) {
    cdConvexReport report;
    cdConvex *hull = cdCreateConvex(&(cdConvexDef){.points = points, .pointCount = count}, &report);
    if (hull == NULL) fail_msg("%s", cdGetBuildErrorName(report.error));
    return hull;
}

static double findHighest(const cdVec3 *vertices, int32_t count, cdVec3 direction) {
    double highest = -INFINITY;
    for (int32_t i = 0; i < count; i++)
        highest = fmax(highest, cdDot(direction, vertices[i]));
    return highest;
}

// By every method, from all given starts, up to rounding of the hull's own size.
static void checkDirection(const cdConvex *hull, cdVec3 direction, int32_t starts, Random *random) {
    const cdConvexInfo info = cdGetConvexInfo(hull);
    int32_t count = info.vertexCount;
    const cdVec3 *vertices = info.vertices;
    double slack = 0x1p-50 * info.radius, highest = findHighest(vertices, count, direction);
    for (int method = CD_SUPPORT_TABLE; method < CD_SUPPORT_SCAN; method++)
        for (int32_t k = 0; k < starts; k++) {
            int32_t start = k == 0 ? -1 : nextRandomInt(random, 0, count - 1);
            int32_t vertex = cdFindSupportVertex(hull, direction, (cdSupportMethod)method, start);
            double below = highest - cdDot(direction, vertices[vertex]);
            if (below > slack) fail_msg("method %d from %d ends %g below the top", method, (int)start, below);
        }
}

// Along each triangle's normal, and tilted from it by less and less.
static void checkFaces(const cdConvex *hull, int32_t most, Random *random) {
    const cdConvexInfo info = cdGetConvexInfo(hull);
    int32_t cornerCount = info.triangleCount;
    const int32_t *triangles = info.triangles;
    const cdVec3 *v = info.vertices;
    for (int32_t i = 0; i < cornerCount / 3 && i < most; i++) {
        const int32_t *t = &triangles[3 * i];
        cdVec3 normal = cdNormalize(cdCross(cdSub(v[t[1]], v[t[0]]), cdSub(v[t[2]], v[t[0]])));
        for (double tilt = 1e-2; tilt > 1e-17; tilt *= 0.1)
            checkDirection(hull, cdNormalize(cdMulAdd(normal, tilt, nextRandomDirection(random))), 3, random);
        checkDirection(hull, normal, 3, random);
    }
}

static void stretch(cdVec3 *points, int32_t count, cdVec3 by) {
    for (int32_t i = 0; i < count; i++)
        points[i] = (cdVec3){by.x * points[i].x, by.y * points[i].y, by.z * points[i].z};
}

// Red: an edge taken, or the climb ended, within the error of the rounded edges.
static void testNearlyLevelFaces(void **state) {
    (void)state;
    Random random = {3};
    static const cdVec3 sides[] = {
        {1, 1, 1}, {1, 0.1, 0.1}, {1, 1, 1e-3}, {1e-60, 1e-60, 1e-60}, {1, 1e-5, 1e-5}};
    for (int shape = 0; shape < 5; shape++)
        for (int32_t count = 30; count <= 480; count *= 4) {
            cdVec3 points[480];
            for (int32_t i = 0; i < count; i++)
                points[i] = nextRandomDirection(&random);
            stretch(points, count, sides[shape]);
            cdConvex *hull = createHull(points, count);
            checkFaces(hull, 100, &random);
            cdDestroyConvex(hull);
        }
}

// A cone over a circle, its apex with a hundred edges, and a plate of a hundred corners. Red: edges beyond
// the first line of a vertex forgotten, a link to the next line taken for an edge.
static void testManyEdges(void **state) {
    (void)state;
    Random random = {4};
    cdVec3 points[102];
    for (int32_t i = 0; i < 100; i++)
        points[i] = (cdVec3){cos(0.02 * 3.14159265358979 * i), sin(0.02 * 3.14159265358979 * i), 0.0};
    points[100] = (cdVec3){0.1, 0.2, 2.0};
    points[101] = (cdVec3){0.0, 0.1, -0.5};
    for (int32_t count = 100; count <= 102; count++) {
        cdConvex *hull = createHull(points, count);
        checkFaces(hull, 200, &random);
        for (int i = 0; i < 500; i++)
            checkDirection(hull, nextRandomDirection(&random), 4, &random);
        cdDestroyConvex(hull);
    }
}

static void checkLargeHull(int32_t count) {
    Random random = {5};
    cdVec3 *points = malloc((size_t)count * sizeof *points);
    assert_non_null(points);
    for (int32_t i = 0; i < count; i++)
        points[i] = nextRandomDirection(&random);
    cdConvex *hull = createHull(points, count);
    assert_int_equal(cdGetConvexInfo(hull).vertexCount, count);
    checkFaces(hull, 3, &random);
    for (int i = 0; i < 100; i++)
        checkDirection(hull, nextRandomDirection(&random), 3, &random);
    cdDestroyConvex(hull);
    free(points);
}

// More vertices than 16 bits count, and only more lines. Red: a neighbour's or a line's number truncated.
static void testMoreVerticesThanSixteenBits(void **state) {
    (void)state;
    checkLargeHull(70000);
    checkLargeHull(64500);
}

// Vertices closer to each other than the rounding of heights, and directions across the edge between two.
// Red: ends of edges compared by their rounded heights, which ends the climb at the wrong one of two, as far
// below the top as the hull is wide.
static void testNeighborsWithinRounding(void **state) {
    (void)state;
    Random random = {5};
    for (int round = 0; round < 60; round++) {
        cdVec3 points[200], at = {0.0, 0.0, 0.0};
        double distance = pow(10.0, nextRandomIn(&random, -17.0, -6.0));
        for (int32_t i = 0; i < 200; i++) {
            if (i % 5 == 0) at = nextRandomDirection(&random);
            points[i] = cdMulAdd(at, distance, nextRandomVec3(&random));
        }
        cdConvex *hull = createHull(points, 200);
        const cdConvexInfo info = cdGetConvexInfo(hull);
        for (int32_t i = 0; i < info.triangleCount; i++) {
            const int32_t *t = info.triangles + 3 * i;
            cdVec3 edge = cdNormalize(cdSub(info.vertices[t[1]], info.vertices[t[0]]));
            cdVec3 across = cdNormalize(cdCross(edge, nextRandomDirection(&random)));
            checkDirection(hull, across, 3, &random);
        }
        cdDestroyConvex(hull);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testNearlyLevelFaces), cmocka_unit_test(testNeighborsWithinRounding),
        cmocka_unit_test(testManyEdges), cmocka_unit_test(testMoreVerticesThanSixteenBits)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
