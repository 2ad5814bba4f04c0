// Steps that slide: the teapot dragged over the bunny's back and pressed against it.
//
// Input: a seed. Output: times of whole steps, of the first contact of the same steps, and of the contact
// regions at the resolved pose; queries, regions and solver rounds of a step. Each step begins at the last
// resolved pose. The hand is that of the drag of first contacts (drag_path.h), but never gives way: 2 % of
// the radius, along the surface and into it by 0.6 of that, and 2 degrees. Steps are found once, then timed
// in three passes over the whole path; the middle time counts. No step may end in overlap, by the exact test.
#include "bench/drag_path.h"
#include "bench/timing.h"
#include "collision/slide.h"
#include "random.h"
#include <math.h>
#include <stdlib.h>

enum { PASS_COUNT = 3, STROKE = 16, REGION_MAX = 256, POINT_MAX = 4096 };

static const double pi = 3.14159265358979323846;

typedef struct SlideRun {
    BenchPair pair;
    cdObstacle obstacle;
    cdWorkspace *workspace;
    cdPairCache cache;
    cdSlideCache slideCache;
    cdContactRegion *regions; // regions[REGION_MAX]
    cdVec3 *points;           // points[POINT_MAX]
    int64_t count;
    BenchStep *steps;
    cdSlide *slides;
    double *times[PASS_COUNT], *contactTimes[PASS_COUNT], *regionTimes[PASS_COUNT];
} SlideRun;

static cdSlideInput makeInput(const SlideRun *run, const BenchStep *step) {
    return (cdSlideInput){.step = {.mesh = run->pair.meshA,
                                   .start = step->start,
                                   .target = step->target,
                                   .obstacles = &run->obstacle,
                                   .obstacleCount = 1}};
}

static bool openRun(const BenchInput *input, SlideRun *run, BenchReport *report) {
    if (!MakeBenchPair(input, "builtin:teapot", "builtin:bunny", 0.0, &run->pair, report)) return false;
    if (!cdBuildMeshParts(run->pair.meshA, CD_PART_FEATURES, NULL) ||
        !cdBuildMeshParts(run->pair.meshB, CD_PART_FEATURES, NULL))
        return FailReport(report, "out of memory for the surfaces");
    run->obstacle = (cdObstacle){run->pair.meshB, cdIdentityPose()};
    run->workspace = cdCreateWorkspace();
    if (run->workspace == NULL) return FailReport(report, "out of memory for the slides");
    run->count = input->steps;
    run->steps = AllocateArray(run->count, sizeof *run->steps);
    run->slides = AllocateArray(run->count, sizeof *run->slides);
    for (int pass = 0; pass < PASS_COUNT; pass++) {
        run->times[pass] = AllocateArray(run->count, sizeof(double));
        run->contactTimes[pass] = AllocateArray(run->count, sizeof(double));
        run->regionTimes[pass] = AllocateArray(run->count, sizeof(double));
    }
    run->regions = AllocateArray(REGION_MAX, sizeof *run->regions);
    run->points = AllocateArray(POINT_MAX, sizeof *run->points);
    return true;
}

static void closeRun(SlideRun *run) {
    for (int pass = 0; pass < PASS_COUNT; pass++) {
        free(run->times[pass]);
        free(run->contactTimes[pass]);
        free(run->regionTimes[pass]);
    }
    free(run->regions);
    free(run->points);
    free(run->steps);
    free(run->slides);
    cdDestroyWorkspace(run->workspace);
    FreeBenchPair(&run->pair);
}

// --- The path

static cdSlide slideOnce(SlideRun *run, const BenchStep *step) {
    cdSlideInput input = makeInput(run, step);
    run->slideCache.pairs = &run->cache;
    return cdFindSlide(&input, &run->slideCache, run->workspace, NULL);
}

// A hand that presses towards the bunny's middle while it moves; a new direction every stroke.
static void makePath(SlideRun *run, uint64_t seed) {
    Random random = {seed};
    cdPose pose = {{2.2, 0.0, 0.0}, {1.0, 0.0, 0.0, 0.0}};
    BenchStep approach = {pose, cdIdentityPose()};
    cdSlideInput first = makeInput(run, &approach);
    first.maxLegs = 1;
    pose = cdFindSlide(&first, &run->slideCache, run->workspace, NULL).contact.resolvedPose;
    cdVec3 along = {0.0, 1.0, 0.0}, axis = along;
    for (int64_t i = 0; i < run->count; i++) {
        if (i % STROKE == 0) {
            along = nextRandomDirection(&random);
            axis = nextRandomDirection(&random);
        }
        cdVec3 in = cdNormalize(cdNegate(pose.p));
        cdVec3 across = cdNormalize(cdMulAdd(along, -cdDot(along, in), in));
        cdPose target = {cdMulAdd(pose.p, 0.02, cdNormalize(cdMulAdd(across, 0.6, in))), pose.q};
        target.q = cdNormalizeQuat(cdMulQuat(cdMakeQuat(axis, 2.0 * pi / 180.0), pose.q));
        run->steps[i] = (BenchStep){pose, target};
        run->slides[i] = slideOnce(run, &run->steps[i]);
        pose = run->slides[i].contact.resolvedPose;
    }
}

// --- Times

