// Planned paths out of obstacles and from pose to pose: each is tested by dense sampling with the discrete
// overlap test; closed forms, limits, repeatability and bad input.
#include "memory_fixture.h"
#include "plan_fixture.h"

// --- Puzzles

// Each puzzle that has a solution is solved, and its path is free. Red: a slide whose path is not the one
// that is kept, a shortcut that is not tested, a set whose meshes are placed elsewhere, a path that ends
// inside.
static void testPuzzles(void **state) {
    (void)state;
    static const PuzzleKind kinds[] = {PUZZLE_PEG,  PUZZLE_HOOK, PUZZLE_L_IN_L, PUZZLE_CLASPS, PUZZLE_BAYONET,
                                       PUZZLE_RING, PUZZLE_KEY,  PUZZLE_TUBES,  PUZZLE_ALPHA,  PUZZLE_BURR};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        Puzzle puzzle = openPuzzle(kinds[i], 1.1);
        cdPlanInput input = makePuzzleInput(&puzzle);
        cdPlan plan = cdPlanPath(&input, workspace);
        if (plan.state != CD_PLAN_FOUND) fail_msg("%s: not found", GetPuzzleName(kinds[i]));
        assert_int_equal(plan.nodeCount, plan.neededNodes);
        checkPath(&input, &plan);
        assert_true(isOutside(&input, puzzle.nodes[plan.nodeCount - 1].pose));
        closePuzzle(&puzzle);
    }
}

// While its lower end is in the hole the peg stays in it: off the axis by no more than its play at the
// corners. Red: a path through the block.
static void testPegFollowsItsAxis(void **state) {
    (void)state;
    Puzzle puzzle = openPuzzle(PUZZLE_PEG, 1.0);
    cdPlanInput input = makePuzzleInput(&puzzle);
    const double half = 0.3, play = 0.01 * half, length = 1.2;
    for (uint64_t seed = 0; seed < 5; seed++) {
        input.seed = seed;
        cdPlan plan = cdPlanPath(&input, workspace);
        assert_int_equal(plan.state, CD_PLAN_FOUND);
        for (int32_t i = 0; i + 1 < plan.nodeCount; i++) {
            cdMotion motion =
                cdMakeMotion(puzzle.nodes[i].pose, puzzle.nodes[i + 1].pose, (cdVec3){0.0, 0.0, 0.0});
            for (int k = 0; k <= 100; k++) {
                cdVec3 foot =
                    cdTransformPoint(cdGetPoseAt(&motion, 0.01 * k), (cdVec3){0.0, -0.5 * length, 0.0});
                if (foot.y > -1e-3) continue;
                assert_true(fabs(foot.x) <= play + 1e-9 && fabs(foot.z) <= play + 1e-9);
            }
        }
    }
    closePuzzle(&puzzle);
}

// Linked tori stay linked, and a ball in a closed box stays in it. Red: a path that passes through a surface.
static void testImpossible(void **state) {
    (void)state;
    Puzzle puzzle = openPuzzle(PUZZLE_LINK, 1.0);
    cdPlanInput input = makePuzzleInput(&puzzle);
    input.budget.maxPairTests = 2000000;
    for (uint64_t seed = 0; seed < 2; seed++) {
        input.seed = seed;
        cdPlan plan = cdPlanPath(&input, workspace);
        assert_int_equal(plan.state, CD_PLAN_NOT_FOUND);
        assert_int_equal(plan.reason, CD_REASON_BUDGET);
        assert_int_equal(plan.nodeCount, 0);
        assert_true(plan.slideCount > 20 && plan.stateCount > 20);
    }
    closePuzzle(&puzzle);
    cdMesh *box = makeFeatured("box"), *ball = makeFeatured("icosphere:radius=0.5,level=1");
    const cdSlideShape shape = {ball, cdIdentityPose()};
    const cdObstacle obstacle = {box, cdIdentityPose()};
    cdPlanInput caged = {.shapes = &shape,
                         .shapeCount = 1,
                         .obstacles = &obstacle,
                         .obstacleCount = 1,
                         .start = cdIdentityPose(),
                         .maxStates = 2000,
                         .budget.maxPairTests = 500000};
    assert_int_equal(cdPlanPath(&caged, workspace).state, CD_PLAN_NOT_FOUND);
    cdDestroyMesh(box);
    cdDestroyMesh(ball);
}

