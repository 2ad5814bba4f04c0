// Whole paths of the teapot about the bunny: certified edges a second, and the clearance of a path.
//
// Input: a seed. Output: three sets of paths of 50 edges each. "around": the teapot circles the bunny, close
// by, in small edges, as a planned path does. "roadmap": edges between random poses near the bunny, as a
// planner tries them; most meet it. "in touch": the resolved poses of a drag along the surface. The edges up
// to the first contact of each path are judged: the exact overlap test at poses between the nodes, and on
// some edges the brute-force oracle (certify.h). A wrong answer fails. The clearance of paths "around" must
// not exceed the distance at sampled poses, and must have the required precision. With --peers also edges
// that OMPL accepts (path_peers.h).
#include "bench/certify.h"
#include "bench/path_peers.h"
#include "bench/timing.h"
#include "collision/distance.h"
#include "collision/path.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_EDGES = 50, PASSES = 3, CLEARANCE_PATHS = 4, CLEARANCE_SAMPLES = 200 };
static const double EDGES_A_SECOND = 10000.0; // the target

typedef enum PathKind { AROUND = 0, ROADMAP, IN_TOUCH, KIND_COUNT } PathKind;

static const char *const kindNames[KIND_COUNT] = {"around", "roadmap", "in touch"};

// Paths of one kind, one after the other.
typedef struct PathSet {
    const char *name;
    cdPathNode *nodes; // nodes[pathCount * (PATH_EDGES + 1)]
    int64_t pathCount;
    PeerSteps edges; // those certified or in contact, for the judge
    double microseconds;
    double freeEdges, contacts, open, pairTests;
} PathSet;

// --- Paths

static double nextNumber(uint64_t *state) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (double)(*state >> 11) * 0x1p-53;
}

static cdPose makePoseAround(double at) {
    double turn = 0.011 * at, away = 1.4 + 0.35 * sin(9.0 * turn);
    cdVec3 axis = cdNormalize((cdVec3){0.3, 1.0, 0.2});
    return (cdPose){{away * cos(turn), 0.4 * sin(3.0 * turn), away * sin(turn)},
                    cdMakeQuat(axis, 2.0 * turn)};
}

static cdPose makeRoadmapPose(uint64_t *state) {
    double x = nextNumber(state) - 0.5, y = nextNumber(state) - 0.5, z = nextNumber(state) - 0.5;
    cdVec3 direction = cdNormalize((cdVec3){x, y, z});
    double away = 1.2 + nextNumber(state), angle = 3.0 * nextNumber(state);
    return (cdPose){cdScale(away, direction), cdMakeQuat(cdNormalize((cdVec3){y, z, x}), angle)};
}

static void makePath(PathKind kind, int64_t path, uint64_t *state, const BenchStep *drag, cdPathNode *nodes) {
    cdPose last = makeRoadmapPose(state);
    for (int i = 0; i <= PATH_EDGES; i++) {
        nodes[i].time = i;
        int64_t at = path * PATH_EDGES + i;
        if (kind == AROUND) nodes[i].pose = makePoseAround((double)at);
        if (kind == IN_TOUCH) nodes[i].pose = drag[at].start;
        if (kind != ROADMAP) continue;
        cdPose next = makeRoadmapPose(state);
        double share = i == 0 ? 0.0 : 0.15; // edges of some 0.3 radii and 15 degrees
        cdMotion motion = cdMakeMotion(last, next, (cdVec3){0.0, 0.0, 0.0});
        nodes[i].pose = last = cdGetPoseAt(&motion, share);
    }
}

static PathSet makeSet(const BenchInput *input, const BenchPair *pair, PathKind kind) {
    int64_t count = (input->steps + PATH_EDGES - 1) / PATH_EDGES;
    PathSet set = {.name = kindNames[kind], .pathCount = count};
    set.nodes = AllocateArray(count * (PATH_EDGES + 1), sizeof *set.nodes);
    set.edges = MakePeerSteps(set.name, count * PATH_EDGES);
    set.edges.count = 0;
    BenchStep *drag = NULL;
    if (kind == IN_TOUCH) {
        drag = AllocateArray(count * PATH_EDGES + 1, sizeof *drag);
        MakeDragPath(pair, input->seed, 1.0, count * PATH_EDGES + 1, drag);
    }
    uint64_t state = input->seed;
    for (int64_t i = 0; i < count; i++)
        makePath(kind, i, &state, drag, set.nodes + i * (PATH_EDGES + 1));
    free(drag);
    return set;
}

