// Momentum and energy: conservation in collisions and free flight, and results in closed form.
#include "world_fixture.h"

static cdVec3 none(void) {
    return cdMakeVec3(0.0, 0.0, 0.0);
}

// Linear and angular momentum against those at the start, each within its own rounding.
typedef struct Momenta {
    cdVec3 linear, angular;
    double linearSize, angularSize; // of the sums' terms
} Momenta;

static Momenta getMomenta(const Trial *trial) {
    cdWorldEnergy energy = cdGetWorldEnergy(trial->world);
    Momenta momenta = {.linear = energy.momentum, .angular = energy.angularMomentum};
    for (int32_t i = 0; i < trial->count; i++) {
        cdBodyState state = getState(trial, i);
        double radius = cdGetMeshInfo(trial->meshes[i]).radius;
        double speed = cdLength(state.velocity) + radius * cdLength(state.angularVelocity);
        momenta.linearSize += state.mass * speed;
        momenta.angularSize += state.mass * speed * (cdLength(state.centroid) + radius);
    }
    return momenta;
}

static void assertKept(const Trial *trial, const Momenta *before, double angular) {
    const double rounding = 1e-12;
    Momenta now = getMomenta(trial);
    assertNearVec3(now.linear, before->linear, rounding * fmax(before->linearSize, now.linearSize));
    assertNearVec3(now.angular, before->angular, angular * fmax(before->angularSize, now.angularSize));
}

// --- Free flight

// A box thrown with a spin about no axis of its own follows the parabola, and keeps its angular momentum
// about its centroid and its energy, for any step length. Red: a parabola by Euler's rule, the gyroscopic
// torque missing.
static void testFreeFlight(void **state) {
    (void)state;
    static const double frames[] = {1.0 / 60.0, 0.001, 0.5};
    for (int i = 0; i < 3; i++) {
        Body box = makeBody("box:x=0.1,y=0.3,z=0.7");
        Trial trial = makeTrial();
        cdVec3 place = {1.0, 2.0, 3.0}, velocity = {4.0, 15.0, -1.0}, gravity = {0.0, -GRAVITY, 0.0};
        cdBodyDef def = makeMovingDef(poseAt(1.0, 2.0, 3.0), velocity, cdMakeVec3(3.0, 7.0, -2.0), 0.5, 0.5);
        addToTrial(&trial, &box, &def);
        double energy = getTotalEnergy(&trial), kinetic = cdGetWorldEnergy(trial.world).kinetic;
        cdVec3 momentum = cdGetWorldEnergy(trial.world).angularMomentum;
        cdVec3 spin = cdSub(momentum, cdScale(getState(&trial, 0).mass, cdCross(place, velocity)));
        runTrial(&trial, 3.0, frames[i]);
        cdBodyState end = getState(&trial, 0);
        double time = trial.step.time;
        cdVec3 way = cdMulAdd(cdScale(time, velocity), 0.5 * time * time, gravity);
        assertNearVec3(end.centroid, cdAdd(place, way), 1e-11 * cdLength(way));
        assertNearVec3(end.velocity, cdMulAdd(velocity, time, gravity), 1e-11 * cdLength(velocity));
        momentum = cdGetWorldEnergy(trial.world).angularMomentum;
        cdVec3 orbital = cdScale(end.mass, cdCross(end.centroid, end.velocity));
        assertNearVec3(cdSub(momentum, orbital), spin, 1e-11 * cdLength(momentum));
        assertNear(getTotalEnergy(&trial), energy, 1e-11 * kinetic);
        destroyTrial(&trial);
        destroyBody(&box);
    }
}

// --- Two bodies

typedef struct Blow {
    double massA, massB, speedA, speedB, restitution, scale;
} Blow;

