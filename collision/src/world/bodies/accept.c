// Ends an advance: targets become poses without a gain of energy. Ends a step: quiet islands fall asleep.
//
// (1) Each body has covered its fraction of the advance and takes the velocities there. (2) Energy: contacts
// and joints only dissipate, and the work of gravity and of forces is that along the centroid's motion. Any
// excess, from the finite step or the corrections of positions, is removed from the island's kinetic energy:
// velocities are scaled towards that of the common centre of mass, which conserves momentum, or towards zero
// if the island is anchored to something fixed. An island that is anchored, or that forces press together,
// and has too little energy stays at its poses; this is decided before paths are certified, since others then
// pass it there. Hands, motors and torques add the work they do during the advance. Bodies in free flight
// keep their energy exactly and are unchanged. Joints and locks alone dissipate nothing: energy that the
// finite step takes from an island without contacts, reached limits, motors, hands and damping is returned.
// Along axes that a body has locked no momentum is conserved. An island that a moving kinematic body touches
// adds its work; it loses velocity relative to that body, unless something fixed anchors it, and never stays
// for lack of energy. (3) An island in contact falls asleep if its joints hold and it has moved, and moves,
// by less than a fraction of the margin for a while, at least a whole step: nothing its equations depend on
// changes any more. Its forces are solved for again first (resting.c), since they stay while it sleeps; if
// they do not balance it, it waits, longer if it is large.
#include "world/step_work.h"

#include <math.h>

// Motion that counts as none, in margins; for how long, in times in which gravity moves a body half a margin.
static const double STILL = 1e-3, QUIET = 5.0;

// A quiet island is solved for forces that balance it at most TRIES times before it sleeps without them. In a
// large island there are fewer. The first is a quick one. The others are whole solutions, which cost several
// steps: after each one the island is not tried again for LARGE_WAIT times getQuietTime, even if bodies have
// moved meanwhile, since a heap may be quiet and moving in turn.
enum { TRIES = 8, LARGE_TRIES = 3, LARGE_WAIT = 48 };

// Fraction of the kinetic energy up to which a loss is due to the finite step, since joints dissipate
// nothing. A double pendulum that turns by a quarter of a radian in a step loses more than a hundredth.
static const double RESTORED = 4e-2;

typedef struct IslandState {
    double before, after;   // energies; after: kinetic at the end, plus the change of potential energy
    double work;            // work of hands, motors and torques
    double kinetic, mass;   // at the end
    cdVec3 momentum;        // at the end
    bool touches, anchored; // has constraints; has one with a body that does not move
    bool bound;             // has a body with locked ways along its own axes
    uint32_t locked;        // axes of the world along which a body cannot always move
    bool pressed;           // has bodies with different accelerations, which may press them together
    cdVec3 acceleration;    // of its last body
    bool drags;             // true with a body that damping or a limit slows, relative to the world
    bool driven;            // true with a hand, a motor or a torque
    bool loses;             // may lose energy: has contacts, a hand, a motor or a torque, or is damped
    bool carried;           // a contact or a joint pushed in the last solution
    int32_t pusher;         // the first kinematic body that moves and touches it; -1: none
    bool pulled;            // true with a joint to such a body
    double relative;        // kinetic energy relative to the pusher, at the end
} IslandState;

// --- Energies

static bool isSlowed(const cdWorldBody *body) {
    return body->linearDamping > 0.0 || body->angularDamping > 0.0 || body->maxSpeed > 0.0 ||
           body->maxSpin > 0.0;
}

// Returns the velocity at the target.
static cdVec3 getEndVelocity(const cdWorldBody *body) {
    cdVec3 velocity = cdLerp(body->velocity, body->endVelocity, body->fraction);
    return cdCarryVelocity(&body->inertia, body->pose.q, body->target.q, velocity);
}

