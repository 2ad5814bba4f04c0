// Driven objects in the stage's world: they push dynamic bodies or are blocked, and see edits at once.
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on
#include "random.h"
#include "replay_fixture.h"
#include "stage/journal/stage_history.h"
#include "stage_fixture.h"

#include <math.h>
#include <string.h>

static const double dt = 1.0 / 60.0;
enum { HAND, LOAD, WALL };

// A driven box, a dynamic one beside it and a fixed one farther off, without weight: at x = -3, 0 and 4.
static Stage *makeRow(bool pushes) {
    SceneData data = MakeEmptySceneData();
    SceneObject *hand = AddSceneObject(&data, "hand", "builtin:box:x=0.5,y=0.5,z=0.5", SCENE_DRIVEN);
    hand->pose = poseAt(-3.0, 0.1, 0.05);
    hand->pushes = pushes;
    AddSceneObject(&data, "load", "builtin:box:x=0.5,y=0.5,z=0.5", SCENE_DYNAMIC);
    AddSceneObject(&data, "wall", "builtin:box:x=0.5,y=2,z=2", SCENE_FIXED)->pose = poseAt(4.0, 0.0, 0.0);
    Stage *stage = malloc(sizeof *stage);
    char message[512] = "";
    if (!stage || !LoadStage(stage, NULL, &data, message, sizeof message)) fail_msg("%s", message);
    return stage;
}

// Drags the hand to the right in small steps, each followed by one of the world. Returns the number of steps
// in which it pushed.
static int32_t drag(Stage *stage, double from, double to, int steps) {
    int32_t pushes = 0;
    for (int i = 1; i <= steps; ++i) {
        cdPose intended = poseAt(from + (to - from) * i / steps, 0.1, 0.05);
        apply(stage, MakeMove(HAND, intended));
        pushes += stage->query.pushed >= 0;
        assert_true(stage->query.pushed < 0 || stage->query.pushed == LOAD);
        assert_true(areApart(stage));
        apply(stage, MakeAdvance(dt));
        assert_true(areApart(stage));
    }
    return pushes;
}

// Where the dynamic box gives way, the hand reaches its target and has pushed the box ahead, against the wall
// it stops. Red: a hand that is blocked, that overlaps the box, that strikes it with the whole rest of a
// step, or whose object stays while its body moves.
static void testPushes(void **state) {
    (void)state;
    Stage *stage = makeRow(true);
    assert_true(drag(stage, -3.0, 0.0, 60) > 5);
    assert_true(stage->objects[HAND].pose.p.x > -1e-3);
    assert_true(stage->objects[LOAD].pose.p.x > 0.99);
    const StageWorld *world = &stage->world;
    cdPose body = cdGetBodyState(world->scene.world, world->scene.bodies[HAND]).pose;
    assert_true(cdIsSamePose(body, stage->objects[HAND].pose));
    drag(stage, 0.0, 4.0, 120);
    assert_true(stage->objects[LOAD].pose.p.x > 2.9 && stage->objects[LOAD].pose.p.x < 3.0);
    assert_true(stage->objects[HAND].pose.p.x > 1.9 && stage->objects[HAND].pose.p.x < 2.0);
    freeStage(stage);
}

// The hand slides over a floor, in place of the wall, into the box, with intended poses below the floor: it
// may meet the floor first, and the box gives way all the same. Red: a push that only the first contact
// decides, one into the floor, where nothing gives way.
static void testPushesAlongAFloor(void **state) {
    (void)state;
    SceneData data = MakeEmptySceneData();
    data.gravity = (cdVec3){0.0, -10.0, 0.0};
    SceneObject *hand = AddSceneObject(&data, "hand", "builtin:box:x=0.5,y=0.5,z=0.5", SCENE_DRIVEN);
    hand->pose = poseAt(-3.0, 0.6, 0.0);
    hand->pushes = true;
    AddSceneObject(&data, "load", "builtin:box:x=0.5,y=0.5,z=0.5", SCENE_DYNAMIC)->pose =
        poseAt(0.0, 0.501, 0.0);
    AddSceneObject(&data, "floor", "builtin:box:x=8,y=1,z=8", SCENE_FIXED)->pose = poseAt(0.0, -1.0, 0.0);
    Stage *stage = malloc(sizeof *stage);
    char message[512] = "";
    if (!stage || !LoadStage(stage, NULL, &data, message, sizeof message)) fail_msg("%s", message);
    apply(stage, MakeMove(HAND, poseAt(1.0, 0.3, 0.0)));
    assert_true(stage->query.obstacle == WALL && stage->query.pushed == LOAD);
    apply(stage, MakePlace(HAND, poseAt(-3.0, 0.6, 0.0)));
    for (int i = 1; i <= 120; ++i) {
        apply(stage, MakeMove(HAND, poseAt(-3.0 + 4.0 * i / 120, 0.3, 0.0)));
        apply(stage, MakeAdvance(dt));
        assert_true(areApart(stage));
    }
    assert_true(stage->objects[HAND].pose.p.x > 0.9);
    assert_true(stage->objects[LOAD].pose.p.x > 1.9);
    freeStage(stage);
}

