// Kinematic bodies: their scripts, and the motion that follows from them in an advance.
//
// (1) A script gives the pose at the end of an advance, the goal. Constant velocities: the centroid moves
// straight, and the body turns about it. A path: the pose on the screw between two nodes at the body's own
// time; no advance passes a node. A target: the pose on the screw to it. (2) The velocity at a point, which
// contacts need, is that of the twist that leads from the pose to the goal: its rotation vector r and, with d
// the way of the centroid, its velocity V^-1 d, V the left Jacobian of r (R. Murray, Z. Li, S. Sastry, "A
// Mathematical Introduction to Robotic Manipulation", 1994, 2.3). (3) A body that is blocked covers a
// fraction of the way to its goal, at a constant speed lower by that fraction. Its own time passes slower
// likewise.
#include "foundation/memory/hooks.h"
#include "foundation/numbers/functions.h"
#include "foundation/numbers/rounding.h"
#include "world/checks.h"
#include "world/step_work.h"

#include <math.h>
#include <string.h>

// Difference of times, relative, that is rounding.
static const double SAME_TIME = 1e-13;

void cdSetCentroid(const cdWorld *world, cdWorldBody *body) {
    cdInertia inertia;
    bool found = cdFindBodyInertia(world, body, &inertia);
    body->inertia = (cdInertia){.centroid = found ? inertia.centroid : body->center};
}

// --- Nodes of paths

bool cdReserveNodes(cdWorld *world, int32_t count) {
    if (count <= world->nodeCapacity) return true;
    int32_t capacity = count + count / 2 + 16;
    cdPathNode *nodes = cdGrowArray(world->nodes, world->nodeCount, capacity, sizeof *nodes);
    if (nodes == NULL) return false;
    world->nodes = nodes;
    world->nodeCapacity = capacity;
    return true;
}

// The nodes of the other paths move up.
static void dropNodes(cdWorld *world, cdScript *script) {
    int32_t first = script->firstNode, count = script->nodeCount, end = first + count;
    script->firstNode = script->nodeCount = 0;
    if (count == 0 || end > world->nodeCount) return; // the latter by a forged snapshot
    memmove(world->nodes + first, world->nodes + end,
            (size_t)(world->nodeCount - end) * sizeof *world->nodes);
    world->nodeCount -= count;
    for (int32_t i = 0; i < world->bodyCount; i++) {
        cdScript *other = &world->bodies[i].script;
        if (other->nodeCount > 0 && other->firstNode >= end) other->firstNode -= count;
    }
}

void cdEndScript(cdWorld *world, int32_t body) {
    cdScript *script = &world->bodies[body].script;
    dropNodes(world, script);
    *script = (cdScript){.slow = 1.0, .blocker = -1, .blocked = script->blocked};
}

void cdSetScriptVelocity(cdWorld *world, int32_t body, cdVec3 velocity, cdVec3 angular) {
    cdWakeBody(world, body);
    cdEndScript(world, body);
    world->bodies[body].script.velocity = velocity;
    world->bodies[body].script.angular = angular;
    world->bodies[body].velocity = velocity;
    world->bodies[body].spin = angular;
}

static bool arePathNodes(const cdPathNode *nodes, int32_t count) {
    if (count < 1) return false;
    for (int32_t i = 0; i < count; i++) {
        if (!cdIsAtLeast(nodes[i].time, 0.0) || !cdIsValidPose(nodes[i].pose)) return false;
        if (i > 0 && !(nodes[i].time > nodes[i - 1].time)) return false;
    }
    return true;
}

bool cdSetKinematicPath(cdWorld *world, cdBodyId id, const cdPathNode *nodes, int32_t nodeCount,
                        double start) {
    if (!CD_REQUIRE(world != NULL && cdHasBody(world, id) && nodes != NULL)) return false;
    int32_t body = cdGetBodyIndex(id);
    cdWorldBody *own = &world->bodies[body];
    if (own->kind != CD_BODY_KINEMATIC || !cdIsAtLeast(start, 0.0) || !arePathNodes(nodes, nodeCount))
        return false;
    if (nodeCount > INT32_MAX / 4 - world->nodeCount) return false;
    if (!cdReserveNodes(world, world->nodeCount + nodeCount + 1)) return false;
    int32_t skipped = 0;
    while (skipped < nodeCount && nodes[skipped].time <= start)
        skipped++;
    if (skipped > 0 && nodes[skipped - 1].time == start) cdSetBodyPose(world, id, nodes[skipped - 1].pose);
    cdWakeBody(world, body);
    cdEndScript(world, body);
    int32_t first = world->nodeCount;
    world->nodes[first] = (cdPathNode){start, own->pose};
    for (int32_t i = skipped; i < nodeCount; i++) {
        cdPose pose = {nodes[i].pose.p, cdNormalizeQuat(nodes[i].pose.q)};
        world->nodes[first + 1 + i - skipped] = (cdPathNode){nodes[i].time, pose};
    }
    own->script.kind = CD_SCRIPT_PATH;
    own->script.firstNode = first;
    own->script.nodeCount = nodeCount + 1 - skipped;
    own->script.time = start;
    world->nodeCount += own->script.nodeCount;
    return true;
}

