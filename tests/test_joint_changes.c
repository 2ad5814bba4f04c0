// Changes of joints between steps: forces that were solved for before do not decide what follows.
#include "joint_fixture.h"

#include <string.h>

// Two wheels on a hinge that a motor drives, after ten steps. `forgets`: the forces of the last solve are
// then set to 0 by hand. Limits that come shift the motor's row. Returns the wheel's state a step later.
static cdBodyState runMotor(const Body *wheel, bool changes, bool forgets) {
    Trial trial = makeTrial();
    trial.powered = true;
    addMoving(&trial, wheel, poseAt(0.3, 0.0, 0.0), none, 0.0, 0.0);
    cdJointId joint = addJoint(&trial, (cdJointDef){.kind = CD_JOINT_HINGE,
                                                    .bodyA = 0,
                                                    .bodyB = -1,
                                                    .axis = back,
                                                    .motor = {.speed = 3.0, .maxForce = 50.0}});
    runTrial(&trial, 10.0 * FRAME, FRAME);
    cdWorldJoint *own = &trial.world->joints[0];
    assert_true(own->impulses[5] != 0.0); // the motor's, after five ties
    if (forgets) memset(own->impulses, 0, sizeof own->impulses);
    if (changes) assert_true(cdSetJointLimits(trial.world, joint, -1.0, 6.0));
    if (changes) assertNear(own->impulses[5], 0.0, 0.0); // now that of the lower limit
    stepTrial(&trial, FRAME);
    cdBodyState state = getState(&trial, 0);
    destroyTrial(&trial);
    return state;
}

static bool isSameState(const cdBodyState *a, const cdBodyState *b) {
    return cdIsSamePose(a->pose, b->pose) && memcmp(&a->velocity, &b->velocity, sizeof a->velocity) == 0 &&
           memcmp(&a->angularVelocity, &b->angularVelocity, sizeof a->angularVelocity) == 0;
}

// New limits make the forces of the last solve the start of nothing: the next step has the bits of one
// without these forces. Without new limits they are its start, and decide its last bits. Red: the motor's
// force as the start of the lower limit's.
static void testLimitsForget(void **state) {
    (void)state;
    Body wheel = makeBody("box:x=0.5,y=0.1,z=0.2");
    cdBodyState kept = runMotor(&wheel, true, false), forgotten = runMotor(&wheel, true, true);
    assert_true(isSameState(&kept, &forgotten));
    kept = runMotor(&wheel, false, false), forgotten = runMotor(&wheel, false, true);
    assert_false(isSameState(&kept, &forgotten));
    destroyBody(&wheel);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(testLimitsForget)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
