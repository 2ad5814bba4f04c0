// A stage's solids: built on demand, shared, rejected with a reason; the probe, the culling and the times of
// a step.
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on
#include "stage_fixture.h"

static Stage *makeStageOf(const char *hand, const char *block) {
    SceneData data = MakeEmptySceneData();
    data.camera = (SceneCamera){{1.0, 0.0, 14.0}, {1.0, 0.0, 0.0}, 0.7};
    AddSceneObject(&data, "hand", hand, SCENE_DRIVEN)->pose = poseAt(4.0, 0.0, 0.0);
    AddSceneObject(&data, "block", block, SCENE_FIXED);
    Stage *stage = malloc(sizeof *stage);
    char message[512] = "";
    if (!stage || !LoadStage(stage, NULL, &data, message, sizeof message)) abort();
    return stage;
}

// Two boxes share one mesh and one solid, built once and only on demand. Red: a solid for every mesh at load,
// one for every object, an address kept while the list moves.
static void testSolidsAreMadeOnDemand(void **state) {
    (void)state;
    Stage *stage = makeStage(SCENE_STOP);
    assert_int_equal(stage->solids.count, 0);
    assert_null(FindStageSolid(stage, 0));
    const StageSolid *solid = GetStageSolid(stage, 0);
    assert_non_null(solid->solid);
    assert_ptr_equal(GetStageSolid(stage, 1), solid);
    assert_int_equal(stage->solids.count, 1);
    assert_null(GetStageSolid(stage, 2));
    assert_int_equal(ChooseSolidObject(stage), 0);
    stage->selected = -1;
    assert_int_equal(ChooseSolidObject(stage), 0);
    freeStage(stage);
}

// The teapot is open: it reports the defects, and the block's index is shown instead. Red: an empty report,
// no index although there is a solid, a crash.
static void testOpenMeshesGiveTheReason(void **state) {
    (void)state;
    Stage *stage = makeStageOf("builtin:teapot", "builtin:box");
    assert_int_equal(stage->selected, 0);
    assert_int_equal(ChooseSolidObject(stage), 1);
    const StageSolid *teapot = FindStageSolid(stage, 0);
    assert_non_null(teapot);
    assert_null(teapot->solid);
    assert_int_not_equal(teapot->report.solid.error, CD_BUILD_OK);
    assert_true(teapot->report.solid.defectCount > 0);
    freeStage(stage);
}

// The point and the segment are in the world frame: their result changes when the object moves away. Red: the
// object's frame taken for the world's, pieces of an earlier pose.
static void testProbeFollowsTheObject(void **state) {
    (void)state;
    Stage *stage = makeStage(SCENE_STOP);
    StageProbe *probe = &stage->probe;
    assert_int_equal(probe->object, -1);
    ClassifyStageProbe(stage); // without a solid
    probe->object = ChooseSolidObject(stage);
    probe->hasPoint = probe->hasSegment = true;
    probe->point = (cdVec3){4.0, 0.2, 0.1};
    probe->from = (cdVec3){2.0, 0.2, 0.1};
    probe->to = (cdVec3){6.0, 0.2, 0.1};
    ClassifyStageProbe(stage);
    assert_int_equal(probe->location.kind, CD_INSIDE);
    assert_true(probe->pathCount >= 1);
    assert_int_equal(probe->pieceCount, 5);
    assert_int_equal(probe->pieces[2].location.kind, CD_INSIDE);
    apply(stage, MakePlace(0, poseAt(4.0, 3.0, 0.0)));
    ClassifyStageProbe(stage);
    assert_int_equal(probe->location.kind, CD_OUTSIDE);
    assert_int_equal(probe->pieceCount, 1);
    apply(stage, MakePlace(0, poseAt(4.0, 1.2, 0.0))); // its lower side is at the point's height
    ClassifyStageProbe(stage);
    assert_int_equal(probe->location.kind, CD_ON_FACE);
    freeStage(stage);
}

// A box that moves along x culls one of its six faces; without motion none. Red: the velocity's sign, the
// culling of a finished step.
static void testCullingOfAStep(void **state) {
    (void)state;
    Stage *stage = makeStage(SCENE_STOP);
    CullStageStep(stage);
    assert_false(stage->culling.present);
    apply(stage, MakeMove(0, poseAt(3.0, 0.0, 0.0)));
    CullStageStep(stage);
    assert_true(stage->culling.present);
    assert_int_equal(stage->culling.result.faceCount, 1);
    const cdMesh *solid = FindStageSolid(stage, 0)->solid;
    for (int32_t i = 0; i < 6; ++i)
        assert_int_equal(stage->culling.result.faces[i], cdGetSolidFace(solid, i).normal.x > 0.5);
    apply(stage, MakePlace(0, poseAt(3.0, 0.0, 0.0)));
    CullStageStep(stage);
    assert_false(stage->culling.present);
    freeStage(stage);
}

// A discrete step that penetrates by one of two units of motion: both other methods report the half, and only
// the continuous one detects a step past the block. Red: an unrequested comparison, times of the step before.
static void testTimesOfADiscreteStep(void **state) {
    (void)state;
    Stage *stage = makeStage(SCENE_STOP);
    stage->mode = SCENE_DISCRETE;
    apply(stage, MakeMove(0, poseAt(1.5, 0.1, 0.05)));
    assert_false(stage->query.times.present);
    apply(stage, MakePlace(0, poseAt(3.0, 0.1, 0.05)));
    stage->compares = true;
    apply(stage, MakeMove(0, poseAt(1.0, 0.1, 0.05)));
    const StageTimes *times = &stage->query.times;
    assert_int_equal(stage->query.status, STAGE_OVERLAP);
    assert_true(times->present && times->halved);
    assert_int_equal(times->continuous.state, CD_CONTACT);
    assert_int_equal(times->halvedState, CD_CONTACT);
    assert_true(fabs(times->continuous.t.lo - 0.5) < 1e-5);
    assert_true(fabs(times->halvedTime - 0.5) < 1e-5);
    apply(stage, MakePlace(0, poseAt(4.0, 0.1, 0.05)));
    apply(stage, MakeMove(0, poseAt(-4.0, 0.1, 0.05)));
    assert_int_equal(stage->query.status, STAGE_FREE);
    assert_true(times->present && !times->halved);
    assert_int_equal(times->continuous.state, CD_CONTACT);
    freeStage(stage);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testSolidsAreMadeOnDemand), cmocka_unit_test(testOpenMeshesGiveTheReason),
        cmocka_unit_test(testProbeFollowsTheObject), cmocka_unit_test(testCullingOfAStep),
        cmocka_unit_test(testTimesOfADiscreteStep),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
