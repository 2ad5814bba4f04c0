// Meshes: any set of triangles, made ready for queries once.
//
// Input: points and triangles as a file gives them; open or closed, non-manifold, with slivers or duplicates.
// Output: an opaque cdMesh (welded vertices, edges, adjacency, original ids, sphere tree) that any number of
// bodies and threads share, and a report that names every defect with its place. Defects are reported, not
// refused; only invalid data (a NaN, an index out of range, no triangle at all) is refused.
//
// Parts: a mesh carries what is asked of it. Its convex hull makes queries of distant meshes cheap. Its
// surface (collision/features.h) is what slides, contact regions and worlds need. Its solid
// (collision/solid.h) classifies points and tells inside from outside; only a closed mesh encloses one.
// cdMeshDef.parts lists the parts to build at once; cdBuildMeshParts adds others later. A query that needs a
// part that is missing is CD_UNDECIDED with CD_REASON_NO_PART.
//
// Rounding: a mesh with a rounding radius stands for all points within that radius of its triangles. A point
// with a radius is a sphere, a segment a capsule; both are exact, not tessellated. First contact, overlap,
// distance, closest points, slides and worlds honour the radius, and report vertices, edges and faces of the
// triangles that it is about. Radii, bounds, area, volume and hull in cdMeshInfo are those of the triangles.
// A rounded mesh has no surface and no solid, so contact regions, classification and rays refuse it
// (CD_REASON_NO_PART).
#ifndef COLLISION_MESH_H
#define COLLISION_MESH_H

#include "collision/base.h"
#include "collision/convex.h"
#include "collision/vecmath.h"

