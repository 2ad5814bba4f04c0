// Finds by exhaustive search when two boxes in motion meet: the slow version of collision/boxes.h.
//
// Input: cdBoxesInput. Output: their relation at any time, exact for polynomial motions and within rounding
// of long double on screws; and the first time at which they share a point. Method: an interval of time is
// free if one of the 15 directions of the separating-axis theorem separates the boxes throughout
// (near_curve.h). Otherwise it is halved and its middle tested, until the contact is bracketed to 2^-41. An
// interval in which the boxes may penetrate by at most `depth` counts as free: short dips are detected down
// to that depth.
#ifndef ORACLE_BOXES_H
#define ORACLE_BOXES_H

#include "oracle/exact_boxes.h"
#include "oracle/oracle_motion.h"

enum { ORACLE_DIRECTIONS = 15 };

typedef struct OracleBoxes {
    const cdBoxesInput *input; // NULL on a screw
    Real half[2][3];
    // On a screw, relative to B's centre:
    OracleMotion motion;
    RealPose fixed;
    Real speed, reach; // upper bounds, of A's centre
    Real size;         // the larger box's diagonal, at the start
} OracleBoxes;

OracleBoxes MakeOracleBoxes(const cdBoxesInput *input); // borrows the input

// The boxes at one time: world frame, but about B's centre on a screw.
typedef struct OracleBoxAt {
    RealVec3 center, arms[3];
} OracleBoxAt;

void PlaceOracleBoxes(const OracleBoxes *boxes, Real t, OracleBoxAt places[2]);

// Touching is exact for polynomial motions; on a screw, to the precision of long double.
BoxMeeting GetBoxMeeting(const OracleBoxes *boxes, double t);

// The widest gap along any of the directions, negative: the minimum depth; with its rounding error.
typedef struct OracleBoxGap {
    Real gap, accuracy;
    Real rate;       // its change with t
    int direction;   // 0-2 A's faces, 3-5 B's faces, 6 + 3 i + m edges
    RealVec3 normal; // unit, from B to A
} OracleBoxGap;

OracleBoxGap GetOracleBoxGap(const OracleBoxes *boxes, Real t);

// Returns the gap between A and B along a unit vector from B to A; negative: the overlap along it.
Real GetGapAlongVector(const OracleBoxes *boxes, Real t, RealVec3 normal);

typedef struct OracleBoxContact {
    BoxMeeting start;
    bool found;          // they share a point at some time; with [0, 0] if at the start
    double lo, hi;       // separated at lo, not at hi
    Real approachSpeed;  // speed of approach then
    Real depth;          // depth that may have been missed, as a length; before lo when found
    int64_t evaluations; // of one direction over one interval
} OracleBoxContact;

OracleBoxContact FindOracleBoxContact(const OracleBoxes *boxes);

// Does the same starting at `from`.
OracleBoxContact FindOracleBoxContactFrom(const OracleBoxes *boxes, double from);

#endif
