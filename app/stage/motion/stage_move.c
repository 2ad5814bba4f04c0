// One step of one object, or of the group: intended pose in, first contact with all others, resolved pose
// out.
//
// Continuous: the object gets the query's resolved pose, just before the contact. Discrete: it gets the
// intended pose, and the exact overlap test reports its state there. An object that overlaps already may move
// freely, since otherwise it could not be freed. Members of the group move as one rigid body with the object.
#include "stage/deeds.h"
#include "stage/motion/stage_drag.h"
#include "stage/motion/stage_follow.h"
#include "stage/motion/stage_limit.h"
#include "stage/motion/stage_mover.h"
#include "stage/motion/stage_query.h"
#include "stage/motion/stage_status.h"
#include "stage/objects/object_options.h"
#include "stage/objects/stage_filter.h"
#include "stage/objects/stage_members.h"
#include "stage/shown/stage_overlaps.h"
#include "stage/world/stage_boxes.h"

#include "engine/platform/clock.h"
#include "stage/world/stage_ground.h"
#include "stage/world/stage_world.h"

#include <math.h>
#include <string.h>

static void moveDiscretely(Stage *stage, StageMover *mover, cdPose intended, StageQuery *query) {
    mover->pose = intended;
    query->overlap =
        FindOverlapOutside(stage, mover->object, intended, BeginLimitedQuery(stage), &query->obstacle);
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

// Returns the displayed status. "Near": so close that elements had to be compared.
static StageStatus getStatus(const cdFirstContact *contact) {
    bool near = contact->state == CD_FREE && contact->stats.facePairTests > 0;
    return near ? STAGE_NEAR : GetStateStatus(contact->state);
}

static void moveContinuously(Stage *stage, StageMover *mover, cdPose intended, StageQuery *query) {
    FindStageDrag(stage, mover, intended, query);
    query->status =
        query->reached && query->contact.state == CD_CONTACT ? STAGE_NEAR : getStatus(&query->contact);
    if (query->contact.state == CD_OVERLAP && !mover->together)
        query->contact.resolvedPose = mover->pose = intended;
    query->followUp = query->contact.state == CD_OVERLAP;
}

// Runs the query of a step; the result depends on the poses only.
static void runQuery(Stage *stage, StageMover *mover, cdPose intended, StageQuery *query) {
    const StageObject *moved = &stage->objects[mover->object];
    *query = (StageQuery){.present = true,
                          .object = mover->object,
                          .obstacle = -1,
                          .proxyObstacle = -1,
                          .pushed = -1,
                          .mode = stage->mode,
                          .response = stage->response,
                          .motion = cdMakeMotion(moved->pose, intended, moved->info.center)};
    if (stage->mode == SCENE_DISCRETE)
        moveDiscretely(stage, mover, intended, query);
    else
        moveContinuously(stage, mover, intended, query);
}

static void forgetCaches(Stage *stage, const StageMover *mover) {
    if (mover->body >= 0) cdForgetBodyMoves(stage->world.scene.world, mover->body);
}

// Runs it within the time limit; repeats it with empty caches if it is cut short.
static void runInTime(Stage *stage, StageMover *mover, cdPose intended, StageQuery *query) {
    StageLimit *limit = &stage->limit;
    bool isReplay = limit->replays, isCold = isReplay || limit->lags;
    if (isCold) forgetCaches(stage, mover);
    limit->repeats = !isCold && !limit->waits;
    runQuery(stage, mover, intended, query);
    limit->repeats = false;
    if (IsStopped(query->stop) && !isCold && !limit->givenUp) {
        forgetCaches(stage, mover);
        runQuery(stage, mover, intended, query);
    }
    query->late = IsStopped(query->stop);
    if (!isReplay) limit->lags = query->late;
}

// A step that was cut short with little progress gets more time in the next try. Returns true if it had no
// progress: such steps are not recorded, since there may be many of them.
static bool hasStalled(Stage *stage, const StageQuery *query) {
    static const double little = 1.0 / 8.0;
    StageLimit *limit = &stage->limit;
    const StageObject *object = &stage->objects[query->object];
    cdPose start = query->motion.start, resolved = query->contact.resolvedPose;
    if (limit->replays) return false;
    bool late = query->late && query->mode == SCENE_CONTINUOUS;
    bool gains = GetDisplacement(object, start, resolved) >=
                 little * GetDisplacement(object, start, query->motion.target);
    limit->stalls = !late ? 0 : gains ? limit->stalls : limit->stalls + 1;
    return late && cdIsSamePose(start, resolved);
}

// Sets the poses of all objects that move.
static void takePoses(Stage *stage, const StageMover *mover, cdPose intended, bool certified) {
    bool stays = cdIsSamePose(mover->pose, stage->objects[mover->object].pose);
    for (int32_t i = 0; i < stage->objectCount; ++i) {
        StageObject *moved = &stage->objects[i];
        if (!DoesStageFollow(stage, mover, i)) continue;
        moved->start = moved->pose;
        moved->intended = GetFollowerPose(stage, mover, i, intended);
        if (!stays) moved->pose = GetFollowerPose(stage, mover, i, mover->pose);
        if (certified) CarryStageOverlaps(stage, i, moved->start);
    }
}

static void takeAnswer(Stage *stage, const StageQuery *answer, const StageMover *mover, cdPose intended) {
    const StageObject *moved = &stage->objects[answer->object];
    stage->query = *answer;
    stage->recent.stats[stage->recent.count % STAGE_MEDIAN_COUNT] = answer->contact.stats;
    stage->recent.microseconds[stage->recent.count++ % STAGE_MEDIAN_COUNT] = answer->microseconds;
    bool certified = answer->mode == SCENE_CONTINUOUS && answer->contact.state != CD_OVERLAP;
    takePoses(stage, mover, intended, certified && !mover->overlaps);
    // A step that was cut short is tried again: there may be more time. One that pushes continues.
    bool gains = answer->late || !cdIsSamePose(moved->start, moved->pose);
    stage->query.unfinished = (answer->unfinished && gains) || (answer->pushed >= 0 && stage->playing);
}

DeedResult MoveStageObject(Stage *stage, int32_t object, cdPose intended) {
    StageQuery query;
    double begin = gxGetTime();
    UpdateStageWorld(stage);
    if (stage->objects[object].left) TakeBackStageObject(stage, object);
    StageMover mover = BeginStageMotion(stage, object);
    runInTime(stage, &mover, intended, &query);
    if (stage->limit.givenUp) {
        EndStageMotion(stage, &mover);
        return DEED_NOTHING;
    }
    query.microseconds = 1e6 * (gxGetTime() - begin);
    for (int32_t i = 0; i < stage->objectCount; ++i)
        stage->asked.poses[i] = stage->objects[i].pose;
    bool stalled = hasStalled(stage, &query);
    takeAnswer(stage, &query, &mover, intended);
    EndStageMotion(stage, &mover);
    if (!HasStageLimit(stage)) FollowUpStageQuery(stage);
    TakeStageDrag(stage, &mover, intended, &query);
    ShowBoxStep(stage, object);
    return stalled ? DEED_NOTHING : DEED_DONE;
}

void PlaceStageObject(Stage *stage, int32_t object, cdPose pose) {
    StageObject *placed = &stage->objects[object];
    placed->pose = placed->intended = placed->start = pose;
    ++stage->changes.places;
    stage->regions.interrupted = true;
    StageQuery *query = &stage->query;
    KeepAskedQuery(stage);
    *query = (StageQuery){.object = object,
                          .proxyObstacle = -1,
                          .pushed = -1,
                          .mode = stage->mode,
                          .motion = cdMakeMotion(pose, pose, placed->info.center),
                          .contact = {.resolvedPose = pose}};
    stage->trace.record.eventCount = 0;
    bool limited = stage->journal.op == STAGE_PLACE; // else it is part of another operation
    cdBudget budget = limited ? BeginLimitedQuery(stage) : BeginShownQuery(stage);
    query->overlap = FindStageOverlap(stage, object, pose, budget, &query->obstacle);
    query->status = GetStateStatus(query->overlap.state);
    query->stop = DescribeStageStop(stage, query->overlap.reason);
    query->followUp = IsStopped(query->stop);
    PlaceStageBody(stage, object);
    ShowBoxStep(stage, object);
}
