// One step of a group.
//
// Input: the path of one of its objects. All move along that path, straight and without turning, so that none
// of them meets another. (1) For a share s of the path, at first all of it, each object is tested along its
// own path up to s against everything outside the group. If one stops before s, s becomes smaller, and all
// are tested again. (2) When each query ends exactly at the pose that was tested, these poses are taken. So
// every path is certified up to its end; the step ends at the earliest first contact of all. With the
// discrete method all move the whole path.
#include "stage/motion/stage_group.h"

#include "stage/motion/stage_limit.h"
#include "stage/motion/stage_query.h"
#include "stage/motion/stage_status.h"
#include "stage/objects/object_options.h"

#include "engine/clock.h"

#include <string.h>

enum { ROUND_MAX = 12 };

static bool isMember(const Stage *stage, int32_t object) {
    const StageObject *member = &stage->objects[object];
    return member->options[STAGE_GROUP] != 0.0 && member->caches && IsObjectPresent(member);
}

bool IsInStageGroup(const Stage *stage, int32_t object) {
    int32_t count = 0;
    for (int32_t i = 0; i < stage->objectCount; ++i)
        count += isMember(stage, i);
    return count > 1 && isMember(stage, object);
}

static cdPose shift(cdPose pose, double share, cdVec3 path) {
    return (cdPose){cdMulAdd(pose.p, share, path), pose.q};
}

// --- (1)

static int32_t listOutside(Stage *stage, int32_t object, cdPose from, cdPose to) {
    int32_t listed = ListStageObstacles(stage, object, from, to), count = 0;
    for (int32_t i = 0; i < listed; ++i) {
        int32_t other = stage->scratch.obstacleObjects[i];
        if (other < stage->objectCount && isMember(stage, other)) continue;
        stage->scratch.obstacles[count] = stage->scratch.obstacles[i];
        stage->scratch.obstacleObjects[count++] = other;
    }
    return count;
}

static StageQuery runQuery(Stage *stage, int32_t object, cdPose target) {
    const StageObject *moved = &stage->objects[object];
    StageQuery query = {.present = true,
                        .object = object,
                        .obstacle = -1,
                        .proxyObstacle = -1,
                        .mode = SCENE_CONTINUOUS,
                        .response = SCENE_STOP,
                        .motion = cdMakeMotion(moved->pose, target, moved->info.center)};
    cdObstaclesInput input = {.mesh = moved->mesh,
                              .start = moved->pose,
                              .target = target,
                              .obstacles = stage->scratch.obstacles,
                              .obstacleCount = listOutside(stage, object, moved->pose, target),
                              .margin = stage->data.margin,
                              .disabled = GetStageDisabled(stage, object),
                              .budget = BeginLimitedQuery(stage),
                              .touches = query.touches,
                              .touchCapacity = STAGE_TOUCH_MAX};
    query.contact = cdFindFirstContactAmong(&input, NULL, stage->scratch.workspace, NULL);
    query.touchCount =
        query.contact.touchCount < STAGE_TOUCH_MAX ? query.contact.touchCount : STAGE_TOUCH_MAX;
    int32_t obstacle = query.contact.obstacle;
    query.obstacle = obstacle >= 0 ? stage->scratch.obstacleObjects[obstacle] : -1;
    query.status = GetStateStatus(query.contact.state);
    return query;
}

// Returns the share that the object reaches, at most `share`. Objects that overlap already move freely.
static double findShareOf(Stage *stage, int32_t object, double share, cdVec3 path, StageQuery *query) {
    cdPose target = shift(stage->objects[object].pose, share, path);
    *query = runQuery(stage, object, target);
    bool arrives = query->contact.state == CD_OVERLAP || cdIsSamePose(query->contact.resolvedPose, target);
    return arrives ? share : share * query->contact.resolvedTime;
}

// Returns the share of the path that all can move. `query`: of the object that stops first, else of `object`.
static double findShare(Stage *stage, int32_t object, cdVec3 path, StageQuery *query) {
    double share = 1.0;
    findShareOf(stage, object, share, path, query);
    for (int32_t round = 0; round < ROUND_MAX && share > 0.0; ++round) {
        double before = share;
        for (int32_t i = 0; i < stage->objectCount && share == before && !stage->limit.givenUp; ++i) {
            StageQuery own;
            if (!isMember(stage, i)) continue;
            share = findShareOf(stage, i, before, path, &own);
            if (share == before) continue;
            *query = own;
            if (round > 3) share *= 0.5; // a contact so near that each round finds it again
        }
        if (share == before || stage->limit.givenUp) return share;
    }
    return 0.0;
}

// --- (2)

static void take(Stage *stage, double share, cdVec3 path, bool discrete) {
    for (int32_t i = 0; i < stage->objectCount; ++i)
        stage->asked.poses[i] = stage->objects[i].pose;
    for (int32_t i = 0; i < stage->objectCount; ++i) {
        StageObject *moved = &stage->objects[i];
        if (!isMember(stage, i)) continue;
        moved->start = moved->pose;
        moved->pose = shift(moved->start, share, path);
        moved->intended = discrete ? moved->pose : shift(moved->start, 1.0, path);
        PlaceStageBody(stage, i);
    }
}

static void moveDiscretely(Stage *stage, int32_t object, cdVec3 path) {
    StageQuery query = {.present = true,
                        .object = object,
                        .obstacle = -1,
                        .proxyObstacle = -1,
                        .mode = SCENE_DISCRETE,
                        .response = stage->response};
    cdPose start = stage->objects[object].pose, end = shift(start, 1.0, path);
    take(stage, 1.0, path, true);
    query.motion = cdMakeMotion(start, end, stage->objects[object].info.center);
    query.overlap = FindStageOverlap(stage, object, end, BeginLimitedQuery(stage), &query.obstacle);
    query.status = GetStateStatus(query.overlap.state);
    query.contact.state = query.overlap.state;
    query.contact.resolvedPose = end;
    query.contact.resolvedTime = 1.0;
    query.contact.stats = query.overlap.stats;
    query.contact.point = query.overlap.point;
    stage->query = query;
}

DeedResult MoveStageGroup(Stage *stage, int32_t object, cdPose intended) {
    const StageObject *dragged = &stage->objects[object];
    cdVec3 path = cdSub(cdTransformPoint(intended, dragged->info.center),
                        cdTransformPoint(dragged->pose, dragged->info.center));
    StageQuery query;
    bool waits = stage->limit.waits;
    double begin = gxGetTime(), share = 1.0;
    stage->limit.waits = true; // it pauses when it takes long, and is never cut short
    if (stage->mode == SCENE_DISCRETE)
        moveDiscretely(stage, object, path);
    else
        share = findShare(stage, object, path, &query);
    stage->limit.waits = waits;
    if (stage->limit.givenUp) return DEED_NOTHING;
    if (stage->mode == SCENE_CONTINUOUS) {
        take(stage, share, path, false);
        query.contact.resolvedPose = stage->objects[query.object].pose;
        query.microseconds = 1e6 * (gxGetTime() - begin);
        stage->trace.record.eventCount = 0;
        stage->query = query;
    }
    return DEED_DONE;
}
