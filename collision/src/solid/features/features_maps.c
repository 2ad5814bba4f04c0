// Maps the mesh's vertices and edges to its features.
//
// Input: a mesh, and the locations of its vertices and sides. Output: a feature for each vertex and each edge
// of the mesh; rings of the feature edges that coincide.
//
// 1. A vertex maps to its feature vertex, else to the edge or the face that contains it. If parts of the
// surface touch in a point there may be several; the map has that of its lowest side, and the others are
// reached by their triangles. 2. An edge of the mesh maps to the feature edge of one of its sides, the lowest
// side first, else to the face around it; one without length maps like its vertex. 3. An edge of the mesh
// with one triangle, more than two, or two of opposite orientation, has a feature edge for each side. All its
// sides are parts of edges with the same ends (brep_edges.c), so that the first side of each identifies the
// ring.
#include "solid/features/features_build.h"

// Returns -1 for vertices of only triangles that are single points.
static cdEntity getEntity(const cdFeatures *features, int32_t leaf) {
    cdLocation location = cdGetLeafLocation(leaf);
    return location.index < 0 ? -1 : cdMakeEntity(features, location);
}

static void mapVertices(cdFeatures *features, const cdBrepBuild *build) {
    for (int32_t v = 0; v < build->mesh->vertexCount; v++)
        features->vertexEntities[v] = getEntity(features, build->vertexLeaves[v]);
}

static cdEntity findEdgeEntity(const cdFeatures *features, const cdBrepBuild *build, int32_t edge) {
    int32_t side = build->edgeSides[edge];
    if (side < 0) return features->vertexEntities[build->mesh->edges[2 * (size_t)edge]];
    if (build->sideHalfEdges[side] >= 0)
        return cdMakeEntity(features, (cdLocation){CD_ON_EDGE, build->sideHalfEdges[side] / 2});
    return cdMakeEntity(features, (cdLocation){CD_ON_FACE, build->brep.triangleFaces[side / 3]});
}

// Puts an edge into the ring of the one that the mesh's edge is mapped to, once.
static void joinRing(cdFeatures *features, int32_t first, int32_t edge) {
    if (edge == first || features->sameEdges[edge] != edge) return;
    features->sameEdges[edge] = features->sameEdges[first];
    features->sameEdges[first] = edge;
}

static void linkSameEdges(cdFeatures *features, const cdBrepBuild *build) {
    for (int32_t e = 0; e < features->brep.edgeCount; e++)
        features->sameEdges[e] = e;
    for (int32_t side = 0; side < 3 * build->mesh->triangleCount; side++) {
        if (build->sideHalfEdges[side] < 0) continue;
        cdLocation first =
            cdGetEntityLocation(features, features->edgeEntities[build->mesh->triangleEdges[side]]);
        joinRing(features, first.index, build->sideHalfEdges[side] / 2);
    }
}

void cdMapFeatures(cdFeatures *features, const cdBrepBuild *build) {
    mapVertices(features, build);
    for (int32_t e = 0; e < build->mesh->edgeCount; e++)
        features->edgeEntities[e] = findEdgeEntity(features, build, e);
    linkSameEdges(features, build);
}
