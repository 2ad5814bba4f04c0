// Options of joints: motors and limits change in the running world, are undone, recorded, saved, and survive
// a new world.
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on
#include "replay_fixture.h"
#include "scenes/scene_file.h"
#include "stage/objects/object_options.h"
#include "stage_fixture.h"

#include <math.h>
#include <string.h>

enum { WHEEL, SLED, BALL };
enum { HINGE, SLIDER, ROPE, ROD };

static const double margin = 1e-4;

// A wheel on a hinge with a motor and limits, a sled on a slider with a motor to a position, a ball on a rope
// and on a rod.
static Stage *makeJointed(void) {
    static const cdVec3 up = {0.0, 1.0, 0.0}, right = {1.0, 0.0, 0.0};
    SceneData data = MakeEmptySceneData();
    data.ground = false;
    data.margin = margin;
    AddSceneObject(&data, "wheel", "builtin:box:x=0.5,y=0.1,z=0.1", SCENE_DYNAMIC);
    AddSceneObject(&data, "sled", "builtin:box:x=0.3,y=0.3,z=0.3", SCENE_DYNAMIC)->pose =
        poseAt(0.0, 3.0, 0.0);
    AddSceneObject(&data, "ball", "builtin:icosphere:radius=0.2,level=1", SCENE_DYNAMIC)->pose =
        poseAt(0.0, 6.0, 0.0);
    SceneJoint *hinge = AddSceneJoint(&data, CD_JOINT_HINGE, WHEEL, -1, (cdVec3){0}, up);
    hinge->def.limited = true;
    hinge->def.lower = -1.0;
    hinge->def.upper = 1.0;
    hinge->def.motor = (cdJointMotor){.speed = 2.0, .maxForce = 10.0};
    SceneJoint *slider = AddSceneJoint(&data, CD_JOINT_SLIDER, SLED, -1, (cdVec3){0.0, 3.0, 0.0}, right);
    slider->def.motor =
        (cdJointMotor){.kind = CD_MOTOR_POSITION, .speed = INFINITY, .position = 1.0, .maxForce = 10.0};
    SceneJoint *rope = AddSceneJoint(&data, CD_JOINT_DISTANCE, BALL, -1, (cdVec3){0.0, 6.0, 0.0}, up);
    rope->def.pointB = (cdVec3){0.0, 7.0, 0.0};
    rope->def.limited = true;
    rope->def.upper = 1.5;
    AddSceneJoint(&data, CD_JOINT_DISTANCE, BALL, -1, (cdVec3){0.0, 6.0, 0.0}, up)->def.pointB =
        (cdVec3){1.0, 6.0, 0.0};
    Stage *stage = malloc(sizeof *stage);
    char message[512] = "";
    if (!stage || !LoadStage(stage, NULL, &data, message, sizeof message)) fail_msg("%s", message);
    return stage;
}

static void setJoint(Stage *stage, int32_t joint, StageJointOption option, double value) {
    apply(stage, MakeSetJoint(joint, option, value));
}

static void refuse(Stage *stage, int32_t joint, StageJointOption option, double value, const char *why) {
    char message[512] = "";
    StageEntry entry = MakeSetJoint(joint, option, value);
    int64_t done = stage->journal.done;
    assert_false(ApplyStage(stage, &entry, message, sizeof message));
    if (!strstr(message, why)) fail_msg("%s", message);
    assert_int_equal(stage->journal.done, done);
}

static void run(Stage *stage, int steps) {
    for (int i = 0; i < steps; ++i)
        apply(stage, MakeAdvance(1.0 / 60.0));
}

// The angle of the wheel, as its pose shows it.
static double getAngle(const Stage *stage) {
    cdVec3 along = cdRotate(stage->objects[WHEEL].pose.q, (cdVec3){1.0, 0.0, 0.0});
    return atan2(-along.z, along.x);
}

static void assertNear(double value, double expected, double tolerance) {
    if (!(fabs(value - expected) <= tolerance)) fail_msg("%.12g, expected %.12g", value, expected);
}

