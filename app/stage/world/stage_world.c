// Bodies of a stage.
//
// Input: the stage's objects at their poses. Output: a world of them, stepped, and the objects at the world's
// poses. (1) The settings of the world. (2) Its scene: the stage's objects, and the ground. (3) Creating the
// world again with the velocities of its bodies. (4) A step, and its results.
#include "stage/world/stage_world.h"

#include "engine/platform/clock.h"
#include "stage/deeds.h"
#include "stage/motion/stage_follow.h"
#include "stage/motion/stage_limit.h"
#include "stage/motion/stage_pause.h"
#include "stage/objects/object_options.h"
#include "stage/objects/stage_filter.h"
#include "stage/objects/stage_members.h"
#include "stage/shown/stage_overlaps.h"
#include "stage/world/stage_ground.h"
#include "stage/world/stage_group.h"
#include "stage/world/stage_joints.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double earthGravity = 9.81;

// --- (1)

static bool isDynamic(const Stage *stage, const StageWorldKey *key, int32_t object) {
    SceneBody body = stage->objects[object].body;
    if (!IsObjectPresent(&stage->objects[object])) return false;
    return body == SCENE_DYNAMIC || (body == SCENE_DRIVEN && key->bounces);
}

static bool hasGravity(const Stage *stage) {
    return cdLength(stage->data.gravity) > 0.0;
}

// Bodies that the scene does not have count: objects that became dynamic.
bool CanStageFall(const Stage *stage) {
    if (hasGravity(stage)) return false;
    bool can = stage->response == SCENE_BOUNCE && stage->mode == SCENE_CONTINUOUS;
    for (int32_t i = 0; !can && i < stage->objectCount; ++i) {
        const StageObject *object = &stage->objects[i];
        can = object->body == SCENE_DYNAMIC && object->initial[STAGE_BODY] != SCENE_DYNAMIC;
    }
    return can;
}

static StageWorldKey makeKey(const Stage *stage) {
    bool bounces = stage->response == SCENE_BOUNCE && stage->mode == SCENE_CONTINUOUS;
    return (StageWorldKey){.made = true,
                           .bounces = bounces,
                           .falls = stage->falls && CanStageFall(stage),
                           .ground = stage->ground.kind,
                           .objectCount = stage->objectCount,
                           .editCount = stage->changes.edits};
}

// Counts dynamic and kinematic bodies.
static int32_t countBodies(const Stage *stage, const StageWorldKey *key) {
    int32_t count = 0;
    for (int32_t i = 0; i < stage->objectCount; ++i)
        count += isDynamic(stage, key, i) || IsObjectKinematic(&stage->objects[i]);
    return count;
}

// --- (2)

// In a world that is never stepped a query may move any object: all are driven bodies. Only their meshes,
// poses and filters count; an object with shapes has the mesh of all its triangles there.
static bool describeStill(const Stage *stage, int32_t index, bool grouped, SceneData *data) {
    const StageObject *object = &stage->objects[index];
    bool own = IsObjectPresent(object) && !(grouped && IsGroupMember(stage, index));
    SceneBody body = own ? SCENE_DRIVEN : SCENE_MOVED; // the latter has no body
    SceneObject *described = AddSceneObject(data, object->name, object->source, body);
    if (!described) return false;
    described->pose = object->pose;
    StageFilter filter = GetStageFilter(object);
    described->traits.category = filter.category;
    described->traits.mask = filter.mask;
    described->traits.group = filter.group;
    described->traits.sensor = filter.sensor;
    return true;
}

static bool describeObject(const Stage *stage, const StageWorldKey *key, int32_t index, bool grouped,
                           SceneData *data) {
    const StageObject *object = &stage->objects[index];
    SceneObject *described = DescribeStageObject(stage, index, data);
    if (!described) return false;
    bool own = IsObjectPresent(object) && !(grouped && IsGroupMember(stage, index));
    if (!own) described->body = SCENE_MOVED; // not a body of the world
    if (described->body == SCENE_MOVED) return true;
    bool dynamic = isDynamic(stage, key, index);
    if (dynamic) described->body = SCENE_DYNAMIC;
    if (dynamic && object->body == SCENE_DRIVEN && described->restitution == 0.0)
        described->restitution = 0.5;
    return true;
}

// --- (3)

