// Stacks and piles of many bodies, through our world alone: the second table of `bench world`.
#ifndef BENCH_PILE_BENCH_H
#define BENCH_PILE_BENCH_H

#include "bench/bench.h"

// Adds its table and targets. @errors false with report->failure
bool RunPileBench(const BenchInput *input, BenchReport *report);

#endif
