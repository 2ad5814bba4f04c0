// The ground of a stage: its height matches the picture, it blocks dragged and falling objects, and is
// infinite.
#include "recording/player.h"
#include "recording/recording.h"
#include "stage/stage_check.h"
#include "stage_fixture.h"

#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
// clang-format off
#include <setjmp.h>
#include <cmocka.h>
// clang-format on

// Returns the lowest vertex's height above the plane: the gap.
static double getGap(const Stage *stage, int32_t object) {
    const StageObject *asked = &stage->objects[object];
    double lowest = INFINITY;
    for (int32_t i = 0; i < asked->info.vertexCount; ++i) {
        cdVec3 local = cdAdd(asked->info.center, asked->info.vertices[i]);
        lowest = fmin(lowest, cdTransformPoint(asked->pose, local).y);
    }
    return lowest - stage->ground.height;
}

static Stage *openScene(const char *name) {
    char message[512] = "";
    Stage *stage = malloc(sizeof *stage);
    if (!stage || !LoadStageScene(stage, FindScene(name), message, sizeof message)) fail_msg("%s", message);
    return stage;
}

// A box on the ground at the start is free, is lifted and moved sideways in one step each; moved down it
// stops, within ten margins, with one area and its normal. Red: an object that starts in the ground or sticks
// to it, or a ground that lets it through.
static void testHolds(void **state) {
    (void)state;
    Stage *stage = makeStage(SCENE_SLIDE);
    assert_true(HasStageGround(stage) && stage->ground.height < -1.0 && stage->ground.height > -1.001);
    assert_int_equal(stage->query.status, STAGE_FREE);
    ApplyStageEntry(stage, MakeMove(0, poseAt(6.0, 0.0, 0.5)));
    assert_true(stage->objects[0].pose.p.x == 6.0);
    ApplyStageEntry(stage, MakeMove(0, poseAt(6.0, 2.0, 0.0)));
    assert_true(stage->objects[0].pose.p.y == 2.0);
    ApplyStageEntry(stage, MakeMove(0, poseAt(6.0, -30.0, 0.0)));
    assert_int_equal(stage->query.status, STAGE_CONTACT);
    assert_int_equal(stage->query.obstacle, stage->objectCount);
    assert_string_equal(stage->objects[stage->query.obstacle].name, "ground");
    assert_true(getGap(stage, 0) > 0.0 && getGap(stage, 0) < 2e-4);
    UpdateStageRegions(stage);
    assert_int_equal(stage->regions.sufficientCount, 1);
    const cdContactRegion *region = GetStageRegion(stage, 0);
    for (int32_t i = 0; !region->sufficient && i < stage->regions.count; ++i)
        region = GetStageRegion(stage, i);
    assert_int_equal(region->dimension, 2);
    assert_true(region->normalCount == 1 && fabs(region->normals[0].y - 1.0) < 1e-9);
    assert_true(fabs(region->measure - 4.0) < 1e-6);
    freeStage(stage);
}

// A teapot is pushed into the ground and moved along it in ever longer steps, up to a million lengths away.
// Red: an edge to fall off, or a gap that does not shrink again in short steps there.
static void testHasNoEdge(void **state) {
    (void)state;
    Stage *stage = makeStageWithHand("builtin:teapot", SCENE_SLIDE);
    double distance = 8.0;
    for (int i = 0; i < 18; ++i, distance *= 2.2) {
        ApplyStageEntry(stage, MakeMove(0, poseAt(distance, -0.4 * distance - 3.0, 0.7 * distance)));
        assert_int_equal(stage->query.status, STAGE_CONTACT);
        assert_int_equal(stage->query.obstacle, stage->objectCount);
        double gap = getGap(stage, 0);
        if (!(gap > 0.0 && gap < 2e-5 * distance)) fail_msg("at %g: gap %g", distance, gap);
    }
    assert_true(fabs(stage->objects[0].pose.p.x) > 1e5);
    // Small steps there are as accurate as at the start.
    cdPose pose = stage->objects[0].pose;
    for (int i = 1; i <= 10; ++i) {
        ApplyStageEntry(stage, MakeMove(0, poseAt(pose.p.x + 0.1 * i, pose.p.y - 0.05, pose.p.z)));
        assert_int_equal(stage->query.status, STAGE_CONTACT);
        assert_false(CrossesStageGround(stage, &stage->objects[0], stage->objects[0].pose));
    }
    assert_true(getGap(stage, 0) < 1e-3);
    assert_true(stage->objects[0].pose.p.x > pose.p.x + 0.9);
    freeStage(stage);
}

