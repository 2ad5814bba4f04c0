// Two boxes: the analytic algorithm [AS05] against the mesh test on the same boxes of 12 triangles.
//
// (1) Steps of five kinds (box_steps.h), by cdFindFirstContact, the same with CD_DISABLE_BOXES, and
// cdFindBoxContact on a screw: microseconds a call, and how often the answers agree. (2) cdFindBoxContact on
// polynomial motions (box_motions.c). (3) With peers, the same steps through FCL and Bullet (box_peers.c).
#include "bench/bench.h"
#include "bench/box_motions.h"
#include "bench/box_peers.h"
#include "bench/box_steps.h"
#include "bench/box_times.h"
#include <math.h>
#include <stdlib.h>

enum { ROUNDS = 5 };

static const double sameTime = 1e-9; // fractions of the step

// The answers and times of one kind of steps.
typedef struct KindRun {
    BoxSteps steps;
    cdFirstContact *boxes, *meshes; // by the box algorithm, by the mesh test
    cdBoxContact *alone;
    BoxTimes boxTimes, meshTimes, aloneTimes;
} KindRun;

// --- (1) Speed

static void askBoxes(void *context, int64_t i) {
    KindRun *run = context;
    cdFirstContactInput input = MakeBoxQuery(&run->steps, i, 0);
    cdPairCache cache = run->steps.caches[i];
    run->boxes[i] = cdFindFirstContact(&input, &cache, run->steps.shapes->workspace, NULL);
}

static void askMeshes(void *context, int64_t i) {
    KindRun *run = context;
    cdFirstContactInput input = MakeBoxQuery(&run->steps, i, CD_DISABLE_BOXES);
    cdPairCache cache = run->steps.caches[i];
    run->meshes[i] = cdFindFirstContact(&input, &cache, run->steps.shapes->workspace, NULL);
}

static void askAlone(void *context, int64_t i) {
    KindRun *run = context;
    cdBoxesInput input = MakeScrewBoxes(run->steps.shapes, &run->steps.steps[i]);
    run->alone[i] = cdFindBoxContact(&input, NULL);
}

static KindRun runKind(const BenchInput *input, const BoxShapes *shapes, BoxStepKind kind) {
    KindRun run = {.steps = MakeBoxSteps(shapes, kind, input->seed + 1 + kind, input->steps)};
    int64_t count = run.steps.count;
    run.boxes = AllocateArray(count, sizeof *run.boxes);
    run.meshes = AllocateArray(count, sizeof *run.meshes);
    run.alone = AllocateArray(count, sizeof *run.alone);
    run.boxTimes = TimeBoxCalls(askBoxes, &run, count, ROUNDS);
    run.meshTimes = TimeBoxCalls(askMeshes, &run, count, ROUNDS);
    run.aloneTimes = TimeBoxCalls(askAlone, &run, count, ROUNDS);
    return run;
}

static void freeKind(KindRun *run) {
    FreeBoxSteps(&run->steps);
    free(run->boxes);
    free(run->meshes);
    free(run->alone);
}

static void addSpeedRow(BenchReport *report, const KindRun *run) {
    double parts = 0.0, planes = 0.0, n = (double)run->steps.count;
    for (int64_t i = 0; i < run->steps.count; i++) {
        parts += run->alone[i].partCount;
        planes += run->alone[i].planeCount;
    }
    double values[] = {n,
                       run->boxTimes.median,
                       run->boxTimes.p95,
                       run->meshTimes.median,
                       run->meshTimes.p95,
                       run->meshTimes.median / run->boxTimes.median,
                       run->meshTimes.mean / run->boxTimes.mean,
                       run->aloneTimes.median,
                       parts / n,
                       planes / n};
    AddRow(report, values, "%s", GetBoxStepKindName(run->steps.kind));
}

static void addSpeedTable(BenchReport *report, const KindRun runs[BOX_STEP_KINDS]) {
    static const char *const columns[] = {"steps",    "boxes us",      "boxes p95",   "mesh us",
                                          "mesh p95", "times, median", "times, mean", "alone us",
                                          "parts",    "planes",        NULL};
    AddTable(report, columns,
             "First contact of two boxes: the box algorithm, and the mesh test on 12 triangles each");
    double boxes = 0.0, meshes = 0.0;
    for (int kind = 0; kind < BOX_STEP_KINDS; kind++) {
        addSpeedRow(report, &runs[kind]);
        boxes += runs[kind].boxTimes.mean;
        meshes += runs[kind].meshTimes.mean;
    }
    AddTarget(report, "hits, times as fast as the mesh test, median",
              runs[BOX_HITS].meshTimes.median / runs[BOX_HITS].boxTimes.median, REPORT_AT_LEAST, 5.0,
              "times");
    AddTarget(report, "all kinds, as many of each, times as fast as the mesh test", meshes / boxes,
              REPORT_AT_LEAST, 5.0, "times");
    AddNote(report,
            "Microseconds a call, blocks of eight steps, the quickest of %d rounds; median and p95 over "
            "blocks, \"mean\" over all steps. Drags keep the mesh test's cache. \"alone\": cdFindBoxContact, "
            "which finds no feature ids and no resolved pose.",
            (int)ROUNDS);
}

