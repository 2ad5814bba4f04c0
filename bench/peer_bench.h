// Runs the same steps through other libraries and compares with ours.
#ifndef BENCH_PEER_BENCH_H
#define BENCH_PEER_BENCH_H

#include "bench/contact_steps.h"

// Adds a table of the peers' hits, misses, lateness and times; without peers, a note. leastRatios[runCount]:
// the target of FCL's sound time over ours, at the medians.
void ComparePeers(const BenchInput *input, const BenchPair *pair, const PeerSteps *runs,
                  const double *leastRatios, int runCount, BenchReport *report);

#endif
