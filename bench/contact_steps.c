// Times steps of A and the discrete test at their poses; see contact_steps.h.
#include "bench/contact_steps.h"
#include <stdlib.h>

enum { PASS_COUNT = 3 };

PeerSteps MakePeerSteps(const char *name, int64_t count) {
    return (PeerSteps){.name = name,
                       .count = count,
                       .steps = AllocateArray(count, sizeof(BenchStep)),
                       .results = AllocateArray(count, sizeof(cdFirstContact)),
                       .times = AllocateArray(count, sizeof(double))};
}

void FreePeerSteps(PeerSteps *run) {
    free(run->steps);
    free(run->results);
    free(run->times);
    *run = (PeerSteps){0};
}

void TimeSteps(const BenchPair *pair, PeerSteps *run, bool useCache) {
    int64_t count = run->count;
    double *passes = AllocateArray(PASS_COUNT * count, sizeof *passes);
    for (int pass = 0; pass < PASS_COUNT; pass++) {
        cdPairCache cache = {0};
        for (int64_t i = 0; i < count; i++) {
            cdFirstContactInput input = MakeStepInput(pair, &run->steps[i]);
            double begin = GetMicroseconds();
            run->results[i] = cdFindFirstContact(&input, useCache ? &cache : NULL, pair->workspace, NULL);
            passes[pass * count + i] = GetMicroseconds() - begin;
        }
    }
    for (int64_t i = 0; i < count; i++)
        run->times[i] = GetMiddle(passes[i], passes[count + i], passes[2 * count + i]);
    free(passes);
}

void TimeDiscrete(const BenchPair *pair, const cdPose *poses, int64_t count, cdState *states, double *times) {
    for (int64_t i = 0; i < count; i++) {
        cdOverlapInput input = {
            .meshA = pair->meshA, .meshB = pair->meshB, .poseA = poses[i], .poseB = cdIdentityPose()};
        double passes[PASS_COUNT];
        for (int pass = 0; pass < PASS_COUNT; pass++) {
            double begin = GetMicroseconds();
            states[i] = cdFindOverlap(&input, NULL, pair->workspace, NULL).state;
            passes[pass] = GetMicroseconds() - begin;
        }
        times[i] = GetMiddle(passes[0], passes[1], passes[2]);
    }
}

static Timings sortTimes(const double *times, int64_t count) {
    Timings timings = MakeTimings(count);
    for (int64_t i = 0; i < count; i++)
        AddTiming(&timings, times[i]);
    SortTimings(&timings);
    return timings;
}

Timings TimeResolvedPoses(const BenchPair *pair, const PeerSteps *run) {
    cdPose *poses = AllocateArray(run->count, sizeof *poses);
    cdState *states = AllocateArray(run->count, sizeof *states);
    double *times = AllocateArray(run->count, sizeof *times);
    for (int64_t i = 0; i < run->count; i++)
        poses[i] = run->results[i].resolvedPose;
    TimeDiscrete(pair, poses, run->count, states, times);
    Timings timings = sortTimes(times, run->count);
    free(poses);
    free(states);
    free(times);
    return timings;
}

Timings SortStepTimes(const PeerSteps *run) {
    return sortTimes(run->times, run->count);
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
