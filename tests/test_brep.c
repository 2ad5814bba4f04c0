// The boundary representation of solids: maximal faces with holes, merged edges, planes of vertices, mass
// properties in closed form, Euler's formula.
#include "brep_fixture.h"
#include "random.h"

#include <stdio.h>

// --- discs
// ------------------------------------------------------------------------------------------------------

// The radius of the smallest disc about a triangle: half a side, or through all corners.
static double getTriangleRadius(const cdVec3 p[3]) {
    double sides[3], area = 0.5 * cdLength(cdCross(cdSub(p[1], p[0]), cdSub(p[2], p[0])));
    for (int i = 0; i < 3; i++)
        sides[i] = cdLength(cdSub(p[(i + 2) % 3], p[(i + 1) % 3]));
    double smallest = sides[0] * sides[1] * sides[2] / (4.0 * area);
    for (int i = 0; i < 3; i++) {
        double toMiddle = cdLength(cdSub(p[i], cdLerp(p[(i + 1) % 3], p[(i + 2) % 3], 0.5)));
        if (toMiddle <= 0.5 * sides[i] && 0.5 * sides[i] < smallest) smallest = 0.5 * sides[i];
    }
    return smallest;
}

// Tetrahedra at random, near and far, regular to flat. Red: a disc that misses a corner, or is larger than
// the smallest one.
static void testTrianglesHaveSmallestDiscs(void **state) {
    (void)state;
    Random random = {11};
    for (int i = 0; i < 400; i++) {
        cdVec3 p[4], from = cdScale(i % 2 ? 100.0 : 0.0, nextRandomVec3(&random));
        for (int k = 0; k < 4; k++) {
            p[k] = nextRandomVec3(&random);
            p[k] = cdAdd(from, cdMakeVec3(p[k].x, p[k].y * nextRandom(&random), p[k].z));
        }
        bool inward = cdDot(cdSub(p[3], p[0]), cdCross(cdSub(p[1], p[0]), cdSub(p[2], p[0]))) > 0.0;
        clearSurface();
        addFreeTriangle(p[0], p[inward ? 2 : 1], p[inward ? 1 : 2]),
            addFreeTriangle(p[0], p[inward ? 1 : 3], p[inward ? 3 : 1]);
        addFreeTriangle(p[1], p[inward ? 2 : 3], p[inward ? 3 : 2]),
            addFreeTriangle(p[2], p[inward ? 0 : 3], p[inward ? 3 : 0]);
        Made made = makeSolid();
        assert_true(isSolid(&made));
        for (int32_t f = 0; f < 4; f++) {
            cdVec3 corners[3];
            int32_t vertices[3];
            cdSolidFace face = cdGetSolidFace(made.mesh, f);
            assert_int_equal(listLoop(made.mesh, f, 0, vertices, 3), 3);
            for (int k = 0; k < 3; k++) {
                corners[k] = cdGetSolidVertex(made.mesh, vertices[k]).point;
                assert_true(cdLength(cdSub(corners[k], face.middle)) <= face.radius);
            }
            assertNear(face.radius, getTriangleRadius(corners), 1e-9);
        }
        destroy(&made);
    }
}

// --- boxes
// ------------------------------------------------------------------------------------------------------

static double scale;
static cdVec3 offset;

// A box of 2 x 4 x 6 about (5, 6, 7), scaled, then moved.
static cdVec3 mapToBox(cdVec3 p) {
    cdVec3 box = {4.0 + 2.0 * p.x, 4.0 + 4.0 * p.y, 4.0 + 6.0 * p.z};
    return cdMulAdd(offset, scale, box);
}

