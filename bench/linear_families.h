// Families of queries between four linearly moving points: random ones, and all kinds of degenerate ones.
#ifndef BENCH_LINEAR_FAMILIES_H
#define BENCH_LINEAR_FAMILIES_H

#include "collision/query.h"
#include "random.h"

typedef struct LinearFamily {
    const char *name;
    // The query of this number, counted from 0; vertex-face and edge-edge take turns where both can be.
    cdLinearInput (*make)(Random *random, int64_t number);
} LinearFamily;

// @lifetime static
const LinearFamily *GetLinearFamilies(int *count);

#endif
