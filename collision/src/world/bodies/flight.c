// Free flight of a rigid body: orientation by the implicit midpoint rule for the angular momentum.
//
// Input: mass properties, orientation, angular momentum in the world (spin), time. Output: the orientation
// after it. [BV92 2.1]: I w' + w x I w = 0; the rule is that of flight.h (Austin, Krishnaprasad, Wang 1993).
//
// 1. The time is cut so that no part turns by more than an eighth of a radian. The conserved energy bounds
// the speed: |w|^2 <= 2 E / (smallest eigenvalue) <= 2 E trace(I^-1), the same forwards and backwards.
// 2. In a part of length h, with P the spin in the body's axes, the mean M of P at both ends satisfies
// M + h/2 (I^-1 M) x M = P, since P1 - P = -h W x M with W = I^-1 M; Newton's iteration. 3. The body turns by
// cay(h W). The spin in its axes is recomputed from the spin in the world, which any W therefore conserves.
// 4. If parts would turn by more than a radian, or the iteration does not converge, the body turns about its
// spin at the speed 2 E / |spin|, the component of w along it: this conserves energy and spin as well.
// 5. cay(h w) turns by 2 atan(h w / 2). h is multiplied by tan(x) / x, x = h E / |spin|, which is conserved
// too: a uniform turn about a principal axis is exact.
#include "world/bodies/flight.h"
#include "foundation/numbers/float_mode.h"
#include "foundation/numbers/functions.h"

#include <float.h>

enum { MAX_PARTS = 64, MAX_NEWTON = 16 };

static double maxAbs6(const double tensor[6]) {
    double largest = 0.0;
    for (int i = 0; i < 6; i++)
        largest = cdMax(largest, fabs(tensor[i]));
    return largest;
}

// --- Tensors

cdVec3 cdMulTensor(const double tensor[6], cdVec3 v) {
    return (cdVec3){tensor[0] * v.x + tensor[3] * v.y + tensor[4] * v.z,
                    tensor[3] * v.x + tensor[1] * v.y + tensor[5] * v.z,
                    tensor[4] * v.x + tensor[5] * v.y + tensor[2] * v.z};
}

cdVec3 cdApplyTensor(const double tensor[6], cdQuat q, cdVec3 v) {
    return cdRotate(q, cdMulTensor(tensor, cdInvRotate(q, v)));
}

void cdTurnTensor(const double tensor[6], cdQuat q, double turned[6]) {
    cdVec3 x = cdInvRotate(q, (cdVec3){1.0, 0.0, 0.0});
    cdVec3 y = cdInvRotate(q, (cdVec3){0.0, 1.0, 0.0});
    cdVec3 z = cdInvRotate(q, (cdVec3){0.0, 0.0, 1.0});
    cdVec3 tx = cdMulTensor(tensor, x), ty = cdMulTensor(tensor, y), tz = cdMulTensor(tensor, z);
    turned[0] = cdDot(x, tx), turned[1] = cdDot(y, ty), turned[2] = cdDot(z, tz);
    turned[3] = cdDot(x, ty), turned[4] = cdDot(x, tz), turned[5] = cdDot(y, tz);
}

// True if all principal minors exceed `least`. The entries have magnitude about 1.
static bool isPositive(const double t[6], double least) {
    double xx = t[0] - least, yy = t[1] - least, zz = t[2] - least;
    double minor = xx * yy - t[3] * t[3];
    double determinant =
        xx * (yy * zz - t[5] * t[5]) - t[3] * (t[3] * zz - t[5] * t[4]) + t[4] * (t[3] * t[5] - yy * t[4]);
    return xx > 0.0 && minor > 0.0 && determinant > 0.0;
}

// Inverts a positive tensor by cofactors.
static void invertTensor(const double t[6], double inverse[6]) {
    double xx = t[1] * t[2] - t[5] * t[5], yy = t[0] * t[2] - t[4] * t[4], zz = t[0] * t[1] - t[3] * t[3];
    double xy = t[4] * t[5] - t[3] * t[2], xz = t[3] * t[5] - t[1] * t[4], yz = t[3] * t[4] - t[0] * t[5];
    double determinant = t[0] * xx + t[3] * xy + t[4] * xz;
    double cofactors[6] = {xx, yy, zz, xy, xz, yz};
    for (int i = 0; i < 6; i++)
        inverse[i] = cofactors[i] / determinant;
}

cdInertia cdMakeInertia(const cdMassProperties *properties, double mass, double radius) {
    cdInertia none = {.centroid = properties->centroid}, inertia = none;
    inertia.mass = mass;
    inertia.inverseMass = 1.0 / mass;
    double least = 1e-6 * mass * radius * radius;
    for (int i = 0; i < 6; i++)
        inertia.tensor[i] = properties->inertia[i] * (mass / properties->volume);
    double size = cdMax(maxAbs6(inertia.tensor), least);
    double unit[6], inverse[6];
    for (int i = 0; i < 6; i++)
        unit[i] = inertia.tensor[i] / size;
    if (!isPositive(unit, least / size)) {
        for (int i = 0; i < 3; i++)
            inertia.tensor[i] += least, unit[i] += least / size;
    }
    if (!(isPositive(unit, 0.0) && size > 0.0 && mass > 0.0 && isfinite(inertia.inverseMass))) return none;
    invertTensor(unit, inverse);
    for (int i = 0; i < 6; i++)
        inertia.inverse[i] = inverse[i] / size;
    bool finite =
        isfinite(cdLength(inertia.centroid)) && isfinite(size) && isfinite(maxAbs6(inertia.inverse));
    return finite ? inertia : none;
}

