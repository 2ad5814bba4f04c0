// The overlap of faces of two surfaces: boxes and plates with holes, at exact and at random poses, sheets
// seen from both sides, gears against the overlap of their triangles.
#include "contact/overlay/intersect_faces.h"
#include "random.h"
#include "work_fixture.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static const double GAP = 2e-6, REACH = 8e-6;

// --- helpers

// All pairs of faces, by outlines or by triangles.
static void intersectAll(Query *query, bool byTriangles) {
    query->input.tolerance = query->input.tolerance > 0.0 ? query->input.tolerance : REACH;
    cdRegionWork work = openStep(query, 16);
    for (int32_t a = 0; a < work.a->info.faceCount; a++) {
        for (int32_t b = 0; b < work.b->info.faceCount; b++) {
            cdFaceOverlap faces = cdMakeFaceOverlap(&work, a, b);
            double height = cdDot(faces.planeA.normal, faces.planeB.normal);
            if (!byTriangles)
                cdIntersectFaces(&work, a, b);
            else if (fabs(height) > 0.999 && (faces.turnsOver || !work.b->info.closed))
                cdIntersectFaceTriangles(&work, &faces);
        }
    }
    assert_false(query->out.truncated);
}

static const cdVec3 *getPoints(const Query *query, const cdContactRegion *region) {
    return query->out.points + region->firstPoint;
}

static cdVec3 findAreaVector(const Query *query, const cdContactRegion *region) {
    const cdVec3 *p = getPoints(query, region);
    cdVec3 sum = {0, 0, 0};
    for (int32_t i = 1; i + 1 < region->pointCount; i++)
        sum = cdAdd(sum, cdCross(cdSub(p[i], p[0]), cdSub(p[i + 1], p[0])));
    return cdScale(0.5, sum);
}

static double findTotal(const Query *query) {
    double sum = 0.0;
    for (int32_t i = 0; i < query->out.regionCount; i++)
        sum += query->out.regions[i].measure;
    return sum;
}

static void assertNear(double value, double expected, double error) {
    if (!(fabs(value - expected) <= error)) fail_msg("%.17g instead of %.17g", value, expected);
}

// One region, with that many points and that area, counter-clockwise about `normal` (world frame).
static const cdContactRegion *expectOne(const Query *query, int32_t points, double area, cdVec3 normal) {
    assert_int_equal(query->out.regionCount, 1);
    const cdContactRegion *region = &query->out.regions[0];
    assert_int_equal(region->dimension, 2);
    assert_int_equal(region->pointCount, points);
    assertNear(region->measure, area, 1e-6 * area);
    cdVec3 vector = cdRotate(query->input.poseB.q, findAreaVector(query, region));
    assertNear(cdDot(vector, normal), area, 1e-6 * area);
    return region;
}

// --- boxes

static cdPose placeBoth(cdPose by, cdPose *pose) {
    *pose = cdMulPose(by, *pose);
    return *pose;
}

