// Queries between meshes: first contact of a moving mesh, overlap at a pose, four points that move linearly.
//
// Mesh A moves; mesh B is fixed, but in first contacts, where both may move. Each query is a pure function of
// its input: no globals, reentrant. The cache and the trace are optional (NULL); a zeroed cache is empty, and
// a cache never changes a result. The workspace (workspace.h) is the caller's, one per thread.
//
// Guarantee of cdFindFirstContact: [0, t.lo] is free of contact, and when the state is CD_CONTACT two
// elements come within `tolerance` (see cdFirstContact) of each other in [t.lo, t.hi]. With a safety distance
// d the surfaces stay more than d apart on [0, t.lo], and come within d + `tolerance` in [t.lo, t.hi]. With
// CD_EACH_OWN_SCREW all this holds of the two screws, and `tolerance` includes what remains of the difference
// to the screws that were searched. A state of CD_UNDECIDED means that a limit was reached (state.h); then
// too [0, t.lo] is free, and A is left in that part. The caller treats it as contact at t.lo, or continues
// from there with a fresh budget. Points and normals are in the world frame, normals are unit and point from
// B to A.
//
// The quaternions of poses are of unit length; one whose square is off by more than 1e-6 makes a query
// CD_UNDECIDED (cdNormalizeQuat mends it).
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

// A vertex, edge or face of a mesh, by the library's number and by the file's.
typedef struct cdFeature {
    cdFeatureKind kind; // CD_NO_FEATURE: the numbers below are unset
    int32_t index;      // into the mesh's vertices, edges or triangles
    int32_t id;         // the file's number of the vertex or face; for an edge `index`, since files have none
    int32_t vertexId[2]; // original ids: the vertex twice, the edge's ends, -1 for a face
} cdFeature;

// Optimisations that can be disabled. Results never depend on them.
enum {
    CD_DISABLE_LABELS = 1u << 0,           // [RKC01 4.4] hash table of tested label pairs
    CD_DISABLE_PAIR_TABLES = 1u << 1,      // [RKC01 4.4] hash tables of tested element pairs
    CD_DISABLE_TRAJECTORY_BOUND = 1u << 2, // [RKC01 4.2] bound on a sphere's path before its equation
    CD_DISABLE_CURRENT_CONTACT = 1u << 3,  // [RKC01 4.3] search only [0, t_c]
    CD_DISABLE_VERTEX_CACHE = 1u << 4,     // [RKC01 4.1] moved vertices kept in the frame of the motion
    CD_DISABLE_SLABS = 1u << 5,            // the flat bounds beside the spheres
    CD_DISABLE_TREE = 1u << 6,             // brute force: every pair of elements
    CD_DISABLE_PROXY = 1u << 7,            // [CW96] convex proxies that stay apart for the whole step
    CD_DISABLE_BOXES = 1u << 8             // [AS05] the route of two meshes that are boxes
};

// Counts of the work of a query.
typedef struct cdQueryStats {
    int64_t sphereTests;     // pairs of nodes, [RKC01 Table 1] "SS"
    int64_t edgeEdgeTests;   // cubic equations built, "EE"
    int64_t vertexFaceTests; // "VF"
    int64_t faceVertexTests; // "FV"
    int64_t proxyTests;      // convex proxies asked whether they stay apart
    int64_t proxyRejects;    // proxy tests that settled the pair: the hulls stay disjoint
    int64_t boxTests;        // pairs of boxes whose motion path was followed, instead of a proxy test
    int64_t boxPlanes;       // separating planes that were followed along these paths
    int64_t boxAnswers;      // box tests that settled the pair: free, or a pair of elements in contact
    int64_t boundRejects;    // node pairs decided apart by the bound on the path, without the quartic
    int64_t quarticTests;    // node pairs that needed the quartic
    int64_t slabRejects;     // node pairs apart by their flat bounds
    int64_t facePairTests;   // pairs of triangles tested
    int64_t facePairRejects; // pairs of triangles that a plane separates
    int64_t labelSkips;      // node pairs skipped because their labels were done
    int64_t pairTableSkips;  // element pairs skipped because they were done
    int64_t verticesMoved;   // vertices of A placed in the frame of the motion; more without their cache
    int64_t shortenings;     // how often a contact shortened the rest of the search
    int64_t cubicSolves;     // cubics whose roots were needed
    int64_t separationSteps; // steps of the degenerate path
    int64_t overlapTests;    // exact triangle pairs
    int64_t bodyTests;       // obstacles tested by the broad phase
    int64_t pairTests;       // counted against the budget (state.h)
} cdQueryStats;

