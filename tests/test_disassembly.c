// Scenes taken apart: the order of a burr's pieces, certificates among the parts that are left, the same bits
// with and without threads, parts that do not come out or overlap.
#include "plan_fixture.h"

static Disassembly takeApart(const Puzzle *puzzle, const cdTasks *tasks, int32_t part, int32_t rounds) {
    const DisassemblyInput input = {.data = &puzzle->data,
                                    .meshes = puzzle->meshes.meshes,
                                    .part = part,
                                    .rounds = rounds,
                                    .tasks = tasks};
    Disassembly result;
    char message[256] = "";
    if (!FindDisassembly(&input, &result, message, sizeof message)) fail_msg("%s", message);
    return result;
}

static int32_t countShapes(const Puzzle *puzzle, int32_t object) {
    int32_t count = puzzle->data.objects[object].shapeCount;
    return count > 0 ? count : 1;
}

// Returns the number of meshes that are left as obstacles of a removed part.
static int32_t countObstacles(const Puzzle *puzzle, const Disassembly *result, int32_t index) {
    int32_t count = 0;
    for (int32_t i = 0; i < puzzle->data.objectCount; i++)
        count += countShapes(puzzle, i);
    for (int32_t i = 0; i <= index; i++)
        count -= countShapes(puzzle, result->parts[i].objects[0]);
    return count;
}

// Tests the path of a removed part among the parts that were left.
static void checkPart(const Puzzle *puzzle, const Disassembly *result, int32_t index) {
    const DisassemblyPart *part = &result->parts[index];
    PartSet set;
    assert_true(CreateRemovalSet(&puzzle->data, puzzle->meshes.meshes, result, index, &set));
    assert_int_equal(set.obstacleCount, countObstacles(puzzle, result, index));
    const cdPlanInput input = {.shapes = set.shapes,
                               .shapeCount = set.shapeCount,
                               .obstacles = set.obstacles,
                               .obstacleCount = set.obstacleCount,
                               .start = puzzle->data.objects[part->objects[0]].pose,
                               .nodes = part->nodes};
    checkPath(&input, &part->plan);
    assert_true(isOutside(&input, part->nodes[part->plan.nodeCount - 1].pose));
    DestroyPartSet(&set);
}

// Runs tasks in reverse order, as threads may.
static void runBackwards(cdTaskFunction *task, void *context, int32_t count, void *user) {
    (void)user;
    for (int32_t i = count - 1; i >= 0; i--)
        task(context, i, i % 3);
}

// The whole stick comes out first, and all pieces come out. Red: an obstacle left out that is still there, a
// removed part that still blocks, parts exchanged.
static void testBurr(void **state) {
    (void)state;
    Puzzle puzzle = openPuzzle(PUZZLE_BURR, 1.0);
    Disassembly result = takeApart(&puzzle, NULL, -1, 3);
    assert_int_equal(result.partCount, 6);
    assert_int_equal(result.removedCount, 6);
    assert_int_equal(result.parts[0].objects[0], 0);
    bool seen[6] = {false};
    for (int32_t i = 0; i < 6; i++) {
        seen[result.parts[i].objects[0]] = true;
        checkPart(&puzzle, &result, i);
    }
    for (int32_t i = 0; i < 6; i++)
        assert_true(seen[i]);
    DestroyDisassembly(&result);
    closePuzzle(&puzzle);
}

// Red: a result that depends on which attempt of a batch ends first, or on a worker's memory.
static void testTasks(void **state) {
    (void)state;
    Puzzle puzzle = openPuzzle(PUZZLE_BURR, 1.0);
    const cdTasks tasks = {.run = runBackwards, .workerCount = 3};
    Disassembly alone = takeApart(&puzzle, NULL, -1, 3), many = takeApart(&puzzle, &tasks, -1, 3);
    assert_int_equal(many.removedCount, alone.removedCount);
    for (int32_t i = 0; i < alone.partCount; i++) {
        assert_int_equal(many.parts[i].objects[0], alone.parts[i].objects[0]);
        assert_memory_equal(&many.parts[i].plan, &alone.parts[i].plan, sizeof(cdPlan));
        assert_memory_equal(many.parts[i].nodes, alone.parts[i].nodes,
                            (size_t)alone.parts[i].plan.nodeCount * sizeof(cdPathNode));
        assert_int_equal(many.parts[i].pairTests, alone.parts[i].pairTests);
    }
    DestroyDisassembly(&alone);
    DestroyDisassembly(&many);
    closePuzzle(&puzzle);
}

// With one piece requested all others stay; a piece behind the stick does not come out. Red: a part that is
// not the requested one.
static void testOnePart(void **state) {
    (void)state;
    Puzzle puzzle = openPuzzle(PUZZLE_BURR, 1.0);
    Disassembly stick = takeApart(&puzzle, NULL, 0, 1), other = takeApart(&puzzle, NULL, 3, 1);
    assert_int_equal(stick.removedCount, 1);
    assert_int_equal(other.removedCount, 0);
    assert_int_equal(other.partCount, 1);
    assert_int_equal(other.parts[0].objects[0], 3);
    assert_int_equal(other.parts[0].plan.state, CD_PLAN_NOT_FOUND);
    assert_null(other.parts[0].nodes);
    DestroyDisassembly(&stick);
    DestroyDisassembly(&other);
    closePuzzle(&puzzle);
}

// Red: the index of an obstacle in place of its object.
static void testOverlap(void **state) {
    (void)state;
    Puzzle puzzle = openPuzzle(PUZZLE_BURR, 1.0);
    puzzle.data.objects[2].pose.p.y += 0.5;
    Disassembly result = takeApart(&puzzle, NULL, 2, 1);
    assert_int_equal(result.removedCount, 0);
    assert_int_equal(result.parts[0].plan.state, CD_PLAN_OVERLAP);
    int32_t other = result.parts[0].overlapped;
    assert_true(other >= 0 && other != 2);
    const cdOverlapInput both = {.meshA = puzzle.meshes.meshes[2],
                                 .meshB = puzzle.meshes.meshes[other],
                                 .poseA = puzzle.data.objects[2].pose,
                                 .poseB = puzzle.data.objects[other].pose};
    assert_int_equal(cdFindOverlap(&both, NULL, workspace, NULL).state, CD_OVERLAP);
    DestroyDisassembly(&result);
    closePuzzle(&puzzle);
}

static bool isAlways(void *context) {
    (void)context;
    return true;
}

static void testInterrupt(void **state) {
    (void)state;
    Puzzle puzzle = openPuzzle(PUZZLE_BURR, 1.0);
    const DisassemblyInput input = {
        .data = &puzzle.data, .meshes = puzzle.meshes.meshes, .part = -1, .interrupt = isAlways};
    Disassembly result;
    char message[256];
    assert_true(FindDisassembly(&input, &result, message, sizeof message));
    assert_int_equal(result.removedCount, 0);
    assert_int_equal(result.partCount, 6);
    DestroyDisassembly(&result);
    closePuzzle(&puzzle);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testBurr),    cmocka_unit_test(testTasks),     cmocka_unit_test(testOnePart),
        cmocka_unit_test(testOverlap), cmocka_unit_test(testInterrupt),
    };
    return cmocka_run_group_tests(tests, makeWorkspace, freeWorkspace);
}
