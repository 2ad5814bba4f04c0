// A world of rigid bodies that bounce, rest and slide, and do not come to overlap.
//
// Bodies are meshes with mass, one or several rigidly connected ones (their shapes); they obey the
// Newton-Euler equations [BV92 2.1]. Joints connect two of them. A step advances all bodies to the earliest
// first contact of any pair, handles it, and continues with the remaining time [RKC01 5.2], [BV92 2.1].
// Collisions solve the simultaneous impulse equations. Resting and sliding contacts are constraints that only
// push, and last while they push.
//
// Guarantees:
// - Bodies that do not overlap at the start do not overlap after any step, by the exact overlap test. With a
//   safety distance: bodies that start farther from each other than it stay so after any step.
// - No body tunnels. A step consists of one or more advances; each takes all bodies to new poses. In each
//   advance the relative motion of every pair is certified free of contact (query.h), along one screw or
//   several in sequence; it is the same for all pairs of their shapes. Only pairs of bodies are certified,
//   not a common motion of all bodies.
// - Work is bounded. If no such poses are found, the bodies that block each other wait where they are; the
//   result has `blockedBodies` and `blockedTime`. Bodies that already overlap when an advance begins, or are
//   nearer than the safety distance, may pass through each other until they have parted; of bodies with
//   several shapes, the shapes that overlap.
// - Bodies that a filter (cdBodyDef, cdSetPairCallback) keeps from colliding pass through each other, and
//   sensors pass through all. Such pairs are not certified. What is said of pairs holds for all others.
// - Kinematic bodies (kinematic.h) are certified like dynamic ones and wait where nothing can give way.
// - Energy, kinetic and that of gravity, never grows, except by the work of forces, torques, cdHand, motors
//   and moving kinematic bodies, by the caller's changes, and by rounding. The work of a force is exact: the
//   force times the motion of the centroid. That of a torque is accurate to second order in the step's
//   duration. Damping and limits of speed only take energy.
// - All contacts between dynamic bodies conserve linear momentum. Collisions also conserve angular momentum;
//   lasting contacts conserve it up to an error of second order in the step's duration. Gravity, forces,
//   damping and limits of speed change it; so do locks along, and about, the axes that they lock.
// - Locked axes hold to rounding; those of a body's own hold so for its velocities. With two free axes of
//   rotation of the world the angular momentum about them is accurate to fourth order in the step's duration.
//   A body with locked axes of its own moves with an accuracy of second order in free flight. Contacts and
//   joints on one with a single locked axis of rotation that is not principal act to first order.
// - A body falls asleep when it has not moved for a while and the forces of its contacts and joints, which
//   stay while it sleeps, balance its weight: the rest is at most a thousandth of it. If no such forces are
//   found in eight tries, three with more than 200 contacts, it sleeps all the same, so that large heaps come
//   to rest, and has cdBodyState.unbalanced. Forces of bodies that are awake are those of one
//   step: in large islands with friction they may not have converged (cdWorldStep.worstResidual).
// - The same calls give the same bits: the future of a world is a function of its state.
//
// Units: lengths in the mesh's unit, seconds, and a mass unit of the caller's choice. Frame: world.
#ifndef COLLISION_WORLD_H
#define COLLISION_WORLD_H

#include "collision/body.h"
#include "collision/joint.h"
#include "collision/query.h"
#include "collision/tasks.h"

