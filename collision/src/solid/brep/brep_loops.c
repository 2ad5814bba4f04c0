// Loops of each face: the outer one first, which has the largest area.
//
// Input: half-edges, numbered, with the next one along its face. Output: the first half-edge of each loop.
#include "solid/brep/brep_build.h"

// Returns twice the area that a loop encloses, negative about a hole.
static double getLoopArea(const cdBrep *brep, int32_t loop) {
    cdVec3 normal = brep->faces[brep->halfEdges[loop].face].normal,
           first = brep->points[brep->halfEdges[loop].start];
    double area = 0.0;
    for (int32_t h = brep->halfEdges[loop].next; h != loop; h = brep->halfEdges[h].next) {
        cdVec3 a = brep->points[brep->halfEdges[h].start];
        cdVec3 b = brep->points[brep->halfEdges[brep->halfEdges[h].next].start];
        area += cdDot(normal, cdCross(cdSub(a, first), cdSub(b, first)));
    }
    return area;
}

// Lists a half-edge of each loop, in order. Counts the loops of faces.
static int32_t listLoops(cdBrep *brep, uint8_t *seen, int32_t *loops) {
    int32_t count = 0;
    for (int32_t h = 0; h < 2 * brep->edgeCount; h++) {
        if (seen[h] || brep->halfEdges[h].face < 0) continue;
        for (int32_t at = h; !seen[at]; at = brep->halfEdges[at].next)
            seen[at] = 1;
        brep->faces[brep->halfEdges[h].face].loopCount++;
        loops[count++] = h;
    }
    return count;
}

static void storeLoops(cdBrep *brep, const int32_t *loops) {
    int32_t first = 0;
    for (int32_t f = 0; f < brep->faceCount; f++) {
        brep->faces[f].firstLoop = first;
        first += brep->faces[f].loopCount;
        brep->faces[f].loopCount = 0;
    }
    for (int32_t i = 0; i < brep->loopCount; i++) {
        cdBrepFace *face = &brep->faces[brep->halfEdges[loops[i]].face];
        brep->loops[face->firstLoop + face->loopCount++] = loops[i];
    }
}

static void putOuterLoopFirst(cdBrep *brep, const cdBrepFace *face) {
    int32_t *loops = brep->loops + face->firstLoop, outer = 0;
    double largest = face->loopCount > 1 ? getLoopArea(brep, loops[0]) : 0.0;
    for (int32_t i = 1; i < face->loopCount; i++) {
        double area = getLoopArea(brep, loops[i]);
        if (area <= largest) continue;
        largest = area;
        outer = i;
    }
    int32_t swap = loops[0];
    loops[0] = loops[outer];
    loops[outer] = swap;
}

bool cdMakeLoops(cdBrepBuild *build) {
    cdBrep *brep = &build->brep;
    size_t halfEdgeCount = 2 * (size_t)brep->edgeCount;
    uint8_t *seen = cdTakeBrepArray(build, halfEdgeCount, sizeof(uint8_t));
    int32_t *loops = cdTakeBrepArray(build, halfEdgeCount, sizeof(int32_t));
    if (seen == NULL || loops == NULL) return false;
    brep->loopCount = listLoops(brep, seen, loops);
    brep->loops = cdTakeBrepArray(build, (size_t)brep->loopCount, sizeof(int32_t));
    if (brep->loops == NULL) return false;
    storeLoops(brep, loops);
    for (int32_t f = 0; f < brep->faceCount; f++)
        putOuterLoopFirst(brep, &brep->faces[f]);
    cdGiveBackBrepArray(build, loops);
    cdGiveBackBrepArray(build, seen);
    return true;
}
