// Groups in the stage's world: one driven body that stops, pushes and blocks as a whole, or a body for one
// motion if steps move members or their filters differ. Motions alone are in test_group.c and
// test_group_turn.c.
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on
#include "random.h"
#include "replay_fixture.h"
#include "stage/journal/stage_history.h"
#include "stage/stage_check.h"
#include "stage/world/stage_group.h"
#include "stage_fixture.h"

#include <math.h>
#include <string.h>

static const double dt = 1.0 / 60.0;
enum { HAND, LOAD, WALL, SECOND };

// Two driven boxes at x = -3, one above the other, a dynamic one at 0 and a wall at 4, without weight.
static Stage *makeStageOfFour(double slope) {
    static const char box[] = "builtin:box:x=0.5,y=0.5,z=0.5";
    SceneData data = MakeEmptySceneData();
    data.response = SCENE_STOP;
    SceneObject *hand = AddSceneObject(&data, "hand", box, SCENE_DRIVEN);
    hand->pose = poseAt(-3.0, 0.1, 0.05);
    hand->pushes = true;
    AddSceneObject(&data, "load", box, SCENE_DYNAMIC);
    AddSceneObject(&data, "wall", "builtin:box:x=0.5,y=4,z=4", SCENE_FIXED)->pose = poseAt(4.0, 0.0, 0.0);
    SceneObject *second = AddSceneObject(&data, "second", box, SCENE_DRIVEN);
    second->pose = (cdPose){{-3.0, 1.7, 0.3}, cdMakeQuat((cdVec3){0.0, 0.0, 1.0}, slope)};
    second->pushes = true;
    Stage *stage = malloc(sizeof *stage);
    char message[512] = "";
    if (!stage || !LoadStage(stage, NULL, &data, message, sizeof message)) fail_msg("%s", message);
    return stage;
}

static Stage *makeGroup(double slope) {
    Stage *stage = makeStageOfFour(slope);
    apply(stage, MakeSetOption(HAND, STAGE_GROUP, 1.0));
    apply(stage, MakeSetOption(SECOND, STAGE_GROUP, 1.0));
    return stage;
}

static double getDifference(cdPose a, cdPose b) {
    cdQuat q = cdMulQuat(cdConjugate(a.q), b.q);
    return cdLength(cdSub(a.p, b.p)) + 2.0 * cdLength((cdVec3){q.x, q.y, q.z});
}

// Each member is where its shape of the body is, bit for bit.
static void assertShapesMatch(const Stage *stage) {
    const StageWorld *world = &stage->world;
    assert_true(world->groupBody >= 0);
    cdBodyState body = cdGetBodyState(world->scene.world, world->groupBody);
    assert_int_equal(body.kind, CD_BODY_DRIVEN);
    for (int32_t i = HAND; i <= SECOND; i += SECOND) {
        assert_true(GetStageBody(stage, i) == world->groupBody);
        cdPose placed = GetGroupPose(stage, world->groupBody, world->groupLed, i, body.pose);
        assert_true(getDifference(placed, stage->objects[i].pose) < 1e-15);
    }
}

// Drags by a member in small steps, each followed by one of the world. Returns the number of steps in which
// the group pushed.
static int32_t drag(Stage *stage, int32_t led, cdVec3 way, int steps) {
    int32_t pushes = 0;
    cdPose from = stage->objects[led].pose, relative = cdInvMulPose(from, stage->objects[SECOND - led].pose);
    for (int i = 1; i <= steps; ++i) {
        cdPose intended = {cdMulAdd(from.p, (double)i / steps, way), from.q};
        apply(stage, MakeMove(led, intended));
        pushes += stage->query.pushed == LOAD;
        assertShapesMatch(stage);
        apply(stage, MakeAdvance(dt));
        assertShapesMatch(stage);
        assert_true(areApart(stage));
        cdPose now = cdInvMulPose(stage->objects[led].pose, stage->objects[SECOND - led].pose);
        assert_true(getDifference(now, relative) < 1e-12);
    }
    return pushes;
}

