// Mass properties of bodies of any mesh: closed forms, hulls of open meshes, sheets, massless meshes.
#include "collision/world.h"
#include "random.h"
#include "shapes/shapes.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const double PI = 3.14159265358979323846;

static void assertNear(double value, double expected, double error) {
    if (!(fabs(value - expected) <= error)) fail_msg("%.17g, not %.17g +- %g", value, expected, error);
}

static cdMassProperties findMass(const cdMeshDef *def, cdMassSource *source) {
    cdMesh *mesh = cdCreateMesh(def, NULL);
    assert_non_null(mesh);
    assert_true(cdBuildMeshParts(mesh, CD_PART_HULL | CD_PART_FEATURES, NULL));
    cdMassProperties mass = cdFindMassProperties(mesh, source), again = cdFindMassProperties(mesh, NULL);
    assert_memory_equal(&mass, &again, sizeof mass);
    cdDestroyMesh(mesh);
    return mass;
}

static cdMeshDef getSoupDef(const TriangleSoup *soup) {
    cdMeshDef def = cdDefaultMeshDef();
    def.points = soup->points, def.pointCount = soup->pointCount;
    def.triangles = soup->triangles, def.triangleCount = soup->triangleCount;
    return def;
}

static TriangleSoup makeSoup(const char *spec) {
    TriangleSoup soup;
    char message[400];
    if (!MakeShape(spec, &soup, message, sizeof message)) fail_msg("%s", message);
    return soup;
}

static cdMassProperties findSoupMass(const TriangleSoup *soup, cdMassSource *source) {
    cdMeshDef def = getSoupDef(soup);
    return findMass(&def, source);
}

static cdMassProperties findShapeMass(const char *spec, cdMassSource *source) {
    TriangleSoup soup = makeSoup(spec);
    cdMassProperties mass = findSoupMass(&soup, source);
    DestroyTriangleSoup(&soup);
    return mass;
}

// Scales, rotates, then moves the points.
static void placeSoup(TriangleSoup *soup, double scale, cdPose pose) {
    for (int32_t i = 0; i < soup->pointCount; i++)
        soup->points[i] = cdTransformPoint(pose, cdScale(scale, soup->points[i]));
}

static void assertMass(const cdMassProperties *mass, double volume, cdVec3 centroid, const double inertia[6],
                       double error) {
    double size = inertia[0] + inertia[1] + inertia[2];
    assertNear(mass->volume, volume, error * volume);
    assertNear(cdLength(cdSub(mass->centroid, centroid)), 0.0, error * sqrt(size / volume));
    for (int i = 0; i < 6; i++)
        assertNear(mass->inertia[i], inertia[i], error * size);
}

// --- Closed forms

// A box of half extents 1, 2, 3. Red: half extents taken for extents, xy for xz.
static void testBox(void **state) {
    (void)state;
    cdMassSource source = CD_MASS_OF_SHEET;
    cdMassProperties mass = findShapeMass("box:x=1,y=2,z=3", &source);
    assert_int_equal(source, CD_MASS_OF_VOLUME);
    assertMass(&mass, 48.0, (cdVec3){0.0, 0.0, 0.0}, (const double[]){208.0, 160.0, 80.0, 0.0, 0.0, 0.0},
               1e-14);
}

