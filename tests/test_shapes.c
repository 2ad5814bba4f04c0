// Generated meshes: closed and outward, of the right size, and the teapot as Newell published it.
//
// Every check uses the generated triangles (no cdMesh in between), by slow sums over edges.
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on
#include "shapes/shapes.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

static TriangleSoup makeShape(const char *spec) {
    TriangleSoup soup;
    char message[512] = "";
    if (!MakeShape(spec, &soup, message, sizeof message)) fail_msg("%s: %s", spec, message);
    return soup;
}

static double getVolume(const TriangleSoup *soup) {
    double sum = 0.0;
    for (int32_t i = 0; i < soup->triangleCount; i++) {
        const int32_t *t = soup->triangles + 3 * i;
        sum += cdDot(soup->points[t[0]], cdCross(soup->points[t[1]], soup->points[t[2]]));
    }
    return sum / 6.0;
}

static double getArea(const TriangleSoup *soup) {
    double sum = 0.0;
    for (int32_t i = 0; i < soup->triangleCount; i++) {
        const int32_t *t = soup->triangles + 3 * i;
        cdVec3 u = cdSub(soup->points[t[1]], soup->points[t[0]]),
               v = cdSub(soup->points[t[2]], soup->points[t[0]]);
        sum += 0.5 * cdLength(cdCross(u, v));
    }
    return sum;
}

typedef struct HalfEdge {
    int32_t from, to;
} HalfEdge;

static int compareHalfEdges(const void *left, const void *right) {
    const HalfEdge *a = left, *b = right;
    if (a->from != b->from) return a->from < b->from ? -1 : 1;
    return (a->to > b->to) - (a->to < b->to);
}

static HalfEdge *listHalfEdges(const TriangleSoup *soup) {
    HalfEdge *edges = malloc(3 * (size_t)soup->triangleCount * sizeof *edges);
    for (int32_t i = 0; i < 3 * soup->triangleCount; i++) {
        int32_t next = i % 3 == 2 ? i - 2 : i + 1;
        edges[i] = (HalfEdge){soup->triangles[i], soup->triangles[next]};
    }
    qsort(edges, 3 * (size_t)soup->triangleCount, sizeof *edges, compareHalfEdges);
    return edges;
}

// Counts half-edges without their reverse.
static int countOpenHalfEdges(const TriangleSoup *soup) {
    size_t count = 3 * (size_t)soup->triangleCount;
    HalfEdge *edges = listHalfEdges(soup);
    int open = 0;
    for (size_t i = 0; i < count; i++) {
        HalfEdge reverse = {edges[i].to, edges[i].from};
        open += bsearch(&reverse, edges, count, sizeof *edges, compareHalfEdges) == NULL;
    }
    free(edges);
    return open;
}

static int countRepeatedHalfEdges(const TriangleSoup *soup) {
    HalfEdge *edges = listHalfEdges(soup);
    int repeated = 0;
    for (size_t i = 1; i < 3 * (size_t)soup->triangleCount; i++) {
        repeated += compareHalfEdges(&edges[i - 1], &edges[i]) == 0;
    }
    free(edges);
    return repeated;
}

static int32_t countFaces(const TriangleSoup *soup) {
    return soup->faceIds[soup->triangleCount - 1] + 1;
}

static bool hasPoint(const TriangleSoup *soup, double x, double y, double z) {
    for (int32_t i = 0; i < soup->pointCount; i++) {
        cdVec3 p = soup->points[i];
        if (p.x == x && p.y == y && p.z == z) return true;
    }
    return false;
}