// State that the queries of one pair of meshes keep for the next one: first contact, overlap, distance,
// contact regions. Zeroed means empty.
typedef struct cdPairCache {
    int32_t kind;         // cdContactKind of the last contact
    int32_t elementA;     // of A: by the kind a vertex, an edge or a triangle
    int32_t elementB;     // of B
    int32_t hitCount;     // how often it gave the first bound
    int32_t nearestKind;  // cdContactKind of the nearest elements that cdFindDistance found last
    int32_t nearestA;     // of A: by that kind a vertex, an edge or a triangle
    int32_t nearestB;     // of B
    cdConvexCache convex; // of the meshes' convex hulls, A's swept over a step
    cdConvexCache still;  // of the hulls at one pose
} cdPairCache;

// Result of the test that comes before the sphere trees. Two meshes: their convex hulls, A's swept over the
// step [CW96]. Two boxes: their motion path [AS05]; `vector` is then the normal of the plane that separates
// them at the end of the step, or of the plane on which the path stopped. Where B moves, too, the vector and
// the points are those with B at startB.
typedef struct cdProxy {
    bool tested, separated; // the test was made; it settled the query: no contact
    bool ofBoxes;           // by the motion path of two boxes
    bool cacheHit;          // decided at once by the cached vector or the cached witness
    int32_t iterations;     // steps of the search; boxes: planes followed
    cdVec3 vector;          // unit, world frame, from A towards B: the one that separates, or the last tried
    double gap;             // length along it, less what A's path may bulge; below 0: not separated by it
    cdVec3 pointA, pointB;  // supporting vertices, world frame, A's where the step begins or ends
    int32_t obstacle; // among several the index of B: touched first; when all are free, of the least gap
} cdProxy;

// A pair of elements that touch in [t.lo, t.hi]. With a safety distance, a rounded mesh or CD_EACH_OWN_SCREW
// the features are those that hold the nearest points, each such pair once. Then a pair with a vertex of A is
// CD_VERTEX_FACE whatever the other feature is, else one with a vertex of B CD_FACE_VERTEX. The point is
// midway between the surfaces.
typedef struct cdTouch {
    cdContactKind kind;           // A's part first
    cdFeature featureA, featureB; // original ids included
    cdVec3 point, normal;         // world frame, at t.lo
} cdTouch;

// The in-between motion of two meshes that both move.
typedef enum cdInBetween {
    // B follows the screw from startB to targetB, and A moves so that its motion as seen from B is the screw
    // from the first relative pose to the last. Common motion of both therefore changes nothing.
    CD_RELATIVE_SCREW = 0,
    // Each follows the screw from its start to its target (motion.h). The relative motion is searched in
    // parts, and each is compared with one screw; the difference is bounded and kept beyond the safety
    // distance. Where meshes pass each other at a small gap the parts are short, and each takes a search. A
    // query ends as CD_UNDECIDED, CD_REASON_PRECISION, after 131072 of them.
    CD_EACH_OWN_SCREW
} cdInBetween;

// One step of A against B, which is fixed or moves, too.
typedef struct cdFirstContactInput {
    const cdMesh *meshA;    // moves
    const cdMesh *meshB;    // may be the same one
    cdPose startA, targetA; // where the step begins, and where it is meant to end; world frame
    cdPose startB;          // world frame, at the start of the step
    const cdPose *targetB;  // where B's step is meant to end; NULL: B stays at startB
    cdInBetween inBetween;  // how both move in between; no matter where B stays
    // Gap kept at rest, length; 0: 1e-6 of the two meshes' larger radius. Raised where placing A would round
    // it away.
    double margin;
    // Distance d that counts as contact, length; 0: none. Surfaces that start nearer than d, by more than the
    // tolerance, are CD_OVERLAP. A start at d, within rounding, is a contact unless the motion leads away:
    // elements that are at d there may come up to 4 tolerances nearer until they are more than d apart. With
    // CD_EACH_OWN_SCREW all elements may be nearer than d by up to a tolerance until then. The margin is kept
    // beyond d.
    double safetyDistance;
    uint32_t disabled;     // CD_DISABLE_...
    cdBudget budget;       // limit on the work; zeroed: none
    cdTouch *touches;      // touches[touchCapacity], filled on request; NULL: none
    int32_t touchCapacity; // room in `touches`
} cdFirstContactInput;

