// Tests whether a triangle contains a reflex corner of a polygon, in the polygon's plane.
#ifndef GX_POLYGON_TREE_H
#define GX_POLYGON_TREE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct gxPlanePoint {
    double x, y;
} gxPlanePoint;

// Coincident corners share a slot; each slot counts its reflex corners.
typedef struct gxPolygonTree {
    gxPlanePoint *points; // points[slotCount], along a space-filling curve
    int32_t *counts;      // counts[slotCount]
    int32_t *slots;       // slots[cornerCount]
    struct gxPolygonNode *nodes;
    int32_t slotCount, leafCount; // leafCount: a power of two
    int64_t visits;               // nodes and points visited by queries
} gxPolygonTree;

// Returns twice the signed area of a triangle in the plane.
double gxGetPlaneArea(gxPlanePoint a, gxPlanePoint b, gxPlanePoint c);

// Creates a tree without reflex corners. @errors false when there is no memory
bool gxCreatePolygonTree(const gxPlanePoint *corners, int32_t cornerCount, gxPolygonTree *tree);
void gxDestroyPolygonTree(gxPolygonTree *tree);

void gxChangeReflexCount(gxPolygonTree *tree, int32_t corner,
                         int32_t change); // +1: has become reflex; -1: no longer reflex

// True if the point lies in the closed, counter-clockwise triangle and differs from its vertices.
bool gxBlocksEar(gxPlanePoint point, const gxPlanePoint triangle[3]);

// True if the triangle contains a reflex corner.
bool gxHoldsReflexCorner(gxPolygonTree *tree, const gxPlanePoint triangle[3]);

#endif