// --- From pose to pose

// A path between two poses begins and ends with them, bit for bit, in both directions. Red: a tree of the
// goal that is not turned around, an end that is only near.
static void testGoal(void **state) {
    (void)state;
    Puzzle puzzle = openPuzzle(PUZZLE_CLASPS, 1.0);
    cdPlanInput input = makePuzzleInput(&puzzle);
    const cdPose inside = input.start, outside = {{3.0, 2.0, 1.0}, cdMakeQuat((cdVec3){0.0, 1.0, 0.0}, 1.0)};
    for (int way = 0; way < 2; way++) {
        input.start = way == 0 ? inside : outside;
        input.goal = way == 0 ? &outside : &inside;
        input.budget.maxPairTests = 100000000;
        cdPlan plan = cdPlanPath(&input, workspace);
        assert_int_equal(plan.state, CD_PLAN_FOUND);
        assert_memory_equal(&puzzle.nodes[0].pose, &input.start, sizeof input.start);
        assert_memory_equal(&puzzle.nodes[plan.nodeCount - 1].pose, input.goal, sizeof input.start);
        checkPath(&input, &plan);
    }
    closePuzzle(&puzzle);
}

// A box that rests on another, in exact touch, is lifted off; the start outside needs no motion. Red: a touch
// that counts as an overlap, a path of a single node.
static void testTouchAndOutside(void **state) {
    (void)state;
    cdMesh *box = makeFeatured("box");
    cdPathNode nodes[64];
    const cdSlideShape shape = {box, cdIdentityPose()};
    const cdObstacle obstacle = {box, cdIdentityPose()};
    cdPlanInput input = {.shapes = &shape,
                         .shapeCount = 1,
                         .obstacles = &obstacle,
                         .obstacleCount = 1,
                         .start = {{0.0, 2.0, 0.0}, {1.0, 0.0, 0.0, 0.0}},
                         .nodes = nodes,
                         .nodeCapacity = 64};
    cdPlan plan = cdPlanPath(&input, workspace);
    assert_int_equal(plan.state, CD_PLAN_FOUND);
    assert_true(nodes[plan.nodeCount - 1].pose.p.y > 2.0);
    input.start.p.y = 9.0;
    plan = cdPlanPath(&input, workspace);
    assert_int_equal(plan.state, CD_PLAN_FOUND);
    assert_int_equal(plan.nodeCount, 2);
    assert_memory_equal(&nodes[0].pose, &nodes[1].pose, sizeof(cdPose));
    assert_true(plan.length == 0.0);
    input.obstacleCount = 0;
    assert_int_equal(cdPlanPath(&input, workspace).state, CD_PLAN_FOUND);
    cdDestroyMesh(box);
}

// A ball in a cup comes out, and finds a goal far away without any obstacle. Red: lengths of 0 for a set
// without inertia, random poses in a box that is empty.
static void testBall(void **state) {
    (void)state;
    cdMesh *cup = makeFeatured("socket:half=0.3,clearance=0.1"),
           *ball = cdCreateSphere((cdVec3){0.0, 0.0, 0.0}, 0.3, NULL);
    cdPathNode nodes[64];
    const cdSlideShape shape = {ball, cdIdentityPose()};
    const cdObstacle obstacle = {cup, cdIdentityPose()};
    const cdPose goal = {{50.0, 40.0, 30.0}, cdMakeQuat((cdVec3){1.0, 0.0, 0.0}, 2.0)};
    cdPlanInput input = {.shapes = &shape,
                         .shapeCount = 1,
                         .obstacles = &obstacle,
                         .obstacleCount = 1,
                         .start = {{0.0, -0.39, 0.0}, {1.0, 0.0, 0.0, 0.0}},
                         .nodes = nodes,
                         .nodeCapacity = 64};
    cdPlan plan = cdPlanPath(&input, workspace);
    assert_int_equal(plan.state, CD_PLAN_FOUND);
    checkPath(&input, &plan);
    assert_true(nodes[plan.nodeCount - 1].pose.p.y > 0.3);
    input.goal = &goal;
    input.obstacleCount = 0;
    plan = cdPlanPath(&input, workspace);
    assert_int_equal(plan.state, CD_PLAN_FOUND);
    assert_memory_equal(&nodes[plan.nodeCount - 1].pose, &goal, sizeof goal);
    input.obstacleCount = 1;
    plan = cdPlanPath(&input, workspace);
    assert_int_equal(plan.state, CD_PLAN_FOUND);
    checkPath(&input, &plan);
    cdDestroyMesh(cup);
    cdDestroyMesh(ball);
}

