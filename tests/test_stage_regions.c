// A stage's contact regions: updated after changes, with every obstacle in reach, and followed from step to
// step.
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on
#include "stage_fixture.h"

#include <string.h>

static Stage *loadStage(SceneData *data) {
    Stage *stage = malloc(sizeof *stage);
    char message[512] = "";
    if (!stage || !LoadStage(stage, NULL, data, message, sizeof message)) abort();
    return stage;
}

// The hand's box has come to rest against the block from the right, `y` higher.
static Stage *makeTouching(SceneResponse response, double y) {
    Stage *stage = makeStage(response);
    apply(stage, MakePlace(0, poseAt(4.0, y, 0.0)));
    apply(stage, MakeMove(0, poseAt(1.9, y, 0.0)));
    assert_int_equal(stage->query.status, STAGE_CONTACT);
    UpdateStageRegions(stage);
    return stage;
}

// Returns the only region of the sufficient subset.
static const cdContactRegion *getOnly(const Stage *stage) {
    const cdContactRegion *only = NULL;
    assert_int_equal(stage->regions.sufficientCount, 1);
    for (int32_t i = 0; i < stage->regions.count; ++i) {
        if (GetStageRegion(stage, i)->sufficient) only = GetStageRegion(stage, i);
    }
    return only;
}

// Two boxes, two wide, side against side and one half above the other: one square of area 3, four corners,
// one normal along x, and a row for each region. Red: a region of the wrong obstacle, points of the pose
// before the step, a tolerance below the resolved gap.
static void testTwoBoxesHaveOneRegion(void **state) {
    (void)state;
    Stage *stage = makeTouching(SCENE_STOP, 0.5);
    const StageRegions *all = &stage->regions;
    assert_true(all->present);
    assert_int_equal(all->state, CD_CONTACT);
    assert_int_equal(all->object, 0);
    assert_int_equal(all->askedCount, 1);
    assert_int_equal(all->deepest, -1);
    const cdContactRegion *region = getOnly(stage);
    assert_int_equal(region->dimension, 2);
    assert_int_equal(region->pointCount, 4);
    assert_int_equal(region->normalCount, 1);
    assert_true(fabs(region->measure - 3.0) < 1e-6);
    assert_true(fabs(region->normals[0].x - 1.0) < 1e-9);
    assert_int_equal(region->age, 0);
    for (int32_t i = 0; i < all->count; ++i) {
        cdVec3 center;
        double radius;
        assert_int_equal(all->list[i].obstacle, 1);
        GetStageRegionBounds(stage, i, &center, &radius);
        assert_true(fabs(center.x - 1.0) < 1e-4 && center.y < 1.0 + 1e-6 && center.y > -0.5 - 1e-6);
    }
    freeStage(stage);
}

// Regions are not searched again without changes; a blocked step counts as a change, and so does a moving
// obstacle. Red: regions searched every frame, a list of an old pose.
static void testSearchedOnlyAfterChanges(void **state) {
    (void)state;
    Stage *stage = makeTouching(SCENE_STOP, 0.5);
    stage->regions.microseconds = -1.0;
    UpdateStageRegions(stage);
    assert_true(stage->regions.microseconds == -1.0);
    apply(stage, MakeMove(0, poseAt(1.9, 0.5, 0.0))); // it is blocked
    UpdateStageRegions(stage);
    assert_true(stage->regions.microseconds >= 0.0);
    assert_int_equal(getOnly(stage)->age, 1);
    stage->regions.microseconds = -1.0;
    stage->objects[1].pose.p.y = 0.25;
    UpdateStageRegions(stage);
    assert_true(stage->regions.microseconds >= 0.0);
    assert_true(fabs(getOnly(stage)->measure - 3.5) < 1e-6);
    freeStage(stage);
}

// Dragged along the block for ten steps the region persists: its age counts them and its normal is unchanged.
// Lifted off there is no region, and the next one is new. Red: a step passed on twice or not at all, a normal
// recomputed each step, an age that survives the separation.
static void testAgesCountSteps(void **state) {
    (void)state;
    Stage *stage = makeTouching(SCENE_SLIDE, 0.5);
    assert_int_equal(getOnly(stage)->origin, CD_NORMALS_COMPUTED);
    cdVec3 normal = getOnly(stage)->normals[0];
    for (int i = 1; i <= 10; ++i) {
        apply(stage, MakeMove(0, poseAt(1.95, 0.5 - 0.02 * i, 0.0)));
        UpdateStageRegions(stage);
        const cdContactRegion *region = getOnly(stage);
        assert_int_equal(region->age, i);
        assert_int_equal(region->origin, CD_NORMALS_PERSISTED);
        assert_memory_equal(&region->normals[0], &normal, sizeof normal);
    }
    apply(stage, MakeMove(0, poseAt(3.0, 0.5, 0.0)));
    UpdateStageRegions(stage);
    assert_int_equal(stage->regions.count, 0);
    assert_int_equal(stage->regions.state, CD_FREE);
    apply(stage, MakeMove(0, poseAt(1.9, 0.5, 0.0)));
    UpdateStageRegions(stage);
    assert_int_equal(getOnly(stage)->age, 0);
    assert_int_equal(getOnly(stage)->origin, CD_NORMALS_COMPUTED);
    freeStage(stage);
}

