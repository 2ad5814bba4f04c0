// The intersection of two features of two surfaces, slowly and in long double: checks the intersection set.
//
// Input: two surfaces at two poses, one feature of each, the lengths E within which features touch and d
// within which points belong to a border. Output: number of common regions of each dimension, and their total
// lengths and areas. Only the features' corners come from the library: planes, insides and overlaps are
// recomputed in the world frame by other methods:
//     1. A point is in a face if the angles under which it sees the outline's edges add up to a turn.
//     2. An edge over a face is cut at every line of the outline; the middle of each part is tested.
//     3. Parallel edges are tested at many points of their common part.
//     4. The overlap of two faces is that of their triangles, pair by pair.
// If a length is so near to E or d that rounding decides, the answer is unsure.
#ifndef ORACLE_REGIONS_H
#define ORACLE_REGIONS_H

#include "solid/features/features_data.h"

typedef struct OracleShare {
    int32_t counts[3];      // regions of each dimension; for faces only 0 or 1
    long double measure[3]; // their lengths, areas
    long double slack[3];   // possible change by rounding and d
    bool unsure;
} OracleShare;

typedef struct OracleTouch {
    const cdMesh *meshA, *meshB; // with their features
    cdPose poseA, poseB;
    double tolerance, borderTolerance; // E, d
} OracleTouch;

OracleShare FindOracleShare(const OracleTouch *touch, cdLocation a, cdLocation b);

#endif
