// Worlds: one mesh of thousands of triangles thrown onto a floor, in ours and others; a stack and a pile;
// joints.
//
// Input: steps of a throw, a seed; with `peers` the same throws through Bullet and ODE, if installed. Output:
// steps a second, the deepest vertex below the floor at the end of any step, throws that end below the floor,
// collisions a step. Thirty throws with steps of 1/60 s, at most ten seconds each, and ten with steps of
// 1/1000 s; of the bunny, which is ten times as large, three of five seconds, and five of meshes of other
// kinds. A step of ours that ends in overlap, by the exact test, fails the run.
#include "bench/crowd_bench.h"
#include "bench/linked_bench.h"
#include "bench/pile_bench.h"
#include "bench/thrown_mesh.h"
#include "bench/timing.h"
#include <math.h>

typedef struct ThrownSpec {
    const char *spec, *name;
    int64_t throws; // at 1/60 s
    bool large;     // tens of thousands of triangles: no target, shorter throws
    bool fast;      // also at 1/1000 s
} ThrownSpec;

static const ThrownSpec meshes[] = {{"builtin:teapot", "teapot", 30, false, true},
                                    {"builtin:torus-knot", "torus knot", 30, false, true},
                                    {"builtin:bunny", "bunny", 3, true, false},
                                    {"builtin:icosphere:level=4", "sphere", 5, false, false},
                                    {"builtin:quad-torus:n=50", "torus of quads", 5, false, false},
                                    {"builtin:gear:teeth=96", "gear", 5, false, false},
                                    {"builtin:bolt", "bolt", 5, false, false},
                                    {"scan", "scan", 5, false, false}};
enum { MESH_COUNT = sizeof meshes / sizeof meshes[0], PACE_COUNT = 2 };

typedef struct Pace {
    double dt;
    const char *name;
    int64_t steps, throws; // of each
} Pace;

static int64_t getLeast(int64_t a, int64_t b) {
    return a < b ? a : b;
}

static void choosePaces(int64_t steps, const ThrownSpec *spec, Pace paces[PACE_COUNT]) {
    int64_t most = steps < 200 ? 2 : 30;
    paces[0] =
        (Pace){1.0 / 60.0, "1/60 s", getLeast(steps, spec->large ? 300 : 600), getLeast(spec->throws, most)};
    paces[1] = (Pace){1.0 / 1000.0, "1/1000 s", steps, spec->fast ? getLeast(10, most) : 0};
}

// Sums over all throws of a mesh at a pace, through one library.
typedef struct ThrowSum {
    Timings rates; // steps a second, not times
    double throws, steps, depth, tunnelled, overlaps, events, impacts, waits, queries, drift;
} ThrowSum;

static void addThrow(ThrowSum *sum, const ThrowResult *result) {
    AddTiming(&sum->rates, (double)result->steps / result->seconds);
    sum->throws++;
    sum->steps += (double)result->steps;
    sum->tunnelled += result->tunnelled;
    if (!result->tunnelled) sum->depth = cdMax(sum->depth, result->depth);
    sum->overlaps += (double)result->overlaps;
    sum->events += (double)result->events;
    sum->impacts += (double)result->impacts;
    sum->waits += (double)result->waits;
    sum->queries += (double)result->queries;
    sum->drift = cdMax(sum->drift, result->drift);
}

// Adds a row; returns the median of steps a second.
static double addThrowRow(ThrowSum *sum, bool own, const char *mesh, const Pace *pace, const char *who,
                          BenchReport *report) {
    SortTimings(&sum->rates);
    double rate = GetQuantile(&sum->rates, 0.5);
    double values[] = {sum->throws,
                       sum->steps,
                       rate,
                       GetQuantile(&sum->rates, 0.0),
                       sum->depth,
                       sum->tunnelled,
                       own ? sum->events / sum->steps : NAN,
                       own ? sum->queries / sum->steps : NAN,
                       own ? sum->waits : NAN,
                       own ? sum->overlaps : NAN};
    AddRow(report, values, "%s, %s: %s", mesh, pace->name, who);
    FreeTimings(&sum->rates);
    return rate;
}

// --- Ours