// 8 vertices, 12 edges, 6 faces; volume, centroid and inertia m / 12 (b^2 + c^2). Red: an absolute tolerance,
// digits lost far away, a wrong power in a moment.
static void testBox(void **state) {
    (void)state;
    const double scales[3] = {1e-4, 1.0, 1e4};
    for (int i = 0; i < 6; i++) {
        scale = scales[i % 3];
        offset = i < 3 ? (cdVec3){0, 0, 0} : (cdVec3){1e6 * scale, -1e6 * scale, 3e6 * scale};
        clearSurface();
        addCube((cdVec3){0, 0, 0}, 1, false);
        transform(mapToBox);
        Made made = makeSolid();
        checkSolid(&made, 0);
        assertCounts(made.mesh, 8, 12, 6, 6, 1);
        assert_int_equal(made.report.solid.defectCount, 0);
        cdSolidInfo info = cdGetSolidInfo(made.mesh);
        double mass = 48.0 * pow(scale, 3), error = i < 3 ? 1e-14 : 1e-9;
        assertNear(info.mass.volume, mass, error * mass);
        assertNear(info.area, 88.0 * scale * scale, error * 88.0 * scale * scale);
        cdVec3 center = cdMulAdd(offset, scale, (cdVec3){5, 6, 7});
        assert_true(cdLength(cdSub(info.mass.centroid, center)) <= error * scale + 1e-15 * cdLength(center));
        const double expected[6] = {52, 40, 20, 0, 0, 0};
        for (int k = 0; k < 6; k++) {
            assertNear(info.mass.inertia[k] / (mass * scale * scale), expected[k] / 12.0, 10.0 * error);
        }
        if (i < 3) assertNear(info.tolerance, 1e-9 * sqrt(14.0) * scale, 1e-20 * scale);
        for (int32_t e = 0; e < 12; e++)
            assert_true(cdGetSolidEdge(made.mesh, e).convex);
        destroy(&made);
    }
}

static cdQuat turn;

static cdVec3 mapTurned(cdVec3 p) {
    return cdAdd(cdRotate(turn, cdMakeVec3(p.x, 1.7 * p.y, 0.3 * p.z)), offset);
}

// Cubes of 12 x 12 squares a side, stretched and rotated at random, near and far, so that rounding bends
// every plane: again 6 faces and 12 edges, and the inertia rotates with them. Red: coplanar triangles not
// merged, a plane taken from a triangle that is too small for it, collinear edges not merged.
static void testSubdividedBoxesMerge(void **state) {
    (void)state;
    Random random = {5};
    for (int i = 0; i < 12; i++) {
        clearSurface();
        addCube((cdVec3){0, 0, 0}, 12, false);
        turn = cdMakeQuat(nextRandomDirection(&random), nextRandomIn(&random, 0.0, 3.0));
        offset = cdScale(i < 6 ? 1.0 : 1e5, nextRandomVec3(&random));
        transform(mapTurned);
        Made made = makeSolid();
        checkSolid(&made, 0);
        assertCounts(made.mesh, 8, 12, 6, 6, 1);
        assert_int_equal(made.report.solid.defectCount, 0);
        cdSolidInfo info = cdGetSolidInfo(made.mesh);
        double x = 12.0, y = 12.0 * 1.7, z = 12.0 * 0.3, m = x * y * z;
        double principal[3] = {m * (y * y + z * z) / 12.0, m * (x * x + z * z) / 12.0,
                               m * (x * x + y * y) / 12.0};
        double tensor[6] = {0};
        const cdVec3 axes[3] = {X, Y, Z};
        for (int k = 0; k < 3; k++) {
            cdVec3 a = cdRotate(turn, axes[k]);
            const double products[6] = {a.x * a.x, a.y * a.y, a.z * a.z, a.x * a.y, a.x * a.z, a.y * a.z};
            for (int j = 0; j < 6; j++)
                tensor[j] += principal[k] * products[j];
        }
        for (int k = 0; k < 6; k++)
            assertNear(info.mass.inertia[k], tensor[k], (i < 6 ? 1e-12 : 1e-8) * principal[2]);
        destroy(&made);
    }
}

// --- holes, concave faces
// ---------------------------------------------------------------------------------------

