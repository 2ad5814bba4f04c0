// How a box's axes, corners, faces and edges are numbered, see collision/boxes.h: an edge by a corner at one
// of its ends, and back.
#ifndef CD_BOX_NUMBERS_H
#define CD_BOX_NUMBERS_H

#include "collision/boxes.h"

// The other two axes of one, cyclic.
static inline int cdGetNextAxis(int axis) {
    return axis == 2 ? 0 : axis + 1;
}

static inline int cdGetLastAxis(int axis) {
    return axis == 0 ? 2 : axis - 1;
}

static inline int32_t cdGetBoxEdge(int axis, int corner) {
    static const int8_t edges[3][CD_BOX_CORNERS] = {
        {0, 0, 1, 1, 2, 2, 3, 3}, {4, 5, 4, 5, 6, 7, 6, 7}, {8, 9, 10, 11, 8, 9, 10, 11}};
    return edges[axis][corner];
}

// Its end at - half along the edge.
static inline int cdGetBoxEdgeCorner(int32_t edge) {
    static const int8_t corners[CD_BOX_EDGES] = {0, 2, 4, 6, 0, 1, 4, 5, 0, 1, 2, 3};
    return corners[edge];
}

// Whether an edge lies at + half along another axis than its own.
static inline bool cdIsBoxEdgeAbove(int32_t edge, int axis) {
    return (cdGetBoxEdgeCorner(edge) >> axis & 1) != 0;
}

static inline cdVec3 cdGetBoxCorner(const cdBoxAt *box, int corner) {
    cdVec3 p = box->center;
    for (int i = 0; i < 3; i++)
        p = cdMulAdd(p, corner >> i & 1 ? 1.0 : -1.0, box->arms[i]);
    return p;
}

#endif
