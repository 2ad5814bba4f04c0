// First contacts of two boxes with answers known in closed form, and every degenerate motion.
//
// As matrices and, where the motion is one, as screws; each with A and B exchanged, larger and smaller, far
// from the origin; paths through the other box also backwards. The judge (oracle/judge_boxes.h) also checks
// all guarantees.
#include "oracle/box_motions.h"
#include "oracle/judge_boxes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static const cdVec3 UNIT = {1.0, 1.0, 1.0}, ORIGIN = {0.0, 0.0, 0.0}, UP = {0.0, 0.0, 1.0};
static const double PI = 3.14159265358979323846;
static const double TIME_ERROR = 1e-9;

// The expected state; for a contact the time and, unless zero, the normal.
typedef struct Expected {
    cdState state;
    double t;
    cdVec3 normal;
} Expected;

static void checkAnswer(const cdBoxContact *contact, Expected expected) {
    assert_int_equal(contact->state, expected.state);
    if (expected.state != CD_CONTACT) return;
    assert_true(fabs(contact->t.lo - expected.t) <= TIME_ERROR);
    assert_true(contact->t.hi - contact->t.lo <= TIME_ERROR);
    if (cdLength(expected.normal) == 0.0) return;
    assert_true(cdLength(cdSub(contact->normal, expected.normal)) <= 1e-6);
}

static void checkPromises(const OracleBoxes *boxes, const cdBoxContact *contact, cdVec3 origin,
                          double offset) {
    OracleBoxContact truth = FindOracleBoxContact(boxes);
    BoxCase given = {boxes, contact, &truth, offset, origin};
    BoxVerdict verdict = JudgeBoxContact(&given);
    if (verdict.verdict > VERDICT_WITHIN_TOLERANCE) print_error("%s\n", verdict.reason);
    assert_true(verdict.verdict <= VERDICT_WITHIN_TOLERANCE);
}

static void checkMatrices(const cdBoxesInput *input, double offset, Expected expected) {
    cdBoxContact contact = cdFindBoxContact(input, NULL);
    checkAnswer(&contact, expected);
    OracleBoxes boxes = MakeOracleBoxes(input);
    checkPromises(&boxes, &contact, ORIGIN, offset);
}

static Expected swapExpected(Expected expected) {
    expected.normal = cdNegate(expected.normal);
    return expected;
}

// Scales and offsets are powers of two: exact touches remain exact.
static void checkBoxes(const cdBoxesInput *input, Expected expected) {
    cdBoxesInput swapped = SwapBoxes(input), moved = ShiftBoxes(input, cdMakeVec3(0x1p13, -0x1p12, 0x1p13));
    cdBoxesInput small = ScaleBoxes(input, 0x1p-13), large = ScaleBoxes(&moved, 0x1p13);
    checkMatrices(input, 8.0, expected);
    checkMatrices(&swapped, 8.0, swapExpected(expected));
    checkMatrices(&moved, 0x1p14, expected);
    checkMatrices(&small, 8.0 * 0x1p-13, expected);
    checkMatrices(&large, 0x1p27, expected);
}

static void checkScrew(const cdBoxesInput *input, Expected expected) {
    cdBoxContact contact = cdFindBoxContact(input, NULL);
    checkAnswer(&contact, expected);
    OracleBoxes boxes = MakeOracleBoxes(input);
    checkPromises(&boxes, &contact, input->poseB.p, 16.0 + cdLength(input->poseB.p));
}

// B's motion in A's frame: the inverse screw.
static cdBoxesInput swapScrew(const cdBoxesInput *input) {
    return (cdBoxesInput){.halfA = input->halfB,
                          .halfB = input->halfA,
                          .onScrew = true,
                          .startA = cdInvMulPose(input->startA, input->poseB),
                          .targetA = cdInvMulPose(input->targetA, input->poseB),
                          .poseB = cdIdentityPose()};
}

static void checkScrewBoxes(const cdBoxesInput *input, Expected expected) {
    cdBoxesInput swapped = swapScrew(input);
    checkScrew(input, expected);
    checkScrew(&swapped, (Expected){expected.state, expected.t, {0.0, 0.0, 0.0}});
    cdBoxesInput moved = ShiftBoxes(input, cdMakeVec3(0x1p13, -0x1p12, 0x1p13));
    checkScrew(&moved, expected);
    cdBoxesInput small = ScaleBoxes(input, 0x1p-13), large = ScaleBoxes(&moved, 0x1p13);
    checkScrew(&small, expected);
    checkScrew(&large, expected);
}