bool DescribeStageBodies(const Stage *stage, SceneData *data) {
    const StageWorld *world = &stage->world;
    for (int32_t i = 0; world->present && i < stage->objectCount; ++i) {
        if (i >= world->key.objectCount || !stage->objects[i].isBody || IsObjectKinematic(&stage->objects[i]))
            continue;
        cdBodyState state = cdGetBodyState(world->scene.world, world->scene.bodies[i]);
        data->objects[i].velocity = state.velocity;
        data->objects[i].angularVelocity = state.angularVelocity;
    }
    return DescribeStageJoints(stage, data);
}

static bool describeStillWorld(Stage *stage, bool grouped, SceneData *data) {
    *data = MakeEmptySceneData();
    for (int32_t i = 0; i < stage->objectCount; ++i) {
        if (!describeStill(stage, i, grouped, data)) return false;
    }
    return true;
}

static bool describeWorld(Stage *stage, StageWorld *world, bool grouped, SceneData *data) {
    *data = MakeEmptySceneData();
    data->gravity = stage->data.gravity;
    data->margin = stage->data.margin;
    for (int32_t i = 0; i < stage->objectCount; ++i) {
        if (!describeObject(stage, &world->key, i, grouped, data)) return false;
    }
    if (!DescribeStageBodies(stage, data)) return false;
    if (world->key.falls) data->gravity = (cdVec3){0.0, -earthGravity, 0.0};
    return AddWorldGround(stage, world, data);
}

// Lists the meshes of the objects, of the ground and of the shapes, as CreateSceneWorld expects them.
static void listMeshes(const Stage *stage, const StageWorld *world, const SceneData *data,
                       const cdMesh **meshes) {
    const cdMesh *const *shapes = stage->meshes.scene.meshes + stage->data.objectCount;
    for (int32_t i = 0; i < stage->objectCount; ++i) {
        const StageObject *object = &stage->objects[i];
        const SceneObject *described = &data->objects[i];
        meshes[i] = object->mesh;
        for (int32_t k = 0; k < described->shapeCount; ++k)
            meshes[data->objectCount + described->firstShape + k] = shapes[object->firstShape + k];
    }
    if (data->objectCount > stage->objectCount) meshes[stage->objectCount] = world->ground;
}

static bool createScene(const Stage *stage, StageWorld *world, const SceneData *data) {
    size_t count = (size_t)data->objectCount + (size_t)data->shapeCount;
    const cdMesh **meshes = calloc(count + 1, sizeof *meshes);
    if (!meshes) return false;
    listMeshes(stage, world, data, meshes);
    bool good = CreateSceneWorld(data, meshes, &world->scene, world->trouble, sizeof world->trouble);
    free(meshes);
    return good;
}

static void destroyWorld(StageWorld *world) {
    if (world->scene.world) DestroySceneWorld(&world->scene);
    cdDestroyMesh(world->slab);
    world->slab = NULL;
    world->ground = NULL;
    world->groundBody = world->groupBody = -1;
}

// Reserves the memory of drags, so that they never allocate.
static bool reserveDrags(const Stage *stage, const StageWorld *world) {
    bool enough = true;
    for (int32_t i = 0; enough && i < stage->objectCount; ++i) {
        cdBodyId body = world->scene.bodies[i];
        if (body >= 0 && IsMovedByQueries(&stage->objects[i]) && !HasShapes(&stage->objects[i]))
            enough = cdReserveBodyMoves(world->scene.world, body, stage->objectCount + 1);
    }
    return enough;
}

// `runs`: bodies move by themselves.
static bool fillWorld(Stage *stage, StageWorld *world, bool runs) {
    SceneData data;
    bool grouped = IsStageGroupOneBody(stage, &world->key, runs);
    bool good =
        runs ? describeWorld(stage, world, grouped, &data) : describeStillWorld(stage, grouped, &data);
    good = good && createScene(stage, world, &data) && (!grouped || AddStageGroup(stage, world));
    good = good && reserveDrags(stage, world);
    if (good) NumberStageJoints(stage, &data);
    if (good && world->ground) world->groundBody = world->scene.bodies[stage->objectCount];
    DestroySceneData(&data);
    world->outOfMemory |= !good && (!world->trouble[0] || world->scene.outOfMemory);
    if (!good && !world->trouble[0]) snprintf(world->trouble, sizeof world->trouble, "out of memory");
    return good;
}

