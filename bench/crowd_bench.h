// Crowds, only in our world: a thousand boxes that fall, and ten thousand that sleep. A table of `bench
// world`.
#ifndef BENCH_CROWD_BENCH_H
#define BENCH_CROWD_BENCH_H

#include "bench/bench.h"

// Adds its table, requirements and targets. @errors false with report->failure
bool RunCrowdBench(const BenchInput *input, BenchReport *report);

#endif
