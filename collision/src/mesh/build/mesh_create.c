// cdBuildBareMesh: from the points and triangles of a file to one block that queries read.
//
// Input: a definition. Output: a mesh, and a report of its defects; or no mesh, and the reason.
//
// 1. Refuse invalid input: no triangles, coordinates that are not finite, indices out of range.
// 2. Weld points, drop repeated triangles, move the vertices to the centre and measure, find edges, owners
// and fans, and recognize a box.
// 3. List the defects.
// 4. Build the sphere tree.
// 5. Pack everything into one block.
#include "mesh/build/mesh_build.h"
#include "mesh/build/mesh_input.h"
#include "mesh/tree/sphere_tree.h"

#include "foundation/memory/hooks.h"

#include <string.h>

static const int32_t MAX_COUNT = 1 << 29;   // three times it fits an index
static const double MAX_COORDINATE = 1e100; // a product of three fits a double

cdMeshDef cdDefaultMeshDef(void) {
    return (cdMeshDef){.parts = CD_PART_HULL};
}

// --- 1. refuse
// --------------------------------------------------------------------------------------------------

static cdBuildError checkPoints(const cdMeshDef *def, cdMeshReport *report) {
    for (int32_t i = 0; i < def->pointCount; i++) {
        cdVec3 p = cdGetInputPoint(def, i);
        bool finite = isfinite(p.x) && isfinite(p.y) && isfinite(p.z);
        if (finite && cdMaxAbs(p) <= MAX_COORDINATE) continue;
        report->errorPoint = i;
        return finite ? CD_BUILD_TOO_LARGE : CD_BUILD_NOT_FINITE;
    }
    return CD_BUILD_OK;
}

static cdBuildError checkDef(const cdMeshDef *def, cdMeshReport *report) {
    if (def->triangleCount <= 0) return CD_BUILD_NO_TRIANGLES;
    if (def->triangleCount > MAX_COUNT || def->pointCount > MAX_COUNT) return CD_BUILD_TOO_LARGE;
    if (!(def->roundingRadius >= 0.0 && def->roundingRadius <= MAX_COORDINATE)) return CD_BUILD_BAD_RADIUS;
    if (def->roundingRadius > 0.0 && def->allowance > 0.0) return CD_BUILD_BAD_RADIUS;
    cdBuildError error = checkPoints(def, report);
    if (error != CD_BUILD_OK) return error;
    for (int32_t i = 0; i < def->triangleCount; i++) {
        int32_t corners[3];
        cdGetInputTriangle(def, i, corners);
        bool valid = true;
        for (int k = 0; k < 3; k++)
            valid = valid && corners[k] >= 0 && corners[k] < def->pointCount;
        if (valid) continue;
        report->errorTriangle = i;
        return CD_BUILD_BAD_INDEX;
    }
    return CD_BUILD_OK;
}

static bool isLayoutValid(const cdMeshDef *def) {
    return CD_REQUIRE((int)def->pointFormat >= 0 && def->pointFormat <= CD_POINTS_FLOAT) &&
           CD_REQUIRE((int)def->indexFormat >= 0 && def->indexFormat <= CD_INDICES_UINT16) &&
           CD_REQUIRE(def->pointStride == 0 || def->pointStride >= cdGetPointSize(def)) &&
           CD_REQUIRE(def->triangleStride == 0 || def->triangleStride >= cdGetTriangleSize(def));
}

static bool isCallValid(const cdMeshDef *def) {
    return CD_REQUIRE(def != NULL) && isLayoutValid(def) &&
           CD_REQUIRE(def->points != NULL || def->pointCount <= 0) &&
           CD_REQUIRE(def->triangles != NULL || def->triangleCount <= 0) &&
           CD_REQUIRE(def->weldDistance >= 0.0 && def->weldDistance <= MAX_COORDINATE) &&
           CD_REQUIRE(def->allowance >= 0.0 && def->allowance <= MAX_COORDINATE) &&
           CD_REQUIRE(def->leafRadius >= 0.0 && def->leafRadius <= MAX_COORDINATE) &&
           CD_REQUIRE(def->tolerance >= 0.0 && def->tolerance <= MAX_COORDINATE);
}

// --- 5. pack
// ----------------------------------------------------------------------------------------------------

// Returns the next address for `count` items, on a cache line; NULL while the block is only measured.
static void *layOutArray(unsigned char *block, size_t *offset, size_t count, size_t itemSize) {
    size_t start = (*offset + 63) / 64 * 64;
    *offset = start + count * itemSize;
    return block != NULL ? block + start : NULL;
}

size_t cdLayOutMeshArrays(cdMesh *mesh, unsigned char *block) {
    size_t vertexCount = (size_t)mesh->vertexCount, edgeCount = (size_t)mesh->edgeCount;
    size_t triangleCount = (size_t)mesh->triangleCount, nodeCount = (size_t)mesh->tree.nodeCount;
    size_t twinCount = (size_t)cdCountTwins(mesh->tree.nodeCount);
    size_t size = sizeof(cdMesh);
    mesh->tree.twins = layOutArray(block, &size, twinCount, sizeof(cdTwinVolumes));
    mesh->tree.details = layOutArray(block, &size, twinCount, sizeof(cdTwinDetails));
    mesh->tree.links = layOutArray(block, &size, nodeCount, sizeof(cdNodeLinks));
    mesh->tree.entries = layOutArray(block, &size, (size_t)mesh->tree.entryCount, sizeof(cdLeafEntry));
    mesh->vertices = layOutArray(block, &size, vertexCount, sizeof(cdVec3));
    mesh->triangles = layOutArray(block, &size, 3 * triangleCount, sizeof(int32_t));
    mesh->edges = layOutArray(block, &size, 2 * edgeCount, sizeof(int32_t));
    mesh->triangleEdges = layOutArray(block, &size, 3 * triangleCount, sizeof(int32_t));
    mesh->ownedElements = layOutArray(block, &size, triangleCount, sizeof(uint8_t));
    mesh->faceIds = layOutArray(block, &size, triangleCount, sizeof(int32_t));
    mesh->vertexIds = layOutArray(block, &size, vertexCount, sizeof(int32_t));
    return (size + 63) / 64 * 64;
}

