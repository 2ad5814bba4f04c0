// Two boxes about a time, and the gap along one direction: what the search of oracle_boxes.h is made of.
//
// Input: the boxes, a time and how far to either side of it. Output: their axes and centres as parabolas with
// a bound on the rest (near_curve.h), and of them the gap along each direction of the separating-axis
// theorem: its value in the middle, and a bound that holds over the whole interval.
#ifndef BOX_CURVES_H
#define BOX_CURVES_H

#include "oracle/near_curve.h"
#include "oracle/oracle_boxes.h"

// Both boxes over [middle - radius, middle + radius].
typedef struct BoxCurves {
    Real radius;
    NearCurve3 axes[2][3], difference; // of the centres, times both weights
    NearCurve weights[2];
} BoxCurves;

typedef struct DirectionGap {
    NearCurve3 normal;
    Real least;  // over the whole interval, certainly
    Real middle; // in its middle, and what rounding and the rests leave open of that
    Real error;
    Real rate, bend; // with which the middle's changes
    Real ends[2];    // without bends and error
    Real length;     // of the normal times the weights, in the middle
    Real side;       // of A: +1 or -1 along the normal
} DirectionGap;

void FollowBoxCurves(const OracleBoxes *boxes, Real middle, Real radius, BoxCurves *curves);

// Directions are numbered as in OracleBoxGap.
DirectionGap MeasureDirection(const OracleBoxes *boxes, const BoxCurves *curves, int direction);

#endif