// A moves straight with fixed orientation towards B, as matrices and as a screw.
static void checkStraight(cdVec3 halfA, cdQuat attitudeA, cdVec3 from, cdVec3 to, cdVec3 halfB,
                          cdQuat attitudeB, Expected expected) {
    const cdVec3 way[3] = {from, cdLerp(from, to, 0.5), to}, still[3] = {ORIGIN, ORIGIN, ORIGIN};
    cdBoxesInput input = {.halfA = halfA,
                          .halfB = halfB,
                          .motionA = MakeTurningMotion(attitudeA, ORIGIN, way),
                          .motionB = MakeTurningMotion(attitudeB, ORIGIN, still)};
    checkBoxes(&input, expected);
    cdBoxesInput screw = {.halfA = halfA,
                          .halfB = halfB,
                          .onScrew = true,
                          .startA = {from, attitudeA},
                          .targetA = {to, attitudeA},
                          .poseB = {ORIGIN, attitudeB}};
    checkScrewBoxes(&screw, expected);
}

static void checkStraightCubes(cdVec3 from, cdVec3 to, Expected expected) {
    cdQuat upright = cdIdentityPose().q;
    checkStraight(UNIT, upright, from, to, UNIT, upright, expected);
}

// Cubes face to face: z = 4 - 6 t is 2 at 1/3. All edge directions of parallel edges are zero throughout.
// Then edge to edge and corner to corner, along the diagonals. Red: a zero direction that separates or stops
// the boxes, a motion without parts.
static void testParallelCubes(void **state) {
    (void)state;
    Expected third = {CD_CONTACT, 1.0 / 3.0, UP}, half = {CD_CONTACT, 0.5, {0.0, 0.0, 0.0}};
    checkStraightCubes(cdMakeVec3(0.25, 0.5, 4.0), cdMakeVec3(0.25, 0.5, -2.0), third);
    checkStraightCubes(cdMakeVec3(0.25, 4.0, 4.0), cdMakeVec3(0.25, 0.0, 0.0), half);
    checkStraightCubes(cdMakeVec3(4.0, 4.0, -4.0), ORIGIN, half);
}

// Ends of paths: touching the face at t = 1 exactly; 1e-9 before it; 1e-9 above it throughout. In its plane
// throughout: the first edges meet at t = 1/4. Red: the end of the motion left out, a certain gap taken for a
// touch, a path along a face missed.
static void testEndsAndSlides(void **state) {
    (void)state;
    Expected end = {CD_CONTACT, 1.0, UP}, isFree = {CD_FREE, 1.0, UP};
    Expected edge = {CD_CONTACT, 0.25, {0.0, 0.0, 0.0}};
    cdVec3 high = {0.25, 0.5, 4.0};
    checkStraightCubes(high, cdMakeVec3(0.25, 0.5, 2.0), end);
    checkStraightCubes(high, cdMakeVec3(0.25, 0.5, 2.0 + 1e-9), isFree);
    double above = 2.0 + 1e-9;
    checkStraightCubes(cdMakeVec3(-3.0, 0.25, above), cdMakeVec3(1.0, 0.25, above), isFree);
    checkStraightCubes(cdMakeVec3(-3.0, 0.25, 2.0), cdMakeVec3(1.0, 0.25, 2.0), edge);
}

// Starts: separated, touching by a face, an edge or a corner, overlapping, one inside the other; without
// motion, away, along and into it. Red: a touch taken for an overlap, a way out blocked, a box inside another
// taken for separated because no planes are crossed.
static void testStarts(void **state) {
    (void)state;
    Expected isFree = {CD_FREE, 1.0, UP}, start = {CD_CONTACT, 0.0, {0.0, 0.0, 0.0}};
    Expected overlap = {CD_OVERLAP, 0.0, {0.0, 0.0, 0.0}};
    static const cdVec3 touching[3] = {{0.25, 0.5, 2.0}, {0.25, 2.0, 2.0}, {2.0, 2.0, 2.0}};
    cdVec3 apart = {0.0, 0.0, 3.0}, inside = {0.25, 0.25, 1.5};
    checkStraightCubes(apart, apart, isFree);
    checkStraightCubes(inside, inside, overlap);
    checkStraightCubes(inside, cdMakeVec3(0.25, 0.25, 4.0), overlap);
    checkStraightCubes(ORIGIN, ORIGIN, overlap);
    for (int k = 0; k < 3; k++) {
        checkStraightCubes(touching[k], touching[k], start);
        checkStraightCubes(touching[k], cdMulAdd(touching[k], 2.0, UP), isFree);
        checkStraightCubes(touching[k], ORIGIN, start);
    }
    checkStraightCubes(touching[0], cdMakeVec3(0.75, 0.5, 2.0), start);
    cdQuat upright = cdIdentityPose().q;
    checkStraight(cdScale(0.125, UNIT), upright, ORIGIN, apart, UNIT, upright, overlap);
    checkStraight(UNIT, upright, ORIGIN, apart, cdScale(0.125, UNIT), upright, overlap);
}

// Up from a touch and down again: z = 2 + t - 2 t^2 is 2 at t = 0 and 1/2. Red: a start that separates frees
// the whole path.
static void testSeparatesAndMeetsAgain(void **state) {
    (void)state;
    const cdVec3 way[3] = {{0.25, 0.5, 2.0}, {0.25, 0.5, 2.0}, {0.25, 0.5, 1.0}};
    cdBoxesInput input = {.halfA = UNIT,
                          .halfB = UNIT,
                          .motionA = MakeTurningMotion(cdIdentityPose().q, ORIGIN, way),
                          .motionB = MakeStraightMotion(ORIGIN, ORIGIN)};
    checkBoxes(&input, (Expected){CD_CONTACT, 0.5, UP});
}

