// Families of queries between four linearly moving points: random and all kinds of degenerate ones.
#ifndef BENCH_LINEAR_FAMILIES_H
#define BENCH_LINEAR_FAMILIES_H

#include "collision/query.h"
#include "random.h"

typedef struct LinearFamily {
    const char *name;
    // Creates the query of this number, from 0. Alternates vertex-face and edge-edge where both are possible.
    cdLinearInput (*make)(Random *random, int64_t number);
} LinearFamily;

// @lifetime static
const LinearFamily *GetLinearFamilies(int *count);

#endif
