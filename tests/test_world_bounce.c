// Bounces in closed form: when a body hits, how high it bounces, when it comes to rest, what is conserved.
#include "world_fixture.h"

static const double HALF = 0.5;

static Body makeFloor(void) {
    return makeBody("box:x=20,y=1,z=20");
}

static Body makeCube(void) {
    return makeBody("box:x=0.5,y=0.5,z=0.5");
}

// The floor's top is y = 0; the cube's bottom `height` above it.
typedef struct Drop {
    Body floor, cube;
    Trial trial;
    int32_t body;
} Drop;

static Drop makeDropOf(const cdWorldDef *def, double height, double restitution) {
    Drop drop = {.floor = makeFloor(), .cube = makeCube(), .trial = makeTrialOf(def)};
    addFixed(&drop.trial, &drop.floor, poseAt(0.0, -1.0, 0.0), 0.0, 0.0);
    drop.body = addMoving(&drop.trial, &drop.cube, poseAt(0.1, HALF + height, -0.2),
                          cdMakeVec3(0.0, 0.0, 0.0), restitution, 0.0);
    return drop;
}

static Drop makeDrop(double height, double restitution) {
    cdWorldDef def = cdDefaultWorldDef();
    return makeDropOf(&def, height, restitution);
}

static void destroyDrop(Drop *drop) {
    destroyTrial(&drop->trial);
    destroyBody(&drop->floor);
    destroyBody(&drop->cube);
}

static double getBottom(const Drop *drop) {
    return getState(&drop->trial, drop->body).pose.p.y - HALF;
}

// Returns its peak height, from its speed.
static double getPeak(const Drop *drop) {
    double speed = getState(&drop->trial, drop->body).velocity.y;
    return getBottom(drop) + 0.5 * speed * speed / GRAVITY;
}

// A cube of side 1 falls by h on its face. It hits at sqrt(2 h / g) with sqrt(2 g h), each up to four margins
// of height, and returns to e^2 h. Steps of three lengths: the time of a collision is independent of them.
// Red: the collision reported at the end of a step, a bounce from another height than that of the contact,
// restitution applied twice to one of the four corners.
static void testDroppedCube(void **state) {
    (void)state;
    static const double restitutions[] = {1.0, 0.5, 0.1}, heights[] = {1.0, 0.1, 7.3},
                        frames[] = {1.0 / 60.0, 1.0 / 1000.0, 0.31};
    for (int i = 0; i < 27; i++) {
        double e = restitutions[i % 3], h = heights[i / 3 % 3], dt = frames[i / 9];
        cdWorldDef def = cdDefaultWorldDef();
        def.restitutionThreshold = 0.01; // also for long steps
        Drop drop = makeDropOf(&def, h, e);
        double speed = sqrt(2.0 * GRAVITY * h), time = speed / GRAVITY, reach = 4.0 * drop.trial.margin;
        const cdContactEvent *impact = NULL;
        while (impact == NULL && drop.trial.step.time < time + dt) {
            stepTrial(&drop.trial, dt);
            impact = findImpact(&drop.trial);
        }
        assert_non_null(impact);
        assertNear(impact->time, time, reach / speed);
        assertNear(impact->speed, speed, GRAVITY * reach / speed);
        assertNear(impact->impulse, (1.0 + e) * speed, (1.0 + e) * GRAVITY * reach / speed);
        assertNearVec3(impact->normal, cdMakeVec3(0.0, -1.0, 0.0), 1e-12);
        // In a long step it may have bounced more than once.
        if (drop.trial.step.stops == 1) assertNear(getPeak(&drop), e * e * h, reach);
        assertNear(getState(&drop.trial, drop.body).velocity.x, 0.0, getSolvedSpeed(&drop.trial, dt));
        destroyDrop(&drop);
    }
}

// The same cube until it rests: it bounces once for each speed e^k sqrt(2 g h) above the resting threshold,
// which is the speed of gravity in a step, and never again; then its gap is in (0, 4 margin], it does not
// move at all, and sleeps. Red: a bounce too many or too few, a body that trembles, a gap that closes.
static void testComesToRest(void **state) {
    (void)state;
    static const double restitutions[] = {0.0, 0.1, 0.5, 0.8};
    static const int32_t bounces[] = {0, 2, 5, 15}; // of 4.43 m / s down to 0.1635
    for (int i = 0; i < 4; i++) {
        Drop drop = makeDrop(1.0, restitutions[i]);
        runTrial(&drop.trial, 5.0, FRAME);
        assert_int_equal(drop.trial.impacts, restitutions[i] > 0.0 ? bounces[i] : 1);
        cdBodyState final = getState(&drop.trial, drop.body);
        assert_true(final.asleep);
        assert_true(cdLength(final.velocity) == 0.0 && cdLength(final.angularVelocity) == 0.0);
        double gap = getLeastGap(&drop.trial, 0, drop.body);
        assert_true(gap > 0.0 && gap <= 4.0 * drop.trial.margin);
        assertNear(getBottom(&drop), gap, 1e-3 * drop.trial.margin);
        cdPose pose = final.pose;
        runTrial(&drop.trial, 1.0, FRAME);
        assertNear(cdLength(cdSub(getState(&drop.trial, drop.body).pose.p, pose.p)), 0.0, 0.0);
        destroyDrop(&drop);
    }
}

