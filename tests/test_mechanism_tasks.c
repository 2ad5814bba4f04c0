// Sweeps, clearances and joint paths of mechanisms on the caller's tasks: the same bits with any number of
// workers, also where a budget ends them; interrupts, omitted tasks and a lack of memory.
#include "cases.h"
#include "threads/pool.h"

#include "mechanism_fixture.h"
#include "memory_fixture.h"

enum { NODES = 70, BUDGETS = 4 };

static cdWorkspace *workspace;
static cdSweepBox expectedBoxes[BOX_MAX];

static int openAll(void **state) {
    (void)state;
    workspace = cdCreateWorkspace();
    makeMeshes();
    return 0;
}

static int closeAll(void **state) {
    (void)state;
    cdDestroyWorkspace(workspace);
    freeMeshes();
    return 0;
}

// --- Task systems

static void runBackwards(cdTaskFunction *task, void *context, int32_t count, void *user) {
    int32_t workerCount = *(int32_t *)user;
    for (int32_t i = count - 1; i >= 0; i--)
        task(context, i, i % workerCount);
}

static void omitSecond(cdTaskFunction *task, void *context, int32_t count, void *user) {
    (void)user;
    for (int32_t i = 0; i < count; i++)
        if (i != 1) task(context, i, 0);
}

// Calls the function with tasks of 1, 2 and 3 workers that run backwards, and with those of two threads.
static void tryTasks(void (*assertSame)(const void *context, const cdTasks *tasks), const void *context) {
    for (int32_t workers = 1; workers <= 3; workers++) {
        const cdTasks tasks = {runBackwards, workers, &workers};
        assertSame(context, &tasks);
    }
    Pool *pool = CreatePool(2);
    assert_non_null(pool);
    const cdTasks tasks = GetPoolTasks(pool);
    assertSame(context, &tasks);
    DestroyPool(pool);
}

// --- Sweeps

static void assertSameBoxes(const cdSweepBox *found, const cdSweepBox *expected, int32_t count,
                            int32_t jointCount) {
    size_t size = (size_t)jointCount * sizeof(double);
    for (int32_t i = 0; i < count; i++) {
        assert_memory_equal(found[i].from, expected[i].from, size);
        assert_memory_equal(found[i].to, expected[i].to, size);
        assert_memory_equal(found[i].at, expected[i].at, size);
        assert_true(found[i].linkA == expected[i].linkA && found[i].linkB == expected[i].linkB);
        assert_true(found[i].certain == expected[i].certain);
    }
}

typedef struct SweepCase {
    cdSweepInput input;
    cdSweep expected;
} SweepCase;

static void assertSameSweep(const void *context, const cdTasks *tasks) {
    const SweepCase *one = context;
    const cdSweep *expected = &one->expected;
    cdSweepInput input = one->input;
    input.tasks = tasks;
    cdSweep found = cdSweepMechanism(&input, workspace);
    assert_true(found.state == expected->state && found.reason == expected->reason);
    assert_int_equal(found.pairCount, expected->pairCount);
    assert_int_equal(found.freePairCount, expected->freePairCount);
    assert_int_equal(found.boxCount, expected->boxCount);
    assert_true(found.undecidedShare == expected->undecidedShare && found.tolerance == expected->tolerance);
    assert_int_equal(found.searchCount, expected->searchCount);
    assert_int_equal(found.cellCount, expected->cellCount);
    assert_memory_equal(&found.stats, &expected->stats, sizeof found.stats);
    assertSameBoxes(sweptBoxes, expectedBoxes, found.boxCount, input.jointCount);
}

