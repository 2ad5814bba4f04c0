// Edges that OMPL's motion validator accepts, judged by cdFindPathContact.
#ifndef BENCH_PATH_PEERS_H
#define BENCH_PATH_PEERS_H

#include "bench/bench.h"
#include "bench/drag_path.h"
#include "bench/report.h"

// Adds a table; without OMPL and FCL a note.
void ComparePathPeers(const BenchInput *input, const BenchPair *pair, BenchReport *report);

#endif
