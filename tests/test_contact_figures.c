// The figures of [BV92] and [V90], and everyday contacts: each with its expected regions.
#include "region_fixture.h"

#include <stdio.h>

static Contact contact;

static const cdVec3 X = {1, 0, 0}, Y = {0, 1, 0}, Z = {0, 0, 1};

static cdPose at(double x, double y, double z) {
    return poseAt(x, y, z);
}

static void assertBetween(const cdContactRegion *region, cdLocationKind whereA, cdLocationKind whereB) {
    assert_int_equal(region->locationA.kind, whereA);
    assert_int_equal(region->locationB.kind, whereB);
}

// --- Figures

// Figure 3: a key over the edge of a table: a hexagon on the table's face with its border (1 area, 6 lines, 6
// points), an edge along the table's with its ends (1 line, 1 point more than the hexagon's), a tip on that
// edge. 16 regions, of which three are sufficient. Exactly touching and with a gap. Red: a region of the
// border kept, one of the three dropped, one too many or too few found.
static void testFigure3(void **state) {
    (void)state;
    Body table = makeBody("box:x=0.7,y=0.15,z=1.3"), key = makeBody("key");
    for (int i = 0; i < 3; i++) {
        findRegionsAt(&contact, &key, at(0, 2e-6 * i, 0), &table, at(-0.7, -0.15, 0));
        assert_int_equal(contact.out.state, CD_CONTACT);
        assert_int_equal(contact.out.regionCount, 16);
        assertSufficient(&contact, 1, 1, 1);
        assertBetween(getSufficient(&contact, 0, 0), CD_ON_VERTEX, CD_ON_EDGE);
        assertBetween(getSufficient(&contact, 1, 0), CD_ON_EDGE, CD_ON_EDGE);
        assertBetween(getSufficient(&contact, 2, 0), CD_ON_FACE, CD_ON_FACE);
        assert_int_equal(getSufficient(&contact, 2, 0)->pointCount, 6);
        assertNormals(getSufficient(&contact, 2, 0), &Y, 1);
    }
    destroyBody(&table);
    destroyBody(&key);
}

// Figure 4: a block slides on a floor: nine regions, one needed. At the foot of a protrusion its lower edge
// meets the reflex edge there: one more, a line with the normals of floor and protrusion. The same with the
// two exchanged, at two scales and far away. Red: a line on a reflex edge beside an area dropped.
static void checkFigure4(double scale, cdVec3 far, bool swapped) {
    Body step = makeScaledBody("step", scale);
    Body block = makeScaledBody("box:x=0.35,y=0.22,z=0.45", scale);
    for (int i = 0; i < 2; i++) {
        cdPose pose = {cdAdd(far, cdScale(scale, (cdVec3){i == 0 ? -0.9 : -0.35, 0.22, 0.0})), {1, 0, 0, 0}};
        cdPose fixed = {far, {1, 0, 0, 0}};
        if (swapped)
            findRegionsAt(&contact, &step, fixed, &block, pose);
        else
            findRegionsAt(&contact, &block, pose, &step, fixed);
        if (i == 0) assert_int_equal(contact.out.regionCount, 9);
        assertSufficient(&contact, 0, i, 1);
    }
    const cdContactRegion *line = getSufficient(&contact, 1, 0);
    assertBetween(line, CD_ON_EDGE, CD_ON_EDGE);
    double sign = swapped ? -1.0 : 1.0;
    assertNormals(line, (cdVec3[]){cdScale(sign, Y), cdScale(sign, (cdVec3){-1, 1, 0})}, 2);
    destroyBody(&step);
    destroyBody(&block);
}

static void testFigure4(void **state) {
    (void)state;
    checkFigure4(1.0, (cdVec3){0, 0, 0}, false);
    checkFigure4(1.0, (cdVec3){0, 0, 0}, true);
    checkFigure4(1e-4, (cdVec3){0, 0, 0}, false);
    checkFigure4(1e4, (cdVec3){0, 0, 0}, false);
    checkFigure4(1.0, (cdVec3){1024, -2048, 512}, false);
}

