// Limits of joints: they hold, push only, and take the speed away, against closed forms.
#include "joint_fixture.h"

// --- Limits

// A door falls against its limits, from either side: it stays within them, up to the margin at its radius; it
// stops there, without a bounce, and lies at the limit. Red: a limit that pulls, one that bounces, a sign.
static void testHingeLimits(void **state) {
    (void)state;
    for (int side = 0; side < 2; side++) {
        Body door = makeBody("box:x=0.5,y=0.05,z=0.2");
        Trial trial = makeTrial();
        double sign = side == 0 ? 1.0 : -1.0, radius = cdGetMeshInfo(door.mesh).radius;
        addMoving(&trial, &door, poseAt(sign * 0.5, 0.0, 0.0), none, 0.3, 0.0);
        cdJointId joint = addJoint(&trial, (cdJointDef){.kind = CD_JOINT_HINGE,
                                                        .bodyA = 0,
                                                        .bodyB = -1,
                                                        .axis = back,
                                                        .limited = true,
                                                        .lower = -0.4,
                                                        .upper = 0.4});
        for (int i = 0; i < 240; i++) {
            stepTrial(&trial, FRAME);
            cdJointState now = getJoint(&trial, joint);
            assert_true(fabs(now.position) <= 0.4 + trial.margin / radius);
            assert_true(now.error <= trial.margin);
            // Angles as the door's pose shows them.
            cdVec3 along = cdRotate(getState(&trial, 0).pose.q, right);
            assertNear(now.position, atan2(along.y, along.x), 1e-9);
            if (i > 40) assertNear(now.position, -sign * 0.4, trial.margin / radius);
        }
        assert_true(trial.drift <= trial.margin);
        double lever = 0.5 * cos(0.4), weight = getState(&trial, 0).mass * GRAVITY;
        assertNear(cdGetJointReaction(trial.world, joint).torque.z, sign * lever * weight,
                   1e-3 * lever * weight);
        destroyTrial(&trial);
        destroyBody(&door);
    }
}

// A motor turns a wheel for several turns, which count, up to a limit beyond one turn. Red: angles within
// half a turn only, turns that are lost where the angle jumps.
static void testTurnsCount(void **state) {
    (void)state;
    for (int side = 0; side < 2; side++) {
        Body wheel = makeBody("box:x=0.5,y=0.1,z=0.5");
        Trial trial = makeWeightlessTrial();
        trial.powered = true;
        double sign = side == 0 ? 1.0 : -1.0, radius = cdGetMeshInfo(wheel.mesh).radius;
        addMoving(&trial, &wheel, poseAt(0.0, 0.0, 0.0), none, 0.0, 0.0);
        cdJointId joint = addJoint(&trial, (cdJointDef){.kind = CD_JOINT_HINGE,
                                                        .bodyA = 0,
                                                        .bodyB = -1,
                                                        .axis = up,
                                                        .limited = true,
                                                        .lower = -20.0,
                                                        .upper = 20.0,
                                                        .motor = {.speed = sign * 30.0, .maxForce = 50.0}});
        double last = 0.0, turned = 0.0;
        for (int i = 0; i < 180; i++) {
            stepTrial(&trial, FRAME);
            cdVec3 arm = cdRotate(getState(&trial, 0).pose.q, right);
            double heading = atan2(-arm.z, arm.x);
            turned += remainder(heading - last, 2.0 * PI);
            last = heading;
            cdJointState now = getJoint(&trial, joint);
            assertNear(now.position, turned, 1e-9);
            assert_true(fabs(now.position) <= 20.0 + trial.margin / radius);
        }
        assertNear(turned, sign * 20.0, trial.margin / radius);
        destroyTrial(&trial);
        destroyBody(&wheel);
    }
}

