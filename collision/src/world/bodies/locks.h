// Locked axes: a body that cannot move along some axes of the world, or turn about some.
//
// A lock is an ideal constraint: its force, or torque, acts along locked axes alone and does no work. So the
// body obeys the Newton-Euler equations of the free axes: its inverse mass is 0 along locked ones, and its
// inverse tensor is the inverse of the tensor's block of free axes, in the world. Its spin is the component
// of its angular momentum along the free axes, which free flight conserves.
#ifndef CD_LOCKS_H
#define CD_LOCKS_H

#include "collision/vecmath.h"

#include <stdint.h>

// Sets the components along locked axes (bits of 1, 2, 4 for x, y, z) to 0.
static inline cdVec3 cdFreePart(uint32_t locked, cdVec3 v) {
    if (locked == 0) return v;
    return (cdVec3){locked & 1u ? 0.0 : v.x, locked & 2u ? 0.0 : v.y, locked & 4u ? 0.0 : v.z};
}

// Inverts the block of free axes of a positive definite tensor (xx, yy, zz, xy, xz, yz); all else is 0. At
// least one axis is locked.
void cdInvertFree(const double tensor[6], uint32_t locked, double inverse[6]);

#endif
