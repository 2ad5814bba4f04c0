// Twists of a set as six numbers whose length is their size in the metric of the set's inertia, and the
// screws along which constraints change least.
#ifndef CD_PLAN_SCREWS_H
#define CD_PLAN_SCREWS_H

#include "contact/slide/slide_motion.h"
#include "foundation/numbers/float_mode.h"

typedef struct cdPlanSpace {
    cdBodyMetric metric;
    cdVec3 center;  // of the twists, world
    double longest; // length of motions
} cdPlanSpace;

cdTwist cdMakePlanTwist(const cdPlanSpace *space, const double x[6]);

// Adds the weighted square of the row of a constraint, n . (v + w x (p - c)), of unit length, to a matrix.
void cdAddPlanRow(const cdPlanSpace *space, cdVec3 point, cdVec3 normal, double weight, double sum[6][6]);

// Finds the eigenvectors of a symmetric matrix, vectors[k] of values[k], by ascending values. The
// matrix is changed.
void cdFindEigenvectors(double m[6][6], double vectors[6][6], double values[6]);

#endif