// A slider with limits falls to its lower end and rests there; its motor lifts it to its upper end. Red:
// limits of the wrong side, a motor that pushes through one.
static void testSliderLimits(void **state) {
    (void)state;
    Body box = makeBody("box:x=0.2,y=0.1,z=0.1");
    Trial trial = makeTrial();
    addMoving(&trial, &box, poseAt(0.0, 0.0, 0.0), none, 0.5, 0.0);
    cdJointId joint = addJoint(&trial, (cdJointDef){.kind = CD_JOINT_SLIDER,
                                                    .bodyA = 0,
                                                    .bodyB = -1,
                                                    .axis = up,
                                                    .limited = true,
                                                    .lower = -0.7,
                                                    .upper = 0.3});
    double weight = getState(&trial, 0).mass * GRAVITY;
    runTrial(&trial, 2.0, FRAME);
    assertNear(getJoint(&trial, joint).position, -0.7, trial.margin);
    assertNear(getState(&trial, 0).centroid.y, -0.7, trial.margin);
    assert_true(getState(&trial, 0).asleep);
    assertNear(cdGetJointReaction(trial.world, joint).force.y, weight, 1e-3 * weight);
    trial.powered = true;
    cdSetJointMotor(trial.world, joint, &(cdJointMotor){.speed = 1.0, .maxForce = 3.0 * weight});
    runTrial(&trial, 2.0, FRAME);
    assertNear(getState(&trial, 0).centroid.y, 0.3, trial.margin);
    assert_true(trial.drift <= trial.margin);
    // The motor lifts with three times the weight, and the limit holds it back with two.
    cdJointReaction reaction = cdGetJointReaction(trial.world, joint);
    assertNear(reaction.motor, 3.0 * weight, 1e-3 * weight);
    assertNear(reaction.force.y, weight, 1e-3 * weight);
    destroyTrial(&trial);
    destroyBody(&box);
}

// A ball on a slack rope flies freely, to rounding; then the rope is taut and never longer than its length by
// more than the margin; the ball's speed along it is gone, that across it is not. At the end it hangs, and
// the rope carries its weight. Red: a rope that brakes before it is taut, pushes, or gives way.
static void testRope(void **state) {
    (void)state;
    Body ball = makeBody("icosphere:radius=0.1,level=1");
    Trial trial = makeTrial();
    const double length = 2.0;
    cdVec3 start = {0.5, 0.0, 0.0}, velocity = {1.0, 2.0, 0.5};
    cdBodyDef body = makeMovingDef((cdPose){start, cdIdentityPose().q}, velocity, none, 0.0, 0.0);
    body.angularDamping = 0.0;
    addToTrial(&trial, &ball, &body);
    cdJointId rope = addJoint(&trial, (cdJointDef){.kind = CD_JOINT_DISTANCE,
                                                   .bodyA = 0,
                                                   .bodyB = -1,
                                                   .point = start,
                                                   .limited = true,
                                                   .upper = length});
    bool taut = false;
    int flown = 0;
    for (int i = 0; i < 600; i++) {
        stepTrial(&trial, FRAME);
        double time = trial.step.time;
        cdVec3 place = getState(&trial, 0).centroid, gone = cdScale(time, velocity);
        gone.y -= 0.5 * GRAVITY * time * time;
        cdVec3 flight = cdAdd(start, gone);
        taut = taut || cdLength(flight) > length;
        assert_true(cdLength(place) <= length + trial.margin);
        assertNear(getJoint(&trial, rope).position, cdLength(place), 1e-12);
        if (taut) continue;
        flown++;
        assertNearVec3(place, flight, 1e-12);
        assertNearVec3(cdGetJointReaction(trial.world, rope).force, none, 0.0);
    }
    assert_true(taut && flown > 30 && trial.drift <= trial.margin);
    cdSetBodyDamping(trial.world, 0, 3.0, 3.0);
    runTrial(&trial, 10.0, FRAME);
    double weight = getState(&trial, 0).mass * GRAVITY;
    assertNearVec3(getState(&trial, 0).centroid, cdMakeVec3(0.0, -length, 0.0), 10.0 * trial.margin);
    assertNear(cdGetJointReaction(trial.world, rope).force.y, weight, 1e-3 * weight);
    destroyTrial(&trial);
    destroyBody(&ball);
}

