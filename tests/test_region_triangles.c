// Polygons with holes: joined by bridges, cut into triangles, and drawn.
#include "collision/draw.h"
#include "contact/overlay/polygon_overlay.h"
#include "contact/overlay/region_triangles.h"
#include "contact_fixture.h"
#include "random.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { POINT_MAX = 4000, LOOP_MAX = 200 };

static cdVec2 points[POINT_MAX], joined[POINT_MAX];
static cdOverlayLoop loops[LOOP_MAX];
static int32_t pointCount, loopCount, joinedCount;
static cdVec3 corners[POINT_MAX];
static int32_t triangles[3 * POINT_MAX];

// --- polygons

static double findArea(const cdVec2 *p, int32_t count) {
    double sum = 0.0;
    for (int32_t i = 0; i < count; i++) {
        cdVec2 a = p[i], b = p[(i + 1) % count];
        sum += 0.5 * (a.x * b.y - a.y * b.x);
    }
    return sum;
}

static void begin(void) {
    pointCount = loopCount = 0;
}

// The outer loop first, then holes.
static void addLoop(const cdVec2 *p, int32_t count) {
    assert_true(pointCount + count <= POINT_MAX && loopCount < LOOP_MAX);
    memcpy(points + pointCount, p, (size_t)count * sizeof *p);
    loops[loopCount] = (cdOverlayLoop){pointCount, count, 0, findArea(p, count)};
    pointCount += count;
    if (loopCount++ > 0) loops[0].holeCount++;
}

static void addBox(double left, double bottom, double width, bool hole) {
    double right = left + width, top = bottom + width;
    if (hole)
        addLoop((cdVec2[]){{left, bottom}, {left, top}, {right, top}, {right, bottom}}, 4);
    else
        addLoop((cdVec2[]){{left, bottom}, {right, bottom}, {right, top}, {left, top}}, 4);
}

// A star with `count` corners between two radii; clockwise as a hole.
static void addStar(Random *random, cdVec2 middle, double inner, double outer, int count, bool hole) {
    cdVec2 star[200];
    double turn = nextRandomIn(random, 0.0, 6.28);
    for (int i = 0; i < count; i++) {
        double angle = turn + (hole ? -1.0 : 1.0) * 6.283185307179586 * i / count;
        double r = nextRandomIn(random, inner, outer);
        star[i] = (cdVec2){middle.x + r * cos(angle), middle.y + r * sin(angle)};
    }
    addLoop(star, count);
}

static double findTotal(void) {
    double sum = 0.0;
    for (int32_t i = 0; i < loopCount; i++)
        sum += loops[i].area;
    return sum;
}