// Result of cdFindFirstContact.
typedef struct cdFirstContact {
    cdState state;                // how it ended; the top of this file says what each guarantees
    cdReason reason;              // when undecided
    cdInterval t;                 // fractions of the step; {1, 1} when free, {0, 0} when overlapping
    cdContactKind kind;           // when contact
    cdFeature featureA, featureB; // what touches first, when contact; see cdTouch
    cdVec3 point, normal;         // world frame, at t
    double tolerance;             // length: elements this close, beyond the safety distance, at t touch
    // Where A is left: the fraction of the step, and the pose. It keeps more than the safety distance, but
    // for a start that did not. The target when free; when overlapping the target if that is free, else the
    // start; when undecided two margins before t.lo, or the start.
    double resolvedTime;
    cdPose resolvedPose;   // world frame
    cdPose resolvedPoseB;  // where B, or the obstacle touched, is at that fraction
    int32_t touchCount;    // pairs written to `touches`
    int32_t neededTouches; // room that suffices for all of them; 0 without that array
    bool truncated;        // more touches than touchCapacity, or than the budget allowed to find
    int32_t obstacle;      // among several the index of the one touched or undecided, -1: free; else 0
    cdProxy proxy;      // the test of the convex hulls, or of two boxes, that came first; zero of own screws
    cdQueryStats stats; // the work it took
} cdFirstContact;

// First contact of A's motion with B. [RKC01]
// @errors CD_UNDECIDED with t.lo = 0 and its reason: a pose is not finite or not unit, the margin or the
// safety distance negative or not finite, lengths go beyond 1e100, the sizes of the meshes, their distance
// and the path are all below 1e-100, or the workspace cannot grow
CD_API cdFirstContact cdFindFirstContact(const cdFirstContactInput *input, cdPairCache *cache,
                                         cdWorkspace *workspace, cdTrace *trace);

// Two meshes at two poses.
typedef struct cdOverlapInput {
    const cdMesh *meshA, *meshB; // may be the same one
    cdPose poseA, poseB;         // local to world
    // trianglePairs[2 * pairCapacity]: A's and B's triangle, in their order; NULL: stop at the first
    int32_t *trianglePairs;
    int32_t pairCapacity; // room for pairs
    cdBudget budget;      // limit on the work; zeroed: none
} cdOverlapInput;

// Result of cdFindOverlap.
typedef struct cdOverlap {
    cdState state;       // CD_OVERLAP or CD_FREE; CD_UNDECIDED as above
    cdReason reason;     // when undecided
    int32_t obstacle;    // among several the index of the one that overlaps or is undecided, -1: free
    int32_t pairCount;   // written to `trianglePairs`; without that array 1 for an overlap
    int32_t neededPairs; // room that suffices for all of them; 0 without that array
    bool truncated;      // there were more pairs than room, or the budget ended the search for them
    cdFeature featureA, featureB; // faces of the first pair found
    cdVec3 point;                 // a point both triangles share, world frame; rounded: midway between them
    cdQueryStats stats;           // the work it took
} cdOverlap;

// The discrete method: whether the surfaces share a point at a pose, exactly for the vertices as placed
// (rounded once). Touching counts as overlap. Rounded meshes overlap where the distance of their triangles,
// within rounding, is no more than the sum of their radii. The cache keeps a separating vector of the hulls:
// a pair that stays apart costs some 100 ns.
// @errors CD_UNDECIDED: a pose is not finite or not unit, or the workspace cannot grow
CD_API cdOverlap cdFindOverlap(const cdOverlapInput *input, cdPairCache *cache, cdWorkspace *workspace,
                               cdTrace *trace);

