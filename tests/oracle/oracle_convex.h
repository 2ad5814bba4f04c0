// Signed gap between the convex hulls of two small sets of points at two poses, by brute force.
//
// Output: when the hulls are apart their distance, when they share points minus the length of the shortest
// move that parts them. Both are the largest value over unit vectors S of
//     min S.q - max S.p,   p of A, q of B,
// and the largest is found where S is given by features of the Minkowski difference B - A:
//     1. vertex to vertex, 2. vertex to edge, both at a right angle to it,
//     3. the normal of a face of A or of B, 4. the normal of an edge of A and an edge of B.
// All pairs and triples of points are tried, hull or not: every S gives a lower bound, so more of them do no
// harm. Poses are applied in 113 bits, directions are tried in 64, and those that 64 bits cannot tell once
// more in 113. A pose rotates by its quaternion divided by its length.
#ifndef ORACLE_CONVEX_H
#define ORACLE_CONVEX_H

#include "oracle/oracle_motion.h"

#include <stdbool.h>
#include <stdint.h>

enum { ORACLE_CONVEX_MAX = 12 }; // points of one hull

#ifdef __SIZEOF_FLOAT128__
__extension__ typedef __float128 Quad;
#else
typedef long double Quad;
#endif

typedef struct QuadVec3 {
    Quad x, y, z;
} QuadVec3;

typedef struct OraclePoints {
    cdVec3 points[ORACLE_CONVEX_MAX]; // local frame
    int32_t count;                    // at least 1
    cdPose pose;
} OraclePoints;

// Both sets in one frame near them: A's points, then B's.
typedef struct OracleHulls {
    int32_t countA, count;
    QuadVec3 fine[2 * ORACLE_CONVEX_MAX];
    RealVec3 points[2 * ORACLE_CONVEX_MAX];
    RealVec3 differences[2 * ORACLE_CONVEX_MAX][2 * ORACLE_CONVEX_MAX]; // [i][k]: point k less point i
    Real size;                                                          // no two points are farther apart
    Real rounding;                                                      // of the poses applied
} OracleHulls;

typedef struct OracleGap {
    Real gap;
    RealVec3 direction; // unit, world frame, from A towards B
    Real accuracy;      // of `gap`
} OracleGap;

void MakeOracleHulls(const OraclePoints *a, const OraclePoints *b, OracleHulls *hulls);
OracleGap FindOracleGap(const OracleHulls *hulls);

// min S.q - max S.p for S of any length but zero, divided by that length.
Real GetOracleGapAlong(const OracleHulls *hulls, RealVec3 direction);

// How much farther than point `index` of A, counted from 0, or of B, the hull reaches along a unit direction.
Real GetOracleShortfall(const OracleHulls *hulls, int32_t index, bool ofB, RealVec3 direction);

#endif