static double crossOf(cdVec2 a, cdVec2 b, cdVec2 c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

static int getWinding(const cdVec2 *p, int32_t count, cdVec2 at) {
    int winding = 0;
    for (int32_t i = 0; i < count; i++) {
        cdVec2 a = p[i], b = p[(i + 1) % count];
        if ((a.x <= at.x) == (b.x <= at.x)) continue;
        if (crossOf(a, b, at) * (b.x - a.x) < 0.0) winding += a.x > b.x ? 1 : -1;
    }
    return winding;
}

// --- checks of every polygon

static bool doCross(cdVec2 a, cdVec2 b, cdVec2 c, cdVec2 d) {
    return crossOf(a, b, c) * crossOf(a, b, d) < 0.0 && crossOf(c, d, a) * crossOf(c, d, b) < 0.0;
}

// Every side belongs to a loop, or to a bridge that is used in both directions and crosses nothing.
static void checkBridges(void) {
    static unsigned char memoryBlock[1 << 16];
    cdMemory memory = {.next = memoryBlock, .left = sizeof memoryBlock};
    joinedCount = cdBridgeHoles(points, loops, joined, &memory);
    assert_int_equal(joinedCount, pointCount + 2 * loops[0].holeCount);
    double area = findArea(joined, joinedCount), expected = findTotal();
    if (!(fabs(area - expected) <= 1e-12 * fabs(loops[0].area))) fail_msg("area %g, not %g", area, expected);
    int bridges = 0;
    for (int32_t i = 0; i < joinedCount; i++) {
        cdVec2 a = joined[i], b = joined[(i + 1) % joinedCount];
        for (int32_t k = 0; k < joinedCount; k++) {
            cdVec2 c = joined[k], d = joined[(k + 1) % joinedCount];
            bridges += a.x == d.x && a.y == d.y && b.x == c.x && b.y == c.y;
            if (doCross(a, b, c, d)) fail_msg("side %d crosses side %d", i, k);
        }
    }
    assert_int_equal(bridges, 2 * loops[0].holeCount);
}

static cdVec3 placeCorner(cdVec2 p, cdVec3 origin, cdVec3 axisX, cdVec3 axisY) {
    return cdMulAdd(cdMulAdd(origin, p.x, axisX), p.y, axisY);
}

// Transformed to space: its area along its normal, and each hole's bridge twice.
static void checkPlaced(cdVec3 normal) {
    cdVec3 off = cdMulAdd(cdFindAreaVector(corners, joinedCount), -findTotal(), normal);
    assert_true(cdLength(off) <= 1e-11 * loops[0].area);
    int32_t bridges = 0;
    for (int32_t i = 0; i < joinedCount; i++)
        bridges += cdIsRegionBridge(corners, joinedCount, i);
    assert_int_equal(bridges, 2 * loops[0].holeCount);
}

// Triangles cover the area exactly once: the expected number, none reversed, their areas sum to the
// polygon's, and points in it are in one of them.
static void checkTriangles(Random *random, cdVec3 origin, cdVec3 axisX, cdVec3 axisY) {
    cdVec3 normal = cdCross(axisX, axisY);
    for (int32_t i = 0; i < joinedCount; i++)
        corners[i] = placeCorner(joined[i], origin, axisX, axisY);
    checkPlaced(normal);
    int32_t count = cdTriangulateRegion(corners, joinedCount, normal, triangles, joinedCount - 2);
    assert_int_equal(count, joinedCount - 2);
    double sum = 0.0;
    for (int32_t i = 0; i < count; i++) {
        const int32_t *t = triangles + 3 * i;
        for (int k = 0; k < 3; k++)
            assert_true(t[k] >= 0 && t[k] < joinedCount);
        double area = 0.5 * crossOf(joined[t[0]], joined[t[1]], joined[t[2]]);
        if (!(area >= -1e-12 * loops[0].area)) fail_msg("triangle %d is turned over: %g", i, area);
        sum += area;
    }
    assert_true(fabs(sum - findTotal()) <= 1e-11 * loops[0].area);
    for (int i = 0; i < 20; i++) {
        cdVec2 at = {nextRandomIn(random, -10.0, 10.0), nextRandomIn(random, -10.0, 10.0)};
        int covered = 0;
        for (int32_t k = 0; k < count; k++) {
            cdVec2 a = joined[triangles[3 * k]], b = joined[triangles[3 * k + 1]],
                   c = joined[triangles[3 * k + 2]];
            covered += crossOf(a, b, at) > 0.0 && crossOf(b, c, at) > 0.0 && crossOf(c, a, at) > 0.0;
        }
        assert_int_equal(covered, getWinding(joined, joinedCount, at));
    }
}

static void checkAll(Random *random) {
    checkBridges();
    checkTriangles(random, (cdVec3){0, 0, 0}, (cdVec3){1, 0, 0}, (cdVec3){0, 1, 0});
    checkTriangles(random, (cdVec3){1, 2, 3}, (cdVec3){0, 0, 1}, (cdVec3){1, 0, 0});
    checkTriangles(random, (cdVec3){0, 0, 0}, (cdVec3){0, 1, 0}, (cdVec3){1, 0, 0}); // faces down
}

// A square; with a hole; with nine holes in rows, whose rightmost corners are level and one above the other,
// so that rays pass through corners of others; a hole beside an inner corner of an L; a hole whose ray meets
// a corner. Red: a bridge through a hole, an invisible corner taken, the wrong one of two coincident corners.
static void testBoxes(void **state) {
    (void)state;
    Random random = {1};
    begin(), addBox(0, 0, 7, false);
    checkAll(&random);
    addBox(1, 1, 1, true);
    checkAll(&random);
    begin(), addBox(0, 0, 7, false);
    for (int i = 0; i < 9; i++)
        addBox(1 + 2 * (i % 3), 1 + 2 * (i / 3), 1, true);
    checkAll(&random);
    begin(), addLoop((cdVec2[]){{-5, -5}, {5, -5}, {5, 0}, {0, 0}, {0, 5}, {-5, 5}}, 6);
    addBox(-2, 1, 1, true), addBox(-4, -0.5, 1, true), addBox(1, -2, 1, true), addBox(-3, -4, 2, true);
    checkAll(&random);
    begin(), addLoop((cdVec2[]){{-5, -5}, {5, -5}, {2, 0}, {5, 5}, {-5, 5}}, 5);
    addLoop((cdVec2[]){{0, 0}, {-1, -1}, {-2, 0}, {-1, 1}}, 4);
    addLoop((cdVec2[]){{-3, 0}, {-3.5, -1}, {-4, 0}, {-3.5, 1}}, 4);
    checkAll(&random);
}

// A hole that touches the outline in a corner is part of its loop, which passes that point twice; a frame
// that is one loop pinched in four points.
static void testPinchedLoops(void **state) {
    (void)state;
    Random random = {2};
    begin();
    addLoop((cdVec2[]){{0, 0}, {4, 0}, {4, 4}, {0, 4}, {0, 2}, {1, 3}, {2, 2}, {1, 1}, {0, 2}}, 9);
    checkAll(&random);
    addBox(2.5, 0.5, 1, true);
    checkAll(&random);
}

// Random stars full of holes, rotated, in other planes. Red: any of the above in other configurations.
static void testRandomStars(void **state) {
    (void)state;
    Random random = {3};
    for (int i = 0; i < 400; i++) {
        begin();
        addStar(&random, (cdVec2){0, 0}, 7.2, 10.0, nextRandomInt(&random, 24, 60), false);
        for (int k = 0; k < 25; k++) {
            cdVec2 middle = {2.0 * (k % 5) - 4.0 + nextRandomIn(&random, -0.2, 0.2),
                             2.0 * (k / 5) - 4.0 + nextRandomIn(&random, -0.2, 0.2)};
            if (i % 3) addStar(&random, middle, 0.1, 0.75, nextRandomInt(&random, 5, 14), true);
        }
        checkBridges();
        cdVec3 axisX = nextRandomDirection(&random);
        cdVec3 axisY = cdNormalize(cdCross(axisX, nextRandomDirection(&random)));
        checkTriangles(&random, nextRandomVec3(&random), axisX, axisY);
    }
}

// A comb of 200 teeth, and a spiral: few ears at a time. No room for the triangles: no result, and nothing
// written. Collinear corners: the expected number of triangles, without area.
static void testLimits(void **state) {
    (void)state;
    Random random = {4};
    cdVec2 comb[802];
    for (int i = 0; i < 200; i++) {
        double x = 0.04 * i - 4;
        comb[4 * i] = (cdVec2){x, -5}, comb[4 * i + 1] = (cdVec2){x + 0.02, -5};
        comb[4 * i + 2] = (cdVec2){x + 0.02, 4}, comb[4 * i + 3] = (cdVec2){x + 0.04, 4};
    }
    comb[800] = (cdVec2){4, 5}, comb[801] = (cdVec2){-4, 5};
    begin(), addLoop(comb, 802);
    checkAll(&random);
    cdVec2 spiral[400];
    for (int i = 0; i < 200; i++) {
        double angle = 0.1 * i, r = 1.0 + 0.3 * angle;
        spiral[i] = (cdVec2){r * cos(angle), r * sin(angle)};
        spiral[399 - i] = (cdVec2){(r - 0.5) * cos(angle), (r - 0.5) * sin(angle)};
    }
    begin(), addLoop(spiral, 400);
    if (findTotal() < 0.0) {
        for (int i = 0; i < 200; i++) {
            cdVec2 other = spiral[i];
            spiral[i] = spiral[399 - i];
            spiral[399 - i] = other;
        }
        begin(), addLoop(spiral, 400);
    }
    checkAll(&random);
    int32_t guard[3] = {-7, -7, -7};
    const cdVec3 line[4] = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}};
    assert_int_equal(cdTriangulateRegion(line, 4, (cdVec3){0, 0, 1}, guard, 1), 0);
    assert_int_equal(guard[0], -7);
    assert_int_equal(cdTriangulateRegion(line, 2, (cdVec3){0, 0, 1}, guard, 1), 0);
    assert_int_equal(cdTriangulateRegion(line, 4, (cdVec3){0, 0, 1}, triangles, 2), 2);
}

