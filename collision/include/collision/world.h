// A world of rigid bodies that bounce, rest and slide, and never are in each other.
//
// Bodies are meshes with mass, moved by the Newton-Euler equations [BV92 2.1]; joints tie two of them.
// A step advances all bodies to the earliest first contact of any pair, handles it, and goes on with what is
// left [RKC01 5.2], [BV92 2.1]: collisions by the simultaneous impulse equations, resting and sliding
// contacts as constraints that only push, kept while they push.
//
// Guarantee: bodies that do not overlap at the start never do after a step, by the exact overlap test. With a
// safety distance bodies that are farther apart than that at the start are so after a step, too. A step
// takes the bodies from poses to poses through one or more sets of poses; from each set to the next the
// relative motion of every pair, as one screw, or as a few over relative poses between, is certified free of
// contact (query.h), so none tunnels. The screws of several pairs do not agree on one motion of all bodies:
// each pair is free on its own way between poses that all share. Where no such set of poses is found within
// bounded work, bodies that are in each other's way wait at where they are: `blockedBodies` and `blockedTime`
// of the result say so. Two that overlap when an advance begins, or are nearer than the safety distance, are
// not kept apart until they have parted. Energy, kinetic and potential, never grows, but for what hands,
// motors and moved bodies bring in, and rounding. Linear momentum is kept by all contacts between dynamic
// bodies; angular momentum by collisions, and over contacts that last to the second order of the step. A
// world's future is a function of its state: the same calls give the same bits.
//
// Units: lengths in the mesh's unit, seconds, and a mass unit of the caller's. Frame: world.
#ifndef COLLISION_WORLD_H
#define COLLISION_WORLD_H

#include "collision/features.h"
#include "collision/query.h"

