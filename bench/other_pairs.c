// Drags and big hits of all kinds of meshes; see other_pairs.h.
//
// For each pair of mesh_pairs.h: a drag of an eighth of the steps, big steps of a sixteenth, and the discrete
// test at the resolved poses of the same steps. Answers of each pair are judged by certify.h: a kind of mesh
// with wrong answers, or with work that grows, is not hidden by the others.
#include "bench/other_pairs.h"
#include "bench/certify.h"
#include "bench/mesh_pairs.h"
#include <math.h>
#include <string.h>

enum { SAMPLED_STEPS = 40, ORACLE_STEPS = 6, VALUE_COUNT = 9 };

// Rows of one pair, written into the tables once all pairs have run.
typedef struct PairRows {
    const MeshPair *pair;
    double drag[VALUE_COUNT], hits[VALUE_COUNT]; // in the order of the columns
    bool hasHits;
    Certificate judged;
} PairRows;

static void fillRow(const PeerSteps *run, double values[VALUE_COUNT]) {
    Timings steps = SortStepTimes(run), discrete = SortDiscreteTimes(run);
    MeanCounts mean = FindMeanCounts(run);
    double median = GetQuantile(&steps, 0.5), other = GetQuantile(&discrete, 0.5);
    double p95 = GetQuantile(&steps, 0.95);
    const double row[VALUE_COUNT] = {(double)run->count,        median,       p95,
                                     GetQuantile(&steps, 0.99), p95 / median, mean.spherePairs,
                                     mean.trianglePairs,        other,        median / other};
    memcpy(values, row, sizeof row);
    FreeTimings(&steps);
    FreeTimings(&discrete);
}

// Runs and judges one kind of steps.
static void measureRun(const BenchInput *input, const BenchPair *pair, PeerSteps *run, bool isDrag,
                       PairRows *rows) {
    JudgeLimits limits = {SAMPLED_STEPS, isDrag ? ORACLE_STEPS : 0};
    TimeSteps(pair, run, isDrag);
    fillRow(run, isDrag ? rows->drag : rows->hits);
    Certificate part = JudgeSteps(input, pair, run, limits);
    AddCertificate(&rows->judged, &part);
}

static bool measurePair(const BenchInput *input, const MeshPair *which, PairRows *rows, BenchReport *report) {
    BenchPair pair;
    *rows = (PairRows){.pair = which};
    bool good = OpenMeshPair(input, which, &pair, report);
    if (good) {
        PeerSteps drag = MakePeerSteps("drag", (input->steps + 7) / 8);
        PeerSteps hits = MakePeerSteps("big hits", (input->steps + 15) / 16);
        MakeDragPath(&pair, input->seed, 1.0, drag.count, drag.steps);
        measureRun(input, &pair, &drag, true, rows);
        hits.count = MakeBigSteps(&pair, input->seed + 1, hits.count, hits.steps);
        rows->hasHits = hits.count > 0;
        if (rows->hasHits) measureRun(input, &pair, &hits, false, rows);
        FreePeerSteps(&drag);
        FreePeerSteps(&hits);
    }
    FreeBenchPair(&pair);
    return good;
}

// --- The report

static void addTimeTable(BenchReport *report, const PairRows *rows, int32_t count, bool ofHits) {
    static const char *const columns[] = {"steps",      "median us",  "p95 us",      "p99 us", "p95/med.",
                                          "sph. pairs", "tri. pairs", "discrete us", "ratio",  NULL};
    AddTable(report, columns,
             "Other pairs, %s: mean counts a step, and the discrete test at its resolved poses",
             ofHits ? "big random steps that hit" : "slow drags");
    for (int32_t i = 0; i < count; i++) {
        if (!ofHits) AddRow(report, rows[i].drag, "%s", rows[i].pair->name);
        if (ofHits && rows[i].hasHits) AddRow(report, rows[i].hits, "%s", rows[i].pair->name);
    }
}

// Half of the times of these pairs when they were first measured.
static void addHitTarget(BenchReport *report, const PairRows *rows) {
    static const struct {
        const char *brief;
        double limit;
    } limits[] = {{"bunnies", 96.0}, {"knot", 60.0}};
    for (int k = 0; k < 2; k++) {
        if (strcmp(rows->pair->brief, limits[k].brief) != 0) continue;
        char what[96];
        snprintf(what, sizeof what, "%s, big hits, median", rows->pair->name);
        AddTarget(report, what, rows->hits[1], REPORT_AT_MOST, limits[k].limit, "us");
    }
}

static void addJudgedTable(BenchReport *report, const PairRows *rows, int32_t count) {
    Certificate total = {0};
    double drag = 0.0, spread = 0.0;
    AddCertificateTable(report,
                        "Other pairs, judged: elements named, poses on the path, brute-force oracle (drags)");
    for (int32_t i = 0; i < count; i++) {
        AddCertificateRow(report, rows[i].pair->name, &rows[i].judged);
        AddCertificate(&total, &rows[i].judged);
        addHitTarget(report, &rows[i]);
        drag = fmax(drag, rows[i].drag[VALUE_COUNT - 1]);
        spread = fmax(spread, rows[i].hasHits ? rows[i].hits[4] : 0.0);
    }
    AddTarget(report, "other pairs, drag / discrete test at the resolved poses, the largest", drag,
              REPORT_AT_MOST, 1.6, "times");
    AddTarget(report, "other pairs, big hits, 95th percentile / median, the largest", spread, REPORT_AT_MOST,
              2.0, "times");
    RequireCertificate(report, "other pairs, ", &total);
}

bool RunOtherPairs(const BenchInput *input, BenchReport *report) {
    const MeshPair *pairs[MESH_PAIR_MAX];
    PairRows rows[MESH_PAIR_MAX];
    int32_t count = ListMeshPairs(input, pairs, report);
    for (int32_t i = 0; i < count; i++) {
        input->showProgress(i, count, input->context);
        if (!measurePair(input, pairs[i], &rows[i], report)) return false;
    }
    addTimeTable(report, rows, count, false);
    addTimeTable(report, rows, count, true);
    addJudgedTable(report, rows, count);
    return true;
}
