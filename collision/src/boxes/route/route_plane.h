// One plane of a route: the gap beyond it as a polynomial, from the pair of features that lies on it.
#ifndef CD_ROUTE_PLANE_H
#define CD_ROUTE_PLANE_H

#include "boxes/route/route.h"

// One of the two planes across a direction of boxes/route/route.h: beyond it the origin lies on that side.
typedef struct cdRoutePlane {
    int32_t direction;
    double side; // +1 or -1
} cdRoutePlane;

// The homogeneous part of a route that contains a t: its signs and their pairs.
typedef struct cdRoutePart {
    cdBoxSigns signs;
    cdBoxPair pairs[CD_BOX_PLANES]; // cdMatchFeatures
} cdRoutePart;

cdBoxPair cdFindPlanePair(const cdRoutePart *part, cdRoutePlane plane);

// Computes the gap beyond a plane as Bernstein coefficients, gap[route->degree + 1], valid where the pair's
// features support it.
void cdMakeRoutePlane(const cdBoxRoute *route, cdRoutePlane plane, cdBoxPair pair, double *gap);

// Computes a lower bound of it, whichever features do.
void cdBoundRoutePlane(const cdBoxRoute *route, cdRoutePlane plane, double *gap);

#endif
