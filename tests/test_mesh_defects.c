// Defects of a mesh against a brute-force count, and the owners of its elements.
#include "collision/mesh.h"
#include "mesh/mesh_data.h"
#include "random.h"
#include "rational.h"
#include "soup.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static cdMesh *createChecked(const cdMeshDef *def, cdMeshReport *report) {
    cdMesh *mesh = cdCreateMesh(def, report);
    assert_int_equal(report->error, CD_BUILD_OK);
    assert_non_null(mesh);
    return mesh;
}

static void destroyBoth(cdMesh *mesh, cdMeshReport *report) {
    cdDestroyMesh(mesh);
    cdDestroyMeshReport(report);
}

static const cdDefect *findDefect(const cdMeshReport *report, cdDefectKind kind) {
    for (int32_t i = 0; i < report->defectCount; i++) {
        if (report->defects[i].kind == kind) return &report->defects[i];
    }
    fail_msg("no %s", cdGetDefectName(kind));
    return NULL;
}

// --- defects against brute force
// --------------------------------------------------------------------------------

static bool areEqual(cdVec3 a, cdVec3 b) {
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

// The expected mesh, by comparing everything with everything.
typedef struct Expected {
    int32_t countOfKind[CD_DEFECT_KIND_COUNT];
    int32_t vertexCount, edgeCount, triangleCount, componentCount;
    bool closed;
} Expected;

typedef struct Reduced {
    int32_t corners[64][3]; // as first equal points
    int32_t count;
} Reduced;

static bool isFolded(const int32_t c[3]) {
    return c[0] == c[1] || c[1] == c[2] || c[2] == c[0];
}

static int32_t countOf(const int32_t c[3], int32_t v) {
    return (c[0] == v) + (c[1] == v) + (c[2] == v);
}

static bool haveSameCorners(const int32_t a[3], const int32_t b[3]) {
    for (int k = 0; k < 3; k++) {
        if (countOf(a, a[k]) != countOf(b, a[k])) return false;
    }
    return true;
}

static void reduceSoup(const Soup *soup, Reduced *reduced, Expected *expected) {
    for (int32_t i = 0; i < soup->pointCount; i++) {
        bool used = false, merged = false, usedBefore[600] = {false};
        for (int32_t k = 0; k < 3 * soup->triangleCount; k++)
            usedBefore[soup->triangles[k]] = true;
        used = usedBefore[i];
        for (int32_t k = 0; k < i; k++)
            merged |= usedBefore[k] && areEqual(soup->points[i], soup->points[k]);
        expected->countOfKind[CD_DEFECT_UNUSED_POINT] += !used;
        expected->countOfKind[CD_DEFECT_WELDED_VERTEX] += used && merged;
        expected->vertexCount += used && !merged;
    }
    for (int32_t t = 0; t < soup->triangleCount; t++) {
        int32_t *corners = reduced->corners[reduced->count];
        for (int k = 0; k < 3; k++) {
            int32_t point = soup->triangles[3 * t + k];
            corners[k] = 0;
            while (!areEqual(soup->points[corners[k]], soup->points[point]))
                corners[k]++;
        }
        bool repeated = false;
        for (int32_t i = 0; i < reduced->count; i++)
            repeated |= haveSameCorners(reduced->corners[i], corners);
        expected->countOfKind[CD_DEFECT_DUPLICATE_TRIANGLE] += repeated;
        reduced->count += !repeated;
        if (repeated) continue;
        cdVec3 a = soup->points[corners[0]], b = soup->points[corners[1]], c = soup->points[corners[2]];
        bool flat = cdLength(cdCross(cdSub(b, a), cdSub(c, a))) == 0.0;
        expected->countOfKind[CD_DEFECT_DEGENERATE_TRIANGLE] += flat;
    }
    expected->triangleCount = reduced->count;
}

// Returns how often a triangle runs from a to b.
static int32_t countRuns(const int32_t c[3], int32_t a, int32_t b) {
    return (c[0] == a && c[1] == b) + (c[1] == a && c[2] == b) + (c[2] == a && c[0] == b);
}

static void countEdges(const Reduced *reduced, int32_t pointCount, Expected *expected) {
    expected->closed = true;
    for (int32_t a = 0; a < pointCount; a++) {
        for (int32_t b = a; b < pointCount; b++) {
            int32_t forward = 0, backward = 0, any = 0;
            for (int32_t t = 0; t < reduced->count; t++) {
                int32_t there = countRuns(reduced->corners[t], a, b),
                        back = countRuns(reduced->corners[t], b, a);
                any += there + back;
                if (isFolded(reduced->corners[t])) continue;
                forward += there, backward += back;
            }
            expected->edgeCount += any > 0;
            if (a != b && any > 0 && forward + backward < 2) expected->closed = false;
            expected->countOfKind[CD_DEFECT_OPEN_EDGE] += forward + backward == 1;
            expected->countOfKind[CD_DEFECT_NON_MANIFOLD_EDGE] += forward + backward > 2;
            expected->countOfKind[CD_DEFECT_FLIPPED_EDGE] += forward + backward == 2 && forward != 1;
        }
    }
}

// Marks everything connected to triangle `start`: through an edge at `vertex`, or, with vertex -1, through
// any vertex.
static void spread(const Reduced *reduced, int32_t vertex, int32_t start, bool reached[64]) {
    reached[start] = true;
    for (bool grew = true; grew;) {
        grew = false;
        for (int32_t i = 0; i < reduced->count; i++) {
            for (int32_t k = 0; k < reduced->count; k++) {
                const int32_t *a = reduced->corners[i], *b = reduced->corners[k];
                int32_t shared = 0;
                for (int c = 0; c < 3; c++)
                    shared += a[c] != vertex && countOf(b, a[c]) > 0;
                bool joined = shared > 0;
                if (vertex >= 0) {
                    joined = joined && !isFolded(a) && !isFolded(b) && countOf(a, vertex) > 0 &&
                             countOf(b, vertex) > 0;
                }
                if (!reached[i] || reached[k] || !joined) continue;
                reached[k] = grew = true;
            }
        }
    }
}

static void countFans(const Reduced *reduced, int32_t pointCount, Expected *expected) {
    for (int32_t v = -1; v < pointCount; v++) {
        bool reached[64] = {false};
        int32_t fans = 0;
        for (int32_t t = 0; t < reduced->count; t++) {
            bool starts = v < 0 || (countOf(reduced->corners[t], v) > 0 && !isFolded(reduced->corners[t]));
            if (!starts || reached[t]) continue;
            fans++;
            spread(reduced, v, t, reached);
        }
        if (v < 0) {
            expected->componentCount = fans;
        } else {
            expected->countOfKind[CD_DEFECT_NON_MANIFOLD_VERTEX] += fans > 1;
        }
    }
}

static Expected expectMesh(const Soup *soup) {
    Expected expected = {0};
    Reduced reduced = {0};
    reduceSoup(soup, &reduced, &expected);
    countEdges(&reduced, soup->pointCount, &expected);
    countFans(&reduced, soup->pointCount, &expected);
    return expected;
}

// Each vertex and each edge is owned once, by a triangle that has it, preferably by one with area.
static void checkOwners(const cdMesh *mesh) {
    int32_t *vertexOwners = calloc((size_t)mesh->vertexCount, sizeof(int32_t));
    int32_t *edgeOwners = calloc((size_t)mesh->edgeCount, sizeof(int32_t));
    bool *edgeHasArea = calloc((size_t)mesh->edgeCount, sizeof(bool));
    for (int32_t i = 0; i < 3 * mesh->triangleCount; i++) {
        if (cdHasArea(mesh, i / 3)) edgeHasArea[mesh->triangleEdges[i]] = true;
    }
    for (int32_t t = 0; t < mesh->triangleCount; t++) {
        bool area = cdHasArea(mesh, t);
        for (int k = 0; k < 3; k++) {
            int32_t edge = mesh->triangleEdges[3 * t + k];
            const int32_t *ends = mesh->edges + 2 * edge;
            int32_t a = mesh->triangles[3 * t + k], b = mesh->triangles[3 * t + (k + 1) % 3];
            assert_true((ends[0] == a && ends[1] == b) || (ends[0] == b && ends[1] == a));
            if (mesh->ownedElements[t] & 1 << k) vertexOwners[a]++;
            if (mesh->ownedElements[t] & 8 << k) {
                edgeOwners[edge]++;
                assert_int_equal(area, edgeHasArea[edge]);
            }
        }
    }
    for (int32_t v = 0; v < mesh->vertexCount; v++)
        assert_int_equal(vertexOwners[v], 1);
    for (int32_t e = 0; e < mesh->edgeCount; e++)
        assert_int_equal(edgeOwners[e], 1);
    free(vertexOwners);
    free(edgeOwners);
    free(edgeHasArea);
}

// Up to 40 random triangles over 4 to 16 points of a small grid: equal points, unused ones, folded, collinear
// and repeated triangles, edges of many triangles, pinched vertices, all at once. Red: a miscount, an element
// owned twice or never, an unsorted list.
static void testRandomSoupsAgreeWithBruteForce(void **state) {
    (void)state;
    Random random = {1};
    for (int i = 0; i < 1500; i++) {
        Soup soup = {0};
        int reach = nextRandomInt(&random, 1, 3);
        soup.pointCount = nextRandomInt(&random, 4, 16);
        soup.triangleCount = nextRandomInt(&random, 1, 40);
        for (int32_t k = 0; k < soup.pointCount; k++)
            soup.points[k] = nextRandomGridPoint(&random, 0, reach);
        for (int32_t k = 0; k < 3 * soup.triangleCount; k++) {
            soup.triangles[k] = nextRandomInt(&random, 0, soup.pointCount - 1);
        }
        Expected expected = expectMesh(&soup);
        cdMeshDef def = makeDef(&soup);
        cdMeshReport report;
        cdMesh *mesh = createChecked(&def, &report);
        cdMeshInfo info = cdGetMeshInfo(mesh);
        assert_int_equal(info.vertexCount, expected.vertexCount);
        assert_int_equal(info.edgeCount, expected.edgeCount);
        assert_int_equal(info.triangleCount, expected.triangleCount);
        assert_int_equal(info.componentCount, expected.componentCount);
        assert_int_equal(info.closed, expected.closed);
        int32_t total = 0;
        for (int kind = 0; kind < CD_DEFECT_KIND_COUNT; kind++) {
            assert_int_equal(report.countOfKind[kind], expected.countOfKind[kind]);
            total += expected.countOfKind[kind];
        }
        assert_int_equal(report.defectCount, total);
        for (int32_t k = 1; k < total; k++)
            assert_true(report.defects[k - 1].kind <= report.defects[k].kind);
        assert_int_equal(info.oriented, expected.countOfKind[CD_DEFECT_FLIPPED_EDGE] == 0);
        checkOwners(mesh);
        destroyBoth(mesh, &report);
    }
}

// --- degenerate, thin and repeated triangles
// --------------------------------------------------------------------

// A point, a folded segment, three collinear points, a needle, a cap, and a triangle three times in different
// orders. Red: one without area dropped (a hole in the surface), given a normal of rounding errors, or
// without its face id; a thin one reported degenerate; a repetition kept.
static void testDegenerateTrianglesStay(void **state) {
    (void)state;
    Soup soup = {0};
    addPoint(&soup, 0, 0, 0), addPoint(&soup, 3, 0, 0), addPoint(&soup, 1, 0, 0);
    addPoint(&soup, 3, 1e-9, 0), addPoint(&soup, 1, 0, 1e-12), addPoint(&soup, 0, 3, 0);
    addTriangle(&soup, 2, 2, 2);
    addTriangle(&soup, 0, 1, 1);
    addTriangle(&soup, 0, 1, 2);
    addTriangle(&soup, 0, 1, 3);
    addTriangle(&soup, 0, 1, 4);
    addTriangle(&soup, 0, 1, 5);
    addTriangle(&soup, 1, 0, 5);
    addTriangle(&soup, 5, 0, 1);
    const int32_t faceIds[8] = {10, 11, 12, 13, 14, 15, 16, 17};
    cdMeshDef def = makeDef(&soup);
    def.faceIds = faceIds;
    cdMeshReport report;
    cdMesh *mesh = createChecked(&def, &report);
    assert_int_equal(mesh->triangleCount, 6);
    assert_int_equal(report.countOfKind[CD_DEFECT_DEGENERATE_TRIANGLE], 3);
    assert_int_equal(report.countOfKind[CD_DEFECT_SLIVER_TRIANGLE], 2);
    assert_int_equal(report.countOfKind[CD_DEFECT_DUPLICATE_TRIANGLE], 2);
    assert_int_equal(findDefect(&report, CD_DEFECT_SLIVER_TRIANGLE)->faceId[0], 13);
    assert_int_equal(findDefect(&report, CD_DEFECT_DUPLICATE_TRIANGLE)->faceId[0], 16);
    assert_true(cdLength(cdSub(findDefect(&report, CD_DEFECT_DUPLICATE_TRIANGLE)->point, (cdVec3){1, 1, 0})) <
                1e-15);
    for (int32_t t = 0; t < 6; t++) {
        assert_int_equal(mesh->faceIds[t], 10 + t);
        assert_true(t < 3 ? !cdHasArea(mesh, t) : fabs(cdLength(cdGetTriangleNormal(mesh, t)) - 1.0) < 1e-15);
    }
    assert_true(fabs(cdGetTriangleNormal(mesh, 3).z - 1.0) < 1e-15);
    assert_true(fabs(cdGetTriangleNormal(mesh, 4).y + 1.0) < 1e-15);
    checkOwners(mesh);
    destroyBoth(mesh, &report);
}

// Flat triangles with an obtuse corner, 1e-8 to 1e-13 high, far from axes: their normals against exact cross
// products. Red: normals from plain cross products, which are off by up to a hundredth here.
static void testThinTrianglesHaveTrueNormals(void **state) {
    (void)state;
    Random random = {2};
    Soup soup = {0};
    for (int i = 0; i < 150; i++) {
        cdVec3 along = nextRandomDirection(&random), a = nextRandomVec3(&random);
        cdVec3 across = cdNormalize(cdCross(along, nextRandomDirection(&random)));
        double height = pow(10.0, nextRandomIn(&random, -13.0, -8.0));
        cdVec3 b = cdMulAdd(a, 0.7, along), c = cdMulAdd(cdMulAdd(a, 1.6, along), height, across);
        addPoint(&soup, a.x, a.y, a.z), addPoint(&soup, b.x, b.y, b.z), addPoint(&soup, c.x, c.y, c.z);
        addTriangle(&soup, 3 * i, 3 * i + 1, 3 * i + 2);
    }
    cdMeshDef def = makeDef(&soup);
    cdMeshReport report;
    cdMesh *mesh = createChecked(&def, &report);
    for (int32_t t = 0; t < mesh->triangleCount; t++) {
        const cdVec3 *v = mesh->vertices + 3 * t;
        resetRationals();
        RationalVec3 a = toRationalVec3(v[0]);
        RationalVec3 exact = crossRationalVec3(subRationalVec3(toRationalVec3(v[1]), a),
                                               subRationalVec3(toRationalVec3(v[2]), a));
        cdVec3 cross = {fromRational(exact.x), fromRational(exact.y), fromRational(exact.z)};
        assert_true(cdLength(cdSub(cdGetTriangleNormal(mesh, t), cdNormalize(cross))) < 1e-12);
    }
    freeRationals();
    destroyBoth(mesh, &report);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testRandomSoupsAgreeWithBruteForce),
        cmocka_unit_test(testDegenerateTrianglesStay),
        cmocka_unit_test(testThinTrianglesHaveTrueNormals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
