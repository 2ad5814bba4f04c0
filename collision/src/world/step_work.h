// The parts of a step, in the order in which step.c and advance.c call them.
//
// An advance moves all bodies through `duration` seconds, or to the first collision if that is earlier. The
// bodies hold its plan (target, endVelocity, endSpin, fraction) until it is accepted.
#ifndef CD_STEP_WORK_H
#define CD_STEP_WORK_H

#include "world/bodies/joint.h"
#include "world/contacts/contact_set.h"
#include "world/lists.h"
#include "world/world_data.h"

// Accuracy of velocities, in margins a step. An island below a hundred times that falls asleep (accept.c).
#define CD_SOLVED 1e-5

// Gap that paths must keep at a stop, in margins.
#define CD_CLOSE (1.0 / 64.0)

// Maximum turn of a body in a step, radians: paths are certified a radian at a time. A faster body keeps its
// spin, but turns less far than its spin implies.
#define CD_MOST_TURN 32.0

// Queries, and work of the solver in pair tests, within which a step may stop for a collision. Queries are
// not counted by their work, which depends on caches that a snapshot does not have.
enum { CD_STOP_QUERIES = 512, CD_STOP_WORK = 1 << 20 };

typedef struct cdAdvance {
    double begin;                // seconds since the world's start
    double duration;             // seconds
    double left;                 // seconds to the end of the step
    double step;                 // duration of the whole step, seconds
    double restitutionThreshold; // a slower approach does not bounce; see cdGetBounceSpeed
    double still;                // a slower approach is rounding
    int32_t stopsLeft;           // collisions for which the step may still stop
    int64_t queriesBefore;       // of the step
    int64_t workBefore;          // of the solver in the step, in pair tests
    bool news;                   // true if a pair gained a contact point that no target is corrected for
    bool late;                   // true after or before too many: contacts are no longer collisions
} cdAdvance;

// A contact that keeps a pair from its targets.
typedef struct cdHit {
    int32_t pair;    // -1: none
    double fraction; // fraction of the advance at which the pair still has a gap
    bool fast;       // true if the pair collides there
    bool told;       // true if the pair gained a new contact point
    int32_t later;   // number of other pairs that collide later
} cdHit;

// --- advance.c

// Takes all bodies through an advance, or to its first collision. Returns the elapsed seconds; below 0: no
// memory, or no budget.
double cdAdvanceWorld(cdWorld *world, cdAdvance *advance);

// --- bodies.c

// The times of an advance at which poses and velocities are read.
typedef enum cdWhen {
    CD_AT_START = 0, // current poses and velocities
    CD_IN_MIDDLE,    // halfway, with the velocities of the start
    CD_AT_TARGET     // targets, with the velocities there
} cdWhen;

// Returns the maximum distance of a body's points from the origin, along an axis.
double cdGetExtent(const cdWorldBody *body);
// Returns the accuracy of the pose of the body farthest from the origin.
double cdGetLeastMargin(const cdWorld *world);
cdPose cdGetBodyPose(const cdWorldBody *body, cdWhen when);
// Returns the angular velocity for an angular momentum.
cdVec3 cdGetAngularVelocity(const cdWorldBody *body, cdPose pose, cdVec3 spin);
// Returns the angular momentum for an angular velocity.
cdVec3 cdGetSpin(const cdWorldBody *body, cdPose pose, cdVec3 angular);
cdMoving cdGetMoving(const cdWorldBody *body, cdWhen when);
// Returns the velocity of a body at its current pose, for the query of contact regions.
cdVelocity cdGetRigidVelocity(const cdWorldBody *body);
// Loads velocities and inverse masses for the solver: of an island's bodies and of those near or joined to it
// that are not dynamic. The world's come after the last body.
void cdLoadSolverBodies(cdWorld *world, cdWhen when, int32_t island);
// The same, and also the bodies of world->rows: a pair that has met since islands were found may connect two.
void cdLoadRowBodies(cdWorld *world, cdWhen when, int32_t island);
// Inverts a body's tensor at an orientation, in world axes, with its stiffness added.
void cdInvertStiff(const cdWorldBody *body, cdQuat q, const double tensor[6], double inverse[6]);
// Applies the impulses that the solver's velocities imply to the bodies of an island.
void cdTakeVelocities(cdWorld *world, int32_t island);
// Wakes one body, with an event if it slept.
void cdWakeOne(cdWorld *world, int32_t body, double time);
// Wakes a body and all bodies that touch it, between steps or at the end of one.
void cdWakeBody(cdWorld *world, int32_t body);
void cdWakeAll(cdWorld *world);
cdJointPlace cdGetJointPlace(const cdWorld *world, const cdWorldJoint *joint, cdWhen when);
// Returns the index of a body in the solver's bodies; -1 gives the entry of the world.
int32_t cdGetSolverIndex(const cdWorld *world, int32_t body);

