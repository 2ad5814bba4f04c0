// Worlds whose bodies keep a safety distance, and worlds of spheres and capsules: they fall, bounce, roll and
// come to rest at that distance and never get nearer.
#include "collision/distance.h"
#include "world_fixture.h"

#include <string.h>

static cdVec3 none(void) {
    return cdMakeVec3(0.0, 0.0, 0.0);
}

static Trial makeTrialAt(double distance) {
    cdWorldDef def = cdDefaultWorldDef();
    def.safetyDistance = distance;
    return makeTrialOf(&def);
}

static Body makeSphere(double radius) {
    Body body = {cdCreateSphere(none(), radius, NULL)};
    if (!body.mesh) abort();
    return body;
}

static Body makeCapsule(double length, double radius) {
    const cdVec3 ends[2] = {{-0.5 * length, 0.0, 0.0}, {0.5 * length, 0.0, 0.0}};
    Body body = {cdCreateCapsule(ends, radius, NULL)};
    if (!body.mesh) abort();
    return body;
}

// Returns the minimum distance of two bodies of which one can move.
static double findLeastDistance(const Trial *trial) {
    double least = INFINITY;
    for (int32_t i = 0; i < trial->count; i++)
        for (int32_t k = 0; k < i; k++) {
            if (!trial->movable[i] && !trial->movable[k]) continue;
            cdDistanceInput input = {.meshA = trial->meshes[i],
                                     .meshB = trial->meshes[k],
                                     .poseA = getState(trial, i).pose,
                                     .poseB = getState(trial, k).pose};
            cdDistance found = cdFindDistance(&input, NULL, trial->workspace, NULL);
            assert_true(found.state == CD_FREE || found.state == CD_OVERLAP);
            least = fmin(least, found.state == CD_FREE ? found.distance : 0.0);
        }
    return least;
}

static void stepApart(Trial *trial, double distance) {
    stepTrial(trial, FRAME);
    double least = findLeastDistance(trial);
    if (!(least > distance)) fail_msg("step %d: %.17g apart", (int)trial->steps, least);
}

// A sphere falls on a plate and bounces: its heights follow the formula, at any safety distance. Red: the
// contact at the centre or at the triangles, the distance left out of the gap.
static void testBounce(void **state) {
    (void)state;
    const double distances[] = {0.0, 0.01, 0.5}, height = 1.0, restitution = 0.8, radius = 0.3;
    Body floor = makeBody("box:x=5,y=1,z=5"), ball = makeSphere(radius);
    for (int i = 0; i < 3; i++) {
        Trial trial = makeTrialAt(distances[i]);
        double lowest = radius + distances[i];
        addFixed(&trial, &floor, poseAt(0.0, -1.0, 0.0), restitution, 0.0);
        addMoving(&trial, &ball, poseAt(0.2, lowest + height, 0.1), none(), restitution, 0.0);
        double fall = sqrt(2.0 * height / GRAVITY), highest = 0.0;
        while (trial.step.time < fall * (1.0 + 1.9 * restitution)) {
            stepApart(&trial, distances[i]);
            if (trial.step.time > fall + 0.01) highest = fmax(highest, getState(&trial, 1).pose.p.y);
        }
        assert_true(fabs(highest - lowest - restitution * restitution * height) < 2e-3);
        assert_int_equal(trial.impacts, 1);
        destroyTrial(&trial);
    }
    destroyBody(&floor);
    destroyBody(&ball);
}

// A sphere on a tilted plate with enough friction rolls: its acceleration is 5/7 of the sliding one, and with
// a safety distance that of a wheel whose rim is midway between sphere and plate. Red: friction at the centre
// of the sphere, an inertia of another shape.
static void testRolling(void **state) {
    (void)state;
    const double angle = 0.2, radius = 0.3;
    Body plate = makeBody("box:x=20,y=1,z=5"), ball = makeSphere(radius);
    cdVec3 z = {0.0, 0.0, 1.0}, normal = {sin(angle), cos(angle), 0.0}, down = {cos(angle), -sin(angle), 0.0};
    for (int i = 0; i < 2; i++) {
        double distance = i * 0.2;
        Trial trial = makeTrialAt(distance);
        cdPose tilted = {cdScale(-1.0, normal), cdMakeQuat(z, -angle)};
        addFixed(&trial, &plate, tilted, 0.0, 1.0);
        cdVec3 start = cdScale(radius + distance + 2e-4 * radius, normal);
        addMoving(&trial, &ball, poseAt(start.x, start.y, start.z), none(), 0.0, 1.0);
        for (int k = 0; k < 60; k++)
            stepApart(&trial, distance);
        cdBodyState ends = getState(&trial, 1);
        double rim = radius + 0.5 * distance, share = 1.0 / (1.0 + 0.4 * radius * radius / (rim * rim));
        double way = cdDot(cdSub(ends.pose.p, start), down), rolls = 0.5 * GRAVITY * sin(angle) * share;
        assert_true(fabs(way - rolls) < 1e-3 * rolls);
        assert_true(fabs(ends.angularVelocity.z + 2.0 * rolls / rim) < 1e-3 * 2.0 * rolls / rim);
        destroyTrial(&trial);
    }
    destroyBody(&plate);
    destroyBody(&ball);
}

