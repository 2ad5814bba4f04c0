// The reflex corners of a polygon in its plane, and whether a triangle holds one of them.
#ifndef GX_POLYGON_TREE_H
#define GX_POLYGON_TREE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct gxPlanePoint {
    double x, y;
} gxPlanePoint;

// Corners at the same place share a slot; a slot counts those of its corners that are reflex.
typedef struct gxPolygonTree {
    gxPlanePoint *places; // places[slotCount], in the order of a space-filling curve
    int32_t *counts;      // counts[slotCount]
    int32_t *slots;       // slots[cornerCount]
    struct gxPolygonNode *nodes;
    int32_t slotCount, leafCount; // leafCount: a power of two
    int64_t visits;               // nodes and places that queries have visited
} gxPolygonTree;

// Twice the signed area of a triangle of the plane.
double gxGetPlaneArea(gxPlanePoint a, gxPlanePoint b, gxPlanePoint c);

// A tree in which no corner is reflex. @errors false when there is no memory
bool gxCreatePolygonTree(const gxPlanePoint *corners, int32_t cornerCount, gxPolygonTree *tree);
void gxDestroyPolygonTree(gxPolygonTree *tree);

void gxChangeReflexCount(gxPolygonTree *tree, int32_t corner,
                         int32_t change); // +1: is reflex now; -1: is not

// True if the point lies in the closed, counter-clockwise triangle and not at the place of one of its
// vertices.
bool gxBlocksEar(gxPlanePoint point, const gxPlanePoint triangle[3]);

// True if a reflex corner does.
bool gxHoldsReflexCorner(gxPolygonTree *tree, const gxPlanePoint triangle[3]);

#endif