// The tetrahedron 0, x, y, z of unit length: volume 1/6, centroid 1/4 in each coordinate; second moments
// about the origin 1/60 and 1/120, about the centroid less by 1/6 (1/4)^2. Red: the sign of a product of
// inertia, moments about the origin instead of the centroid.
static void testTetrahedron(void **state) {
    (void)state;
    const cdVec3 points[] = {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    const int32_t triangles[] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
    cdMeshDef def = cdDefaultMeshDef();
    def.points = points, def.pointCount = 4, def.triangles = triangles, def.triangleCount = 4;
    cdMassSource source;
    cdMassProperties mass = findMass(&def, &source);
    assert_int_equal(source, CD_MASS_OF_VOLUME);
    double square = 1.0 / 60.0 - 1.0 / 96.0, product = 1.0 / 120.0 - 1.0 / 96.0;
    const double inertia[] = {2.0 * square, 2.0 * square, 2.0 * square, -product, -product, -product};
    assertMass(&mass, 1.0 / 6.0, (cdVec3){0.25, 0.25, 0.25}, inertia, 1e-14);
}

// Icospheres approach the ball, V = 4/3 pi, I = 2/5 V, by a factor of four a level. Red: an error that grows
// with the number of triangles.
static void testBall(void **state) {
    (void)state;
    double volumes[2], moments[2];
    for (int i = 0; i < 2; i++) {
        cdMassProperties mass = findShapeMass(i ? "icosphere:level=5" : "icosphere:level=4", NULL);
        volumes[i] = 4.0 / 3.0 * PI - mass.volume;
        moments[i] = 8.0 / 15.0 * PI - mass.inertia[0];
        assertNear(mass.inertia[0], mass.inertia[1], 1e-13);
        assertNear(mass.inertia[3], 0.0, 1e-13);
    }
    assert_true(volumes[1] > 0.0 && volumes[1] < 5e-3 && moments[1] > 0.0 && moments[1] < 5e-3);
    assertNear(volumes[0] / volumes[1], 4.0, 0.05);
    assertNear(moments[0] / moments[1], 4.0, 0.05);
}

// A fine torus about y: V = 2 pi^2 R r^2, I_y = V (R^2 + 3/4 r^2), I_x = V (R^2 / 2 + 5/8 r^2). Red: the hull
// used for a closed mesh with a hole.
static void testTorus(void **state) {
    (void)state;
    cdMassSource source;
    cdMassProperties mass = findShapeMass("torus:major=2,minor=0.5,segments=400", &source);
    assert_int_equal(source, CD_MASS_OF_VOLUME);
    double volume = PI * PI, across = volume * (2.0 + 0.15625), along = volume * (4.0 + 0.1875);
    const double inertia[] = {across, along, across, 0.0, 0.0, 0.0};
    assertMass(&mass, volume, (cdVec3){0.0, 0.0, 0.0}, inertia, 1e-3);
}

// --- Meshes that enclose nothing

static void checkOpenBox(const TriangleSoup *box, int missing, double error) {
    TriangleSoup open = *box;
    int32_t triangles[36];
    memcpy(triangles, box->triangles, sizeof triangles);
    open.triangles = triangles;
    for (int i = 0; i < 3; i++)
        triangles[3 * missing + i] = box->triangles[33 + i];
    open.triangleCount = 11;
    cdMassSource source;
    cdMassProperties whole = findSoupMass(box, &source);
    assert_int_equal(source, CD_MASS_OF_VOLUME);
    cdMassProperties mass = findSoupMass(&open, &source);
    assert_int_equal(source, CD_MASS_OF_HULL);
    assertMass(&mass, whole.volume, whole.centroid, whole.inertia, error);
}

// A box without one of its triangles has the mass of its hull, the box; so has one turned inside out, and one
// with a reversed triangle. At scales 1e-4 to 1e4 and far from the origin. Red: the open mesh's own sums.
static void testOpenBox(void **state) {
    (void)state;
    const double scales[] = {1.0, 1e-4, 1e4, 1.0};
    for (int k = 0; k < 4; k++) {
        TriangleSoup box = makeSoup("box:x=1,y=2,z=3");
        assert_int_equal(box.triangleCount, 12);
        cdPose pose = {{k == 3 ? 1e6 : 0.0, 0.0, 0.0}, cdMakeQuat((cdVec3){0.6, 0.0, 0.8}, 0.4 * k)};
        placeSoup(&box, scales[k], pose);
        for (int missing = 0; missing < 12; missing++)
            checkOpenBox(&box, missing, k == 3 ? 1e-9 : 1e-13);
        cdMassSource source;
        cdMassProperties whole = findSoupMass(&box, NULL);
        for (int t = 0; t < 12; t++) { // from one reversed triangle to all
            int32_t corner = box.triangles[3 * t];
            box.triangles[3 * t] = box.triangles[3 * t + 1], box.triangles[3 * t + 1] = corner;
            cdMassProperties mass = findSoupMass(&box, &source);
            assert_int_equal(source, CD_MASS_OF_HULL);
            assertMass(&mass, whole.volume, whole.centroid, whole.inertia, k == 3 ? 1e-9 : 1e-13);
        }
        DestroyTriangleSoup(&box);
    }
}

// The teapot is open: its mass is that of its hull as a closed mesh. Red: facets reversed, vertices about the
// wrong centre.
static void testTeapot(void **state) {
    (void)state;
    TriangleSoup soup = makeSoup("teapot:segments=6");
    cdMassSource source;
    cdMassProperties mass = findSoupMass(&soup, &source);
    assert_int_equal(source, CD_MASS_OF_HULL);
    cdConvex *hull =
        cdCreateConvex(&(cdConvexDef){.points = soup.points, .pointCount = soup.pointCount}, NULL);
    assert_non_null(hull);
    cdMeshDef def = cdDefaultMeshDef();
    const cdConvexInfo info = cdGetConvexInfo(hull);
    def.pointCount = info.vertexCount;
    cdVec3 *points = malloc((size_t)def.pointCount * sizeof *points);
    assert_non_null(points);
    for (int32_t i = 0; i < def.pointCount; i++)
        points[i] = cdAdd(info.vertices[i], info.center);
    def.points = points;
    def.triangles = info.triangles;
    def.triangleCount = info.triangleCount;
    cdMassProperties expected = findMass(&def, &source);
    assert_int_equal(source, CD_MASS_OF_VOLUME);
    assertMass(&mass, expected.volume, expected.centroid, expected.inertia, 1e-12);
    free(points);
    cdDestroyConvex(hull);
    DestroyTriangleSoup(&soup);
}

// Two boxes in one mesh, the smaller one far away and inside out: the volume is positive, but the moments are
// impossible, so the hull counts. Red: those moments, with which a rotation gains energy.
static void testInsideOutPart(void **state) {
    (void)state;
    TriangleSoup box = makeSoup("box");
    int32_t triangles[72];
    assert_true(box.pointCount <= 24 && box.triangleCount == 12);
    cdVec3 corners[48];
    for (int32_t i = 0; i < box.pointCount; i++) {
        corners[i] = cdScale(2.0, box.points[i]);
        corners[box.pointCount + i] = cdMulAdd((cdVec3){40.0, 0.0, 0.0}, 1.0, box.points[i]);
    }
    for (int t = 0; t < 12; t++) {
        const int32_t *corner = box.triangles + 3 * t;
        int32_t *turned = triangles + 36 + 3 * t;
        memcpy(triangles + 3 * t, corner, 3 * sizeof *corner);
        turned[0] = box.pointCount + corner[1], turned[1] = box.pointCount + corner[0];
        turned[2] = box.pointCount + corner[2];
    }
    cdMeshDef def = cdDefaultMeshDef();
    def.points = corners, def.pointCount = 2 * box.pointCount;
    def.triangles = triangles, def.triangleCount = 24;
    cdMassSource source;
    cdMassProperties mass = findMass(&def, &source);
    assert_int_equal(source, CD_MASS_OF_HULL);
    assert_true(mass.volume > 39.0 * 4.0 && mass.centroid.x > 0.0 && mass.centroid.x < 41.0);
    DestroyTriangleSoup(&box);
}

// A square of side 4 in y = 0, also tilted: a sheet of mass 16, I = m a^2 / 12 about the axes in it and twice
// that across. Two squares back to back, closed, have no volume and twice the area. Red: division by a volume
// of rounding errors.
static void testSheet(void **state) {
    (void)state;
    for (int k = 0; k < 4; k++) {
        TriangleSoup soup = makeSoup("floor:size=4,n=3");
        cdPose pose = {{0.0, 3.0 * k, 0.0}, cdMakeQuat(cdNormalize((cdVec3){1.0, 0.3, -0.2}), 0.7 * k)};
        placeSoup(&soup, 1.0, pose);
        cdMassSource source;
        cdMassProperties mass = findSoupMass(&soup, &source);
        assert_int_equal(source, CD_MASS_OF_SHEET);
        assertNear(mass.volume, 16.0, 1e-13);
        assertNear(cdLength(cdSub(mass.centroid, pose.p)), 0.0, 1e-13);
        cdVec3 across = cdRotate(pose.q, (cdVec3){0.0, 1.0, 0.0});
        const double *t = mass.inertia;
        assertNear(t[0] + t[1] + t[2], 16.0 * 16.0 / 3.0, 1e-12);
        cdVec3 row = {t[0] * across.x + t[3] * across.y + t[4] * across.z,
                      t[3] * across.x + t[1] * across.y + t[5] * across.z,
                      t[4] * across.x + t[5] * across.y + t[2] * across.z};
        assertNear(cdLength(cdMulAdd(row, -16.0 * 16.0 / 6.0, across)), 0.0, 1e-12);
        DestroyTriangleSoup(&soup);
    }
    const cdVec3 points[] = {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.1}, {1.0, 1.0, 0.3}, {0.0, 1.0, 0.2}};
    const int32_t triangles[] = {0, 1, 2, 0, 2, 3, 0, 3, 1, 1, 3, 2};
    cdMeshDef def = cdDefaultMeshDef();
    def.points = points, def.pointCount = 4, def.triangles = triangles, def.triangleCount = 4;
    cdMassSource source;
    cdMassProperties mass = findMass(&def, &source);
    assert_int_equal(source, CD_MASS_OF_SHEET);
    assertNear(mass.volume, 2.0 * sqrt(1.0 + 0.01 + 0.04), 1e-14);
}

