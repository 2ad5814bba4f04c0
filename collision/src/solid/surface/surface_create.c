// cdBuildSurface: from any mesh to one block with the features that can be touched.
//
// Input: a definition. Output: a surface; NULL when there is no memory.
//
// 1. The tolerance, from the mesh's size (brep_pack.h). 2. The boundary representation, by the steps of a
// solid's but with borders where a mesh is open or no manifold (brep_build.h). 3. One block: its arrays, then
// what the mesh's vertices and edges became (surface_maps.c), the fans, large outlines with their trees
// (surface_outlines.c), the connected parts (surface_shells.c), and the measures (surface_measure.c).
#include "solid/surface/surface_build.h"

#include "foundation/memory/hooks.h"
#include "solid/brep/brep_pack.h"

#include <string.h>

// Sets the array pointers of a surface whose counts are known. Returns the size of the block.
static size_t placeArrays(cdSurface *surface, unsigned char *block) {
    const cdMesh *mesh = surface->mesh;
    size_t size = sizeof(cdSurface), vertexCount = (size_t)surface->brep.vertexCount;
    size_t edgeCount = (size_t)surface->brep.edgeCount;
    cdPlaceBrepArrays(&surface->brep, block, &size);
    surface->fanFirst = cdPlaceArray(block, &size, vertexCount + 1, sizeof(int32_t));
    surface->fans = cdPlaceArray(block, &size, 2 * edgeCount, sizeof(int32_t));
    surface->vertexEntities = cdPlaceArray(block, &size, (size_t)mesh->vertexCount, sizeof(cdEntity));
    surface->edgeEntities = cdPlaceArray(block, &size, (size_t)mesh->edgeCount, sizeof(cdEntity));
    surface->sameEdges = cdPlaceArray(block, &size, edgeCount, sizeof(int32_t));
    surface->faceOutlines = cdPlaceArray(block, &size, (size_t)surface->brep.faceCount, sizeof(int32_t));
    surface->outlines = cdPlaceArray(block, &size, (size_t)surface->outlineCount, sizeof(cdSideTree));
    surface->outlineSides = cdPlaceArray(block, &size, (size_t)surface->outlineSideCount, sizeof(cdSide));
    surface->outlineNodes = cdPlaceArray(block, &size, (size_t)surface->outlineNodeCount, sizeof(cdSideNode));
    surface->vertexShells = cdPlaceArray(block, &size, vertexCount, sizeof(int32_t));
    surface->shellVertices = cdPlaceArray(block, &size, (size_t)surface->shellCount, sizeof(int32_t));
    return (size + 63) / 64 * 64;
}

static cdSurfaceInfo makeInfo(const cdBrepBuild *build) {
    const cdMesh *mesh = build->mesh;
    const cdBrep *brep = &build->brep;
    cdSurfaceInfo info = {.vertexCount = brep->vertexCount,
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

static cdSurface *packSurface(cdBrepBuild *build) {
    cdSurface header = {.info = makeInfo(build), .mesh = build->mesh, .brep = build->brep};
    cdCountOutlines(&header);
    const int32_t *shells = cdFindVertexShells(&header, build);
    if (shells == NULL) return NULL;
    header.info.byteCount = placeArrays(&header, NULL);
    unsigned char *block = cdAllocate(header.info.byteCount);
    if (block == NULL) return NULL;
    placeArrays(&header, block);
    cdCopyBrepArrays(&header.brep, &build->brep);
    memcpy(header.fanFirst, build->fanFirst, ((size_t)header.brep.vertexCount + 1) * sizeof(int32_t));
    memcpy(header.fans, build->fans, 2 * (size_t)header.brep.edgeCount * sizeof(int32_t));
    cdMapSurface(&header, build);
    cdBuildOutlines(&header);
    cdListShells(&header, shells);
    cdMeasureSurface(&header);
    memcpy(block, &header, sizeof header);
    return (cdSurface *)(void *)block;
}

cdSurface *cdBuildSurface(const cdMesh *mesh, double tolerance) {
    cdBrepBuild build = {
        .mesh = mesh, .tolerance = cdChooseBrepTolerance(mesh, tolerance), .hasBorders = true};
    cdSurface *surface = cdBuildBrep(&build) ? packSurface(&build) : NULL;
    cdFreeBrepBuild(&build);
    return surface;
}