// --- body_shapes.c

// True if the definition has valid shapes.
bool cdAreShapes(const cdBodyDef *def);
// Reserves room for this many shapes. False: no memory.
bool cdReserveShapes(cdWorld *world, int32_t count);
// Writes the shapes of a valid definition behind those of the world, and sets the body's and the sphere
// around it. They are not counted as the world's yet. False: no memory.
bool cdMakeShapes(cdWorld *world, const cdBodyDef *def, cdWorldBody *body);
// Counts the shapes of a new body as the world's; `former`: the body whose slot it takes, NULL: none.
void cdKeepShapes(cdWorld *world, cdWorldBody *body, const cdWorldBody *former);

// --- body_properties.c

// Finds the inertia of a body's definition, were it dynamic. False: no mass.
bool cdFindBodyInertia(const cdWorld *world, const cdWorldBody *body, cdInertia *inertia);

// --- kinematic.c

// Sets the centroid of a body that is not dynamic.
void cdSetCentroid(const cdWorld *world, cdWorldBody *body);
// Reserves room for this many nodes of paths. False: no memory.
bool cdReserveNodes(cdWorld *world, int32_t count);
// Ends the script of a body: it stands still.
void cdEndScript(cdWorld *world, int32_t body);
// Replaces the script by constant velocities.
void cdSetScriptVelocity(cdWorld *world, int32_t body, cdVec3 velocity, cdVec3 angular);
void cdBeginScripts(cdWorld *world);
// Finds the goals and velocities of kinematic bodies; `fresh`: nothing has blocked them in this advance.
void cdFollowScripts(cdWorld *world, const cdAdvance *advance, bool fresh);
// Returns the time until the next node of a path, at most `left`.
double cdGetTimeToNode(const cdWorld *world, double left);
// Returns the angular speed of a script, radians / s; `left`: seconds to the end of the step.
double cdGetScriptedTurn(const cdWorld *world, const cdWorldBody *body, double left);
// Returns the pose of a kinematic body after a fraction of the advance.
cdPose cdGetScriptedPose(const cdWorldBody *body, const cdAdvance *advance, double fraction);
// Returns the velocity of a kinematic body's centroid at a pose of the current advance.
cdVec3 cdGetScriptedVelocity(const cdWorldBody *body, cdPose pose);
// Slows a kinematic body to a share of its current motion, for a contact with `blocker`.
void cdSlowScript(cdWorldBody *body, const cdAdvance *advance, double share, int32_t blocker, cdVec3 point,
                  cdVec3 normal);
// Moves the scripts on, of an advance that is accepted.
void cdAcceptScripts(cdWorld *world, const cdAdvance *advance);
// Ends the scripts of a step; notes which bodies are blocked. `whole`: the step did not end early.
void cdEndScripts(cdWorld *world, bool whole);

// --- dragging.c

// Frees the caches of a driven body.
void cdEndDrag(cdWorld *world, int32_t body);

// --- squeezing.c

// Stops the kinematic bodies that touch an island, or that its joints tie to it, if its rows contradict each
// other because they move. True if any stops: solve again.
bool cdStopSqueezing(cdWorld *world, const cdAdvance *advance, int32_t island, const cdRowSolution *solution);
// Slows the kinematic bodies around a pair whose contacts cannot be resolved. True if there are any.
bool cdYieldToPair(cdWorld *world, const cdAdvance *advance, int32_t pair);
// Slows the kinematic bodies around islands whose corrections displace a body by a multiple of all planned
// ways. True if there are any.
bool cdYieldToSlips(cdWorld *world, const cdAdvance *advance);
// Stops the kinematic bodies around islands that have strayed. True if there are any.
bool cdStopForStrays(cdWorld *world, const cdAdvance *advance);
// Returns the work of kinematic bodies in world->rows.
double cdGetPushedWork(const cdWorld *world);
// Returns the work of kinematic bodies on an island in the advance, by the forces of its contacts.
double cdGetPushingWork(const cdWorld *world, const cdAdvance *advance, int32_t island);