// Edges: both rotated by 45 degrees, about x and y so that they cross, or both about y so that they stay
// parallel. Both are sqrt(2) from their centres, and z = 5 - 4 t. Then a corner, sqrt(3) from its centre, on
// a face and, from below, the face on it. Red: edges' arms with wrong signs, parallel edges without a plane,
// vertex-face and face-vertex exchanged.
static void testEdgesAndCorners(void **state) {
    (void)state;
    cdQuat aboutX = cdMakeQuat(cdMakeVec3(1.0, 0.0, 0.0), 0.25 * PI), none = cdIdentityPose().q;
    cdQuat aboutY = cdMakeQuat(cdMakeVec3(0.0, 1.0, 0.0), 0.25 * PI);
    cdVec3 across = cdNormalize(cdMakeVec3(1.0, -1.0, 0.0));
    cdQuat onCorner = cdMakeQuat(across, -acos(1.0 / sqrt(3.0)));
    if (cdRotate(onCorner, UNIT).z < 1.7) onCorner = cdConjugate(onCorner);
    cdVec3 from = {0.125, 0.25, 5.0}, to = {0.125, 0.25, 1.0};
    Expected edges = {CD_CONTACT, (5.0 - 2.0 * sqrt(2.0)) / 4.0, UP};
    checkStraight(UNIT, aboutX, from, to, UNIT, aboutY, edges);
    cdVec3 above = {0.0, 0.25, 5.0}, below = {0.0, 0.25, 1.0};
    checkStraight(UNIT, aboutY, above, below, UNIT, aboutY,
                  (Expected){CD_CONTACT, (5.0 - 2.0 * sqrt(2.0)) / 4.0, {0.0, 0.0, 0.0}});
    Expected corner = {CD_CONTACT, (4.0 - sqrt(3.0)) / 4.0, UP};
    checkStraight(UNIT, onCorner, from, to, UNIT, none, corner);
    corner.normal = cdNegate(UP);
    checkStraight(UNIT, onCorner, cdNegate(from), cdNegate(to), UNIT, none, corner);
    corner.normal = UP;
    checkStraight(UNIT, none, from, to, UNIT, onCorner, corner);
}

// The features of a corner on a face, of a face on a corner and of two edges, by their numbers. Red: bits of
// corners or edges in another order than in boxes.h.
static void testFeatureNumbers(void **state) {
    (void)state;
    cdVec3 tilt = cdNormalize(cdMakeVec3(0.5, -0.75, 0.0));
    cdQuat tilted = cdMakeQuat(tilt, 0.7), none = cdIdentityPose().q;
    int lowest = 0;
    for (int corner = 0; corner < 8; corner++) {
        cdVec3 p = {corner & 1 ? 1.0 : -1.0, corner & 2 ? 1.0 : -1.0, corner & 4 ? 1.0 : -1.0};
        cdVec3 q = {lowest & 1 ? 1.0 : -1.0, lowest & 2 ? 1.0 : -1.0, lowest & 4 ? 1.0 : -1.0};
        if (cdRotate(tilted, p).z < cdRotate(tilted, q).z) lowest = corner;
    }
    cdPose high = {{0.1, 0.2, 5.0}, tilted}, low = {{0.1, 0.2, 1.0}, tilted};
    cdBoxesInput input = {.halfA = UNIT,
                          .halfB = UNIT,
                          .onScrew = true,
                          .startA = high,
                          .targetA = low,
                          .poseB = cdIdentityPose()};
    cdBoxContact contact = cdFindBoxContact(&input, NULL);
    assert_int_equal(contact.pair.kind, CD_VERTEX_FACE);
    assert_int_equal(contact.pair.a, lowest);
    assert_int_equal(contact.pair.b, 5);
    input = (cdBoxesInput){.halfA = UNIT,
                           .halfB = UNIT,
                           .onScrew = true,
                           .startA = {{0.1, 0.2, -5.0}, none},
                           .targetA = {{0.1, 0.2, -1.0}, none},
                           .poseB = {ORIGIN, tilted}};
    contact = cdFindBoxContact(&input, NULL);
    assert_int_equal(contact.pair.kind, CD_FACE_VERTEX);
    assert_int_equal(contact.pair.a, 5);
    assert_int_equal(contact.pair.b, lowest);
    cdQuat aboutX = cdMakeQuat(cdMakeVec3(1.0, 0.0, 0.0), 0.25 * PI);
    cdQuat aboutY = cdMakeQuat(cdMakeVec3(0.0, 1.0, 0.0), 0.25 * PI);
    input = (cdBoxesInput){.halfA = UNIT,
                           .halfB = UNIT,
                           .onScrew = true,
                           .startA = {{0.1, 0.2, 5.0}, aboutX},
                           .targetA = {{0.1, 0.2, 1.0}, aboutX},
                           .poseB = {ORIGIN, aboutY}};
    contact = cdFindBoxContact(&input, NULL);
    assert_int_equal(contact.pair.kind, CD_EDGE_EDGE);
    assert_int_equal(contact.pair.a / 4, 0);
    assert_int_equal(contact.pair.b / 4, 1);
    // A's lowest edge has y and z at - half; B's highest, rotated about y, has x and z of unlike signs or
    // like.
    cdVec3 top = {1.0, 0.0, 1.0};
    int like = cdRotate(aboutY, top).z > 1.0;
    int across = cdRotate(aboutY, cdMakeVec3(-1.0, 0.0, 1.0)).z > 1.0;
    assert_int_equal(like + across, 1);
    assert_int_equal(contact.pair.b, like ? 7 : 6);
    int lowA = cdRotate(aboutX, cdMakeVec3(0.0, -1.0, -1.0)).z < -1.0;
    assert_int_equal(contact.pair.a, lowA ? 0 : 1);
}

