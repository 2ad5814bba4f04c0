// Steps of A with our answers and times, and times of the discrete test at their poses.
#ifndef BENCH_CONTACT_STEPS_H
#define BENCH_CONTACT_STEPS_H

#include "bench/drag_path.h"
#include "bench/timing.h"

// Steps with our answers and times.
typedef struct PeerSteps {
    const char *name;
    int64_t count;
    BenchStep *steps;
    cdFirstContact *results;
    double *times;       // microseconds
    double *discrete;    // microseconds of the discrete test at the resolved poses
    int64_t overlapping; // resolved poses that overlap, by that test
} PeerSteps;

// Allocates `count` steps. @lifetime `name` is kept
PeerSteps MakePeerSteps(const char *name, int64_t count);
void FreePeerSteps(PeerSteps *run);

// Runs all steps in order, in three passes over the whole path; the middle time of each counts. `useCache`:
// with one pair cache over the path. The discrete test at the resolved poses runs by turns with it, a block
// of steps each, so that load changes their ratio less and both find the processor's caches alike.
void TimeSteps(const BenchPair *pair, PeerSteps *run, bool useCache);

// Runs the discrete test at a pose of A for each step, in three passes; the middle time counts.
void TimeDiscrete(const BenchPair *pair, const cdPose *poses, int64_t count, cdState *states, double *times);

// Returns the sorted times of all steps.
Timings SortStepTimes(const PeerSteps *run);
Timings SortDiscreteTimes(const PeerSteps *run);

// The means over all steps.
typedef struct MeanCounts {
    double spherePairs, trianglePairs, edgeEdge, vertexFace, cubics;
} MeanCounts;

MeanCounts FindMeanCounts(const PeerSteps *run);

#endif
