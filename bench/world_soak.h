// The worlds of the scenes for ten minutes of their time, and a thousand throws of the teapot: the library's
// word about worlds, step by step.
#ifndef BENCH_WORLD_SOAK_H
#define BENCH_WORLD_SOAK_H

#include "bench/bench.h"

// Twice as many steps of a 60th as input->steps for each scene with dynamic objects, at most 36,000; a throw
// for every 20, at most 1000. @errors false with report->failure
bool SoakWorlds(const BenchInput *input, BenchReport *report);

#endif
