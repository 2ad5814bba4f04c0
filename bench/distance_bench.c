// The distance of teapot and bunny and of other pairs: along a drag, where the two almost touch, and at
// separated poses.
//
// Output: times with the previous step's cache and without, numbers of tests, and with --peers the same poses
// by FCL's distance of its RSS trees. Cached and uncached answers must be equal bit for bit. Answers near
// contact are also compared with the brute-force oracle, over the triangles that can be as near.
#include "bench/mesh_pairs.h"
#include "bench/near_triangles.h"
#include "bench/peer_distance.h"
#include "bench/timing.h"
#include "collision/distance.h"

#include <math.h>
#include <stdlib.h>

enum { JUDGED_POSES = 6, PART_OF_STEPS = 8 };

// A set of poses of A; B is fixed at the identity.
typedef struct PoseSet {
    const char *name;
    cdPose *poses; // poses[count]
    int64_t count;
} PoseSet;

typedef struct Verdicts {
    int different, inconsistent, judged, wrong;
} Verdicts;

// Means of a query over a set, and its times.
typedef struct SetCost {
    double median, p99, spheres, triangles, elements, gap;
} SetCost;

// --- Poses

// A circles B, nearer and farther: slowly, so that the cache is useful.
static void makePosesApart(int64_t count, cdPose *poses) {
    for (int64_t i = 0; i < count; i++) {
        double turn = 12.0 * (double)i / (double)count, away = 2.1 + 0.5 * sin(9.0 * turn);
        cdVec3 axis = cdNormalize((cdVec3){0.3, 1.0, 0.2});
        poses[i] = (cdPose){{away * cos(turn), 0.4 * sin(3.0 * turn), away * sin(turn)},
                            cdMakeQuat(axis, 2.0 * turn)};
    }
}

static void makePosesNear(const BenchPair *pair, uint64_t seed, int64_t count, cdPose *poses) {
    BenchStep *steps = AllocateArray(count, sizeof *steps);
    MakeDragPath(pair, seed, 1.0, count, steps);
    for (int64_t i = 0; i < count; i++)
        poses[i] = steps[i].start;
    free(steps);
}

// --- Judges

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

// Compares some answers with the oracle. The nearest points show that the distance is no larger, so triangles
// farther apart than that do not matter.
static void judgeDistances(const BenchPair *pair, const PoseSet *set, const cdDistance *answers,
                           Verdicts *verdicts) {
    OracleMesh meshes[2] = {MakeOracleMesh(pair->meshA), MakeOracleMesh(pair->meshB)};
    int64_t judged = set->count < JUDGED_POSES ? set->count : JUDGED_POSES;
    for (int64_t k = 0; k < judged; k++) {
        int64_t i = k * set->count / judged;
        const cdDistance *found = &answers[i];
        BenchStep still = {set->poses[i], set->poses[i]};
        NearTriangles near = FindNearTriangles(&meshes[0], &still, &meshes[1], found->upper);
        double exact = FindOracleDistance(&near.a, set->poses[i], &near.b, cdIdentityPose());
        FreeNearTriangles(&near);
        verdicts->judged++;
        verdicts->wrong += !(exact >= found->lower && exact <= found->upper);
    }
    FreeOracleMesh(&meshes[0]);
    FreeOracleMesh(&meshes[1]);
}

// --- Costs

// Uncached answers are kept in answers[count]; cached ones are compared with them.
static SetCost measureSet(const BenchPair *pair, const PoseSet *set, bool cached, cdDistance *answers,
                          Verdicts *verdicts) {
    SetCost sum = {0};
    Timings timings = MakeTimings(set->count);
    cdPairCache cache = {0};
    double n = (double)set->count;
    for (int64_t i = 0; i < set->count; i++) {
        const cdDistanceInput input = {
            .meshA = pair->meshA, .meshB = pair->meshB, .poseA = set->poses[i], .poseB = cdIdentityPose()};
        double begin = GetMicroseconds();
        cdDistance found = cdFindDistance(&input, cached ? &cache : NULL, pair->workspace, NULL);
        AddTiming(&timings, GetMicroseconds() - begin);
        const cdQueryStats *stats = &found.stats;
        sum.spheres += (double)stats->sphereTests / n;
        sum.triangles += (double)stats->facePairTests / n;
        sum.elements += (double)(stats->vertexFaceTests + stats->faceVertexTests + stats->edgeEdgeTests) / n;
        sum.gap += found.distance / n;
        if (cached) verdicts->different += !isSame(&found, &answers[i]);
        verdicts->inconsistent += !isConsistent(&found);
        answers[i] = found;
    }
    SortTimings(&timings);
    sum.median = GetQuantile(&timings, 0.5);
    sum.p99 = GetQuantile(&timings, 0.99);
    FreeTimings(&timings);
    return sum;
}

static void addRequirements(const char *of, const Verdicts *verdicts, BenchReport *report) {
    const struct {
        const char *what;
        int count;
    } rows[] = {{"answers that a cache changes", verdicts->different},
                {"answers whose bounds or nearest points do not fit", verdicts->inconsistent},
                {"answers wrong by the oracle", verdicts->wrong}};
    for (int k = 0; k < 3; k++) {
        char what[96];
        snprintf(what, sizeof what, "%s%s", of, rows[k].what);
        AddRequirement(report, what, rows[k].count, REPORT_AT_MOST, 0.0, "answers");
    }
}