// --- free_motion.c

// Sums the forces on each body for this step.
void cdSumForces(cdWorld *world);
// Ends the forces that last one step.
void cdEndPassingForces(cdWorld *world);
static inline bool cdHasPassingForce(const cdWorldBody *body) {
    return cdLengthSq(body->passingForce) + cdLengthSq(body->passingTorque) > 0.0;
}
// Returns a body's angular momentum after `duration` seconds without contacts, under its moment at an
// orientation.
cdVec3 cdGetFreeSpin(const cdWorldBody *body, cdQuat q, double duration);
// Finds endVelocity and endSpin without contacts.
void cdPredictVelocities(cdWorldBody *body, double duration);
// Adds gravity, forces and damping over the advance to the solver's bodies of an island.
void cdForceSolverBodies(cdWorld *world, const cdAdvance *advance, int32_t island);
// Returns the share of an impulse, spread over `duration` seconds, that damping leaves at their end.
double cdGetImpulseShare(double damping, double duration);
// Slows velocity and spin to the body's limits.
void cdLimitSpeed(const cdWorldBody *body, cdPose pose, cdVec3 *velocity, cdVec3 *spin);
// Returns the speed of approach of a pair below which it does not bounce.
double cdGetBounceSpeed(const cdWorld *world, const cdAdvance *advance, const cdWorldPair *pair);

// --- pair_filter.c

// True if a pair concerns the world: one of the two is not fixed, and their filters and joints let them
// collide.
bool cdIsWantedPair(const cdWorld *world, int32_t bodyA, int32_t bodyB);
// The same for bodies of any kind.
bool cdMayBodiesMeet(const cdWorld *world, int32_t bodyA, int32_t bodyB);
// Finds if the two pass through each other, and if one senses the other. Calls the caller's function, so once
// for all their shapes.
void cdJudgePair(const cdWorld *world, int32_t bodyA, int32_t bodyB, bool *passes, bool *senses);

// --- world_pairs.c

// Finds the pairs that may touch on the way to the targets, by their swept bounds. False: no memory.
bool cdUpdatePairs(cdWorld *world, const cdAdvance *advance);
// Finds the contact points of all pairs at the current poses.
void cdUpdatePoints(cdWorld *world, const cdAdvance *advance);
// Drops the points of first contacts that are not near at the current poses: those of targets that were given
// up.
void cdForgetFarTouches(cdWorld *world);
// Ends all pairs of a body now.
void cdDropPairs(cdWorld *world, int32_t body);
// Reserves room for `count` pairs, and for all existing ones to be spare at once. False: no memory.
bool cdReservePairs(cdWorld *world, int32_t count);

// --- joint_list.c

// True if a joint that is present lets the two pass through each other.
bool cdPassByJoint(const cdWorld *world, int32_t bodyA, int32_t bodyB);
// Takes a joint from the world. Its bodies stay as they are.
void cdDropJoint(cdWorld *world, int32_t joint);

// --- joint_motor.c

// Returns the speed that a motor should have at the end of an advance, from the positions at its start.
double cdGetMotorGoal(const cdWorld *world, const cdAdvance *advance, const cdWorldJoint *joint);
// Returns the work of a motor over the advance; below 0 if it brakes.
double cdGetMotorWork(const cdWorld *world, const cdAdvance *advance, const cdWorldJoint *joint);

// --- joint_reaction.c

// True if a joint may push in this advance: it has ties or a motor, or a limit pushes.
bool cdActsJoint(const cdWorldJoint *joint);
// True if a limit of the joint pushed in the last solution.
bool cdPushesLimit(const cdWorldJoint *joint);
// Returns the sum of the rows that act along directions, for the impulses of the last solve.
cdVec3 cdGetJointForce(const cdWorldJoint *joint, const cdJointPlace *place);
// Adds the rows' impulses times `share` to those of the step.
void cdAddReaction(cdWorldJoint *joint, const cdRow *rows, int32_t rowCount, double share);
// Adds the impulses of the advance, before its targets are accepted.
void cdSumReactions(cdWorld *world, const cdAdvance *advance);
// Counts the turns of hinges, after the targets are accepted.
void cdCountTurns(cdWorld *world);
// Finds the mean reactions of a step that took `gone` seconds. Those of sleeping joints persist.
void cdEndReactions(cdWorld *world, double gone);
// Makes the forces of the last solve the reactions of an island's joints.
void cdTakeRestingReactions(cdWorld *world, int32_t island);
// Removes joints whose reaction exceeds their breaking force or torque, at the end of a step.
void cdBreakJoints(cdWorld *world);

