// Shared by the tests of locks of a body's own axes.
#ifndef TESTS_OWN_LOCKS_FIXTURE_H
#define TESTS_OWN_LOCKS_FIXTURE_H

#include "world_fixture.h"

static const double HELD = 1e-13; // rounding of velocities about 1 to 10

static inline cdVec3 none(void) {
    return cdMakeVec3(0.0, 0.0, 0.0);
}

static inline double getPart(cdVec3 v, int axis) {
    return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
}

static inline cdVec3 getAxis(int axis) {
    return cdMakeVec3(axis == 0, axis == 1, axis == 2);
}

static inline cdBodyDef makeOwnDef(cdPose pose, cdVec3 velocity, cdVec3 spin, uint32_t ways, uint32_t turns) {
    cdBodyDef def = makeMovingDef(pose, velocity, spin, 0.5, 0.0);
    def.lockTranslation = ways;
    def.lockRotation = turns;
    def.lockFrame = CD_LOCK_BODY;
    return def;
}

// Fails if a velocity has a component along a locked axis of the body.
static inline void checkHeld(const Trial *trial, int32_t body, uint32_t ways, uint32_t turns) {
    cdBodyState state = getState(trial, body);
    cdVec3 velocity = cdInvRotate(state.pose.q, state.velocity),
           angular = cdInvRotate(state.pose.q, state.angularVelocity);
    for (int axis = 0; axis < 3; axis++) {
        if (ways >> axis & 1u) assertNear(getPart(velocity, axis), 0.0, HELD);
        if (turns >> axis & 1u) assertNear(getPart(angular, axis), 0.0, HELD);
    }
}

static inline void runHeld(Trial *trial, double time, double dt, uint32_t ways, uint32_t turns) {
    int32_t count = (int32_t)floor(time / dt + 0.5);
    for (int32_t i = 0; i < count; i++) {
        stepTrial(trial, dt);
        for (int32_t k = 0; k < trial->count; k++)
            checkHeld(trial, k, ways, turns);
    }
}

#endif