static void checkSweep(const cdSweepInput *input) {
    SweepCase one = {.input = *input};
    int64_t budgets[BUDGETS] = {0}; // none, then shares of the whole work
    for (int i = 0; i < BUDGETS; i++) {
        one.input.budget.maxPairTests = budgets[i];
        one.expected = cdSweepMechanism(&one.input, workspace);
        int64_t tests = one.expected.stats.pairTests;
        assert_true(budgets[i] == 0 || tests <= budgets[i]);
        if (i == 0) assert_int_equal(one.expected.reason, CD_REASON_NONE);
        if (i == BUDGETS - 1) assert_int_equal(one.expected.reason, CD_REASON_BUDGET);
        memcpy(expectedBoxes, sweptBoxes, (size_t)one.expected.boxCount * sizeof *expectedBoxes);
        tryTasks(assertSameSweep, &one);
        if (i > 0) continue;
        budgets[1] = tests;
        budgets[2] = tests - 1;
        budgets[3] = tests / 3;
        if (tests < 3) return;
    }
}

// Sweeps one, two and three joints of random mechanisms. Red: parts in the order in which they end, a cell
// that sees what another one left behind, the budget of the whole call for each cell.
static void test_sweeps(void **state) {
    (void)state;
    static const double resolutions[] = {0.0, 0x1p-8, 0x1p-5, 0x1p-3};
    for (int32_t most = 1; most <= 3; most++) {
        Random random = {.state = 70u + (uint64_t)most};
        int contacts = 0;
        for (int i = 0; i < countCases(4); i++) {
            Machine machine;
            cdSweepJoint joints[3];
            pickMachine(&random, &machine);
            int32_t count = pickJoints(&random, &machine, most, joints);
            if (count == 0) continue;
            cdSweepInput input = makeSweep(&machine, joints, count);
            input.resolution = resolutions[most];
            checkSweep(&input);
            contacts += cdSweepMechanism(&input, workspace).boxCount > 0;
        }
        assert_true(contacts > 0);
    }
}

// More pairs than cells of a round. Red: a place of a pair that is taken while its cells wait.
static void test_many_pairs(void **state) {
    (void)state;
    enum { BALLS = 50 };
    static cdSlideShape row[2][BALLS];
    cdLink links[3] = {{.parent = -1, .frame = cdIdentityPose(), .shapes = row[0], .shapeCount = BALLS},
                       {.parent = -1, .joint = CD_LINK_SLIDER, .axis = {1.0, 0.0, 0.0}},
                       {.parent = 1, .joint = CD_LINK_HINGE, .axis = {0.0, 0.0, 1.0}}};
    links[1].frame = links[2].frame = cdIdentityPose();
    links[2].shapes = row[1];
    links[2].shapeCount = BALLS;
    for (int i = 0; i < BALLS; i++)
        for (int k = 0; k < 2; k++)
            row[k][i] = (cdSlideShape){meshes[i % MESH_COUNT], poseAt(4.0 * i, 0.9 * k, 0.0)};
    const cdMechanism mechanism = {.links = links, .linkCount = 3};
    const cdSweepJoint joints[2] = {{1, -2.0, 2.0}, {2, -0.01, 0.02}};
    SweepCase one = {.input = {.mechanism = &mechanism,
                               .joints = joints,
                               .jointCount = 2,
                               .resolution = 0x1p-3,
                               .boxes = sweptBoxes,
                               .boxCapacity = BOX_MAX}};
    one.expected = cdSweepMechanism(&one.input, workspace);
    assert_int_equal(one.expected.pairCount, BALLS * BALLS);
    int32_t touching = 0;
    for (int32_t i = 0; i < one.expected.boxCount; i++) {
        const cdSweepBox *box = &sweptBoxes[i], *last = box - 1;
        bool isNew = i == 0 || box->shapeA != last->shapeA || box->shapeB != last->shapeB;
        if (isNew && i > 0)
            assert_true(box->shapeA * BALLS + box->shapeB > last->shapeA * BALLS + last->shapeB);
        touching += isNew;
    }
    assert_true(touching > 20);
    assert_int_equal(one.expected.freePairCount, BALLS * BALLS - touching);
    memcpy(expectedBoxes, sweptBoxes, (size_t)one.expected.boxCount * sizeof *expectedBoxes);
    tryTasks(assertSameSweep, &one);
}

// --- Clearances