// The motor turns the wheel to its upper limit, reversed to its lower one; wider limits let it go on. The
// sled follows its motor's position. Red: an option that reaches the world only after a restart, or another
// joint; limits of the old world.
static void testLive(void **state) {
    (void)state;
    Stage *stage = makeJointed();
    run(stage, 12);
    assertNear(cdGetJointState(stage->world.scene.world, HINGE).speed, 2.0, 1e-3);
    setJoint(stage, HINGE, STAGE_MOTOR_SPEED, 3.0);
    run(stage, 2);
    assertNear(cdGetJointState(stage->world.scene.world, HINGE).speed, 3.0, 1e-3);
    run(stage, 60);
    assertNear(getAngle(stage), 1.0, 1e-3);
    setJoint(stage, HINGE, STAGE_JOINT_UPPER, 1.25);
    run(stage, 60);
    assertNear(getAngle(stage), 1.25, 1e-3);
    setJoint(stage, HINGE, STAGE_MOTOR_SPEED, -3.0);
    run(stage, 90);
    assertNear(getAngle(stage), -1.0, 1e-3);
    setJoint(stage, HINGE, STAGE_MOTOR_FORCE, 0.0);
    setJoint(stage, SLIDER, STAGE_MOTOR_POSITION, -0.5);
    run(stage, 240);
    assertNear(stage->objects[SLED].pose.p.x, -0.5, 1e-3);
    assertNear(GetStageJointPosition(stage, SLIDER), -0.5, 1e-3);
    assert_true(UndoStage(stage) && UndoStage(stage));
    assert_true(stage->joints[HINGE].options[STAGE_MOTOR_FORCE] == 10.0);
    assert_true(stage->joints[SLIDER].options[STAGE_MOTOR_POSITION] == 1.0);
    run(stage, 240);
    assertNear(stage->objects[SLED].pose.p.x, 1.0, 1e-3);
    assert_true(RedoStage(stage));
    assert_true(stage->joints[HINGE].options[STAGE_MOTOR_FORCE] == 0.0);
    freeStage(stage);
}

// A motor gets the other goal in the running world, in one that is created again, and by undo; the sled keeps
// its speed, the wheel turns to a position. Red: a goal that the world does not get, or that a new world
// forgets.
static void testGoals(void **state) {
    (void)state;
    Stage *stage = makeJointed();
    run(stage, 60);
    setJoint(stage, HINGE, STAGE_MOTOR_KIND, CD_MOTOR_POSITION);
    setJoint(stage, HINGE, STAGE_MOTOR_POSITION, -0.5);
    setJoint(stage, SLIDER, STAGE_MOTOR_SPEED, 1.0);
    setJoint(stage, SLIDER, STAGE_MOTOR_KIND, CD_MOTOR_SPEED);
    double begin = stage->objects[SLED].pose.p.x;
    run(stage, 120);
    assertNear(getAngle(stage), -0.5, 1e-3);
    assertNear(stage->objects[SLED].pose.p.x, begin + 2.0, 0.1);
    apply(stage, MakeSetOption(WHEEL, STAGE_FRICTION, 0.25));
    setJoint(stage, HINGE, STAGE_MOTOR_POSITION, 0.25);
    run(stage, 120);
    assertNear(getAngle(stage), 0.25, 1e-3);
    assertNear(stage->objects[SLED].pose.p.x, begin + 4.0, 0.1);
    SceneData data = MakeEmptySceneData();
    for (int32_t i = 0; i < 3; ++i)
        assert_non_null(DescribeStageObject(stage, i, &data));
    assert_true(DescribeStageBodies(stage, &data));
    assert_int_equal(data.joints[HINGE].def.motor.kind, CD_MOTOR_POSITION);
    assert_int_equal(data.joints[SLIDER].def.motor.kind, CD_MOTOR_SPEED);
    DestroySceneData(&data);
    refuse(stage, SLIDER, STAGE_MOTOR_POSITION, 1.0, "it has no such motor or limit");
    refuse(stage, SLIDER, STAGE_MOTOR_KIND, 2.0, "0, a speed, or 1, a position");
    setJoint(stage, SLIDER, STAGE_MOTOR_SPEED, 0.0);
    refuse(stage, SLIDER, STAGE_MOTOR_KIND, CD_MOTOR_POSITION, "must be above 0");
    for (int i = 0; i < 3; ++i)
        assert_true(UndoStage(stage));
    assert_int_equal((int)stage->joints[SLIDER].options[STAGE_MOTOR_KIND], CD_MOTOR_SPEED);
    assert_true(UndoStage(stage));
    assert_int_equal((int)stage->joints[SLIDER].options[STAGE_MOTOR_KIND], CD_MOTOR_POSITION);
    freeStage(stage);
}

