// The end of an advance: targets become poses, no energy is gained; the end of a step: what lies still rests.
//
// (1) Each body has made its fraction of the advance, and its velocities are those there. (2) Energy:
// contacts and joints do no work but what takes energy away, and gravity's is the change of height. What the
// finite step and the corrections of positions brought in beyond that is taken out of the island's kinetic
// energy, its velocities scaled towards those of its common centre of mass, which stay, so that momentum is
// kept; to standing still, where the island is held by something fixed. One of these that has not as much
// stays where it is: asked before ways are certified, since others then pass by it there. Hands and motors
// bring in the work that they do on the way. Bodies in free flight keep theirs exactly, and are left alone.
// Joints alone lose none: what the finite step takes from an island without contacts, motors, hands and
// damping is given back. (3) An island in contact that has moved less than a share of the margin for a while,
// and for a whole step at least, and is as slow as that, rests, if its joints hold: nothing that its
// equations depend on changes any more.
#include "world/step_work.h"

#include <math.h>

// Of the margin: motion that is none. For how long, in times in which gravity moves a body by half a margin.
static const double STILL = 1e-3, QUIET = 5.0;

// Share of the kinetic energy up to which a loss is due to the finite step, as joints lose none.
static const double RESTORED = 1e-2;

typedef struct IslandState {
    double before, after;   // energies; after: kinetic at the end, and the potential one's change
    double work;            // that hands and motors did
    double kinetic, mass;   // at the end
    cdVec3 momentum;        // at the end
    bool touches, anchored; // has constraints; with something that does not move
    bool driven;            // by a hand or a motor
    bool loses;             // may lose energy: has contacts, a hand or a motor, or is damped
    bool carried;           // a contact or a joint pushed in the last solution
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

static void addBody(const cdWorld *world, const cdWorldBody *body, IslandState *state) {
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
    state->driven = state->driven || body->held;
    state->loses = state->loses || body->held || body->damped;
    state->work += getHandWork(body);
}

// What ties an island together, and to what does not move.
static void addTies(const cdWorld *world, int32_t island, IslandState *state) {
    for (int32_t i = 0; i < world->pairCount; i++) {
        const cdWorldPair *pair = world->pairs[i];
        if (!cdTouchesInIsland(world, pair, island)) continue;
        state->touches = state->loses = true;
        for (int32_t k = 0; k < pair->pointCount; k++)
            state->carried = state->carried || pair->points[k].impulse > 0.0;
        state->anchored =
            state->anchored || world->bodies[pair->bodyA].island < 0 || world->bodies[pair->bodyB].island < 0;
    }
    for (int32_t i = 0; i < world->jointCount; i++) {
        const cdWorldJoint *joint = &world->joints[i];
        if (!joint->present || cdGetJointIsland(world, joint) != island) continue;
        state->touches = state->carried = true;
        state->anchored = state->anchored || joint->bodyB < 0 || world->bodies[joint->bodyB].island < 0;
        state->driven = state->driven || joint->torque > 0.0;
        state->loses = state->loses || joint->torque > 0.0;
    }
}

static IslandState describeIsland(const cdWorld *world, const cdAdvance *advance, int32_t island) {
    IslandState state = {0};
    for (int32_t i = 0; i < world->bodyCount; i++) {
        if (cdIsInIsland(&world->bodies[i], island)) addBody(world, &world->bodies[i], &state);
    }
    for (int32_t i = 0; i < world->jointCount; i++) {
        const cdWorldJoint *joint = &world->joints[i];
        if (joint->present && cdGetJointIsland(world, joint) == island)
            state.work += getMotorWork(world, advance, joint);
    }
    addTies(world, island, &state);
    return state;
}

// --- (2)

// The scale of velocities towards the common one for which no energy is gained, and where nothing can have
// taken any, none is lost.
static double getScale(const IslandState *state, cdVec3 common) {
    double excess = state->after - state->before - state->work;
    double relative = state->kinetic - 0.5 * state->mass * cdLengthSq(common);
    if (!state->touches || (excess <= 0.0 && (state->loses || !(-excess <= RESTORED * relative)))) return 1.0;
    return relative > excess ? sqrt(1.0 - excess / relative) : 0.0;
}

static void acceptBody(cdWorldBody *body, double scale, cdVec3 common) {
    cdVec3 velocity = cdLerp(body->velocity, body->endVelocity, body->fraction),
           spin = cdLerp(body->spin, body->endSpin, body->fraction);
    body->velocity = scale != 1.0 ? cdLerp(common, velocity, scale) : velocity;
    body->spin = scale != 1.0 ? cdScale(scale, spin) : spin;
    body->pose = body->target;
}

void cdAcceptTargets(cdWorld *world, const cdAdvance *advance) {
    cdStopArrivals(world, advance);
    for (int32_t island = 0; island < world->bodyCount; island++) {
        if (world->bodies[island].island != island || !cdIsAwake(world, island)) continue;
        IslandState state = describeIsland(world, advance, island);
        cdVec3 common = {0.0, 0.0, 0.0};
        if (!state.anchored && state.mass > 0.0) common = cdScale(1.0 / state.mass, state.momentum);
        double scale = getScale(&state, common);
        for (int32_t i = 0; i < world->bodyCount; i++) {
            if (cdIsInIsland(&world->bodies[i], island)) acceptBody(&world->bodies[i], scale, common);
        }
    }
}

static bool isPoor(const IslandState *state) {
    double excess = state->after - state->before - state->work;
    if (!isfinite(excess)) return true; // whatever led there, the world goes on
    return state->touches && state->anchored && state->kinetic > 0.0 && excess >= state->kinetic;
}

bool cdHoldPoorIslands(cdWorld *world, const cdAdvance *advance) {
    bool any = false;
    for (int32_t island = 0; island < world->bodyCount; island++) {
        if (world->bodies[island].island != island || !cdIsAwake(world, island)) continue;
        IslandState state = describeIsland(world, advance, island);
        if (!isPoor(&state)) continue;
        if (!state.carried) world->hangs = true;
        for (int32_t i = 0; i < world->bodyCount; i++) {
            cdWorldBody *body = &world->bodies[i];
            if (!cdIsInIsland(body, island)) continue;
            any = any || !cdIsSamePose(body->target, body->pose);
            body->turns = body->turns || state.before > 0.0;
            body->target = body->pose;
            body->endVelocity = body->endSpin = (cdVec3){0.0, 0.0, 0.0};
        }
    }
    return any;
}

// --- (3)

// In a short step what is let go hardly moves. In this time a ten thousandth of gravity moves it by more than
// is none.
static double getQuietTime(const cdWorld *world, double step) {
    double gravity = cdLength(world->def.gravity);
    return gravity > 0.0 ? cdMax(step, QUIET * sqrt(world->margin / gravity)) : step;
}

// The most that a point of a body has moved since it was at the pose, or would at its speed in a step.
static double getMotion(const cdWorldBody *body, double step) {
    double reach = 2.0 * body->radius;
    cdVec3 way = cdSub(cdGetCentroid(body, body->pose), cdGetCentroid(body, body->quietPose));
    cdQuat turn = cdMulQuat(body->pose.q, cdConjugate(body->quietPose.q));
    double moved = cdLength(way) + 2.0 * reach * cdLength((cdVec3){turn.x, turn.y, turn.z});
    double angular = cdLength(cdGetAngularVelocity(body, body->pose, body->spin));
    return cdMax(moved, step * (cdLength(body->velocity) + reach * angular));
}

static void countQuiet(cdWorld *world, double step, double gone) {
    for (int32_t i = 0; i < world->bodyCount; i++) {
        cdWorldBody *body = &world->bodies[i];
        if (!cdIsDynamic(body) || body->asleep) continue;
        body->quiet += gone;
        if (body->turns || getMotion(body, step) > STILL * world->margin) body->quiet = 0.0;
        if (body->quiet == 0.0) body->quietPose = body->pose;
    }
}

static bool doJointsHold(const cdWorld *world, int32_t island) {
    for (int32_t i = 0; i < world->jointCount; i++) {
        const cdWorldJoint *joint = &world->joints[i];
        if (!joint->present || cdGetJointIsland(world, joint) != island) continue;
        cdJointPlace place = cdGetJointPlace(world, joint, CD_AT_START);
        double radius = world->bodies[joint->bodyA].radius;
        if (!(cdGetJointError(joint, place.poseA, place.poseB, radius) <= world->margin)) return false;
    }
    return true;
}

static bool liesStill(const cdWorld *world, int32_t island, double time) {
    IslandState ties = {0};
    addTies(world, island, &ties);
    bool weighs = cdLength(world->def.gravity) > 0.0;
    bool still = ties.touches && ties.anchored && !ties.driven && (ties.carried || !weighs);
    for (int32_t i = 0; i < world->bodyCount && still; i++) {
        const cdWorldBody *body = &world->bodies[i];
        if (cdIsInIsland(body, island)) still = !body->held && body->quiet >= time;
    }
    return still && doJointsHold(world, island);
}

void cdLayToRest(cdWorld *world, double step, double gone) {
    double time = (1.0 - 1e-9) * getQuietTime(world, step);
    countQuiet(world, step, gone);
    for (int32_t island = 0; island < world->bodyCount; island++) {
        if (world->bodies[island].island != island || !cdIsAwake(world, island)) continue;
        if (!liesStill(world, island, time)) continue;
        for (int32_t i = 0; i < world->bodyCount; i++) {
            cdWorldBody *body = &world->bodies[i];
            if (!cdIsInIsland(body, island)) continue;
            body->velocity = body->spin = (cdVec3){0.0, 0.0, 0.0};
            body->asleep = true;
            body->quiet = 0.0;
        }
    }
}
