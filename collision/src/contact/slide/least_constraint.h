// Gauss' principle of least constraint: the motion nearest to the intended one that contacts allow.
//
// Input: a body's mass properties, six velocities v0 (linear and angular, about the body's reference point),
// and rows that demand J v >= b. Output: the v that minimizes (v - v0)^T M (v - v0) under the rows, and the
// push of each row (its multiplier). A convex quadratic program: the solution is unique. If no b is above 0,
// v = 0 meets all rows, so there is a solution.
//
// Exact up to rounding: an active-set method that ends after finitely many steps. No side effects and no
// allocation; the same rows give the same bits. Rows may repeat, depend on each other or oppose each other.
#ifndef CD_LEAST_CONSTRAINT_H
#define CD_LEAST_CONSTRAINT_H

#include "collision/vecmath.h"

#include <stdbool.h>
#include <stdint.h>

// Six velocities, world axes: of the reference point, and radians per time.
typedef struct cdTwist {
    cdVec3 linear, angular;
} cdTwist;

// M as linear^2 + |root^T angular|^2, of unit mass: the inertia tensor is root root^T, lower triangular.
typedef struct cdBodyMetric {
    double root[6]; // xx, yx, yy, zx, zy, zz
} cdBodyMetric;

// dot(linear, v.linear) + dot(angular, v.angular) >= bound
typedef struct cdLimitRow {
    cdVec3 linear, angular;
    double bound;
    double push;     // filled: the multiplier, >= 0; 0 if the row does not limit the motion
    double white[6]; // the solver's: the row over the whitened velocities, of unit length
    double least;    // and its bound there
    double length;   // of the row before scaling; 0: the row demands nothing that v could change
} cdLimitRow;

typedef struct cdLeastProblem {
    cdBodyMetric metric;
    cdTwist intended;
    cdLimitRow *rows; // rows[rowCount], `push` and what follows it filled
    int32_t rowCount;
    // Allowed violation of a row of unit length, in the metric's length; 0: rounding alone, 2^14 units of the
    // intended motion and the bounds.
    double slack;
} cdLeastProblem;

typedef struct cdLeastMotion {
    cdTwist velocity;
    bool feasible;  // false: no motion meets all rows; `velocity` is zero
    bool limited;   // some row limits it; else it is the intended motion, bit for bit
    int32_t rounds; // rows added or dropped
} cdLeastMotion;

cdLeastMotion cdFindLeastMotion(const cdLeastProblem *problem);

// Converts a tensor xx, yy, zz, xy, xz, yz about the reference point, local axes, to world axes. Bodies that
// are almost a line or a point get a small resistance: 1e-6 of `radius` squared.
cdBodyMetric cdMakeBodyMetric(const double inertia[6], double radius, cdQuat orientation);

// Multiplies a vector by the tensor of a metric, and by its inverse.
cdVec3 cdApplyInertia(const cdBodyMetric *metric, cdVec3 angular);
cdVec3 cdSolveInertia(const cdBodyMetric *metric, cdVec3 momentum);

// Returns sqrt(v^T M v).
double cdGetTwistSize(const cdBodyMetric *metric, cdTwist twist);

#endif
