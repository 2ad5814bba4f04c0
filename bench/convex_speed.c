// Finds separating vectors on recorded queries; see convex_speed.h.
//
// (1) A run of 500 polytopes, a third of each shape, at each number of vertices: every support method with
// and without the cache must agree; time and compared vertices are reported. (2) The same queries by kind:
// the cached vector still separates, colliding, others. (3) Each answer is proven from its vector or its
// witness. (4) Runs of 100 polytopes over speeds and densities, as in [CW96] figure 4 (iv) and (v).
#include "bench/convex_speed.h"
#include "bench/convex_peers.h"
#include "bench/timing.h"
#include <stdlib.h>
#include <string.h>

enum { QUERY_MAX = 20000, METHOD_COUNT = 4, COUNT_COUNT = 6, CASE_MAX = 4 };

static const int32_t vertexCounts[COUNT_COUNT] = {10, 50, 100, 200, 500, 1000};

typedef struct SpeedRun {
    ConvexRun run;
    ConvexAnswers ours; // with the table and the cache
    int32_t *chosen;    // chosen[4 * queryCount]
    int32_t *all, *kept, *colliding, *others;
    int32_t allCount, keptCount, collidingCount, otherCount;
} SpeedRun;

typedef struct Disagreements {
    int64_t answers, methods, caches, unproven, undecided;
} Disagreements;

// --- Runs

static void chooseQueries(SpeedRun *s) {
    const int32_t count = s->run.queryCount;
    s->chosen = AllocateArray(4 * (int64_t)count, sizeof *s->chosen);
    s->all = s->chosen;
    s->kept = s->all + count;
    s->colliding = s->kept + count;
    s->others = s->colliding + count;
    for (int32_t i = s->run.firstCounted; i < count; i++) {
        const cdSeparation *result = &s->ours.results[i];
        s->all[s->allCount++] = i;
        if (result->state == CD_OVERLAP)
            s->colliding[s->collidingCount++] = i;
        else if (result->state == CD_FREE && result->cacheHit)
            s->kept[s->keptCount++] = i;
        else
            s->others[s->otherCount++] = i;
    }
}

static bool makeSpeedRun(const PolytopeRoomDef *def, int64_t frameMax, SpeedRun *s) {
    *s = (SpeedRun){0};
    if (!RecordConvexRun(def, frameMax, QUERY_MAX, &s->run)) return false;
    ConvexSolver solver = {.support = CD_SUPPORT_TABLE};
    s->ours = AnswerConvexRun(&s->run, &solver);
    chooseQueries(s);
    return true;
}

static void freeSpeedRun(SpeedRun *s) {
    FreeConvexAnswers(&s->ours);
    FreeConvexRun(&s->run);
    free(s->chosen);
    *s = (SpeedRun){0};
}

static double timeOurs(const SpeedRun *s, const int32_t *chosen, int32_t count) {
    ConvexSolver solver = {.support = CD_SUPPORT_TABLE};
    return TimeConvexQueries(&s->run, &solver, &s->ours, chosen, count);
}

static double timeWithoutCache(const SpeedRun *s) {
    ConvexSolver solver = {.support = CD_SUPPORT_TABLE, .noCache = true};
    return TimeConvexQueries(&s->run, &solver, &s->ours, s->all, s->allCount);
}

// --- The support methods

static int64_t countDifferences(const SpeedRun *s, const ConvexAnswers *other) {
    int64_t differences = 0;
    for (int32_t i = 0; i < s->run.queryCount; i++)
        differences += s->ours.results[i].state != other->results[i].state;
    return differences;
}

static double averageSupportSteps(const SpeedRun *s, const ConvexAnswers *answers) {
    int64_t steps = 0;
    for (int32_t k = 0; k < s->allCount; k++)
        steps += answers->results[s->all[k]].supportSteps;
    return s->allCount > 0 ? (double)steps / s->allCount : NAN;
}

static void addMethodRow(BenchReport *report, const SpeedRun *s, bool noCache, Disagreements *sum) {
    double values[2 * METHOD_COUNT];
    for (int method = 0; method < METHOD_COUNT; method++) {
        ConvexSolver solver = {.support = (cdSupportMethod)method, .noCache = noCache};
        ConvexAnswers answers = AnswerConvexRun(&s->run, &solver);
        values[method] = TimeConvexQueries(&s->run, &solver, &answers, s->all, s->allCount);
        values[METHOD_COUNT + method] = averageSupportSteps(s, &answers);
        *(noCache ? &sum->caches : &sum->methods) += countDifferences(s, &answers);
        FreeConvexAnswers(&answers);
    }
    AddRow(report, values, "n = %d, %s", (int)s->run.room->def.vertexCount,
           noCache ? "no cache" : "with the cache");
}

