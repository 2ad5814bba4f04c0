// Queries after a step that only serve the display: no pose depends on them.
//
// (1) Whether the object overlaps something where it is left, when the step itself did not say. (2) When a
// discrete step has met something by the ways that know a time.
#include "stage/stage_query.h"

#include "engine/clock.h"

// --- (1)

static bool isStatusOpen(const StageQuery *query) {
    bool byOverlap = !query->present || query->mode == SCENE_DISCRETE;
    return byOverlap ? IsStopped(query->stop) : query->contact.state == CD_OVERLAP;
}

static void findStatus(Stage *stage) {
    StageQuery *query = &stage->query;
    int32_t obstacle = -1;
    cdPose pose = stage->objects[query->object].pose;
    cdOverlap found = FindStageOverlap(stage, query->object, pose, BeginShownQuery(stage), &obstacle);
    if (stage->limit.givenUp) return;
    query->overlap = found;
    query->obstacle = obstacle;
    query->status = GetStateStatus(found.state);
    query->late = false;
    query->stop = (StageStop){0};
    if (!query->present || query->mode == SCENE_CONTINUOUS) return;
    query->contact.state = found.state;
    query->contact.reason = found.reason;
    query->contact.stats = found.stats;
    query->contact.point = found.point;
}

// --- (2)

// The estimate of the time by the solids of both, when they are solids.
static void estimateTime(Stage *stage, StageTimes *times) {
    const StageQuery *query = &stage->query;
    const StageSolid *solidA = GetStageSolid(stage, query->object), *solidB = NULL;
    if (!solidA || !solidA->solid || query->obstacle < 0) return;
    const cdMesh *moved = solidA->solid; // making another moves the list
    solidB = GetStageSolid(stage, query->obstacle);
    if (!solidB || !solidB->solid) return;
    cdCollisionTimeInput input = {.meshA = moved,
                                  .meshB = solidB->solid,
                                  .startA = query->motion.start,
                                  .targetA = query->motion.target,
                                  .poseB = stage->objects[query->obstacle].pose,
                                  .budget = BeginShownQuery(stage)};
    double begin = gxGetTime();
    times->estimate = cdEstimateCollisionTime(&input);
    times->estimateMicroseconds = 1e6 * (gxGetTime() - begin);
    times->estimated = true;
}

// Times of contact of a discrete step, by the methods that find one.
static void compareTimes(Stage *stage) {
    const StageQuery *query = &stage->query;
    StageTimes times = {.present = true};
    cdObstaclesInput input = {.mesh = stage->objects[query->object].mesh,
                              .start = query->motion.start,
                              .target = query->motion.target,
                              .obstacles = stage->obstacles,
                              .obstacleCount = ListStageObstacles(stage, query->object),
                              .margin = stage->data.margin,
                              .disabled = GetStageDisabled(stage, query->object),
                              .budget = BeginShownQuery(stage)};
    double begin = gxGetTime();
    times.continuous = cdFindFirstContactAmong(&input, NULL, stage->workspace, NULL);
    times.continuousMicroseconds = 1e6 * (gxGetTime() - begin);
    estimateTime(stage, &times);
    if (!stage->limit.givenUp) stage->query.times = times;
}

void FollowUpStageQuery(Stage *stage) {
    const StageQuery *query = &stage->query;
    if (!query->followUp) return;
    if (isStatusOpen(query)) findStatus(stage);
    bool compares = stage->compares && query->present && query->mode == SCENE_DISCRETE;
    if (compares && !stage->limit.givenUp) compareTimes(stage);
    if (!stage->limit.givenUp) stage->query.followUp = false;
}
