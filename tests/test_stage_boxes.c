// Boxes on a stage: motion paths played, scrubbed and dragged, and the timeline that shows them.
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on
#include "panels/timeline.h"
#include "scenes/box_motion.h"
#include "stage_fixture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void assertClose(double value, double expected, double tolerance) {
    if (!(fabs(value - expected) <= tolerance)) fail_msg("%.17g is not %.17g", value, expected);
}

static Stage *openStage(const char *scene) {
    Stage *stage = malloc(sizeof *stage);
    char message[512] = "";
    if (!stage || !LoadStageScene(stage, FindScene(scene), message, sizeof message)) abort();
    return stage;
}

// A unit cube rotated by 45 degrees about y beside an upright one, 3 from it along x: the gap is 3 - 1 -
// sqrt(2); rotated about z as well, its lowest edge over the other's face, and two long boxes that cross.
// Red: a missing axis, arms added twice, a direction that is not unit.
static void testGapOfBoxes(void **state) {
    (void)state;
    double h = sqrt(0.5);
    cdBoxAt b = {{0.0, 0.0, 0.0}, {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}}};
    cdBoxAt a = {{3.0, 0.0, 0.0}, {{h, 0.0, -h}, {0.0, 1.0, 0.0}, {h, 0.0, h}}};
    assertClose(GetBoxGap(&a, &b), 2.0 - sqrt(2.0), 1e-14);
    a.center.x = 2.0;
    assertClose(GetBoxGap(&a, &b), 1.0 - sqrt(2.0), 1e-14);
    // Edges along x + y and x - y, rotated 45 degrees about them: only the edges' own direction separates
    // them.
    cdBoxAt rodA = {{0.0, 0.0, 3.0}, {{4.0, 0.0, 0.0}, {0.0, h, h}, {0.0, -h, h}}};
    cdBoxAt rodB = {{0.0, 0.0, 0.0}, {{0.0, 4.0, 0.0}, {h, 0.0, h}, {-h, 0.0, h}}};
    assertClose(GetBoxGap(&rodA, &rodB), 3.0 - 2.0 * sqrt(2.0), 1e-14);
}

// A rotating flight is a rotation at every t: its columns stay unit and perpendicular, the angle at the end
// is the given one, and the centre's path has the right ends. Red: Cayley's formula with the wrong sign or k,
// a path not divided by w.
static void testTurningFlightIsRigid(void **state) {
    (void)state;
    const TurningFlight flight = {cdMakeQuat((cdVec3){0.6, 0.0, 0.8}, 0.7),
                                  {0.0, 0.6, 0.8},
                                  2.0,
                                  {-1.0, 2.0, 3.0},
                                  {1.0, 0.0, 0.0},
                                  {4.0, 5.0, 6.0}};
    cdBoxesInput input = {
        .halfA = {1.0, 1.0, 1.0}, .halfB = {1.0, 1.0, 1.0}, .motionA = MakeTurningFlight(&flight)};
    input.motionB = MakeFlight(cdIdentityPose().q, (cdVec3){9.0, 0.0, 0.0}, (cdVec3){0.0, 0.0, 0.0},
                               (cdVec3){0.0, 0.0, 0.0});
    for (int i = 0; i <= 8; ++i) {
        cdBoxAt a, b;
        cdGetBoxesAt(&input, 0.125 * i, &a, &b);
        for (int k = 0; k < 3; ++k) {
            assertClose(cdLength(a.arms[k]), 1.0, 1e-14);
            assertClose(cdDot(a.arms[k], a.arms[(k + 1) % 3]), 0.0, 1e-14);
            cdVec3 axis = {k == 0 ? 1.0 : 0.0, k == 1 ? 1.0 : 0.0, k == 2 ? 1.0 : 0.0};
            cdVec3 turned = cdRotate(cdMulQuat(cdMakeQuat(flight.axis, 2.0), flight.turn), axis);
            if (i == 8) assertClose(cdLength(cdSub(a.arms[k], turned)), 0.0, 1e-14);
        }
        if (i == 0) assertClose(cdLength(cdSub(a.center, flight.from)), 0.0, 1e-14);
        if (i == 8) assertClose(cdLength(cdSub(a.center, flight.to)), 0.0, 1e-14);
    }
}

