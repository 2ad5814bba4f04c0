// The stage's world: bodies that fall correctly, hands on them, worlds rebuilt in mid-flight.
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on
#include "stage/objects/object_options.h"
#include "stage_fixture.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double dt = 1.0 / 60.0;

static void assertNear(double value, double expected, double tolerance) {
    if (!(fabs(value - expected) <= tolerance)) fail_msg("%.17g, expected %.17g", value, expected);
}

static Stage *loadData(SceneData *data) {
    Stage *stage = malloc(sizeof *stage);
    char message[512] = "";
    if (!stage || !LoadStage(stage, NULL, data, message, sizeof message)) fail_msg("%s", message);
    return stage;
}

// A floor with its top at y = 0, and a cube of side 1 whose middle is at `height`.
static SceneData describeDrop(double height) {
    SceneData data = MakeEmptySceneData();
    data.gravity = (cdVec3){0.0, -10.0, 0.0};
    AddSceneObject(&data, "floor", "builtin:box:x=8,y=1,z=8", SCENE_FIXED)->pose = poseAt(0.0, -1.0, 0.0);
    SceneObject *cube = AddSceneObject(&data, "cube", "builtin:box:x=0.5,y=0.5,z=0.5", SCENE_DYNAMIC);
    cube->pose = poseAt(0.0, height, 0.0);
    cube->restitution = 0.5;
    return data;
}

static Stage *makeDrop(double height) {
    SceneData data = describeDrop(height);
    return loadData(&data);
}

static void advance(Stage *stage, int steps) {
    for (int i = 0; i < steps; ++i)
        apply(stage, MakeAdvance(dt));
}

static cdVec3 getVelocity(const Stage *stage, int32_t object) {
    return cdGetBodyState(stage->world.scene.world, stage->world.scene.bodies[object]).velocity;
}

static bool overlapsAny(Stage *stage, int32_t object) {
    for (int32_t i = 0; i < stage->objectCount; ++i) {
        cdOverlapInput input = {.meshA = stage->objects[object].mesh,
                                .meshB = stage->objects[i].mesh,
                                .poseA = stage->objects[object].pose,
                                .poseB = stage->objects[i].pose};
        if (i == object) continue;
        cdWorkspace *workspace = cdCreateWorkspace();
        bool free = cdFindOverlap(&input, NULL, workspace, NULL).state == CD_FREE;
        cdDestroyWorkspace(workspace);
        if (!free) return true;
    }
    return false;
}

// A cube falls for half a second from 5: 1.25 lower, by closed form, and the stage shows it there. It plays
// from the start and is selected. Red: a world that is stepped while the objects stay, a step of another
// length.
static void testBodiesFall(void **state) {
    (void)state;
    Stage *stage = makeDrop(5.0);
    assert_true(stage->world.present && stage->playing);
    assert_int_equal(stage->selected, 1);
    assert_true(stage->objects[1].isBody && !stage->objects[0].isBody);
    advance(stage, 30);
    assertNear(stage->time, 0.5, 1e-12);
    assertNear(stage->objects[1].pose.p.y, 3.75, 1e-12);
    assert_true(cdIsSamePose(stage->objects[1].pose, stage->objects[1].intended));
    assert_true(stage->objects[0].pose.p.y == -1.0);
    assert_false(TouchesInStageWorld(stage, 0) || TouchesInStageWorld(stage, 1));
    assertNear(stage->world.energy.kinetic, 12.5, 1e-9);
    freeStage(stage);
}

// It comes to rest: half a unit above the floor, asleep, with its events in order; later steps change
// nothing, bit for bit. Red: a world that never sleeps and keeps the processor busy, events without objects.
static void testBodiesComeToRest(void **state) {
    (void)state;
    Stage *stage = makeDrop(2.0);
    advance(stage, 300);
    assert_true(TouchesInStageWorld(stage, 0) && TouchesInStageWorld(stage, 1));
    const StageWorld *world = &stage->world;
    assert_true(world->still && stage->objects[1].asleep);
    assert_int_equal(world->asleepCount, 1);
    assert_true(world->impactCount >= 3);
    assert_true(stage->objects[1].pose.p.y > 0.5 && stage->objects[1].pose.p.y < 0.5 + 4e-4);
    assert_false(overlapsAny(stage, 1));
    for (int32_t age = 0; GetStageEvent(stage, age); ++age) {
        const StageEvent *event = GetStageEvent(stage, age), *before = GetStageEvent(stage, age + 1);
        assert_int_equal(event->objects[0] + event->objects[1], 1);
        assert_true(!before || before->time <= event->time);
        assert_true(event->time > 0.5 && event->time <= stage->time);
    }
    assert_null(GetStageEvent(stage, -1));
    cdPose pose = stage->objects[1].pose;
    advance(stage, 10);
    assert_true(cdIsSamePose(pose, stage->objects[1].pose));
    freeStage(stage);
}

