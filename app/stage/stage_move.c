// One step of one object: intended pose in, first contact over all the others, resolved pose out.
//
// Continuous: the object is left where the query says, just before the contact. Discrete: it is left where
// the hand wants it, whatever is there, and the exact overlap test says what it finds. An object that
// overlaps something already may be moved anywhere, else it could not be freed.
#include "stage/stage.h"

#include "engine/clock.h"

#include <string.h>

// All other objects, as the query wants them. Scenes change between steps, so they are listed afresh.
static int32_t listObstacles(Stage *stage, int32_t object) {
    int32_t count = 0;
    for (int32_t i = 0; i < stage->objectCount; ++i) {
        if (i == object || stage->objects[i].removed) continue;
        stage->obstacles[count] = (cdObstacle){stage->objects[i].mesh, stage->objects[i].pose};
        stage->obstacleSurfaces[count] = GetStageSurface(stage, i);
        stage->obstacleObjects[count++] = i;
    }
    return count;
}

static StageStatus findOverlap(Stage *stage, int32_t object, cdPose pose, int32_t obstacleCount,
                               cdBudget budget) {
    StageQuery *query = &stage->query;
    int32_t obstacle = -1;
    cdOverlapAmongInput input = {.mesh = stage->objects[object].mesh,
                                 .pose = pose,
                                 .obstacles = stage->obstacles,
                                 .obstacleCount = obstacleCount,
                                 .budget = budget};
    query->overlap = cdFindOverlapAmong(&input, &obstacle, stage->scratch);
    query->obstacle = obstacle >= 0 ? stage->obstacleObjects[obstacle] : -1;
    return GetStateStatus(query->overlap.state);
}

// The estimate of the time by the solids of both, when they are solids.
static void estimateTime(Stage *stage, int32_t object, cdPose intended) {
    StageTimes *times = &stage->query.times;
    const StageSolid *solidA = GetStageSolid(stage, object), *solidB = NULL;
    if (!solidA || !solidA->solid || stage->query.obstacle < 0) return;
    const cdSolid *moved = solidA->solid; // making another moves the list
    solidB = GetStageSolid(stage, stage->query.obstacle);
    if (!solidB || !solidB->solid) return;
    cdCollisionTimeInput input = {.solidA = moved,
                                  .solidB = solidB->solid,
                                  .startA = stage->objects[object].pose,
                                  .targetA = intended,
                                  .poseB = stage->objects[stage->query.obstacle].pose};
    double begin = gxGetTime();
    times->estimate = cdEstimateCollisionTime(&input);
    times->estimateMicroseconds = 1e6 * (gxGetTime() - begin);
    times->estimated = true;
}

// After a discrete step, while the object is at its start still.
static void compareTimes(Stage *stage, int32_t object, cdPose intended) {
    StageTimes *times = &stage->query.times;
    cdObstaclesInput input = {.mesh = stage->objects[object].mesh,
                              .start = stage->objects[object].pose,
                              .target = intended,
                              .obstacles = stage->obstacles,
                              .obstacleCount = listObstacles(stage, object),
                              .margin = stage->data.margin,
                              .disabled = GetStageDisabled(stage, object),
                              .budget = BeginShownQuery(stage)};
    int32_t obstacle = -1;
    double begin = gxGetTime();
    times->continuous = cdFindFirstContactAmong(&input, &obstacle, stage->scratch, NULL);
    times->continuousMicroseconds = 1e6 * (gxGetTime() - begin);
    times->present = true;
    estimateTime(stage, object, intended);
}

static void moveDiscretely(Stage *stage, int32_t object, cdPose intended) {
    StageQuery *query = &stage->query;
    int32_t obstacleCount = listObstacles(stage, object);
    query->status = findOverlap(stage, object, intended, obstacleCount, BeginLimitedQuery(stage));
    query->contact.state = query->overlap.state;
    query->contact.reason = query->overlap.reason;
    query->stop = DescribeStageStop(stage, query->overlap.reason);
    query->contact.restPose = intended;
    query->contact.restTime = 1.0;
    query->contact.stats = query->overlap.stats;
    query->contact.point = query->overlap.point;
}

// How a state of the query is shown. "Near": so close that elements had to be compared.
static StageStatus getStatus(const cdFirstContact *contact) {
    bool near = contact->state == CD_FREE && contact->stats.facePairTests > 0;
    return near ? STAGE_NEAR : GetStateStatus(contact->state);
}

// Whom the convex proxies tell of, and their count for the histogram: of hulls, not of boxes' planes.
static void takeProxy(Stage *stage) {
    const cdProxy *proxy = &stage->query.contact.proxy;
    if (!proxy->tested) return;
    stage->query.proxyObstacle = stage->obstacleObjects[proxy->obstacle];
    if (proxy->ofBoxes) return;
    SeparationTally tally = {.frames = 1};
    CountSeparation(&tally, !proxy->separated, proxy->iterations, proxy->cacheHit);
    AddTally(&stage->tally, &tally);
}

