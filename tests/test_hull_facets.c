// The facets of hulls against the exact definition, in rational numbers: no point is above any of them, they
// close a surface, have area, and join only extreme points.
#include "convex/hull/hull_facets.h"
#include "convex/hull/hull_frame.h"
#include "foundation/memory/hooks.h"
#include "foundation/numbers/predicates.h"
#include "random.h"

#include <gmp.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { POINT_MAX = 4000 };

typedef struct Cloud {
    const char *name;
    cdVec3 points[POINT_MAX];
    int32_t count;
} Cloud;

static Cloud cloud; // large: one at a time

static void beginCloud(const char *name) {
    cloud.name = name;
    cloud.count = 0;
}

static void addPoint(cdVec3 p) {
    if (cloud.count < POINT_MAX) cloud.points[cloud.count++] = p;
}

// --- exact vectors
// -------------------------------------------------------------------------------------------------

typedef struct Exact {
    mpq_t v[3];
} Exact;

static void initExact(Exact *e) {
    for (int k = 0; k < 3; k++)
        mpq_init(e->v[k]);
}

static void clearExact(Exact *e) {
    for (int k = 0; k < 3; k++)
        mpq_clear(e->v[k]);
}

static void setDifference(Exact *e, cdVec3 a, cdVec3 b) {
    const double p[3] = {a.x, a.y, a.z}, q[3] = {b.x, b.y, b.z};
    mpq_t part;
    mpq_init(part);
    for (int k = 0; k < 3; k++) {
        mpq_set_d(e->v[k], p[k]);
        mpq_set_d(part, q[k]);
        mpq_sub(e->v[k], e->v[k], part);
    }
    mpq_clear(part);
}

static void setCross(Exact *e, const Exact *a, const Exact *b) {
    mpq_t part;
    mpq_init(part);
    for (int k = 0; k < 3; k++) {
        int i = (k + 1) % 3, j = (k + 2) % 3;
        mpq_mul(e->v[k], a->v[i], b->v[j]);
        mpq_mul(part, a->v[j], b->v[i]);
        mpq_sub(e->v[k], e->v[k], part);
    }
    mpq_clear(part);
}

static int getDotSign(const Exact *a, const Exact *b) {
    mpq_t sum, part;
    mpq_init(sum);
    mpq_init(part);
    for (int k = 0; k < 3; k++) {
        mpq_mul(part, a->v[k], b->v[k]);
        mpq_add(sum, sum, part);
    }
    int sign = mpq_sgn(sum);
    mpq_clear(sum);
    mpq_clear(part);
    return sign;
}

static bool isZero(const Exact *e) {
    return mpq_sgn(e->v[0]) == 0 && mpq_sgn(e->v[1]) == 0 && mpq_sgn(e->v[2]) == 0;
}

// Sets the cross product of a triangle's edges.
static void setNormal(Exact *normal, cdVec3 a, cdVec3 b, cdVec3 c) {
    Exact u, v;
    initExact(&u);
    initExact(&v);
    setDifference(&u, b, a);
    setDifference(&v, c, a);
    setCross(normal, &u, &v);
    clearExact(&u);
    clearExact(&v);
}

// Returns the number of dimensions that the cloud spans.
static int findDimension(void) {
    Exact u, v, normal, w;
    int32_t b = -1, c = -1, d = -1;
    initExact(&u), initExact(&v), initExact(&normal), initExact(&w);
    for (int32_t i = 1; i < cloud.count && b < 0; i++) {
        setDifference(&u, cloud.points[i], cloud.points[0]);
        if (!isZero(&u)) b = i;
    }
    for (int32_t i = 1; i < cloud.count && b >= 0 && c < 0; i++) {
        setDifference(&v, cloud.points[i], cloud.points[0]);
        setCross(&normal, &u, &v);
        if (!isZero(&normal)) c = i;
    }
    for (int32_t i = 1; i < cloud.count && c >= 0 && d < 0; i++) {
        setDifference(&w, cloud.points[i], cloud.points[0]);
        if (getDotSign(&normal, &w) != 0) d = i;
    }
    clearExact(&u), clearExact(&v), clearExact(&normal), clearExact(&w);
    return b < 0 ? 0 : c < 0 ? 1 : d < 0 ? 2 : 3;
}

