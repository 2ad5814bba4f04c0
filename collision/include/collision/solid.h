// Solids: what a closed mesh encloses, as a boundary representation with a spatial index [V90].
//
// Input: a mesh whose triangles close it (cdMeshInfo: closed, manifold, oriented, volume above 0). Output: an
// immutable cdSolid: maximal planar faces, edges and vertices with original ids, mass properties, and the
// B-rep index, which tells of a point, a segment or a polygon what of it is inside, outside, or on which
// vertex, edge or face (classify.h). A mesh that is no solid is refused with the places that make it none.
//
// Frame: the mesh's local frame. Stored coordinates are less cdSolidInfo.center, as the mesh's are.
#ifndef COLLISION_SOLID_H
#define COLLISION_SOLID_H

#include "collision/mesh.h"

#ifdef __cplusplus
extern "C" {
#endif

// A solid with its index, made once and never changed. @lifetime from cdCreateSolid to cdDestroySolid
typedef struct cdSolid cdSolid;

// What a solid is made from.
typedef struct cdSolidDef {
    const cdMesh *mesh; // read, not kept
    // Length within which an answer may be another; points are on a plane within a tenth of it. 0: 1e-9 of
    // the mesh's radius. At least 1e-12 of it, and at least 64 rounding units of the largest
    // coordinate, which is more only for a mesh far from its origin.
    double tolerance;
    bool facePlanesOnly;      // cut the index by planes of faces alone [V90 2.1], to compare; else hybrid [5]
    bool refuseIntersections; // look for triangles that cross each other, which takes longer
} cdSolidDef;

// Reasons why a mesh encloses no solid.
typedef enum cdSolidError {
    CD_SOLID_OK = 0,
    CD_SOLID_OPEN,              // report.flaws: the edges with one triangle
    CD_SOLID_NON_MANIFOLD,      // edges of more than two triangles, vertices of more than one fan
    CD_SOLID_FLIPPED,           // neighbours that disagree on what is outside
    CD_SOLID_INSIDE_OUT,        // a shell whose triangles look inwards, the volume negative
    CD_SOLID_FLAT,              // a shell no thicker than the tolerance on average (2 volume / area)
    CD_SOLID_INTERSECTS_ITSELF, // only when asked for
    CD_SOLID_OUT_OF_MEMORY
} cdSolidError;

// What makes a mesh no solid, or a doubtful one.
typedef enum cdSolidFlawKind {
    CD_FLAW_OPEN_EDGE = 0,
    CD_FLAW_NON_MANIFOLD_EDGE,
    CD_FLAW_NON_MANIFOLD_VERTEX,
    CD_FLAW_FLIPPED_EDGE,
    CD_FLAW_INSIDE_OUT,     // a whole shell; the point is its centroid
    CD_FLAW_CROSSING_FACES, // two triangles
    // Closer than 100 tolerances and not incident, or both ends of an edge; only a warning. A vertex and
    // another one, an edge or a face.
    CD_FLAW_NEAR_FEATURES,
    CD_FLAW_KIND_COUNT
} cdSolidFlawKind;

// One flaw and where it is.
typedef struct cdSolidFlaw {
    cdSolidFlawKind kind; // cdGetSolidFlawName says it in words
    int32_t faceId[2];    // original ids, -1: none
    int32_t vertexId[2];  // of the vertex, of the edge's ends, or of both near vertices; -1: none
    double distance;      // between near features
    cdVec3 point;         // local frame
} cdSolidFlaw;

// How cdCreateSolid ended, and every flaw that was looked for.
typedef struct cdSolidReport {
    cdSolidError error; // CD_SOLID_OK when there is a solid
    cdSolidFlaw
        *flaws; // flaws[flawCount], by kind, then by place in the mesh; at most the first 1000 of a kind
    int32_t flawCount;                       // in the list
    int32_t countOfKind[CD_FLAW_KIND_COUNT]; // all of them
} cdSolidReport;

// Builds a solid. `report` may be NULL; otherwise it is filled in every case and given back with
// cdDestroySolidReport.
// @errors NULL, with report->error
cdSolid *cdCreateSolid(const cdSolidDef *def, cdSolidReport *report);
// Frees a solid; nothing for NULL.
void cdDestroySolid(cdSolid *solid);
// Frees the list of flaws and empties the report; nothing for NULL.
void cdDestroySolidReport(cdSolidReport *report);

// Lower-case sentence parts for messages. @lifetime static
const char *cdGetSolidErrorName(cdSolidError error);
// The same of a kind of flaw. @lifetime static
const char *cdGetSolidFlawName(cdSolidFlawKind kind);

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
cdSolidInfo cdGetSolidInfo(const cdSolid *solid);

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
cdSolidVertex cdGetSolidVertex(const cdSolid *solid, int32_t vertex);
// An edge, 0 to edgeCount - 1.
cdSolidEdge cdGetSolidEdge(const cdSolid *solid, int32_t edge);
// A face, 0 to faceCount - 1.
cdSolidFace cdGetSolidFace(const cdSolid *solid, int32_t face);

// The vertices of a face's loop in order, counter-clockwise seen from outside about the outer one and
// clockwise about holes; `edges` (may be NULL): the edge from each vertex to the next. Returns their number;
// writes no more than `capacity`.
int32_t cdGetSolidLoop(const cdSolid *solid, int32_t face, int32_t loop, int32_t *vertices, int32_t *edges,
                       int32_t capacity);

// The face that each of the mesh's triangles is part of: faces[triangleCount]. @lifetime the solid's
const int32_t *cdGetSolidTriangleFaces(const cdSolid *solid, int32_t *triangleCount);

#ifdef __cplusplus
}
#endif
#endif