// Every shape but the teapot and the floor, with its defaults and with other parameters. Red: a missing or
// doubled triangle, a seam that does not close, a reversed face, an id out of order, an unused point.
static void testShapesAreClosedAndOutward(void **state) {
    (void)state;
    static const char *const specs[] = {"box",
                                        "icosphere",
                                        "icosphere:level=0",
                                        "icosphere:level=5,radius=3",
                                        "uv-sphere",
                                        "uv-sphere:n=3",
                                        "torus",
                                        "torus:segments=3",
                                        "quad-torus",
                                        "quad-torus:n=5",
                                        "torus-knot",
                                        "torus-knot:p=3,q=5,tube=0.05",
                                        "ring",
                                        "l-shape",
                                        "plate",
                                        "gear",
                                        "gear:teeth=3,root=0.5",
                                        "blade",
                                        "blade:twist=0,segments=1",
                                        "torch",
                                        "cavity",
                                        "cavity:segments=3",
                                        "bolt",
                                        "bolt:segments=6,pitch=0.1",
                                        "nut",
                                        "nut:clearance=0.1",
                                        "hook",
                                        "hook:bend=5",
                                        "corner",
                                        "corner:size=3,thickness=1",
                                        "overhang",
                                        "overhang:beta=0.05",
                                        "tetrahedron",
                                        "tetrahedron:alpha=-0.5",
                                        "pyramid",
                                        "pyramid:sides=3",
                                        "step",
                                        "step:run=0",
                                        "fingers",
                                        "fingers:lean=1.5",
                                        "fingers:lean=-0.4",
                                        "slope",
                                        "key",
                                        "peg",
                                        "peg:sides=24",
                                        "socket",
                                        "socket:bottom=0",
                                        "socket:sides=24,clearance=0",
                                        "socket:chamfer=0.1",
                                        "socket:chamfer=0.1,bottom=0,sides=7",
                                        "wire",
                                        "wire:bend=0,segments=1,sides=3",
                                        "alpha",
                                        "alpha:segments=9,sides=5,gap=0.1",
                                        "rotor",
                                        "rotor:segments=3,radius=1",
                                        "top",
                                        "top:segments=3,height=0.1",
                                        "half-round",
                                        "half-round:sides=2,chord=0.2",
                                        "lock-key",
                                        "lock-key:cut1=0.1,cut4=0.05",
                                        "pendulum",
                                        "pendulum:bands=1,sides=2"};
    for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
        TriangleSoup soup = makeShape(specs[i]);
        if (countOpenHalfEdges(&soup) != 0) fail_msg("%s is open", specs[i]);
        if (countRepeatedHalfEdges(&soup) != 0) fail_msg("%s is not a manifold", specs[i]);
        if (!(getVolume(&soup) > 0.0)) fail_msg("%s is turned inwards", specs[i]);
        char *used = calloc((size_t)soup.pointCount, 1);
        for (int32_t k = 0; k < 3 * soup.triangleCount; k++)
            used[soup.triangles[k]] = 1;
        for (int32_t k = 0; k < soup.pointCount; k++)
            assert_true(used[k] && soup.pointIds[k] == k);
        for (int32_t k = 1; k < soup.triangleCount; k++) {
            int32_t step = soup.faceIds[k] - soup.faceIds[k - 1];
            assert_true(step == 0 || step == 1);
        }
        free(used);
        DestroyTriangleSoup(&soup);
    }
}

