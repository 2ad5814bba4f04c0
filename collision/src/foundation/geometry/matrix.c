// Poses from rigid 4x4 matrices.
//
// The quaternion q of a rotation matrix is a column of 4 q q^T, divided by its length. The entries of 4 q q^T
// are sums of the matrix's. Of the four columns, the one with the largest diagonal entry, at least 1, loses
// no digits.
#include "collision/vecmath.h"
#include "foundation/memory/hooks.h"

static const double matrixTolerance = 1e-6; // of lengths squared and of dot products: matrices of floats pass

// True within the tolerance; false for NaN.
static bool isNear(double value, double expected) {
    return fabs(value - expected) <= matrixTolerance;
}

static bool isRotation(cdVec3 x, cdVec3 y, cdVec3 z) {
    return isNear(cdDot(x, x), 1.0) && isNear(cdDot(y, y), 1.0) && isNear(cdDot(z, z), 1.0) &&
           isNear(cdDot(x, y), 0.0) && isNear(cdDot(x, z), 0.0) && isNear(cdDot(y, z), 0.0) &&
           cdDot(x, cdCross(y, z)) > 0.0;
}

// Returns the unit quaternion, w >= 0, of the rotation with these columns.
static cdQuat makeQuatFromColumns(cdVec3 x, cdVec3 y, cdVec3 z) {
    double trace = x.x + y.y + z.z;
    double diagonal[4] = {1.0 + trace, 1.0 + 2.0 * x.x - trace, 1.0 + 2.0 * y.y - trace,
                          1.0 + 2.0 * z.z - trace};
    int best = 0;
    for (int i = 1; i < 4; i++)
        if (diagonal[i] > diagonal[best]) best = i;
    double wx = y.z - z.y, wy = z.x - x.z, wz = x.y - y.x;
    double xy = y.x + x.y, xz = z.x + x.z, yz = z.y + y.z;
    cdQuat columns[4] = {{diagonal[0], wx, wy, wz},
                         {wx, diagonal[1], xy, xz},
                         {wy, xy, diagonal[2], yz},
                         {wz, xz, yz, diagonal[3]}};
    cdQuat q = columns[best];
    double length = sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
    q = (cdQuat){q.w / length, q.x / length, q.y / length, q.z / length};
    return q.w < 0.0 ? (cdQuat){-q.w, -q.x, -q.y, -q.z} : q;
}

bool cdMakePoseFromMatrix(const double rows[16], cdPose *pose) {
    if (!CD_REQUIRE(rows != NULL && pose != NULL)) return false;
    cdVec3 x = {rows[0], rows[4], rows[8]}, y = {rows[1], rows[5], rows[9]};
    cdVec3 z = {rows[2], rows[6], rows[10]}, p = {rows[3], rows[7], rows[11]};
    if (!isRotation(x, y, z) || !isfinite(p.x) || !isfinite(p.y) || !isfinite(p.z)) return false;
    if (!isNear(rows[12], 0.0) || !isNear(rows[13], 0.0) || !isNear(rows[14], 0.0) || !isNear(rows[15], 1.0))
        return false;
    *pose = (cdPose){p, makeQuatFromColumns(x, y, z)};
    return true;
}

int32_t cdMakePosesFromMatrices(const double *rows, int32_t count, cdPose *poses) {
    if (!CD_REQUIRE(count <= 0 || (rows != NULL && poses != NULL))) return 0;
    int32_t made = 0;
    while (made < count && cdMakePoseFromMatrix(rows + 16 * (size_t)made, &poses[made]))
        made++;
    return made;
}
