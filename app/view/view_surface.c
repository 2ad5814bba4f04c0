// Builds surfaces of meshes, and manages a view's meshes on the graphics card.
//
// Input: a mesh. Output: its triangles with normals at their corners, and coarser levels, which take most of
// the time. Loading builds them on a thread of its own; the others are built when first drawn. Meshes that
// the stage no longer has are freed.
#include "view/view_data.h"

#include "engine/message.h"
#include "view/view_surface.h"

#include <stdlib.h>
#include <string.h>

ViewSurface MakeViewSurface(const cdMesh *mesh) {
    ViewSurface made = {.mesh = mesh, .surface = MakeMeshSurface(mesh)};
    if (made.surface.vertices) made.levels = gxMakeLevels(&made.surface);
    return made;
}

void DestroyViewSurface(ViewSurface *surface) {
    gxDestroySurface(&surface->surface);
    gxFreeLevels(&surface->levels);
    *surface = (ViewSurface){0};
}

bool IsSameMeshInfo(const cdMeshInfo *a, const cdMeshInfo *b) {
    cdMeshInfo infos[2];
    memcpy(&infos[0], a, sizeof *a);
    memcpy(&infos[1], b, sizeof *b);
    for (int i = 0; i < 2; ++i) {
        infos[i].parts = 0;
        infos[i].byteCount = 0;
        infos[i].hull = NULL;
    }
    return memcmp(&infos[0], &infos[1], sizeof infos[0]) == 0;
}

static ViewMesh *findMesh(View *view, const cdMesh *mesh, const cdMeshInfo *info) {
    for (int32_t i = 0; i < view->meshCount; ++i) {
        ViewMesh *known = &view->meshes[i];
        if (known->mesh == mesh && IsSameMeshInfo(&known->info, info)) return known;
    }
    return NULL;
}

void DestroyViewMesh(ViewMesh *mesh) {
    gxDestroyGpuMesh(mesh->gpu);
    free(mesh->origins);
}

static bool reserve(View *view) {
    if (view->meshCount < view->meshCapacity) return true;
    int32_t capacity = view->meshCapacity ? 2 * view->meshCapacity : 16;
    ViewMesh *larger = realloc(view->meshes, (size_t)capacity * sizeof *larger);
    if (!larger) return false;
    view->meshes = larger;
    view->meshCapacity = capacity;
    return true;
}

// Consumes the surface. @errors NULL: out of memory
static const ViewMesh *upload(View *view, ViewSurface *surface, const cdMeshInfo *info) {
    gxGpuMesh *gpu = NULL;
    if (surface->surface.vertices && reserve(view))
        gpu = gxCreateLevelledGpuMesh(&surface->surface, &surface->levels);
    const cdMesh *mesh = surface->mesh;
    int32_t *origins = surface->surface.origins;
    if (gpu) surface->surface.origins = NULL; // taken over
    DestroyViewSurface(surface);
    if (!gpu) {
        gxReportNoMemory();
        return NULL;
    }
    view->meshes[view->meshCount] = (ViewMesh){mesh, *info, gpu, origins, IsRoundMesh(info), true};
    return &view->meshes[view->meshCount++];
}

void GiveViewSurface(View *view, ViewSurface *surface, const cdMeshInfo *info) {
    if (findMesh(view, surface->mesh, info))
        DestroyViewSurface(surface);
    else
        upload(view, surface, info);
}

const ViewMesh *GetViewMesh(View *view, const StageObject *object) {
    ViewMesh *known = findMesh(view, object->mesh, &object->info);
    if (known) {
        known->used = true;
        return known;
    }
    ViewSurface made = MakeViewSurface(object->mesh);
    return upload(view, &made, &object->info);
}

void KeepViewMesh(View *view, const StageObject *object) {
    ViewMesh *known = findMesh(view, object->mesh, &object->info);
    if (known) known->used = true;
}

static bool hasMesh(const Stage *stage, const cdMesh *mesh) {
    for (int32_t i = 0; i < stage->meshes.scene.ownedCount; ++i)
        if (stage->meshes.scene.owned[i] == mesh) return true;
    for (int32_t i = 0; i < stage->meshes.addedCount; ++i)
        if (stage->meshes.added[i].mesh == mesh) return true;
    return false;
}

void KeepStageMeshes(View *view, const Stage *stage) {
    for (int32_t i = 0; i < view->meshCount; ++i) {
        ViewMesh *known = &view->meshes[i];
        if (known->used || !hasMesh(stage, known->mesh)) continue;
        const cdMeshInfo info = cdGetMeshInfo(known->mesh); // another one may have its address
        known->used = IsSameMeshInfo(&known->info, &info);
    }
}
