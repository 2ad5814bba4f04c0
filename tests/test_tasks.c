// cdFindFirstContacts: the results of sequential queries, bit for bit, with any number of workers, in any
// order of the tasks, with caches and without memory.
#include "collision/batches.h"
#include "memory_fixture.h"
#include "question_fixture.h"
#include "threads/pool.h"

enum { BATCH = 203, WORKER_MAX = 8, BATCH_TOUCHES = 4 };

// --- A batch, and the results of sequential queries

static cdFirstContactInput inputs[BATCH];
static cdTouch touches[BATCH][BATCH_TOUCHES], expectedTouches[BATCH][BATCH_TOUCHES];
static cdFirstContact expected[BATCH], results[BATCH];
static cdPairCache caches[BATCH], expectedCaches[BATCH];
static Answer found, wanted;

static void makeInputs(uint64_t seed) {
    Random random = {seed};
    for (int i = 0; i < BATCH; i++) {
        Question q = makeQuestion(&random, FIRST_CONTACT);
        inputs[i] = makeStep(bodies[q.body].mesh, q.start, q.target, bodies[q.others[0]].mesh, q.poses[0]);
        inputs[i].disabled = q.disabled;
        inputs[i].touchCapacity = BATCH_TOUCHES;
        if (i % 17 == 5) inputs[i].startA.p.x = NAN; // each has a reason of its own
        if (i % 13 == 7) inputs[i].budget.maxPairTests = 40;
    }
    memset(caches, 0, sizeof caches);
    memset(expectedCaches, 0, sizeof expectedCaches);
}

static void findAlone(bool cached) {
    cdWorkspace *workspace = cdCreateWorkspace();
    for (int i = 0; i < BATCH; i++) {
        inputs[i].touches = expectedTouches[i];
        expected[i] = cdFindFirstContact(&inputs[i], cached ? &expectedCaches[i] : NULL, workspace, NULL);
    }
    cdDestroyWorkspace(workspace);
}

static cdFirstContactBatch makeBatch(bool cached) {
    memset(results, 0xA5, sizeof results);
    memset(touches, 0, sizeof touches);
    for (int i = 0; i < BATCH; i++)
        inputs[i].touches = touches[i];
    return (cdFirstContactBatch){inputs, cached ? caches : NULL, results, BATCH};
}

// The resolved pose of a NaN is a NaN: compares bits.
static bool isAsExpected(int i) {
    found.count = wanted.count = 0;
    addContact(&found, &results[i], touches[i]);
    addContact(&wanted, &expected[i], expectedTouches[i]);
    return areSame(&found, &wanted);
}

static void assertBatch(const char *what, int workerCount) {
    for (int i = 0; i < BATCH; i++)
        if (!isAsExpected(i)) fail_msg("%s, %d workers: result %d", what, workerCount, i);
    assert_memory_equal(caches, expectedCaches, sizeof caches);
}

// --- Task systems in one thread: each index once, in some order

typedef struct Order {
    int32_t step, begin;      // the k-th task is number (begin + k step) mod count
    int32_t workerCount;      // used in turn, from the last one on
    int32_t calls, taskCount; // arguments of the calls
} Order;

static bool haveNoDivisor(int32_t a, int32_t b) {
    while (b != 0) {
        int32_t remainder = a % b;
        a = b, b = remainder;
    }
    return a <= 1;
}

static void runInOrder(cdTaskFunction *task, void *context, int32_t count, void *user) {
    Order *order = user;
    order->calls++;
    order->taskCount += count;
    int32_t step = order->step < 0 ? count - 1 : order->step;
    while (!haveNoDivisor(step, count))
        step++; // otherwise some tasks would be skipped
    for (int32_t k = 0; k < count; k++) {
        int32_t index = (int32_t)((order->begin + (int64_t)k * step) % count);
        task(context, index, order->workerCount - 1 - k % order->workerCount);
    }
}

static void findInOrder(Order *order, bool cached, cdWorkspace *workspace) {
    cdTasks tasks = {runInOrder, order->workerCount, order};
    cdFirstContactBatch batch = makeBatch(cached);
    cdFindFirstContacts(&batch, workspace, &tasks);
}