// --- properties of the facets
// --------------------------------------------------------------------------------------

static const cdVec3 *getCorner(const cdHullFacets *facets, int32_t facet, int32_t k) {
    return &cloud.points[facets->corners[3 * facet + k]];
}

// Each facet has area, and no point above it.
static void checkPlanes(const cdHullFacets *facets, const Exact *normals) {
    Exact w;
    initExact(&w);
    for (int32_t i = 0; i < facets->count; i++) {
        if (isZero(&normals[i])) fail_msg("%s: facet %d has no area", cloud.name, (int)i);
        for (int32_t k = 0; k < cloud.count; k++) {
            setDifference(&w, cloud.points[k], *getCorner(facets, i, 0));
            if (getDotSign(&normals[i], &w) > 0)
                fail_msg("%s: point %d is above facet %d", cloud.name, (int)k, (int)i);
        }
    }
    clearExact(&w);
}

static int compareSides(const void *left, const void *right) {
    return memcmp(left, right, 2 * sizeof(int32_t));
}

// Each side of a facet occurs once, and once reversed; V - E + F = 2.
static void checkClosed(const cdHullFacets *facets) {
    int32_t sideCount = 3 * facets->count, vertexCount = 0;
    int32_t *sides = malloc((size_t)sideCount * 2 * sizeof *sides);
    bool *used = calloc(POINT_MAX, sizeof *used);
    assert_non_null(sides);
    assert_non_null(used);
    for (int32_t i = 0; i < sideCount; i++) {
        int32_t from = facets->corners[i], to = facets->corners[i % 3 == 2 ? i - 2 : i + 1];
        assert_true(from >= 0 && from < cloud.count && from != to);
        sides[2 * i] = from, sides[2 * i + 1] = to;
        vertexCount += !used[from];
        used[from] = true;
    }
    qsort(sides, (size_t)sideCount, 2 * sizeof *sides, compareSides);
    for (int32_t i = 0; i < sideCount; i++) {
        const int32_t reversed[2] = {sides[2 * i + 1], sides[2 * i]};
        assert_true(i == 0 || compareSides(sides + 2 * i, sides + 2 * i - 2) != 0);
        assert_non_null(bsearch(reversed, sides, (size_t)sideCount, sizeof reversed, compareSides));
    }
    assert_int_equal(facets->count, 2 * vertexCount - 4);
    free(sides);
    free(used);
}

// A vertex is extreme iff three planes through it meet in that point only.
static void checkExtreme(const cdHullFacets *facets, const Exact *normals, int32_t vertex) {
    Exact line;
    initExact(&line);
    int32_t first = -1, second = -1, third = -1;
    for (int32_t i = 0; i < facets->count; i++) {
        const int32_t *corners = facets->corners + 3 * i;
        if (corners[0] != vertex && corners[1] != vertex && corners[2] != vertex) continue;
        if (first < 0) {
            first = i;
        } else if (second < 0) {
            setCross(&line, &normals[first], &normals[i]);
            if (!isZero(&line)) second = i;
        } else if (getDotSign(&line, &normals[i]) != 0) {
            third = i;
        }
    }
    if (first >= 0 && third < 0) fail_msg("%s: corner %d is not extreme", cloud.name, (int)vertex);
    clearExact(&line);
}

static void checkFacets(const cdHullFacets *facets) {
    Exact *normals = malloc((size_t)facets->count * sizeof *normals);
    assert_non_null(normals);
    for (int32_t i = 0; i < facets->count; i++) {
        initExact(&normals[i]);
        setNormal(&normals[i], *getCorner(facets, i, 0), *getCorner(facets, i, 1), *getCorner(facets, i, 2));
    }
    checkPlanes(facets, normals);
    checkClosed(facets);
    for (int32_t i = 0; i < cloud.count; i++)
        checkExtreme(facets, normals, i);
    for (int32_t i = 0; i < facets->count; i++)
        clearExact(&normals[i]);
    free(normals);
}

