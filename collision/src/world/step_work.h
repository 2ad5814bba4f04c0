// The parts of an advance, in the order in which step.c calls them.
//
// An advance takes all bodies from their poses through `duration` seconds, or to the collision that comes
// first. What it plans is in the bodies (target, endVelocity, endSpin, fraction) until it is accepted.
#ifndef CD_STEP_WORK_H
#define CD_STEP_WORK_H

#include "world/bodies/joint.h"
#include "world/contacts/contact_set.h"
#include "world/world_data.h"

// How exact velocities are: by this much of a margin in a step. An island that moves no more than a hundred
// times that comes to rest (accept.c).
#define CD_SOLVED 1e-5

// The most by which a body turns in a step, radians: ways are certified a radian at a time. One that is
// faster keeps its spin, and does not turn as far as that says.
#define CD_MOST_TURN 32.0

typedef struct cdAdvance {
    double begin;                // of the advance, seconds since the world's start
    double duration;             // seconds
    double step;                 // of the whole step, seconds
    double restitutionThreshold; // approach below it does not bounce
    double still;                // approach below it is rounding
    bool late;                   // after many collisions in this step: what meets is not a collision any more
} cdAdvance;

// What keeps a pair from going where it should.
typedef struct cdHit {
    int32_t pair;    // -1: none
    double fraction; // of the advance, at which the pair still is apart, by a gap
    bool fast;       // collides there
    bool told;       // it has a contact point that was not known before
} cdHit;

// --- bodies.c

// Where and how fast bodies are meant to be.
typedef enum cdWhen {
    CD_AT_START = 0, // poses and velocities as they are
    CD_IN_MIDDLE,    // half way, with the velocities of the start
    CD_AT_TARGET     // targets, with the velocities there
} cdWhen;

cdPose cdGetBodyPose(const cdWorldBody *body, cdWhen when);
// The angular velocity that belongs to an angular momentum.
cdVec3 cdGetAngularVelocity(const cdWorldBody *body, cdPose pose, cdVec3 spin);
cdMoving cdGetMoving(const cdWorldBody *body, cdWhen when);
// Velocities and inverse masses for the solver; also of the world, behind the last body.
void cdLoadSolverBodies(cdWorld *world, cdWhen when);
// Takes the solver's velocities over as the bodies' own, by the impulses that they tell of.
void cdTakeVelocities(cdWorld *world, int32_t island);
// Wakes a body and what touches it.
void cdWakeBody(cdWorld *world, int32_t body);
cdJointPlace cdGetJointPlace(const cdWorld *world, const cdWorldJoint *joint, cdWhen when);
// The body, or what stands for the world in the solver's bodies.
int32_t cdGetSolverIndex(const cdWorld *world, int32_t body);

// --- world_pairs.c

// The pairs that may meet on the way to the targets: the others go straight there, and their swept bounds are
// apart. false: no memory
bool cdUpdatePairs(cdWorld *world, const cdAdvance *advance);
// Their contact points at the present poses.
void cdUpdatePoints(cdWorld *world, const cdAdvance *advance);
// Ends all pairs of a body now.
void cdDropPairs(cdWorld *world, int32_t body);

// --- islands.c

// Sets body->island: bodies that contact points or joints join have the lowest number among them. Bodies at
// rest that something moving touches wake.
void cdFindIslands(cdWorld *world);
static inline bool cdIsInIsland(const cdWorldBody *body, int32_t island) {
    return cdIsDynamic(body) && body->island == island;
}
// The island that a pair's rows belong to; -1: of none that moves.
int32_t cdGetPairIsland(const cdWorld *world, const cdWorldPair *pair);
int32_t cdGetJointIsland(const cdWorld *world, const cdWorldJoint *joint);
// Whether any body of it moves.
bool cdIsAwake(const cdWorld *world, int32_t island);
// Whether the pair's contact points are rows of the island.
static inline bool cdTouchesInIsland(const cdWorld *world, const cdWorldPair *pair, int32_t island) {
    return pair->touches && cdGetPairIsland(world, pair) == island;
}

// --- contact_rows.c

// Where a contact point is, and how fast its gap grows.
typedef struct cdPointLocation {
    cdPlacedPoint placed;
    cdMoving a, b;
    double rate;
} cdPointLocation;

