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
#include "solid/surface/surface_build.h"

// @returns -1: of triangles that are single points with nothing beside them
static cdEntity getEntity(const cdSurface *surface, int32_t leaf) {
    cdPlace place = cdGetLeafPlace(leaf);
    return place.index < 0 ? -1 : cdMakeEntity(surface, place);
}

static void mapVertices(cdSurface *surface, const cdBrepBuild *build) {
    for (int32_t v = 0; v < build->mesh->vertexCount; v++)
        surface->vertexEntities[v] = getEntity(surface, build->vertexPlaces[v]);
}

static cdEntity findEdgeEntity(const cdSurface *surface, const cdBrepBuild *build, int32_t edge) {
    int32_t side = build->edgeSides[edge];
    if (side < 0) return surface->vertexEntities[build->mesh->edges[2 * (size_t)edge]];
    if (build->sideHalfEdges[side] >= 0)
        return cdMakeEntity(surface, (cdPlace){CD_ON_EDGE, build->sideHalfEdges[side] / 2});
    return cdMakeEntity(surface, (cdPlace){CD_ON_FACE, build->brep.triangleFaces[side / 3]});
}

// Puts an edge into the ring of the one that the mesh's edge is mapped to, once.
static void joinRing(cdSurface *surface, int32_t first, int32_t edge) {
    if (edge == first || surface->sameEdges[edge] != edge) return;
    surface->sameEdges[edge] = surface->sameEdges[first];
    surface->sameEdges[first] = edge;
}

static void linkSameEdges(cdSurface *surface, const cdBrepBuild *build) {
    for (int32_t e = 0; e < surface->brep.edgeCount; e++)
        surface->sameEdges[e] = e;
    for (int32_t side = 0; side < 3 * build->mesh->triangleCount; side++) {
        if (build->sideHalfEdges[side] < 0) continue;
        cdPlace first = cdGetEntityPlace(surface, surface->edgeEntities[build->mesh->triangleEdges[side]]);
        joinRing(surface, first.index, build->sideHalfEdges[side] / 2);
    }
}

void cdMapSurface(cdSurface *surface, const cdBrepBuild *build) {
    mapVertices(surface, build);
    for (int32_t e = 0; e < build->mesh->edgeCount; e++)
        surface->edgeEntities[e] = findEdgeEntity(surface, build, e);
    linkSameEdges(surface, build);
}
