// Paths of a robot arm of six hinges among boxes and rings: certified edges a second.
//
// Input: a seed. Output: times of edges between random joint values, near and far; the counts of searches.
// Each result is judged by the exact overlap test at 200 instants: none before the contact may overlap, and
// at the resolved time the arm is free. The same instants show how many contacts a validator that samples
// each edge 20 times misses.
#include "bench/drag_path.h"
#include "bench/timing.h"
#include "collision/mechanism_path.h"
#include "shapes/shapes.h"

#include <stdlib.h>

enum { ARM_JOINTS = 6, OBSTACLES = 12, LINK_COUNT = ARM_JOINTS + 1, INSTANTS = 200, SPARSE = 10 };

typedef struct Arm {
    cdMesh *limb, *ring, *block;
    cdLink links[LINK_COUNT];
    cdSlideShape shapes[LINK_COUNT][OBSTACLES];
    cdLinkPair ignored[ARM_JOINTS];
    cdMechanism mechanism;
} Arm;

typedef struct EdgeSet {
    int64_t count;
    Timings times;
    double contacts, overlaps, searches, tests, missed, wrong, sparse;
} EdgeSet;

static cdMesh *makeMesh(const BenchInput *input, const char *name, cdVec3 scale, BenchReport *report) {
    TriangleSoup soup = {0};
    if (!input->loadMesh(name, &soup, report->failure, sizeof report->failure)) return NULL;
    for (int32_t i = 0; i < soup.pointCount; i++)
        soup.points[i] =
            (cdVec3){scale.x * soup.points[i].x, scale.y * soup.points[i].y, scale.z * soup.points[i].z};
    cdMeshDef def = MakeSoupMeshDef(&soup);
    cdMesh *mesh = cdCreateMesh(&def, NULL);
    DestroyTriangleSoup(&soup);
    if (mesh == NULL) FailReport(report, "the meshes cannot be built");
    return mesh;
}

static double nextNumber(uint64_t *state) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (double)(*state >> 11) * 0x1p-53;
}

static cdVec3 nextVector(uint64_t *state) {
    double x = nextNumber(state) - 0.5, y = nextNumber(state) - 0.5, z = nextNumber(state) - 0.5;
    return (cdVec3){x, y, z};
}

// Obstacles about the arm, which stands at the origin; its limbs are 0.6 long.
static void placeObstacles(Arm *arm, uint64_t *state) {
    for (int32_t i = 0; i < OBSTACLES; i++) {
        cdVec3 at = cdScale(1.0 + 1.2 * nextNumber(state), cdNormalize(nextVector(state)));
        cdPose pose = {at, cdMakeQuat(cdNormalize(nextVector(state)), 3.0 * nextNumber(state))};
        arm->shapes[0][i] = (cdSlideShape){i % 2 ? arm->ring : arm->block, pose};
    }
    arm->links[0] =
        (cdLink){.parent = -1, .frame = cdIdentityPose(), .shapes = arm->shapes[0], .shapeCount = OBSTACLES};
}

static bool makeArm(const BenchInput *input, Arm *arm, uint64_t *state, BenchReport *report) {
    arm->limb = makeMesh(input, "builtin:torus-knot", (cdVec3){0.08, 0.08, 0.28}, report);
    arm->ring = makeMesh(input, "builtin:torus", (cdVec3){0.3, 0.3, 0.3}, report);
    arm->block = makeMesh(input, "builtin:box", (cdVec3){0.25, 0.25, 0.25}, report);
    if (arm->limb == NULL || arm->ring == NULL || arm->block == NULL) return false;
    placeObstacles(arm, state);
    for (int32_t i = 1; i < LINK_COUNT; i++) {
        cdVec3 axis = i % 2 ? (cdVec3){0.0, 0.0, 1.0} : (cdVec3){0.0, 1.0, 0.0};
        cdPose frame = {{0.0, 0.0, i > 1 ? 0.6 : 0.0}, {1.0, 0.0, 0.0, 0.0}};
        arm->shapes[i][0] = (cdSlideShape){arm->limb, {{0.0, 0.0, 0.3}, {1.0, 0.0, 0.0, 0.0}}};
        arm->links[i] = (cdLink){.parent = i - 1,
                                 .joint = CD_LINK_HINGE,
                                 .frame = frame,
                                 .axis = axis,
                                 .shapes = arm->shapes[i],
                                 .shapeCount = 1};
        arm->ignored[i - 1] = (cdLinkPair){i - 1, i};
    }
    arm->ignored[0] = (cdLinkPair){1, 2};
    arm->mechanism = (cdMechanism){
        .links = arm->links, .linkCount = LINK_COUNT, .ignored = arm->ignored, .ignoredCount = ARM_JOINTS};
    return true;
}

static void freeArm(Arm *arm) {
    cdDestroyMesh(arm->limb);
    cdDestroyMesh(arm->ring);
    cdDestroyMesh(arm->block);
}

static bool isIgnored(const Arm *arm, int32_t a, int32_t b) {
    for (int32_t i = 0; i < ARM_JOINTS; i++)
        if (arm->ignored[i].a == b && arm->ignored[i].b == a) return true;
    return false;
}

