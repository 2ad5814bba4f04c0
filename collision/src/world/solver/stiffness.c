// The geometric stiffness of bodies: see stiffness.h.
//
// Input: forces and their arms. Output: symmetric tensors about the centroid.
#include "world/solver/stiffness.h"
#include "foundation/numbers/eigenvectors.h"
#include "foundation/numbers/rounding.h"

#include <math.h>
#include <string.h>

enum { ROUNDS = 6 };

void cdAddForceStiffness(double k[6], cdVec3 arm, cdVec3 force) {
    double along = cdDot(force, arm);
    k[0] += along - arm.x * force.x;
    k[1] += along - arm.y * force.y;
    k[2] += along - arm.z * force.z;
    k[3] -= 0.5 * (arm.x * force.y + arm.y * force.x);
    k[4] -= 0.5 * (arm.x * force.z + arm.z * force.x);
    k[5] -= 0.5 * (arm.y * force.z + arm.z * force.y);
}

void cdMakeNonNegative(double k[6]) {
    double a[3][3] = {{k[0], k[3], k[4]}, {k[3], k[1], k[5]}, {k[4], k[5], k[2]}};
    double axes[3][3];
    cdMakeDiagonal(&a[0][0], &axes[0][0], 3, ROUNDS);
    memset(k, 0, 6 * sizeof *k);
    for (int i = 0; i < 3; i++) {
        if (!(a[i][i] > 0.0)) continue;
        double x = axes[i][0], y = axes[i][1], z = axes[i][2], value = a[i][i];
        k[0] += value * x * x, k[1] += value * y * y, k[2] += value * z * z;
        k[3] += value * x * y, k[4] += value * x * z, k[5] += value * y * z;
    }
}

void cdInvertSum(const double tensor[6], const double more[6], double inverse[6]) {
    double t[6];
    for (int i = 0; i < 6; i++)
        t[i] = tensor[i] + more[i];
    // A difference below the rounding error counts as the rounding error.
    double least = 16.0 * CD_EPSILON;
    double root0 = sqrt(t[0]), r10 = t[3] / root0, r20 = t[4] / root0;
    double root1 = sqrt(cdMax(t[1] - r10 * r10, least * t[1])), r21 = (t[5] - r20 * r10) / root1;
    double root2 = sqrt(cdMax(t[2] - r20 * r20 - r21 * r21, least * t[2]));
    // The inverse of the lower root, then its square.
    double i00 = 1.0 / root0, i11 = 1.0 / root1, i22 = 1.0 / root2;
    double i10 = -r10 * i00 * i11, i21 = -r21 * i11 * i22, i20 = -(r20 * i00 + r21 * i10) * i22;
    inverse[0] = i00 * i00 + i10 * i10 + i20 * i20;
    inverse[1] = i11 * i11 + i21 * i21;
    inverse[2] = i22 * i22;
    inverse[3] = i10 * i11 + i20 * i21;
    inverse[4] = i20 * i22;
    inverse[5] = i21 * i22;
}
