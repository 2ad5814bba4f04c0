// Options of the bodies of objects: damping, forces, locks, velocity, kind, collision filter. Each reaches
// the body, is undone, recorded and saved.
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on
#include "replay_fixture.h"
#include "scenes/scene_file.h"
#include "stage/objects/object_options.h"
#include "stage/objects/option_values.h"
#include "stage/objects/stage_filter.h"
#include "stage_fixture.h"

#include <math.h>
#include <string.h>

static void set(Stage *stage, int32_t object, StageOption option, double value) {
    char message[512] = "";
    if (!setOption(stage, object, option, value, message, sizeof message)) fail_msg("%s", message);
}

static void refuse(Stage *stage, int32_t object, StageOption option, double value, const char *why) {
    char message[512] = "";
    double before = stage->objects[object].options[option];
    int64_t done = stage->journal.done;
    assert_false(setOption(stage, object, option, value, message, sizeof message));
    if (!strstr(message, why)) fail_msg("%s", message);
    assert_true(stage->objects[object].options[option] == before);
    assert_int_equal(stage->journal.done, done);
}

// A dynamic cube of side 2 in free space, its mass 8, and a fixed block far to its left.
static Stage *makeFree(cdVec3 gravity, cdVec3 velocity) {
    SceneData data = MakeEmptySceneData();
    data.gravity = gravity;
    data.ground = false;
    SceneObject *cube = AddSceneObject(&data, "cube", "builtin:box:x=1,y=1,z=1", SCENE_DYNAMIC);
    cube->velocity = velocity;
    AddSceneObject(&data, "block", "builtin:box:x=1,y=1,z=1", SCENE_FIXED)->pose = poseAt(-9.0, 0.0, 0.0);
    Stage *stage = malloc(sizeof *stage);
    char message[512] = "";
    if (!stage || !LoadStage(stage, NULL, &data, message, sizeof message)) abort();
    return stage;
}

static void run(Stage *stage, int steps) {
    for (int i = 0; i < steps; ++i)
        apply(stage, MakeAdvance(1.0 / 60.0));
}

static cdBodyState getState(const Stage *stage, int32_t object) {
    return cdGetBodyState(stage->world.scene.world, stage->world.scene.bodies[object]);
}

// One second with damping 0.7: the velocity is exp(-0.7) of the first. With force F the speed grows by F / m
// t, with the gravity scale s by s g t; a locked axis takes no part. Red: an option that does not reach the
// body, or reaches another member; a world that is not created again.
static void testForcesReachTheBody(void **state) {
    (void)state;
    Stage *stage = makeFree((cdVec3){0}, (cdVec3){3.0, 0.0, 0.0});
    set(stage, 0, STAGE_LINEAR_DAMPING, 0.7);
    run(stage, 60);
    assert_true(fabs(getState(stage, 0).velocity.x - 3.0 * exp(-0.7)) < 1e-9);
    set(stage, 0, STAGE_LINEAR_DAMPING, 0.0);
    double x = getState(stage, 0).velocity.x;
    set(stage, 0, STAGE_FORCE_X, 16.0);
    set(stage, 0, STAGE_FORCE_Y, -4.0);
    set(stage, 0, STAGE_TORQUE_Z, 16.0 / 3.0); // the moment of inertia is 16 / 3
    run(stage, 60);
    assert_true(fabs(getState(stage, 0).velocity.x - x - 2.0) < 1e-9);
    assert_true(fabs(getState(stage, 0).velocity.y + 0.5) < 1e-9);
    assert_true(fabs(getState(stage, 0).angularVelocity.z - 1.0) < 1e-9);
    set(stage, 0, STAGE_LOCK_TRANSLATION, CD_AXIS_X);
    set(stage, 0, STAGE_LOCK_ROTATION, CD_AXIS_Z);
    run(stage, 60);
    assert_true(fabs(getState(stage, 0).velocity.x) < 1e-9);
    assert_true(fabs(getState(stage, 0).velocity.y + 1.0) < 1e-9);
    assert_true(fabs(getState(stage, 0).angularVelocity.z) < 1e-9);
    freeStage(stage);
    stage = makeFree((cdVec3){0.0, -8.0, 0.0}, (cdVec3){0});
    set(stage, 0, STAGE_GRAVITY_SCALE, -0.5);
    run(stage, 30);
    assert_true(fabs(getState(stage, 0).velocity.y - 2.0) < 1e-9);
    assert_true(UndoStage(stage));
    run(stage, 30);
    assert_true(fabs(getState(stage, 0).velocity.y + 2.0) < 1e-9);
    freeStage(stage);
}

