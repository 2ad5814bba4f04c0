// OMPL's planners on the puzzles of the benchmark of plans, beside ours.
#ifndef BENCH_PLAN_PEERS_H
#define BENCH_PLAN_PEERS_H

#include "bench/bench.h"
#include "collision/path.h"

// Adds a table for each resolution of OMPL's motion validator; without OMPL and FCL a note.
// @errors false with report->failure
bool ComparePlanPeers(const BenchInput *input, cdWorkspace *workspace, BenchReport *report);

#endif
