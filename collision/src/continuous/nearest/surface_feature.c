// Finds features by distance: a corner, else an edge, else the element itself.
#include "continuous/nearest/surface_feature.h"
#include "continuous/elements/contact_geometry.h"
#include "mesh/mesh_data.h"
#include "mesh/shapes/closest.h"

static bool isAt(cdVec3 p, cdVec3 q, double tolerance) {
    return cdLengthSq(cdSub(p, q)) <= tolerance * tolerance;
}

static bool isOnEdge(const cdMesh *mesh, int32_t edge, cdVec3 p, double tolerance) {
    const int32_t *ends = mesh->edges + 2 * edge;
    return cdGetSegmentDistanceSq(p, mesh->vertices[ends[0]], mesh->vertices[ends[1]]) <=
           tolerance * tolerance;
}

cdFeature cdLocateFeature(const cdMesh *mesh, cdFeatureKind element, int32_t index, cdVec3 p,
                          double tolerance) {
    if (element == CD_FEATURE_VERTEX) return cdGetMeshFeature(mesh, element, index);
    const int32_t *corners =
        element == CD_FEATURE_EDGE ? mesh->edges + 2 * index : mesh->triangles + 3 * index;
    for (int k = 0; k < (element == CD_FEATURE_EDGE ? 2 : 3); k++)
        if (isAt(p, mesh->vertices[corners[k]], tolerance))
            return cdGetMeshFeature(mesh, CD_FEATURE_VERTEX, corners[k]);
    for (int k = 0; k < 3 && element == CD_FEATURE_FACE; k++) {
        int32_t edge = mesh->triangleEdges[3 * index + k];
        if (isOnEdge(mesh, edge, p, tolerance)) return cdGetMeshFeature(mesh, CD_FEATURE_EDGE, edge);
    }
    return cdGetMeshFeature(mesh, element, index);
}
