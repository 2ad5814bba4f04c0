// Two meshes, usually the teapot and the bunny, and the steps of the benchmarks with them.
//
// Input: a seed. Output: steps (start, target) of mesh A; B is fixed at the identity. The steps of a drag
// depend on each resolved pose, so they are computed once, with the library itself. Every method then runs
// the fixed list.
#ifndef BENCH_DRAG_PATH_H
#define BENCH_DRAG_PATH_H

#include "bench/bench.h"
#include "collision/query.h"

typedef struct BenchPair {
    TriangleSoup soupA, soupB; // unit bounding radius each, or fitted
    cdMesh *meshA, *meshB;
    cdWorkspace *workspace;
    bool fitted; // A fits B at the identity, where its drags begin; there are no big steps
} BenchPair;

// Loads and builds both with leaves of `leafRadius`; 0: those of cdSuggestLeafRadii.
// @errors false with report->failure; always free `pair`
bool MakeBenchPair(const BenchInput *input, const char *nameA, const char *nameB, double leafRadius,
                   BenchPair *pair, BenchReport *report);
void SuggestBenchRadii(const BenchPair *pair, double radii[2]);
// Rebuilds both with leaves of radii[2]; NULL: the suggested ones.
bool RebuildBenchPair(BenchPair *pair, const double *radii, BenchReport *report);
void FreeBenchPair(BenchPair *pair);

typedef struct BenchStep {
    cdPose start, target;
} BenchStep;

cdFirstContactInput MakeStepInput(const BenchPair *pair, const BenchStep *step);

// Drags A along B's surface by `speed` times 2 % of the radius and 2 degrees a step. The hand presses after a
// free step and gives way after a stopped one. Each step starts at the last resolved pose.
void MakeDragPath(const BenchPair *pair, uint64_t seed, double speed, int64_t count, BenchStep *steps);

// Creates random steps of 0.7 to 1.3 radii and up to 60 degrees, from a separated pose to a hit. Returns
// their number.
int64_t MakeBigSteps(const BenchPair *pair, uint64_t seed, int64_t count, BenchStep *steps);

#endif