// The discrete method misses a step through it, as with any mesh; an object below comes back freely, and is
// blocked again. Red: an object trapped below.
static void testComesBack(void **state) {
    (void)state;
    Stage *stage = makeStage(SCENE_SLIDE);
    ApplyStageEntry(stage, MakeSetMode(SCENE_DISCRETE));
    ApplyStageEntry(stage, MakeMove(0, poseAt(4.0, -1.0, 0.0)));
    assert_int_equal(stage->query.status, STAGE_OVERLAP);
    assert_int_equal(stage->query.obstacle, stage->objectCount);
    ApplyStageEntry(stage, MakeMove(0, poseAt(4.0, -9.0, 0.0)));
    assert_int_equal(stage->query.status, STAGE_FREE);
    ApplyStageEntry(stage, MakeSetMode(SCENE_CONTINUOUS));
    ApplyStageEntry(stage, MakeMove(0, poseAt(4.0, -1.5, 0.0)));
    ApplyStageEntry(stage, MakeMove(0, poseAt(4.0, 3.0, 0.0)));
    assert_true(stage->objects[0].pose.p.y == 3.0);
    ApplyStageEntry(stage, MakeMove(0, poseAt(4.0, -9.0, 0.0)));
    assert_int_equal(stage->query.status, STAGE_CONTACT);
    freeStage(stage);
}

// Off, it neither blocks nor is hit, and restarting keeps it off; on, it blocks again. If the scene has no
// ground it is off at once. Red: a switch that only affects the picture.
static void testSwitch(void **state) {
    (void)state;
    Stage *stage = makeStage(SCENE_SLIDE);
    ApplyStageEntry(stage, MakeSetGround(false));
    ApplyStageEntry(stage, MakeRestart());
    assert_false(HasStageGround(stage));
    ApplyStageEntry(stage, MakeMove(0, poseAt(4.0, -30.0, 0.0)));
    assert_true(stage->objects[0].pose.p.y == -30.0);
    assert_int_equal(stage->query.status, STAGE_FREE);
    ApplyStageEntry(stage, MakeRestart());
    ApplyStageEntry(stage, MakeSetGround(true));
    ApplyStageEntry(stage, MakeMove(0, poseAt(4.0, -30.0, 0.0)));
    assert_int_equal(stage->query.obstacle, stage->objectCount);
    freeStage(stage);
    stage = openScene("hook on a bar");
    assert_false(HasStageGround(stage));
    freeStage(stage);
}

// An object that joins is on the ground and blocked by it, although the ground's index in the list has
// changed. After a removal the ground does not rise.
static void testOthers(void **state) {
    (void)state;
    Stage *stage = makeStage(SCENE_SLIDE);
    double height = stage->ground.height;
    ApplyStageEntry(stage, MakeMove(0, poseAt(4.0, -9.0, 0.0)));
    for (int i = 0; i < 6; ++i) {
        bool joined = ApplyStageEntry(stage, MakeAdd("builtin:teapot"));
        int32_t added = joined ? stage->selected : -1;
        assert_int_equal(added, 2 + i);
        assert_int_equal(stage->query.status, STAGE_FREE);
        cdPose pose = stage->objects[added].pose;
        pose.p.y -= 5.0;
        ApplyStageEntry(stage, MakeMove(added, pose));
        assert_int_equal(stage->query.obstacle, stage->objectCount);
        UpdateStageRegions(stage);
        assert_true(stage->regions.count > 0);
    }
    assert_true(ApplyStageEntry(stage, MakeSetOption(1, STAGE_REMOVED, 1.0)));
    assert_true(stage->ground.height == height && GetStageFloor(stage) > height);
    freeStage(stage);
}

