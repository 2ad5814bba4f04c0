// Surfaces of the stage's meshes, each made once.
#include "stage/stage.h"

#include <stdlib.h>

const cdSurface *GetStageSurface(Stage *stage, int32_t object) {
    if (object < 0 || object >= stage->objectCount) return NULL;
    const cdMesh *mesh = stage->objects[object].mesh;
    for (int32_t i = 0; i < stage->surfaceCount; ++i) {
        if (stage->surfaces[i].mesh == mesh) return stage->surfaces[i].surface;
    }
    StageSurface *larger = realloc(stage->surfaces, ((size_t)stage->surfaceCount + 1) * sizeof *larger);
    if (!larger) return NULL;
    stage->surfaces = larger;
    cdSurface *surface = cdCreateSurface(&(cdSurfaceDef){.mesh = mesh});
    if (surface) stage->surfaces[stage->surfaceCount++] = (StageSurface){mesh, surface};
    return surface;
}

void DestroyStageSurfaces(Stage *stage) {
    for (int32_t i = 0; i < stage->surfaceCount; ++i)
        cdDestroySurface(stage->surfaces[i].surface);
    free(stage->surfaces);
    stage->surfaces = NULL;
    stage->surfaceCount = 0;
}
