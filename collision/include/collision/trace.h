// A trace: the events of a query's search, recorded so that it can be replayed event by event.
//
// Searches that take a trace: first contact [RKC01], separating vectors [CW96], boxes [AS05], the descent of
// a solid's index [V90], distances, closest points, rays and contact regions. A result never depends on the
// trace; NULL records nothing. Events are plain numbers. The kind defines the meaning of the fields; fields
// without a meaning are 0. With CD_EACH_OWN_SCREW the step is searched in parts: `t` is of the step, `tau` of
// the part's screw.
//
// Order of events:
// - Queries of meshes: QUERY, then for each obstacle that is tested OBSTACLE, the result of its hulls or
//   boxes, SPAN for each part of the step with the tests in it, PAIR_DECIDED; at the end DECIDED.
// - Separating vectors: VECTOR, then HULLS. Two boxes in polynomial motion: ROUTE events, then DECIDED.
//   Indices: INDEX events.
// - Distances (distance.h): NODES_DISJOINT, NODES_MEET and ELEMENTS with how DISTANCE; c[0] is the distance,
//   of nodes a lower bound. Closest points: the same, b the node or the triangle. Rays: with how RAY; c[0] is
//   the distance along the ray.
#ifndef COLLISION_TRACE_H
#define COLLISION_TRACE_H

#include "collision/base.h"