// Played in sixtieths: every motion path comes up in order, t never decreases within it, none exceeds the
// first contact; at its pause the boxes are at the contact, and the story's times fall into these pauses.
// Red: a skipped pause, boxes that stop short or penetrate, a story that shows them in motion.
static void testMotionPathsPlayToTheirContacts(void **state) {
    (void)state;
    Stage *stage = openStage("flying boxes");
    const StageBoxes *boxes = &stage->boxes;
    SceneRoutes routes = stage->scene->getRoutes(&stage->data);
    assert_true(stage->playing && boxes->present && routes.routeCount >= 6);
    for (int32_t i = 0; i < routes.routeCount; ++i) {
        AdvanceStageTo(stage, stage->data.story[i].time);
        assert_int_equal(boxes->route, i);
        if (boxes->contact.state == CD_OVERLAP) assert_int_equal(stage->query.status, STAGE_OVERLAP);
        if (boxes->contact.state == CD_FREE) assert_true(GetBoxGap(&boxes->a, &boxes->b) < 0.05);
        if (boxes->contact.state == CD_CONTACT) {
            assertClose(boxes->t, boxes->contact.t.lo, 0.0);
            assert_int_equal(boxes->state, CD_CONTACT);
            assert_int_equal(stage->query.status, STAGE_CONTACT);
            assert_true(fabs(GetBoxGap(&boxes->a, &boxes->b)) <= 4.0 * boxes->contact.tolerance);
        }
    }
    apply(stage, MakeRestart());
    double before = 0.0;
    for (int32_t i = 0, route = 0; i < 60 * 60 && route < routes.routeCount; ++i) {
        apply(stage, MakeAdvance(1.0 / 60.0));
        if (boxes->route != route) {
            assert_int_equal(boxes->route, (route + 1) % routes.routeCount);
            ++route;
            before = 0.0;
        }
        assert_true(boxes->t >= before && boxes->t <= GetRouteStop(&boxes->contact));
        before = boxes->t;
    }
    assert_int_equal(boxes->route, 0); // around
    freeStage(stage);
}

// Set beyond the contact the boxes overlap, at the contact they touch, before it they are free; played on
// from beyond, they are back at the contact. The objects have the boxes' poses. Red: a scrub that clamps, the
// path's state instead of the moment's, objects left behind.
static void testScrubbingGoesAnywhere(void **state) {
    (void)state;
    Stage *stage = openStage("flying boxes");
    StageBoxes *boxes = &stage->boxes;
    double contact = boxes->contact.t.lo;
    assert_int_equal(boxes->contact.state, CD_CONTACT);
    const struct {
        double t;
        cdState state;
        StageStatus status;
    } cases[] = {{0.5 * contact, CD_FREE, STAGE_FREE},
                 {contact, CD_CONTACT, STAGE_CONTACT},
                 {contact + 0.02, CD_OVERLAP, STAGE_OVERLAP},
                 {0.0, CD_FREE, STAGE_FREE}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        apply(stage, MakeScrub(cases[i].t));
        assert_int_equal(boxes->state, cases[i].state);
        assert_int_equal(stage->query.status, cases[i].status);
        cdBoxAt a, b;
        cdGetBoxesAt(&boxes->input, cases[i].t, &a, &b);
        const StageObject *object = &stage->objects[boxes->objectA];
        assertClose(cdLength(cdSub(object->pose.p, a.center)), 0.0, 0.0);
        cdVec3 arm = cdRotate(object->pose.q, (cdVec3){boxes->input.halfA.x, 0.0, 0.0});
        assertClose(cdLength(cdSub(arm, a.arms[0])), 0.0, 1e-12);
        assert_false(object->stretched);
    }
    apply(stage, MakeScrub(7.0));
    assertClose(boxes->t, 1.0, 0.0);
    apply(stage, MakeAdvance(1.0 / 60.0));
    assertClose(boxes->t, contact, 0.0);
    freeStage(stage);
}

