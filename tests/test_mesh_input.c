// Points and triangles in every layout that a definition allows: the mesh is that of plain arrays, bit for
// bit.
#include "collision/collision.h"
#include "shapes/shapes.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static int failedAsserts;

static void countAssert(const char *condition, const char *file, int line, void *context) {
    (void)condition, (void)file, (void)line, (void)context;
    failedAsserts++;
}

static int setUpHooks(void **state) {
    (void)state;
    cdSetHooks(&(cdHooks){.assertFailed = countAssert});
    failedAsserts = 0;
    return 0;
}

static int restoreHooks(void **state) {
    (void)state;
    cdSetHooks(NULL);
    return 0;
}

// --- Layouts

// A mesh of floats, rounded from a shape's points, as doubles; and its arrays.
typedef struct Plain {
    cdVec3 *points;
    int32_t *triangles;
    int32_t pointCount, triangleCount;
} Plain;

static Plain makePlain(const char *spec) {
    TriangleSoup soup;
    char message[400];
    if (!MakeShape(spec, &soup, message, sizeof message)) fail_msg("%s", message);
    size_t points = (size_t)soup.pointCount, corners = 3 * (size_t)soup.triangleCount;
    Plain shape = {malloc(points * sizeof(cdVec3)), malloc(corners * sizeof(int32_t)), soup.pointCount,
                   soup.triangleCount};
    assert_non_null(shape.points);
    assert_non_null(shape.triangles);
    for (size_t i = 0; i < points; i++) {
        cdVec3 p = soup.points[i];
        shape.points[i] = (cdVec3){(double)(float)p.x, (double)(float)p.y, (double)(float)p.z};
    }
    memcpy(shape.triangles, soup.triangles, corners * sizeof(int32_t));
    DestroyTriangleSoup(&soup);
    return shape;
}

static void freePlain(Plain *shape) {
    free(shape->points);
    free(shape->triangles);
}

static cdMeshDef makeDef(const Plain *shape) {
    cdMeshDef def = cdDefaultMeshDef();
    def.points = shape->points, def.pointCount = shape->pointCount;
    def.triangles = shape->triangles, def.triangleCount = shape->triangleCount;
    def.parts = CD_PART_HULL | CD_PART_FEATURES;
    return def;
}

// Writes the points as floats or doubles, each at its stride; all else is filled with a value that no
// coordinate has.
static unsigned char *layOutPoints(const Plain *shape, cdMeshDef *def, cdPointFormat format, size_t stride,
                                   size_t first) {
    size_t count = (size_t)shape->pointCount, size = format == CD_POINTS_FLOAT ? 12 : 24;
    size_t step = stride > 0 ? stride : size;
    unsigned char *bytes = malloc(first + count * step);
    assert_non_null(bytes);
    memset(bytes, 0x7f, first + count * step);
    for (size_t i = 0; i < count; i++) {
        cdVec3 p = shape->points[i];
        const float xyz[3] = {(float)p.x, (float)p.y, (float)p.z};
        memcpy(bytes + first + i * step, format == CD_POINTS_FLOAT ? (const void *)xyz : (const void *)&p,
               size);
    }
    def->points = bytes + first;
    def->pointFormat = format;
    def->pointStride = stride;
    return bytes;
}

static unsigned char *layOutTriangles(const Plain *shape, cdMeshDef *def, cdIndexFormat format, size_t stride,
                                      size_t first) {
    size_t count = (size_t)shape->triangleCount, size = format == CD_INDICES_UINT16 ? 6 : 12;
    size_t step = stride > 0 ? stride : size;
    unsigned char *bytes = malloc(first + count * step);
    assert_non_null(bytes);
    memset(bytes, 0xff, first + count * step);
    for (size_t i = 0; i < count; i++) {
        const int32_t *t = shape->triangles + 3 * i;
        const uint16_t corners[3] = {(uint16_t)t[0], (uint16_t)t[1], (uint16_t)t[2]};
        memcpy(bytes + first + i * step,
               format == CD_INDICES_UINT16 ? (const void *)corners : (const void *)t, size);
    }
    def->triangles = bytes + first;
    def->indexFormat = format;
    def->triangleStride = stride;
    return bytes;
}

// --- Tests

static unsigned char *saveMesh(const cdMeshDef *def, size_t *size) {
    cdMesh *mesh = cdCreateMesh(def, NULL);
    assert_non_null(mesh);
    *size = cdSaveMesh(mesh, NULL, 0);
    unsigned char *bytes = malloc(*size);
    assert_non_null(bytes);
    cdSaveMesh(mesh, bytes, *size);
    cdDestroyMesh(mesh);
    return bytes;
}

static void assertSameMesh(const cdMeshDef *plain, const cdMeshDef *other) {
    size_t size = 0, otherSize = 0;
    unsigned char *bytes = saveMesh(plain, &size), *otherBytes = saveMesh(other, &otherSize);
    assert_int_equal(size, otherSize);
    assert_memory_equal(bytes, otherBytes, size);
    double radius, otherRadius;
    cdSuggestLeafRadii(plain, 1, &radius);
    cdSuggestLeafRadii(other, 1, &otherRadius);
    assert_memory_equal(&radius, &otherRadius, sizeof radius);
    free(bytes);
    free(otherBytes);
}

