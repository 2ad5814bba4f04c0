// Runs the recorded queries through other libraries.
#ifndef BENCH_CONVEX_PEERS_H
#define BENCH_CONVEX_PEERS_H

#include "bench/bench.h"
#include "bench/convex_run.h"

// A recorded run with our answers and the queries of each kind.
typedef struct ConvexCase {
    int32_t vertexCount;
    const ConvexRun *run;
    const ConvexAnswers *ours;
    const int32_t *all, *kept, *colliding; // query indices; `kept`: the cached vector still separates
    int32_t allCount, keptCount, collidingCount;
    double allTime, keptTime, collidingTime; // ours, nanoseconds
} ConvexCase;

// Adds tables of the peers' times and of differing answers, and the targets; without peers, a note.
void CompareConvexPeers(const BenchInput *input, const ConvexCase *cases, int caseCount, BenchReport *report);

#endif
