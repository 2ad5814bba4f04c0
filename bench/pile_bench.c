// Ten boxes on top of each other, and a hundred mixed meshes dropped into a box without a lid.
//
// Input: maximum number of steps, a seed. Output: steps a second while something moves; collisions, contact
// points and queries of a step. After each step the exact overlap test judges every pair of bodies whose
// spheres meet; an overlap fails the run. The heap falls a second time beside another one, whose steps run on
// two threads: the ratio of their times, and a comparison of all bits.
#include "bench/pile_bench.h"
#include "bench/drag_path.h"
#include "bench/timing.h"
#include "collision/world.h"
#include "random.h"
#include "threads/pool.h"
#include <stdlib.h>
#include <string.h>

enum { PART_MAX = 16, BODY_MAX = 128 };

typedef struct Part {
    TriangleSoup soup;
    cdMesh *mesh;
} Part;

typedef struct Pile {
    Part parts[PART_MAX];
    int32_t partCount;
    const Part *bodyParts[BODY_MAX];
    int32_t bodyCount, firstDynamic;
    cdWorld *world;
    cdWorkspace *workspace; // for the exact test
} Pile;

static void addPart(Pile *pile, const TriangleSoup *soup, double scale) {
    for (int32_t i = 0; i < soup->pointCount; i++)
        soup->points[i] = cdScale(scale, soup->points[i]);
    pile->parts[pile->partCount++].soup = *soup;
}

// Builds meshes with leaves of about one size, like scenes.
static bool buildParts(Pile *pile, BenchReport *report) {
    cdMeshDef defs[PART_MAX];
    for (int32_t i = 0; i < pile->partCount; i++)
        defs[i] = MakeSoupMeshDef(&pile->parts[i].soup);
    double radii[PART_MAX];
    cdSuggestLeafRadii(defs, pile->partCount, radii);
    for (int32_t i = 0; i < pile->partCount; i++) {
        Part *part = &pile->parts[i];
        defs[i].leafRadius = radii[i];
        defs[i].parts = CD_PART_HULL | CD_PART_FEATURES;
        part->mesh = cdCreateMesh(&defs[i], NULL);
        if (part->mesh == NULL) return FailReport(report, "out of memory for the pile");
    }
    pile->workspace = cdCreateWorkspace();
    return pile->workspace != NULL || FailReport(report, "out of memory for the pile");
}

static bool addBox(Pile *pile, cdVec3 half, BenchReport *report) {
    char spec[96];
    snprintf(spec, sizeof spec, "box:x=%g,y=%g,z=%g", half.x, half.y, half.z);
    TriangleSoup soup;
    if (!MakeShape(spec, &soup, report->failure, sizeof report->failure)) return false;
    addPart(pile, &soup, 1.0);
    return true;
}

static bool addBody(Pile *pile, int32_t part, cdPose pose, bool fixed, BenchReport *report) {
    cdBodyDef def = cdDefaultBodyDef();
    def.kind = fixed ? CD_BODY_FIXED : CD_BODY_DYNAMIC;
    def.mesh = pile->parts[part].mesh;
    def.pose = pose;
    def.restitution = 0.3;
    def.friction = 0.5;
    if (fixed) pile->firstDynamic = pile->bodyCount + 1;
    pile->bodyParts[pile->bodyCount++] = &pile->parts[part];
    return cdAddBody(pile->world, &def) >= 0 || FailReport(report, "a body cannot be added");
}

static bool openPile(Pile *pile, BenchReport *report) {
    cdWorldDef def = cdDefaultWorldDef();
    *pile = (Pile){.world = cdCreateWorld(&def)};
    return pile->world != NULL || FailReport(report, "the world cannot be created");
}

static void closePile(Pile *pile) {
    cdDestroyWorld(pile->world);
    cdDestroyWorkspace(pile->workspace);
    for (int32_t i = 0; i < pile->partCount; i++) {
        cdDestroyMesh(pile->parts[i].mesh);
        DestroyTriangleSoup(&pile->parts[i].soup);
    }
}

// --- Setup

static cdPose placeAt(double x, double y, double z) {
    return (cdPose){{x, y, z}, {1.0, 0.0, 0.0, 0.0}};
}

static bool buildStack(Pile *pile, BenchReport *report) {
    if (!addBox(pile, (cdVec3){10.0, 0.5, 10.0}, report) || !addBox(pile, (cdVec3){0.5, 0.5, 0.5}, report) ||
        !buildParts(pile, report))
        return false;
    bool good = addBody(pile, 0, placeAt(0.0, -0.5, 0.0), true, report);
    for (int i = 0; i < 10 && good; i++)
        good = addBody(pile, 1, placeAt(0.01 * (i % 2), 0.51 + 1.01 * i, 0.0), false, report);
    return good;
}