// A body keeps its spin in the first steps, also if its quaternion is not unit to the last bit: worlds
// normalise it. Red: a body taken for one that was placed elsewhere, which stops it.
static void testSpinAtTheStart(void **state) {
    (void)state;
    SceneData data = describeDrop(5.0);
    cdQuat lean = cdMakeQuat((cdVec3){0.0, 0.0, 1.0}, -0.35);
    lean.w *= 1.0 + 4e-16;
    data.objects[1].pose.q = lean;
    data.objects[1].angularVelocity = (cdVec3){0.0, 3.0, 0.0};
    assert_false(cdIsSamePose(data.objects[1].pose, (cdPose){data.objects[1].pose.p, cdNormalizeQuat(lean)}));
    Stage *stage = loadData(&data);
    advance(stage, 2);
    cdBodyState body = cdGetBodyState(stage->world.scene.world, stage->world.scene.bodies[1]);
    assertNear(body.angularVelocity.y, 3.0, 1e-9);
    freeStage(stage);
}

// Restarted, and rewound to a time, it repeats to the last bit. Red: velocities of the end at the start, a
// world that remembers.
static void testReplayIsTheSame(void **state) {
    (void)state;
    Stage *stage = makeDrop(2.0);
    advance(stage, 50);
    cdPose pose = stage->objects[1].pose;
    double energy = stage->world.energy.kinetic;
    apply(stage, MakeRestart());
    assert_true(stage->time == 0.0 && stage->objects[1].pose.p.y == 2.0 && !stage->world.touched);
    assert_int_equal(stage->world.eventCount, 0);
    advance(stage, 50);
    assert_true(cdIsSamePose(pose, stage->objects[1].pose) && stage->world.energy.kinetic == energy);
    advance(stage, 20);
    AdvanceStageTo(stage, 50.0 * dt);
    assert_true(cdIsSamePose(pose, stage->objects[1].pose));
    assert_false(stage->world.touched);
    freeStage(stage);
}

// Two boxes without gravity: with "bounce" the hand's box is a body; held towards a target it arrives;
// released it keeps its velocity, and it bounces off the fixed one without overlap. Dropped, it stays. Other
// responses have no world, nor has discrete mode. Red: a hand that stays, a world that outlives its response.
static void testThrownBodiesBounce(void **state) {
    (void)state;
    Stage *stage = makeStage(SCENE_SLIDE);
    assert_false(stage->world.present);
    stage->response = SCENE_BOUNCE;
    advance(stage, 1);
    assert_true(stage->world.present && stage->objects[0].isBody && stage->world.bodyCount == 1);
    apply(stage, MakeHold(0, (cdVec3){0.0, 0.0, 0.0}, (cdVec3){3.0, 0.0, 0.0}));
    assert_int_equal(stage->world.held, 0);
    advance(stage, 6);
    cdVec3 velocity = getVelocity(stage, 0);
    assert_true(velocity.x < -0.5);
    apply(stage, MakeRelease(false));
    velocity = getVelocity(stage, 0);
    advance(stage, 1);
    assertNear(getVelocity(stage, 0).x, velocity.x, 1e-12);
    for (int i = 0; i < 120; ++i) {
        advance(stage, 1);
        assert_false(overlapsAny(stage, 0));
    }
    assert_true(stage->world.impactCount >= 1);
    assertNear(getVelocity(stage, 0).x, -0.5 * velocity.x, 1e-2 * fabs(velocity.x));
    apply(stage, MakeHold(0, (cdVec3){0.0, 0.0, 0.0}, (cdVec3){9.0, 0.0, 0.0}));
    advance(stage, 5);
    apply(stage, MakeRelease(true));
    assert_true(cdLength(getVelocity(stage, 0)) == 0.0 && stage->world.held < 0 && stage->world.touched);
    stage->mode = SCENE_DISCRETE;
    UpdateStageWorld(stage);
    assert_false(stage->world.present);
    stage->mode = SCENE_CONTINUOUS;
    UpdateStageWorld(stage);
    assert_true(stage->world.present);
    stage->response = SCENE_STOP;
    UpdateStageWorld(stage);
    assert_false(stage->world.present || stage->objects[0].isBody);
    assert_true(stage->world.energy.kinetic == 0.0);
    freeStage(stage);
}

