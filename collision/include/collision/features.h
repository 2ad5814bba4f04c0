// Features of a mesh: maximal planar faces, edges and vertices [BV92 3], [V90 2].
//
// The part CD_PART_FEATURES of any mesh, open or closed, manifold or not. Connected triangles in one plane
// form one face, and collinear edges between the same faces one edge, so contacts show no seam of the
// triangulation. If the mesh has a solid (solid.h), its features have the solid's numbers. An edge is a
// border of each of its faces if it has one triangle or more than two, or two that disagree on which side is
// outside. The functions below need a mesh with this part. Without it they call the assertion hook and return
// an empty result.
//
// Frame: the mesh's local frame. Stored coordinates are minus cdFeaturesInfo.center, as the mesh's are.
#ifndef COLLISION_FEATURES_H
#define COLLISION_FEATURES_H

#include "collision/classify.h"
#include "collision/query.h"

#ifdef __cplusplus
extern "C" {
#endif

// Counts and measures of the features of a mesh.
typedef struct cdFeaturesInfo {
    int32_t vertexCount, edgeCount, faceCount; // faces are maximal and planar
    int32_t borderCount;                       // edges with a face on one side only
    // True if there is no border, no vertex at which parts touch in a point only, and the whole is oriented
    // outwards: the surface then has an outside. Otherwise both of its sides can be touched.
    bool closed;
    cdVec3 center;    // center of the mesh's bounding box, local frame
    double radius;    // largest distance of a vertex from `center`
    double tolerance; // actual tolerance, length
    double area;      // area of all faces
    // Centroid and inertia of unit mass spread evenly over the area: the resistance to turning in a slide.
    // Local frame; tensor about the centroid, xx, yy, zz, xy, xz, yz as in cdMassProperties.
    cdVec3 centroid;
    double inertia[6]; // local axes
    size_t byteCount;  // memory of the features
} cdFeaturesInfo;

// Returns counts and measures, in constant time.
CD_API cdFeaturesInfo cdGetFeaturesInfo(const cdMesh *mesh);

// Returns the feature at a location: kind, index into the vertices, edges or faces of this part, the
// file's numbers. CD_NO_FEATURE if the location is on no feature.
CD_API cdFeature cdGetFeatureAt(const cdMesh *mesh, cdLocation location);

#ifdef __cplusplus
}
#endif
#endif