// Dragged by either member, the group pushes the box ahead to the wall, where all stop, although the box is
// in front of one member only. Both keep their relative pose. Red: a group that the box blocks, members that
// push by themselves, a body of a member that stays beside that of the group.
static void testPushes(void **state) {
    (void)state;
    for (int k = 0; k < 2; ++k) {
        Stage *stage = makeGroup(0.3);
        int32_t led = k == 0 ? HAND : SECOND;
        assert_true(drag(stage, led, (cdVec3){3.0, 0.0, 0.0}, 60) > 5);
        assert_true(stage->objects[HAND].pose.p.x > -2e-3);
        assert_true(stage->objects[LOAD].pose.p.x > 0.99);
        drag(stage, led, (cdVec3){4.0, 0.0, 0.0}, 120);
        assert_true(stage->objects[LOAD].pose.p.x > 2.9 && stage->objects[LOAD].pose.p.x < 3.0);
        assert_true(stage->objects[HAND].pose.p.x > 1.9 && stage->objects[HAND].pose.p.x < 2.0);
        freeStage(stage);
    }
}

// The group slides as one object: both fronts come to the wall, and the rest of the way leads along it. Red:
// a group that stops, or of which one member slides alone.
static void testSlides(void **state) {
    (void)state;
    Stage *stage = makeGroup(0.0);
    apply(stage, MakeSetResponse(SCENE_SLIDE));
    apply(stage, MakePlace(LOAD, poseAt(0.0, -3.0, 0.0)));
    cdPose from = stage->objects[HAND].pose, target = {cdAdd(from.p, (cdVec3){8.0, 0.0, 2.0}), from.q};
    cdPose relative = cdInvMulPose(from, stage->objects[SECOND].pose);
    apply(stage, MakeMove(HAND, target));
    cdPose now = stage->objects[HAND].pose;
    assert_true(areApart(stage));
    assert_true(fabs(now.p.x - 3.0) < 2e-3);
    assert_true(fabs(now.p.y - target.p.y) + fabs(now.p.z - target.p.z) < 1e-3);
    assert_true(getDifference(cdInvMulPose(now, stage->objects[SECOND].pose), relative) < 1e-12);
    assert_int_equal(stage->query.obstacle, WALL);
    assert_true(stage->query.legCount > 1);
    freeStage(stage);
}

// A group of which one member does not push is blocked. Red: a group that pushes because one does.
static void testBlocked(void **state) {
    (void)state;
    Stage *stage = makeGroup(0.0);
    apply(stage, MakeSetOption(SECOND, STAGE_PUSHES, 0.0));
    assert_int_equal(drag(stage, HAND, (cdVec3){3.0, 0.0, 0.0}, 30), 0);
    assert_true(fabs(stage->objects[HAND].pose.p.x + 1.0) < 2e-3);
    assert_true(fabs(stage->objects[LOAD].pose.p.x) < 1e-3);
    assert_int_equal(stage->query.object, HAND);
    assert_int_equal(stage->query.obstacle, LOAD);
    freeStage(stage);
}

// A member that is placed by itself, and undo, take the body along; the box thrown at a member is stopped.
// Red: a body with the shapes of before.
static void testPlacedMembers(void **state) {
    (void)state;
    Stage *stage = makeGroup(0.2);
    cdPose first = stage->objects[HAND].pose, second = stage->objects[SECOND].pose;
    BeginStageGesture(stage);
    drag(stage, HAND, (cdVec3){0.0, 1.0, 0.5}, 4);
    assert_true(UndoStage(stage));
    assert_true(cdIsSamePose(stage->objects[HAND].pose, first));
    assert_true(cdIsSamePose(stage->objects[SECOND].pose, second));
    assertShapesMatch(stage);
    apply(stage, MakePlace(SECOND, poseAt(-1.4, 0.0, 0.2)));
    assertShapesMatch(stage);
    cdSetBodyVelocity(stage->world.scene.world, GetStageBody(stage, LOAD), (cdVec3){-2.0, 0.0, 0.0},
                      (cdVec3){0.0, 0.0, 0.0});
    for (int i = 0; i < 60; ++i) {
        apply(stage, MakeAdvance(dt));
        assert_true(areApart(stage));
    }
    assert_true(stage->objects[LOAD].pose.p.x > -0.41);
    apply(stage, MakeSetOption(SECOND, STAGE_GROUP, 0.0));
    assert_true(stage->world.groupBody < 0 && GetStageBody(stage, HAND) != GetStageBody(stage, SECOND));
    freeStage(stage);
}

