// A recording of what a query did, event by event, so that a search can be replayed step by step.
//
// With CD_EACH_OWN_SCREW the step is searched in parts: `t` is of the step, `tau` of the part's screw.
//
// Every search of the library takes a trace where it is asked to: first contact [RKC01], separating vectors
// [CW96], routes of boxes [AS05], the way down a solid's index [V90]. A result never depends on it, and
// without one (NULL) nothing is recorded. Events are plain numbers: which of the fields say what depends on
// the kind. What does not apply is 0.
//
// A query of meshes begins with QUERY and ends with DECIDED. Between them each obstacle that is asked has
// OBSTACLE, what its hulls or boxes told, SPAN for each part of the step that is searched with what was
// tested in it, and PAIR_DECIDED. A search for a separating vector has VECTOR events and HULLS, one of two
// boxes in polynomial motion ROUTE events and DECIDED, one down an index INDEX events, one for a distance
// (collision/distance.h) NODES_DISJOINT, NODES_MEET and ELEMENTS, all with how DISTANCE and c[0]: how far
// apart the two are, of nodes at least. A closest point has the same with b the node or the triangle, a ray
// with how RAY and c[0]: the distance along it.
#ifndef COLLISION_TRACE_H
#define COLLISION_TRACE_H

#include "collision/base.h"