// Volumes and areas in closed form of solids with flat faces, and the limits of round ones. Red: a half
// extent taken for a whole one, a swapped parameter, a prism's cap triangulated across its notch.
static void testMeasuresInClosedForm(void **state) {
    (void)state;
    const struct {
        const char *spec;
        double volume, area, tolerance;
    } cases[] = {{"box:x=1,y=2,z=3", 48.0, 88.0, 1e-12},
                 {"plate:width=3,depth=2,thickness=0.5", 3.0, 17.0, 1e-12},
                 {"l-shape:size=2,thickness=0.5,depth=3", 5.25, 2 * 1.75 + 3 * 8.0, 1e-12},
                 {"blade:length=4,chord=2,thickness=1,twist=0", 8.0, 28.0, 1e-12},
                 {"icosphere:level=6", 4.0 / 3.0 * pi, 4.0 * pi, 1e-3},
                 {"uv-sphere:n=200,radius=2", 32.0 / 3.0 * pi, 16.0 * pi, 1e-3},
                 {"torus:major=2,minor=0.5,segments=800", pi * pi, 4.0 * pi * pi, 1e-3},
                 {"quad-torus:n=400,major=2,minor=0.5", pi * pi, 4.0 * pi * pi, 1e-3},
                 {"ring:outer=2,inner=1,height=3,segments=2000", 9.0 * pi, 24.0 * pi, 1e-4},
                 {"corner:size=2,thickness=1", 27.0 - 8.0, 12.0 + 27.0 + 15.0, 1e-12},
                 {"overhang:half=1,depth=2,height=1,thickness=0.5,beta=0.7853981633974483", 4.0,
                  20.5 + sqrt(2.0), 1e-12},
                 {"tetrahedron:edge=1,height=3,depth=2,alpha=0", 1.0, 2.5 + sqrt(39.25), 1e-12},
                 {"pyramid:half=1,height=3", 4.0, 4.0 + 4.0 * sqrt(10.0), 1e-12},
                 {"floor:size=3,n=5", 0.0, 9.0, 1e-12},
                 {"step:length=2,depth=3,thickness=0.5,height=1,run=1,top=1", 10.5,
                  7.0 + 3.0 * (9.0 + sqrt(2.0)), 1e-12},
                 {"fingers:distance=2,height=2,width=1,depth=3,base=0.5", 12.0,
                  8.0 + 3.0 * (7.0 + 4.0 * sqrt(4.25)), 1e-12},
                 {"slope:length=3,height=4,depth=2", 12.0, 36.0, 1e-12},
                 {"voussoir:width=4,height=2,depth=3,left=0.7853981633974483,right=0", 24.0,
                  46.0 + 6.0 * sqrt(2.0), 1e-12},
                 {"key:thickness=0.5", 1.0, 4.0 + 0.5 * (6.0 + 2.0 * sqrt(0.2) + 2.0 * sqrt(0.08)), 1e-12},
                 {"peg:half=1,length=3", 12.0, 32.0, 1e-12},
                 {"socket:half=1,clearance=0.5,depth=2,wall=0.5,bottom=1", 30.0, 104.0, 1e-12},
                 {"socket:half=1,clearance=0.5,depth=2,wall=0.5,bottom=0", 14.0, 70.0, 1e-12},
                 {"socket:half=1,clearance=0.5,depth=2,wall=2,bottom=1,chamfer=1", 147.0 - 9.0 - 49.0 / 3.0,
                  178.0 + 16.0 * sqrt(2.0), 1e-12},
                 {"wire:length=2,bend=0,tube=0.5,segments=1,sides=4", 1.0, 1.0 + 4.0 * sqrt(2.0), 1e-12},
                 {"taper-ring:top-outer=2,outer=1,top-inner=1,inner=0.5,height=3,segments=2000", 5.25 * pi,
                  (3.0 * sqrt(10.0) + 1.5 * sqrt(9.25) + 3.75) * pi, 1e-4},
                 {"geneva-lock:slots=4,radius=2,hub=1,height=3",
                  3.0 * (72.0 * sin(pi / 24.0) + 3.0 * sin(pi / 12.0)),
                  144.0 * sin(pi / 24.0) + 6.0 * sin(pi / 12.0) +
                      3.0 * (144.0 * sin(pi / 48.0) + 12.0 * sin(pi / 24.0) + 2.0),
                  1e-12},
                 {"rotor:radius=3,thickness=2,height=2,shaft=1,length=4,segments=4", 40.0,
                  36.0 + 24.0 * sqrt(2.0) + 8.0 * sqrt(2.0), 1e-12},
                 {"pendulum:radius=1,length=3,rod=0.005,bands=200,sides=200", 4.0 / 3.0 * pi + 5e-5 * pi,
                  4.0 * pi + 0.02 * pi, 1e-3}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        TriangleSoup soup = makeShape(cases[i].spec);
        double tolerance = cases[i].tolerance;
        assert_true(fabs(getVolume(&soup) - cases[i].volume) <= tolerance * (1.0 + cases[i].volume));
        assert_true(fabs(getArea(&soup) - cases[i].area) <= tolerance * (1.0 + cases[i].area));
        DestroyTriangleSoup(&soup);
    }
}

// A pendulum meets another beside it face on face: its widest points towards +x and -x are four each, upright
// rectangles around the middle of the ball, at the radius to the last bits. Red: a vertex or an edge there,
// by which balls in a row would push each other sideways; the rod's end not at the origin.
static void testPendulumHasFlatSides(void **state) {
    (void)state;
    TriangleSoup soup = makeShape("pendulum:radius=0.3,length=1.5,bands=3,sides=5");
    int corners[2] = {0, 0};
    double height = 0.0, top = -1.0;
    for (int32_t i = 0; i < soup.pointCount; i++) {
        cdVec3 p = soup.points[i];
        assert_true(fabs(p.x) < 0.3 + 1e-15);
        top = fmax(top, p.y);
        if (fabs(p.x) < 0.3 - 1e-15) continue;
        corners[p.x > 0.0]++;
        height += p.y;
    }
    assert_int_equal(corners[0], 4);
    assert_int_equal(corners[1], 4);
    assert_true(fabs(height / 8.0 + 1.5) < 1e-14 && top == 0.0);
    DestroyTriangleSoup(&soup);
}

