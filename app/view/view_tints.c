// Surfaces with clearances on the graphics card: a finer mesh than the object's own, with a value a corner.
//
// Made when an object first has colours, kept while it has, and given new values when the stage has some.
#include "view/view_data.h"

#include "engine/message.h"
#include "view/convert.h"
#include "view/view_surface.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool isOf(const ViewTint *known, const StageTint *tint, const StageObject *object) {
    return known->object == tint->object && known->mesh == tint->mesh &&
           known->pointCount == tint->surface.pointCount &&
           memcmp(&known->info, &object->info, sizeof known->info) == 0;
}

void DestroyViewTint(ViewTint *tint) {
    gxDestroyGpuMesh(tint->gpu);
    free(tint->origins);
    free(tint->values);
}

// One corner of the finer mesh, its normal between those of the triangle it was cut from.
static gxVertex makeVertex(const gxSurface *coarse, cdVec3 point, int32_t triangle, const float shares[3]) {
    gxVertex vertex = {0};
    vec3s v = ConvertVector(point), normal = {{0.0f, 0.0f, 0.0f}};
    memcpy(vertex.position, v.raw, sizeof vertex.position);
    for (int i = 0; i < 3; ++i) {
        const int8_t *n = coarse->vertices[coarse->indices[3 * (size_t)triangle + (size_t)i]].normal;
        for (int k = 0; k < 3; ++k)
            normal.raw[k] += shares[i] * (float)n[k];
    }
    float length = sqrtf(glms_vec3_dot(normal, normal));
    for (int k = 0; k < 3; ++k)
        vertex.normal[k] = length > 0.0f ? (int8_t)lroundf(127.0f * normal.raw[k] / length) : 0;
    return vertex;
}

// Shaded like the mesh itself: normals of the cut triangles would show each of the mesh's as flat.
static gxSurface makeSurface(const cdMesh *mesh, const FineSurface *fine) {
    size_t count = 3 * (size_t)fine->triangleCount;
    gxSurface coarse = MakeMeshSurface(mesh);
    gxSurface surface = {.vertices = malloc(count * sizeof *surface.vertices),
                         .indices = malloc(count * sizeof *surface.indices),
                         .origins = malloc(count * sizeof *surface.origins),
                         .vertexCount = 3 * fine->triangleCount,
                         .triangleCount = fine->triangleCount};
    if (!coarse.vertices || !surface.vertices || !surface.indices || !surface.origins)
        gxDestroySurface(&surface);
    for (size_t i = 0; surface.vertices && i < count; ++i) {
        const FineOrigin *origin = &fine->origins[i / 3];
        surface.origins[i] = fine->triangles[i];
        surface.indices[i] = (uint32_t)i;
        surface.vertices[i] =
            makeVertex(&coarse, fine->points[fine->triangles[i]], origin->triangle, origin->shares[i % 3]);
    }
    gxDestroySurface(&coarse);
    return surface;
}

static bool fill(ViewTint *known, const StageTint *tint, const StageObject *object) {
    gxSurface surface = makeSurface(tint->mesh, &tint->surface);
    *known = (ViewTint){.object = tint->object,
                        .mesh = tint->mesh,
                        .info = object->info,
                        .pointCount = tint->surface.pointCount,
                        .vertexCount = surface.vertexCount,
                        .version = tint->version - 1};
    if (!surface.vertices) return false;
    known->origins = surface.origins;
    surface.origins = NULL;
    known->values = malloc((size_t)known->vertexCount * sizeof *known->values);
    known->gpu = gxCreateValuedGpuMesh(&surface);
    gxDestroySurface(&surface);
    if (known->values && known->gpu) return true;
    DestroyViewTint(known);
    return false;
}

static ViewTint *find(View *view, const StageTint *tint, const StageObject *object) {
    for (int32_t i = 0; i < view->tintCount; ++i)
        if (isOf(&view->tints[i], tint, object)) return &view->tints[i];
    ViewTint *larger = realloc(view->tints, ((size_t)view->tintCount + 1) * sizeof *larger);
    if (!larger) return NULL;
    view->tints = larger;
    if (!fill(&larger[view->tintCount], tint, object)) return NULL;
    return &larger[view->tintCount++];
}

gxGpuMesh *GetTintMesh(View *view, const StageTint *tint, const StageObject *object) {
    ViewTint *known = find(view, tint, object);
    if (!known) {
        gxReportNoMemory();
        return NULL;
    }
    known->used = true;
    if (known->version != tint->version) {
        for (int32_t i = 0; i < known->vertexCount; ++i)
            known->values[i] = tint->values[known->origins[i]];
        gxSetGpuMeshValues(known->gpu, known->values);
        known->version = tint->version;
    }
    return known->gpu;
}

void DropUnusedTints(View *view) {
    int32_t kept = 0;
    for (int32_t i = 0; i < view->tintCount; ++i) {
        if (view->tints[i].used)
            view->tints[kept++] = view->tints[i];
        else
            DestroyViewTint(&view->tints[i]);
    }
    view->tintCount = kept;
    for (int32_t i = 0; i < kept; ++i)
        view->tints[i].used = false;
}
