// Fans: the half-edges that start at each vertex, in order about it.
//
// Input: half-edges, those of borders without a face on the right. Output: of each vertex its half-edges, one
// fan after the other, and within a fan clockwise, seen from outside. A fan that is open begins with a
// half-edge without a face, and the other side of its last one has none.
//
// The next one clockwise of a half-edge h is next[h ^ 1]: the way back along h, then on along the face there.
// 1. Count those of each vertex. 2. Open fans, from the half-edges without a face; the first of them becomes
// the vertex's own (cdBrep.vertexHalfEdge), so that a way around it from there reaches all of that fan.
// 3. Closed fans, from the vertex's own half-edge, then from what is left.
#include "solid/brep/brep_build.h"

// places[vertexCount]: where the next half-edge of each vertex goes.
static void listFan(cdBrepBuild *build, int32_t *places, uint8_t *listed, int32_t first) {
    const cdHalfEdge *halfEdges = build->brep.halfEdges;
    int32_t at = first;
    do {
        build->fans[places[halfEdges[at].start]++] = at;
        listed[at] = 1;
        at = halfEdges[at ^ 1].next;
    } while (at >= 0 && at != first);
}

static void countStarts(cdBrepBuild *build, int32_t *places) {
    const cdBrep *brep = &build->brep;
    for (int32_t h = 0; h < 2 * brep->edgeCount; h++)
        build->fanFirst[brep->halfEdges[h].start + 1]++;
    for (int32_t v = 0; v < brep->vertexCount; v++) {
        build->fanFirst[v + 1] += build->fanFirst[v];
        places[v] = build->fanFirst[v];
    }
}

bool cdListFans(cdBrepBuild *build) {
    cdBrep *brep = &build->brep;
    size_t vertexCount = (size_t)brep->vertexCount, halfEdgeCount = 2 * (size_t)brep->edgeCount;
    if (!build->hasBorders) return true;
    build->fanFirst = cdTakeBrepArray(build, vertexCount + 1, sizeof(int32_t));
    build->fans = cdTakeBrepArray(build, halfEdgeCount, sizeof(int32_t));
    int32_t *places = cdTakeBrepArray(build, vertexCount, sizeof(int32_t));
    uint8_t *listed = cdTakeBrepArray(build, halfEdgeCount, sizeof(uint8_t));
    if (!build->fanFirst || !build->fans || !places || !listed) return false;
    countStarts(build, places);
    for (int32_t h = 0; h < 2 * brep->edgeCount; h++)
        if (brep->halfEdges[h].face < 0) listFan(build, places, listed, h);
    for (int32_t v = 0; v < brep->vertexCount; v++)
        if (places[v] > build->fanFirst[v]) brep->vertexHalfEdge[v] = build->fans[build->fanFirst[v]];
    for (int32_t v = 0; v < brep->vertexCount; v++)
        if (!listed[brep->vertexHalfEdge[v]]) listFan(build, places, listed, brep->vertexHalfEdge[v]);
    for (int32_t h = 0; h < 2 * brep->edgeCount; h++)
        if (!listed[h]) listFan(build, places, listed, h);
    cdGiveBackBrepArray(build, listed);
    cdGiveBackBrepArray(build, places);
    return true;
}
