// The end of an advance: what lies still rests, targets become poses, no energy is gained.
//
// (1) Each body has made its fraction of the advance, and its velocities are those there. (2) Energy:
// contacts and joints do no work but what takes energy away, and gravity's is the change of height. What the
// finite step and the corrections of positions brought in beyond that is taken out of the island's kinetic
// energy, its velocities scaled towards those of its common centre of mass, which stay, so that momentum is
// kept; to standing still, where the island is held by something fixed. Hands and motors bring in the work
// that they do on the way. Bodies in free flight keep theirs exactly, and are left alone. (3) An island in
// contact that moved less than a share of the margin in a whole step, and is as slow as that, rests: its
// bodies stop where they are. That is settled before ways are certified, since others then pass by them
// there.
#include "world/step_work.h"

#include <math.h>

// Of the margin: motion in one step that is none.
static const double STILL = 1e-3;

// Of the energy in motion: what joints may bring in, before it is taken out again (2).
static const double GAIN = 0.01;

typedef struct IslandState {
    double before, after;   // energies; after: kinetic at the end, and the potential one's change
    double work;            // that hands and motors did
    double kinetic, mass;   // at the end
    cdVec3 momentum;        // at the end
    double motion;          // the most that a point of a body moved, or would at its speed
    bool touches, anchored; // has constraints; with something that does not move
    bool driven;            // by a hand or a motor
    bool jointed;
} IslandState;

// --- What there is

// What braked instead took energy away, as any contact may.
static double getHandWork(const cdWorldBody *body) {
    cdVec3 way =
        cdSub(cdTransformPoint(body->target, body->hand.grab), cdTransformPoint(body->pose, body->hand.grab));
    return body->held ? cdMax(0.0, cdDot(body->pull, way)) : 0.0;
}

static double getMotorRate(const cdWorld *world, const cdWorldJoint *joint, cdWhen when) {
    cdJointPlace place = cdGetJointPlace(world, joint, when);
    return cdDot(cdRotate(place.poseA.q, joint->axisA), cdSub(place.a.angular, place.b.angular));
}

static double getMotorWork(const cdWorld *world, const cdAdvance *advance, const cdWorldJoint *joint) {
    if (!(joint->torque > 0.0)) return 0.0;
    double rate = 0.5 * (getMotorRate(world, joint, CD_AT_START) + getMotorRate(world, joint, CD_AT_TARGET));
    double time = world->bodies[joint->bodyA].fraction * advance->duration;
    return cdMax(0.0, joint->impulses[CD_JOINT_ROWS - 1] * rate * time);
}

static void addBody(const cdWorld *world, const cdAdvance *advance, const cdWorldBody *body,
                    IslandState *state) {
    double mass = body->inertia.mass, f = body->fraction;
    cdVec3 velocity = cdLerp(body->velocity, body->endVelocity, f),
           spin = cdLerp(body->spin, body->endSpin, f);
    cdVec3 way = cdSub(cdGetCentroid(body, body->target), cdGetCentroid(body, body->pose));
    state->before += cdGetKineticEnergy(&body->inertia, body->pose.q, body->velocity, body->spin);
    double kinetic = cdGetKineticEnergy(&body->inertia, body->target.q, velocity, spin);
    state->kinetic += kinetic;
    state->after += kinetic - mass * cdDot(world->def.gravity, way);
    state->mass += mass;
    state->momentum = cdMulAdd(state->momentum, mass, velocity);
    double radius = 2.0 * cdGetSurfaceInfo(body->surface).radius;
    cdQuat turn = cdMulQuat(body->target.q, cdConjugate(body->pose.q));
    double angular = cdLength(cdGetAngularVelocity(body, body->target, spin));
    double moved = cdLength(way) + 2.0 * radius * cdLength((cdVec3){turn.x, turn.y, turn.z});
    double speed = cdLength(velocity) + radius * angular;
    state->motion = cdMax(state->motion, cdMax(moved, speed * advance->step));
    state->driven = state->driven || body->held;
    state->work += getHandWork(body);
}

