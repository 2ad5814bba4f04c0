// Locked axes: the inverse tensor of the free axes, and free motion.
//
// Input: tensor, orientation, spin along the free axes. (1) With one free axis of the world the moment of
// inertia about it does not change, so the body turns uniformly: exact. (2) With two, w = (block of I(q))^-1
// spin depends on the orientation. The classical method of Runge and Kutta of fourth order follows q' = w q /
// 2, in parts of at most a 32nd of a radian, at most 64. Its error in the energy is removed where poses are
// accepted (accept.c). (3) Own axes: the body turns uniformly at its mean spin, and the spin changes by the
// implicit midpoint rule, with M the mean of the spins at both ends: M = P + h/2 (free part of (I W) x W +
// moment), W = I^-1 M, by Newton's iteration. Since W does no work against (I W) x W, this conserves the
// energy to rounding. If the iteration fails, the spin keeps its direction, and so its energy. (4) The force
// of a lock along own axes turns the velocity v. With two such axes v follows the free one. With one, n, v'
// is parallel to n: v is carried parallel along n. In the body's axes v turns by minus the body's own turn
// about n; exact for uniform turning, and without a change of length.
#include "world/bodies/locks.h"
#include "foundation/numbers/functions.h"
#include "foundation/numbers/rounding.h"
#include "world/bodies/flight.h"

#include <math.h>

enum { MAX_PARTS = 64, MAX_NEWTON = 16, AXES = 3 };

static int getEntry(int i, int k) {
    return i == k ? i : 2 + i + k; // of xx, yy, zz, xy, xz, yz
}

static int listFree(uint32_t locked, int axes[AXES]) {
    int count = 0;
    for (int i = 0; i < AXES; i++) {
        if ((locked >> i & 1u) == 0) axes[count++] = i;
    }
    return count;
}

void cdInvertFree(const double tensor[6], uint32_t locked, double inverse[6]) {
    int axes[AXES], count = listFree(locked, axes);
    for (int i = 0; i < 6; i++)
        inverse[i] = 0.0;
    if (count == 1) inverse[axes[0]] = 1.0 / tensor[axes[0]];
    if (count != 2) return;
    double a = tensor[axes[0]], b = tensor[axes[1]], c = tensor[getEntry(axes[0], axes[1])];
    // By elimination of the larger one, which is accurate for thin bodies.
    double rest = a > b ? b - c * (c / a) : a - c * (c / b);
    double determinant = (a > b ? a : b) * rest;
    inverse[axes[0]] = b / determinant;
    inverse[axes[1]] = a / determinant;
    inverse[getEntry(axes[0], axes[1])] = -c / determinant;
}

void cdLockInertia(cdInertia *inertia, uint32_t ways, uint32_t turns, bool ownAxes) {
    inertia->lockedWays = ways;
    inertia->lockedTurns = turns;
    inertia->ownAxes = ownAxes;
    if (cdSpinsInOwnAxes(inertia)) cdInvertFree(inertia->tensor, turns, inertia->inverse);
}

// --- Turning

// Returns q + scale (0, w) of.
static cdQuat addTurn(cdQuat q, double scale, cdVec3 w, cdQuat of) {
    cdQuat turn = cdMulQuat((cdQuat){0.0, w.x, w.y, w.z}, of);
    return (cdQuat){q.w + scale * turn.w, q.x + scale * turn.x, q.y + scale * turn.y, q.z + scale * turn.z};
}

// (2)
static cdQuat turnPart(const cdInertia *inertia, cdQuat q, cdVec3 spin, double h) {
    static const double ahead[] = {0.5, 0.5, 1.0, 0.0}, weights[] = {1.0, 2.0, 2.0, 1.0};
    cdQuat sum = q, at = q;
    for (int i = 0; i < 4; i++) {
        cdVec3 w = cdGetTurnRate(inertia, cdNormalizeQuat(at), spin);
        sum = addTurn(sum, weights[i] * h / 12.0, w, at);
        at = addTurn(q, 0.5 * ahead[i] * h, w, at);
    }
    return cdNormalizeQuat(sum);
}

cdQuat cdTurnLocked(const cdInertia *inertia, cdQuat q, cdVec3 spin, double dt) {
    int axes[AXES], count = listFree(inertia->lockedTurns, axes);
    cdVec3 w = cdGetTurnRate(inertia, q, spin);
    double speed = cdLength(w);
    if (count == 0 || !(speed > 0.0)) return q;
    if (count == 1 || inertia->ownAxes)
        return cdNormalizeQuat(cdMulQuat(cdMakeQuat(cdScale(1.0 / speed, w), speed * dt), q));
    // The energy bounds the speed, as in flight.c.
    double trace = inertia->inverse[0] + inertia->inverse[1] + inertia->inverse[2];
    double cuts = 32.0 * fabs(dt) * sqrt(cdDot(spin, w) * trace);
    int parts = cuts < MAX_PARTS ? (int)ceil(cuts) : MAX_PARTS;
    for (int i = 0; i < parts; i++)
        q = turnPart(inertia, q, spin, dt / parts);
    return q;
}