// True if x is in the wall of figure 5 or its floor, near p: the wall is upright for x < 0 and leans forward
// by beta for x > 0.
static bool isInRoom(cdVec3 p, double beta) {
    return p.y < 0.0 || p.z < (p.x > 0.0 ? p.y * tan(beta) : 0.0);
}

// True if it is in the tetrahedron near p.
static bool isInTetrahedron(cdVec3 p, double alpha) {
    // Its faces through p: the bottom, the back (leaning by alpha), and the side of points 0, 2, 3.
    const cdVec3 second = {-0.4, 0.0, 0.5}, top = {-0.4, 0.7, 0.7 * tan(alpha)};
    return p.y > 0.0 && p.z > p.y * tan(alpha) &&
           cdDot(p, cdCross(second, top)) * cdDot((cdVec3){-1, 0, 0}, cdCross(second, top)) > 0.0;
}

// Returns by trial how far the normals of the sufficient regions, except `skipped`, permit a translation of
// the tetrahedron into the room near p.
static double findFreedomAtP(double alpha, double beta, const cdContactRegion *skipped) {
    Random random = {3};
    double most = -1.0;
    for (int i = 0; i < 200000; i++) {
        cdVec3 x = nextRandomVec3(&random), y = nextRandomVec3(&random);
        if (!isInRoom(x, beta) || !isInTetrahedron(y, alpha)) continue;
        double least = 1.0;
        for (int32_t k = 0; k < contact.out.regionCount; k++) {
            const cdContactRegion *region = &contact.regions[k];
            for (int32_t n = 0; region != skipped && n < region->normalCount; n++)
                least = fmin(least, cdDot(region->normals[n], cdNormalize(cdSub(x, y))));
        }
        most = fmax(most, least);
    }
    return most;
}

// Figures 5 and 6: a tetrahedron on the floor, an edge along the foot of a wall that leans forward beyond p,
// the edge's end. It leans back by alpha. The point at p is needed when alpha is at most beta: without it a
// motion into the wall is possible. When alpha is larger, the line's normals, one of which leans towards the
// tetrahedron's back (h4), forbid all such motions. Red: the point dropped when needed or kept when not, a
// subset that permits penetration.
static void checkFigure5(double alpha, double beta) {
    char spec[2][80];
    snprintf(spec[0], sizeof spec[0], "overhang:beta=%.17g", beta);
    snprintf(spec[1], sizeof spec[1], "tetrahedron:edge=0.8,height=0.7,depth=0.5,alpha=%.17g", alpha);
    Body room = makeBody(spec[0]), tetrahedron = makeBody(spec[1]);
    findRegionsAt(&contact, &tetrahedron, at(0, 0, 0), &room, at(0, 0, 0));
    assertSufficient(&contact, alpha <= beta, 1, 1);
    assertNormals(getSufficient(&contact, 2, 0), &Y, 1);
    assert_true(hasNormal(getSufficient(&contact, 1, 0), Y));
    assert_true(findFreedomAtP(alpha, beta, NULL) < 1e-3);
    if (alpha <= beta) {
        const cdContactRegion *point = getSufficient(&contact, 0, 0);
        assertBetween(point, CD_ON_VERTEX, CD_ON_VERTEX);
        assert_true(findFreedomAtP(alpha, beta, point) > 1e-2);
    }
    assert_int_equal(hasNormal(getSufficient(&contact, 1, 0), Z), alpha <= beta);
    destroyBody(&room);
    destroyBody(&tetrahedron);
}

static void testFigure5(void **state) {
    (void)state;
    static const double angles[] = {0.1, 0.3, 0.5, 0.75};
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 4; k++)
            if (i != k) checkFigure5(angles[i], angles[k]);
}

