// Surfaces: the features of a mesh that can be touched: maximal planar faces, edges and vertices [BV92 3],
// [V90 2].
//
// The part CD_PART_FEATURES of any mesh, open or closed, manifold or not: connected triangles in one plane
// are one face, collinear edges between the same faces one edge, so that no seam of a triangulation shows in
// a contact. Of a mesh that has a solid (solid.h) the features are the solid's, number by number. An edge
// with one triangle, or with more than two, or whose two triangles disagree on which side is outside, is a
// border of each of the faces along it. The functions below need a mesh with this part; without it they go to
// the assertion hook and return an empty result.
//
// Frame: the mesh's local frame. Stored coordinates are less cdFeaturesInfo.center, as the mesh's are.
#ifndef COLLISION_FEATURES_H
#define COLLISION_FEATURES_H

#include "collision/classify.h"
#include "collision/query.h"

#ifdef __cplusplus
extern "C" {
#endif

// Counts and measures of a surface.
typedef struct cdFeaturesInfo {
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
    size_t byteCount;  // of all it holds
} cdFeaturesInfo;

// Counts and measures, in constant time.
CD_API cdFeaturesInfo cdGetFeaturesInfo(const cdMesh *mesh);

// The feature at a place on a surface: kind, index into the surface's vertices, edges or faces, original ids.
// CD_NO_FEATURE for places that are on none.
CD_API cdFeature cdGetFeatureAt(const cdMesh *mesh, cdLocation location);

#ifdef __cplusplus
}
#endif
#endif