// One step far behind the box: the hand goes up to it, and pushes on at a speed that it can follow.
static void testLongStepPushesSoftly(void **state) {
    (void)state;
    Stage *stage = makeRow(true);
    apply(stage, MakeMove(HAND, poseAt(2.0, 0.1, 0.05)));
    assert_true(stage->query.pushed == LOAD && stage->objects[HAND].pose.p.x < -0.999);
    for (int i = 0; i < 3; ++i) {
        apply(stage, MakeAdvance(dt));
        double radius = stage->objects[HAND].info.radius, speed = 60.0 * radius / 8.0;
        cdBodyState load = cdGetBodyState(stage->world.scene.world, stage->world.scene.bodies[LOAD]);
        assert_true(load.velocity.x > 0.5 * speed && load.velocity.x < 1.01 * speed);
        assert_true(areApart(stage));
    }
    freeStage(stage);
}

// Without the option the box blocks; with it, set between two steps, it gives way. Red: an
// option that the world learns only when it is created again.
static void testBlocks(void **state) {
    (void)state;
    Stage *stage = makeRow(false);
    cdPose before = stage->objects[LOAD].pose;
    assert_int_equal(drag(stage, -3.0, 0.0, 60), 0);
    assert_true(fabs(stage->objects[LOAD].pose.p.x - before.p.x) < 1e-3);
    assert_true(fabs(stage->objects[HAND].pose.p.x + 1.0) < 2e-3);
    assert_int_equal(stage->query.obstacle, LOAD);
    apply(stage, MakeSetOption(HAND, STAGE_PUSHES, 1.0));
    assert_true(drag(stage, -1.0, 0.0, 60) > 5);
    assert_true(stage->objects[LOAD].pose.p.x > 0.99);
    freeStage(stage);
}

// The contact that a search with empty caches finds among the other objects, in their order.
static cdFirstContact findByHand(const Stage *stage, cdPose from, cdPose to) {
    cdObstacle obstacles[8];
    cdWorkspace *workspace = cdCreateWorkspace();
    cdObstaclesInput input = {
        .mesh = stage->objects[HAND].mesh, .start = from, .target = to, .obstacles = obstacles};
    for (int32_t i = 1; i < stage->objectCount; ++i)
        if (IsObjectPresent(&stage->objects[i]))
            obstacles[input.obstacleCount++] = (cdObstacle){stage->objects[i].mesh, stage->objects[i].pose};
    cdFirstContact found = cdFindFirstContactAmong(&input, NULL, workspace, NULL);
    cdDestroyWorkspace(workspace);
    return found;
}

static cdPose choosePose(Random *random, double size) {
    cdVec3 axis = nextRandomDirection(random);
    cdQuat turn = cdMakeQuat(axis, nextRandomIn(random, -2.0, 2.0));
    return (cdPose){cdScale(size, nextRandomVec3(random)), turn};
}

static void edit(Stage *stage, Random *random, int i) {
    int32_t object = 1 + i % (stage->objectCount - 1);
    StageEntry removal = MakeSetOption(object, STAGE_REMOVED, i % 4 == 0);
    StageEntry scale = MakeSetOption(object, STAGE_SCALE, nextRandomIn(random, 0.6, 1.4));
    apply(stage, MakePlace(object, choosePose(random, 2.5)));
    if (i % 3 == 0) ApplyStage(stage, &removal, NULL, 0);
    if (i % 5 == 0) ApplyStage(stage, &scale, NULL, 0);
    if (i % 7 == 0) apply(stage, MakeSetOption(object, STAGE_LEAF_RADIUS, nextRandomIn(random, 0.1, 0.5)));
}

