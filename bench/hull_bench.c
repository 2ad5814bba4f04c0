// Convex hulls: small sets of every kind judged by the exact definition, large ones measured beside Qhull.
//
// Input: the number of small sets, and a seed. Output: for each kind of small sets the flaws of our hulls,
// and, with other libraries, the sets where Qhull's hull has other vertices; for each kind of large sets the
// minimum time of some passes of both, which alternate. With fewer steps than STEPS_FOR_ALL, large sets have
// up to 10,000 points.
#include "bench/bench.h"
#include "bench/hull_judge.h"
#include "bench/peers/peer_hull.h"
#include "bench/timing.h"
#include "convex/hull/hull_filter.h"

#include <math.h>
#include <stdlib.h>

enum { STEPS_FOR_ALL = 1000, SIZE_COUNT = 4, PASSES = 5, MANY_POINTS = 200000 };

static bool hasPeer(const BenchInput *input) {
#ifdef FC_HAVE_QHULL
    return input->peers;
#else
    (void)input;
    return false;
#endif
}

// --- small sets

typedef struct KindSum {
    HullFlaws flaws;
    int64_t sets, points, vertices, flat;
    int64_t refused, different,
        loose; // by Qhull: no hull, other vertices, points outside a facet beyond rounding
} KindSum;

static void comparePeer(HullSetKind kind, const cdVec3 *scaled, int32_t count, const HullCorners *ours,
                        KindSum *sum) {
#ifdef FC_HAVE_QHULL
    static const double rounding = 1e-13; // of coordinates up to 1
    bool used[HULL_SET_MAX] = {false};
    PeerHull hull;
    if (!FindQhullHull(scaled, count, used, &hull)) {
        sum->refused++;
        return;
    }
    bool same = true;
    for (int32_t i = 0; i < count; i++)
        same = same && used[i] == ours->used[i];
    if (IsHullSetGeneral(kind)) sum->different += !same;
    sum->loose += hull.outside > rounding;
#else
    (void)kind, (void)scaled, (void)count, (void)ours, (void)sum;
#endif
}

static void judgeSets(const BenchInput *input, KindSum *sums) {
    Random random = {input->seed};
    cdVec3 points[HULL_SET_MAX], scaled[HULL_SET_MAX];
    HullCorners corners;
    for (int64_t i = 0; i < input->steps; i++) {
        if (i % 1024 == 0) input->showProgress(i, input->steps, input->context);
        HullSetKind kind = (HullSetKind)(i % HULL_SET_KIND_COUNT);
        KindSum *sum = &sums[kind];
        int32_t count = MakeHullSet(kind, &random, points);
        JudgeHull(points, count, &random, &sum->flaws, &corners, scaled);
        sum->sets++;
        sum->points += count;
        sum->vertices += corners.count;
        sum->flat += corners.dimension < 3;
        if (hasPeer(input) && corners.dimension == 3) comparePeer(kind, scaled, count, &corners, sum);
    }
}

static void addSets(const KindSum *sums, const BenchInput *input, BenchReport *report) {
    static const char *const columns[] = {"sets",        "points",      "flat",       "outside",
                                          "open",        "not extreme", "wrong rank", "beyond",
                                          "Qhull: none", "loose",       NULL};
    AddTable(report, columns, "Hulls of small sets, judged by the exact definition");
    int64_t flaws = 0, different = 0;
    for (int kind = 0; kind < HULL_SET_KIND_COUNT; kind++) {
        const KindSum *s = &sums[kind];
        double values[] = {(double)s->sets,
                           (double)s->points,
                           (double)s->flat,
                           (double)s->flaws.outside,
                           (double)s->flaws.open,
                           (double)s->flaws.notExtreme,
                           (double)s->flaws.wrongRank,
                           (double)s->flaws.beyond,
                           hasPeer(input) ? (double)s->refused : NAN,
                           hasPeer(input) ? (double)s->loose : NAN};
        if (s->sets > 0) AddRow(report, values, "%s", GetHullSetName((HullSetKind)kind));
        flaws += CountHullFlaws(&s->flaws);
        different += s->different;
    }
    AddRequirement(report, "flaws of hulls", (double)flaws, REPORT_AT_MOST, 0.0, "flaws");
    if (hasPeer(input))
        AddRequirement(report, "sets in general position with other vertices than by Qhull",
                       (double)different, REPORT_AT_MOST, 0.0, "sets");
    AddNote(
        report,
        "outside: points strictly outside a facet. open: sides without their opposite, facets without area, "
        "V - E + F other than 2. beyond: points farther outside the hull of cdCreateConvex than its error. flat: "
        "sets whose points are flat. Qhull: hulls that it refuses of sets that are not, and hulls of points "
        "more than 1e-13 outside a facet of it.");
}