// A box falls, with gravity switched on, and stops on the ground, however far from the scene's middle. Thrown
// up and away without gravity, it leaves, with an event; it is in no list, no query and no bounds until the
// restart.
static void testBodies(void **state) {
    (void)state;
    Stage *stage = makeStage(SCENE_BOUNCE);
    ApplyStageEntry(stage, MakeSetGravity(true));
    for (int k = 0; k < 2; ++k) {
        double x = k == 0 ? 4.0 : 60.0;
        ApplyStageEntry(stage, MakePlace(0, poseAt(x, 3.0, 0.0)));
        for (int i = 0; i < 240; ++i)
            ApplyStageEntry(stage, MakeAdvance(1.0 / 60.0));
        double gap = getGap(stage, 0);
        assert_true(gap > 0.0 && gap < 4.0 * stage->world.step.margin);
        assert_true(stage->objects[0].asleep);
        const StageEvent *event = GetStageEvent(stage, 0);
        assert_string_equal(GetStageBodyName(stage, event->objects[1]), "ground");
    }
    freeStage(stage);
}

static void throwAway(Stage *stage) {
    cdPose pose = stage->objects[0].pose;
    ApplyStageEntry(stage, MakeHold(0, (cdVec3){0.0, 0.0, 0.0}, cdAdd(pose.p, (cdVec3){60.0, 60.0, 0.0})));
    for (int i = 0; i < 12; ++i)
        ApplyStageEntry(stage, MakeAdvance(1.0 / 60.0));
    ApplyStageEntry(stage, MakeRelease(false));
}

static void testLeaves(void **state) {
    (void)state;
    Stage *stage = makeStage(SCENE_BOUNCE);
    cdVec3 center, before;
    double radius, first;
    GetStageBounds(stage, &before, &first);
    throwAway(stage);
    for (int i = 0; i < 2000 && !stage->objects[0].left; ++i)
        ApplyStageEntry(stage, MakeAdvance(1.0 / 60.0));
    const StageEvent *event = GetStageEvent(stage, 0);
    assert_true(stage->objects[0].left && !stage->objects[0].isBody);
    assert_int_equal(event->kind, CD_EVENT_LEFT_WORLD);
    assert_int_equal(event->objects[0], 0);
    assert_int_equal(stage->world.bodyCount, 0);
    assert_true(stage->world.energy.kinetic == 0.0);
    GetStageBounds(stage, &center, &radius);
    assert_true(radius == first && center.x == before.x);
    cdPose away = stage->objects[0].pose;
    ApplyStageEntry(stage, MakeAdvance(1.0 / 60.0));
    assert_true(cdIsSamePose(stage->objects[0].pose, away));
    ApplyStageEntry(stage, MakePlace(0, poseAt(4.0, 0.0, 0.0))); // it exists again, as a body
    assert_true(!stage->objects[0].left && stage->objects[0].isBody);
    throwAway(stage);
    ApplyStageEntry(stage, MakeRestart());
    assert_true(!stage->objects[0].left && stage->objects[0].isBody);
    freeStage(stage);
}

// No scene starts in its ground, and no story is affected by it: each step ends as the scene says. Red: a
// ground in a scene where it makes no sense.
static void testScenes(void **state) {
    (void)state;
    int32_t count = 0;
    const Scene *const *scenes = GetScenes(&count);
    for (int32_t i = 0; i < count; ++i) {
        Stage *stage = openScene(scenes[i]->name);
        for (int32_t k = 0; k < stage->objectCount; ++k) {
            const StageObject *object = &stage->objects[k];
            if (object->body != SCENE_FIXED && CrossesStageGround(stage, object, object->pose))
                fail_msg("%s: %s starts in the ground", scenes[i]->name, object->name);
        }
        for (int32_t k = 0; k < stage->data.storyCount; ++k) {
            const SceneStoryStep *step = &stage->data.story[k];
            if (step->object < 0) continue;
            RunStoryStep(stage, k);
            bool meets = step->expected == CD_CONTACT || step->expected == CD_OVERLAP;
            if (stage->query.contact.state != step->expected ||
                (meets && stage->query.obstacle == stage->objectCount))
                fail_msg("%s: '%s' meets %s", scenes[i]->name, step->caption,
                         meets ? stage->objects[stage->query.obstacle].name : "nothing");
        }
        freeStage(stage);
    }
}

