// First contact of one mesh among many others: a broad phase over swept bounds, then pairs in order of reach.
//
// (1) For each obstacle, bound from below the earliest time at which the sphere around the moving mesh could
// reach the obstacle's own sphere (sphere_sweep.h). (2) Search obstacles in the order of these times, each up
// to the best contact so far [RKC01 4.3]; a heap sorts only those that are searched. (3) The first obstacle
// whose time lies after the best contact ends the search. The obstacle touched first wins; ties go to the
// lower index, so the result does not depend on the order. (4) With a limited budget obstacles are searched
// in slices: a pair that is cut short returns to the heap with the time up to which it is free. All pairs are
// free before the minimum time in the heap. (5) Obstacles that move are searched part by part (own_screws.c).
#include "continuous/contact_result.h"
#include "continuous/first_contact.h"
#include "continuous/query_stats.h"
#include "continuous/search/search_trace.h"
#include "continuous/sphere_sweep.h"
#include "foundation/memory/hooks.h"
#include "foundation/numbers/rounding.h"

// An obstacle, the earliest time at which it can be touched, and the progress of its search.
typedef struct Reach {
    double time;
    int32_t obstacle;
    cdPairProgress progress;
} Reach;

static bool reachesBefore(const Reach *x, const Reach *y) {
    return x->time != y->time ? x->time < y->time : x->obstacle < y->obstacle;
}

static void siftDown(Reach *heap, int32_t count, int32_t root) {
    for (;;) {
        int32_t least = root;
        for (int32_t child = 2 * root + 1; child <= 2 * root + 2 && child < count; child++)
            if (reachesBefore(&heap[child], &heap[least])) least = child;
        if (least == root) return;
        Reach swap = heap[root];
        heap[root] = heap[least];
        heap[least] = swap;
        root = least;
    }
}

// Returns the end of an obstacle's step; NULL: it does not move.
static const cdPose *getTarget(const cdObstaclesInput *input, int32_t obstacle) {
    const cdPose *target = input->obstacleTargets ? &input->obstacleTargets[obstacle] : NULL;
    bool stays = target == NULL || cdIsSamePose(input->obstacles[obstacle].pose, *target);
    return stays ? NULL : target;
}

// Returns the safety distance of an obstacle; negative: it is ignored.
static double getSafetyDistance(const cdObstaclesInput *input, const cdSharedWork *work, int32_t obstacle) {
    return work->distances != NULL ? work->distances[obstacle] : input->safetyDistance;
}

static int32_t collectReachable(const cdObstaclesInput *input, const cdSharedWork *work, Reach *heap) {
    cdSphereSweep sweep = cdMakeSphereSweep(input->mesh, input->start, input->target);
    int32_t count = 0;
    for (int32_t i = 0; i < input->obstacleCount; i++) {
        const cdObstacle *obstacle = &input->obstacles[i];
        const cdPose *target = getTarget(input, i);
        double distance = getSafetyDistance(input, work, i);
        if (distance < 0.0) continue;
        cdSphereSweep other = target ? cdMakeSphereSweep(obstacle->mesh, obstacle->pose, *target)
                                     : cdMakeStillSweep(obstacle->mesh, obstacle->pose);
        double time = cdFindReachTime(&sweep, &other, distance);
        if (time <= 1.0) heap[count++] = (Reach){.time = cdMax(time, work->from), .obstacle = i};
    }
    for (int32_t i = count / 2 - 1; i >= 0; i--)
        siftDown(heap, count, i);
    return count;
}

static Reach popReach(Reach *heap, int32_t *count) {
    Reach first = heap[0];
    heap[0] = heap[--*count];
    siftDown(heap, *count, 0);
    return first;
}

static void pushReach(Reach *heap, int32_t *count, const Reach *reach) {
    int32_t place = (*count)++;
    for (int32_t parent = (place - 1) / 2; place > 0 && reachesBefore(reach, &heap[parent]);
         place = parent, parent = (place - 1) / 2)
        heap[place] = heap[parent];
    heap[place] = *reach;
}

size_t cdGetReachesSize(int32_t obstacleCount) {
    return (size_t)(obstacleCount > 0 ? obstacleCount : 1) * sizeof(Reach);
}