// A triangle of three collinear points, and one of equal points: no mass. Red: a division by the area.
static void testNoArea(void **state) {
    (void)state;
    const cdVec3 points[] = {{1.0, 2.0, 3.0}, {2.0, 4.0, 6.0}, {3.0, 6.0, 9.0}, {1.0, 2.0, 3.0}};
    const int32_t triangles[2][3] = {{0, 1, 2}, {0, 3, 0}};
    for (int i = 0; i < 2; i++) {
        cdMeshDef def = cdDefaultMeshDef();
        def.points = points, def.pointCount = 4, def.triangles = triangles[i], def.triangleCount = 1;
        cdMassSource source;
        cdMassProperties mass = findMass(&def, &source);
        assert_int_equal(source, CD_MASS_OF_SHEET);
        assert_true(mass.volume == 0.0 && isfinite(cdLength(mass.centroid)));
        for (int k = 0; k < 6; k++)
            assert_true(mass.inertia[k] == 0.0);
    }
}

// --- Frames

static void turnInertia(const double t[6], cdQuat q, double turned[6]) {
    cdVec3 rows[3] = {{t[0], t[3], t[4]}, {t[3], t[1], t[5]}, {t[4], t[5], t[2]}};
    cdVec3 axes[3];
    for (int k = 0; k < 3; k++)
        axes[k] = cdInvRotate(q, (cdVec3){k == 0, k == 1, k == 2});
    static const int pairs[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}};
    for (int k = 0; k < 6; k++) {
        cdVec3 b = axes[pairs[k][1]];
        cdVec3 product = {cdDot(rows[0], b), cdDot(rows[1], b), cdDot(rows[2], b)};
        turned[k] = cdDot(axes[pairs[k][0]], product);
    }
}