// Limits of speed, and a lock of the cube's own axis after it has turned. Red: an option that the body does
// not get, or a lock of the world's axis.
static void testLimitsReachTheBody(void **state) {
    (void)state;
    Stage *stage = makeFree((cdVec3){0}, (cdVec3){0});
    set(stage, 0, STAGE_FORCE_X, 16.0);
    set(stage, 0, STAGE_TORQUE_Z, 16.0 / 3.0);
    set(stage, 0, STAGE_MAX_SPEED, 0.75);
    set(stage, 0, STAGE_MAX_SPIN, 0.25);
    run(stage, 60);
    assert_true(fabs(getState(stage, 0).velocity.x - 0.75) < 1e-9);
    assert_true(fabs(getState(stage, 0).angularVelocity.z - 0.25) < 1e-9);
    set(stage, 0, STAGE_LOCK_TRANSLATION, CD_AXIS_X); // the cube has turned
    set(stage, 0, STAGE_LOCK_FRAME, CD_LOCK_BODY);
    run(stage, 60);
    cdVec3 own = cdInvRotate(getState(stage, 0).pose.q, getState(stage, 0).velocity);
    assert_true(fabs(own.x) < 1e-9 && fabs(own.y) > 0.01);
    freeStage(stage);
}

// The velocity of a dynamic body is that at the scene's start: a restart applies it. A kinematic body keeps
// it and pushes the cube ahead. Red: a velocity set at once, or lost by the restart; a kinematic object that
// the world does not move.
static void testVelocity(void **state) {
    (void)state;
    Stage *stage = makeFree((cdVec3){0}, (cdVec3){0});
    set(stage, 0, STAGE_VELOCITY_Y, 2.0);
    run(stage, 1);
    assert_true(getState(stage, 0).velocity.y == 0.0);
    apply(stage, MakeRestart());
    run(stage, 30);
    assert_true(fabs(stage->objects[0].pose.p.y - 1.0) < 1e-9);
    set(stage, 0, STAGE_VELOCITY_Y, 0.0);
    apply(stage, MakeRestart());
    set(stage, 1, STAGE_VELOCITY_X, 4.0);
    set(stage, 1, STAGE_BODY, SCENE_KINEMATIC);
    assert_true(stage->objects[1].isBody);
    run(stage, 180); // 12 from -9; the gap to the cube was 7
    assert_true(fabs(stage->objects[1].pose.p.x - 3.0) < 1e-9);
    assert_true(stage->objects[0].pose.p.x >= 5.0);
    set(stage, 1, STAGE_BODY, SCENE_FIXED);
    cdPose there = stage->objects[1].pose;
    run(stage, 10);
    assert_true(cdIsSamePose(stage->objects[1].pose, there));
    freeStage(stage);
}

// Red: a value that a scene file would refuse; a message that does not name the range.
static void testRefused(void **state) {
    (void)state;
    Stage *stage = makeFree((cdVec3){0}, (cdVec3){0});
    refuse(stage, 0, STAGE_LINEAR_DAMPING, -1.0, "linearDamping, which is a number from 0 to 1e+100");
    refuse(stage, 0, STAGE_FORCE_Z, NAN, "not a valid value of forceZ");
    refuse(stage, 0, STAGE_LOCK_ROTATION, 8.0, "a whole number from 0 to 7");
    refuse(stage, 0, STAGE_LOCK_FRAME, 2.0, "lockFrame, which is a whole number from 0 to 1");
    refuse(stage, 0, STAGE_MAX_SPEED, -1.0, "maxSpeed, which is a number from 0 to 1e+100");
    refuse(stage, 0, STAGE_MAX_SPIN, NAN, "not a valid value of maxSpin");
    refuse(stage, 0, STAGE_CATEGORY, 0.5, "a whole number from 0 to 4294967295");
    refuse(stage, 0, STAGE_MASK, 4294967296.0, "from 0 to 4294967295");
    refuse(stage, 0, STAGE_COLLISION_GROUP, -2147483649.0, "from -2147483648 to 2147483647");
    refuse(stage, 0, STAGE_BODY, SCENE_MOVED, "0 (fixed), 1 (driven), 2 (dynamic) or 4 (kinematic)");
    refuse(stage, 0, STAGE_SENSOR, 2.0, "from 0 to 1");
    freeStage(stage);
}

