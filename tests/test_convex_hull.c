// Convex hulls against brute force: containment, surface, and supporting vertices.
#include "collision/collision.h"
#include "random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { POINT_MAX = 2000, DIRECTION_COUNT = 60 };

static const double EPSILON = 0x1p-52;

typedef struct Cloud {
    const char *name;
    cdVec3 points[POINT_MAX];
    int32_t count;
    int32_t dimension; // of its hull
} Cloud;

static Cloud cloud; // large: one at a time

static void beginCloud(const char *name, int32_t dimension) {
    cloud.name = name;
    cloud.count = 0;
    cloud.dimension = dimension;
}

static void addPoint(cdVec3 p) {
    cloud.points[cloud.count++] = p;
}

static cdConvex *createHull(const int32_t *ids) {
    cdConvexReport report;
    cdConvex *hull = cdCreateConvex(
        &(cdConvexDef){.points = cloud.points, .pointIds = ids, .pointCount = cloud.count}, &report);
    if (hull == NULL) fail_msg("%s: %s", cloud.name, cdGetBuildErrorName(report.error));
    return hull;
}

// --- properties of every hull
// -------------------------------------------------------------------------------------

static double getRounding(const cdConvexInfo *info) {
    return EPSILON * (info->radius + cdMaxAbs(info->center));
}

// Vertices are given points, each once, identified by their ids.
static void checkVertices(const cdConvexInfo *info, const int32_t *ids) {
    static bool taken[POINT_MAX];
    memset(taken, 0, sizeof taken);
    const cdVec3 *vertices = info->vertices;
    const int32_t *vertexIds = info->vertexIds;
    for (int32_t i = 0; i < info->vertexCount; i++) {
        int32_t point = vertexIds[i];
        for (point = 0; ids != NULL && ids[point] != vertexIds[i];)
            point++;
        if (ids == NULL) point = vertexIds[i];
        assert_true(point >= 0 && point < cloud.count && !taken[point]);
        taken[point] = true;
        cdVec3 off = cdSub(cdSub(cloud.points[point], info->center), vertices[i]);
        assert_true(cdMaxAbs(off) <= 2.0 * getRounding(info));
        assert_true(cdMaxAbs(vertices[i]) <= info->radius * (1.0 + 2.0 * EPSILON));
    }
}

// The box contains exactly the points; the error stays within rounding of the points' size.
static void checkMeasures(const cdConvexInfo *info) {
    cdBox3 box = {cloud.points[0], cloud.points[0]};
    for (int32_t i = 0; i < cloud.count; i++) {
        cdVec3 p = cloud.points[i];
        box.lower = cdMakeVec3(fmin(box.lower.x, p.x), fmin(box.lower.y, p.y), fmin(box.lower.z, p.z));
        box.upper = cdMakeVec3(fmax(box.upper.x, p.x), fmax(box.upper.y, p.y), fmax(box.upper.z, p.z));
    }
    double slack = info->error + 2.0 * getRounding(info);
    assert_true(cdMaxAbs(cdSub(box.lower, info->bounds.lower)) <= slack);
    assert_true(cdMaxAbs(cdSub(box.upper, info->bounds.upper)) <= slack);
    assert_true(cdMaxAbs(cdSub(cdLerp(box.lower, box.upper, 0.5), info->center)) <= slack);
    assert_true(info->error >= 0.0);
    if (info->error > 1000.0 * getRounding(info))
        fail_msg("%s: error %g of a hull of radius %g", cloud.name, info->error, info->radius);
    assert_int_equal(info->dimension, cloud.dimension);
    assert_true(info->levelCount >= 1 && info->byteCount > 0);
}

static int compareEdges(const void *left, const void *right) {
    const int32_t *a = left, *b = right;
    if (a[0] != b[0]) return a[0] < b[0] ? -1 : 1;
    return (a[1] > b[1]) - (a[1] < b[1]);
}

static bool hasEdge(const int32_t *edges, int32_t count, int32_t from, int32_t to) {
    const int32_t edge[2] = {from, to};
    return bsearch(edge, edges, (size_t)count, 2 * sizeof *edges, compareEdges) != NULL;
}

