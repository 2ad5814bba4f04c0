// Reads the points and triangles of a mesh's definition, in any layout of cdMeshDef.
#ifndef CD_MESH_INPUT_H
#define CD_MESH_INPUT_H

#include "collision/mesh.h"

#include <string.h>

static inline size_t cdGetPointSize(const cdMeshDef *def) {
    return 3 * (def->pointFormat == CD_POINTS_FLOAT ? sizeof(float) : sizeof(double));
}

static inline size_t cdGetTriangleSize(const cdMeshDef *def) {
    return 3 * (def->indexFormat == CD_INDICES_UINT16 ? sizeof(uint16_t) : sizeof(int32_t));
}

// The items need not be aligned.
static inline cdVec3 cdGetInputPoint(const cdMeshDef *def, int32_t point) {
    size_t stride = def->pointStride > 0 ? def->pointStride : cdGetPointSize(def);
    const unsigned char *at = (const unsigned char *)def->points + (size_t)point * stride;
    cdVec3 p;
    if (def->pointFormat != CD_POINTS_FLOAT) {
        memcpy(&p, at, sizeof p);
        return p;
    }
    float xyz[3];
    memcpy(xyz, at, sizeof xyz);
    return (cdVec3){(double)xyz[0], (double)xyz[1], (double)xyz[2]};
}

static inline void cdGetInputTriangle(const cdMeshDef *def, int32_t triangle, int32_t corners[3]) {
    size_t stride = def->triangleStride > 0 ? def->triangleStride : cdGetTriangleSize(def);
    const unsigned char *at = (const unsigned char *)def->triangles + (size_t)triangle * stride;
    if (def->indexFormat != CD_INDICES_UINT16) {
        memcpy(corners, at, 3 * sizeof *corners);
        return;
    }
    uint16_t indices[3];
    memcpy(indices, at, sizeof indices);
    for (int k = 0; k < 3; k++)
        corners[k] = indices[k];
}

#endif