// A bar of half length 2 about z, from y = 0 towards a wall at y = 1: its corner arrives when 2 sin + 0.125
// cos of the angle is 1. All normals' components along z are 0 or 1 throughout. As a matrix the angle is 2
// atan(t / 2); as a screw it is t times 60, 120 or 180 degrees: one screw and two. With the wall on the other
// side the contact lies in the second of two. Red: the direction of rotation, tau taken for t, the second
// sub-screw begun from the wrong orientation.
static void testTurningBar(void **state) {
    (void)state;
    double reach = sqrt(4.0 + 0.015625), angle = asin(1.0 / reach) - atan2(0.125, 2.0);
    cdVec3 bar = {2.0, 0.125, 0.125}, wall = {8.0, 0.5, 8.0}, center = {0.0, 1.5, 0.0};
    const cdVec3 still[3] = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
    cdVec3 toBar = {0.0, -1.0, 0.0};
    cdBoxesInput input = {.halfA = bar,
                          .halfB = wall,
                          .motionA = MakeTurningMotion(cdIdentityPose().q, cdScale(0.5, UP), still),
                          .motionB = MakeStraightMotion(center, center)};
    checkBoxes(&input, (Expected){CD_CONTACT, 2.0 * tan(0.5 * angle), toBar});
    for (int k = 1; k <= 3; k++) {
        double turn = k * PI / 3.0;
        cdQuat target = k == 3 ? (cdQuat){0.0, 0.0, 0.0, 1.0} : cdMakeQuat(UP, turn);
        cdBoxesInput screw = {.halfA = bar,
                              .halfB = wall,
                              .onScrew = true,
                              .startA = cdIdentityPose(),
                              .targetA = {ORIGIN, target},
                              .poseB = {center, cdIdentityPose().q}};
        checkScrewBoxes(&screw, (Expected){CD_CONTACT, angle / turn, toBar});
    }
    // A post that the bar's long side meets near the end of a half turn.
    cdVec3 post = {0.125, 0.25, 1.0}, left = {-1.5, 0.0, 0.0};
    cdBoxesInput late = {.halfA = bar,
                         .halfB = post,
                         .onScrew = true,
                         .startA = {ORIGIN, cdMakeQuat(UP, PI / 6.0)},
                         .targetA = {ORIGIN, cdMakeQuat(UP, PI)},
                         .poseB = {left, cdIdentityPose().q}};
    // The bar's side, at 0.125 from its middle line, meets the post's upper corner (-1.375, 0.25) or
    // (-1.625, 0.25): the one that subtends the larger angle above the x axis.
    double near = atan2(0.25, 1.375) + asin(0.125 / hypot(0.25, 1.375));
    double far = atan2(0.25, 1.625) + asin(0.125 / hypot(0.25, 1.625));
    double met = PI - fmax(near, far);
    checkScrewBoxes(&late, (Expected){CD_CONTACT, (met - PI / 6.0) / (PI - PI / 6.0), {0.0, 0.0, 0.0}});
}

// A cube that rotates about z by 90 degrees while it descends by 4 onto a wide plate: it touches when f(t) =
// tan(45 t) / tan(45) is 1/2. And by a small angle, where f(t) is t. Red: the slide taken for linear, no
// limit for small angles.
static void testScrewDown(void **state) {
    (void)state;
    static const double turns[3] = {1.57079632679489661923, 1e-3, 1e-9};
    cdVec3 plate = {8.0, 8.0, 1.0};
    for (int k = 0; k < 3; k++) {
        cdBoxesInput input = {.halfA = UNIT,
                              .halfB = plate,
                              .onScrew = true,
                              .startA = {{0.0, 0.0, 4.0}, cdIdentityPose().q},
                              .targetA = {ORIGIN, cdMakeQuat(UP, turns[k])},
                              .poseB = cdIdentityPose()};
        double t = 2.0 / turns[k] * atan(0.5 * tan(0.5 * turns[k]));
        checkScrewBoxes(&input, (Expected){CD_CONTACT, t, UP});
    }
}

