// One step of a group, or of an object with several shapes: a rigid motion of all its objects.
//
// Input: the pose that one of its objects, the led one, is to reach. Its in-between motion is a screw in the
// world; all objects follow that screw, so that they keep their poses relative to each other. (1) The motion
// has one leg, or two if it turns by more than 90 degrees (collision/motion.h). A share of a leg is a screw
// of its own along the same path: turned by the angle theta, it has advanced by a multiple of tan(theta / 2)
// that does not depend on the share. (2) For a share, at first all of a leg, each object is tested on its own
// screw up to there against everything outside the group. If one stops earlier, the share becomes smaller,
// and all are tested again. (3) When each query ends exactly at the pose that was tested, these poses are
// taken. So every path is certified up to its end; the step ends at the earliest first contact of all. With
// the discrete method all move the whole path.
#include "stage/motion/stage_group.h"

#include "stage/motion/stage_limit.h"
#include "stage/motion/stage_query.h"
#include "stage/motion/stage_status.h"
#include "stage/objects/object_options.h"
#include "stage/objects/stage_members.h"

#include "engine/clock.h"

#include <string.h>

enum { ROUND_MAX = 12 };

// --- (1)

// The motion of the led object; all objects of the group follow it. Times are in [0, 1].
typedef struct GroupPath {
    int32_t object;
    cdMotion motion;
    bool turns;
    bool alone; // no other object follows it
} GroupPath;

static GroupPath makePath(const Stage *stage, int32_t object, cdPose intended) {
    const StageObject *led = &stage->objects[object];
    GroupPath path = {object, cdMakeMotion(led->pose, intended, led->info.center), true,
                      !IsInStageGroup(stage, object)};
    path.turns = memcmp(&led->pose.q, &intended.q, sizeof intended.q) != 0 && path.motion.omega > 0.0;
    return path;
}

static bool follows(const Stage *stage, const GroupPath *path, int32_t object) {
    return object == path->object || (!path->alone && IsGroupMember(stage, object));
}

// Returns an object's pose at a time of the path. `object`: at the pose where the step begins.
static cdPose getPoseAt(const Stage *stage, const GroupPath *path, int32_t object, double time) {
    cdPose start = stage->objects[object].pose, ledStart = path->motion.start;
    if (time == 0.0) return start;
    if (!path->turns && (time < 1.0 || object != path->object))
        return (cdPose){cdMulAdd(start.p, time, cdSub(path->motion.target.p, ledStart.p)), start.q};
    cdPose led = cdGetPoseAt(&path->motion, time);
    if (object == path->object) return led;
    cdQuat turn = cdMulQuat(led.q, cdConjugate(ledStart.q));
    return (cdPose){cdAdd(led.p, cdRotate(turn, cdSub(start.p, ledStart.p))),
                    cdNormalizeQuat(cdMulQuat(turn, start.q))};
}

// --- (2)

static int32_t listOutside(Stage *stage, const GroupPath *path, int32_t object, cdPose from, cdPose to) {
    int32_t listed = ListStageObstacles(stage, object, from, to), count = 0;
    for (int32_t i = 0; i < listed; ++i) {
        int32_t other = stage->scratch.obstacleObjects[i];
        if (other < stage->objectCount && follows(stage, path, other)) continue;
        stage->scratch.obstacles[count] = stage->scratch.obstacles[i];
        stage->scratch.obstacleObjects[count++] = other;
    }
    return count;
}