double cdGetKinematicTime(const cdWorld *world, cdBodyId id) {
    if (!CD_REQUIRE(world != NULL && cdHasBody(world, id))) return 0.0;
    int32_t body = cdGetBodyIndex(id);
    return world->bodies[body].script.time;
}

bool cdMoveKinematic(cdWorld *world, cdBodyId id, cdPose target) {
    if (!CD_REQUIRE(world != NULL && cdHasBody(world, id))) return false;
    int32_t body = cdGetBodyIndex(id);
    cdWorldBody *own = &world->bodies[body];
    if (own->kind != CD_BODY_KINEMATIC || !cdIsValidPose(target)) return false;
    cdWakeBody(world, body);
    cdEndScript(world, body);
    own->script.kind = CD_SCRIPT_TARGET;
    own->script.target = (cdPose){target.p, cdNormalizeQuat(target.q)};
    return true;
}

bool cdIsBodyBlocked(const cdWorld *world, cdBodyId id) {
    if (!CD_REQUIRE(world != NULL && cdHasBody(world, id))) return false;
    int32_t body = cdGetBodyIndex(id);
    return world->bodies[body].script.blocked;
}

// --- (1)

// Returns the index of the first node that is later than the body's own time; nodeCount: none.
static int32_t findNextNode(const cdWorld *world, const cdScript *script) {
    int32_t next = 1; // the first node is where the body began
    while (next < script->nodeCount && world->nodes[script->firstNode + next].time <= script->time)
        next++;
    return next;
}

double cdGetTimeToNode(const cdWorld *world, double left) {
    for (int32_t i = cdFirstActiveBody(world); i >= 0; i = cdNextActiveBody(world, i)) {
        const cdScript *script = &world->bodies[i].script;
        if (!cdIsKinematic(&world->bodies[i]) || script->kind != CD_SCRIPT_PATH) continue;
        int32_t next = findNextNode(world, script);
        if (next == script->nodeCount) continue;
        double time = world->nodes[script->firstNode + next].time - script->time;
        // An advance that ends a rounding error before the step does would be followed by another.
        if (time < left * (1.0 - SAME_TIME)) left = time;
    }
    return left;
}

static cdPose findPathPose(const cdWorld *world, const cdWorldBody *body, double ahead) {
    const cdScript *script = &body->script;
    const cdPathNode *nodes = world->nodes + script->firstNode;
    int32_t next = findNextNode(world, script);
    if (next == script->nodeCount) return nodes[next - 1].pose;
    const cdPathNode *from = &nodes[next - 1], *to = &nodes[next];
    double share = (script->time + ahead - from->time) / (to->time - from->time);
    if (!(to->time - (script->time + ahead) > SAME_TIME * to->time)) return to->pose;
    cdMotion motion = cdMakeMotion(from->pose, to->pose, body->inertia.centroid);
    return cdGetPoseAt(&motion, share);
}

// Bodies turn no farther in a step than dynamic ones.
static cdVec3 limitTurn(cdVec3 angular, double step) {
    double turn = cdLength(angular) * step;
    return turn > CD_MOST_TURN ? cdScale(CD_MOST_TURN / turn, angular) : angular;
}

static cdPose turnAndShift(const cdWorldBody *body, double time) {
    const cdScript *script = &body->script;
    cdVec3 centroid = cdMulAdd(cdGetCentroid(body, body->pose), time, script->fast);
    double speed = cdLength(script->turning);
    cdPose pose = {.q = body->pose.q};
    if (speed > 0.0) {
        cdQuat turn = cdMakeQuat(cdScale(1.0 / speed, script->turning), speed * time);
        pose.q = cdNormalizeQuat(cdMulQuat(turn, pose.q));
    }
    pose.p = speed > 0.0 ? cdSub(centroid, cdRotate(pose.q, body->inertia.centroid))
                         : cdMulAdd(body->pose.p, time, script->fast);
    return pose;
}