// Parallel faces while A rotates about their normal, 1e-9 above and exactly touching. Red: an upright
// rotation that stops at rounding, a missed touch during it.
static void testTurnsOnAFace(void **state) {
    (void)state;
    for (int k = 0; k < 2; k++) {
        double z = k == 0 ? 2.0 + 1e-9 : 2.0;
        const cdVec3 way[3] = {{-0.5, 0.25, z}, {0.0, 0.25, z}, {0.5, 0.25, z}};
        cdBoxesInput input = {.halfA = UNIT,
                              .halfB = UNIT,
                              .motionA = MakeTurningMotion(cdIdentityPose().q, cdScale(0.5, UP), way),
                              .motionB = MakeStraightMotion(ORIGIN, ORIGIN)};
        Expected expected = {k == 0 ? CD_FREE : CD_CONTACT, 0.0, {0.0, 0.0, 0.0}};
        checkMatrices(&input, 8.0, expected);
        cdBoxesInput screw = {.halfA = UNIT,
                              .halfB = UNIT,
                              .onScrew = true,
                              .startA = {way[0], cdIdentityPose().q},
                              .targetA = {way[2], cdMakeQuat(UP, 1.0)},
                              .poseB = cdIdentityPose()};
        checkScrew(&screw, expected);
    }
}

// Both boxes move together, rotating and flying, at 1/8 from each other: no relative motion. Red: motions not
// subtracted.
static void testCarriedTogether(void **state) {
    (void)state;
    cdVec3 g = {0.25, -0.5, 0.125};
    const cdVec3 still[3] = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
    cdBoxesInput input = {.halfA = UNIT,
                          .halfB = UNIT,
                          .motionA = MakeTurningMotion(cdIdentityPose().q, g, still),
                          .motionB = MakeTurningMotion(cdIdentityPose().q, g, still)};
    // A's centre follows the point (2.125, 0, 0) of B: the first column.
    for (int row = 0; row < 3; row++) {
        for (int k = 0; k < 3; k++)
            input.motionA.c[row][3][k] += 2.125 * input.motionA.c[row][0][k];
    }
    checkBoxes(&input, (Expected){CD_FREE, 1.0, UP});
}

// Through the other box and out on its far side: from z = 4 to -4 it meets it at 1/4 and leaves it at 3/4, so
// backwards it meets it at 1/4 too; z = 5 to -3 at 3/8 and, backwards, 1/8. Red: a motion followed from the
// wrong end, zeros of leaving taken for those of meeting.
static void testBackwards(void **state) {
    (void)state;
    cdVec3 from = {0.25, 0.5, 5.0}, to = {0.25, 0.5, -3.0};
    cdBoxesInput input = {.halfA = UNIT,
                          .halfB = UNIT,
                          .motionA = MakeStraightMotion(from, to),
                          .motionB = MakeStraightMotion(ORIGIN, ORIGIN)};
    cdBoxesInput back = ReverseBoxes(&input);
    checkBoxes(&input, (Expected){CD_CONTACT, 0.375, UP});
    checkBoxes(&back, (Expected){CD_CONTACT, 0.125, cdNegate(UP)});
    cdBoxesInput screw = {.halfA = UNIT,
                          .halfB = UNIT,
                          .onScrew = true,
                          .startA = {to, cdIdentityPose().q},
                          .targetA = {from, cdIdentityPose().q},
                          .poseB = cdIdentityPose()};
    checkScrewBoxes(&screw, (Expected){CD_CONTACT, 0.125, cdNegate(UP)});
}

// Corners that penetrate by 1e-6 for a millionth of the path, or miss by as much. Red: two zeros close
// together missed, a near miss reported as contact.
static void testShortDips(void **state) {
    (void)state;
    for (int k = 0; k < 2; k++) {
        double offset = k == 0 ? 2.0 - 1e-6 : 2.0 + 1e-6;
        cdVec3 from = {offset + 1.37, offset - 1.37, 0.1}, to = {offset - 1.41, offset + 1.41, 0.1};
        checkStraightCubes(from, to,
                           (Expected){k == 0 ? CD_CONTACT : CD_FREE, (1.37 - 1e-6) / 2.78, {0.0, 0.0, 0.0}});
    }
}

// A needle 2000 times as long as thick through a slit's side and past it, and a plate as thin falling on its
// edge: sizes in ratios of 1000. Red: tolerances and parallel edges from the long side only.
static void testThinBoxes(void **state) {
    (void)state;
    cdVec3 needle = {1.0, 0.0009765625, 0.0009765625}, plate = {1.0, 1.0, 0.0009765625};
    cdQuat none = cdIdentityPose().q;
    double touching = 2.0 * 0.0009765625;
    checkStraight(needle, none, cdMakeVec3(-3.0, 0.0, 0.0), cdMakeVec3(0.0, 0.0, 0.0), plate, none,
                  (Expected){CD_CONTACT, 1.0 / 3.0, {-1.0, 0.0, 0.0}});
    checkStraight(needle, none, cdMakeVec3(-3.0, 0.0, touching + 1e-9), cdMakeVec3(3.0, 0.0, touching + 1e-9),
                  plate, none, (Expected){CD_FREE, 1.0, UP});
    checkStraight(plate, none, cdMakeVec3(0.5, 0.5, 1.0), cdMakeVec3(0.5, 0.5, -1.0), plate, none,
                  (Expected){CD_CONTACT, 0.5 * (1.0 - touching), UP});
}