// A slack rope is no contact: a ball that turns and flies on one has the bits of a free ball, and one that
// floats without weight stays awake. Red: rounding errors of the energy that are removed as from a contact, a
// body in the air that falls asleep.
static void testSlackRope(void **state) {
    (void)state;
    Body ball = makeBody("l-shape:size=0.4,thickness=0.1,depth=0.2");
    cdVec3 start = {0.5, 0.0, 0.0}, thrown = {0.3, 3.0, -0.2}, spin = {2.0, 5.0, -1.0};
    for (int floats = 0; floats < 2; floats++) {
        Trial trials[2] = {makeTrial(), makeTrial()};
        for (int k = 0; k < 2; k++) {
            cdBodyDef def = makeMovingDef((cdPose){start, cdIdentityPose().q}, floats ? none : thrown,
                                          floats ? none : spin, 0.0, 0.0);
            def.gravityScale = floats ? 0.0 : 1.0;
            addToTrial(&trials[k], &ball, &def);
        }
        cdJointDef rope = {
            .kind = CD_JOINT_DISTANCE, .bodyB = -1, .point = start, .limited = true, .upper = 9.0};
        addJoint(&trials[0], rope);
        for (int i = 0; i < 75; i++) {
            stepTrial(&trials[0], FRAME);
            stepTrial(&trials[1], FRAME);
            cdBodyState tied = getState(&trials[0], 0), loose = getState(&trials[1], 0);
            assert_true(cdIsSamePose(tied.pose, loose.pose) && tied.asleep == loose.asleep);
            assert_memory_equal(&tied.velocity, &loose.velocity, sizeof tied.velocity);
            assert_memory_equal(&tied.angularVelocity, &loose.angularVelocity, sizeof tied.angularVelocity);
        }
        destroyTrial(&trials[0]);
        destroyTrial(&trials[1]);
    }
    destroyBody(&ball);
}

typedef struct FastLimit {
    cdJointKind kind;
    double speed; // length / s or radians / s: from 1 to more than a turn in each step
    bool apart;   // the second body moves, too
} FastLimit;

static Trial makeFastTrial(const Body *door, const FastLimit *fast, double upper, cdJointId *joint) {
    Trial trial = makeWeightlessTrial();
    bool turns = fast->kind == CD_JOINT_HINGE;
    cdVec3 velocity = turns ? cdMakeVec3(0.0, 0.5 * fast->speed, 0.0) : cdMakeVec3(fast->speed, 0.0, 0.0);
    cdBodyDef def =
        makeMovingDef(poseAt(0.5, 0.0, 0.0), velocity, turns ? cdScale(fast->speed, back) : none, 0.3, 0.0);
    addToTrial(&trial, door, &def);
    if (fast->apart) addMoving(&trial, door, poseAt(-0.6, 0.0, 0.0), none, 0.3, 0.0);
    *joint = addJoint(&trial, (cdJointDef){.kind = fast->kind,
                                           .bodyA = 0,
                                           .bodyB = fast->apart ? 1 : -1,
                                           .axis = turns ? back : right,
                                           .limited = true,
                                           .lower = -1.0,
                                           .upper = upper,
                                           .passes = true});
    return trial;
}

// A door or a slider reaches its limit in the middle of a step, however fast: it is never beyond it by a
// hundredth of the margin, arrives in that step, and has stopped after the next. It hardly rebounds: by less
// than a twentieth of its speed, if it turned by more than ten radians a step, and not at all if by less than
// three. Red: a limit that acts only from the step after the one in which it was passed.
static void testFastLimits(void **state) {
    (void)state;
    Body door = makeBody("box:x=0.5,y=0.05,z=0.2");
    const double upper = 1.03;
    for (int round = 0; round < 24; round++) {
        FastLimit fast = {round % 2 ? CD_JOINT_SLIDER : CD_JOINT_HINGE, pow(3.7, round / 4), round % 4 >= 2};
        cdJointId joint;
        Trial trial = makeFastTrial(&door, &fast, upper, &joint);
        bool turns = fast.kind == CD_JOINT_HINGE;
        double arm = turns ? cdGetMeshInfo(door.mesh).radius : 1.0, furthest = 0.0;
        do {
            stepTrial(&trial, FRAME);
            furthest = fmax(furthest, getJoint(&trial, joint).position);
        } while (trial.step.time < upper / fast.speed);
        bool slowly = fast.speed * FRAME < 3.2;
        if (!fast.apart && slowly) assertNear(getJoint(&trial, joint).position, upper, trial.margin / arm);
        stepTrial(&trial, FRAME);
        double rebound = -getJoint(&trial, joint).speed / fast.speed;
        if (!fast.apart) assert_true(rebound >= -1e-6 && rebound <= (slowly ? 1e-6 : 0.05));
        for (int i = 0; i < 30; i++) {
            stepTrial(&trial, FRAME);
            furthest = fmax(furthest, getJoint(&trial, joint).position);
        }
        assert_true(arm * (furthest - upper) <= 0.01 * trial.margin);
        assert_true(trial.drift <= 0.01 * trial.margin);
        destroyTrial(&trial);
    }
    destroyBody(&door);
}

