// Data of a cdWorld, and the course of a step.
//
//     cdStepWorld (step.c): until the time is used up
//         near pairs (world_pairs: broad phase over all that the bodies can reach in the remaining step)
//         contact points of pairs that touch (contact_set)
//         collisions: impulses until no pair approaches (impacts)          -> velocities at the start
//         forces: contacts, joints, hands as rows (forces, row_*)          -> velocities at the end
//         targets (placing), corrected to the constraints
//         first contact of every near pair on its path to the targets (certify)
//             low-speed contact: add a contact point, correct the targets, repeat
//             fast contact: stop there for a collision
//             unresolvable: the bodies concerned are blocked
//         joints that carried too much break (joint_reaction)
//
// Bodies, joints and pairs are numbered by index; arrays grow only outside queries. Ids appear only in the
// public functions, contacts and events. A pair is one of shapes. In it A is the smaller body, as seen from
// the larger one: its points move less than those of the larger one as seen from it, above all where the
// larger one is a floor. Normals point from B to A. The broad phase, islands, filters and events are those of
// bodies.
#ifndef CD_WORLD_DATA_H
#define CD_WORLD_DATA_H

#include "collision/broad_phase.h"
#include "collision/kinematic.h"
#include "collision/world.h"
#include "solid/features/features_data.h"
#include "world/bodies/flight.h"
#include "world/contacts/contact_point.h"
#include "world/solver/row.h"

typedef enum cdScriptKind {
    CD_SCRIPT_VELOCITY = 0, // constant velocities
    CD_SCRIPT_PATH,         // nodes, followed by screws
    CD_SCRIPT_TARGET        // a pose to reach by the end of the step
} cdScriptKind;

// The script of a kinematic body, and how far it has come. The velocities of the body itself are those of its
// current advance; its spin is its angular velocity.
typedef struct cdScript {
    cdScriptKind kind;
    cdVec3 velocity, angular;     // of a script of constant velocities
    int32_t firstNode, nodeCount; // of a path: world->nodes
    double time;                  // own time on the path
    cdPose target;
    bool blocked; // at the end of the last step
    // The current step:
    double lost;          // seconds for which it was blocked
    bool stopped;         // a squeezed body stopped it: it waits for the next step
    int32_t blocker;      // the body that blocked it first; -1: none
    cdVec3 point, normal; // of that contact, the normal from the blocker to this body
    // The current advance:
    bool moves;           // `goal` is not its pose
    cdPose goal;          // pose of the script at the end
    double slow;          // fraction of the way to the goal that it covers: below 1 if it is blocked
    cdVec3 fast, turning; // velocities of the script; times `slow` they are the body's
} cdScript;

// A mesh of a body.
typedef struct cdWorldShape {
    const cdMesh *mesh;
    bool posed;     // false: its pose is the identity, and not composed, so that no bit changes
    cdPose pose;    // pose of the mesh's frame in the body's frame
    cdVec3 center;  // center of the mesh, body's frame
    double radius;  // of the mesh about its center, rounding included
    double density; // multiple of the body's
    void *userData;
} cdWorldShape;