// Both formats of points and of indices, without a gap, interleaved, and at odd addresses; welded and with an
// allowance, too. Red: a step that reads the arrays as if they were plain.
static void testLayouts(void **state) {
    (void)state;
    static const struct {
        cdPointFormat points;
        cdIndexFormat indices;
        size_t pointStride, triangleStride, first;
    } layouts[] = {
        {CD_POINTS_FLOAT, CD_INDICES_INT32, 0, 0, 0},    {CD_POINTS_DOUBLE, CD_INDICES_UINT16, 0, 0, 0},
        {CD_POINTS_FLOAT, CD_INDICES_UINT16, 0, 0, 0},   {CD_POINTS_FLOAT, CD_INDICES_UINT16, 32, 8, 0},
        {CD_POINTS_DOUBLE, CD_INDICES_INT32, 25, 13, 1}, {CD_POINTS_FLOAT, CD_INDICES_UINT16, 13, 7, 3}};
    static const char *const shapes[] = {"l-shape", "icosphere:level=2", "ring", "teapot"};
    for (size_t s = 0; s < sizeof shapes / sizeof shapes[0]; s++) {
        Plain shape = makePlain(shapes[s]);
        for (size_t i = 0; i < sizeof layouts / sizeof layouts[0]; i++) {
            cdMeshDef plain = makeDef(&shape);
            if (i % 3 == 1) plain.weldDistance = 1e-3;
            if (i % 3 == 2 && s < 2) plain.allowance = 1e-3;
            cdMeshDef other = plain;
            unsigned char *points =
                layOutPoints(&shape, &other, layouts[i].points, layouts[i].pointStride, layouts[i].first);
            unsigned char *triangles = layOutTriangles(&shape, &other, layouts[i].indices,
                                                       layouts[i].triangleStride, layouts[i].first);
            assertSameMesh(&plain, &other);
            free(points);
            free(triangles);
        }
        freePlain(&shape);
    }
}

// Reports name the same defects at the same places.
static void testDefects(void **state) {
    (void)state;
    const float points[5][4] = {{0, 0, 0, 9}, {1, 0, 0, 9}, {0, 1, 0, 9}, {0, 0, 0, 9}, {5, 6, 7, 9}};
    const uint16_t triangles[2][4] = {{0, 1, 2, 9}, {2, 3, 1, 9}};
    cdMeshDef def = cdDefaultMeshDef();
    def.points = points, def.pointCount = 5, def.pointFormat = CD_POINTS_FLOAT,
    def.pointStride = sizeof points[0];
    def.triangles = triangles, def.triangleCount = 2, def.indexFormat = CD_INDICES_UINT16;
    def.triangleStride = sizeof triangles[0];
    cdMeshReport report;
    cdMesh *mesh = cdCreateMesh(&def, &report);
    assert_non_null(mesh);
    assert_int_equal(report.countOfKind[CD_DEFECT_WELDED_VERTEX], 1);
    assert_int_equal(report.countOfKind[CD_DEFECT_UNUSED_POINT], 1);
    assert_int_equal(report.countOfKind[CD_DEFECT_DUPLICATE_TRIANGLE], 1);
    for (int32_t i = 0; i < report.defectCount; i++)
        if (report.defects[i].kind == CD_DEFECT_UNUSED_POINT) assert_true(report.defects[i].point.z == 7.0);
    cdDestroyMeshReport(&report);
    cdDestroyMesh(mesh);
}

static void assertError(cdMeshDef def, cdBuildError error, int32_t point, int32_t triangle) {
    cdMeshReport report;
    assert_null(cdCreateMesh(&def, &report));
    assert_int_equal(report.error, error);
    assert_int_equal(report.errorPoint, point);
    assert_int_equal(report.errorTriangle, triangle);
}

// Bad data is reported with its place, a bad layout is a programmer's error.
static void testErrors(void **state) {
    (void)state;
    float points[4][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    uint16_t triangles[2][3] = {{0, 1, 2}, {0, 2, 4}};
    cdMeshDef def = cdDefaultMeshDef();
    def.points = points, def.pointCount = 4, def.pointFormat = CD_POINTS_FLOAT;
    def.triangles = triangles, def.triangleCount = 2, def.indexFormat = CD_INDICES_UINT16;
    assertError(def, CD_BUILD_BAD_INDEX, -1, 1);
    triangles[1][2] = 3;
    points[3][1] = (float)INFINITY;
    assertError(def, CD_BUILD_NOT_FINITE, 3, -1);
    points[3][1] = 0.0f;
    assert_int_equal(failedAsserts, 0);
    cdMeshDef bad[4] = {def, def, def, def};
    bad[0].pointStride = 11;
    bad[1].triangleStride = 5;
    bad[2].pointFormat = (cdPointFormat)2;
    bad[3].indexFormat = (cdIndexFormat)-1;
    for (int i = 0; i < 4; i++) {
        assert_null(cdCreateMesh(&bad[i], NULL));
        assert_int_equal(failedAsserts, i + 1);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testLayouts),
        cmocka_unit_test(testDefects),
        cmocka_unit_test_setup_teardown(testErrors, setUpHooks, restoreHooks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
