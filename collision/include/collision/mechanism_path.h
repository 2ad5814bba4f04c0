// Paths of mechanisms: first contact of all links while several joints move at once.
//
// A path has nodes with joint values at times. Between two nodes the value of every joint is linear in time,
// so each link is where its joints put it: a link behind several joints that move does not follow a screw.
//
// Guarantees of cdFindMechanismContact:
// - CD_FREE: no pair that counts comes within its safety distance from `from` to the last node, all instants
//   included. With a safety distance of 0: its surfaces share no point.
// - CD_CONTACT: the motion is free before time.lo. Two elements come within `tolerance` of each other, plus
//   the safety distance, in `time`.
// - CD_OVERLAP: surfaces overlap, or are nearer than the safety distance, at the start of an edge: that of
//   the path or, rarely, a node where rounding decides differently than for the edge before.
// - CD_UNDECIDED: a limit was reached, or the input is invalid. The motion is free before time.lo. Call again
//   with that time as `from` to continue, with a larger budget if time.lo does not grow.
// Each edge is judged by the rules of a single step (query.h): a start in touch, or at the safety distance,
// is a contact unless the motion leads away.
//
// The pairs that count are those of cdSweepMechanism (mechanism.h). Two links between which no joint moves on
// an edge are tested at the start of the path alone.
//
// The query is a pure function of its input: no globals, reentrant. Units: lengths in the mesh's unit, angles
// in radians, times in seconds. Frame: world.
#ifndef COLLISION_MECHANISM_PATH_H
#define COLLISION_MECHANISM_PATH_H

#include "collision/mechanism.h"

#ifdef __cplusplus
extern "C" {
#endif

// A motion of a mechanism.
typedef struct cdJointPath {
    const cdMechanism *mechanism; // read during the call only
    const double *times;          // times[nodeCount]: seconds, not negative, ascending
    // values[nodeCount * linkCount]: the values of the joints of all links at the first node, then at the
    // second, and so on. Radians or length; those of fixed joints are ignored.
    const double *values;
    int32_t nodeCount; // 2 or more
} cdJointPath;

// Computes the joint values at a time, seconds. Before the first node and after the last one the mechanism
// stays. `values`: values[linkCount], filled.
// @errors false: an invalid path, or a time that is not finite
CD_API bool cdGetJointValues(const cdJointPath *path, double time, double *values);

// A path that is searched.
typedef struct cdMechanismContactInput {
    cdJointPath path; // the mechanism and its joint values; read during the call only
    // Time at which the search begins: seconds, below that of the last node. The motion before it is not
    // searched. 0: the first node
    double from;
    double margin;         // gap kept at the resolved time, length; 0: as in cdFindFirstContact
    double safetyDistance; // of pairs without one of their own (cdMechanism.distances), length; 0: none
    // Length that is added to the tolerance of a contact: it counts where elements come within both, plus the
    // safety distance. A larger one saves searches where links come near, and counts a near pass as a
    // contact. 0: the tolerance is that of rounding, some 1e-11 of the radii of both meshes and the lengths
    // between them.
    double tolerance;
    cdBudget budget;      // limit on the work of the whole call; zeroed: none
    const cdTasks *tasks; // the caller's task system, as in cdSweepInput; NULL: in the calling thread
} cdMechanismContactInput;

// Result of cdFindMechanismContact.
typedef struct cdMechanismContact {
    cdState state;    // see the top of this file
    cdReason reason;  // if undecided
    cdInterval time;  // of the contact, seconds; free: twice the last node's time
    double tolerance; // length: elements within this distance, plus the safety distance, touch
    // A time of the free motion, seconds: at a contact shortly before it, where the pair is separated by the
    // margin, or the start of the edge.
    double resolvedTime;
    int32_t edge;                 // the contact is between the nodes `edge` and `edge` + 1; free: -1
    int32_t linkA, linkB;         // the links that touch or are undecided, in any order; free: -1
    int32_t shapeA, shapeB;       // indices of their meshes; free: -1
    cdContactKind kind;           // if in contact
    cdFeature featureA, featureB; // touch first, if in contact; with the file's numbers
    cdVec3 point, normal;         // world frame, at time.lo; the normal is unit, from B to A
    int32_t pairCount;            // pairs of meshes that count
    int64_t searchCount;          // searches of a pair on an edge; pairs whose spheres stay apart need none
    cdQueryStats stats;           // work of the query
} cdMechanismContact;

// Finds the first contact of a mechanism on a path of its joints.
// @errors CD_UNDECIDED, time.lo is the first node's: CD_REASON_INPUT for an invalid mechanism, fewer than two
// nodes, times that are negative or not ascending, or a `from` at or after the last node;
// CD_REASON_NOT_FINITE, CD_REASON_WORKSPACE as in cdFindFirstContact
CD_API cdMechanismContact cdFindMechanismContact(const cdMechanismContactInput *input,
                                                 cdWorkspace *workspace);

#ifdef __cplusplus
}
#endif
#endif
