// What a cdWorld holds, and the way of a step through it.
//
//     cdStepWorld (step.c): until the time is used up
//         near pairs (world_pairs: sweep and prune over what the bodies can reach in the rest of the step)
//         contact points of pairs that touch (contact_set)
//         collisions: impulses until no pair approaches (impacts)          -> velocities at the start
//         what pushes: contacts, joints, hands as rows (forces, row_*)     -> velocities at the end
//         where that leads (placing), brought back to its constraints
//         every near pair asked for first contact on its way there (certify)
//             met slowly: a contact point more, targets brought back to it, and once more
//             met fast: as far as there, and a collision
//             not to be resolved: the bodies in question wait
//
// Numbers of bodies, joints and pairs are indices; arrays grow only outside queries. Of a pair bodyA < bodyB,
// and normals point from B to A.
#ifndef CD_WORLD_DATA_H
#define CD_WORLD_DATA_H

#include "collision/broad_phase.h"
#include "collision/world.h"
#include "solid/features/features_data.h"
#include "world/bodies/flight.h"
#include "world/contacts/contact_point.h"
#include "world/solver/row.h"

typedef struct cdWorldBody {
    bool present;
    bool left; // not present, since it went out of bounds
    cdBodyKind kind;
    const cdMesh *mesh;
    double radius; // of the shape about the mesh's center
    cdPose pose;   // of the mesh's frame
    double restitution, friction;
    cdInertia inertia; // of fixed bodies without mass
    cdVec3 velocity;   // of the centroid
    cdVec3 spin;       // angular momentum about the centroid, world frame: what free flight keeps
    bool asleep;
    bool held; // by a hand
    cdHand hand;
    cdVec3 pull; // force of the hand in the advance in work
    // Of the advance in work, filled by its steps:
    int32_t island; // -1: not dynamic
    cdPose middle;  // about where it is half way: forces act there
    cdPose target;  // where it shall be at the end
    cdVec3 endVelocity, endSpin;
    double fraction; // how much of the advance it makes: 1 but when it stops for a collision or has to wait
    double stiffness[6]; // times half a step squared, or all of it: what its tensor counts more (stiffness.h)
    bool stiff;          // and whether there is any
    cdPose planned;      // the target before corrections
    cdPose placed;       // the target before the last correction
    cdVec3 shift, turn;  // that correction: of the centroid, and about it
    bool damped;         // moves by its velocity at the end: its island would not settle otherwise
    bool strays;         // its island has not settled, or joints are off, in the advance in work
    double quiet;        // seconds for which it has not moved from
    cdPose quietPose;    // here
    // Of the step in work:
    double waited; // seconds
    bool turns;    // was brought to a stand for want of energy
} cdWorldBody;

typedef struct cdWorldJoint {
    bool present;
    cdJointKind kind;
    int32_t bodyA, bodyB;  // bodyB -1: the world
    cdVec3 pointA, pointB; // mesh frames (of the world: the world's)
    cdVec3 axisA, axisB;   // unit, likewise
    double speed, torque;
    double impulses[6]; // of the last solve: along x, y, z; of a hinge about two axes, and the motor's
} cdWorldJoint;

enum { CD_PAIR_POINTS = 64 }; // of one pair; of more those beyond are left to first contacts

// Two bodies near each other.
typedef struct cdWorldPair {
    int32_t bodyA, bodyB; // A < B; at least one is dynamic
    cdPairCache cache;
    cdPointOffsets offsets; // of the distance that the two keep; 0: they touch
    bool touches;           // has contact points
    bool wasTouching;       // at the last advance
    cdPose seenA, seenB;    // poses for which the points were found
    cdPose foundA, foundB;  // where their regions were looked for
    cdContactPoint points[CD_PAIR_POINTS];
    int32_t pointCount;
    int32_t regionPointCount;     // the first of them: of contact regions; the others: of first contacts
    cdContactRegions regions;     // those of the last time, without points: for the persistence of normals
    cdVec3 lastPoint, lastNormal; // for the event of its end
    // Of the collision in work: of the point that approached fastest; impulseSum of all points.
    double impactSpeed, impulseSum;
    cdVec3 impactPoint, impactNormal;
    double reach; // how much of the way asked last is free, when it is not certified
    // The way that is certified free of contact, of both bodies.
    cdPose freeFrom[2], freeTo[2];
    // A's pose as seen from B at which both are apart by `clearance` at least; 0: not known.
    cdPose clearAt;
    double clearance;
    bool arrives; // a first contact has told a point in this advance
} cdWorldPair;

struct cdWorld {
    cdWorldDef def; // as asked for
    double margin;  // in force
    double time;
    cdWorldBody *bodies; // bodies[bodyCount]
    int32_t bodyCount, bodyCapacity;
    cdWorldJoint *joints; // joints[jointCount]
    int32_t jointCount, jointCapacity;

    cdBroadPhase *sweep;
    // In order of (bodyA, bodyB). Pairs are pointed to, since they are large and keep their memory.
    cdWorldPair **pairs; // pairs[pairCount]
    int32_t pairCount, pairCapacity;
    cdWorldPair **spare; // spare[spareCount], to be used again
    int32_t spareCount;
    cdWorldPair **merged; // merged[pairCapacity], work of world_pairs.c

    cdWorkspace *workspace; // of queries
    cdBlock solverMemory;
    cdSolverBody *solverBodies; // solverBodies[bodyCount + 1]; the last one stands for the world
    cdRow *rows;                // rows[rowCount]
    int32_t rowCount, rowCapacity;
    int32_t *islands; // islands[bodyCount]: work of islands.c

    cdWorldContact *contacts; // contacts[contactCount], of the last step
    int32_t contactCount, contactCapacity;
    cdContactEvent *events; // events[eventCount], of the last step
    int32_t eventCount, eventCapacity;
    cdBudget budget;          // of each step
    cdMeter meter;            // of the present step
    cdWorldStep step;         // what it has done so far
    int32_t shortenings;      // of advances, in the present step
    bool hangs;               // of the present advance: something stays that nothing carries
    int32_t streak, patience; // good advances since one was shortened, and how many make the next one longer
    double longest; // that the next advance of it may be: twice as long as the last one that was shortened
};

// Whether the two stay apart by a safety distance, or by the rounding of a mesh.
static inline bool cdKeepsDistance(const cdWorldPair *pair) {
    return pair->offsets.a + pair->offsets.b > 0.0;
}

static inline cdVec3 cdGetCentroid(const cdWorldBody *body, cdPose pose) {
    return cdTransformPoint(pose, body->inertia.centroid);
}

static inline bool cdIsDynamic(const cdWorldBody *body) {
    return body->present && body->kind == CD_BODY_DYNAMIC;
}

#endif
