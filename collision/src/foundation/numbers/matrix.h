// 3 x 3 matrices by rows, for transforming many points with one rotation.
#ifndef CD_MATRIX_H
#define CD_MATRIX_H

#include "collision/vecmath.h"
#include "foundation/numbers/float_mode.h"

typedef struct cdMat3 {
    cdVec3 rows[3];
} cdMat3;

static inline cdVec3 cdMulMat3Vec3(const cdMat3 *m, cdVec3 v) {
    return (cdVec3){cdDot(m->rows[0], v), cdDot(m->rows[1], v), cdDot(m->rows[2], v)};
}

// Multiplies by the transposed matrix: the sum of the rows times v's components.
static inline cdVec3 cdMulTransposedMat3Vec3(const cdMat3 *m, cdVec3 v) {
    return cdMulAdd(cdMulAdd(cdScale(v.x, m->rows[0]), v.y, m->rows[1]), v.z, m->rows[2]);
}

static inline cdMat3 cdMulMat3(const cdMat3 *m, const cdMat3 *n) {
    cdMat3 product;
    for (int i = 0; i < 3; i++)
        product.rows[i] = cdMulTransposedMat3Vec3(n, m->rows[i]);
    return product;
}

static inline cdVec3 cdGetMat3Column(const cdMat3 *m, int i) {
    if (i == 0) return (cdVec3){m->rows[0].x, m->rows[1].x, m->rows[2].x};
    if (i == 1) return (cdVec3){m->rows[0].y, m->rows[1].y, m->rows[2].y};
    return (cdVec3){m->rows[0].z, m->rows[1].z, m->rows[2].z};
}

static inline cdMat3 cdMakeMat3FromQuat(cdQuat q) {
    cdVec3 x = cdRotate(q, (cdVec3){1.0, 0.0, 0.0});
    cdVec3 y = cdRotate(q, (cdVec3){0.0, 1.0, 0.0});
    cdVec3 z = cdRotate(q, (cdVec3){0.0, 0.0, 1.0});
    return (cdMat3){{{x.x, y.x, z.x}, {x.y, y.y, z.y}, {x.z, y.z, z.z}}};
}

// Returns a unit vector perpendicular to a unit vector.
static inline cdVec3 cdMakePerpendicular(cdVec3 n) {
    cdVec3 x = {1.0, 0.0, 0.0}, y = {0.0, 1.0, 0.0};
    return cdNormalize(cdCross(n, fabs(n.x) < 0.7 ? x : y));
}

#endif