static cdPose findGoal(const cdWorld *world, const cdWorldBody *body, const cdAdvance *advance) {
    const cdScript *script = &body->script;
    if (script->kind == CD_SCRIPT_PATH) return findPathPose(world, body, advance->duration);
    if (script->kind == CD_SCRIPT_VELOCITY) return turnAndShift(body, advance->duration);
    if (!(advance->duration < advance->left)) return script->target;
    cdMotion motion = cdMakeMotion(body->pose, script->target, body->inertia.centroid);
    return cdGetPoseAt(&motion, advance->duration / advance->left);
}

cdPose cdGetScriptedPose(const cdWorldBody *body, const cdAdvance *advance, double fraction) {
    const cdScript *script = &body->script;
    double share = fraction * script->slow;
    if (!script->moves || share == 0.0) return body->pose;
    if (share == 1.0) return script->goal;
    if (script->kind == CD_SCRIPT_VELOCITY) return turnAndShift(body, share * advance->duration);
    cdMotion motion = cdMakeMotion(body->pose, script->goal, body->inertia.centroid);
    return cdGetPoseAt(&motion, share);
}

// --- (2)

// Returns the rotation vector of the turn from one orientation to another, at most half a turn.
static cdVec3 getTurn(cdQuat from, cdQuat to) {
    cdQuat turn = cdMulQuat(to, cdConjugate(from));
    cdVec3 axis = {turn.x, turn.y, turn.z};
    double sine = cdLength(axis);
    if (!(sine > 0.0)) return (cdVec3){0.0, 0.0, 0.0};
    double angle = 2.0 * cdAtan2(sine, fabs(turn.w));
    return cdScale(copysign(angle, turn.w) / sine, axis);
}

// Returns V^-1 d.
static cdVec3 getTwistWay(cdVec3 turn, cdVec3 way) {
    double angle = cdLength(turn);
    double share = 1.0 / 12.0; // the limit; the next term is angle^2 / 720
    if (angle > 1e-3) share = (1.0 - 0.5 * angle / cdTan(0.5 * angle)) / (angle * angle);
    cdVec3 once = cdCross(turn, way);
    return cdMulAdd(cdMulAdd(way, -0.5, once), share, cdCross(turn, once));
}

static void findPace(cdWorldBody *body, const cdAdvance *advance) {
    cdScript *script = &body->script;
    if (script->kind == CD_SCRIPT_VELOCITY) return;
    cdVec3 turn = getTurn(body->pose.q, script->goal.q);
    cdVec3 way = cdSub(cdGetCentroid(body, script->goal), cdGetCentroid(body, body->pose));
    script->turning = cdScale(1.0 / advance->duration, turn);
    script->fast = cdScale(1.0 / advance->duration, getTwistWay(turn, way));
}

// The bodies' own velocities, and the poses at which contacts are evaluated.
static void takePace(cdWorldBody *body, const cdAdvance *advance) {
    const cdScript *script = &body->script;
    double share = script->moves ? script->slow : 0.0;
    body->velocity = body->endVelocity = cdScale(share, script->fast);
    body->spin = body->endSpin = cdScale(share, script->turning);
    body->middle = cdGetScriptedPose(body, advance, 0.5);
    body->target = cdGetScriptedPose(body, advance, body->fraction);
}

cdVec3 cdGetScriptedVelocity(const cdWorldBody *body, cdPose pose) {
    if (body->script.kind == CD_SCRIPT_VELOCITY) return body->velocity;
    cdVec3 way = cdSub(cdGetCentroid(body, pose), cdGetCentroid(body, body->pose));
    return cdAdd(body->velocity, cdCross(body->spin, way));
}

double cdGetScriptedTurn(const cdWorld *world, const cdWorldBody *body, double left) {
    const cdScript *script = &body->script;
    if (script->kind == CD_SCRIPT_VELOCITY) return cdLength(script->angular);
    if (script->kind == CD_SCRIPT_TARGET) return cdLength(getTurn(body->pose.q, script->target.q)) / left;
    int32_t next = findNextNode(world, script);
    if (next == script->nodeCount) return 0.0;
    const cdPathNode *to = &world->nodes[script->firstNode + next];
    return cdLength(getTurn(to[-1].pose.q, to->pose.q)) / (to->time - to[-1].time);
}

