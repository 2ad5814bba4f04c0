// From a boundary representation to its index [V90 2.1].
#ifndef CD_INDEX_BUILD_H
#define CD_INDEX_BUILD_H

#include "solid/solid_data.h"

// The boundary representation, and the locations of the mesh's parts on it.
typedef struct cdIndexInput {
    const cdBrep *brep;
    // vertexLeaves[brep->meshVertexCount], leaf codes (cdMakeLeaf): of each mesh vertex the solid's vertex,
    // or the edge or face that contains it because the features there were merged.
    const int32_t *vertexLeaves;
    // sideHalfEdges[3 * brep->triangleCount]: the half-edge that side k of a triangle (corner k to the next)
    // is part of; -1: within a face.
    const int32_t *sideHalfEdges;
    double radius, tolerance; // lengths; a point within the tolerance of a plane is on it
    bool facePlanesOnly;
    const cdBuildWatch *watch; // NULL: none
} cdIndexInput;

// Share of the work on a solid before its index is built, measured on round meshes.
#define CD_BREP_SHARE 0.3

static inline bool cdIsInterrupted(const cdBuildWatch *watch, double progress) {
    return watch != NULL && watch->interrupt != NULL && watch->interrupt(watch->context, progress);
}

typedef struct cdIndex {
    cdIndexNode *nodes; // from cdAllocate
    int32_t nodeCount, height;
    int32_t spaceCount; // of the nodes, those that cut space; they come first
    double averageHeight;
    bool interrupted; // by the watch; then there are no nodes
} cdIndex;

// @errors false: no memory, or interrupted
bool cdBuildIndex(const cdIndexInput *input, cdIndex *index);

#endif
