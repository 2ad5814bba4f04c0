// The oracle for points in solids against closed forms: a judge must be right first.
#include "oracle/random_solid.h"
#include "soup.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static OracleSolid makeOracle(const Soup *soup) {
    OracleSolid oracle;
    assert_true(
        MakeOracleSolid(soup->points, soup->pointCount, soup->triangles, soup->triangleCount, &oracle));
    return oracle;
}

static OracleSide getBoxSide(cdVec3 p) {
    double x = fabs(p.x) - 1.0, y = fabs(p.y) - 2.0, z = fabs(p.z) - 3.0;
    double most = fmax(x, fmax(y, z));
    return most > 0.0 ? ORACLE_OUTSIDE : most < 0.0 ? ORACLE_INSIDE : ORACLE_ON;
}

static double getBoxDistance(cdVec3 p) {
    double x = fabs(p.x) - 1.0, y = fabs(p.y) - 2.0, z = fabs(p.z) - 3.0;
    if (x <= 0.0 && y <= 0.0 && z <= 0.0) return -fmax(x, fmax(y, z));
    return cdLength(cdMakeVec3(fmax(x, 0.0), fmax(y, 0.0), fmax(z, 0.0)));
}

// The box [-1, 1] x [-2, 2] x [-3, 3] and every point of a grid that contains its corners, edges and faces,
// their diagonals and their middles: rays along the axes meet edges all the time. Red: a ray through an edge
// counted once or twice, a point on an edge that is not "on".
static void testBoxOnAGrid(void **state) {
    (void)state;
    Soup soup = {.pointCount = 0};
    addBox(&soup, cdMakeVec3(0.0, 0.0, 0.0));
    OracleSolid oracle = makeOracle(&soup);
    for (int i = 0; i < 17 * 17 * 17; i++) {
        cdVec3 p = {0.25 * (i % 17 - 8), 0.5 * (i / 17 % 17 - 8), 0.5 * (i / 289 - 8)};
        assert_int_equal(FindOracleSide(&oracle, p), getBoxSide(p));
        double off = fabs(FindSurfaceDistance(&oracle, p) - getBoxDistance(p));
        if (off > 1e-14) fail_msg("(%g, %g, %g): distance off by %g", p.x, p.y, p.z, off);
    }
    FreeOracleSolid(&oracle);
}

// The neighbours in doubles of points on the box's faces, edges and corners are off it, and on the right
// side. Red: a sign computed with rounding.
static void testOneRoundingOff(void **state) {
    (void)state;
    Soup soup = {.pointCount = 0};
    addBox(&soup, cdMakeVec3(0.0, 0.0, 0.0));
    OracleSolid oracle = makeOracle(&soup);
    Random random = {7};
    for (int i = 0; i < 3000; i++) {
        cdVec3 u = nextRandomVec3(&random);
        cdVec3 p = {i % 2 ? u.x : 1.0, i % 3 ? 2.0 * u.y : -2.0, i % 5 ? 3.0 * u.z : 3.0};
        p.x = nextafter(p.x, i % 7 ? 4.0 : -4.0);
        p.y = nextafter(p.y, i % 11 ? 4.0 : -4.0);
        if (i % 13 == 0) p.z = nextafter(p.z, 4.0);
        assert_int_equal(FindOracleSide(&oracle, p), getBoxSide(p));
    }
    FreeOracleSolid(&oracle);
}

// A box in a box in a box, each rotated against the last: in, out, in. Red: parity of the first shell alone.
static void testNestedShells(void **state) {
    (void)state;
    Soup soup = {.pointCount = 0};
    for (int shell = 0; shell < 3; shell++) {
        addBox(&soup, cdMakeVec3(0.0, 0.0, 0.0));
        double scale = 1.0 / (1 << shell);
        for (int k = 8 * shell; k < 8 * shell + 8; k++)
            soup.points[k] = cdScale(scale, soup.points[k]);
        for (int k = 12 * shell; shell == 1 && k < 12 * shell + 12; k++) {
            int32_t *corners = soup.triangles + 3 * k, first = corners[0];
            corners[0] = corners[1], corners[1] = first;
        }
    }
    OracleSolid oracle = makeOracle(&soup);
    static const OracleSide sides[4] = {ORACLE_INSIDE, ORACLE_OUTSIDE, ORACLE_INSIDE, ORACLE_OUTSIDE};
    static const double places[4] = {0.0, 0.375, 0.75, 1.5};
    for (int k = 0; k < 4; k++)
        assert_int_equal(FindOracleSide(&oracle, cdMakeVec3(places[k], 0.0, 0.0)), sides[k]);
    assert_int_equal(FindOracleSide(&oracle, cdMakeVec3(0.5, 0.25, 0.125)), ORACLE_ON);
    assert_true(fabs(FindSurfaceDistance(&oracle, cdMakeVec3(0.375, 0.0, 0.0)) - 0.125) < 1e-15);
    FreeOracleSolid(&oracle);
}

static double getInnerRadius(const OracleSolid *oracle) {
    double least = INFINITY;
    for (int32_t i = 0; i < oracle->triangleCount; i++) {
        cdVec3 c[3];
        GetOracleCorners(oracle, i, c);
        cdVec3 normal = cdNormalize(cdCross(cdSub(c[1], c[0]), cdSub(c[2], c[0])));
        least = fmin(least, cdDot(normal, c[0]));
    }
    return least;
}