// A solid, a hull and a sheet, scaled by 1e-4 to 1e4, rotated and moved by up to a thousand of their sizes:
// the centroid follows, the tensor about it rotates with the mesh and grows with the fifth power of the scale
// (the fourth for a sheet). Red: moments about the mesh's centre, a missing parallel axis term.
static void testFrames(void **state) {
    (void)state;
    static const char *const specs[] = {"l-shape", "gear", "teapot:segments=3", "floor:n=2"};
    static const cdMassSource sources[] = {CD_MASS_OF_VOLUME, CD_MASS_OF_VOLUME, CD_MASS_OF_HULL,
                                           CD_MASS_OF_SHEET};
    Random random = {11};
    for (int i = 0; i < 40; i++) {
        TriangleSoup soup = makeSoup(specs[i % 4]);
        cdMassProperties own = findSoupMass(&soup, NULL);
        double scale = pow(10.0, nextRandomInt(&random, -4, 4)),
               far = pow(10.0, nextRandomInt(&random, 0, 3));
        cdPose pose = {cdScale(far * scale, nextRandomVec3(&random)),
                       cdMakeQuat(nextRandomDirection(&random), nextRandomIn(&random, -PI, PI))};
        placeSoup(&soup, scale, pose);
        cdMassSource source;
        cdMassProperties mass = findSoupMass(&soup, &source);
        assert_int_equal(source, sources[i % 4]);
        double power = pow(scale, source == CD_MASS_OF_SHEET ? 2.0 : 3.0), expected[6];
        turnInertia(own.inertia, pose.q, expected);
        for (int k = 0; k < 6; k++)
            expected[k] *= power * scale * scale;
        cdVec3 centroid = cdTransformPoint(pose, cdScale(scale, own.centroid));
        assertMass(&mass, power * own.volume, centroid, expected, 1e-12 * far);
        DestroyTriangleSoup(&soup);
    }
}