// As the library scales points before it compares them.
static void scaleCloud(void) {
    cdHullFrame frame = cdFindHullFrame(cloud.points, cloud.count);
    for (int32_t i = 0; i < cloud.count; i++)
        cloud.points[i] = cdScaleHullPoint(&frame, cloud.points[i]);
}

static void checkCloud(void) {
    scaleCloud();
    cdHullFacets facets;
    bool found = cdFindSpaceHull(cloud.points, cloud.count, &facets);
    assert_false(facets.noMemory);
    if (found != (findDimension() == 3)) fail_msg("%s: %d dimensions", cloud.name, findDimension());
    if (found) checkFacets(&facets);
    cdFreeHullFacets(&facets);
}

// --- the clouds
// ----------------------------------------------------------------------------------------------------

// Random points of small grids: coplanar, collinear and coincident ones, spheres of integers, flat sets.
// Red: a corner in the middle of a face or a side, a facet without area, a point above its own facet.
static void testGrids(void **state) {
    (void)state;
    Random random = {1};
    for (int round = 0; round < 1500; round++) {
        int size = nextRandomInt(&random, 1, 6);
        int32_t count = nextRandomInt(&random, 1, 60);
        beginCloud("grid");
        while (cloud.count < count) {
            cdVec3 p = nextRandomGridPoint(&random, -size, size);
            if (round % 5 == 1 && cdLengthSq(p) > size * size) continue;
            if (round % 5 == 2) p.z = 0.0;
            if (round % 5 == 3) p.z = p.x + p.y;
            if (round % 5 == 4) p = (cdVec3){p.x, cdMaxAbs(p), p.z};
            addPoint(p);
        }
        checkCloud();
    }
}

// All points of boxes, prisms and pyramids: large coplanar faces.
static void testSolids(void **state) {
    (void)state;
    for (int side = 1; side <= 6; side++) {
        beginCloud("box");
        for (int i = 0; i < (side + 1) * (side + 1) * (side + 1); i++)
            addPoint(cdMakeVec3(i % (side + 1), i / (side + 1) % (side + 1), i / ((side + 1) * (side + 1))));
        checkCloud();
        beginCloud("octahedron");
        for (int i = 0; i < 13 * 13 * 13; i++) {
            cdVec3 p = {i % 13 - 6, i / 13 % 13 - 6, i / 169 - 6};
            if (fabs(p.x) + fabs(p.y) + fabs(p.z) <= side) addPoint(p);
        }
        checkCloud();
        beginCloud("prism");
        for (int i = 0; i < 60; i++)
            addPoint(cdMakeVec3(cos(0.2094395102393195 * (i % 30)), sin(0.2094395102393195 * (i % 30)),
                                i < 30 ? -1.0 : 1.0));
        checkCloud();
    }
}

static void scalePoints(double scale, cdVec3 offset) {
    for (int32_t i = 0; i < cloud.count; i++)
        cloud.points[i] = cdAdd(offset, cdScale(scale, cloud.points[i]));
}

// Faces that are flat only up to rounding: turned boxes, prisms and coarse spheres; tiny, huge, far away,
// with some coordinates tiny. Red: a bound of the filter that is too small, signs that contradict each other.
static void testNearlyFlatFaces(void **state) {
    (void)state;
    static const double scales[] = {1.0, 1e-310, 1e-300, 1e-140, 1e-80, 1e60, 1e99};
    Random random = {2};
    for (int round = 0; round < 140; round++) {
        cdQuat turn = cdMakeQuat(nextRandomDirection(&random), nextRandomIn(&random, 0.1, 3.0));
        beginCloud("turned grid");
        for (int i = 0; i < 64; i++)
            addPoint(cdRotate(turn, cdMakeVec3(i % 4, i / 4 % 4, i / 16)));
        if (round % 4 == 1)
            for (int32_t i = 0; i < cloud.count; i++)
                cloud.points[i].z *= i % 3 ? 1e-90 : 1e-30;
        cdVec3 offset = cdScale(round % 4 == 2 ? 1e6 : 0.0, nextRandomDirection(&random));
        scalePoints(1.0, offset);
        scalePoints(scales[round % 7], cdMakeVec3(0.0, 0.0, 0.0));
        checkCloud();
    }
}