static void freeSet(PathSet *set) {
    FreePeerSteps(&set->edges);
    free(set->nodes);
}

static cdPathInput makeInput(const PathSet *set, int64_t path, const cdSlideShape *shape,
                             const cdPathObstacle *obstacle) {
    return (cdPathInput){.nodes = set->nodes + path * (PATH_EDGES + 1),
                         .nodeCount = PATH_EDGES + 1,
                         .shapes = shape,
                         .shapeCount = 1,
                         .obstacles = obstacle,
                         .obstacleCount = 1};
}

// --- First contacts

static void keepEdges(PathSet *set, const cdPathNode *nodes, const cdPathContact *found) {
    int edges = found->edge < 0 ? PATH_EDGES : found->edge;
    for (int i = 0; i < edges; i++) {
        int64_t at = set->edges.count++;
        set->edges.steps[at] = (BenchStep){nodes[i].pose, nodes[i + 1].pose};
        set->edges.results[at] = (cdFirstContact){
            .state = CD_FREE, .t = {1.0, 1.0}, .resolvedTime = 1.0, .resolvedPose = nodes[i + 1].pose};
    }
    set->freeEdges += edges;
    set->pairTests += (double)found->contact.stats.pairTests;
    set->open += found->contact.state == CD_UNDECIDED;
    if (found->contact.state != CD_CONTACT) return;
    set->contacts++;
    int64_t at = set->edges.count++;
    set->edges.steps[at] = (BenchStep){nodes[edges].pose, nodes[edges + 1].pose};
    set->edges.results[at] = found->contact;
}

static void runSet(const BenchPair *pair, PathSet *set) {
    const cdSlideShape shape = {pair->meshA, cdIdentityPose()};
    const cdPathObstacle obstacle = {.mesh = pair->meshB, .pose = cdIdentityPose()};
    for (int64_t i = 0; i < set->pathCount; i++) {
        cdPathInput input = makeInput(set, i, &shape, &obstacle);
        cdPathContact found = {.edge = -1};
        double times[PASSES];
        for (int pass = 0; pass < PASSES; pass++) {
            double begin = GetMicroseconds();
            found = cdFindPathContact(&input, pair->workspace, NULL);
            times[pass] = GetMicroseconds() - begin;
        }
        set->microseconds += GetMiddle(times[0], times[1], times[2]);
        keepEdges(set, input.nodes, &found);
    }
}

static void addSetRow(const PathSet *set, BenchReport *report) {
    double edges = set->freeEdges + set->contacts;
    double values[] = {
        (double)set->pathCount,          set->freeEdges,        set->contacts, set->microseconds / edges,
        1e6 * edges / set->microseconds, set->pairTests / edges};
    AddRow(report, values, "%s", set->name);
}

static void runContacts(const BenchInput *input, const BenchPair *pair, PathSet sets[KIND_COUNT],
                        BenchReport *report) {
    static const char *const columns[] = {"paths",   "free edges", "contacts", "us an edge",
                                          "edges/s", "pair tests", NULL};
    double open = 0.0;
    for (int k = 0; k < KIND_COUNT; k++) {
        sets[k] = makeSet(input, pair, (PathKind)k);
        runSet(pair, &sets[k]);
        open += sets[k].open;
    }
    AddTable(report, columns, "First contacts of paths of %d edges, teapot about bunny", PATH_EDGES);
    for (int k = 0; k < KIND_COUNT; k++)
        addSetRow(&sets[k], report);
    double edges = sets[AROUND].freeEdges + sets[AROUND].contacts;
    AddTarget(report, "edges a second, around", 1e6 * edges / sets[AROUND].microseconds, REPORT_AT_LEAST,
              EDGES_A_SECOND, "edges");
    AddRequirement(report, "paths undecided", open, REPORT_AT_MOST, 0.0, "paths");
}