// A capsule at any pose, against sums over thin slices across its axis; a sphere in closed form. Red: half
// balls about their middle, a tensor that does not rotate.
static void testCapsules(void **state) {
    (void)state;
    const double length = 1.3, radius = 0.4;
    cdVec3 u = cdNormalize(cdMakeVec3(0.3, -0.5, 0.8)), middle = {2.0, -1.0, 0.5};
    const cdVec3 ends[2] = {cdMulAdd(middle, -0.5 * length, u), cdMulAdd(middle, 0.5 * length, u)};
    cdMesh *capsule = cdCreateCapsule(ends, radius, NULL), *sphere = cdCreateSphere(middle, radius, NULL);
    cdMassSource source = CD_MASS_OF_SHEET;
    cdMassProperties mass = cdFindMassProperties(capsule, &source);
    assert_int_equal(source, CD_MASS_OF_VOLUME);
    double volume = 0.0, axial = 0.0, across = 0.0;
    enum { SLICES = 200000 };
    double reach = 0.5 * length + radius, thick = 2.0 * reach / SLICES;
    for (int i = 0; i < SLICES; i++) {
        double x = -reach + (i + 0.5) * thick, beyond = fmax(0.0, fabs(x) - 0.5 * length);
        double square = radius * radius - beyond * beyond, disc = PI * square * thick;
        volume += disc;
        axial += 0.5 * disc * square;
        across += disc * (x * x + 0.25 * square);
    }
    assertNear(mass.volume, volume, 1e-8);
    assertNear(cdLength(cdSub(mass.centroid, middle)), 0.0, 1e-14);
    const double v[3] = {u.x, u.y, u.z};
    for (int i = 0; i < 3; i++) {
        assertNear(mass.inertia[i], across + (axial - across) * v[i] * v[i], 1e-8);
        int a = i == 2 ? 1 : 0, b = i == 0 ? 1 : 2; // xy, xz, yz
        assertNear(mass.inertia[3 + i], (axial - across) * v[a] * v[b], 1e-8);
    }
    mass = cdFindMassProperties(sphere, NULL);
    assertNear(mass.volume, 4.0 / 3.0 * PI * radius * radius * radius, 1e-14);
    for (int i = 0; i < 6; i++)
        assertNear(mass.inertia[i], i < 3 ? 0.4 * mass.volume * radius * radius : 0.0, 1e-14);
    cdDestroyMesh(capsule);
    cdDestroyMesh(sphere);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(testCapsules),    cmocka_unit_test(testBox),
                                       cmocka_unit_test(testTetrahedron), cmocka_unit_test(testBall),
                                       cmocka_unit_test(testTorus),       cmocka_unit_test(testOpenBox),
                                       cmocka_unit_test(testTeapot),      cmocka_unit_test(testInsideOutPart),
                                       cmocka_unit_test(testSheet),       cmocka_unit_test(testNoArea),
                                       cmocka_unit_test(testFrames)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
