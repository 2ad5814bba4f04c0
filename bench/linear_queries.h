// Published sets of queries between four linearly moving points, as CSV.
//
// The common format (Wang et al., A Large-Scale Benchmark and an Inclusion-Based Algorithm for Continuous
// Collision Detection, 2021): eight rows a query, four points at t = 0 and the same at t = 1. Each row has
// the coordinates x, y, z as numerator,denominator and the truth, 0 or 1. The path contains "vertex-face" (a
// point and a triangle) or "edge-edge" (two edges).
#ifndef BENCH_LINEAR_QUERIES_H
#define BENCH_LINEAR_QUERIES_H

#include "collision/query.h"

typedef struct LinearQueries {
    cdLinearInput *inputs; // inputs[count]
    bool *contacts;        // published truth
    int64_t count;
    int64_t roundedCount; // queries with a coordinate that no double represents
} LinearQueries;

// @errors false with a message "PATH:LINE: what is wrong"
bool ReadLinearQueries(const char *path, LinearQueries *queries, char *message, size_t messageSize);
void FreeLinearQueries(LinearQueries *queries);

#endif
