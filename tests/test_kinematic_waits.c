// Kinematic bodies that meet each other, or a body that its joints hold, while something else stops in the
// same advance: paths that were free before are tested again.
#include "collision/kinematic.h"
#include "world_fixture.h"

static const cdVec3 NONE = {0.0, 0.0, 0.0};

static int32_t addKinematic(Trial *trial, const Body *body, cdPose pose, cdVec3 velocity) {
    cdBodyDef def = makeMovingDef(pose, velocity, NONE, 0.0, 0.5);
    def.kind = CD_BODY_KINEMATIC;
    int32_t index = addToTrial(trial, body, &def);
    trial->movable[index] = true;
    trial->powered = true;
    return index;
}

// A ball turns about its middle as it passes over a slab that moves the other way: each on its own screw is
// free, but the one screw of their relative motion, which bulges farther, is not. A collision elsewhere ends
// the advance in its middle, and the shorter paths are tested in the same way. Red: the pair tested there
// like one that a contact can part, whose screw meets the slab, so that the step stops again and again.
static void test_passing_during_a_collision(void **state) {
    (void)state;
    Body ball = {cdCreateSphere(NONE, 0.4, NULL)}, slab = makeBody("box:x=8,y=0.1,z=0.5");
    Body box = makeBody("box:x=0.5,y=0.5,z=0.5");
    for (int sign = -1; sign <= 1; sign += 2) {
        Trial trial = makeWeightlessTrial();
        // Tilted, so that their boxes overlap all the time.
        cdQuat tilt = cdMakeQuat(cdMakeVec3(0.0, 0.0, 1.0), 0.5);
        cdVec3 along = cdRotate(tilt, cdMakeVec3(1.0 / FRAME, 0.0, 0.0)), below = {0.0, -0.5 - 0.005, 0.0};
        int32_t over = addKinematic(&trial, &ball, (cdPose){NONE, tilt}, NONE);
        int32_t under =
            addKinematic(&trial, &slab, (cdPose){cdRotate(tilt, below), tilt}, cdScale(-1.0, along));
        cdSetBodyVelocity(trial.world, over, cdScale(0.03, along), cdMakeVec3(0.0, 0.0, sign * 0.99 / FRAME));
        addFixed(&trial, &box, poseAt(0.0, 9.0, 0.0), 1.0, 0.0);
        int32_t hit =
            addMoving(&trial, &box, poseAt(-1.5, 9.0, 0.0), cdMakeVec3(1.0 / FRAME, 0.0, 0.0), 1.0, 0.0);
        stepTrial(&trial, FRAME);
        assert_int_equal(trial.step.stops, 1);
        assert_int_equal(trial.step.blockedKinematics, 0);
        assert_true(trial.step.queries <= 6);
        assertNearVec3(getState(&trial, over).pose.p, cdScale(0.03 * FRAME, along), 1e-12);
        assertNearVec3(getState(&trial, under).pose.p, cdMulAdd(cdRotate(tilt, below), -FRAME, along), 1e-12);
        assertNear(getState(&trial, hit).pose.p.x, -1.5, 1e-3);
        destroyTrial(&trial);
    }
    destroyBody(&ball);
    destroyBody(&slab);
    destroyBody(&box);
}