#ifdef __cplusplus
extern "C" {
#endif

// An interval of time, lo <= hi.
typedef struct cdInterval {
    double lo, hi; // fractions of the step, unless documented otherwise
} cdInterval;

// Kinds of the two elements in contact, A's first.
typedef enum cdContactKind { CD_NO_CONTACT = 0, CD_VERTEX_FACE, CD_FACE_VERTEX, CD_EDGE_EDGE } cdContactKind;

// Kinds of events and their fields. `t`: the interval of the step that is searched at that moment, in
// fractions, unless documented otherwise. `tau`: the same in the parameter of the polynomials: of the screw
// `screw` of the motion (motion.h), or t itself for boxes in polynomial motion.
typedef enum cdTraceKind {
    // Start of a query. how: DISTANCE for a closest point, RAY for a ray, else NONE. t: the step; {0, 0} for
    // an overlap test.
    CD_TRACE_QUERY = 0,
    // The next obstacle. a: its index, 0 for a single pair. t.lo: it cannot be reached before.
    CD_TRACE_OBSTACLE,
    // One iteration of the search for a separating vector [CW96 2, 4]. how: origin of the vector. a, b: the
    // supporting vertices of A's hull along it and of B's against it. A proxy has A's hull at both ends of
    // the screw: a >= vertexCount is vertex a - vertexCount at the end. In the world frame: c[0..2] the
    // vector, unit, from A towards B; c[3] the gap along it; c[4..6] B's vertex minus A's; c[7] the thickness
    // added to A for the bulge of its path. c[8]: 1 if it separates.
    CD_TRACE_VECTOR,
    // Result of the hulls. a: 1 separated, 0 not. b: iterations. how: method. c[0..3]: as above.
    CD_TRACE_HULLS,
    // A homogeneous part of a route of boxes [AS05, "Dividing the Route"]. a: its number. t: its ends. b: the
    // normal that changed its octant at the start of the part: 3 i + m: A's normal i along B's axis m; 9 + 3
    // i + m: B's normal m along A's axis i; -1: none, the start of the route.
    CD_TRACE_ROUTE_PART,
    // A face of the Minkowski sum [AS05, "Algorithm"]. contact, a, b: its features as in cdBoxPair. c: the
    // gap beyond its plane, scaled, as a polynomial in tau. t: the interval in which it was followed. how:
    // FOLLOWED: up to its zero, where it ceases to separate the boxes, or the end of the part; LAST: up to
    // the zero at which the boxes touch; THROUGHOUT.
    CD_TRACE_ROUTE_PLANE,
    // A part of the step that is searched as a whole, short enough for the bounds. a: its number. t: its
    // ends. how SHORTER: it is the beginning of the longer one before, in which leaves may meet.
    CD_TRACE_SPAN,
    // Two nodes of the sphere trees that cannot touch [RKC01 3.1, 4.2]. a, b: the nodes of A and B.
    // how BOUND or QUARTIC: their spheres stay disjoint. c[5]: minimum distance of their centres along the
    // chord of the path. c[6]: sum of the radii. c[7]: bound on the path's distance from the chord. degree 4:
    // the quartic was tested; c[0..4], in tau: negative where the spheres overlap.
    // how SLAB or BOX: a plane separates the contents of the spheres. c[5]: the axis across it, 1 to 3
    // cdSphereNode.axes of A at t.lo, 4 to 6 of B. c[6]: the gap along it. c[7]: the length added to A's
    // extent for its rotation and the bulge of its path.
    // how AXIS: the same by ranges about the screw's axis, which the motion does not change. c[5]: 1 distance
    // from the axis, 2 height along its threads, 3 their sum, 4 their difference, 5 angle, or one is wholly
    // out of the other's reach. 1 to 4: c[6] and c[7] are the facing ends of A's and B's range, lengths.
    CD_TRACE_NODES_DISJOINT,
    // Two nodes that may touch: nodes up to two levels below are tested. Fields as above.
    CD_TRACE_NODES_MEET,
    // Two nodes skipped because nodes with the same elements were tested [RKC01 4.4]. a, b: the nodes.
    CD_TRACE_LABEL_SKIP,
    // Two triangles that stay disjoint. a, b: the triangles. how: PLANE of one of them, SIDE or AXIS.
    CD_TRACE_FACES_DISJOINT,
    // Two triangles that no plane separates: their elements are tested. Fields as above.
    CD_TRACE_FACES_MEET,
    // Exact test of two triangles at one pose. a, b: the triangles. how: SHARES a point, or NONE.
    CD_TRACE_OVERLAP,
    // Two elements skipped because they were tested [RKC01 4.4]. contact: their kind. a, b: the elements.
    CD_TRACE_TABLE_SKIP,
    // Equation of two elements [RKC01 2]. contact, a, b: the elements. degree 3, c[0..3]: the cubic in tau.
    // how: NO_ROOT: it cannot vanish; ROOTS: it is solved.
    CD_TRACE_ELEMENTS,
    // Solution of that equation. Fields as above. c[4..7]: the first rootCount candidate roots. c[8]: error
    // of the cubic's values. how: MISSED: the elements touch at no root; TOUCHED: at the last one; STEPPED:
    // at a time found by following separating directions, not at a certain root. With a distance to keep,
    // that time is the only candidate.
    CD_TRACE_SOLVED,
    // A new first contact so far, which shortens the search [RKC01 4.3]. contact, a, b: the elements. t:
    // {0, t_c}.
    CD_TRACE_SHORTENED,
    // Overlap test at a pose of a motion that starts in contact. t: {t, t}.
    CD_TRACE_POSE,
    // The motion leaves a contact of the start; the search restarts. t: where the pairs that touched are
    // ignored.
    CD_TRACE_LEAVES,
    // Search for all pairs that touch at the first contact, on request. t: {t_c, t_c}.
    CD_TRACE_TOUCHES,
    // Result of one obstacle. a: its index. b: cdState. contact, t: as in the result.
    CD_TRACE_PAIR_DECIDED,
    // Result of the query. a: the obstacle that is touched first, -1: none. how: as of QUERY; FOLLOWED: two
    // boxes along their route. Other fields as above.
    CD_TRACE_DECIDED,
    // A node of a solid's index [V90 2.4] that classifies a point or a part of a segment. a: the node. b: the
    // side taken, -1 below, 0 on, 1 above. t: the part, in fractions of the segment. c[0], c[1]: heights of
    // its ends over the node's plane. how: CUT: the plane cuts the part at c[2]; both sides continue.
    CD_TRACE_INDEX_NODE,
    // Location of a point or a part of a segment. a: cdLocationKind. b: the feature's index. t: as above.
    CD_TRACE_INDEX_LEAF,
    // A contact region [BV92 3]. a: its index. b: its point count. In the world frame: c[0..2] its first
    // point, c[3..5] its first normal, 0: none. c[6]: its dimension.
    CD_TRACE_REGION,
    CD_TRACE_KIND_COUNT
} cdTraceKind;

// Method of a decision, or origin of a vector or a root. Each applies to the items before the colon.
typedef enum cdTraceHow {
    CD_HOW_NONE = 0,
    CD_HOW_BOUND,      // spheres: bound on the path [RKC01 4.2]
    CD_HOW_SLAB,       // spheres: plane across the mean normal of one of them
    CD_HOW_BOX,        // spheres: plane across a side of the box of one of them
    CD_HOW_QUARTIC,    // spheres: minimum of the quartic [RKC01 3.1]
    CD_HOW_SHORTER,    // spans: the longer one before it was given up
    CD_HOW_PLANE,      // triangles: plane of one of them
    CD_HOW_SIDE,       // triangles: plane through an edge
    CD_HOW_AXIS,       // spheres, triangles: distance from the screw's axis and height along its threads
    CD_HOW_SHARES,     // triangles: a shared point
    CD_HOW_NO_ROOT,    // elements: the cubic has no root
    CD_HOW_ASIDE,      // elements: a plane through an edge
    CD_HOW_ROOTS,      // elements: the cubic may have roots
    CD_HOW_MISSED,     // roots: the elements touch at none of them
    CD_HOW_TOUCHED,    // roots: the elements touch at the last one
    CD_HOW_STEPPED,    // roots: too flat to be exact; separating directions were followed
    CD_HOW_CENTERS,    // vector: the line of centres, the first one
    CD_HOW_CACHED,     // vector, hulls: the cached vector
    CD_HOW_REFLECTED,  // vector: reflection of the previous one, Eq. 2 [CW96 2.2]
    CD_HOW_CONE,       // vector: middle of the remaining candidates, Lemma 4 [CW96 4.3]
    CD_HOW_SEARCHED,   // hulls: the vectors tried
    CD_HOW_WITNESS,    // hulls: the cached witness, four vertices that still contain the origin
    CD_HOW_DISTANCE,   // hulls: distance and depth, if within rounding; others: the minimum so far
    CD_HOW_FOLLOWED,   // plane: followed until it ceases to separate the boxes
    CD_HOW_THROUGHOUT, // plane: separates the boxes throughout, by whichever features
    CD_HOW_LAST,       // plane: at its zero the origin is inside all others: contact
    CD_HOW_CUT,        // index: the plane cuts the segment's part
    CD_HOW_RAY,        // nodes: a ray against their box; elements: a ray against a triangle
    CD_HOW_COUNT
} cdTraceHow;

// One event. The kind defines the meaning of the fields; fields without a meaning are 0.
typedef struct cdTraceEvent {
    cdTraceKind kind;      // kind of the event
    cdTraceHow how;        // method or origin; CD_HOW_NONE: none
    cdContactKind contact; // kinds of the elements or features `a` and `b`
    int32_t a, b;          // numbers of A and of B, or by kind
    int32_t screw;         // screw of the motion: 0 or 1
    int32_t degree;        // degree of the polynomial in c, 0: none
    int32_t rootCount;     // number of roots in c[4..7]
    cdInterval t, tau;     // interval of the step, and in the parameter of the polynomials
    double c[9];           // numbers, by kind
} cdTraceEvent;

// A trace. Pass NULL to record nothing.
typedef struct cdTrace {
    cdTraceEvent *events;  // events[eventCapacity], the caller's
    int32_t eventCapacity; // room in `events`
    int32_t eventCount;    // events written so far
    bool truncated;        // true if there was not enough room
} cdTrace;

// Evaluates the polynomial of an event: c[0] + c[1] x + ... c[degree] x^degree; 0 if it has none.
CD_API double cdEvaluateTrace(const cdTraceEvent *event, double x);

#ifdef __cplusplus
}
#endif
#endif