// One of the meshes that a moving mesh may meet.
typedef struct cdObstacle {
    const cdMesh *mesh; // may be that of other obstacles, too
    cdPose pose;        // world frame; at the start of the step
} cdObstacle;

// One step of a mesh among obstacles. cdFirstContactInput says more about the members that both have.
typedef struct cdObstaclesInput {
    const cdMesh *mesh;          // moves
    cdPose start, target;        // where the step begins, and where it is meant to end; world frame
    const cdObstacle *obstacles; // obstacles[obstacleCount]
    int32_t obstacleCount;       // 0 or more
    // obstacleTargets[obstacleCount]: where the obstacles' steps end; one that ends where it begins stays.
    // NULL: all stay. The mesh and each obstacle follow their own screws, as with CD_EACH_OWN_SCREW.
    // cdFindSlide refuses moving obstacles.
    const cdPose *obstacleTargets;
    double margin;         // gap kept at rest; 0: from the larger radius of the pair that touches
    double safetyDistance; // distance that counts as contact, length; 0: none
    uint32_t disabled;     // CD_DISABLE_...
    cdBudget budget;       // limit on the work of the whole call; zeroed: none
    cdTouch *touches;      // touches[touchCapacity] with the obstacle met first; NULL: none
    int32_t touchCapacity; // room in `touches`
} cdObstaclesInput;

// First contact over all obstacles: the broad phase compares swept bounds, then obstacles are tested in the
// order in which they can be reached. `caches`: caches[obstacleCount], NULL: none.
// @errors as of cdFindFirstContact
CD_API cdFirstContact cdFindFirstContactAmong(const cdObstaclesInput *input, cdPairCache *caches,
                                              cdWorkspace *workspace, cdTrace *trace);

// One mesh that stands still among obstacles.
typedef struct cdOverlapAmongInput {
    const cdMesh *mesh;          // may be that of obstacles, too
    cdPose pose;                 // world frame
    const cdObstacle *obstacles; // obstacles[obstacleCount]
    int32_t obstacleCount;       // 0 or more
    cdBudget budget;             // limit on the work of the whole call; zeroed: none
} cdOverlapAmongInput;

// The discrete test against all obstacles, up to the first in their order that overlaps or is undecided.
// `caches`: caches[obstacleCount], NULL: none.
CD_API cdOverlap cdFindOverlapAmong(const cdOverlapAmongInput *input, cdPairCache *caches,
                                    cdWorkspace *workspace, cdTrace *trace);

// Four points that each move linearly over t in [0, 1]: the test of deforming meshes.
typedef struct cdLinearInput {
    // CD_VERTEX_FACE: point 0 against triangle 1, 2, 3; CD_EDGE_EDGE: edge 0, 1 against 2, 3.
    cdContactKind kind;
    cdVec3 start[4], end[4]; // the points at t = 0 and at t = 1, in the order that `kind` says
} cdLinearInput;

// Result of cdFindLinearContact.
typedef struct cdLinearContact {
    cdState state; // CD_CONTACT, CD_FREE or CD_UNDECIDED
    // CD_CONTACT: the elements are disjoint before t.lo and touch exactly in [t.lo, t.hi], which is at most
    // 1e-9 wide; {0, 0} and {1, 1} for contacts at the ends. CD_FREE: {1, 1}. CD_UNDECIDED: {0, 0}.
    cdInterval t;
    double tolerance; // bound on the distance of the elements anywhere in `t`, length; 0 when t.lo == t.hi
} cdLinearContact;

// Finds the first contact of a vertex and a triangle, or of two edges. Decisions are exact: a contact at a
// single instant, on a rim, within a plane or of elements without extent is found, and nothing else is. The
// time is that of the first contact of the points as given, each moving linearly between its two positions.
// Elements that touch at t = 0 are in contact there.
// @errors CD_UNDECIDED for any other kind (a programmer's error), for points that are not finite, and where
// an exact decision needs more than 293 bits from the highest to the lowest bit of all coordinates (a ratio
// of 2^240 with full mantissas)
CD_API cdLinearContact cdFindLinearContact(const cdLinearInput *input);

#ifdef __cplusplus
}
#endif
#endif
