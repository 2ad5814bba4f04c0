// Free flight of a rigid body: the Newton-Euler equations without contacts [BV92 2.1].
//
// The centroid follows its parabola exactly. The orientation turns by the implicit midpoint rule for the
// angular momentum: with the body's mean angular velocity W over the step, and its angular momentum P in its
// own axes, P1 = cay(-h W) P0 and R1 = R0 cay(h W), where W = I^-1 (P0 + P1) / 2. It conserves the angular
// momentum in the world and the energy, both to rounding (M. Austin, P. S. Krishnaprasad, L.-S. Wang, "Almost
// Poisson integration of rigid body systems", 1993). h is slightly more than the time, so that a turn about a
// principal axis is exact in time, too. Pure functions.
#ifndef CD_FLIGHT_H
#define CD_FLIGHT_H

#include "collision/solid.h"
#include "world/bodies/locks.h"

// Inertia of a body; if all but the centroid is zero, it is immovable.
typedef struct cdInertia {
    double mass;
    cdVec3 centroid;    // local frame
    double tensor[6];   // about the centroid, local axes: xx, yy, zz, xy, xz, yz
    double inverse[6];  // inverse of the tensor, or of its block of free axes (cdSpinsInOwnAxes)
    double inverseMass; // 0: fixed
    uint32_t lockedWays, lockedTurns; // axes along which it does not move, about which it does not turn
    bool ownAxes;                     // true if these are the body's axes, not the world's
} cdInertia;

// True if some of the body's own axes are locked for rotation: its spin is then in these axes (locks.h).
static inline bool cdSpinsInOwnAxes(const cdInertia *inertia) {
    return inertia->ownAxes && inertia->lockedTurns != 0;
}

// Converts a vector of the world to the axes of the spin.
static inline cdVec3 cdToSpinAxes(const cdInertia *inertia, cdQuat q, cdVec3 v) {
    return cdSpinsInOwnAxes(inertia) ? cdFreePart(inertia->lockedTurns, cdInvRotate(q, v)) : v;
}

// Returns the component of a vector along the axes that are free for translation.
static inline cdVec3 cdFreeWay(const cdInertia *inertia, cdQuat q, cdVec3 v) {
    return inertia->ownAxes ? cdFreePartIn(inertia->lockedWays, q, v) : cdFreePart(inertia->lockedWays, v);
}

// Scales properties of unit density. A body almost on a line, or a point, gets a small inertia as well: 1e-6
// of mass times `radius` squared. @errors inverseMass 0: no mass, or numbers that are not finite
cdInertia cdMakeInertia(const cdMassProperties *properties, double mass, double radius);

// Multiplies a symmetric tensor in local axes by a vector of the world.
cdVec3 cdApplyTensor(const double tensor[6], cdQuat q, cdVec3 v);
// Transforms the tensor to world axes.
void cdTurnTensor(const double tensor[6], cdQuat q, double turned[6]);
cdVec3 cdMulTensor(const double tensor[6], cdVec3 v); // both in the same axes

// The angular velocity of a spin, the spin of an angular velocity, and the tensor between them in world axes;
// with locked axes those of the free ones (locks.h). World frame, but for the spin of a body with locked axes
// of its own.
cdVec3 cdGetTurnRate(const cdInertia *inertia, cdQuat q, cdVec3 spin);
cdVec3 cdGetSpinOf(const cdInertia *inertia, cdQuat q, cdVec3 angular);
void cdGetWorldInverse(const cdInertia *inertia, cdQuat q, double inverse[6]);

// Turns `q` for `dt` seconds at constant angular momentum `spin` (world frame). The step is cut so that no
// part turns by more than an eighth of a radian, into at most 64 parts.
cdQuat cdTurnFreely(const cdInertia *inertia, cdQuat q, cdVec3 spin, double dt);

// The same for a body with locked turns.
cdQuat cdTurnLocked(const cdInertia *inertia, cdQuat q, cdVec3 spin, double dt);

// Sets the locked axes of a body without any.
void cdLockInertia(cdInertia *inertia, uint32_t ways, uint32_t turns, bool ownAxes);

// Returns the change of a spin in own axes during `dt` seconds under a constant moment in these axes.
cdVec3 cdGetOwnSpinChange(const cdInertia *inertia, cdVec3 spin, cdVec3 moment, double dt);

// Returns the velocity that `velocity` becomes while a body with locked axes of its own turns: the lock's
// force acts along these axes alone and does no work. Any other body keeps it.
cdVec3 cdCarryVelocity(const cdInertia *inertia, cdQuat from, cdQuat to, cdVec3 velocity);

// Returns the kinetic energy of translation and rotation.
double cdGetKineticEnergy(const cdInertia *inertia, cdQuat q, cdVec3 velocity, cdVec3 spin);

#endif