// --- Teapot and bunny

static double addSetRow(const BenchPair *pair, const PoseSet *set, bool cached, cdDistance *answers,
                        Verdicts *verdicts, BenchReport *report) {
    SetCost cost = measureSet(pair, set, cached, answers, verdicts);
    double values[] = {cost.median, cost.p99, cost.spheres, cost.triangles, cost.elements, cost.gap};
    AddRow(report, values, "%s, %s", set->name, cached ? "cached" : "no cache");
    return cost.median;
}

static void addTables(const BenchInput *input, const BenchPair *pair, const PoseSet sets[2],
                      BenchReport *report) {
    static const char *const columns[] = {
        "median us", "p99 us", "sphere pairs", "triangle pairs", "elements", "mean distance", NULL};
    Verdicts verdicts = {0};
    double medians[2];
    AddTable(report, columns,
             "Distance of the teapot (A) and the bunny (B), unit radius each; counts a query");
    for (int k = 0; k < 2; k++) {
        cdDistance *answers = AllocateArray(sets[k].count, sizeof *answers);
        input->showProgress(2 * k, 4, input->context);
        addSetRow(pair, &sets[k], false, answers, &verdicts, report);
        input->showProgress(2 * k + 1, 4, input->context);
        medians[k] = addSetRow(pair, &sets[k], true, answers, &verdicts, report);
        if (k == 0) judgeDistances(pair, &sets[k], answers, &verdicts);
        if (input->peers)
            ComparePeerDistances(pair, sets[k].name, sets[k].poses, answers, sets[k].count, medians[k],
                                 report);
        free(answers);
    }
    AddTarget(report, "distance near contact, cached, median", medians[0], REPORT_AT_MOST, 100.0, "us");
    addRequirements("", &verdicts, report);
}

static bool runTeapot(const BenchInput *input, BenchReport *report) {
    BenchPair pair;
    bool good = MakeBenchPair(input, "builtin:teapot", "builtin:bunny", 0.0, &pair, report);
    if (good) {
        PoseSet sets[2] = {{.name = "near contact", .count = input->steps},
                           {.name = "apart", .count = input->steps}};
        for (int k = 0; k < 2; k++)
            sets[k].poses = AllocateArray(input->steps, sizeof *sets[k].poses);
        makePosesNear(&pair, input->seed, input->steps, sets[0].poses);
        makePosesApart(input->steps, sets[1].poses);
        addTables(input, &pair, sets, report);
        for (int k = 0; k < 2; k++)
            free(sets[k].poses);
    }
    FreeBenchPair(&pair);
    return good;
}

// --- Other pairs

static void addPairRow(const BenchInput *input, const BenchPair *pair, const char *name, Verdicts *verdicts,
                       BenchReport *report) {
    PoseSet set = {.count = (input->steps + PART_OF_STEPS - 1) / PART_OF_STEPS};
    set.poses = AllocateArray(set.count, sizeof *set.poses);
    cdDistance *answers = AllocateArray(set.count, sizeof *answers);
    makePosesNear(pair, input->seed, set.count, set.poses);
    SetCost plain = measureSet(pair, &set, false, answers, verdicts);
    SetCost cost = measureSet(pair, &set, true, answers, verdicts);
    judgeDistances(pair, &set, answers, verdicts);
    double apart = NAN;
    if (!pair->fitted) {
        makePosesApart(set.count, set.poses);
        measureSet(pair, &set, false, answers, verdicts);
        apart = measureSet(pair, &set, true, answers, verdicts).median;
    }
    double values[] = {plain.median,   cost.median,   cost.p99, cost.spheres,
                       cost.triangles, cost.elements, cost.gap, apart};
    AddRow(report, values, "%s", name);
    free(answers);
    free(set.poses);
}

static bool runOtherPairs(const BenchInput *input, BenchReport *report) {
    static const char *const columns[] = {"no cache us", "cached us", "p99 us", "sph. pairs", "tri. pairs",
                                          "elements",    "distance",  "apart",  NULL};
    const MeshPair *pairs[MESH_PAIR_MAX];
    Verdicts verdicts = {0};
    int32_t count = ListMeshPairs(input, pairs, report);
    AddTable(report, columns, "Other pairs, near contact: medians and means; apart: cached, median us");
    for (int32_t i = 0; i < count; i++) {
        BenchPair pair;
        input->showProgress(i, count, input->context);
        bool good = OpenMeshPair(input, pairs[i], &pair, report);
        if (good) addPairRow(input, &pair, pairs[i]->name, &verdicts, report);
        FreeBenchPair(&pair);
        if (!good) return false;
    }
    AddNote(report, "The oracle judged %d answers of the other pairs near contact.", verdicts.judged);
    addRequirements("other pairs, ", &verdicts, report);
    return true;
}

bool RunDistanceBench(const BenchInput *input, BenchReport *report) {
    return runTeapot(input, report) && runOtherPairs(input, report);
}
