// Budgets of world steps: an interrupt changes nothing while it returns false, is called often, and ends a
// step early without harm.
#include "world_fixture.h"

#include "mesh/mesh_data.h"
#include "solid/features/features_data.h"
#include "world/world_data.h"

enum { HEAP_BODIES = 5, HEAP_FRAMES = 60 };

static const char *const SHAPES[] = {"gear:teeth=7", "torus:segments=10",
                                     "l-shape:size=1,thickness=0.3,depth=0.4"};
enum { SHAPE_COUNT = 3 };

typedef struct Heap {
    Trial trial;
    Body floor, shapes[SHAPE_COUNT];
} Heap;

// Meshes that turn, fall on each other and on a floor, and stay there with friction; two hang on a joint.
static Heap makeHeap(void) {
    Heap heap = {.trial = makeTrial(), .floor = makeBody("box:x=8,y=0.5,z=8")};
    Random random = {19};
    addFixed(&heap.trial, &heap.floor, poseAt(0.0, -0.6, 0.0), 0.3, 0.6);
    for (int i = 0; i < SHAPE_COUNT; i++)
        heap.shapes[i] = makeBody(SHAPES[i]);
    for (int i = 0; i < HEAP_BODIES; i++) {
        cdPose pose =
            turnedPose(0.3 * nextRandomIn(&random, -1.0, 1.0), 1.2 + 2.3 * i,
                       0.3 * nextRandomIn(&random, -1.0, 1.0), nextRandomDirection(&random), 0.4 * i);
        cdVec3 fall = {0.0, -4.0 - i, 0.0};
        cdBodyDef def = makeMovingDef(pose, fall, cdScale(2.0, nextRandomVec3(&random)), 0.3, 0.6);
        addToTrial(&heap.trial, &heap.shapes[i % SHAPE_COUNT], &def);
    }
    cdJointDef joint = {.bodyA = 1, .bodyB = 2, .point = getState(&heap.trial, 1).centroid};
    assert_int_equal(cdAddJoint(heap.trial.world, &joint), 0);
    return heap;
}

static void destroyHeap(Heap *heap) {
    destroyTrial(&heap->trial);
    destroyBody(&heap->floor);
    for (int i = 0; i < SHAPE_COUNT; i++)
        destroyBody(&heap->shapes[i]);
}

static void assertSameBodies(const Trial *a, const Trial *b) {
    for (int32_t i = 0; i < a->count; i++) {
        cdBodyState x = getState(a, i), y = getState(b, i);
        assert_true(cdIsSamePose(x.pose, y.pose) && x.asleep == y.asleep);
        assert_memory_equal(&x.velocity, &y.velocity, sizeof x.velocity);
        assert_memory_equal(&x.angularVelocity, &y.angularVelocity, sizeof x.angularVelocity);
    }
}

// An interrupt that returns false, and what it sees of the step's work.
typedef struct Watch {
    const cdWorld *world;
    int64_t calls, spent, most; // most: pair tests between two calls
    int32_t queries, mostQueries, rows;
} Watch;

static bool watch(void *context) {
    Watch *seen = context;
    const cdWorld *world = seen->world;
    int64_t gap = world->meter.spent - seen->spent;
    if (gap > seen->most) seen->most = gap;
    int32_t queries = world->step.queries - seen->queries;
    if (queries > seen->mostQueries) seen->mostQueries = queries;
    if (world->rowCount > seen->rows) seen->rows = world->rowCount;
    seen->spent = world->meter.spent;
    seen->queries = world->step.queries;
    seen->calls++;
    return false;
}

// The most triangles that a face of a heap's shapes has.
static int64_t getLargestFace(const Heap *heap) {
    int64_t most = 1;
    for (int i = 0; i < SHAPE_COUNT; i++) {
        const cdFeatures *features = heap->shapes[i].mesh->features;
        for (int32_t k = 0; k < features->brep.faceCount; k++)
            if (features->brep.faces[k].triangleCount > most) most = features->brep.faces[k].triangleCount;
    }
    return most;
}

