// A ray in the plane of a triangle.
#ifndef CD_RAY_IN_PLANE_H
#define CD_RAY_IN_PLANE_H

#include "continuous/rays/ray_triangle.h"

// Finds where a ray, whose line shares a plane with each edge of the triangle, first meets it. False: it does
// not. Sets the hit's kind, part and axis.
bool cdEnterInPlane(const cdPlacedRay *ray, cdTriangleHit *hit);

// Computes weights of the corners at such a hit, to be divided by their sum.
void cdGetInPlaneWeights(const cdPlacedRay *ray, const cdTriangleHit *hit, double weights[3]);

#endif
