// Contact regions of pairs that touch in few and in many features, by both candidate searches.
//
// Input: number of repetitions. Output: times, candidates and regions of pairs in resting contact. Flush
// pairs come in two sizes, one four times the other, to show how the time of a region grows with their
// number. The teapot touches the bunny at many points, as do other pairs of meshes; those that are no solids,
// or large, use the sphere trees only. Both searches must find the same number of regions.
#include "bench/mesh_pairs.h"
#include "bench/timing.h"
#include "collision/regions.h"
#include "collision/vecmath.h"
#include "random.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { REGION_MAX = 20000, POINT_MAX = 100000, REST_COUNT = 100, INDEX_MAX = 60000, FEW_STEPS = 20 };

typedef struct RegionPair {
    cdMesh *meshA, *meshB;
    bool solids;              // both meshes are solids
    cdContactRegion *regions; // regions[REGION_MAX]
    cdVec3 *points;           // points[POINT_MAX]
    cdWorkspace *workspace;
} RegionPair;

typedef struct Touch {
    const char *label, *specA, *specB;
    cdVec3 position;
    double turn; // about y
} Touch;

typedef struct Measured {
    double time, candidates, regions; // medians over the poses
    double sum;                       // of regions
} Measured;

// --- Pairs

static cdMesh *makeMesh(const char *spec, BenchReport *report) {
    TriangleSoup soup = {0};
    if (!MakeShape(spec, &soup, report->failure, sizeof report->failure)) return NULL;
    cdMeshDef def = MakeSoupMeshDef(&soup);
    cdMesh *mesh = cdCreateMesh(&def, NULL);
    DestroyTriangleSoup(&soup);
    return mesh;
}

static void closePair(RegionPair *pair) {
    free(pair->regions);
    free(pair->points);
    cdDestroyWorkspace(pair->workspace);
}

// The caller keeps the meshes.
static bool openPair(cdMesh *meshA, cdMesh *meshB, bool solids, RegionPair *pair, BenchReport *report) {
    *pair = (RegionPair){.meshA = meshA, .meshB = meshB};
    if (meshA == NULL || meshB == NULL) return FailReport(report, "a mesh cannot be built");
    if (!cdBuildMeshParts(meshA, CD_PART_FEATURES, NULL) || !cdBuildMeshParts(meshB, CD_PART_FEATURES, NULL))
        return FailReport(report, "out of memory for the surfaces");
    pair->solids = solids && cdBuildMeshParts(meshA, CD_PART_SOLID, NULL) &&
                   cdBuildMeshParts(meshB, CD_PART_SOLID, NULL);
    pair->regions = AllocateArray(REGION_MAX, sizeof *pair->regions);
    pair->points = AllocateArray(POINT_MAX, sizeof *pair->points);
    pair->workspace = cdCreateWorkspace();
    return pair->workspace != NULL || FailReport(report, "out of memory for the regions");
}

// --- Times

static double findMedian(Timings *timings) {
    SortTimings(timings);
    double median = GetQuantile(timings, 0.5);
    FreeTimings(timings);
    return median;
}

static Measured measure(RegionPair *pair, const cdPose *poses, int64_t poseCount, bool indexed,
                        int64_t repeats) {
    Timings times = MakeTimings(poseCount * repeats), candidates = MakeTimings(poseCount),
            regions = MakeTimings(poseCount);
    for (int64_t i = 0; i < poseCount; i++) {
        cdRegionsInput input = {.meshA = pair->meshA,
                                .meshB = pair->meshB,
                                .interior = indexed ? CD_INTERIOR_AUTO : CD_INTERIOR_EMPTY,
                                .poseA = poses[i],
                                .poseB = cdIdentityPose(),
                                .regions = pair->regions,
                                .points = pair->points,
                                .regionCapacity = REGION_MAX,
                                .pointCapacity = POINT_MAX};
        cdContactRegions found = {0};
        for (int64_t k = 0; k < repeats; k++) {
            double begin = GetMicroseconds();
            found = cdFindContactRegions(&input, NULL, pair->workspace, NULL);
            AddTiming(&times, GetMicroseconds() - begin);
        }
        AddTiming(&candidates, found.candidateCount);
        AddTiming(&regions, found.truncated ? -1.0 : found.regionCount);
    }
    Measured measured = {.sum = 0.0};
    for (int64_t i = 0; i < regions.count; i++)
        measured.sum += regions.times[i];
    measured.time = findMedian(&times);
    measured.candidates = findMedian(&candidates);
    measured.regions = findMedian(&regions);
    return measured;
}

