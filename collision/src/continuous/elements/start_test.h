// Tests two triangles of leaf_test.c at the very start of the step.
//
// Triangles that share a point (by the exact test) overlap if no direction separates them by moving A four
// tolerances, or if their solids lie on the same side of a common plane. Otherwise they touch: a contact at
// once, that of their closest elements. A discrete query counts every shared point.
#ifndef CD_START_TEST_H
#define CD_START_TEST_H

#include "continuous/search/search.h"

// A triangle of A over the span, with data that its tests share.
typedef struct cdMovingTriangle {
    int32_t triangle;
    uint32_t elements;
    cdMovedVertex v[3];
    cdVec3 normal;       // at the span's start
    double lower, upper; // extent along it over the part of interest
    double bulge;
    int32_t edgesMade; // bits of edges[] that are filled
    cdMovingEdge edges[3];
} cdMovingTriangle;

// A triangle of B in the frame of the query.
typedef struct cdFixedTriangle {
    int32_t triangle;
    uint32_t elements;
    cdVec3 v[3];
    cdVec3 normal;
    double lower, upper; // extent along it
} cdFixedTriangle;

// Records an overlap of two triangles or offers a contact.
void cdTestStart(cdSearch *search, const cdMovingTriangle *a, const cdFixedTriangle *b);

// The pairs of elements of two triangles: vertices of A with B, of B with A, and edges.
enum { CD_ELEMENT_PAIRS = 15 };
typedef struct cdElements {
    cdContactKind kind;
    int32_t a, b;
} cdElements;

cdElements cdGetTriangleElements(const cdSearch *search, int32_t triangleA, int32_t triangleB, int i);

// Returns the length by which the extents of two triangles along a direction overlap; negative: their gap.
// A direction of no length gives infinity.
double cdGetExtentOverlap(const cdVec3 a[3], const cdVec3 b[3], cdVec3 direction);

// True if the elements of a pair are so close at the start that they count as touching there.
bool cdTouchesAtStart(const cdSearch *search, const cdElementPair *pair);

#endif
