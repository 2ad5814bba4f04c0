// The experiments of [CW96] section 6 and its figure 4, with our search; speed and peers: convex_speed.c.
//
// 500 polytopes of each shape fly about (app/scenes/polytope_room.h). (i), (ii): the share of tests that end
// within k search steps, of pairs not colliding and of all. (iii): the largest k over the number of vertices.
// Both with and without the cache, next to the numbers in the paper's text.
#include "bench/bench.h"
#include "bench/convex_speed.h"
#include "scenes/polytope_room.h"
#include <math.h>

enum { SHAPE_COUNT = 3, COUNT_COUNT = 6, WARM_FRAMES_MAX = 100, AT_500 = 4 };

static const int32_t vertexCounts[COUNT_COUNT] = {10, 50, 100, 200, 500, 1000};

// stats[...][1]: without the cache.
typedef struct Figure {
    PolytopeStats stats[SHAPE_COUNT][COUNT_COUNT][2];
} Figure;

static bool runFrames(PolytopeRoom *room, int64_t frames, PolytopeStats *stats) {
    room->stats = (PolytopeStats){0};
    for (int64_t i = 0; i < frames; i++) {
        if (!StepPolytopeRoom(room)) return false;
    }
    *stats = room->stats;
    return true;
}

static bool runRoom(const BenchInput *input, PolytopeShape shape, int32_t vertexCount,
                    PolytopeStats stats[2]) {
    PolytopeRoomDef def = GetDefaultPolytopeRoom();
    def.shape = shape;
    def.vertexCount = vertexCount;
    def.seed = input->seed;
    PolytopeRoom *room = MakePolytopeRoom(&def);
    int64_t warm = input->steps < WARM_FRAMES_MAX ? input->steps : WARM_FRAMES_MAX;
    bool good = room != NULL && runFrames(room, warm, &stats[0]) && runFrames(room, input->steps, &stats[0]);
    if (good) {
        room->def.noCache = true;
        good = runFrames(room, input->steps, &stats[1]);
    }
    DestroyPolytopeRoom(room);
    return good;
}

static bool runFigure(const BenchInput *input, Figure *figure) {
    for (int shape = 0; shape < SHAPE_COUNT; shape++) {
        for (int k = 0; k < COUNT_COUNT; k++) {
            input->showProgress(shape * COUNT_COUNT + k, SHAPE_COUNT * COUNT_COUNT, input->context);
            if (!runRoom(input, (PolytopeShape)shape, vertexCounts[k], figure->stats[shape][k])) return false;
        }
    }
    return true;
}

static const char *getCacheName(int noCache) {
    return noCache ? ", no cache" : "";
}

// --- (i) and (ii)

typedef enum Pairs { PAIRS_DISJOINT, PAIRS_ALL, PAIRS_COLLIDING, PAIRS_COUNT } Pairs;

static double getShareWithin(const PolytopeStats *stats, Pairs pairs, int32_t limit) {
    int64_t within = 0, all = 0;
    for (int32_t k = 0; k <= POLYTOPE_STEP_MAX; k++) {
        int64_t count = (pairs != PAIRS_COLLIDING ? stats->disjointSteps[k] : 0) +
                        (pairs != PAIRS_DISJOINT ? stats->collidingSteps[k] : 0);
        all += count;
        if (k <= limit) within += count;
    }
    return all > 0 ? 100.0 * (double)within / (double)all : NAN;
}

static void addPaperShare(BenchReport *report, const char *label, int column, double share) {
    double values[REPORT_COLUMN_MAX];
    for (int k = 0; k < REPORT_COLUMN_MAX; k++)
        values[k] = k == column ? share : NAN;
    AddRow(report, values, "%s", label);
}

static void addShares(const Figure *figure, BenchReport *report) {
    static const char *const columns[] = {"k <= 1", "2", "3", "4", "5", "6", "8", "10", "15", "20", NULL};
    static const int32_t limits[] = {1, 2, 3, 4, 5, 6, 8, 10, 15, 20};
    static const char *const names[PAIRS_COUNT] = {"not colliding", "all", "colliding"};
    AddTable(report, columns, "Figure 4 (i), (ii): tests ended within k searching steps, %% (n = %d)",
             (int)vertexCounts[AT_500]);
    for (int pairs = 0; pairs < PAIRS_COUNT; pairs++) {
        if (pairs == PAIRS_DISJOINT) {
            addPaperShare(report, "paper: not colliding, above", 2, 95.0);
            addPaperShare(report, "paper: not colliding, ellipsoid, above", 3, 99.0);
        }
        if (pairs == PAIRS_ALL) addPaperShare(report, "paper: all, above", 2, 80.0);
        for (int shape = 0; shape < SHAPE_COUNT; shape++) {
            for (int noCache = 0; noCache < 2; noCache++) {
                double values[REPORT_COLUMN_MAX];
                for (int k = 0; k < REPORT_COLUMN_MAX; k++)
                    values[k] =
                        getShareWithin(&figure->stats[shape][AT_500][noCache], (Pairs)pairs, limits[k]);
                AddRow(report, values, "%s, %s%s", names[pairs], GetPolytopeShapeName((PolytopeShape)shape),
                       getCacheName(noCache));
            }
        }
    }
}