// Figure 7 of [V90]: the apex of a pyramid beside the edge of a block, leaning far out over it, by a few
// tolerances; above the face or in it. Six points, v on the face and on the edge, and four of its edges on
// that edge, become v on the face. Red: a cluster not found or split, another of its points kept.
static void checkFigure7(double lift, double inward, double lean, double scale) {
    Body block = makeScaledBody("box:x=0.5,y=0.2,z=0.5", scale);
    Body pyramid = makeScaledBody("pyramid:half=0.2,height=0.9", scale);
    cdPose pose = {{-inward * scale, lift * scale, 0}, cdMakeQuat(Z, -lean)};
    findRegionsAt(&contact, &pyramid, pose, &block,
                  (cdPose){cdScale(scale, (cdVec3){-0.5, -0.2, 0}), {1, 0, 0, 0}});
    assertSufficient(&contact, 1, 0, 0);
    assertBetween(getSufficient(&contact, 0, 0), CD_ON_VERTEX, CD_ON_FACE);
    assertNormals(getSufficient(&contact, 0, 0), &Y, 1);
    // Below the face it is as near to the block's side, which makes a seventh point.
    assert_int_equal(contact.out.clusteredCount, lift < 0.0 ? 6 : 5);
    destroyBody(&block);
    destroyBody(&pyramid);
}

static void testFigure7(void **state) {
    (void)state;
    checkFigure7(3e-6, 5e-6, 1.05, 1.0);
    checkFigure7(-2e-6, 5e-6, 1.05, 1.0);
    checkFigure7(3e-6, 5e-6, 1.05, 1e-4);
    checkFigure7(3e-6, 5e-6, 1.05, 1e4);
}

// --- Everyday contacts

// Two boxes, one on the other, offset; each face's border crosses the other's. Red: more than the one area,
// more than its four corners.
static void testBoxOnBox(void **state) {
    (void)state;
    Body box = makeBody("box:x=0.5,y=0.5,z=0.5");
    for (int i = 0; i < 4; i++) {
        cdVec3 offset = cdScale(0.3 * i, (cdVec3){1.0, 0.0, 0.7});
        findRegionsAt(&contact, &box, at(offset.x, 1.0 + 1e-6 * i, offset.z), &box, at(0, 0, 0));
        assertSufficient(&contact, 0, 0, 1);
        const cdContactRegion *area = getSufficient(&contact, 2, 0);
        assert_int_equal(area->pointCount, 4);
        assert_true(fabs(area->measure - (1.0 - offset.x) * (1.0 - offset.z)) < 1e-6);
        assertNormals(area, &Y, 1);
    }
    destroyBody(&box);
}

// A box on a floor of 1152 triangles, rotated by any angle. Red: an edge between two triangles shows.
static void testBoxOnFloor(void **state) {
    (void)state;
    Body floor = makeBody("floor:size=3,n=24"), box = makeBody("box:x=0.5,y=0.25,z=0.35");
    for (int i = 0; i < 16; i++) {
        cdPose pose = {{0.05 * i - 0.4, 0.25 + 1e-6 * (i % 4), 0.03 * i}, cdMakeQuat(Y, 0.1 * i)};
        findRegionsAt(&contact, &box, pose, &floor, at(0, 0, 0));
        assert_int_equal(contact.out.regionCount, 9);
        assertSufficient(&contact, 0, 0, 1);
        assert_int_equal(getSufficient(&contact, 2, 0)->pointCount, 4);
        assertNormals(getSufficient(&contact, 2, 0), &Y, 1);
    }
    destroyBody(&floor);
    destroyBody(&box);
}

// A cube in the corner of a room: an area on each wall, each with the wall's normal, and nothing else,
// exactly touching and with a gap. Red: an edge in a wall's foot or the corner kept beside them.
static void testCubeInCorner(void **state) {
    (void)state;
    Body room = makeBody("corner"), cube = makeBody("box:x=0.4,y=0.4,z=0.4");
    for (int i = 0; i < 3; i++) {
        double gap = 1e-6 * i;
        findRegionsAt(&contact, &cube, at(0.4 + gap, 0.4 + gap, 0.4 + gap), &room, at(0, 0, 0));
        assertSufficient(&contact, 0, 0, 3);
        const cdVec3 walls[3] = {X, Y, Z};
        for (int k = 0; k < 3; k++) {
            int32_t count = 0;
            for (int n = 0; n < 3; n++)
                count += hasNormal(getSufficient(&contact, 2, n), walls[k]);
            assert_int_equal(count, 1);
        }
    }
    destroyBody(&room);
    destroyBody(&cube);
}