static void timePass(SlideRun *run, int pass) {
    run->cache = (cdPairCache){0};
    run->slideCache = (cdSlideCache){.pairs = &run->cache};
    for (int64_t i = 0; i < run->count; i++) {
        cdSlideInput input = makeInput(run, &run->steps[i]);
        double begin = GetMicroseconds();
        cdFindSlide(&input, &run->slideCache, run->workspace, NULL);
        run->times[pass][i] = GetMicroseconds() - begin;
    }
    run->cache = (cdPairCache){0};
    for (int64_t i = 0; i < run->count; i++) {
        cdObstaclesInput input = makeInput(run, &run->steps[i]).step;
        double begin = GetMicroseconds();
        cdFindFirstContactAmong(&input, &run->cache, run->workspace, NULL);
        run->contactTimes[pass][i] = GetMicroseconds() - begin;
    }
    for (int64_t i = 0; i < run->count; i++) {
        cdRegionsInput input = {.meshA = run->pair.meshA,
                                .meshB = run->pair.meshB,
                                .interior = CD_INTERIOR_EMPTY,
                                .poseA = run->slides[i].contact.resolvedPose,
                                .poseB = cdIdentityPose(),
                                .sufficientOnly = true,
                                .regions = run->regions,
                                .points = run->points,
                                .regionCapacity = REGION_MAX,
                                .pointCapacity = POINT_MAX};
        double begin = GetMicroseconds();
        cdFindContactRegions(&input, NULL, run->workspace, NULL);
        run->regionTimes[pass][i] = GetMicroseconds() - begin;
    }
}

static Timings addTimes(BenchReport *report, const char *label, double *const times[PASS_COUNT],
                        int64_t count) {
    Timings timings = MakeTimings(count);
    for (int64_t i = 0; i < count; i++) {
        double a = times[0][i], b = times[1][i], c = times[2][i];
        AddTiming(&timings, cdMax(cdMin(a, b), cdMin(cdMax(a, b), c)));
    }
    SortTimings(&timings);
    double values[] = {(double)count, GetQuantile(&timings, 0.5), GetQuantile(&timings, 0.95),
                       GetQuantile(&timings, 0.99), GetQuantile(&timings, 1.0)};
    AddRow(report, values, "%s", label);
    return timings;
}

static void addTimeTable(SlideRun *run, BenchReport *report) {
    static const char *const columns[] = {"steps", "median us", "p95 us", "p99 us", "max us", NULL};
    AddTable(report, columns, "Teapot over the bunny, pressed: 2 %% of the radius, 2 degrees a step");
    Timings slides = addTimes(report, "step with slide", run->times, run->count);
    Timings contacts = addTimes(report, "first contact of the same step", run->contactTimes, run->count);
    Timings regions = addTimes(report, "contact regions where it ends", run->regionTimes, run->count);
    AddTarget(report, "slide, median", GetQuantile(&slides, 0.5), REPORT_BELOW, 500.0, "us");
    AddTarget(report, "slide, 99th percentile", GetQuantile(&slides, 0.99), REPORT_BELOW, 4000.0, "us");
    AddNote(report, "A step with slide takes %.1f times as long as its first contact, by medians.",
            GetQuantile(&slides, 0.5) / GetQuantile(&contacts, 0.5));
    FreeTimings(&slides);
    FreeTimings(&contacts);
    FreeTimings(&regions);
}

// --- Counts

static double getMean(double sum, int64_t count) {
    return count > 0 ? sum / (double)count : 0.0;
}

static void addCounts(SlideRun *run, BenchReport *report) {
    static const char *const columns[] = {"steps", "queries", "regions", "rounds", "way", NULL};
    double legs = 0.0, regions = 0.0, rounds = 0.0, moved = 0.0;
    double touching = 0.0, exhausted = 0.0, overlaps = 0.0, undecided = 0.0;
    for (int64_t i = 0; i < run->count; i++) {
        const cdSlide *slide = &run->slides[i];
        cdPose resolved = slide->contact.resolvedPose;
        legs += slide->legCount;
        regions += slide->regionCount;
        rounds += slide->roundCount;
        moved += cdLength(cdSub(resolved.p, run->steps[i].start.p));
        touching += slide->contact.state == CD_CONTACT;
        exhausted += slide->exhausted;
        undecided += slide->contact.state == CD_UNDECIDED || slide->contact.state == CD_OVERLAP;
        cdOverlapInput pair = {run->pair.meshA, run->pair.meshB, resolved, cdIdentityPose(), NULL, 0, {0}};
        overlaps += cdFindOverlap(&pair, NULL, run->workspace, NULL).state != CD_FREE;
    }
    AddTable(report, columns, "A step on average");
    double values[] = {(double)run->count, getMean(legs, run->count), getMean(regions, run->count),
                       getMean(rounds, run->count), getMean(moved, run->count)};
    AddRow(report, values, "all steps");
    AddNote(report, "%.0f of %.0f steps met contact; %.0f used up their queries before they ended.", touching,
            (double)run->count, exhausted);
    AddRequirement(report, "slide, ends in overlap", overlaps, REPORT_AT_MOST, 0.0, "steps");
    AddRequirement(report, "slide, undecided", undecided, REPORT_AT_MOST, 0.0, "steps");
}

bool RunSlideBench(const BenchInput *input, BenchReport *report) {
    SlideRun run = {0};
    bool good = openRun(input, &run, report);
    if (good) {
        makePath(&run, input->seed);
        for (int pass = 0; pass < PASS_COUNT; pass++) {
            input->showProgress(pass, PASS_COUNT, input->context);
            timePass(&run, pass);
        }
        addTimeTable(&run, report);
        addCounts(&run, report);
    }
    closeRun(&run);
    return good;
}