typedef struct cdWorldBody {
    int32_t generation; // bodies that had this slot before
    bool present;
    bool left; // true if removed because it left the bounds
    cdBodyKind kind;
    int32_t firstShape, shapeCount; // world->shapes; also of a body that is not present any more
    cdVec3 center;                  // body's frame: the spheres around the body are about it
    double core, radius;            // radii of all triangles, and of all shapes with their rounding
    cdPose pose;                    // pose of the body's frame
    double restitution, friction;
    double linearDamping, angularDamping, gravityScale, maxSpeed, maxSpin; // limits of 0: none
    cdInertia inertia;                                                     // zero mass unless dynamic
    cdVec3 velocity;                                                       // velocity of the centroid
    cdVec3 spin; // angular momentum about the centroid, world frame; free flight conserves it
    bool asleep;
    bool held; // true while a hand holds it
    cdHand hand;
    cdVec3 pull;                        // force of the hand in the current advance
    cdVec3 force, torque;               // constant
    cdVec3 passingForce, passingTorque; // of the next step, or the current one
    cdScript script;                    // of a kinematic or driven body
    // The current advance, filled by its steps:
    int32_t island; // -1: not dynamic
    cdPose middle;  // approximate pose halfway, at which forces act
    cdPose target;  // planned pose at the end
    cdVec3 endVelocity, endSpin;
    double fraction;     // fraction of the advance it covers: 1 unless it stops for a collision or is blocked
    double stiffness[6]; // times half a step squared, or all of it: added to its tensor (stiffness.h)
    bool stiff;          // true if `stiffness` is not 0
    cdPose planned;      // the target before corrections
    cdPose placed;       // the target before the last correction
    cdVec3 shift, turn;  // the last correction: of the centroid, and about it
    bool damped;    // in this step: moves by its end velocity, since its island would not settle, or collides
    bool collides;  // in this step: the forces are to stop its impacts (forced_impacts.c)
    bool strays;    // its island has not settled, or joints have drifted, in the current advance
    double quiet;   // seconds since it last moved from quietPose
    int32_t tries;  // solutions since then whose forces did not balance its island; asleep: the last
    double untried; // seconds awake since a whole solution did not balance its island; INFINITY: none failed
    cdPose quietPose;
    // The current step:
    double waited;       // seconds blocked
    bool turns;          // was stopped for lack of energy, or by a limit: does not fall asleep
    cdVec3 acceleration; // by gravity and forces
    double pace;         // its length
    cdVec3 moment;       // total torque
    // For changes at run time:
    uint32_t category, mask;
    int32_t group;
    bool sensor;
    uint32_t lockTranslation, lockRotation; // also in its inertia while it is dynamic
    cdLockFrame lockFrame;                  // likewise
    void *userData;
    double density, mass; // as in its definition
    bool ownsMassProperties;
    cdMassProperties massProperties; // those of its definition
} cdWorldBody;

enum { CD_JOINT_ROWS = 8 }; // maximum of a joint: a hinge or a slider has 5 ties, 2 limits and a motor

typedef struct cdWorldJoint {
    int32_t generation; // joints that had this slot before
    bool present;
    bool limited, turns, passes; // as in its definition
    cdJointKind kind;
    int32_t bodyA, bodyB;  // bodyB -1: the world
    cdVec3 pointA, pointB; // mesh frames; world frame if bodyB is the world
    cdVec3 axisA, axisB;   // unit, likewise; zero if it has no axis
    cdVec3 sideA;          // of A: coincides with cdFindPerpendicular(axisB) of B while the position is 0
    double length;         // of a rod
    double lower, upper;   // infinite: no limit
    double angle;          // hinge: its position after the last advance
    cdJointMotor motor;
    double breakingForce, breakingTorque;
    double impulses[CD_JOINT_ROWS]; // forces of the last solve, in the order of its rows
    // Impulses on A in the current step so far: force, torque, and the motor's part.
    cdVec3 pushed, turned;
    double driven;
    cdJointReaction reaction; // mean of the last step
} cdWorldJoint;

// A contact with the surface of a sensor, on a path.
typedef struct cdPassage {
    bool happens;
    double fraction;      // of the path
    cdVec3 point, normal; // in the frame of B's mesh
} cdPassage;

// A pair of shapes of a sensor and a body.
typedef struct cdSensing {
    bool known, inside; // inside at the pose `at` of A's mesh relative to B's, if known
    cdPose at;
    // The current advance:
    bool startsInside, endsInside;
    cdPassage enters, leaves;
} cdSensing;

enum { CD_PAIR_POINTS = 64 }; // maximum of one pair; first contacts handle the points beyond