// --- drawing

typedef struct Counts {
    double fade, normalFade;
    int segments[CD_ROLE_COUNT], triangles[CD_ROLE_COUNT], points[CD_ROLE_COUNT];
    double area, normalLength, outline;
    cdVec3 normalStart;
    bool finite;
} Counts;

static bool isFinite(cdVec3 v) {
    return isfinite(v.x) && isfinite(v.y) && isfinite(v.z);
}

static void countSegment(cdVec3 a, cdVec3 b, cdDrawStyle style, void *context) {
    Counts *counts = context;
    counts->finite = counts->finite && isFinite(a) && isFinite(b);
    counts->segments[style.role]++;
    if (style.role == CD_ROLE_REGION) counts->outline += cdLength(cdSub(b, a)), counts->fade = style.fade;
    if (style.role != CD_ROLE_NORMAL) return;
    counts->normalFade = style.fade;
    counts->normalStart = a;
    counts->normalLength += cdLength(cdSub(b, a));
}

static void countTriangle(cdVec3 a, cdVec3 b, cdVec3 c, cdDrawStyle style, void *context) {
    Counts *counts = context;
    counts->finite = counts->finite && isFinite(a) && isFinite(b) && isFinite(c);
    counts->triangles[style.role]++;
    counts->area += 0.5 * cdLength(cdCross(cdSub(b, a), cdSub(c, a)));
}

