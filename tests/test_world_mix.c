// Random worlds of every feature at once: nothing comes to overlap, all numbers are finite, a calm world
// gains no energy, and the same calls give the same bits, also from a snapshot and by tasks.
//
// `FC_CASES=100` judges hundreds of worlds. FC_VERBOSE=1 prints the seeds; FC_SEED is the first one.
#include "mix_fixture.h"

enum { STEPS = 60, AHEAD = 6, LONG_BEFORE = 50, LONG_AFTER = 600 };

typedef struct Bytes {
    unsigned char *bytes;
    size_t size;
} Bytes;

static Bytes save(const cdWorld *world) {
    Bytes saved = {.size = cdSaveWorld(world, NULL, 0)};
    saved.bytes = malloc(saved.size);
    if (saved.bytes == NULL) abort();
    if (cdSaveWorld(world, saved.bytes, saved.size) != saved.size) abort();
    return saved;
}

// Hashes the whole state, and the counts of the last step.
static uint64_t hashWorld(const cdWorld *world, const cdWorldStep *step) {
    Bytes saved = save(world);
    uint64_t hash = UINT64_C(14695981039346656037), word = 0;
    hash += (uint64_t)step->pairTests + 977 * (uint64_t)step->queries + 7919 * (uint64_t)step->advances;
    for (size_t i = 0; i < saved.size; i += sizeof word) {
        size_t left = saved.size - i;
        memcpy(&word, saved.bytes + i, left < sizeof word ? left : sizeof word);
        hash = (hash ^ word) * UINT64_C(1099511628211);
        hash ^= hash >> 32;
    }
    free(saved.bytes);
    return hash;
}

// --- Tasks in one thread

enum { WORKERS = 3 };

// From the last one to the first, by workers in turn.
static void runBackwards(cdTaskFunction *task, void *context, int32_t count, void *user) {
    (void)user;
    for (int32_t i = count - 1; i >= 0; i--)
        task(context, i, i % WORKERS);
}

// --- A step

static void checkBodies(const Mix *mix) {
    for (int32_t i = MIX_FIXED; i < mix->trial.count; i++) {
        cdBodyState state = getState(&mix->trial, i);
        if (!state.present) continue;
        double speed = cdLength(state.velocity) + cdLength(state.angularVelocity);
        if (!(speed < 2000.0) || !isfinite(cdLength(state.pose.p)))
            fail_msg("body %d moves at %g in step %d", (int)i, speed, (int)mix->trial.steps);
    }
}

static void stepMix(Mix *mix, double dt) {
    static Nearness before, after;
    findNearness(mix, &before);
    int32_t count = mix->trial.count;
    stepTrial(&mix->trial, dt);
    assert_false(mix->trial.step.outOfMemory);
    findNearness(mix, &after);
    for (int32_t i = 0; i < count; i++)
        for (int32_t k = 0; k < i; k++)
            if (after.pairs[i][k] && !before.pairs[i][k])
                fail_msg("bodies %d and %d overlap after step %d", (int)i, (int)k, (int)mix->trial.steps);
    checkBodies(mix);
}

static double pickStep(uint64_t seed) {
    return seed % 9 == 8 ? 2.0 * FRAME : seed % 4 == 3 ? 0.25 * FRAME : FRAME;
}

// A world that continues for some steps and is restored continues in the same way.
static void checkSnapshot(Mix *mix, double dt) {
    Mix kept = *mix;
    Bytes saved = save(mix->trial.world);
    uint64_t hashes[2];
    for (int round = 0; round < 2; round++) {
        cdWorldStep last = {0};
        for (int i = 0; i < AHEAD; i++)
            last = cdStepWorld(mix->trial.world, dt);
        hashes[round] = hashWorld(mix->trial.world, &last);
        assert_int_equal(cdRestoreWorld(mix->trial.world, saved.bytes, saved.size, kept.trial.meshes, 0),
                         CD_RESTORED);
    }
    assert_true(hashes[0] == hashes[1]);
    free(saved.bytes);
    *mix = kept;
}