// A session in which the group pushes, is dragged by the other member, is undone and is dissolved replays
// from its recording, bit for bit. Red: a push that the recording lacks, shapes that depend on the past.
static void testRecorded(void **state) {
    (void)state;
    Stage *stage = makeStageOfFour(0.3);
    char message[512] = "", *text = NULL;
    size_t length = 0;
    RecordingWriter writer;
    FILE *out = open_memstream(&text, &length);
    assert_true(BeginRecording(&writer, stage, out, "/tmp/a.fcrec", message, sizeof message));
    apply(stage, MakeSetOption(HAND, STAGE_GROUP, 1.0));
    apply(stage, MakeSetOption(SECOND, STAGE_GROUP, 1.0));
    BeginStageGesture(stage);
    assert_true(drag(stage, HAND, (cdVec3){3.0, 0.0, 0.0}, 60) > 5);
    BeginStageGesture(stage);
    drag(stage, SECOND, (cdVec3){-1.0, 0.3, 0.0}, 10);
    assert_true(UndoStage(stage));
    drag(stage, SECOND, (cdVec3){1.0, 0.1, 0.1}, 10);
    apply(stage, MakeSetOption(SECOND, STAGE_GROUP, 0.0));
    apply(stage, MakeMove(HAND, poseAt(-1.0, 0.0, 0.0)));
    uint64_t hash = HashStage(stage);
    assert_true(EndRecording(&writer, stage));
    freeStage(stage);
    assertReplays(text, hash);
    free(text);
}

static Stage *makeStillGroup(void) {
    Stage *stage = makeStage(SCENE_STOP);
    char message[512] = "";
    assert_int_equal(copyObject(stage, 0, message, sizeof message), 2);
    apply(stage, MakePlace(2, poseAt(4.1, 0.3, 3.3)));
    apply(stage, MakeSetOption(0, STAGE_GROUP, 1.0));
    apply(stage, MakeSetOption(2, STAGE_GROUP, 1.0));
    return stage;
}

// A recording that begins between two drags of a group that stopped and turned: the same bits. Red: shapes
// of the first drag, which a replay does not know.
static void testRecordedFromTheMiddle(void **state) {
    (void)state;
    Stage *stage = makeStillGroup();
    char message[512] = "", *text = NULL;
    size_t length = 0;
    Random random = {5};
    RecordingWriter writer;
    FILE *out = open_memstream(&text, &length);
    for (int i = 0; i < 24; ++i) {
        if (i == 12)
            assert_true(BeginRecording(&writer, stage, out, "/tmp/a.fcrec", message, sizeof message));
        cdQuat turn = cdMakeQuat(nextRandomDirection(&random), nextRandomIn(&random, -1.0, 1.0));
        apply(stage, MakeMove(i < 8 ? 2 : 0, (cdPose){cdScale(4.0, nextRandomVec3(&random)), turn}));
    }
    uint64_t hash = HashStage(stage);
    assert_true(EndRecording(&writer, stage));
    freeStage(stage);
    assertReplays(text, hash);
    free(text);
}

// From a moment between the move that begins a push and the step that continues it everything repeats, bit
// for bit. Red: a group whose body the moment lacks.
static void testMoments(void **state) {
    (void)state;
    Stage *stage = makeGroup(0.3);
    StageHistory history = {.every = 1};
    uint64_t hashes[2];
    drag(stage, SECOND, (cdVec3){2.5, 0.0, 0.0}, 50);
    cdPose intended = stage->objects[SECOND].pose;
    intended.p.x += 0.2;
    apply(stage, MakeMove(SECOND, intended));
    assert_int_equal(stage->query.pushed, LOAD);
    KeepStageMoment(&history, stage, (StagePosition){.frame = 101});
    assert_int_equal(history.count, 1);
    double before = stage->objects[HAND].pose.p.x;
    for (int k = 0; k < 2; ++k) {
        if (k > 0) assert_true(RestoreStageMoment(stage, &history.moments[0]));
        assert_true(stage->objects[HAND].pose.p.x == before);
        apply(stage, MakeAdvance(dt));
        assert_true(stage->objects[HAND].pose.p.x > before + 0.01);
        drag(stage, SECOND, (cdVec3){1.0, 0.1, 0.0}, 30);
        hashes[k] = HashStage(stage);
    }
    assert_true(hashes[0] == hashes[1]);
    ClearStageHistory(&history);
    freeStage(stage);
}

// In a stage in which nothing moves by itself, too, although the group has another body after a drag by
// another member. Red: a moment that names a body of before.
static void testMomentsOfStillStages(void **state) {
    (void)state;
    Stage *stage = makeStillGroup();
    StageHistory history = {.every = 1};
    uint64_t hashes[2];
    apply(stage, MakeMove(2, poseAt(3.5, 0.2, 3.0)));
    KeepStageMoment(&history, stage, (StagePosition){.frame = 101});
    assert_int_equal(history.count, 1);
    for (int k = 0; k < 2; ++k) {
        if (k > 0) assert_true(RestoreStageMoment(stage, &history.moments[0]));
        assert_true(cdIsBodyValid(stage->world.scene.world, stage->world.groupBody));
        apply(stage, MakeMove(0, poseAt(-3.0, 0.1, 0.3)));
        assert_int_equal(stage->query.status, STAGE_CONTACT);
        apply(stage, MakeMove(2, poseAt(2.5, 0.2, 6.0)));
        hashes[k] = HashStage(stage);
    }
    assert_true(hashes[0] == hashes[1]);
    ClearStageHistory(&history);
    freeStage(stage);
}

