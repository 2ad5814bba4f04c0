// A thousand boxes dropped onto a floor and each other, and ten thousand that sleep while one ball moves.
//
// Input: maximum number of steps, a seed. Output: steps a second of processor work in steps alone. After each
// step the exact overlap test judges bodies whose spheres meet: in the heap all pairs, beside the sleepers
// those of the ball. An overlap, lost time or a growing energy fails the run.
#include "bench/crowd_bench.h"
#include "bench/timing.h"
#include "collision/world.h"
#include "random.h"
#include "shapes/shapes.h"
#include <math.h>
#include <stdio.h>

enum { BODY_MAX = 10016, PART_MAX = 3, HEAP = 1000, SLEEPERS = 10000, SETTLE = 60 };

// The parts: a floor, a box of edge 1, a ball.
enum { FLOOR, BOX, BALL };

typedef struct Crowd {
    TriangleSoup soups[PART_MAX];
    cdMesh *meshes[PART_MAX];
    cdMeshInfo infos[PART_MAX];
    int parts[BODY_MAX]; // of each body
    cdBodyId ids[BODY_MAX];
    int32_t count;
    cdWorld *world;
    cdWorkspace *workspace; // for the exact test
} Crowd;

typedef struct CrowdRun {
    double microseconds, slowest, queries, contacts, lost, growth, overlaps;
    int64_t steps;
} CrowdRun;

// --- Setup

static bool makeParts(Crowd *crowd, BenchReport *report) {
    static const char *const specs[PART_MAX] = {"box:x=150,y=0.5,z=150", "box:x=0.5,y=0.5,z=0.5",
                                                "icosphere:level=1"};
    for (int i = 0; i < PART_MAX; i++) {
        if (!MakeShape(specs[i], &crowd->soups[i], report->failure, sizeof report->failure)) return false;
        for (int32_t k = 0; i == BALL && k < crowd->soups[i].pointCount; k++)
            crowd->soups[i].points[k] = cdScale(0.9, crowd->soups[i].points[k]);
        cdMeshDef def = MakeSoupMeshDef(&crowd->soups[i]);
        def.parts = CD_PART_HULL | CD_PART_FEATURES;
        crowd->meshes[i] = cdCreateMesh(&def, NULL);
        if (crowd->meshes[i] == NULL) return FailReport(report, "out of memory for a crowd");
        crowd->infos[i] = cdGetMeshInfo(crowd->meshes[i]);
    }
    cdWorldDef def = cdDefaultWorldDef();
    crowd->world = cdCreateWorld(&def);
    crowd->workspace = cdCreateWorkspace();
    return (crowd->world != NULL && crowd->workspace != NULL) ||
           FailReport(report, "out of memory for a crowd");
}

static void closeCrowd(Crowd *crowd) {
    cdDestroyWorld(crowd->world);
    cdDestroyWorkspace(crowd->workspace);
    for (int i = 0; i < PART_MAX; i++) {
        cdDestroyMesh(crowd->meshes[i]);
        DestroyTriangleSoup(&crowd->soups[i]);
    }
}

static bool addBody(Crowd *crowd, int part, cdPose pose, BenchReport *report) {
    cdBodyDef def = cdDefaultBodyDef();
    def.kind = part == FLOOR ? CD_BODY_FIXED : CD_BODY_DYNAMIC;
    def.mesh = crowd->meshes[part];
    def.pose = pose;
    def.restitution = 0.3;
    def.friction = 0.5;
    crowd->parts[crowd->count] = part;
    crowd->ids[crowd->count] = cdAddBody(crowd->world, &def);
    return crowd->ids[crowd->count++] >= 0 || FailReport(report, "a body cannot be added");
}

static cdPose placeAt(double x, double y, double z) {
    return (cdPose){{x, y, z}, {1.0, 0.0, 0.0, 0.0}};
}

// Layers of ten by ten boxes, each turned at random.
static bool dropBoxes(Crowd *crowd, uint64_t seed, BenchReport *report) {
    bool good = addBody(crowd, FLOOR, placeAt(0.0, -0.5, 0.0), report);
    Random random = {seed};
    for (int i = 0; i < HEAP && good; i++) {
        cdPose pose = placeAt(1.8 * (i % 10 - 4.5), 1.2 + 1.8 * (i / 100), 1.8 * (i / 10 % 10 - 4.5));
        pose.q = cdMakeQuat(nextRandomDirection(&random), nextRandomIn(&random, 0.0, 3.0));
        good = addBody(crowd, BOX, pose, report);
    }
    return good;
}

static bool areAsleep(const Crowd *crowd) {
    for (int32_t i = 1; i < crowd->count; i++)
        if (!cdGetBodyState(crowd->world, crowd->ids[i]).asleep) return false;
    return true;
}