// Steps forwards, backwards, and strides that reach every task. Red: a result that depends on the worker, or
// on the query before; a task whose inputs another one uses, too.
static void testOrders(void **state) {
    (void)state;
    static const int32_t steps[] = {1, -1, 5, 7}, counts[] = {1, 2, 3, WORKER_MAX};
    makeInputs(101);
    findAlone(false);
    cdWorkspace *shared = cdCreateWorkspace();
    for (int s = 0; s < 4; s++)
        for (int w = 0; w < 4; w++) {
            Order order = {.step = steps[s], .begin = s, .workerCount = counts[w]};
            cdWorkspace *fresh = cdCreateWorkspace();
            findInOrder(&order, false, w % 2 ? fresh : shared);
            assertBatch("in an order", counts[w]);
            assert_int_equal(order.calls, 1);
            assert_true(order.taskCount >= 2 * counts[w] && order.taskCount <= BATCH);
            cdDestroyWorkspace(fresh);
        }
    cdDestroyWorkspace(shared);
    int32_t contacts = 0, undecided = 0;
    for (int i = 0; i < BATCH; i++) {
        contacts += expected[i].state == CD_CONTACT;
        undecided += expected[i].state == CD_UNDECIDED;
    }
    assert_true(contacts > 50 && undecided > 15);
}

// The caches of one pass serve the next one, and equal those of sequential queries. Red: a cache of another
// query, or none.
static void testCaches(void **state) {
    (void)state;
    makeInputs(102);
    cdWorkspace *workspace = cdCreateWorkspace();
    for (int pass = 0; pass < 3; pass++) {
        findAlone(true);
        Order order = {.step = pass == 1 ? -1 : 5, .workerCount = 1 + pass};
        findInOrder(&order, true, workspace);
        assertBatch("with caches", order.workerCount);
    }
    int filled = 0;
    for (int i = 0; i < BATCH; i++)
        filled += caches[i].kind != CD_NO_CONTACT;
    assert_true(filled > 50);
    cdDestroyWorkspace(workspace);
}

// --- Threads

// The same with the pool of the commands, and without tasks. Red: workers that share a workspace.
static void testThreads(void **state) {
    (void)state;
    static const int32_t counts[] = {0, 1, 2, 3, WORKER_MAX}; // 0: no tasks
    makeInputs(103);
    for (int w = 0; w < 5; w++) {
        Pool *pool = CreatePool(counts[w] > 0 ? counts[w] : 1);
        assert_non_null(pool);
        cdTasks tasks = GetPoolTasks(pool);
        assert_int_equal(tasks.workerCount, counts[w] > 0 ? counts[w] : 1);
        cdWorkspace *workspace = cdCreateWorkspace();
        memset(caches, 0, sizeof caches);
        memset(expectedCaches, 0, sizeof expectedCaches);
        for (int pass = 0; pass < 4; pass++) {
            findAlone(pass > 1);
            cdFirstContactBatch batch = makeBatch(pass > 1);
            cdFindFirstContacts(&batch, workspace, counts[w] > 0 ? &tasks : NULL);
            assertBatch("threads", counts[w]);
        }
        cdDestroyWorkspace(workspace);
        DestroyPool(pool);
    }
}

// --- Edges

static void testSmallBatches(void **state) {
    (void)state;
    makeInputs(104);
    findAlone(false);
    cdWorkspace *workspace = cdCreateWorkspace();
    static const int32_t counts[] = {0, 1, 15, 16, 17, 32, 33};
    for (int c = 0; c < 7; c++) {
        Order order = {.step = -1, .workerCount = 3};
        cdTasks tasks = {runInOrder, 3, &order};
        cdFirstContactBatch batch = makeBatch(false);
        batch.count = counts[c];
        cdFindFirstContacts(&batch, workspace, &tasks);
        assert_true(order.taskCount <= counts[c] && (order.taskCount > 0) == (counts[c] > 0));
        for (int i = 0; i < counts[c]; i++)
            assert_true(isAsExpected(i));
        const unsigned char *after = (const unsigned char *)&results[counts[c]];
        for (size_t i = 0; i < sizeof *results; i++)
            assert_int_equal(after[i], 0xA5);
    }
    cdFirstContactBatch nothing = {.count = 0};
    cdFindFirstContacts(&nothing, workspace, NULL);
    cdDestroyWorkspace(workspace);
}

static int32_t reports;

static void countReport(const char *condition, const char *file, int line, void *context) {
    (void)condition, (void)file, (void)line, (void)context;
    reports++;
}

// Runs the first two tasks for invalid workers, and invalid tasks.
static void runWrongly(cdTaskFunction *task, void *context, int32_t count, void *user) {
    *(int32_t *)user = count;
    task(context, -1, 0);
    task(context, count, 0);
    task(context, 0, -1);
    task(context, 1, 2);
    for (int32_t i = 2; i < count; i++)
        task(context, i, i % 2);
}