static void addBody(const cdWorldBody *body, IslandState *state) {
    double mass = body->inertia.mass, f = body->fraction;
    cdVec3 velocity = getEndVelocity(body), spin = cdLerp(body->spin, body->endSpin, f);
    cdVec3 way = cdSub(cdGetCentroid(body, body->target), cdGetCentroid(body, body->pose));
    state->before += cdGetKineticEnergy(&body->inertia, body->pose.q, body->velocity, body->spin);
    double kinetic = cdGetKineticEnergy(&body->inertia, body->target.q, velocity, spin);
    state->kinetic += kinetic;
    state->after += kinetic - mass * cdDot(body->acceleration, way);
    state->mass += mass;
    state->momentum = cdMulAdd(state->momentum, mass, velocity);
    cdVec3 other = cdSub(body->acceleration, state->acceleration);
    state->pressed = state->pressed || (state->mass > mass && cdLengthSq(other) > 0.0);
    state->acceleration = body->acceleration;
    bool twists = cdLengthSq(body->moment) > 0.0, drags = isSlowed(body);
    bool ownWays = body->inertia.ownAxes && body->inertia.lockedWays != 0;
    state->locked |= ownWays ? CD_AXES : body->inertia.lockedWays;
    state->bound = state->bound || ownWays;
    state->drags = state->drags || drags;
    state->driven = state->driven || body->held || twists;
    state->loses = state->loses || body->held || body->damped || twists || drags;
    state->work += cdMax(0.0, cdGetHandWork(body)); // a hand that brakes removes energy, as any contact may
    if (twists) state->work += cdGetTorqueWork(body);
}

static void addTie(const cdWorld *world, int32_t body, IslandState *state) {
    bool pushes = cdIsPushing(&world->bodies[body]);
    if (pushes && state->pusher < 0) state->pusher = body;
    state->anchored = state->anchored || (world->bodies[body].island < 0 && !pushes);
}

// A limit may act in the correction of targets alone, though no velocity reaches it.
static bool isAtLimit(const cdWorld *world, const cdWorldJoint *joint) {
    if (cdCountJointLimits(joint) == 0) return false;
    cdJointPlace place = cdGetJointPlace(world, joint, CD_AT_TARGET);
    double position = cdGetJointPosition(joint, place.poseA, place.poseB),
           gap = cdMin(position - joint->lower, joint->upper - position),
           unit = cdIsAngle(joint->kind) ? world->bodies[joint->bodyA].radius : 1.0;
    return unit * gap <= world->margin;
}

// Adds the constraints within an island and with fixed, kinematic or sleeping bodies.
static void addTies(const cdWorld *world, int32_t island, IslandState *state) {
    for (int32_t i = cdFirstPair(world, island); i >= 0; i = cdNextPair(world, i)) {
        const cdWorldPair *pair = world->pairs[i];
        if (!cdTouchesInIsland(world, pair, island)) continue;
        state->touches = state->loses = true;
        for (int32_t k = 0; k < pair->pointCount; k++)
            state->carried = state->carried || pair->points[k].impulse > 0.0;
        addTie(world, pair->bodyA, state);
        addTie(world, pair->bodyB, state);
    }
    for (int32_t i = cdFirstJoint(world, island); i >= 0; i = cdNextJoint(world, i)) {
        const cdWorldJoint *joint = &world->joints[i];
        bool limits = isAtLimit(world, joint);
        if (!cdActsJoint(joint) && !limits) continue;
        state->touches = state->carried = true;
        addTie(world, joint->bodyA, state);
        if (joint->bodyB >= 0) addTie(world, joint->bodyB, state);
        state->anchored = state->anchored || joint->bodyB < 0;
        state->pulled = state->pulled || cdIsPushing(&world->bodies[joint->bodyA]) ||
                        (joint->bodyB >= 0 && cdIsPushing(&world->bodies[joint->bodyB]));
        state->driven = state->driven || joint->motor.maxForce > 0.0;
        state->loses = state->loses || joint->motor.maxForce > 0.0 || cdPushesLimit(joint) || limits;
    }
}

// Returns the velocity that a body would have as a part of the pusher, at the target; still with an anchor.
static cdMoving getCommonMotion(const cdWorld *world, const cdWorldBody *body, const IslandState *state) {
    cdMoving common = {.centroid = cdGetCentroid(body, body->target)};
    if (state->anchored) return common;
    cdMoving pusher = cdGetMoving(&world->bodies[state->pusher], CD_AT_TARGET);
    cdVec3 arm = cdSub(common.centroid, pusher.centroid);
    common.velocity =
        cdFreeWay(&body->inertia, body->target.q, cdAdd(pusher.velocity, cdCross(pusher.angular, arm)));
    common.angular = pusher.angular;
    return common;
}