cdPointLocation cdLocatePoint(const cdWorld *world, const cdWorldPair *pair, const cdContactPoint *point,
                              cdWhen when);
double cdGetPairRestitution(const cdWorld *world, const cdWorldPair *pair);
// Adds a point's row along its normal to world->rows, and with friction two along its tangents. Their number.
int32_t cdAddContactRows(cdWorld *world, const cdWorldPair *pair, const cdPointLocation *place, double bound);
// Adds the rows of an island's joints as they transmit impacts.
void cdAddJointRows(cdWorld *world, int32_t island, cdWhen when);
// Room for the rows of all points, joints and hands. false: no memory
bool cdReserveRows(cdWorld *world);
// Solves world->rows for world->solverBodies, missing none by more than `tolerance`; 0: rounding.
// `nearly`: as cdRowProblem has it.
cdRowSolution cdSolveWorldRows(cdWorld *world, double tolerance, bool nearly);

// --- impacts.c

void cdResolveImpacts(cdWorld *world, const cdAdvance *advance);

// --- arrivals.c

// What has met slowly in this advance does not approach any more at the targets.
void cdStopArrivals(cdWorld *world, const cdAdvance *advance);

// --- forces.c

enum { CD_HAND_ROWS = 6 }; // of a place and of turning

// Velocities at the end, by gravity, contacts, joints and hands.
void cdPlanVelocities(cdWorld *world, const cdAdvance *advance);

// Impulses over the advance for the solver's bodies as they are loaded, and with them the velocities at the
// end. Returns the speed by which joints are missed.
double cdSolveForces(cdWorld *world, const cdAdvance *advance, int32_t island);

// --- jointed.c

// Where in the advance the forces of an island act, and the share of the velocity at the end in its motion.
double cdGetLean(const cdWorld *world, int32_t island);
// Velocities at the end of an island that joints tie.
void cdPlanJointed(cdWorld *world, const cdAdvance *advance, int32_t island);

// --- placing.c

// Where a body is after a fraction of the advance.
cdPose cdGetPoseAfter(const cdWorldBody *body, const cdAdvance *advance, double fraction);
// Where forces act: after the share `lean` of the advance, by a velocity of which `share` is that at the end.
cdPose cdGetMeanPose(const cdWorldBody *body, const cdAdvance *advance, double lean, double share);
// An island has not settled, or its joints are off.
void cdNoteStray(cdWorld *world, int32_t island);
// Returns true if an island has strayed.
bool cdHasStrays(const cdWorld *world);
// Targets of all bodies, each after its fraction, brought back to contacts and joints.
void cdPlaceTargets(cdWorld *world, const cdAdvance *advance);
// The targets as they are brought back to contacts and joints; those that are right are not touched.
void cdCorrectTargets(cdWorld *world);

// --- certify.c

// Asks all pairs whose way to the targets is not certified for first contact. The hit to be heeded first;
// pair -1: all are free.
cdHit cdCertify(cdWorld *world, const cdAdvance *advance);
// Whether a pair's way is known to be free.
bool cdIsCertified(const cdWorld *world, const cdWorldPair *pair);

// --- accept.c

// Islands that have not the energy for their corrections stay where they are. Whether there is one that was
// to go elsewhere.
bool cdHoldPoorIslands(cdWorld *world, const cdAdvance *advance);
// The targets become the poses.
void cdAcceptTargets(cdWorld *world, const cdAdvance *advance);
// At the end of a step of that many seconds, of which it has gone through `gone`.
void cdLayToRest(cdWorld *world, double step, double gone);

// --- leaving.c

// Takes out what is beyond the world's bounds, at the end of a step.
void cdLetLeave(cdWorld *world);

// --- world.c

// Takes a body out, with its joints and its hand; its pairs remain until the next step.
void cdTakeOut(cdWorld *world, int32_t body);

// --- world_events.c

// Without memory events or contacts are lost, and the step says so.
void cdLackMemory(cdWorld *world); // world_events.c

void cdNoteEvent(cdWorld *world, cdContactEvent event);
void cdListContacts(cdWorld *world, double duration);

#endif