// Objects are put elsewhere, removed, scaled and get other trees between the steps of a drag, with bodies at
// rest and in a world that runs: each step is, bit for bit, what a search with empty caches finds. Red: a
// body that stays where its object was, the old mesh, caches that change a result, quaternions that are
// normalized once more.
static void testEditsBetweenDrags(void **state) {
    (void)state;
    for (int runs = 0; runs < 2; ++runs) {
        SceneData data = MakeEmptySceneData();
        static const char *const meshes[] = {"builtin:gear:teeth=7", "builtin:torus:segments=12",
                                             "builtin:box:x=0.5,y=0.5,z=0.5", "builtin:icosphere:level=1",
                                             "builtin:l-shape:size=1,thickness=0.3,depth=0.4"};
        data.response = SCENE_STOP;
        data.ground = false;
        for (int i = 0; i < 5; ++i) {
            char name[16];
            snprintf(name, sizeof name, "object %d", i);
            SceneBody body = i == 0 ? SCENE_DRIVEN : i == 4 && runs ? SCENE_DYNAMIC : SCENE_FIXED;
            AddSceneObject(&data, name, meshes[i], body)->pose = poseAt(4.0 * i, 0.0, 0.0);
        }
        Stage *stage = malloc(sizeof *stage);
        char message[512] = "";
        if (!stage || !LoadStage(stage, NULL, &data, message, sizeof message)) fail_msg("%s", message);
        assert_true(stage->world.present == (runs == 1));
        Random random = {31};
        int contacts = 0;
        for (int i = 0; i < 60; ++i) {
            edit(stage, &random, i);
            cdPose from = stage->objects[HAND].pose, to = choosePose(&random, 2.0);
            cdFirstContact expected = findByHand(stage, from, to);
            apply(stage, MakeMove(HAND, to));
            const cdFirstContact *found = &stage->query.contact;
            assert_int_equal(found->state, expected.state);
            assert_true(found->t.lo == expected.t.lo && found->t.hi == expected.t.hi);
            bool overlaps = expected.state == CD_OVERLAP; // moves freely
            assert_true(cdIsSamePose(stage->objects[HAND].pose, overlaps ? to : expected.resolvedPose));
            contacts += expected.state == CD_CONTACT;
        }
        assert_true(contacts > 10);
        freeStage(stage);
    }
}

// A sensor does not block a drag, nor does an object that filters exclude. Red: obstacles that are listed
// without their filters.
static void testFilters(void **state) {
    (void)state;
    for (int kind = 0; kind < 3; ++kind) {
        SceneData data = MakeEmptySceneData();
        AddSceneObject(&data, "hand", "builtin:box:x=0.5,y=0.5,z=0.5", SCENE_DRIVEN)->pose =
            poseAt(-3.0, 0.0, 0.0);
        SceneObject *gate = AddSceneObject(&data, "gate", "builtin:box:x=0.5,y=0.5,z=0.5", SCENE_FIXED);
        gate->traits.sensor = kind == 1;
        gate->traits.mask = kind == 2 ? 2 : UINT32_MAX;
        Stage *stage = malloc(sizeof *stage);
        char message[512] = "";
        if (!stage || !LoadStage(stage, NULL, &data, message, sizeof message)) fail_msg("%s", message);
        apply(stage, MakeMove(HAND, poseAt(3.0, 0.0, 0.0)));
        assert_true(cdIsSamePose(stage->objects[HAND].pose, poseAt(3.0, 0.0, 0.0)) == (kind > 0));
        apply(stage, MakePlace(HAND, poseAt(0.3, 0.0, 0.0)));
        assert_int_equal(stage->query.status, kind > 0 ? STAGE_FREE : STAGE_OVERLAP);
        freeStage(stage);
    }
}

// A driven object that does not push is a driven body of a world that runs; a fall ends on it as on a fixed
// one, bit for bit. Its own motion stops at the fallen body, which stays. Red: a body that passes through it
// or is pushed.
static void testStandsInTheWay(void **state) {
    (void)state;
    uint64_t hashes[2];
    for (int k = 0; k < 2; ++k) {
        SceneData data = MakeEmptySceneData();
        data.gravity = (cdVec3){0.0, -9.81, 0.0};
        SceneBody body = k == 0 ? SCENE_DRIVEN : SCENE_FIXED;
        AddSceneObject(&data, "hand", "builtin:box:x=0.5,y=0.5,z=0.5", body)->pose = poseAt(0.0, 2.0, 0.0);
        AddSceneObject(&data, "load", "builtin:box:x=0.3,y=0.3,z=0.3", SCENE_DYNAMIC)->pose =
            poseAt(0.1, 3.5, 0.05);
        Stage *stage = malloc(sizeof *stage);
        char message[512] = "";
        if (!stage || !LoadStage(stage, NULL, &data, message, sizeof message)) fail_msg("%s", message);
        cdBodyState hand = cdGetBodyState(stage->world.scene.world, GetStageBody(stage, HAND));
        assert_int_equal(hand.kind, k == 0 ? CD_BODY_DRIVEN : CD_BODY_FIXED);
        for (int i = 0; i < 120; ++i) {
            apply(stage, MakeAdvance(dt));
            assert_true(areApart(stage));
        }
        hashes[k] = HashStage(stage);
        cdPose load = stage->objects[LOAD].pose;
        assert_true(fabs(load.p.y - 2.8) < 1e-3);
        if (k == 0) {
            apply(stage, MakeMove(HAND, poseAt(0.0, 4.0, 0.0)));
            assert_true(stage->query.obstacle == LOAD && stage->query.pushed < 0);
            assert_true(stage->objects[HAND].pose.p.y < 2.001);
            apply(stage, MakeAdvance(dt));
            assert_true(fabs(stage->objects[LOAD].pose.p.y - load.p.y) < 1e-3);
            assert_true(areApart(stage));
        }
        freeStage(stage);
    }
    assert_true(hashes[0] == hashes[1]);
}