typedef struct ClearanceCase {
    cdMechanismClearanceInput input;
    cdMechanismClearance expected;
} ClearanceCase;

static void assertSameClearance(const void *context, const cdTasks *tasks) {
    const ClearanceCase *one = context;
    const cdMechanismClearance *expected = &one->expected;
    cdMechanismClearanceInput input = one->input;
    input.sweep.tasks = tasks;
    cdMechanismClearance found = cdFindMechanismClearance(&input, workspace);
    assert_true(found.state == expected->state && found.reason == expected->reason);
    assert_true(found.lower == expected->lower && found.upper == expected->upper);
    assert_memory_equal(found.at, expected->at, (size_t)input.sweep.jointCount * sizeof(double));
    assert_true(found.linkA == expected->linkA && found.linkB == expected->linkB);
    assert_memory_equal(&found.pointA, &expected->pointA, sizeof found.pointA);
    assert_memory_equal(&found.pointB, &expected->pointB, sizeof found.pointB);
    assert_int_equal(found.searchCount, expected->searchCount);
    assert_int_equal(found.distanceCount, expected->distanceCount);
    assert_memory_equal(&found.stats, &expected->stats, sizeof found.stats);
}

// Returns the pair tests of the whole search.
static int64_t checkClearance(ClearanceCase *one) {
    int64_t tests = 0;
    for (int64_t share = 0; share < 3; share++) {
        one->input.sweep.budget.maxPairTests = share == 0 ? 0 : tests / share;
        one->expected = cdFindMechanismClearance(&one->input, workspace);
        if (share == 0) assert_int_equal(one->expected.reason, CD_REASON_NONE);
        if (share == 0) tests = one->expected.stats.pairTests;
        if (share == 2 && tests > 8) assert_int_equal(one->expected.reason, CD_REASON_BUDGET);
        if (share == 2 && tests > 8) assert_true(one->expected.lower == 0.0);
        int64_t most = one->input.sweep.budget.maxPairTests;
        assert_true(most == 0 || one->expected.stats.pairTests <= most);
        tryTasks(assertSameClearance, one);
        if (tests < 2) break;
    }
    return tests;
}

// Red: searches that see what others of their round have found, or accepted in the order in which they end;
// the budget of the whole call for each search.
static void test_clearances(void **state) {
    (void)state;
    int free = 0, contacts = 0;
    for (int32_t most = 1; most <= 3; most++) {
        Random random = {.state = 90u + (uint64_t)most};
        for (int i = 0; i < countCases(5); i++) {
            Machine machine;
            cdSweepJoint joints[3];
            pickMachine(&random, &machine);
            for (int32_t k = 0; k < machine.mechanism.linkCount; k++) // farther from each other
                machine.links[k].frame.p = cdScale(3.0, machine.links[k].frame.p);
            int32_t count = pickJoints(&random, &machine, most, joints);
            if (count == 0) continue;
            ClearanceCase one = {.input = {.sweep = makeSweep(&machine, joints, count), .precision = 0.02}};
            one.input.sweep.resolution = 0x1p-6;
            checkClearance(&one);
            one.input.sweep.budget = (cdBudget){0};
            cdMechanismClearance found = cdFindMechanismClearance(&one.input, workspace);
            free += found.state == CD_FREE && found.linkA >= 0;
            contacts += found.state == CD_CONTACT;
        }
    }
    print_message("%d free, %d with a contact\n", free, contacts);
    assert_true(free > 1 && contacts > 1);
}

// --- Paths

typedef struct Motion {
    double times[NODES], values[NODES * LINK_MAX];
    cdMechanismContactInput input;
    cdMechanismContact expected;
} Motion;

