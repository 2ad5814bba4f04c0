// Exact overlap of two triangles, by signs of determinants that rounding cannot turn.
#ifndef CD_TRIANGLE_OVERLAP_H
#define CD_TRIANGLE_OVERLAP_H

#include "collision/vecmath.h"
#include <stdbool.h>

// Whether two closed triangles share a point. Exact for the doubles given (filtered signs, then expansions);
// triangles without area count as the segment or point they are.
bool cdTrianglesOverlap(const cdVec3 a[3], const cdVec3 b[3]);

#endif
