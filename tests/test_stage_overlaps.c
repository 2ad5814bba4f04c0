// The overlapping pairs of a stage: found in every mode, followed until they separate.
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on
#include "stage_fixture.h"

#include <string.h>

// The hand and a second driven box left of the block; no ground.
static Stage *makeThree(SceneResponse response) {
    SceneData data = MakeEmptySceneData();
    data.response = response;
    AddSceneObject(&data, "hand", "builtin:box:x=1,y=1,z=1", SCENE_DRIVEN)->pose = poseAt(4.0, 0.0, 0.0);
    AddSceneObject(&data, "block", "builtin:box:x=1,y=1,z=1", SCENE_FIXED);
    AddSceneObject(&data, "other", "builtin:box:x=1,y=1,z=1", SCENE_DRIVEN)->pose = poseAt(-4.0, 0.0, 0.0);
    Stage *stage = malloc(sizeof *stage);
    char message[512] = "";
    if (!stage || !LoadStage(stage, NULL, &data, message, sizeof message)) abort();
    apply(stage, MakeSetGround(false));
    UpdateStageOverlaps(stage);
    assert_int_equal(stage->overlaps.count, 0);
    return stage;
}

static void expect(Stage *stage, int32_t count, bool hand, bool other) {
    assert_true(AreOverlapsDue(stage));
    UpdateStageOverlaps(stage);
    assert_false(AreOverlapsDue(stage));
    assert_int_equal(stage->overlaps.count, count);
    assert_true(OverlapsInStage(stage, 0) == hand && OverlapsInStage(stage, 2) == other);
    assert_false(OverlapsInStage(stage, 1)); // fixed: only what moves is marked
}

// The fixed block is put into a bouncing box by a typed pose: the overlap lasts while they move, and ends
// when they have separated. Red: a box that turns free after its first step in the overlap.
static void testBlockPutIntoABouncingBox(void **state) {
    (void)state;
    Stage *stage = makeThree(SCENE_BOUNCE);
    assert_true(stage->objects[0].isBody && stage->objects[2].isBody);
    apply(stage, MakePlace(1, poseAt(3.0, 0.5, 0.0)));
    expect(stage, 1, true, false);
    cdSetBodyVelocity(stage->world.scene.world, stage->world.scene.bodies[0], (cdVec3){6.0, 0.0, 0.0},
                      (cdVec3){0.0, 0.0, 0.0});
    apply(stage, MakeAdvance(1.0 / 60.0));
    assert_true(stage->objects[0].pose.p.x > 4.0);
    expect(stage, 1, true, false);
    for (int i = 0; i < 30; ++i)
        apply(stage, MakeAdvance(1.0 / 60.0));
    assert_true(stage->objects[0].pose.p.x > 5.0);
    expect(stage, 0, false, false);
    freeStage(stage);
}

// Two bodies of a paused world, one of them placed into the other: both are marked. Red: an object that
// shows overlap only while it is the one moved last.
static void testBodyPlacedIntoAnother(void **state) {
    (void)state;
    Stage *stage = makeThree(SCENE_BOUNCE);
    apply(stage, MakePlace(0, poseAt(-4.5, 0.5, 0.0)));
    expect(stage, 1, true, true);
    apply(stage, MakeAdvance(1.0 / 60.0));
    UpdateStageOverlaps(stage);
    assert_int_equal(stage->overlaps.count, 1);
    apply(stage, MakeSetOption(2, STAGE_REMOVED, 1.0));
    expect(stage, 0, false, false);
    freeStage(stage);
}

// The discrete method leaves the hand in the block, then moves the other box, which is free: the hand still
// overlaps. Moved out and back to the start, nothing does. Red: the overlap of the last query alone.
static void testOverlapOfAnEarlierMove(void **state) {
    (void)state;
    Stage *stage = makeThree(SCENE_STOP);
    apply(stage, MakeSetMode(SCENE_DISCRETE));
    apply(stage, MakeMove(0, poseAt(1.0, 0.0, 0.0)));
    expect(stage, 1, true, false);
    apply(stage, MakeMove(2, poseAt(-5.0, 0.0, 0.0)));
    assert_int_equal(stage->query.status, STAGE_FREE);
    expect(stage, 1, true, false);
    apply(stage, MakeSetMode(SCENE_CONTINUOUS));
    apply(stage, MakeMove(0, poseAt(1.5, 0.0, 0.0))); // still in it
    expect(stage, 1, true, false);
    apply(stage, MakeMove(0, poseAt(4.0, 0.0, 0.0)));
    expect(stage, 0, false, false);
    freeStage(stage);
}

