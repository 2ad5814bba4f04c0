// Solids: closed meshes as boundary representations with a spatial index [V90].
//
// The part CD_PART_SOLID of a mesh whose triangles close it (cdMeshInfo: closed, manifold, oriented, volume
// above 0). It has maximal planar faces, edges and vertices with the file's numbers, mass properties, and the
// B-rep index, which classifies points, segments and polygons: inside, outside, or on which vertex, edge or
// face (classify.h). If a mesh encloses no solid, cdMeshReport.solid lists the locations that prevent it. The
// functions below need a mesh with this part. Without it they call the assertion hook and return an empty
// result.
//
// Frame: the mesh's local frame. Stored coordinates are minus cdSolidInfo.center, as the mesh's are.
#ifndef COLLISION_SOLID_H
#define COLLISION_SOLID_H

#include "collision/mesh.h"

#ifdef __cplusplus
extern "C" {
#endif

// Mass properties at unit density.
typedef struct cdMassProperties {
    double volume;     // equals the mass
    cdVec3 centroid;   // local frame
    double inertia[6]; // tensor about the centroid, local axes: xx, yy, zz, xy, xz, yz; xx is the integral of
                       // y^2 + z^2, xy that of -x y. Infinite, or zero, where it is out of range: for
                       // meshes above 1e61 or below 1e-61
} cdMassProperties;

// Counts and measures of a solid and of its index.
typedef struct cdSolidInfo {
    int32_t vertexCount, edgeCount, faceCount, loopCount, shellCount; // coplanar triangles merged
    cdBox3 bounds;                                                    // local frame
    cdVec3 center;             // center of the mesh's bounding box, local frame
    double radius;             // largest distance of a vertex from `center`
    double tolerance;          // actual tolerance, length
    double area;               // area of the surface
    cdMassProperties mass;     // at unit density
    int32_t nodeCount, height; // of the index: internal nodes, longest path from the root to a leaf
    double averageHeight;      // mean path length over all leaves
    size_t byteCount;          // memory of the solid
} cdSolidInfo;

// Returns counts and measures, in constant time.
CD_API cdSolidInfo cdGetSolidInfo(const cdMesh *mesh);

// A vertex of the boundary.
typedef struct cdSolidVertex {
    cdVec3 point;      // local frame minus cdSolidInfo.center
    int32_t id;        // the file's number
    int32_t planes[3]; // three faces that meet in the vertex, of the largest absolute determinant of normals
} cdSolidVertex;

// An edge of the boundary, between two planar faces.
typedef struct cdSolidEdge {
    int32_t vertices[2], vertexId[2]; // indices and the file's numbers of its ends
    // The faces left and right of the edge from vertices[0] to vertices[1], seen from outside.
    int32_t faces[2];
    bool convex; // true if the interior angle is below 180 degrees
} cdSolidEdge;

// A face of the boundary: connected triangles in one plane.
typedef struct cdSolidFace {
    cdVec3 normal;     // unit, outwards
    double offset;     // dot(normal, x) of its points, local frame minus cdSolidInfo.center
    double area;       // area without holes
    cdVec3 middle;     // center of a disc that contains the face, local frame minus cdSolidInfo.center
    double radius;     // radius of that disc
    int32_t loopCount; // the outer loop first, then the loops of holes
    int32_t id;        // lowest file number of its triangles
} cdSolidFace;

// Returns a vertex, 0 to vertexCount - 1.
CD_API cdSolidVertex cdGetSolidVertex(const cdMesh *mesh, int32_t vertex);
// Returns an edge, 0 to edgeCount - 1.
CD_API cdSolidEdge cdGetSolidEdge(const cdMesh *mesh, int32_t edge);
// Returns a face, 0 to faceCount - 1.
CD_API cdSolidFace cdGetSolidFace(const cdMesh *mesh, int32_t face);

// The caller's arrays for a loop, and the counts that are set.
typedef struct cdSolidLoop {
    int32_t *vertices; // vertices[capacity]
    int32_t *edges;    // edges[capacity]: the edge from each vertex to the next; NULL: none
    int32_t capacity;  // room in both arrays
    int32_t count;     // vertices written
    int32_t needed;    // vertices of the loop
} cdSolidLoop;

// Writes the vertices of a face's loop in order. Seen from outside, the outer loop is counter-clockwise and
// holes are clockwise.
CD_API void cdGetSolidLoop(const cdMesh *mesh, int32_t face, int32_t loop, cdSolidLoop *out);

#ifdef __cplusplus
}
#endif
#endif
