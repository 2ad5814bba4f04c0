// The triangles of a leaf in the frame of a span, up to four side by side, in floats for triangle_rows.h;
// kept for the whole span.
//
// Any direction that separates two triangles is a certificate, so it does not matter that normals are
// rounded: they are unit or shorter, and all heights are computed with the rounded ones.
#ifndef CD_PLACED_TRIANGLES_H
#define CD_PLACED_TRIANGLES_H

#include "collision/vecmath.h"

#include <stdint.h>

enum { CD_LEAF_TRIANGLES = 4 }; // side by side

// Normals in doubles, in the mesh's frame, for the tests of elements: each is computed when it is needed
// first.
typedef struct cdExactNormals {
    cdVec3 lanes[CD_LEAF_TRIANGLES];
    int known; // bit k: that of lane k
} cdExactNormals;

// Triangles of B. Side k goes through edge k, across the triangle.
typedef struct cdFixedTriangles {
    float corners[3][3][4];
    float normal[3][4], lower[4], upper[4]; // the corners' heights along it
    float sides[3][3][4], tops[3][4];       // outwards, and the largest height
    int32_t firstEntry, count;              // entries of the tree; the last one is repeated
    struct cdFixedTriangles *next;          // further ones of the leaf
    cdExactNormals exact;
} cdFixedTriangles;

// Triangles of A: at the span's start, and how far they move by its end. Heights are those at the start;
// while they move, they grow by steps in the part of interest times those of the whole span.
typedef struct cdMovedTriangles {
    float corners[3][3][4], steps[3][3][4], bulge[4];
    float normal[3][4], lower[4], upper[4], lowerStep[4], upperStep[4];
    float sides[3][3][4], bottoms[3][4], bottomSteps[3][4]; // inwards, and the minimum height
    int32_t firstEntry, count;
    struct cdMovedTriangles *next;
    cdExactNormals exact;
} cdMovedTriangles;

#endif