#ifdef __cplusplus
extern "C" {
#endif

// A mesh. Never changes, but for cdBuildMeshParts. @lifetime from cdCreateMesh to cdDestroyMesh
typedef struct cdMesh cdMesh;

// Parts of a mesh, as bits.
enum {
    CD_PART_HULL = 1u << 0,     // convex hull [CW96]
    CD_PART_FEATURES = 1u << 1, // maximal planar faces, edges and vertices [BV92]
    CD_PART_SOLID = 1u << 2     // boundary representation with its index [V90]
};

// What a mesh is made from; the arrays are read and not kept.
typedef struct cdMeshDef {
    const cdVec3 *points;     // points[pointCount], local frame
    const int32_t *triangles; // triangles[3 * triangleCount], indices into points, counter-clockwise outside
    const int32_t *faceIds;   // faceIds[triangleCount]: the file's face of each; NULL: the triangle's index
    const int32_t *pointIds; // pointIds[pointCount]: the file's vertex of each point; NULL: the point's index
    int32_t pointCount;      // above 0
    int32_t triangleCount;   // above 0
    double weldDistance; // a point joins the nearest vertex within it, none moves farther; 0: equal points
    // Length by which others may penetrate: nominal fits of CAD, flush or too tight by a rounding, can be
    // moved. The mesh is built with its surface moved inwards by so much, and every query and world takes it
    // as it is then; cdMeshReport.inset says how far. 0: as given.
    double allowance;
    // Radius no leaf sphere exceeds; 0: automatic (cdSuggestLeafRadius of this mesh). Raised where it would
    // cut the triangles into more than about four pieces each; cdMeshInfo.leafRadius is what is in force.
    double leafRadius;
    double roundingRadius; // the shape is all points within it of the triangles, length; 0: the triangles
    uint32_t parts;        // CD_PART_...; those that are built at once
    // Accuracy of the surface and the solid, length: answers about a place may be wrong within this distance
    // of a feature. Points within a tenth of it of a plane count as on the plane. 0: 1e-9 of the mesh's
    // radius. Raised to 1e-12 of the radius, and to 64 rounding units of the largest coordinate, which is
    // more only for a mesh far from its origin.
    double tolerance;
    bool facePlanesOnly;      // cut the solid's index by planes of faces alone [V90 2.1]; else hybrid [5]
    bool refuseIntersections; // no solid of a mesh with triangles that cross each other; takes longer
} cdMeshDef;

// No arrays, equal points welded, an automatic leaf radius, the hull alone.
CD_API cdMeshDef cdDefaultMeshDef(void);

// Defects of a mesh that is accepted.
typedef enum cdDefectKind {
    CD_DEFECT_WELDED_VERTEX = 0,   // a point merged into another: vertexId = kept, merged
    CD_DEFECT_UNUSED_POINT,        // no triangle uses it
    CD_DEFECT_DEGENERATE_TRIANGLE, // no area: two corners equal or three on a line
    CD_DEFECT_SLIVER_TRIANGLE,     // height below 1e-4 of its longest edge
    CD_DEFECT_DUPLICATE_TRIANGLE,  // the same three vertices as an earlier one; kept once
    CD_DEFECT_OPEN_EDGE,           // one triangle on it
    CD_DEFECT_NON_MANIFOLD_EDGE,   // more than two triangles on it
    CD_DEFECT_FLIPPED_EDGE,        // its two triangles run along it in the same sense
    CD_DEFECT_NON_MANIFOLD_VERTEX, // its triangles form more than one fan
    // The rest is found where a solid is asked for.
    CD_DEFECT_INSIDE_OUT,     // a whole shell; the point is its centroid
    CD_DEFECT_CROSSING_FACES, // two triangles
    // Closer than 100 tolerances and not incident, or both ends of an edge; only a warning. A vertex and
    // another one, an edge or a face.
    CD_DEFECT_NEAR_FEATURES,
    CD_DEFECT_KIND_COUNT
} cdDefectKind;

// One defect and its location.
typedef struct cdDefect {
    cdDefectKind kind;   // cdGetDefectName says it in words
    int32_t faceId[2];   // original ids of the faces at it, -1: none, or no second one
    int32_t vertexId[2]; // original ids of the vertex, of the edge's ends or of both near vertices, -1: none
    double distance;     // between near features; else 0
    cdVec3 point;        // local frame
} cdDefect;

// How the solid was built, and what makes the mesh no solid, or a doubtful one.
typedef struct cdSolidReport {
    cdBuildError error; // why the mesh encloses no solid; CD_BUILD_OK: there is one, or none was asked for
    // defects[defectCount], by kind, then by location in the mesh; at most the first 1000 of a kind. Those of
    // the mesh that keep it from being a solid are here again.
    cdDefect *defects;
    int32_t defectCount;                       // in the list
    int32_t countOfKind[CD_DEFECT_KIND_COUNT]; // all of them
} cdSolidReport;

// How far a surface was moved inwards for an allowance. For a closed and oriented mesh: until something that
// was outside the moved surface meets it, no point of it within the mesh is deeper than `depth` below a face
// along that face's normal, nor farther than `reach` from the surface. With allowances on both meshes of a
// pair the depths add up. Of an open mesh only the sides that normals point to are moved, and the claim holds
// where no path leads around its border.
typedef struct cdInset {
    double depth;       // length: the allowance
    double least;       // length: a penetration that is accepted everywhere but at fixed vertices
    double reach;       // length: `depth`, and more at sharp reflex edges
    int32_t fixedCount; // vertices that no direction leads inwards from all their faces: they stay
    // Triangles that the allowance turns over, such as the rim of a wall thinner than twice the allowance:
    // the mesh is refused. Walls between two shells, as of a hollow ball, have no rim and are not checked.
    int32_t invertedCount;
} cdInset;

// How cdCreateMesh ended, and every defect of the mesh.
typedef struct cdMeshReport {
    cdBuildError error;                        // CD_BUILD_OK when there is a mesh
    int32_t errorPoint, errorTriangle;         // -1: none
    size_t byteCount;                          // what was asked for, when there was no memory
    cdDefect *defects;                         // defects[defectCount], by kind, then by place in the file
    int32_t defectCount;                       // all of them
    int32_t countOfKind[CD_DEFECT_KIND_COUNT]; // how many of each cdDefectKind
    cdSolidReport solid;                       // of the solid, where one was asked for
    cdInset inset;                             // of the surface, where an allowance was asked for
} cdMeshReport;

// Builds a mesh with the parts that `def` asks for. `report` may be NULL; otherwise it is filled in every
// case and given back with cdDestroyMeshReport. A mesh that encloses no solid is built without one:
// report->solid.error says why, cdMeshInfo.parts what there is.
// @errors NULL, with report->error
CD_API cdMesh *cdCreateMesh(const cdMeshDef *def, cdMeshReport *report);
// Builds a sphere: a mesh of one point with a rounding radius. `report`: as in cdCreateMesh.
// @errors NULL: the radius is not above 0 or a coordinate is not finite, with report->error
CD_API cdMesh *cdCreateSphere(cdVec3 center, double radius, cdMeshReport *report);
// Builds a capsule: a mesh of one segment with a rounding radius. `report`: as in cdCreateMesh.
// @errors as of cdCreateSphere
CD_API cdMesh *cdCreateCapsule(const cdVec3 ends[2], double radius, cdMeshReport *report);
// Builds the parts (CD_PART_...) that the mesh does not have yet. Other threads may query the mesh meanwhile,
// and use a part once it is complete; one thread at a time builds parts of a mesh.
// `report`: NULL, or zeroed or filled by cdCreateMesh; its `solid` is filled when a solid is built.
// @errors false: a part cannot be built; cdMeshInfo.parts says which parts there are
CD_API bool cdBuildMeshParts(cdMesh *mesh, uint32_t parts, cdMeshReport *report);
// Frees a mesh with its parts; nothing for NULL. No body may use it any more.
CD_API void cdDestroyMesh(cdMesh *mesh);
// Frees the lists of defects and empties the report; nothing for NULL.
CD_API void cdDestroyMeshReport(cdMeshReport *report);

// A lower-case sentence part for messages, such as "open edge". @lifetime static
CD_API const char *cdGetDefectName(cdDefectKind kind);

// Counts, measures and arrays of a mesh as it is kept. The arrays are read-only. @lifetime the mesh's
typedef struct cdMeshInfo {
    int32_t pointCount, triangleInputCount;        // as given
    int32_t vertexCount, edgeCount, triangleCount; // after welding and removal of duplicates
    int32_t componentCount;                        // connected through shared vertices
    cdBox3 bounds;                                 // local frame
    cdVec3 center;                                 // of the bounding box
    double radius;                                 // of the vertices about `center`
    double area;                                   // of all triangles, in the mesh's unit squared
    double volume;         // signed, by the divergence theorem; meaningful when closed and oriented
    bool closed;           // every edge has two triangles or more
    bool manifold;         // no edge of more than two triangles, no vertex of more than one fan
    bool oriented;         // no flipped edge
    bool isBox;            // of 12 triangles, rectangular within rounding, wherever and however it lies
    double leafRadius;     // in force
    double roundingRadius; // of the shape about the triangles
    int32_t leafCount, nodeCount, treeDepth, labelCount; // of the sphere tree
    uint32_t parts;                                      // CD_PART_..., those that there are
    size_t byteCount;                                    // of all it holds, its parts included
    const cdVec3 *vertices;                              // vertices[vertexCount], local frame, less `center`
    const int32_t *vertexIds;                            // vertexIds[vertexCount], original
    const int32_t *triangles;                            // triangles[3 * triangleCount], vertex indices
    const int32_t *faceIds; // faceIds[triangleCount]: the original face of each triangle
    const int32_t *edges;   // edges[2 * edgeCount], vertex indices
    // The convex hull of the vertices, which queries take for the mesh where that settles them [CW96];
    // without the hierarchical representation, which cdCreateConvex makes. NULL: the part is missing.
    const cdConvex *hull;
} cdMeshInfo;

// Counts, measures and arrays, in constant time.
CD_API cdMeshInfo cdGetMeshInfo(const cdMesh *mesh);

// One sphere of the tree [RKC01 3.1].
typedef struct cdSphereNode {
    cdVec3 center;      // local frame
    double radius;      // holds the node's parts of triangles
    int32_t firstChild; // children are firstChild and firstChild + 1; -1 for a leaf
    int32_t level;      // 0 at the root
    int32_t label;      // nodes of one label hold the same elements [RKC01 4.4]
    cdVec3 axes[3];     // unit, of a box about the centre that holds the parts; axes[0]: their mean normal
    double halves[3];   // half the sides of the box
} cdSphereNode;

// A node of the tree, 0 (the root) to cdMeshInfo.nodeCount - 1, breadth first.
CD_API cdSphereNode cdGetSphereNode(const cdMesh *mesh, int32_t node);

// Triangle indices held by a leaf. @lifetime the mesh's until the next call with the same buffer
CD_API int32_t cdGetLeafTriangles(const cdMesh *mesh, int32_t node, int32_t *triangles, int32_t capacity);

// A leaf radius that suits all the given meshes together: [RKC01 4.4] asks for leaves of about one size in a
// scene. Takes definitions, since the radius is needed before the meshes are built.
CD_API double cdSuggestLeafRadius(const cdMeshDef *defs, int32_t defCount);

#ifdef __cplusplus
}
#endif
#endif
