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

// True if a body of the world has or had this id.
static inline bool cdWasBodyAdded(const cdWorld *world, cdBodyId id) {
    return id >= 0 && cdGetBodyIndex(id) < world->bodyCount && id <= cdGetBodyId(world, cdGetBodyIndex(id));
}

// True if no other body has had the slot of this one since.
static inline bool cdIsBodyKnown(const cdWorld *world, cdBodyId id) {
    return cdWasBodyAdded(world, id) && id == cdGetBodyId(world, cdGetBodyIndex(id));
}

// True if the world has this body; false for one that was removed or has left.
static inline bool cdHasBody(const cdWorld *world, cdBodyId id) {
    return cdIsBodyKnown(world, id) && world->bodies[cdGetBodyIndex(id)].present;
}

#endif
