// One motion of an object in the stage's world.
//
// Input: an object and its intended pose. Output: a query whose obstacles are objects. (1) Objects of
// obstacles. (2) Their poses. (3) The search. (4) Its result: the body goes there, and the next step
// continues the motion if a dynamic object gives way.
#include "stage/motion/stage_drag.h"

#include "collision/kinematic.h"
#include "stage/deeds.h"
#include "stage/motion/stage_limit.h"
#include "stage/motion/stage_query.h"
#include "stage/objects/object_options.h"
#include "stage/objects/stage_filter.h"
#include "stage/world/stage_ground.h"
#include "stage/world/stage_world.h"

#include <math.h>

// --- (1)

// Returns the object of an obstacle that the library names: the slot of a body, or -1 - i for obstacle i.
static int32_t findObject(const Stage *stage, int32_t number) {
    if (number < 0) return stage->scratch.obstacleObjects[-1 - number];
    for (int32_t i = 0; i < stage->world.key.objectCount; ++i) {
        cdBodyId body = stage->world.scene.bodies[i];
        if (body >= 0 && cdGetBodyIndex(body) == number) return i;
    }
    return -1;
}

// --- (2)

// The bodies have normalized quaternions, the objects those that were given: the search gets the poses of the
// objects, bit for bit.
static const cdPose *listPoses(Stage *stage) {
    for (int32_t i = 0; i < stage->objectCount; ++i) {
        cdBodyId body = GetStageBody(stage, i);
        if (body >= 0) stage->scratch.bodyPoses[cdGetBodyIndex(body)] = stage->objects[i].pose;
    }
    return stage->scratch.bodyPoses;
}

// --- (3)

static void addObstacle(Stage *stage, int32_t object, int32_t *count) {
    stage->scratch.obstacles[*count] = (cdObstacle){stage->objects[object].mesh, stage->objects[object].pose};
    stage->scratch.obstacleObjects[(*count)++] = object;
}

// True if the object, a body with several shapes, is an obstacle as the mesh of all its triangles, not as
// that body: results and traces name elements of the object's mesh. A body that gives way has to be the body.
static bool isWholeObstacle(const Stage *stage, int32_t object, bool yields) {
    const StageObject *other = &stage->objects[object];
    return HasShapes(other) && GetStageBody(stage, object) >= 0 &&
           !(yields && other->isBody && !IsObjectKinematic(other));
}

// Lists objects that are no bodies, those that stand for their bodies, and the ground, which is the last.
static int32_t listOthers(Stage *stage, int32_t object, cdPose from, cdPose to, bool yields) {
    const StageObject *moved = &stage->objects[object];
    int32_t count = 0, ground = CanMeetGround(moved) ? PlaceStageGround(stage, moved, from, to) : -1;
    for (int32_t i = 0; i < stage->objectCount; ++i) {
        bool other = i != object && IsObjectPresent(&stage->objects[i]);
        if (other && GetStageBody(stage, i) < 0) addObstacle(stage, i, &count);
        if (other && isWholeObstacle(stage, i, yields) && DoStageObjectsMeet(stage, object, i))
            addObstacle(stage, i, &count);
    }
    if (ground >= 0) addObstacle(stage, ground, &count);
    return count;
}

// Adds the bodies of objects that stand for them, and the ground of the world.
static int32_t listReplaced(Stage *stage, bool yields, int32_t count) {
    for (int32_t i = 0; i < stage->objectCount; ++i)
        if (isWholeObstacle(stage, i, yields)) stage->scratch.bodyIds[count++] = GetStageBody(stage, i);
    if (stage->world.groundBody >= 0) stage->scratch.bodyIds[count++] = stage->world.groundBody;
    return count;
}

// The nearest obstacle was the ground, whose hull is not shown: returns the proxies' result for the others up
// to the end of the step. Proxies are tested first.
static cdProxy findProxyOfOthers(Stage *stage, const StageQuery *query, const cdMoveOptions *options) {
    cdMoveOptions others = *options;
    --others.obstacleCount;
    others.touches = NULL;
    others.touchCapacity = 0;
    others.trace = NULL;
    others.budget = (cdBudget){.maxPairTests = 1};
    cdBodyId body = GetStageBody(stage, query->object);
    return cdFindBodyMove(stage->world.scene.world, body, query->contact.resolvedPose, CD_MOVE_STOP, &others)
        .contact.proxy;
}