// A recording with contacts of the ground and its switch replays to the same bits.
static void testRecording(void **state) {
    (void)state;
    char message[1024] = "", *text = NULL;
    size_t length = 0;
    Stage *stage = makeStage(SCENE_SLIDE);
    RecordingWriter writer;
    assert_true(
        BeginRecording(&writer, stage, open_memstream(&text, &length), "./x", message, sizeof message));
    ApplyStageEntry(stage, MakeMove(0, poseAt(5.0, -4.0, 0.2)));
    ApplyStageEntry(stage, MakeSetGround(false));
    ApplyStageEntry(stage, MakeMove(0, poseAt(5.0, -4.0, 0.2)));
    ApplyStageEntry(stage, MakeSetGround(true));
    ApplyStageEntry(stage, MakeMove(0, poseAt(5.0, 4.0, 0.2)));
    ApplyStageEntry(stage, MakeMove(0, poseAt(9.0, -4.0, 0.2)));
    assert_true(EndRecording(&writer, stage));
    assert_non_null(strstr(text, "\"ground\":true"));
    assert_non_null(strstr(text, "{\"frame\":2,\"do\":\"ground\",\"on\":false"));
    uint64_t hash = HashStage(stage);
    freeStage(stage);
    Recording recording;
    if (!ReadRecordingText(text, length, "./x", &recording, message, sizeof message)) fail_msg("%s", message);
    StagePlayer player;
    Stage again;
    if (!OpenPlayer(&player, &again, &recording, message, sizeof message)) fail_msg("%s", message);
    assert_true(SeekPlayer(&player, &again, player.frameCount, INFINITY, message, sizeof message));
    assert_int_equal(player.differs, 0);
    assert_true(HashStage(&again) == hash);
    ClosePlayer(&player);
    DestroyStage(&again);
    free(text);
}

// A recording from before the ground existed: only the slab under gravity blocks, and it stays so when it is
// recorded again. Red: a ground that changes old recordings.
static void testOldRecording(void **state) {
    (void)state;
    char message[1024] = "";
    char text[] =
        "{\"recording\":1,\"scene\":\"teapot and bunny\",\"start\":{\"mode\":\"continuous\",\"response\":"
        "\"slide\",\"gravity\":false,\"time\":0,\"objects\":2}}\n"
        "{\"frame\":1,\"do\":\"move\",\"object\":1,\"pose\":[2,-9,0,1,0,0,0]}\n"
        "{\"end\":1}\n";
    Recording recording;
    if (!ReadRecordingText(text, strlen(text), "./x", &recording, message, sizeof message))
        fail_msg("%s", message);
    StagePlayer player;
    Stage stage;
    if (!OpenPlayer(&player, &stage, &recording, message, sizeof message)) fail_msg("%s", message);
    assert_true(SeekPlayer(&player, &stage, 1, INFINITY, message, sizeof message));
    assert_true(stage.objects[1].pose.p.y == -9.0);
    assert_false(HasStageGround(&stage));
    StageBase base;
    assert_true(DescribeStageBase(&stage, false, &base));
    assert_int_equal(base.ground, STAGE_GROUND_OLD);
    DestroyStageBase(&base);
    ClosePlayer(&player);
    DestroyStage(&stage);
}

// Small steps in the first scene without touching the ground need at most a tenth more pair tests with it
// than without. Red: a ground that every triangle is tested against.
static void testCostsLittle(void **state) {
    (void)state;
    int64_t tests[2] = {0, 0};
    for (int k = 0; k < 2; ++k) {
        Stage *stage = openScene("teapot and bunny");
        ApplyStageEntry(stage, MakeSetGround(k == 1));
        cdPose pose = stage->objects[1].pose;
        for (int i = 0; i < 60; ++i) {
            pose.p.x -= 0.03;
            ApplyStageEntry(stage, MakeMove(1, pose));
            tests[k] += stage->query.contact.stats.pairTests;
        }
        freeStage(stage);
    }
    if (!(10 * tests[1] <= 11 * tests[0])) fail_msg("%lld, %lld", (long long)tests[0], (long long)tests[1]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testHolds),       cmocka_unit_test(testHasNoEdge),
        cmocka_unit_test(testComesBack),   cmocka_unit_test(testSwitch),
        cmocka_unit_test(testOthers),      cmocka_unit_test(testBodies),
        cmocka_unit_test(testLeaves),      cmocka_unit_test(testScenes),
        cmocka_unit_test(testRecording),   cmocka_unit_test(testOldRecording),
        cmocka_unit_test(testCostsLittle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