static void runHeadOn(const Blow *blow) {
    Body cube = makeScaledBody("box:x=0.5,y=0.5,z=0.5", blow->scale);
    Trial trial = makeWeightlessTrial();
    double e = blow->restitution, scale = blow->scale;
    const double masses[] = {blow->massA, blow->massB}, speeds[] = {blow->speedA, blow->speedB};
    for (int k = 0; k < 2; k++) {
        cdVec3 velocity = {scale * speeds[k], 0.0, 0.0};
        cdBodyDef def =
            makeMovingDef(poseAt(scale * (k == 0 ? -1.0 : 1.0), 0.0, 0.0), velocity, none(), e, 0.0);
        def.mass = masses[k];
        addToTrial(&trial, &cube, &def);
    }
    Momenta before = getMomenta(&trial);
    for (int i = 0; i < 60; i++) {
        stepTrial(&trial, FRAME);
        assertKept(&trial, &before, 1e-12);
    }
    assert_int_equal(trial.impacts, 1);
    double sum = blow->massA + blow->massB, closing = blow->speedA - blow->speedB;
    double common = (blow->massA * blow->speedA + blow->massB * blow->speedB) / sum;
    double afterA = common - e * closing * blow->massB / sum,
           afterB = common + e * closing * blow->massA / sum;
    double solved = 4.0 * getSolvedSpeed(&trial, FRAME);
    assertNearVec3(getState(&trial, 0).velocity, cdMakeVec3(scale * afterA, 0.0, 0.0), solved);
    assertNearVec3(getState(&trial, 1).velocity, cdMakeVec3(scale * afterB, 0.0, 0.0), solved);
    assertNear(cdLength(getState(&trial, 0).angularVelocity), 0.0, 4.0 * solved / scale);
    destroyTrial(&trial);
    destroyBody(&cube);
}

// Two cubes collide face to face, one at rest, both moving, one overtaken; equal masses and a thousand times
// as heavy; all restitutions; small and large. Their final velocities are those of textbooks. Red:
// restitution of a wrong velocity, a mass ignored, an absolute tolerance.
static void testHeadOn(void **state) {
    (void)state;
    static const double masses[] = {1.0, 3.0, 1000.0}, restitutions[] = {1.0, 0.6, 0.0},
                        scales[] = {1.0, 1e-4, 1e4}, speeds[][2] = {{4.0, 0.0}, {2.0, -3.0}, {5.0, 1.0}};
    for (int i = 0; i < 81; i++) {
        Blow blow = {.massA = masses[i % 3],
                     .massB = masses[i / 3 % 2],
                     .speedA = speeds[i / 27][0],
                     .speedB = speeds[i / 27][1],
                     .restitution = restitutions[i / 3 % 3],
                     .scale = scales[i / 9 % 3]};
        runHeadOn(&blow);
    }
}

// A cube flies corner first, its centroid behind it, at the face of a box at rest, off the middle by (y, z).
// There is one contact point with the impulse j = (1 + e) v / (1 / mA + 1 / mB + r x n . I^-1 (r x n)), which
// stops the cube by j / mA, and moves the box by j / mB, rotating by I^-1 (r x j n). Red: an arm to the wrong
// point, a tensor that is not rotated (the box is), a rotation of the cube, which has no arm.
static void testOffCentre(void **state) {
    (void)state;
    static const double offsets[][2] = {{0.0, 0.0}, {0.35, 0.0}, {-0.7, 0.3}};
    const double massA = 0.8, speed = 3.0;
    for (int i = 0; i < 6; i++) {
        double e = i < 3 ? 1.0 : 0.4, y = offsets[i % 3][0], z = offsets[i % 3][1];
        Body cube = makeBody("box:x=0.2,y=0.2,z=0.2"), box = makeBody("box:x=0.3,y=0.5,z=0.9");
        Trial trial = makeWeightlessTrial();
        // The corner (1, 1, 1) is rotated to +x.
        cdVec3 corner = cdNormalize(cdMakeVec3(1.0, 1.0, 1.0)), x = {1.0, 0.0, 0.0};
        cdPose pose = turnedPose(-2.0, y, z, cdCross(corner, x), acos(cdDot(corner, x)));
        cdBodyDef def = makeMovingDef(pose, cdScale(speed, x), none(), e, 0.0);
        def.mass = massA;
        addToTrial(&trial, &cube, &def);
        // Its frame is rotated by a right angle about x; so its half sizes are 0.3, 0.9, 0.5 in the world.
        def = makeMovingDef(turnedPose(0.0, 0.0, 0.0, x, 0.5 * PI), none(), none(), e, 0.0);
        addToTrial(&trial, &box, &def);
        cdVec3 centroid = getState(&trial, 1).centroid;
        double massB = getState(&trial, 1).mass;
        while (trial.impacts == 0 && trial.steps < 100)
            stepTrial(&trial, FRAME);
        assert_int_equal(trial.impacts, 1);
        const double inertia[] = {massB * (0.81 + 0.25) / 3.0, massB * (0.09 + 0.25) / 3.0,
                                  massB * (0.09 + 0.81) / 3.0};
        cdVec3 arm = cdSub(cdMakeVec3(-0.3, y, z), centroid), moment = cdCross(arm, x);
        cdVec3 turn = {moment.x / inertia[0], moment.y / inertia[1], moment.z / inertia[2]};
        double impulse = (1.0 + e) * speed / (1.0 / massA + 1.0 / massB + cdDot(moment, turn));
        // The box's momentum is the impulse; its rotation has continued for part of a step.
        cdBodyState a = getState(&trial, 0), b = getState(&trial, 1);
        double solved = 10.0 * getSolvedSpeed(&trial, FRAME);
        assertNearVec3(a.velocity, cdScale(speed - impulse / massA, x), solved);
        assertNearVec3(a.angularVelocity, none(), solved);
        assertNearVec3(b.velocity, cdScale(impulse / massB, x), solved);
        cdVec3 spin = cdSub(cdGetWorldEnergy(trial.world).angularMomentum,
                            cdAdd(cdCross(a.centroid, cdScale(massA, a.velocity)),
                                  cdCross(b.centroid, cdScale(massB, b.velocity))));
        assertNearVec3(spin, cdScale(impulse, moment), solved);
        destroyTrial(&trial);
        destroyBody(&cube);
        destroyBody(&box);
    }
}