static StageStatus moveThrough(Stage *stage) {
    apply(stage, MakePlace(0, poseAt(4.0, 0.0, 0.0)));
    apply(stage, MakeMove(0, poseAt(-4.0, 0.0, 0.0)));
    return stage->query.status;
}

// A drag passes through a sensor and through objects that its filter excludes; such pairs are no overlaps. An
// option that would make overlapping objects collide is refused. Red: a drag that ignores filters; a pair
// that begins to collide while it overlaps.
static void testFilter(void **state) {
    (void)state;
    static const struct {
        StageOption option;
        double value, other;
    } passes[] = {{STAGE_SENSOR, 1.0, 0.0}, {STAGE_CATEGORY, 0.0, 1.0}, {STAGE_MASK, 2.0, 1.0}};
    for (size_t i = 0; i < sizeof passes / sizeof *passes; ++i) {
        Stage *stage = makeStage(SCENE_STOP);
        assert_int_equal(moveThrough(stage), STAGE_CONTACT);
        set(stage, 1, passes[i].option, passes[i].value);
        assert_int_equal(moveThrough(stage), STAGE_FREE);
        assert_true(stage->objects[0].pose.p.x == -4.0);
        apply(stage, MakeMove(0, poseAt(0.5, 0.0, 0.0)));
        assert_true(stage->objects[0].pose.p.x == 0.5);
        UpdateStageOverlaps(stage);
        assert_int_equal(stage->overlaps.count, 0);
        refuse(stage, 1, passes[i].option, passes[i].other, "block overlaps hand");
        apply(stage, MakePlace(0, poseAt(4.0, 0.0, 0.0)));
        set(stage, 1, passes[i].option, passes[i].other);
        assert_int_equal(moveThrough(stage), STAGE_CONTACT);
        assert_true(UndoStage(stage));
        assert_true(stage->objects[1].options[passes[i].option] == passes[i].value);
        freeStage(stage);
    }
}

// The rule is that of the library for every pair of filters. Red: a sign of a group, a mask tested one way.
static void testFilterRule(void **state) {
    (void)state;
    static const StageFilter filters[] = {{1, 7, 0, false}, {2, 5, 0, false}, {4, 2, 0, false},
                                          {1, 6, 3, false}, {0, 0, 3, false}, {1, 7, -3, false},
                                          {1, 7, 0, true},  {2, 7, -3, false}};
    enum { COUNT = sizeof filters / sizeof *filters };
    cdMesh *mesh = CreateSourceMesh("builtin:box", (MeshPlacement){false, 1.0}, SCENE_MESH_PARTS, NULL, 0);
    cdWorldDef worldDef = cdDefaultWorldDef();
    cdWorld *world = cdCreateWorld(&worldDef);
    assert_true(mesh && world);
    for (int i = 0; i < COUNT; ++i) {
        cdBodyDef def = cdDefaultBodyDef();
        def.kind = CD_BODY_DYNAMIC;
        def.mesh = mesh;
        def.pose = poseAt(5.0 * i, 0.0, 0.0);
        def.category = filters[i].category;
        def.mask = filters[i].mask;
        def.group = filters[i].group;
        def.sensor = filters[i].sensor;
        assert_int_equal(cdAddBody(world, &def), i);
    }
    for (int i = 0; i < COUNT; ++i)
        for (int k = 0; k < COUNT; ++k)
            if (i != k)
                assert_int_equal(DoFiltersCollide(filters[i], filters[k]), cdCanBodiesCollide(world, i, k));
    cdDestroyWorld(world);
    cdDestroyMesh(mesh);
}

// --- Saved, recorded

