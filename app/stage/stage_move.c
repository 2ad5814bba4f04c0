// One step of one object: intended pose in, first contact over all the others, resolved pose out.
//
// Continuous: the object is left where the query says, just before the contact. Discrete: it is left where
// the hand wants it, whatever is there, and the exact overlap test says what it finds. An object that
// overlaps something already may be moved anywhere, else it could not be freed.
#include "stage/stage.h"
#include "stage/stage_query.h"

#include "engine/clock.h"

#include <math.h>
#include <string.h>

static void addObstacle(Stage *stage, int32_t index, int32_t *count) {
    stage->obstacles[*count] = (cdObstacle){stage->objects[index].mesh, stage->objects[index].pose};
    stage->obstacleObjects[(*count)++] = index;
}

int32_t ListStageObstacles(Stage *stage, int32_t object, cdPose from, cdPose to) {
    int32_t count = 0, ground = PlaceStageGround(stage, &stage->objects[object], from, to);
    for (int32_t i = 0; i < stage->objectCount; ++i) {
        if (i != object && IsObjectPresent(&stage->objects[i])) addObstacle(stage, i, &count);
    }
    if (ground >= 0) addObstacle(stage, ground, &count);
    return count;
}

cdOverlap FindStageOverlap(Stage *stage, int32_t object, cdPose pose, cdBudget budget, int32_t *obstacle) {
    cdOverlapAmongInput input = {.mesh = stage->objects[object].mesh,
                                 .pose = pose,
                                 .obstacles = stage->obstacles,
                                 .obstacleCount = ListStageObstacles(stage, object, pose, pose),
                                 .budget = budget};
    cdOverlap found = cdFindOverlapAmong(&input, NULL, stage->workspace, NULL);
    *obstacle = found.obstacle >= 0 ? stage->obstacleObjects[found.obstacle] : -1;
    return found;
}

static void moveDiscretely(Stage *stage, int32_t object, cdPose intended, StageQuery *query) {
    query->overlap = FindStageOverlap(stage, object, intended, BeginLimitedQuery(stage), &query->obstacle);
    query->status = GetStateStatus(query->overlap.state);
    query->contact.state = query->overlap.state;
    query->contact.reason = query->overlap.reason;
    query->stop = DescribeStageStop(stage, query->overlap.reason);
    query->contact.resolvedPose = intended;
    query->contact.resolvedTime = 1.0;
    query->contact.stats = query->overlap.stats;
    query->contact.point = query->overlap.point;
    query->followUp = stage->compares || IsStopped(query->stop);
}

// How a state of the query is shown. "Near": so close that elements had to be compared.
static StageStatus getStatus(const cdFirstContact *contact) {
    bool near = contact->state == CD_FREE && contact->stats.facePairTests > 0;
    return near ? STAGE_NEAR : GetStateStatus(contact->state);
}

// The ground came nearest, of which nobody looks at the hull: what the proxies say of the others, as far as
// the step goes. The ground is the last obstacle. Proxies come before all other tests.
static cdProxy findProxyOfOthers(Stage *stage, const StageQuery *query, const cdObstaclesInput *step) {
    cdObstaclesInput others = *step;
    others.target = query->contact.resolvedPose;
    --others.obstacleCount;
    others.touches = NULL;
    others.touchCapacity = 0;
    others.budget = (cdBudget){.maxPairTests = 1};
    cdPairCache *caches = stage->objects[query->object].caches; // in the order of the obstacles
    return cdFindFirstContactAmong(&others, caches, stage->workspace, NULL).proxy;
}

// Whom the convex proxies tell of, and their count for the histogram: of hulls, not of boxes' planes.
static void takeProxy(Stage *stage, const cdObstaclesInput *step, StageQuery *query) {
    cdProxy *proxy = &query->contact.proxy;
    if (!proxy->tested || stage->limit.givenUp) return;
    if (IsGroundIndex(stage->obstacleObjects[proxy->obstacle], stage->objectCount)) {
        *proxy = findProxyOfOthers(stage, query, step);
        if (!proxy->tested) return;
    }
    query->proxyObstacle = stage->obstacleObjects[proxy->obstacle];
    if (proxy->ofBoxes) return;
    SeparationTally tally = {.frames = 1};
    CountSeparation(&tally, !proxy->separated, proxy->iterations, proxy->cacheHit);
    AddTally(&stage->tally, &tally);
}