// Adds a floor and four walls, 5 by 5 inside: of three boxes.
static bool addWallParts(Pile *pile, BenchReport *report) {
    return addBox(pile, (cdVec3){3.0, 0.25, 3.0}, report) &&
           addBox(pile, (cdVec3){0.25, 2.0, 2.75}, report) && addBox(pile, (cdVec3){2.25, 2.0, 0.25}, report);
}

static bool addWalls(Pile *pile, BenchReport *report) {
    return addBody(pile, 0, placeAt(0.0, -0.26, 0.0), true, report) &&
           addBody(pile, 1, placeAt(2.75, 2.0, 0.0), true, report) &&
           addBody(pile, 1, placeAt(-2.75, 2.0, 0.0), true, report) &&
           addBody(pile, 2, placeAt(0.0, 2.0, 2.6), true, report) &&
           addBody(pile, 2, placeAt(0.0, 2.0, -2.6), true, report);
}

static bool buildMixed(const BenchInput *input, Pile *pile, BenchReport *report) {
    static const char *const specs[] = {"builtin:box",
                                        "builtin:torus:segments=16",
                                        "builtin:l-shape",
                                        "builtin:gear:teeth=8",
                                        "builtin:icosphere:level=1",
                                        "builtin:tetrahedron",
                                        "builtin:ring:segments=16",
                                        "builtin:peg:sides=6",
                                        "builtin:pyramid",
                                        "builtin:key"};
    enum { KINDS = sizeof specs / sizeof specs[0] };
    if (!addWallParts(pile, report)) return false;
    int32_t first = pile->partCount;
    for (int i = 0; i < KINDS; i++) {
        TriangleSoup soup;
        if (!input->loadMesh(specs[i], &soup, report->failure, sizeof report->failure)) return false;
        addPart(pile, &soup, 0.45);
    }
    if (!buildParts(pile, report) || !addWalls(pile, report)) return false;
    Random random = {input->seed};
    for (int i = 0; i < 100; i++) {
        cdPose pose = placeAt((i % 4 - 1.5), 0.6 + (i / 16), (i / 4 % 4 - 1.5));
        pose.q = cdMakeQuat(nextRandomDirection(&random), nextRandomIn(&random, 0.0, 3.0));
        if (!addBody(pile, first + i % KINDS, pose, false, report)) return false;
    }
    return true;
}

// --- Running

static bool meet(const Pile *pile, int32_t a, int32_t b) {
    cdMeshInfo infoA = cdGetMeshInfo(pile->bodyParts[a]->mesh),
               infoB = cdGetMeshInfo(pile->bodyParts[b]->mesh);
    cdPose poseA = cdGetBodyState(pile->world, a).pose, poseB = cdGetBodyState(pile->world, b).pose;
    cdVec3 offset = cdSub(cdTransformPoint(poseA, infoA.center), cdTransformPoint(poseB, infoB.center));
    if (cdLength(offset) > infoA.radius + infoB.radius) return false;
    cdOverlapInput pair = {pile->bodyParts[a]->mesh, pile->bodyParts[b]->mesh, poseA, poseB, NULL, 0, {0}};
    return cdFindOverlap(&pair, NULL, pile->workspace, NULL).state != CD_FREE;
}

static int32_t countOverlaps(const Pile *pile) {
    int32_t count = 0;
    for (int32_t b = pile->firstDynamic; b < pile->bodyCount; b++) {
        for (int32_t a = 0; a < b; a++)
            count += meet(pile, a, b);
    }
    return count;
}

static bool areAllAsleep(const Pile *pile) {
    for (int32_t i = pile->firstDynamic; i < pile->bodyCount; i++) {
        if (!cdGetBodyState(pile->world, i).asleep) return false;
    }
    return true;
}