static void assertSameContact(const void *context, const cdTasks *tasks) {
    const Motion *motion = context;
    const cdMechanismContact *expected = &motion->expected;
    cdMechanismContactInput input = motion->input;
    input.tasks = tasks;
    cdMechanismContact found = cdFindMechanismContact(&input, workspace);
    assert_true(found.state == expected->state && found.reason == expected->reason);
    assert_memory_equal(&found.time, &expected->time, sizeof found.time);
    assert_true(found.resolvedTime == expected->resolvedTime && found.tolerance == expected->tolerance);
    assert_true(found.edge == expected->edge && found.kind == expected->kind);
    assert_true(found.linkA == expected->linkA && found.linkB == expected->linkB);
    assert_memory_equal(&found.point, &expected->point, sizeof found.point);
    assert_memory_equal(&found.normal, &expected->normal, sizeof found.normal);
    assert_int_equal(found.pairCount, expected->pairCount);
    assert_int_equal(found.searchCount, expected->searchCount);
    assert_memory_equal(&found.stats, &expected->stats, sizeof found.stats);
}

// A path on which each joint changes by steps of nearly the same size.
static void pickMotion(Random *random, const Machine *machine, Motion *motion) {
    int32_t count = machine->mechanism.linkCount;
    double rates[LINK_MAX];
    *motion = (Motion){.input = {.path = {.mechanism = &machine->mechanism, .nodeCount = NODES}}};
    motion->input.path.times = motion->times;
    motion->input.path.values = motion->values;
    for (int32_t i = 0; i < NODES * count; i++) {
        bool isFirst = i < count;
        double before = isFirst ? nextRandomIn(random, -2.0, 2.0) : motion->values[i - count];
        if (isFirst) rates[i] = nextRandomIn(random, -0.04, 0.04);
        motion->values[i] = before + rates[i % count] * nextRandomIn(random, 0.5, 1.0);
    }
    for (int32_t i = 0; i < NODES; i++)
        motion->times[i] = i;
}

// Follows paths of several runs. Red: the contact of a later run that ended before, a cache that a run takes
// over, the pairs at rest tested in each run, the budget of the whole call for each run.
static void test_paths(void **state) {
    (void)state;
    Random random = {.state = 74};
    int free = 0, late = 0;
    for (int i = 0; i < countCases(40); i++) {
        Machine machine;
        Motion motion;
        pickMachine(&random, &machine);
        pickMotion(&random, &machine, &motion);
        int64_t tests = 0;
        for (int64_t share = 0; share < 3; share++) {
            motion.input.budget.maxPairTests = share == 0 ? 0 : tests / share;
            motion.expected = cdFindMechanismContact(&motion.input, workspace);
            tryTasks(assertSameContact, &motion);
            if (share == 0) tests = motion.expected.stats.pairTests;
            if (share == 0) free += motion.expected.state == CD_FREE;
            if (share == 0) late += motion.expected.state == CD_CONTACT && motion.expected.edge > 20;
            if (share == 2 && tests > 8) assert_int_equal(motion.expected.reason, CD_REASON_BUDGET);
            if (tests < 2) break;
        }
    }
    print_message("%d paths free, %d with a contact beyond the first run\n", free, late);
    assert_true(free > 0 && late > 0);
}

// --- Limits

// A sweep with contacts that takes several rounds.
static cdSweepInput makeLongSweep(Machine *machine, const cdSweepJoint *joints) {
    beginMachine(machine);
    addLink(machine, -1, CD_LINK_FIXED, cdIdentityPose(), (cdVec3){0}, meshes[0], cdIdentityPose());
    addLink(machine, -1, CD_LINK_SLIDER, cdIdentityPose(), (cdVec3){1.0, 0.3, 0.0}, NULL, cdIdentityPose());
    machine->links[1].shapeCount = 0;
    addLink(machine, 1, CD_LINK_HINGE, cdIdentityPose(), (cdVec3){0.0, 0.2, 1.0}, meshes[1],
            poseAt(0.8, 0.0, 0.0));
    cdSweepInput input = makeSweep(machine, joints, 2);
    input.resolution = 0x1p-5;
    return input;
}

static double getArea(const cdSweep *sweep) {
    double area = 0.0;
    for (int32_t i = 0; i < sweep->boxCount; i++)
        area += (sweptBoxes[i].to[0] - sweptBoxes[i].from[0]) * (sweptBoxes[i].to[1] - sweptBoxes[i].from[1]);
    return area;
}