// Adds the work and what was dissipated in earlier worlds of the scene.
void TakeStageEnergy(StageWorld *world) {
    const cdWorldEnergy *earlier = &world->earlier;
    world->energy = cdGetWorldEnergy(world->scene.world);
    world->energy.forceWork += earlier->forceWork;
    world->energy.handWork += earlier->handWork;
    world->energy.motorWork += earlier->motorWork;
    world->energy.kinematicWork += earlier->kinematicWork;
    world->energy.dissipated += earlier->dissipated;
}

// Counters and events continue in the new world.
static void keepCounts(StageWorld *world, const StageWorld *before) {
    if (!before->key.made) return;
    world->touched = true; // by the change of settings
    world->energy = world->earlier = before->energy;
    world->blockedTime = before->blockedTime;
    world->drift = before->drift;
    world->driftMargins = before->driftMargins;
    memcpy(world->events, before->events, sizeof world->events);
    world->eventCount = before->eventCount;
    world->impactCount = before->impactCount;
}

void UpdateStageWorld(Stage *stage) {
    StageWorldKey key = makeKey(stage), *known = &stage->world.key;
    if (known->made && known->bounces == key.bounces && known->falls == key.falls &&
        known->ground == key.ground && known->objectCount == key.objectCount &&
        known->editCount == key.editCount)
        return;
    GiveUpStageWork(stage); // a paused step would use the destroyed world
    StageWorld world = {.key = key, .groundBody = -1, .groupBody = -1, .held = -1, .begin = stage->time};
    keepCounts(&world, &stage->world);
    world.bodyCount = countBodies(stage, &key);
    if (world.bodyCount > 0) world.present = fillWorld(stage, &world, true);
    if (!world.present) KeepJointPositions(stage);
    destroyWorld(&stage->world);
    if (!world.present) {
        destroyWorld(&world);
        fillWorld(stage, &world, false);
    }
    stage->world = world;
    for (int32_t i = 0; i < stage->objectCount; ++i) {
        stage->objects[i].isBody =
            world.present && (isDynamic(stage, &key, i) || IsObjectKinematic(&stage->objects[i]));
        stage->objects[i].asleep = stage->objects[i].blocked = false;
    }
    if (!world.present) return;
    TakeStageEnergy(&stage->world);
    stage->world.first = stage->world.energy;
}

void DestroyStageWorld(Stage *stage) {
    destroyWorld(&stage->world);
    ForgetStageJoints(stage);
    memset(&stage->world, 0, sizeof stage->world);
    stage->world.held = -1;
    stage->world.groundBody = stage->world.groupBody = -1;
    for (int32_t i = 0; i < stage->objectCount; ++i)
        stage->objects[i].isBody = stage->objects[i].asleep = false;
}

// --- (4)

// The point of an event stays on a moving body: carries it along from the event to the step's end.
static void attachEvent(const Stage *stage, double ago, StageEvent *event) {
    const StageWorld *world = &stage->world;
    event->carrier = -1;
    for (int i = 0; i < 2; ++i) {
        int32_t object = event->objects[i];
        if (object < 0 || !stage->objects[object].isBody) continue;
        cdBodyState state = cdGetBodyState(world->scene.world, world->scene.bodies[object]);
        cdVec3 arm = cdSub(event->point, state.centroid);
        cdVec3 velocity = cdAdd(state.velocity, cdCross(state.angularVelocity, arm));
        event->carrier = object;
        event->local = cdInvTransformPoint(state.pose, cdMulAdd(event->point, fmax(ago, 0.0), velocity));
        return;
    }
}

static void takeEvents(Stage *stage) {
    StageWorld *world = &stage->world;
    int32_t count = 0;
    const cdContactEvent *events = cdGetContactEvents(world->scene.world, &count);
    for (int32_t i = 0; i < count; ++i) {
        const cdContactEvent *event = &events[i];
        // Objects show that they sleep; recordings count the others.
        if (event->kind == CD_EVENT_SLEEP || event->kind == CD_EVENT_WAKE) continue;
        world->impactCount += event->kind == CD_EVENT_IMPACT;
        if (event->kind == CD_EVENT_JOINT_BROKEN) NoteBrokenJoint(stage, cdGetJointIndex(event->joint));
        StageEvent *taken = &world->events[world->eventCount++ % STAGE_EVENT_MAX];
        *taken = (StageEvent){.time = world->begin + event->time,
                              .kind = event->kind,
                              .objects = {FindStageShape(stage, event->bodyA, event->shapeA),
                                          FindStageShape(stage, event->bodyB, event->shapeB)},
                              .point = event->point,
                              .speed = event->speed,
                              .impulse = event->impulse};
        attachEvent(stage, world->step.time - event->time, taken);
    }
}

