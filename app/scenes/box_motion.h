// Motions of boxes as matrices of quadratic functions of t in [0, 1], and the gap of two placed boxes.
//
// Input: the start of a box, its rotation and path. Output: a cdQuadraticMatrix, the input of [AS05]. A
// flight keeps its orientation and w = 1; a rotation uses Cayley's formula, w = 1 + k^2 t^2, also for the
// path; a stretch is affine. GetBoxGap is the separating-axis test of two boxes at one time. It uses no
// polynomials, so it can judge the results found with them.
#ifndef APP_BOX_MOTION_H
#define APP_BOX_MOTION_H

#include "scenes/scene.h"

// Returns a motion of constant orientation, with the centre at from + velocity t + bend t^2.
cdQuadraticMatrix MakeFlight(cdQuat turn, cdVec3 from, cdVec3 velocity, cdVec3 bend);

typedef struct TurningFlight {
    cdQuat turn;               // at t = 0
    cdVec3 axis;               // unit, world
    double angle;              // of the whole rotation, below pi
    cdVec3 from, velocity, to; // of the centre; the velocity at t = 0
} TurningFlight;

cdQuadraticMatrix MakeTurningFlight(const TurningFlight *flight);

// Adds `column` t to the image of the local axis `axis`: stretches the box along it, or shears it.
void StretchMotion(cdQuadraticMatrix *motion, int axis, cdVec3 column);

// Seconds before a route moves, and at its end.
#define ROUTE_LEAD 0.5
#define ROUTE_REST 1.6

// Returns the time at which the boxes stop: the first contact, else the route's end.
double GetRouteStop(const cdBoxContact *contact);
// Returns the whole playing time of a route.
double GetRouteSeconds(const SceneRoute *route);

// Returns the largest gap over the 15 directions that can separate two boxes, or minus the depth if they
// overlap. Directions of nearly parallel edges are skipped: a face's normal covers them.
double GetBoxGap(const cdBoxAt *a, const cdBoxAt *b);

#endif