// --- islands.c

// Sets body->island of active bodies: those connected by contact points or joints share the lowest index
// among them. Sleeping bodies that a moving body touches wake, at this time. Links what belongs to each
// island.
void cdFindIslands(cdWorld *world, double time);
// Links the bodies, pairs and joints of each island, after the pairs have changed.
void cdListIslands(cdWorld *world);
// Returns the island of a pair's rows; -1 if none of its bodies is dynamic.
int32_t cdGetPairIsland(const cdWorld *world, const cdWorldPair *pair);
// Returns the island of a joint's rows; -1 if none of its bodies is dynamic.
int32_t cdGetJointIsland(const cdWorld *world, const cdWorldJoint *joint);
// True if no active pair that touches connects two islands; contact points found since cdFindIslands may.
bool cdAreIslandsApart(const cdWorld *world);
// True if any body of the island is awake.
bool cdIsAwake(const cdWorld *world, int32_t island);
// True if the pair's contact points are rows of the island.
static inline bool cdTouchesInIsland(const cdWorld *world, const cdWorldPair *pair, int32_t island) {
    return pair->touches && cdGetPairIsland(world, pair) == island;
}

// --- contact_rows.c

enum { CD_POINT_ROWS = 3 }; // most of a contact point

// Returns the most rows of a joint.
int32_t cdCountJointRoom(const cdWorldJoint *joint);

// The poses and motions of a pair's bodies at a time of the advance.
typedef struct cdPairMotion {
    cdPose poseA, poseB;
    cdMoving a, b;
} cdPairMotion;

cdPairMotion cdGetPairMotion(const cdWorld *world, const cdWorldPair *pair, cdWhen when);

// A contact point's position and the rate of its gap.
typedef struct cdPointLocation {
    cdPlacedPoint placed;
    cdMoving a, b;
    double rate;
} cdPointLocation;

// Returns where a point is at the poses of its bodies.
cdPlacedPoint cdPlacePairPoint(const cdWorld *world, const cdWorldPair *pair, const cdContactPoint *point,
                               cdWhen when);
cdPointLocation cdLocatePoint(const cdPairMotion *motion, const cdContactPoint *point);
double cdGetPairRestitution(const cdWorld *world, const cdWorldPair *pair);
// Adds a point's row along its normal to world->rows, and with friction two along its tangents. Returns 1
// or 3.
int32_t cdAddContactRows(cdWorld *world, const cdWorldPair *pair, const cdPointLocation *location,
                         double bound);
// Adds the rows by which an island's joints transmit impacts: their ties, and the limits that are reached.
void cdAddJointRows(cdWorld *world, int32_t island, cdWhen when);
// Adds the impulses of these rows at the start, which begin at `first`, times `share` to the reactions of the
// joints.
void cdSumImpacts(cdWorld *world, int32_t island, int32_t first, double share);
// Returns the largest speed at which an island's joints approach limits that are reached, length / s.
double cdGetLimitApproach(const cdWorld *world, int32_t island);
// Reserves memory for the rows of all points, joints and hands. False: no memory.
bool cdReserveRows(cdWorld *world);
// Solves world->rows for world->solverBodies to `tolerance`, or to `enough` where many contacts rub; 0: to
// rounding.
cdRowSolution cdSolveWorldRows(cdWorld *world, double tolerance, double enough);
// The same where bodies may come to rest.
cdRowSolution cdSolveStandingRows(cdWorld *world, double tolerance, double enough);
// The same where bodies move, and Newton's method hardly ever succeeds with many contacts.
cdRowSolution cdSolveMovingRows(cdWorld *world, double tolerance, double enough);
// The same where bodies bounce, and their velocities need not be as exact as at rest.
cdRowSolution cdSolveBouncingRows(cdWorld *world, double tolerance, double enough);
// Solves them for displacements that meet contradictory rows as nearly as possible.
cdRowSolution cdSolveErrorRows(cdWorld *world, double tolerance);
// Returns the maximum speed of a body's points.
double cdGetBodySpeed(const cdWorldBody *body);
// True if no body of an island is faster than one that has fallen for a step.
bool cdIsStanding(const cdWorld *world, const cdAdvance *advance, int32_t island);
// Returns the residual that is enough for the velocities of an island of many contacts, length / s: small
// against its fastest motion, and closing gaps by at most a fraction of the margin in a step; 0: exact, since
// a kinematic body pushes it.
double cdGetEnough(const cdWorld *world, const cdAdvance *advance, int32_t island);
// The same for an island at rest (cdRowProblem.resting), with more iterations, and always by Newton's method,
// too.
cdRowSolution cdSolveRestingRows(cdWorld *world, double tolerance);