// First contact, and on along what is met. The limits name objects.
static void slideOn(Stage *stage, const cdObstaclesInput *step, cdTrace *trace, StageQuery *query) {
    cdSlideInput input = {.step = *step, .limits = query->limits, .limitCapacity = STAGE_LIMIT_MAX};
    stage->slideCache.pairs = stage->objects[query->object].caches;
    cdSlide slide = cdFindSlide(&input, &stage->slideCache, stage->workspace, trace);
    query->contact = slide.contact;
    query->legCount = slide.legCount;
    query->unfinished = slide.exhausted;
    query->stop = DescribeStageStop(stage, slide.contact.reason);
    query->limitCount = slide.limitCount;
    for (int32_t i = 0; i < query->limitCount; ++i)
        query->limits[i].obstacle = stage->obstacleObjects[query->limits[i].obstacle];
}

static void moveContinuously(Stage *stage, int32_t object, cdPose intended, StageQuery *query) {
    const StageObject *moved = &stage->objects[object];
    cdObstaclesInput input = {.mesh = moved->mesh,
                              .start = moved->pose,
                              .target = intended,
                              .obstacles = stage->obstacles,
                              .obstacleCount = ListStageObstacles(stage, object, moved->pose, intended),
                              .margin = stage->data.margin,
                              .disabled = GetStageDisabled(stage, object),
                              .budget = BeginLimitedQuery(stage),
                              .touches = query->touches,
                              .touchCapacity = STAGE_TOUCH_MAX};
    stage->trace.eventCount = 0;
    stage->trace.truncated = false;
    cdTrace *trace = stage->traced ? &stage->trace : NULL;
    // A body that is led while its world stands still slides.
    if (stage->response != SCENE_STOP) {
        slideOn(stage, &input, trace, query);
    } else {
        query->contact = cdFindFirstContactAmong(&input, moved->caches, stage->workspace, trace);
        query->stop = DescribeStageStop(stage, query->contact.reason);
        query->unfinished = IsStopped(query->stop);
    }
    query->touchCount = query->contact.touchCount;
    if (query->touchCount > STAGE_TOUCH_MAX) query->touchCount = STAGE_TOUCH_MAX;
    int32_t obstacle = query->contact.obstacle;
    query->obstacle = obstacle >= 0 ? stage->obstacleObjects[obstacle] : -1;
    takeProxy(stage, &input, query);
    query->status = getStatus(&query->contact);
    if (query->contact.state == CD_OVERLAP) query->contact.resolvedPose = intended;
    query->followUp = query->contact.state == CD_OVERLAP;
}

// Asks the query of a step, from nothing but where everything is.
static void ask(Stage *stage, int32_t object, cdPose intended, StageQuery *query) {
    const StageObject *moved = &stage->objects[object];
    *query = (StageQuery){.present = true,
                          .object = object,
                          .obstacle = -1,
                          .proxyObstacle = -1,
                          .mode = stage->mode,
                          .response = stage->response,
                          .motion = cdMakeMotion(moved->pose, intended, moved->info.center)};
    if (stage->mode == SCENE_DISCRETE)
        moveDiscretely(stage, object, intended, query);
    else
        moveContinuously(stage, object, intended, query);
}

static void forgetCaches(Stage *stage, int32_t object) {
    StageObject *moved = &stage->objects[object];
    stage->slideCache = (cdSlideCache){0};
    if (moved->caches) memset(moved->caches, 0, (size_t)stage->objectCapacity * sizeof *moved->caches);
}

// Within the limits that hold, from empty caches where it is cut short.
static void askInTime(Stage *stage, int32_t object, cdPose intended, StageQuery *query) {
    StageLimit *limit = &stage->limit;
    bool isReplay = limit->replays, isCold = isReplay || limit->lags;
    if (isCold) forgetCaches(stage, object);
    limit->repeats = !isCold && !limit->waits;
    ask(stage, object, intended, query);
    limit->repeats = false;
    if (IsStopped(query->stop) && !isCold && !limit->givenUp) {
        forgetCaches(stage, object);
        ask(stage, object, intended, query);
    }
    query->late = IsStopped(query->stop);
    if (!isReplay) limit->lags = query->late;
}

