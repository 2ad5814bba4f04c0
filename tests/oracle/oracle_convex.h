// Signed gap between the convex hulls of two small point sets at two poses, by brute force.
//
// Output: the distance of separated hulls; otherwise minus the length of the shortest translation that
// separates them. Both are the maximum over unit vectors S of
//     min S.q - max S.p,   p of A, q of B,
// reached where S is given by features of the Minkowski difference B - A:
//     1. vertex to vertex, 2. vertex to edge, both at a right angle to it,
//     3. the normal of a face of A or of B, 4. the normal of an edge of A and an edge of B.
// All pairs and triples of points are tried, hull or not: every S gives a lower bound, so extra ones are
// harmless. Poses are applied in 113 bits, directions are tried in 64, and repeated in 113 where 64 do not
// suffice. A pose rotates by its quaternion divided by its length.
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
    RealVec3 differences[2 * ORACLE_CONVEX_MAX][2 * ORACLE_CONVEX_MAX]; // [i][k]: point k minus point i
    Real size;                                                          // maximum distance of two points
    Real rounding;                                                      // of the transformed points
} OracleHulls;

typedef struct OracleGap {
    Real gap;
    RealVec3 direction; // unit, world frame, from A towards B
    Real accuracy;      // of `gap`
} OracleGap;

void MakeOracleHulls(const OraclePoints *a, const OraclePoints *b, OracleHulls *hulls);
OracleGap FindOracleGap(const OracleHulls *hulls);

// Returns min S.q - max S.p for any nonzero S, divided by its length.
Real GetOracleGapAlong(const OracleHulls *hulls, RealVec3 direction);

// Returns how much farther the hull reaches along a unit direction than its point `index`, of A or of B.
Real GetOracleShortfall(const OracleHulls *hulls, int32_t index, bool ofB, RealVec3 direction);

#endif
