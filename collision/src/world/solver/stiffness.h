// Geometric stiffness of a body: the resistance of forces in joints to its rotation.
//
// A force F at an arm r from the centroid turns the body by r x F; when the body turns by a small angle a the
// torque changes by (a x r) x F = -K a, K = (F . r) 1 - r F^T. Pulled outwards a body is held in its
// direction, like a pendulum: under a heavy load a light one swings far faster than a step can follow. A
// method whose forces act where a step ends has to know K, or it is unstable there (M. Tournier, M. Nesme,
// B. Gilles, F. Faure, "Stable constrained dynamics", 2015).
#ifndef CD_STIFFNESS_H
#define CD_STIFFNESS_H

#include "world/solver/row.h"

// Adds K of a force (or impulse) at an arm, its symmetric part: xx, yy, zz, xy, xz, yz.
void cdAddForceStiffness(double k[6], cdVec3 arm, cdVec3 force);

// Sets the eigenvalues below 0 of a symmetric tensor to 0: directions in which nothing is held.
void cdMakeNonNegative(double k[6]);

// The inverse of the sum of two tensors; `tensor` is positive, `more` nowhere negative.
void cdInvertSum(const double tensor[6], const double more[6], double inverse[6]);

#endif