// --- times

typedef struct HullTimes {
    double ours, peer; // ms
    int32_t vertexCount, facetCount, peerVertexCount;
} HullTimes;

static bool timeOurs(const cdVec3 *points, int32_t count, HullTimes *times) {
    double begin = GetMicroseconds();
    cdHullFrame frame = cdFindHullFrame(points, count);
    cdHullFacets hull;
    bool found = cdFindLargeHull(&frame, points, count, &hull);
    times->facetCount = hull.count;
    times->vertexCount = hull.count / 2 + 2;
    cdFreeHullFacets(&hull);
    times->ours = fmin(times->ours, 1e-3 * (GetMicroseconds() - begin));
    return found;
}

static void timePeer(const cdVec3 *points, int32_t count, HullTimes *times) {
#ifdef FC_HAVE_QHULL
    PeerHull hull = {0};
    double begin = GetMicroseconds();
    FindQhullHull(points, count, NULL, &hull);
    times->peer = fmin(times->peer, 1e-3 * (GetMicroseconds() - begin));
    times->peerVertexCount = hull.vertexCount;
#else
    (void)points, (void)count, (void)times;
#endif
}

static bool addTimeRow(const BenchInput *input, HullCloud cloud, const cdVec3 *points, int32_t count,
                       BenchReport *report) {
    HullTimes times = {.ours = INFINITY, .peer = INFINITY};
    for (int pass = 0; pass < (count > MANY_POINTS ? 2 : PASSES); pass++) {
        if (!timeOurs(points, count, &times)) return FailReport(report, "no hull of %d points", (int)count);
        if (hasPeer(input)) timePeer(points, count, &times);
    }
    bool compared = hasPeer(input) && times.peerVertexCount > 0;
    double values[] = {times.facetCount,
                       times.vertexCount,
                       times.ours,
                       1e6 * times.ours / count,
                       compared ? (double)times.peerVertexCount : NAN,
                       compared ? times.peer : NAN,
                       compared ? times.peer / times.ours : NAN};
    char what[96];
    snprintf(what, sizeof what, "%s, %d points, times as fast as Qhull", GetHullCloudName(cloud), (int)count);
    AddRow(report, values, "%s, %d points", GetHullCloudName(cloud), (int)count);
    if (compared) AddTarget(report, what, times.peer / times.ours, REPORT_AT_LEAST, 1.0, "times");
    return true;
}

static bool addTimes(const BenchInput *input, BenchReport *report) {
    static const char *const columns[] = {"facets",          "vertices", "ms",    "ns/point",
                                          "Qhull: vertices", "Qhull ms", "ratio", NULL};
    static const int32_t sizes[SIZE_COUNT] = {1000, 10000, 100000, 1000000};
    int sizeCount = input->steps < STEPS_FOR_ALL ? 2 : SIZE_COUNT;
    cdVec3 *points = AllocateArray(sizes[sizeCount - 1], sizeof *points);
    Random random = {input->seed};
    bool good = true;
    AddTable(report, columns, "Hulls of large sets: minimum time of a hull");
    for (int cloud = 0; good && cloud < HULL_CLOUD_COUNT; cloud++)
        for (int i = 0; good && i < sizeCount; i++) {
            input->showProgress(cloud * sizeCount + i, (int64_t)HULL_CLOUD_COUNT * sizeCount, input->context);
            MakeHullCloud((HullCloud)cloud, &random, sizes[i], points);
            good = addTimeRow(input, (HullCloud)cloud, points, sizes[i], report);
        }
    free(points);
    return good;
}

bool RunHullBench(const BenchInput *input, BenchReport *report) {
    KindSum sums[HULL_SET_KIND_COUNT] = {{.sets = 0}};
    judgeSets(input, sums);
    addSets(sums, input, report);
    if (input->peers && !hasPeer(input))
        AddNote(report, "No peer: built without Qhull (Debian's libqhull-dev).");
    return addTimes(input, report);
}