// First contact, and on along what is met; returns the obstacle. The limits name objects.
static int32_t slideOn(Stage *stage, const cdObstaclesInput *step, cdTrace *trace) {
    StageQuery *query = &stage->query;
    cdSlideInput input = {.step = *step,
                          .surface = GetStageSurface(stage, query->object),
                          .obstacleSurfaces = stage->obstacleSurfaces,
                          .cache = &stage->slideCache,
                          .limits = query->limits,
                          .limitCapacity = STAGE_LIMIT_MAX};
    cdSlide slide = cdFindSlide(&input, stage->scratch, trace);
    query->contact = slide.contact;
    query->legCount = slide.legCount;
    query->unfinished = slide.exhausted;
    query->stop = DescribeStageStop(stage, slide.reason);
    query->limitCount = slide.limitCount < STAGE_LIMIT_MAX ? slide.limitCount : STAGE_LIMIT_MAX;
    for (int32_t i = 0; i < query->limitCount; ++i)
        query->limits[i].obstacle = stage->obstacleObjects[query->limits[i].obstacle];
    return slide.obstacle;
}

static void moveContinuously(Stage *stage, int32_t object, cdPose intended) {
    StageQuery *query = &stage->query;
    const StageObject *moved = &stage->objects[object];
    cdObstaclesInput input = {.mesh = moved->mesh,
                              .start = moved->pose,
                              .target = intended,
                              .obstacles = stage->obstacles,
                              .obstacleCount = listObstacles(stage, object),
                              .margin = stage->data.margin,
                              .disabled = GetStageDisabled(stage, object),
                              .budget = BeginLimitedQuery(stage),
                              .caches = moved->caches,
                              .touches = query->touches,
                              .touchCapacity = STAGE_TOUCH_MAX};
    int32_t obstacle = -1;
    stage->trace.eventCount = 0;
    stage->trace.truncated = false;
    cdTrace *trace = stage->traced ? &stage->trace : NULL;
    // A body that is led while its world stands still slides.
    if (stage->response != SCENE_STOP) {
        obstacle = slideOn(stage, &input, trace);
    } else {
        query->contact = cdFindFirstContactAmong(&input, &obstacle, stage->scratch, trace);
        query->stop = DescribeStageStop(stage, query->contact.reason);
        query->unfinished = IsStopped(query->stop);
    }
    query->touchCount = query->contact.touchCount;
    if (query->touchCount > STAGE_TOUCH_MAX) query->touchCount = STAGE_TOUCH_MAX;
    query->obstacle = obstacle >= 0 ? stage->obstacleObjects[obstacle] : -1;
    takeProxy(stage);
    query->status = getStatus(&query->contact);
    if (query->contact.state == CD_OVERLAP) {
        query->contact.restPose = intended;
        query->status = findOverlap(stage, object, intended, input.obstacleCount, (cdBudget){0});
    }
}

// Asks the query of a step, from nothing but where everything is.
static void ask(Stage *stage, int32_t object, cdPose intended) {
    StageObject *moved = &stage->objects[object];
    StageQuery *query = &stage->query;
    memset(query, 0, sizeof *query);
    query->present = true;
    query->object = object;
    query->obstacle = query->proxyObstacle = -1;
    query->mode = stage->mode;
    query->response = stage->response;
    query->motion = cdMakeMotion(moved->pose, intended, moved->info.center);
    if (stage->mode == SCENE_DISCRETE)
        moveDiscretely(stage, object, intended);
    else
        moveContinuously(stage, object, intended);
}

static void forgetCaches(Stage *stage, int32_t object) {
    StageObject *moved = &stage->objects[object];
    stage->slideCache = (cdSlideCache){0};
    if (moved->caches) memset(moved->caches, 0, (size_t)stage->objectCapacity * sizeof *moved->caches);
}

// Within the limits that hold, from empty caches where it is cut short.
static void askInTime(Stage *stage, int32_t object, cdPose intended) {
    StageLimit *limit = &stage->limit;
    bool isReplay = limit->replays, isCold = isReplay || limit->lags;
    if (isCold) forgetCaches(stage, object);
    limit->repeats = !isCold;
    ask(stage, object, intended);
    if (IsStopped(stage->query.stop) && !isCold) {
        forgetCaches(stage, object);
        limit->repeats = false;
        ask(stage, object, intended);
    }
    stage->query.late = IsStopped(stage->query.stop);
    if (!isReplay) limit->lags = stage->query.late;
}

void MoveStageObject(Stage *stage, int32_t object, cdPose intended) {
    BeginStageEntry(stage);
    StageObject *moved = &stage->objects[object];
    StageQuery *query = &stage->query;
    for (int32_t i = 0; i < stage->objectCount; ++i)
        stage->asked[i] = stage->objects[i].pose;
    double begin = gxGetTime();
    askInTime(stage, object, intended);
    query->microseconds = 1e6 * (gxGetTime() - begin);
    if (stage->compares && stage->mode == SCENE_DISCRETE) compareTimes(stage, object, intended);
    stage->recentStats[stage->queryCount % STAGE_MEDIAN_COUNT] = query->contact.stats;
    stage->recentMicroseconds[stage->queryCount++ % STAGE_MEDIAN_COUNT] = query->microseconds;
    moved->start = moved->pose;
    moved->intended = intended;
    moved->pose = query->contact.restPose;
    // A step that was cut short is tried again: there may be more time.
    query->unfinished = query->unfinished && (query->late || !cdIsSamePose(moved->start, moved->pose));
    TellStageWorld(stage, object);
    ShowBoxStep(stage, object);
    EndStageEntry(stage,
                  (StageEntry){.op = STAGE_MOVE, .index = object, .pose = intended, .stop = query->stop});
}

