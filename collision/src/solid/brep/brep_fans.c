// Fans: the half-edges that start at each vertex, in order about it.
//
// Input: half-edges; those of borders have no face on one side. Output: for each vertex its half-edges, one
// fan after the other, clockwise within a fan, seen from outside. An open fan begins with a half-edge without
// a face, and its last half-edge has a twin without one.
//
// The next one clockwise of a half-edge h is next[h ^ 1]: back along h, then on along the face there.
// 1. Count the half-edges of each vertex. 2. Open fans, from the half-edges without a face; the first becomes
// the vertex's own (cdBrep.vertexHalfEdge), so that a walk around it from there reaches the whole fan.
// 3. Closed fans, from the vertex's own half-edge, then from the remaining ones.
#include "solid/brep/brep_build.h"

// ends[vertexCount]: index at which the next half-edge of each vertex is stored.
static void listFan(cdBrepBuild *build, int32_t *ends, uint8_t *listed, int32_t first) {
    const cdHalfEdge *halfEdges = build->brep.halfEdges;
    int32_t at = first;
    do {
        build->fans[ends[halfEdges[at].start]++] = at;
        listed[at] = 1;
        at = halfEdges[at ^ 1].next;
    } while (at >= 0 && at != first);
}

static void countStarts(cdBrepBuild *build, int32_t *ends) {
    const cdBrep *brep = &build->brep;
    for (int32_t h = 0; h < 2 * brep->edgeCount; h++)
        build->fanFirst[brep->halfEdges[h].start + 1]++;
    for (int32_t v = 0; v < brep->vertexCount; v++) {
        build->fanFirst[v + 1] += build->fanFirst[v];
        ends[v] = build->fanFirst[v];
    }
}

bool cdListFans(cdBrepBuild *build) {
    cdBrep *brep = &build->brep;
    size_t vertexCount = (size_t)brep->vertexCount, halfEdgeCount = 2 * (size_t)brep->edgeCount;
    if (!build->hasBorders) return true;
    build->fanFirst = cdTakeBrepArray(build, vertexCount + 1, sizeof(int32_t));
    build->fans = cdTakeBrepArray(build, halfEdgeCount, sizeof(int32_t));
    int32_t *ends = cdTakeBrepArray(build, vertexCount, sizeof(int32_t));
    uint8_t *listed = cdTakeBrepArray(build, halfEdgeCount, sizeof(uint8_t));
    if (!build->fanFirst || !build->fans || !ends || !listed) return false;
    countStarts(build, ends);
    for (int32_t h = 0; h < 2 * brep->edgeCount; h++)
        if (brep->halfEdges[h].face < 0) listFan(build, ends, listed, h);
    for (int32_t v = 0; v < brep->vertexCount; v++)
        if (ends[v] > build->fanFirst[v]) brep->vertexHalfEdge[v] = build->fans[build->fanFirst[v]];
    for (int32_t v = 0; v < brep->vertexCount; v++)
        if (!listed[brep->vertexHalfEdge[v]]) listFan(build, ends, listed, brep->vertexHalfEdge[v]);
    for (int32_t h = 0; h < 2 * brep->edgeCount; h++)
        if (!listed[h]) listFan(build, ends, listed, h);
    cdGiveBackBrepArray(build, listed);
    cdGiveBackBrepArray(build, ends);
    return true;
}