// Steps that are certified need no test, but an overlapping object that leaves one obstacle may enter
// another. Red: every drag and every step of a world tests again what cannot overlap; a missed overlap.
static void testOnlyUncertifiedMotionsAreTested(void **state) {
    (void)state;
    Stage *stage = makeThree(SCENE_SLIDE);
    apply(stage, MakeMove(0, poseAt(1.0, 0.0, 0.0)));
    assert_int_equal(stage->query.status, STAGE_CONTACT);
    assert_false(AreOverlapsDue(stage));
    apply(stage, MakePlace(0, poseAt(1.0, 0.0, 0.0)));
    expect(stage, 1, true, false);
    apply(stage, MakeMove(0, poseAt(-4.5, 0.5, 0.0)));
    expect(stage, 1, true, true);
    apply(stage, MakeRestart());
    expect(stage, 0, false, false);
    apply(stage, MakeSetResponse(SCENE_BOUNCE));
    apply(stage, MakeSetGravity(true));
    assert_false(AreOverlapsDue(stage));
    double y = stage->objects[0].pose.p.y;
    apply(stage, MakeAdvance(1.0 / 60.0));
    assert_true(stage->objects[0].pose.p.y < y);
    assert_false(AreOverlapsDue(stage));
    freeStage(stage);
}

// Two fixed objects may overlap, as walls do; once one of them is driven, the overlap is found. Red: pairs
// that are never tested because nothing has moved.
static void testBecomesDriven(void **state) {
    (void)state;
    Stage *stage = makeThree(SCENE_STOP);
    apply(stage, MakeSetOption(2, STAGE_BODY, SCENE_FIXED));
    apply(stage, MakePlace(2, poseAt(-1.0, 0.0, 0.0)));
    expect(stage, 0, false, false);
    apply(stage, MakeSetOption(2, STAGE_BODY, SCENE_DRIVEN));
    expect(stage, 1, false, true);
    freeStage(stage);
}

// Two dynamic boxes that overlap and are joined by a joint: marked if they collide, but not if the joint lets
// them pass through each other. Red: every hinge whose parts interpenetrate shown as an error.
static void testJoint(void **state) {
    (void)state;
    for (int passes = 0; passes < 2; ++passes) {
        SceneData data = MakeEmptySceneData();
        for (int i = 0; i < 2; ++i) {
            char name[8];
            snprintf(name, sizeof name, "part %d", i);
            AddSceneObject(&data, name, "builtin:box:x=1,y=1,z=1", SCENE_DYNAMIC)->pose =
                poseAt(1.5 * i, 9.0, 0.0);
        }
        SceneJoint *joint =
            AddSceneJoint(&data, CD_JOINT_HINGE, 0, 1, (cdVec3){0.7, 9.0, 0.0}, (cdVec3){0.0, 0.0, 1.0});
        joint->def.passes = passes;
        Stage *stage = malloc(sizeof *stage);
        char message[512] = "";
        if (!stage || !LoadStage(stage, NULL, &data, message, sizeof message)) abort();
        UpdateStageOverlaps(stage);
        assert_int_equal(stage->overlaps.count, passes ? 0 : 1);
        apply(stage, MakeAdvance(1.0 / 60.0));
        UpdateStageOverlaps(stage);
        assert_int_equal(stage->overlaps.count, passes ? 0 : 1);
        freeStage(stage);
    }
}

// A box in the ground: put there, it overlaps the ground until it is lifted or the ground is off. Red: a
// pair whose second object is looked up as an object.
static void testGround(void **state) {
    (void)state;
    Stage *stage = makeThree(SCENE_STOP);
    apply(stage, MakeSetGround(true));
    UpdateStageOverlaps(stage);
    assert_int_equal(stage->overlaps.count, 0);
    apply(stage, MakePlace(0, poseAt(4.0, -0.5, 0.0)));
    expect(stage, 1, true, false);
    char message[512];
    assert_int_equal(addObject(stage, "builtin:box", message, sizeof message),
                     3); // the ground's index so far
    UpdateStageOverlaps(stage);
    assert_int_equal(stage->overlaps.count, 1);
    assert_string_equal(GetStageBodyName(stage, stage->overlaps.list[0].objects[1]), "ground");
    apply(stage, MakeSetGround(false));
    UpdateStageOverlaps(stage);
    assert_int_equal(stage->overlaps.count, 0);
    freeStage(stage);
}

// No built-in scene begins with an overlap, and none that moves by itself comes to one. Red: scenes whose
// objects would be shown as errors.
static void testScenesBeginFree(void **state) {
    (void)state;
    int32_t count = 0;
    const Scene *const *scenes = GetScenes(&count);
    for (int32_t i = 0; i < count; ++i) {
        Stage *stage = malloc(sizeof *stage);
        char message[512];
        if (!stage) abort();
        if (!LoadStageScene(stage, scenes[i], message, sizeof message)) { // no bunny installed
            free(stage);
            continue;
        }
        UpdateStageOverlaps(stage);
        for (int32_t k = 0; MovesByItself(stage) && k < 3; ++k)
            apply(stage, MakeAdvance(1.0 / 60.0));
        UpdateStageOverlaps(stage);
        if (stage->overlaps.count > 0)
            fail_msg("%s: %s overlaps", scenes[i]->name,
                     GetStageBodyName(stage, stage->overlaps.list[0].objects[0]));
        freeStage(stage);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testBlockPutIntoABouncingBox),
        cmocka_unit_test(testBodyPlacedIntoAnother),
        cmocka_unit_test(testOverlapOfAnEarlierMove),
        cmocka_unit_test(testOnlyUncertifiedMotionsAreTested),
        cmocka_unit_test(testBecomesDriven),
        cmocka_unit_test(testJoint),
        cmocka_unit_test(testGround),
        cmocka_unit_test(testScenesBeginFree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