// A pole on a ball joint with a cone limit falls to the cone and stays within it. Red: an axis of one body
// only, a limit of the wrong side.
static void testCone(void **state) {
    (void)state;
    Body pole = makeBody("box:x=0.05,y=0.5,z=0.05");
    Trial trial = makeTrial();
    double radius = cdGetMeshInfo(pole.mesh).radius;
    cdBodyDef body =
        makeMovingDef(poseAt(0.0, 0.5, 0.0), cdMakeVec3(0.3, 0.0, 0.2), cdMakeVec3(0.4, 2.0, -0.6), 0.0, 0.0);
    addToTrial(&trial, &pole, &body);
    cdJointId joint = addJoint(
        &trial,
        (cdJointDef){
            .kind = CD_JOINT_BALL, .bodyA = 0, .bodyB = -1, .axis = up, .limited = true, .upper = 0.6});
    for (int i = 0; i < 300; i++) {
        stepTrial(&trial, FRAME);
        cdVec3 along = cdRotate(getState(&trial, 0).pose.q, up);
        double angle = acos(along.y);
        assert_true(angle <= 0.6 + trial.margin / radius);
        assertNear(getJoint(&trial, joint).position, angle, 1e-7);
    }
    assertNear(getJoint(&trial, joint).position, 0.6, trial.margin / radius);
    assert_true(trial.drift <= trial.margin);
    destroyTrial(&trial);
    destroyBody(&pole);
}

// --- Limits that change

// A slider sleeps at its lower limit. A lower one: it wakes and falls there. None: it falls freely. One above
// it: it moves there, and stays within the limits from then on. Red: a body that sleeps on, a limit that
// stays, impulses of a solve whose rows have shifted.
static void testLimitsChange(void **state) {
    (void)state;
    Body box = makeBody("box:x=0.2,y=0.1,z=0.1");
    Trial trial = makeTrial();
    addMoving(&trial, &box, poseAt(0.0, 0.0, 0.0), none, 0.5, 0.0);
    cdJointId joint = addJoint(&trial, (cdJointDef){.kind = CD_JOINT_SLIDER,
                                                    .bodyA = 0,
                                                    .bodyB = -1,
                                                    .axis = up,
                                                    .limited = true,
                                                    .lower = -0.25,
                                                    .upper = 0.5});
    runTrial(&trial, 2.0, FRAME);
    assert_true(getState(&trial, 0).asleep);
    assert_true(cdSetJointLimits(trial.world, joint, -0.75, 0.5));
    assert_false(getState(&trial, 0).asleep);
    runTrial(&trial, 2.0, FRAME);
    assertNear(getJoint(&trial, joint).position, -0.75, trial.margin);
    assert_true(getState(&trial, 0).asleep);
    assert_true(trial.drift <= trial.margin);
    assert_true(cdSetJointLimits(trial.world, joint, -INFINITY, INFINITY));
    double from = getJoint(&trial, joint).position;
    for (int i = 0; i < 30; i++)
        stepTrial(&trial, FRAME);
    assertNear(getJoint(&trial, joint).position, from - 0.125 * GRAVITY, 1e-9);
    assert_true(cdSetJointLimits(trial.world, joint, -0.5, 0.0));
    trial.powered = true;
    runTrial(&trial, 2.0, FRAME);
    assertNear(getJoint(&trial, joint).position, -0.5, trial.margin);
    destroyTrial(&trial);
    destroyBody(&box);
}

