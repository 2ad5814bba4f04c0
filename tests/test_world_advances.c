// The advances of a step: only a collision that stops it, or paths without a way, take more than one.
#include "world_fixture.h"

static const double SLOW = 1.0; // a slower approach does not bounce

static Trial makeSlowTrial(void) {
    cdWorldDef def = cdDefaultWorldDef();
    def.restitutionThreshold = SLOW;
    return makeTrialOf(&def);
}

static void stepOnceToContact(Trial *trial) {
    stepTrial(trial, FRAME);
    assert_true(trial->step.contacts > 0);
    assert_int_equal(trial->step.advances, 1);
    assert_true(trial->step.blockedTime == 0.0);
}

// --- Edges that turn past each other

// A bar with an edge on top, its middle at a height, turned about the vertical.
static cdPose placeBar(double height, double turn) {
    cdQuat up = cdMakeQuat(cdMakeVec3(1.0, 0.0, 0.0), 0.25 * PI),
           about = cdMakeQuat(cdMakeVec3(0.0, 1.0, 0.0), turn);
    return (cdPose){{0.0, height, 0.0}, cdMulQuat(about, up)};
}

// Adds a fixed bar, and one above whose edge turns past that of the other by twice `turn` in a step, falling.
static void addTurningBars(Trial *trial, const Body *bar, double gap, double turn, double speed) {
    const double edges = 2.0 * sqrt(2.0) * 0.2;
    addFixed(trial, bar, placeBar(0.0, 0.0), 0.0, 0.0);
    cdVec3 fall = {0.0, -speed, 0.0}, spin = {0.0, 2.0 * turn / FRAME, 0.0};
    cdBodyDef def = makeMovingDef(placeBar(edges + gap, -turn), fall, spin, 0.0, 0.0);
    addToTrial(trial, bar, &def);
}

// The edges are parallel on the way. They meet after that: the plane between them has turned around. Red: a
// gap that is negative at the start, and that the target is allowed to keep.
static void testEdgesThatTurn(void **state) {
    (void)state;
    Body bar = makeBody("box:x=2,y=0.2,z=0.2");
    for (int sign = -1; sign <= 1; sign += 2) {
        Trial trial = makeSlowTrial();
        addTurningBars(&trial, &bar, 4.1e-3, 0.2 * sign, 0.2);
        stepOnceToContact(&trial);
        destroyTrial(&trial);
    }
    destroyBody(&bar);
}

// The same where a ball hits a floor elsewhere, before the edges are parallel or after. Red: a target before
// that, corrected as if the edges had turned.
static void testEdgesOnPartOfTheWay(void **state) {
    (void)state;
    Body bar = makeBody("box:x=2,y=0.2,z=0.2"), ball = makeBody("icosphere:radius=0.3,level=2");
    static const double parts[] = {0.1, 0.3, 0.7};
    for (int i = 0; i < 3; i++) {
        cdWorldDef def = cdDefaultWorldDef();
        def.gravity = cdMakeVec3(0.0, 0.0, 0.0);
        def.restitutionThreshold = SLOW;
        Trial trial = makeTrialOf(&def);
        addTurningBars(&trial, &bar, 1e-2, 0.2, 0.63);
        addFixed(&trial, &bar, poseAt(20.0, -0.2, 0.0), 0.0, 0.0);
        cdVec3 fall = {0.0, -5.0, 0.0};
        addMoving(&trial, &ball, poseAt(20.0, 0.3 + parts[i] * 5.0 * FRAME, 0.0), fall, 0.5, 0.5);
        stepTrial(&trial, FRAME);
        assert_int_equal(trial.step.stops, 1);
        assert_int_equal(trial.step.advances, 2);
        assert_true(getState(&trial, 1).velocity.y > -0.64 && getState(&trial, 1).velocity.y <= 0.0);
        destroyTrial(&trial);
    }
    destroyBody(&bar);
    destroyBody(&ball);
}

// --- An edge or a face from beside

// A bar whose lower edge or face begins at a point, in the plane across x, with the slope of an angle.
static cdPose placeLowerSide(bool isEdge, double y, double z, double slope) {
    const double half = 0.02, length = 0.2;
    cdQuat up = cdMakeQuat(cdMakeVec3(0.0, 0.0, 1.0), isEdge ? 0.25 * PI : 0.0),
           down = cdMakeQuat(cdMakeVec3(1.0, 0.0, 0.0), -slope);
    cdPose pose = {{0.0, y, z}, cdMulQuat(down, up)};
    cdVec3 middle = {0.0, isEdge ? sqrt(2.0) * half : half, length};
    pose.p = cdTransformPoint((cdPose){pose.p, down}, middle);
    return pose;
}

// A box whose uppermost point is the origin: a corner.
static cdPose placeCorner(double half) {
    cdQuat about = cdMakeQuat(cdMakeVec3(0.0, 0.0, 1.0), 0.25 * PI),
           up = cdMakeQuat(cdMakeVec3(1.0, 0.0, 0.0), atan(sqrt(0.5)));
    return (cdPose){{0.0, -sqrt(3.0) * half, 0.0}, cdMulQuat(up, about)};
}

// A sloping bar comes from the side and levels out over a fixed body whose top is the origin. At the start
// its line or plane passes this far below the origin, beside the bar itself. The bar stops at the top in one
// step. Returns the margin.
static double comeFromBeside(const Body *bar, bool isEdge, double depth, const Body *fixed, cdPose pose) {
    const double slope = 0.8, before = 0.05, height = before * tan(slope) - depth / cos(slope);
    cdWorldDef worldDef = cdDefaultWorldDef();
    worldDef.gravity = cdMakeVec3(0.0, 0.0, 0.0);
    worldDef.restitutionThreshold = 10.0;
    Trial trial = makeTrialOf(&worldDef);
    addFixed(&trial, fixed, pose, 0.0, 0.0);
    cdPose start = placeLowerSide(isEdge, height, before, slope),
           end = placeLowerSide(isEdge, -0.004, -0.05, 0.0);
    cdVec3 velocity = cdScale(1.0 / FRAME, cdSub(end.p, start.p)), spin = {slope / FRAME, 0.0, 0.0};
    cdBodyDef def = makeMovingDef(start, velocity, spin, 0.0, 0.0);
    addToTrial(&trial, bar, &def);
    stepOnceToContact(&trial);
    double margin = trial.step.margin;
    destroyTrial(&trial);
    return margin;
}

// An edge over an edge, and a face over a corner. Red: a target that may stay as far below as the start, by
// more than the tolerance of contacts or by less.
static void testBarFromBeside(void **state) {
    (void)state;
    Body ridge = makeBody("box:x=1,y=0.2,z=0.2"), box = makeBody("box:x=0.2,y=0.2,z=0.2"),
         bar = makeBody("box:x=0.02,y=0.02,z=0.2");
    static const double depths[] = {1e-2, 1e-4};
    for (int i = 0; i < 2; i++) {
        comeFromBeside(&bar, true, depths[i], &ridge, placeBar(-0.2 * sqrt(2.0), 0.0));
        double margin = comeFromBeside(&bar, false, depths[i], &box, placeCorner(0.2));
        assert_int_equal(depths[i] < 8.0 * margin, i == 1);
    }
    destroyBody(&ridge), destroyBody(&box), destroyBody(&bar);
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
        cmocka_unit_test(testEdgesOnPartOfTheWay),
        cmocka_unit_test(testBarFromBeside),
        cmocka_unit_test(testCollisionElsewhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