// An overlap at either end is reported with its obstacle. Red: a search from within, the index of the other
// end.
static void testOverlap(void **state) {
    (void)state;
    cdMesh *box = makeFeatured("box");
    const cdSlideShape shape = {box, cdIdentityPose()};
    const cdObstacle obstacles[2] = {{box, {{9.0, 0.0, 0.0}, {1.0, 0.0, 0.0, 0.0}}},
                                     {box, {{0.5, 0.3, 0.2}, {1.0, 0.0, 0.0, 0.0}}}};
    const cdPose free = {{0.0, 5.0, 0.0}, {1.0, 0.0, 0.0, 0.0}}, bad = cdIdentityPose();
    cdPlanInput input = {.shapes = &shape,
                         .shapeCount = 1,
                         .obstacles = obstacles,
                         .obstacleCount = 2,
                         .start = bad,
                         .goal = &free};
    cdPlan plan = cdPlanPath(&input, workspace);
    assert_int_equal(plan.state, CD_PLAN_OVERLAP);
    assert_int_equal(plan.obstacle, 1);
    assert_int_equal(plan.shape, 0);
    assert_false(plan.overlapsAtGoal);
    input.start = free;
    input.goal = &bad;
    plan = cdPlanPath(&input, workspace);
    assert_int_equal(plan.state, CD_PLAN_OVERLAP);
    assert_true(plan.overlapsAtGoal);
    cdDestroyMesh(box);
}

// --- Repeatability and limits

// The same input gives the same bits, in a new workspace and after other work; another seed gives another
// path. Red: a cache or a workspace that changes a result, a seed without effect.
static void testRepeats(void **state) {
    (void)state;
    Puzzle puzzle = openPuzzle(PUZZLE_HOOK, 1.0);
    cdPlanInput input = makePuzzleInput(&puzzle);
    cdPlan first = cdPlanPath(&input, workspace);
    assert_int_equal(first.state, CD_PLAN_FOUND);
    cdPathNode kept[NODES];
    memcpy(kept, puzzle.nodes, sizeof kept);
    input.seed = 99;
    cdPlan other = cdPlanPath(&input, workspace);
    assert_true(other.slideCount != first.slideCount || other.length != first.length);
    input.seed = 0;
    cdWorkspace *fresh = cdCreateWorkspace();
    cdPlan again = cdPlanPath(&input, fresh);
    assert_memory_equal(&again, &first, sizeof first);
    assert_memory_equal(puzzle.nodes, kept, (size_t)first.nodeCount * sizeof *kept);
    cdDestroyWorkspace(fresh);
    closePuzzle(&puzzle);
}

static bool isThird(void *context) {
    int *calls = context;
    return ++*calls >= 3;
}