// A box that stands on another one with a gap of 2e-6: on all of its top, on a part of it, over a corner,
// rotated on it; at three scales, near and far away, and tilted. Exchanged too: then A hangs under B and the
// corners have the reverse order. Red: a corner too many, an order as seen from B, points on one of the
// planes instead of between them, an absolute length.
static void testBoxOnBox(void **state) {
    (void)state;
    static const struct {
        double x, z, angle;
        int32_t points;
        double area;
    } cases[] = {
        {0, 0, 0, 4, 4},       {0.5, 0, 0, 4, 3}, {1.5, -1.25, 0, 4, 0.375}, {0, 0, 0.7853981633974483, 8, 0},
        {1.2, 0.3, 0.3, 4, 0}, {0, 2, 0, 0, 0},   {2.5, 0, 0.5, 0, 0},
    };
    static const double scales[] = {1.0, 1e-4, 1e4};
    for (size_t i = 0; i < 3 * sizeof cases / sizeof cases[0]; i++) {
        double scale = scales[i % 3], x = cases[i / 3].x, z = cases[i / 3].z, area = cases[i / 3].area;
        Body a = makeScaledBody("box", scale), b = makeScaledBody("box", scale);
        Query query = openQuery(&a, &b, false), swapped = openQuery(&b, &a, false);
        for (int place = 0; place < 3; place++) {
            cdPose up =
                turnedPose(scale * x, scale * (2.0 + GAP), scale * z, (cdVec3){0, 1, 0}, cases[i / 3].angle);
            cdPose down = cdIdentityPose(), by = cdIdentityPose();
            if (place == 1) by.p = (cdVec3){300.0 * scale, -500.0 * scale, 700.0 * scale};
            if (place == 2) by.q = cdMakeQuat(cdNormalize((cdVec3){1, -2, 0.5}), 0.9);
            query.input.poseA = swapped.input.poseB = placeBoth(by, &up);
            query.input.poseB = swapped.input.poseA = placeBoth(by, &down);
            query.input.tolerance = swapped.input.tolerance = REACH * scale;
            intersectAll(&query, false);
            intersectAll(&swapped, false);
            if (cases[i / 3].points == 0) {
                assert_int_equal(query.out.regionCount, 0);
                assert_int_equal(swapped.out.regionCount, 0);
                continue;
            }
            if (area == 0.0) area = query.out.regions[0].measure / (scale * scale);
            cdVec3 toA = cdRotate(by.q, (cdVec3){0, 1, 0});
            const cdContactRegion *region = expectOne(&query, cases[i / 3].points, area * scale * scale, toA);
            expectOne(&swapped, cases[i / 3].points, area * scale * scale, cdNegate(toA));
            for (int32_t k = 0; k < region->pointCount; k++)
                assertNear(getPoints(&query, region)[k].y, scale * (1.0 + 0.5 * GAP), 1e-9 * scale);
        }
        closeQuery(&query), closeQuery(&swapped);
        destroyBody(&a), destroyBody(&b);
    }
}

// The octagon's area in closed form: two squares with the same middle, one rotated by an eighth.
static void testOctagon(void **state) {
    (void)state;
    Body box = makeBody("box");
    Query query = openQuery(&box, &box, false);
    query.input.poseA = turnedPose(0, 2.0, 0, (cdVec3){0, 1, 0}, 0.25 * PI);
    intersectAll(&query, false);
    expectOne(&query, 8, 8.0 * (sqrt(2.0) - 1.0), (cdVec3){0, 1, 0});
    closeQuery(&query);
    destroyBody(&box);
}

// A box on a box, tilted about its lower right edge: while its left edge is within the tolerance the whole
// faces touch, with points halfway; higher up they do not touch as faces. The same when it is lifted, or
// penetrates. Red: a region cut where the gap is too wide, heights measured only at the middle.
static void testLeaning(void **state) {
    (void)state;
    Body box = makeBody("box");
    Query query = openQuery(&box, &box, false);
    static const double gaps[] = {0, 0.9, 1.1, -0.9, -1.1};
    for (int i = 0; i < 10; i++) {
        double gap = gaps[i % 5] * REACH, angle = i < 5 ? 0.5 * gap : 0.0;
        cdQuat lean = cdMakeQuat((cdVec3){0, 0, -1}, angle);
        cdVec3 corner = i < 5 ? (cdVec3){1, -1, 0} : (cdVec3){1, -1 - gap, 0};
        query.input.poseA = (cdPose){cdSub((cdVec3){1, 1, 0}, cdRotate(lean, corner)), lean};
        intersectAll(&query, false);
        if (fabs(gaps[i % 5]) > 1.0) {
            assert_int_equal(query.out.regionCount, 0);
            continue;
        }
        const cdContactRegion *region = expectOne(&query, 4, 4.0, (cdVec3){0, 1, 0});
        for (int32_t k = 0; k < 4; k++) {
            cdVec3 p = getPoints(&query, region)[k];
            double height = i < 5 ? 0.5 * (1.0 - p.x) * gap : gap;
            assertNear(p.y, 1.0 + 0.5 * height, 1e-9);
        }
    }
    closeQuery(&query);
    destroyBody(&box);
}