// A thin torus knot is a bent cylinder: the volume is the curve's length times the tube's section. Red: a
// tube whose sections are not perpendicular to the curve, or that twists onto itself.
static void testKnotIsABentTube(void **state) {
    (void)state;
    double length = 0.0;
    cdVec3 previous = {1.0, 0.0, 0.0};
    for (int i = 1; i <= 100000; i++) {
        double turn = 2.0 * pi * i / 100000, ring = 2.0 / 3.0 + cos(3.0 * turn) / 3.0;
        cdVec3 point = {ring * cos(2.0 * turn), sin(3.0 * turn) / 3.0, -ring * sin(2.0 * turn)};
        length += cdLength(cdSub(point, previous));
        previous = point;
    }
    TriangleSoup soup = makeShape("torus-knot:tube=0.01,segments=1600"); // 100 sides around
    double expected = length * pi * 1e-4;
    assert_true(fabs(getVolume(&soup) - expected) < 2e-3 * expected);
    DestroyTriangleSoup(&soup);
}

// So is the wire: one wave of amplitude 0.5 over a length of 4, the section a regular polygon of 24 sides,
// area 12 r^2 sin(pi / 12). Red: sections across x instead of across the curve, 1 in 5 too thin where it is
// steep.
static void testWireIsABentTube(void **state) {
    (void)state;
    double length = 0.0;
    for (int i = 0; i < 100000; i++) {
        double x = 4.0 * (i + 0.5) / 100000, slope = 0.25 * pi * cos(0.5 * pi * x);
        length += 4.0 / 100000 * sqrt(1.0 + slope * slope);
    }
    TriangleSoup soup = makeShape("wire:tube=0.05,segments=2000,sides=24");
    double expected = length * 12.0 * 0.05 * 0.05 * sin(pi / 12.0);
    assert_true(fabs(getVolume(&soup) - expected) < 1e-5 * expected);
    DestroyTriangleSoup(&soup);
}

// Assumptions of scenes and tests: the reflex corner of a room, the foot of a step, the point p of an
// overhang, the apex of a pyramid are vertices at the origin; tips and floors lie in y = 0. Red: a centred
// shape.
static void testContactsAreAtTheOrigin(void **state) {
    (void)state;
    static const struct {
        const char *spec;
        double x, y, z;
    } cases[] = {{"corner", 0.0, 0.0, 0.0},
                 {"overhang", 0.0, 0.0, 0.0},
                 {"tetrahedron", 0.0, 0.0, 0.0},
                 {"pyramid", 0.0, 0.0, 0.0},
                 {"step", 0.0, 0.0, 0.8},
                 {"fingers", -0.6, 0.0, 0.4},
                 {"fingers:lean=1", 0.6, 0.0, -0.4},
                 {"slope", -1.0, 0.0, 0.6},
                 {"key", 0.0, 0.0, -0.8},
                 {"floor", 0.0, 0.0, 0.0}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        TriangleSoup soup = makeShape(cases[i].spec);
        if (!hasPoint(&soup, cases[i].x, cases[i].y, cases[i].z)) fail_msg("%s", cases[i].spec);
        DestroyTriangleSoup(&soup);
    }
}

// The floor's border is its only one: 4 n half-edges, and each inner vertex is shared. Red: a seam between
// rows.
static void testFloorIsOneSheet(void **state) {
    (void)state;
    TriangleSoup soup = makeShape("floor:n=7");
    assert_int_equal(soup.pointCount, 64);
    assert_int_equal(soup.triangleCount, 98);
    assert_int_equal(countFaces(&soup), 49);
    assert_int_equal(countOpenHalfEdges(&soup), 28);
    assert_int_equal(countRepeatedHalfEdges(&soup), 0);
    for (int32_t i = 0; i < soup.triangleCount; i++) {
        const int32_t *t = soup.triangles + 3 * i;
        cdVec3 u = cdSub(soup.points[t[1]], soup.points[t[0]]),
               v = cdSub(soup.points[t[2]], soup.points[t[0]]);
        assert_true(cdCross(u, v).y > 0.0);
    }
    DestroyTriangleSoup(&soup);
}

