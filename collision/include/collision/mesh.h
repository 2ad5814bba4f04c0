// Meshes: any set of triangles, prepared once for queries.
//
// Input: points and triangles as a file has them: open or closed, non-manifold, with slivers or duplicates.
// Output: an opaque cdMesh (welded vertices, edges, adjacency, the file's numbers, sphere tree), which any
// number of bodies and threads can share, and a report that names every defect with its location. Refused are
// only invalid data (a NaN, an index out of range, no triangle at all) and an allowance that is too large.
//
// Parts: a mesh has up to three parts. The convex hull makes queries of distant meshes cheap. The features
// (features.h) serve slides, contact regions and worlds. The solid (solid.h) classifies points as inside or
// outside; only a closed mesh has one. cdMeshDef.parts lists the parts to build at once; cdBuildMeshParts
// adds others later. A query of a mesh that lacks a part is CD_UNDECIDED with CD_REASON_NO_PART.
//
// Rounding: a mesh with a rounding radius is the set of all points within that radius of its triangles. A
// point with a radius is a sphere, a segment a capsule; both are exact, not tessellated. First contact,
// overlap, distance, closest points, slides and worlds honour the radius. They report vertices, edges and
// faces of the mesh's triangles. Radii, bounds, area, volume and hull in cdMeshInfo are those of the
// triangles. A rounded mesh has no features and no solid, so contact regions, classification and rays refuse
// it (CD_REASON_NO_PART).
#ifndef COLLISION_MESH_H
#define COLLISION_MESH_H

#include "collision/base.h"
#include "collision/convex.h"
#include "collision/vecmath.h"

