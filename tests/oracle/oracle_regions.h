// What two features of two surfaces share, slowly and in long double: the twin of the intersection set.
//
// Input: two surfaces at two poses, one feature of each, the lengths E within which features touch and d
// within which what is on a border belongs to the border. Output: how many regions of each dimension they
// share, and their lengths and areas together. Only the features' corners are taken from the surface: planes,
// insides and stretches are found anew, in the world, by other ways than the library's:
//     1. A point is in a face when the angles under which it sees the outline's edges add up to a turn.
//     2. An edge over a face is cut at every line of the outline; each part is asked at its middle.
//     3. Edges side by side are looked at in many points of their common stretch.
//     4. The overlap of two faces is that of their triangles, two by two, cut with each other.
// Where a length is so near to E or d that rounding decides, the answer is unsure.
#ifndef ORACLE_REGIONS_H
#define ORACLE_REGIONS_H

#include "solid/features/features_data.h"

typedef struct OracleShare {
    int32_t counts[3];      // regions of each dimension; of faces only whether there is one
    long double measure[3]; // their lengths, areas
    long double slack[3];   // how far rounding and d may change that
    bool unsure;
} OracleShare;

typedef struct OracleTouch {
    const cdMesh *meshA, *meshB; // with their surfaces
    cdPose poseA, poseB;
    double tolerance, borderTolerance; // E, d
} OracleTouch;

OracleShare FindOracleShare(const OracleTouch *touch, cdLocation a, cdLocation b);

#endif
