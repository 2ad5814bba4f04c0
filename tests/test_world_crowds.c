// Crowds: many collisions in a step, and many boxes that tumble against each other.
#include "world_fixture.h"

static cdVec3 none(void) {
    return cdMakeVec3(0.0, 0.0, 0.0);
}

// Adds boxes that fall side by side and reach the floor one after the other, all within a step.
static void dropInTurn(Trial *trial, const Body *floor, const Body *cube, int32_t count) {
    addFixed(trial, floor, poseAt(0.0, -1.0, 0.0), 1.0, 0.0);
    for (int32_t i = 0; i < count; i++) {
        double height = 0.5 + 10.0 * FRAME * (i + 1.0) / (count + 1.0);
        addMoving(trial, cube, poseAt(2.0 * (i % 8) - 7.0, height, 2.0 * (i / 8) - 7.0),
                  cdMakeVec3(0.0, -10.0, 0.0), 1.0, 0.0);
    }
}

// A step stops for each collision of a few, but for none of many, which bounce in the next step. No time is
// lost, and each box gets its speed back. Red: stops for each of many; a collision that is forgotten.
static void testManyCollisions(void **state) {
    (void)state;
    static const int32_t counts[] = {1, 4, 9, 10, 40};
    for (int i = 0; i < 5; i++) {
        Body floor = makeBody("box:x=20,y=1,z=20"), cube = makeBody("box:x=0.5,y=0.5,z=0.5");
        Trial trial = makeWeightlessTrial();
        dropInTurn(&trial, &floor, &cube, counts[i]);
        cdWorldStep first = cdStepWorld(trial.world, FRAME);
        assert_int_equal(first.stops, counts[i] <= 9 ? counts[i] : 0);
        cdWorldStep second = cdStepWorld(trial.world, FRAME);
        assert_int_equal(second.stops, 0);
        assert_true(first.blockedTime == 0.0 && second.blockedTime == 0.0);
        for (int32_t k = 1; k <= counts[i]; k++) {
            assertNear(getState(&trial, k).velocity.y, 10.0, 1e-6);
            assert_true(getState(&trial, k).pose.p.y > 0.5);
        }
        checkNoOverlap(&trial);
        destroyTrial(&trial);
        destroyBody(&floor);
        destroyBody(&cube);
    }
}

// Drops 64 turned boxes on each other. Returns how often an advance was halved.
static int32_t countHalvings(uint64_t seed) {
    enum { COUNT = 64, STEPS = 110, JUDGED = 10 };
    Body floor = makeBody("box:x=20,y=1,z=20"), cube = makeBody("box:x=0.5,y=0.5,z=0.5");
    Trial trial = makeTrial();
    addFixed(&trial, &floor, poseAt(0.0, -1.0, 0.0), 0.3, 0.5);
    Random random = {seed};
    for (int32_t i = 0; i < COUNT; i++) {
        cdPose pose = poseAt(1.8 * (i % 4) - 2.7, 1.2 + 1.8 * (i / 16), 1.8 * (i / 4 % 4) - 2.7);
        pose.q = cdMakeQuat(nextRandomDirection(&random), nextRandomIn(&random, 0.0, 3.0));
        addMoving(&trial, &cube, pose, none(), 0.3, 0.5);
    }
    int32_t halvings = 0;
    for (int i = 1; i <= STEPS; i++) {
        cdWorldStep step = cdStepWorld(trial.world, FRAME);
        halvings += step.advances - 1 - step.stops;
        assert_true(step.blockedTime == 0.0);
        if (i % JUDGED == 0) checkNoOverlap(&trial);
    }
    destroyTrial(&trial);
    destroyBody(&floor);
    destroyBody(&cube);
    return halvings;
}

// Boxes that tumble over each other cover whole steps, but for collisions. Red: contact points that are left
// out though paths cross them at their ends, so that all bodies wait for two (seven halvings).
static void testTumblingBoxes(void **state) {
    (void)state;
    assert_true(countHalvings(2) + countHalvings(5) <= 1);
}

// --- Echoes

enum { ROW = 20 };

// A cube hits a row of cubes that touch each other, with 10 lengths per second. Writes the speeds afterwards.
// Returns the iterations of the solver.
static int32_t hitRow(double restitution, double speeds[ROW]) {
    Body cube = makeBody("box:x=0.5,y=0.5,z=0.5");
    Trial trial = makeWeightlessTrial();
    for (int32_t i = 0; i < ROW; i++) {
        cdPose pose = poseAt(1.00008 * i - (i == 0 ? 0.05 : 0.0), 0.0, 0.0);
        addMoving(&trial, &cube, pose, cdMakeVec3(i == 0 ? 10.0 : 0.0, 0.0, 0.0), restitution, 0.0);
    }
    double momentum = 0.0, energy = 0.0;
    stepTrial(&trial, 0.0051);
    for (int32_t i = 0; i < ROW; i++) {
        speeds[i] = getState(&trial, i).velocity.x;
        momentum += speeds[i];
        energy += speeds[i] * speeds[i];
    }
    assertNear(momentum, 10.0, 1e-6);
    assert_true(energy <= 100.0 + 1e-6);
    checkNoOverlap(&trial);
    int32_t iterations = trial.step.solverIterations;
    destroyTrial(&trial);
    destroyBody(&cube);
    return iterations;
}

// Without loss the whole speed passes through the row to its last cube. With loss each cube gets 0.6 of the
// speed of the one before it, and after eight rounds the impact is slower than an eighth of the first: it
// does not bounce, and the cubes that it reaches move on together. That takes fewer rounds, and so fewer
// iterations. Red: an impact that ends after eight rounds although it is fast; echoes that bounce on and on.
static void testEchoes(void **state) {
    (void)state;
    double speeds[ROW];
    int32_t iterations = hitRow(1.0, speeds);
    for (int32_t i = 0; i < ROW; i++)
        assertNear(speeds[i], i == ROW - 1 ? 10.0 : 0.0, 1e-3);
    assert_true(hitRow(0.2, speeds) < iterations);
    for (int32_t i = 10; i < ROW; i++)
        assertNear(speeds[i], speeds[ROW - 1], 1e-3);
    assert_true(speeds[ROW - 1] > 0.01);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testManyCollisions),
        cmocka_unit_test(testTumblingBoxes),
        cmocka_unit_test(testEchoes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