// The affine path shows a non-rigid box: its columns transform the object's corners to the box's. Red: an
// affine motion shown as a rotation.
static void testAffinePathStretchesTheObject(void **state) {
    (void)state;
    Stage *stage = openStage("flying boxes");
    StageBoxes *boxes = &stage->boxes;
    apply(stage, MakeRoute(4));
    apply(stage, MakeScrub(0.5));
    const StageObject *object = &stage->objects[boxes->objectA];
    const double half[3] = {boxes->input.halfA.x, boxes->input.halfA.y, boxes->input.halfA.z};
    assert_true(object->stretched);
    for (int i = 0; i < 3; ++i) {
        cdVec3 arm = cdScale(half[i], object->columns[i]);
        assertClose(cdLength(cdSub(arm, boxes->a.arms[i])), 0.0, 1e-14);
    }
    assert_false(stage->objects[boxes->objectB].stretched);
    apply(stage, MakeRoute(0));
    assert_false(object->stretched);
    freeStage(stage);
}

// A dragged step through B: the screw from the last pose to the intended one, whose contact equals the
// stage's own to 1e-9, with t there; the scene continues from its interrupted path. Red: a step shown from
// the resolved pose, a screw of the wrong box, a path that restarts.
static void testHandsStepIsShownAsAScrew(void **state) {
    (void)state;
    Stage *stage = openStage("flying boxes");
    StageBoxes *boxes = &stage->boxes;
    int32_t a = boxes->objectA;
    apply(stage, MakeRoute(1));
    AdvanceStageTo(stage, 1.0);
    double clock = boxes->clock;
    stage->mode = SCENE_CONTINUOUS;
    stage->response = SCENE_STOP;
    apply(stage, MakePlace(a, (cdPose){{-3.0, 0.3, 0.1}, cdMakeQuat((cdVec3){0.0, 0.6, 0.8}, 0.4)}));
    assert_true(boxes->byHand);
    assert_int_equal(boxes->contact.state, CD_FREE);
    cdPose target = {{3.5, 0.2, 0.2}, cdMakeQuat((cdVec3){0.8, 0.6, 0.0}, 1.2)};
    apply(stage, MakeMove(a, target));
    assert_int_equal(stage->query.contact.state, CD_CONTACT);
    assert_int_equal(boxes->contact.state, CD_CONTACT);
    assertClose(boxes->contact.t.lo, stage->query.contact.t.lo, 1e-9);
    assertClose(boxes->t, boxes->contact.t.lo, 0.0);
    assertClose(cdLength(cdSub(boxes->input.targetA.p, target.p)), 0.0, 0.0);
    assertClose(boxes->input.startA.p.x, -3.0, 0.0);
    apply(stage, MakeAdvance(1.0 / 60.0));
    assert_false(boxes->byHand);
    assert_int_equal(boxes->route, 1);
    assertClose(boxes->clock, clock + 1.0 / 60.0, 1e-12);
    freeStage(stage);
}

// The parts are the path's, in order and up to 1; a number lies in the part that begins before it. Red: off
// by one at the ends.
static void testPartsOfALine(void **state) {
    (void)state;
    StageBoxes boxes = {.partCount = 3, .ends = {0.25, 0.5, 1.0}};
    const double times[] = {0.0, 0.25, 0.2500001, 0.5, 0.75, 1.0};
    const int32_t parts[] = {0, 0, 1, 1, 2, 2};
    for (int i = 0; i < 6; ++i)
        assert_int_equal(FindBoxPart(&boxes, times[i]), parts[i]);
}