// Limits above the body, which a shelf keeps below: nothing overlaps, and the steps report the error as
// drift. Without the shelf it is at the limit after one step. Red: a correction that moves a body into
// another.
static void testLimitBehindAnObstacle(void **state) {
    (void)state;
    for (int blocked = 0; blocked < 2; blocked++) {
        Body box = makeBody("box:x=0.2,y=0.1,z=0.1"), shelf = makeBody("box:x=0.5,y=0.02,z=0.5");
        Trial trial = makeWeightlessTrial();
        addMoving(&trial, &box, poseAt(0.0, 0.0, 0.0), none, 0.0, 0.0);
        addFixed(&trial, &shelf, poseAt(blocked ? 0.0 : 5.0, 0.5, 0.0), 0.0, 0.0);
        cdJointId joint =
            addJoint(&trial, (cdJointDef){.kind = CD_JOINT_SLIDER, .bodyA = 0, .bodyB = -1, .axis = up});
        stepTrial(&trial, FRAME);
        trial.powered = true;
        assert_true(cdSetJointLimits(trial.world, joint, 1.0, 2.0));
        stepTrial(&trial, FRAME);
        if (!blocked) assertNear(getJoint(&trial, joint).position, 1.0, trial.margin);
        runTrial(&trial, 0.5, FRAME);
        double position = getJoint(&trial, joint).position;
        if (!blocked) assertNear(position, 1.0, 2.0 * trial.margin);
        if (blocked) assert_true(position > -0.5 && position <= 0.38);
        assertNear(trial.step.drift, blocked ? 1.0 - position : 0.0, 2.0 * trial.margin);
        destroyTrial(&trial);
        destroyBody(&box);
        destroyBody(&shelf);
    }
}

static cdJointId addLimited(Trial *trial, cdJointKind kind, bool limited, double lower, double upper) {
    return addJoint(trial, (cdJointDef){.kind = kind,
                                        .bodyA = 0,
                                        .bodyB = -1,
                                        .pointB = {0.5, 0.0, 0.0},
                                        .axis = up,
                                        .limited = limited,
                                        .lower = lower,
                                        .upper = upper});
}

// The ranges are those of the definition; what is refused changes nothing. Red: NaN, limits out of order, a
// rod that becomes a rope, a fixed joint with limits.
static void testLimitRanges(void **state) {
    (void)state;
    Body box = makeBody("box:x=0.2,y=0.1,z=0.1");
    Trial trial = makeWeightlessTrial();
    addMoving(&trial, &box, poseAt(0.0, 0.0, 0.0), none, 0.5, 0.0);
    cdWorld *world = trial.world;
    cdJointId hinge = addLimited(&trial, CD_JOINT_HINGE, true, -0.5, 0.5);
    cdJointId cone = addLimited(&trial, CD_JOINT_BALL, true, 0.0, 0.5);
    cdJointId rope = addLimited(&trial, CD_JOINT_DISTANCE, true, 0.0, 0.75);
    cdJointId others[] = {addLimited(&trial, CD_JOINT_BALL, false, 0.0, 0.0),
                          addLimited(&trial, CD_JOINT_DISTANCE, false, 0.0, 0.0),
                          addLimited(&trial, CD_JOINT_FIXED, false, 0.0, 0.0)};
    assert_false(cdSetJointLimits(world, hinge, NAN, 1.0) || cdSetJointLimits(world, hinge, 1.0, NAN));
    assert_false(cdSetJointLimits(world, hinge, 1.0, 1.0) || cdSetJointLimits(world, hinge, 1.0, 0.0));
    assert_false(cdSetJointLimits(world, cone, -0.1, 0.5) || cdSetJointLimits(world, cone, 0.0, 3.2));
    assert_false(cdSetJointLimits(world, rope, -1.0, 0.75));
    for (int i = 0; i < 3; i++)
        assert_false(cdSetJointLimits(world, others[i], 0.0, 1.0));
    assert_true(cdSetJointLimits(world, hinge, -INFINITY, 2.0));
    assert_true(cdSetJointLimits(world, cone, 0.0, 3.0));
    assert_true(cdSetJointLimits(world, rope, 0.25, INFINITY));
    destroyTrial(&trial);
    destroyBody(&box);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testHingeLimits),  cmocka_unit_test(testTurnsCount),
        cmocka_unit_test(testSliderLimits), cmocka_unit_test(testRope),
        cmocka_unit_test(testSlackRope),    cmocka_unit_test(testFastLimits),
        cmocka_unit_test(testCone),         cmocka_unit_test(testLimitsChange),
        cmocka_unit_test(testLimitRanges),  cmocka_unit_test(testLimitBehindAnObstacle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