// Each edit of an object creates the world again, in which positions begin at 0: limits and the motor's goal
// stay where they are in space, after any number of edits. They stay over a restart, too. Red: limits that
// wander by the position at each edit.
static void testNewWorlds(void **state) {
    (void)state;
    Stage *stage = makeJointed();
    for (int i = 0; i < 4; ++i) {
        double sign = i % 2 == 0 ? 1.0 : -1.0;
        setJoint(stage, HINGE, STAGE_MOTOR_SPEED, 3.0 * sign);
        run(stage, 90);
        assertNear(getAngle(stage), sign, 1e-3);
        assertNear(GetStageJointPosition(stage, HINGE), sign, 1e-3);
        assertNear(stage->objects[SLED].pose.p.x, 1.0, 1e-2);
        apply(stage, MakeSetOption(WHEEL, STAGE_FRICTION, 0.25 + 0.125 * i));
        apply(stage, MakeSetOption(SLED, STAGE_ANGULAR_DAMPING, 0.1 * i));
        assertNear(GetStageJointPosition(stage, HINGE), sign, 1e-3);
    }
    setJoint(stage, HINGE, STAGE_JOINT_LOWER, -0.5);
    setJoint(stage, SLIDER, STAGE_MOTOR_POSITION, 0.25);
    run(stage, 240);
    assertNear(getAngle(stage), -0.5, 1e-3);
    assertNear(stage->objects[SLED].pose.p.x, 0.25, 1e-3);
    apply(stage, MakeSetOption(WHEEL, STAGE_FRICTION, 0.0));
    run(stage, 30);
    assertNear(getAngle(stage), -0.5, 1e-3);
    apply(stage, MakeRestart());
    assertNear(GetStageJointPosition(stage, HINGE), 0.0, 1e-12);
    run(stage, 90);
    assertNear(getAngle(stage), -0.5, 1e-3);
    apply(stage, MakeSetOption(WHEEL, STAGE_BODY, SCENE_FIXED));
    apply(stage, MakeSetOption(WHEEL, STAGE_BODY, SCENE_DYNAMIC));
    run(stage, 60);
    assertNear(getAngle(stage), -0.5, 1e-3);
    freeStage(stage);
}

// Red: limits out of order, a rod with limits, a motor of a rope, a value that JSON cannot hold.
static void testRefused(void **state) {
    (void)state;
    Stage *stage = makeJointed();
    refuse(stage, 7, STAGE_MOTOR_SPEED, 1.0, "there is no joint 7");
    refuse(stage, HINGE, STAGE_JOINT_LOWER, 1.0, "the lower limit must be less than the upper one");
    refuse(stage, HINGE, STAGE_MOTOR_FORCE, -1.0, "the motor's force must be at least 0");
    refuse(stage, HINGE, STAGE_MOTOR_SPEED, NAN, "not finite");
    refuse(stage, HINGE, STAGE_MOTOR_SPEED, 1e101, "above 1e100");
    refuse(stage, HINGE, STAGE_MOTOR_POSITION, 1.0, "it has no such motor or limit");
    refuse(stage, SLIDER, STAGE_MOTOR_SPEED, 0.0, "must be above 0");
    refuse(stage, ROPE, STAGE_JOINT_LOWER, -0.1, "at least 0");
    refuse(stage, ROPE, STAGE_MOTOR_FORCE, 1.0, "it has no such motor or limit");
    refuse(stage, ROD, STAGE_JOINT_UPPER, 1.0, "it has no such motor or limit");
    freeStage(stage);
}

