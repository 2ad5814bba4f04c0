// Sliding of rigid sets of meshes: names in results, budgets, invalid input and memory.
#include "contact/slide/slide_limits.h"
#include "memory_fixture.h"
#include "set_fixture.h"

// A set in the corner names its meshes: the first contact, the touches of that mesh, and constraints of both
// on the floor, of the right one alone at the wall, with the pushes of the remaining motion. Red: an index of
// the wrong mesh, or 0 throughout.
static void testNames(void **state) {
    (void)state;
    Set set = makeDumbbell(&box);
    Obstacles among = makeRoom();
    cdSlideConstraint limits[MAX_LIMITS];
    cdTouch touches[8];
    cdSlideInput input = makeSetInput(&set, &among, poseAt(-0.5, 2.0, 0.0), poseAt(1.5, 0.5, 0.0));
    input.constraints = limits;
    input.constraintCapacity = MAX_LIMITS;
    input.step.touches = touches;
    input.step.touchCapacity = 8;
    cdSlide slide = runSlide(&input);
    assert_true(slide.shape == 1 && slide.contact.obstacle == 1 && slide.contact.touchCount > 0);
    assert_true(cdLength(cdSub(slide.contact.resolvedPose.p, cdMakeVec3(0.5, 1.0, 0.0))) < 1e-4);
    double pushes[2][2] = {{0.0, 0.0}, {0.0, 0.0}};
    for (int32_t i = 0; i < slide.constraintCount; i++) {
        assert_true(limits[i].shape >= 0 && limits[i].shape < 2 && limits[i].obstacle < 2);
        pushes[limits[i].shape][limits[i].obstacle] += limits[i].push;
        assert_true(limits[i].shape == 1 ? limits[i].point.x > 0.9 : limits[i].point.x < 0.1);
    }
    assert_true(pushes[0][0] > 0.1 && pushes[1][0] > 0.1 && fabs(pushes[0][0] + pushes[1][0] - 0.5) < 1e-3);
    assert_true(fabs(pushes[1][1] - 1.0) < 1e-3 && pushes[0][1] == 0.0);
    input.step.start.p.x = -2.0;
    input.step.target.p.x = -2.0;
    input.step.start.q = cdMakeQuat(cdMakeVec3(0.0, 0.0, 1.0), 0.05);
    slide = runSlide(&input);
    assert_true(slide.shape == 0 && slide.contact.obstacle == 0);
}

// The row of a stop of one mesh's edge has that mesh, and the direction of its edge at its own pose. Red: the
// edge of the first mesh, or one in the frame of the set.
static void testStopOfAnEdge(void **state) {
    (void)state;
    Set set = {.count = 0};
    addShape(&set, &gear, poseAt(-1.5, 0.0, 0.0));
    addShape(&set, &box, turnedPose(1.5, 0.0, 0.0, cdMakeVec3(1.0, 2.0, 0.5), 0.8));
    Obstacles among = makeFloor();
    cdPose pose = turnedPose(0.0, 2.0, 0.0, cdMakeVec3(0.3, 0.1, 1.0), 0.4);
    cdSlideInput input = makeSetInput(&set, &among, pose, pose);
    for (int32_t edge = 0; edge < 12; edge++) {
        cdFirstContact stop = {.kind = CD_EDGE_EDGE,
                               .featureA = {.kind = CD_FEATURE_EDGE, .index = edge},
                               .normal = {0.0, 1.0, 0.0}};
        cdLimitRow row;
        cdLimitMark mark;
        cdSlideLimits limits = {.rows = &row, .marks = &mark, .rowCapacity = 1};
        assert_true(cdAddStop(&input, pose, pose.p, &stop, 1, &limits));
        assert_true(mark.pair.shape == 1 && mark.pair.obstacle == 0);
        cdMeshInfo info = cdGetMeshInfo(box.mesh);
        const int32_t *ends = &info.edges[2 * edge];
        cdVec3 along = cdSub(info.vertices[ends[1]], info.vertices[ends[0]]);
        along = cdRotate(cdMulPose(pose, set.shapes[1].pose).q, along);
        assert_true(cdLength(cdSub(mark.edgeA, along)) < 1e-12);
    }
}

// A budget of n pair tests, from 1 up: every result is a free pose; continued from there, the set arrives
// where it does without. An interrupt ends at the start or a free pose. Red: progress of one mesh's query
// taken for the set's.
static void testBudget(void **state) {
    (void)state;
    Set set = makeDumbbell(&gear);
    Obstacles among = makeRoom();
    cdPose start = poseAt(0.0, 2.4, 0.0), target = poseAt(2.0, 0.5, 2.5);
    cdSlideInput input = makeSetInput(&set, &among, start, target);
    cdSlide whole = runSlide(&input);
    assert_true(!whole.exhausted && whole.contact.state == CD_CONTACT);
    int exhausted = 0;
    for (int64_t most = 1; most < 1 << 20; most *= 2) {
        input.step.budget.maxPairTests = most;
        input.step.start = start;
        cdSlide slide = runSlide(&input);
        exhausted += slide.exhausted;
        assert_false(overlaps(&set, slide.contact.resolvedPose, &among));
        if (!slide.exhausted) checkSame(&slide, &whole);
    }
    assert_true(exhausted > 3);
    input.step.budget.maxPairTests = 0;
    input.step.start = start;
    input.maxLegs = 1;
    cdSlide slide = runSlide(&input);
    assert_true(slide.exhausted && slide.contact.state == CD_CONTACT);
}

