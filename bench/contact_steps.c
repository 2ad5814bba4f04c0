// Times steps of A and the discrete test at their poses; see contact_steps.h.
#include "bench/contact_steps.h"
#include <stdlib.h>

enum { PASS_COUNT = 3, BLOCK = 128 };

PeerSteps MakePeerSteps(const char *name, int64_t count) {
    return (PeerSteps){.name = name,
                       .count = count,
                       .steps = AllocateArray(count, sizeof(BenchStep)),
                       .results = AllocateArray(count, sizeof(cdFirstContact)),
                       .times = AllocateArray(count, sizeof(double)),
                       .discrete = AllocateArray(count, sizeof(double))};
}

void FreePeerSteps(PeerSteps *run) {
    free(run->steps);
    free(run->results);
    free(run->times);
    free(run->discrete);
    *run = (PeerSteps){0};
}

// Times of all passes, and their middle.
typedef struct Passes {
    double *times[PASS_COUNT];
} Passes;

static Passes makePasses(int64_t count) {
    Passes passes;
    for (int k = 0; k < PASS_COUNT; k++)
        passes.times[k] = AllocateArray(count, sizeof(double));
    return passes;
}

// Writes the middle times, and frees the passes.
static void endPasses(Passes *passes, int64_t count, double *times) {
    for (int64_t i = 0; i < count; i++)
        times[i] = GetMiddle(passes->times[0][i], passes->times[1][i], passes->times[2][i]);
    for (int k = 0; k < PASS_COUNT; k++)
        free(passes->times[k]);
}

static cdState timeOverlap(const BenchPair *pair, cdPose pose, double *time) {
    cdOverlapInput input = {
        .meshA = pair->meshA, .meshB = pair->meshB, .poseA = pose, .poseB = cdIdentityPose()};
    double begin = GetMicroseconds();
    cdState state = cdFindOverlap(&input, NULL, pair->workspace, NULL).state;
    *time = GetMicroseconds() - begin;
    return state;
}

static void timeBlock(const BenchPair *pair, PeerSteps *run, int64_t first, int64_t end, cdPairCache *cache,
                      double *times) {
    for (int64_t i = first; i < end; i++) {
        cdFirstContactInput input = MakeStepInput(pair, &run->steps[i]);
        double begin = GetMicroseconds();
        run->results[i] = cdFindFirstContact(&input, cache, pair->workspace, NULL);
        times[i] = GetMicroseconds() - begin;
    }
}

void TimeSteps(const BenchPair *pair, PeerSteps *run, bool useCache) {
    Passes steps = makePasses(run->count), tests = makePasses(run->count);
    for (int pass = 0; pass < PASS_COUNT; pass++) {
        cdPairCache cache = {0};
        run->overlapping = 0;
        for (int64_t first = 0; first < run->count; first += BLOCK) {
            int64_t end = first + BLOCK < run->count ? first + BLOCK : run->count;
            timeBlock(pair, run, first, end, useCache ? &cache : NULL, steps.times[pass]);
            for (int64_t i = first; i < end; i++)
                run->overlapping +=
                    timeOverlap(pair, run->results[i].resolvedPose, &tests.times[pass][i]) != CD_FREE;
        }
    }
    endPasses(&steps, run->count, run->times);
    endPasses(&tests, run->count, run->discrete);
}

void TimeDiscrete(const BenchPair *pair, const cdPose *poses, int64_t count, cdState *states, double *times) {
    Passes passes = makePasses(count);
    for (int pass = 0; pass < PASS_COUNT; pass++)
        for (int64_t i = 0; i < count; i++)
            states[i] = timeOverlap(pair, poses[i], &passes.times[pass][i]);
    endPasses(&passes, count, times);
}

static Timings sortTimes(const double *times, int64_t count) {
    Timings timings = MakeTimings(count);
    for (int64_t i = 0; i < count; i++)
        AddTiming(&timings, times[i]);
    SortTimings(&timings);
    return timings;
}

Timings SortStepTimes(const PeerSteps *run) {
    return sortTimes(run->times, run->count);
}

Timings SortDiscreteTimes(const PeerSteps *run) {
    return sortTimes(run->discrete, run->count);
}

MeanCounts FindMeanCounts(const PeerSteps *run) {
    MeanCounts mean = {0};
    double n = (double)run->count;
    for (int64_t i = 0; i < run->count; i++) {
        const cdQueryStats *stats = &run->results[i].stats;
        mean.spherePairs += (double)stats->sphereTests / n;
        mean.trianglePairs += (double)stats->facePairTests / n;
        mean.edgeEdge += (double)stats->edgeEdgeTests / n;
        mean.vertexFace += (double)(stats->vertexFaceTests + stats->faceVertexTests) / n;
        mean.cubics += (double)stats->cubicSolves / n;
    }
    return mean;
}