// A mesh joins while the cube falls: the world is rebuilt with the cube's velocity, its counts continue, and
// it falls as if nothing had happened. Red: a body that stops in mid-air.
static void testRebuiltWorldKeepsVelocities(void **state) {
    (void)state;
    char message[256] = "";
    Stage *stage = makeDrop(5.0);
    advance(stage, 15);
    assert_true(addObject(stage, "builtin:box", message, sizeof message) == 2);
    assert_int_equal(stage->world.key.objectCount, 3);
    assertNear(getVelocity(stage, 1).y, -2.5, 1e-9);
    advance(stage, 15);
    assertNear(stage->objects[1].pose.p.y, 3.75, 1e-9);
    advance(stage, 60);
    assert_true(stage->world.impactCount > 0);
    assert_true(GetStageEvent(stage, 0)->time > 0.9);
    freeStage(stage);
}

// A pendulum and a driven box beside it: "bounce" in mid-swing rebuilds the world, and the joint keeps its
// position. Red: a joint at its initial point, which pulls the body there.
static void testJointsStayWhereTheyAre(void **state) {
    (void)state;
    SceneData data = MakeEmptySceneData();
    data.gravity = (cdVec3){0.0, -10.0, 0.0};
    AddSceneObject(&data, "bob", "builtin:box:x=0.2,y=0.2,z=0.2", SCENE_DYNAMIC)->pose =
        poseAt(1.0, 0.0, 0.0);
    AddSceneObject(&data, "hand", "builtin:box", SCENE_DRIVEN)->pose = poseAt(0.0, 0.0, 9.0);
    AddSceneJoint(&data, CD_JOINT_BALL, 0, -1, (cdVec3){0.0, 0.0, 0.0}, (cdVec3){0});
    Stage *stage = loadData(&data);
    advance(stage, 20);
    cdPose before = stage->objects[0].pose;
    cdVec3 velocity = getVelocity(stage, 0);
    assert_true(before.p.y < -0.3);
    stage->response = SCENE_BOUNCE;
    UpdateStageWorld(stage);
    assert_int_equal(stage->world.bodyCount, 2);
    assert_true(cdLength(cdSub(getVelocity(stage, 0), velocity)) < 1e-12);
    for (int i = 0; i < 120; ++i) {
        advance(stage, 1);
        assertNear(cdLength(stage->objects[0].pose.p), 1.0, 1e-3);
    }
    SceneData saved = MakeEmptySceneData();
    for (int32_t i = 0; i < 2; ++i)
        AddSceneObject(&saved, stage->objects[i].name, stage->objects[i].source, stage->data.objects[i].body);
    assert_true(DescribeStageBodies(stage, &saved));
    assert_int_equal(saved.jointCount, 1);
    assert_true(cdLength(saved.joints[0].def.point) < 1e-3);
    assert_true(cdLength(cdSub(saved.objects[0].velocity, getVelocity(stage, 0))) == 0.0);
    DestroySceneData(&saved);
    freeStage(stage);
}

