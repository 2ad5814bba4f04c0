// Random numbers (SplitMix64). A seed gives the same numbers on every machine.
#ifndef APP_RANDOM_NUMBERS_H
#define APP_RANDOM_NUMBERS_H

#include "collision/vecmath.h"
#include <stdint.h>

// Returns a number in [0, 1). Initialise `state` with the seed.
static inline double NextRandom(uint64_t *state) {
    uint64_t z = (*state += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return (double)((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

// Returns a point in the cube from -1 to 1.
static inline cdVec3 NextRandomInCube(uint64_t *state) {
    double x = 2.0 * NextRandom(state) - 1.0, y = 2.0 * NextRandom(state) - 1.0;
    return (cdVec3){x, y, 2.0 * NextRandom(state) - 1.0};
}

// Returns a unit vector.
static inline cdVec3 NextRandomDirection(uint64_t *state) {
    for (;;) {
        cdVec3 v = NextRandomInCube(state);
        double lengthSq = cdLengthSq(v);
        if (lengthSq > 0.01 && lengthSq < 1.0) return cdNormalize(v);
    }
}

#endif
