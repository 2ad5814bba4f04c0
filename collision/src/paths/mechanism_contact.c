// First contact of a mechanism on a path of its joints.
//
// (0) Runs of RUN_EDGES edges do not depend on one another, so the caller's tasks may search several of them
// at once. They are accepted in their order, up to the first that is not free. One that has used more than
// the budget leaves then is searched again with what is left. (1) On each edge the pairs that count are
// searched one after the other; the earliest contact or undecided time is that of the mechanism, and later
// pairs are searched up to it. The first edge that is not free ends the search. (2) A pair is free if its
// bounding spheres are too far from each other for the bound on its speed. (3) Otherwise it is searched part
// by part (continuous/part_search.c) with the bound of mechanism_route.c. As seen from one of the two meshes
// the other moves: the one whose points have the lower bound on their second derivatives. (4) When the budget
// ends, pairs that were not searched are free up to the start of the edge alone.
#include "contact/batch_run.h"
#include "continuous/query_stats.h"
#include "foundation/memory/hooks.h"
#include "foundation/memory/workspace.h"
#include "foundation/numbers/rounding.h"
#include "mesh/mesh_data.h"
#include "paths/mechanism_route.h"

#include <math.h>
#include <string.h>

enum { RUN_EDGES = 16, RUNS_MAX = 32, RUNS_A_WORKER = 2 };

// The search of a run of edges.
typedef struct JointSearch {
    const cdMechanismContactInput *input;
    cdMeter *meter;
    cdWorkspace *workspace;
    // In CD_WORK_PATH:
    cdPairCache *caches; // of the pairs that count
    double *start;       // start[linkCount]: joint values at `from`
    int32_t *arms;       // arms[2 * linkCount], of a route
    // The edge.
    int32_t node;
    cdInterval times;
    cdJointEdge edge;
    bool isFirst;
    cdMechanismContact *result;
} JointSearch;

// --- Input

static cdReason checkNode(const cdJointPath *path, int32_t node) {
    double time = path->times[node], before = node > 0 ? path->times[node - 1] : 0.0;
    if (!isfinite(time)) return CD_REASON_NOT_FINITE;
    if (node > 0 ? !(time > before) : time < 0.0) return CD_REASON_INPUT;
    const double *values = path->values + (size_t)node * (size_t)path->mechanism->linkCount;
    for (int32_t i = 0; i < path->mechanism->linkCount; i++)
        if (path->mechanism->links[i].joint != CD_LINK_FIXED && !isfinite(values[i]))
            return CD_REASON_NOT_FINITE;
    return CD_REASON_NONE;
}

static cdReason checkPath(const cdJointPath *path) {
    if (!CD_REQUIRE(path->mechanism != NULL && path->times != NULL && path->values != NULL))
        return CD_REASON_INPUT;
    cdReason reason = cdCheckMechanism(path->mechanism, NULL);
    if (reason == CD_REASON_NONE && path->nodeCount < 2) reason = CD_REASON_INPUT;
    for (int32_t i = 0; i < path->nodeCount && reason == CD_REASON_NONE; i++)
        reason = checkNode(path, i);
    return reason;
}

static cdReason checkInput(const cdMechanismContactInput *input) {
    cdReason reason = checkPath(&input->path);
    if (!CD_REQUIRE(cdAreTasks(input->tasks))) return CD_REASON_INPUT;
    if (reason == CD_REASON_NONE) reason = cdCheckMargin(input->margin);
    if (reason == CD_REASON_NONE) reason = cdCheckMargin(input->safetyDistance);
    if (reason == CD_REASON_NONE) reason = cdCheckMargin(input->tolerance);
    if (reason != CD_REASON_NONE) return reason;
    if (!isfinite(input->from)) return CD_REASON_NOT_FINITE;
    bool begins = input->from >= 0.0 && input->from < input->path.times[input->path.nodeCount - 1];
    return begins ? CD_REASON_NONE : CD_REASON_INPUT;
}

