// The brute-force oracle for collision/boxes.h against answers known in closed form.
//
// The exact separating-axis test where boxes touch, and one unit of rounding to either side; the search where
// the time of contact is a known root.
#include "oracle/box_motions.h"
#include "oracle/oracle_boxes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static const cdVec3 UNIT = {1.0, 1.0, 1.0}, ORIGIN = {0.0, 0.0, 0.0};
static const double QUARTER = 0.78539816339744830962; // pi / 4

static cdBoxesInput makeInput(cdVec3 halfA, cdQuadraticMatrix motionA, cdVec3 halfB) {
    return (cdBoxesInput){
        .halfA = halfA, .halfB = halfB, .motionA = motionA, .motionB = MakeStraightMotion(ORIGIN, ORIGIN)};
}

static OracleBoxContact findContact(const cdBoxesInput *input) {
    OracleBoxes boxes = MakeOracleBoxes(input);
    return FindOracleBoxContact(&boxes);
}

static void checkContact(const cdBoxesInput *input, double t) {
    OracleBoxContact contact = findContact(input);
    assert_int_equal(contact.start, BOXES_APART);
    assert_true(contact.found);
    assert_true(contact.hi - contact.lo <= 1e-12);
    assert_true(contact.lo - 1e-14 <= t && t <= contact.hi + 1e-14);
}

// The relation of two boxes, by the integers alone and by the bounds that use them where needed.
static void checkMeeting(const cdBoxesInput *input, double t, BoxMeeting expected) {
    OracleBoxes boxes = MakeOracleBoxes(input);
    assert_int_equal(MeetBoxesExactly(input, t), expected);
    assert_int_equal(GetBoxMeeting(&boxes, t), expected);
}

// Two cubes of half extents 1 beside each other: at distance 2 they touch by faces, edges or corners; one
// unit of rounding nearer the first overlap, and the others still touch along another axis. Red: parallel
// edges taken for a direction of touching, any rounding in the exact test.
static void testMeetsExactly(void **state) {
    (void)state;
    static const cdVec3 places[3] = {{2.0, 0.25, 0.5}, {2.0, 2.0, 0.5}, {-2.0, 2.0, 2.0}};
    for (int k = 0; k < 3; k++) {
        cdBoxesInput input = makeInput(UNIT, MakeStraightMotion(places[k], places[k]), UNIT);
        checkMeeting(&input, 0.5, BOXES_TOUCHING);
        double *x = &input.motionA.c[0][3][0], away = *x * 0x1p-51;
        *x += away;
        checkMeeting(&input, 0.5, BOXES_APART);
        *x -= 2.0 * away;
        checkMeeting(&input, 0.5, k == 0 ? BOXES_OVERLAPPING : BOXES_TOUCHING);
    }
}

// A corner of a sheared box above a face: the corner's height is exact, 1/8 + 1/16 + 1/4. And a w other than
// 1 halves everything. Red: weights on the wrong box, arms without the shear.
static void testMeetsExactlyWhenAffine(void **state) {
    (void)state;
    cdQuadraticMatrix motion = {.c = {{{1.0}, {0.25}, {0.0}, {0.0}},
                                      {{0.0}, {1.0}, {0.5}, {0.0}},
                                      {{0.125}, {0.0625}, {0.25}, {1.4375, 0.0, 1.0}},
                                      {{0.0}, {0.0}, {0.0}, {1.0}}}};
    cdVec3 wide = {2.0, 2.0, 1.0};
    cdBoxesInput input = makeInput(UNIT, motion, wide);
    checkMeeting(&input, 0.0, BOXES_TOUCHING);
    checkMeeting(&input, 0x1p-30, BOXES_APART);
    input.motionA.c[2][3][0] = nextafter(1.4375, 0.0);
    checkMeeting(&input, 0.0, BOXES_OVERLAPPING);
    input = makeInput(UNIT, motion, cdScale(0.5, wide));
    input.motionA.c[3][3][0] = 2.0;
    checkMeeting(&input, 0.0, BOXES_TOUCHING);
}