// Groups of random members, some of them dynamic, are dragged and turned at random in a world that runs and
// pauses: no query makes anything overlap, and the replay of the recording has the same bits. Red: a body of
// the group beside those of its members, shapes that are not where the members are.
static void testRandomGroups(void **state) {
    (void)state;
    Stage *stage = makeStageOfFour(0.4);
    StageCheck check = {0};
    Random random = {17};
    char message[512] = "", *text = NULL;
    size_t length = 0;
    RecordingWriter writer;
    FILE *out = open_memstream(&text, &length);
    assert_true(BeginRecording(&writer, stage, out, "/tmp/a.fcrec", message, sizeof message));
    static const int32_t members[] = {HAND, LOAD, SECOND};
    int pushes = 0, contacts = 0;
    for (int i = 0; i < 160; ++i) {
        int32_t led = members[(int)nextRandomIn(&random, 0.0, 2.999)];
        if (i % 20 == 0)
            for (int k = 0; k < 3; ++k)
                apply(stage, MakeSetOption(members[k], STAGE_GROUP, i % 60 == 0 ? k != 1 : k < 2));
        cdPose pose = stage->objects[led].pose;
        int32_t other = (led + 1 + (i / 5) % 3) % stage->objectCount;
        cdVec3 way = cdScale(0.2, cdSub(stage->objects[other].pose.p, pose.p));
        way = cdMulAdd(way, i % 9 == 0 ? 1.5 : 0.1, nextRandomVec3(&random));
        cdQuat turn = cdMakeQuat(nextRandomDirection(&random), nextRandomIn(&random, -0.4, 0.4));
        cdPose intended = {cdAdd(pose.p, way), cdNormalizeQuat(cdMulQuat(turn, pose.q))};
        apply(stage, MakeMove(led, intended));
        pushes += stage->query.pushed >= 0;
        contacts += stage->query.status == STAGE_CONTACT;
        if (!CheckStage(&check, stage, message, sizeof message)) fail_msg("%d: %s", i, message);
        if (i % 7 > 2) apply(stage, MakeAdvance(dt));
        if (!CheckStage(&check, stage, message, sizeof message)) fail_msg("%d: %s", i, message);
    }
    assert_true(pushes > 3 && contacts > 20);
    uint64_t hash = HashStage(stage);
    assert_true(EndRecording(&writer, stage));
    DestroyStageCheck(&check);
    freeStage(stage);
    assertReplays(text, hash);
    free(text);
}

// --- Groups of other kinds

// With the dynamic box as a member the group moves among the others; each member keeps a body of its own, and
// steps move the box again. Likewise if the filters of two members differ, with the obstacles of each. Red: a
// carrier that stays in the world, a member that is left behind, an obstacle of one member that does not
// count.
static void testCarried(void **state) {
    (void)state;
    static const double shifts[] = {6.0, 2.5, 9.0}, ends[] = {0.0, -1.0, 3.0};
    static const int32_t stopped[] = {LOAD, HAND, SECOND}, obstacles[] = {WALL, LOAD, WALL};
    for (int k = 0; k < 3; ++k) {
        Stage *stage = makeStageOfFour(0.0);
        int32_t member = k == 0 ? LOAD : SECOND;
        apply(stage, MakeSetOption(HAND, STAGE_GROUP, 1.0));
        apply(stage, MakeSetOption(member, STAGE_GROUP, 1.0));
        if (k == 1) apply(stage, MakeSetOption(SECOND, STAGE_MASK, 5.0));
        if (k == 2) apply(stage, MakeSetOption(HAND, STAGE_MASK, 2.0)); // nothing blocks it
        assert_true(stage->world.groupBody < 0);
        cdPose relative = cdInvMulPose(stage->objects[HAND].pose, stage->objects[member].pose);
        int32_t bodies = cdGetBodies(stage->world.scene.world, NULL, 0);
        cdPose target = stage->objects[HAND].pose;
        target.p.x += shifts[k];
        if (k == 2) apply(stage, MakePlace(LOAD, poseAt(0.0, -3.0, 0.0)));
        apply(stage, MakeMove(HAND, target));
        assert_int_equal(cdGetBodies(stage->world.scene.world, NULL, 0), bodies);
        assert_true(fabs(stage->objects[HAND].pose.p.x - ends[k]) < 2e-3);
        assert_int_equal(stage->query.object, stopped[k]);
        assert_int_equal(stage->query.obstacle, obstacles[k]);
        cdPose now = cdInvMulPose(stage->objects[HAND].pose, stage->objects[member].pose);
        assert_true(getDifference(now, relative) < 1e-12);
        for (int32_t i = 0; i < stage->objectCount; ++i) {
            cdPose body = cdGetBodyState(stage->world.scene.world, GetStageBody(stage, i)).pose;
            assert_true(cdIsSamePose(body, stage->objects[i].pose));
        }
        assert_true(areApart(stage));
        freeStage(stage);
    }
}

