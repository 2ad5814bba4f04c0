// What finding separating vectors costs, on recorded queries.
#ifndef BENCH_CONVEX_SPEED_H
#define BENCH_CONVEX_SPEED_H

#include "bench/bench.h"

// 500 polytopes of mixed shapes: the support methods against each other, nanoseconds a query by kind, the
// answers' proofs and agreement, and the peers. @errors false with report->failure
bool MeasureConvexSpeed(const BenchInput *input, BenchReport *report);

// Figure 4 (iv) and (v): time over translation, rotation and density, with and without the cache.
bool MeasureConvexMotion(const BenchInput *input, BenchReport *report);

#endif
