// Steps of worlds by the caller's tasks: the bits of steps without them, for any number of workers, in any
// order, on threads, with a task system that makes mistakes, under a budget, and without memory.
#include "collision/tasks.h"
#include "memory_fixture.h"
#include "snapshot_fixture.h"
#include "threads/pool.h"
#include "world/step_work.h"

// ISLAND_CALLS: calls of the task system with towers; a third of them are for pairs.
enum { TASK_STEPS = 75, SETTLED = 300, MOST_WORKERS = 5, ISLAND_CALLS = 1000 };

static const SceneKind kinds[] = {HEAP, MIXED, LINKS, ROUND, SCRIPTS, SHAPES};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

// --- Many islands

// Six towers, a chain that a hand holds, and a tower so high that its rows are a large problem.
static void addTowers(Scene *scene) {
    const cdVec3 none = {0.0, 0.0, 0.0};
    for (int32_t i = 0; i < 44; i++) {
        int32_t tower = i < 18 ? i / 3 : 6, level = i < 18 ? i % 3 : i - 18;
        double x = tower == 6 ? -6.0 : 3.0 + 1.5 * (tower % 3),
               z = tower == 6 ? 0.0 : 3.0 - 6.0 * (tower / 3);
        cdVec3 way = {0.1 * (tower % 3), tower < 6 ? -1.0 : 0.0, 0.0};
        addBody(scene, 4, CD_BODY_DYNAMIC, poseAt(x, (tower < 6 ? 0.35 : 0.301) + 0.602 * level, z), way);
    }
    cdBodyId last = -1;
    for (int32_t i = 0; i < 3; i++) {
        cdBodyId link = addBody(scene, 4, CD_BODY_DYNAMIC, poseAt(-2.0 + 0.9 * i, 5.0, -5.0), none);
        cdJointDef joint = {.bodyA = link, .bodyB = last, .point = {-2.45 + 0.9 * i, 5.0, -5.0}};
        if (cdAddJoint(scene->world, &joint) < 0) abort();
        last = link;
    }
    const cdHand hand = {.target = {1.0, 4.0, -4.0}, .frequency = 8.0, .maxForce = 200.0};
    cdHoldBody(scene->world, last, &hand);
}

// --- Task systems in one thread

typedef struct System {
    int32_t stride;      // of the order, which begins with the last task
    int32_t workerCount; // used in turn
    int32_t calls, tasks;
} System;

static void runByStride(cdTaskFunction *task, void *context, int32_t count, void *user) {
    System *system = user;
    system->calls++;
    system->tasks += count;
    for (int32_t first = 0; first < system->stride; first++)
        for (int32_t i = count - 1 - first; i >= 0; i -= system->stride)
            task(context, i, i % system->workerCount);
}

// Runs both worlds side by side and compares all bits of each step.
static void assertSameSteps(SceneKind kind, bool towers, const cdTasks *tasks, cdBudget budget) {
    Scene alone = makeScene(kind), shared = makeScene(kind);
    if (towers) addTowers(&alone);
    assert_true(cdSetWorldTasks(shared.world, tasks));
    if (towers) addTowers(&shared);
    cdSetWorldBudget(alone.world, budget);
    cdSetWorldBudget(shared.world, budget);
    for (int32_t step = 0; step < TASK_STEPS; step++) {
        StepBits was = runStep(&alone, alone.world, step);
        assertSameBits(&alone, step, was, runStep(&shared, shared.world, step));
        assert_true(alone.world->solverWork == shared.world->solverWork);
    }
    destroyScene(&alone);
    destroyScene(&shared);
}

// Red: results that depend on the order or the worker; queries that are not counted; contacts noted in the
// order in which tasks end.
static void testOrders(void **state) {
    (void)state;
    for (int k = 0; k < KINDS; k++) {
        System system = {.stride = 1 + k % 3, .workerCount = 1 + (MOST_WORKERS - k) % MOST_WORKERS};
        cdTasks tasks = {runByStride, system.workerCount, &system};
        assertSameSteps(kinds[k], false, &tasks, (cdBudget){0});
        assert_true(system.calls > 10 && system.tasks >= 2 * system.calls);
    }
}