// A cube that grows by 1 + t beside another, 2.5 away; one whose w grows so; one sheared so that its corner
// reaches 0.4375 down. Red: w on the wrong side, normals from unsheared axes.
static void testAffineBoxes(void **state) {
    (void)state;
    cdVec3 center = {2.5, 0.0, 0.0}, right = {1.0, 0.0, 0.0};
    cdBoxesInput input = {.halfA = UNIT,
                          .halfB = UNIT,
                          .motionA = MakeStraightMotion(center, center),
                          .motionB = MakeStraightMotion(ORIGIN, ORIGIN)};
    for (int k = 0; k < 3; k++)
        input.motionA.c[k][k][1] = 1.0;
    checkBoxes(&input, (Expected){CD_CONTACT, 0.5, right});
    input.motionA = MakeStraightMotion(center, center);
    input.motionA.c[3][3][1] = 1.0;
    checkMatrices(&input, 8.0, (Expected){CD_CONTACT, 0.5, right});
    input.motionA = (cdQuadraticMatrix){.c = {{{1.0}, {0.25}, {0.0}, {0.0}},
                                              {{0.0}, {1.0}, {0.5}, {0.0}},
                                              {{0.125}, {0.0625}, {0.25}, {3.4375, -4.0, 0.0}},
                                              {{0.0}, {0.0}, {0.0}, {1.0}}}};
    input.halfB = cdMakeVec3(2.0, 2.0, 1.0);
    checkBoxes(&input, (Expected){CD_CONTACT, 0.5, UP});
}

// Rejected: numbers that are not finite, boxes without extent, a bottom row that is not 0 0 0 w, w not above
// 0, quaternions not of unit length. Free until a box or its w vanishes half way: there the answer is
// undecided. Red: a NaN reported free, a division by w across 0.
static void testRefused(void **state) {
    (void)state;
    cdVec3 center = {4.0, 0.0, 0.0};
    const cdBoxesInput good = {.halfA = UNIT,
                               .halfB = UNIT,
                               .motionA = MakeStraightMotion(center, center),
                               .motionB = MakeStraightMotion(ORIGIN, ORIGIN)};
    cdBoxesInput bad[6] = {good, good, good, good, good, good};
    bad[0].motionA.c[1][2][1] = NAN;
    bad[1].motionB.c[0][3][2] = INFINITY;
    bad[2].halfA.y = 0.0;
    bad[3].halfB.z = -1.0;
    bad[4].motionA.c[3][1][0] = 0.5;
    bad[5].motionA.c[3][3][0] = -1.0;
    assert_int_equal(cdFindBoxContact(&good, NULL).state, CD_FREE);
    for (int k = 0; k < 6; k++) {
        cdBoxContact contact = cdFindBoxContact(&bad[k], NULL);
        assert_int_equal(contact.state, CD_UNDECIDED);
        assert_true(contact.t.lo == 0.0);
    }
    cdBoxesInput vanishing[2] = {good, good};
    vanishing[0].motionA.c[3][3][1] = -2.0;
    vanishing[1].motionA.c[1][1][1] = -2.0;
    for (int k = 0; k < 2; k++) {
        cdBoxContact contact = cdFindBoxContact(&vanishing[k], NULL);
        assert_int_equal(contact.state, CD_UNDECIDED);
        assert_true(contact.t.lo <= 0.5 && contact.t.lo >= 0.4375);
    }
    cdBoxesInput screw = {.halfA = UNIT,
                          .halfB = UNIT,
                          .onScrew = true,
                          .startA = {center, cdIdentityPose().q},
                          .targetA = {center, cdIdentityPose().q},
                          .poseB = cdIdentityPose()};
    cdBoxesInput worse[5] = {screw, screw, screw, screw, screw};
    assert_int_equal(cdFindBoxContact(&screw, NULL).state, CD_FREE);
    worse[0].startA.p.x = NAN;
    worse[1].targetA.q.w = 0.5;
    worse[2].poseB.q.w = 0.0;
    worse[3].halfA.x = 0.0;
    worse[4].halfB.z = 1e-307; // normals would vanish
    for (int k = 0; k < 5; k++) {
        cdBoxContact contact = cdFindBoxContact(&worse[k], NULL);
        assert_int_equal(contact.state, CD_UNDECIDED);
        assert_true(contact.t.lo == 0.0);
    }
}