static void checkInSphere(const OracleSolid *oracle, double inner, cdVec3 p) {
    double radius = cdLength(p), distance = FindSurfaceDistance(oracle, p);
    if (radius < inner) assert_int_equal(FindOracleSide(oracle, p), ORACLE_INSIDE);
    if (radius > 1.0 + 1e-15) assert_int_equal(FindOracleSide(oracle, p), ORACLE_OUTSIDE);
    // The surface lies between the two spheres.
    assert_true(distance >= fmax(inner - radius, radius - 1.0) - 1e-15);
    assert_true(distance <= fmax(1.0 - radius, radius - inner) + 1e-15);
}

// Spheres of triangles: between the circumscribed and inscribed spheres the answer is open, elsewhere known.
// Red: a distance to the plane of a triangle where its edge is nearer.
static void testSphereBounds(void **state) {
    (void)state;
    Random random = {11};
    for (uint64_t number = SOLID_STAR; number < 20 * SOLID_KIND_COUNT; number += SOLID_KIND_COUNT) {
        RandomSolid solid;
        assert_true(MakeRandomSolid(3, number, &solid));
        cdVec3 middle = {0.0, 0.0, 0.0};
        for (int32_t i = 0; i < solid.pointCount; i++) // any star, turned into a sphere
            middle = cdMulAdd(middle, 1.0 / solid.pointCount, solid.points[i]);
        for (int32_t i = 0; i < solid.pointCount; i++)
            solid.points[i] = cdNormalize(cdSub(solid.points[i], middle));
        OracleSolid oracle;
        assert_true(
            MakeOracleSolid(solid.points, solid.pointCount, solid.triangles, solid.triangleCount, &oracle));
        double inner = getInnerRadius(&oracle);
        assert_true(inner > 0.0);
        for (int i = 0; i < 100; i++)
            checkInSphere(&oracle, inner, cdScale(1.2, nextRandomVec3(&random)));
        FreeOracleSolid(&oracle);
        FreeRandomSolid(&solid);
    }
}

static double sampleTriangle(const cdVec3 c[3], cdVec3 p) {
    enum { STEPS = 60 };
    double least = INFINITY;
    for (int i = 0; i <= STEPS; i++) {
        for (int k = 0; i + k <= STEPS; k++) {
            cdVec3 x = cdMulAdd(cdMulAdd(c[0], (double)i / STEPS, cdSub(c[1], c[0])), (double)k / STEPS,
                                cdSub(c[2], c[0]));
            least = fmin(least, cdLength(cdSub(p, x)));
        }
    }
    return least;
}

// A point and a triangle against 1,891 points of the triangle. Red: the nearest point taken on the wrong
// edge, or beyond a corner.
static void testTriangleDistanceAgainstSamples(void **state) {
    (void)state;
    Random random = {5};
    for (int i = 0; i < 300; i++) {
        cdVec3 c[3], p = cdScale(2.0, nextRandomVec3(&random));
        for (int k = 0; k < 3; k++)
            c[k] = nextRandomVec3(&random);
        if (i % 3 == 0) c[2] = cdMulAdd(cdLerp(c[0], c[1], nextRandom(&random)), 1e-9, c[2]); // a sliver
        double sampled = sampleTriangle(c, p), found = GetPointTriangleDistance(c, p);
        assert_true(found <= sampled + 1e-15);
        assert_true(found >= sampled - 0.06); // the spacing of the samples
    }
}

// Through a box from the outside, along its middle and skew: entry and exit.
static void testCrossings(void **state) {
    (void)state;
    Soup soup = {.pointCount = 0};
    addBox(&soup, cdMakeVec3(0.0, 0.0, 0.0));
    OracleSolid oracle = makeOracle(&soup);
    double at[16];
    int32_t count =
        FindOracleCrossings(&oracle, cdMakeVec3(-2.0, 0.25, 0.125), cdMakeVec3(2.0, 0.25, 0.125), at, 16);
    assert_int_equal(count, 2);
    assert_true(at[0] == 0.25 && at[1] == 0.75);
    count = FindOracleCrossings(&oracle, cdMakeVec3(0.0, 0.0, 0.0), cdMakeVec3(0.125, 8.0, 1.0), at, 16);
    assert_int_equal(count, 1);
    assert_true(at[0] == 0.25);
    assert_int_equal(
        FindOracleCrossings(&oracle, cdMakeVec3(3.0, 0.0, 0.0), cdMakeVec3(3.0, 1.0, 1.0), at, 16), 0);
    FreeOracleSolid(&oracle);
}

// Every kind of random solid is closed, manifold and oriented outwards, according to mesh creation.
static void testRandomSolidsAreSolids(void **state) {
    (void)state;
    for (uint64_t number = 0; number < 40 * SOLID_KIND_COUNT; number++) {
        RandomSolid solid;
        assert_true(MakeRandomSolid(1, number, &solid));
        cdMesh *mesh = cdCreateMesh(&solid.def, NULL);
        assert_non_null(mesh);
        cdMeshInfo info = cdGetMeshInfo(mesh);
        if (!info.closed || !info.manifold || !info.oriented || !(info.volume > 0.0))
            fail_msg("solid %d (%s): closed %d, manifold %d, oriented %d, volume %g", (int)number,
                     GetSolidKindName(solid.kind), info.closed, info.manifold, info.oriented, info.volume);
        assert_int_equal(info.triangleCount, solid.triangleCount);
        cdDestroyMesh(mesh);
        FreeRandomSolid(&solid);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testBoxOnAGrid),
        cmocka_unit_test(testOneRoundingOff),
        cmocka_unit_test(testNestedShells),
        cmocka_unit_test(testSphereBounds),
        cmocka_unit_test(testCrossings),
        cmocka_unit_test(testTriangleDistanceAgainstSamples),
        cmocka_unit_test(testRandomSolidsAreSolids),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