// A heap with an interrupt that returns false has the bits of one without, and the interrupt is called every
// 256 tests, or as many more as one iteration over all rows or one pair of faces costs. Red: a query or a
// solver that does not count, or that finds something else where it is limited.
static void testInterruptChangesNothing(void **state) {
    (void)state;
    Heap heap = makeHeap(), plain = makeHeap();
    Watch seen = {.world = heap.trial.world};
    int64_t tests = 0;
    cdSetWorldBudget(heap.trial.world, (cdBudget){.interrupt = watch, .context = &seen});
    for (int i = 0; i < HEAP_FRAMES; i++) {
        seen.spent = seen.queries = 0;
        stepTrial(&heap.trial, FRAME);
        stepTrial(&plain.trial, FRAME);
        assertSameBodies(&heap.trial, &plain.trial);
        assert_true(heap.trial.step.pairTests == plain.trial.step.pairTests);
        assert_int_equal(heap.trial.step.queries, plain.trial.step.queries);
        assert_int_equal(heap.trial.step.reason, CD_REASON_NONE);
        tests += heap.trial.step.pairTests;
    }
    if (seen.calls < 1000 || seen.calls > tests / 256 + HEAP_FRAMES || seen.rows < 50)
        fail_msg("%lld calls, %lld tests, %d rows", (long long)seen.calls, (long long)tests, seen.rows);
    int64_t face = getLargestFace(&heap), pair = 1 + face * face / 8;
    if (seen.most > 256 + (pair > 2 * seen.rows ? pair : 2 * seen.rows) || seen.mostQueries > 256)
        fail_msg("%lld tests and %d queries between calls, %d rows", (long long)seen.most, seen.mostQueries,
                 seen.rows);
    destroyHeap(&heap);
    destroyHeap(&plain);
}

// Stops at the n-th call and counts them.
typedef struct Clock {
    int calls, stopAt;
} Clock;

static bool tick(void *context) {
    Clock *clock = context;
    return ++clock->calls == clock->stopAt;
}

// One step that may end early, and what must hold then.
static void stepLimited(Trial *trial, double dt) {
    double begin = trial->step.time, before = getTotalEnergy(trial), size = getEnergySize(trial, GRAVITY);
    trial->step = cdStepWorld(trial->world, dt);
    countStep(trial);
    bool early = trial->step.state != CD_FREE;
    assert_true(trial->step.state == (early ? CD_UNDECIDED : CD_FREE) && !trial->step.outOfMemory);
    assert_true(early == (trial->step.reason != CD_REASON_NONE));
    assert_true(trial->step.time >= begin && trial->step.time <= begin + dt * (1.0 + 1e-12));
    assert_true(early || fabs(trial->step.time - begin - dt) < 1e-12);
    assert_true(getTotalEnergy(trial) - before <= 1e-12 * size);
    checkEvents(trial, begin);
    checkNoOverlap(trial);
}

// Steps that are stopped at any call end without overlap and without more energy, at a time that they tell,
// and the next step continues from there, until all lie on the floor; and the same stops give the same bits.
// Red: poses of an advance that was not finished, time that passes though nothing moved, contact points that
// were dropped by the query that was stopped.
static void testEndsEarly(void **state) {
    (void)state;
    Heap heaps[2] = {makeHeap(), makeHeap()};
    Clock clocks[2] = {{0}, {0}};
    int early = 0, partial = 0;
    for (int k = 0; k < 2; k++)
        cdSetWorldBudget(heaps[k].trial.world, (cdBudget){.interrupt = tick, .context = &clocks[k]});
    Trial *trial = &heaps[0].trial, *twin = &heaps[1].trial;
    for (int i = 0; trial->step.time < 1.2 && i < 2000; i++) {
        double begin = trial->step.time;
        for (int k = 0; k < 2; k++) {
            clocks[k] = (Clock){.stopAt = i % 4 == 3 ? -1 : 1 + i % 47};
            stepLimited(&heaps[k].trial, FRAME);
        }
        bool stopped = trial->step.state != CD_FREE;
        assert_true(!stopped || trial->step.reason == CD_REASON_INTERRUPTED);
        early += stopped;
        partial += stopped && trial->step.time > begin;
        assert_int_equal(clocks[0].calls, clocks[1].calls);
        assertSameBodies(trial, twin);
    }
    if (early < 50 || partial < 3) fail_msg("%d ended early, %d of them gained", early, partial);
    assert_true(trial->step.time >= 1.2);
    for (int32_t i = 1; i < trial->count; i++)
        assert_true(getState(trial, i).centroid.y < 1.0 + HEAP_BODIES);
    assert_true(trial->step.contacts > 2);
    destroyHeap(&heaps[0]);
    destroyHeap(&heaps[1]);
}