// --- bounded_friction.c

// Solves world->rows again, after a solution that did not converge, with friction no larger than its last.
// False: pushes have a solution only without friction, or there is no friction.
bool cdSolveBoundedFriction(cdWorld *world, double tolerance);

// --- impacts.c

void cdResolveImpacts(cdWorld *world, const cdAdvance *advance);

// --- forced_impacts.c

// True if impacts are left to the forces.
bool cdMaySplitImpacts(const cdWorld *world);
// Solves the impacts that were left to the forces, for the rest of the step. False: no impacts were.
bool cdSplitImpacts(cdWorld *world, const cdAdvance *advance);
// Notes the impacts that the forces of an advance stop, before its targets are accepted.
void cdNoteForcedImpacts(cdWorld *world, const cdAdvance *advance);

// --- arrivals.c

// Removes the approach at the targets of low-speed contacts of this advance.
void cdStopArrivals(cdWorld *world, const cdAdvance *advance);

// --- forces.c

enum { CD_HAND_ROWS = 6 }; // three of position, three of rotation

// Returns the number of an island's contact points.
int32_t cdCountIslandPoints(const cdWorld *world, int32_t island);
// True if the contacts of an island have many rows.
bool cdIsLargeIsland(const cdWorld *world, int32_t island);
// Finds the velocities at the end, from gravity, contacts, joints and hands.
void cdPlanVelocities(cdWorld *world, const cdAdvance *advance);

// Writes the rows of an island's forces to world->rows.
void cdCollectForceRows(cdWorld *world, const cdAdvance *advance, int32_t island);
// Keeps the impulses of these rows as forces.
void cdKeepForces(cdWorld *world, const cdAdvance *advance, int32_t island);

// Solves for the impulses over the advance and the velocities at its end, for the loaded solver bodies.
// Returns the residual speed of the joints.
double cdSolveForces(cdWorld *world, const cdAdvance *advance, int32_t island);

// --- resting.c

// How forces at rest are solved for: by a solution like that of a step, or by a whole one that begins with
// the last forces or with none.
typedef enum cdBalancing { CD_BALANCE_QUICKLY, CD_BALANCE_FROM_LAST, CD_BALANCE_FROM_NONE } cdBalancing;

// Solves for the forces of an island that is to fall asleep, as if it lay still for `step` seconds. True if
// they balance the weight of each body within the stated fraction.
bool cdBalanceIsland(cdWorld *world, double step, int32_t island, cdBalancing balancing);

// --- jointed.c

// Returns the fraction of the advance at which an island's forces act, and the end velocity's share in it.
double cdGetLean(const cdWorld *world, int32_t island);
// Finds the velocities at the end of an island with joints.
void cdPlanJointed(cdWorld *world, const cdAdvance *advance, int32_t island);

// --- placing.c

// Returns a body's pose after a fraction of the advance.
cdPose cdGetPoseAfter(const cdWorldBody *body, const cdAdvance *advance, double fraction);
// Returns the pose at which forces act: after the fraction `lean` of the advance, at a velocity that mixes in
// `share` of the end velocity.
cdPose cdGetMeanPose(const cdWorldBody *body, const cdAdvance *advance, double lean, double share);
// Marks an island that has not settled or whose joints have drifted: a stray.
void cdNoteStray(cdWorld *world, int32_t island);
// Returns true if an island has strayed.
bool cdHasStrays(const cdWorld *world);
// Finds the targets of all bodies, each after its fraction, corrected for contacts and joints.
void cdPlaceTargets(cdWorld *world, const cdAdvance *advance);
// Corrects the targets of blocked islands for contacts and joints; correct ones are unchanged.
void cdCorrectTargets(cdWorld *world);

// --- certify.c

