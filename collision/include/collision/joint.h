// Joints between two bodies of a world, or between a body and the world [BV92 2.1].
//
// A joint removes freedoms of motion of body A relative to body B. The remaining one, where there is one, has
// a position and may have limits and a motor:
//
//     kind               removes                         position
//     CD_JOINT_BALL      translation                     angle between the two axes, 0 to pi (cone limit)
//     CD_JOINT_HINGE     all but rotation about an axis  angle about the axis, any number of turns
//     CD_JOINT_SLIDER    all but motion along an axis    length along the axis
//     CD_JOINT_FIXED     all                             none: 0
//     CD_JOINT_DISTANCE  the change of a distance        distance of the two points
//
// Positions of hinges and sliders are 0 at the definition, and grow as A turns counter-clockwise about the
// axis, or moves along it, relative to B. A limit only pushes; reaching it is an impact with restitution 0.
// Limits act within a step: a body that would reach one in the middle of a step slows down so that it arrives
// at the end of that step, never beyond. One that turns by more than about three radians in a step may
// rebound from a limit, by up to a twentieth of its speed.
//
// Guarantees: after each step the error of a joint is at most the world's margin, or the step reports more as
// `drift`. Limits are part of the error. Only motors add energy. A joint pushes and turns its bodies by equal
// and opposite amounts.
//
// Lost time: light links that carry far heavier bodies may need a motion that no advance of a 65536th of a
// step finds within a margin. Their linkage then waits where it is, and the step has the time in
// `blockedTime`. This happens to one in a hundred random linkages of balls and hinges, and only if the
// heaviest body has more than 1e5 times the mass of the lightest; to four in a hundred with sliders, rods,
// ropes, limits and motors, from 2e4 times.
//
// Units: lengths in the mesh's unit, radians, seconds, and the mass unit of the bodies. Frame: world.
#ifndef COLLISION_JOINT_H
#define COLLISION_JOINT_H

#include "collision/body.h"

#ifdef __cplusplus
extern "C" {
#endif

// Kind of a joint.
typedef enum cdJointKind {
    CD_JOINT_BALL = 0, // ball and socket: a point of A stays at a point of B [BV92 2.1]
    CD_JOINT_HINGE,    // a ball joint that turns about one axis only
    CD_JOINT_SLIDER,   // moves along an axis only; with `turns` it also turns about it
    CD_JOINT_FIXED,    // keeps the relative pose
    CD_JOINT_DISTANCE  // a rod between two points; with limits a rope, or a telescope
} cdJointKind;

// Goal of a motor.
typedef enum cdMotorKind {
    CD_MOTOR_SPEED = 0, // keeps a speed
    CD_MOTOR_POSITION   // moves to a position and holds it
} cdMotorKind;

// Motor of a hinge or a slider. It moves A relative to B.
typedef struct cdJointMotor {
    cdMotorKind kind; // goal: a speed or a position
    // Speed along or about the axis, length / s or radians / s. Of CD_MOTOR_POSITION: the maximum speed,
    // above 0; INFINITY: no maximum.
    double speed;
    double position; // of CD_MOTOR_POSITION: length or radians
    // Maximum force (mass times length / s^2), of a hinge torque (mass times length^2 / s^2). 0: no motor.
    // CD_MOTOR_POSITION brakes as late as this force can stop the two bodies. Where they carry more it may
    // overshoot; each return is smaller than the one before.
    double maxForce;
} cdJointMotor;

// Id of a joint: 0 or above, valid until the joint or one of its bodies is removed or leaves the world, or
// the joint breaks. As with bodies (cdBodyId), no two joints of a world ever have the same id, slots are used
// again, and functions refuse an id that is not valid. -1: no joint.
typedef int64_t cdJointId;

// Returns the index of a joint's slot: different for any two joints present at once. For arrays of the
// caller. `joint`: any id of 0 or above.
static inline int32_t cdGetJointIndex(cdJointId joint) {
    return (int32_t)(joint & INT32_MAX);
}

// Definition of a joint. Zeroed members: no limits, no motor, never breaks, the bodies collide.
typedef struct cdJointDef {
    cdJointKind kind;      // kind of the joint
    cdBodyId bodyA, bodyB; // A dynamic; bodyB -1: the world
    cdVec3 point;          // world frame, at the current poses of the bodies; of a distance joint that of A
    cdVec3 pointB;         // distance joint: the point of B, world frame; else not used
    // Axis of a hinge or a slider, and A's axis in the cone of a ball joint with limits. World frame; any
    // length above 0.
    cdVec3 axis;
    cdVec3 axisB; // B's axis in the cone; zeroed: `axis`
    bool turns;   // slider: true if it also turns freely about its axis
    bool limited; // true if the limits apply
    // Limits of the position, lower < upper, of which one may be infinite. Hinge, slider: any. Distance
    // joint: lower >= 0; a rope has lower 0. Ball joint: lower 0, upper in (0, pi]: a cone. A fixed joint has
    // none.
    double lower, upper;
    cdJointMotor motor;                   // hinge, slider; else without force
    double breakingForce, breakingTorque; // mean reaction over a step above which it breaks; 0: never breaks
    bool passes;                          // true if A and B pass through each other
} cdJointDef;

// Adds a joint and returns its id. Bodies that a joint connects collide unless it `passes`.
// @errors -1: no memory, or an invalid def (no such body, A not dynamic, A and B the same, an axis of length
// 0, a rod of length 0, limits out of order or out of range, a motor of another kind of joint, a negative
// force, a number that is not finite)
CD_API cdJointId cdAddJoint(cdWorld *world, const cdJointDef *def);
CD_API void cdRemoveJoint(cdWorld *world, cdJointId joint);        // wakes its bodies
CD_API bool cdIsJointValid(const cdWorld *world, cdJointId joint); // true if the world has this joint
// Sets the motor of a hinge or a slider. Other joints ignore it. Wakes the bodies.
CD_API void cdSetJointMotor(cdWorld *world, cdJointId joint, const cdJointMotor *motor);

// Sets the limits of the position, with the ranges of cdJointDef. A hinge or a slider may have no limits
// before or after: both infinite. A ball joint or a distance joint must have been defined with limits, since
// without them it is another constraint. The next step moves a body that is beyond the new limits to them,
// unless another body is in between; meanwhile steps report the error as `drift`. Wakes the bodies.
// @errors false: no such joint, limits out of order or out of range, another kind of joint; nothing changes
CD_API bool cdSetJointLimits(cdWorld *world, cdJointId joint, double lower, double upper);

// Current state of a joint.
typedef struct cdJointState {
    bool present;    // false after it was removed or broke; then all else is 0
    double position; // radians or length, see above; of a ball joint without limits 0
    double speed;    // rate of the position
    double error;    // length: distance of the points, of the axes at A's radius, and beyond a limit
} cdJointState;

// Returns the state of a joint at the current poses of its bodies.
CD_API cdJointState cdGetJointState(const cdWorld *world, cdJointId joint);

// Force and torque of a joint on A; B receives the opposite at the same point. Limits and the motor included.
typedef struct cdJointReaction {
    cdVec3 force;  // at the joint's point of A, world frame, mass times length / s^2
    cdVec3 torque; // about this point, world frame, mass times length^2 / s^2
    double motor;  // the motor's part: force along the axis, of a hinge torque about it
} cdJointReaction;

// Returns the mean reaction over the last step, impulses of collisions included. Of a joint that broke, until
// its slot is used again: that which broke it.
CD_API cdJointReaction cdGetJointReaction(const cdWorld *world, cdJointId joint);

#ifdef __cplusplus
}
#endif
#endif