static void countProofs(const SpeedRun *s, Disagreements *sum) {
    sum->answers += s->run.queryCount;
    sum->unproven += CountUnproven(&s->run);
    for (int32_t i = 0; i < s->run.queryCount; i++)
        sum->undecided += s->ours.results[i].state == CD_UNDECIDED;
}

static void addRequirements(BenchReport *report, const Disagreements *sum) {
    AddRequirement(report, "answers that differ between support methods", (double)sum->methods,
                   REPORT_AT_MOST, 0.0, "queries");
    AddRequirement(report, "answers that differ without the cache", (double)sum->caches, REPORT_AT_MOST, 0.0,
                   "queries");
    AddRequirement(report, "answers whose vector or witness does not prove them", (double)sum->unproven,
                   REPORT_AT_MOST, 0.0, "queries");
    AddRequirement(report, "answers left undecided", (double)sum->undecided, REPORT_AT_MOST, 0.0, "queries");
    AddNote(report,
            "%lld recorded queries, each answered by four support methods, with and without the cache. An "
            "answer is proven when every vertex is on its side of the vector, or when the four vertices "
            "found of the Minkowski difference enclose the origin.",
            (long long)sum->answers);
}

// --- By kind

static ConvexCase makeCase(const SpeedRun *s) {
    return (ConvexCase){.vertexCount = s->run.room->def.vertexCount,
                        .run = &s->run,
                        .ours = &s->ours,
                        .all = s->all,
                        .kept = s->kept,
                        .colliding = s->colliding,
                        .allCount = s->allCount,
                        .keptCount = s->keptCount,
                        .collidingCount = s->collidingCount,
                        .allTime = timeOurs(s, s->all, s->allCount),
                        .keptTime = timeOurs(s, s->kept, s->keptCount),
                        .collidingTime = timeOurs(s, s->colliding, s->collidingCount)};
}

static double getPercent(int64_t part, int64_t whole) {
    return whole > 0 ? 100.0 * (double)part / (double)whole : NAN;
}

static double getKeptLimit(int32_t vertexCount) {
    return vertexCount <= 10 ? 45.0 : vertexCount <= 100 ? 70.0 : 110.0;
}

static void addSpeedRow(BenchReport *report, const SpeedRun *s, const ConvexCase *c, const char *label) {
    double values[] = {(double)c->allCount,
                       getPercent(c->collidingCount, c->allCount),
                       getPercent(c->keptCount, c->allCount),
                       c->allTime,
                       c->keptTime,
                       c->collidingTime,
                       timeOurs(s, s->others, s->otherCount),
                       timeWithoutCache(s)};
    AddRow(report, values, "n = %d%s", (int)c->vertexCount, label);
    if (label[0] != '\0') return;
    char what[96];
    snprintf(what, sizeof what, "n = %d, a pair whose cached vector still separates", (int)c->vertexCount);
    AddTarget(report, what, c->keptTime, REPORT_AT_MOST, getKeptLimit(c->vertexCount), "ns");
}

static PolytopeRoomDef makeDef(const BenchInput *input, int32_t vertexCount) {
    PolytopeRoomDef def = GetDefaultPolytopeRoom();
    def.shape = POLYTOPE_MIX;
    def.vertexCount = vertexCount;
    def.seed = input->seed;
    return def;
}

// Adds the same with 500 distinct hulls, which exceed a processor's inner caches.
static bool addOwnHullsRow(const BenchInput *input, BenchReport *report) {
    PolytopeRoomDef def = makeDef(input, 500);
    def.hullCount = 0;
    SpeedRun s;
    bool good = makeSpeedRun(&def, input->steps, &s);
    if (good) {
        ConvexCase c = makeCase(&s);
        addSpeedRow(report, &s, &c, ", a hull for each body");
    }
    freeSpeedRun(&s);
    return good;
}

static bool hasSpeedRow(int32_t vertexCount) {
    return vertexCount == 10 || vertexCount == 100 || vertexCount >= 500;
}