// A graze of two rotating boxes whose polynomial has a double zero up to rounding: the gap closes at
// 0.341065407323, slowly. Red: a search for the first zero that stops 4e-6 before it.
static void testSlowGraze(void **state) {
    (void)state;
    static const cdBoxesInput input = {
        .halfA = {9669.532423081002, 4962.532764898293, 5200.2020637765891},
        .halfB = {9320.8379313265505, 8757.2932241181206, 8493.3577651001197},
        .motionA = {.c = {{{0.99216840997186873, -0.11748036768089407, -0.32877758485895525},
                           {-0.080446801284554531, 0.067586473150725399, -0.41661223778146361},
                           {-0.095551862446407454, -1.2767665857729211, 0.0081984912888749401},
                           {18416.550730428673, -31295.342999974222, 51142.040571748221}},
                          {{0.078118664240983016, -0.16016746523527481, -0.40920170796105815},
                           {0.99655451418783314, -0.0063632242746141333, 0.3247757195975729},
                           {-0.027867087200790765, -0.67654606952121932, 0.093820927281772507},
                           {-2733.562336500001, 53629.105515723873, -53174.697883189576}},
                          {{0.097464457886443617, 1.324302015759323, -0.078657066627515593},
                           {0.020184459738504489, 0.58353880179749074, 0.051794280813425485},
                           {0.99503430445083973, -0.14155370610300638, -0.52235820140872169},
                           {-18932.427850000247, 34754.454292160095, -41582.203178476178}},
                          {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {1, 0, 0.53078024853453254}}}},
        .motionB = {.c = {{{0.80993903659247946, -0.052201363743719045, 0.031748132537540996},
                           {-0.14965421667680337, -0.088496451919550384, 0.0089297206037027982},
                           {0.56709996687929609, 0.051200946507698977, 0.047802717953047032},
                           {4059.3050042031, -17617.580337535066, 19308.90992071513}},
                          {{0.55086734953009209, -0.046710344551454307, -0.048595781804145803},
                           {-0.13784196503971091, -0.46710102213255789, 0.0079550121238684893},
                           {-0.82313106847918383, 0.046960831080682025, 0.030788820151687955},
                           {368.25578553299204, 14.167713305660302, -1905.7412872297241}},
                          {{0.2013552090841895, 0.33776690589445829, -0.0018137653107862285},
                           {0.97908284026676917, -0.079288479749429847, -0.056830991064989712},
                           {-0.029203966679524962, -0.32936840741403101, 0.011820845289084765},
                           {276.34659388347973, -5241.8803774466451, 7826.4012579292385}},
                          {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {1, 0, 0.058075671958058551}}}}};
    checkMatrices(&input, 1e5, (Expected){CD_CONTACT, 0.34106540732324, {0.0, 0.0, 0.0}});
}

// A's face rotates over B's edge, perpendicular to it at given times: a component of its normal is a quartic
// with these zeros, times 10, since A's arms 1 and B's run along (p, 1, 0) and (r, s, 0) with s p - r that
// quartic.
static cdBoxesInput makeQuarticTurn(const double zeros[4], double s2, double lengthB, double from,
                                    double step) {
    double q[5] = {10.0}, s[3] = {1.0, 0.0, s2};
    for (int i = 0; i < 4; i++) {
        for (int k = i + 1; k >= 0; k--)
            q[k] = (k > 0 ? q[k - 1] : 0.0) - zeros[i] * (k <= i ? q[k] : 0.0);
    }
    cdBoxesInput input = {
        .halfA = {1.0, 8.0, 8.0},
        .halfB = {0.25, lengthB, 0.25},
        .motionA = MakeStraightMotion(cdMakeVec3(from, 0.0, 0.0), cdMakeVec3(from + step, 0.0, 0.0)),
        .motionB = MakeStraightMotion(ORIGIN, ORIGIN)};
    for (int i = 2; i >= 0; i--) {
        double p = q[i + 2] / s2;
        input.motionA.c[0][1][i] = p;
        for (int k = 0; k < 3; k++)
            q[i + k] -= p * s[k];
        input.motionB.c[1][1][i] = s[i];
    }
    input.motionB.c[0][1][0] = -q[0];
    input.motionB.c[0][1][1] = -q[1];
    return input;
}

// A component of a normal that touches zero in the middle of the path without changing sign; one that changes
// it at 1/4 and close to 1/96, where bisection cuts. Red: the sign of a part taken where the component is
// zero, a zero between two halves that both lose: then the box passes through the other.
static void testComponentsNearZero(void **state) {
    (void)state;
    const double touching[4] = {0.5, 0.5, 0.5, 0.5};
    cdBoxesInput input =
        makeQuarticTurn(touching, 1.0, 1.6732170583380059, 9.203185947840602, -7.8940519580175756);
    checkMatrices(&input, 8.0, (Expected){CD_CONTACT, 0.93298980418065558, {0.0, 0.0, 0.0}});
    const double changing[4] = {-1.2813714052685268, 0.25, 0.010388667747240343, -0.74242582046450201};
    input = makeQuarticTurn(changing, 1.1059387050767877, 3.0061828551196328, 1.42194670873139,
                            -0.2624936184886647);
    for (int i = 0; i < 3; i++) {
        input.motionA.c[0][1][i] = -input.motionA.c[0][1][i];
        input.motionB.c[0][1][i] = -input.motionB.c[0][1][i];
    }
    checkMatrices(&input, 8.0, (Expected){CD_CONTACT, 0.034995341085547374, {0.0, 0.0, 0.0}});
}