#ifdef __cplusplus
extern "C" {
#endif

// Definition of a world. Begin with cdDefaultWorldDef.
typedef struct cdWorldDef {
    cdVec3 gravity; // length / s^2
    // Gap of resting contacts, length; 0: 1e-4 of the smallest dynamic body's radius. Actual gaps are in
    // (0, 4 margin]: constraints hold within this tolerance. Raised for bodies so far from the origin that
    // their rounding error exceeds it.
    double margin;
    // Distance that bodies keep, length; 0: they touch. They collide, rest and slide at it; forces act midway
    // between them.
    double safetyDistance;
    // Speed of approach below which a collision does not bounce, length / s; 0: the speed that gravity adds
    // in one step, or more if forces or a gravityScale add more to one of the two bodies. A bouncing ball
    // thus comes to rest when a bounce would last no longer than two steps. After eight impacts in a row
    // among touching bodies those slower than an eighth of the fastest first one do not bounce either.
    double restitutionThreshold;
    // Maximum number of times at which a step stops for collisions; 0: 16. Bodies that meet after that, or
    // where a stop would take the step beyond 512 first contact queries or the solver beyond a million pair
    // tests, are kept separate and collide in the next step.
    int32_t maxStops;
    // Region of dynamic bodies, world frame; zeroed: unlimited. A body whose centroid is outside at the end
    // of a step leaves the world (CD_EVENT_LEFT_WORLD). Any side may be infinite.
    cdBox3 bounds;
} cdWorldDef;

CD_API cdWorldDef cdDefaultWorldDef(void); // gravity (0, -9.81, 0)

// Creates a world.
// @errors NULL: no memory, a number that is not finite, or bounds that are NaN or empty
CD_API cdWorld *cdCreateWorld(const cdWorldDef *def);
// Frees a world, not the meshes of its bodies. NULL is allowed.
CD_API void cdDestroyWorld(cdWorld *world);

// Decides if two bodies collide; the index of `a` is below that of `b`. Called within cdMoveBody, and
// cdStepWorld for pairs that their filters let collide, when the boxes of the paths of two of their shapes
// begin to overlap; not again while any do, unless cdSetBodyFilter or cdSetPairCallback was called. It must
// return the same for the same calls, or the world has no determinism, and may not call the world's
// functions.
typedef bool cdPairCallback(void *context, cdBodyId a, cdBodyId b);

// Sets the callback for pairs; NULL: none, the default. All pairs are tested again in the next step. Wakes
// all bodies.
CD_API void cdSetPairCallback(cdWorld *world, cdPairCallback *shouldCollide, void *context);

// Sets gravity, length / s^2, from the next step on. Wakes all bodies.
CD_API void cdSetGravity(cdWorld *world, cdVec3 gravity);

// --- Steps

// Results and counters of one step.
typedef struct cdWorldStep {
    // CD_FREE or CD_UNDECIDED. Undecided: nothing has moved, as `dt` is not above 0 or `dt` or the state is
    // not finite; or the step ended early, as memory or the budget ran out.
    cdState state;
    cdReason reason;           // reason why it is undecided
    bool outOfMemory;          // true if the step ended early, or events or contacts are missing
    double time;               // time at the end of the step, seconds since the world's start
    double blockedTime;        // longest time for which a body was blocked in this step, seconds; 0: none was
    int32_t blockedBodies;     // dynamic bodies that were blocked
    int32_t blockedKinematics; // kinematic bodies that did not come as far as their script says
    int32_t advances;          // advances of the step
    int32_t stops;             // times at which it stopped for collisions
    int32_t impacts;           // collisions of pairs
    int32_t contacts;          // contact points at the end
    int32_t pairs;             // pairs of shapes near each other whose bodies may collide
    int32_t queries;           // first contact queries, without those of sensors
    int64_t pairTests; // work counted against the budget, constraints in each solver iteration included
    int32_t solverIterations; // iterations of the solver, over all systems
    double worstResidual;     // residual of the solver: largest error of a constraint, as a speed
    // Largest position error at the end of the step, length: of a joint, or the gap of a pushing contact less
    // the margin.
    double drift;
    double margin; // effective margin: cdWorldDef.margin, or more if bodies are far from the origin
} cdWorldStep;

// Advances the world by `dt` seconds. To bound the work a body turns by at most 32 radians in a step.
// Allocates only if more pairs are near each other, touch or have events than ever before.
CD_API cdWorldStep cdStepWorld(cdWorld *world, double dt);

// Limits the work of each later step, like the budget of a query (state.h). Zeroed: no limit, the default.
//
// The interrupt is called between the queries of a step, inside them, and between the iterations of its
// solver. While it returns false it changes no bit of the result. It may not call the world's functions, but
// it may pause its thread, so that a frame can end in the middle of a step and the next frame continues it.
// Nothing may change the world until the step has returned. Meanwhile cdGetWorldContacts returns the contacts
// of the previous step, and the states of bodies are those of an unfinished step.
//
// A step that reaches its limit ends early. It is CD_UNDECIDED, with CD_REASON_BUDGET or
// CD_REASON_INTERRUPTED. Each body is where the last complete advance of the step took it: the guarantees
// above hold, energy has not grown, and `time` of the result is the time reached. The next step continues
// from there; the end may differ from that of one step without a limit. The same maxPairTests, or an
// interrupt at the same call, gives the same bits. With a limit below the work of one advance the world makes
// no progress.
CD_API void cdSetWorldBudget(cdWorld *world, cdBudget budget);

// Sets the caller's task system (tasks.h) for later steps; NULL: none, the default. It is copied. It then
// runs the queries of near pairs, the search for contact points, sensors, and the equations of islands: of
// bodies that no contact or joint connects. The results have the same bits with any number of workers, and
// without. A step with a limited budget (cdSetWorldBudget) runs in the calling thread alone.
// @errors false: no memory, `run` NULL, or no worker; the former tasks stay
CD_API bool cdSetWorldTasks(cdWorld *world, const cdTasks *tasks);

// --- Contacts, events, energy

// State of a contact point.
typedef enum cdContactMode {
    CD_CONTACT_RESTING = 0, // pushes and does not slide; not a cdState
    CD_CONTACT_SLIDING,     // pushes and slides
    CD_CONTACT_LOOSE        // touches and does not push
} cdContactMode;

// A contact point of two bodies at the end of the last step.
typedef struct cdWorldContact {
    cdBodyId bodyA, bodyB;  // the index of A is below that of B
    int32_t shapeA, shapeB; // the shapes that touch (cdGetBodyShape)
    cdContactMode mode;     // resting, sliding or loose
    cdVec3 point, normal;   // world frame: midway between the bodies; unit, from B to A
    double gap;             // length along the normal, in addition to the safety distance
    // Along the normal, mass times length / s^2: the mean over the last advance, in islands of more than 200
    // contacts with the impulses of impacts that do not bounce.
    double force;
    cdVec3 friction; // friction force on A, world frame, mass times length / s^2
} cdWorldContact;

// Returns the contact points of the last step. @lifetime until the next call that changes the world
CD_API const cdWorldContact *cdGetWorldContacts(const cdWorld *world, int32_t *count);
// Writes the contact points of the last step of one body to contacts[capacity] as far as there is room, in
// the order of cdGetWorldContacts, whose whole list it reads. `contacts` may be NULL if `capacity` is 0.
// @return number of contact points of the body; 0 also for a body that is not in the world
CD_API int32_t cdGetBodyContacts(const cdWorld *world, cdBodyId body, cdWorldContact *contacts,
                                 int32_t capacity);

// Kind of an event.
typedef enum cdContactEventKind {
    CD_EVENT_BEGIN = 0,  // two bodies begin to touch
    CD_EVENT_IMPACT,     // two bodies collide: their velocities jump
    CD_EVENT_END,        // two bodies cease to touch
    CD_EVENT_LEFT_WORLD, // a body leaves the world's bounds; sent once, at the end of a step
    // A body enters a sensor: its surface touches the sensor's, or it is inside. Found by continuous
    // detection along the path of each advance: a body that passes through in one step has both events. One
    // that leaves and enters again within an advance has none.
    CD_EVENT_SENSOR_BEGIN,
    CD_EVENT_SENSOR_END,   // a body leaves a sensor, or one of both is removed, or no longer a sensor
    CD_EVENT_JOINT_BROKEN, // a joint breaks and is removed, at the end of a step
    CD_EVENT_SLEEP,        // a body falls asleep, at the end of a step
    // A sleeping body wakes, at the begin of the advance in which another comes to touch it, or by a call
    // between steps, also by its removal: then the event is in the next step, with the time of the call. Each
    // sleep has its wake before the next one.
    CD_EVENT_WAKE,
    // A kinematic body begins to be blocked (kinematic.h). Once, until it comes as far as its script says.
    CD_EVENT_BLOCKED
} cdContactEventKind;

// An event of two bodies, or of one, in a step.
typedef struct cdContactEvent {
    double time;             // seconds since the world's start
    cdContactEventKind kind; // begin, impact, end, leaving, of a sensor, of a joint, sleep, wake or blocked
    // The bodies, perhaps removed since. B is -1 if A leaves the world, sleeps or wakes. A is the sensor, or
    // the blocked kinematic body and B the body that it meets or a joint ties it to. Else the index of A is
    // below that of B, except for a joint.
    cdBodyId bodyA, bodyB;
    // Begin, impact, end and sensors: the shapes that meet or met last, of an impact those that approach
    // fastest (cdGetBodyShape). Bodies with several shapes begin to touch with the first pair of shapes and
    // cease to touch with the last; sensors likewise. Other kinds: -1.
    int32_t shapeA, shapeB;
    cdJointId joint; // the joint that breaks; else -1
    // World frame. Begin: one of the contact points. Impact: the point where the bodies approach fastest.
    // End: the last known point and normal. Leaving, sleep and wake: the centroid, and no normal. Sensors:
    // the first or last point of contact; where the body did not move there, its centroid, and no normal.
    // Joint: its point on A, and no normal. Blocked: a point of contact, and the normal from B to A; or the
    // point of the joint that holds the body, and no normal.
    cdVec3 point, normal;
    double speed;   // impact: speed of approach, length / s, above 0; else 0
    double impulse; // impact: total impulse of the pair along its normals, mass times length / s
} cdContactEvent;

// Returns the events of the last step in order of time, after those of calls since the step before, such as
// contacts that ended as a body was removed, and bodies that woke. @lifetime until the next call that changes
// the world
CD_API const cdContactEvent *cdGetContactEvents(const cdWorld *world, int32_t *count);

// Energy and momentum of all dynamic bodies, and the work done in the world; energies in mass times
// length^2 / s^2.
//
// kinetic + potential + dissipated - (forceWork + handWork + motorWork + kinematicWork) stays constant in
// every step, to rounding, except by bodies that leave the world. Changes by the caller between steps change
// it, but not impulses. Work is below 0 where energy is taken from the bodies, such as by a motor that
// brakes.
typedef struct cdWorldEnergy {
    double kinetic, potential; // potential: of gravity and its scales, 0 at the origin; not of forces
    cdVec3 momentum;           // linear
    cdVec3 angularMomentum;    // about the origin
    // Sums over all steps since the world's start. The work of torques, hands, motors and kinematic bodies is
    // accurate to second order in the step's duration.
    double forceWork;     // of forces and torques, and of impulses by the caller
    double handWork;      // of cdHand
    double motorWork;     // of motors of joints
    double kinematicWork; // of kinematic and driven bodies, through contacts, collisions and joints
    // Energy lost to friction, collisions, damping and limits of speed, by bodies that fall asleep, and to
    // the finite step. Without torques, hands, motors and kinematic bodies it never falls, except by
    // rounding.
    double dissipated;
} cdWorldEnergy;

// Returns the current energy and momentum, and the work so far.
CD_API cdWorldEnergy cdGetWorldEnergy(const cdWorld *world);

CD_API const char *
cdGetContactEventName(cdContactEventKind kind); // "begin", "impact", "end", "left", "sensor-begin",
                                                // "sensor-end", "joint-broken", "sleep", "wake",
                                                // "blocked". @lifetime static

#ifdef __cplusplus
}
#endif
#endif
