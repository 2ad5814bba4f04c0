// Bounds how far a relative motion leaves one screw, where each of two meshes follows its own screw.
//
// As seen from B, a point of A follows z(s) = inverse(B(s)) A(s) x. Over a part [s0, s0 + h] of the step it
// is compared with the screw P between the same two relative poses (collision/motion.h). Both paths have the
// same ends, so |z - P x| <= M h^2 / 8 for any M >= |z'' - (P x)''|. Two bounds on M are derived in
// deviation.c, and the smaller one counts. Both vanish where A and B move as one.
#ifndef CD_DEVIATION_H
#define CD_DEVIATION_H

#include "collision/motion.h"

// One mesh on its own screw. Rates are with respect to the fraction of the step.
typedef struct cdOwnScrew {
    cdMotion motion; // about the centre of the mesh
    cdVec3 turn;     // angular velocity, world frame; constant
    double speed;    // bound on the speed of the centre
    double slip;     // bound on the rate at which the speed along the axis changes
} cdOwnScrew;

// A and B.
typedef struct cdScrewPair {
    cdOwnScrew a, b;
    double radius;       // of A about its centre
    double relativeTurn; // |angular velocity of A less that of B|
    double slip;         // bound on the rate of change of the relative velocity along the two axes
    double speed;        // bound on the speed of a point of A as seen from B
} cdScrewPair;

cdScrewPair cdMakeScrewPair(const cdMotion *motionA, const cdMotion *motionB, double radius);

// Returns the largest time up to which a part that begins at `from` may reach: within one screw of each
// motion, and so short that A turns by at most 1.2 as seen from B.
double cdGetPartLimit(const cdScrewPair *pair, double from);

// Returns a bound on the deviation of any point of A within [from, from + width], which is within the limit.
// Rounding is not included.
double cdBoundDeviation(const cdScrewPair *pair, double from, double width);

// Returns a bound on the second derivative of the path of a point within `radius` of a motion's reference
// point, with respect to the fraction of the motion, which is one screw.
double cdBoundScrewBend(const cdMotion *motion, double radius);

#endif
