// Geometric stiffness of a body: the resistance of forces in joints to its rotation.
//
// A force F at an arm r from the centroid has the torque r x F; when the body turns by a small angle a, the
// torque changes by (a x r) x F = -K a, K = (F . r) 1 - r F^T. An outward pull restores the body's direction,
// like a pendulum's: under a heavy load a light one swings far faster than a step can follow. A method whose
// forces act at the end of a step needs K for stability (M. Tournier, M. Nesme, B. Gilles, F. Faure, "Stable
// constrained dynamics", 2015).
#ifndef CD_STIFFNESS_H
#define CD_STIFFNESS_H

#include "world/solver/row.h"

// Adds K of a force (or impulse) at an arm, its symmetric part: xx, yy, zz, xy, xz, yz.
void cdAddForceStiffness(double k[6], cdVec3 arm, cdVec3 force);

// Sets the negative eigenvalues of a symmetric tensor to 0: directions without a restoring torque.
void cdMakeNonNegative(double k[6]);

// Inverts the sum of two tensors; `tensor` is positive definite, `more` positive semidefinite.
void cdInvertSum(const double tensor[6], const double more[6], double inverse[6]);

#endif