static void countPoint(cdVec3 p, cdDrawStyle style, void *context) {
    Counts *counts = context;
    counts->finite = counts->finite && isFinite(p);
    counts->points[style.role]++;
}

static Counts drawRegion(cdContactRegion region, cdVec3 *regionPoints, bool skipsAll) {
    Counts counts = {.finite = true};
    cdDebugDraw draw = {
        .segment = countSegment, .triangle = countTriangle, .point = countPoint, .context = &counts};
    if (skipsAll) draw = (cdDebugDraw){.context = &counts};
    cdContactRegions regions = {
        .regions = &region, .points = regionPoints, .regionCount = 1, .pointCount = region.pointCount};
    cdDrawContactRegion(&draw, NULL, &regions, 0, 0.25);
    assert_true(counts.finite);
    return counts;
}

// A point with three normals, a segment with two, a frame: two squares' outlines without the bridge between
// them, triangles over its area, the normal from inside it, not from the hole at its centre. Without
// callbacks nothing. Red: bridges drawn, a normal that begins in the hole or has another length.
static void testDrawing(void **state) {
    (void)state;
    cdVec3 at[2] = {{1, 2, 3}, {1, 2, 5}};
    const cdVec3 up = {0, 0, 1}, side = {1, 0, 0};
    cdContactRegion region = {.dimension = 0, .pointCount = 1, .normals = {up, side, up}, .normalCount = 3};
    Counts counts = drawRegion(region, at, false);
    assert_int_equal(counts.points[CD_ROLE_REGION], 1);
    assert_int_equal(counts.segments[CD_ROLE_NORMAL], 3);
    assert_int_equal(counts.segments[CD_ROLE_REGION], 0);
    assert_true(fabs(counts.normalLength - 0.75) <= 1e-15);
    region = (cdContactRegion){.dimension = 1, .pointCount = 2, .normals = {up, side}, .normalCount = 2};
    counts = drawRegion(region, at, false);
    assert_int_equal(counts.segments[CD_ROLE_REGION], 1);
    assert_int_equal(counts.segments[CD_ROLE_NORMAL], 2);
    assert_int_equal(counts.points[CD_ROLE_REGION], 0);
    assert_true(counts.normalStart.z == 4.0 && counts.outline == 2.0);
    begin(), addBox(0, 0, 5, false), addBox(1, 1, 3, true);
    checkBridges();
    for (int32_t i = 0; i < joinedCount; i++)
        corners[i] = (cdVec3){joined[i].x, 7.0, -joined[i].y};
    region = (cdContactRegion){
        .dimension = 2, .pointCount = joinedCount, .normals = {{0, 1, 0}}, .normalCount = 1};
    counts = drawRegion(region, corners, false);
    assert_int_equal(counts.segments[CD_ROLE_REGION], 8);
    assert_int_equal(counts.triangles[CD_ROLE_REGION], 8);
    assert_true(fabs(counts.outline - 32.0) <= 1e-12 && fabs(counts.area - 16.0) <= 1e-12);
    cdVec3 s = counts.normalStart;
    assert_true(s.y == 7.0 && s.x > 0.0 && s.x < 5.0 && -s.z > 0.0 && -s.z < 5.0);
    assert_false(s.x > 1.0 && s.x < 4.0 && -s.z > 1.0 && -s.z < 4.0);
    counts = drawRegion(region, corners, true);
    assert_int_equal(counts.segments[CD_ROLE_REGION] + counts.triangles[CD_ROLE_REGION], 0);
}