// A ball with restitution 0.95 bounces infinitely often in T = (1 + e) / (1 - e) sqrt(2 h / g), 17.6 s. With
// the resting threshold it ends earlier, by at most the remaining time when bounces last two steps; no step
// exceeds the limit of collisions. Red: no rest, a step with endless bounces.
static void testZeno(void **state) {
    (void)state;
    const double e = 0.95, h = 1.0;
    Drop drop = makeDrop(h, e);
    double last = 0.0, end = (1.0 + e) / (1.0 - e) * sqrt(2.0 * h / GRAVITY);
    while (drop.trial.step.time < 1.1 * end) {
        stepTrial(&drop.trial, FRAME);
        assert_true(drop.trial.step.stops <= 64);
        if (drop.trial.step.impacts > 0) last = drop.trial.step.time;
    }
    assert_true(getState(&drop.trial, drop.body).asleep);
    assert_true(last < end && last > end - 4.0 * FRAME / (1.0 - e));
    destroyDrop(&drop);
}

// Fully elastic, so without end: after ten minutes of bounces from 0.2 the height is unchanged, except for
// the gaps at collisions, which vary, and for rounding. Red: energy lost or gained by a collision.
static void testElasticForTenMinutes(void **state) {
    (void)state;
    Drop drop = makeDrop(0.2, 1.0);
    for (int32_t i = 0; i < 36000; i++)
        stepTrial(&drop.trial, FRAME);
    assert_true(drop.trial.impacts > 1400);
    assertNear(getPeak(&drop), 0.2, drop.trial.margin);
    destroyDrop(&drop);
}

// A body between two walls 4 apart, without gravity.
static void bounceBetweenWalls(const char *shape, double reach, double turn, int32_t bounces) {
    Body wall = makeBody("box:x=1,y=6,z=6"), ball = makeBody(shape);
    Trial trial = makeWeightlessTrial();
    addFixed(&trial, &wall, poseAt(-3.0, 0.0, 0.0), 0.0, 0.0);
    addFixed(&trial, &wall, poseAt(3.0, 0.0, 0.0), 0.0, 0.0);
    cdPose pose = turnedPose(0.0, 0.0, 0.0, cdMakeVec3(1.0, 2.0, 3.0), turn);
    addMoving(&trial, &ball, pose, cdMakeVec3(7.0, 0.0, 0.0), 1.0, 0.0);
    double before = getTotalEnergy(&trial);
    while (trial.impacts < bounces) {
        stepTrial(&trial, FRAME);
        cdVec3 place = getState(&trial, 2).pose.p;
        assert_true(fabs(place.x) < 2.0 - 0.5 * reach && trial.steps < 100 * bounces);
    }
    // Each time the speed of 7 may be off by the solver's tolerance.
    assertNear(getTotalEnergy(&trial), before, 2.0 * bounces * getSolvedSpeed(&trial, FRAME) / 7.0 * before);
    assert_int_equal(trial.blocked, 0);
    destroyTrial(&trial);
    destroyBody(&wall);
    destroyBody(&ball);
}

// A ball of 320 triangles, and a cube on its corner, without losses, between two walls: a thousand
// collisions. They start to rotate, since the ball has facets. Red: energy lost or gained by a bounce or by
// rotation in free flight, a wall that lets something through.
static void testBetweenWalls(void **state) {
    (void)state;
    bounceBetweenWalls("icosphere:radius=0.5,level=2", 0.5, 0.0, 1000);
    bounceBetweenWalls("box:x=0.3,y=0.3,z=0.3", 0.3, 0.7, 1000);
}

// Without gravity and contacts: a body at rest stays fixed, bit for bit, and a moving one continues for ever
// in a straight line. Red: a spurious force.
static void testWithoutGravity(void **state) {
    (void)state;
    Body cube = makeCube();
    Trial trial = makeWeightlessTrial();
    cdPose pose = turnedPose(0.3, -0.2, 0.1, cdMakeVec3(1.0, 1.0, 0.0), 0.4);
    addMoving(&trial, &cube, pose, cdMakeVec3(0.0, 0.0, 0.0), 0.5, 0.5);
    cdVec3 velocity = {3.0, 1.0, -2.0};
    addMoving(&trial, &cube, poseAt(5.0, 0.0, 0.0), velocity, 0.5, 0.5);
    runTrial(&trial, 10.0, FRAME);
    cdPose still = getState(&trial, 0).pose;
    assert_memory_equal(&still, &pose, sizeof still);
    cdVec3 way = cdMulAdd(cdMakeVec3(5.0, 0.0, 0.0), 10.0, velocity);
    assertNearVec3(getState(&trial, 1).pose.p, way, 1e-11);
    destroyTrial(&trial);
    destroyBody(&cube);
}

// The thrown cube keeps its velocity along the floor without friction, through all its bounces, and finally
// glides. Red: spurious friction, or a bounce that rotates it.
static void testGlidesAfterBounces(void **state) {
    (void)state;
    Drop drop = makeDrop(0.5, 0.5);
    cdSetBodyVelocity(drop.trial.world, drop.body, cdMakeVec3(1.5, 0.0, -0.5), cdMakeVec3(0.0, 0.0, 0.0));
    runTrial(&drop.trial, 5.0, FRAME);
    cdBodyState glides = getState(&drop.trial, drop.body);
    double solved = drop.trial.steps * getSolvedSpeed(&drop.trial, FRAME);
    assertNearVec3(glides.velocity, cdMakeVec3(1.5, 0.0, -0.5), solved);
    assertNearVec3(glides.pose.p, cdMakeVec3(7.6, HALF + getBottom(&drop), -2.7), 5.0 * solved);
    assertNear(cdLength(glides.angularVelocity), 0.0, solved);
    destroyDrop(&drop);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testDroppedCube),
        cmocka_unit_test(testComesToRest),
        cmocka_unit_test(testZeno),
        cmocka_unit_test(testElasticForTenMinutes),
        cmocka_unit_test(testBetweenWalls),
        cmocka_unit_test(testWithoutGravity),
        cmocka_unit_test(testGlidesAfterBounces),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