// Lists built again because a solid was completed, or because time ran out, keep ages, origins and normals:
// nothing has moved. Red: regions that become new when a solid is built.
static void testRepeatedListsKeepAges(void **state) {
    (void)state;
    Stage *stage = makeTouching(SCENE_SLIDE, 0.5);
    for (int i = 1; i <= 3; ++i) {
        apply(stage, MakeMove(0, poseAt(1.95, 0.5 - 0.02 * i, 0.0)));
        UpdateStageRegions(stage);
    }
    cdContactRegion before = *getOnly(stage);
    assert_int_equal(before.age, 3);
    for (int i = 0; i < 3; ++i) {
        stage->regions.late = true;
        stage->regions.microseconds = -1.0;
        UpdateStageRegions(stage);
        assert_true(stage->regions.microseconds >= 0.0);
        assert_int_equal(getOnly(stage)->age, 3);
        assert_int_equal(getOnly(stage)->origin, before.origin);
        assert_memory_equal(&getOnly(stage)->normals[0], &before.normals[0], sizeof before.normals[0]);
    }
    apply(stage, MakeMove(0, poseAt(1.95, 0.4, 0.0)));
    UpdateStageRegions(stage);
    assert_int_equal(getOnly(stage)->age, 4);
    freeStage(stage);
}

// An object teleported by hand, by undo or by a restart has new regions. Red: normals that persist through a
// jump.
static void testTeleportedObjectsStartNewRegions(void **state) {
    (void)state;
    Stage *stage = makeTouching(SCENE_STOP, 0.5);
    apply(stage, MakeMove(0, poseAt(1.9, 0.5, 0.0)));
    UpdateStageRegions(stage);
    assert_int_equal(getOnly(stage)->age, 1);
    cdPose pose = stage->objects[0].pose;
    pose.p.y = 0.25;
    apply(stage, MakePlace(0, pose));
    UpdateStageRegions(stage);
    assert_int_equal(getOnly(stage)->age, 0);
    assert_int_equal(getOnly(stage)->origin, CD_NORMALS_COMPUTED);
    // Not queried between the jump and the step that brings it back.
    apply(stage, MakePlace(0, poseAt(4.0, 0.25, 0.0)));
    apply(stage, MakeMove(0, poseAt(1.9, 0.25, 0.0)));
    UpdateStageRegions(stage);
    assert_int_equal(getOnly(stage)->age, 0);
    assert_int_equal(getOnly(stage)->origin, CD_NORMALS_COMPUTED);
    apply(stage, MakeMove(0, poseAt(1.9, 0.25, 0.0)));
    UpdateStageRegions(stage);
    assert_int_equal(getOnly(stage)->age, 1);
    apply(stage, MakeRestart());
    UpdateStageRegions(stage);
    assert_int_equal(stage->regions.count, 0);
    freeStage(stage);
}

static void slideDown(SceneStep *step) {
    step->intended[0].p.y = 0.5 - 0.1 * step->time;
}

// A scene that moves by itself makes many steps between two queries: each counts for the age while regions
// are shown. Red: a history with gaps, so that normals restart; unnecessary work.
static void testStepsBetweenLooksAreFollowed(void **state) {
    (void)state;
    static const Scene scene = {.group = "test", .name = "slides by itself", .step = slideDown};
    for (int wanted = 0; wanted < 2; ++wanted) {
        Stage *stage = makeTouching(SCENE_SLIDE, 0.5);
        stage->scene = &scene;
        stage->regions.wanted = wanted;
        stage->regions.microseconds = -1.0;
        for (int i = 0; i < 7; ++i)
            apply(stage, MakeAdvance(1.0 / 60.0));
        assert_true((stage->regions.microseconds >= 0.0) == (wanted == 1));
        UpdateStageRegions(stage);
        assert_int_equal(getOnly(stage)->age, wanted ? 7 : 1);
        assert_int_equal(getOnly(stage)->origin, CD_NORMALS_PERSISTED);
        freeStage(stage);
    }
}