static void setAll(Stage *stage) {
    setJoint(stage, HINGE, STAGE_MOTOR_SPEED, -1.0 / 3.0);
    setJoint(stage, HINGE, STAGE_MOTOR_FORCE, 7.0);
    setJoint(stage, HINGE, STAGE_JOINT_UPPER, STAGE_UNBOUNDED);
    setJoint(stage, SLIDER, STAGE_MOTOR_POSITION, 0.1);
    setJoint(stage, SLIDER, STAGE_JOINT_UPPER, 0.7);
    setJoint(stage, ROPE, STAGE_JOINT_UPPER, 1.25);
}

// The scene's text at the start, read back, has the new values. Red: an option or a name that is not saved; a
// limit of 1e100 instead of none.
static void testSaved(void **state) {
    (void)state;
    Stage *stage = makeJointed();
    SceneData data = MakeEmptySceneData(), again;
    char message[512] = "";
    setAll(stage);
    snprintf(stage->data.joints[SLIDER].name, sizeof stage->data.joints[SLIDER].name, "lift");
    for (int32_t i = 0; i < 3; ++i)
        assert_non_null(DescribeStageObject(stage, i, &data));
    assert_true(DescribeStageBodies(stage, &data));
    char *text = MakeSceneText(&data, "a.json");
    assert_true(text && ReadSceneText(text, strlen(text), "a.json", &again, message, sizeof message));
    const cdJointDef *hinge = &again.joints[HINGE].def, *slider = &again.joints[SLIDER].def;
    assert_true(hinge->motor.speed == -1.0 / 3.0 && hinge->motor.maxForce == 7.0);
    assert_true(hinge->limited && hinge->lower == -1.0 && hinge->upper == INFINITY);
    assert_true(slider->motor.kind == CD_MOTOR_POSITION && slider->motor.position == 0.1);
    assert_true(slider->motor.speed == INFINITY && slider->limited && slider->upper == 0.7);
    assert_string_equal(again.joints[SLIDER].name, "lift");
    assert_true(again.joints[ROPE].def.upper == 1.25 && !again.joints[ROD].def.limited);
    free(text);
    DestroySceneData(&data);
    DestroySceneData(&again);
    freeStage(stage);
}

// Options before and during a recording that begins at a restart, with new worlds in between: the same bits
// forward, from moments in the middle, and after a rewind. Red: an option that is not recorded, that stays
// when a replay rewinds, or is not part of a moment.
static void testRecorded(void **state) {
    (void)state;
    Stage *stage = makeJointed();
    char message[512] = "", *text = NULL;
    size_t length = 0;
    setJoint(stage, ROPE, STAGE_JOINT_UPPER, 1.125);
    apply(stage, MakeRestart());
    run(stage, 5);
    RecordingWriter writer;
    FILE *out = open_memstream(&text, &length);
    assert_true(BeginRecording(&writer, stage, out, "/tmp/a.fcrec", message, sizeof message));
    run(stage, 40);
    setAll(stage);
    run(stage, 40);
    apply(stage, MakeSetOption(WHEEL, STAGE_LINEAR_DAMPING, 0.5));
    run(stage, 70);
    apply(stage, MakeSetOption(WHEEL, STAGE_LINEAR_DAMPING, 0.25));
    setJoint(stage, HINGE, STAGE_MOTOR_SPEED, 2.0);
    run(stage, 100);
    int64_t frames = writer.frames;
    uint64_t hash = HashStage(stage);
    assert_true(EndRecording(&writer, stage));
    freeStage(stage);
    StagePlayer player;
    stage = openReplay(text, &player);
    static const int64_t starts[] = {0, 0, 200, 90};
    for (int round = 0; round < 4; ++round) {
        assert_true(SeekPlayer(&player, stage, starts[round], 1e9, message, sizeof message));
        while (StepPlayer(&player, stage, message, sizeof message))
            if (player.differs) fail_msg("frame %d: %s", (int)player.differs, player.difference);
        assert_string_equal(message, "");
        assert_int_equal(player.frame, frames);
        assert_true(HashStage(stage) == hash);
    }
    ClosePlayer(&player);
    freeStage(stage);
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testGoals),   cmocka_unit_test(testLive),  cmocka_unit_test(testNewWorlds),
        cmocka_unit_test(testRefused), cmocka_unit_test(testSaved), cmocka_unit_test(testRecorded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