static bool measureMethods(const BenchInput *input, SpeedRun runs[COUNT_COUNT], BenchReport *report) {
    static const char *const columns[] = {"table ns", "climb ns",  "hierarchy ns", "scan ns", "table",
                                          "climb",    "hierarchy", "scan",         NULL};
    AddTable(report, columns, "Support methods: ns a query, and vertices compared (%d polytopes, mixed)",
             (int)GetDefaultPolytopeRoom().bodyCount);
    Disagreements sum = {0};
    for (int k = 0; k < COUNT_COUNT; k++) {
        input->showProgress(k, COUNT_COUNT, input->context);
        PolytopeRoomDef def = makeDef(input, vertexCounts[k]);
        if (!makeSpeedRun(&def, input->steps, &runs[k])) return false;
        addMethodRow(report, &runs[k], false, &sum);
        addMethodRow(report, &runs[k], true, &sum);
        countProofs(&runs[k], &sum);
    }
    addRequirements(report, &sum);
    return true;
}

static bool measureKinds(const BenchInput *input, const SpeedRun runs[COUNT_COUNT], BenchReport *report) {
    static const char *const columns[] = {"queries",      "colliding %", "kept %",      "all ns", "kept ns",
                                          "colliding ns", "others ns",   "no cache ns", NULL};
    AddTable(report, columns, "ns a query by kind; kept: the cached vector still separates");
    ConvexCase cases[CASE_MAX];
    int count = 0;
    for (int k = 0; k < COUNT_COUNT; k++) {
        if (!hasSpeedRow(vertexCounts[k])) continue;
        cases[count] = makeCase(&runs[k]);
        addSpeedRow(report, &runs[k], &cases[count++], "");
    }
    if (!input->peers) return true;
    if (!addOwnHullsRow(input, report)) return false;
    CompareConvexPeers(input, cases, count, report);
    return true;
}

bool MeasureConvexSpeed(const BenchInput *input, BenchReport *report) {
    SpeedRun runs[COUNT_COUNT];
    memset(runs, 0, sizeof runs);
    bool good = measureMethods(input, runs, report) && measureKinds(input, runs, report);
    for (int k = 0; k < COUNT_COUNT; k++)
        freeSpeedRun(&runs[k]);
    return good || FailReport(report, "out of memory for the polytopes");
}

// --- Step (4)

static bool addMotionRow(const BenchInput *input, BenchReport *report, const PolytopeRoomDef *def,
                         const char *label, double value, const char *unit) {
    SpeedRun s;
    bool good = makeSpeedRun(def, input->steps, &s);
    if (good) {
        double frames = s.run.frameCount - CONVEX_WARM_FRAMES, tests = s.allCount / frames;
        double with = timeOurs(&s, s.all, s.allCount), without = timeWithoutCache(&s);
        double values[] = {tests,
                           getPercent(s.collidingCount, s.allCount),
                           getPercent(s.keptCount, s.allCount),
                           with,
                           1e-3 * with * tests,
                           without,
                           1e-3 * without * tests};
        AddRow(report, values, "%s %g %s", label, value, unit);
    }
    freeSpeedRun(&s);
    return good;
}

bool MeasureConvexMotion(const BenchInput *input, BenchReport *report) {
    static const char *const columns[] = {"tests a frame", "colliding %", "kept %",     "ns",
                                          "us a frame",    "no cache ns", "us a frame", NULL};
    static const double speeds[] = {2, 5, 10, 15, 20}, degrees[] = {5, 10, 20, 30, 40};
    static const double densities[] = {0.1, 0.2, 0.35, 0.7, 1.4};
    PolytopeRoomDef def = makeDef(input, 500), other = def;
    def.bodyCount = 100;
    def.hullCount = 12;
    AddTable(report, columns,
             "Figure 4 (iv), (v): time over motion and density (100 polytopes, mixed, n = 500)");
    bool good = true;
    for (int k = 0; k < 5 && good; k++) {
        other = def;
        other.speed = 0.01 * speeds[k];
        good = addMotionRow(input, report, &other, "translation", speeds[k], "% of the radius");
    }
    for (int k = 0; k < 5 && good; k++) {
        other = def;
        other.turn *= degrees[k] / 10.0;
        good = addMotionRow(input, report, &other, "rotation", degrees[k], "degrees");
    }
    for (int k = 0; k < 5 && good; k++) {
        other = def;
        other.density = densities[k];
        good = addMotionRow(input, report, &other, "density", densities[k], "of the room");
    }
    AddNote(report,
            "Paper, (iv) and (v): from 2 to 20 %% of the radius and from 5 to 40 degrees a frame its time "
            "grows slightly. Density: volume of the bounding spheres over the room's; else 0.35, "
            "5 %% and 10 degrees.");
    return good || FailReport(report, "out of memory for the polytopes");
}