// A body that neither its locks nor a stretched rod let move stays, and a wall that moves into it stops
// before it. Red: a wall that runs on while the body is held, or a step without end.
static void test_wall_meets_a_held_body(void **state) {
    (void)state;
    Body box = makeBody("box:x=0.5,y=0.5,z=0.5");
    Trial trial = makeWeightlessTrial();
    // Ends a step that would not end.
    cdSetWorldBudget(trial.world, (cdBudget){.maxPairTests = 50000000});
    int32_t body = addMoving(&trial, &box, poseAt(0.0, 0.3, 0.0), NONE, 0.0, 0.5);
    cdJointDef rod = {.kind = CD_JOINT_DISTANCE, .bodyA = body, .bodyB = -1, .pointB = {0.0, 4.0, 0.0}};
    assert_true(cdAddJoint(trial.world, &rod) >= 0);
    cdSetBodyPose(trial.world, body, poseAt(0.0, 0.0, 0.0));
    cdSetBodyLocks(trial.world, body, CD_AXES, CD_AXES);
    int32_t wall = addKinematic(&trial, &box, poseAt(-1.04, 0.0, 0.0), cdMakeVec3(6.0, 0.0, 0.0));
    for (int i = 0; i < 6; i++) {
        stepTrial(&trial, FRAME);
        assert_true(getState(&trial, wall).blocked && trial.step.blockedBodies == 1);
        assertNearVec3(getState(&trial, body).pose.p, NONE, 0.0);
    }
    assertNear(getState(&trial, wall).pose.p.x, -1.0, 5.0 * trial.margin);
    destroyTrial(&trial);
    destroyBody(&box);
}

// Two events say that the ends are blocked, each at its rod's point on the body, without a normal.
static void checkBlocked(const Trial *trial, int32_t body, const int32_t ends[2]) {
    int32_t count, found = 0;
    const cdContactEvent *events = cdGetContactEvents(trial->world, &count);
    for (int32_t i = 0; i < count; i++) {
        if (events[i].kind != CD_EVENT_BLOCKED) continue;
        assert_true(events[i].bodyA == trial->bodies[ends[found]] && events[i].bodyB == trial->bodies[body]);
        assertNearVec3(events[i].point, cdMakeVec3(0.0, 0.0, found == 0 ? -0.5 : 0.5), 1e-9);
        assertNearVec3(events[i].normal, NONE, 0.0);
        found++;
    }
    assert_int_equal(found, 2);
}

// Two kinematic bodies draw a body apart by rods, slowly or fast, which no motion can satisfy: they are
// blocked, and the rods hold. One of them turns back, and the other continues. Red: joints that are torn
// apart without end, or impulses without bound.
static void test_pulled_apart(void **state) {
    (void)state;
    Body box = makeBody("box:x=0.5,y=0.5,z=0.5");
    for (int round = 0; round < 4; round++) {
        Trial trial = makeWeightlessTrial();
        int32_t body = addMoving(&trial, &box, poseAt(0.0, 0.0, 0.0), NONE, 0.0, 0.5), ends[2];
        double speed = pow(10.0, round - 2);
        for (int k = 0; k < 2; k++) {
            double side = k == 0 ? -1.0 : 1.0;
            ends[k] =
                addKinematic(&trial, &box, poseAt(0.0, 0.0, 3.0 * side), cdMakeVec3(0.0, 0.0, side * speed));
            cdJointDef rod = {.kind = CD_JOINT_DISTANCE,
                              .bodyA = body,
                              .bodyB = ends[k],
                              .point = {0.0, 0.0, 0.5 * side},
                              .pointB = {0.0, 0.0, 2.5 * side}};
            assert_true(cdAddJoint(trial.world, &rod) >= 0);
        }
        for (int i = 0; i < 60; i++) {
            stepTrial(&trial, FRAME);
            assert_true(trial.step.drift <= trial.margin && trial.step.advances == 1);
            assert_true(cdLength(getState(&trial, body).velocity) <= speed);
            if (i == 0) checkBlocked(&trial, body, ends);
        }
        assert_true(getState(&trial, ends[0]).blocked && getState(&trial, ends[1]).blocked);
        for (int k = 0; k < 2; k++)
            assertNear(fabs(getState(&trial, ends[k]).pose.p.z), 3.0, 4.0 * trial.margin);
        double from = getState(&trial, ends[1]).pose.p.z;
        cdSetBodyVelocity(trial.world, ends[0], cdMakeVec3(0.0, 0.0, speed), NONE);
        runTrial(&trial, 0.1, FRAME);
        assert_false(getState(&trial, ends[1]).blocked);
        assertNear(getState(&trial, ends[1]).pose.p.z, from + 0.1 * speed, 0.01 * speed + 4.0 * trial.margin);
        assert_true(trial.step.drift <= trial.margin);
        destroyTrial(&trial);
    }
    destroyBody(&box);
}