static IslandState describeIsland(const cdWorld *world, const cdAdvance *advance, int32_t island) {
    IslandState state = {0};
    for (int32_t i = 0; i < world->bodyCount; i++) {
        if (cdIsInIsland(&world->bodies[i], island)) addBody(world, advance, &world->bodies[i], &state);
    }
    for (int32_t i = 0; i < world->pairCount; i++) {
        const cdWorldPair *pair = world->pairs[i];
        if (!pair->touches || cdGetPairIsland(world, pair) != island) continue;
        state.touches = true;
        state.anchored =
            state.anchored || world->bodies[pair->bodyA].island < 0 || world->bodies[pair->bodyB].island < 0;
    }
    for (int32_t i = 0; i < world->jointCount; i++) {
        const cdWorldJoint *joint = &world->joints[i];
        if (!joint->present || cdGetJointIsland(world, joint) != island) continue;
        state.touches = true;
        state.anchored = state.anchored || joint->bodyB < 0 || world->bodies[joint->bodyB].island < 0;
        state.driven = state.driven || joint->torque > 0.0;
        state.work += getMotorWork(world, advance, joint);
        state.jointed = true;
    }
    return state;
}

// --- (2)

// The scale of velocities towards the common one for which no energy is gained.
static double getScale(const IslandState *state, cdVec3 common) {
    double excess = state->after - state->before - state->work;
    if (!state->touches || !(excess > 0.0)) return 1.0;
    double relative = state->kinetic - 0.5 * state->mass * cdLengthSq(common);
    return relative > excess ? sqrt(1.0 - excess / relative) : 0.0;
}

static void acceptBody(cdWorldBody *body, double scale, cdVec3 common) {
    cdVec3 velocity = cdLerp(body->velocity, body->endVelocity, body->fraction),
           spin = cdLerp(body->spin, body->endSpin, body->fraction);
    body->velocity = scale < 1.0 ? cdLerp(common, velocity, scale) : velocity;
    body->spin = scale < 1.0 ? cdScale(scale, spin) : spin;
    body->pose = body->target;
}

static bool settlesWhole(const cdWorld *world, int32_t island) {
    for (int32_t i = 0; i < world->bodyCount; i++) {
        if (cdIsInIsland(&world->bodies[i], island) && !world->bodies[i].settles) return false;
    }
    return true;
}

void cdAcceptTargets(cdWorld *world, const cdAdvance *advance) {
    cdStopArrivals(world, advance);
    for (int32_t island = 0; island < world->bodyCount; island++) {
        if (world->bodies[island].island != island || !cdIsAwake(world, island)) continue;
        IslandState state = describeIsland(world, advance, island);
        cdVec3 common = {0.0, 0.0, 0.0};
        if (!state.anchored && state.mass > 0.0) common = cdScale(1.0 / state.mass, state.momentum);
        double scale = getScale(&state, common);
        bool settles = settlesWhole(world, island);
        for (int32_t i = 0; i < world->bodyCount; i++) {
            cdWorldBody *body = &world->bodies[i];
            if (!cdIsInIsland(body, island)) continue;
            acceptBody(body, scale, common);
            body->rests = settles;
        }
    }
}

// --- (3)

// Whether an island comes to rest; or stays, since it has not the energy that its corrections take.
static void settleIsland(cdWorld *world, const cdAdvance *advance, int32_t island) {
    IslandState state = describeIsland(world, advance, island);
    bool bound = state.touches && !state.driven && state.anchored;
    bool stays = bound && state.kinetic > 0.0 && state.after - state.before >= state.kinetic;
    bool whole = advance->duration >= 0.5 * advance->step && world->bodies[island].fraction == 1.0;
    // What stands still and stays will do so in every step.
    bool settles =
        bound && whole && (state.motion <= STILL * world->margin || (stays && state.before == 0.0));
    for (int32_t i = 0; i < world->bodyCount; i++) {
        cdWorldBody *body = &world->bodies[i];
        if (!cdIsInIsland(body, island)) continue;
        body->settles = settles;
        if (!settles && !stays) continue;
        body->target = body->pose;
        body->endVelocity = body->endSpin = body->acceleration = body->torque = (cdVec3){0.0, 0.0, 0.0};
    }
}

void cdSettleIslands(cdWorld *world, const cdAdvance *advance) {
    for (int32_t i = 0; i < world->bodyCount; i++) {
        if (world->bodies[i].island == i && cdIsAwake(world, i)) settleIsland(world, advance, i);
    }
}

// --- (4)

bool cdGainsEnergy(const cdWorld *world, const cdAdvance *advance) {
    double fall = cdLength(world->def.gravity) * advance->duration;
    for (int32_t i = 0; i < world->bodyCount; i++) {
        if (world->bodies[i].island != i || !cdIsAwake(world, i)) continue;
        IslandState state = describeIsland(world, advance, i);
        double scale = state.before + state.kinetic + state.mass * fall * fall;
        if (state.jointed && state.after - state.before - state.work > GAIN * scale) return true;
    }
    return false;
}