// A door has turned to half of its limit, and a lamp's joint has broken, when "bounce" rebuilds the world:
// the door stops at the same limit, its motor goes to the same position, and the lamp keeps falling; both are
// back after a restart. Red: limits from the new pose, a broken joint that returns.
static void testJointsKeepTheirState(void **state) {
    (void)state;
    SceneData data = MakeEmptySceneData();
    data.gravity = (cdVec3){0.0, -10.0, 0.0};
    AddSceneObject(&data, "door", "builtin:box:x=0.2,y=0.2,z=0.2", SCENE_DYNAMIC)->pose =
        poseAt(1.0, 0.0, 0.0);
    AddSceneObject(&data, "lamp", "builtin:box:x=0.2,y=0.2,z=0.2", SCENE_DYNAMIC)->pose =
        poseAt(5.0, 40.0, 0.0);
    AddSceneObject(&data, "hand", "builtin:box", SCENE_DRIVEN)->pose = poseAt(0.0, 0.0, 9.0);
    const cdVec3 up = {0.0, 1.0, 0.0};
    AddSceneJoint(&data, CD_JOINT_FIXED, 1, -1, (cdVec3){5.0, 41.0, 0.0}, up)->def.breakingForce = 0.1;
    cdJointDef *door = &AddSceneJoint(&data, CD_JOINT_HINGE, 0, -1, (cdVec3){0}, up)->def;
    door->limited = true;
    door->lower = -0.1;
    door->upper = 1.0;
    door->motor = (cdJointMotor){CD_MOTOR_POSITION, 1.0, 2.0, 50.0};
    Stage *stage = loadData(&data);
    for (int round = 0; round < 2; ++round) {
        advance(stage, 30);
        assert_true(stage->objects[1].pose.p.y < 39.0);
        assert_true(stage->data.joints[0].broken && stage->data.joints[1].number == 1);
        stage->response = SCENE_BOUNCE;
        ++stage->changes.edits; // creates the world again in the second round, too
        UpdateStageWorld(stage);
        assert_true(stage->data.joints[0].broken && stage->data.joints[1].number == 0);
        advance(stage, 60);
        assert_true(stage->objects[1].pose.p.y < 30.0);
        cdVec3 arm = stage->objects[0].pose.p;
        assertNear(atan2(-arm.z, arm.x), 1.0, 1e-3);
        assert_true(ApplyStageEntry(stage, MakeRestart()));
        assert_false(stage->data.joints[0].broken);
        assertNear(stage->objects[1].pose.p.y, 40.0, 1e-12);
    }
    freeStage(stage);
}

// The cube is on a driven box that is moved away from under it: it falls to the floor. Moved against the
// cube, the box stops at it. Red: a world in which a driven object keeps its old pose, a body supported by
// nothing.
static void testDrivenObjectsAreInTheWorld(void **state) {
    (void)state;
    SceneData data = describeDrop(2.7);
    AddSceneObject(&data, "tray", "builtin:box:x=1,y=0.5,z=1", SCENE_DRIVEN)->pose = poseAt(0.0, 1.5, 0.0);
    Stage *stage = loadData(&data);
    advance(stage, 180);
    assert_true(stage->world.still);
    assertNear(stage->objects[1].pose.p.y, 2.5, 1e-3);
    apply(stage, MakeMove(2, poseAt(0.0, 4.0, 0.0)));
    assert_int_equal(stage->query.status, STAGE_CONTACT);
    assert_int_equal(stage->query.obstacle, 1);
    stage->response = SCENE_STOP;
    apply(stage, MakePlace(2, poseAt(5.0, 1.5, 0.0)));
    assert_false(stage->world.still);
    advance(stage, 180);
    assert_true(stage->world.still);
    assertNear(stage->objects[1].pose.p.y, 0.5, 1e-3);
    assert_false(overlapsAny(stage, 1));
    freeStage(stage);
}

// A moved body is reset by undo, with zero velocity; if its pose is occupied now it stays. Red: a body moved
// into another one by undo.
static void testUndoOfBodies(void **state) {
    (void)state;
    SceneData data = describeDrop(3.0);
    AddSceneObject(&data, "other", "builtin:box:x=0.5,y=0.5,z=0.5", SCENE_DYNAMIC)->pose =
        poseAt(4.0, 3.0, 0.0);
    Stage *stage = loadData(&data);
    BeginStageGesture(stage);
    apply(stage, MakeMove(1, poseAt(-4.0, 3.0, 0.0)));
    assert_true(UndoStage(stage));
    assert_true(stage->objects[1].pose.p.x == 0.0);
    BeginStageGesture(stage);
    apply(stage, MakeMove(1, poseAt(-4.0, 3.0, 0.0)));
    apply(stage, MakeMove(2, poseAt(0.2, 3.0, 0.0)));
    assert_false(UndoStage(stage));
    assert_true(stage->objects[1].pose.p.x == -4.0);
    advance(stage, 1);
    assertNear(getVelocity(stage, 1).y, -10.0 * dt, 1e-12);
    freeStage(stage);
}