// A kinematic body draws a chain of two rods straight, across one step or many: it is blocked where the chain
// is straight. Red: a joint torn apart in the step in which the rods straighten, when their velocities do not
// contradict each other yet.
static void test_chain_straightens(void **state) {
    (void)state;
    Body box = makeBody("box:x=0.2,y=0.2,z=0.2");
    for (int round = 0; round < 6; round++) {
        Trial trial = makeWeightlessTrial();
        double speed = 0.5 * pow(3.0, round), length = 2.0, bend = 0.4;
        cdVec3 start = {length * sin(bend), -length * cos(bend), 0.0}, end = {2.0 * start.x, 0.0, 0.0};
        int32_t body = addMoving(&trial, &box, (cdPose){start, cdIdentityPose().q}, NONE, 0.0, 0.0);
        int32_t hook =
            addKinematic(&trial, &box, (cdPose){end, cdIdentityPose().q}, cdMakeVec3(speed, 0.0, 0.0));
        cdJointDef rod = {.kind = CD_JOINT_DISTANCE, .bodyA = body, .bodyB = -1, .point = start};
        assert_true(cdAddJoint(trial.world, &rod) >= 0);
        rod.bodyB = hook;
        rod.pointB = end;
        assert_true(cdAddJoint(trial.world, &rod) >= 0);
        for (int i = 0; i < 480; i++) {
            stepTrial(&trial, FRAME);
            assert_true(trial.step.drift <= trial.margin);
            assert_true(cdLength(getState(&trial, body).velocity) <= 20.0 * speed);
        }
        assert_true(getState(&trial, hook).blocked);
        assertNear(getState(&trial, hook).pose.p.x, 2.0 * length, 4.0 * trial.margin);
        destroyTrial(&trial);
    }
    destroyBody(&box);
}

// A box that hangs from a cart falls asleep while the cart's path rests, and follows it when it continues.
// Red: a box that sleeps on in the air, and a hinge that is torn apart.
static void test_sleeping_load(void **state) {
    (void)state;
    Body cart = makeBody("box:x=0.5,y=0.1,z=0.5"), box = makeBody("box:x=0.2,y=0.2,z=0.2");
    Trial trial = makeTrial();
    int32_t leads = addKinematic(&trial, &cart, poseAt(0.0, 0.0, 0.0), NONE);
    int32_t hangs = addMoving(&trial, &box, poseAt(0.0, -1.0, 0.0), NONE, 0.0, 0.5);
    cdJointDef hinge = {.kind = CD_JOINT_HINGE,
                        .bodyA = hangs,
                        .bodyB = leads,
                        .point = {0.0, -0.2, 0.0},
                        .axis = {0.0, 0.0, 1.0}};
    assert_true(cdAddJoint(trial.world, &hinge) >= 0);
    const cdPathNode nodes[] = {{2.0, poseAt(0.0, 0.0, 0.0)}, {4.0, poseAt(1.0, 0.0, 0.0)}};
    assert_true(cdSetKinematicPath(trial.world, leads, nodes, 2, 0.0));
    runTrial(&trial, 1.9, FRAME);
    assert_true(getState(&trial, hangs).asleep);
    runTrial(&trial, 2.1, FRAME);
    assertNear(getState(&trial, leads).pose.p.x, 1.0, 1e-9);
    assertNear(getState(&trial, hangs).pose.p.x, 1.0, 0.4);
    assert_true(trial.drift <= trial.margin);
    destroyTrial(&trial);
    destroyBody(&cart);
    destroyBody(&box);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_passing_during_a_collision),
        cmocka_unit_test(test_wall_meets_a_held_body),
        cmocka_unit_test(test_pulled_apart),
        cmocka_unit_test(test_chain_straightens),
        cmocka_unit_test(test_sleeping_load),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