// A cube falls on another: z = 4 - 6 t reaches 2 at 1/3. Then it reaches it at t = 1 and only touches. Red: a
// search that is late or requires overlap.
static void testFallingCube(void **state) {
    (void)state;
    cdVec3 high = {0.25, 0.5, 4.0};
    cdBoxesInput input = makeInput(UNIT, MakeStraightMotion(high, cdMakeVec3(0.25, 0.5, -2.0)), UNIT);
    checkContact(&input, 1.0 / 3.0);
    input.motionA = MakeStraightMotion(high, cdMakeVec3(0.25, 0.5, 2.0));
    checkContact(&input, 1.0);
    input.motionA = MakeStraightMotion(high, cdMakeVec3(0.25, 0.5, nextafter(2.0, 3.0)));
    assert_false(findContact(&input).found);
}

// A cube standing on a corner descends on a face: z = 5 - 4 t, corner sqrt(3) below. Then one edge, rotated
// by 45 degrees about x, on another, rotated about y: both sqrt(2) from their centres. Red: edge directions
// with the wrong arms, a face's arms left out.
static void testCornersAndEdges(void **state) {
    (void)state;
    cdQuat upright = {sqrt(0.5 + 0.5 / sqrt(3.0)), 0.5 / sqrt(1.5 + 0.5 * sqrt(3.0)) * 1.0,
                      -0.5 / sqrt(1.5 + 0.5 * sqrt(3.0)), 0.0};
    cdVec3 corner = cdRotate(cdNormalizeQuat(upright), UNIT); // (1, 1, 1) / sqrt(3) goes to z
    assert_true(fabs(corner.z - sqrt(3.0)) < 1e-14);
    cdVec3 way[3] = {{0.1, 0.2, 5.0}, {0.1, 0.2, 3.0}, {0.1, 0.2, 1.0}};
    cdBoxesInput input = makeInput(UNIT, MakeTurningMotion(cdNormalizeQuat(upright), ORIGIN, way), UNIT);
    checkContact(&input, (4.0 - sqrt(3.0)) / 4.0);
    cdQuat aboutX = cdMakeQuat(cdMakeVec3(1.0, 0.0, 0.0), QUARTER);
    cdQuat aboutY = cdMakeQuat(cdMakeVec3(0.0, 1.0, 0.0), QUARTER);
    const cdVec3 still[3] = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
    input.motionA = MakeTurningMotion(aboutX, ORIGIN, way);
    input.motionB = MakeTurningMotion(aboutY, ORIGIN, still);
    checkContact(&input, (5.0 - 2.0 * sqrt(2.0)) / 4.0);
}

// A bar of half length 2 rotates about z towards a wall at y = 1: its corner arrives when 2 sin + 0.125 cos
// of the angle is 1. As a quadratic matrix the angle is 2 atan(t / 2), as a screw by 60 degrees it is t pi /
// 3. Red: a reversed or wrong rotation, a screw's slopes or bend left out.
static void testTurningBar(void **state) {
    (void)state;
    double reach = sqrt(4.0 + 0.015625), angle = asin(1.0 / reach) - atan2(0.125, 2.0);
    cdVec3 bar = {2.0, 0.125, 0.125}, wall = {8.0, 0.5, 8.0}, place = {0.0, 1.5, 0.0};
    const cdVec3 still[3] = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
    cdVec3 up = {0.0, 0.0, 1.0};
    cdBoxesInput input = makeInput(bar, MakeTurningMotion(cdIdentityPose().q, cdScale(0.5, up), still), wall);
    input.motionB = MakeStraightMotion(place, place);
    checkContact(&input, 2.0 * tan(0.5 * angle));
    double turn = 4.0 / 3.0 * QUARTER;
    cdBoxesInput screw = {.halfA = bar,
                          .halfB = wall,
                          .onScrew = true,
                          .startA = cdIdentityPose(),
                          .targetA = {ORIGIN, cdMakeQuat(up, turn)},
                          .poseB = {place, cdIdentityPose().q}};
    OracleBoxes boxes = MakeOracleBoxes(&screw);
    OracleBoxContact contact = FindOracleBoxContact(&boxes);
    assert_true(contact.found && contact.hi - contact.lo <= 1e-12);
    assert_true(fabs(contact.lo - angle / turn) <= 2e-12);
}

