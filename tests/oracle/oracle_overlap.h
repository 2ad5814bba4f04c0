// Decides exactly for the given doubles whether two closed triangles share a point.
//
// Two triangles meet iff a side of one meets the other, and a side is the path of a point that moves linearly
// from one corner to the next: so this is six calls of the exact oracle for linear motion. Triangles without
// area are allowed. Slow; for spot checks.
#ifndef ORACLE_OVERLAP_H
#define ORACLE_OVERLAP_H

#include "collision/vecmath.h"

#include <stdbool.h>

bool DoTrianglesOverlapExactly(const cdVec3 a[3], const cdVec3 b[3]);

#endif
