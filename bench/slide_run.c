// Runs, times and judges slides; see slide_run.h.
#include "bench/slide_run.h"
#include "bench/timing.h"
#include "collision/motion.h"
#include "random.h"
#include <stdlib.h>
#include <string.h>

enum { STROKE = 16, REGION_MAX = 4096, POINT_MAX = 32768, POSE_MAX = 64, SAMPLES = 4 };

static const double pi = 3.14159265358979323846;

static cdSlideInput makeInput(const SlideRun *run, const BenchStep *step) {
    return (cdSlideInput){.step = {.mesh = run->pair->meshA,
                                   .start = step->start,
                                   .target = step->target,
                                   .obstacles = &run->obstacle,
                                   .obstacleCount = 1}};
}

bool OpenSlideRun(const BenchPair *pair, int64_t count, SlideRun *run, BenchReport *report) {
    *run = (SlideRun){.pair = pair, .count = count};
    if (!cdBuildMeshParts(pair->meshA, CD_PART_FEATURES, NULL) ||
        !cdBuildMeshParts(pair->meshB, CD_PART_FEATURES, NULL))
        return FailReport(report, "out of memory for the surfaces");
    run->obstacle = (cdObstacle){pair->meshB, cdIdentityPose()};
    run->workspace = cdCreateWorkspace();
    if (run->workspace == NULL) return FailReport(report, "out of memory for the slides");
    run->steps = AllocateArray(count, sizeof *run->steps);
    run->slides = AllocateArray(count, sizeof *run->slides);
    for (int pass = 0; pass < SLIDE_PASSES; pass++) {
        run->times[pass] = AllocateArray(count, sizeof(double));
        run->contactTimes[pass] = AllocateArray(count, sizeof(double));
        run->regionTimes[pass] = AllocateArray(count, sizeof(double));
    }
    run->regions = AllocateArray(REGION_MAX, sizeof *run->regions);
    run->points = AllocateArray(POINT_MAX, sizeof *run->points);
    run->poses = AllocateArray(POSE_MAX, sizeof *run->poses);
    return true;
}

void CloseSlideRun(SlideRun *run) {
    for (int pass = 0; pass < SLIDE_PASSES; pass++) {
        free(run->times[pass]);
        free(run->contactTimes[pass]);
        free(run->regionTimes[pass]);
    }
    free(run->regions);
    free(run->points);
    free(run->poses);
    free(run->steps);
    free(run->slides);
    cdDestroyWorkspace(run->workspace);
}

// --- The path

static cdSlide slideOnce(SlideRun *run, const BenchStep *step) {
    cdSlideInput input = makeInput(run, step);
    run->slideCache.pairs = &run->cache;
    return cdFindSlide(&input, &run->slideCache, run->workspace, NULL);
}

// A hand that presses towards B's middle while it moves; a new direction every stroke.
void MakeSlidePath(SlideRun *run, uint64_t seed) {
    Random random = {seed};
    cdPose pose = {{2.2, 0.0, 0.0}, {1.0, 0.0, 0.0, 0.0}};
    BenchStep approach = {pose, cdIdentityPose()};
    cdSlideInput first = makeInput(run, &approach);
    first.maxLegs = 1;
    if (run->pair->fitted)
        pose = cdIdentityPose();
    else
        pose = cdFindSlide(&first, &run->slideCache, run->workspace, NULL).contact.resolvedPose;
    cdVec3 along = {0.0, 1.0, 0.0}, axis = along;
    for (int64_t i = 0; i < run->count; i++) {
        if (i % STROKE == 0) {
            along = nextRandomDirection(&random);
            axis = nextRandomDirection(&random);
        }
        cdVec3 in = run->pair->fitted ? (cdVec3){0.0, 0.0, 0.0} : cdNormalize(cdNegate(pose.p));
        cdVec3 across = cdNormalize(cdMulAdd(along, -cdDot(along, in), in));
        cdPose target = {cdMulAdd(pose.p, 0.02, cdNormalize(cdMulAdd(across, 0.6, in))), pose.q};
        target.q = cdNormalizeQuat(cdMulQuat(cdMakeQuat(axis, 2.0 * pi / 180.0), pose.q));
        run->steps[i] = (BenchStep){pose, target};
        run->slides[i] = slideOnce(run, &run->steps[i]);
        pose = run->slides[i].contact.resolvedPose;
    }
}

// --- Times

void TimeSlidePass(SlideRun *run, int pass) {
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
        cdRegionsInput input = {.meshA = run->pair->meshA,
                                .meshB = run->pair->meshB,
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

// --- Judges

static bool isOverlapping(const SlideRun *run, cdPose pose) {
    cdOverlapInput pair = {
        .meshA = run->pair->meshA, .meshB = run->pair->meshB, .poseA = pose, .poseB = cdIdentityPose()};
    return cdFindOverlap(&pair, NULL, run->workspace, NULL).state != CD_FREE;
}

static bool isSamePose(cdPose a, cdPose b) {
    return memcmp(&a, &b, sizeof a) == 0;
}

// Repeats a slide without caches and samples its path; then slides on from its end.
static void judgeSlide(SlideRun *run, int64_t i, SlideCounts *counts) {
    cdSlideInput input = makeInput(run, &run->steps[i]);
    input.poses = run->poses;
    input.poseCapacity = POSE_MAX;
    cdSlide slide = cdFindSlide(&input, NULL, run->workspace, NULL);
    cdPose from = run->steps[i].start;
    for (int32_t k = 0; k < slide.poseCount; k++) {
        cdMotion motion = cdMakeMotion(from, run->poses[k], cdGetMeshInfo(run->pair->meshA).center);
        for (int s = 1; s <= SAMPLES; s++) {
            cdPose pose = s == SAMPLES ? run->poses[k] : cdGetPoseAt(&motion, (double)s / SAMPLES);
            counts->crossing += isOverlapping(run, pose);
            counts->judged++;
        }
        from = run->poses[k];
    }
    BenchStep rest = {slide.contact.resolvedPose, run->steps[i].target};
    input = makeInput(run, &rest);
    cdSlide second = cdFindSlide(&input, NULL, run->workspace, NULL);
    bool moves = !slide.exhausted && !isSamePose(second.contact.resolvedPose, rest.start);
    bool other = !isSamePose(slide.contact.resolvedPose, run->slides[i].contact.resolvedPose);
    counts->again += moves || other;
}

SlideCounts CountSlides(SlideRun *run, int64_t judgedSteps) {
    SlideCounts sum = {0};
    for (int64_t i = 0; i < run->count; i++) {
        const cdSlide *slide = &run->slides[i];
        cdPose resolved = slide->contact.resolvedPose;
        sum.legs += slide->legCount;
        sum.regions += slide->regionCount;
        sum.rounds += slide->roundCount;
        sum.moved += cdLength(cdSub(resolved.p, run->steps[i].start.p));
        sum.touching += slide->contact.state == CD_CONTACT;
        sum.exhausted += slide->exhausted;
        sum.undecided += slide->contact.state != CD_CONTACT && slide->contact.state != CD_FREE;
        sum.overlaps += isOverlapping(run, resolved);
    }
    int64_t judged = judgedSteps < run->count ? judgedSteps : run->count;
    for (int64_t k = 0; k < judged; k++)
        judgeSlide(run, k * run->count / judged, &sum);
    return sum;
}