// A group with a member in the block leaves it in small steps, and stops at the other block on the way. Red:
// a group that cannot be freed, or that passes through everything while it is.
static void testLeavesOverlaps(void **state) {
    (void)state;
    Stage *stage = makeStage(SCENE_STOP);
    char message[512] = "";
    assert_int_equal(copyObject(stage, 0, message, sizeof message), 2);
    assert_int_equal(copyObject(stage, 1, message, sizeof message), 3);
    apply(stage, MakePlace(2, poseAt(4.0, 4.0, 0.0)));
    apply(stage, MakePlace(3, poseAt(8.5, 4.0, 0.0)));
    apply(stage, MakePlace(0, poseAt(1.5, 0.0, 0.0)));
    apply(stage, MakeSetOption(0, STAGE_GROUP, 1.0));
    apply(stage, MakeSetOption(2, STAGE_GROUP, 1.0));
    double x = 1.5;
    for (int i = 0; i < 20; ++i) {
        apply(stage, MakeMove(0, poseAt(1.5 + 0.2 * (i + 1), 0.0, 0.0)));
        if (i == 0) assert_true(stage->objects[0].pose.p.x == 1.7 && stage->query.status == STAGE_OVERLAP);
        assert_true(stage->objects[0].pose.p.x >= x);
        x = stage->objects[0].pose.p.x;
    }
    assert_true(x > 3.99 && x <= 4.0); // the other member touches the second block at 6.5
    assert_int_equal(stage->query.object, 2);
    assert_int_equal(stage->query.obstacle, 3);
    freeStage(stage);
}

// A dynamic object of two shapes, dragged while its world is paused, slides along a wall, certified for all
// of its triangles. Red: an object that stops at the first contact, or is tested by one shape.
static void testShapesSlide(void **state) {
    (void)state;
    Stage *stage = calloc(1, sizeof *stage);
    char message[512] = "";
    assert_true(stage && LoadStageScene(stage, FindScene("figures of blocks"), message, sizeof message));
    int32_t object = -1;
    for (int32_t i = 0; i < stage->objectCount; ++i)
        if (HasShapes(&stage->objects[i])) object = i;
    assert_true(object >= 0 && stage->world.present);
    cdPose from = stage->objects[object].pose, target = from;
    double floor = stage->ground.height;
    target.p = cdAdd(from.p, (cdVec3){0.5, -10.0 - from.p.y + floor, 0.4});
    apply(stage, MakeSetResponse(SCENE_SLIDE));
    apply(stage, MakeMove(object, target));
    assert_true(stage->query.legCount > 1);
    assert_true(stage->objects[object].pose.p.y < from.p.y && stage->objects[object].pose.p.y > floor);
    assert_false(CrossesStageGround(stage, &stage->objects[object], stage->objects[object].pose));
    assert_true(cdIsSamePose(cdGetBodyState(stage->world.scene.world, GetStageBody(stage, object)).pose,
                             stage->objects[object].pose));
    assert_true(areApart(stage));
    freeStage(stage);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testPushes),         cmocka_unit_test(testSlides),
        cmocka_unit_test(testBlocked),        cmocka_unit_test(testPlacedMembers),
        cmocka_unit_test(testRecorded),       cmocka_unit_test(testRecordedFromTheMiddle),
        cmocka_unit_test(testMoments),        cmocka_unit_test(testMomentsOfStillStages),
        cmocka_unit_test(testRandomGroups),   cmocka_unit_test(testCarried),
        cmocka_unit_test(testLeavesOverlaps), cmocka_unit_test(testShapesSlide),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