// Boxes that rest on the floor, and a ball that falls beside them. It is no smaller than they are, or the
// margin would change and all bodies would be visited once.
static bool laySleepers(Crowd *crowd, BenchReport *report) {
    bool good = addBody(crowd, FLOOR, placeAt(0.0, -0.5, 0.0), report);
    for (int i = 0; i < SLEEPERS && good; i++)
        good = addBody(crowd, BOX, placeAt(2.0 * (i % 100 - 50), 0.501, 2.0 * (i / 100 - 50)), report);
    for (int i = 0, quiet = 0; i < SETTLE && good && quiet < 3; i++) {
        cdStepWorld(crowd->world, 1.0 / 60.0);
        quiet += areAsleep(crowd);
    }
    return good && addBody(crowd, BALL, placeAt(-104.0, 3.0, 0.0), report);
}

// --- Running

static bool meet(const Crowd *crowd, int32_t a, int32_t b, const cdPose *poses) {
    const cdMeshInfo *infoA = &crowd->infos[crowd->parts[a]], *infoB = &crowd->infos[crowd->parts[b]];
    cdVec3 offset =
        cdSub(cdTransformPoint(poses[a], infoA->center), cdTransformPoint(poses[b], infoB->center));
    double reach = infoA->radius + infoB->radius;
    if (cdLengthSq(offset) > reach * reach) return false;
    cdOverlapInput pair = {.meshA = crowd->meshes[crowd->parts[a]],
                           .meshB = crowd->meshes[crowd->parts[b]],
                           .poseA = poses[a],
                           .poseB = poses[b]};
    return cdFindOverlap(&pair, NULL, crowd->workspace, NULL).state != CD_FREE;
}

// `first`: bodies from this one on are judged against all before them.
static int32_t countOverlaps(const Crowd *crowd, int32_t first) {
    static cdPose poses[BODY_MAX];
    int32_t count = 0;
    for (int32_t i = 0; i < crowd->count; i++)
        poses[i] = cdGetBodyState(crowd->world, crowd->ids[i]).pose;
    for (int32_t b = first; b < crowd->count; b++)
        for (int32_t a = 0; a < b; a++)
            count += meet(crowd, a, b, poses);
    return count;
}

static double getEnergy(const Crowd *crowd) {
    cdWorldEnergy energy = cdGetWorldEnergy(crowd->world);
    return energy.kinetic + energy.potential;
}

static bool stepCrowd(const Crowd *crowd, int32_t first, CrowdRun *run) {
    double energy = getEnergy(crowd), begin = GetMicroseconds();
    cdWorldStep step = cdStepWorld(crowd->world, 1.0 / 60.0);
    double time = GetMicroseconds() - begin;
    run->microseconds += time;
    run->slowest = cdMax(run->slowest, time);
    run->queries += step.queries;
    run->contacts += step.contacts;
    run->lost += 60.0 * step.blockedTime;
    run->growth = cdMax(run->growth, getEnergy(crowd) / energy - 1.0);
    run->overlaps += countOverlaps(crowd, first);
    run->steps++;
    return step.state == CD_FREE;
}

static void addRun(const CrowdRun *run, const char *name, double target, BenchReport *report) {
    double count = (double)run->steps, rate = 1e6 * count / run->microseconds;
    double values[] = {count,
                       rate,
                       1e-3 * run->slowest,
                       run->contacts / count,
                       run->queries / count,
                       run->lost / count,
                       run->overlaps};
    AddRow(report, values, "%s", name);
    char text[96];
    snprintf(text, sizeof text, "%s, steps a second", name);
    AddTarget(report, text, rate, REPORT_AT_LEAST, target, "1/s");
    snprintf(text, sizeof text, "%s, pairs in overlap", name);
    AddRequirement(report, text, run->overlaps, REPORT_AT_MOST, 0.0, "pairs");
    snprintf(text, sizeof text, "%s, growth of energy", name);
    AddRequirement(report, text, run->growth, REPORT_AT_MOST, 1e-12, "");
}

static bool runCrowd(const BenchInput *input, bool sleeps, int64_t steps, BenchReport *report) {
    static Crowd crowd;
    crowd = (Crowd){0};
    const char *name = sleeps ? "10,000 boxes asleep, one ball" : "1,000 boxes dropped";
    bool good = makeParts(&crowd, report) &&
                (sleeps ? laySleepers(&crowd, report) : dropBoxes(&crowd, input->seed, report));
    CrowdRun run = {0};
    for (int64_t i = 0; i < steps && good; i++) {
        input->showProgress(i, steps, input->context);
        good = stepCrowd(&crowd, sleeps ? crowd.count - 1 : 1, &run) ||
               FailReport(report, "%s: a step of the world is undecided", name);
    }
    if (good && steps > 0) addRun(&run, name, sleeps ? 1000.0 : 20.0, report);
    closeCrowd(&crowd);
    return good;
}

bool RunCrowdBench(const BenchInput *input, BenchReport *report) {
    static const char *const columns[] = {"steps",   "steps/s",   "slowest ms", "contact points",
                                          "queries", "time lost", "overlaps",   NULL};
    AddTable(report, columns, "Crowds, steps of 1/60 s, on one core, ours only");
    int64_t heap = input->steps / 4 < 90 ? input->steps / 4 : 90;
    return runCrowd(input, false, heap, report) &&
           runCrowd(input, true, input->steps < 120 ? input->steps : 120, report);
}
