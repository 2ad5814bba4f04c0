// Working data of an index under construction: convex pieces of faces, pieces of edges and isolated vertices
// in a plane, points and intervals on a line. All are in growing pools, used as stacks: a region's sets are
// dropped when it is done.
//
// Every part records from the beginning its vertex, edge or face of the solid (a leaf code). So steps 2 and 3
// of [V90], attaching the index to the B-rep and reducing the B-rep to its maximal entities, are complete
// when a leaf is created. A part on a plane of an ancestor is done: it is no longer in the open region.
#ifndef CD_INDEX_WORK_H
#define CD_INDEX_WORK_H

#include "solid/index/index_build.h"

// A corner of a piece of a face, and the side to the next.
typedef struct cdCorner {
    cdVec3 point;
    int32_t leaf;
    int32_t halfEdge;              // half-edge of the side; -1: within the face
    int32_t pointPlane, sidePlane; // ancestors whose planes contain the point, the side; -1: none
} cdCorner;

// A convex piece of a face: corners[first .. first + count), counter-clockwise seen from outside.
typedef struct cdFacePiece {
    int32_t face, first, count;
    int32_t side; // side of the current plane: cdPieceSide
} cdFacePiece;

typedef enum cdPieceSide { CD_PIECE_BELOW = -1, CD_PIECE_ON, CD_PIECE_ABOVE, CD_PIECE_CUT } cdPieceSide;

// A piece of an edge, or of the line along which a face crosses the current plane. Left and right are the
// locations beside it within the plane, seen from above the plane and looking from p to q.
typedef struct cdEdgePiece {
    cdVec3 p, q;
    int32_t leaf, pLeaf, qLeaf;
    int32_t left, right;
    bool pDone, qDone;
} cdEdgePiece;

// A point on a plane or a line.
typedef struct cdPointPiece {
    cdVec3 point;
    double along; // coordinate on the current line
    int32_t leaf;
    bool isEnd; // false within a piece of an edge that continues beyond it
} cdPointPiece;

// An interval on the current line.
typedef struct cdLinePiece {
    double from, to;
    int32_t leaf;
} cdLinePiece;

typedef struct cdCutPlane {
    cdVec3 normal; // unit
    double offset;
    int32_t face; // face with this plane; -1: no face
} cdCutPlane;

typedef struct cdPool {
    void *items;
    int32_t count, capacity;
    size_t itemSize;
} cdPool;

typedef struct cdIndexWork {
    const cdIndexInput *input;
    cdPool corners, facePieces, edgePieces, pointPieces, linePieces, nodes;
    cdCutPlane *path; // path[pathCapacity]: planes of the ancestors
    int32_t pathCapacity;
    int32_t *faceStamps, *vertexStamps; // the last plane that contained the face, the vertex
    int32_t stamp;
    double share, done; // of the region of space to build next, of all regions built; 1: everything
    int64_t regionCount;
    bool noMemory, interrupted; // interrupted: with noMemory, so that everything ends
} cdIndexWork;

// A run of items in a pool.
typedef struct cdRun {
    int32_t first, count;
} cdRun;

// Reserves `count` more items at the top; NULL, with noMemory, if there is no memory. Moves the pool's items.
void *cdPushItems(cdIndexWork *work, cdPool *pool, int32_t count);

static inline cdCorner *cdGetPieceCorners(const cdIndexWork *work, const cdFacePiece *piece) {
    return (cdCorner *)work->corners.items + piece->first;
}

static inline cdFacePiece *cdGetFacePieces(const cdIndexWork *work, cdRun run) {
    return (cdFacePiece *)work->facePieces.items + run.first;
}

static inline cdEdgePiece *cdGetEdgePieces(const cdIndexWork *work, cdRun run) {
    return (cdEdgePiece *)work->edgePieces.items + run.first;
}

static inline cdPointPiece *cdGetPointPieces(const cdIndexWork *work, cdRun run) {
    return (cdPointPiece *)work->pointPieces.items + run.first;
}

static inline cdLinePiece *cdGetLinePieces(const cdIndexWork *work, cdRun run) {
    return (cdLinePiece *)work->linePieces.items + run.first;
}

static inline double cdGetCutHeight(const cdCutPlane *plane, cdVec3 x) {
    return cdDot(plane->normal, x) - plane->offset;
}

// Returns 1 above, -1 below, 0 within the tolerance.
static inline int cdGetCutSide(const cdIndexWork *work, const cdCutPlane *plane, cdVec3 x) {
    return cdGetSideOfHeight(cdGetCutHeight(plane, x), work->input->tolerance);
}

// True if both ends of an edge of the solid are on a plane. A short piece alone may be within the tolerance
// of a plane that the edge crosses at a small angle.
bool cdIsEdgeOn(const cdIndexWork *work, const cdCutPlane *plane, int32_t edge);

// Creates a node, or returns the leaf if all children are the same [V90 5: a smaller index].
int32_t cdMakeIndexNode(cdIndexWork *work, const cdCutPlane *plane, int32_t dimension, int32_t below,
                        int32_t on, int32_t above);

// Sine of the angle from which the index's tolerance along a plane stays within the solid's.
#define CD_SMALL_ANGLE 0.1

// Returns the leaf of a point, by signs alone.
int32_t cdFindCell(const cdIndexWork *work, int32_t node, cdVec3 x);

// Splits the faces of the solid into convex pieces [V90 2.1, step 1].
cdRun cdMakeFacePieces(cdIndexWork *work);

// Choose the plane that cuts a region, the line that cuts a region of a plane [V90 5].
cdCutPlane cdChoosePlane(const cdIndexWork *work, cdRun pieces, int32_t depth);
cdCutPlane cdChooseLine(const cdIndexWork *work, cdRun edges, cdVec3 planeNormal);

// Collect the features on the plane of a region whose pieces know their sides: edges, then vertices that are
// no ends of these. cdHoldsFeature: true if the plane needs a subtree on it.
cdRun cdCollectEdges(cdIndexWork *work, const cdCutPlane *plane, cdRun pieces);
cdRun cdCollectPoints(cdIndexWork *work, const cdCutPlane *plane, cdRun pieces);
bool cdHoldsFeature(const cdIndexWork *work, const cdCutPlane *plane, cdRun edges, cdRun points,
                    cdRun pieces);

// True if side `k` of a piece is on the plane; the corner at which the plane cuts the side from a to b.
bool cdIsSideOn(const cdIndexWork *work, const cdCutPlane *plane, const cdFacePiece *piece, int32_t k);
cdCorner cdCutSide(const cdCutPlane *plane, const cdFacePiece *piece, const cdCorner *a, const cdCorner *b);

// Build the subtrees of a region of space, of a plane, of a line. Each returns a node or a leaf code.
// `label`: the location of a region without edges; `side`: the subtree beside the plane or the line.
int32_t cdBuildSpace(cdIndexWork *work, cdRun pieces, int32_t depth);
int32_t cdBuildPlane(cdIndexWork *work, cdRun edges, cdRun points, cdVec3 normal, int32_t label);
int32_t cdBuildLine(cdIndexWork *work, cdRun points, cdRun intervals, cdVec3 base, cdVec3 direction,
                    int32_t side);

#endif