// A contact, a free path, an overlap, one undecided halfway, an invalid one. Red: a tick on a free path, a
// certified part beyond the contact, a timeline without a band.
static void testTimelineShowsTheAnswer(void **state) {
    (void)state;
    StageBoxes boxes = {.partCount = 2, .ends = {0.3, 1.0}, .t = 0.1};
    boxes.contact = (cdBoxContact){.state = CD_CONTACT, .t = {0.4, 0.4}};
    gxTimeline line = MakeBoxTimeline(&boxes);
    assert_int_equal(line.bandCount, 2);
    assert_ptr_equal(line.ends, boxes.ends);
    assertClose(line.free, 0.4, 0.0);
    assertClose(line.tick, 0.4, 0.0);
    assertClose(line.cursor, 0.1, 0.0);
    assert_int_equal(line.tickTone, GX_TONE_CONTACT);
    boxes.contact = (cdBoxContact){.state = CD_FREE, .t = {1.0, 1.0}};
    line = MakeBoxTimeline(&boxes);
    assertClose(line.free, 1.0, 0.0);
    assert_true(line.tick < 0.0);
    boxes.contact = (cdBoxContact){.state = CD_OVERLAP};
    line = MakeBoxTimeline(&boxes);
    assertClose(line.free, 0.0, 0.0);
    assertClose(line.tick, 0.0, 0.0);
    assert_int_equal(line.tickTone, GX_TONE_OVERLAP);
    boxes.contact = (cdBoxContact){.state = CD_UNDECIDED, .t = {0.7, 0.9}};
    line = MakeBoxTimeline(&boxes);
    assertClose(line.free, 0.7, 0.0);
    assert_true(line.tick < 0.0);
    boxes.partCount = 0;
    line = MakeBoxTimeline(&boxes);
    assert_int_equal(line.bandCount, 1);
    assertClose(line.ends[0], 1.0, 0.0);
}

// The timeline of each path: bands in order that end at 1, and the tick within the certified part's end. Red:
// parts of another path, unsorted ends.
static void testTimelineOfEveryPath(void **state) {
    (void)state;
    Stage *stage = openStage("flying boxes");
    SceneRoutes routes = stage->scene->getRoutes(&stage->data);
    int32_t many = 0;
    for (int32_t i = 0; i < routes.routeCount; ++i) {
        apply(stage, MakeRoute(i));
        gxTimeline line = MakeBoxTimeline(&stage->boxes);
        double before = 0.0;
        for (int k = 0; k < line.bandCount; ++k) {
            assert_true(line.ends[k] > before && line.ends[k] <= 1.0);
            before = line.ends[k];
        }
        assertClose(before, 1.0, 0.0);
        if (line.tick >= 0.0) assertClose(line.tick, line.free, 0.0);
        many += line.bandCount > 2;
    }
    assert_true(many >= 2); // a scene with several parts
    freeStage(stage);
}

// A scene without motion paths has no boxes, however it is moved. Red: views that show up everywhere.
static void testOtherScenesHaveNone(void **state) {
    (void)state;
    Stage *stage = openStage("thin plates");
    assert_false(stage->boxes.present);
    apply(stage, MakeMove(stage->selected, stage->objects[stage->selected].pose));
    apply(stage, MakeScrub(0.5));
    apply(stage, MakeRoute(2));
    assert_false(stage->boxes.present);
    freeStage(stage);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testGapOfBoxes),
        cmocka_unit_test(testTurningFlightIsRigid),
        cmocka_unit_test(testMotionPathsPlayToTheirContacts),
        cmocka_unit_test(testScrubbingGoesAnywhere),
        cmocka_unit_test(testAffinePathStretchesTheObject),
        cmocka_unit_test(testHandsStepIsShownAsAScrew),
        cmocka_unit_test(testPartsOfALine),
        cmocka_unit_test(testTimelineShowsTheAnswer),
        cmocka_unit_test(testTimelineOfEveryPath),
        cmocka_unit_test(testOtherScenesHaveNone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
