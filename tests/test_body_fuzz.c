// Random worlds of bodies with every property: locks, damping, scales of gravity, filters, sensors, joints,
// limits, and forces in every second one. All guarantees hold at every step.
#include "cases.h"
#include "world_fixture.h"

static const char *const SHAPES[] = {"box:x=0.3,y=0.5,z=0.4", "icosphere:radius=0.5",
                                     "l-shape:size=1,thickness=0.3,depth=0.4", "torus:segments=10",
                                     "box:x=0.6,y=0.05,z=0.4"};
enum { SHAPE_COUNT = 5, BODIES = 12, STEPS = 90 };

static double pick(Random *random, double most) {
    double value = nextRandomIn(random, -most, most);
    return value > 0.0 ? value : 0.0; // as often none
}

static uint32_t pickAxes(Random *random) {
    int32_t axes = (int32_t)nextRandomIn(random, 0.0, 24.0);
    return axes < 8 ? (uint32_t)axes : 0;
}

static cdBodyDef makeDef(Random *random, int32_t index, bool forced) {
    cdVec3 place = {2.8 * (index % 3) - 2.8, 1.5 + 2.8 * (index / 3), 0.4 * nextRandomIn(random, -1.0, 1.0)};
    cdVec3 inwards = cdSub(cdMakeVec3(0.0, 3.0, 0.0), place);
    cdBodyDef def = makeMovingDef((cdPose){place, cdMakeQuat(nextRandomDirection(random), 0.3 * index)},
                                  cdAdd(inwards, cdScale(2.0, nextRandomVec3(random))),
                                  cdScale(3.0, nextRandomVec3(random)), fabs(nextRandomIn(random, -1.0, 1.0)),
                                  pick(random, 1.0));
    def.linearDamping = pick(random, 2.0);
    def.angularDamping = pick(random, 2.0);
    def.gravityScale = nextRandomIn(random, -0.2, 1.5);
    def.maxSpeed = pick(random, 6.0);
    def.maxSpin = pick(random, 6.0);
    def.lockTranslation = pickAxes(random);
    def.lockRotation = pickAxes(random);
    def.lockFrame = index % 2 ? CD_LOCK_BODY : CD_LOCK_WORLD;
    def.category = 1u << (index % 3);
    if (index % 4 == 0) def.mask = 5;
    def.group = index % 5 == 0 ? (index % 2 ? -2 : 2) : 0;
    def.sensor = index % 6 == 5;
    if (forced) {
        def.force = cdScale(4.0, nextRandomVec3(random));
        def.torque = cdScale(0.3, nextRandomVec3(random));
    }
    return def;
}

// Locks of the world's axes hold exactly, those of a body's own to rounding of its speed.
static bool isLockedOut(const cdBodyDef *def, cdVec3 velocity, uint32_t locked, int axis) {
    double value = axis == 0 ? velocity.x : axis == 1 ? velocity.y : velocity.z;
    double rounding = def->lockFrame == CD_LOCK_BODY ? 1e-14 * cdLength(velocity) : 0.0;
    return (locked >> axis & 1u) != 0 && !(fabs(value) <= rounding);
}

static void checkBody(const Trial *trial, int32_t body, const cdBodyDef *def) {
    cdBodyState state = getState(trial, body);
    assert_true(isfinite(cdLength(state.velocity)) && isfinite(cdLength(state.angularVelocity)));
    cdQuat frame = def->lockFrame == CD_LOCK_BODY ? state.pose.q : cdIdentityPose().q;
    cdVec3 velocity = cdInvRotate(frame, state.velocity), angular = cdInvRotate(frame, state.angularVelocity);
    for (int axis = 0; axis < 3; axis++) {
        assert_false(isLockedOut(def, velocity, def->lockTranslation, axis));
        assert_false(isLockedOut(def, angular, def->lockRotation, axis));
    }
    if (def->maxSpeed > 0.0) assert_true(cdLength(state.velocity) <= def->maxSpeed * (1.0 + 1e-12));
    if (def->maxSpin > 0.0) assert_true(cdLength(state.angularVelocity) <= def->maxSpin * (1.0 + 1e-12));
}

static void checkColliding(const Trial *trial) {
    for (int32_t i = 0; i < trial->count; i++) {
        for (int32_t k = 0; k < i; k++) {
            if (!cdCanBodiesCollide(trial->world, i, k)) continue;
            cdPose a = getState(trial, i).pose, b = getState(trial, k).pose;
            if (areSpheresApart(trial->meshes[i], a, trial->meshes[k], b)) continue;
            cdOverlapInput input = {
                .meshA = trial->meshes[i], .meshB = trial->meshes[k], .poseA = a, .poseB = b};
            if (cdFindOverlap(&input, NULL, trial->workspace, NULL).state != CD_FREE)
                fail_msg("bodies %d and %d overlap after step %d", (int)i, (int)k, (int)trial->steps);
        }
    }
}

static void runCase(const Body *floor, const Body *shapes, uint64_t seed) {
    Random random = {seed};
    bool forced = seed % 2 == 0;
    Trial trial = makeTrial();
    cdBodyDef defs[BODIES + 1];
    addFixed(&trial, floor, poseAt(0.0, -0.5, 0.0), 0.3, 0.6);
    trial.overlapped = true; // filters: checked below
    trial.powered = forced;
    for (int32_t i = 1; i <= BODIES; i++) {
        defs[i] = makeDef(&random, i, forced);
        addToTrial(&trial, &shapes[(seed + (uint64_t)i) % SHAPE_COUNT], &defs[i]);
    }
    for (int32_t i = 3; i <= BODIES && seed % 3 == 0; i += 4) {
        cdJointDef joint = {.kind = i % 8 == 3 ? CD_JOINT_BALL : CD_JOINT_HINGE,
                            .bodyA = i,
                            .bodyB = i - 1,
                            .point =
                                cdLerp(getState(&trial, i).centroid, getState(&trial, i - 1).centroid, 0.5),
                            .axis = nextRandomDirection(&random)};
        assert_true(cdAddJoint(trial.world, &joint) >= 0);
    }
    for (int step = 0; step < STEPS; step++) {
        stepTrial(&trial, FRAME);
        for (int32_t i = 1; i <= BODIES; i++)
            checkBody(&trial, i, &defs[i]);
        checkColliding(&trial);
    }
    destroyTrial(&trial);
}

// Red: energy that locks, corrections under different accelerations, damping or filters add; an overlap of a
// pair whose filter collides; velocity along a locked axis; a number that is not finite.
static void testRandomWorlds(void **state) {
    (void)state;
    Body floor = makeBody("box:x=9,y=0.5,z=9"), shapes[SHAPE_COUNT];
    for (int i = 0; i < SHAPE_COUNT; i++)
        shapes[i] = makeBody(SHAPES[i]);
    int32_t count = countCases(12);
    for (int32_t seed = 1; seed <= count; seed++) {
        if (getenv("FC_VERBOSE")) print_message("seed %d\n", (int)seed);
        runCase(&floor, shapes, (uint64_t)seed);
    }
    destroyBody(&floor);
    for (int i = 0; i < SHAPE_COUNT; i++)
        destroyBody(&shapes[i]);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(testRandomWorlds)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
