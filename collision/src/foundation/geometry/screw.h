// Points and parameters of one screw.
#ifndef CD_SCREW_H
#define CD_SCREW_H

#include "collision/motion.h"

// Returns the polynomial parameter tau = f(t) of one screw, both in [0, 1]: the inverse of cdGetTimeFromTau.
double cdGetTauFromTime(const cdScrew *screw, double t);

// Returns the position at tau of a point that is at x for tau = 0.
cdVec3 cdGetPointAt(const cdScrew *screw, cdVec3 x, double tau);

// Returns the inverse motion: that of the fixed mesh in the frame of the moving one.
cdScrew cdInvertScrew(const cdScrew *screw);

// Finds the screw axis and its point closest to c. False without rotation. (motion.c)
bool cdGetScrewAxis(const cdMotion *motion, cdVec3 *point, cdVec3 *direction);

#endif
