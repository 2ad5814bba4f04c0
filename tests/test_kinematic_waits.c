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

// Two kinematic bodies draw a body apart by rods, which no motion can satisfy: it stays, and a wall that
// moves into it stops before it. Red: a wall that runs on while the body is held, or a step without end.
static void test_wall_meets_a_held_body(void **state) {
    (void)state;
    Body box = makeBody("box:x=0.5,y=0.5,z=0.5");
    for (int round = 0; round < 6; round++) {
        Trial trial = makeWeightlessTrial();
        // Ends a step that would not end.
        cdSetWorldBudget(trial.world, (cdBudget){.maxPairTests = 50000000});
        int32_t body = addMoving(&trial, &box, poseAt(0.0, 0.0, 0.0), NONE, 0.0, 0.5);
        for (int side = -1; side <= 1; side += 2) {
            int32_t end = addKinematic(&trial, &box, poseAt(0.0, 0.0, 3.0 * side),
                                       cdMakeVec3(0.0, 0.0, side * (1.0 + round)));
            cdJointDef rod = {.kind = CD_JOINT_DISTANCE,
                              .bodyA = trial.bodies[body],
                              .bodyB = trial.bodies[end],
                              .point = {0.0, 0.0, 0.5 * side},
                              .pointB = {0.0, 0.0, 2.5 * side}};
            assert_true(cdAddJoint(trial.world, &rod) >= 0);
        }
        int32_t wall = addKinematic(&trial, &box, poseAt(-1.0 - 0.04, 0.0, 0.0), cdMakeVec3(6.0, 0.0, 0.0));
        for (int i = 0; i < 6; i++) {
            stepTrial(&trial, FRAME);
            assert_true(getState(&trial, wall).blocked && trial.step.blockedBodies == 1);
            assertNear(getState(&trial, body).pose.p.x, 0.0, 0.0);
        }
        assertNear(getState(&trial, wall).pose.p.x, -1.0, 5.0 * trial.margin);
        destroyTrial(&trial);
    }
    destroyBody(&box);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_passing_during_a_collision),
        cmocka_unit_test(test_wall_meets_a_held_body),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
