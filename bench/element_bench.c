// The elementary tests alone: nanoseconds each, and four linearly moving points against the exact oracle.
//
// (1) vertex-face, face-vertex and edge-edge under a screw, from the moved points to the answer, by outcome:
// the cubic cannot vanish; it is solved and the elements miss each other; they touch. (2) cdFindLinearContact
// on random and on degenerate points, judged by the rational oracle: no miss, no false contact. (3) The same
// on a published set of queries, if given (linear_queries.c).
#include "bench/bench.h"
#include "bench/linear_families.h"
#include "bench/linear_queries.h"
#include "bench/timing.h"
#include "continuous/elements/elements.h"
#include "foundation/geometry/screw.h"
#include "oracle/judge_linear.h"
#include "random.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CASE_COUNT = 256, REPEATS = 40 };

static const double pi = 3.14159265358979323846;

typedef enum Outcome { OUTCOME_REJECTED, OUTCOME_PASSED, OUTCOME_TOUCHED, OUTCOME_COUNT } Outcome;

typedef struct ElementCase {
    cdScrew screw, inverse;
    cdElementPair pair;
} ElementCase;

static const cdElementTolerance tolerance = {1e-12, 0x1p-40};

static cdCubic makeCubic(const ElementCase *c) {
    const cdElementPair *pair = &c->pair;
    if (pair->movingCount == 1) return cdMakeVertexFaceCubic(&c->screw, &pair->moving[0], pair->fixed);
    if (pair->movingCount == 2) {
        cdMovingEdge edge = cdMakeMovingEdge(&c->screw, &pair->moving[0], &pair->moving[1]);
        return cdMakeEdgeEdgeCubic(&edge, pair->fixed[0], pair->fixed[1]);
    }
    const cdVec3 face[3] = {pair->moving[0].x, pair->moving[1].x, pair->moving[2].x};
    return cdMakeFaceVertexCubic(&c->inverse, face, pair->fixed[0]);
}

static Outcome testElements(const ElementCase *c, cdQueryStats *stats) {
    cdCubic cubic = makeCubic(c);
    if (!cdElementsMayTouch(&cubic, 4.0 * tolerance.distance, 0.0, 1.0)) return OUTCOME_REJECTED;
    cdElementContact contact =
        cdFindElementContact(&c->screw, &c->pair, &cubic, 0.0, 1.0, &tolerance, stats, NULL);
    return contact.state == CD_FREE ? OUTCOME_PASSED : OUTCOME_TOUCHED;
}

// Creates elements of a twentieth of the mesh's radius, about as far from each other, in a step of 2 % and 2
// degrees.
static ElementCase makeCase(Random *random, int movingCount) {
    cdPose start = cdIdentityPose();
    cdPose target = {cdScale(0.02, nextRandomDirection(random)),
                     cdMakeQuat(nextRandomDirection(random), 2.0 * pi / 180.0)};
    cdMotion motion = cdMakeMotion(start, target, start.p);
    ElementCase c = {.screw = motion.screws[0], .inverse = cdInvertScrew(&motion.screws[0])};
    cdVec3 position = nextRandomVec3(random);
    c.pair.movingCount = movingCount;
    c.pair.fixedCount = 4 - movingCount;
    for (int i = 0; i < movingCount; i++)
        c.pair.moving[i] = cdMakeMovingPoint(&c.screw, cdMulAdd(position, 0.05, nextRandomVec3(random)));
    for (int i = 0; i < c.pair.fixedCount; i++)
        c.pair.fixed[i] = cdMulAdd(position, 0.05, nextRandomVec3(random));
    return c;
}

// Returns nanoseconds a test over cases with the same outcome.
static double timeOutcome(Random *random, int movingCount, Outcome wanted) {
    ElementCase *cases = AllocateArray(CASE_COUNT, sizeof *cases);
    cdQueryStats stats = {0};
    for (int i = 0; i < CASE_COUNT;) {
        cases[i] = makeCase(random, movingCount);
        if (testElements(&cases[i], &stats) == wanted) i++;
    }
    Timings timings = MakeTimings(REPEATS);
    int64_t agreeing = 0;
    for (int repeat = 0; repeat < REPEATS; repeat++) {
        double begin = GetMicroseconds();
        for (int i = 0; i < CASE_COUNT; i++)
            agreeing += testElements(&cases[i], &stats) == wanted;
        AddTiming(&timings, 1e3 * (GetMicroseconds() - begin) / CASE_COUNT);
    }
    SortTimings(&timings);
    double median = agreeing == REPEATS * CASE_COUNT ? GetQuantile(&timings, 0.5) : NAN;
    FreeTimings(&timings);
    free(cases);
    return median;
}

static void addElementTimes(BenchReport *report, uint64_t seed) {
    static const char *const columns[] = {"cannot vanish, ns", "solved, passes, ns", "touches, ns", NULL};
    static const char *const names[] = {"vertex-face", "edge-edge", "face-vertex"};
    Random random = {seed};
    AddTable(report, columns, "Elementary tests under a screw, median");
    for (int movingCount = 1; movingCount <= 3; movingCount++) {
        double values[OUTCOME_COUNT];
        for (int k = 0; k < OUTCOME_COUNT; k++)
            values[k] = timeOutcome(&random, movingCount, (Outcome)k);
        AddRow(report, values, "%s", names[movingCount - 1]);
    }
}