// --- (3)

// Returns the free part of (I a) x b; own axes.
static cdVec3 getPull(const cdInertia *inertia, cdVec3 a, cdVec3 b) {
    return cdFreePart(inertia->lockedTurns, cdCross(cdMulTensor(inertia->tensor, a), b));
}

static double getComponent(cdVec3 v, int axis) {
    return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
}

// Returns the change of the mean spin by a step of Newton's method; `half`: half the time.
static cdVec3 improveMean(const cdInertia *inertia, const int axes[2], cdVec3 w, cdVec3 missed, double half) {
    double m[2][2], right[2];
    for (int k = 0; k < 2; k++) {
        cdVec3 unit = {axes[k] == 0, axes[k] == 1, axes[k] == 2}, dw = cdMulTensor(inertia->inverse, unit);
        cdVec3 pull = cdAdd(getPull(inertia, dw, w), getPull(inertia, w, dw));
        cdVec3 column = cdMulAdd(unit, -half, pull);
        for (int i = 0; i < 2; i++)
            m[i][k] = getComponent(column, axes[i]);
        right[k] = -getComponent(missed, axes[k]);
    }
    double determinant = m[0][0] * m[1][1] - m[0][1] * m[1][0], change[3] = {0.0, 0.0, 0.0};
    change[axes[0]] = (right[0] * m[1][1] - right[1] * m[0][1]) / determinant;
    change[axes[1]] = (right[1] * m[0][0] - right[0] * m[1][0]) / determinant;
    return (cdVec3){change[0], change[1], change[2]};
}

cdVec3 cdGetOwnSpinChange(const cdInertia *inertia, cdVec3 spin, cdVec3 moment, double dt) {
    int axes[AXES], count = listFree(inertia->lockedTurns, axes);
    cdVec3 pushed = cdScale(dt, moment), mean = cdMulAdd(spin, 0.5, pushed);
    if (count != 2) return pushed;
    double before = INFINITY, size = cdLength(mean) + cdLength(spin);
    for (int i = 0; i < MAX_NEWTON; i++) {
        cdVec3 w = cdMulTensor(inertia->inverse, mean), pull = cdMulAdd(pushed, dt, getPull(inertia, w, w));
        cdVec3 change = improveMean(inertia, axes, w, cdSub(cdMulAdd(mean, -0.5, pull), spin), 0.5 * dt);
        double length = cdLength(change);
        // As in flight.c.
        if (length <= 2.0 * CD_EPSILON * size || (length <= 1e-13 * size && length >= before)) return pull;
        mean = cdAdd(mean, change);
        before = length;
    }
    return pushed;
}

// --- (4)

cdQuat cdGetMeanQuat(cdQuat from, cdQuat to) {
    double sign = from.w * to.w + from.x * to.x + from.y * to.y + from.z * to.z < 0.0 ? -1.0 : 1.0;
    return cdNormalizeQuat(
        (cdQuat){from.w + sign * to.w, from.x + sign * to.x, from.y + sign * to.y, from.z + sign * to.z});
}

// Returns the component about an axis of the vector of a turn of less than half a revolution.
static double getTurnAbout(cdQuat turn, int axis) {
    cdVec3 v = {turn.x, turn.y, turn.z};
    double sine = cdLength(v);
    if (!(sine > 0.0)) return 0.0;
    return 2.0 * cdAtan2(copysign(sine, turn.w), fabs(turn.w)) / sine * getComponent(v, axis);
}

cdVec3 cdCarryVelocity(const cdInertia *inertia, cdQuat from, cdQuat to, cdVec3 velocity) {
    if (!inertia->ownAxes || inertia->lockedWays == 0) return velocity;
    int axes[AXES], count = listFree(inertia->lockedWays, axes);
    cdVec3 own = cdFreePart(inertia->lockedWays, cdInvRotate(from, velocity));
    if (count == 2) {
        int locked = AXES - axes[0] - axes[1];
        cdVec3 n = {locked == 0, locked == 1, locked == 2};
        double angle = -getTurnAbout(cdMulQuat(cdConjugate(from), to), locked);
        own = cdFreePart(inertia->lockedWays, cdRotate(cdMakeQuat(n, angle), own));
    }
    return cdRotate(to, own);
}
