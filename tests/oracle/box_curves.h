// Two boxes over an interval of time, and the gap along one direction: the parts of oracle_boxes.h's search.
//
// Input: the boxes and a time interval. Output: their axes and centres as parabolas with a bound on the rest
// (near_curve.h), and from them the gap along each direction of the separating-axis theorem: its value in the
// middle, and a bound that holds over the whole interval.
#ifndef BOX_CURVES_H
#define BOX_CURVES_H

#include "oracle/near_curve.h"
#include "oracle/oracle_boxes.h"

// Both boxes over [middle - radius, middle + radius].
typedef struct BoxCurves {
    Real radius;
    NearCurve3 axes[2][3], difference; // difference of the centres, times both weights
    NearCurve weights[2];
} BoxCurves;

typedef struct DirectionGap {
    NearCurve3 normal;
    Real least;  // lower bound over the whole interval
    Real middle; // in its middle, with an error bound for rounding and rests
    Real error;
    Real rate, bend; // of the middle's change
    Real ends[2];    // without bends and error
    Real length;     // of the normal times the weights, in the middle
    Real side;       // of A: +1 or -1 along the normal
} DirectionGap;

void FollowBoxCurves(const OracleBoxes *boxes, Real middle, Real radius, BoxCurves *curves);

// Directions are numbered as in OracleBoxGap.
DirectionGap MeasureDirection(const OracleBoxes *boxes, const BoxCurves *curves, int direction);

#endif