static void addMeasured(BenchReport *report, const char *label, Measured trees, const Measured *index) {
    double values[] = {trees.regions,
                       trees.candidates,
                       trees.time,
                       trees.time / trees.regions,
                       index ? index->candidates : NAN,
                       index ? index->time : NAN,
                       index ? index->time / index->regions : NAN};
    AddRow(report, values, "%s", label);
}

// --- Shapes on shapes

static bool runTouch(const Touch *touch, int64_t repeats, Measured found[2], BenchReport *report) {
    cdMesh *meshA = makeMesh(touch->specA, report), *meshB = makeMesh(touch->specB, report);
    cdPose pose = {touch->position, cdMakeQuat((cdVec3){0.0, 1.0, 0.0}, touch->turn)};
    RegionPair pair;
    bool good = openPair(meshA, meshB, true, &pair, report);
    if (good) {
        found[0] = measure(&pair, &pose, 1, false, repeats);
        found[1] = pair.solids ? measure(&pair, &pose, 1, true, repeats) : found[0];
        addMeasured(report, touch->label, found[0], pair.solids ? &found[1] : NULL);
        AddRequirement(report, touch->label, fabs(found[0].sum - found[1].sum), REPORT_AT_MOST, 0.0,
                       "regions between both searches");
    }
    closePair(&pair);
    cdDestroyMesh(meshA);
    cdDestroyMesh(meshB);
    return good;
}

enum { BOX, GEAR, LARGE_GEAR, RING, LARGE_RING, SPHERES, TOUCH_COUNT };

static const Touch touches[TOUCH_COUNT] = {
    [BOX] = {"box on a floor of 800 triangles", "box", "floor:n=20", {0.0, 1.0, 0.0}, 0.3},
    [GEAR] = {"gear of 24 teeth on itself", "gear:teeth=24", "gear:teeth=24", {0.0, 0.3, 0.0}, 0.01},
    [LARGE_GEAR] = {"gear of 96 teeth on itself", "gear:teeth=96", "gear:teeth=96", {0.0, 0.3, 0.0}, 0.01},
    [RING] = {"ring of 125 sides on itself", "ring:segments=125", "ring:segments=125", {0.0, 0.3, 0.0}, 1e-3},
    [LARGE_RING] =
        {"ring of 500 sides on itself", "ring:segments=500", "ring:segments=500", {0.0, 0.3, 0.0}, 1e-3},
    [SPHERES] = {"spheres side by side", "icosphere:level=4", "icosphere:level=4", {2.0, 0.0, 0.0}, 0.0}};

static void addTimeTarget(BenchReport *report, const char *what, Measured found, double limit) {
    AddTarget(report, what, found.time / found.regions, REPORT_BELOW, limit, "us a region");
}

static bool runTouches(int64_t repeats, BenchReport *report) {
    Measured found[TOUCH_COUNT][2];
    for (int i = 0; i < TOUCH_COUNT; i++)
        if (!runTouch(&touches[i], repeats, found[i], report)) return false;
    addTimeTarget(report, "gear of 96 teeth, trees", found[LARGE_GEAR][0], 22.0);
    addTimeTarget(report, "gear of 96 teeth, index", found[LARGE_GEAR][1], 8.0);
    addTimeTarget(report, "ring of 500 sides, trees", found[LARGE_RING][0], 15.0);
    addTimeTarget(report, "ring of 500 sides, index", found[LARGE_RING][1], 6.0);
    return true;
}

// --- Pairs of meshes at a first contact

