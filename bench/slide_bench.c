// Steps that slide: the teapot dragged over the bunny's back and pressed against it, and other pairs of
// meshes.
//
// Input: a seed. Output: times of whole steps, of the first contact of the same steps, and of the contact
// regions at the resolved pose; queries, regions and solver rounds of a step. Steps are found once, then
// timed in three passes over the whole path; the middle time counts. No step may end in overlap, by the exact
// test; on some the path is judged too. Other pairs make an eighth of the steps, those of a thread a
// thirtieth.
#include "bench/mesh_pairs.h"
#include "bench/slide_run.h"
#include "bench/timing.h"

enum { JUDGED_STEPS = 40 };

static Timings sortTimes(double *const times[SLIDE_PASSES], int64_t count) {
    Timings timings = MakeTimings(count);
    for (int64_t i = 0; i < count; i++)
        AddTiming(&timings, GetMiddle(times[0][i], times[1][i], times[2][i]));
    SortTimings(&timings);
    return timings;
}

// --- Teapot and bunny

static Timings addTimes(BenchReport *report, const char *label, double *const times[SLIDE_PASSES],
                        int64_t count) {
    Timings timings = sortTimes(times, count);
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
    AddTarget(report, "slide, median", GetQuantile(&slides, 0.5), REPORT_AT_MOST, 300.0, "us");
    AddTarget(report, "slide, 99th percentile", GetQuantile(&slides, 0.99), REPORT_AT_MOST, 1200.0, "us");
    AddNote(report, "A step with slide takes %.1f times as long as its first contact, by medians.",
            GetQuantile(&slides, 0.5) / GetQuantile(&contacts, 0.5));
    FreeTimings(&slides);
    FreeTimings(&contacts);
    FreeTimings(&regions);
}

static void addCounts(const SlideRun *run, const SlideCounts *sum, BenchReport *report) {
    static const char *const columns[] = {"steps", "queries", "regions", "rounds", "way", NULL};
    double n = (double)run->count;
    AddTable(report, columns, "A step on average");
    double values[] = {n, sum->legs / n, sum->regions / n, sum->rounds / n, sum->moved / n};
    AddRow(report, values, "all steps");
    AddNote(report, "%.0f of %.0f steps met contact; %.0f used up their queries before they ended.",
            sum->touching, n, sum->exhausted);
}

static void require(BenchReport *report, const char *of, const char *what, double count, const char *unit) {
    char text[96];
    snprintf(text, sizeof text, "%s%s", of, what);
    AddRequirement(report, text, count, REPORT_AT_MOST, 0.0, unit);
}

static void requireGood(BenchReport *report, const char *of, const SlideCounts *sum) {
    require(report, of, "ends in overlap", sum->overlaps, "steps");
    require(report, of, "undecided", sum->undecided, "steps");
    require(report, of, "poses on the path that overlap", sum->crossing, "poses");
    require(report, of, "second slides that move", sum->again, "steps");
}

static bool makeRun(const BenchInput *input, const BenchPair *pair, int64_t count, SlideRun *run,
                    SlideCounts *counts, BenchReport *report) {
    if (!OpenSlideRun(pair, count, run, report)) return false;
    MakeSlidePath(run, input->seed);
    for (int pass = 0; pass < SLIDE_PASSES; pass++)
        TimeSlidePass(run, pass);
    *counts = CountSlides(run, JUDGED_STEPS);
    return true;
}

static bool runTeapot(const BenchInput *input, BenchReport *report) {
    BenchPair pair;
    SlideRun run = {0};
    SlideCounts counts = {0};
    bool good = MakeBenchPair(input, "builtin:teapot", "builtin:bunny", 0.0, &pair, report) &&
                makeRun(input, &pair, input->steps, &run, &counts, report);
    if (good) {
        addTimeTable(&run, report);
        addCounts(&run, &counts, report);
        requireGood(report, "slide, ", &counts);
    }
    CloseSlideRun(&run);
    FreeBenchPair(&pair);
    return good;
}

// --- Other pairs

static void addPairRow(const SlideRun *run, const SlideCounts *counts, const char *name,
                       BenchReport *report) {
    Timings slides = sortTimes(run->times, run->count), contacts = sortTimes(run->contactTimes, run->count),
            regions = sortTimes(run->regionTimes, run->count);
    double n = (double)run->count, median = GetQuantile(&slides, 0.5);
    double values[] = {n,
                       median,
                       GetQuantile(&slides, 0.95),
                       GetQuantile(&slides, 0.99),
                       GetQuantile(&contacts, 0.5),
                       GetQuantile(&regions, 0.5),
                       counts->legs / n,
                       counts->regions / n,
                       counts->moved / n,
                       counts->judged};
    AddRow(report, values, "%s", name);
    FreeTimings(&slides);
    FreeTimings(&contacts);
    FreeTimings(&regions);
}

static void addSlideCounts(SlideCounts *sum, const SlideCounts *part) {
    sum->overlaps += part->overlaps;
    sum->undecided += part->undecided;
    sum->crossing += part->crossing;
    sum->again += part->again;
}

static bool runPair(const BenchInput *input, const MeshPair *which, SlideCounts *sum, BenchReport *report) {
    BenchPair pair;
    SlideRun run = {0};
    SlideCounts counts = {0};
    int64_t parts = which->fitted ? 30 : 8;
    bool good = OpenMeshPair(input, which, &pair, report) &&
                makeRun(input, &pair, (input->steps + parts - 1) / parts, &run, &counts, report);
    if (good) {
        addPairRow(&run, &counts, which->name, report);
        addSlideCounts(sum, &counts);
    }
    CloseSlideRun(&run);
    FreeBenchPair(&pair);
    return good;
}

static bool runOtherPairs(const BenchInput *input, BenchReport *report) {
    static const char *const columns[] = {"steps",   "median us", "p95 us", "p99 us", "contact", "regions us",
                                          "queries", "regions",   "way",    "judged", NULL};
    const MeshPair *pairs[MESH_PAIR_MAX];
    SlideCounts sum = {0};
    int32_t count = ListMeshPairs(input, pairs, report);
    AddTable(report, columns, "Other pairs, pressed; contact and regions: medians; judged: poses on paths");
    for (int32_t i = 0; i < count; i++) {
        input->showProgress(i + 1, count + 1, input->context);
        if (!runPair(input, pairs[i], &sum, report)) return false;
    }
    requireGood(report, "other pairs, ", &sum);
    return true;
}

bool RunSlideBench(const BenchInput *input, BenchReport *report) {
    input->showProgress(0, 2, input->context);
    return runTeapot(input, report) && runOtherPairs(input, report);
}
