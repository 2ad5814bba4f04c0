// Motors of joints: the speed they should reach, and their work.
//
// (1) A motor of a speed has that at the end of each advance. (2) A motor of a position has min(speed, v,
// |e| / (3 h)) towards it, e the distance, h the advance. v is the speed from which it can stop in the
// distance that remains at the end of the advance: v^2 / (2 a) = |e| - h (v0 + v) / 2. a is the acceleration
// that its force gives the two bodies alone, each about the axis if it is a hinge: it brakes as late as it
// can. If both carry k times their inertia, it overshoots by the (k - 1) / (k + 1)th part, and so converges.
// With the third, the implicit midpoint rule x1 = x0 + h (v0 + v1) / 2 has the factors 1/2 and 1/3: the
// errors fall without overshoot. (3) Work: force times the mean of the rates at both ends.
#include "world/step_work.h"

#include <math.h>

static const double THIRD = 1.0 / 3.0;

// --- (2)

// Returns the inverse of a body's inertia along a slider's axis, or about a hinge's axis at its point.
static double getMobility(const cdWorldBody *body, const cdWorldJoint *joint, cdPose pose, cdVec3 point,
                          cdVec3 axis) {
    if (!cdIsDynamic(body)) return 0.0;
    if (joint->kind == CD_JOINT_SLIDER) return body->inertia.inverseMass;
    double inverse[6];
    cdGetWorldInverse(&body->inertia, pose.q, inverse);
    double own = cdDot(axis, cdMulTensor(inverse, axis));
    if (!(own > 0.0)) return 0.0;
    double arm = cdLengthSq(cdCross(axis, cdSub(point, cdGetCentroid(body, pose))));
    return 1.0 / (1.0 / own + body->inertia.mass * arm);
}

static double getAcceleration(const cdWorld *world, const cdWorldJoint *joint, const cdJointPlace *place) {
    const cdWorldBody *a = &world->bodies[joint->bodyA];
    cdVec3 point = cdTransformPoint(place->poseA, joint->pointA),
           axis = cdRotate(place->poseA.q, joint->axisA);
    double mobility = getMobility(a, joint, place->poseA, point, axis);
    if (joint->bodyB >= 0)
        mobility += getMobility(&world->bodies[joint->bodyB], joint, place->poseB, point, axis);
    return joint->motor.maxForce * mobility;
}

double cdGetMotorGoal(const cdWorld *world, const cdAdvance *advance, const cdWorldJoint *joint) {
    const cdJointMotor *motor = &joint->motor;
    if (motor->kind == CD_MOTOR_SPEED) return motor->speed;
    cdJointPlace place = cdGetJointPlace(world, joint, CD_AT_START);
    double error = motor->position - cdGetJointPosition(joint, place.poseA, place.poseB);
    double ahead = copysign(1.0, error) * cdGetJointSpeed(joint, &place), h = advance->duration;
    double lag = 0.5 * h * getAcceleration(world, joint, &place);
    double left = cdMax(0.0, fabs(error) - 0.5 * h * ahead);
    double brakes = sqrt(lag * (lag + 4.0 * left / h)) - lag;
    double near = THIRD * fabs(error) / h;
    return copysign(cdMin(motor->speed, cdMin(brakes, near)), error);
}

// --- (3)

double cdGetMotorWork(const cdWorld *world, const cdAdvance *advance, const cdWorldJoint *joint) {
    if (!(joint->motor.maxForce > 0.0)) return 0.0;
    cdJointPlace start = cdGetJointPlace(world, joint, CD_AT_START),
                 target = cdGetJointPlace(world, joint, CD_AT_TARGET);
    double rate = 0.5 * (cdGetJointSpeed(joint, &start) + cdGetJointSpeed(joint, &target));
    int32_t moved = cdIsDynamic(&world->bodies[joint->bodyA]) ? joint->bodyA : joint->bodyB;
    double time = world->bodies[moved].fraction * advance->duration;
    int32_t row = cdCountJointTies(joint) + cdCountJointLimits(joint);
    return joint->impulses[row] * rate * time;
}