// Flat sides are one face each, caps and rims too: a socket has its outer sides, those of the hole, rim, well
// and base. Red: a rim of triangles with ids of their own.
static void testFittingsHaveFewFaces(void **state) {
    (void)state;
    static const struct {
        const char *spec;
        int faces;
    } cases[] = {{"peg", 6},
                 {"peg:sides=9", 11},
                 {"socket", 11},
                 {"socket:bottom=0", 10},
                 {"corner", 9},
                 {"step", 8},
                 {"fingers", 12},
                 {"key", 14},
                 {"overhang", 10},
                 {"pyramid", 5},
                 {"wire:segments=1,sides=5", 7}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        TriangleSoup soup = makeShape(cases[i].spec);
        assert_int_equal(countFaces(&soup), cases[i].faces);
        DestroyTriangleSoup(&soup);
    }
}

// Table 1 of [V90] counts vertices, edges and faces together: 58 for its smallest sphere, 64 for its smallest
// torus. Red: one meridian or parallel too many, which invalidates every comparison with that table.
static void testTableOfVanecekSizes(void **state) {
    (void)state;
    static const struct {
        int n, sphere, torus;
    } rows[] = {{4, 58, 64}, {6, 134, 144}, {8, 242, 256}, {10, 382, 400}, {20, 1562, 1600}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char spec[64];
        snprintf(spec, sizeof spec, "uv-sphere:n=%d", rows[i].n);
        TriangleSoup sphere = makeShape(spec);
        int32_t faces = countFaces(&sphere); // Euler: V - E + F = 2
        assert_int_equal(sphere.pointCount + (sphere.pointCount + faces - 2) + faces, rows[i].sphere);
        DestroyTriangleSoup(&sphere);
        snprintf(spec, sizeof spec, "quad-torus:n=%d", rows[i].n);
        TriangleSoup torus = makeShape(spec);
        assert_int_equal(4 * countFaces(&torus), rows[i].torus); // V = F, E = 2F
        assert_int_equal(torus.pointCount, countFaces(&torus));
        DestroyTriangleSoup(&torus);
    }
}

// Sides of the L and of the gear are single faces of many triangles, all in one plane. Red: ids counted by
// triangle.
static void testPolygonsShareOneId(void **state) {
    (void)state;
    TriangleSoup soup = makeShape("l-shape");
    assert_int_equal(soup.triangleCount, 20);
    assert_int_equal(countFaces(&soup), 8);
    DestroyTriangleSoup(&soup);
    soup = makeShape("gear:teeth=7");
    assert_int_equal(countFaces(&soup), 4 * 7 + 4 * 7 + 2);
    for (int32_t i = 0; i < soup.triangleCount; i++) {
        if (soup.faceIds[i] != 4 * 7) continue; // the lower side
        for (int k = 0; k < 3; k++)
            assert_true(soup.points[soup.triangles[3 * i + k]].y == -0.15);
    }
    DestroyTriangleSoup(&soup);
}

// Newell's numbers, y up: body radius 2 and height 3.15, corners of patches at published control points. Red:
// a typing error in a profile, a quarter turn that is not exact, a mirrored half on the wrong side.
static void testTeapotHasItsPublishedSize(void **state) {
    (void)state;
    TriangleSoup soup = makeShape("teapot:segments=8");
    cdVec3 lower = soup.points[0], upper = soup.points[0];
    for (int32_t i = 0; i < soup.pointCount; i++) {
        cdVec3 p = soup.points[i];
        lower = (cdVec3){fmin(lower.x, p.x), fmin(lower.y, p.y), fmin(lower.z, p.z)};
        upper = (cdVec3){fmax(upper.x, p.x), fmax(upper.y, p.y), fmax(upper.z, p.z)};
    }
    assert_true(lower.y == 0.0 && upper.y == 3.15);
    assert_true(lower.z == -2.0 && upper.z == 2.0); // the body; handle and spout are narrower
    assert_true(lower.x == -3.0 && upper.x > 3.4 && upper.x < 3.45);
    static const double corners[][3] = {
        {0.0, 3.15, 0.0}, {0.2, 2.7, 0.0},  {1.3, 2.4, 0.0},  {-1.4, 2.4, 0.0},   {0.0, 2.4, 1.5},
        {0.0, 0.9, -2.0}, {1.5, 0.15, 0.0}, {0.0, 0.0, 0.0},  {-1.6, 2.025, 0.0}, {-1.5, 2.25, 0.0},
        {-2.7, 1.8, 0.0}, {-3.0, 1.8, 0.0}, {-2.0, 0.9, 0.0}, {-1.9, 0.6, 0.0},   {1.7, 1.425, 0.0},
        {1.7, 0.6, 0.0},  {2.7, 2.4, 0.0},  {3.3, 2.4, 0.0},  {2.8, 2.4, 0.0},    {3.2, 2.4, 0.0}};
    for (size_t i = 0; i < sizeof corners / sizeof corners[0]; i++) {
        if (!hasPoint(&soup, corners[i][0], corners[i][1], corners[i][2]))
            fail_msg("corner %zu is missing", i);
    }
    DestroyTriangleSoup(&soup);
}

