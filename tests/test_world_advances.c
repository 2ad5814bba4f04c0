// The advances of a step: only a collision that stops it, or paths without a way, take more than one.
#include "world_fixture.h"

static const double SLOW = 1.0; // a slower approach does not bounce

static Trial makeSlowTrial(void) {
    cdWorldDef def = cdDefaultWorldDef();
    def.restitutionThreshold = SLOW;
    return makeTrialOf(&def);
}

// --- Edges that turn past each other

// A bar with an edge on top, its middle at a height, turned about the vertical.
static cdPose placeBar(double height, double turn) {
    cdQuat up = cdMakeQuat(cdMakeVec3(1.0, 0.0, 0.0), 0.25 * PI),
           about = cdMakeQuat(cdMakeVec3(0.0, 1.0, 0.0), turn);
    return (cdPose){{0.0, height, 0.0}, cdMulQuat(about, up)};
}

// The edges of two bars are parallel on the way, after a start at which the plane between them faces the
// other way, and cross when they meet. Red: a gap behind the surface that a target is allowed to keep.
static void testEdgesThatTurn(void **state) {
    (void)state;
    const double half = 0.2, turn = 0.2, gap = 4.1e-3;
    Body bar = makeBody("box:x=2,y=0.2,z=0.2");
    for (int sign = -1; sign <= 1; sign += 2) {
        Trial trial = makeSlowTrial();
        addFixed(&trial, &bar, placeBar(0.0, 0.0), 0.0, 0.0);
        cdVec3 fall = {0.0, -0.2, 0.0}, spin = {0.0, 2.0 * sign * turn / FRAME, 0.0};
        cdBodyDef def =
            makeMovingDef(placeBar(2.0 * sqrt(2.0) * half + gap, -sign * turn), fall, spin, 0.0, 0.0);
        addToTrial(&trial, &bar, &def);
        stepTrial(&trial, FRAME);
        assert_true(trial.step.contacts > 0);
        assert_int_equal(trial.step.advances, 1);
        assert_true(trial.step.blockedTime == 0.0);
        destroyTrial(&trial);
    }
    destroyBody(&bar);
}

// --- A collision elsewhere

// A ball hits the floor. Elsewhere a box arrives there slowly, and another ball on that box. Red: targets at
// the collision that are not corrected for these contacts, so that the step stops before it.
static void testCollisionElsewhere(void **state) {
    (void)state;
    Body floor = makeBody("box:x=8,y=1,z=8"), box = makeBody("box:x=0.5,y=0.5,z=0.5"),
         ball = makeBody("icosphere:radius=0.3,level=2");
    Trial trial = makeSlowTrial();
    addFixed(&trial, &floor, poseAt(0.0, -1.0, 0.0), 0.5, 0.5);
    const double gap = 1e-3;
    addMoving(&trial, &ball, poseAt(0.1, 1.3 + 2.0 * gap, 0.0), cdMakeVec3(0.0, -0.2, 0.0), 0.5, 0.5);
    addMoving(&trial, &box, poseAt(0.0, 0.5 + gap, 0.0), cdMakeVec3(0.0, -0.1, 0.0), 0.5, 0.5);
    addMoving(&trial, &ball, poseAt(4.0, 0.3 + 0.9 * 5.0 * FRAME, 0.0), cdMakeVec3(0.0, -5.0, 0.0), 0.5, 0.5);
    stepTrial(&trial, FRAME);
    assert_int_equal(trial.step.impacts, 1);
    assert_int_equal(trial.step.stops, 1);
    assert_int_equal(trial.step.advances, 2);
    assert_true(trial.step.blockedTime == 0.0);
    destroyTrial(&trial);
    destroyBody(&floor);
    destroyBody(&box);
    destroyBody(&ball);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testEdgesThatTurn),
        cmocka_unit_test(testCollisionElsewhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
