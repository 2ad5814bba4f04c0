// Paths: first contact and clearance of a whole motion through many poses.
//
// A set of meshes, fixed to one another, moves along a path among obstacles, which are fixed or follow paths
// of their own.
//
// The motion: the times of all nodes, of the set and of the moving obstacles, cut the path into pieces. A
// screw that turns by more than 90 degrees is also cut in the middle of its time. At a cut between two of its
// nodes a body is at the pose of its screw at that time (cdGetPoseAt). Within a piece each body follows the
// screw from its pose at the start of the piece to its pose at the end (motion.h). Such a screw differs from
// the uncut one only in the speed along its axis: at any time by less than 0.1 of its translation along the
// axis, and not at all if it only turns or only translates.
//
// Before its first node an obstacle stays there, and at its last node after that.
//
// Guarantees of cdFindPathContact:
// - CD_FREE: the whole motion is free of contact, from `from` to the last node, all instants included.
// - CD_CONTACT: the motion is free before time.lo. Two elements come within contact.tolerance of each other
//   in [time.lo, time.hi].
// - CD_OVERLAP: surfaces overlap, or are nearer than their safety distance, at the start of `piece`. That
//   is the start of the path or, rarely, a cut where rounding decides differently than for the piece before.
// - CD_UNDECIDED: a limit was reached, or the input is invalid. The motion is free before time.lo. Call again
//   with that time as `from` to continue, with a larger budget if time.lo does not grow.
// Each piece is judged by the rules of a single step (query.h). A start in touch, or at the safety distance,
// is a contact unless the motion leads away. So a path that slides along a surface is in contact at once, one
// that ends in touch is in contact at its end, and one that waits in touch is in contact at its start.
//
// Guarantee of cdFindPathClearance: the minimum distance over the whole motion lies within [lower, upper].
// Unless the search was cut short or rounding is coarser, these differ by at most `precision`. A search that
// was cut short continues with `certified` as `from`, with a larger budget if that time does not grow. The
// smallest `certifiedLower` and the smallest `upper` of all calls bound the minimum over the whole motion,
// and differ by no more than those of a single call.
//
// Each query is a pure function of its input: no globals, reentrant. The workspace (workspace.h) is the
// caller's, one per thread. Units: lengths in the mesh's unit, times in seconds. Frame: world. Normals are
// unit and point from the obstacle to the moving set.
#ifndef COLLISION_PATH_H
#define COLLISION_PATH_H

#include "collision/motion.h"
#include "collision/query.h"
#include "collision/slide.h"
#include "collision/tasks.h"

