// Surfaces: what of a mesh can be touched, as maximal planar faces, edges and vertices [BV92 3], [V90 2].
//
// Input: any mesh, open or closed, manifold or not. Output: an immutable cdSurface: connected triangles in
// one plane are one face, collinear edges between the same faces one edge, so that no seam of a triangulation
// shows in a contact. Of a mesh that is a solid (solid.h) the features are the solid's, number by number,
// when both have the same tolerance. An edge with one triangle, or with more than two, or whose two triangles
// disagree on what is outside, is a border of each of the faces along it.
//
// Frame: the mesh's local frame. Stored coordinates are less cdSurfaceInfo.center, as the mesh's are.
#ifndef COLLISION_SURFACE_H
#define COLLISION_SURFACE_H

#include "collision/classify.h"
#include "collision/debug_draw.h"

#ifdef __cplusplus
extern "C" {
#endif

// The features of a mesh, made once and never changed. @lifetime from cdCreateSurface to cdDestroySurface
typedef struct cdSurface cdSurface;

// What a surface is made from.
typedef struct cdSurfaceDef {
    const cdMesh *mesh; // kept. @lifetime as long as the surface
    double tolerance;   // as cdSolidDef.tolerance, with its default and its least value
} cdSurfaceDef;

// Counts and measures of a surface.
typedef struct cdSurfaceInfo {
    int32_t vertexCount, edgeCount, faceCount; // features: faces are maximal and planar
    int32_t borderCount;                       // edges with a face on one side only
    // No border, no vertex where parts touch in a point only, and turned outwards as a whole: it says what is
    // outside. Of others either side is touched.
    bool closed;
    cdVec3 center;    // of the mesh's bounding box
    double radius;    // of the vertices about `center`
    double tolerance; // in force, length
    double area;      // of all faces
    // Of unit mass spread evenly over the area: what resists when a hand turns it. Local frame, and the
    // inertia tensor about the centroid: xx, yy, zz, xy, xz, yz, as cdMassProperties has them.
    cdVec3 centroid;
    double inertia[6]; // local axes
    size_t byteCount;  // of all it holds, without the mesh
} cdSurfaceInfo;

// @errors NULL: no memory
cdSurface *cdCreateSurface(const cdSurfaceDef *def);
// Frees a surface, not its mesh; nothing for NULL. No body may use it any more.
void cdDestroySurface(cdSurface *surface);

// Counts and measures, in constant time.
cdSurfaceInfo cdGetSurfaceInfo(const cdSurface *surface);
// The mesh it was made from.
const cdMesh *cdGetSurfaceMesh(const cdSurface *surface);

// The feature at a place on a surface: kind, index into the surface's vertices, edges or faces, original ids.
// CD_NO_FEATURE for places that are on none.
cdFeature cdGetSurfaceFeature(const cdSurface *surface, cdPlace place);

// Outlines a feature: a vertex as a point, an edge as a segment, a face by its loops.
void cdDrawSurfaceFeature(const cdDebugDraw *draw, const cdSurface *surface, cdPlace place, cdPose pose,
                          cdDrawRole role);

#ifdef __cplusplus
}
#endif
#endif