// 32 patches of n by n quads minus the 8 rows that shrink to a pole. Open are the rim's and the lid's edges
// and both ends of handle and spout only: 4 n (rim) + 4 n (lid) + 2 * 2 n (handle) + 2 * 2 n (spout). Red:
// two patches that compute their common border differently and leave a slit.
static void testTeapotPatchesWeldExactly(void **state) {
    (void)state;
    for (int n = 2; n <= 14; n += 3) {
        char spec[32];
        snprintf(spec, sizeof spec, "teapot:segments=%d", n);
        TriangleSoup soup = makeShape(spec);
        assert_int_equal(soup.triangleCount, 64 * n * n - 8 * n);
        assert_int_equal(countOpenHalfEdges(&soup), 16 * n);
        assert_int_equal(countRepeatedHalfEdges(&soup), 0);
        DestroyTriangleSoup(&soup);
    }
}

// Silhouette: rays outwards from the axis at several heights meet the body at Newell's profile, computed here
// by plain Bernstein sums. Red: profile rows in the wrong order, a surface that bulges.
static void testTeapotBodyFollowsItsProfile(void **state) {
    (void)state;
    TriangleSoup soup = makeShape("teapot:segments=20");
    static const double radius[2][4] = {{1.5, 1.75, 2.0, 2.0}, {2.0, 2.0, 1.5, 1.5}};
    static const double height[2][4] = {{2.4, 1.875, 1.35, 0.9}, {0.9, 0.45, 0.225, 0.15}};
    for (int half = 0; half < 2; half++) {
        for (int step = 0; step <= 20; step++) {
            double t = step / 20.0, s = 1.0 - t, w[4] = {s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t};
            double r = 0.0, h = 0.0, nearest = 1e9;
            for (int k = 0; k < 4; k++) {
                r += w[k] * radius[half][k];
                h += w[k] * height[half][k];
            }
            for (int32_t i = 0; i < soup.pointCount; i++) {
                nearest = fmin(nearest, cdLength(cdSub(soup.points[i], (cdVec3){0.0, h, r})));
            }
            assert_true(nearest < 1e-14);
        }
    }
    DestroyTriangleSoup(&soup);
}

