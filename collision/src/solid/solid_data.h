// Data of a cdSolid: one block, a header followed by its arrays; built once, never changed.
//
// Half-edges 2e and 2e + 1 are the two sides of edge e: the first runs from its lower-numbered end to the
// other and has its face on the left, seen from outside; so twin = i ^ 1 and edge = i / 2.
#ifndef CD_SOLID_DATA_H
#define CD_SOLID_DATA_H

#include "collision/classify.h"
#include "collision/culling.h"
#include "foundation/numbers/float_mode.h"
#include "mesh/mesh_data.h"

typedef struct cdHalfEdge {
    int32_t start; // vertex
    int32_t next;  // half-edge after it along its face's loop
    int32_t face;
} cdHalfEdge;

typedef struct cdBrepFace {
    cdVec3 normal;
    double offset, area;
    cdVec3 middle;
    double radius;
    int32_t firstLoop, loopCount;
    int32_t firstTriangle, triangleCount; // range of faceTriangles
    int32_t id;
} cdBrepFace;

typedef struct cdBrep {
    int32_t vertexCount, edgeCount, faceCount, loopCount, shellCount, triangleCount;
    cdVec3 *points;          // points[vertexCount], less center
    int32_t *vertexIds;      // vertexIds[vertexCount], original
    int32_t (*planes)[3];    // planes[vertexCount]: faces
    int32_t *vertexHalfEdge; // vertexHalfEdge[vertexCount]: one that starts there
    cdHalfEdge *halfEdges;   // halfEdges[2 * edgeCount]
    uint8_t *convexEdges;    // convexEdges[edgeCount]
    cdBrepFace *faces;       // faces[faceCount]
    int32_t *loops;          // loops[loopCount]: a half-edge of each
    int32_t *triangleFaces;  // triangleFaces[triangleCount]
    int32_t *faceTriangles;  // faceTriangles[triangleCount]: the mesh's triangles, face by face
    int32_t *triangles;      // triangles[3 * triangleCount]: corners, as vertices of the mesh
    cdVec3 *meshPoints;      // meshPoints[meshVertexCount], less center: the faces' triangulation
    int32_t meshVertexCount;
} cdBrep;

// Entries of descents down the index (index_grid.h): a block, a leaf below 0, or, from blockCount on, a
// brick.
typedef struct cdIndexGrid {
    int32_t side;      // coarse cells along each axis; 0: no grid
    int32_t brickBits; // a coarse cell has 2^brickBits finest cells along each axis
    int32_t brickCount;
    cdVec3 lower, scale; // scale: finest cells a length
    int32_t *cells;      // cells[side^3]: entries of coarse cells
    int32_t *bricks;     // bricks[CD_BRICK_SIZE * brickCount]: entries of the cells of each brick
    int32_t *brickNodes; // brickNodes[brickCount]: the node at which paths of the divided cell diverge
} cdIndexGrid;

// A node that cuts space and its two children, in single precision (index_blocks.h).
typedef struct cdIndexBlock {
    float planes[12]; // x, y, z, offset of the node, the child below and the child above
    int32_t next[4];  // below both, above the child below, below the child above, above both: a block, a leaf
} cdIndexBlock;

struct cdSolid {
    cdSolidInfo info;
    cdBrep brep;
    double pointTolerance; // a point is on a plane of the index within it
    cdIndexGrid grid;
    const cdIndexNode *nodes; // nodes[info.nodeCount]; 0 is the root
    int32_t blockCount;
    float blockReach;           // length: farther from a block's plane, its side is certain
    const cdIndexBlock *blocks; // blocks[blockCount]; 0 is the root
    const int32_t *blockNodes;  // blockNodes[blockCount]: the node of each
};

// Builds the solid that a mesh encloses; the report lists flaws if `wantsFlaws`.
// @errors NULL: report->error has the reason
cdSolid *cdBuildSolid(const cdMesh *mesh, const cdPartsDef *def, cdSolidReport *report, bool wantsFlaws);
void cdFreeSolidReport(cdSolidReport *report);

// Lists the path of a point from the root to its leaf: its nodes, at most `capacity`, and the side taken at
// each (-1 below, 0 on, 1 above). Returns the length of the path.
int32_t cdListIndexPath(const cdSolid *solid, cdVec3 point, int32_t *nodes, int8_t *sides, int32_t capacity);

// Returns the location of a leaf of the index; `leaf`: a child of a node, below 0 and not CD_NO_NODE.
cdLocation cdGetLeafLocation(int32_t leaf);

// Implement cdClassifyPoint and cdClassifySegment for a solid. `trace` may be NULL.
cdLocation cdClassifySolidPoint(const cdSolid *solid, cdVec3 point, cdTrace *trace);
cdSegmentPieces cdClassifySolidSegment(const cdSolid *solid, const cdSegmentInput *input, cdTrace *trace);

// Implements cdCullBackFaces for a solid.
void cdCullSolid(const cdSolid *solid, cdPose pose, const cdVelocity *velocity, cdCulling *culling);

// Implements cdGetLocationId for a solid.
int32_t cdGetSolidLocationId(const cdSolid *solid, cdLocation location);

static inline bool cdIsSameLocation(cdLocation x, cdLocation y) {
    return x.kind == y.kind && x.index == y.index;
}

// Leaves: a location encoded as a number below 0.
static inline int32_t cdMakeLeaf(cdLocationKind where, int32_t index) {
    return -1 - (int32_t)((uint32_t)(index + 1) * 8u + (uint32_t)where);
}

static inline cdLocationKind cdGetLeafKind(int32_t leaf) {
    return (cdLocationKind)((uint32_t)(-1 - leaf) % 8u);
}

static inline int32_t cdGetLeafIndex(int32_t leaf) {
    return (int32_t)((uint32_t)(-1 - leaf) / 8u) - 1;
}

// Returns 1 above, -1 below, 0 within the tolerance of a plane.
static inline int cdGetSideOfHeight(double height, double tolerance) {
    return fabs(height) <= tolerance ? 0 : height > 0.0 ? 1 : -1;
}

static inline double cdGetHeight(const cdIndexNode *node, cdVec3 x) {
    return cdDot(node->normal, x) - node->offset;
}

#endif
