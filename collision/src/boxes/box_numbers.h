// How a box's corners, faces and edges are numbered, see collision/boxes.h: an edge by a corner at one of its
// ends and back.
#ifndef CD_BOX_NUMBERS_H
#define CD_BOX_NUMBERS_H

#include "collision/boxes.h"

static inline int cdGetLowerAxis(int axis) {
    return axis == 0 ? 1 : 0;
}

static inline int cdGetHigherAxis(int axis) {
    return axis == 2 ? 1 : 2;
}

static inline int32_t cdGetBoxEdge(int axis, int corner) {
    return 4 * axis + (corner >> cdGetLowerAxis(axis) & 1) + 2 * (corner >> cdGetHigherAxis(axis) & 1);
}

// Its end at - half along the edge.
static inline int cdGetBoxEdgeCorner(int32_t edge) {
    int axis = edge >> 2;
    return (edge & 1) << cdGetLowerAxis(axis) | (edge >> 1 & 1) << cdGetHigherAxis(axis);
}

static inline cdVec3 cdGetBoxCorner(const cdPlacedBox *box, int corner) {
    cdVec3 p = box->center;
    for (int i = 0; i < 3; i++)
        p = cdMulAdd(p, corner >> i & 1 ? 1.0 : -1.0, box->arms[i]);
    return p;
}

#endif