// Red: a budget that is not counted, an interrupt that is not called, a path cut off at the room for it.
static void testLimits(void **state) {
    (void)state;
    Puzzle puzzle = openPuzzle(PUZZLE_HOOK, 1.0);
    cdPlanInput input = makePuzzleInput(&puzzle);
    cdPlan whole = cdPlanPath(&input, workspace);
    input.budget.maxPairTests = whole.pairTests / 4;
    cdPlan cut = cdPlanPath(&input, workspace);
    assert_int_equal(cut.state, CD_PLAN_NOT_FOUND);
    assert_int_equal(cut.reason, CD_REASON_BUDGET);
    assert_true(cut.slideCount < whole.slideCount);
    input.budget.maxPairTests = 0;
    input.maxStates = 10;
    cut = cdPlanPath(&input, workspace);
    assert_int_equal(cut.reason, CD_REASON_BUDGET);
    assert_true(cut.stateCount <= 10);
    const cdPose far = {{9.0, 0.0, 0.0}, {1.0, 0.0, 0.0, 0.0}};
    input.maxStates = 1;
    input.goal = &far;
    assert_int_equal(cdPlanPath(&input, workspace).stateCount, 2);
    input.goal = NULL;
    input.maxStates = 0;
    input.nodeCapacity = whole.neededNodes - 1;
    cut = cdPlanPath(&input, workspace);
    assert_int_equal(cut.state, CD_PLAN_FOUND);
    assert_true(cut.truncated);
    assert_int_equal(cut.nodeCount, 0);
    assert_int_equal(cut.neededNodes, whole.neededNodes);
    int calls = 0;
    input.budget = (cdBudget){.interrupt = isThird, .context = &calls};
    cut = cdPlanPath(&input, workspace);
    assert_int_equal(cut.state, CD_PLAN_NOT_FOUND);
    assert_int_equal(cut.reason, CD_REASON_INTERRUPTED);
    closePuzzle(&puzzle);
}

// A shortened path is not longer, and free as well. Red: a shortcut over a node that matters.
static void testShortening(void **state) {
    (void)state;
    Puzzle puzzle = openPuzzle(PUZZLE_BAYONET, 1.0);
    cdPlanInput input = makePuzzleInput(&puzzle);
    double lengths[3];
    static const int32_t attempts[3] = {-1, 1, 200};
    for (int i = 0; i < 3; i++) {
        input.shortenings = attempts[i];
        cdPlan plan = cdPlanPath(&input, workspace);
        assert_int_equal(plan.state, CD_PLAN_FOUND);
        checkPath(&input, &plan);
        lengths[i] = plan.length;
    }
    assert_true(lengths[1] < lengths[0] && lengths[2] <= lengths[1]);
    closePuzzle(&puzzle);
}

static void testBadInput(void **state) {
    (void)state;
    cdMesh *box = makeFeatured("box"), *bare = makeBare("box");
    cdSlideShape shape = {box, cdIdentityPose()};
    const cdPlanInput good = {.shapes = &shape, .shapeCount = 1, .start = cdIdentityPose()};
    cdPlanInput input = good;
    input.shapeCount = 0;
    assert_int_equal(cdPlanPath(&input, workspace).reason, CD_REASON_INPUT);
    input = good;
    input.maxStates = -1;
    assert_int_equal(cdPlanPath(&input, workspace).reason, CD_REASON_INPUT);
    input = good;
    input.start.q.w = 2.0;
    assert_int_equal(cdPlanPath(&input, workspace).reason, CD_REASON_NOT_UNIT);
    input = good;
    input.margin = -1.0;
    assert_int_equal(cdPlanPath(&input, workspace).reason, CD_REASON_INPUT);
    input = good;
    shape.mesh = bare;
    assert_int_equal(cdPlanPath(&input, workspace).reason, CD_REASON_NO_PART);
    shape.mesh = box;
    LimitedMemory memory = {.allowed = 1};
    useLimitedMemory(&memory);
    cdWorkspace *small = cdCreateWorkspace();
    assert_int_equal(cdPlanPath(&good, small).reason, CD_REASON_WORKSPACE);
    cdDestroyWorkspace(small);
    restoreMemory(NULL);
    cdDestroyMesh(box);
    cdDestroyMesh(bare);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testPuzzles),
        cmocka_unit_test(testPegFollowsItsAxis),
        cmocka_unit_test(testImpossible),
        cmocka_unit_test(testGoal),
        cmocka_unit_test(testTouchAndOutside),
        cmocka_unit_test(testOverlap),
        cmocka_unit_test(testBall),
        cmocka_unit_test(testRepeats),
        cmocka_unit_test(testLimits),
        cmocka_unit_test(testShortening),
        cmocka_unit_test_teardown(testBadInput, restoreMemory),
    };
    return cmocka_run_group_tests(tests, makeWorkspace, freeWorkspace);
}