// On request, solids are built and their index is used, and the regions are the same, bit for bit. Red: a
// solid of another tolerance, a single solid, the choice of search lost.
static void testIndexGivesTheSame(void **state) {
    (void)state;
    Stage *stage = makeTouching(SCENE_STOP, 0.5);
    assert_int_equal(stage->regions.indexedCount, 0);
    cdContactRegion trees[64];
    cdVec3 points[256];
    const cdContactRegions *found = &stage->regions.touching[1].regions;
    int32_t count = found->regionCount, pointCount = found->pointCount;
    assert_in_range(count, 1, 64);
    assert_in_range(pointCount, 4, 256);
    memcpy(trees, found->regions, (size_t)count * sizeof *trees);
    memcpy(points, found->points, (size_t)pointCount * sizeof *points);
    stage->regions.usesIndex = true;
    apply(stage, MakePlace(0, poseAt(5.0, 0.0, 0.0)));
    UpdateStageRegions(stage);
    apply(stage, MakePlace(0, poseAt(4.0, 0.5, 0.0)));
    apply(stage, MakeMove(0, poseAt(1.9, 0.5, 0.0)));
    stage->regions.present = false; // as at the start: no earlier step
    UpdateStageRegions(stage);
    found = &stage->regions.touching[1].regions;
    assert_int_equal(stage->regions.indexedCount, 1);
    assert_int_equal(found->regionCount, count);
    assert_int_equal(found->pointCount, pointCount);
    assert_memory_equal(points, found->points, (size_t)pointCount * sizeof *points);
    for (int32_t i = 0; i < count; ++i) {
        const cdContactRegion *region = &found->regions[i];
        assert_memory_equal(&trees[i].locationA, &region->locationA, sizeof region->locationA);
        assert_memory_equal(&trees[i].locationB, &region->locationB, sizeof region->locationB);
        assert_int_equal(trees[i].sufficient, region->sufficient);
        assert_true(trees[i].measure == region->measure);
    }
    freeStage(stage);
}

// A box in the corner of two others touches both, each with one face, and a third too far away is not
// queried. Red: one obstacle's regions given to another, obstacles out of reach.
static void testSeveralObstacles(void **state) {
    (void)state;
    SceneData data = MakeEmptySceneData();
    AddSceneObject(&data, "hand", "builtin:box:x=1,y=1,z=1", SCENE_DRIVEN)->pose = poseAt(0.0, 0.0, 0.0);
    AddSceneObject(&data, "far", "builtin:box:x=1,y=1,z=1", SCENE_FIXED)->pose = poseAt(9.0, 9.0, 0.0);
    AddSceneObject(&data, "left", "builtin:box:x=1,y=1,z=1", SCENE_FIXED)->pose = poseAt(-2.000001, 0.3, 0.0);
    AddSceneObject(&data, "under", "builtin:box:x=1,y=1,z=1", SCENE_FIXED)->pose =
        poseAt(0.2, -2.000001, 0.0);
    Stage *stage = loadStage(&data);
    UpdateStageRegions(stage);
    const StageRegions *all = &stage->regions;
    assert_int_equal(all->askedCount, 2);
    assert_int_equal(all->sufficientCount, 2);
    for (int32_t i = 0; i < all->count; ++i) {
        const cdContactRegion *region = GetStageRegion(stage, i);
        if (!region->sufficient) continue;
        bool left = all->list[i].obstacle == 2;
        assert_int_equal(region->dimension, 2);
        assert_true(left || all->list[i].obstacle == 3);
        assert_true(fabs((left ? region->normals[0].x : region->normals[0].y) - 1.0) < 1e-9);
        assert_true(fabs(region->measure - (left ? 3.4 : 3.6)) < 1e-5);
    }
    freeStage(stage);
}

// A box that penetrates the block by a tenth reports it, with a finite depth and a point; after leaving, it
// reports nothing. Red: overlap reported as touch, an earlier step's depth.
static void testPenetrationIsReported(void **state) {
    (void)state;
    Stage *stage = makeStage(SCENE_STOP);
    apply(stage, MakePlace(0, poseAt(1.9, 0.3, 0.2)));
    UpdateStageRegions(stage);
    assert_int_equal(stage->regions.state, CD_OVERLAP);
    assert_int_equal(stage->regions.deepest, 1);
    const cdContactRegions *regions = &stage->regions.touching[1].regions;
    assert_true(regions->crossing > 0.01 && regions->crossing < 2.0);
    assert_true(fabs(regions->deepPoint.x - 0.95) < 0.2);
    apply(stage, MakePlace(0, poseAt(4.0, 0.3, 0.2)));
    UpdateStageRegions(stage);
    assert_int_equal(stage->regions.state, CD_FREE);
    assert_int_equal(stage->regions.deepest, -1);
    freeStage(stage);
}