#ifdef __cplusplus
extern "C" {
#endif

// A mesh. Immutable except for cdBuildMeshParts. @lifetime from cdCreateMesh to cdDestroyMesh
typedef struct cdMesh cdMesh;

// Parts of a mesh, as bits.
enum {
    CD_PART_HULL = 1u << 0,     // convex hull [CW96]
    CD_PART_FEATURES = 1u << 1, // maximal planar faces, edges and vertices [BV92]
    CD_PART_SOLID = 1u << 2     // boundary representation with its index [V90]
};

// Formats of the coordinates of a point. Floats are taken as the doubles that they are.
typedef enum cdPointFormat {
    CD_POINTS_DOUBLE = 0, // three doubles: cdVec3
    CD_POINTS_FLOAT       // three floats
} cdPointFormat;

// Formats of the point indices of a triangle.
typedef enum cdIndexFormat {
    CD_INDICES_INT32 = 0, // three int32_t; uint32_t below 2^31 have the same bits
    CD_INDICES_UINT16     // three uint16_t
} cdIndexFormat;

// Definition of a mesh; the arrays are copied. Begin with cdDefaultMeshDef. Points and triangles may be part
// of larger items, such as vertices with normals: the strides are the distances from one to the next, and
// need not keep them aligned.
typedef struct cdMeshDef {
    const void *points;    // pointCount points in `pointFormat`, local frame: by default cdVec3[pointCount]
    const void *triangles; // triangleCount triangles in `indexFormat`: by default int32_t[3 * triangleCount],
                           // point indices, counter-clockwise from outside
    cdPointFormat pointFormat; // of `points`
    cdIndexFormat indexFormat; // of `triangles`
    size_t pointStride;        // bytes from a point to the next; 0: they follow each other without a gap
    size_t triangleStride;     // bytes from a triangle to the next; 0: likewise
    const int32_t *faceIds;    // faceIds[triangleCount]: the file's face numbers; NULL: the triangle's index
    const int32_t *pointIds;   // pointIds[pointCount]: the file's vertex numbers; NULL: the point's index
    int32_t pointCount;        // above 0
    int32_t triangleCount;     // above 0
    double weldDistance;       // length: points merge into the nearest vertex within it; 0: equal points only
    // Length by which other meshes may penetrate, so that CAD parts that fit flush, or overlap by rounding,
    // can move. The mesh is built with its surface moved inwards by this length, and all queries and worlds
    // use that surface; cdMeshReport.inset has the actual depths. 0: as given.
    double allowance;
    // Maximum radius of leaf spheres, length; 0: automatic, by the mean area of the triangles. Raised if
    // leaves would contain more than 4 triangleCount + 16384 pieces in all; cdMeshInfo.leafRadius is the
    // result.
    double leafRadius;
    double roundingRadius; // length: the shape is all points within it of the triangles; 0: the triangles
    uint32_t parts;        // CD_PART_... bits: the parts to build at once
    // Accuracy of the features and the solid, length: a classification may be wrong within this distance of a
    // feature. Points within a tenth of it from a plane count as on the plane. 0: 1e-9 of the mesh's
    // radius. Raised to 1e-12 of the radius, and to 64 rounding units (2^-52) of the largest coordinate,
    // which matters far from the origin.
    double tolerance;
    // The solid's index uses planes of faces only [V90 2.1], in its first 500 levels; else also planes across
    // the axes [V90 5].
    bool facePlanesOnly;
    bool refuseIntersections; // true: a mesh whose triangles cross each other gets no solid; takes longer
} cdMeshDef;

// Returns the defaults: no arrays, equal points welded, an automatic leaf radius, only the hull.
CD_API cdMeshDef cdDefaultMeshDef(void);

// Kinds of defects. A mesh with defects is built.
typedef enum cdDefectKind {
    CD_DEFECT_WELDED_VERTEX = 0,   // a point merged into another: vertexId = {kept, merged}
    CD_DEFECT_UNUSED_POINT,        // no triangle uses it
    CD_DEFECT_DEGENERATE_TRIANGLE, // no area: two equal corners, or three on a line
    CD_DEFECT_SLIVER_TRIANGLE,     // height below 1e-4 of its longest edge
    CD_DEFECT_DUPLICATE_TRIANGLE,  // the same three vertices as an earlier triangle; kept once
    CD_DEFECT_OPEN_EDGE,           // an edge of one triangle
    CD_DEFECT_NON_MANIFOLD_EDGE,   // an edge of more than two triangles
    CD_DEFECT_FLIPPED_EDGE,        // an edge whose two triangles have opposite orientations
    CD_DEFECT_NON_MANIFOLD_VERTEX, // a vertex whose triangles form more than one fan of neighbours
    // Defects that are found when a solid is built:
    CD_DEFECT_INSIDE_OUT,     // a shell turned inside out; the point is its centroid
    CD_DEFECT_CROSSING_FACES, // two triangles that cross each other
    // A warning: a vertex within 100 tolerances of a vertex, edge or face that it does not belong to, or of
    // the other end of its edge.
    CD_DEFECT_NEAR_FEATURES,
    CD_DEFECT_KIND_COUNT
} cdDefectKind;

// One defect and its location.
typedef struct cdDefect {
    cdDefectKind kind;   // cdGetDefectName has its name
    int32_t faceId[2];   // the file's numbers of its faces; -1: none
    int32_t vertexId[2]; // the file's numbers: the vertex, the edge's ends, both near vertices; -1: none
    double distance;     // length between near features; else 0
    cdVec3 point;        // local frame
} cdDefect;

// Result of building the solid, and the defects that prevent it or make it doubtful.
typedef struct cdSolidReport {
    cdBuildError error; // why there is no solid; CD_BUILD_OK: there is one, or it was not requested
    // defects[defectCount], by kind, then by location in the mesh; at most the first 1000 of a kind. Repeats
    // the defects of the mesh that prevent a solid.
    cdDefect *defects;
    int32_t defectCount;                       // defects in the list
    int32_t countOfKind[CD_DEFECT_KIND_COUNT]; // all defects of each cdDefectKind
} cdSolidReport;

// How far a surface was moved inwards for an allowance. Guarantee for a closed and oriented mesh: while an
// object stays outside the moved surface, none of its points is deeper than `depth` below a face of the
// original mesh (along the face's normal), nor farther than `reach` inside the original surface. Depths of
// both meshes of a pair add up. An open mesh is moved only on the sides that normals point to; the guarantee
// holds if nothing gets around its border.
typedef struct cdInset {
    double depth;       // length: the allowance; maximum depth below a face
    double minDepth;    // length: minimum by which a face is moved inwards, except at fixed vertices
    double reach;       // length: maximum depth below the surface: `depth`, and more at sharp reflex edges
    int32_t fixedCount; // vertices that do not move: no direction leads inwards from all their faces
    // Triangles that the allowance turns over, such as the rim of a wall thinner than twice the allowance, or
    // all of a ball whose radius is smaller than the allowance. If there are any, the mesh is refused, and so
    // is a closed mesh whose volume would change its sign, as that of a hollow ball. Other walls between two
    // shells are not checked.
    int32_t invertedCount;
} cdInset;

// Result of cdCreateMesh, with every defect of the mesh.
typedef struct cdMeshReport {
    cdBuildError error;                        // CD_BUILD_OK if the mesh was built
    int32_t errorPoint, errorTriangle;         // invalid point or triangle; -1: none
    size_t byteCount;                          // bytes requested when memory ran out
    cdDefect *defects;                         // defects[defectCount], by kind, then by location in the file
    int32_t defectCount;                       // all defects
    int32_t countOfKind[CD_DEFECT_KIND_COUNT]; // defects of each cdDefectKind
    cdSolidReport solid;                       // report of the solid, if one was requested
    cdInset inset;                             // actual depths of the allowance, if there is one
} cdMeshReport;

// Builds a mesh with the parts that `def` requests. `report` may be NULL; otherwise it is always filled, and
// freed with cdDestroyMeshReport. A mesh that encloses no solid is built without one: see
// report->solid.error and cdMeshInfo.parts.
// @errors NULL, with report->error. A missing array, an invalid format, a stride below the size of an
// item, and an invalid weldDistance, allowance, leafRadius or tolerance also call the assertion hook
// (base.h).
CD_API cdMesh *cdCreateMesh(const cdMeshDef *def, cdMeshReport *report);
// Builds a sphere: a mesh of one point with a rounding radius. `report`: as in cdCreateMesh.
// @errors NULL: the radius is not above 0 or a coordinate is not finite, with report->error
CD_API cdMesh *cdCreateSphere(cdVec3 center, double radius, cdMeshReport *report);
// Builds a capsule: a mesh of one segment with a rounding radius. `report`: as in cdCreateMesh.
// @errors as in cdCreateSphere
CD_API cdMesh *cdCreateCapsule(const cdVec3 ends[2], double radius, cdMeshReport *report);
// Builds the parts (CD_PART_... bits) that the mesh lacks. Other threads may query the mesh meanwhile; they
// use a part once it is complete. Only one thread at a time may build parts of a mesh.
// `report`: NULL, zeroed, or filled by cdCreateMesh; its `solid` is filled if one is attempted.
// @errors false: a part cannot be built; cdMeshInfo.parts has those that exist
CD_API bool cdBuildMeshParts(cdMesh *mesh, uint32_t parts, cdMeshReport *report);
// Progress of building a solid, and its interruption. Zeroed: neither.
typedef struct cdBuildWatch {
    // Called many times while a solid is built, by the building thread, with the share done, from 0 to 1; it
    // never decreases. Returns true to end the building: the mesh stays without a solid, and
    // report->solid.error is CD_BUILD_INTERRUPTED. The calls do not depend on time. NULL: not called.
    bool (*interrupt)(void *context, double progress);
    void *context; // passed to `interrupt`
} cdBuildWatch;

// Does the same as cdBuildMeshParts with a watch; `watch` may be NULL.
// @errors false: as before, and if it was interrupted
CD_API bool cdBuildWatchedMeshParts(cdMesh *mesh, uint32_t parts, const cdBuildWatch *watch,
                                    cdMeshReport *report);
// Frees a mesh with its parts. No body may use it any more. NULL is allowed.
CD_API void cdDestroyMesh(cdMesh *mesh);
// Frees the lists of defects and zeroes the report. NULL is allowed.
CD_API void cdDestroyMeshReport(cdMeshReport *report);

// Returns a lower-case name for messages, such as "open edge". @lifetime static
CD_API const char *cdGetDefectName(cdDefectKind kind);

// Counts, measures and arrays of a mesh. The arrays are read-only. @lifetime the mesh's
typedef struct cdMeshInfo {
    int32_t pointCount, triangleInputCount;        // as given
    int32_t vertexCount, edgeCount, triangleCount; // after welding and removal of duplicates
    int32_t componentCount;                        // components connected through vertices
    cdBox3 bounds;                                 // local frame
    cdVec3 center;                                 // center of `bounds`, local frame
    double radius;                                 // largest distance of a vertex from `center`
    double area;                                   // area of all triangles
    double volume;         // signed, by the divergence theorem; valid if closed and oriented
    bool closed;           // every edge has two triangles or more
    bool manifold;         // no edge has more than two triangles, no vertex more than one fan
    bool oriented;         // no flipped edge
    bool isBox;            // 12 triangles form a rectangular box within rounding, in any orientation
    double leafRadius;     // actual maximum radius of leaf spheres
    double roundingRadius; // rounding radius, 0: none
    int32_t leafCount, nodeCount, treeDepth, labelCount; // of the sphere tree
    uint32_t parts;                                      // CD_PART_... bits: the parts that exist
    size_t byteCount;                                    // memory of the mesh with its parts
    const cdVec3 *vertices;                              // vertices[vertexCount], relative to `center`
    const int32_t *vertexIds;                            // vertexIds[vertexCount], the file's numbers
    const int32_t *triangles;                            // triangles[3 * triangleCount], vertex indices
    const int32_t *faceIds; // faceIds[triangleCount]: the file's face of each triangle
    const int32_t *edges;   // edges[2 * edgeCount], vertex indices
    // Convex hull of the vertices, tested before the mesh in queries [CW96]. It has no hierarchical
    // representation, unlike hulls of cdCreateConvex. NULL: the part is missing.
    const cdConvex *hull;
} cdMeshInfo;

// Returns counts, measures and arrays, in constant time.
CD_API cdMeshInfo cdGetMeshInfo(const cdMesh *mesh);

// A node of the sphere tree [RKC01 3.1].
typedef struct cdSphereNode {
    cdVec3 center;      // local frame
    double radius;      // the sphere contains the node's pieces of triangles
    int32_t firstChild; // children are firstChild and firstChild + 1; -1 for a leaf
    int32_t level;      // 0 at the root
    int32_t label;      // nodes of equal label contain the same elements [RKC01 4.4]
    cdVec3 axes[3];     // unit, axes of a box about the center; axes[0]: mean normal of the pieces
    double halves[3];   // half extents of the box, which contains the pieces
} cdSphereNode;

// Returns a node of the tree, 0 (the root) to cdMeshInfo.nodeCount - 1; parents precede their children.
CD_API cdSphereNode cdGetSphereNode(const cdMesh *mesh, int32_t node);

// Writes up to `capacity` triangle indices of a leaf. Returns the leaf's triangle count; 0 for inner nodes.
CD_API int32_t cdGetLeafTriangles(const cdMesh *mesh, int32_t node, int32_t *triangles, int32_t capacity);

// Writes leaf radii for meshes that meet each other to radii[defCount]: of each mesh the automatic radius,
// but at most twice the smallest of them. In a scene leaves should have about one size [RKC01 4.4]: one
// of a box may contain a whole face of it, which a search then tests with many small leaves of a scan. Takes
// definitions because meshes are built with the radii.
CD_API void cdSuggestLeafRadii(const cdMeshDef *defs, int32_t defCount, double *radii);

#ifdef __cplusplus
}
#endif
#endif
