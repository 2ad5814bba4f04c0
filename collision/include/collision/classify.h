// Where points, segments and polygons lie to a solid, by its B-rep index [V90 2.4], [BV92 4.3].
//
// Input: a mesh that has its solid, and points or segments in the mesh's local frame. Output: inside,
// outside, or the vertex, edge or face it is on. Guarantee: an answer is wrong only within the solid's
// tolerance of its surface. Where features meet at an angle below 0.1, a piece of a segment may be said to be
// on one up to 100 tolerances beyond its border, where the next is as near. A query is a pure function of its
// input and allocates nothing.
#ifndef COLLISION_CLASSIFY_H
#define COLLISION_CLASSIFY_H

#include "collision/solid.h"
#include "collision/trace.h"
#include "collision/workspace.h"

#ifdef __cplusplus
extern "C" {
#endif

// Where something lies to a solid.
typedef enum cdWhere {
    CD_WHERE_UNDECIDED = 0, // a coordinate that is not finite
    CD_OUTSIDE,
    CD_INSIDE,
    CD_ON_VERTEX,
    CD_ON_EDGE,
    CD_ON_FACE
} cdWhere;

// Where something lies, and on which of the solid's parts.
typedef struct cdLocation {
    cdWhere where; // inside, outside, or on what
    int32_t index; // of the solid's vertex, edge or face; -1: none
} cdLocation;

// Classifies a point: down the index from the root, O(height). The trace, which may be NULL, records
// CD_TRACE_INDEX_NODE for each node on the path and CD_TRACE_INDEX_LEAF where it ends. A point beyond the
// solid's extent, by its tolerance, is outside without a visit of the index.
// @errors CD_WHERE_UNDECIDED: a coordinate that is not finite, or a mesh without a solid
CD_API cdLocation cdClassifyPoint(const cdMesh *mesh, cdVec3 point, cdTrace *trace);

// The original id of a place: the file's vertex or face; of an edge its index; -1: none.
CD_API int32_t cdGetLocationId(const cdMesh *mesh, cdLocation location);

CD_API const char *cdGetWhereName(cdWhere where); // "outside", "vertex", ... @lifetime static

// A part of a segment: a point where `from` equals `to`, else what lies between, without its ends.
typedef struct cdSegmentPiece {
    double from, to;     // fractions of the way
    cdLocation location; // of all of it
} cdSegmentPiece;

// A segment, and room for its pieces.
typedef struct cdSegmentInput {
    const cdMesh *mesh;     // with its solid
    cdVec3 p, q;            // the ends, local frame
    cdSegmentPiece *pieces; // pieces[capacity], the caller's
    int32_t capacity;       // room in `pieces`
} cdSegmentInput;

// The pieces of a segment.
typedef struct cdSegmentPieces {
    cdSegmentPiece *pieces; // those of the input
    int32_t count;          // pieces written, in order along the segment; neighbours differ
    bool truncated;         // there were more
} cdSegmentPieces;

// Classifies the segment from p to q: an open piece between two points where something changes, and a point
// only where it is unlike a neighbour: [out, (edge, point), face, (vertex, point), ...]. The ends of the
// segment count as points when unlike what follows. A segment shorter than the tolerance is a point. The
// trace is filled as by cdClassifyPoint.
CD_API cdSegmentPieces cdClassifySegment(const cdSegmentInput *input, cdTrace *trace);

// A point, a segment or a convex polygon (its corners in order) that cdClassifyRegions classifies.
typedef struct cdRegion {
    int32_t source;                 // the caller's; kept through all splitting
    cdLocation location;            // filled
    int32_t firstPoint, pointCount; // its points in cdRegionSet.points
} cdRegion;

// The caller's arrays of regions and their points, given in or filled.
typedef struct cdRegionSet {
    cdRegion *regions;                     // regions[regionCapacity]
    cdVec3 *points;                        // points[pointCapacity]
    int32_t regionCapacity, pointCapacity; // room in both arrays
    int32_t regionCount, pointCount;       // in use
    bool truncated;                        // there were more than room
} cdRegionSet;

// Splits regions along the index, classifies the parts and merges again neighbouring parts of one source and
// one place where their union is convex [BV92 4.3: Intersect, SplitRegions, MergeRegions]. What is outside is
// left out. A part whose dimension is lower than its source's (a polygon touches an edge) is a region of that
// dimension.
CD_API void cdClassifyRegions(const cdMesh *mesh, const cdRegionSet *in, cdWorkspace *workspace,
                              cdRegionSet *out);

// --- The index itself, to look at

// A cut of the index: a plane, and what lies to its sides.
typedef struct cdIndexNode {
    cdVec3 normal;            // unit
    double offset;            // dot(normal, x) on the plane, less cdSolidInfo.center
    int32_t below, on, above; // a node; a leaf where below 0; `on` CD_NO_ON: no feature lies on the plane,
                              // and what is on it may go to either side
    int32_t dimension;        // of the region it cuts: 3, 2 within a plane, 1 on a line
} cdIndexNode;

enum { CD_NO_ON = INT32_MIN };

CD_API cdIndexNode cdGetIndexNode(const cdMesh *mesh, int32_t node); // 0: the root

#ifdef __cplusplus
}
#endif
#endif