// In a scene with a wide margin the resolved gap is wide, and touching is still reported. Red: a tolerance
// that ignores the margin.
static void testWideMarginsTouch(void **state) {
    (void)state;
    SceneData data = MakeEmptySceneData();
    data.response = SCENE_STOP;
    data.margin = 0.01;
    AddSceneObject(&data, "hand", "builtin:box:x=1,y=1,z=1", SCENE_DRIVEN)->pose = poseAt(4.0, 0.5, 0.0);
    AddSceneObject(&data, "block", "builtin:box:x=1,y=1,z=1", SCENE_FIXED);
    Stage *stage = loadStage(&data);
    apply(stage, MakeMove(0, poseAt(1.9, 0.5, 0.0)));
    assert_true(stage->objects[0].pose.p.x > 2.005);
    UpdateStageRegions(stage);
    assert_int_equal(getOnly(stage)->dimension, 2);
    freeStage(stage);
}

// Two prisms of 60 sides, one on the other, share more regions than the first arrays hold: they grow until
// all fit. Red: a truncated list, arrays grown while they store the step before.
static void testArraysGrow(void **state) {
    (void)state;
    SceneData data = MakeEmptySceneData();
    AddSceneObject(&data, "hand", "builtin:ring:segments=60", SCENE_DRIVEN)->pose =
        poseAt(0.0, 0.3000001, 0.0);
    AddSceneObject(&data, "under", "builtin:ring:segments=60", SCENE_FIXED);
    Stage *stage = loadStage(&data);
    UpdateStageRegions(stage);
    assert_true(stage->regions.count > 64);
    assert_false(stage->regions.truncated);
    const cdContactRegion *region = getOnly(stage);
    assert_int_equal(region->dimension, 2);
    int32_t count = stage->regions.count;
    apply(stage, MakeMove(0, stage->objects[0].pose));
    UpdateStageRegions(stage);
    assert_int_equal(stage->regions.count, count);
    assert_int_equal(getOnly(stage)->age, 1);
    freeStage(stage);
}

// A joining object can be touched, also beyond the arrays' first size. Red: arrays of the old size, missing
// features of later objects.
static void testAddedObjectsTouch(void **state) {
    (void)state;
    Stage *stage = makeTouching(SCENE_STOP, 0.5);
    char message[512];
    for (int i = 0; i < 6; ++i)
        assert_true(addObject(stage, "builtin:box", message, sizeof message) >= 0);
    int32_t added = stage->objectCount - 1;
    apply(stage, MakePlace(added, poseAt(0.2, 2.000001, 0.0)));
    UpdateStageRegions(stage);
    assert_int_equal(stage->regions.object, added);
    const cdContactRegion *region = getOnly(stage);
    assert_true(fabs(region->normals[0].y - 1.0) < 1e-9);
    freeStage(stage);
}

// A box inside a larger one penetrates it, with or without the index, and whichever query built their solids.
// Red: an answer that depends on earlier queries.
static void testNestedVerdict(void **state) {
    (void)state;
    for (int asked = 0; asked < 4; ++asked) {
        SceneData data = MakeEmptySceneData();
        AddSceneObject(&data, "hand", "builtin:box:x=0.3,y=0.3,z=0.3", SCENE_DRIVEN);
        AddSceneObject(&data, "around", "builtin:box", SCENE_FIXED);
        Stage *stage = loadStage(&data);
        if (asked & 1) assert_non_null(GetStageSolid(stage, 0));
        stage->regions.usesIndex = asked & 2;
        UpdateStageRegions(stage);
        assert_int_equal(stage->regions.state, CD_OVERLAP);
        assert_true(isinf(stage->regions.touching[1].regions.crossing));
        assert_int_equal(stage->regions.indexedCount, asked & 2 ? 1 : 0);
        apply(stage, MakePlace(0, poseAt(5.0, 0.0, 0.0)));
        UpdateStageRegions(stage);
        assert_int_equal(stage->regions.state, CD_FREE);
        freeStage(stage);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testTwoBoxesHaveOneRegion),
        cmocka_unit_test(testNestedVerdict),
        cmocka_unit_test(testSearchedOnlyAfterChanges),
        cmocka_unit_test(testAgesCountSteps),
        cmocka_unit_test(testRepeatedListsKeepAges),
        cmocka_unit_test(testTeleportedObjectsStartNewRegions),
        cmocka_unit_test(testStepsBetweenLooksAreFollowed),
        cmocka_unit_test(testIndexGivesTheSame),
        cmocka_unit_test(testSeveralObstacles),
        cmocka_unit_test(testPenetrationIsReported),
        cmocka_unit_test(testWideMarginsTouch),
        cmocka_unit_test(testArraysGrow),
        cmocka_unit_test(testAddedObjectsTouch),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