// Islands that do not touch are solved at the same time, too, with a large one among them. Red: islands that
// one thread solves, islands in the rows or solver bodies of others, work that is not counted, a habit that
// is forgotten.
static void testIslands(void **state) {
    (void)state;
    for (int32_t count = 1; count <= 3; count += 2) {
        System system = {.stride = count, .workerCount = count};
        cdTasks tasks = {runByStride, count, &system};
        assertSameSteps(HEAP, true, &tasks, (cdBudget){0});
        assert_true(system.calls > ISLAND_CALLS);
    }
}

// Returns a pair of two awake islands, or NULL.
static cdWorldPair *findPairBetween(const cdWorld *world) {
    for (int32_t i = 0; i < world->pairCount; i++) {
        cdWorldPair *pair = world->pairs[i];
        int32_t a = world->bodies[pair->bodyA].island, b = world->bodies[pair->bodyB].island;
        if (a >= 0 && b >= 0 && a != b && !world->bodies[a].asleep && !world->bodies[b].asleep) return pair;
    }
    return NULL;
}

// A contact that is found after the islands connects two of them: they are corrected in order. Red: islands
// that count as apart then, or never.
static void testConnectedIslands(void **state) {
    (void)state;
    Scene scene = makeScene(HEAP);
    addTowers(&scene);
    int32_t found = 0;
    for (int32_t step = 0; step < TASK_STEPS; step++) {
        cdStepWorld(scene.world, 1.0 / 60.0);
        cdWorldPair *pair = findPairBetween(scene.world);
        assert_true(cdAreIslandsApart(scene.world) || (pair != NULL && pair->touches));
        if (pair == NULL || pair->touches) continue;
        found++;
        pair->touches = true;
        assert_false(cdAreIslandsApart(scene.world));
        pair->touches = false;
    }
    assert_true(found > 10);
    destroyScene(&scene);
}

// Red: two workers with one workspace, a pair that two tasks change.
static void testThreads(void **state) {
    (void)state;
    for (int32_t count = 2; count <= MOST_WORKERS; count += 3) {
        Pool *pool = CreatePool(count);
        assert_non_null(pool);
        cdTasks tasks = GetPoolTasks(pool);
        assertSameSteps(HEAP, true, &tasks, (cdBudget){0});
        assertSameSteps(MIXED, false, &tasks, (cdBudget){0});
        DestroyPool(pool);
    }
}

// --- Mistakes

static int32_t reports;

static void countReport(const char *condition, const char *file, int line, void *context) {
    (void)condition, (void)file, (void)line, (void)context;
    reports++;
}

// Leaves out every third task, runs others twice, and some with a wrong worker or index.
static void runWrongly(cdTaskFunction *task, void *context, int32_t count, void *user) {
    const System *system = user;
    task(context, -1, 0);
    task(context, count, 0);
    for (int32_t i = 0; i < count; i++) {
        if (i % 3 == 1) continue;
        task(context, i, i % 5 == 0 ? system->workerCount : 0);
        task(context, i, 0);
        task(context, i, 0);
    }
}

// A pair that the task system has left out is tested all the same. Red: a body that passes through another
// one; a query that counts twice.
static void testWrongTasks(void **state) {
    (void)state;
    System system = {.workerCount = 2};
    cdTasks tasks = {runWrongly, 2, &system};
    reports = 0;
    cdSetHooks(&(cdHooks){.assertFailed = countReport});
    assertSameSteps(HEAP, true, &tasks, (cdBudget){0});
    cdSetHooks(NULL);
    assert_true(reports > 100);
}

static void testInvalidTasks(void **state) {
    (void)state;
    Scene scene = makeScene(STACK);
    System system = {.stride = 1, .workerCount = 1};
    cdTasks none = {NULL, 2, NULL}, nobody = {runByStride, 0, &system};
    cdSetHooks(&(cdHooks){.assertFailed = countReport});
    reports = 0;
    assert_false(cdSetWorldTasks(scene.world, &none));
    assert_false(cdSetWorldTasks(scene.world, &nobody));
    assert_false(cdSetWorldTasks(NULL, NULL));
    assert_int_equal(reports, 3);
    cdSetHooks(NULL);
    assert_true(cdSetWorldTasks(scene.world, NULL));
    destroyScene(&scene);
}

