// Tests a moving sphere against a fixed one: they meet where a quartic falls to zero [RKC01 3.1].
#ifndef CD_SPHERE_QUARTIC_H
#define CD_SPHERE_QUARTIC_H

#include "collision/motion.h"

#include <stdbool.h>

// Q(tau) = q (|c(tau) - y|^2 - r^2), q = 1 + k2 tau^2, as coefficients in tau, each known to `error`
// together.
typedef struct cdSphereQuartic {
    double c[5];
    double error;
} cdSphereQuartic;

// Builds the quartic. `moving`, `fixed`: centres, the former at tau = 0. `radius`: sum of both spheres'.
cdSphereQuartic cdMakeSphereQuartic(const cdScrew *screw, cdVec3 moving, cdVec3 fixed, double radius);

// False only if they are disjoint for every tau in [lo, hi], part of [0, 1].
bool cdSpheresMeet(const cdSphereQuartic *q, double lo, double hi);

#endif
