// Energy of a world: what forces, hands, motors and kinematic bodies put in, and what is dissipated.
//
// (1) The work in an advance, from the poses at its start to the targets, below 0 where energy is taken. That
// of gravity and of a force is exact: the force times the motion of the centroid. That of a torque, a hand, a
// motor and a kinematic body is accurate to second order in the duration. A kinematic body works through
// contacts, collisions and joints. (2) Dissipated in a step: the kinetic energy at its start, and the work
// since then, less the kinetic energy at its end. Friction, collisions and damping dissipate, and so do
// limits of speed, brakes of hands' rotations, bodies that fall asleep, and the finite step.
#include "foundation/numbers/functions.h"
#include "world/checks.h"
#include "world/step_work.h"

#include <math.h>

// --- (1)

double cdGetHandWork(const cdWorldBody *body) {
    if (!body->held) return 0.0;
    cdVec3 way =
        cdSub(cdTransformPoint(body->target, body->hand.grab), cdTransformPoint(body->pose, body->hand.grab));
    return cdDot(body->pull, way);
}

double cdGetTorqueWork(const cdWorldBody *body) {
    cdQuat turn = cdMulQuat(body->target.q, cdConjugate(body->pose.q));
    cdVec3 axis = {turn.x, turn.y, turn.z};
    double sine = cdLength(axis);
    if (!(sine > 0.0)) return 0.0;
    double angle = 2.0 * cdAtan2(copysign(sine, turn.w), fabs(turn.w));
    return cdDot(body->moment, axis) * (angle / sine);
}

static double getGravityWork(const cdWorld *world, const cdWorldBody *body, cdVec3 way) {
    return body->inertia.mass * body->gravityScale * cdDot(world->def.gravity, way);
}

static double getForceWork(const cdWorldBody *body, cdVec3 way) {
    double work = cdDot(cdAdd(body->force, body->passingForce), way);
    return cdLengthSq(body->moment) > 0.0 ? work + cdGetTorqueWork(body) : work;
}

// Returns the work of kinematic bodies on an island's bodies by its joints.
static double getPullingWork(const cdWorld *world, const cdAdvance *advance, const cdWorldJoint *joint) {
    bool pushesA = cdIsPushing(&world->bodies[joint->bodyA]),
         pushesB = joint->bodyB >= 0 && cdIsPushing(&world->bodies[joint->bodyB]);
    if (!pushesA && !pushesB) return 0.0;
    cdJointPlace place = cdGetJointPlace(world, joint, CD_IN_MIDDLE);
    cdRow rows[CD_JOINT_ROWS];
    int32_t count = cdMakeJointRows(joint, &place, 1.0, 0, 0, rows);
    cdVec3 velocity = pushesA ? place.a.velocity : place.b.velocity,
           angular = pushesA ? place.a.angular : place.b.angular;
    double power = 0.0;
    for (int32_t i = 0; i < count; i++) {
        cdVec3 arm = pushesA ? rows[i].angularA : rows[i].angularB;
        double speed = cdDot(rows[i].direction, velocity) + cdDot(arm, angular);
        power += rows[i].impulse * (pushesA ? -speed : speed);
    }
    const cdWorldBody *other = &world->bodies[pushesA ? joint->bodyB : joint->bodyA];
    return power * advance->duration * other->fraction;
}

static void addIsland(cdWorld *world, const cdAdvance *advance, int32_t island, cdWorldWork *work) {
    for (int32_t i = cdFirstBody(world, island); i >= 0; i = cdNextBody(world, i)) {
        const cdWorldBody *body = &world->bodies[i];
        cdVec3 way = cdSub(cdGetCentroid(body, body->target), cdGetCentroid(body, body->pose));
        work->gravity += getGravityWork(world, body, way);
        work->forces += getForceWork(body, way);
        work->hands += cdGetHandWork(body);
    }
    for (int32_t i = cdFirstJoint(world, island); i >= 0; i = cdNextJoint(world, i)) {
        work->motors += cdGetMotorWork(world, advance, &world->joints[i]);
        if (world->pushes) work->kinematics += getPullingWork(world, advance, &world->joints[i]);
    }
    if (world->pushes) work->kinematics += cdGetPushingWork(world, advance, island);
}

void cdAddWork(cdWorld *world, const cdAdvance *advance) {
    world->work.kinematics += world->work.arrivals;
    world->work.arrivals = 0.0;
    for (int32_t island = cdFirstIsland(world); island >= 0; island = cdNextIsland(world, island))
        addIsland(world, advance, island, &world->work);
}

// --- (2)

// Sleeping bodies have none, nor have bodies that are not active.
static double sumKinetic(const cdWorld *world) {
    double sum = 0.0;
    for (int32_t i = cdFirstActiveBody(world); i >= 0; i = cdNextActiveBody(world, i)) {
        const cdWorldBody *body = &world->bodies[i];
        if (cdIsDynamic(body) && !body->asleep)
            sum += cdGetKineticEnergy(&body->inertia, body->pose.q, body->velocity, body->spin);
    }
    return sum;
}

static double sumWork(const cdWorldWork *work) {
    return work->gravity + work->forces + work->hands + work->motors + work->kinematics;
}

void cdBeginBalance(cdWorld *world) {
    world->work = (cdWorldWork){.kinetic = sumKinetic(world)};
}

void cdEndBalance(cdWorld *world) {
    cdWorldWork *work = &world->work, *total = &world->totalWork;
    total->forces += work->forces;
    total->hands += work->hands;
    total->motors += work->motors;
    total->kinematics += work->kinematics;
    total->dissipated += work->kinetic + sumWork(work) - sumKinetic(world);
}

// --- Query

static void addBody(const cdWorld *world, const cdWorldBody *body, cdWorldEnergy *energy) {
    cdVec3 centroid = cdGetCentroid(body, body->pose), momentum = cdScale(body->inertia.mass, body->velocity);
    energy->kinetic += cdGetKineticEnergy(&body->inertia, body->pose.q, body->velocity, body->spin);
    energy->potential -= getGravityWork(world, body, centroid);
    energy->momentum = cdAdd(energy->momentum, momentum);
    cdVec3 spin = body->spin; // of a body with locks that of the free axes alone
    if (body->inertia.lockedTurns != 0)
        spin = cdApplyTensor(body->inertia.tensor, body->pose.q,
                             cdGetAngularVelocity(body, body->pose, body->spin));
    energy->angularMomentum = cdAdd(energy->angularMomentum, cdAdd(spin, cdCross(centroid, momentum)));
}

cdWorldEnergy cdGetWorldEnergy(const cdWorld *world) {
    if (!CD_REQUIRE(world != NULL)) return (cdWorldEnergy){0};
    const cdWorldWork *total = &world->totalWork;
    cdWorldEnergy energy = {.forceWork = total->forces,
                            .handWork = total->hands,
                            .motorWork = total->motors,
                            .kinematicWork = total->kinematics,
                            .dissipated = total->dissipated};
    for (int32_t i = 0; i < world->bodyCount; i++)
        if (cdIsDynamic(&world->bodies[i])) addBody(world, &world->bodies[i], &energy);
    return energy;
}
