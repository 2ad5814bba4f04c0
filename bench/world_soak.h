// Runs the worlds of the scenes for ten minutes of simulated time, and a thousand throws of the teapot; tests
// the library's guarantees about worlds at each step.
#ifndef BENCH_WORLD_SOAK_H
#define BENCH_WORLD_SOAK_H

#include "bench/bench.h"

// Runs twice input->steps, at most 36,000, steps of 1/60 s for each scene with dynamic objects; a throw for
// every 20, at most 1000. @errors false with report->failure
bool SoakWorlds(const BenchInput *input, BenchReport *report);

#endif