// True if a result replaces the best so far: overlap and failure first, then the earlier contact, then the
// lower index.
static bool takesOver(const cdFirstContact *result, int32_t obstacle, const cdFirstContact *best) {
    if (result->state == CD_FREE) return false;
    if (best->obstacle < 0) return true;
    double time = result->state == CD_OVERLAP ? -1.0 : result->t.lo;
    double bestTime = best->state == CD_OVERLAP ? -1.0 : best->t.lo;
    return time != bestTime ? time < bestTime : obstacle < best->obstacle;
}

// Poses of all meshes. Surfaces within `safetyDistance` of each other overlap.
typedef struct Placement {
    const cdOverlapAmongInput *at;
    const cdPose *poses; // of the obstacles; NULL: their own
    double safetyDistance;
} Placement;

static cdOverlap findOverlapAmong(const Placement *placement, cdMeter *meter, cdPairCache *caches,
                                  cdWorkspace *workspace, cdTrace *trace) {
    const cdOverlapAmongInput *input = placement->at;
    double safetyDistance = placement->safetyDistance;
    cdOverlap result = {.state = CD_FREE, .obstacle = -1};
    cdQueryStats stats = {.obstacleTests = input->obstacleCount};
    cdSphereSweep still = cdMakeSphereSweep(input->mesh, input->pose, input->pose);
    int64_t before = meter->spent;
    for (int32_t i = 0; i < input->obstacleCount; i++) {
        const cdObstacle *other = &input->obstacles[i];
        cdPose pose = placement->poses ? placement->poses[i] : other->pose;
        cdSphereSweep placed = cdMakeStillSweep(other->mesh, pose);
        if (cdFindReachTime(&still, &placed, safetyDistance) > 0.0) continue;
        cdOverlapInput pair = {
            .meshA = input->mesh, .meshB = other->mesh, .poseA = input->pose, .poseB = pose};
        cdOverlap there =
            cdFindOverlapBy(&pair, safetyDistance, meter, caches ? &caches[i] : NULL, workspace, trace);
        cdAddQueryStats(&stats, &there.stats);
        if (there.state == CD_FREE) continue;
        result = there;
        result.obstacle = i;
        break;
    }
    result.stats = stats;
    result.stats.pairTests = meter->spent - before;
    return result;
}

// A mesh may always leave an overlap for a free target.
static void leaveOverlap(const cdObstaclesInput *input, cdMeter *meter, cdFirstContact *best,
                         cdWorkspace *workspace) {
    cdOverlapAmongInput at = {.mesh = input->mesh,
                              .pose = input->target,
                              .obstacles = input->obstacles,
                              .obstacleCount = input->obstacleCount};
    Placement placement = {&at, input->obstacleTargets, input->safetyDistance};
    cdOverlap target = findOverlapAmong(&placement, meter, NULL, workspace, NULL);
    if (target.state != CD_FREE) return;
    best->resolvedPose = input->target;
    best->resolvedTime = 1.0;
}

// While all pairs are free, keeps the proxies with the minimum gap.
static void keepProxy(cdFirstContact *best, const cdProxy *proxy) {
    if (best->state != CD_FREE || !proxy->tested) return;
    if (!best->proxy.tested || proxy->gap < best->proxy.gap) best->proxy = *proxy;
}

static cdFirstContactInput makePairInput(const cdObstaclesInput *input, const cdSharedWork *work,
                                         int32_t obstacle) {
    const cdObstacle *other = &input->obstacles[obstacle];
    return (cdFirstContactInput){.meshA = input->mesh,
                                 .meshB = other->mesh,
                                 .startA = input->start,
                                 .targetA = input->target,
                                 .startB = other->pose,
                                 .targetB = getTarget(input, obstacle),
                                 .inBetween = CD_EACH_OWN_SCREW,
                                 .margin = input->margin,
                                 .safetyDistance = getSafetyDistance(input, work, obstacle),
                                 .disabled = input->disabled};
}

static cdFirstContact findPairContact(const cdFirstContactInput *pair, const cdPairSearch *how,
                                      cdPairCache *cache, cdWorkspace *workspace, cdTrace *trace) {
    return pair->targetB ? cdFindOwnScrewsContactBy(pair, how, cache, workspace, trace)
                         : cdFindFirstContactBy(pair, how, cache, workspace, trace);
}