// Faces of equal orientation, perpendicular ones or ones too far from each other share nothing, though their
// outlines overlap: a box inside an equal one; the same box moved along its faces.
static void testNothingShared(void **state) {
    (void)state;
    Body box = makeBody("box");
    Query query = openQuery(&box, &box, false);
    intersectAll(&query, false);
    assert_int_equal(query.out.regionCount, 0);
    query.input.poseA = poseAt(0.5, 2.0 + 1.5 * REACH, 0.0);
    intersectAll(&query, false);
    assert_int_equal(query.out.regionCount, 0);
    closeQuery(&query);
    destroyBody(&box);
}

// --- holes

// A socket whose hole goes through, on a box that covers all of it: a square with a square hole, as one loop
// of ten points with a bridge. On one that covers half the hole: a square bracket of eight. A box that fits
// into the hole from above touches four walls, and not the plate below it. Red: a filled hole, its bridge
// lost, walls taken for floors.
// bridge lost, walls taken for floors.
static void testHoles(void **state) {
    (void)state;
    Body socket = makeBody("socket:half=0.5,wall=0.5,clearance=0,depth=1,bottom=0");
    Body box = makeBody("box:x=2,y=1,z=2");
    Query query = openQuery(&socket, &box, false);
    cdBox3 bounds = cdGetMeshInfo(socket.mesh).bounds;
    double area = (bounds.upper.x - bounds.lower.x) * (bounds.upper.z - bounds.lower.z) - 1.0;
    query.input.poseA = poseAt(0, 1.0 - bounds.lower.y, 0);
    intersectAll(&query, false);
    expectOne(&query, 10, area, (cdVec3){0, 1, 0});
    query.input.poseA = poseAt(2, 1.0 - bounds.lower.y, 0);
    intersectAll(&query, false);
    expectOne(&query, 8, 0.5 * area, (cdVec3){0, 1, 0});
    closeQuery(&query);
    Body peg = makeBody("box:x=0.5,y=3,z=0.5");
    query = openQuery(&peg, &socket, false);
    intersectAll(&query, false);
    assert_int_equal(query.out.regionCount, 4);
    for (int32_t i = 0; i < 4; i++) {
        assert_int_equal(query.out.regions[i].pointCount, 4);
        assertNear(query.out.regions[i].measure, bounds.upper.y - bounds.lower.y, 1e-9);
        cdVec3 vector = findAreaVector(&query, &query.out.regions[i]);
        assert_true(cdDot(vector, getPoints(&query, &query.out.regions[i])[0]) < 0.0); // inwards, to the peg
    }
    closeQuery(&query);
    destroyBody(&socket), destroyBody(&box), destroyBody(&peg);
}

// --- sheets

static Body makeSheet(double size, bool looksUp) {
    const cdVec3 points[4] = {{-size, 0, -size}, {-size, 0, size}, {size, 0, size}, {size, 0, -size}};
    static const int32_t up[6] = {0, 1, 2, 0, 2, 3}, down[6] = {0, 2, 1, 0, 3, 2};
    cdMeshDef def = cdDefaultMeshDef();
    def.points = points, def.pointCount = 4;
    def.triangles = looksUp ? up : down, def.triangleCount = 2;
    return makeBodyOfMesh(cdCreateMesh(&def, NULL));
}

// A sheet on a sheet, each facing up or down, the first above or below the second: they share the smaller
// one, always as seen from the first. A sheet and a box: the box defines the outside, also where the sheet
// penetrates it slightly. Red: an order that depends on a sheet's orientation.
static void testSheets(void **state) {
    (void)state;
    for (int i = 0; i < 8; i++) {
        Body a = makeSheet(1.0, i & 1), b = makeSheet(2.0, i & 2), box = makeBody("box:x=2,y=1,z=2");
        double above = i & 4 ? 1.0 : -1.0;
        Query query = openQuery(&a, &b, false), onBox = openQuery(&a, &box, false),
              under = openQuery(&box, &b, false);
        query.input.poseA = poseAt(0.25, above * GAP, 0);
        intersectAll(&query, false);
        expectOne(&query, 4, 4.0, (cdVec3){0, above, 0});
        onBox.input.poseA = poseAt(0.25, 1.0 + above * GAP, 0);
        intersectAll(&onBox, false);
        expectOne(&onBox, 4, 4.0, (cdVec3){0, 1, 0});
        under.input.poseA = poseAt(0, -1.0 + above * GAP, 0);
        intersectAll(&under, false);
        expectOne(&under, 4, 16.0, (cdVec3){0, -1, 0});
        closeQuery(&query), closeQuery(&onBox), closeQuery(&under);
        destroyBody(&a), destroyBody(&b), destroyBody(&box);
    }
}

