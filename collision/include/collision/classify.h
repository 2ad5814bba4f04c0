// Classification of points, segments and polygons against a solid, by its B-rep index [V90 2.4], [BV92 4.3].
//
// Input: a mesh with its solid; points or segments in the mesh's local frame. Output: inside, outside, or the
// vertex, edge or face on which they lie. A query is a pure function of its input and allocates nothing.
//
// Guarantee: a result is wrong only within the solid's tolerance of its surface. Where features meet at an
// angle below 0.1, a piece of a segment may be classified as on a feature up to 100 tolerances beyond its
// border, if the neighbour is as near.
#ifndef COLLISION_CLASSIFY_H
#define COLLISION_CLASSIFY_H

#include "collision/solid.h"
#include "collision/trace.h"
#include "collision/workspace.h"

#ifdef __cplusplus
extern "C" {
#endif

// Kind of a location.
typedef enum cdLocationKind {
    CD_LOCATION_UNDECIDED = 0, // a coordinate is not finite
    CD_OUTSIDE,
    CD_INSIDE,
    CD_ON_VERTEX,
    CD_ON_EDGE,
    CD_ON_FACE
} cdLocationKind;

// A location relative to a solid.
typedef struct cdLocation {
    cdLocationKind kind; // inside, outside, or on a vertex, edge or face
    int32_t index;       // index of that vertex, edge or face; -1: none
} cdLocation;

// Classifies a point, local frame, by a descent of the index: O(height). The trace, which may be NULL,
// records CD_TRACE_INDEX_NODE for each node on the path and CD_TRACE_INDEX_LEAF at its end. A point beyond
// the bounds of the solid by its tolerance is outside; the index is not visited.
// @errors CD_LOCATION_UNDECIDED: a coordinate is not finite, or the mesh has no solid
CD_API cdLocation cdClassifyPoint(const cdMesh *mesh, cdVec3 point, cdTrace *trace);

// Returns the file's number of a location's vertex or face, or the index of its edge; -1: none.
CD_API int32_t cdGetLocationId(const cdMesh *mesh, cdLocation location);

CD_API const char *cdGetLocationName(cdLocationKind kind); // "outside", "vertex", ... @lifetime static

// A piece of a segment: a point if `from` equals `to`, else the open piece between.
typedef struct cdSegmentPiece {
    double from, to;     // fractions of the segment
    cdLocation location; // location of the whole piece
} cdSegmentPiece;

// A segment, and room for its pieces.
typedef struct cdSegmentInput {
    const cdMesh *mesh;     // with CD_PART_SOLID
    cdVec3 p, q;            // the ends, local frame
    cdSegmentPiece *pieces; // pieces[capacity], the caller's
    int32_t capacity;       // room in `pieces`
} cdSegmentInput;

// The pieces of a segment.
typedef struct cdSegmentPieces {
    cdSegmentPiece *pieces; // the input's array
    int32_t count;          // pieces written, in order along the segment; neighbours differ
    bool truncated;         // true if there was not enough room
} cdSegmentPieces;

// Classifies the segment from p to q. The result alternates open pieces and the points at which the location
// changes: [out, (edge, point), face, (vertex, point), ...]. A point, also an end of the segment, is listed
// only if its location differs from a neighbour's. A segment shorter than the tolerance is a point. The
// trace is filled as by cdClassifyPoint.
CD_API cdSegmentPieces cdClassifySegment(const cdSegmentInput *input, cdTrace *trace);

// A point, a segment or a convex polygon (corners in order) for cdClassifyRegions.
typedef struct cdRegion {
    int32_t source;                 // the caller's number; all parts of the region keep it
    cdLocation location;            // set by cdClassifyRegions
    int32_t firstPoint, pointCount; // range of cdRegionSet.points
} cdRegion;

// The caller's arrays of regions and their points, as input or output.
typedef struct cdRegionSet {
    cdRegion *regions;                     // regions[regionCapacity]
    cdVec3 *points;                        // points[pointCapacity]
    int32_t regionCapacity, pointCapacity; // room in both arrays
    int32_t regionCount, pointCount;       // numbers of items in use
    bool truncated;                        // true if there was not enough room
} cdRegionSet;

// Splits regions along the index and classifies the parts. Merges neighbouring parts of one source and one
// location if their union is convex [BV92 4.3: Intersect, SplitRegions, MergeRegions]. Omits parts outside. A
// part of a lower dimension than its source (a polygon touches an edge) is a region of that dimension.
CD_API void cdClassifyRegions(const cdMesh *mesh, const cdRegionSet *in, cdWorkspace *workspace,
                              cdRegionSet *out);

// --- The index, for display

// A node of the index: a plane and its three children.
typedef struct cdIndexNode {
    cdVec3 normal;            // unit
    double offset;            // dot(normal, x) on the plane, local frame minus cdSolidInfo.center
    int32_t below, on, above; // a node, or a leaf if negative; `on` CD_NO_NODE: no feature lies on the plane,
                              // points on it may go to either side
    int32_t dimension;        // dimension of the region that it cuts: 3, 2 within a plane, 1 on a line
} cdIndexNode;

enum { CD_NO_NODE = INT32_MIN };

CD_API cdIndexNode cdGetIndexNode(const cdMesh *mesh, int32_t node); // node 0: the root

#ifdef __cplusplus
}
#endif
#endif