// Numbers of tests: a step does no more than it was allowed; one below the work of an advance gains no time,
// and a larger one then brings the heap as far as ever. Red: time that goes by, a world that stays stopped.
static void testNumberOfTests(void **state) {
    (void)state;
    Heap heap = makeHeap();
    Trial *trial = &heap.trial;
    runTrial(trial, 0.5, FRAME);
    int64_t whole = trial->step.pairTests;
    assert_true(whole > 100);
    double begin = trial->step.time;
    cdSetWorldBudget(trial->world, (cdBudget){.maxPairTests = 1});
    for (int i = 0; i < 5; i++) {
        stepLimited(trial, FRAME);
        assert_int_equal(trial->step.reason, CD_REASON_BUDGET);
        assert_true(trial->step.time == begin && trial->step.pairTests <= 1);
    }
    cdSetWorldBudget(trial->world, (cdBudget){.maxPairTests = INT64_C(1) << 40});
    for (int i = 0; i < 30; i++)
        stepTrial(trial, FRAME);
    assert_true(fabs(trial->step.time - begin - 30.0 * FRAME) < 1e-9);
    destroyHeap(&heap);
}

// Returns how far a body that overlaps a floor moves down in ten steps, after one whose budget may be too
// small.
static double sinkAfter(const Body *floor, const Body *shape, int64_t maxPairTests, cdState *state) {
    Trial trial = makeTrial();
    trial.overlapped = trial.powered = true;
    addFixed(&trial, floor, poseAt(0.0, -1.0, 0.0), 0.0, 0.0);
    cdPose pose = turnedPose(0.0, 0.2, 0.0, cdMakeVec3(1.0, 2.0, 3.0), 0.3);
    addMoving(&trial, shape, pose, cdMakeVec3(0.0, -0.5, 0.0), 0.0, 0.0);
    cdSetGravity(trial.world, cdMakeVec3(0.0, 0.0, 0.0));
    stepTrial(&trial, FRAME);
    cdSetWorldBudget(trial.world, (cdBudget){.maxPairTests = maxPairTests});
    *state = cdStepWorld(trial.world, FRAME).state;
    cdSetWorldBudget(trial.world, (cdBudget){0});
    double height = getState(&trial, 1).pose.p.y;
    for (int i = 0; i < 10; i++)
        cdStepWorld(trial.world, FRAME);
    double way = height - getState(&trial, 1).pose.p.y;
    destroyTrial(&trial);
    return way;
}

// A body that overlaps may move anywhere, also after a step that is undecided. Red: the path tested before
// counts as free then, and elements that cross stop the body.
static void testOverlapUndecided(void **state) {
    (void)state;
    Body floor = makeBody("box:x=20,y=1,z=20"), shape = makeBody(SHAPES[2]);
    int32_t undecided = 0;
    for (int64_t budget = 1; budget < 4000; budget += 1 + budget / 8) {
        cdState ended;
        assertNear(sinkAfter(&floor, &shape, budget, &ended), 10.0 * 0.5 * FRAME, 1e-6);
        undecided += ended == CD_UNDECIDED;
    }
    assert_true(undecided > 5);
    destroyBody(&floor);
    destroyBody(&shape);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testInterruptChangesNothing),
        cmocka_unit_test(testEndsEarly),
        cmocka_unit_test(testNumberOfTests),
        cmocka_unit_test(testOverlapUndecided),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