// An upper bound of how far any point of the object moves.
static double getWay(const StageObject *object, cdPose from, cdPose to) {
    cdVec3 way =
        cdSub(cdTransformPoint(to, object->info.center), cdTransformPoint(from, object->info.center));
    cdQuat turn = cdMulQuat(to.q, cdConjugate(from.q));
    cdVec3 axis = {turn.x, turn.y, turn.z};
    return cdLength(way) + 2.0 * object->info.radius * asin(fmin(1.0, cdLength(axis)));
}

// A step that was cut short and gained little of its way gets more time when it is tried again. Returns true
// if it gained nothing: that is not noted, since there may be many of them.
static bool hasStalled(Stage *stage, const StageQuery *query) {
    static const double little = 1.0 / 8.0;
    StageLimit *limit = &stage->limit;
    const StageObject *object = &stage->objects[query->object];
    cdPose start = query->motion.start, rest = query->contact.resolvedPose;
    if (limit->replays) return false;
    bool late = query->late && query->mode == SCENE_CONTINUOUS;
    bool gains = getWay(object, start, rest) >= little * getWay(object, start, query->motion.target);
    limit->stalls = !late ? 0 : gains ? limit->stalls : limit->stalls + 1;
    return late && cdIsSamePose(start, rest);
}

static void takeAnswer(Stage *stage, const StageQuery *answer, cdPose intended) {
    StageObject *moved = &stage->objects[answer->object];
    stage->query = *answer;
    stage->recentStats[stage->queryCount % STAGE_MEDIAN_COUNT] = answer->contact.stats;
    stage->recentMicroseconds[stage->queryCount++ % STAGE_MEDIAN_COUNT] = answer->microseconds;
    moved->start = moved->pose;
    moved->intended = intended;
    moved->pose = answer->contact.resolvedPose;
    // A step that was cut short is tried again: there may be more time.
    stage->query.unfinished =
        answer->unfinished && (answer->late || !cdIsSamePose(moved->start, moved->pose));
}

void MoveStageObject(Stage *stage, int32_t object, cdPose intended) {
    BeginStageEntry(stage);
    StageQuery query;
    double begin = gxGetTime();
    askInTime(stage, object, intended, &query);
    if (stage->limit.givenUp) {
        AbandonStageEntry(stage);
        return;
    }
    query.microseconds = 1e6 * (gxGetTime() - begin);
    for (int32_t i = 0; i < stage->objectCount; ++i)
        stage->asked[i] = stage->objects[i].pose;
    bool stalled = hasStalled(stage, &query);
    takeAnswer(stage, &query, intended);
    if (!HasStageLimit(stage)) FollowUpStageQuery(stage);
    TellStageWorld(stage, object);
    ShowBoxStep(stage, object);
    if (stalled)
        AbandonStageEntry(stage);
    else
        EndStageEntry(stage,
                      (StageEntry){.op = STAGE_MOVE, .index = object, .pose = intended, .stop = query.stop});
}

void PlaceStageObject(Stage *stage, int32_t object, cdPose pose) {
    BeginStageEntry(stage);
    StageObject *placed = &stage->objects[object];
    placed->pose = placed->intended = placed->start = pose;
    ++stage->placeCount;
    stage->regions.interrupted = true;
    StageQuery *query = &stage->query;
    *query = (StageQuery){.object = object,
                          .proxyObstacle = -1,
                          .mode = stage->mode,
                          .motion = cdMakeMotion(pose, pose, placed->info.center),
                          .contact = {.resolvedPose = pose}};
    stage->trace.eventCount = 0;
    cdBudget budget = stage->journal.depth <= 1 ? BeginLimitedQuery(stage) : BeginShownQuery(stage);
    query->overlap = FindStageOverlap(stage, object, pose, budget, &query->obstacle);
    query->status = GetStateStatus(query->overlap.state);
    query->stop = DescribeStageStop(stage, query->overlap.reason);
    query->followUp = IsStopped(query->stop);
    TellStageWorld(stage, object);
    ShowBoxStep(stage, object);
    EndStageEntry(stage, (StageEntry){.op = STAGE_PLACE, .index = object, .pose = pose, .stop = query->stop});
}
