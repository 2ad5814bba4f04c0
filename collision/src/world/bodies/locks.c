// Locked axes: the inverse tensor of the free axes, and free turning.
//
// Input: tensor, orientation, spin along the free axes. (1) With one free axis the moment of inertia about it
// does not change, so the body turns uniformly: exact. (2) With two, w = (block of I(q))^-1 spin depends on
// the orientation. The classical method of Runge and Kutta of fourth order follows q' = w q / 2, in parts of
// at most a 32nd of a radian, at most 64. Its error in the energy is removed where poses are accepted
// (accept.c).
#include "world/bodies/locks.h"
#include "foundation/numbers/float_mode.h"
#include "world/bodies/flight.h"

#include <math.h>

enum { MAX_PARTS = 64, AXES = 3 };

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
    if (count == 1) return cdNormalizeQuat(cdMulQuat(cdMakeQuat(cdScale(1.0 / speed, w), speed * dt), q));
    // The energy bounds the speed, as in flight.c.
    double trace = inertia->inverse[0] + inertia->inverse[1] + inertia->inverse[2];
    double cuts = 32.0 * fabs(dt) * sqrt(cdDot(spin, w) * trace);
    int parts = cuts < MAX_PARTS ? (int)ceil(cuts) : MAX_PARTS;
    for (int i = 0; i < parts; i++)
        q = turnPart(inertia, q, spin, dt / parts);
    return q;
}