static void judgeSets(const BenchInput *input, const BenchPair *pair, const PathSet sets[KIND_COUNT],
                      BenchReport *report) {
    const JudgeLimits limits = {.sampledSteps = input->steps, .oracleSteps = 8};
    Certificate total = {0};
    AddCertificateTable(report, "Edges, judged");
    for (int k = 0; k < KIND_COUNT; k++) {
        Certificate judged = JudgeSteps(input, pair, &sets[k].edges, limits);
        AddCertificateRow(report, sets[k].name, &judged);
        AddCertificate(&total, &judged);
    }
    RequireCertificate(report, "paths: ", &total);
}

// --- Clearance

// Returns the smallest distance at sampled poses.
static double sampleDistance(const BenchPair *pair, const cdPathInput *path) {
    double least = INFINITY;
    cdPairCache cache;
    memset(&cache, 0, sizeof cache);
    for (int k = 0; k < CLEARANCE_SAMPLES; k++) {
        double at = PATH_EDGES * (k + 0.5) / CLEARANCE_SAMPLES;
        int edge = (int)at;
        cdMotion motion = cdMakeMotion(path->nodes[edge].pose, path->nodes[edge + 1].pose,
                                       cdGetMeshInfo(pair->meshA).center);
        const cdDistanceInput pose = {.meshA = pair->meshA,
                                      .meshB = pair->meshB,
                                      .poseA = cdGetPoseAt(&motion, at - edge),
                                      .poseB = cdIdentityPose()};
        cdDistance found = cdFindDistance(&pose, &cache, pair->workspace, NULL);
        if (found.upper < least) least = found.upper;
    }
    return least;
}

static void runClearances(const BenchPair *pair, const PathSet *set, BenchReport *report) {
    static const char *const columns[] = {"paths", "us an edge", "searches", "distances", "worst gap", NULL};
    const cdSlideShape shape = {pair->meshA, cdIdentityPose()};
    const cdPathObstacle obstacle = {.mesh = pair->meshB, .pose = cdIdentityPose()};
    int64_t count = set->pathCount < CLEARANCE_PATHS ? set->pathCount : CLEARANCE_PATHS;
    double microseconds = 0.0, searches = 0.0, distances = 0.0, gap = 0.0, wrong = 0.0;
    for (int64_t i = 0; i < count; i++) {
        const cdPathClearanceInput input = {.path = makeInput(set, i, &shape, &obstacle)};
        double begin = GetMicroseconds();
        cdPathClearance found = cdFindPathClearance(&input, pair->workspace);
        microseconds += GetMicroseconds() - begin;
        searches += found.searchCount;
        distances += found.distanceCount;
        gap = cdMax(gap, found.upper - found.lower);
        wrong += found.state == CD_UNDECIDED || found.lower > sampleDistance(pair, &input.path);
    }
    double n = (double)count;
    double values[] = {n, microseconds / (n * PATH_EDGES), searches / n, distances / n, gap};
    AddTable(report, columns, "Clearance of whole paths around; searches, distances: of a path");
    AddRow(report, values, "teapot and bunny");
    AddRequirement(report, "clearance above a sampled distance", wrong, REPORT_AT_MOST, 0.0, "paths");
    AddRequirement(report, "difference of its bounds", gap, REPORT_AT_MOST, 1e-6, "radii");
}

bool RunPathBench(const BenchInput *input, BenchReport *report) {
    BenchPair pair;
    bool good = MakeBenchPair(input, "builtin:teapot", "builtin:bunny", 0.0, &pair, report);
    if (good) {
        PathSet sets[KIND_COUNT];
        runContacts(input, &pair, sets, report);
        judgeSets(input, &pair, sets, report);
        runClearances(&pair, &sets[AROUND], report);
        if (input->peers) ComparePathPeers(input, &pair, report);
        for (int k = 0; k < KIND_COUNT; k++)
            freeSet(&sets[k]);
    }
    FreeBenchPair(&pair);
    return good;
}