// The corner of a small L in that of a large one. Red: the edge in the reflex edge kept beside both areas.
static void testLInL(void **state) {
    (void)state;
    Body large = makeBody("l-shape:size=1.5,thickness=0.3,depth=0.9");
    Body small = makeBody("l-shape:size=0.7,thickness=0.25,depth=0.5");
    for (int i = 0; i < 3; i++) {
        double place = -0.45 + 0.35 + 1e-6 * i;
        findRegionsAt(&contact, &small, at(place, place, 0.01), &large, at(0, 0, 0));
        assertSufficient(&contact, 0, 0, 2);
    }
    destroyBody(&large);
    destroyBody(&small);
}

// A square peg as deep in a hole as it is high, with a tight fit: an area on each wall and one on the bottom,
// and none of the twelve edges between them. Lifted a little, the four walls. With a clearance, and against
// two walls, two areas. Red: an edge or corner kept that two areas make redundant.
static void testPegInHole(void **state) {
    (void)state;
    Body snug = makeBody("socket:clearance=0"), wide = makeBody("socket"), peg = makeBody("peg");
    double bottom = 0.6 - 0.7; // of the peg's middle when it stands on the bottom
    findRegionsAt(&contact, &peg, at(0, bottom, 0), &snug, at(0, 0, 0));
    assertSufficient(&contact, 0, 0, 5);
    findRegionsAt(&contact, &peg, at(0, bottom + 0.1, 0), &snug, at(0, 0, 0));
    assertSufficient(&contact, 0, 0, 4);
    findRegionsAt(&contact, &peg, at(0.003, bottom + 0.1, -0.003), &wide, at(0, 0, 0));
    assertSufficient(&contact, 0, 0, 2);
    findRegionsAt(&contact, &peg, at(0, bottom + 0.1, 0), &wide, at(0, 0, 0));
    assert_int_equal(contact.out.state, CD_FREE);
    assert_int_equal(contact.out.regionCount, 0);
    destroyBody(&snug);
    destroyBody(&wide);
    destroyBody(&peg);
}

// A gear rotated until its teeth meet another's, by first contact: one line, the edge of a tooth's tip on the
// other's flank, with the flank's normal, which stops the rotation. The lower gear is the higher one, so that
// the ends are within its flank. Red: no region where first contact stops, ends kept beside the line.
static void testGearTeeth(void **state) {
    (void)state;
    Body gear = makeBody("gear"), thin = makeBody("gear:height=0.2");
    double pitch = PI / 6, sign = 1.0;
    for (int i = 0; i < 2; i++, sign = -1.0) {
        cdPose start = {{1.84, 0, 0}, cdMakeQuat(Y, -0.25 * pitch)};
        cdPose target = {{1.84, 0, 0}, cdMakeQuat(Y, (sign - 0.25) * pitch)};
        cdPose fixed = {{0, 0, 0}, cdMakeQuat(Y, 0.25 * pitch)};
        cdFirstContactInput input = makeStep(thin.mesh, start, target, gear.mesh, fixed);
        cdFirstContact hit = findContact(&input);
        assert_int_equal(hit.state, CD_CONTACT);
        findRegionsAt(&contact, &thin, hit.resolvedPose, &gear, fixed);
        assert_int_equal(contact.out.state, CD_CONTACT);
        assertSufficient(&contact, 0, 1, 0);
        const cdContactRegion *line = getSufficient(&contact, 1, 0);
        assert_true(fabs(line->measure - 0.2) < 1e-6);
        assert_true(line->locationA.kind == CD_ON_FACE || line->locationB.kind == CD_ON_FACE);
        cdVec3 arm = cdSub(contact.points[line->firstPoint], hit.resolvedPose.p);
        assert_true(cdDot(line->normals[0], cdCross(cdScale(sign, Y), arm)) < -0.1);
    }
    destroyBody(&gear);
    destroyBody(&thin);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testFigure3),      cmocka_unit_test(testFigure4),  cmocka_unit_test(testFigure5),
        cmocka_unit_test(testFigure7),      cmocka_unit_test(testBoxOnBox), cmocka_unit_test(testBoxOnFloor),
        cmocka_unit_test(testCubeInCorner), cmocka_unit_test(testLInL),     cmocka_unit_test(testPegInHole),
        cmocka_unit_test(testGearTeeth),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