// Takes the obstacle that the convex proxies report. The histogram counts hulls, but not boxes' planes.
static void takeProxy(Stage *stage, const cdMoveOptions *options, StageQuery *query) {
    cdProxy *proxy = &query->contact.proxy;
    if (!proxy->tested || stage->limit.givenUp) return;
    if (IsGroundIndex(findObject(stage, proxy->obstacle), stage->objectCount)) {
        *proxy = findProxyOfOthers(stage, query, options);
        if (!proxy->tested) return;
    }
    query->proxyObstacle = findObject(stage, proxy->obstacle);
    if (proxy->ofBoxes) return;
    SeparationTally tally = {.frames = 1};
    CountSeparation(&tally, !proxy->separated, proxy->iterations, proxy->cacheHit);
    AddTally(&stage->tally, &tally);
}

static void takeSlide(const Stage *stage, const cdBodyMove *move, StageQuery *query) {
    query->legCount = move->legCount;
    query->reached = move->reached;
    query->pathCount = move->poseCount;
    query->unfinished = move->exhausted;
    query->limitCount = move->constraintCount;
    for (int32_t i = 0; i < query->limitCount; ++i)
        query->limits[i].obstacle = findObject(stage, query->limits[i].obstacle);
}

static void takeMove(Stage *stage, const cdBodyMove *move, StageQuery *query) {
    query->contact = move->contact;
    query->stop = DescribeStageStop(stage, move->contact.reason);
    query->pushed = move->yields ? FindStageObject(stage, move->pushed) : -1;
    query->touchCount = move->contact.touchCount;
    if (query->touchCount > STAGE_TOUCH_MAX) query->touchCount = STAGE_TOUCH_MAX;
    if (move->obstacle >= 0) query->obstacle = stage->scratch.obstacleObjects[move->obstacle];
    if (move->body >= 0) query->obstacle = FindStageObject(stage, move->body);
    // The touching elements are those of one of its shapes, not of its mesh.
    if (move->body >= 0 && HasShapes(&stage->objects[query->obstacle])) query->touchCount = 0;
    if (stage->response != SCENE_STOP) {
        takeSlide(stage, move, query);
        return;
    }
    query->unfinished = IsStopped(query->stop);
    query->pathCount = !cdIsSamePose(move->pose, stage->objects[query->object].pose);
    query->path[0] = move->pose;
}

// A dragged body slides while its world is paused.
static cdMoveResponse getResponse(const Stage *stage) {
    return stage->response == SCENE_STOP ? CD_MOVE_STOP : CD_MOVE_SLIDE;
}

// A trace of a body with several shapes would name elements of its shapes, not of its mesh.
static cdTrace *chooseTrace(Stage *stage, bool yields) {
    bool wanted = stage->trace.wanted;
    for (int32_t i = 0; wanted && i < stage->objectCount; ++i) {
        const StageObject *other = &stage->objects[i];
        bool body = HasShapes(other) && GetStageBody(stage, i) >= 0;
        wanted = !body || isWholeObstacle(stage, i, yields);
    }
    return wanted ? &stage->trace.record : NULL;
}

static cdMoveOptions describeDrag(Stage *stage, int32_t object, cdPose intended, StageQuery *query) {
    const StageObject *moved = &stage->objects[object];
    bool pushes = moved->body == SCENE_DRIVEN && moved->options[STAGE_PUSHES] != 0.0;
    bool yields = stage->world.present && pushes;
    return (cdMoveOptions){.yields = yields,
                           .margin = stage->data.margin,
                           .disabled = GetStageDisabled(stage, object),
                           .obstacles = stage->scratch.obstacles,
                           .obstacleCount = listOthers(stage, object, moved->pose, intended, yields),
                           .ignored = stage->scratch.bodyIds,
                           .ignoredCount = listReplaced(stage, yields, 0),
                           .touches = query->touches,
                           .touchCapacity = STAGE_TOUCH_MAX,
                           .poses = query->path,
                           .poseCapacity = STAGE_PATH_MAX,
                           .constraints = query->limits,
                           .constraintCapacity = STAGE_LIMIT_MAX,
                           .bodyPoses = listPoses(stage),
                           .trace = chooseTrace(stage, yields)};
}

