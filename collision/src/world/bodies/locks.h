// Locked axes: a body that cannot move along some axes of the world or of its own, or turn about some.
//
// A lock is an ideal constraint: its force, or torque, acts along locked axes alone and does no work. So the
// body obeys the Newton-Euler equations of the free axes: its inverse mass is 0 along locked ones, and its
// inverse tensor is the inverse of the tensor's block of free axes.
//
// Axes of the world: the spin is the component of the angular momentum along the free axes, which free flight
// conserves. Axes of its own: the spin P is that component in the body's axes. With the angular velocity W
// there, P' = the free component of (I W) x W, which is 0 if the locked axis is principal (G. K. Suslov,
// "Theoretical Mechanics", 1946). Such locks are nonholonomic: they hold for velocities, to rounding.
#ifndef CD_LOCKS_H
#define CD_LOCKS_H

#include "collision/vecmath.h"

#include <stdint.h>

// Sets the components along locked axes (bits of 1, 2, 4 for x, y, z) to 0.
static inline cdVec3 cdFreePart(uint32_t locked, cdVec3 v) {
    if (locked == 0) return v;
    return (cdVec3){locked & 1u ? 0.0 : v.x, locked & 2u ? 0.0 : v.y, locked & 4u ? 0.0 : v.z};
}

// The same for axes of the world turned by `q`.
static inline cdVec3 cdFreePartIn(uint32_t locked, cdQuat q, cdVec3 v) {
    return locked == 0 ? v : cdRotate(q, cdFreePart(locked, cdInvRotate(q, v)));
}

// Inverts the block of free axes of a positive definite tensor (xx, yy, zz, xy, xz, yz); all else is 0. At
// least one axis is locked.
void cdInvertFree(const double tensor[6], uint32_t locked, double inverse[6]);

// Returns the orientation halfway between two.
cdQuat cdGetMeanQuat(cdQuat from, cdQuat to);

#endif