static void ignoreAssert(const char *condition, const char *file, int line, void *context) {
    (void)condition;
    (void)file;
    (void)line;
    (void)context;
}

// Invalid shapes, a mesh without features, an overlapping start, which is left for a free target alone. Red:
// an input that is written past or moved.
static void testBadSets(void **state) {
    (void)state;
    Set set = makeDumbbell(&box);
    Obstacles among = makeRoom();
    cdPose start = poseAt(0.0, 2.0, 0.0);
    cdMesh *bare = makeShape("box");
    for (int k = 0; k < 5; k++) {
        Set bad = set;
        cdSlideInput input = makeSetInput(&bad, &among, start, poseAt(0.0, 0.5, 0.0));
        cdReason reason = CD_REASON_INPUT;
        if (k == 0) input.shapeCount = 0;
        if (k == 1) input.shapeCount = -1;
        if (k == 2) bad.shapes[1].mesh = NULL;
        if (k == 3) bad.shapes[1].mesh = bare, reason = CD_REASON_NO_PART;
        if (k == 4) bad.shapes[1].pose.q.w = 1.1, reason = CD_REASON_NOT_UNIT;
        cdSetHooks(&(cdHooks){.assertFailed = ignoreAssert});
        cdSlide slide = runSlide(&input);
        cdSetHooks(NULL);
        assert_true(slide.contact.state == CD_UNDECIDED && slide.contact.reason == reason);
        assert_int_equal(slide.shape, -1);
    }
    cdDestroyMesh(bare);
    cdPose sunk = poseAt(0.0, 0.5, 0.0);
    cdSlideInput input = makeSetInput(&set, &among, sunk, poseAt(0.3, 0.5, 0.0));
    cdSlide slide = runSlide(&input);
    assert_true(slide.contact.state == CD_OVERLAP && cdIsSamePose(slide.contact.resolvedPose, sunk));
    input.step.target = start;
    assert_true(cdIsSamePose(runSlide(&input).contact.resolvedPose, start));
    // One of the meshes leaves, the other does not.
    input.step.start = turnedPose(0.0, 1.0, 0.0, cdMakeVec3(0.0, 0.0, 1.0), 0.3);
    input.step.target = turnedPose(0.0, 1.0, 0.0, cdMakeVec3(0.0, 0.0, 1.0), -0.3);
    assert_true(cdIsSamePose(runSlide(&input).contact.resolvedPose, input.step.start));
}

// With any number of allocations the result is that with enough, or CD_REASON_WORKSPACE at the start; after
// cdReserveWorkspace for as many shapes a slide allocates nothing. Red: memory written beyond its end, a size
// for one mesh.
static void testMemory(void **state) {
    (void)state;
    Set set = {.count = 0};
    addShape(&set, &box, poseAt(0.0, 0.6, 0.0)); // the smallest mesh first
    addShape(&set, &gear, poseAt(-1.5, 0.0, 0.0));
    addShape(&set, &gear, poseAt(1.5, 0.0, 0.0));
    Obstacles among = makeRoom();
    cdSlideInput input = makeSetInput(&set, &among, poseAt(0.0, 2.4, 0.0), poseAt(2.0, 0.5, 2.5));
    cdSlide whole = runSlide(&input);
    bool enough = false;
    for (int64_t allowed = 1; allowed < 40 && !enough; allowed++) {
        LimitedMemory memory = {.allowed = allowed};
        useLimitedMemory(&memory);
        cdWorkspace *workspace = cdCreateWorkspace();
        cdSlide slide = cdFindSlide(&input, NULL, workspace, NULL);
        enough = memory.refused == 0;
        cdDestroyWorkspace(workspace);
        restoreMemory(NULL);
        assert_true(memory.live == 0);
        assert_false(overlaps(&set, slide.contact.resolvedPose, &among));
        if (enough) checkSame(&slide, &whole);
        if (slide.contact.state == CD_UNDECIDED) assert_int_equal(slide.contact.reason, CD_REASON_WORKSPACE);
    }
    assert_true(enough);
    const cdMesh *const meshes[3] = {gear.mesh, box.mesh, floorPlate.mesh};
    cdWorkspaceNeed need = {.meshes = meshes, .meshCount = 3, .obstacleCount = 3, .shapeCount = 3};
    cdWorkspace *workspace = cdCreateWorkspace();
    assert_true(cdReserveWorkspace(workspace, &need));
    size_t before = cdGetWorkspaceSize(workspace);
    cdSlide slide = cdFindSlide(&input, NULL, workspace, NULL);
    checkSame(&slide, &whole);
    assert_true(cdGetWorkspaceSize(workspace) == before);
    need.shapeCount = -1;
    assert_false(cdReserveWorkspace(workspace, &need));
    cdDestroyWorkspace(workspace);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testNames),
        cmocka_unit_test(testStopOfAnEdge),
        cmocka_unit_test(testBudget),
        cmocka_unit_test(testBadSets),
        cmocka_unit_test_teardown(testMemory, restoreMemory),
    };
    return cmocka_run_group_tests(tests, makeBodies, destroyBodies);
}
