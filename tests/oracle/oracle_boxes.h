// When two boxes in motion meet, found by looking everywhere: the twin of collision/boxes.h.
//
// Input: cdBoxesInput. Output: how they stand to each other at any time, exactly for
// polynomial motions and within rounding of long double on screws; and the first time at which they share a
// point. Method: an interval of time is known to be free when one of the 15 directions of the separating-axis
// theorem parts the boxes all through it (near_curve.h); else it is halved and its middle tested, until the
// contact lies between two times 2^-41 apart. An interval in which the boxes may be in each other by no more
// than `depth` goes as free: so short dips are not lost, down to that depth.
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
    Real speed, reach; // of A's centre, at most
    Real size;         // the larger box's diagonal, at the start
} OracleBoxes;

OracleBoxes MakeOracleBoxes(const cdBoxesInput *input); // which must outlive it

// The boxes as they stand at one time: world frame, but about B's centre on a screw.
typedef struct OracleBoxPlace {
    RealVec3 center, arms[3];
} OracleBoxPlace;

void PlaceOracleBoxes(const OracleBoxes *boxes, Real t, OracleBoxPlace places[2]);

// Touching is exact for polynomial motions; on a screw it is what long double cannot tell apart.
BoxMeeting GetBoxMeeting(const OracleBoxes *boxes, double t);

// The widest gap along any of the directions, negative: the least depth; and what rounding leaves open of it.
typedef struct OracleBoxGap {
    Real gap, accuracy;
    Real rate;       // its change with t
    int direction;   // 0-2 A's faces, 3-5 B's faces, 6 + 3 i + m edges
    RealVec3 normal; // unit, from B to A
} OracleBoxGap;

OracleBoxGap GetOracleBoxGap(const OracleBoxes *boxes, Real t);

// How far A and B lie apart along a given unit vector from B to A; negative: how far they overlap along it.
Real GetGapAlongVector(const OracleBoxes *boxes, Real t, RealVec3 normal);

typedef struct OracleBoxContact {
    BoxMeeting start;
    bool found;          // they share a point at some time; with [0, 0] when they do at the start
    double lo, hi;       // apart at lo, not at hi
    Real approachSpeed;  // at which they come together there
    Real depth;          // what may have been overlooked, as a length; before lo when found
    int64_t evaluations; // of one direction over one interval
} OracleBoxContact;

OracleBoxContact FindOracleBoxContact(const OracleBoxes *boxes);

// The same with `from` in place of the start.
OracleBoxContact FindOracleBoxContactFrom(const OracleBoxes *boxes, double from);

#endif