// Tests all pairs whose paths to the targets are not certified for first contact. Returns the hit to handle
// first; pair -1: all are free.
cdHit cdCertify(cdWorld *world, const cdAdvance *advance);
// Marks the islands of the bodies that the last call of cdCertify found not free, as they are now.
void cdNoteBlocked(cdWorld *world);
// True if a pair's path is certified free.
bool cdIsCertified(const cdWorld *world, const cdWorldPair *pair);
// Notes whether a pair overlaps on the path tested last, by the path's state. Drops a certificate that was
// kept because it overlapped, unless another follows.
void cdNoteCrossing(cdWorldPair *pair, cdState state);
// Records that a pair's path to the targets is free.
void cdKeepCertificate(const cdWorld *world, cdWorldPair *pair);

// --- rigid_ways.c

// Slows kinematic bodies until their paths are free of fixed bodies and of each other.
void cdClearRigidWays(cdWorld *world, const cdAdvance *advance);

// --- sensors.c

// Finds where the paths to the targets enter and leave sensors. False: no budget.
bool cdFindPassages(cdWorld *world, const cdAdvance *advance);
// Notes the events of these passages, of an advance that is accepted.
void cdNotePassages(cdWorld *world, const cdAdvance *advance);
// Ends the sensing of a pair. `last`: none of the two bodies' other pairs has a shape in the sensor, so that
// there is an event.
void cdLeaveSensor(cdWorld *world, double time, cdWorldPair *pair, bool last);

// --- accept.c

// Stops islands that lack the energy for their corrections. True if the targets of any changed.
bool cdHoldPoorIslands(cdWorld *world, const cdAdvance *advance);
// Makes the targets the poses. Follows cdFindPassages.
void cdAcceptTargets(cdWorld *world, const cdAdvance *advance);
// Puts quiet islands to sleep, at the end of a step of `step` seconds of which `gone` have been simulated.
void cdLayToRest(cdWorld *world, double step, double gone);

// --- energy.c

// Returns the work of the hand that holds a body over the advance; below 0 if it brakes, 0 without a hand.
double cdGetHandWork(const cdWorldBody *body);
// Returns the work of a body's constant torque over the turn to the target, less than half a turn.
double cdGetTorqueWork(const cdWorldBody *body);
// Adds the work over an advance, before its targets are accepted.
void cdAddWork(cdWorld *world, const cdAdvance *advance);
// Begins the balance of energies of a step.
void cdBeginBalance(cdWorld *world);
// Ends it, before bodies leave the world.
void cdEndBalance(cdWorld *world);

// --- leaving.c

// Removes bodies beyond the world's bounds, at the end of a step.
void cdLetLeave(cdWorld *world);

// --- world.c

// Lowers the default margin to that of a new dynamic body.
void cdLowerMargin(cdWorld *world, const cdWorldBody *body);
// Removes a body with its joints, its hand and its pairs, whose contacts end now.
void cdTakeOut(cdWorld *world, int32_t body);
// Reserve room for this many bodies, and joints. False: no memory.
bool cdReserveBodies(cdWorld *world, int32_t count);
bool cdReserveJoints(cdWorld *world, int32_t count);
// True if worlds can have bodies of this mesh.
bool cdIsBodyMesh(const cdMesh *mesh);
// Reserves the memory of queries between the meshes of a body of this kind and those of each present body, so
// that these never allocate. @errors false: no memory
bool cdReserveBodyWork(cdWorld *world, const cdWorldBody *body, cdBodyKind kind);
bool cdIsBodyKind(cdBodyKind kind);
bool cdIsLockFrame(cdLockFrame frame); // body_properties.c

// --- world_events.c

// Records that events or contacts were lost for lack of memory.
void cdLackMemory(cdWorld *world); // world_events.c

// Adds an event: of the current step, or, between steps, of the next one.
void cdNoteEvent(cdWorld *world, cdContactEvent event);
// Adds an event of one body, at its centroid.
void cdNoteBodyEvent(cdWorld *world, cdContactEventKind kind, double time, int32_t body);
// Drops the events of the last step, and keeps those of calls since.
void cdBeginEvents(cdWorld *world);
// Ends the events of a step: cdGetContactEvents returns them from now on.
void cdShowEvents(cdWorld *world);
// Reserve room for this many events, and contacts, which are kept. False: no memory.
bool cdReserveEvents(cdWorld *world, int32_t count);
bool cdReserveContacts(cdWorld *world, int32_t count);
void cdListContacts(cdWorld *world, double duration);

#endif
