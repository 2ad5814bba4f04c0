// Reading features: their measures, original ids, and adjacency.
//
// Input: features and locations on them. Output: see the headers. Everything was computed when the features
// were built.
//
// Adjacency [BV92 3]: one of two features bounds the other. An edge is adjacent to the faces on its sides, a
// vertex to the edges that end there and to the faces about it, in any fan. A vertex within a face, where
// another part of the surface touches it, does not bound the face.
#include "solid/features/features_data.h"

#include "foundation/memory/hooks.h"

static const cdFeatures *getFeatures(const cdMesh *mesh) {
    return CD_REQUIRE(mesh != NULL && mesh->features != NULL) ? mesh->features : NULL;
}

cdFeaturesInfo cdGetFeaturesInfo(const cdMesh *mesh) {
    const cdFeatures *features = getFeatures(mesh);
    return features != NULL ? features->info : (cdFeaturesInfo){0};
}

static bool isLocationOf(const cdFeatures *features, cdLocation location) {
    int32_t count = location.kind == CD_ON_VERTEX ? features->info.vertexCount
                    : location.kind == CD_ON_EDGE ? features->info.edgeCount
                    : location.kind == CD_ON_FACE ? features->info.faceCount
                                                  : 0;
    return location.index >= 0 && location.index < count;
}

cdFeature cdGetFeatureAt(const cdMesh *mesh, cdLocation location) {
    const cdFeatures *features = getFeatures(mesh);
    cdFeature feature = {.kind = CD_NO_FEATURE, .index = -1, .id = -1, .vertexId = {-1, -1}};
    if (features == NULL || !isLocationOf(features, location)) return feature;
    const cdBrep *brep = &features->brep;
    feature.index = location.index;
    if (location.kind == CD_ON_VERTEX) {
        feature.kind = CD_FEATURE_VERTEX;
        feature.id = feature.vertexId[0] = feature.vertexId[1] = brep->vertexIds[location.index];
    } else if (location.kind == CD_ON_EDGE) {
        feature.kind = CD_FEATURE_EDGE;
        feature.id = location.index;
        for (int32_t i = 0; i < 2; i++)
            feature.vertexId[i] = brep->vertexIds[brep->halfEdges[2 * location.index + i].start];
    } else {
        feature.kind = CD_FEATURE_FACE;
        feature.id = brep->faces[location.index].id;
    }
    return feature;
}

// --- Adjacency

static bool boundsEdge(const cdBrep *brep, int32_t vertex, int32_t edge) {
    return brep->halfEdges[2 * edge].start == vertex || brep->halfEdges[2 * edge + 1].start == vertex;
}

static bool boundsFace(const cdFeatures *features, cdLocation location, int32_t face) {
    const cdHalfEdge *halfEdges = features->brep.halfEdges;
    if (location.kind == CD_ON_EDGE)
        return halfEdges[2 * location.index].face == face || halfEdges[2 * location.index + 1].face == face;
    for (int32_t i = features->fanFirst[location.index]; i < features->fanFirst[location.index + 1]; i++)
        if (halfEdges[features->fans[i]].face == face) return true;
    return false;
}

bool cdAreAdjacent(const cdFeatures *features, cdLocation x, cdLocation y) {
    if (!isLocationOf(features, x) || !isLocationOf(features, y) || x.kind == y.kind) return false;
    cdLocation lower = x.kind < y.kind ? x : y, higher = x.kind < y.kind ? y : x;
    if (higher.kind == CD_ON_FACE) return boundsFace(features, lower, higher.index);
    return boundsEdge(&features->brep, lower.index, higher.index);
}