// Errors in a spec are reported by name. Red: a bad parameter replaced by a default.
static void testBadSpecsAreRefused(void **state) {
    (void)state;
    static const struct {
        const char *spec, *said;
    } cases[] = {
        {"torrus", "unknown built-in mesh 'torrus'; the built-in meshes are box, "},
        {"", "unknown built-in mesh ''"},
        {"torus:mayor=1", "torus has no parameter 'mayor'; its parameters are major, minor, segments"},
        {"torus:major", "torus: 'major' must be written key=value"},
        {"torus:major=", "torus: major must be a number"},
        {"torus:major=1x", "not '1x'"},
        {"torus:major= 1", "not ' 1'"},
        {"torus:major=-1", "not '-1'"},
        {"torus:major=nan", "not 'nan'"},
        {"torus:major=inf", "not 'inf'"},
        {"torus:segments=2.5", "whole number"},
        {"torus:segments=1e9", "from 3 to 2000"},
        {"polytope-rod:seed=0.5", "a whole number from 0 to 1000000000, not '0.5'"},
        {"torus:major=2,minor=1,major=2", "torus: the parameter 'major' is given twice"},
        {"torus:minor=1", "minor must be less than major"},
        {"torus-knot:p=4,q=6", "coprime"},
        {"gear:root=2", "root must be less than radius"},
        {"gear:bore=0.9", "bore must be less than root"},
        {"ring:inner=1", "inner must be less than outer"},
        {"l-shape:thickness=1", "thickness must be less than size"},
        {"torch:grip=0.3", "grip must be less than head"},
        {"cavity:mouth=0.9", "mouth and two walls"},
        {"cavity:wall=0.01,height=0.04", "four walls"},
        {"bolt:segments=8", "multiple of 6"},
        {"bolt:length=60", "length must be at most 200 pitches"},
        {"nut:clearance=0.3", "clearance must be less"},
        {"hook:tube=0.5", "tube must be less than radius"},
        {"overhang:beta=1.2", "beta is too large"},
        {"fingers:width=2", "width must be less than distance"},
        {"socket:chamfer=0.5", "chamfer must be less than wall"},
        {"socket:chamfer=0.3,depth=0.2", "chamfer must be less than depth"},
        {"wire:tube=1", "tube must be less than the radius of the bend"},
        {"rotor:shaft=0.4", "shaft must be less than radius"},
        {"rotor:height=0.04", "between the ends of the shaft"},
        {"rotor:height=0.66", "between the ends of the shaft"},
        {"pendulum:rod=0.1", "rod must be thinner"},
        {"pendulum:length=0.2", "length must be more than radius"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        TriangleSoup soup;
        char message[512] = "";
        assert_false(MakeShape(cases[i].spec, &soup, message, sizeof message));
        if (strstr(message, cases[i].said) == NULL) fail_msg("'%s': %s", cases[i].spec, message);
        assert_null(soup.points);
    }
}

// Polytopes are simplicial and have all their points as vertices: V = n, F = 2 n - 4; a seed reproduces the
// same one, another seed another one; all lie within the radius 1. Red: points inside the hull, an ignored
// seed.
static void testPolytopesAreHullsOfAllTheirPoints(void **state) {
    (void)state;
    static const char *const kinds[] = {"ellipsoid", "rod", "plate"};
    for (int i = 0; i < 3; i++) {
        char spec[96];
        snprintf(spec, sizeof spec, "polytope-%s:n=57,seed=9", kinds[i]);
        TriangleSoup one = makeShape(spec), again = makeShape(spec);
        snprintf(spec, sizeof spec, "polytope-%s:n=57,seed=10", kinds[i]);
        TriangleSoup other = makeShape(spec);
        assert_int_equal(one.pointCount, 57);
        assert_int_equal(one.triangleCount, 2 * 57 - 4);
        assert_memory_equal(one.points, again.points, 57 * sizeof *one.points);
        assert_memory_not_equal(one.points, other.points, 57 * sizeof *one.points);
        for (int32_t k = 0; k < one.pointCount; k++)
            assert_true(cdLength(one.points[k]) < 1.0 + 1e-12);
        DestroyTriangleSoup(&one);
        DestroyTriangleSoup(&again);
        DestroyTriangleSoup(&other);
    }
}

// Defaults of the table are within its own limits, and every name creates a shape. Red: a new row without its
// generator.
static void testTableAgreesWithItself(void **state) {
    (void)state;
    int32_t count = 0;
    const Shape *shapes = GetShapes(&count);
    assert_true(count >= 12);
    for (int32_t i = 0; i < count; i++) {
        for (int k = 0; k < SHAPE_PARAM_MAX && shapes[i].params[k].name != NULL; k++) {
            const ShapeParam *param = &shapes[i].params[k];
            assert_true(param->value >= param->lower && param->value <= param->upper);
            assert_true(!param->whole || param->value == floor(param->value));
        }
        TriangleSoup soup = makeShape(shapes[i].name);
        assert_true(soup.triangleCount > 0);
        DestroyTriangleSoup(&soup);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(testShapesAreClosedAndOutward),
                                       cmocka_unit_test(testMeasuresInClosedForm),
                                       cmocka_unit_test(testPendulumHasFlatSides),
                                       cmocka_unit_test(testKnotIsABentTube),
                                       cmocka_unit_test(testWireIsABentTube),
                                       cmocka_unit_test(testContactsAreAtTheOrigin),
                                       cmocka_unit_test(testFloorIsOneSheet),
                                       cmocka_unit_test(testFittingsHaveFewFaces),
                                       cmocka_unit_test(testTableOfVanecekSizes),
                                       cmocka_unit_test(testPolygonsShareOneId),
                                       cmocka_unit_test(testTeapotHasItsPublishedSize),
                                       cmocka_unit_test(testTeapotPatchesWeldExactly),
                                       cmocka_unit_test(testTeapotBodyFollowsItsProfile),
                                       cmocka_unit_test(testBadSpecsAreRefused),
                                       cmocka_unit_test(testPolytopesAreHullsOfAllTheirPoints),
                                       cmocka_unit_test(testTableAgreesWithItself)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
