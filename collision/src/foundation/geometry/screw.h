// Points and parameters of one screw.
#ifndef CD_SCREW_H
#define CD_SCREW_H

#include "collision/motion.h"

// The polynomial parameter tau = f(t) of one screw, both in [0, 1]: the inverse of cdGetTimeFromTau.
double cdGetTauFromTime(const cdScrew *screw, double t);

// The place at tau of a point that is at x for tau = 0.
cdVec3 cdGetPointAt(const cdScrew *screw, cdVec3 x, double tau);

// The same step backwards in space: the motion of the fixed mesh as the moving one sees it.
cdScrew cdInvertScrew(const cdScrew *screw);

// The screw axis: a point on it nearest to c, or false when there is none (no rotation). (motion.c)
bool cdGetScrewAxis(const cdMotion *motion, cdVec3 *point, cdVec3 *direction);

#endif