// Points close together: copies moved by some units in the last place, segments and plates as thin.
static void testClusters(void **state) {
    (void)state;
    Random random = {3};
    for (int round = 0; round < 200; round++) {
        beginCloud("clusters");
        double step = round % 2 ? 0x1p-52 : 0x1p-40;
        int32_t count = nextRandomInt(&random, 4, 60);
        cdVec3 base = {0.0, 0.0, 0.0};
        while (cloud.count < count) {
            if (cloud.count % 8 == 0) base = nextRandomDirection(&random);
            if (round % 3 == 1) base = (cdVec3){0.7, 0.7, 0.7};
            if (round % 3 == 2) base = cdScale(nextRandom(&random), (cdVec3){1.0, 1.0, 1.0});
            addPoint(cdMulAdd(base, step, nextRandomGridPoint(&random, -2, 2)));
        }
        checkCloud();
    }
}

// Spheres, balls and needles in general position. Red: a lost point, a cone that does not close.
static void testGeneralPosition(void **state) {
    (void)state;
    Random random = {4};
    for (int round = 0; round < 60; round++) {
        beginCloud("general");
        int32_t count = nextRandomInt(&random, 4, 120);
        cdVec3 shape = {1.0, round % 3 ? 1.0 : 1e-3, pow(10.0, nextRandomIn(&random, -12.0, 0.0))};
        while (cloud.count < count) {
            cdVec3 p = nextRandomDirection(&random);
            if (round % 2) p = cdScale(cbrt(nextRandom(&random)), p);
            addPoint(cdMakeVec3(shape.x * p.x, shape.y * p.y, shape.z * p.z));
        }
        checkCloud();
    }
}

// Points in two planes only, or on two lines: all but few are in the planes of the first facets.
static void testTwoPlanes(void **state) {
    (void)state;
    Random random = {5};
    for (int round = 0; round < 200; round++) {
        beginCloud("two planes");
        int32_t count = nextRandomInt(&random, 5, 60);
        while (cloud.count < count) {
            cdVec3 p = nextRandomGridPoint(&random, -4, 4);
            if (round % 2) p.y = cloud.count % 2 ? 0.0 : p.y, p.x = cloud.count % 2 ? p.x : 0.0;
            p.z = cloud.count % 2 ? 1.0 : -1.0;
            addPoint(p);
        }
        checkCloud();
    }
}

static int compareInts(const void *left, const void *right) {
    int32_t a = *(const int32_t *)left, b = *(const int32_t *)right;
    return (a > b) - (a < b);
}

static int32_t listVertices(const cdHullFacets *facets, int32_t *vertices) {
    int32_t count = 0;
    memcpy(vertices, facets->corners, 3 * (size_t)facets->count * sizeof *vertices);
    qsort(vertices, 3 * (size_t)facets->count, sizeof *vertices, compareInts);
    for (int32_t i = 0; i < 3 * facets->count; i++)
        if (i == 0 || vertices[i] != vertices[count - 1]) vertices[count++] = vertices[i];
    return count;
}