// Two nearby shapes of two bodies.
typedef struct cdWorldPair {
    int32_t bodyA, bodyB;   // A's radius is not above B's, equal ones: A < B; at least one is not fixed
    int32_t shapeA, shapeB; // indices in their bodies
    cdPairCache cache;
    cdPointOffsets offsets; // distances that the two keep; 0: they touch
    bool touches;           // true if it has contact points
    bool wasTouching;       // the same at the last advance
    // Poses of the meshes: of the points, and of the last search for contact regions.
    cdPose seenA, seenB, foundA, foundB;
    cdContactPoint *points; // points[pointCount], room for CD_PAIR_POINTS
    int32_t pointCount;
    int32_t regionPointCount;     // the first points are from contact regions, the others from first contacts
    cdContactRegions regions;     // previous regions, without points: for the persistence of normals
    cdVec3 lastPoint, lastNormal; // for the end event
    // The current collision: of the point that approached fastest; impulseSum of all points.
    double impactSpeed, impulseSum;
    cdVec3 impactPoint, impactNormal;
    double reach; // free fraction of the path tested last, if not certified
    // The paths of both bodies that are certified free of contact.
    cdPose freeFrom[2], freeTo[2];
    // Pose of A's mesh relative to B's at which their distance is at least `clearance`; 0: unknown.
    cdPose clearAt;
    double clearance;
    bool arrives; // true if a first contact added a point in this advance
    bool crosses; // true if the two overlapped on the path tested last
    bool passes;  // true if the two do not collide, or one is a sensor
    bool senses;  // true if one is a sensor and the other enters it
    cdSensing sensing;
    bool asks; // true if its filter has changed
} cdWorldPair;

// The caches of a driven body: they persist between its moves and change no result.
typedef struct cdDrag {
    // pairs[ownCount * otherCount]: of each of its shapes with each of world->shapes, by their indices there
    cdPairCache *pairs;
    int32_t ownCount, otherCount;
    cdSlideCache slide;
} cdDrag;

// A body is still (0), or a step may change it (active.c).
typedef enum cdActivity {
    CD_STILL = 0,
    CD_ACTIVE,
    CD_DROWSY // active, but fell asleep at the end of this step
} cdActivity;

// A list of indices in ascending order.
typedef struct cdLinks {
    int32_t first, last; // -1: none
    int32_t *next;       // next[first]: the second one, and so on; -1 behind the last
} cdLinks;

// Work, and what is dissipated, mass times length^2 / s^2: of the current step, or of all steps.
typedef struct cdWorldWork {
    double forces, hands, motors, kinematics; // as in cdWorldEnergy
    double dissipated;                        // of all steps
    // Current step only: work of gravity; of kinematic bodies at low-speed contacts of the current advance;
    // and the kinetic energy at its start.
    double gravity, arrivals, kinetic;
} cdWorldWork;

// The lists of an island.
typedef struct cdIsland {
    int32_t firstBody, lastBody, firstPair, lastPair, firstJoint, lastJoint; // -1: none
    double impact; // fastest approach that bounced in the first round of the last collision, length / s
    bool calm;     // true if none of its points bounces any more
    bool blocked;  // true if a pair of it, or that it is to be part of, is not free on its path
} cdIsland;

struct cdWorld {
    cdWorldDef def; // as given
    double margin;  // effective margin
    double time;
    cdWorldBody *bodies; // bodies[bodyCount]
    int32_t bodyCount, bodyCapacity;
    int32_t freeBodies;   // slots that can be used again
    cdWorldShape *shapes; // shapes[shapeCount]: those of each body, which are consecutive
    int32_t shapeCount, shapeCapacity;
    cdWorldJoint *joints; // joints[jointCount]
    int32_t jointCount, jointCapacity;
    int32_t freeJoints;   // likewise
    int32_t passingCount; // present joints whose bodies pass through each other
    cdPathNode *nodes;    // nodes[nodeCount]: those of all paths
    int32_t nodeCount, nodeCapacity;