static void addPush(const cdWorld *world, const cdAdvance *advance, int32_t island, IslandState *state) {
    state->work += cdGetPushingWork(world, advance, island);
    for (int32_t i = cdFirstBody(world, island); i >= 0; i = cdNextBody(world, i)) {
        const cdWorldBody *body = &world->bodies[i];
        cdMoving common = getCommonMotion(world, body, state), own = cdGetMoving(body, CD_AT_TARGET);
        cdVec3 turning = cdGetSpin(body, body->target, cdSub(own.angular, common.angular));
        state->relative +=
            cdGetKineticEnergy(&body->inertia, body->target.q, cdSub(own.velocity, common.velocity), turning);
    }
}

static IslandState describeIsland(const cdWorld *world, const cdAdvance *advance, int32_t island) {
    IslandState state = {.pusher = -1};
    for (int32_t i = cdFirstBody(world, island); i >= 0; i = cdNextBody(world, i)) {
        addBody(&world->bodies[i], &state);
    }
    for (int32_t i = cdFirstJoint(world, island); i >= 0; i = cdNextJoint(world, i)) {
        state.work += cdMax(0.0, cdGetMotorWork(world, advance, &world->joints[i]));
    }
    addTies(world, island, &state);
    if (state.pusher >= 0) addPush(world, advance, island, &state);
    return state;
}

// --- (2)

// Returns the scale of velocities, relative to the common one, that gains no energy, and loses none if
// nothing in the island can dissipate.
static double getScale(const IslandState *state, cdVec3 common) {
    double excess = state->after - state->before - state->work;
    double relative = state->kinetic - 0.5 * state->mass * cdLengthSq(common);
    if (state->pulled) return 1.0;
    if (state->pusher >= 0) relative = state->relative;
    if (!(state->touches || state->bound || state->drags) ||
        (excess <= 0.0 && (state->loses || !(-excess <= RESTORED * relative))))
        return 1.0;
    return relative > excess ? sqrt(1.0 - excess / relative) : 0.0;
}

// Returns twice the energy of a spin.
static double getTurningEnergy(const cdWorldBody *body, cdPose pose, cdVec3 spin) {
    return cdDot(spin, cdToSpinAxes(&body->inertia, pose.q, cdGetAngularVelocity(body, pose, spin)));
}

// Free turning conserves the energy of a spin, but about two free axes only nearly (locks.c); one of own axes
// loses some where the body covers a part of the advance.
static void keepTurningEnergy(const cdWorldBody *body, cdVec3 *spin) {
    uint32_t locked = body->inertia.lockedTurns;
    bool nearly = locked == CD_AXIS_X || locked == CD_AXIS_Y || locked == CD_AXIS_Z;
    bool own = body->inertia.ownAxes;
    if (!nearly || cdLengthSq(body->moment) > 0.0 || (own && body->angularDamping > 0.0)) return;
    cdVec3 first = own ? body->spin : *spin;
    double before = getTurningEnergy(body, body->pose, first),
           after = getTurningEnergy(body, body->target, *spin);
    if (before > 0.0 && after > 0.0) *spin = cdScale(sqrt(before / after), *spin);
}

// The velocities relative to the pusher are scaled.
static void acceptPushed(const cdWorld *world, cdWorldBody *body, const IslandState *state, double scale) {
    cdMoving common = getCommonMotion(world, body, state), own = cdGetMoving(body, CD_AT_TARGET);
    if (scale != 1.0) {
        own.velocity = cdLerp(common.velocity, own.velocity, scale);
        own.angular = cdLerp(common.angular, own.angular, scale);
    }
    body->velocity = own.velocity;
    body->spin = cdGetSpin(body, body->target, own.angular);
    body->pose = body->target;
    cdLimitSpeed(body, body->pose, &body->velocity, &body->spin);
}

static void acceptBody(cdWorldBody *body, bool flies, double scale, cdVec3 common) {
    cdVec3 velocity = getEndVelocity(body), spin = cdLerp(body->spin, body->endSpin, body->fraction);
    if (flies) keepTurningEnergy(body, &spin);
    body->velocity = scale != 1.0 ? cdLerp(common, velocity, scale) : velocity;
    body->spin = scale != 1.0 ? cdScale(scale, spin) : spin;
    body->pose = body->target;
    cdLimitSpeed(body, body->pose, &body->velocity, &body->spin);
}