#ifdef __cplusplus
extern "C" {
#endif

// A range of times, lo <= hi.
typedef struct cdInterval {
    double lo, hi; // fractions of the step, unless said otherwise
} cdInterval;

// A's part first.
typedef enum cdContactKind { CD_NO_CONTACT = 0, CD_VERTEX_FACE, CD_FACE_VERTEX, CD_EDGE_EDGE } cdContactKind;

// What an event tells, and what its fields are. `t`: unless said otherwise, the part of the step of
// interest then, in fractions of the step; `tau` the same in the parameter of the polynomials, that of the
// screw `screw` of the motion (collision/motion.h), or of boxes in polynomial motion t itself.
typedef enum cdTraceKind {
    // A query begins. how: DISTANCE of a closest point, RAY of a ray; else NONE. t: the step; {0, 0}: of an
    // overlap test.
    CD_TRACE_QUERY = 0,
    // The obstacle asked next. a: its index, 0 of a single pair. t.lo: it cannot be reached before.
    CD_TRACE_OBSTACLE,
    // One step of the search for a separating vector [CW96 2, 4]. how: where the vector comes from. a, b:
    // the supporting vertices of A's hull along it and of B's against it; of a proxy's A, which stands at
    // both ends of the screw, a - vertexCount is one at the end. In the world frame: c[0..2] the vector,
    // unit, from A towards B; c[3] the gap along it; c[4..6] B's vertex less A's; c[7] the thickness that A
    // has for its path's sake. c[8]: 1 when it separates.
    CD_TRACE_VECTOR,
    // What the hulls told. a: 1 separated, 0 not. b: steps of the search. how: by what. c[0..3] as above.
    CD_TRACE_HULLS,
    // A homogeneous part of a route of boxes [AS05, "Dividing the Route"]. a: which. t: its ends. b: where
    // a normal changed its octant at the beginning: 3 i + m, A's normal i along B's axis m; 9 more, B's
    // normal m along A's axis i; -1: at the start of the route.
    CD_TRACE_ROUTE_PART,
    // A face of the Minkowski sum [AS05, "Algorithm"]. contact, a, b: its features as in cdBoxPair. c: the
    // gap beyond its plane, not in lengths, as a polynomial in tau. t: from where to where it was followed;
    // how: FOLLOWED to where it ceases to part the boxes, at its zero, or to the end of the part; LAST: to
    // the zero at which the boxes meet; THROUGHOUT.
    CD_TRACE_ROUTE_PLANE,
    // A part of the step that is searched at once, short enough for the bounds. a: which, b: of how many.
    // t: its ends.
    CD_TRACE_SPAN,
    // Two nodes of the sphere trees, A's and B's, that cannot touch [RKC01 3.1, 4.2]; a, b: the nodes. how:
    // BOUND or QUARTIC: their spheres stay apart. c[5] how near their centres come along the chord of the
    // path, c[6] the sum of the radii, c[7] how far the path may leave the chord. degree 4: the quartic was
    // tested; c[0..4], in tau: below 0 where the spheres meet.
    // how SLAB or BOX: their spheres may meet, but a plane separates what they hold. c[5] the axis across it:
    // 1 to 3 cdSphereNode.axes of A at t.lo, 4 to 6 of B. c[6] the gap that is left along it, c[7] what was
    // added to A's extent for its turn and the bulge of its path.
    // how AXIS: the same by ranges about the screw's axis that the motion does not change. c[5] 1: distance
    // from the axis, 2: height along its threads, 3: the sum of both, 4: their difference, 5: angle, or all
    // of
    // one is beyond the other's reach. 1 to 4: c[6] and c[7] the ends of A's and of B's range that face each
    // other, lengths.
    CD_TRACE_NODES_DISJOINT,
    // The same of two that may touch: they are opened.
    CD_TRACE_NODES_MEET,
    // Two nodes passed over, since nodes with the same elements were done [RKC01 4.4]. a, b: the nodes.
    CD_TRACE_LABEL_SKIP,
    // Two triangles that stay apart. a, b: the triangles. how: BOUND, PLANE of one of them, SIDE or AXIS.
    CD_TRACE_FACES_DISJOINT,
    // The same of two that none parts: their elements are tested.
    CD_TRACE_FACES_MEET,
    // The exact test of two triangles at one pose. a, b: the triangles. how: SHARES a point, or NONE.
    CD_TRACE_OVERLAP,
    // Two elements passed over, since they were done [RKC01 4.4]. contact: their kind. a, b: the elements.
    CD_TRACE_TABLE_SKIP,
    // The equation of two elements [RKC01 2]. contact, a, b: the elements. degree 3, c[0..3]: the cubic in
    // tau. how: NO_ROOT, it cannot vanish, or ROOTS, it is solved.
    CD_TRACE_ELEMENTS,
    // What its roots tell; fields as above, and c[4..7] the first rootCount roots in question, c[8] the
    // error of the cubic's values. how: MISSED, the elements touch at none of them; TOUCHED, they do at the
    // last; STEPPED, they do where following separating directions led, rather than to a certain root.
    // Elements that keep a distance have no root in question but that time.
    CD_TRACE_SOLVED,
    // The first contact so far shortens the search [RKC01 4.3]. contact, a, b: the elements. t: {0, t_c}.
    CD_TRACE_SHORTENED,
    // Of a start that touches: whether the meshes are in each other at a pose of the way. t: {t, t}.
    CD_TRACE_POSE,
    // They are not: the motion leaves, the search begins again. t: what touched is no contact in it.
    CD_TRACE_LEAVES,
    // What else touches at the first contact is looked for, on request. t: {t_c, t_c}.
    CD_TRACE_TOUCHES,
    // An obstacle is decided. a: its index. b: cdState. contact, t: as in the result.
    CD_TRACE_PAIR_DECIDED,
    // The query is decided. a: the obstacle that is touched first, -1: none. how: as of QUERY,
    // FOLLOWED of two boxes along their route. The rest as above.
    CD_TRACE_DECIDED,
    // A node of a solid's index [V90 2.4], of a point or a part of a segment. a: the node. b: the side
    // taken, -1 below, 0 on, 1 above. t: the part, as fractions of the segment. c[0], c[1]: heights over
    // the node's plane at its ends. how: CUT: the part crosses the plane, at c[2], and each side goes on
    // alone.
    CD_TRACE_INDEX_NODE,
    // Where a point or a part of a segment is. a: cdLocationKind. b: the feature's index. t as above.
    CD_TRACE_INDEX_LEAF,
    // A contact region [BV92 3]. a: its index. b: its points. In the world frame: c[0..2] its first point,
    // c[3..5] its first normal, 0: none. c[6]: its dimension.
    CD_TRACE_REGION,
    CD_TRACE_KIND_COUNT
} cdTraceKind;

// How an event was decided, or how a vector or a root came about.
typedef enum cdTraceHow {
    CD_HOW_NONE = 0,
    CD_HOW_BOUND,      // spheres: by the bound on the path [RKC01 4.2]; faces: by boxes around their paths
    CD_HOW_SLAB,       // spheres: by a plane across the mean normal of one of them
    CD_HOW_BOX,        // spheres: by a plane across a side of the box of one of them
    CD_HOW_QUARTIC,    // spheres: by the quartic's minimum [RKC01 3.1]
    CD_HOW_PLANE,      // faces: by the plane of one of them
    CD_HOW_SIDE,       // faces: by a plane through an edge
    CD_HOW_AXIS,       // spheres, faces: by distance from the screw's axis and height along its threads
    CD_HOW_SHARES,     // triangles: they share a point
    CD_HOW_NO_ROOT,    // elements: the cubic stays on one side
    CD_HOW_ROOTS,      // elements: its roots are needed
    CD_HOW_MISSED,     // roots: the elements touch at none of them
    CD_HOW_TOUCHED,    // roots: they touch at the last one
    CD_HOW_STEPPED,    // roots: too flat to be exact, followed by separating directions
    CD_HOW_CENTERS,    // vector: the line of centres, to begin with
    CD_HOW_CACHED,     // vector, hulls: the one that separated last time
    CD_HOW_REFLECTED,  // vector: the one before reflected, Eq. 2 [CW96 2.2]
    CD_HOW_CONE,       // vector: from the midst of those that are left, Lemma 4 [CW96 4.3]
    CD_HOW_SEARCHED,   // hulls: by the vectors tried
    CD_HOW_WITNESS,    // hulls: four vertices that held the origin last time still do
    CD_HOW_DISTANCE,   // hulls: within rounding, by distance and depth; others: against the least so far
    CD_HOW_FOLLOWED,   // plane: to where it ceases to part the boxes
    CD_HOW_THROUGHOUT, // plane: it parts them all the way, whichever features lie on it
    CD_HOW_LAST,       // plane: at its zero the origin is inside all others: they meet
    CD_HOW_CUT,        // index: a segment's part is cut at the plane
    CD_HOW_RAY,        // node: a ray passes its box, or not; elements: it hits a triangle
    CD_HOW_COUNT
} cdTraceHow;

// One event; what a field means depends on the kind, and is said there. What does not apply is 0.
typedef struct cdTraceEvent {
    cdTraceKind kind;      // what happened
    cdTraceHow how;        // CD_HOW_NONE where there is nothing to say
    cdContactKind contact; // which elements or features `a` and `b` are
    int32_t a, b;          // of A and of B, or as the kind says
    int32_t screw;         // of the motion: 0 or 1
    int32_t degree;        // of the polynomial in c, 0: none
    int32_t rootCount;     // of the roots in c[4..7]
    cdInterval t, tau;     // the part of the step, and the same in the parameter of the polynomials
    double c[9];           // numbers, as the kind says
} cdTraceEvent;

// A recording; pass NULL for none.
typedef struct cdTrace {
    cdTraceEvent *events;  // events[eventCapacity], the caller's
    int32_t eventCapacity; // room in `events`
    int32_t eventCount;    // written so far
    bool truncated;        // there were more
} cdTrace;

// The polynomial of an event: c[0] + c[1] x + ... c[degree] x^degree; 0 where it has none.
CD_API double cdEvaluateTrace(const cdTraceEvent *event, double x);

#ifdef __cplusplus
}
#endif
#endif
