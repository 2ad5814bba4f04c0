// Queries between meshes: first contact of a moving mesh, overlap at a pose, four points that move linearly.
//
// Mesh A moves. Mesh B is fixed; in first contacts it may move, too. Each query is a pure function of its
// input: no globals, reentrant. The cache and the trace are optional (NULL). A zeroed cache is empty; a cache
// never changes a result. The workspace (workspace.h) is the caller's, one per thread. Points and normals are
// in the world frame. Normals are unit and point from B to A.
//
// Guarantees of cdFindFirstContact:
// - CD_FREE: the whole motion is free of contact. CD_CONTACT: [0, t.lo] is free, and two elements (vertex,
//   edge, triangle) come within `tolerance` of each other in [t.lo, t.hi]. CD_OVERLAP: the surfaces share a
//   point at the start, or are nearer than the safety distance; the motion is not tested.
// - With a safety distance d, "free" means farther than d from each other, and "within `tolerance`" means
//   within d + `tolerance`. For starts at the distance d see cdFirstContactInput.safetyDistance.
// - Meshes within `tolerance` of each other at the start touch. They may leave, and pairs that share a point
//   there may overlap by up to eight tolerances on the way. A motion that would take surfaces through each
//   other is CD_CONTACT at the start.
// - With CD_EACH_OWN_SCREW the search approximates the relative motion by screws. The guarantees hold for the
//   true motion; `tolerance` includes the error of the approximation.
// - CD_UNDECIDED: a limit was reached (state.h), or the input is invalid (t.lo is 0). If t.lo > 0, [0, t.lo]
//   is free and resolvedPose is a pose of it: treat it as contact, or continue there with a new budget.
//
// Poses need unit quaternions. If a squared length is off by more than 1e-6, the query is CD_UNDECIDED;
// cdNormalizeQuat corrects the length.
#ifndef COLLISION_QUERY_H
#define COLLISION_QUERY_H

#include "collision/base.h"
#include "collision/convex.h"
#include "collision/mesh.h"
#include "collision/motion.h"
#include "collision/state.h"
#include "collision/trace.h"
#include "collision/workspace.h"

