// Surfaces with clearances on the graphics card: the object's mesh or a finer one, with a value a corner.
//
// Created when an object first has colours, kept while it has, and updated when the stage has new values. The
// stage has built the vertices of a finer one: here they are only copied.
#include "view/view_data.h"

#include "engine/message.h"

#include <stdlib.h>

static bool isOf(const ViewTint *known, const StageTint *tint, const StageObject *object) {
    return known->object == tint->object && known->mesh == tint->mesh &&
           known->pointCount == tint->surface.pointCount && IsSameMeshInfo(&known->info, &object->info);
}

void DestroyViewTint(ViewTint *tint) {
    gxDestroyGpuMesh(tint->gpu);
    free(tint->values);
}

static bool fill(ViewTint *known, const StageTint *tint, const StageObject *object, const ViewMesh *own) {
    *known = (ViewTint){.object = tint->object,
                        .mesh = tint->mesh,
                        .info = object->info,
                        .pointCount = tint->surface.pointCount,
                        .version = tint->version - 1};
    known->gpu = tint->surface.isMesh ? gxCreateValuedTwin(own->gpu) : gxCreateValuedGpuMesh(&tint->drawing);
    if (known->gpu)
        known->values = malloc((size_t)gxGetGpuMeshVertexCount(known->gpu) * sizeof *known->values);
    if (known->values) return true;
    DestroyViewTint(known);
    return false;
}

static ViewTint *find(View *view, const StageTint *tint, const StageObject *object, const ViewMesh *own) {
    for (int32_t i = 0; i < view->tintCount; ++i)
        if (isOf(&view->tints[i], tint, object)) return &view->tints[i];
    ViewTint *larger = realloc(view->tints, ((size_t)view->tintCount + 1) * sizeof *larger);
    if (!larger) return NULL;
    view->tints = larger;
    if (!fill(&larger[view->tintCount], tint, object, own)) return NULL;
    return &larger[view->tintCount++];
}

gxGpuMesh *GetTintMesh(View *view, const StageTint *tint, const StageObject *object, const ViewMesh *own) {
    ViewTint *known = find(view, tint, object, own);
    if (!known) {
        gxReportNoMemory();
        return NULL;
    }
    known->used = true;
    if (known->version != tint->version) {
        const int32_t *origins = tint->surface.isMesh ? own->origins : tint->drawing.origins;
        int32_t count = gxGetGpuMeshVertexCount(known->gpu);
        for (int32_t i = 0; i < count; ++i)
            known->values[i] = tint->values[origins[i]];
        gxSetGpuMeshValues(known->gpu, known->values);
        known->version = tint->version;
    }
    return known->gpu;
}

bool DropUnusedTints(View *view) {
    int32_t kept = 0;
    for (int32_t i = 0; i < view->tintCount; ++i) {
        if (view->tints[i].used)
            view->tints[kept++] = view->tints[i];
        else
            DestroyViewTint(&view->tints[i]);
    }
    bool dropsAny = kept < view->tintCount;
    view->tintCount = kept;
    for (int32_t i = 0; i < kept; ++i)
        view->tints[i].used = false;
    return dropsAny;
}
