// Runs the same steps through other libraries and compares with ours.
#ifndef BENCH_PEER_BENCH_H
#define BENCH_PEER_BENCH_H

#include "bench/drag_path.h"

// Steps with our answers and times.
typedef struct PeerSteps {
    const char *name;
    int64_t count;
    BenchStep *steps;
    cdFirstContact *results;
    double *times; // microseconds
} PeerSteps;

// Adds a table of the peers' hits, misses, lateness and times; without peers, a note.
void ComparePeers(const BenchInput *input, const BenchPair *pair, const PeerSteps *runs, int runCount,
                  BenchReport *report);

#endif
