// From the mesh to the surface: which feature each of its vertices and edges is on.
//
// Input: a mesh, and what became of its vertices and sides. Output: a feature for each vertex and each edge
// of the mesh; and which edges of the surface run along one another, in rings.
//
// 1. A vertex is on the surface's vertex it became, else on the edge or the face it lies within. Where parts
// of the surface touch in a point it may be within several; the one of its lowest side is given, and the
// others are reached by their triangles. 2. An edge of the mesh is on the edge of the surface that one of its
// sides is part of, the lowest side first, else in the face around it; one without length is where its vertex
// is. 3. An edge of the mesh with one triangle, more than two, or two that disagree, gives an edge of the
// surface for each side. All sides of it are parts of edges with the same ends (brep_edges.c), so that the
// first side of each tells which belong together.
#include "solid/features/features_build.h"

// @returns -1: of triangles that are single points with nothing beside them
static cdEntity getEntity(const cdFeatures *features, int32_t leaf) {
    cdLocation location = cdGetLeafLocation(leaf);
    return location.index < 0 ? -1 : cdMakeEntity(features, location);
}

static void mapVertices(cdFeatures *features, const cdBrepBuild *build) {
    for (int32_t v = 0; v < build->mesh->vertexCount; v++)
        features->vertexEntities[v] = getEntity(features, build->vertexPlaces[v]);
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