// A closed surface: each directed side once, and once reversed; every vertex in it; V - E + F = 2. A plate is
// one too, with the sides of both its faces.
static void checkSurface(const cdConvexInfo *info) {
    int32_t count = info->triangleCount;
    const int32_t *triangles = info->triangles;
    assert_int_equal(count, info->triangleCount);
    if (info->dimension < 2) {
        assert_int_equal(info->vertexCount, info->dimension + 1);
        assert_int_equal(info->edgeCount, info->dimension);
        assert_int_equal(count, 0);
        return;
    }
    int32_t edgeCount = 3 * count;
    int32_t *edges = malloc((size_t)edgeCount * 2 * sizeof *edges);
    assert_non_null(edges);
    static bool used[POINT_MAX];
    memset(used, 0, sizeof used);
    for (int32_t i = 0; i < edgeCount; i++) {
        int32_t from = triangles[i], to = triangles[i % 3 == 2 ? i - 2 : i + 1];
        assert_true(from >= 0 && from < info->vertexCount && from != to);
        edges[2 * i] = from, edges[2 * i + 1] = to;
        used[from] = true;
    }
    qsort(edges, (size_t)edgeCount, 2 * sizeof *edges, compareEdges);
    for (int32_t i = 0; i < edgeCount; i++) {
        if (info->dimension == 3 && i > 0) assert_true(compareEdges(edges + 2 * i, edges + 2 * i - 2) != 0);
        assert_true(hasEdge(edges, edgeCount, edges[2 * i + 1], edges[2 * i]));
    }
    for (int32_t i = 0; i < info->vertexCount; i++)
        assert_true(used[i]);
    if (info->dimension == 3) {
        assert_int_equal(2 * info->edgeCount, 3 * count);
        assert_int_equal(info->vertexCount - info->edgeCount + count, 2);
    } else {
        assert_int_equal(info->edgeCount, info->vertexCount);
        assert_int_equal(count, 2 * (info->vertexCount - 2));
    }
    free(edges);
}

static double findHighest(const cdConvexInfo *info, cdVec3 direction) {
    double highest = -INFINITY;
    for (int32_t i = 0; i < cloud.count; i++)
        highest = fmax(highest, cdDot(direction, cdSub(cloud.points[i], info->center)));
    return highest;
}

// Returns the normal of a triangle, and by what factor its corners' own errors grow in its plane at the far
// end of the hull: their distance from the longest side is the lever. False: it is a line.
static bool findNormal(const cdVec3 corners[3], double size, cdVec3 *normal, double *lever) {
    cdVec3 u = cdScale(1.0 / size, cdSub(corners[1], corners[0])),
           v = cdScale(1.0 / size, cdSub(corners[2], corners[0]));
    cdVec3 n = cdCross(u, v);
    double longest = fmax(fmax(cdLength(u), cdLength(v)), cdLength(cdSub(u, v)));
    *normal = cdNormalize(n);
    *lever = 1.0 + 2.0 * longest / cdLength(n);
    return *lever < 1e6;
}

// Along no triangle's normal is a point higher than the highest vertex by more than the error, nor another
// vertex higher than the triangle: the hull contains the points, and triangles face outwards.
static void checkNothingOutside(const cdConvexInfo *info) {
    int32_t count = info->triangleCount, vertexCount = info->vertexCount;
    const int32_t *triangles = info->triangles;
    const cdVec3 *vertices = info->vertices;
    double error = info->error + 4.0 * getRounding(info), lever;
    for (int32_t i = 0; i < count; i++) {
        const int32_t *t = triangles + 3 * i;
        const cdVec3 corners[3] = {vertices[t[0]], vertices[t[1]], vertices[t[2]]};
        cdVec3 normal;
        if (!findNormal(corners, info->radius, &normal, &lever)) continue;
        double top = -INFINITY, highest = findHighest(info, normal);
        for (int32_t k = 0; k < vertexCount; k++)
            top = fmax(top, cdDot(normal, vertices[k]));
        if (highest > top + error)
            fail_msg("%s: points are %g over the hull, error %g", cloud.name, highest - top, info->error);
        if (top > cdDot(normal, corners[0]) + lever * error)
            fail_msg("%s: triangle %d looks inwards, a vertex is %g over it", cloud.name, (int)i,
                     top - cdDot(normal, corners[0]));
    }
}

static cdVec3 pickDirection(Random *random, const cdConvexInfo *info, const cdVec3 *vertices) {
    const cdVec3 axes[3] = {{1, 0, 0}, {0, -1, 0}, {0, 0, 1}};
    int kind = nextRandomInt(random, 0, 3);
    if (kind == 0) return axes[nextRandomInt(random, 0, 2)];
    cdVec3 a = vertices[nextRandomInt(random, 0, info->vertexCount - 1)],
           b = vertices[nextRandomInt(random, 0, info->vertexCount - 1)];
    cdVec3 direction = kind == 1   ? cdSub(a, b)
                       : kind == 2 ? cdCross(cdNormalize(cdSub(a, b)), nextRandomDirection(random))
                                   : nextRandomDirection(random);
    direction = cdNormalize(direction);
    return cdLengthSq(direction) > 0.0 ? direction : axes[0];
}

