// cdBuildFeatures: from any mesh to one block with the features that can be touched.
//
// Input: a mesh. Output: its features; NULL: no memory.
//
// 1. The tolerance, from the mesh's size (brep_pack.h). 2. The boundary representation, by the steps of a
// solid's but with borders where a mesh is open or non-manifold (brep_build.h). 3. One block: its arrays,
// then the maps from the mesh's vertices and edges (features_maps.c), the fans, large outlines with their
// trees (features_outlines.c), the connected parts (features_shells.c), and the measures
// (features_measure.c).
#include "solid/features/features_build.h"

#include "foundation/memory/hooks.h"
#include "solid/brep/brep_pack.h"

#include <string.h>

// Sets the array pointers of features whose counts are known. Returns the size of the block.
static size_t layOutArrays(cdFeatures *features, unsigned char *block) {
    const cdMesh *mesh = features->mesh;
    size_t size = sizeof(cdFeatures), vertexCount = (size_t)features->brep.vertexCount;
    size_t edgeCount = (size_t)features->brep.edgeCount;
    cdLayOutBrepArrays(&features->brep, block, &size);
    features->fanFirst = cdLayOutArray(block, &size, vertexCount + 1, sizeof(int32_t));
    features->fans = cdLayOutArray(block, &size, 2 * edgeCount, sizeof(int32_t));
    features->vertexEntities = cdLayOutArray(block, &size, (size_t)mesh->vertexCount, sizeof(cdEntity));
    features->edgeEntities = cdLayOutArray(block, &size, (size_t)mesh->edgeCount, sizeof(cdEntity));
    features->sameEdges = cdLayOutArray(block, &size, edgeCount, sizeof(int32_t));
    features->faceOutlines = cdLayOutArray(block, &size, (size_t)features->brep.faceCount, sizeof(int32_t));
    features->outlines = cdLayOutArray(block, &size, (size_t)features->outlineCount, sizeof(cdSideTree));
    features->outlineSides = cdLayOutArray(block, &size, (size_t)features->outlineSideCount, sizeof(cdSide));
    features->outlineNodes =
        cdLayOutArray(block, &size, (size_t)features->outlineNodeCount, sizeof(cdSideNode));
    features->vertexShells = cdLayOutArray(block, &size, vertexCount, sizeof(int32_t));
    features->shellVertices = cdLayOutArray(block, &size, (size_t)features->shellCount, sizeof(int32_t));
    return (size + 63) / 64 * 64;
}

static cdFeaturesInfo makeInfo(const cdBrepBuild *build) {
    const cdMesh *mesh = build->mesh;
    const cdBrep *brep = &build->brep;
    cdFeaturesInfo info = {.vertexCount = brep->vertexCount,
                           .edgeCount = brep->edgeCount,
                           .faceCount = brep->faceCount,
                           .closed = mesh->info.closed && mesh->info.manifold && mesh->info.oriented &&
                                     mesh->info.volume > 0.0,
                           .center = mesh->center,
                           .radius = mesh->radius,
                           .tolerance = build->tolerance};
    for (int32_t e = 0; e < brep->edgeCount; e++)
        info.borderCount += brep->halfEdges[2 * e + 1].face < 0;
    info.closed = info.closed && info.borderCount == 0;
    return info;
}

static void copyArrays(cdFeatures *to, const cdFeatures *from) {
    size_t vertexCount = (size_t)from->brep.vertexCount, edgeCount = (size_t)from->brep.edgeCount;
    size_t meshVertexCount = (size_t)from->mesh->vertexCount, meshEdgeCount = (size_t)from->mesh->edgeCount;
    cdCopyBrepArrays(&to->brep, &from->brep);
    memcpy(to->fanFirst, from->fanFirst, (vertexCount + 1) * sizeof(int32_t));
    memcpy(to->fans, from->fans, 2 * edgeCount * sizeof(int32_t));
    memcpy(to->vertexEntities, from->vertexEntities, meshVertexCount * sizeof(cdEntity));
    memcpy(to->edgeEntities, from->edgeEntities, meshEdgeCount * sizeof(cdEntity));
    memcpy(to->sameEdges, from->sameEdges, edgeCount * sizeof(int32_t));
}

cdFeatures *cdPackFeatures(const cdFeatures *parts, cdBrepBuild *build) {
    cdFeatures header = *parts;
    cdCountOutlines(&header);
    const int32_t *shells = cdFindVertexShells(&header, build);
    if (shells == NULL) return NULL;
    header.info.byteCount = layOutArrays(&header, NULL);
    unsigned char *block = cdAllocate(header.info.byteCount);
    if (block == NULL) return NULL;
    layOutArrays(&header, block);
    copyArrays(&header, parts);
    cdBuildOutlines(&header);
    cdListShells(&header, shells);
    cdMeasureFeatureSet(&header);
    memcpy(block, &header, sizeof header);
    return (cdFeatures *)(void *)block;
}

bool cdTakeFeatureMaps(cdFeatures *features, cdBrepBuild *build) {
    features->vertexEntities = cdTakeBrepArray(build, (size_t)features->mesh->vertexCount, sizeof(cdEntity));
    features->edgeEntities = cdTakeBrepArray(build, (size_t)features->mesh->edgeCount, sizeof(cdEntity));
    features->sameEdges = cdTakeBrepArray(build, (size_t)features->brep.edgeCount, sizeof(int32_t));
    return features->vertexEntities != NULL && features->edgeEntities != NULL && features->sameEdges != NULL;
}

static cdFeatures *packFeatures(cdBrepBuild *build) {
    cdFeatures parts = {.info = makeInfo(build),
                        .mesh = build->mesh,
                        .brep = build->brep,
                        .fanFirst = build->fanFirst,
                        .fans = build->fans};
    if (!cdTakeFeatureMaps(&parts, build)) return NULL;
    cdMapFeatures(&parts, build);
    return cdPackFeatures(&parts, build);
}

cdFeatures *cdBuildFeatures(const cdMesh *mesh, double tolerance) {
    cdBrepBuild build = {
        .mesh = mesh, .tolerance = cdChooseBrepTolerance(mesh, tolerance), .hasBorders = true};
    cdFeatures *features = cdBuildBrep(&build) ? packFeatures(&build) : NULL;
    cdFreeBrepBuild(&build);
    return features;
}
