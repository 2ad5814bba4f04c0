// Seeded random numbers for tests: the same on every machine (SplitMix64, Steele, Lea, Flood 2014).
#ifndef TESTS_RANDOM_H
#define TESTS_RANDOM_H

#include "collision/vecmath.h"

#include <stdint.h>

typedef struct Random {
    uint64_t state;
} Random;

static inline uint64_t nextRandomBits(Random *random) {
    uint64_t z = (random->state += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

// Uniform in [0, 1).
static inline double nextRandom(Random *random) {
    return (double)(nextRandomBits(random) >> 11) * 0x1p-53;
}

static inline double nextRandomIn(Random *random, double lower, double upper) {
    return lower + (upper - lower) * nextRandom(random);
}

// Uniform in [lower, upper], both included.
static inline int nextRandomInt(Random *random, int lower, int upper) {
    return lower + (int)(nextRandomBits(random) % (uint64_t)(upper - lower + 1));
}

// Uniform in the cube [-1, 1)^3.
static inline cdVec3 nextRandomVec3(Random *random) {
    double x = nextRandomIn(random, -1.0, 1.0), y = nextRandomIn(random, -1.0, 1.0);
    return (cdVec3){x, y, nextRandomIn(random, -1.0, 1.0)};
}

static inline cdVec3 nextRandomDirection(Random *random) {
    for (;;) {
        cdVec3 v = nextRandomVec3(random);
        double lengthSq = cdLengthSq(v);
        if (lengthSq > 0.01 && lengthSq < 1.0) return cdNormalize(v);
    }
}

// Returns an integer point of {lower, ..., upper}^3.
static inline cdVec3 nextRandomGridPoint(Random *random, int lower, int upper) {
    int x = nextRandomInt(random, lower, upper), y = nextRandomInt(random, lower, upper);
    return (cdVec3){x, y, nextRandomInt(random, lower, upper)};
}

#endif