// A block of 4 x 4 x 4 with a hole of 2 x 2 through it, of many squares: the top and the bottom have two
// loops and an area of 12, the genus is 1. Red: a hole taken for the outer loop or given a face of its own.
static void testBoxWithAHole(void **state) {
    (void)state;
    clearSurface();
    const cdVec3 d = {0, 0, 0};
    addGrid((cdVec3){0, 0, 4}, X, Y, 4, 1, 3);
    addGrid(d, Y, X, 4, 1, 3);
    addGrid(d, X, Z, 4, 0, 0), addGrid((cdVec3){4, 4, 0}, cdNegate(X), Z, 4, 0, 0);
    addGrid(d, Z, Y, 4, 0, 0), addGrid((cdVec3){4, 0, 0}, Y, Z, 4, 0, 0);
    for (int i = 0; i < 2; i++) { // walls of the hole, in two halves each
        addGrid((cdVec3){1, 1, 2 * i}, Z, X, 2, 0, 0), addGrid((cdVec3){1, 3, 2 * i}, X, Z, 2, 0, 0);
        addGrid((cdVec3){1, 1, 2 * i}, Y, Z, 2, 0, 0), addGrid((cdVec3){3, 1, 2 * i}, Z, Y, 2, 0, 0);
    }
    Made made = makeSolid();
    checkSolid(&made, 1);
    assertCounts(made.mesh, 16, 24, 10, 12, 1);
    int32_t withHoles = 0, concave = 0;
    for (int32_t f = 0; f < 10; f++) {
        cdSolidFace face = cdGetSolidFace(made.mesh, f);
        if (face.loopCount == 1) continue;
        int32_t vertices[8];
        withHoles++;
        assert_int_equal(face.loopCount, 2);
        assertNear(face.area, 12.0, 1e-14);
        assertNear(face.radius, sqrt(8.0), 0.05 * sqrt(8.0));
        assert_int_equal(listLoop(made.mesh, f, 0, vertices, 8), 4);
        for (int i = 0; i < 4; i++) { // the outer loop: corners of the block, 2 sqrt 2 from the middle
            cdVec3 p = cdGetSolidVertex(made.mesh, vertices[i]).point;
            assert_true(fabs(p.x) == 2.0 && fabs(p.y) == 2.0);
        }
        assert_int_equal(listLoop(made.mesh, f, 1, vertices, 2), 4); // counts beyond the room
    }
    for (int32_t e = 0; e < 24; e++)
        concave += !cdGetSolidEdge(made.mesh, e).convex;
    assert_int_equal(withHoles, 2);
    assert_int_equal(concave, 4); // within the hole
    assertNear(cdGetSolidInfo(made.mesh).mass.volume, 48.0, 1e-12);
    destroy(&made);
}

// The L: its two sides are hexagons, one of its edges is concave. Red: a concave face is split.
static void testLShape(void **state) {
    (void)state;
    Made made = makeShapeSolid("l-shape:size=3,thickness=1,depth=2");
    checkSolid(&made, 0);
    assertCounts(made.mesh, 12, 18, 8, 8, 1);
    int32_t concave = -1, vertices[8];
    for (int32_t e = 0; e < 18; e++) {
        if (cdGetSolidEdge(made.mesh, e).convex) continue;
        assert_int_equal(concave, -1);
        concave = e;
    }
    cdSolidEdge edge = cdGetSolidEdge(made.mesh, concave);
    for (int k = 0; k < 2; k++) { // the inner corner, half a unit from the middle in both directions
        cdVec3 p = cdGetSolidVertex(made.mesh, edge.vertices[k]).point;
        assertNear(p.x, -0.5, 1e-15), assertNear(p.y, -0.5, 1e-15);
    }
    int32_t hexagons = 0;
    for (int32_t f = 0; f < 8; f++)
        hexagons += listLoop(made.mesh, f, 0, vertices, 8) == 6;
    assert_int_equal(hexagons, 2);
    assertNear(cdGetSolidInfo(made.mesh).mass.volume, 10.0, 1e-12);
    destroy(&made);
}

static void addPyramidPit(double x, double y) {
    cdVec3 tip = {x + 0.5, y + 0.5, 3.0};
    const cdVec3 c[4] = {{x, y, 4}, {x + 1, y, 4}, {x + 1, y + 1, 4}, {x, y + 1, 4}};
    for (int i = 0; i < 4; i++)
        addFreeTriangle(c[i], c[(i + 1) % 4], tip);
}

