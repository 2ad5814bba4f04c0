// Benchmarks, run by `firstcontact bench`.
//
// A benchmark takes its input (number of steps, seed, mesh loader) and fills a report: tables of numbers,
// targets met or missed, and notes. It prints nothing; the caller prints the report and writes it as JSON. A
// missed time target does not fail the run; a broken requirement (a missed contact, unequal counts) does.
#ifndef BENCH_BENCH_H
#define BENCH_BENCH_H

#include "bench/report.h"
#include "collision/mesh.h"
#include "shapes/shapes.h"

typedef struct BenchInput {
    int64_t steps; // of the main loop, at least 1
    uint64_t seed;
    bool peers;       // also run other libraries, and judge all answers
    const char *file; // a published set of queries; NULL: not used
    // Loads the triangles of a mesh argument, centred and scaled to unit bounding radius.
    bool (*loadMesh)(const char *mesh, TriangleSoup *soup, char *message, size_t messageSize);
    void (*showProgress)(int64_t done, int64_t total, void *context);
    void *context;
} BenchInput;

typedef struct Bench {
    const char *name, *set, *about;
    int64_t steps; // default number of steps
    // @errors false with report->failure if the benchmark could not run
    bool (*run)(const BenchInput *input, BenchReport *report);
} Bench;

// Returns all benchmarks in running order. @lifetime static
const Bench *GetBenches(int32_t *count);
const Bench *FindBench(const char *name); // NULL: unknown name

bool RunFirstContactBench(const BenchInput *input, BenchReport *report);
bool RunLabelBench(const BenchInput *input, BenchReport *report);
bool RunElementBench(const BenchInput *input, BenchReport *report);
bool RunBuildBench(const BenchInput *input, BenchReport *report);
bool RunTreeBench(const BenchInput *input, BenchReport *report);
bool RunSwitchBench(const BenchInput *input, BenchReport *report);
bool RunNearBench(const BenchInput *input, BenchReport *report);
bool RunSoakBench(const BenchInput *input, BenchReport *report);
bool RunConvexBench(const BenchInput *input, BenchReport *report);
bool RunHullBench(const BenchInput *input, BenchReport *report);
bool RunSolidBench(const BenchInput *input, BenchReport *report);
bool RunBoxesBench(const BenchInput *input, BenchReport *report);
bool RunRaysBench(const BenchInput *input, BenchReport *report);
bool RunRegionsBench(const BenchInput *input, BenchReport *report);
bool RunSlideBench(const BenchInput *input, BenchReport *report);
bool RunPathBench(const BenchInput *input, BenchReport *report);
bool RunPlanBench(const BenchInput *input, BenchReport *report);
bool RunSweepBench(const BenchInput *input, BenchReport *report);
bool RunJointPathBench(const BenchInput *input, BenchReport *report);
bool RunDistanceBench(const BenchInput *input, BenchReport *report);
bool RunThreadsBench(const BenchInput *input, BenchReport *report);
bool RunWorldBench(const BenchInput *input, BenchReport *report);
bool RunStructuresBench(const BenchInput *input, BenchReport *report);

#endif