// Errors of a task system are reported, and its results are undecided. Red: a workspace beyond the workers',
// unwritten results.
static void testWrongTasks(void **state) {
    (void)state;
    makeInputs(107);
    findAlone(false);
    cdWorkspace *workspace = cdCreateWorkspace();
    int32_t taskCount = 0, refused = 0;
    cdTasks tasks = {runWrongly, 2, &taskCount};
    cdFirstContactBatch batch = makeBatch(false);
    reports = 0;
    cdSetHooks(&(cdHooks){.assertFailed = countReport});
    cdFindFirstContacts(&batch, workspace, &tasks);
    cdSetHooks(NULL);
    assert_int_equal(reports, 4);
    int32_t runLength = (BATCH - 1) / taskCount + 1;
    for (int32_t i = 0; i < BATCH; i++) {
        if (i >= 2 * runLength) {
            assert_true(isAsExpected(i));
            continue;
        }
        refused += results[i].state == CD_UNDECIDED && results[i].reason == CD_REASON_INPUT;
        assert_int_equal(results[i].touchCount, 0);
        assert_memory_equal(&results[i].resolvedPose, &inputs[i].startA, sizeof(cdPose));
    }
    assert_int_equal(refused, 2 * runLength);
    cdDestroyWorkspace(workspace);
}

// --- Memory

static int endLack(void **state) {
    lacksMemory = false;
    return restoreMemory(state);
}

// An allocator that fails at each call in turn. Each result equals that of enough memory or reports that the
// workspace could not grow; the same workspace works afterwards, and all memory is freed. Red: a worker
// without a workspace, one that is lost when the list of workers grows.
static void testNoMemory(void **state) {
    (void)state;
    makeInputs(105);
    lacksMemory = true;
    findAlone(false);
    int64_t undecided = 0, answered = 0;
    bool isShort = true;
    for (int64_t allowed = 0; isShort; allowed += allowed < 24 ? 1 : 7) {
        LimitedMemory memory = {.allowed = 1};
        useLimitedMemory(&memory);
        cdWorkspace *workspace = cdCreateWorkspace();
        for (int32_t workers = 2; workers <= 5; workers += 3) { // grows without memory
            Order order = {.step = 5, .workerCount = workers};
            memory.allowed = allowed;
            memory.refused = 0;
            findInOrder(&order, false, workspace);
            isShort = memory.refused > 0;
            for (int i = 0; i < BATCH; i++) {
                bool lacks = results[i].reason == CD_REASON_WORKSPACE;
                undecided += lacks, answered += !lacks;
                if (lacks ? results[i].state != CD_UNDECIDED || !isShort : !isAsExpected(i))
                    fail_msg("%d allocations, %d workers: result %d", (int)allowed, (int)workers, i);
            }
        }
        memory.allowed = 1 << 20;
        Order order = {.step = 1, .workerCount = 4};
        findInOrder(&order, false, workspace);
        for (int i = 0; i < BATCH; i++)
            assert_true(isAsExpected(i));
        cdDestroyWorkspace(workspace);
        assert_int_equal(memory.live, 0);
        restoreMemory(state);
        assert_true(allowed < 2000);
    }
    assert_true(undecided > BATCH && answered > BATCH);
}

// A workspace reserved for four workers does not allocate in a batch of four or less. Red: only the first
// worker reserved.
static void testReserved(void **state) {
    (void)state;
    const cdMesh *meshes[BODY_COUNT];
    for (int i = 0; i < BODY_COUNT; i++)
        meshes[i] = bodies[i].mesh;
    makeInputs(106);
    findAlone(false);
    cdWorkspace *workspace = cdCreateWorkspace();
    cdWorkspaceNeed need = {.meshes = meshes, .meshCount = BODY_COUNT, .workerCount = 4};
    assert_true(cdReserveWorkspace(workspace, &need));
    size_t size = cdGetWorkspaceSize(workspace);
    LimitedMemory memory = {.allowed = 0};
    useLimitedMemory(&memory);
    for (int32_t workers = 1; workers <= 4; workers++) {
        Order order = {.step = -1, .workerCount = workers};
        findInOrder(&order, false, workspace);
        assertBatch("reserved", workers);
    }
    restoreMemory(state);
    assert_int_equal(memory.refused, 0);
    assert_int_equal(cdGetWorkspaceSize(workspace), size);
    need.workerCount = 0;
    cdWorkspace *one = cdCreateWorkspace();
    assert_true(cdReserveWorkspace(one, &need));
    assert_true(size > 3 * cdGetWorkspaceSize(one));
    cdDestroyWorkspace(one);
    cdDestroyWorkspace(workspace);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testOrders),
        cmocka_unit_test(testCaches),
        cmocka_unit_test(testThreads),
        cmocka_unit_test(testSmallBatches),
        cmocka_unit_test_teardown(testWrongTasks, restoreMemory),
        cmocka_unit_test_teardown(testNoMemory, endLack),
        cmocka_unit_test_teardown(testReserved, restoreMemory),
    };
    return cmocka_run_group_tests(tests, makeBodies, freeBodies);
}
