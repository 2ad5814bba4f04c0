// Joints and kinematic bodies, only in our world: the last table of `bench world`.
#ifndef BENCH_LINKED_BENCH_H
#define BENCH_LINKED_BENCH_H

#include "bench/bench.h"

// Adds its table and requirements. @errors false with report->failure
bool RunLinkedBench(const BenchInput *input, BenchReport *report);

#endif