// Discards the last query if the object has moved since.
static void forgetQuery(Stage *stage, int32_t moved) {
    if (!stage->query.present || stage->query.object != moved) return;
    KeepAskedQuery(stage);
    memset(&stage->query, 0, sizeof stage->query);
    stage->query.object = stage->selected;
    stage->query.obstacle = stage->query.proxyObstacle = stage->query.pushed = -1;
}

// A driven body that pushes moves in a step. One that stood still has its object's pose, with a normalized
// quaternion.
static void takeDrivenPose(Stage *stage, int32_t index) {
    const StageWorld *world = &stage->world;
    StageObject *object = &stage->objects[index];
    if (object->isBody || world->scene.bodies[index] < 0) return;
    cdBodyState state = cdGetBodyState(world->scene.world, world->scene.bodies[index]);
    cdPose from = object->pose, still = {from.p, cdNormalizeQuat(from.q)};
    bool stands = cdIsSamePose(state.pose, from) || cdIsSamePose(state.pose, still);
    if (state.kind != CD_BODY_DRIVEN || stands) return;
    object->pose = object->start = state.pose;
    CarryStageOverlaps(stage, index, from);
    forgetQuery(stage, index);
}

static void takeGroupPoses(Stage *stage) {
    if (!TakeGroupPoses(stage)) return;
    for (int32_t i = 0; i < stage->objectCount; ++i) {
        if (!IsGroupMember(stage, i)) continue;
        CarryStageOverlaps(stage, i, stage->objects[i].start);
        stage->objects[i].start = stage->objects[i].pose;
        forgetQuery(stage, i);
    }
}

// The object keeps its last pose.
static void takeLeaving(Stage *stage, int32_t object) {
    StageWorld *world = &stage->world;
    stage->objects[object].left = true;
    stage->objects[object].isBody = stage->objects[object].asleep = false;
    if (world->held == object) world->held = -1;
    --world->bodyCount;
}

static void takePoses(Stage *stage) {
    StageWorld *world = &stage->world;
    world->asleepCount = 0;
    takeGroupPoses(stage);
    for (int32_t i = 0; i < stage->objectCount; ++i) {
        StageObject *object = &stage->objects[i];
        if (world->groupBody < 0 || world->scene.bodies[i] != world->groupBody) takeDrivenPose(stage, i);
        if (!object->isBody) continue;
        cdBodyState state = cdGetBodyState(world->scene.world, world->scene.bodies[i]);
        cdPose from = object->pose;
        object->pose = object->intended = object->start = state.pose;
        CarryStageOverlaps(stage, i, from);
        object->asleep = state.asleep;
        object->blocked = state.blocked;
        world->asleepCount += state.asleep;
        if (state.leftWorld)
            takeLeaving(stage, i);
        else
            forgetQuery(stage, i);
    }
}

// Returns true if the world has moved, for the whole step or a part of it.
static bool stepWorld(Stage *stage, double dt) {
    StageWorld *world = &stage->world;
    double begin = gxGetTime();
    cdSetWorldBudget(world->scene.world, BeginLimitedStep(stage));
    world->step = cdStepWorld(world->scene.world, dt);
    world->microseconds = 1e6 * (gxGetTime() - begin - stage->limit.paused);
    world->stop = DescribeStageStop(stage, world->step.reason);
    world->touched = world->touched || IsStopped(world->stop);
    if (world->step.state == CD_FREE || IsStopped(world->stop)) return true;
    world->outOfMemory = world->step.outOfMemory;
    snprintf(world->trouble, sizeof world->trouble,
             "The world stopped: out of memory, or numbers out of range. Backspace restarts.");
    stage->playing = false;
    return false;
}

double StepStageWorld(Stage *stage, double dt) {
    StageWorld *world = &stage->world;
    double before = world->step.time;
    if (!stepWorld(stage, dt)) return dt;
    world->blockedTime += world->step.blockedTime;
    world->drift = fmax(world->drift, world->step.drift);
    world->driftMargins = fmax(world->driftMargins, world->step.drift / world->step.margin);
    TakeStageEnergy(world);
    takePoses(stage);
    takeEvents(stage);
    world->still = world->held < 0 && world->asleepCount == world->bodyCount;
    return IsStopped(world->stop) ? world->step.time - before : dt;
}