// Returns the start of a polygon's normal.
static cdVec3 findStart(const cdVec3 *at, int32_t count) {
    cdVec3 copy[16];
    memcpy(copy, at, (size_t)count * sizeof *at);
    cdContactRegion region = {.dimension = 2, .pointCount = count, .normals = {{0, 0, 1}}, .normalCount = 1};
    Counts counts = drawRegion(region, copy, false);
    assert_int_equal(counts.segments[CD_ROLE_NORMAL], 1);
    return counts.normalStart;
}

static void assertAt(cdVec3 p, double x, double y) {
    if (cdLength(cdSub(p, cdMakeVec3(x, y, 2.0))) > 1e-12)
        fail_msg("(%g %g %g) is not at (%g %g)", p.x, p.y, p.z, x, y);
}

// The middle of an area is its centroid if that lies inside: of a rectangle, of an L with thick arms, with
// any number of corners on a side. For an L with thin arms the centroid is outside: the middle is that of the
// largest triangle, which is within the area. Red: the mean of the corners, the middle of the largest
// triangle although the centroid is inside, a normal beside its area.
static void testMiddleOfAreas(void **state) {
    (void)state;
    const cdVec3 rectangle[] = {{0, 0, 2},    {4, 0, 2}, {4, 1, 2}, {4, 1.5, 2},
                                {4, 1.75, 2}, {4, 2, 2}, {0, 2, 2}};
    assertAt(findStart(rectangle, 7), 2.0, 1.0);
    // A square of 4 without the quarter of 2: (16 * 2 - 4 * 3) / 12.
    const cdVec3 thick[] = {{0, 0, 2}, {4, 0, 2}, {4, 2, 2}, {2, 2, 2}, {2, 4, 2}, {0, 4, 2}};
    assertAt(findStart(thick, 6), 5.0 / 3.0, 5.0 / 3.0);
    const cdVec3 thin[] = {{0, 0, 2}, {9, 0, 2}, {9, 1, 2}, {1, 1, 2}, {1, 9, 2}, {0, 9, 2}};
    cdVec3 start = findStart(thin, 6);
    assert_true(start.x > 0.0 && start.y > 0.0 && (start.x < 1.0 || start.y < 1.0));
    assert_true(start.x < 9.0 && start.y < 9.0 && start.z == 2.0);
}