// A session in which the hand pushes replays from its recording, bit for bit. Red: a push that depends on the
// window.
static void testRecorded(void **state) {
    (void)state;
    Stage *stage = makeRow(true);
    char message[512] = "", *text = NULL;
    size_t length = 0;
    RecordingWriter writer;
    FILE *out = open_memstream(&text, &length);
    assert_true(BeginRecording(&writer, stage, out, "/tmp/a.fcrec", message, sizeof message));
    assert_true(drag(stage, -3.0, 1.0, 100) > 5);
    uint64_t hash = HashStage(stage);
    assert_true(EndRecording(&writer, stage));
    freeStage(stage);
    assertReplays(text, hash);
    free(text);
}

// From a moment between the move that begins a push and the step that continues it everything repeats, bit
// for bit. Red: a push that snapshots lack.
static void testMoments(void **state) {
    (void)state;
    Stage *stage = makeRow(true);
    StageHistory history = {.every = 1};
    uint64_t hashes[2];
    drag(stage, -3.0, -0.5, 50);
    apply(stage, MakeMove(HAND, poseAt(-0.3, 0.1, 0.05)));
    assert_int_equal(stage->query.pushed, LOAD);
    KeepStageMoment(&history, stage, (StagePosition){.frame = 101});
    assert_int_equal(history.count, 1);
    double before = stage->objects[HAND].pose.p.x;
    for (int k = 0; k < 2; ++k) {
        if (k > 0) assert_true(RestoreStageMoment(stage, &history.moments[0]));
        assert_true(stage->objects[HAND].pose.p.x == before);
        apply(stage, MakeAdvance(dt));
        assert_true(stage->objects[HAND].pose.p.x > before + 0.01);
        drag(stage, -0.2, 1.0, 30);
        hashes[k] = HashStage(stage);
    }
    assert_true(hashes[0] == hashes[1]);
    ClearStageHistory(&history);
    freeStage(stage);
}

// Every stage has a body for each object that is present, also one in which nothing moves by itself.
static void testBodiesOfStillStages(void **state) {
    (void)state;
    Stage *stage = makeStage(SCENE_SLIDE);
    assert_false(stage->world.present);
    for (int32_t i = 0; i < stage->objectCount; ++i) {
        cdBodyState body = cdGetBodyState(stage->world.scene.world, stage->world.scene.bodies[i]);
        assert_int_equal(body.kind, CD_BODY_DRIVEN);
    }
    apply(stage, MakeMove(0, poseAt(3.0, 0.0, 0.0)));
    cdBodyState body = cdGetBodyState(stage->world.scene.world, stage->world.scene.bodies[0]);
    assert_true(cdIsSamePose(body.pose, poseAt(3.0, 0.0, 0.0)));
    apply(stage, MakeSetOption(1, STAGE_REMOVED, 1.0));
    assert_true(stage->world.scene.bodies[1] < 0);
    StageEntry gone = MakeMove(1, poseAt(9.0, 0.0, 0.0));
    char message[512] = "";
    assert_false(ApplyStage(stage, &gone, message, sizeof message));
    freeStage(stage);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testPushes),
        cmocka_unit_test(testPushesAlongAFloor),
        cmocka_unit_test(testLongStepPushesSoftly),
        cmocka_unit_test(testBlocks),
        cmocka_unit_test(testEditsBetweenDrags),
        cmocka_unit_test(testFilters),
        cmocka_unit_test(testStandsInTheWay),
        cmocka_unit_test(testRecorded),
        cmocka_unit_test(testMoments),
        cmocka_unit_test(testBodiesOfStillStages),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