// Boxes with a safety distance fall on a plate one above the other and come to rest: level, the distance plus
// a gap of at most four margins from each other.
static void testStack(void **state) {
    (void)state;
    const double distance = 0.05;
    Body floor = makeBody("box:x=5,y=1,z=5"), box = makeBody("box:x=0.5,y=0.5,z=0.5");
    Trial trial = makeTrialAt(distance);
    addFixed(&trial, &floor, poseAt(0.0, -1.0, 0.0), 0.0, 0.5);
    for (int i = 0; i < 3; i++)
        addMoving(&trial, &box, poseAt(0.02 * i, 0.7 + 1.2 * i, 0.01 * i), none(), 0.2, 0.5);
    for (int k = 0; k < 240; k++)
        stepApart(&trial, distance);
    for (int i = 0; i < 3; i++) {
        cdBodyState one = getState(&trial, i + 1);
        double height = one.pose.p.y - (0.5 + i) - (i + 1) * distance;
        assert_true(one.asleep && height > 0.0 && height <= 4.0 * (i + 1) * trial.margin);
    }
    assert_true(trial.blockedTime == 0.0);
    destroyBody(&floor);
    destroyBody(&box);
    destroyTrial(&trial);
}

// A sphere in the hole of a torus hardly moves for a while, then is kicked towards it, over less than the
// distance in a step: it collides at the distance. Red: an old clearance reused that includes the safety
// distance.
static void testKick(void **state) {
    (void)state;
    const double distance = 0.05, gap = 5e-4, speed = 3e-5, kick = 2.0;
    Body torus = makeBody("torus:segments=10"), ball = makeSphere(0.1);
    cdFirstContactInput way =
        makeStep(ball.mesh, poseAt(0.0, 0.0, 0.0), poseAt(1.0, 0.0, 0.0), torus.mesh, poseAt(0.0, 0.0, 0.0));
    way.safetyDistance = distance;
    cdFirstContact there = findContact(&way);
    assert_int_equal(there.state, CD_CONTACT);
    cdWorldDef def = {.safetyDistance = distance, .restitutionThreshold = 1e-6};
    Trial trial = makeTrialOf(&def);
    addFixed(&trial, &torus, poseAt(0.0, 0.0, 0.0), 1.0, 0.0);
    addMoving(&trial, &ball, poseAt(there.resolvedPose.p.x - gap, 0.0, 0.0), cdMakeVec3(speed, 0.0, 0.0), 1.0,
              0.0);
    for (int i = 0; i < 20; i++)
        stepApart(&trial, distance);
    cdSetBodyVelocity(trial.world, 1, cdMakeVec3(kick, 0.0, 0.0), none());
    trial.powered = true;
    stepApart(&trial, distance);
    assert_int_equal(trial.impacts, 1);
    assert_true(getState(&trial, 1).velocity.x < -0.1 * kick);
    destroyTrial(&trial);
    destroyBody(&torus);
    destroyBody(&ball);
}

static const char *const mixedSpecs[] = {"box:x=0.3,y=0.2,z=0.4", "icosphere:radius=0.3,level=1",
                                         "ring:segments=12", "l-shape", "tetrahedron"};

// Bodies of all kinds, spheres and capsules fall on each other, with and without a distance. Red: a contact
// point of the wrong features or at another height, a broad phase box that is too small.
static void testMixture(void **state) {
    (void)state;
    Body floor = makeBody("box:x=20,y=1,z=20"), bodies[8];
    for (int k = 0; k < 5; k++)
        bodies[k] = makeBody(mixedSpecs[k]);
    bodies[5] = makeSphere(0.35);
    bodies[6] = makeCapsule(0.8, 0.2);
    bodies[7] = makeCapsule(0.3, 0.3);
    for (int t = 0; t < 3; t++) {
        double distance = t * 0.04;
        Random random = {77u + (uint64_t)t};
        Trial trial = makeTrialAt(distance);
        addFixed(&trial, &floor, poseAt(0.0, -1.0, 0.0), 0.0, 0.4);
        for (int32_t i = 0; i < 8; i++) {
            cdPose pose =
                turnedPose(0.3 * (i % 2), 1.5 + 2.1 * i, 0.2 * (i % 3), nextRandomDirection(&random), 2.0);
            cdBodyDef def =
                makeMovingDef(pose, nextRandomVec3(&random), cdScale(4.0, nextRandomVec3(&random)), 0.4, 0.4);
            addToTrial(&trial, &bodies[(i * 3) % 8], &def);
        }
        for (int k = 0; k < 400; k++)
            stepApart(&trial, distance);
        assert_true(trial.impacts > 10 && trial.blockedTime == 0.0);
        destroyTrial(&trial);
    }
    destroyBody(&floor);
    for (int k = 0; k < 8; k++)
        destroyBody(&bodies[k]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testBounce), cmocka_unit_test(testRolling), cmocka_unit_test(testStack),
        cmocka_unit_test(testKick),   cmocka_unit_test(testMixture),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
