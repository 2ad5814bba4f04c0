// Shared by the tests of joints: adding them, their states, a definition of each kind.
#ifndef TESTS_JOINT_FIXTURE_H
#define TESTS_JOINT_FIXTURE_H

#include "world_fixture.h"

static const cdVec3 none = {0.0, 0.0, 0.0}, up = {0.0, 1.0, 0.0}, right = {1.0, 0.0, 0.0},
                    back = {0.0, 0.0, 1.0};

static inline cdJointId addJoint(Trial *trial, cdJointDef def) {
    cdJointId joint = cdAddJoint(trial->world, &def);
    assert_true(joint >= 0);
    return joint;
}

static inline cdJointState getJoint(const Trial *trial, cdJointId joint) {
    return cdGetJointState(trial->world, joint);
}

// Returns the definition of a joint of bodies 0 and 1: of each kind, from 5 on with limits.
static inline cdJointDef makePairDef(int kind) {
    cdJointDef def = {.kind = (cdJointKind)(kind % 5),
                      .bodyA = 0,
                      .bodyB = 1,
                      .pointB = {0.3, 0.1, 0.0},
                      .axis = {1.0, 2.0, 0.5},
                      .limited = kind >= 5 && kind % 5 != CD_JOINT_FIXED,
                      .lower = -0.2,
                      .upper = 0.2};
    if (def.kind == CD_JOINT_BALL || def.kind == CD_JOINT_DISTANCE) def.lower = 0.0;
    if (def.kind == CD_JOINT_DISTANCE) def.upper = 0.4;
    return def;
}

#endif