// Regions outside the sufficient subset are fainter, and so is a new normal; persistent ones are full. Red: a
// redundant region drawn as sufficient, new and persistent normals alike.
static void testFading(void **state) {
    (void)state;
    cdVec3 at[2] = {{0, 0, 0}, {1, 0, 0}};
    cdContactRegion region = {
        .dimension = 1, .pointCount = 2, .sufficient = true, .normals = {{0, 1, 0}}, .normalCount = 1};
    region.origin = CD_NORMALS_PERSISTED;
    Counts counts = drawRegion(region, at, false);
    assert_true(counts.fade == 0.0 && counts.normalFade == 0.0);
    region.origin = CD_NORMALS_COMPUTED;
    counts = drawRegion(region, at, false);
    assert_true(counts.fade == 0.0 && counts.normalFade > 0.2);
    region.sufficient = false;
    assert_true(drawRegion(region, at, false).fade > 0.2);
}

static void copyLabel(cdVec3 p, const char *text, cdDrawStyle style, void *context) {
    assert_true(style.role == CD_ROLE_REGION && cdLength(cdSub(p, cdMakeVec3(0.5, 0.0, 0.0))) < 1e-15);
    snprintf(context, 128, "%s", text);
}

// The label names both features by their original ids, the measure and the age. Red: A's and B's feature
// swapped, indices instead of ids, an area called a length.
static void testLabel(void **state) {
    (void)state;
    cdMesh *a = makeShape("box"), *b = makeShape("box");
    assert_true(cdBuildMeshParts(a, CD_PART_FEATURES, NULL) && cdBuildMeshParts(b, CD_PART_FEATURES, NULL));
    cdVec3 at[2] = {{0, 0, 0}, {1, 0, 0}};
    cdContactRegion region = {.dimension = 1,
                              .pointCount = 2,
                              .locationA = {CD_ON_EDGE, 3},
                              .locationB = {CD_ON_FACE, 5},
                              .measure = 1.0,
                              .sufficient = true,
                              .age = 12};
    cdContactRegions regions = {.regions = &region, .points = at, .regionCount = 1, .pointCount = 2};
    const cdRegionsInput input = {.meshA = a, .meshB = b};
    char text[128] = "", expected[128];
    cdDebugDraw draw = {.label = copyLabel, .context = text};
    cdFeature edge = cdGetFeatureAt(a, region.locationA), face = cdGetFeatureAt(b, region.locationB);
    cdDrawContactRegion(&draw, &input, &regions, 0, 1.0);
    snprintf(expected, sizeof expected, "edge %d-%d / face %d, length 1, for 12 steps", (int)edge.vertexId[0],
             (int)edge.vertexId[1], (int)face.id);
    assert_string_equal(text, expected);
    region.age = 0;
    cdDrawContactRegion(&draw, &input, &regions, 0, 1.0);
    assert_non_null(strstr(text, ", new"));
    region.sufficient = false;
    cdDrawContactRegion(&draw, &input, &regions, 0, 1.0);
    assert_non_null(strstr(text, ", redundant"));
    cdDestroyMesh(a);
    cdDestroyMesh(b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testBoxes),  cmocka_unit_test(testPinchedLoops), cmocka_unit_test(testRandomStars),
        cmocka_unit_test(testLimits), cmocka_unit_test(testDrawing),      cmocka_unit_test(testMiddleOfAreas),
        cmocka_unit_test(testFading), cmocka_unit_test(testLabel),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
