// Casts rays through a stage.
//
// Input: origin and direction. Output: the nearest hit with each object, in order of distance, and the point
// of another object nearest to the first hit. (1) By the world: all its bodies. (2) By meshes: objects that
// are no bodies, or all of them, and the plane of the ground. Sensors count for the ray, not for the nearest
// point: nothing can touch them.
#include "stage/shown/stage_ray.h"

#include "collision/world_queries.h"
#include "stage/motion/stage_pause.h"
#include "stage/objects/stage_filter.h"
#include "stage/world/stage_ground.h"
#include "stage/world/stage_world.h"

#include <math.h>

static void addHit(StageRay *ray, int32_t object, cdRayHit hit) {
    ++ray->hitCount;
    int32_t at = ray->count < STAGE_RAY_MAX ? ray->count++ : STAGE_RAY_MAX;
    while (at > 0 && hit.distance < ray->hits[at - 1].hit.distance) {
        if (at < STAGE_RAY_MAX) ray->hits[at] = ray->hits[at - 1];
        --at;
    }
    if (at < STAGE_RAY_MAX) ray->hits[at] = (StageRayHit){object, hit};
}

static void takeNearest(StageRay *ray, int32_t object, cdVec3 point, double distance) {
    if (ray->hasNearest && distance >= ray->nearestDistance) return;
    ray->hasNearest = true;
    ray->nearest = object;
    ray->nearestPoint = point;
    ray->nearestDistance = distance;
}

// Members of a group that is one body count as meshes: each can be hidden.
static bool isBodyOfWorld(const Stage *stage, int32_t object) {
    cdBodyId body = GetStageBody(stage, object);
    return stage->ray.byWorld && body >= 0 && body != stage->world.groupBody;
}

// Stretched boxes differ from their meshes.
static bool isSeen(const StageObject *object) {
    return IsObjectPresent(object) && !object->hidden && !object->stretched;
}

// --- (1)

// The ground is a plane without an end; the body of it has one.
static bool isSeenBody(void *context, cdBodyId body) {
    const Stage *stage = context;
    int32_t object = FindStageObject(stage, body);
    if (body == stage->world.groupBody) return false;
    if (object < 0 && body != stage->world.groundBody) return false;
    return object < 0 ? !HasStageGround(stage) : isSeen(&stage->objects[object]);
}

static void hitBodies(Stage *stage) {
    enum { MOST = 64 };
    StageRay *ray = &stage->ray;
    cdWorldRayHit hits[MOST];
    cdWorldRayInput input = {.origin = ray->origin,
                             .direction = ray->direction,
                             .filter = {.sensors = true, .accepts = isSeenBody, .context = stage}};
    cdWorldRayHits found = cdFindWorldRayHits(stage->world.scene.world, &input, hits, MOST);
    for (int32_t i = 0; i < found.hitCount; ++i)
        addHit(ray, FindStageObject(stage, hits[i].body), hits[i].hit);
    ray->hitCount += found.neededHits - found.hitCount;
}

static cdBodyId getBody(const Stage *stage, int32_t object) {
    int32_t ground = stage->world.key.objectCount; // behind the last object
    return stage->world.scene.bodies[object < 0 ? ground : object];
}

static void findNearestBody(Stage *stage, cdVec3 point, int32_t except) {
    bool isBody = except < 0 ? !HasStageGround(stage) : isBodyOfWorld(stage, except);
    cdBodyId left = isBody ? getBody(stage, except) : -1;
    cdWorldPointInput input = {
        .point = point,
        .withoutSign = true,
        .filter = {.except = &left, .exceptCount = left >= 0, .accepts = isSeenBody, .context = stage}};
    cdWorldClosestPoint found = cdFindWorldClosestPoint(stage->world.scene.world, &input);
    if (found.body < 0) return;
    takeNearest(&stage->ray, FindStageObject(stage, found.body), found.closest.point, found.closest.distance);
}

// --- (2)

static void hitMeshes(Stage *stage) {
    for (int32_t i = 0; i < stage->objectCount; ++i) {
        const StageObject *object = &stage->objects[i];
        if (!isSeen(object) || isBodyOfWorld(stage, i)) continue;
        cdRayInput input = {.mesh = object->mesh,
                            .pose = object->pose,
                            .origin = stage->ray.origin,
                            .direction = stage->ray.direction};
        cdRayHit hit = cdFindRayHit(&input, NULL, NULL, NULL);
        if (hit.state == CD_CONTACT) addHit(&stage->ray, i, hit);
    }
}

// The plane has no underside.
static void hitGround(Stage *stage) {
    StageRay *ray = &stage->ray;
    double height = ray->origin.y - stage->ground.height;
    if (!HasStageGround(stage) || height < 0.0 || !(ray->direction.y < 0.0)) return;
    double distance = -height / ray->direction.y;
    cdVec3 point = cdMulAdd(ray->origin, distance, ray->direction);
    point.y = stage->ground.height;
    addHit(ray, -1,
           (cdRayHit){.state = CD_CONTACT,
                      .distance = distance,
                      .fraction = distance,
                      .point = point,
                      .normal = {0.0, 1.0, 0.0},
                      .triangle = -1});
}

static void findNearestMesh(Stage *stage, cdVec3 point, int32_t except) {
    for (int32_t i = 0; i < stage->objectCount; ++i) {
        const StageObject *object = &stage->objects[i];
        if (i == except || !isSeen(object) || isBodyOfWorld(stage, i) || GetStageFilter(object).sensor)
            continue;
        cdClosestPointInput input = {.mesh = object->mesh,
                                     .pose = object->pose,
                                     .point = point,
                                     .maxDistance = stage->ray.hasNearest ? stage->ray.nearestDistance : 0.0,
                                     .withoutSign = true};
        cdClosestPoint found = cdFindClosestPoint(&input, NULL, NULL, NULL);
        if (found.state == CD_FREE && !found.beyond) takeNearest(&stage->ray, i, found.point, found.distance);
    }
    if (!HasStageGround(stage) || except < 0) return;
    cdVec3 below = {point.x, stage->ground.height, point.z};
    takeNearest(&stage->ray, -1, below, fabs(point.y - below.y));
}

// ---

void CastStageRay(Stage *stage, cdVec3 origin, cdVec3 direction) {
    StageRay *ray = &stage->ray;
    bool whole =
        GetPausedStageWork(stage) == STAGE_WORK_NONE && stage->world.key.objectCount == stage->objectCount;
    *ray = (StageRay){.present = true,
                      .byWorld = stage->world.present && whole,
                      .origin = origin,
                      .direction = cdNormalize(direction)};
    if (ray->byWorld) hitBodies(stage);
    hitMeshes(stage);
    hitGround(stage);
    if (ray->count == 0) return;
    cdVec3 point = ray->hits[0].hit.point;
    int32_t first = ray->hits[0].object;
    if (ray->byWorld) findNearestBody(stage, point, first);
    findNearestMesh(stage, point, first);
}

void ForgetStageRay(Stage *stage) {
    stage->ray = (StageRay){0};
}
