// Builds surfaces of meshes, and manages a view's meshes on the graphics card.
//
// Input: a mesh. Output: its triangles with normals at their corners, and coarser levels, which take most of
// the time. Loading builds them on a thread of its own; the others are built when first drawn. Meshes no
// longer drawn are freed, except those of hidden objects.
#include "view/view_data.h"

#include "engine/message.h"
#include "view/convert.h"
#include "view/view_surface.h"

#include <stdlib.h>
#include <string.h>

static const float creaseAngle = 0.7f; // 40 degrees: smooth on scans and turned shapes, sharp on boxes

gxSurface MakeMeshSurface(const cdMesh *mesh) {
    const cdMeshInfo info = cdGetMeshInfo(mesh);
    int32_t vertexCount = info.vertexCount;
    const cdVec3 *vertices = info.vertices;
    float(*positions)[3] = malloc((size_t)vertexCount * sizeof *positions);
    if (!positions) return (gxSurface){0};
    for (int32_t i = 0; i < vertexCount; ++i) {
        vec3s v = ConvertVector(vertices[i]);
        memcpy(positions[i], v.raw, sizeof positions[i]);
    }
    gxSurface surface = gxMakeSurface((const float(*)[3])positions, vertexCount, info.triangles,
                                      info.triangleCount, creaseAngle);
    free(positions);
    return surface;
}

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

static ViewMesh *findMesh(View *view, const cdMesh *mesh, const cdMeshInfo *info) {
    for (int32_t i = 0; i < view->meshCount; ++i) {
        ViewMesh *known = &view->meshes[i];
        if (known->mesh == mesh && memcmp(&known->info, info, sizeof known->info) == 0) return known;
    }
    return NULL;
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
    DestroyViewSurface(surface);
    if (!gpu) {
        gxReportNoMemory();
        return NULL;
    }
    view->meshes[view->meshCount] = (ViewMesh){mesh, *info, gpu, IsRoundMesh(info), true};
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