void cdAcceptTargets(cdWorld *world, const cdAdvance *advance) {
    cdStopArrivals(world, advance);
    cdNoteForcedImpacts(world, advance);
    cdNotePassages(world, advance);
    cdSumReactions(world, advance);
    cdAddWork(world, advance);
    for (int32_t island = cdFirstIsland(world); island >= 0; island = cdNextIsland(world, island)) {
        IslandState state = describeIsland(world, advance, island);
        cdVec3 common = {0.0, 0.0, 0.0};
        if (!state.anchored && !state.drags && state.mass > 0.0)
            common = cdFreePart(state.locked, cdScale(1.0 / state.mass, state.momentum));
        double scale = getScale(&state, common);
        for (int32_t i = cdFirstBody(world, island); i >= 0; i = cdNextBody(world, i)) {
            if (state.pusher >= 0)
                acceptPushed(world, &world->bodies[i], &state, scale);
            else
                acceptBody(&world->bodies[i], !state.touches && !state.bound, scale, common);
        }
    }
    cdCountTurns(world);
    cdAcceptScripts(world, advance);
}

static bool isPoor(const IslandState *state) {
    double excess = state->after - state->before - state->work;
    if (!isfinite(excess)) return true; // whatever the cause, the world must continue
    if (state->pusher >= 0) return false;
    bool weighs = state->anchored || state->locked != 0 || state->pressed;
    return (state->touches || state->bound) && weighs && state->kinetic > 0.0 && excess >= state->kinetic;
}

bool cdHoldPoorIslands(cdWorld *world, const cdAdvance *advance) {
    bool any = false;
    for (int32_t island = cdFirstIsland(world); island >= 0; island = cdNextIsland(world, island)) {
        IslandState state = describeIsland(world, advance, island);
        if (!isPoor(&state)) continue;
        if (!state.carried) world->hangs = true;
        for (int32_t i = cdFirstBody(world, island); i >= 0; i = cdNextBody(world, i)) {
            cdWorldBody *body = &world->bodies[i];
            any = any || !cdIsSamePose(body->target, body->pose);
            body->turns = body->turns || state.before > 0.0;
            body->target = body->pose;
            body->endVelocity = body->endSpin = (cdVec3){0.0, 0.0, 0.0};
        }
    }
    return any;
}

// --- (3)

// In a short step a released body hardly moves. In this time a ten thousandth of gravity moves it by more
// than counts as none.
static double getQuietTime(const cdWorld *world, int32_t island, double step) {
    double slowest = INFINITY;
    for (int32_t i = cdFirstBody(world, island); i >= 0; i = cdNextBody(world, i)) {
        const cdWorldBody *body = &world->bodies[i];
        if (body->pace > 0.0) slowest = cdMin(slowest, body->pace);
    }
    return slowest < INFINITY ? cdMax(step, QUIET * sqrt(world->margin / slowest)) : step;
}

// Returns the maximum motion of a body's points since quietPose, or in a step at the current speed if larger.
static double getMotion(const cdWorldBody *body, double step) {
    double reach = 2.0 * body->radius;
    cdVec3 way = cdSub(cdGetCentroid(body, body->pose), cdGetCentroid(body, body->quietPose));
    cdQuat turn = cdMulQuat(body->pose.q, cdConjugate(body->quietPose.q));
    double moved = cdLength(way) + 2.0 * reach * cdLength((cdVec3){turn.x, turn.y, turn.z});
    double angular = cdLength(cdGetAngularVelocity(body, body->pose, body->spin));
    return cdMax(moved, step * (cdLength(body->velocity) + reach * angular));
}

static void countQuiet(cdWorld *world, double step, double gone) {
    for (int32_t i = cdFirstActiveBody(world); i >= 0; i = cdNextActiveBody(world, i)) {
        cdWorldBody *body = &world->bodies[i];
        if (!cdIsDynamic(body) || body->asleep) continue;
        body->quiet += gone;
        body->untried += gone;
        if (body->turns || cdHasPassingForce(body) || getMotion(body, step) > STILL * world->margin)
            body->quiet = 0.0;
        if (body->quiet > 0.0) continue;
        body->quietPose = body->pose;
        body->tries = 0;
    }
}