#ifdef __cplusplus
extern "C" {
#endif

// A world with its bodies and joints. @lifetime from cdCreateWorld to cdDestroyWorld
typedef struct cdWorld cdWorld;

// What a world is made from.
typedef struct cdWorldDef {
    cdVec3 gravity; // length / s^2
    // Gap that resting contacts keep, length; 0: 1e-4 of the smallest dynamic body's radius. Gaps at rest are
    // in (0, 4 margin]: this is the tolerance within which constraints are held. Larger in steps of bodies so
    // far from the origin that rounding would take it away.
    double margin;
    // Distance that bodies keep, length; 0: they touch. They collide, rest and slide at it; forces act midway
    // between them.
    double safetyDistance;
    // Approach below which a collision does not bounce, length / s; 0: what gravity brings in one step. A
    // ball that comes to rest thus ends its bounces when one would last no longer than two steps.
    double restitutionThreshold;
    // Times at which one step stops for collisions; 0: 16. What meets after that, or after 512 first
    // contacts asked for, is held apart and collides in the next step.
    int32_t maxEvents;
    // Region that dynamic bodies stay in, world frame. A body whose centroid is outside it at the end of a
    // step leaves the world (CD_EVENT_LEFT). Bounds may be infinite: only lower.y finite is a limit below.
    // Zeroed: no limit.
    cdBox3 bounds;
} cdWorldDef;

CD_API cdWorldDef cdDefaultWorldDef(void); // gravity (0, -9.81, 0)

// @errors NULL: no memory, a number that is not finite, or bounds that are NaN or empty
CD_API cdWorld *cdCreateWorld(const cdWorldDef *def);
// Frees a world, not the meshes of its bodies; nothing for NULL.
CD_API void cdDestroyWorld(cdWorld *world);

// Who moves a body.
typedef enum cdBodyKind {
    CD_BODY_FIXED = 0, // only moved by cdSetBodyPose
    CD_BODY_DYNAMIC
} cdBodyKind;

// What a body is made from.
typedef struct cdBodyDef {
    cdBodyKind kind; // fixed or dynamic
    // With its surface, or rounded; may be shared. @lifetime as long as the world
    const cdMesh *mesh;
    cdPose pose;            // of the mesh's frame
    cdVec3 velocity;        // of the centroid
    cdVec3 angularVelocity; // radians / s
    // Mass per volume. A mesh that encloses no volume counts as its convex hull, one whose hull is flat as a
    // sheet of this mass per area. Spheres and capsules are solid; of other rounded meshes the triangles
    // count without the rounding.
    double density;
    double mass; // in all, instead of that by the density; 0: by the density
    // Those of unit density, read and not kept, instead of the mesh's own; NULL: cdFindMassProperties.
    const cdMassProperties *massProperties;
    double restitution; // 0: no bounce, 1: all of it; of a pair the larger
    double friction;    // Coulomb's coefficient; of a pair the geometric mean. 0: none
} cdBodyDef;

CD_API cdBodyDef cdDefaultBodyDef(void); // fixed, identity pose, density 1, restitution 0.5, no friction

// Adds a body; its number counts from 0 in the order of adding, and is never used again.
// @errors -1: the def is invalid (not finite, no mesh, or one that is not rounded and without its surface,
// restitution outside [0, 1], negative friction or density, a dynamic body without mass); -2: no memory
CD_API int32_t cdAddBody(cdWorld *world, const cdBodyDef *def);
// Takes a body out, with its joints and its hand; others keep their numbers.
CD_API void cdRemoveBody(cdWorld *world, int32_t body);
CD_API int32_t cdGetBodyCount(const cdWorld *world); // numbers given so far

// What mass properties are those of.
typedef enum cdMassSource {
    CD_MASS_OF_VOLUME = 0, // a closed mesh, turned outwards
    CD_MASS_OF_HULL,       // of the convex hull of one that is not
    CD_MASS_OF_SHEET       // flat: `volume` is its area
} cdMassSource;

// The mass properties that cdAddBody finds, of unit density. `source` may be NULL.
CD_API cdMassProperties cdFindMassProperties(const cdMesh *mesh, cdMassSource *source);

// A body as it is now.
typedef struct cdBodyState {
    bool present; // false: taken out, and nothing else means anything, or left
    // It has left the world's bounds: not present, and all below is as it was then. It is in no query,
    // contact or sum any more, and its joints and its hand are gone. Its number stays its own.
    bool left;
    cdBodyKind kind;        // as it was added
    cdPose pose;            // of the mesh's frame
    cdVec3 centroid;        // world
    cdVec3 velocity;        // of the centroid
    cdVec3 angularVelocity; // radians / s
    double mass;            // 0 of a fixed body
    bool asleep;            // lies still: nothing that its equations depend on changes
} cdBodyState;

// A body as it is now; one that was taken out or has left is not present.
CD_API cdBodyState cdGetBodyState(const cdWorld *world, int32_t body);
// Puts a body somewhere without asking; the caller has seen to it that nothing is there (cdFindOverlapAmong,
// cdFindFirstContactAmong). What touches it wakes.
CD_API void cdSetBodyPose(cdWorld *world, int32_t body, cdPose pose);
// Gives a dynamic body a velocity of its centroid and a spin (radians / s); it wakes.
CD_API void cdSetBodyVelocity(cdWorld *world, int32_t body, cdVec3 velocity, cdVec3 angularVelocity);
// Changes gravity, length / s^2, from the next step on; all bodies wake.
CD_API void cdSetGravity(cdWorld *world, cdVec3 gravity);

// What a joint holds together.
typedef enum cdJointKind {
    CD_JOINT_BALL = 0, // ball and socket: a point of A and one of B stay together [BV92 2.1]
    CD_JOINT_HINGE     // and a direction too: A turns about an axis
} cdJointKind;

// What a joint is made from.
typedef struct cdJointDef {
    cdJointKind kind;     // ball and socket, or hinge
    int32_t bodyA, bodyB; // bodyB -1: the world
    cdVec3 point;         // world, where the bodies are now
    cdVec3 axis;          // world, of a hinge; any length above 0
    // A motor in a hinge turns A against B about the axis at `speed` (radians / s), with no more than
    // `torque`; 0: none.
    double speed, torque;
} cdJointDef;

// Adds a joint. Bodies that a joint ties still touch each other.
// @errors -1: no memory, or a def that means nothing (no such body, A not dynamic, A and B the same)
CD_API int32_t cdAddJoint(cdWorld *world, const cdJointDef *def);

CD_API void cdRemoveJoint(cdWorld *world, int32_t joint); // others keep their numbers
// Changes the motor of a hinge.
CD_API void cdSetJointMotor(cdWorld *world, int32_t joint, double speed, double torque);

// A blow: changes the velocities at once, by `impulse` (mass times length / s) at a point (world).
CD_API void cdApplyImpulse(cdWorld *world, int32_t body, cdVec3 point, cdVec3 impulse);

// A hand on a body: pulls a point of it to a place, as a critically damped spring whose force never exceeds
// `maxForce`. One a body.
typedef struct cdHand {
    cdVec3 grab;      // on the body, its mesh's frame
    cdVec3 target;    // world
    double frequency; // of the spring, radians / s; 0: 30
    double maxForce;  // 0: 20 times the body's weight at 9.81 length / s^2; turning is braked likewise
} cdHand;

// Puts a hand on a dynamic body, or moves the one that is there; it wakes.
CD_API void cdHoldBody(cdWorld *world, int32_t body, const cdHand *hand);
CD_API void cdReleaseBody(cdWorld *world, int32_t body); // keeps its velocity: thrown

// --- Steps

// What a step did.
typedef struct cdWorldStep {
    // CD_FREE; CD_UNDECIDED: a `dt` that is not above 0 and finite, or a state that is not, and nothing has
    // moved; or no memory or no budget, and it ended early.
    cdState state;
    cdReason reason;          // reason why it is undecided
    bool outOfMemory;         // then it ended early, or events or contacts are missing
    double time;              // since the world's start, at the end
    double blockedTime;       // the longest time for which a body waited in this step, seconds; 0: none did
    int32_t blockedBodies;    // how many waited because of something in their way
    int32_t advances;         // sets of poses it went through
    int32_t events;           // times at which it stopped for collisions
    int32_t impacts;          // collisions of pairs
    int32_t contacts;         // contact points at the end
    int32_t pairs;            // pairs of bodies near each other
    int32_t queries;          // first contacts asked for
    int64_t pairTests;        // counted against the budget; a row in an iteration of the solver counts as one
    int32_t solverIterations; // of the solver, over all systems
    double worstResidual;     // of the solver: speed by which a constraint was missed
    // Length by which at the end joints are off, and contacts that push have a larger gap than the margin.
    double drift;
    double margin; // in force: cdWorldDef.margin, or more far from the origin
} cdWorldStep;

// Advances the world by `dt` seconds. Bounded work, whatever happens: so a body turns by no more than 32
// radians in a step, whatever its spin. Allocates only when more pairs are near, touch, or have events than
// ever before.
CD_API cdWorldStep cdStepWorld(cdWorld *world, double dt);

// Limits the work of each later step, as the budget of a query does (state.h). Zeroed: no limit, the default.
//
// The interrupt is called between the queries of a step, inside them, and between the iterations of its
// solver. While it returns false it changes no bit of the result. It may not call the world's functions, but
// it may pause its thread: so a frame can end in the middle of a step, which the next frame continues. Until
// the step has returned nothing may change the world. cdGetWorldContacts then returns the contacts of the
// step before; the states of bodies are those of an unfinished step.
//
// A step that reaches its limit ends early. It is CD_UNDECIDED, with CD_REASON_BUDGET or
// CD_REASON_INTERRUPTED. Each body is where the last complete advance of the step took it: the guarantees
// above hold, energy has not grown, and `time` of the result is the time reached. The next step continues
// from there. It need not end where one step would have ended. The same limit, reached at the same call,
// gives the same bits. A limit below the work of a single advance gains no time, however often it is given.
CD_API void cdSetWorldBudget(cdWorld *world, cdBudget budget);

// --- What is there

// How two bodies touch at a point.
typedef enum cdContactMode {
    CD_CONTACT_RESTING = 0, // pushes, and does not slide
    CD_CONTACT_SLIDING,     // pushes, and slides
    CD_CONTACT_LOOSE        // touches, and does not push
} cdContactMode;

// A point at which two bodies touch, at the end of the last step.
typedef struct cdWorldContact {
    int32_t bodyA, bodyB; // their numbers
    cdContactMode mode;   // how they touch there
    cdVec3 point, normal; // midway between the bodies; normal from B to A
    double gap;           // along the normal, beyond the safety distance, at the end of the step
    double force;         // along the normal, mean over the last advance
    cdVec3 friction;      // force on A
} cdWorldContact;

// @lifetime until the next call that changes the world
CD_API const cdWorldContact *cdGetWorldContacts(const cdWorld *world, int32_t *count);

// Kind of an event of two bodies, or of one.
typedef enum cdContactEventKind {
    CD_EVENT_BEGIN = 0, // a pair that did not touch touches
    CD_EVENT_IMPACT,    // a pair collides: its velocities jump
    CD_EVENT_END,       // a pair that touched does not any more
    CD_EVENT_LEFT       // a body leaves the world's bounds; comes once, at the end of a step
} cdContactEventKind;

// Something that happened between two bodies, or to one, in a step.
typedef struct cdContactEvent {
    double time;             // since the world's start
    cdContactEventKind kind; // what happened
    int32_t bodyA, bodyB;    // their numbers; B is -1 where A leaves
    // World frame. Impact: where the bodies approach fastest. End: the last known point and normal. A body
    // that leaves: its centroid, and no normal.
    cdVec3 point, normal;
    double speed;   // of approach, above 0; 0 where it is no impact
    double impulse; // of the whole pair along its normals
} cdContactEvent;

// Those of the last step, in order of time. @lifetime until the next call that changes the world
CD_API const cdContactEvent *cdGetContactEvents(const cdWorld *world, int32_t *count);

// What conservation laws speak of.
typedef struct cdWorldEnergy {
    double kinetic, potential; // of all dynamic bodies; potential 0 at the origin
    cdVec3 momentum;           // linear, of all dynamic bodies
    cdVec3 angularMomentum;    // about the origin
} cdWorldEnergy;

// Energy and momentum as they are now.
CD_API cdWorldEnergy cdGetWorldEnergy(const cdWorld *world);

CD_API const char *
cdGetContactEventName(cdContactEventKind kind); // "begin", "impact", "end", "left". @lifetime static

#ifdef __cplusplus
}
#endif
#endif