// All four methods find a vertex as high as the highest of all points.
static void checkSupport(const cdConvex *hull, const cdConvexInfo *info) {
    Random random = {(uint64_t)cloud.count + 1};
    int32_t vertexCount = info->vertexCount;
    const cdVec3 *vertices = info->vertices;
    double slack = info->error + 16.0 * getRounding(info);
    for (int i = 0; i < DIRECTION_COUNT; i++) {
        cdVec3 direction = pickDirection(&random, info, vertices);
        double highest = findHighest(info, direction);
        for (int method = 0; method <= CD_SUPPORT_SCAN; method++) {
            for (int k = 0; k < 3; k++) {
                int32_t start = k == 0 ? -1 : nextRandomInt(&random, 0, vertexCount - 1);
                int32_t vertex = cdFindSupportVertex(hull, direction, (cdSupportMethod)method, start);
                assert_true(vertex >= 0 && vertex < vertexCount);
                double height = cdDot(direction, vertices[vertex]);
                if (height < highest - slack)
                    fail_msg("%s: method %d from %d ends %g below the top, error %g", cloud.name, method,
                             (int)start, highest - height, info->error);
            }
        }
    }
}

static void checkHull(const int32_t *ids) {
    cdConvex *hull = createHull(ids);
    cdConvexInfo info = cdGetConvexInfo(hull);
    checkMeasures(&info);
    checkVertices(&info, ids);
    checkSurface(&info);
    if (info.dimension == 3) checkNothingOutside(&info);
    checkSupport(hull, &info);
    cdDestroyConvex(hull);
}

// The same cloud at other scales and far from its origin. Squares of tiny ones underflow.
static void checkAtScales(void) {
    static const double scales[] = {1.0, 1e-4, 1e4, 1e-140, 1e-300, 1e95};
    static cdVec3 original[POINT_MAX];
    memcpy(original, cloud.points, sizeof original);
    for (size_t k = 0; k < sizeof scales / sizeof scales[0]; k++) {
        for (int32_t i = 0; i < cloud.count; i++)
            cloud.points[i] = cdScale(scales[k], original[i]);
        checkHull(NULL);
    }
    memcpy(cloud.points, original, sizeof original);
}

// --- the clouds
// ---------------------------------------------------------------------------------------------------

// Points on and in a ball, from a tetrahedron to 2000. Red: a vertex lost, a face reversed, a level of the
// hierarchy from which the climb cannot reach the top.
static void testBalls(void **state) {
    (void)state;
    static const int32_t counts[] = {4, 5, 6, 8, 13, 30, 100, 300, 1000, 2000};
    Random random = {1};
    for (size_t k = 0; k < sizeof counts / sizeof counts[0]; k++) {
        for (int inside = 0; inside < 2; inside++) {
            beginCloud(inside ? "ball" : "sphere", 3);
            while (cloud.count < counts[k]) {
                cdVec3 p = nextRandomDirection(&random);
                addPoint(inside ? cdScale(cbrt(nextRandom(&random)), p) : p);
            }
            if (counts[k] <= 300)
                checkAtScales();
            else
                checkHull(NULL);
        }
    }
}

// A sphere of 1000 has all of them as vertices, 2996 edges, 1996 triangles and several levels. Red: points
// dropped, a hierarchy of one level.
static void testEveryPointOfASphereIsAVertex(void **state) {
    (void)state;
    Random random = {2};
    beginCloud("sphere", 3);
    while (cloud.count < 1000)
        addPoint(nextRandomDirection(&random));
    cdConvex *hull = createHull(NULL);
    cdConvexInfo info = cdGetConvexInfo(hull);
    assert_true(info.vertexCount >= 999); // two may lie within rounding of each other
    assert_int_equal(info.edgeCount, 3 * info.vertexCount - 6);
    assert_true(info.levelCount >= 6 && info.levelCount < 40);
    cdDestroyConvex(hull);
}