static int64_t findRests(const BenchPair *pair, uint64_t seed, cdPose *poses) {
    Random random = {seed};
    int64_t count = 0;
    for (int i = 0; i < REST_COUNT; i++) {
        cdPose start = {cdScale(3.0, nextRandomDirection(&random)),
                        cdMakeQuat(nextRandomDirection(&random), nextRandomIn(&random, -3.0, 3.0))};
        BenchStep step = {start, {{0.0, 0.0, 0.0}, start.q}};
        cdFirstContactInput input = MakeStepInput(pair, &step);
        cdFirstContact hit = cdFindFirstContact(&input, NULL, pair->workspace, NULL);
        if (hit.state == CD_CONTACT) poses[count++] = hit.resolvedPose;
    }
    return count;
}

// Takes the poses of a drag for a nut on its bolt.
static int64_t findPoses(const BenchPair *pair, uint64_t seed, cdPose *poses) {
    enum { DRAG_COUNT = 20 };
    BenchStep steps[DRAG_COUNT];
    if (!pair->fitted) return findRests(pair, seed, poses);
    MakeDragPath(pair, seed, 1.0, DRAG_COUNT, steps);
    for (int i = 0; i < DRAG_COUNT; i++)
        poses[i] = steps[i].start;
    return DRAG_COUNT;
}

// Adds a row of the poses; the index takes a few of them. Adds the difference between both searches there, in
// regions.
static bool addRests(const BenchPair *meshes, const char *label, const BenchInput *input, double *different,
                     Measured *found, BenchReport *report) {
    cdPose poses[REST_COUNT];
    int64_t count = findPoses(meshes, input->seed, poses), few = count < input->steps ? count : input->steps;
    int32_t most = input->steps < FEW_STEPS ? INDEX_MAX / 8 : INDEX_MAX;
    bool small = meshes->soupA.triangleCount + meshes->soupB.triangleCount < most;
    RegionPair pair;
    bool good = openPair(meshes->meshA, meshes->meshB, small, &pair, report);
    if (good) {
        *found = measure(&pair, poses, count, false, input->steps);
        Measured index = *found;
        if (pair.solids) {
            index = measure(&pair, poses, few, true, 1);
            *different += fabs(index.sum - measure(&pair, poses, few, false, 1).sum);
        }
        addMeasured(report, label, *found, pair.solids ? &index : NULL);
    }
    closePair(&pair);
    return good;
}

static bool runTeapot(const BenchInput *input, BenchReport *report) {
    BenchPair meshes;
    Measured found;
    double different = 0.0;
    bool good = MakeBenchPair(input, "builtin:teapot", "builtin:bunny", 0.0, &meshes, report) &&
                addRests(&meshes, "teapot on the bunny, at rest", input, &different, &found, report);
    if (good) AddTarget(report, "teapot on the bunny, median", found.time, REPORT_BELOW, 60.0, "us");
    FreeBenchPair(&meshes);
    return good;
}

static bool runOtherPairs(const BenchInput *input, BenchReport *report) {
    const MeshPair *pairs[MESH_PAIR_MAX];
    double different = 0.0;
    int32_t count = ListMeshPairs(input, pairs, report);
    for (int32_t i = 0; i < count; i++) {
        BenchPair meshes;
        Measured found;
        input->showProgress(i, count, input->context);
        bool good = OpenMeshPair(input, pairs[i], &meshes, report) &&
                    addRests(&meshes, pairs[i]->name, input, &different, &found, report);
        FreeBenchPair(&meshes);
        if (!good) return false;
    }
    AddRequirement(report, "other pairs, at first contacts", different, REPORT_AT_MOST, 0.0,
                   "regions between both searches");
    return true;
}

bool RunRegionsBench(const BenchInput *input, BenchReport *report) {
    static const char *const columns[] = {
        "regions",          "candidates", "trees us",           "trees, us a region",
        "index candidates", "index us",   "index, us a region", NULL};
    AddTable(report, columns, "Contact regions, medians");
    return runTouches(input->steps, report) && runTeapot(input, report) && runOtherPairs(input, report);
}
