// Gauss' principle of least constraint: the motion that contacts allow and that is nearest to the intended.
//
// Input: a body's mass properties, six velocities v0 (linear and angular, about the body's reference point),
// and rows that demand J v >= b. Output: the v that minimizes (v - v0)^T M (v - v0) under the rows, and what
// each row pushes (its multiplier). A convex quadratic program: the solution is unique. Where no b is above
// 0, v = 0 meets all rows and there always is one.
//
// Exact up to rounding: an active-set method that ends after finitely many steps. Pure: no allocation, the
// same rows give the same bits. Rows may repeat, depend on each other or oppose each other.
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
    double push;     // filled: the multiplier, >= 0, 0 where the row does not hold back
    double white[6]; // the solver's: the row over the whitened velocities, of unit length
    double least;    // and its bound there
    double length;   // of the row before it was made unit; 0: the row demands nothing that v could change
} cdLimitRow;

typedef struct cdLeastProblem {
    cdBodyMetric metric;
    cdTwist intended;
    cdLimitRow *rows; // rows[rowCount], `push` and what follows it filled
    int32_t rowCount;
    // By how much a row of unit length may be missed before it counts as violated, in the metric's length;
    // 0: rounding alone, 2^14 units of the intended motion and the bounds.
    double slack;
} cdLeastProblem;

typedef struct cdLeastMotion {
    cdTwist velocity;
    bool feasible;  // false: no motion meets all rows; `velocity` is zero
    bool held;      // some row holds it back: it is not the intended motion, which else it is bit for bit
    int32_t rounds; // rows taken up or let go
} cdLeastMotion;

cdLeastMotion cdFindLeastMotion(const cdLeastProblem *problem);

// From a tensor xx, yy, zz, xy, xz, yz about the reference point, local axes, to world axes. Bodies that are
// almost a line or a point resist a little all the same: by 1e-6 of `radius` squared.
cdBodyMetric cdMakeBodyMetric(const double inertia[6], double radius, cdQuat orientation);

// The tensor of a metric times a vector, and a vector of which that is the given one.
cdVec3 cdApplyInertia(const cdBodyMetric *metric, cdVec3 angular);
cdVec3 cdSolveInertia(const cdBodyMetric *metric, cdVec3 momentum);

// sqrt(v^T M v)
double cdGetTwistSize(const cdBodyMetric *metric, cdTwist twist);

#endif