// The set of vertices does not depend on the order of the points, nor do repeated runs differ.
static void testOrderDoesNotMatter(void **state) {
    (void)state;
    static int32_t vertices[2][6 * POINT_MAX];
    static cdVec3 reversed[POINT_MAX];
    Random random = {6};
    for (int round = 0; round < 40; round++) {
        beginCloud("order");
        while (cloud.count < 500)
            addPoint(cdScale(0.125, nextRandomGridPoint(&random, -7, 7)));
        // coincident points may stand for each other: keep one of each place
        int32_t count = 0;
        for (int32_t i = 0; i < cloud.count; i++) {
            int32_t k = 0;
            while (k < count && cdMaxAbs(cdSub(cloud.points[k], cloud.points[i])) > 0.0)
                k++;
            if (k == count) cloud.points[count++] = cloud.points[i];
        }
        for (int32_t i = 0; i < count; i++)
            reversed[i] = cloud.points[count - 1 - i];
        cdHullFacets facets, again, other;
        assert_true(cdFindSpaceHull(cloud.points, count, &facets));
        assert_true(cdFindSpaceHull(cloud.points, count, &again));
        assert_true(cdFindSpaceHull(reversed, count, &other));
        assert_int_equal(facets.count, again.count);
        assert_memory_equal(facets.corners, again.corners, 3 * (size_t)facets.count * sizeof(int32_t));
        for (int32_t i = 0; i < 3 * other.count; i++)
            other.corners[i] = count - 1 - other.corners[i];
        int32_t vertexCount = listVertices(&facets, vertices[0]);
        assert_int_equal(vertexCount, listVertices(&other, vertices[1]));
        assert_memory_equal(vertices[0], vertices[1], (size_t)vertexCount * sizeof(int32_t));
        cdFreeHullFacets(&facets);
        cdFreeHullFacets(&again);
        cdFreeHullFacets(&other);
    }
}

// --- flat hulls
// ----------------------------------------------------------------------------------------------------

// The orientation of three points as seen along the z axis.
static int findTurn(int32_t a, int32_t b, int32_t c) {
    const cdVec3 *p = cloud.points;
    return cdGetOrientation2(p[a].x, p[a].y, p[b].x, p[b].y, p[c].x, p[c].y);
}

// Each corner of the polygon is a left turn, and no point is right of a side.
static void checkPolygon(const cdHullFacets *facets) {
    for (int32_t i = 0; i < facets->count; i++) {
        const int32_t *side = facets->corners + 2 * i,
                      *next = facets->corners + 2 * ((i + 1) % facets->count);
        assert_int_equal(next[0], side[1]);
        assert_int_equal(findTurn(side[0], side[1], next[1]), 1);
        for (int32_t k = 0; k < cloud.count; k++)
            assert_true(findTurn(side[0], side[1], k) >= 0);
    }
}

static bool isLine(void) {
    for (int32_t i = 1; i < cloud.count; i++)
        for (int32_t k = 1; k < cloud.count; k++)
            if (findTurn(0, i, k) != 0) return false;
    return true;
}

// Grids, circles, lines, clusters in a plane. Red: a corner that is not extreme, a lost one, an endless loop.
static void testPolygons(void **state) {
    (void)state;
    Random random = {7};
    for (int round = 0; round < 3000; round++) {
        int size = nextRandomInt(&random, 1, 12);
        int32_t count = nextRandomInt(&random, 1, 50);
        beginCloud("polygon");
        while (cloud.count < count) {
            cdVec3 p = cdScale(1.0 / 16.0, nextRandomGridPoint(&random, -size, size));
            if (round % 6 == 1) p = nextRandomDirection(&random);
            if (round % 6 == 2) p.y = 3.0 * p.x;
            if (round % 6 == 3) p = cdMulAdd(cdMakeVec3(0.3, 0.7, 0.0), 0x1p-50, p);
            if (round % 6 == 4) p = cdMakeVec3(cos(cloud.count), sin(cloud.count), p.z);
            if (round % 6 == 5) p = cdMakeVec3(p.x, p.x + 0x1p-52 * p.y, p.z);
            addPoint(p);
        }
        cdHullFacets facets;
        bool found = cdFindPlaneHull(cloud.points, count, 2, &facets);
        assert_false(facets.noMemory);
        assert_true(found == !isLine());
        if (found) checkPolygon(&facets);
        cdFreeHullFacets(&facets);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testGrids),
        cmocka_unit_test(testSolids),
        cmocka_unit_test(testNearlyFlatFaces),
        cmocka_unit_test(testClusters),
        cmocka_unit_test(testGeneralPosition),
        cmocka_unit_test(testTwoPlanes),
        cmocka_unit_test(testOrderDoesNotMatter),
        cmocka_unit_test(testPolygons),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