#ifdef __cplusplus
extern "C" {
#endif

// A mesh that a moving set may touch.
typedef struct cdPathObstacle {
    const cdMesh *mesh;      // may be shared
    cdPose pose;             // of a fixed obstacle; unused with nodes
    const cdPathNode *nodes; // nodes[nodeCount]: its own path; NULL: it is fixed
    int32_t nodeCount;       // above 0 with `nodes`
} cdPathObstacle;

// A set of meshes on a path among obstacles.
typedef struct cdPathInput {
    const cdPathNode *nodes;         // nodes[nodeCount]: path of the set's frame
    int32_t nodeCount;               // 2 or more
    const cdSlideShape *shapes;      // shapes[shapeCount]: meshes of the set
    int32_t shapeCount;              // 1 or more
    const cdPathObstacle *obstacles; // obstacles[obstacleCount]
    int32_t obstacleCount;           // 0 or more
    // Time at which the search begins: seconds, below that of the last node. The motion before it is not
    // searched. 0: the first node
    double from;
    double margin;         // gap kept at the resolved pose, length; 0: as in cdFindFirstContact
    double safetyDistance; // distance that counts as contact, length; 0: none
    // safetyDistances[shapeCount * obstacleCount], those of each shape together: instead of
    // `safetyDistance`. A negative one: the pair is ignored. NULL: `safetyDistance` for all pairs. An
    // allowance (cdMeshDef) of one pair alone: the obstacle is listed twice, with and without it, and each is
    // ignored where the other one counts.
    const double *safetyDistances;
    uint32_t disabled;     // CD_DISABLE_... bits (query.h)
    cdBudget budget;       // limit on the work of the whole call; zeroed: none
    cdTouch *touches;      // touches[touchCapacity], optional: all pairs of elements that touch; NULL: none
    int32_t touchCapacity; // room in `touches`
} cdPathInput;

// Result of cdFindPathContact.
typedef struct cdPathContact {
    // State, elements, point, normal, tolerance; t and resolvedTime are fractions of `piece`. resolvedPose is
    // that of the set. It is a pose of the free motion, shortly before the contact. `proxy` is that of the
    // last piece searched. `stats` are sums over all pieces.
    cdFirstContact contact;
    cdInterval time;     // the contact in the time of the path, seconds; free: twice the last node's time
    double resolvedTime; // time of the path at the resolved pose, seconds
    cdInterval piece;    // times of the start and the end of the piece of `contact`, seconds
    int32_t edge;        // the contact is between nodes[edge] and nodes[edge + 1]; free: -1
    int32_t shape;       // index of the mesh of the set that touches or is undecided; free: -1
    int32_t pieceCount;  // pieces searched; pieces in which nothing moves are not
} cdPathContact;

// Finds the first contact of a whole path. The trace (optional) records the search of the piece that ends it.
// @errors contact.state CD_UNDECIDED, time.lo is the first node's: CD_REASON_INPUT for fewer than two nodes,
// no shapes, times that are negative or not ascending, or a `from` at or after the last node; otherwise as in
// cdFindFirstContactAmong
CD_API cdPathContact cdFindPathContact(const cdPathInput *input, cdWorkspace *workspace, cdTrace *trace);

// Minimum distance in a part of a path.
typedef struct cdPathBound {
    cdInterval time; // of the part, seconds
    // Certified bounds of the minimum distance, length. Both 0 or nearly so if the set touches an obstacle.
    // If undecided, lower is 0, and upper may be infinity. Both are infinity if no pair counts.
    double lower, upper;
    double at;               // a time at which the distance is at most `upper`, seconds
    int32_t shape, obstacle; // the pair there; -1: none was found
} cdPathBound;

// Search for the minimum distance over a path.
typedef struct cdPathClearanceInput {
    // The path. `margin`, `safetyDistance`, `disabled` and the touches are unused; of `safetyDistances` only
    // the sign is: negative ones are ignored pairs.
    cdPathInput path;
    // Largest difference of the bounds, length. 0: 1e-6 of the radius of the set's largest mesh. Raised to 16
    // tolerances of the searches.
    double precision;
    cdPathBound *bounds; // bounds[boundCount]: receives the minima of equal parts of the time; NULL: none
    int32_t boundCount;  // parts; above 0 with `bounds`. Each part is searched by itself
} cdPathClearanceInput;

// Result of cdFindPathClearance.
typedef struct cdPathClearance {
    // CD_FREE: the whole motion is free of contact. CD_CONTACT: the set touches or overlaps an obstacle; the
    // rest of that part of the path is not searched. CD_UNDECIDED: a limit was reached, or the input is
    // invalid.
    cdState state;
    cdReason reason;     // if undecided
    double lower, upper; // certified bounds of the minimum distance, as in cdPathBound
    // The distance is at least `certifiedLower`, length, from the start of the search to the time
    // `certified`, seconds. Undecided: that of the whole pieces or parts that were searched, infinity if
    // there is no such piece; the bounds of later parts are invalid. Otherwise the last node's time and
    // `lower`.
    double certified, certifiedLower;
    double time;             // time at which the distance is at most `upper`, seconds
    int32_t edge;            // that time is between nodes[edge] and nodes[edge + 1]; -1: no pair counts
    int32_t shape, obstacle; // the pair there; -1: no pair counts
    // The nearest points of the pair at that time, world frame, and their features.
    cdVec3 pointA, pointB;
    cdFeature featureA, featureB; // with the file's numbers
    cdVec3 normal;                // unit, from B to A; zero if overlapping
    int32_t searchCount;          // searches of a pair in a piece
    int32_t distanceCount;        // distances computed
    cdQueryStats stats;           // work of the query
} cdPathClearance;

// Finds the minimum distance of a set and its obstacles over a whole path.
// @errors CD_UNDECIDED as in cdFindPathContact; CD_REASON_INPUT also for a negative precision or bounds
// without parts; lower is then 0
CD_API cdPathClearance cdFindPathClearance(const cdPathClearanceInput *input, cdWorkspace *workspace);

// Independent paths. They may share meshes and nodes.
typedef struct cdPathBatch {
    const cdPathInput *inputs; // inputs[count]; each with its own `touches`
    cdPathContact *results;    // results[count], filled
    int32_t count;             // of both arrays; 0 or more
} cdPathBatch;

// Calls cdFindPathContact for each input. `tasks` NULL: in the calling thread. The workspace keeps a
// workspace for each worker (cdWorkspaceNeed.workerCount). Any worker may call the hooks of base.h and the
// interrupts of the inputs.
// @errors for each result as in cdFindPathContact; CD_REASON_WORKSPACE if a workspace cannot grow;
// CD_REASON_INPUT if `tasks` omitted its task or ran it with a worker out of range
CD_API void cdFindPathContacts(const cdPathBatch *batch, cdWorkspace *workspace, const cdTasks *tasks);

#ifdef __cplusplus
}
#endif
#endif
