// The connected parts of a mesh's surface, by their vertices.
//
// Input: the boundary representation. Output: for each vertex the lowest of its part, and a list of these:
// one point of each part is enough to test whether it is inside something else.
//
// 1. Edges join their ends, and a face the loops of its outline. 2. Each vertex gets its part's lowest.
#include "solid/features/features_build.h"

#include "foundation/memory/disjoint_sets.h"

#include <string.h>

// --- 1

static void joinLoops(const cdBrep *brep, const cdBrepFace *face, int32_t *shells) {
    for (int32_t l = face->firstLoop + 1; l < face->firstLoop + face->loopCount; l++)
        cdJoinSets(shells, brep->halfEdges[brep->loops[face->firstLoop]].start,
                   brep->halfEdges[brep->loops[l]].start);
}

// --- 2

int32_t *cdFindVertexShells(cdFeatures *features, cdBrepBuild *build) {
    const cdBrep *brep = &features->brep;
    int32_t *shells = cdTakeBrepArray(build, (size_t)brep->vertexCount, sizeof *shells);
    if (shells == NULL) return NULL;
    cdFillSets(shells, brep->vertexCount);
    for (int32_t e = 0; e < brep->edgeCount; e++)
        cdJoinSets(shells, brep->halfEdges[2 * (size_t)e].start, brep->halfEdges[2 * (size_t)e + 1].start);
    for (int32_t f = 0; f < brep->faceCount; f++)
        joinLoops(brep, &brep->faces[f], shells);
    features->shellCount = 0;
    for (int32_t v = 0; v < brep->vertexCount; v++) {
        shells[v] = cdFindRoot(shells, v);
        features->shellCount += shells[v] == v;
    }
    return shells;
}

void cdListShells(cdFeatures *features, const int32_t *vertexShells) {
    int32_t count = 0, vertexCount = features->brep.vertexCount;
    if (vertexCount == 0) return;
    memcpy(features->vertexShells, vertexShells, (size_t)vertexCount * sizeof *vertexShells);
    for (int32_t v = 0; v < vertexCount; v++)
        if (vertexShells[v] == v) features->shellVertices[count++] = v;
}