static bool doJointsHold(const cdWorld *world, int32_t island) {
    for (int32_t i = cdFirstJoint(world, island); i >= 0; i = cdNextJoint(world, i)) {
        const cdWorldJoint *joint = &world->joints[i];
        cdJointPlace place = cdGetJointPlace(world, joint, CD_AT_START);
        double radius = world->bodies[joint->bodyA].radius;
        if (!(cdGetJointError(joint, place.poseA, place.poseB, radius) <= world->margin)) return false;
    }
    return true;
}

static bool isQuiet(const cdWorld *world, int32_t island, double time) {
    IslandState ties = {.pusher = -1};
    addTies(world, island, &ties);
    bool weighs = false, still = ties.touches && !ties.driven && ties.pusher < 0;
    for (int32_t i = cdFirstBody(world, island); i >= 0 && still; i = cdNextBody(world, i)) {
        const cdWorldBody *body = &world->bodies[i];
        weighs = weighs || body->pace > 0.0;
        ties.anchored = ties.anchored || body->inertia.lockedWays != 0;
        still = !body->held && !(cdLengthSq(body->moment) > 0.0) && body->quiet >= time;
    }
    return still && ties.anchored && (ties.carried || !weighs) && doJointsHold(world, island);
}

static int32_t getTries(const cdWorld *world, int32_t island) {
    int32_t tries = 0;
    for (int32_t i = cdFirstBody(world, island); i >= 0; i = cdNextBody(world, i))
        if (world->bodies[i].tries > tries) tries = world->bodies[i].tries;
    return tries;
}

static bool isSpared(const cdWorld *world, double step, int32_t island) {
    double wait = LARGE_WAIT * getQuietTime(world, island, step);
    for (int32_t i = cdFirstBody(world, island); i >= 0; i = cdNextBody(world, i))
        if (world->bodies[i].untried < wait) return true;
    return false;
}

// The second whole solution does not begin with the last forces, which may be those of a short advance and
// far too large.
static cdBalancing chooseBalancing(bool large, int32_t tries) {
    if (large && tries == 0) return CD_BALANCE_QUICKLY;
    return tries == (large ? 2 : 1) ? CD_BALANCE_FROM_NONE : CD_BALANCE_FROM_LAST;
}

static void noteTries(cdWorld *world, int32_t island, int32_t tries, bool whole) {
    for (int32_t i = cdFirstBody(world, island); i >= 0; i = cdNextBody(world, i)) {
        cdWorldBody *body = &world->bodies[i];
        body->tries = tries;
        if (tries == 0) body->untried = INFINITY;
        if (tries > 0 && whole) body->untried = 0.0;
    }
}

// True if the forces of a quiet island balance it, or have not done so after all tries.
static bool canSleep(cdWorld *world, double step, int32_t island) {
    bool large = cdIsLargeIsland(world, island);
    int32_t tries = getTries(world, island), most = large ? LARGE_TRIES : TRIES;
    if (large && isSpared(world, step, island)) return false;
    bool balanced = cdBalanceIsland(world, step, island, chooseBalancing(large, tries));
    if (cdIsOut(&world->meter)) return false;
    noteTries(world, island, balanced ? 0 : tries + 1, large && tries > 0);
    return balanced || tries + 1 >= most;
}

void cdLayToRest(cdWorld *world, double step, double gone) {
    countQuiet(world, step, gone);
    for (int32_t island = cdFirstIsland(world); island >= 0; island = cdNextIsland(world, island)) {
        double time = (1.0 - 1e-9) * getQuietTime(world, island, step);
        if (!isQuiet(world, island, time)) continue;
        if (!canSleep(world, step, island)) continue;
        for (int32_t i = cdFirstBody(world, island); i >= 0; i = cdNextBody(world, i)) {
            cdWorldBody *body = &world->bodies[i];
            body->velocity = body->spin = (cdVec3){0.0, 0.0, 0.0};
            body->asleep = true;
            world->active[i] = CD_DROWSY;
            body->quiet = 0.0;
            cdNoteBodyEvent(world, CD_EVENT_SLEEP, world->time + gone, i);
        }
    }
}