// Returns the node at or before a time, of those that begin an edge.
static int32_t findNode(const cdJointPath *path, double time) {
    int32_t low = 0, high = path->nodeCount - 1;
    while (high - low > 1) {
        int32_t middle = low + (high - low) / 2;
        if (path->times[middle] <= time)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static const double *getNodeValues(const cdJointPath *path, int32_t node) {
    return path->values + (size_t)node * (size_t)path->mechanism->linkCount;
}

static void mixValues(const cdJointPath *path, double time, double *values) {
    int32_t node = findNode(path, time);
    double lo = path->times[node], hi = path->times[node + 1];
    double share = time <= lo ? 0.0 : time >= hi ? 1.0 : (time - lo) / (hi - lo);
    const double *from = getNodeValues(path, node), *to = getNodeValues(path, node + 1);
    for (int32_t i = 0; i < path->mechanism->linkCount; i++)
        values[i] = share >= 1.0 ? to[i] : from[i] + share * (to[i] - from[i]);
}

bool cdGetJointValues(const cdJointPath *path, double time, double *values) {
    if (!CD_REQUIRE(path != NULL && values != NULL)) return false;
    if (checkPath(path) != CD_REASON_NONE || !isfinite(time)) return false;
    mixValues(path, time, values);
    return true;
}

// --- Memory

static int32_t countPairs(const cdMechanism *mechanism) {
    int32_t count = 0;
    for (cdChainCursor at = cdBeginChains(); cdFindNextPair(mechanism, &at);)
        count++;
    return count;
}

static bool takeMemory(JointSearch *search, int32_t pairCount) {
    size_t links = (size_t)search->input->path.mechanism->linkCount, pairs = (size_t)pairCount;
    size_t size = pairs * sizeof(cdPairCache) + links * (sizeof(double) + 2 * sizeof(int32_t)) + 256;
    cdMemory memory = {.next = cdUseWorkPart(search->workspace, CD_WORK_PATH, size), .left = size};
    if (memory.next == NULL) return false;
    search->caches = cdTakeMemory(&memory, pairs, sizeof *search->caches);
    search->start = cdTakeMemory(&memory, links, sizeof *search->start);
    search->arms = cdTakeMemory(&memory, 2 * links, sizeof *search->arms);
    if (search->arms == NULL) return false;
    memset(search->caches, 0, pairs * sizeof *search->caches);
    return true;
}

// --- (3)

static void swapEnds(cdRoute *route) {
    cdRoute other = *route;
    route->a = other.b, route->b = other.a;
    route->armA = other.armB, route->armB = other.armA;
    route->countA = other.countB, route->countB = other.countA;
}

// Makes the mesh A whose points bend less, and returns the bound over the edge.
static cdRouteBound chooseMover(cdRoute *route) {
    cdRouteBound bound = cdBoundRoute(route, 0.0, 1.0);
    swapEnds(route);
    cdRouteBound other = cdBoundRoute(route, 0.0, 1.0);
    if (other.bend < bound.bend) return other;
    swapEnds(route);
    return bound;
}

static const cdMesh *getMesh(const JointSearch *search, cdLinkShape at) {
    return search->edge.mechanism->links[at.link].shapes[at.shape].mesh;
}

// --- (2)

static double getSafetyDistance(const JointSearch *search, const cdRoute *route) {
    const cdMechanismContactInput *input = search->input;
    return cdGetLinkDistance(input->path.mechanism, route->a.link, route->b.link, input->safetyDistance);
}

static bool stayApart(const JointSearch *search, const cdRoute *route, double speed) {
    const cdMesh *a = getMesh(search, route->a), *b = getMesh(search, route->b);
    cdVec3 center = cdTransformPoint(cdPlaceOnRoute(route, 0.5), a->center);
    double reach = a->radius + a->rounding + b->radius + b->rounding;
    double gap = cdLength(cdSub(center, b->center)) - reach;
    return gap > 0.5 * speed + getSafetyDistance(search, route) + route->rounding;
}

// --- (1)

static double getTime(const JointSearch *search, double t, bool later) {
    if (t <= 0.0) return search->times.lo;
    if (t >= 1.0) return search->times.hi;
    double time = search->times.lo + t * (search->times.hi - search->times.lo);
    double rounding = 2.0 * CD_EPSILON * search->times.hi;
    return later ? cdMin(search->times.hi, time + rounding) : cdMax(search->times.lo, time - rounding);
}

// Describes what a pair met in the world.
static void keepPair(JointSearch *search, const cdRoute *route, const cdFirstContact *found) {
    cdMechanismContact *result = search->result;
    cdPose b = cdPlaceShapeOnEdge(&search->edge, route->b, found->t.lo);
    result->state = found->state;
    result->reason = found->reason;
    result->time = (cdInterval){getTime(search, found->t.lo, false), getTime(search, found->t.hi, true)};
    result->tolerance = found->tolerance;
    result->edge = search->node;
    result->linkA = route->a.link, result->shapeA = route->a.shape;
    result->linkB = route->b.link, result->shapeB = route->b.shape;
    result->kind = found->kind;
    result->featureA = found->featureA;
    result->featureB = found->featureB;
    bool meets = found->state == CD_CONTACT;
    result->point = meets ? cdTransformPoint(b, found->point) : cdMakeVec3(0.0, 0.0, 0.0);
    result->normal = meets ? cdRotate(b.q, found->normal) : cdMakeVec3(0.0, 0.0, 0.0);
}

// Returns the contact of a pair on the edge, up to a fraction of it.
static cdFirstContact searchPair(JointSearch *search, cdRoute *route, double limit, cdPairCache *cache) {
    cdRouteBound bound = chooseMover(route);
    cdFirstContact found = {.state = CD_FREE, .t = {1.0, 1.0}, .resolvedTime = 1.0};
    if (stayApart(search, route, bound.speed)) return found;
    const cdMechanismContactInput *input = search->input;
    const cdPose still = cdIdentityPose();
    const cdFirstContactInput step = {.meshA = getMesh(search, route->a),
                                      .meshB = getMesh(search, route->b),
                                      .startA = cdPlaceOnRoute(route, 0.0),
                                      .targetA = cdPlaceOnRoute(route, 1.0),
                                      .startB = still,
                                      .targetB = &still,
                                      .margin = input->margin,
                                      .safetyDistance = getSafetyDistance(search, route)};
    const cdPairSearch how = {.timeLimit = limit, .meter = search->meter};
    cdRelativeMotion motion = cdGetRouteMotion(route, &bound);
    motion.tolerance = input->tolerance;
    search->result->searchCount++;
    found = cdSearchParts(&step, &motion, &how, cache, search->workspace, NULL);
    cdAddQueryStats(&search->result->stats, &found.stats);
    if (found.reason == CD_REASON_PRECISION) cdResumeMeter(search->meter);
    return found;
}

// (4) Ends the search at the start of the edge.
static void stopAtEdge(JointSearch *search, const cdChainCursor *at) {
    const cdFirstContact none = {.state = CD_UNDECIDED, .reason = search->meter->reason};
    const cdRoute route = {.a = at->a, .b = at->b};
    keepPair(search, &route, &none);
    search->result->resolvedTime = search->times.lo;
}

// Searches all pairs on the edge. The result is free if none of them meets.
static void searchEdge(JointSearch *search) {
    double limit = 1.0, resolved = 1.0;
    int32_t pair = 0;
    for (cdChainCursor at = cdBeginChains(); cdFindNextPair(search->edge.mechanism, &at); pair++) {
        cdRoute route = cdMakeRoute(&search->edge, at.a, at.b, search->arms);
        if (route.movingCount == 0 && !search->isFirst) continue;
        if (search->meter->reason != CD_REASON_NONE || !cdSpend(search->meter, 1)) {
            stopAtEdge(search, &at);
            return;
        }
        cdFirstContact found = searchPair(search, &route, limit, &search->caches[pair]);
        if (found.state == CD_FREE) continue;
        resolved = cdMin(resolved, found.resolvedTime);
        bool isEarlier = search->result->state == CD_FREE || found.t.lo < limit || found.state == CD_OVERLAP;
        if (isEarlier) keepPair(search, &route, &found);
        limit = cdMin(limit, found.t.lo);
        if (found.state == CD_OVERLAP) break;
    }
    search->result->resolvedTime = getTime(search, resolved, false);
}

static void enterEdge(JointSearch *search, int32_t node, double from) {
    const cdJointPath *path = &search->input->path;
    bool isWhole = !(from > path->times[node]);
    if (!isWhole) mixValues(path, from, search->start);
    search->node = node;
    search->times = (cdInterval){isWhole ? path->times[node] : from, path->times[node + 1]};
    search->edge = (cdJointEdge){.mechanism = path->mechanism,
                                 .from = isWhole ? getNodeValues(path, node) : search->start,
                                 .to = getNodeValues(path, node + 1)};
}

// --- (0)

// Edges that are searched one after the other.
typedef struct EdgeRun {
    int32_t first, end; // first nodes of the first edge and of the one after the last
    cdMechanismContact result;
} EdgeRun;

typedef struct PathSearch {
    const cdMechanismContactInput *input;
    double from;       // time at which the search begins
    int32_t firstNode; // at or before it
    int32_t pairCount;
    int64_t spent; // pair tests of the runs before
    EdgeRun runs[RUNS_MAX];
    int32_t runCount;
} PathSearch;

// Returns a result without a contact, whose motion is free before a time.
static cdMechanismContact makeResult(cdState state, cdReason reason, double time) {
    return (cdMechanismContact){.state = state,
                                .reason = reason,
                                .time = {time, time},
                                .resolvedTime = time,
                                .edge = -1,
                                .linkA = -1,
                                .linkB = -1,
                                .shapeA = -1,
                                .shapeB = -1};
}

static double getRunStart(const PathSearch *path, const EdgeRun *run) {
    return cdMax(path->from, path->input->path.times[run->first]);
}

// `spent`: pair tests of the call before.
static void searchRun(const PathSearch *path, EdgeRun *run, int64_t spent, cdWorkspace *workspace) {
    cdMeter meter = cdContinueMeter(&path->input->budget, spent);
    JointSearch search = {.input = path->input, .meter = &meter, .workspace = workspace};
    search.result = &run->result;
    run->result = makeResult(CD_UNDECIDED, CD_REASON_WORKSPACE, getRunStart(path, run));
    if (!takeMemory(&search, path->pairCount)) return;
    run->result.state = CD_FREE;
    run->result.reason = CD_REASON_NONE;
    for (int32_t node = run->first; node < run->end && run->result.state == CD_FREE; node++) {
        search.isFirst = node == path->firstNode;
        enterEdge(&search, node, path->from);
        searchEdge(&search);
    }
    run->result.stats.pairTests = meter.spent - spent;
}

static void findRun(const void *context, int32_t index, cdWorkspace *workspace) {
    PathSearch *path = *(PathSearch *const *)context;
    searchRun(path, &path->runs[index], path->spent, workspace);
}

static void refuseRun(const void *context, int32_t index, cdReason reason) {
    PathSearch *path = *(PathSearch *const *)context;
    EdgeRun *run = &path->runs[index];
    run->result = makeResult(CD_UNDECIDED, reason, getRunStart(path, run));
}

// Adds the work of a run to the result. Returns true if it ends the search.
static bool acceptRun(PathSearch *path, EdgeRun *run, cdMechanismContact *result, cdWorkspace *workspace) {
    if (cdExceedsBudget(&path->input->budget, path->spent, run->result.stats.pairTests))
        searchRun(path, run, path->spent, workspace);
    path->spent += run->result.stats.pairTests;
    int64_t searches = result->searchCount;
    cdQueryStats stats = result->stats;
    cdAddQueryStats(&stats, &run->result.stats);
    *result = run->result;
    result->searchCount += searches;
    result->stats = stats;
    return result->state != CD_FREE;
}

// Searches the next runs from a node. Returns the node after them, or -1 if the search ends before.
static int32_t searchRuns(PathSearch *path, int32_t node, cdMechanismContact *result,
                          cdWorkspace *workspace) {
    const cdTasks *tasks = path->input->tasks;
    int32_t last = path->input->path.nodeCount - 1;
    int32_t most = tasks == NULL || tasks->workerCount == 1        ? 1
                   : tasks->workerCount < RUNS_MAX / RUNS_A_WORKER ? RUNS_A_WORKER * tasks->workerCount
                                                                   : RUNS_MAX;
    for (path->runCount = 0; path->runCount < most && node < last; path->runCount++) {
        int32_t end = last - node < RUN_EDGES ? last : node + RUN_EDGES;
        path->runs[path->runCount] = (EdgeRun){.first = node, .end = end};
        node = end;
    }
    PathSearch *const self = path;
    const cdBatchRun batch = {&self, path->runCount, findRun, refuseRun};
    cdRunBatch(&batch, workspace, tasks);
    for (int32_t i = 0; i < path->runCount; i++)
        if (acceptRun(path, &path->runs[i], result, workspace)) return -1;
    return node;
}

cdMechanismContact cdFindMechanismContact(const cdMechanismContactInput *input, cdWorkspace *workspace) {
    cdMechanismContact result = makeResult(CD_UNDECIDED, CD_REASON_INPUT, 0.0);
    if (!CD_REQUIRE(input != NULL && workspace != NULL)) return result;
    result.reason = checkInput(input);
    if (result.reason != CD_REASON_NONE) return result;
    const cdJointPath *nodes = &input->path;
    double end = nodes->times[nodes->nodeCount - 1];
    PathSearch path = {.input = input, .from = cdMax(input->from, nodes->times[0])};
    path.firstNode = findNode(nodes, path.from);
    path.pairCount = countPairs(nodes->mechanism);
    for (int32_t node = path.firstNode; node >= 0 && node + 1 < nodes->nodeCount;)
        node = searchRuns(&path, node, &result, workspace);
    result.pairCount = path.pairCount;
    if (result.state == CD_FREE) result.time = (cdInterval){2.0 * end, 2.0 * end};
    return result;
}
