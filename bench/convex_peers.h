// The queries of recorded runs through other libraries.
#ifndef BENCH_CONVEX_PEERS_H
#define BENCH_CONVEX_PEERS_H

#include "bench/bench.h"
#include "bench/convex_run.h"

// A recorded run with our answers and the queries of each kind.
typedef struct ConvexCase {
    int32_t vertexCount;
    const ConvexRun *run;
    const ConvexAnswers *ours;
    const int32_t *all, *kept, *colliding; // indices of queries; `kept`: the cached vector still separates
    int32_t allCount, keptCount, collidingCount;
    double allTime, keptTime, collidingTime; // ours, nanoseconds
} ConvexCase;

// Adds tables of the peers' times and of answers that differ, and the targets; or a note that there are none.
void CompareConvexPeers(const BenchInput *input, const ConvexCase *cases, int caseCount, BenchReport *report);

#endif