    cdBroadPhase *broadPhase;
    cdBox3 *pathBoxes; // pathBoxes[bodyCount]: scratch of world_pairs.c
    // nearPairs[nearCount], room for nearCapacity: scratch of world_pairs.c
    struct cdNearShapes *nearPairs;
    int32_t nearCount, nearCapacity;
    // Ordered by cdNearShapes. Pointers, since pairs are large and keep their memory.
    cdWorldPair **pairs; // pairs[pairCount]
    int32_t pairCount, pairCapacity;
    cdWorldPair **spare; // spare[spareCount], for reuse
    int32_t spareCount;
    cdWorldPair **merged; // merged[pairCapacity], scratch of world_pairs.c
    // entries[pairCount] and mergedEntries[pairCapacity], likewise: what loops over all pairs read
    struct cdPairEntry *entries, *mergedEntries;
    // pairTasks[taskCount], room for pairCapacity: valid for one call of cdRunPairTasks (pair_tasks.h)
    struct cdPairTask *pairTasks;
    int32_t taskCount;

    cdWorkspace *workspace; // for queries; it keeps those of all workers
    cdTasks tasks;          // the caller's; run NULL: none
    cdBlock solverMemory;
    cdBlock islandMemory; // of island_tasks.c
    size_t solverRoom;    // bytes of it that the solver may use: they decide its method for large islands
    cdSolverBody *solverBodies; // solverBodies[bodyCount + 1]; the last one stands for the world
    cdRow *rows;                // rows[rowCount]
    // startGaps[rowCount]: at the start of the advance, of the points that rows correct; NAN: not needed so
    // far
    double *startGaps;
    int32_t rowCount, rowCapacity;
    int32_t *islands; // islands[bodyCount]: scratch of islands.c

    // Items that a step may change (active.c), and islands (islands.c): lists in ascending order, linked by
    // the index behind each item, -1 at the end.
    uint8_t *active;   // active[bodyCount]: each a cdActivity
    bool activeChange; // true if a body has become active or still since the lists were made
    bool lacksBoxes;   // true if the broad phase has no boxes of still bodies
    bool extentChange; // true if one of them was still for `stillExtent`
    cdLinks activeBodies, activeJoints, activePairs;
    int32_t stillPoints;   // contact points of the other pairs
    double stillExtent;    // maximum extent of still bodies
    double stillMargin;    // margin for which their boxes are set
    cdIsland *islandParts; // islandParts[bodyCount]: of each active body that is the first of an island
    cdLinks islandList;    // the awake islands
    int32_t *bodiesBehind; // bodiesBehind[bodyCount]: the next body of the same island
    int32_t *pairsBehind;  // pairsBehind[pairCount]
    int32_t *jointsBehind; // jointsBehind[jointCount]

    cdWorldContact *contacts;      // contacts[contactCount], of the last step
    cdWorldContact *movedContacts; // movedContacts[contactCapacity]: scratch of world_events.c
    int32_t contactCount, contactCapacity;
    // events[eventCount]: first those of the last step, then those of calls since, for the next step.
    cdContactEvent *events;
    int32_t eventCount, eventCapacity;
    int32_t shownEventCount; // those of the last step
    bool lostEvents;         // true if one of a call since was lost for lack of memory
    cdDrag **drags;          // drags[dragCount], by the numbers of driven bodies; NULL: not moved yet
    int32_t dragCount;
    cdPairCallback *shouldCollide; // NULL: all pairs that filters let collide
    void *pairContext;
    bool asks;                // true if a pair's filter has changed
    cdBudget budget;          // of each step
    cdMeter meter;            // of the current step
    cdWorldStep step;         // results of the current step so far
    cdWorldWork work;         // of the current step so far
    cdWorldWork totalWork;    // of all steps
    int64_t solverWork;       // current step: pair tests counted by the solver
    int32_t shortenings;      // advances halved in the current step
    bool hangs;               // current advance: a body would stop without support
    bool splits;              // current step: impacts of large islands are solved before their forces
    bool pushes;              // current advance: a kinematic body moves
    bool yields;              // current advance: a kinematic body has stopped for a squeezed one
    int32_t streak, patience; // successful advances since the last halving, and the number before lengthening
    double longest; // maximum duration of the next advance: twice that of the last one that was halved
};

// True if the two keep a safety distance or a mesh's rounding radius.
static inline bool cdKeepsDistance(const cdWorldPair *pair) {
    return pair->offsets.a + pair->offsets.b > 0.0;
}

