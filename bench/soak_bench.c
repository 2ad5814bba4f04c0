// The contract in long runs: random steps between small meshes, random pairs of convex hulls and random
// motions of boxes, every guarantee judged by the oracle. Also drags of the teapot along the bunny, after
// which the meshes must never overlap.
//
// The random steps are those of tests/oracle/random_steps.h, the pairs those of random_convex.h, the motions,
// five times as many, those of random_boxes.h; a seed and a number give the same one in the test and here.
// Broken guarantees are reported on standard error, with the seed and number to repeat them. The drags have
// five times as many steps, at most 100,000, at several speeds; every resolved pose of A is tested exactly.
// Worlds: world_soak.h; joints: joint_soak.h.
#include "bench/drag_path.h"
#include "bench/joint_soak.h"
#include "bench/timing.h"
#include "bench/world_soak.h"
#include "oracle/boxes_soak.h"
#include "oracle/convex_soak.h"
#include "oracle/soak.h"
#include <stdlib.h>

static void addTally(SoakTally *sum, const SoakTally *part) {
    sum->steps += part->steps;
    for (int k = 0; k < VERDICT_COUNT; k++)
        sum->verdicts[k] += part->verdicts[k];
    for (int k = 0; k < 4; k++)
        sum->states[k] += part->states[k];
    sum->sharp += part->sharp;
    sum->nearPasses += part->nearPasses;
    sum->switchDifferences += part->switchDifferences;
    sum->worstTime = cdMax(sum->worstTime, part->worstTime);
}

static void addReport(BenchReport *report, const SoakTally *sum) {
    static const char *const stateColumns[] = {"steps", "free",        "contact",    "overlap", "undecided",
                                               "sharp", "near passes", "worst |dt|", NULL};
    double states[] = {(double)sum->steps,
                       (double)sum->states[CD_FREE],
                       (double)sum->states[CD_CONTACT],
                       (double)sum->states[CD_OVERLAP],
                       (double)sum->states[CD_UNDECIDED],
                       (double)sum->sharp,
                       (double)sum->nearPasses,
                       sum->worstTime};
    AddTable(report, stateColumns, "Answers");
    AddRow(report, states, "random steps");
    static const char *const verdictColumns[] = {"steps", NULL};
    AddTable(report, verdictColumns, "Verdicts of the brute-force oracle");
    for (int k = 0; k < VERDICT_COUNT; k++) {
        double value = (double)sum->verdicts[k];
        AddRow(report, &value, "%s", GetVerdictName((Verdict)k));
    }
    AddRequirement(report, "contacts missed", (double)sum->verdicts[VERDICT_MISSED], REPORT_AT_MOST, 0.0,
                   "steps");
    AddRequirement(report, "contacts false or late",
                   (double)(sum->verdicts[VERDICT_FALSE] + sum->verdicts[VERDICT_LATE]), REPORT_AT_MOST, 0.0,
                   "steps");
    AddRequirement(report, "switches that change an answer", (double)sum->switchDifferences, REPORT_AT_MOST,
                   0.0, "steps");
    AddRequirement(report, "worst |t - t_oracle|", sum->worstTime, REPORT_AT_MOST, 1e-9, "of a step");
}

static void soakRandomSteps(const BenchInput *input, const StepMeshes *set, BenchReport *report) {
    enum { CHUNK = 500 }; // steps between progress checks
    SoakTally sum = {0};
    for (int64_t done = 0; done < input->steps; done += CHUNK) {
        int64_t count = input->steps - done < CHUNK ? input->steps - done : CHUNK;
        SoakTally part = RunSoak(set, input->seed, (uint64_t)done, count, true, stderr);
        addTally(&sum, &part);
        input->showProgress(done + count, input->steps, input->context);
    }
    addReport(report, &sum);
}

static void addHullReport(BenchReport *report, const ConvexTally *sum) {
    static const char *const stateColumns[] = {"pairs", "disjoint", "touching",  "collide",    "undecided",
                                               "near",  "answers",  "fallbacks", "cache hits", NULL};
    double states[] = {(double)sum->pairs,
                       (double)sum->states[CD_FREE],
                       (double)sum->states[CD_CONTACT],
                       (double)sum->states[CD_OVERLAP],
                       (double)sum->states[CD_UNDECIDED],
                       (double)sum->near,
                       (double)sum->answers,
                       (double)sum->fallbacks,
                       (double)sum->cacheHits};
    AddTable(report, stateColumns, "Random pairs of convex hulls");
    AddRow(report, states, "near: gap within 1e-6 of the radii");
    static const char *const verdictColumns[] = {"answers", NULL};
    AddTable(report, verdictColumns, "Verdicts of the oracle for convex hulls");
    for (int k = 0; k < CONVEX_VERDICT_COUNT; k++) {
        double value = (double)sum->verdicts[k];
        AddRow(report, &value, "%s", GetConvexVerdictName((ConvexVerdict)k));
    }
    double differences = (double)sum->cacheDifferences;
    AddRow(report, &differences, "changed by the cache");
    AddRequirement(report, "wrong answers about convex hulls", (double)CountWrongAnswers(sum), REPORT_AT_MOST,
                   0.0, "answers");
}

// One pair in four continues for three more frames, with and without a cache.
static void soakHulls(const BenchInput *input, BenchReport *report) {
    enum { CHUNK = 2000 }; // pairs between progress checks
    ConvexTally sum = {0};
    for (int64_t done = 0; done < input->steps; done += CHUNK) {
        int64_t count = input->steps - done < CHUNK ? input->steps - done : CHUNK;
        ConvexTally part = RunConvexSoak(input->seed, (uint64_t)done, count, 0, stderr);
        AddConvexTally(&sum, &part);
        input->showProgress(done + count, input->steps, input->context);
    }
    addHullReport(report, &sum);
}