// Two pits in the top that share one corner: the top touches itself there, and its hole's loop passes the
// corner twice. Red: the next border about a vertex taken from the wrong part of the face.
static void testFaceThatTouchesItself(void **state) {
    (void)state;
    clearSurface();
    addCube((cdVec3){0, 0, 0}, 4, false);
    int32_t kept = 0;
    for (int32_t t = 0; t < surface.triangleCount; t++) { // removes the top's squares (1, 1) and (2, 2)
        const int32_t *corners = surface.triangles + 3 * t;
        cdVec3 sum =
            cdAdd(cdAdd(surface.points[corners[0]], surface.points[corners[1]]), surface.points[corners[2]]);
        bool pit = sum.z == 12.0 && floor(sum.x / 3.0) == floor(sum.y / 3.0) && sum.x > 3.0 && sum.x < 9.0;
        if (!pit) memmove(surface.triangles + 3 * kept++, corners, 3 * sizeof *corners);
    }
    assert_int_equal(surface.triangleCount - kept, 4);
    surface.triangleCount = kept;
    addPyramidPit(1, 1), addPyramidPit(2, 2);
    Made made = makeSolid();
    checkSolid(&made, 0);
    assertCounts(made.mesh, 17, 28, 14, 15, 1);
    assertNear(cdGetSolidInfo(made.mesh).mass.volume, 64.0 - 2.0 / 3.0, 1e-12);
    destroy(&made);
}

// --- generated shapes
// -------------------------------------------------------------------------------------------

// The sizes of [V90] table 1: vertices, edges and faces of spheres and tori of planar quadrilaterals. Tori of
// 6 and 10 have flat rings on top and below, of coplanar quadrilaterals, which are one face with a hole each.
static void testTableOfSpheresAndTori(void **state) {
    (void)state;
    const int32_t n[5] = {4, 6, 8, 10, 20}, spheres[5] = {58, 134, 242, 382, 1562};
    for (int i = 0; i < 5; i++) {
        char spec[64];
        snprintf(spec, sizeof spec, "uv-sphere:n=%d", (int)n[i]);
        Made made = makeShapeSolid(spec);
        checkSolid(&made, 0);
        assertCounts(made.mesh, n[i] * (n[i] - 1) + 2, n[i] * (2 * n[i] - 1), n[i] * n[i], n[i] * n[i], 1);
        cdSolidInfo info = cdGetSolidInfo(made.mesh);
        assert_int_equal(info.vertexCount + info.edgeCount + info.faceCount, spheres[i]);
        destroy(&made);
        if (n[i] % 4 != 0) continue;
        snprintf(spec, sizeof spec, "quad-torus:n=%d", (int)n[i]);
        made = makeShapeSolid(spec);
        checkSolid(&made, 1);
        assertCounts(made.mesh, n[i] * n[i], 2 * n[i] * n[i], n[i] * n[i], n[i] * n[i], 1);
        destroy(&made);
    }
}

// Every other closed shape, with its genus. Red: errors that no other test covers.
static void testClosedShapes(void **state) {
    (void)state;
    static const struct {
        const char *spec;
        int32_t genus;
    } shapes[] = {{"box", 0},
                  {"plate", 0},
                  {"ring", 1},
                  {"gear", 1},
                  {"torus", 1},
                  {"torus-knot", 1},
                  {"quad-torus:n=6", 1},
                  {"quad-torus:n=10", 1},
                  {"icosphere", 0},
                  {"icosphere:level=5", 0},
                  {"blade", 0},
                  {"torch", 0},
                  {"cavity", 0},
                  {"hook", 0},
                  {"bolt", 0},
                  {"nut", 1},
                  {"polytope-ellipsoid:n=400", 0},
                  {"polytope-rod", 0},
                  {"polytope-plate", 0}};
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        Made made = makeShapeSolid(shapes[i].spec);
        checkSolid(&made, shapes[i].genus);
        destroy(&made);
    }
}