// Returns a pose that no body has.
static inline cdPose cdNowhere(void) {
    return (cdPose){.q = {0.0, 0.0, 0.0, 0.0}};
}

// True if another body, or joint, can have the slot: it is empty, and its generations are not used up.
static inline bool cdIsSlotFree(bool present, int32_t generation) {
    return !present && generation < INT32_MAX;
}

// Returns the id of a body, also of one that is not present.
static inline cdBodyId cdGetBodyId(const cdWorld *world, int32_t body) {
    return (int64_t)world->bodies[body].generation << 32 | body;
}

// Returns the id of a joint, also of one that is not present.
static inline cdJointId cdGetJointId(const cdWorld *world, int32_t joint) {
    return (int64_t)world->joints[joint].generation << 32 | joint;
}

static inline const cdWorldShape *cdGetShape(const cdWorld *world, const cdWorldBody *body, int32_t index) {
    return &world->shapes[body->firstShape + index];
}

static inline const cdWorldShape *cdGetShapeA(const cdWorld *world, const cdWorldPair *pair) {
    return cdGetShape(world, &world->bodies[pair->bodyA], pair->shapeA);
}

static inline const cdWorldShape *cdGetShapeB(const cdWorld *world, const cdWorldPair *pair) {
    return cdGetShape(world, &world->bodies[pair->bodyB], pair->shapeB);
}

// Returns the pose of a shape's mesh for a pose of its body.
static inline cdPose cdPlaceShape(const cdWorldShape *shape, cdPose body) {
    return shape->posed ? cdMulPose(body, shape->pose) : body;
}

// Returns the pose of A's mesh relative to B's, for a pose of body A relative to body B.
static inline cdPose cdRelateShapes(const cdWorldShape *a, const cdWorldShape *b, cdPose relative) {
    cdPose placed = cdPlaceShape(a, relative);
    return b->posed ? cdInvMulPose(b->pose, placed) : placed;
}

// Returns the first index behind those of the pairs of the same bodies.
static inline int32_t cdGetPairsEnd(const cdWorld *world, int32_t first) {
    int32_t end = first + 1;
    while (end < world->pairCount && world->pairs[end]->bodyA == world->pairs[first]->bodyA &&
           world->pairs[end]->bodyB == world->pairs[first]->bodyB)
        end++;
    return end;
}

// True if the two bodies have several pairs of shapes.
static inline bool cdHasSeveralPairs(const cdWorld *world, const cdWorldPair *pair) {
    return world->bodies[pair->bodyA].shapeCount > 1 || world->bodies[pair->bodyB].shapeCount > 1;
}

static inline cdVec3 cdGetCentroid(const cdWorldBody *body, cdPose pose) {
    return cdTransformPoint(pose, body->inertia.centroid);
}

static inline bool cdIsDynamic(const cdWorldBody *body) {
    return body->present && body->kind == CD_BODY_DYNAMIC;
}

// True for driven bodies, too: a kinematic body whose script is set by cdMoveBody.
static inline bool cdIsKinematic(const cdWorldBody *body) {
    return body->present && (body->kind == CD_BODY_KINEMATIC || body->kind == CD_BODY_DRIVEN);
}

// True if steps can move a body.
static inline bool cdMoves(const cdWorldBody *body) {
    return cdIsDynamic(body) || cdIsKinematic(body);
}

// True if a body may move without being woken.
static inline bool cdCanMove(const cdWorldBody *body) {
    return cdIsKinematic(body) || (cdIsDynamic(body) && !body->asleep);
}

// True if a kinematic body moves in the current advance.
static inline bool cdIsPushing(const cdWorldBody *body) {
    return cdIsKinematic(body) && body->script.moves && body->script.slow > 0.0;
}

// True if nothing in a pair can give way.
static inline bool cdIsRigidPair(const cdWorld *world, const cdWorldPair *pair) {
    return !cdIsDynamic(&world->bodies[pair->bodyA]) && !cdIsDynamic(&world->bodies[pair->bodyB]);
}

#endif