// A cube that grows by 1 + t beside another, 2.5 away, and one whose w grows so: it approaches and shrinks.
// Both touch at 1/2. Red: w on the wrong side, a slope left out of the axes.
static void testGrowingCubes(void **state) {
    (void)state;
    cdVec3 place = {2.5, 0.0, 0.0};
    cdBoxesInput input = makeInput(UNIT, MakeStraightMotion(place, place), UNIT);
    for (int k = 0; k < 3; k++)
        input.motionA.c[k][k][1] = 1.0;
    checkContact(&input, 0.5);
    input.motionA = MakeStraightMotion(place, place);
    input.motionA.c[3][3][1] = 1.0;
    checkContact(&input, 0.5);
}

// Paths along a face: one unit of rounding above it there is no contact; exactly in its plane there is one
// when the first edges meet, at t = 1/4. Red: a path along a face taken for free, or an endless search.
static void testSlides(void **state) {
    (void)state;
    double heights[3] = {nextafter(2.0, 3.0), 2.0, nextafter(2.0, 1.0)};
    for (int k = 0; k < 3; k++) {
        cdVec3 from = {-3.0, 0.3, heights[k]}, to = {1.0, 0.3, heights[k]};
        cdBoxesInput input = makeInput(UNIT, MakeStraightMotion(from, to), UNIT);
        OracleBoxContact contact = findContact(&input);
        assert_int_equal(contact.found, k > 0);
        assert_true(contact.evaluations < 10000);
        if (k > 0) checkContact(&input, 0.25);
    }
}

// Corners that pass each other, penetrating by 1e-6 for a millionth of the path, or with a gap of as much.
// Red: a dip between two samples lost, a near miss reported as contact.
static void testShortDips(void **state) {
    (void)state;
    for (int k = 0; k < 2; k++) {
        double offset = k == 0 ? 2.0 - 1e-6 : 2.0 + 1e-6;
        cdVec3 from = {offset + 1.37, offset - 1.37, 0.1}, to = {offset - 1.41, offset + 1.41, 0.1};
        cdQuat attitude = cdIdentityPose().q;
        cdVec3 way[3] = {from, cdLerp(from, to, 0.5), to};
        cdBoxesInput input = makeInput(UNIT, MakeTurningMotion(attitude, ORIGIN, way), UNIT);
        OracleBoxContact contact = findContact(&input);
        assert_int_equal(contact.found, k == 0);
        assert_true(contact.evaluations < 10000);
        // x = offset + 1.37 - 2.78 t comes to 2 before y = offset - 1.37 + 2.78 t leaves 2.
        if (k == 0) assert_true(fabs(contact.lo - (1.37 - 1e-6) / 2.78) <= 1e-11);
    }
}

// Starts: separated, touching, one box inside the other. Red: a box inside reported separated.
static void testStarts(void **state) {
    (void)state;
    static const double places[3] = {2.5, 2.0, 0.125};
    for (int k = 0; k < 3; k++) {
        cdVec3 place = {places[k], 0.0, 0.0};
        cdBoxesInput input =
            makeInput(cdScale(k == 2 ? 0.125 : 1.0, UNIT), MakeStraightMotion(place, place), UNIT);
        OracleBoxContact contact = findContact(&input);
        assert_int_equal(contact.start, k);
        assert_int_equal(contact.found, k > 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testMeetsExactly), cmocka_unit_test(testMeetsExactlyWhenAffine),
        cmocka_unit_test(testFallingCube),  cmocka_unit_test(testCornersAndEdges),
        cmocka_unit_test(testTurningBar),   cmocka_unit_test(testGrowingCubes),
        cmocka_unit_test(testSlides),       cmocka_unit_test(testShortDips),
        cmocka_unit_test(testStarts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
