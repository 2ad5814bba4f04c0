// One motion in the stage's world.
//
// Input: the body of an object or of the group, and the led object's intended pose. Output: a query whose
// obstacles are objects, and the pose of the body. (1) Objects of obstacles. (2) Their poses. (3) The search.
// A group that overlaps something passes through that, and through nothing else, or it could not be freed.
// (4) Its result: the body goes there, and the next step continues the motion if a dynamic object gives way.
#include "stage/motion/stage_drag.h"

#include "collision/kinematic.h"
#include "shapes/elementary.h"
#include "stage/deeds.h"
#include "stage/motion/stage_limit.h"
#include "stage/motion/stage_query.h"
#include "stage/objects/object_options.h"
#include "stage/objects/stage_filter.h"
#include "stage/objects/stage_members.h"
#include "stage/world/stage_ground.h"
#include "stage/world/stage_group.h"
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
static const cdPose *listPoses(Stage *stage, const StageMover *mover) {
    for (int32_t i = 0; i < stage->objectCount; ++i) {
        cdBodyId body = GetStageBody(stage, i);
        if (body >= 0) stage->scratch.bodyPoses[cdGetBodyIndex(body)] = stage->objects[i].pose;
    }
    const StageWorld *world = &stage->world;
    if (world->groupBody >= 0)
        stage->scratch.bodyPoses[cdGetBodyIndex(world->groupBody)] = stage->objects[world->groupLed].pose;
    stage->scratch.bodyPoses[cdGetBodyIndex(mover->body)] = stage->objects[mover->object].pose;
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

// Lists objects that are no bodies, those that stand for their bodies, and the ground, which is the last. For
// a carrier all objects stand for their bodies.
static int32_t listOthers(Stage *stage, const StageMover *mover, cdPose to, bool yields) {
    int32_t count = 0, ground = PlaceMoverGround(stage, mover, to);
    for (int32_t i = 0; i < stage->objectCount; ++i) {
        if (DoesStageFollow(stage, mover, i) || !IsObjectPresent(&stage->objects[i])) continue;
        bool stands = mover->carrier || isWholeObstacle(stage, i, yields);
        if (GetStageBody(stage, i) < 0 || (stands && DoesMoverMeet(stage, mover, i)))
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
static cdProxy findProxyOfOthers(Stage *stage, const StageMover *mover, const cdMoveOptions *options) {
    cdMoveOptions others = *options;
    --others.obstacleCount;
    others.touches = NULL;
    others.touchCapacity = 0;
    others.trace = NULL;
    others.budget = (cdBudget){.maxPairTests = 1};
    return cdFindBodyMove(stage->world.scene.world, mover->body, mover->pose, CD_MOVE_STOP, &others)
        .contact.proxy;
}

// Takes the obstacle that the convex proxies report. The histogram counts hulls, but not boxes' planes.
static void takeProxy(Stage *stage, const StageMover *mover, const cdMoveOptions *options,
                      StageQuery *query) {
    cdProxy *proxy = &query->contact.proxy;
    if (!proxy->tested || stage->limit.givenUp) return;
    if (IsGroundIndex(findObject(stage, proxy->obstacle), stage->objectCount)) {
        *proxy = findProxyOfOthers(stage, mover, options);
        if (!proxy->tested) return;
    }
    query->proxyObstacle = findObject(stage, proxy->obstacle);
    if (proxy->ofBoxes) return;
    SeparationTally tally = {.frames = 1};
    CountSeparation(&tally, !proxy->separated, proxy->iterations, proxy->cacheHit);
    AddTally(&stage->tally, &tally);
}

static void takeSlide(const Stage *stage, const StageMover *mover, const cdBodyMove *move,
                      StageQuery *query) {
    query->legCount = move->legCount;
    query->reached = move->reached;
    query->pathCount = move->poseCount;
    query->unfinished = move->exhausted;
    query->limitCount = move->constraintCount;
    for (int32_t i = 0; i < query->limitCount; ++i)
        query->limits[i].obstacle = findObject(stage, query->limits[i].obstacle);
    for (int32_t i = 0; i < query->pathCount; ++i)
        query->path[i] = GetFollowerPose(stage, mover, query->object, query->path[i]);
}

// A dragged body slides while its world is paused.
static cdMoveResponse getResponse(const Stage *stage) {
    return stage->response == SCENE_STOP ? CD_MOVE_STOP : CD_MOVE_SLIDE;
}

// The query is about the object that meets something, else about the led one.
static void nameObject(const Stage *stage, StageMover *mover, const cdBodyMove *move, StageQuery *query) {
    mover->pose = move->contact.resolvedPose;
    if (!mover->together) return;
    int32_t object = GetGroupMember(stage, mover->object, move->ownShape > 0 ? move->ownShape : 0);
    const StageObject *named = &stage->objects[object];
    cdPose target = GetFollowerPose(stage, mover, object, move->target);
    query->object = object;
    query->motion = cdMakeMotion(named->pose, target, named->info.center);
    bool stays = cdIsSamePose(mover->pose, stage->objects[mover->object].pose);
    query->contact.resolvedPose = stays ? named->pose : GetFollowerPose(stage, mover, object, mover->pose);
}

static void takeMove(Stage *stage, StageMover *mover, const cdBodyMove *move, StageQuery *query) {
    query->contact = move->contact;
    nameObject(stage, mover, move, query);
    query->stop = DescribeStageStop(stage, move->contact.reason);
    query->pushed = move->yields ? FindStageObject(stage, move->pushed) : -1;
    query->touchCount = move->contact.touchCount;
    if (query->touchCount > STAGE_TOUCH_MAX) query->touchCount = STAGE_TOUCH_MAX;
    if (move->obstacle >= 0) query->obstacle = stage->scratch.obstacleObjects[move->obstacle];
    if (move->body >= 0) query->obstacle = FindStageShape(stage, move->body, move->bodyShape);
    // The touching elements are those of one of its shapes, not of its mesh.
    if (move->body >= 0 && HasShapes(&stage->objects[query->obstacle])) query->touchCount = 0;
    if (getResponse(stage) == CD_MOVE_SLIDE) {
        takeSlide(stage, mover, move, query);
        return;
    }
    query->response = SCENE_STOP;
    query->unfinished = IsStopped(query->stop);
    query->pathCount = !cdIsSamePose(query->contact.resolvedPose, stage->objects[query->object].pose);
    query->path[0] = query->contact.resolvedPose;
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

static cdMoveOptions describeDrag(Stage *stage, const StageMover *mover, cdPose intended, StageQuery *query) {
    bool yields = DoesMoverPush(stage, mover);
    return (cdMoveOptions){.yields = yields,
                           .margin = stage->data.margin,
                           .disabled = GetMoverDisabled(stage, mover),
                           .obstacles = stage->scratch.obstacles,
                           .obstacleCount = listOthers(stage, mover, intended, yields),
                           .ignored = stage->scratch.bodyIds,
                           .ignoredCount = listReplaced(stage, yields, 0),
                           .touches = query->touches,
                           .touchCapacity = STAGE_TOUCH_MAX,
                           .poses = query->path,
                           .poseCapacity = STAGE_PATH_MAX,
                           .constraints = query->limits,
                           .constraintCapacity = STAGE_LIMIT_MAX,
                           .bodyPoses = listPoses(stage, mover),
                           .trace = chooseTrace(stage, yields)};
}

// Removes the obstacle that a group overlaps. Returns false if there is no such obstacle.
static bool removeOverlapped(Stage *stage, const StageMover *mover, const cdBodyMove *move,
                             cdMoveOptions *options) {
    if (!mover->together || move->contact.state != CD_OVERLAP || stage->limit.givenUp) return false;
    if (move->body >= 0) stage->scratch.bodyIds[options->ignoredCount++] = move->body;
    if (move->obstacle < 0) return move->body >= 0;
    --options->obstacleCount;
    for (int32_t i = move->obstacle; i < options->obstacleCount; ++i) {
        stage->scratch.obstacles[i] = stage->scratch.obstacles[i + 1];
        stage->scratch.obstacleObjects[i] = stage->scratch.obstacleObjects[i + 1];
    }
    return true;
}

// From the body's pose in the stage's array.
static cdBodyMove findMove(Stage *stage, StageMover *mover, cdPose intended, cdMoveOptions *options) {
    cdWorld *world = stage->world.scene.world;
    cdMoveResponse response = getResponse(stage);
    cdBodyMove move = cdFindBodyMove(world, mover->body, intended, response, options);
    mover->overlaps = false;
    while (removeOverlapped(stage, mover, &move, options)) {
        mover->overlaps = true;
        move = cdFindBodyMove(world, mover->body, intended, response, options);
    }
    if (mover->overlaps && move.contact.state == CD_FREE) move.contact.state = CD_OVERLAP;
    return move;
}

void FindStageDrag(Stage *stage, StageMover *mover, cdPose intended, StageQuery *query) {
    query->contact.reason = CD_REASON_WORKSPACE;
    query->contact.resolvedPose = stage->objects[mover->object].pose;
    stage->trace.record.eventCount = 0;
    stage->trace.record.truncated = false;
    if (mover->body < 0) return;
    cdMoveOptions options = describeDrag(stage, mover, intended, query);
    options.budget = BeginLimitedQuery(stage);
    cdBodyMove move = findMove(stage, mover, intended, &options);
    takeMove(stage, mover, &move, query);
    takeProxy(stage, mover, &options, query);
}

// --- (4)

double GetDisplacement(const StageObject *object, cdPose from, cdPose to) {
    cdVec3 shift =
        cdSub(cdTransformPoint(to, object->info.center), cdTransformPoint(from, object->info.center));
    cdQuat turn = cdMulQuat(to.q, cdConjugate(from.q));
    cdVec3 axis = {turn.x, turn.y, turn.z};
    return cdLength(shift) + 2.0 * object->info.radius * cdAsin(fmin(1.0, cdLength(axis)));
}

// Limits a step, so that the objects push instead of striking.
static cdPose limitPush(const Stage *stage, const StageMover *mover, cdPose intended) {
    const StageObject *led = &stage->objects[mover->object];
    double share = 1.0;
    for (int32_t i = 0; i < stage->objectCount; ++i) {
        const StageObject *object = &stage->objects[i];
        if (!DoesStageFollow(stage, mover, i)) continue;
        const double most = 0.125 * object->info.radius; // a step: 7.5 radii a second
        cdPose target = GetFollowerPose(stage, mover, i, intended);
        double length = GetDisplacement(object, object->pose, target);
        if (length > most) share = fmin(share, most / length);
    }
    cdMotion motion = cdMakeMotion(led->pose, intended, led->info.center);
    return share < 1.0 ? cdGetPoseAt(&motion, share) : intended;
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

// Returns the pose to which the next step moves the body: where it would go, or slide, if all dynamic bodies
// were away.
static cdPose findPush(Stage *stage, const StageMover *mover, cdPose intended) {
    enum { TESTS = 1 << 14 }; // enough for a short step; the same in a replay
    cdPose target = limitPush(stage, mover, intended);
    cdMoveOptions options = {.margin = stage->data.margin,
                             .disabled = GetMoverDisabled(stage, mover),
                             .budget = {.maxPairTests = TESTS},
                             .ignored = stage->scratch.bodyIds,
                             .ignoredCount = listYielding(stage),
                             .obstacles = stage->scratch.obstacles,
                             .obstacleCount = listOthers(stage, mover, target, true),
                             .bodyPoses = listPoses(stage, mover)};
    cdWorld *world = stage->world.scene.world;
    cdForgetBodyMoves(world, mover->body); // the budget may end the search
    return cdFindBodyMove(world, mover->body, target, getResponse(stage), &options).pose;
}

void TakeStageDrag(Stage *stage, const StageMover *mover, cdPose intended, const StageQuery *query) {
    StageWorld *world = &stage->world;
    if (mover->body >= 0 && mover->body == world->groupBody)
        PlaceStageGroup(stage, mover->pose);
    else
        for (int32_t i = 0; i < stage->objectCount; ++i)
            if (DoesStageFollow(stage, mover, i)) PlaceStageBody(stage, i);
    if (!query->present || query->pushed < 0) return;
    cdBodyMove move = {.pose = cdGetBodyState(world->scene.world, mover->body).pose,
                       .target = findPush(stage, mover, intended),
                       .yields = true,
                       .pushed = GetStageBody(stage, query->pushed)};
    cdTakeBodyMove(world->scene.world, mover->body, &move);
    world->still = false;
    world->touched = true;
}

void ForgetStageCaches(Stage *stage) {
    for (int32_t i = 0; i < stage->objectCount; ++i) {
        cdBodyId body = GetStageBody(stage, i);
        if (body >= 0) cdForgetBodyMoves(stage->world.scene.world, body);
    }
}