// Lists the touches of the winner alone, once it is known.
static void listTouches(const cdObstaclesInput *input, const cdSharedWork *work, cdFirstContact *best,
                        cdWorkspace *workspace) {
    cdFirstContactInput pair = makePairInput(input, work, best->obstacle);
    pair.touches = input->touches;
    pair.touchCapacity = input->touchCapacity;
    cdPairSearch how = {.timeLimit = best->t.hi, .meter = work->meter, .from = work->from};
    cdFirstContact result = findPairContact(&pair, &how, NULL, workspace, NULL);
    best->touchCount = result.touchCount;
    best->neededTouches = result.neededTouches;
    best->truncated = result.truncated || result.state == CD_UNDECIDED;
}

// Searches a pair, or a slice of its search.
static cdFirstContact searchPair(const cdObstaclesInput *input, Reach *next, double timeLimit,
                                 const cdSharedWork *work, cdWorkspace *workspace, cdTrace *trace) {
    cdFirstContactInput pair = makePairInput(input, work, next->obstacle);
    cdPairCache *cache = work->caches ? &work->caches[next->obstacle] : NULL;
    const cdNearList *near = work->near ? &work->near[next->obstacle] : NULL;
    bool isRecorded = work->record && work->record->obstacle == next->obstacle;
    cdPairSearch how = {.timeLimit = timeLimit,
                        .meter = work->meter,
                        .progress = &next->progress,
                        .near = near,
                        .record = isRecorded ? work->record : NULL,
                        .from = work->from};
    cdTraceBeginning(trace, CD_TRACE_OBSTACLE, next->obstacle, (cdInterval){next->time, timeLimit});
    cdFirstContact result = findPairContact(&pair, &how, cache, workspace, trace);
    cdTraceDecision(trace, CD_TRACE_PAIR_DECIDED, next->obstacle, &result);
    next->time = cdMax(next->time, next->progress.freeUntil);
    return result;
}

// The budget ended the search: the step is free before the minimum time of the undecided pairs.
static void leaveUndecided(const cdObstaclesInput *input, const cdSharedWork *work, const Reach *next,
                           const Reach *heap, int32_t count, cdFirstContact *best) {
    const Reach *least = count > 0 && reachesBefore(&heap[0], next) ? &heap[0] : next;
    if (best->obstacle >= 0 && best->t.lo < least->time) return; // a contact, though t.hi may be later
    cdFirstContactInput pair = makePairInput(input, work, least->obstacle);
    *best = (cdFirstContact){.proxy = best->proxy};
    cdFillUndecided(best, work->meter->reason, least->time, &pair);
    best->obstacle = least->obstacle;
}

// Searches obstacles in the order of their times, until none can be met before the best contact.
static void searchObstacles(const cdObstaclesInput *input, Reach *heap, int32_t count,
                            const cdSharedWork *work, cdFirstContact *best, cdWorkspace *workspace,
                            cdTrace *trace) {
    cdQueryStats stats = {.obstacleTests = input->obstacleCount};
    cdMeter *meter = work->meter;
    while (count > 0) {
        Reach next = popReach(heap, &count);
        if (best->obstacle >= 0 && next.time > best->t.hi) break;
        double timeLimit = best->obstacle >= 0 ? best->t.hi : 1.0;
        cdFirstContact result = searchPair(input, &next, timeLimit, work, workspace, trace);
        cdAddQueryStats(&stats, &result.stats);
        result.proxy.obstacle = next.obstacle;
        keepProxy(best, &result.proxy);
        bool isStopped = result.state == CD_UNDECIDED && meter->reason != CD_REASON_NONE;
        if (isStopped) {
            leaveUndecided(input, work, &next, heap, count, best);
            break;
        }
        if (cdIsCutShort(&result, meter)) {
            pushReach(heap, &count, &next);
        } else if (takesOver(&result, next.obstacle, best)) {
            *best = result;
            best->obstacle = next.obstacle;
        }
    }
    cdEndSlice(meter);
    best->stats = stats;
}

