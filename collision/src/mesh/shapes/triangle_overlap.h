// Exact overlap of two triangles, by exact signs of determinants.
#ifndef CD_TRIANGLE_OVERLAP_H
#define CD_TRIANGLE_OVERLAP_H

#include "collision/vecmath.h"
#include <stdbool.h>

// True if two closed triangles share a point. Exact for the doubles given (filtered signs, then expansions);
// triangles without area count as a segment or point.
bool cdTrianglesOverlap(const cdVec3 a[3], const cdVec3 b[3]);

#endif