// --- Ten at once

// Ten bodies on a sphere fly to its middle, where they meet at nearly the same time, rotating. One of them is
// a concave ring.
static void addCloud(Trial *trial, const Body *bodies, int32_t bodyCount, uint64_t seed, double restitution,
                     double friction, double scale) {
    Random random = {seed};
    for (int32_t i = 0; i < 10; i++) {
        // Spread as a golden spiral, 3 from the middle: at least a radius from each other.
        double height = 1.0 - 0.2 * (i + 0.5), angle = 2.399963 * i, round = sqrt(1.0 - height * height);
        cdVec3 way = {round * cos(angle), height, round * sin(angle)};
        cdVec3 velocity = cdMulAdd(cdScale(-3.0, way), 0.3, nextRandomVec3(&random));
        cdPose pose = {cdScale(3.0 * scale, way), cdMakeQuat(nextRandomDirection(&random), 2.0)};
        cdBodyDef def = makeMovingDef(pose, cdScale(scale, velocity), cdScale(4.0, nextRandomVec3(&random)),
                                      restitution, friction);
        addToTrial(trial, &bodies[i % bodyCount], &def);
    }
}

static void runCloud(uint64_t seed, double restitution, double friction, double scale) {
    static const char *const specs[] = {"box:x=0.3,y=0.4,z=0.5", "icosphere:radius=0.5,level=1",
                                        "ring:segments=12", "tetrahedron", "l-shape"};
    Body bodies[5];
    for (int k = 0; k < 5; k++)
        bodies[k] = makeScaledBody(specs[k], scale);
    Trial trial = makeWeightlessTrial();
    addCloud(&trial, bodies, 5, seed, restitution, friction, scale);
    checkNoOverlap(&trial);
    Momenta before = getMomenta(&trial);
    double energy = getTotalEnergy(&trial), angular = restitution == 1.0 ? 1e-12 : 1e-4;
    for (int i = 0; i < 240; i++) {
        stepTrial(&trial, FRAME);
        assertKept(&trial, &before, angular);
    }
    assert_true(trial.impacts >= 9);
    assert_int_equal(trial.blocked, 0);
    double lost = 1.0 - getTotalEnergy(&trial) / energy;
    if (restitution == 1.0 && friction == 0.0)
        assertNear(lost, 0.0, 1e-9);
    else
        assert_true(lost > 0.01);
    destroyTrial(&trial);
    for (int k = 0; k < 5; k++)
        destroyBody(&bodies[k]);
}

// The paper's footnote: pairs judged by relative screws do not agree on one motion of all. No pair overlaps
// after any step, the momentum is constant, energy never grows, and without losses and friction is constant.
// So is the angular momentum in flight and collisions; during lasting contacts, which occur with losses, it
// is constant to the second order of the step. Red: bodies moved one by one, an impulse on one body only,
// pairs certified for other motions.
static void testTenAtOnce(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 6; seed++)
        runCloud(seed, 1.0, 0.0, 1.0);
    for (uint64_t seed = 11; seed <= 14; seed++)
        runCloud(seed, 0.5, 0.0, 1.0);
    for (uint64_t seed = 21; seed <= 24; seed++)
        runCloud(seed, 0.5, 0.6, 1.0);
    runCloud(31, 0.0, 0.0, 1.0);
    runCloud(32, 0.5, 0.6, 1e-4);
    runCloud(33, 0.5, 0.6, 1e4);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testFreeFlight),
        cmocka_unit_test(testHeadOn),
        cmocka_unit_test(testOffCentre),
        cmocka_unit_test(testTenAtOnce),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