// --- (iii)

static void addLargestSteps(const Figure *figure, BenchReport *report) {
    static const char *const columns[] = {"n = 10", "50", "100", "200", "500", "1000", NULL};
    static const double paper[SHAPE_COUNT][COUNT_COUNT] = {
        {22, 22, 22, 22, 22, 22}, {25, NAN, NAN, NAN, NAN, 55}, {20, NAN, NAN, NAN, NAN, 40}};
    AddTable(report, columns, "Figure 4 (iii): the largest k");
    for (int shape = 0; shape < SHAPE_COUNT; shape++) {
        const char *name = GetPolytopeShapeName((PolytopeShape)shape);
        AddRow(report, paper[shape], "paper: %s, about", name);
        for (int colliding = 0; colliding < 2; colliding++) {
            for (int noCache = 0; noCache < 2; noCache++) {
                double values[COUNT_COUNT];
                for (int k = 0; k < COUNT_COUNT; k++) {
                    const PolytopeStats *stats = &figure->stats[shape][k][noCache];
                    values[k] = GetLargestStep(colliding ? stats->collidingSteps : stats->disjointSteps);
                }
                AddRow(report, values, "%s, %s%s", name, colliding ? "colliding" : "not colliding",
                       getCacheName(noCache));
            }
        }
    }
}

// --- Counts

static double getPercent(int64_t part, int64_t whole) {
    return whole > 0 ? 100.0 * (double)part / (double)whole : NAN;
}

static void addCounts(const Figure *figure, BenchReport *report) {
    static const char *const columns[] = {"tests",     "a frame",    "colliding %", "kept %",
                                          "witness %", "repeated %", "colliding %", "fallbacks",
                                          "vertices",  "ns",         NULL};
    AddTable(report, columns, "Of these tests at n = %d", (int)vertexCounts[AT_500]);
    addPaperShare(report, "paper: not colliding, below", 5, 0.1);
    for (int shape = 0; shape < SHAPE_COUNT; shape++) {
        for (int noCache = 0; noCache < 2; noCache++) {
            const PolytopeStats *s = &figure->stats[shape][AT_500][noCache];
            int64_t disjoint = s->tests - s->collidingTests;
            double values[] = {(double)s->tests,
                               (double)s->tests / (double)s->frames,
                               getPercent(s->collidingTests, s->tests),
                               getPercent(s->disjointHits, disjoint),
                               getPercent(s->collidingHits, s->collidingTests),
                               getPercent(s->disjointRepeated, disjoint),
                               getPercent(s->collidingRepeated, s->collidingTests),
                               (double)s->fallbacks,
                               (double)s->supportSteps / (double)s->tests,
                               1e9 * s->seconds / (double)s->tests};
            AddRow(report, values, "%s%s", GetPolytopeShapeName((PolytopeShape)shape), getCacheName(noCache));
        }
    }
    AddNote(report,
            "kept: of pairs not colliding, those whose cached vector still separates; witness: of colliding "
            "pairs, those whose cached tetrahedron still holds the origin (k is 0). repeated: a pair of "
            "supporting vertices came up again, of pairs not colliding and of colliding ones. fallbacks: "
            "decided by distance and depth.");
    AddNote(report,
            "Shapes: the paper does not give theirs; ours have half axes 1, 0.75, 0.5, a radius of 0.1 and a "
            "half thickness of 0.1. A pair reverses its bodies when it begins to collide.");
}

bool RunConvexBench(const BenchInput *input, BenchReport *report) {
    Figure figure;
    if (!runFigure(input, &figure)) return FailReport(report, "out of memory for the polytopes");
    addShares(&figure, report);
    addLargestSteps(&figure, report);
    addCounts(&figure, report);
    return MeasureConvexMotion(input, report) && MeasureConvexSpeed(input, report);
}