// A touching cube on another first descends and then rises, and separates after some 700 tolerances: if it
// goes no deeper than three on its path it leaves, deeper than six is a contact at once. Red: the way out not
// tested between its ends.
static void testTouchThatDips(void **state) {
    (void)state;
    cdVec3 center = {0.0, 0.0, 2.0};
    cdBoxesInput still = {.halfA = UNIT,
                          .halfB = UNIT,
                          .motionA = MakeStraightMotion(center, center),
                          .motionB = MakeStraightMotion(ORIGIN, ORIGIN)};
    double tolerance = cdFindBoxContact(&still, NULL).tolerance;
    for (int k = 0; k < 2; k++) {
        cdBoxesInput input = still;
        input.motionA.c[2][3][1] = (k == 0 ? -300.0 : -450.0) * tolerance;
        input.motionA.c[2][3][2] = 8000.0 * tolerance;
        cdBoxContact contact = cdFindBoxContact(&input, NULL);
        assert_int_equal(contact.state, k == 0 ? CD_FREE : CD_CONTACT);
        if (k == 1) assert_true(contact.t.lo == 0.0);
    }
}

// Only almost parallel edges separate two boxes by 1.9e-11: rounding hides that, and it is several times the
// usual tolerance. Red: a tolerance that does not include it.
static void testToleranceOfAlmostParallelEdges(void **state) {
    (void)state;
    const cdBoxesInput input = {
        .halfA = {1.0966297087600021, 0.74433719419637523, 0.87087357845403857},
        .halfB = {1.4961667485260743, 1.1021009205520798, 1.7144193417767881},
        .onScrew = true,
        .startA = {{2.6446672924078092, 3.3419375467814918, 0.42881342624829166},
                   {0.18094191850653255, -0.32581622280969175, 0.7732039653585534, -0.51308813963588129}},
        .targetA = {{1.1946336713101751, 1.1908427609786953, 0.52463265813733972},
                    {0.18790464525025921, -0.30245545135383867, 0.80444998350689256, -0.4754711014094134}},
        .poseB = {{0.0, 0.0, 0.0},
                  {0.6884488296860285, -0.57184950333055939, 0.42753753425565566, -0.12742845540586559}}};
    OracleBoxes boxes = MakeOracleBoxes(&input);
    cdBoxContact contact = cdFindBoxContact(&input, NULL);
    assert_int_equal(contact.state, CD_CONTACT);
    assert_true((double)GetOracleBoxGap(&boxes, contact.t.lo).gap <= contact.tolerance + 1e-14);
}

// w falls from 1 to 0 half way, so the box grows without limit after the relevant part: a cube that comes to
// (4 - 12 t) / w meets the other at 1/5; one that starts inside the other overlaps. Red: sizes near the end
// of the path make all earlier states count as touching.
static void testGrowsWithoutEnd(void **state) {
    (void)state;
    cdVec3 near = {1.5, 0.25, 0.0}, away = {4.0, 0.0, 0.0};
    cdBoxesInput input = {.halfA = UNIT,
                          .halfB = UNIT,
                          .motionA = MakeStraightMotion(away, away),
                          .motionB = MakeStraightMotion(ORIGIN, ORIGIN)};
    input.motionA.c[3][3][1] = -2.0;
    input.motionA.c[0][3][1] = -12.0;
    checkMatrices(&input, 8.0, (Expected){CD_CONTACT, 0.2, {1.0, 0.0, 0.0}});
    assert_true(cdFindBoxContact(&input, NULL).tolerance < 1e-9);
    input.motionA = MakeStraightMotion(near, near);
    input.motionA.c[3][3][1] = -2.0;
    assert_int_equal(cdFindBoxContact(&input, NULL).state, CD_OVERLAP);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testParallelCubes),
        cmocka_unit_test(testEndsAndSlides),
        cmocka_unit_test(testStarts),
        cmocka_unit_test(testSeparatesAndMeetsAgain),
        cmocka_unit_test(testEdgesAndCorners),
        cmocka_unit_test(testFeatureNumbers),
        cmocka_unit_test(testTurningBar),
        cmocka_unit_test(testScrewDown),
        cmocka_unit_test(testTurnsOnAFace),
        cmocka_unit_test(testCarriedTogether),
        cmocka_unit_test(testBackwards),
        cmocka_unit_test(testShortDips),
        cmocka_unit_test(testThinBoxes),
        cmocka_unit_test(testAffineBoxes),
        cmocka_unit_test(testRefused),
        cmocka_unit_test(testSlowGraze),
        cmocka_unit_test(testComponentsNearZero),
        cmocka_unit_test(testGrowsWithoutEnd),
        cmocka_unit_test(testTouchThatDips),
        cmocka_unit_test(testToleranceOfAlmostParallelEdges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
