// Runs the distances of a list of poses through FCL and compares with ours.
#ifndef BENCH_PEER_DISTANCE_H
#define BENCH_PEER_DISTANCE_H

#include "bench/drag_path.h"
#include "collision/distance.h"

// Adds FCL's time as a multiple of our median, and the largest difference of distances; a note if the build
// had no FCL.
void ComparePeerDistances(const BenchPair *pair, const char *name, const cdPose *poses,
                          const cdDistance *answers, int64_t count, double ourMedian, BenchReport *report);

#endif
