// Features of a surface as points and lines.
//
// Input: a surface at a pose, and a place on it. Output: calls of the cdDebugDraw callbacks: a vertex as a
// point, an edge as a segment, a face by its loops; nothing for places that are on no feature.
#include "solid/surface/surface_data.h"

#include "foundation/memory/hooks.h"

typedef struct SurfaceDraw {
    const cdDebugDraw *draw;
    const cdSurface *surface;
    cdPose pose;
    cdDrawRole role;
} SurfaceDraw;

static cdVec3 toWorld(const SurfaceDraw *d, int32_t vertex) {
    return cdTransformPoint(d->pose, cdAdd(d->surface->brep.points[vertex], d->surface->info.center));
}

static void drawSegment(const SurfaceDraw *d, int32_t from, int32_t to) {
    if (d->draw->segment != NULL)
        d->draw->segment(toWorld(d, from), toWorld(d, to), d->role, d->draw->context);
}

static void drawLoop(const SurfaceDraw *d, int32_t first) {
    const cdHalfEdge *halfEdges = d->surface->brep.halfEdges;
    int32_t at = first;
    do {
        drawSegment(d, halfEdges[at].start, halfEdges[halfEdges[at].next].start);
        at = halfEdges[at].next;
    } while (at != first);
}

void cdDrawSurfaceFeature(const cdDebugDraw *draw, const cdMesh *mesh, cdPlace place, cdPose pose,
                          cdDrawRole role) {
    if (!CD_REQUIRE(draw != NULL && mesh != NULL && mesh->surface != NULL)) return;
    const cdSurface *surface = mesh->surface;
    const SurfaceDraw d = {draw, surface, pose, role};
    const cdBrep *brep = &surface->brep;
    int32_t index = place.index;
    if (place.where == CD_ON_VERTEX && index >= 0 && index < brep->vertexCount) {
        if (draw->point != NULL) draw->point(toWorld(&d, index), role, draw->context);
    } else if (place.where == CD_ON_EDGE && index >= 0 && index < brep->edgeCount) {
        drawSegment(&d, brep->halfEdges[2 * index].start, brep->halfEdges[2 * index + 1].start);
    } else if (place.where == CD_ON_FACE && index >= 0 && index < brep->faceCount) {
        for (int32_t i = 0; i < brep->faces[index].loopCount; i++)
            drawLoop(&d, brep->loops[brep->faces[index].firstLoop + i]);
    }
}
