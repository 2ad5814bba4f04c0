// Measures the search for separating vectors, on recorded queries.
#ifndef BENCH_CONVEX_SPEED_H
#define BENCH_CONVEX_SPEED_H

#include "bench/bench.h"

// Measures 500 polytopes of mixed shapes: the support methods against each other, nanoseconds a query by
// kind, proofs and agreement of the answers, and the peers. @errors false with report->failure
bool MeasureConvexSpeed(const BenchInput *input, BenchReport *report);

// Measures figure 4 (iv) and (v): time over translation, rotation and density, with and without the cache.
bool MeasureConvexMotion(const BenchInput *input, BenchReport *report);

#endif
