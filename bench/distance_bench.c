// The distance of teapot and bunny: along the drag, where the two almost touch, and at random separated
// poses.
//
// Output: times with the previous step's cache and without, numbers of tests, and with --peers the same poses
// by FCL's distance of its RSS trees. Cached and uncached answers must be equal bit for bit.
#include "bench/drag_path.h"
#include "bench/peer_distance.h"
#include "bench/timing.h"
#include "collision/distance.h"

#include <math.h>
#include <stdlib.h>

// A set of poses of A; B is fixed at the identity.
typedef struct PoseSet {
    const char *name;
    cdPose *poses; // poses[count]
    int64_t count;
} PoseSet;

static bool isSame(const cdDistance *p, const cdDistance *q) {
    return p->state == q->state && p->distance == q->distance && p->lower == q->lower &&
           p->featureA.index == q->featureA.index && p->featureB.index == q->featureB.index &&
           p->pointA.x == q->pointA.x && p->pointB.x == q->pointB.x;
}

// True if the bounds contain the distance and the nearest points have that distance.
static bool isConsistent(const cdDistance *p) {
    if (p->state == CD_OVERLAP) return p->distance == 0.0;
    double distance = cdLength(cdSub(p->pointA, p->pointB));
    return p->state == CD_FREE && p->lower <= p->distance && p->distance <= p->upper &&
           fabs(distance - p->distance) <= 2.0 * p->error;
}

// The teapot circles the bunny, nearer and farther: slowly, so that the cache is useful.
static void makePosesApart(int64_t count, cdPose *poses) {
    for (int64_t i = 0; i < count; i++) {
        double turn = 12.0 * (double)i / (double)count, away = 2.1 + 0.5 * sin(9.0 * turn);
        cdVec3 axis = cdNormalize((cdVec3){0.3, 1.0, 0.2});
        poses[i] = (cdPose){{away * cos(turn), 0.4 * sin(3.0 * turn), away * sin(turn)},
                            cdMakeQuat(axis, 2.0 * turn)};
    }
}

static double addSetRow(const BenchPair *pair, const PoseSet *set, bool cached, cdDistance *answers,
                        int *different, int *inconsistent, BenchReport *report) {
    Timings timings = MakeTimings(set->count);
    cdPairCache cache = {0};
    double spheres = 0.0, triangles = 0.0, elements = 0.0, gaps = 0.0;
    for (int64_t i = 0; i < set->count; i++) {
        const cdDistanceInput input = {
            .meshA = pair->meshA, .meshB = pair->meshB, .poseA = set->poses[i], .poseB = cdIdentityPose()};
        double begin = GetMicroseconds();
        cdDistance found = cdFindDistance(&input, cached ? &cache : NULL, pair->workspace, NULL);
        AddTiming(&timings, GetMicroseconds() - begin);
        spheres += (double)found.stats.sphereTests;
        triangles += (double)found.stats.facePairTests;
        elements +=
            (double)(found.stats.vertexFaceTests + found.stats.faceVertexTests + found.stats.edgeEdgeTests);
        gaps += found.distance;
        if (cached) *different += !isSame(&found, &answers[i]);
        *inconsistent += !isConsistent(&found);
        answers[i] = found;
    }
    SortTimings(&timings);
    double n = (double)set->count, median = GetQuantile(&timings, 0.5);
    double values[] = {median,  GetQuantile(&timings, 0.99), spheres / n, triangles / n, elements / n,
                       gaps / n};
    AddRow(report, values, "%s, %s", set->name, cached ? "cached" : "no cache");
    FreeTimings(&timings);
    return median;
}

static void addTables(const BenchInput *input, const BenchPair *pair, const PoseSet sets[2],
                      BenchReport *report) {
    static const char *const columns[] = {
        "median us", "p99 us", "sphere pairs", "triangle pairs", "elements", "mean distance", NULL};
    int different = 0, inconsistent = 0;
    double medians[2];
    AddTable(report, columns,
             "Distance of the teapot (A) and the bunny (B), unit radius each; counts a query");
    for (int k = 0; k < 2; k++) {
        cdDistance *answers = AllocateArray(sets[k].count, sizeof *answers);
        input->showProgress(2 * k, 4, input->context);
        addSetRow(pair, &sets[k], false, answers, &different, &inconsistent, report);
        input->showProgress(2 * k + 1, 4, input->context);
        medians[k] = addSetRow(pair, &sets[k], true, answers, &different, &inconsistent, report);
        if (input->peers)
            ComparePeerDistances(pair, sets[k].name, sets[k].poses, answers, sets[k].count, medians[k],
                                 report);
        free(answers);
    }
    AddTarget(report, "distance near contact, cached, median", medians[0], REPORT_AT_MOST, 100.0, "us");
    AddRequirement(report, "answers that a cache changes", different, REPORT_AT_MOST, 0.0, "answers");
    AddRequirement(report, "answers whose bounds or nearest points do not fit", inconsistent, REPORT_AT_MOST,
                   0.0, "answers");
}

bool RunDistanceBench(const BenchInput *input, BenchReport *report) {
    BenchPair pair;
    bool good = MakeBenchPair(input, "builtin:teapot", "builtin:bunny", 0.0, &pair, report);
    if (good) {
        BenchStep *steps = AllocateArray(input->steps, sizeof *steps);
        PoseSet sets[2] = {{.name = "near contact", .count = input->steps},
                           {.name = "apart", .count = input->steps}};
        for (int k = 0; k < 2; k++)
            sets[k].poses = AllocateArray(input->steps, sizeof *sets[k].poses);
        MakeDragPath(&pair, input->seed, 1.0, input->steps, steps);
        for (int64_t i = 0; i < input->steps; i++)
            sets[0].poses[i] = steps[i].start;
        makePosesApart(input->steps, sets[1].poses);
        addTables(input, &pair, sets, report);
        for (int k = 0; k < 2; k++)
            free(sets[k].poses);
        free(steps);
    }
    FreeBenchPair(&pair);
    return good;
}
