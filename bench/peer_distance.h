// The distances of a list of poses through FCL, compared with ours.
#ifndef BENCH_PEER_DISTANCE_H
#define BENCH_PEER_DISTANCE_H

#include "bench/drag_path.h"
#include "collision/distance.h"

// Adds how many times as long FCL takes as our median, and the largest difference of distances; says when FCL
// was not there at the build.
void ComparePeerDistances(const BenchPair *pair, const char *name, const cdPose *poses,
                          const cdDistance *answers, int64_t count, double ourMedian, BenchReport *report);

#endif