// --- gears, and what triangles share

// Gears flat on each other, moved and rotated at random, and exactly on each other: the outlines' overlap
// equals the sum over pairs of triangles, with one orientation. The triangles are also the fallback if the
// outlines fail. Red: any part lost or doubled, by either.
static void testGears(void **state) {
    (void)state;
    Random random = {5};
    Body a = makeBody("gear"), b = makeBody("gear");
    Query query = openQuery(&a, &b, false), other = openQuery(&a, &b, false);
    cdBox3 bounds = cdGetMeshInfo(a.mesh).bounds;
    cdVec3 size = cdSub(bounds.upper, bounds.lower), axis = {0, 1, 0};
    double thickness = size.y;
    cdQuat level = cdMakeQuat(cdNormalize((cdVec3){0.3, -0.2, 0.9}), 1.1);
    for (int i = 0; i < 60; i++) {
        cdVec3 beside = i % 10 ? cdScale(0.4 * size.x, nextRandomVec3(&random)) : (cdVec3){0, 0, 0};
        beside = cdMulAdd(beside, -cdDot(beside, axis), axis);
        cdPose pose = {cdMulAdd(beside, thickness + GAP, axis),
                       cdMakeQuat(axis, i % 10 ? 6.0 * nextRandom(&random) : 0.0)};
        cdPose turn = {{1, 2, 3}, i % 2 ? level : cdIdentityPose().q};
        query.input.poseA = other.input.poseA = cdMulPose(turn, pose);
        query.input.poseB = other.input.poseB = turn;
        intersectAll(&query, false);
        intersectAll(&other, true);
        assert_true(query.out.regionCount > 0 && other.out.regionCount > query.out.regionCount);
        assertNear(findTotal(&query), findTotal(&other), 1e-6 * size.x * size.x);
        for (int32_t k = 0; k < query.out.regionCount + other.out.regionCount; k++) {
            bool isOther = k >= query.out.regionCount;
            const Query *from = isOther ? &other : &query;
            const cdContactRegion *region = &from->out.regions[isOther ? k - query.out.regionCount : k];
            assertNear(cdDot(findAreaVector(from, region), axis), region->measure, 1e-7 * size.x * size.x);
        }
    }
    closeQuery(&query), closeQuery(&other);
    destroyBody(&a), destroyBody(&b);
}

// --- limits

// Open discs of 3000 sides that overlap by a tenth of their radius: a lens of known area, and it fits. Red:
// room computed without the border.
static Body makeDisc(int sides) {
    cdVec3 *points = malloc((size_t)sides * sizeof *points);
    int32_t *triangles = malloc(3 * (size_t)sides * sizeof *triangles);
    for (int i = 0; i < sides; i++) {
        points[i] = (cdVec3){cos(2.0 * PI * i / sides), 0, -sin(2.0 * PI * i / sides)};
        triangles[3 * i] = 0, triangles[3 * i + 1] = i + 1, triangles[3 * i + 2] = i + 2;
    }
    cdMeshDef def = cdDefaultMeshDef();
    def.points = points, def.pointCount = sides;
    def.triangles = triangles, def.triangleCount = sides - 2;
    Body body = makeBodyOfMesh(cdCreateMesh(&def, NULL));
    free(points), free(triangles);
    return body;
}

static void testManySides(void **state) {
    (void)state;
    Body a = makeDisc(3000), b = makeDisc(3000);
    assert_int_equal(cdGetFeaturesInfo(a.mesh).faceCount, 1);
    Query query = openQuery(&a, &b, false);
    query.input.poseA = poseAt(1.9, GAP, 0.0);
    query.input.tolerance = REACH;
    query.out = cdFindContactRegions(&query.input, NULL, query.workspace, NULL);
    assert_false(query.out.truncated);
    int faces = 0;
    for (int32_t i = 0; i < query.out.regionCount; i++) {
        if (query.out.regions[i].dimension != 2) continue;
        faces++;
        assertNear(query.out.regions[i].measure, 2.0 * acos(0.95) - 1.9 * sqrt(1.0 - 0.95 * 0.95), 1e-5);
    }
    assert_int_equal(faces, 1);
    closeQuery(&query);
    destroyBody(&a), destroyBody(&b);
}

