// The teapot, the bunny, and the steps that the benchmarks take with them.
//
// Input: a seed. Output: steps (start, target) of mesh A, B standing at the identity. The steps of a drag
// depend on where each one ended, so they are found once, with the library itself, and are then a fixed list
// that every method runs.
#ifndef BENCH_DRAG_PATH_H
#define BENCH_DRAG_PATH_H

#include "bench/bench.h"
#include "collision/query.h"

typedef struct BenchPair {
    TriangleSoup soupA, soupB; // unit bounding radius each
    cdMesh *meshA, *meshB;
    cdWorkspace *workspace;
} BenchPair;

// Loads and builds both with leaves of `leafRadius`; 0: what cdSuggestLeafRadius says for the two.
// @errors false with report->failure; `pair` is to be freed in every case
bool MakeBenchPair(const BenchInput *input, const char *nameA, const char *nameB, double leafRadius,
                   BenchPair *pair, BenchReport *report);
// Builds both once more with other leaves.
bool RebuildBenchPair(BenchPair *pair, double leafRadius, BenchReport *report);
void FreeBenchPair(BenchPair *pair);

typedef struct BenchStep {
    cdPose start, target;
} BenchStep;

cdFirstContactInput MakeStepInput(const BenchPair *pair, const BenchStep *step);

// A hand that moves A by `speed` times 2 % of the radius and 2 degrees a step along B's surface: it presses
// while the last step was free and gives way after one that was stopped. Each step starts where the last left
// A.
void MakeDragPath(const BenchPair *pair, uint64_t seed, double speed, int64_t count, BenchStep *steps);

// Random steps of 0.7 to 1.3 radii and up to 60 degrees that start apart and hit. Returns how many there are.
int64_t MakeBigSteps(const BenchPair *pair, uint64_t seed, int64_t count, BenchStep *steps);

#endif