// Boxes filled by a grid: six faces with hundreds of coplanar points each, four on an edge or more. The hull
// of the exact points is the eight corners. Red: coplanar points that break the surface, or a climb that
// stops on a plateau.
static void testGrids(void **state) {
    (void)state;
    for (int side = 1; side <= 11; side += 2) {
        beginCloud("grid", 3);
        for (int i = 0; i <= side; i++) {
            for (int j = 0; j <= side; j++) {
                for (int k = 0; k <= side; k++)
                    addPoint(cdMakeVec3(i, 2.0 * j, 0.3 * k));
            }
        }
        checkAtScales();
        cdConvex *hull = createHull(NULL);
        assert_int_equal(cdGetConvexInfo(hull).vertexCount, 8);
        cdDestroyConvex(hull);
    }
}

// The same rotated: the points of a face are coplanar up to rounding.
static void testTurnedGridsAndPrisms(void **state) {
    (void)state;
    Random random = {3};
    for (int k = 0; k < 20; k++) {
        cdQuat turn = cdMakeQuat(nextRandomDirection(&random), nextRandomIn(&random, 0.1, 3.0));
        beginCloud("turned grid", 3);
        for (int i = 0; i < 343; i++)
            addPoint(cdRotate(turn, cdMakeVec3(i % 7, i / 7 % 7, i / 49)));
        checkHull(NULL);
        beginCloud("turned prism", 3);
        for (int i = 0; i < 200; i++) {
            double angle = 0.0628318530717958648 * (i % 100);
            addPoint(cdRotate(turn, cdMakeVec3(cos(angle), sin(angle), i / 100)));
        }
        checkAtScales();
    }
}

// Plates: on a plane of the frame, on any other, on one with thickness below rounding. Red: the
// points are rejected, or the dimension is taken for 3.
static void testPlates(void **state) {
    (void)state;
    Random random = {4};
    for (int k = 0; k < 20; k++) {
        cdQuat turn = k == 0 ? cdIdentityPose().q
                             : cdMakeQuat(nextRandomDirection(&random), nextRandomIn(&random, 0.1, 3.0));
        beginCloud("plate", 2);
        int32_t count = nextRandomInt(&random, 3, 300);
        while (cloud.count < count) {
            cdVec3 p = nextRandomVec3(&random);
            p.z = 0.0;
            addPoint(cdRotate(turn, p));
        }
        checkAtScales();
        beginCloud("plate of a grid", 2);
        for (int i = 0; i < 121; i++)
            addPoint(cdRotate(turn, cdMakeVec3(i % 11, i / 11, 0.0)));
        checkAtScales();
    }
}

// Needles and sheets down to 1e-12 of their length: still three-dimensional. Red: thin taken for flat with an
// error larger than rounding.
static void testNeedlesAndSheets(void **state) {
    (void)state;
    Random random = {5};
    for (int k = 0; k < 40; k++) {
        double thin = pow(10.0, nextRandomIn(&random, -12.0, -1.0)), wide = k % 2 ? thin : 1.0;
        cdQuat turn = k % 4 < 2 ? cdIdentityPose().q : cdMakeQuat(nextRandomDirection(&random), 1.0);
        beginCloud("needle", 3);
        int32_t count = nextRandomInt(&random, 8, 200);
        while (cloud.count < count) {
            cdVec3 p = nextRandomDirection(&random);
            addPoint(cdRotate(turn, cdMakeVec3(p.x, wide * p.y, thin * p.z)));
        }
        checkHull(NULL);
    }
}

// Points on one line, coincident points, one point. Red: a hull without extent that is rejected or crashes.
static void testLinesAndPoints(void **state) {
    (void)state;
    Random random = {6};
    for (int32_t count = 1; count < 40; count++) {
        cdVec3 along = count % 2 ? cdMakeVec3(1, 0, 0) : nextRandomDirection(&random);
        beginCloud("line", count > 1 ? 1 : 0);
        for (int32_t i = 0; i < count; i++)
            addPoint(cdScale(((41 * i) % count) / (double)count, along));
        checkAtScales();
        beginCloud("one place", 0);
        for (int32_t i = 0; i < count; i++)
            addPoint(along);
        checkAtScales();
    }
}

// Far from the points' own origin: they are rounded there already, and the error must cover it.
static void testFarFromTheOrigin(void **state) {
    (void)state;
    Random random = {7};
    for (int k = 0; k < 30; k++) {
        cdVec3 offset = cdScale(pow(10.0, nextRandomIn(&random, 2.0, 8.0)), nextRandomVec3(&random));
        beginCloud("far ball", 3);
        int32_t count = nextRandomInt(&random, 20, 200);
        while (cloud.count < count)
            addPoint(cdAdd(offset, nextRandomDirection(&random)));
        checkHull(NULL);
    }
}