static bool throwOwn(const BenchInput *input, ThrownMesh *thrown, const ThrownSpec *spec, const Pace *pace,
                     BenchReport *report) {
    ThrowSum sum = {.rates = MakeTimings(pace->throws)};
    bool good = true;
    for (int64_t i = 0; i < pace->throws && good; i++) {
        input->showProgress(i, pace->throws, input->context);
        PeerThrow start = MakeThrow(input->seed, i);
        ThrowResult result;
        good = RunOwnThrow(thrown, &start, pace->dt, pace->steps, &result, report);
        if (good) addThrow(&sum, &result);
    }
    double rate = addThrowRow(&sum, true, spec->name, pace, "ours", report);
    if (!good) return false;
    char what[96];
    snprintf(what, sizeof what, "%s, %s, end of a step in overlap", spec->name, pace->name);
    AddRequirement(report, what, sum.overlaps, REPORT_AT_MOST, 0.0, "steps");
    snprintf(what, sizeof what, "%s, %s, through the floor", spec->name, pace->name);
    AddRequirement(report, what, sum.tunnelled, REPORT_AT_MOST, 0.0, "throws");
    snprintf(what, sizeof what, "%s, %s", spec->name, pace->name);
    if (!spec->large) AddTarget(report, what, rate, REPORT_AT_LEAST, 1000.0, "steps a second");
    return true;
}

// --- Others

static void throwPeer(const BenchInput *input, ThrownMesh *thrown, const PeerWorld *peer, const char *name,
                      const Pace *pace, BenchReport *report) {
    PeerScene scene = MakePeerScene(thrown);
    ThrowSum sum = {.rates = MakeTimings(pace->throws)};
    for (int64_t i = 0; i < pace->throws; i++) {
        input->showProgress(i, pace->throws, input->context);
        void *world = peer->open(&scene); // a new one each time, without state of the last throw
        if (world == NULL) break;
        PeerThrow start = MakeThrow(input->seed, i);
        ThrowResult result = RunPeerThrow(thrown, peer, world, &start, pace->dt, pace->steps);
        addThrow(&sum, &result);
        peer->close(world);
    }
    addThrowRow(&sum, false, name, pace, peer->name, report);
}

static bool runThrows(const BenchInput *input, const ThrownSpec *spec, BenchReport *report) {
    Pace paces[PACE_COUNT];
    choosePaces(input->steps, spec, paces);
    const PeerWorld *peers[2];
    int32_t peerCount = input->peers ? GetPeerWorlds(peers) : 0;
    ThrownMesh thrown;
    bool good = LoadThrownMesh(input, spec->spec, paces[1].steps, &thrown, report);
    for (int p = 0; p < PACE_COUNT && good && paces[p].throws > 0; p++) {
        good = throwOwn(input, &thrown, spec, &paces[p], report);
        for (int32_t i = 0; i < peerCount && good; i++)
            throwPeer(input, &thrown, peers[i], spec->name, &paces[p], report);
    }
    if (good)
        AddNote(report, "%s: %d triangles, mass of its %s.", spec->name, (int)thrown.soup.triangleCount,
                thrown.source == CD_MASS_OF_VOLUME ? "volume" : "convex hull");
    FreeThrownMesh(&thrown);
    return good;
}

static void addNotes(const BenchInput *input, BenchReport *report) {
    AddNote(
        report,
        "Radius 1, mass by density 1, restitution 0.5, friction 0.5, up to 30 radii and 10 radians a "
        "second, from 3 above a box 1 thick. Ours: steps until the mesh is asleep; others are kept awake. "
        "Depth: maximum over all steps of the deepest vertex below the floor's top, for throws that end "
        "above.");
    const PeerWorld *peers[2];
    int32_t count = input->peers ? GetPeerWorlds(peers) : 0;
    for (int32_t i = 0; i < count; i++)
        AddNote(report, "%s", peers[i]->settings);
    if (!input->peers) AddNote(report, "With --peers: the same throws through Bullet and ODE.");
}

bool RunWorldBench(const BenchInput *input, BenchReport *report) {
    static const char *const columns[] = {
        "throws",        "steps",          "steps/s, median", "slowest throw", "depth", "through",
        "events a step", "queries a step", "waits",           "overlaps",      NULL};
    AddTable(report, columns, "One mesh thrown onto a floor, on one core");
    for (int m = 0; m < MESH_COUNT; m++) {
        if (!runThrows(input, &meshes[m], report)) return false;
    }
    addNotes(input, report);
    return RunPileBench(input, report) && RunCrowdBench(input, report) && RunLinkedBench(input, report);
}
