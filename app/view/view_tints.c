// Surfaces with clearances on the graphics card: a finer mesh than the object's own, with a value a corner.
//
// Made when an object first has colours, kept while it has, and given new values when the stage has some.
#include "view/view_data.h"

#include "view/convert.h"

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

static gxSurface makeSurface(const FineSurface *fine, float creaseAngle) {
    float(*positions)[3] = malloc((size_t)fine->pointCount * sizeof *positions);
    if (!positions) return (gxSurface){0};
    for (int32_t i = 0; i < fine->pointCount; ++i) {
        vec3s v = ConvertVector(fine->points[i]);
        memcpy(positions[i], v.raw, sizeof positions[i]);
    }
    gxSurface surface = gxMakeSurface((const float(*)[3])positions, fine->pointCount, fine->triangles,
                                      fine->triangleCount, creaseAngle);
    free(positions);
    return surface;
}

static bool fill(ViewTint *known, const StageTint *tint, const StageObject *object, float creaseAngle) {
    gxSurface surface = makeSurface(&tint->surface, creaseAngle);
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

static ViewTint *find(View *view, const StageTint *tint, const StageObject *object, float creaseAngle) {
    for (int32_t i = 0; i < view->tintCount; ++i)
        if (isOf(&view->tints[i], tint, object)) return &view->tints[i];
    ViewTint *larger = realloc(view->tints, ((size_t)view->tintCount + 1) * sizeof *larger);
    if (!larger) return NULL;
    view->tints = larger;
    if (!fill(&larger[view->tintCount], tint, object, creaseAngle)) return NULL;
    return &larger[view->tintCount++];
}

gxGpuMesh *GetTintMesh(View *view, const StageTint *tint, const StageObject *object, float creaseAngle) {
    ViewTint *known = find(view, tint, object, creaseAngle);
    if (!known) return NULL;
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