// Each point several times, with the caller's ids. Red: a vertex twice in the surface, indices instead of
// ids.
static void testRepeatedPointsAndIds(void **state) {
    (void)state;
    static int32_t ids[POINT_MAX];
    Random random = {8};
    for (int k = 0; k < 10; k++) {
        beginCloud("repeated", 3);
        for (int32_t i = 0; i < 60; i++) {
            cdVec3 p = nextRandomDirection(&random);
            for (int32_t copy = 0; copy <= i % 4; copy++)
                addPoint(p);
        }
        for (int32_t i = 0; i < cloud.count; i++)
            ids[i] = 100000 - 7 * i;
        checkHull(ids);
        checkHull(NULL);
    }
}

// --- refusals
// -----------------------------------------------------------------------------------------------------

// No points, a NaN coordinate, one too large: rejected, and the point named.
static void testBadPointsAreRefused(void **state) {
    (void)state;
    cdVec3 points[5] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}};
    cdConvexDef def = {.points = points, .pointCount = 0};
    cdConvexReport report = {CD_BUILD_OK, 77};
    assert_null(cdCreateConvex(&def, &report));
    assert_int_equal(report.error, CD_BUILD_NO_POINTS);
    assert_int_equal(report.errorPoint, -1);
    def.pointCount = 5;
    static const struct {
        double value;
        cdBuildError error;
    } cases[] = {{NAN, CD_BUILD_NOT_FINITE},
                 {INFINITY, CD_BUILD_NOT_FINITE},
                 {-INFINITY, CD_BUILD_NOT_FINITE},
                 {1.1e100, CD_BUILD_TOO_LARGE},
                 {-1e300, CD_BUILD_TOO_LARGE}};
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        points[3].y = cases[k].value;
        assert_null(cdCreateConvex(&def, NULL));
        assert_null(cdCreateConvex(&def, &report));
        assert_int_equal(report.error, cases[k].error);
        assert_int_equal(report.errorPoint, 3);
    }
    points[3].y = 0.0;
    cdConvex *hull = cdCreateConvex(&def, &report);
    assert_non_null(hull);
    assert_int_equal(report.error, CD_BUILD_OK);
    assert_int_equal(report.errorPoint, -1);
    cdDestroyConvex(hull);
    cdDestroyConvex(NULL);
}

typedef struct Memory {
    int allowed, taken, live;
} Memory;

static void *takeMemory(size_t byteCount, void *context) {
    Memory *memory = context;
    if (memory->taken == memory->allowed) return NULL;
    memory->taken++;
    memory->live++;
    return malloc(byteCount);
}

static void giveMemory(void *block, void *context) {
    Memory *memory = context;
    memory->live--;
    free(block);
}

static int restoreHooks(void **state) {
    (void)state;
    cdSetHooks(NULL);
    return 0;
}

// An allocator that fails at each call in turn: rejected with the reason and nothing kept, or, if only a
// finer hierarchy failed, a hull with fewer levels.
static void testNoMemory(void **state) {
    (void)state;
    Random random = {9};
    beginCloud("no memory", 3);
    while (cloud.count < 40)
        addPoint(nextRandomDirection(&random));
    bool made = false;
    for (int allowed = 0; !made || allowed < 200; allowed++) {
        Memory memory = {.allowed = allowed};
        cdSetHooks(&(cdHooks){.allocate = takeMemory, .release = giveMemory, .context = &memory});
        cdConvexReport report;
        cdConvex *hull =
            cdCreateConvex(&(cdConvexDef){.points = cloud.points, .pointCount = cloud.count}, &report);
        made = hull != NULL;
        assert_int_equal(report.error, made ? CD_BUILD_OK : CD_BUILD_OUT_OF_MEMORY);
        assert_int_equal(memory.live, made ? 1 : 0);
        cdDestroyConvex(hull);
        assert_int_equal(memory.live, 0);
        assert_true(allowed < 1000);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testBalls),
        cmocka_unit_test(testEveryPointOfASphereIsAVertex),
        cmocka_unit_test(testGrids),
        cmocka_unit_test(testTurnedGridsAndPrisms),
        cmocka_unit_test(testPlates),
        cmocka_unit_test(testNeedlesAndSheets),
        cmocka_unit_test(testLinesAndPoints),
        cmocka_unit_test(testFarFromTheOrigin),
        cmocka_unit_test(testRepeatedPointsAndIds),
        cmocka_unit_test(testBadPointsAreRefused),
        cmocka_unit_test_teardown(testNoMemory, restoreHooks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