static void addBoxesReport(BenchReport *report, const BoxesTally *sum) {
    static const char *const columns[] = {"motions",     "free",       "contact", "overlap",
                                          "undecided",   "hits",       "grazes",  "sharp",
                                          "near passes", "worst |dt|", NULL};
    double counts[] = {(double)sum->motions,
                       (double)sum->states[CD_FREE],
                       (double)sum->states[CD_CONTACT],
                       (double)sum->states[CD_OVERLAP],
                       (double)sum->states[CD_UNDECIDED],
                       (double)sum->hits,
                       (double)sum->grazes,
                       (double)sum->sharp,
                       (double)sum->nearPasses,
                       sum->worstTime};
    AddTable(report, columns, "Random motions of two boxes, %lld of them screws", (long long)sum->screws);
    AddRow(report, counts, "hits: found by the oracle");
    static const char *const verdictColumns[] = {"motions", NULL};
    AddTable(report, verdictColumns, "Verdicts of the oracle for boxes, dips followed to %.1g of the size",
             sum->deepest);
    for (int k = 0; k < VERDICT_COUNT; k++) {
        double value = (double)sum->verdicts[k];
        AddRow(report, &value, "%s", GetVerdictName((Verdict)k));
    }
    double wrong = (double)(sum->verdicts[VERDICT_FALSE] + sum->verdicts[VERDICT_LATE]);
    AddRequirement(report, "contacts of boxes missed", (double)sum->verdicts[VERDICT_MISSED], REPORT_AT_MOST,
                   0.0, "motions");
    AddRequirement(report, "contacts of boxes false or late", wrong, REPORT_AT_MOST, 0.0, "motions");
    AddRequirement(report, "worst |t - t_oracle| of boxes", sum->worstTime, REPORT_AT_MOST, 1e-9,
                   "of a step");
}

static double getSeconds(void) {
    return 1e-6 * GetMicroseconds();
}

static void soakBoxes(const BenchInput *input, BenchReport *report) {
    enum { CHUNK = 2000 }; // motions between progress checks
    int64_t wanted = 5 * input->steps;
    BoxesTally sum = {0};
    for (int64_t done = 0; done < wanted; done += CHUNK) {
        int64_t count = wanted - done < CHUNK ? wanted - done : CHUNK;
        BoxesTally part = RunBoxesSoak(input->seed, (uint64_t)done, count, getSeconds, stderr);
        AddBoxesTally(&sum, &part);
        input->showProgress(done + count, wanted, input->context);
    }
    addBoxesReport(report, &sum);
}

// Counts the overlaps at the poses where steps begin; all but the first are resolved poses of a step.
static int64_t countOverlaps(const BenchPair *pair, const BenchStep *steps, int64_t count) {
    int64_t overlaps = 0;
    for (int64_t i = 0; i < count; i++) {
        cdOverlapInput input = {
            .meshA = pair->meshA, .meshB = pair->meshB, .poseA = steps[i].start, .poseB = cdIdentityPose()};
        overlaps += cdFindOverlap(&input, NULL, pair->workspace, NULL).state != CD_FREE;
    }
    return overlaps;
}

static int64_t countStops(const BenchStep *steps, int64_t count) {
    int64_t stops = 0;
    for (int64_t i = 0; i + 1 < count; i++)
        stops += cdLength(cdSub(steps[i + 1].start.p, steps[i].target.p)) > 0.0;
    return stops;
}

static void soakDrags(const BenchInput *input, const BenchPair *pair, BenchReport *report) {
    enum { CHUNK = 2000, DRAG_MAX = 100000 };
    static const double speeds[] = {1.0, 0.1, 4.0, 20.0};
    static const char *const columns[] = {"steps", "stopped", "overlapping resolved poses", NULL};
    int64_t wanted = 5 * input->steps < DRAG_MAX ? 5 * input->steps : DRAG_MAX;
    double sums[4][3] = {{0.0}};
    double overlaps = 0.0;
    BenchStep *steps = AllocateArray(CHUNK, sizeof *steps);
    for (int64_t done = 0, chunk = 0; done < wanted; done += CHUNK, chunk++) {
        int64_t count = wanted - done < CHUNK ? wanted - done : CHUNK;
        double *sum = sums[chunk % 4];
        MakeDragPath(pair, input->seed + (uint64_t)chunk, speeds[chunk % 4], count, steps);
        double crossing = (double)countOverlaps(pair, steps, count);
        sum[0] += (double)count;
        sum[1] += (double)countStops(steps, count);
        sum[2] += crossing;
        overlaps += crossing;
        input->showProgress(done + count, wanted, input->context);
    }
    AddTable(report, columns, "Drags of the teapot along the bunny");
    for (int k = 0; k < 4; k++)
        AddRow(report, sums[k], "%g %% and %g degrees a step", 2.0 * speeds[k], 2.0 * speeds[k]);
    AddRequirement(report, "drags that leave the meshes overlapping", overlaps, REPORT_AT_MOST, 0.0, "steps");
    free(steps);
}

bool RunSoakBench(const BenchInput *input, BenchReport *report) {
    BenchPair pair;
    bool good = MakeBenchPair(input, "builtin:teapot", "builtin:bunny", 0.0, &pair, report);
    StepMeshes set = {0};
    if (good && !MakeStepMeshes(&set)) good = FailReport(report, "out of memory for the meshes");
    if (good) {
        soakHulls(input, report);
        soakBoxes(input, report);
        soakRandomSteps(input, &set, report);
        soakDrags(input, &pair, report);
        good = SoakWorlds(input, report) && SoakJoints(input, report);
    }
    FreeStepMeshes(&set);
    FreeBenchPair(&pair);
    return good;
}