cdVec3 cdGetTurnRate(const cdInertia *inertia, cdQuat q, cdVec3 spin) {
    if (inertia->lockedTurns == 0) return cdApplyTensor(inertia->inverse, q, spin);
    if (inertia->ownAxes) return cdRotate(q, cdMulTensor(inertia->inverse, spin));
    double inverse[6];
    cdGetWorldInverse(inertia, q, inverse);
    return cdMulTensor(inverse, spin);
}

cdVec3 cdGetSpinOf(const cdInertia *inertia, cdQuat q, cdVec3 angular) {
    if (cdSpinsInOwnAxes(inertia)) {
        cdVec3 own = cdFreePart(inertia->lockedTurns, cdInvRotate(q, angular));
        return cdFreePart(inertia->lockedTurns, cdMulTensor(inertia->tensor, own));
    }
    cdVec3 spin = cdApplyTensor(inertia->tensor, q, cdFreePart(inertia->lockedTurns, angular));
    return cdFreePart(inertia->lockedTurns, spin);
}

void cdGetWorldInverse(const cdInertia *inertia, cdQuat q, double inverse[6]) {
    if (inertia->lockedTurns == 0 || inertia->ownAxes) {
        cdTurnTensor(inertia->inverse, q, inverse);
        return;
    }
    double turned[6];
    cdTurnTensor(inertia->tensor, q, turned);
    cdInvertFree(turned, inertia->lockedTurns, inverse);
}

// --- Turning

// Solves 3 x 3 equations by Cramer's rule; the matrix is close to the identity.
static cdVec3 solveColumns(cdVec3 x, cdVec3 y, cdVec3 z, cdVec3 right) {
    cdVec3 yz = cdCross(y, z);
    double s = 1.0 / cdDot(x, yz);
    return (cdVec3){s * cdDot(right, yz), s * cdDot(x, cdCross(right, z)), s * cdDot(x, cdCross(y, right))};
}

// Step 2: finds the mean angular velocity over a part, in the body's axes. False: not found.
static bool findMeanVelocity(const double inverse[6], cdVec3 spin, double h, cdVec3 *velocity) {
    cdVec3 mean = spin;
    double half = 0.5 * h, before = INFINITY, size = cdLength(spin);
    for (int i = 0; i < MAX_NEWTON; i++) {
        cdVec3 w = cdMulTensor(inverse, mean);
        cdVec3 missed = cdSub(cdMulAdd(mean, half, cdCross(w, mean)), spin);
        cdVec3 columns[3];
        for (int k = 0; k < 3; k++) {
            cdVec3 unit = {k == 0, k == 1, k == 2};
            cdVec3 turn = cdAdd(cdCross(w, unit), cdCross(cdMulTensor(inverse, unit), mean));
            columns[k] = cdMulAdd(unit, half, turn);
        }
        cdVec3 change = solveColumns(columns[0], columns[1], columns[2], missed);
        mean = cdSub(mean, change);
        double length = cdLength(change);
        // Rounding never ends: a residual near it that no longer shrinks has converged.
        bool settled = length <= 2.0 * DBL_EPSILON * size || (length <= 1e-13 * size && length >= before);
        if (settled) {
            *velocity = cdMulTensor(inverse, mean);
            return true;
        }
        before = length;
    }
    return false;
}

cdQuat cdTurnFreely(const cdInertia *inertia, cdQuat q, cdVec3 spin, double dt) {
    if (inertia->lockedTurns != 0) return cdTurnLocked(inertia, q, spin, dt);
    const double *inverse = inertia->inverse;
    cdVec3 body = cdInvRotate(q, spin);
    double twoEnergy = cdDot(body, cdMulTensor(inverse, body)), spinSq = cdLengthSq(spin);
    double cuts = 8.0 * fabs(dt) * sqrt(twoEnergy * (inverse[0] + inverse[1] + inverse[2])); // 1.
    if (!(cuts > 0.0 && spinSq > 0.0)) return q;
    int parts = cuts < MAX_PARTS ? (int)ceil(cuts) : MAX_PARTS;
    double part = dt / parts, uniform = twoEnergy / spinSq; // angular velocity along the spin: uniform * spin
    double half = 0.5 * part * uniform * sqrt(spinSq);
    double h = fabs(half) > 1e-9 ? part * cdTan(half) / half : part; // 5.
    for (int i = 0; i < parts; i++) {
        cdVec3 w;
        if (cuts <= 8.0 * MAX_PARTS && findMeanVelocity(inverse, cdInvRotate(q, spin), h, &w)) {
            cdVec3 v = cdScale(0.5 * h, w);
            q = cdNormalizeQuat(cdMulQuat(q, (cdQuat){1.0, v.x, v.y, v.z})); // 3.
        } else {
            q = cdNormalizeQuat(cdMulQuat(cdMakeQuat(cdNormalize(spin), 2.0 * half), q)); // 4.
        }
    }
    return q;
}

double cdGetKineticEnergy(const cdInertia *inertia, cdQuat q, cdVec3 velocity, cdVec3 spin) {
    if (inertia->lockedTurns != 0 && !inertia->ownAxes)
        return 0.5 * (inertia->mass * cdLengthSq(velocity) + cdDot(spin, cdGetTurnRate(inertia, q, spin)));
    cdVec3 body = inertia->lockedTurns != 0 ? spin : cdInvRotate(q, spin);
    return 0.5 * (inertia->mass * cdLengthSq(velocity) + cdDot(body, cdMulTensor(inertia->inverse, body)));
}