// --- Agreement

typedef struct Agreement {
    int64_t contacts, states, times, alone; // number of steps that touch, and of differing answers
    double largest, aloneLargest;           // of the differences in time
    int64_t answered;                       // by the box algorithm, without the trees
} Agreement;

static double getDifference(cdState state, double time, const cdFirstContact *mesh) {
    return state == mesh->state ? fabs(time - mesh->t.lo) : INFINITY;
}

static Agreement compareAnswers(const KindRun *run) {
    Agreement sum = {.contacts = 0};
    for (int64_t i = 0; i < run->steps.count; i++) {
        const cdFirstContact *box = &run->boxes[i], *mesh = &run->meshes[i];
        double difference = getDifference(box->state, box->t.lo, mesh);
        double alone = getDifference(run->alone[i].state, run->alone[i].t.lo, mesh);
        sum.contacts += mesh->state == CD_CONTACT;
        sum.states += isinf(difference);
        sum.times += !(difference <= sameTime);
        sum.alone += !(alone <= sameTime);
        sum.largest = fmax(sum.largest, difference);
        sum.aloneLargest = fmax(sum.aloneLargest, alone);
        sum.answered += box->stats.boxAnswers;
    }
    return sum;
}

static void addAgreement(BenchReport *report, const KindRun runs[BOX_STEP_KINDS]) {
    static const char *const columns[] = {"steps",         "contacts",       "answered %",
                                          "states differ", "times differ",   "largest",
                                          "alone differs", "alone, largest", NULL};
    Agreement all = {.contacts = 0};
    AddTable(report, columns, "Answers against the mesh test's: states, and times to 1e-9 of the step");
    for (int kind = 0; kind < BOX_STEP_KINDS; kind++) {
        Agreement sum = compareAnswers(&runs[kind]);
        double n = (double)runs[kind].steps.count;
        double values[] = {n,
                           (double)sum.contacts,
                           100.0 * (double)sum.answered / n,
                           (double)sum.states,
                           (double)sum.times,
                           sum.largest,
                           (double)sum.alone,
                           sum.aloneLargest};
        AddRow(report, values, "%s", GetBoxStepKindName((BoxStepKind)kind));
        all.states += sum.states;
        all.times += sum.times;
        all.alone += sum.alone;
    }
    AddRequirement(report, "steps on which boxes and mesh test differ in state", (double)all.states,
                   REPORT_AT_MOST, 0.0, "steps");
    AddRequirement(report, "steps on which they differ in state or by more than 1e-9", (double)all.times,
                   REPORT_AT_MOST, 0.0, "steps");
    AddRequirement(report, "steps on which cdFindBoxContact differs likewise", (double)all.alone,
                   REPORT_AT_MOST, 0.0, "steps");
    AddNote(report,
            "\"answered\": decided by the box algorithm. It leaves the others to the trees, starting at "
            "the time up to which it proved them free.");
}

// --- All

static bool runKinds(const BenchInput *input, const BoxShapes *shapes, KindRun runs[BOX_STEP_KINDS],
                     BenchReport *report) {
    for (int kind = 0; kind < BOX_STEP_KINDS; kind++) {
        input->showProgress(kind, BOX_STEP_KINDS, input->context);
        runs[kind] = runKind(input, shapes, (BoxStepKind)kind);
        if (runs[kind].steps.count < input->steps)
            return FailReport(report, "too few random steps are %s", GetBoxStepKindName((BoxStepKind)kind));
    }
    addSpeedTable(report, runs);
    addAgreement(report, runs);
    return true;
}

static void comparePeers(const BenchInput *input, const KindRun runs[BOX_STEP_KINDS], BenchReport *report) {
    BoxCase cases[BOX_STEP_KINDS];
    for (int kind = 0; kind < BOX_STEP_KINDS; kind++)
        cases[kind] =
            (BoxCase){&runs[kind].steps, runs[kind].boxes, runs[kind].boxTimes, runs[kind].aloneTimes};
    CompareBoxPeers(input, cases, report);
}

bool RunBoxesBench(const BenchInput *input, BenchReport *report) {
    BoxShapes shapes;
    KindRun runs[BOX_STEP_KINDS] = {{.steps = {0}}};
    bool good = MakeBoxShapes(input->seed, &shapes, report) && runKinds(input, &shapes, runs, report) &&
                MeasureBoxMotions(input, report);
    if (good && input->peers) comparePeers(input, runs, report);
    for (int kind = 0; kind < BOX_STEP_KINDS; kind++)
        freeKind(&runs[kind]);
    FreeBoxShapes(&shapes);
    return good;
}
