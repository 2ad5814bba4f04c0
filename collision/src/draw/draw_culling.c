// Draws kept and culled edges of back-face culling.
//
// Input: a solid with its pose and its faces' marks. Output: calls of the segment callback, world frame. An
// edge of a kept face is a full line; one between culled faces is dashed [BV92 Figure 9]. All dashes of a
// solid have about the same length, so a short edge costs no more than one line.
#include "draw/draw_calls.h"
#include "foundation/memory/hooks.h"
#include "solid/solid_data.h"

static const double dashesPerRadius = 12.0;
enum { DASH_MAX = 12 };

static void drawDashed(const cdDebugDraw *draw, cdVec3 from, cdVec3 to, double period) {
    double wanted = cdLength(cdSub(to, from)) / period;
    int count = wanted < DASH_MAX ? (int)wanted + 1 : DASH_MAX;
    for (int i = 0; i < count; i++) // each is the middle half of its part
        cdDrawSegment(draw, cdLerp(from, to, (i + 0.25) / count), cdLerp(from, to, (i + 0.75) / count),
                      cdGetStyle(CD_ROLE_CULLED));
}

void cdDrawCulling(const cdDebugDraw *draw, const cdMesh *mesh, cdPose pose, const uint8_t *culledFaces) {
    if (!CD_REQUIRE(draw && mesh && mesh->solid && culledFaces) || !draw->segment) return;
    const cdSolid *solid = mesh->solid;
    const cdBrep *brep = &solid->brep;
    for (int32_t i = 0; i < brep->edgeCount; i++) {
        const cdHalfEdge *half = &brep->halfEdges[2 * (size_t)i];
        cdVec3 from = cdTransformPoint(pose, cdAdd(brep->points[half[0].start], solid->info.center));
        cdVec3 to = cdTransformPoint(pose, cdAdd(brep->points[half[1].start], solid->info.center));
        if (culledFaces[half[0].face] && culledFaces[half[1].face])
            drawDashed(draw, from, to, solid->info.radius / dashesPerRadius);
        else
            cdDrawSegment(draw, from, to, cdGetStyle(CD_ROLE_TRACE));
    }
}