static StageQuery runQuery(Stage *stage, const GroupPath *path, int32_t object, cdPose start, cdPose target) {
    const StageObject *moved = &stage->objects[object];
    StageQuery query = {.present = true,
                        .object = object,
                        .obstacle = -1,
                        .proxyObstacle = -1,
                        .pushed = -1,
                        .mode = SCENE_CONTINUOUS,
                        .response = SCENE_STOP,
                        .motion = cdMakeMotion(start, target, moved->info.center)};
    cdObstaclesInput input = {.mesh = moved->mesh,
                              .start = start,
                              .target = target,
                              .obstacles = stage->scratch.obstacles,
                              .obstacleCount = listOutside(stage, path, object, start, target),
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

// Returns the time that the object reaches, at most `to`. Objects that overlap already move freely.
static double findReached(Stage *stage, const GroupPath *path, int32_t object, double from, double to,
                          StageQuery *query) {
    cdPose target = getPoseAt(stage, path, object, to);
    *query = runQuery(stage, path, object, getPoseAt(stage, path, object, from), target);
    bool arrives = query->contact.state == CD_OVERLAP || cdIsSamePose(query->contact.resolvedPose, target);
    return arrives ? to : from + (to - from) * query->contact.resolvedTime;
}

// --- (3)

// Returns the time up to which all objects can follow one leg, from `from` to `to`. `query`: of the object
// that stops first, else of the led one; its motion begins at `from`.
static double followLeg(Stage *stage, const GroupPath *path, double from, double to, StageQuery *query) {
    double reached = to;
    findReached(stage, path, path->object, from, to, query);
    for (int32_t round = 0; round < ROUND_MAX && reached > from; ++round) {
        double before = reached;
        for (int32_t i = 0; i < stage->objectCount && reached == before && !stage->limit.givenUp; ++i) {
            StageQuery own;
            if (!follows(stage, path, i)) continue;
            reached = findReached(stage, path, i, from, before, &own);
            if (reached == before) continue;
            *query = own;
            if (round > 3)
                reached = 0.5 * (from + reached); // a contact so near that each round finds it again
        }
        if (reached == before || stage->limit.givenUp) return reached;
    }
    return from;
}

// Returns the time of the path that all objects reach.
static double followPath(Stage *stage, const GroupPath *path, StageQuery *query) {
    bool isCut = path->motion.screwCount > 1;
    double reached = followLeg(stage, path, 0.0, isCut ? 0.5 : 1.0, query);
    bool continues = isCut && reached == 0.5 && !stage->limit.givenUp;
    return continues ? followLeg(stage, path, 0.5, 1.0, query) : reached;
}

static void take(Stage *stage, const GroupPath *path, double reached) {
    for (int32_t i = 0; i < stage->objectCount; ++i)
        stage->asked.poses[i] = stage->objects[i].pose;
    for (int32_t i = 0; i < stage->objectCount; ++i) {
        StageObject *moved = &stage->objects[i];
        if (!follows(stage, path, i)) continue;
        cdPose resolved = getPoseAt(stage, path, i, reached);
        moved->intended = getPoseAt(stage, path, i, 1.0);
        moved->start = moved->pose;
        moved->pose = resolved;
        PlaceStageBody(stage, i);
    }
}

static void moveDiscretely(Stage *stage, const GroupPath *path) {
    StageQuery query = {.present = true,
                        .object = path->object,
                        .obstacle = -1,
                        .proxyObstacle = -1,
                        .pushed = -1,
                        .mode = SCENE_DISCRETE,
                        .response = stage->response,
                        .motion = path->motion};
    cdPose end = path->motion.target;
    take(stage, path, 1.0);
    query.overlap = FindStageOverlap(stage, path->object, end, BeginLimitedQuery(stage), &query.obstacle);
    query.status = GetStateStatus(query.overlap.state);
    query.contact.state = query.overlap.state;
    query.contact.resolvedPose = end;
    query.contact.resolvedTime = 1.0;
    query.contact.stats = query.overlap.stats;
    query.contact.point = query.overlap.point;
    stage->query = query;
}

DeedResult MoveStageGroup(Stage *stage, int32_t object, cdPose intended) {
    GroupPath path = makePath(stage, object, intended);
    StageQuery query;
    bool waits = stage->limit.waits;
    double begin = gxGetTime(), reached = 1.0;
    stage->limit.waits = true; // it pauses when it takes long, and is never cut short
    if (stage->mode == SCENE_DISCRETE)
        moveDiscretely(stage, &path);
    else
        reached = followPath(stage, &path, &query);
    stage->limit.waits = waits;
    if (stage->limit.givenUp) return DEED_NOTHING;
    if (stage->mode == SCENE_CONTINUOUS) {
        take(stage, &path, reached);
        query.contact.resolvedPose = stage->objects[query.object].pose;
        query.microseconds = 1e6 * (gxGetTime() - begin);
        stage->trace.record.eventCount = 0;
        stage->query = query;
    }
    return DEED_DONE;
}
