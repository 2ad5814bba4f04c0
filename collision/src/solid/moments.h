// Sums of mass, first and second moments, and the inertia tensor from them.
//
// Second moments and tensors are xx, yy, zz, xy, xz, yz.
#ifndef CD_MOMENTS_H
#define CD_MOMENTS_H

#include "collision/vecmath.h"

typedef struct cdMoments {
    double mass;
    cdVec3 first;
    double second[6];
} cdMoments;

// Adds `factor` times the products of p's coordinates.
static inline void cdAddProducts(double second[6], double factor, cdVec3 p) {
    second[0] += factor * p.x * p.x, second[1] += factor * p.y * p.y, second[2] += factor * p.z * p.z;
    second[3] += factor * p.x * p.y, second[4] += factor * p.x * p.z, second[5] += factor * p.y * p.z;
}

// Adds a triangle, or its tetrahedron with the origin: with s the sum of the corners its first moment is
// `first` s, its second moments are `second` (s_i s_j + a_i a_j + b_i b_j + c_i c_j).
static inline void cdAddMoments(cdMoments *moments, double mass, double first, double second,
                                const cdVec3 corners[3]) {
    cdVec3 sum = cdAdd(cdAdd(corners[0], corners[1]), corners[2]);
    moments->mass += mass;
    moments->first = cdMulAdd(moments->first, first, sum);
    cdAddProducts(moments->second, second, sum);
    for (int i = 0; i < 3; i++)
        cdAddProducts(moments->second, second, corners[i]);
}

static inline void cdFindInertia(const double second[6], double inertia[6]) {
    inertia[0] = second[1] + second[2], inertia[1] = second[0] + second[2],
    inertia[2] = second[0] + second[1];
    inertia[3] = -second[3], inertia[4] = -second[4], inertia[5] = -second[5];
}

#endif