void cdFollowScripts(cdWorld *world, const cdAdvance *advance, bool fresh) {
    world->pushes = false;
    for (int32_t i = cdFirstActiveBody(world); i >= 0; i = cdNextActiveBody(world, i)) {
        cdWorldBody *body = &world->bodies[i];
        cdScript *script = &body->script;
        if (!cdIsKinematic(body)) continue;
        if (fresh) script->slow = script->stopped ? 0.0 : 1.0;
        if (script->kind == CD_SCRIPT_VELOCITY) {
            script->fast = script->velocity;
            script->turning = limitTurn(script->angular, advance->step);
        }
        script->goal = findGoal(world, body, advance);
        script->moves = !cdIsSamePose(script->goal, body->pose);
        findPace(body, advance);
        takePace(body, advance);
        world->pushes = world->pushes || cdIsPushing(body);
    }
}

// --- (3)

void cdSlowScript(cdWorldBody *body, const cdAdvance *advance, double share, int32_t blocker, cdVec3 point,
                  cdVec3 normal) {
    const double least = 1e-6; // of the way: a shorter way counts as 0
    cdScript *script = &body->script;
    if (script->blocker < 0) {
        script->blocker = blocker;
        script->point = point;
        script->normal = normal;
    }
    script->slow *= share;
    if (!(script->slow > least)) script->slow = 0.0;
    takePace(body, advance);
}

void cdBeginScripts(cdWorld *world) {
    for (int32_t i = cdFirstActiveBody(world); i >= 0; i = cdNextActiveBody(world, i)) {
        cdScript *script = &world->bodies[i].script;
        script->lost = 0.0;
        script->stopped = false;
        script->blocker = -1;
    }
}

static void noteBlocked(cdWorld *world, const cdAdvance *advance, int32_t index) {
    const cdWorldBody *body = &world->bodies[index];
    const cdScript *script = &body->script;
    if (script->blocked || script->lost > 0.0) return;
    double end = advance->begin + body->fraction * advance->duration;
    // Never after the begin of the next advance, which is rounded otherwise.
    double time = cdMax(advance->begin, end - 4.0 * CD_EPSILON * end);
    cdNoteEvent(world,
                (cdContactEvent){.time = time,
                                 .kind = CD_EVENT_BLOCKED,
                                 .bodyA = cdGetBodyId(world, index),
                                 .bodyB = script->blocker >= 0 ? cdGetBodyId(world, script->blocker) : -1,
                                 .point = script->point,
                                 .normal = script->normal});
}

static void moveOn(const cdWorld *world, cdScript *script, double time) {
    if (script->kind != CD_SCRIPT_PATH) return;
    int32_t next = findNextNode(world, script);
    script->time += time;
    if (next == script->nodeCount) return;
    double node = world->nodes[script->firstNode + next].time;
    if (fabs(script->time - node) <= SAME_TIME * node) script->time = node;
}

void cdAcceptScripts(cdWorld *world, const cdAdvance *advance) {
    for (int32_t i = cdFirstActiveBody(world); i >= 0; i = cdNextActiveBody(world, i)) {
        cdWorldBody *body = &world->bodies[i];
        cdScript *script = &body->script;
        if (!cdIsKinematic(body)) continue;
        double time = body->fraction * advance->duration, lost = script->moves ? 1.0 - script->slow : 0.0;
        if (lost > 0.0) noteBlocked(world, advance, i);
        script->lost += lost * time;
        moveOn(world, script, script->moves ? script->slow * time : time);
        body->velocity = cdGetScriptedVelocity(body, body->target);
        body->pose = body->target;
    }
}

void cdEndScripts(cdWorld *world, bool whole) {
    for (int32_t i = cdFirstActiveBody(world); i >= 0; i = cdNextActiveBody(world, i)) {
        cdWorldBody *body = &world->bodies[i];
        cdScript *script = &body->script;
        if (!cdIsKinematic(body)) continue;
        if (whole || script->lost > 0.0) script->blocked = script->lost > 0.0;
        world->step.blockedKinematics += script->blocked;
        if (script->kind == CD_SCRIPT_TARGET && whole) cdEndScript(world, i);
    }
}
