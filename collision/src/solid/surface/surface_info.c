// Reading a surface: its measures, its features with original ids, and which of them are adjacent.
//
// Input: a surface and places on it. Output: as the headers say. Everything was computed when the surface was
// built.
//
// Adjacency [BV92 3]: of two features one bounds the other. An edge is adjacent to the faces on its sides, a
// vertex to the edges that end there and to the faces about it, in whichever fan. A face that has a vertex
// within it, where another part of the surface touches it, is not bounded by it.
#include "solid/surface/surface_data.h"

#include "foundation/memory/hooks.h"

static const cdSurface *getSurface(const cdMesh *mesh) {
    return CD_REQUIRE(mesh != NULL && mesh->surface != NULL) ? mesh->surface : NULL;
}

cdSurfaceInfo cdGetSurfaceInfo(const cdMesh *mesh) {
    const cdSurface *surface = getSurface(mesh);
    return surface != NULL ? surface->info : (cdSurfaceInfo){0};
}

static bool isPlaceOf(const cdSurface *surface, cdPlace place) {
    int32_t count = place.where == CD_ON_VERTEX ? surface->info.vertexCount
                    : place.where == CD_ON_EDGE ? surface->info.edgeCount
                    : place.where == CD_ON_FACE ? surface->info.faceCount
                                                : 0;
    return place.index >= 0 && place.index < count;
}

cdFeature cdGetSurfaceFeature(const cdMesh *mesh, cdPlace place) {
    const cdSurface *surface = getSurface(mesh);
    cdFeature feature = {.kind = CD_NO_FEATURE, .index = -1, .id = -1, .vertexId = {-1, -1}};
    if (surface == NULL || !isPlaceOf(surface, place)) return feature;
    const cdBrep *brep = &surface->brep;
    feature.index = place.index;
    if (place.where == CD_ON_VERTEX) {
        feature.kind = CD_FEATURE_VERTEX;
        feature.id = feature.vertexId[0] = feature.vertexId[1] = brep->vertexIds[place.index];
    } else if (place.where == CD_ON_EDGE) {
        feature.kind = CD_FEATURE_EDGE;
        feature.id = place.index;
        for (int32_t i = 0; i < 2; i++)
            feature.vertexId[i] = brep->vertexIds[brep->halfEdges[2 * place.index + i].start];
    } else {
        feature.kind = CD_FEATURE_FACE;
        feature.id = brep->faces[place.index].id;
    }
    return feature;
}

// --- Adjacency

static bool boundsEdge(const cdBrep *brep, int32_t vertex, int32_t edge) {
    return brep->halfEdges[2 * edge].start == vertex || brep->halfEdges[2 * edge + 1].start == vertex;
}

static bool boundsFace(const cdSurface *surface, cdPlace place, int32_t face) {
    const cdHalfEdge *halfEdges = surface->brep.halfEdges;
    if (place.where == CD_ON_EDGE)
        return halfEdges[2 * place.index].face == face || halfEdges[2 * place.index + 1].face == face;
    for (int32_t i = surface->fanFirst[place.index]; i < surface->fanFirst[place.index + 1]; i++)
        if (halfEdges[surface->fans[i]].face == face) return true;
    return false;
}

bool cdAreAdjacent(const cdSurface *surface, cdPlace x, cdPlace y) {
    if (!isPlaceOf(surface, x) || !isPlaceOf(surface, y) || x.where == y.where) return false;
    cdPlace lower = x.where < y.where ? x : y, higher = x.where < y.where ? y : x;
    if (higher.where == CD_ON_FACE) return boundsFace(surface, lower, higher.index);
    return boundsEdge(&surface->brep, lower.index, higher.index);
}