cdFirstContact cdFindFirstContactAmongBy(const cdObstaclesInput *input, const cdSharedWork *work,
                                         cdWorkspace *workspace, cdTrace *trace) {
    cdMeter *meter = work->meter;
    cdFirstContact best = {.reason = CD_REASON_WORKSPACE, .resolvedPose = input->start, .obstacle = -1};
    Reach *heap = cdUseWorkPart(workspace, CD_WORK_REACHES, cdGetReachesSize(input->obstacleCount));
    if (!heap) return best;
    int64_t before = meter->spent;
    best = (cdFirstContact){.state = CD_FREE,
                            .t = {1.0, 1.0},
                            .resolvedTime = 1.0,
                            .resolvedPose = input->target,
                            .obstacle = -1};
    int32_t count = collectReachable(input, work, heap);
    cdTraceBeginning(trace, CD_TRACE_QUERY, 0, (cdInterval){0.0, 1.0});
    searchObstacles(input, heap, count, work, &best, workspace, trace);
    cdTraceDecision(trace, CD_TRACE_DECIDED, best.obstacle, &best);
    if (best.state == CD_CONTACT && input->touches) listTouches(input, work, &best, workspace);
    if (best.state == CD_OVERLAP) leaveOverlap(input, meter, &best, workspace);
    best.stats.pairTests = meter->spent - before;
    return best;
}

static cdReason checkObstacles(const cdObstacle *obstacles, int32_t count) {
    if (!CD_REQUIRE(obstacles != NULL || count <= 0)) return CD_REASON_INPUT;
    for (int32_t i = 0; i < count; i++)
        if (!CD_REQUIRE(obstacles[i].mesh != NULL)) return CD_REASON_INPUT;
    return count < 0 ? CD_REASON_INPUT : CD_REASON_NONE;
}

// Checks that both ends of moving obstacles' steps are valid.
static cdReason checkTargets(const cdObstaclesInput *input) {
    cdReason reason = CD_REASON_NONE;
    for (int32_t i = 0; input->obstacleTargets && i < input->obstacleCount && reason == CD_REASON_NONE; i++)
        reason = cdCheckPoses((const cdPose[]){input->obstacles[i].pose, input->obstacleTargets[i]}, 2);
    return reason;
}

cdReason cdCheckStep(const cdObstaclesInput *input) {
    cdReason reason = checkObstacles(input->obstacles, input->obstacleCount);
    if (reason == CD_REASON_NONE) reason = cdCheckMargin(input->margin);
    if (reason == CD_REASON_NONE) reason = cdCheckMargin(input->safetyDistance);
    if (reason == CD_REASON_NONE) reason = cdCheckPoses((const cdPose[]){input->start, input->target}, 2);
    return reason != CD_REASON_NONE ? reason : checkTargets(input);
}

// Returns an obstacle's pose at the resolved time.
static cdPose getObstaclePose(const cdObstaclesInput *input, const cdFirstContact *result) {
    const cdObstacle *other = &input->obstacles[result->obstacle];
    const cdPose *target = getTarget(input, result->obstacle);
    if (target == NULL) return other->pose;
    cdMotion motion = cdMakeMotion(other->pose, *target, other->mesh->center);
    return cdGetPoseAt(&motion, result->resolvedTime);
}

cdFirstContact cdFindFirstContactAmong(const cdObstaclesInput *input, cdPairCache *caches,
                                       cdWorkspace *workspace, cdTrace *trace) {
    cdFirstContact refused = {.reason = CD_REASON_INPUT, .obstacle = -1};
    if (!CD_REQUIRE(input && input->mesh && workspace)) return refused;
    refused.resolvedPose = input->start;
    refused.reason = cdCheckStep(input);
    if (refused.reason != CD_REASON_NONE) return refused;
    cdForgetManyPlaces(workspace);
    cdMeter meter = cdOpenMeter(&input->budget);
    cdSharedWork work = {.meter = &meter, .caches = caches};
    cdFirstContact result = cdFindFirstContactAmongBy(input, &work, workspace, trace);
    if (result.obstacle >= 0) result.resolvedPoseB = getObstaclePose(input, &result);
    return result;
}

cdOverlap cdFindOverlapAmong(const cdOverlapAmongInput *input, cdPairCache *caches, cdWorkspace *workspace,
                             cdTrace *trace) {
    cdOverlap refused = {.reason = CD_REASON_INPUT, .obstacle = -1};
    if (!CD_REQUIRE(input && input->mesh && workspace)) return refused;
    refused.reason = checkObstacles(input->obstacles, input->obstacleCount);
    if (refused.reason == CD_REASON_NONE) refused.reason = cdCheckPose(input->pose);
    if (refused.reason != CD_REASON_NONE) return refused;
    cdMeter meter = cdOpenMeter(&input->budget);
    return findOverlapAmong(&(Placement){.at = input}, &meter, caches, workspace, trace);
}