static void copyArrays(cdMesh *to, const cdMesh *from) {
    size_t vertexCount = (size_t)from->vertexCount, edgeCount = (size_t)from->edgeCount;
    size_t triangleCount = (size_t)from->triangleCount;
    memcpy(to->vertices, from->vertices, vertexCount * sizeof(cdVec3));
    memcpy(to->triangles, from->triangles, 3 * triangleCount * sizeof(int32_t));
    memcpy(to->edges, from->edges, 2 * edgeCount * sizeof(int32_t));
    memcpy(to->triangleEdges, from->triangleEdges, 3 * triangleCount * sizeof(int32_t));
    memcpy(to->ownedElements, from->ownedElements, triangleCount * sizeof(uint8_t));
    memcpy(to->faceIds, from->faceIds, triangleCount * sizeof(int32_t));
    memcpy(to->vertexIds, from->vertexIds, vertexCount * sizeof(int32_t));
}

void cdCompleteMeshInfo(cdMesh *mesh) {
    cdMeshInfo *info = &mesh->info;
    info->vertexCount = mesh->vertexCount;
    info->edgeCount = mesh->edgeCount;
    info->triangleCount = mesh->triangleCount;
    info->center = mesh->center;
    info->radius = mesh->radius;
    info->leafRadius = mesh->tree.leafRadius;
    info->roundingRadius = mesh->rounding;
    info->leafCount = mesh->tree.leafCount;
    info->nodeCount = mesh->tree.nodeCount;
    info->treeDepth = mesh->tree.depth;
    info->labelCount = mesh->tree.labelCount;
    info->byteCount = mesh->byteCount;
}

static cdMesh *packMesh(cdMeshBuild *build, const cdTreeBuild *tree) {
    cdMesh header = build->mesh;
    header.version = CD_MESH_DATA_VERSION;
    header.id = cdMakeId();
    header.rounding = build->def->roundingRadius;
    header.partsDef = (cdPartsDef){build->def->tolerance, build->def->facePlanesOnly,
                                   build->def->refuseIntersections, NULL};
    header.byteCount = cdLayOutMeshArrays(&header, NULL);
    unsigned char *block = cdAllocateUnset(header.byteCount);
    if (block == NULL) {
        build->refusedBytes = header.byteCount;
        return NULL;
    }
    cdLayOutMeshArrays(&header, block);
    if (!cdPackSphereTree(tree, &header.tree)) {
        build->refusedBytes = header.byteCount;
        cdFree(block);
        return NULL;
    }
    copyArrays(&header, &build->mesh);
    header.info.pointCount = build->def->pointCount;
    header.info.triangleInputCount = build->def->triangleCount;
    cdCompleteMeshInfo(&header);
    memcpy(block, &header, sizeof header);
    return (cdMesh *)(void *)block;
}

// --- 2 to 5
// -----------------------------------------------------------------------------------------------------

// Frees what only the steps before the tree need.
static void giveBackWork(cdMeshBuild *build) {
    void *const arrays[] = {build->pointVertices, build->vertexPoints, build->triangleSources,
                            build->edgeUses,      build->vertexFans,   build->vertexTriangles};
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++)
        cdGiveBackArray(build, arrays[i]);
}

static cdMesh *buildMesh(cdMeshBuild *build, cdMeshReport *report, bool wantsDefects) {
    if (!cdWeldPoints(build) || !cdKeepTriangles(build) || !cdPlaceVertices(build)) return NULL;
    if (!cdFindEdges(build) || !cdAssignOwners(build) || !cdFindFans(build)) return NULL;
    build->mesh.info.isBox = cdFindBoxShape(&build->mesh, &build->mesh.box);
    if (wantsDefects && !cdListDefects(build, report)) return NULL;
    giveBackWork(build);
    cdTreeBuild *tree =
        cdBuildSphereTree(&build->mesh, build->normals, build->def->leafRadius, &build->mesh.tree);
    build->refusedBytes = (size_t)build->mesh.triangleCount * sizeof(cdNodeVolume);
    cdMesh *mesh = tree != NULL ? packMesh(build, tree) : NULL;
    cdFreeTreeBuild(tree);
    return mesh;
}

cdMesh *cdBuildBareMesh(const cdMeshDef *def, cdMeshReport *report, bool wantsDefects) {
    *report = (cdMeshReport){.errorPoint = -1, .errorTriangle = -1};
    if (!isCallValid(def)) {
        report->error = CD_BUILD_NO_TRIANGLES;
        return NULL;
    }
    report->error = checkDef(def, report);
    if (report->error != CD_BUILD_OK) return NULL;

    cdMeshBuild build = {.def = def};
    cdMesh *mesh = buildMesh(&build, report, wantsDefects);
    cdFreeMeshBuild(&build);
    if (mesh == NULL) {
        cdDestroyMeshReport(report);
        *report = (cdMeshReport){.error = CD_BUILD_OUT_OF_MEMORY, .errorPoint = -1, .errorTriangle = -1};
        report->byteCount = build.refusedBytes;
    }
    return mesh;
}

void cdDestroyMeshReport(cdMeshReport *report) {
    if (report == NULL) return;
    cdFree(report->defects);
    cdFree(report->solid.defects);
    *report = (cdMeshReport){.errorPoint = -1, .errorTriangle = -1};
}
