// Solids: what a closed mesh encloses, as a boundary representation with a spatial index [V90].
//
// The part CD_PART_SOLID of a mesh whose triangles close it (cdMeshInfo: closed, manifold, oriented, volume
// above 0): maximal planar faces, edges and vertices with original ids, mass properties, and the B-rep index,
// which tells of a point, a segment or a polygon which of it is inside, outside, or on which vertex, edge or
// face (classify.h). cdMeshReport.solid lists the places because of which a mesh encloses no solid. The
// functions below need a mesh with this part; without it they go to the assertion hook and return an empty
// result.
//
// Frame: the mesh's local frame. Stored coordinates are less cdSolidInfo.center, as the mesh's are.
#ifndef COLLISION_SOLID_H
#define COLLISION_SOLID_H

#include "collision/mesh.h"

#ifdef __cplusplus
extern "C" {
#endif

// Of unit density.
typedef struct cdMassProperties {
    double volume;     // and mass
    cdVec3 centroid;   // local frame
    double inertia[6]; // about the centroid, local axes: xx, yy, zz, xy, xz, yz of the inertia tensor, so
                       // that xx is the integral of y^2 + z^2 and xy that of -x y
} cdMassProperties;

// Counts and measures of a solid and of its index.
typedef struct cdSolidInfo {
    int32_t vertexCount, edgeCount, faceCount, loopCount, shellCount; // after coplanar triangles are united
    cdBox3 bounds;                                                    // local frame
    cdVec3 center;                                                    // of the mesh's bounding box
    double radius;                                                    // of the vertices about `center`
    double tolerance;                                                 // in force, length
    double area;                                                      // of the surface
    cdMassProperties mass;                                            // of unit density
    // The index: internal nodes, the longest path from the root to a leaf, and the mean over all leaves.
    int32_t nodeCount, height;
    double averageHeight; // over all leaves
    size_t byteCount;     // of all it holds
} cdSolidInfo;

// Counts and measures, in constant time.
CD_API cdSolidInfo cdGetSolidInfo(const cdMesh *mesh);

// A vertex of the boundary.
typedef struct cdSolidVertex {
    cdVec3 point; // local frame, less cdSolidInfo.center
    int32_t id;   // original
    int32_t
        planes[3]; // faces whose normals have the largest determinant in size: the vertex is where they meet
} cdSolidVertex;

// An edge of the boundary: where two planar faces meet.
typedef struct cdSolidEdge {
    int32_t vertices[2], vertexId[2]; // its ends: indices, and original ids
    // The face on the left of the way from vertices[0] to vertices[1], seen from outside, and the one on the
    // right.
    int32_t faces[2];
    bool convex; // the solid is within less than half a turn about it
} cdSolidEdge;

// A face of the boundary: connected triangles in one plane.
typedef struct cdSolidFace {
    cdVec3 normal;     // unit, outwards
    double offset;     // dot(normal, x) of its points, less cdSolidInfo.center
    double area;       // without its holes
    cdVec3 middle;     // of a disc about all of it, less cdSolidInfo.center
    double radius;     // of the disc
    int32_t loopCount; // the outer boundary first, then those of holes
    int32_t id;        // the lowest original id of the triangles it is made of
} cdSolidFace;

// A vertex, 0 to vertexCount - 1.
CD_API cdSolidVertex cdGetSolidVertex(const cdMesh *mesh, int32_t vertex);
// An edge, 0 to edgeCount - 1.
CD_API cdSolidEdge cdGetSolidEdge(const cdMesh *mesh, int32_t edge);
// A face, 0 to faceCount - 1.
CD_API cdSolidFace cdGetSolidFace(const cdMesh *mesh, int32_t face);

// The caller's arrays for a loop, and what is filled.
typedef struct cdSolidLoop {
    int32_t *vertices; // vertices[capacity]
    int32_t *edges;    // edges[capacity]: the edge from each vertex to the next; NULL: not wanted
    int32_t capacity;  // room in both arrays
    int32_t count;     // vertices written
    int32_t needed;    // vertices of the loop
} cdSolidLoop;

// Fills the vertices of a face's loop in order, counter-clockwise seen from outside about the outer one and
// clockwise about holes.
CD_API void cdGetSolidLoop(const cdMesh *mesh, int32_t face, int32_t loop, cdSolidLoop *out);

#ifdef __cplusplus
}
#endif
#endif
