// cdCreateSurface: from any mesh to the features that can be touched.
#include "solid/surface_data.h"

cdSurface *cdCreateSurface(const cdSurfaceDef *def) {
    (void)def;
    return NULL;
}

void cdDestroySurface(cdSurface *surface) {
    (void)surface;
}

cdSurfaceInfo cdGetSurfaceInfo(const cdSurface *surface) {
    return surface->info;
}

const cdMesh *cdGetSurfaceMesh(const cdSurface *surface) {
    return surface->mesh;
}

cdFeature cdGetSurfaceFeature(const cdSurface *surface, cdPlace place) {
    (void)surface, (void)place;
    return (cdFeature){.kind = CD_NO_FEATURE};
}

void cdDrawSurfaceFeature(const cdDebugDraw *draw, const cdSurface *surface, cdPlace place, cdPose pose,
                          cdDrawRole role) {
    (void)draw, (void)surface, (void)place, (void)pose, (void)role;
}

bool cdAreAdjacent(const cdSurface *surface, cdPlace x, cdPlace y) {
    (void)surface, (void)x, (void)y;
    return false;
}