// Gravity switched on where the scene has none: the hand's box falls onto the ground, just below the lowest
// object, and stays; with the ground switched off the world has none. Red: a ground that overlaps objects, or
// that stays.
static void testGravityAndGround(void **state) {
    (void)state;
    Stage *stage = makeStage(SCENE_SLIDE);
    stage->response = SCENE_BOUNCE;
    stage->falls = true;
    UpdateStageWorld(stage);
    assert_non_null(stage->world.ground);
    advance(stage, 240);
    assert_true(stage->world.still);
    assert_true(stage->objects[0].pose.p.y < 0.0 && stage->objects[0].pose.p.y > -0.01);
    assert_string_equal(GetStageBodyName(stage, GetStageEvent(stage, 0)->objects[0] == 0
                                                    ? GetStageEvent(stage, 0)->objects[1]
                                                    : GetStageEvent(stage, 0)->objects[0]),
                        "ground");
    ApplyStageEntry(stage, MakeSetGround(false));
    assert_null(stage->world.ground);
    freeStage(stage);
}

// An invalid body: the stage does not load, and names the object. Red: a stage without a world that shows its
// bodies in the air.
static void testInvalidBodiesAreRejected(void **state) {
    (void)state;
    SceneData data = describeDrop(2.0);
    data.objects[1].restitution = 1.5;
    Stage stage;
    char message[512] = "";
    assert_false(LoadStage(&stage, NULL, &data, message, sizeof message));
    assert_non_null(strstr(message, "\"cube\""));
}

// A lift that follows its path, in a world that is rebuilt twice in between: it continues where it was, and a
// saved scene has the rest of the path. Red: the path begins again, or its first part is skipped twice.
static void test_paths_outlive_the_world(void **state) {
    (void)state;
    SceneData data = describeDrop(0.501);
    SceneObject *lift = AddSceneObject(&data, "lift", "builtin:box:x=0.5,y=0.1,z=0.5", SCENE_KINEMATIC);
    const cdPathNode nodes[] = {
        {0.0, poseAt(3.0, 1.0, 0.0)}, {1.0, poseAt(3.0, 3.0, 0.0)}, {2.0, poseAt(5.0, 3.0, 0.0)}};
    assert_true(SetScenePath(&data, lift, nodes, 3));
    lift->pose = nodes[0].pose;
    Stage *stage = loadData(&data);
    char message[256];
    for (int i = 0; i < 2; ++i) {
        advance(stage, 45);
        assert_true(setOption(stage, 1, STAGE_FRICTION, 0.3 + 0.1 * i, message, sizeof message));
    }
    assert_true(stage->objects[2].isBody);
    assertNear(stage->objects[2].pose.p.x, 4.0, 1e-9);
    SceneData saved = MakeEmptySceneData();
    SceneObject *described = DescribeStageObject(stage, 2, &saved);
    assertNear(described->pathStart, 1.5, 1e-9);
    assert_int_equal(described->nodeCount, 3);
    DestroySceneData(&saved);
    advance(stage, 60);
    assertNear(stage->objects[2].pose.p.x, 5.0, 1e-12);
    freeStage(stage);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_paths_outlive_the_world),
                                       cmocka_unit_test(testBodiesFall),
                                       cmocka_unit_test(testBodiesComeToRest),
                                       cmocka_unit_test(testSpinAtTheStart),
                                       cmocka_unit_test(testReplayIsTheSame),
                                       cmocka_unit_test(testThrownBodiesBounce),
                                       cmocka_unit_test(testRebuiltWorldKeepsVelocities),
                                       cmocka_unit_test(testJointsStayWhereTheyAre),
                                       cmocka_unit_test(testJointsKeepTheirState),
                                       cmocka_unit_test(testDrivenObjectsAreInTheWorld),
                                       cmocka_unit_test(testUndoOfBodies),
                                       cmocka_unit_test(testGravityAndGround),
                                       cmocka_unit_test(testInvalidBodiesAreRejected)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