static void setAll(Stage *stage) {
    set(stage, 0, STAGE_LINEAR_DAMPING, 0.1);
    set(stage, 0, STAGE_ANGULAR_DAMPING, 1.0 / 3.0);
    set(stage, 0, STAGE_MAX_SPEED, 7.0 / 3.0);
    set(stage, 0, STAGE_MAX_SPIN, 0.3);
    set(stage, 0, STAGE_LOCK_FRAME, CD_LOCK_BODY);
    set(stage, 0, STAGE_GRAVITY_SCALE, -0.25);
    for (int k = 0; k < 3; ++k) {
        set(stage, 0, STAGE_FORCE_X + (StageOption)k, 0.1 * k - 0.3);
        set(stage, 0, STAGE_TORQUE_X + (StageOption)k, 0.7 - 0.3 * k);
    }
    set(stage, 0, STAGE_LOCK_TRANSLATION, CD_AXIS_Z);
    set(stage, 0, STAGE_LOCK_ROTATION, CD_AXIS_X | CD_AXIS_Y);
    set(stage, 0, STAGE_CATEGORY, 6.0);
    set(stage, 0, STAGE_MASK, 4294967294.0);
    set(stage, 0, STAGE_COLLISION_GROUP, -7.0);
    set(stage, 1, STAGE_SENSOR, 1.0);
    set(stage, 1, STAGE_VELOCITY_X, 1.0 / 7.0);
    set(stage, 1, STAGE_SPIN_Y, 0.2);
    set(stage, 1, STAGE_BODY, SCENE_KINEMATIC);
}

// The scene's text, read back, gives the same values of all options. Red: an option that is not saved.
static void testSaved(void **state) {
    (void)state;
    Stage *stage = makeFree((cdVec3){0.0, -8.0, 0.0}, (cdVec3){0});
    SceneData data = MakeEmptySceneData(), again;
    char message[512] = "";
    setAll(stage);
    for (int32_t i = 0; i < 2; ++i)
        assert_non_null(DescribeStageObject(stage, i, &data));
    char *text = MakeSceneText(&data, "a.json");
    assert_non_null(text);
    if (!ReadSceneText(text, strlen(text), "a.json", &again, message, sizeof message))
        fail_msg("%s\n%s", message, text);
    for (int32_t i = 0; i < 2; ++i) {
        double options[STAGE_OPTION_COUNT];
        ReadSceneOptions(&again.objects[i], options);
        for (int k = 0; k < STAGE_OPTION_COUNT; ++k)
            if (options[k] != stage->objects[i].options[k]) fail_msg("%s", GetStageOptionNames()[k]);
    }
    free(text);
    DestroySceneData(&data);
    DestroySceneData(&again);
    freeStage(stage);
}

// Edits between steps, before the recording and in it: the replay has the same bits, forward and again after
// a rewind. Red: an option that is not recorded, or stays when a replay rewinds.
static void testRecorded(void **state) {
    (void)state;
    Stage *stage = makeFree((cdVec3){0.0, -8.0, 0.0}, (cdVec3){0.5, 0.0, 0.0});
    char message[512] = "", *text = NULL;
    size_t length = 0;
    set(stage, 0, STAGE_ANGULAR_DAMPING, 0.5);
    run(stage, 5);
    RecordingWriter writer;
    FILE *out = open_memstream(&text, &length);
    assert_true(BeginRecording(&writer, stage, out, "/tmp/a.fcrec", message, sizeof message));
    setAll(stage);
    run(stage, 20);
    assert_true(UndoStage(stage)); // kinematic no more
    run(stage, 20);
    int64_t frames = writer.frames;
    uint64_t hash = HashStage(stage);
    assert_true(EndRecording(&writer, stage));
    freeStage(stage);
    StagePlayer player;
    stage = openReplay(text, &player);
    for (int round = 0; round < 2; ++round) {
        while (StepPlayer(&player, stage, message, sizeof message))
            if (player.differs) fail_msg("frame %d: %s", (int)player.differs, player.difference);
        assert_string_equal(message, "");
        assert_int_equal(player.frame, frames);
        assert_true(HashStage(stage) == hash);
        assert_true(SeekPlayer(&player, stage, 0, 1e9, message, sizeof message));
    }
    ClosePlayer(&player);
    freeStage(stage);
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testForcesReachTheBody),
        cmocka_unit_test(testLimitsReachTheBody),
        cmocka_unit_test(testVelocity),
        cmocka_unit_test(testRefused),
        cmocka_unit_test(testFilter),
        cmocka_unit_test(testFilterRule),
        cmocka_unit_test(testSaved),
        cmocka_unit_test(testRecorded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
