// Stacks and piles of many bodies, only in our world: the second table of `bench world`.
#ifndef BENCH_PILE_BENCH_H
#define BENCH_PILE_BENCH_H

#include "bench/bench.h"

// Adds its table and targets. @errors false with report->failure
bool RunPileBench(const BenchInput *input, BenchReport *report);

#endif