static bool runPile(const BenchInput *input, Pile *pile, const char *name, int64_t steps,
                    BenchReport *report) {
    double microseconds = 0.0, slowest = 0.0, events = 0.0, contacts = 0.0, queries = 0.0, lost = 0.0;
    double overlaps = 0.0;
    int64_t done = 0;
    for (bool asleep = false; done < steps && !asleep; done++) {
        input->showProgress(done, steps, input->context);
        double begin = GetMicroseconds();
        cdWorldStep step = cdStepWorld(pile->world, 1.0 / 60.0);
        double time = GetMicroseconds() - begin;
        if (step.state != CD_FREE) return FailReport(report, "%s: a step of the world is undecided", name);
        microseconds += time;
        slowest = cdMax(slowest, time);
        events += step.stops, contacts += step.contacts, queries += step.queries;
        lost += step.blockedTime;
        overlaps += countOverlaps(pile);
        asleep = areAllAsleep(pile);
    }
    double count = (double)done;
    double values[] = {
        count,           1e6 * count / microseconds, 1e-3 * slowest, events / count, contacts / count,
        queries / count, 60.0 * lost / count,        overlaps};
    AddRow(report, values, "%s", name);
    char what[96];
    snprintf(what, sizeof what, "%s, pairs in overlap", name);
    AddRequirement(report, what, overlaps, REPORT_AT_MOST, 0.0, "pairs");
    return true;
}

static bool isSameState(const cdBodyState *a, const cdBodyState *b) {
    return memcmp(&a->pose, &b->pose, sizeof a->pose) == 0 &&
           memcmp(&a->velocity, &b->velocity, sizeof a->velocity) == 0 &&
           memcmp(&a->angularVelocity, &b->angularVelocity, sizeof a->angularVelocity) == 0;
}

static int32_t countDifferent(const Pile *a, const Pile *b) {
    int32_t count = 0;
    for (int32_t i = 0; i < a->bodyCount; i++) {
        cdBodyState one = cdGetBodyState(a->world, i), other = cdGetBodyState(b->world, i);
        count += !isSameState(&one, &other);
    }
    return count;
}

static double stepPile(const Pile *pile) {
    double begin = GetMicroseconds();
    cdStepWorld(pile->world, 1.0 / 60.0);
    return GetMicroseconds() - begin;
}

// `piles`: two of the same bodies, the second with tasks of its own.
static void runBeside(const BenchInput *input, const Pile piles[2], int64_t steps, BenchReport *report) {
    static const char *const columns[] = {"steps", "one thread ms", "two threads ms", "speed-up", NULL};
    double times[2] = {0.0, 0.0}, different = 0.0;
    for (int64_t i = 0; i < steps; i++) {
        input->showProgress(i, steps, input->context);
        for (int k = 0; k < 2; k++)
            times[k] += stepPile(&piles[k]);
        different += countDifferent(&piles[0], &piles[1]);
    }
    AddTable(report, columns, "The hundred meshes, steps on one and on two threads by turns");
    double count = (double)steps;
    double values[] = {count, 1e-3 * times[0] / count, 1e-3 * times[1] / count, times[0] / times[1]};
    AddRow(report, values, "a step, mean");
    AddRequirement(report, "100 mixed meshes on two threads, bodies with other bits", different,
                   REPORT_AT_MOST, 0.0, "bodies");
    if (CountCores() > 1)
        AddTarget(report, "100 mixed meshes, speed-up at 2 threads", times[0] / times[1], REPORT_AT_LEAST,
                  1.5, "times");
}

static bool runThreads(const BenchInput *input, int64_t steps, BenchReport *report) {
    Pile piles[2];
    memset(piles, 0, sizeof piles);
    Pool *pool = CreatePool(2);
    bool good = pool != NULL;
    for (int k = 0; k < 2 && good; k++)
        good = openPile(&piles[k], report) && buildMixed(input, &piles[k], report);
    cdTasks tasks = pool != NULL ? GetPoolTasks(pool) : (cdTasks){0};
    good = good && cdSetWorldTasks(piles[1].world, &tasks);
    if (good) runBeside(input, piles, steps, report);
    for (int k = 0; k < 2; k++)
        closePile(&piles[k]);
    DestroyPool(pool);
    return good || FailReport(report, "out of memory for two heaps");
}

bool RunPileBench(const BenchInput *input, BenchReport *report) {
    static const char *const columns[] = {"steps",         "steps/s",        "slowest ms",
                                          "events a step", "contact points", "queries",
                                          "time lost",     "overlaps",       NULL};
    int64_t stackSteps = input->steps < 600 ? input->steps : 600;
    int64_t mixedSteps = input->steps < 960 ? input->steps / 4 : 240;
    AddTable(report, columns, "Many bodies, steps of 1/60 s until all are asleep, ours only");
    Pile pile;
    bool good = openPile(&pile, report) && buildStack(&pile, report) &&
                runPile(input, &pile, "ten boxes stacked", stackSteps, report);
    closePile(&pile);
    if (!good) return false;
    good = openPile(&pile, report) && buildMixed(input, &pile, report) &&
           runPile(input, &pile, "100 mixed meshes into a box", mixedSteps, report);
    closePile(&pile);
    return good && runThreads(input, mixedSteps, report);
}
