// From a boundary representation to its index [V90 2.1].
#ifndef CD_INDEX_BUILD_H
#define CD_INDEX_BUILD_H

#include "solid/solid_data.h"

// What is known of the mesh's parts while a solid is built.
typedef struct cdIndexInput {
    const cdBrep *brep;
    // vertexPlaces[brep->meshVertexCount], leaf codes (cdMakeLeaf): of each mesh vertex the solid's vertex,
    // or the edge or face it lies within because what met there was merged.
    const int32_t *vertexPlaces;
    // sideHalfEdges[3 * brep->triangleCount]: the half-edge that side k of a triangle (corner k to the next)
    // is part of; -1: within a face.
    const int32_t *sideHalfEdges;
    double radius, tolerance; // length; a point is on a plane within the tolerance
    bool facePlanesOnly;
} cdIndexInput;

typedef struct cdIndex {
    cdIndexNode *nodes; // by cdAllocate
    int32_t nodeCount, height;
    double averageHeight;
} cdIndex;

// @errors false: no memory
bool cdBuildIndex(const cdIndexInput *input, cdIndex *index);

#endif