// Writes the bits after each step to hashes[STEPS], or compares with them.
static void runMix(const MixShapes *shapes, uint64_t seed, uint64_t *hashes, bool again) {
    Mix mix = makeMix(shapes, seed);
    const cdTasks tasks = {runBackwards, WORKERS, NULL};
    if (again) assert_true(cdSetWorldTasks(mix.trial.world, &tasks));
    double dt = pickStep(seed);
    for (int step = 0; step < STEPS; step++) {
        while (!isOneIn(&mix, 3))
            meddleOnce(&mix);
        if (step % 20 == 15 && !again) checkSnapshot(&mix, dt);
        if (again)
            mix.trial.step = cdStepWorld(mix.trial.world, dt);
        else
            stepMix(&mix, dt);
        uint64_t hash = hashWorld(mix.trial.world, &mix.trial.step);
        if (again && hash != hashes[step]) fail_msg("step %d differs when it is repeated", step);
        hashes[step] = hash;
    }
    destroyMix(&mix);
}

// Red: any wrong answer of any feature beside any other.
static void testMixes(void **state) {
    (void)state;
    MixShapes shapes = makeMixShapes();
    const char *text = getenv("FC_SEED");
    uint64_t first = text ? strtoull(text, NULL, 10) : 1, count = (uint64_t)countCases(6);
    for (uint64_t seed = first; seed < first + count; seed++) {
        uint64_t hashes[STEPS];
        if (getenv("FC_VERBOSE")) fprintf(stderr, "seed %d\n", (int)seed);
        runMix(&shapes, seed, hashes, false);
        runMix(&shapes, seed, hashes, true);
    }
    destroyMixShapes(&shapes);
}

// Adds a kinematic body on a path of ten seconds, and a motor.
static void addSlowFeatures(Mix *mix) {
    cdPathNode nodes[3];
    for (int i = 0; i < 3; i++)
        nodes[i] = (cdPathNode){2.0 + 4.0 * i, pickPose(mix)};
    const Body *body = &mix->shapes->bodies[0];
    cdBodyDef def = cdDefaultBodyDef();
    def.kind = CD_BODY_KINEMATIC;
    def.pose = poseAt(0.0, 8.0, 0.0);
    int32_t mover = addToTrial(&mix->trial, body, &def);
    assert_true(cdSetKinematicPath(mix->trial.world, mix->trial.bodies[mover], nodes, 3, 0.0));
    cdBodyDef wheel =
        makeMovingDef(poseAt(2.0, 8.0, 0.0), (cdVec3){0.0, 0.0, 0.0}, (cdVec3){0.0, 0.0, 0.0}, 0.2, 0.5);
    int32_t turned = addToTrial(&mix->trial, body, &wheel);
    cdJointDef hinge = {.kind = CD_JOINT_HINGE,
                        .bodyA = mix->trial.bodies[turned],
                        .bodyB = -1,
                        .point = wheel.pose.p,
                        .axis = {0.0, 1.0, 0.0},
                        .motor = {.speed = 3.0, .maxForce = 0.1}};
    assert_true(cdAddJoint(mix->trial.world, &hinge) >= 0);
}

// A snapshot of a mix, 600 steps, the snapshot restored, and 600 steps again, now by tasks: the same bits
// after each. Red: state of a kinematic path, a motor, a sensor, a filter or a sleep that is not saved.
static void testLongRun(void **state) {
    (void)state;
    static uint64_t hashes[LONG_AFTER];
    const cdTasks tasks = {runBackwards, WORKERS, NULL};
    MixShapes shapes = makeMixShapes();
    int count = countCases(1);
    for (int seed = 1; seed <= count; seed++) {
        Mix mix = makeMix(&shapes, (uint64_t)seed);
        for (int step = 0; step < LONG_BEFORE; step++) {
            while (!isOneIn(&mix, 4))
                meddleOnce(&mix);
            cdStepWorld(mix.trial.world, FRAME);
        }
        addSlowFeatures(&mix);
        cdStepWorld(mix.trial.world, FRAME);
        Bytes saved = save(mix.trial.world);
        for (int round = 0; round < 2; round++) {
            for (int step = 0; step < LONG_AFTER; step++) {
                cdWorldStep last = cdStepWorld(mix.trial.world, FRAME);
                uint64_t hash = hashWorld(mix.trial.world, &last);
                if (round == 1 && hash != hashes[step]) fail_msg("mix %d: step %d differs", seed, step);
                hashes[step] = hash;
            }
            assert_int_equal(cdRestoreWorld(mix.trial.world, saved.bytes, saved.size, NULL, 0), CD_RESTORED);
            assert_true(cdSetWorldTasks(mix.trial.world, &tasks));
        }
        free(saved.bytes);
        destroyMix(&mix);
    }
    destroyMixShapes(&shapes);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(testMixes), cmocka_unit_test(testLongRun)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