void FindStageDrag(Stage *stage, int32_t object, cdPose intended, StageQuery *query) {
    const StageWorld *world = &stage->world;
    cdBodyId body = GetStageBody(stage, object);
    query->contact.reason = CD_REASON_WORKSPACE;
    query->contact.resolvedPose = stage->objects[object].pose;
    stage->trace.record.eventCount = 0;
    stage->trace.record.truncated = false;
    if (body < 0) return;
    cdMoveOptions options = describeDrag(stage, object, intended, query);
    options.budget = BeginLimitedQuery(stage);
    cdBodyMove move = cdFindBodyMove(world->scene.world, body, intended, getResponse(stage), &options);
    takeMove(stage, &move, query);
    takeProxy(stage, &options, query);
}

// --- (4)

double GetDisplacement(const StageObject *object, cdPose from, cdPose to) {
    cdVec3 shift =
        cdSub(cdTransformPoint(to, object->info.center), cdTransformPoint(from, object->info.center));
    cdQuat turn = cdMulQuat(to.q, cdConjugate(from.q));
    cdVec3 axis = {turn.x, turn.y, turn.z};
    return cdLength(shift) + 2.0 * object->info.radius * asin(fmin(1.0, cdLength(axis)));
}

// Limits a step, so that the object pushes instead of striking.
static cdPose limitPush(const StageObject *object, cdPose intended) {
    const double most = 0.125 * object->info.radius; // a step: 7.5 radii a second
    cdMotion motion = cdMakeMotion(object->pose, intended, object->info.center);
    double length = GetDisplacement(object, object->pose, intended);
    return length > most ? cdGetPoseAt(&motion, most / length) : intended;
}

// Lists the dynamic bodies, those for which their objects stand, and the ground of the world.
static int32_t listYielding(Stage *stage) {
    int32_t count = 0;
    for (int32_t i = 0; i < stage->objectCount; ++i) {
        const StageObject *object = &stage->objects[i];
        bool yields = object->isBody && !IsObjectKinematic(object);
        if (yields && GetStageBody(stage, i) >= 0) stage->scratch.bodyIds[count++] = GetStageBody(stage, i);
    }
    return listReplaced(stage, true, count);
}

// Returns the pose to which the next step moves the object: where it would go, or slide, if all dynamic
// bodies were away.
static cdPose findPush(Stage *stage, int32_t object, cdPose intended) {
    enum { TESTS = 1 << 14 }; // enough for a short step; the same in a replay
    const StageObject *moved = &stage->objects[object];
    cdPose target = limitPush(moved, intended);
    cdMoveOptions options = {.margin = stage->data.margin,
                             .disabled = GetStageDisabled(stage, object),
                             .budget = {.maxPairTests = TESTS},
                             .ignored = stage->scratch.bodyIds,
                             .ignoredCount = listYielding(stage),
                             .obstacles = stage->scratch.obstacles,
                             .obstacleCount = listOthers(stage, object, moved->pose, target, true),
                             .bodyPoses = listPoses(stage)};
    cdBodyId body = GetStageBody(stage, object);
    ForgetStageDrags(stage, object); // the budget may end the search
    return cdFindBodyMove(stage->world.scene.world, body, target, getResponse(stage), &options).pose;
}

void TakeStageDrag(Stage *stage, const StageQuery *query) {
    StageWorld *world = &stage->world;
    PlaceStageBody(stage, query->object);
    if (!query->present || query->pushed < 0) return;
    cdBodyId body = GetStageBody(stage, query->object);
    cdBodyMove move = {.pose = cdGetBodyState(world->scene.world, body).pose,
                       .target = findPush(stage, query->object, query->motion.target),
                       .yields = true,
                       .pushed = GetStageBody(stage, query->pushed)};
    cdTakeBodyMove(world->scene.world, body, &move);
    world->still = false;
    world->touched = true;
}

void ForgetStageDrags(Stage *stage, int32_t object) {
    cdBodyId body = GetStageBody(stage, object);
    if (body >= 0) cdForgetBodyMoves(stage->world.scene.world, body);
}

void ForgetStageCaches(Stage *stage) {
    for (int32_t i = 0; i < stage->objectCount; ++i)
        ForgetStageDrags(stage, i);
}
