// cdReserveWorkspace: allocates the memory of the largest queries at once.
//
// Each part of the workspace (foundation/memory/workspace.h) gets the size that a query of any two of the
// meshes needs. The arena of contact regions depends on what touches; a few thousand regions with their
// features are reserved.
#include "collision/workspace.h"
#include "contact/pairs/clear_pairs.h"
#include "contact/pairs/near_triangles.h"
#include "contact/path_memory.h"
#include "contact/region_work.h"
#include "contact/slide/slide_work.h"
#include "continuous/first_contact.h"
#include "continuous/search/search_memory.h"
#include "foundation/memory/hooks.h"

static bool isMeaningful(const cdWorkspaceNeed *need) {
    if (!CD_REQUIRE(need != NULL && need->meshes != NULL && need->meshCount > 0)) return false;
    if (need->obstacleCount < 0 || need->regionCapacity < 0 || need->pointCapacity < 0) return false;
    if (need->workerCount < 0 || need->shapeCount < 0) return false;
    for (int32_t i = 0; i < need->meshCount; i++)
        if (!CD_REQUIRE(need->meshes[i] != NULL)) return false;
    return true;
}

static size_t countFeatures(const cdMesh *mesh) {
    return (size_t)cdCountEntities(mesh->features);
}

// Reserves the memory for contact regions of two meshes with features.
static bool reserveRegions(cdWorkspace *workspace, const cdWorkspaceNeed *need, const cdMesh *a,
                           const cdMesh *b) {
    size_t features = countFeatures(a) + countFeatures(b);
    size_t arena = cdGetTriangleWalkSize(a, b) + 8 * features + 512 * (size_t)need->regionCapacity +
                   256 * (size_t)need->pointCapacity + ((size_t)1 << 18);
    size_t pairs = CD_FIRST_PAIRS * sizeof(cdEntityPair);
    if (pairs < 32 * features) pairs = 32 * features;
    return cdReserveArena(&workspace->arena, arena) &&
           cdUseWorkPart(workspace, CD_WORK_PAIRS, pairs) != NULL &&
           cdUseWorkPart(workspace, CD_WORK_CONES, cdGetKnownConesSize()) != NULL;
}

// Reserves the memory for a slide of A.
static bool reserveSlide(cdWorkspace *workspace, const cdWorkspaceNeed *need, const cdMesh *a,
                         const cdMesh *b) {
    int32_t obstacles = need->obstacleCount > 0 ? need->obstacleCount : 1;
    int32_t shapes = need->shapeCount > 0 ? need->shapeCount : 1;
    size_t lists = cdGetSlideNearSize(a->triangleCount, (int64_t)shapes * obstacles);
    return cdReserveArena(&workspace->arena, cdGetClearPairsSize(a, b)) &&
           cdUseWorkPart(workspace, CD_WORK_SLIDE, cdGetSlideSize()) != NULL &&
           cdUseWorkPart(workspace, CD_WORK_LISTS, lists) != NULL;
}

static bool reservePair(cdWorkspace *workspace, const cdWorkspaceNeed *need, const cdMesh *a,
                        const cdMesh *b) {
    if (!cdReserveSearch(a, b, workspace)) return false;
    bool haveFeatures = a->features != NULL && b->features != NULL;
    if (haveFeatures && !reserveRegions(workspace, need, a, b)) return false;
    bool slides = haveFeatures || a->rounding > 0.0 || b->rounding > 0.0;
    return !slides || reserveSlide(workspace, need, a, b);
}

static bool reserveWorker(cdWorkspace *workspace, const cdWorkspaceNeed *need) {
    if (cdUseWorkPart(workspace, CD_WORK_REACHES, cdGetReachesSize(need->obstacleCount)) == NULL)
        return false;
    int32_t shapes = need->shapeCount > 0 ? need->shapeCount : 1;
    size_t path = cdGetPathSize(shapes, need->obstacleCount > 0 ? need->obstacleCount : 1);
    if (cdUseWorkPart(workspace, CD_WORK_PATH, path) == NULL) return false;
    for (int32_t i = 0; i < need->meshCount; i++)
        for (int32_t k = 0; k < need->meshCount; k++)
            if (!reservePair(workspace, need, need->meshes[i], need->meshes[k])) return false;
    return true;
}

bool cdReserveWorkspace(cdWorkspace *workspace, const cdWorkspaceNeed *need) {
    if (!CD_REQUIRE(workspace != NULL) || !isMeaningful(need)) return false;
    if (!reserveWorker(workspace, need) || !cdMakeWorkerSpaces(workspace, need->workerCount)) return false;
    for (int32_t i = 1; i < need->workerCount; i++)
        if (!reserveWorker(cdGetWorkerSpace(workspace, i), need)) return false;
    return true;
}
