// Motions of boxes as matrices of quadratic functions of t in [0, 1], and how far apart two placed boxes are.
//
// Input: where a box begins, how it turns and flies. Output: a cdQuadraticMatrix, as [AS05] takes it. A
// flight keeps its orientation and w = 1; a turning one goes by Cayley's formula, w = 1 + k^2 t^2, which its
// path shares; a growing one is affine. GetBoxGap is the separating-axis test of two boxes as they stand: it
// knows no polynomial, so that it may judge what was found by them.
#ifndef APP_BOX_MOTION_H
#define APP_BOX_MOTION_H

#include "scenes/scene.h"

// The centre at from + velocity t + bend t^2.
cdQuadraticMatrix MakeFlight(cdQuat turn, cdVec3 from, cdVec3 velocity, cdVec3 bend);

typedef struct TurningFlight {
    cdQuat turn;               // at t = 0
    cdVec3 axis;               // unit, world
    double angle;              // turned by in all, below pi
    cdVec3 from, velocity, to; // of the centre; the velocity at t = 0
} TurningFlight;

cdQuadraticMatrix MakeTurningFlight(const TurningFlight *flight);

// Adds `column` t to where the local axis `axis` goes: the box grows along it, or is sheared.
void StretchMotion(cdQuadraticMatrix *motion, int axis, cdVec3 column);

// Seconds before a route moves, and at its end.
#define ROUTE_LEAD 0.5
#define ROUTE_REST 1.6

// Where the boxes stop: at the first contact, else at the route's end.
double GetRouteStop(const cdBoxContact *contact);
// How long a route is played in all.
double GetRouteSeconds(const SceneRoute *route);

// Over all 15 directions in which two boxes can be parted, the widest gap: below 0 when they overlap, and
// then, negated, how deep. Directions of nearly parallel edges are left out: a face's normal serves there.
double GetBoxGap(const cdBoxAt *a, const cdBoxAt *b);

#endif