// True if any pair that counts overlaps at a time, by the exact test.
static bool overlapsAt(const Arm *arm, const cdJointPath *path, double time, cdWorkspace *workspace) {
    double values[LINK_COUNT];
    cdPose poses[LINK_COUNT];
    cdGetJointValues(path, time, values);
    cdGetLinkPoses(&arm->mechanism, values, poses);
    for (int32_t a = 1; a < LINK_COUNT; a++)
        for (int32_t b = 0; b < a; b++)
            for (int32_t k = 0; k < arm->links[b].shapeCount && !isIgnored(arm, a, b); k++) {
                const cdOverlapInput at = {.meshA = arm->limb,
                                           .meshB = arm->shapes[b][k].mesh,
                                           .poseA = cdMulPose(poses[a], arm->shapes[a][0].pose),
                                           .poseB = cdMulPose(poses[b], arm->shapes[b][k].pose)};
                if (cdFindOverlap(&at, NULL, workspace, NULL).state == CD_OVERLAP) return true;
            }
    return false;
}

static void judge(const Arm *arm, const cdJointPath *path, const cdMechanismContact *found, EdgeSet *set,
                  cdWorkspace *workspace) {
    bool seen = false;
    for (int i = 1; i <= INSTANTS; i++) {
        double time = (double)i / INSTANTS;
        bool isBefore = found->state == CD_FREE || time < found->time.lo;
        if (!isBefore && (seen || i % SPARSE != 0)) continue;
        bool overlaps = overlapsAt(arm, path, time, workspace);
        set->missed += overlaps && isBefore;
        seen = seen || (overlaps && i % SPARSE == 0);
    }
    set->wrong += found->state == CD_UNDECIDED;
    set->wrong += found->state == CD_CONTACT && overlapsAt(arm, path, found->resolvedTime, workspace);
    set->sparse += found->state == CD_CONTACT && !seen;
}

// Edges between random joint values that differ by up to `extent`; those that start in overlap are left out.
static EdgeSet runSet(const BenchInput *input, const Arm *arm, double extent, cdWorkspace *workspace) {
    EdgeSet set = {.count = input->steps, .times = MakeTimings(input->steps)};
    uint64_t state = input->seed + (uint64_t)(1e3 * extent);
    const double times[2] = {0.0, 1.0};
    for (int64_t i = 0; i < set.count;) {
        double values[2 * LINK_COUNT] = {0.0};
        for (int32_t k = 1; k < LINK_COUNT; k++) {
            values[k] = 3.0 * (nextNumber(&state) - 0.5);
            values[LINK_COUNT + k] = values[k] + extent * (nextNumber(&state) - 0.5);
        }
        const cdMechanismContactInput call = {.path = {&arm->mechanism, times, values, 2}};
        if (overlapsAt(arm, &call.path, 0.0, workspace)) continue;
        double begin = GetMicroseconds();
        cdMechanismContact found = cdFindMechanismContact(&call, workspace);
        AddTiming(&set.times, GetMicroseconds() - begin);
        set.contacts += found.state == CD_CONTACT;
        set.searches += (double)found.searchCount;
        set.tests += (double)found.stats.pairTests;
        judge(arm, &call.path, &found, &set, workspace);
        if (input->showProgress != NULL) input->showProgress(i, set.count, input->context);
        i++;
    }
    SortTimings(&set.times);
    return set;
}

static void reportSet(const char *label, const EdgeSet *set, BenchReport *report) {
    double n = (double)set->count, median = GetQuantile(&set->times, 0.5);
    double values[] = {n,
                       set->contacts,
                       median,
                       GetQuantile(&set->times, 0.99),
                       1e6 / median,
                       set->searches / n,
                       set->tests / n,
                       set->sparse};
    AddRow(report, values, "%s", label);
}

bool RunJointPathBench(const BenchInput *input, BenchReport *report) {
    static const char *const columns[] = {"edges",    "contacts", "median us",          "p99 us", "edges/s",
                                          "searches", "tests",    "missed by 20 poses", NULL};
    Arm arm = {.limb = NULL};
    uint64_t state = input->seed;
    cdWorkspace *workspace = cdCreateWorkspace();
    bool good = workspace != NULL && makeArm(input, &arm, &state, report);
    if (good) {
        EdgeSet near = runSet(input, &arm, 0.3, workspace), far = runSet(input, &arm, 3.0, workspace);
        AddTable(report, columns, "An arm of six hinges among 12 obstacles; searches, tests: of an edge");
        reportSet("joints change by up to 0.15", &near, report);
        reportSet("joints change by up to 1.5", &far, report);
        AddRequirement(report, "overlaps before the contact", near.missed + far.missed, REPORT_AT_MOST, 0.0,
                       "instants");
        AddRequirement(report, "undecided, or not free at the resolved time", near.wrong + far.wrong,
                       REPORT_AT_MOST, 0.0, "edges");
        FreeTimings(&near.times);
        FreeTimings(&far.times);
    }
    freeArm(&arm);
    cdDestroyWorkspace(workspace);
    return good;
}