// A cone of 3000 sides: at its tip the three chosen planes are nearly a third of a turn from each other. Red:
// the choice among many faces considers only the first ones, or tries all triples.
static void testTipOfManyFaces(void **state) {
    (void)state;
    enum { SIDES = 3000 };
    const double pi = 3.14159265358979323846;
    clearSurface();
    int32_t tip = addPoint((cdVec3){0, 0, 1}), foot = addPoint((cdVec3){0, 0, 0});
    for (int i = 0; i < SIDES; i++)
        addPoint((cdVec3){cos(2.0 * pi * i / SIDES), sin(2.0 * pi * i / SIDES), 0});
    for (int i = 0; i < SIDES; i++) {
        int32_t a = 2 + i, b = 2 + (i + 1) % SIDES;
        addTriangle(a, b, tip), addTriangle(b, a, foot);
    }
    Made made = makeSolid();
    checkSolid(&made, 0);
    assertCounts(made.mesh, SIDES + 1, 2 * SIDES, SIDES + 1, SIDES + 1, 1);
    cdSolidVertex v = cdGetSolidVertex(made.mesh, 0);
    const cdBrepFace *f = made.mesh->solid->brep.faces;
    double size = fabs(cdDot(cdCross(f[v.planes[0]].normal, f[v.planes[1]].normal), f[v.planes[2]].normal));
    assertNear(size, sqrt(0.5) * 0.5 * 1.5 * sqrt(3.0) * 0.5 * 2.0, 1e-3); // normals at 45 degrees
    destroy(&made);
}

// The middle of a square side moved out or in by 1e-6 of its size and less: a pyramid over the six corners
// around it. Moved out, the six edges to the middle are convex and the two at its foot, within the side, are
// concave; moved in, the reverse. Red: the sign of a nearly flat edge is lost in rounded normals.
static void testNearlyFlatEdges(void **state) {
    (void)state;
    for (int i = 0; i < 8; i++) {
        double height = (i % 2 == 0 ? 1.0 : -1.0) * 1e-6 * pow(10.0, -(i / 2) * 0.5);
        const cdVec3 middle = {1.0, 1.0, 2.0 + height};
        clearSurface();
        addCube((cdVec3){0, 0, 0}, 2, false);
        offset = (cdVec3){0, 0, 0};
        turn = cdMakeQuat(cdNormalize((cdVec3){1, 2, 3}), 0.3 * i);
        for (int32_t p = 0; p < surface.pointCount; p++) {
            cdVec3 *point = &surface.points[p];
            if (point->z == 2.0 && point->x == 1.0 && point->y == 1.0) *point = middle;
        }
        transform(mapTurned);
        Made made = makeSolid();
        checkSolid(&made, 0);
        cdVec3 place = cdSub(mapTurned(middle), cdGetSolidInfo(made.mesh).center);
        int32_t toMiddle = 0, atFoot = 0;
        for (int32_t e = 0; e < cdGetSolidInfo(made.mesh).edgeCount; e++) {
            cdSolidEdge edge = cdGetSolidEdge(made.mesh, e);
            cdVec3 a = cdGetSolidFace(made.mesh, edge.faces[0]).normal;
            cdVec3 b = cdGetSolidFace(made.mesh, edge.faces[1]).normal;
            if (cdDot(a, b) < 0.5) continue;
            cdVec3 p = cdGetSolidVertex(made.mesh, edge.vertices[0]).point;
            cdVec3 q = cdGetSolidVertex(made.mesh, edge.vertices[1]).point;
            bool touches = fmin(cdLength(cdSub(p, place)), cdLength(cdSub(q, place))) < 1e-12;
            toMiddle += touches, atFoot += !touches;
            assert_true(edge.convex == ((height > 0.0) == touches));
        }
        assert_int_equal(toMiddle, 6);
        assert_int_equal(atFoot, 2);
        destroy(&made);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testTrianglesHaveSmallestDiscs),
        cmocka_unit_test(testBox),
        cmocka_unit_test(testSubdividedBoxesMerge),
        cmocka_unit_test(testBoxWithAHole),
        cmocka_unit_test(testLShape),
        cmocka_unit_test(testFaceThatTouchesItself),
        cmocka_unit_test(testTableOfSpheresAndTori),
        cmocka_unit_test(testClosedShapes),
        cmocka_unit_test(testTipOfManyFaces),
        cmocka_unit_test(testNearlyFlatEdges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