// --- Budgets

// A limited step ends at the same place, and runs in the calling thread alone. Red: tasks that spend in
// another order.
static void testBudget(void **state) {
    (void)state;
    static const int64_t limits[] = {2000, 20000, 200000};
    for (int i = 0; i < 3; i++) {
        System system = {.stride = 1, .workerCount = 3};
        cdTasks tasks = {runByStride, 3, &system};
        assertSameSteps(HEAP, true, &tasks, (cdBudget){.maxPairTests = limits[i]});
        assert_int_equal(system.calls, 0);
    }
}

// --- Changes

// Tasks that are set, changed and taken away between steps change no bit. Red: a workspace of a worker that
// nobody made.
static void testChangedTasks(void **state) {
    (void)state;
    Scene alone = makeScene(HEAP), shared = makeScene(HEAP);
    System system = {.stride = 1};
    for (int32_t step = 0; step < TASK_STEPS; step++) {
        system.workerCount = 1 + step / 40 % MOST_WORKERS;
        cdTasks tasks = {runByStride, system.workerCount, &system};
        if (step % 20 == 0) assert_true(cdSetWorldTasks(shared.world, step % 60 == 40 ? NULL : &tasks));
        StepBits was = runStep(&alone, alone.world, step);
        assertSameBits(&alone, step, was, runStep(&shared, shared.world, step));
    }
    destroyScene(&alone);
    destroyScene(&shared);
}

// --- Memory

// Red: a worker whose workspace grows in a step.
static void testNoAllocation(void **state) {
    (void)state;
    Scene scene = makeScene(HEAP);
    addTowers(&scene);
    System system = {.stride = 1, .workerCount = 3};
    cdTasks tasks = {runByStride, 3, &system};
    assert_true(cdSetWorldTasks(scene.world, &tasks));
    for (int32_t step = 0; step < SETTLED; step++)
        runStep(&scene, scene.world, step);
    // The same bodies with another number of workers: all of it is reserved at once.
    system.workerCount = tasks.workerCount = MOST_WORKERS;
    assert_true(cdSetWorldTasks(scene.world, &tasks));
    LimitedMemory memory = {.allowed = 0};
    useLimitedMemory(&memory);
    system.calls = 0;
    bool enough = true;
    for (int32_t step = SETTLED; step < SETTLED + 60; step++) {
        actOn(&scene, scene.world, step);
        enough = enough && !cdStepWorld(scene.world, SNAPSHOT_FRAME).outOfMemory;
    }
    restoreMemory(NULL);
    assert_true(enough && memory.refused == 0 && system.calls > 10);
    destroyScene(&scene);
}

// An allocator that fails at each call in turn: the former tasks stay. Red: tasks without their workspaces.
static void testNoMemory(void **state) {
    (void)state;
    bool enough = false;
    int32_t failures = 0;
    for (int64_t allowed = 0; !enough; allowed++) {
        Scene scene = makeScene(HEAP);
        System system = {.stride = 1, .workerCount = 3};
        cdTasks tasks = {runByStride, 3, &system};
        LimitedMemory memory = {.allowed = allowed};
        useLimitedMemory(&memory);
        enough = cdSetWorldTasks(scene.world, &tasks);
        restoreMemory(NULL);
        failures += !enough;
        for (int32_t step = 0; step < 3; step++)
            assert_false(cdStepWorld(scene.world, SNAPSHOT_FRAME).outOfMemory);
        assert_true(enough || system.calls == 0);
        destroyScene(&scene);
    }
    assert_true(failures > 3);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testOrders),           cmocka_unit_test(testIslands),
        cmocka_unit_test(testConnectedIslands), cmocka_unit_test(testThreads),
        cmocka_unit_test(testWrongTasks),       cmocka_unit_test(testInvalidTasks),
        cmocka_unit_test(testBudget),           cmocka_unit_test(testChangedTasks),
        cmocka_unit_test(testNoAllocation),     cmocka_unit_test(testNoMemory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
