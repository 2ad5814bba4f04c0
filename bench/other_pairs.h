// Drags and big hits of other pairs of meshes than teapot and bunny.
#ifndef BENCH_OTHER_PAIRS_H
#define BENCH_OTHER_PAIRS_H

#include "bench/bench.h"

// Adds tables of times, counts and judged answers of the pairs of mesh_pairs.h, with targets and
// requirements.
// @errors false with report->failure
bool RunOtherPairs(const BenchInput *input, BenchReport *report);

#endif
