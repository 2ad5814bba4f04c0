// Checks of arguments of the world's functions.
#ifndef CD_WORLD_CHECKS_H
#define CD_WORLD_CHECKS_H

#include "foundation/memory/hooks.h"
#include "foundation/numbers/rounding.h"
#include "world/world_data.h"

#include <math.h>

static inline bool cdIsFiniteVec3(cdVec3 v) {
    return isfinite(v.x + v.y + v.z);
}

// False for NaN.
static inline bool cdIsAtLeast(double x, double least) {
    return isfinite(x) && x >= least;
}

// True if the world has this body; false for one that was removed or has left.
static inline bool cdHasBody(const cdWorld *world, int32_t body) {
    return body >= 0 && body < world->bodyCount && world->bodies[body].present;
}

#endif