#ifdef __cplusplus
extern "C" {
#endif

// Kinds of features.
typedef enum cdFeatureKind {
    CD_NO_FEATURE = 0,
    CD_FEATURE_VERTEX,
    CD_FEATURE_EDGE,
    CD_FEATURE_FACE
} cdFeatureKind;

// A vertex, edge or face of a mesh, by the library's number and by the file's. cdGetFeatureAt alone
// returns the `index` of a feature of CD_PART_FEATURES, such as a maximal face.
typedef struct cdFeature {
    cdFeatureKind kind; // CD_NO_FEATURE: the numbers below are unset
    int32_t index;      // into the mesh's vertices, edges or triangles
    int32_t id; // the file's number of the vertex or face; `index` for an edge, which files do not number
    int32_t vertexId[2]; // the file's vertex numbers: the vertex twice, the edge's ends, -1 for a face
} cdFeature;

// Optimisations that can be disabled. Results never depend on them.
enum {
    CD_DISABLE_LABELS = 1u << 0,      // hash table of tested node pairs, by their elements' label [RKC01 4.4]
    CD_DISABLE_PAIR_TABLES = 1u << 1, // hash tables of tested element pairs [RKC01 4.4]
    CD_DISABLE_TRAJECTORY_BOUND = 1u << 2, // bound on a sphere's path, tested before the quartic [RKC01 4.2]
    CD_DISABLE_CURRENT_CONTACT = 1u << 3,  // after a contact at t_c, search of [0, t_c] only [RKC01 4.3]
    CD_DISABLE_VERTEX_CACHE = 1u << 4,     // cache of vertices in the frame of the motion [RKC01 4.1]
    CD_DISABLE_SLABS = 1u << 5, // planes on both sides of a node's triangles, tested after the spheres
    CD_DISABLE_TREE = 1u << 6,  // sphere trees; without them every pair of elements is tested
    CD_DISABLE_PROXY = 1u << 7, // test of the convex hulls; decides pairs whose hulls stay disjoint [CW96]
    CD_DISABLE_BOXES = 1u << 8, // special search for two meshes that are boxes [AS05]
    CD_DISABLE_LONG_SPANS = 1u << 9 // longer parts of the step while the meshes are apart
};

// Counts of the work of a query.
typedef struct cdQueryStats {
    int64_t sphereTests;     // pairs of nodes, "SS" of [RKC01 Table 1]
    int64_t edgeEdgeTests;   // cubics of two edges, "EE"
    int64_t vertexFaceTests; // cubics of A's vertex and B's face, "VF"
    int64_t faceVertexTests; // cubics of A's face and B's vertex, "FV"
    int64_t proxyTests;      // pairs of convex hulls tested
    int64_t proxyRejects;    // mesh pairs decided by their hulls, which stay disjoint
    int64_t boxTests;        // box pairs tested analytically [AS05] instead of by hulls
    int64_t boxPlanes;       // separating planes that were followed along these paths
    int64_t boxAnswers;      // mesh pairs decided as boxes: free, or a pair of elements in contact
    int64_t boundRejects;    // node pairs found disjoint by the bound on a sphere's path
    int64_t quarticTests;    // node pairs tested by the quartic equation of two moving spheres
    int64_t slabRejects;     // node pairs found disjoint by slabs: two planes about a node's triangles
    int64_t facePairTests;   // pairs of triangles tested
    int64_t facePairRejects; // pairs of triangles that a plane separates
    int64_t labelSkips;      // node pairs skipped: a pair with the same labels was tested earlier
    int64_t pairTableSkips;  // element pairs skipped: tested earlier
    int64_t verticesMoved;   // vertices of A transformed to the frame of the motion; more without their cache
    int64_t shortenings;     // contacts that shortened the remaining search
    int64_t cubicSolves;     // cubics whose roots were computed
    int64_t separationSteps; // iterations for cubics too flat for certified roots
    int64_t overlapTests;    // pairs of triangles tested exactly at one pose
    int64_t obstacleTests;   // obstacles tested by the broad phase
    int64_t pairTests;       // counted against the budget (state.h)
} cdQueryStats;

// Cache of one pair of meshes, for first contact, overlap, distance and contact regions. Zeroed means empty.
typedef struct cdPairCache {
    int32_t kind;         // cdContactKind of the last contact
    int32_t elementA;     // vertex, edge or triangle of A, by `kind`
    int32_t elementB;     // element of B
    int32_t hitCount;     // queries that found the cached pair again
    int32_t nearestKind;  // cdContactKind of the nearest elements that cdFindDistance found last
    int32_t nearestA;     // vertex, edge or triangle of A, by `nearestKind`
    int32_t nearestB;     // element of B
    double opened;        // sum of radii of the smallest spheres opened last; guesses how far apart they are
    cdConvexCache convex; // cache of the convex hulls; the hull of A is swept over the step
    cdConvexCache still;  // cache of the convex hulls at one pose
} cdPairCache;

// Result of the first test, before the sphere trees. Two meshes: a separating vector of their convex hulls,
// A's swept over the step [CW96]. Two boxes: an analytic test [AS05]; `vector` is then the normal of the
// plane that separates them at the end of the step, or of the plane that they touch. If B moves,
// the vector and the points are those with B at startB.
typedef struct cdProxy {
    bool tested, separated; // true if the test was made; true if it found no contact
    bool ofBoxes;           // true if two boxes were tested [AS05]
    bool cacheHit;          // decided at once by the cache
    int32_t iterations;     // iterations of the search; boxes: planes followed
    cdVec3 vector;          // unit, world frame, from A to B, unlike normals: separates, or was tried last
    double gap; // length along `vector`, less a bound on A's deviation from a straight path; < 0: overlap
    cdVec3 pointA, pointB; // supporting vertices, world frame; A's at the start or the end of the step
    int32_t obstacle; // index of B among several: touched first; if all are free, the one of the smallest gap
} cdProxy;

// A pair of elements that touch in [t.lo, t.hi]. With a safety distance, a rounded mesh or CD_EACH_OWN_SCREW:
// the features that contain the nearest points, each pair once. `kind` is then CD_VERTEX_FACE if featureA is
// a vertex, else CD_FACE_VERTEX if featureB is one, else CD_EDGE_EDGE; the point is midway between the
// surfaces.
typedef struct cdTouch {
    cdContactKind kind;           // kinds of the elements, A's first
    cdFeature featureA, featureB; // with the file's numbers
    cdVec3 point, normal;         // world frame, at t.lo
} cdTouch;

// The in-between motion of two meshes that both move.
typedef enum cdInBetween {
    // B follows the screw from startB to targetB. As seen from B, A follows the screw from the first relative
    // pose to the last. A common motion of both changes nothing.
    CD_RELATIVE_SCREW = 0,
    // Each follows the screw from its start to its target (motion.h). The relative motion is searched in
    // parts. Each part is searched as one screw; a bound on the difference is kept in addition to the safety
    // distance. Small gaps between passing meshes need short parts, each with a search of its own. After
    // 131072 parts the query is CD_UNDECIDED with CD_REASON_PRECISION.
    CD_EACH_OWN_SCREW
} cdInBetween;

// One step of A against B. B is fixed or moves, too. Of a body and a floor let the floor be B, also if only
// the floor moves (startA equal to targetA): as seen from the floor the path of the body is short. As seen
// from the body the far corners of the floor move by more than the body is large, and the search takes
// several times as long.
typedef struct cdFirstContactInput {
    const cdMesh *meshA;    // moves
    const cdMesh *meshB;    // may be the same mesh
    cdPose startA, targetA; // start and intended end of A's step; world frame
    cdPose startB;          // pose of B at the start of the step; world frame
    const cdPose *targetB;  // intended end of B's step; NULL: B stays at startB
    cdInBetween inBetween;  // in-between motion of both; unused if B is fixed
    // Gap kept at the resolved pose, length; the actual gap is in (0, 4 margin]. A margin of 0 means 1e-6 of
    // the two meshes' larger radius, rounding included. Raised if it is below the rounding error of A's pose.
    double margin;
    // Distance d that counts as contact, length. 0: none. The margin is kept in addition to d. A start nearer
    // than d by more than the tolerance is CD_OVERLAP. A start at d, within rounding, is CD_CONTACT, unless
    // the motion leads away. Such a motion may bring elements that start at d up to 4 tolerances nearer than
    // d before they separate; with CD_EACH_OWN_SCREW it may bring all elements a tolerance nearer than d.
    double safetyDistance;
    uint32_t disabled;     // CD_DISABLE_... bits
    cdBudget budget;       // limit on the work; zeroed: none
    cdTouch *touches;      // touches[touchCapacity], optional: receives all pairs that touch; NULL: none
    int32_t touchCapacity; // room in `touches`
} cdFirstContactInput;

// Result of cdFindFirstContact.
typedef struct cdFirstContact {
    cdState state;                // defined at the top of this file
    cdReason reason;              // if undecided
    cdInterval t;                 // fractions of the step; {1, 1} if free, {0, 0} if overlapping
    cdContactKind kind;           // if in contact
    cdFeature featureA, featureB; // touch first, if in contact; see cdTouch
    cdVec3 point, normal;         // world frame, at t.lo
    double tolerance;             // length: elements within this distance, plus the safety distance, touch
    // Fraction of the step at the resolved pose. Free: 1. Contact: shortly before t.lo, or 0. Overlap: 1 if
    // the target is free, else 0; the motion between is not tested. Undecided: before t.lo by the time of two
    // margins of A's path, or 0. There the surfaces are farther from each other than the safety distance,
    // unless they started nearer.
    double resolvedTime;
    cdPose resolvedPose;   // pose of A there, world frame
    cdPose resolvedPoseB;  // pose of B, or of the obstacle `obstacle`, at that fraction; world frame
    int32_t touchCount;    // pairs written to `touches`
    int32_t neededTouches; // enough room for all of them; 0 without that array
    bool truncated;        // more touches than touchCapacity, or than the budget allowed to find
    int32_t obstacle;      // index of the obstacle touched or undecided, -1: free; with a single B always 0
    cdProxy proxy;         // the test of the convex hulls or of two boxes; zeroed with CD_EACH_OWN_SCREW
    cdQueryStats stats;    // work of the query
} cdFirstContact;

// Finds the first contact of A's motion with B. [RKC01]
// @errors CD_UNDECIDED with t.lo = 0 and a reason: a pose is not finite or not unit; the margin or the safety
// distance is negative or not finite; lengths exceed 1e100; the sizes of the meshes, their distance and the
// path are all below 1e-100; or the workspace cannot grow
CD_API cdFirstContact cdFindFirstContact(const cdFirstContactInput *input, cdPairCache *cache,
                                         cdWorkspace *workspace, cdTrace *trace);

// Two meshes at two poses.
typedef struct cdOverlapInput {
    const cdMesh *meshA, *meshB; // may be the same mesh
    cdPose poseA, poseB;         // local to world
    // trianglePairs[2 * pairCapacity]: sorted, A's, then B's index into cdMeshInfo.triangles. NULL: one pair
    int32_t *trianglePairs;
    int32_t pairCapacity; // room for pairs
    cdBudget budget;      // limit on the work; zeroed: none
} cdOverlapInput;

// Result of cdFindOverlap.
typedef struct cdOverlap {
    cdState state;                // CD_OVERLAP, CD_FREE or CD_UNDECIDED
    cdReason reason;              // if undecided, or if a limit ended the search for pairs
    int32_t obstacle;             // of several, the index of the one that overlaps or is undecided, -1: free
    int32_t pairCount;            // pairs written to `trianglePairs`; without that array 1 for an overlap
    int32_t neededPairs;          // enough room for all of them; 0 without that array
    bool truncated;               // there were more pairs than room, or the budget ended the search for them
    cdFeature featureA, featureB; // faces of the first pair found
    cdVec3 point;       // a point that both triangles share, world frame; rounded: midway between them
    cdQueryStats stats; // work of the query
} cdOverlap;

// Tests if the surfaces of two meshes share a point: the discrete method. Vertices are transformed to their
// poses and rounded once; the test of the results is exact. Touching counts as overlap. Rounded meshes
// overlap if the distance of their triangles, within rounding, is at most the sum of their radii. The cache
// keeps a separating vector of the hulls: a pair that stays disjoint costs some 100 ns.
// @errors CD_UNDECIDED: a pose is not finite or not unit, or the workspace cannot grow
CD_API cdOverlap cdFindOverlap(const cdOverlapInput *input, cdPairCache *cache, cdWorkspace *workspace,
                               cdTrace *trace);

// A mesh that a moving mesh may touch.
typedef struct cdObstacle {
    const cdMesh *mesh; // may be shared with other obstacles
    cdPose pose;        // at the start of the step; world frame
} cdObstacle;

// One step of a mesh among obstacles. See cdFirstContactInput for the members that both have.
typedef struct cdObstaclesInput {
    const cdMesh *mesh;          // moves
    cdPose start, target;        // start and intended end of the step; world frame
    const cdObstacle *obstacles; // obstacles[obstacleCount]
    int32_t obstacleCount;       // 0 or more
    // obstacleTargets[obstacleCount]: ends of the obstacles' steps; an obstacle whose end is its start is
    // fixed. NULL: all are fixed. The mesh and each obstacle follow their own screws, as with
    // CD_EACH_OWN_SCREW. cdFindSlide refuses moving obstacles.
    const cdPose *obstacleTargets;
    double margin; // gap kept at the resolved pose, length; 0: 1e-6 of the touching pair's larger radius
    double safetyDistance; // distance that counts as contact, length; 0: none
    uint32_t disabled;     // CD_DISABLE_... bits
    cdBudget budget;       // limit on the work of the whole call; zeroed: none
    cdTouch *touches; // touches[touchCapacity]: pairs with the obstacle that is touched first; NULL: none
    int32_t touchCapacity; // room in `touches`
} cdObstaclesInput;

// Finds the first contact with any of the obstacles. The broad phase compares swept bounds; obstacles are
// then tested in the order in which they can be reached. `caches`: caches[obstacleCount]; NULL: none.
// @errors as in cdFindFirstContact
CD_API cdFirstContact cdFindFirstContactAmong(const cdObstaclesInput *input, cdPairCache *caches,
                                              cdWorkspace *workspace, cdTrace *trace);

// One mesh at a pose among obstacles.
typedef struct cdOverlapAmongInput {
    const cdMesh *mesh;          // may be shared with obstacles
    cdPose pose;                 // world frame
    const cdObstacle *obstacles; // obstacles[obstacleCount]
    int32_t obstacleCount;       // 0 or more
    cdBudget budget;             // limit on the work of the whole call; zeroed: none
} cdOverlapAmongInput;

// Tests obstacles for overlap in their order; stops at the first that overlaps or is undecided. `caches`:
// caches[obstacleCount]; NULL: none.
CD_API cdOverlap cdFindOverlapAmong(const cdOverlapAmongInput *input, cdPairCache *caches,
                                    cdWorkspace *workspace, cdTrace *trace);

// Four points that each move linearly over t in [0, 1]: a pair of elements of deforming meshes.
typedef struct cdLinearInput {
    // CD_VERTEX_FACE: point 0 against triangle 1, 2, 3. CD_EDGE_EDGE: edge 0, 1 against edge 2, 3.
    cdContactKind kind;
    cdVec3 start[4], end[4]; // the points at t = 0 and at t = 1, in one common frame
} cdLinearInput;

// Result of cdFindLinearContact.
typedef struct cdLinearContact {
    cdState state; // CD_CONTACT, CD_FREE or CD_UNDECIDED
    // CD_CONTACT: the elements are disjoint before t.lo and first touch in [t.lo, t.hi], which is at most
    // 1e-9 wide; {0, 0} and {1, 1} for contacts at the ends. CD_FREE: {1, 1}. CD_UNDECIDED: {0, 0}.
    cdInterval t;
    double tolerance; // bound on the distance of the elements anywhere in `t`, length; 0 when t.lo == t.hi
} cdLinearContact;

// Finds the first contact of a vertex and a triangle, or of two edges. Decisions are exact for the points as
// given: it finds every contact, also at a single instant, on the boundary of an element, in one plane or of
// elements of zero size, and reports no false contact. Elements that touch at t = 0 are in contact there.
// @errors CD_UNDECIDED: a `kind` other than these two (a programmer's error), points that are not finite, or
// coordinates that need more than 293 bits from the highest to the lowest, if the decision is close: with
// full mantissas, magnitudes that differ by a factor of about 2^240
CD_API cdLinearContact cdFindLinearContact(const cdLinearInput *input);

#ifdef __cplusplus
}
#endif
#endif