static bool countDown(void *context) {
    int *left = context;
    return --*left < 0;
}

static const cdSweepJoint longJoints[2] = {{1, -3.0, 3.0}, {2, -3.0, 3.0}};

// Stops at an interrupt of any worker, and leaves the rest undecided; sweeps nothing that tasks omit. Red: a
// stop that loses the cells that wait.
static void test_stops(void **state) {
    (void)state;
    Machine machine;
    cdSweepInput input = makeLongSweep(&machine, longJoints);
    cdSweep whole = cdSweepMechanism(&input, workspace);
    double area = getArea(&whole);
    assert_int_equal(whole.reason, CD_REASON_NONE);
    int32_t workers = 2;
    cdTasks tasks = {runBackwards, workers, &workers};
    input.tasks = &tasks;
    int left = 0;
    input.budget.interrupt = countDown;
    input.budget.context = &left;
    for (int calls = 0; calls < 300; calls += 7) {
        left = calls;
        cdSweep stopped = cdSweepMechanism(&input, workspace);
        assert_int_equal(stopped.reason, CD_REASON_INTERRUPTED);
        assert_true(stopped.state != CD_FREE && getArea(&stopped) >= area - 1e-9);
    }
    input.budget = (cdBudget){0};
    tasks = (cdTasks){omitSecond, 1, NULL};
    cdSweep omitted = cdSweepMechanism(&input, workspace);
    assert_int_equal(omitted.reason, CD_REASON_INPUT);
    assert_true(getArea(&omitted) >= area - 1e-9);
}

// Reports a lack of memory for the sweep, for its workers and for a path, and leaves the rest undecided. Red:
// cells that are lost where the stack cannot grow.
static void test_no_memory(void **state) {
    (void)state;
    Machine machine;
    cdSweepInput input = makeLongSweep(&machine, longJoints);
    int32_t boxCount = cdSweepMechanism(&input, workspace).boxCount;
    double area = getArea(&(cdSweep){.boxCount = boxCount});
    int32_t workers = 3;
    const cdTasks tasks = {runBackwards, workers, &workers};
    input.tasks = &tasks;
    const double times[2] = {0.0, 1.0}, values[6] = {0.0, 3.0, 0.0, 0.0, 2.0, 0.5};
    const cdMechanismContactInput motion = {.path = {&machine.mechanism, times, values, 2}, .tasks = &tasks};
    int refusals = 0;
    for (int64_t allowed = 1; allowed < 60; allowed++) {
        LimitedMemory memory = {.allowed = allowed};
        useLimitedMemory(&memory);
        cdWorkspace *small = cdCreateWorkspace();
        cdSweep sweep = cdSweepMechanism(&input, small);
        bool isRefused = memory.refused > 0;
        refusals += sweep.reason == CD_REASON_WORKSPACE;
        // Profiles of a search are memory that it can do without.
        if (sweep.reason == CD_REASON_NONE) assert_int_equal(sweep.boxCount, boxCount);
        if (sweep.reason != CD_REASON_NONE) assert_true(isRefused && sweep.reason == CD_REASON_WORKSPACE);
        assert_true(getArea(&sweep) >= area - 1e-9);
        cdMechanismContact contact = cdFindMechanismContact(&motion, small);
        if (contact.state == CD_UNDECIDED) assert_int_equal(contact.reason, CD_REASON_WORKSPACE);
        cdDestroyWorkspace(small);
        restoreMemory(NULL);
        assert_int_equal(memory.live, 0);
    }
    assert_true(refusals > 5 && refusals < 59);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sweeps),     cmocka_unit_test(test_many_pairs),
        cmocka_unit_test(test_clearances), cmocka_unit_test(test_paths),
        cmocka_unit_test(test_stops),      cmocka_unit_test_teardown(test_no_memory, restoreMemory),
    };
    return cmocka_run_group_tests(tests, openAll, closeAll);
}
