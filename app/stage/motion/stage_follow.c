// Completes and keeps the query of the last step.
//
// For display only, no pose depends on it: (1) The overlap test at the resolved pose, if the step has no
// status. (2) Times of contact of a discrete step by other methods. (3) Keeping the query of the last step.
#include "stage/motion/stage_follow.h"

#include "engine/platform/clock.h"
#include "stage/motion/stage_limit.h"
#include "stage/motion/stage_query.h"
#include "stage/motion/stage_status.h"
#include "stage/objects/object_options.h"

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

// Finds the last free pose of the step and the first that overlaps, by bisection with the discrete test. No
// guarantee: overlaps that begin and end within the step may be missed.
static void halveStep(Stage *stage, StageTimes *times) {
    enum { HALVINGS = 40 }; // resolves a step's fraction to 1e-12
    const StageQuery *query = &stage->query;
    if (query->status != STAGE_OVERLAP || query->obstacle < 0) return;
    const StageObject *moved = &stage->objects[query->object], *met = &stage->objects[query->obstacle];
    cdOverlapInput input = {.meshA = moved->mesh, .meshB = met->mesh, .poseB = met->pose};
    double begin = gxGetTime(), free = 0.0, overlapping = 1.0;
    for (int32_t k = 0; k <= HALVINGS; k++) {
        double t = k == 0 ? 0.0 : 0.5 * (free + overlapping); // first the start, which may overlap
        input.poseA = cdGetPoseAt(&query->motion, t);
        input.budget = BeginShownQuery(stage);
        times->halvedState = cdFindOverlap(&input, NULL, stage->scratch.workspace, NULL).state;
        if (times->halvedState == CD_UNDECIDED || (k == 0 && times->halvedState == CD_OVERLAP)) break;
        if (times->halvedState == CD_OVERLAP)
            overlapping = t;
        else
            free = t;
        times->halvedState = CD_CONTACT;
    }
    times->halvedTime = free;
    times->halvedMicroseconds = 1e6 * (gxGetTime() - begin);
    times->halved = true;
}

// Computes the times of contact of a discrete step by the methods that find one.
static void compareTimes(Stage *stage) {
    const StageQuery *query = &stage->query;
    StageTimes times = {.present = true};
    cdObstaclesInput input = {.mesh = stage->objects[query->object].mesh,
                              .start = query->motion.start,
                              .target = query->motion.target,
                              .obstacles = stage->scratch.obstacles,
                              .obstacleCount = ListOutsideObstacles(stage, query->object, query->motion.start,
                                                                    query->motion.target),
                              .margin = stage->data.margin,
                              .disabled = GetStageDisabled(stage, query->object),
                              .budget = BeginShownQuery(stage)};
    double begin = gxGetTime();
    times.continuous = cdFindFirstContactAmong(&input, NULL, stage->scratch.workspace, NULL);
    times.continuousMicroseconds = 1e6 * (gxGetTime() - begin);
    halveStep(stage, &times);
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

// --- (3)

const StageQuery *FindAskedQuery(const Stage *stage) {
    const StageQuery *replaced = &stage->asked.replaced;
    if (stage->query.present) return &stage->query;
    return replaced->present ? replaced : NULL;
}

void ForgetAskedQuery(Stage *stage) {
    stage->query.present = stage->asked.replaced.present = false;
}

void KeepAskedQuery(Stage *stage) {
    if (stage->query.present) stage->asked.replaced = stage->query;
}