typedef struct Tally {
    int64_t verdicts[VERDICT_COUNT];
    int64_t contacts;
    Timings times; // nanoseconds
} Tally;

// Reading the clock costs as much as a query: each runs several times between two readings.
static cdLinearContact timeQuery(const cdLinearInput *query, Timings *times) {
    enum { RUNS = 8 };
    cdLinearContact result = {.state = CD_UNDECIDED};
    double begin = GetMicroseconds();
    for (int run = 0; run < RUNS; run++)
        result = cdFindLinearContact(query);
    AddTiming(times, 1e3 * (GetMicroseconds() - begin) / RUNS);
    return result;
}

static void addTally(BenchReport *report, const char *name, Tally *tally, int64_t sums[VERDICT_COUNT]) {
    const int64_t *v = tally->verdicts;
    SortTimings(&tally->times);
    double values[] = {
        (double)tally->times.count,   (double)tally->contacts,         (double)v[VERDICT_MISSED],
        (double)v[VERDICT_FALSE],     (double)v[VERDICT_LATE],         (double)v[VERDICT_WITHIN_TOLERANCE],
        (double)v[VERDICT_UNDECIDED], GetQuantile(&tally->times, 0.5), GetQuantile(&tally->times, 0.99)};
    AddRow(report, values, "%s", name);
    for (int k = 0; k < VERDICT_COUNT; k++)
        sums[k] += v[k];
    FreeTimings(&tally->times);
}

static void judgeFamily(const BenchInput *input, int family, int64_t count, BenchReport *report,
                        int64_t sums[VERDICT_COUNT]) {
    int familyCount;
    const LinearFamily *families = GetLinearFamilies(&familyCount);
    Random random = {input->seed + 1000003u * (uint64_t)family};
    Tally tally = {.times = MakeTimings(count)};
    for (int64_t i = 0; i < count; i++) {
        cdLinearInput query = families[family].make(&random, i);
        cdLinearContact result = timeQuery(&query, &tally.times);
        OracleLinear truth = FindOracleLinearContact(&query);
        tally.contacts += truth.contact;
        tally.verdicts[JudgeLinearContact(&query, &result, &truth)]++;
        if (i % 64 == 0) input->showProgress(family * count + i, familyCount * count, input->context);
    }
    addTally(report, families[family].name, &tally, sums);
}

// Compares with the published answers, contact or not. Where ours differs, the oracle decides.
static void judgeFile(const char *path, const LinearQueries *queries, BenchReport *report,
                      int64_t sums[VERDICT_COUNT]) {
    Tally tally = {.times = MakeTimings(queries->count)};
    int64_t truthWrong = 0;
    for (int64_t i = 0; i < queries->count; i++) {
        const cdLinearInput *query = &queries->inputs[i];
        cdLinearContact result = timeQuery(query, &tally.times);
        tally.contacts += queries->contacts[i];
        Verdict verdict = result.state == CD_UNDECIDED ? VERDICT_UNDECIDED : VERDICT_RIGHT;
        if (verdict == VERDICT_RIGHT && (result.state == CD_CONTACT) != queries->contacts[i]) {
            OracleLinear truth = FindOracleLinearContact(query);
            truthWrong += truth.contact != queries->contacts[i];
            verdict = JudgeLinearContact(query, &result, &truth);
        }
        tally.verdicts[verdict]++;
    }
    addTally(report, strrchr(path, '/') ? strrchr(path, '/') + 1 : path, &tally, sums);
    AddNote(report,
            "%s: %lld queries, %lld with coordinates that no double has (rounded), %lld where the file's "
            "answer is not the oracle's for the points as read.",
            path, (long long)queries->count, (long long)queries->roundedCount, (long long)truthWrong);
}

bool RunElementBench(const BenchInput *input, BenchReport *report) {
    static const char *const columns[] = {"queries",          "contacts",  "missed",    "false",  "late",
                                          "within tolerance", "undecided", "median ns", "p99 ns", NULL};
    LinearQueries queries = {0};
    if (input->file != NULL &&
        !ReadLinearQueries(input->file, &queries, report->failure, sizeof report->failure)) {
        return false;
    }
    addElementTimes(report, input->seed);
    AddTable(report, columns, "Four points that move linearly, judged by the rational oracle");
    int64_t sums[VERDICT_COUNT] = {0};
    int familyCount;
    GetLinearFamilies(&familyCount);
    for (int family = 0; family < familyCount; family++)
        judgeFamily(input, family, (input->steps + familyCount - 1) / familyCount, report, sums);
    if (input->file != NULL) judgeFile(input->file, &queries, report, sums);
    FreeLinearQueries(&queries);
    AddRequirement(report, "contacts missed", (double)sums[VERDICT_MISSED], REPORT_AT_MOST, 0.0, "queries");
    double wrong = (double)(sums[VERDICT_FALSE] + sums[VERDICT_LATE]);
    AddRequirement(report, "contacts false or late", wrong, REPORT_AT_MOST, 0.0, "queries");
    double within = (double)sums[VERDICT_WITHIN_TOLERANCE];
    AddRequirement(report, "contacts within tolerance only", within, REPORT_AT_MOST, 0.0, "queries");
    double undecided = (double)sums[VERDICT_UNDECIDED];
    AddRequirement(report, "undecided", undecided, REPORT_AT_MOST, 0.0, "queries");
    return true;
}