// Less and less memory and room for points: truncation is reported, and the existing part is right. Red: a
// write beyond the end (under the address sanitizer), no report.
static void testNoRoom(void **state) {
    (void)state;
    Body a = makeBody("gear");
    Query query = openQuery(&a, &a, false);
    query.input.tolerance = REACH;
    cdBox3 bounds = cdGetMeshInfo(a.mesh).bounds;
    cdVec3 size = cdSub(bounds.upper, bounds.lower);
    int32_t truncatedCount = 0, wholeCount = 0;
    for (size_t bytes = 16; bytes < 2000000; bytes += bytes / 3) {
        for (int axis = 0; axis < 3; axis++) {
            query.input.poseA =
                poseAt(axis == 0 ? size.x : 0.01, axis == 1 ? size.y : 0.02, axis == 2 ? size.z : 0);
            cdRegionWork work = openStep(&query, 1);
            cdMeter meter = cdOpenMeter(&(cdBudget){0});
            work.meter = &meter;
            unsigned char *memory = malloc(bytes);
            work.memory = (cdMemory){.next = memory, .left = bytes};
            for (int32_t i = 0; i < work.a->info.faceCount; i++)
                for (int32_t k = 0; k < work.b->info.faceCount; k++)
                    cdIntersectFaces(&work, i, k);
            assert_true(work.memory.next == memory && work.memory.left == bytes);
            free(memory);
            bool lacks = meter.reason == CD_REASON_WORKSPACE;
            truncatedCount += lacks;
            wholeCount += !lacks && query.out.regionCount > 0;
        }
    }
    assert_true(truncatedCount > 5 && wholeCount > 5);
    closeQuery(&query);
    destroyBody(&a);
}

// Boxes that overlap by a strip, half the tolerance wide and twice: the first gives lines, the second an
// area. A speck where their corners overlap gives neither. Red: slivers with normals of their own taken for
// areas, or strips that are lost.
static void testStripsNoWiderThanTheTolerance(void **state) {
    (void)state;
    static const double widths[] = {0.5, 0.9, 1.1, 2.0};
    Body box = makeBody("box");
    Query query = openQuery(&box, &box, false);
    query.input.tolerance = REACH;
    for (size_t i = 0; i < sizeof widths / sizeof widths[0]; i++)
        for (int speck = 0; speck < 2; speck++) {
            cdBox3 bounds = cdGetMeshInfo(box.mesh).bounds;
            cdVec3 size = cdSub(bounds.upper, bounds.lower), by = {0.0, size.y + GAP, 0.0};
            by.x = size.x - widths[i] * REACH;
            if (speck) by.z = size.z - widths[i] * REACH;
            query.input.poseA = (cdPose){by, cdIdentityPose().q};
            query.out = cdFindContactRegions(&query.input, NULL, query.workspace, NULL);
            assert_int_equal(query.out.state, CD_CONTACT);
            int32_t counts[3] = {0}, needed = 0;
            for (int32_t k = 0; k < query.out.regionCount; k++) {
                counts[query.out.regions[k].dimension]++;
                needed += query.out.regions[k].sufficient;
            }
            // A square is as wide as its diagonal divided by the root of two.
            assert_int_equal(counts[2], widths[i] > (speck ? 1.4143 : 1.0));
            assert_true(speck ? counts[0] + counts[1] + counts[2] > 0 : counts[1] > 0);
            assert_true(needed > 0);
        }
    closeQuery(&query);
    destroyBody(&box);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testBoxOnBox), cmocka_unit_test(testOctagon),
        cmocka_unit_test(testLeaning),  cmocka_unit_test(testNothingShared),
        cmocka_unit_test(testHoles),    cmocka_unit_test(testSheets),
        cmocka_unit_test(testGears),    cmocka_unit_test(testManySides),
        cmocka_unit_test(testNoRoom),   cmocka_unit_test(testStripsNoWiderThanTheTolerance),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
