// Allowances that are too large for a mesh: they are refused.
#include "collision/collision.h"
#include "contact_fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

// Returns the error of a mesh with an allowance.
static cdBuildError buildWithAllowance(const cdMeshDef *def, double allowance) {
    cdMeshDef own = *def;
    own.allowance = allowance;
    cdMeshReport report;
    cdMesh *mesh = cdCreateMesh(&own, &report);
    cdBuildError error = report.error;
    assert_true((mesh != NULL) == (error == CD_BUILD_OK));
    assert_true(report.inset.depth == allowance);
    cdDestroyMeshReport(&report);
    cdDestroyMesh(mesh);
    return error;
}

// An allowance up to the radius of the inscribed ball is accepted, and none beyond, however large: a ball of
// radius 1 would be reflected in its centre, with normals that keep their directions. Red: a mesh that is
// turned inside out, as all its triangles are reflected.
static void testReflection(void **state) {
    (void)state;
    static const char *const specs[] = {"icosphere:radius=1,level=2", "box:x=1,y=1,z=1", "box:x=1,y=2,z=3"};
    static const double factors[] = {1.01, 1.5, 2.0, 5.0, 100.0};
    for (int i = 0; i < 3; i++) {
        TriangleSoup soup = {0};
        char message[256] = "";
        if (!MakeShape(specs[i], &soup, message, sizeof message)) fail_msg("%s", message);
        cdMeshDef def = MakeSoupMeshDef(&soup);
        assert_int_equal(buildWithAllowance(&def, 0.5), CD_BUILD_OK);
        assert_int_equal(buildWithAllowance(&def, 0.9), CD_BUILD_OK);
        for (int k = 0; k < 5; k++)
            assert_int_equal(buildWithAllowance(&def, factors[k]), CD_BUILD_TOO_THIN);
        DestroyTriangleSoup(&soup);
    }
}

// Fills the def with two cubes in one mesh: one of half side 1, and one scaled by `scale` whose centre is at
// x = `beside`; `hollow`: its triangles are turned around.
static void fillTwoCubes(double scale, double beside, bool hollow, cdVec3 points[16], int32_t triangles[72],
                         cdMeshDef *def) {
    TriangleSoup cube = {0};
    char message[256] = "";
    if (!MakeShape("box:x=1,y=1,z=1", &cube, message, sizeof message)) fail_msg("%s", message);
    assert_true(cube.pointCount == 8 && cube.triangleCount == 12);
    for (int32_t i = 0; i < 8; i++) {
        points[i] = cube.points[i];
        points[8 + i] = cdMulAdd(cdMakeVec3(beside, 0.0, 0.0), scale, cube.points[i]);
    }
    for (int32_t i = 0; i < 36; i++) {
        triangles[i] = cube.triangles[i];
        triangles[36 + i] = 8 + cube.triangles[hollow ? 3 * (i / 3) + 2 - i % 3 : i];
    }
    *def = cdDefaultMeshDef();
    def->points = points;
    def->triangles = triangles;
    def->pointCount = 16;
    def->triangleCount = 24;
    DestroyTriangleSoup(&cube);
}

// A hollow cube with walls of 0.2: an allowance of 0.05 leaves walls of 0.1, one of 0.25 nothing, although no
// triangle is turned over. A small cube beside a large one: an allowance of 0.3 reflects it alone. Red:
// shells that pass through each other, a part that is turned inside out.
static void testTwoShells(void **state) {
    (void)state;
    cdVec3 points[16];
    int32_t triangles[72];
    cdMeshDef def;
    fillTwoCubes(0.8, 0.0, true, points, triangles, &def);
    assert_int_equal(buildWithAllowance(&def, 0.05), CD_BUILD_OK);
    assert_int_equal(buildWithAllowance(&def, 0.25), CD_BUILD_TOO_THIN);
    fillTwoCubes(0.1, 3.0, false, points, triangles, &def);
    assert_int_equal(buildWithAllowance(&def, 0.05), CD_BUILD_OK);
    assert_int_equal(buildWithAllowance(&def, 0.3), CD_BUILD_TOO_THIN);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testReflection),
        cmocka_unit_test(testTwoShells),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