void PlaceStageObject(Stage *stage, int32_t object, cdPose pose) {
    BeginStageEntry(stage);
    StageObject *placed = &stage->objects[object];
    placed->pose = placed->intended = placed->start = pose;
    ++stage->placeCount;
    stage->regions.interrupted = true;
    memset(&stage->query, 0, sizeof stage->query);
    stage->query.object = object;
    stage->query.obstacle = stage->query.proxyObstacle = -1;
    stage->query.mode = stage->mode;
    stage->query.motion = cdMakeMotion(pose, pose, placed->info.center);
    stage->query.contact.restPose = pose;
    stage->trace.eventCount = 0;
    stage->query.status = findOverlap(stage, object, pose, listObstacles(stage, object), (cdBudget){0});
    TellStageWorld(stage, object);
    ShowBoxStep(stage, object);
    EndStageEntry(stage, (StageEntry){.op = STAGE_PLACE, .index = object, .pose = pose});
}

void RunStoryStep(Stage *stage, int32_t index) {
    const SceneStoryStep *step = &stage->data.story[index];
    if (step->object < 0) {
        AdvanceStageTo(stage, step->time);
        return;
    }
    if (!stage->objects[step->object].caches || stage->objects[step->object].removed) return;
    int32_t first = FindStoryStart(&stage->data, index);
    PlaceStageObject(stage, step->object, GetStoryStart(&stage->data, first));
    stage->selected = step->object;
    for (int32_t i = first; i <= index; ++i) {
        if (stage->mode != stage->data.story[i].mode) SetStageMode(stage, stage->data.story[i].mode);
        if (stage->response != stage->data.story[i].response)
            SetStageResponse(stage, stage->data.story[i].response);
        MoveStageObject(stage, step->object, stage->data.story[i].target);
        if (stage->regions.wanted) UpdateStageRegions(stage);
    }
}

// A body that its scene moves is put where the scene says; no query is asked.
static void putObject(StageObject *object, cdPose pose, cdContactState state) {
    object->pose = object->intended = object->start = pose;
    object->state = state;
}

static void stepScene(Stage *stage, double dt) {
    for (int32_t i = 0; i < stage->objectCount; ++i) {
        stage->resolved[i] = stage->intended[i] = stage->objects[i].pose;
        stage->states[i] = CD_FREE;
    }
    SeparationTally tally = {0};
    SceneStep step = {&stage->data, stage->time, dt, stage->resolved, stage->intended, stage->states, &tally};
    stage->scene->step(&step);
    if (tally.frames > 0) AddTally(&stage->tally, &tally);
    for (int32_t i = 0; i < stage->data.objectCount; ++i) {
        if (stage->objects[i].removed) continue;
        if (stage->objects[i].body == SCENE_MOVED) {
            putObject(&stage->objects[i], stage->intended[i], stage->states[i]);
        } else if (!cdIsSamePose(stage->resolved[i], stage->intended[i])) {
            stage->objects[i].led = true;
            MoveStageObject(stage, i, stage->intended[i]);
        }
    }
}

bool MovesByItself(const Stage *stage) {
    return stage->world.present || stage->boxes.present || (stage->scene && stage->scene->step);
}

void AdvanceStage(Stage *stage, double dt) {
    UpdateStageWorld(stage);
    if (!MovesByItself(stage)) return;
    BeginStageEntry(stage);
    stage->time += dt;
    if (stage->scene && stage->scene->step) stepScene(stage, dt);
    PlayStageBoxes(stage, dt);
    if (stage->world.present) StepStageWorld(stage, dt);
    EndStageEntry(stage, (StageEntry){.op = STAGE_ADVANCE, .value = dt});
    if (stage->regions.wanted) UpdateStageRegions(stage);
}

void AdvanceStageTo(Stage *stage, double time) {
    const double dt = 1.0 / 60.0;
    if (!MovesByItself(stage)) return;
    if (stage->time > time + 0.5 * dt) RestartStage(stage);
    while (stage->time < time - 0.5 * dt)
        AdvanceStage(stage, dt);
}

StageStatus GetStateStatus(cdContactState state) {
    switch (state) {
    case CD_FREE:
        return STAGE_FREE;
    case CD_CONTACT:
        return STAGE_CONTACT;
    case CD_OVERLAP:
        return STAGE_OVERLAP;
    default:
        return STAGE_UNDECIDED;
    }
}

const char *GetStatusName(StageStatus status) {
    static const char *const names[] = {"free", "near", "contact", "overlap", "undecided"};
    return names[status];
}
