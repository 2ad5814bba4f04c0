// Published sets of queries between four linearly moving points, as CSV.
//
// The common form (Wang et al., A Large-Scale Benchmark and an Inclusion-Based Algorithm for Continuous
// Collision Detection, 2021): eight rows a query, four points at t = 0 and the same at t = 1; each row the
// coordinates x, y, z as numerator,denominator and the truth, 0 or 1. A point and a triangle, or two edges:
// the path says which, by "vertex-face" or "edge-edge" in it.
#ifndef BENCH_LINEAR_QUERIES_H
#define BENCH_LINEAR_QUERIES_H

#include "collision/query.h"

typedef struct LinearQueries {
    cdLinearInput *inputs; // inputs[count]
    bool *contacts;        // the published truth
    int64_t count;
    int64_t roundedCount; // queries with a coordinate that is no double
} LinearQueries;

// @errors false with a message "PATH:LINE: what is wrong"
bool ReadLinearQueries(const char *path, LinearQueries *queries, char *message, size_t messageSize);
void FreeLinearQueries(LinearQueries *queries);

#endif
