// The ground; see stage_ground.h.
//
// (1) Its height. (2) Its boxes. (3) Under a path: (a) a sphere around the middle of the path contains all of
// it, and its part below the plane, so that the box is deep enough for objects that were placed without a
// query; (b) half of the box's side is at least twice as long, which leaves space for slides around
// obstacles. (4) In the world.
#include "stage/world/stage_ground.h"

#include "stage/mesh_source.h"
#include "stage/objects/stage_bounds.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// --- (1)

// The gap under the lowest object, as a share of the scene's radius: larger than rounding errors and margins,
// too small to be seen.
static const double gap = 1e-4;

static void findSphere(const Stage *stage, int32_t count, cdVec3 *center, double *radius) {
    cdVec3 lower = {INFINITY, INFINITY, INFINITY}, upper = {-INFINITY, -INFINITY, -INFINITY};
    for (int32_t i = 0; i < count; ++i) {
        const StageObject *object = &stage->objects[i];
        cdVec3 c = cdTransformPoint(object->home, object->info.center);
        double r = object->info.radius + object->info.roundingRadius;
        lower = (cdVec3){fmin(lower.x, c.x - r), fmin(lower.y, c.y - r), fmin(lower.z, c.z - r)};
        upper = (cdVec3){fmax(upper.x, c.x + r), fmax(upper.y, c.y + r), fmax(upper.z, c.z + r)};
    }
    *center = count > 0 ? cdLerp(lower, upper, 0.5) : (cdVec3){0.0, 0.0, 0.0};
    *radius = count > 0 ? 0.5 * cdLength(cdSub(upper, lower)) : 1.0;
}

static double findFloor(const Stage *stage) {
    double floor = INFINITY;
    for (int32_t i = 0; i < stage->data.objectCount; ++i) {
        const StageObject *object = &stage->objects[i];
        floor = fmin(floor, GetLowestPoint(object, object->home) - object->info.roundingRadius);
    }
    return isfinite(floor) ? floor : 0.0;
}

// --- (2)

// A flatter box has a smaller radius, which margins derive from. Share of half the sides.
static const double flatness = 0.25;

// `half`: half of the sides along x and z. @errors NULL: no memory
static cdMesh *buildBox(double half) {
    char source[SCENE_TEXT_SIZE], message[256];
    snprintf(source, sizeof source, "builtin:box:x=%.17g,y=%.17g,z=%.17g", half, flatness * half, half);
    return CreateSourceMesh(source, (MeshPlacement){false, 1.0}, SCENE_MESH_PARTS | CD_PART_SOLID, message,
                            sizeof message);
}

static const StageGroundBox *addBox(StageGround *ground, int exponent) {
    StageGroundBox *boxes = realloc(ground->boxes, ((size_t)ground->boxCount + 1) * sizeof *boxes);
    if (!boxes) return NULL;
    ground->boxes = boxes;
    cdMesh *mesh = buildBox(ldexp(1.0, exponent));
    if (!mesh) return NULL;
    boxes[ground->boxCount] = (StageGroundBox){exponent, mesh};
    return &boxes[ground->boxCount++];
}

static const StageGroundBox *needBox(StageGround *ground, double half) {
    int exponent = 0;
    if (frexp(half, &exponent) == 0.5) --exponent; // an exact power of two
    for (int32_t i = 0; i < ground->boxCount; ++i) {
        if (ground->boxes[i].exponent == exponent) return &ground->boxes[i];
    }
    return addBox(ground, exponent);
}

void InitStageGround(Stage *stage) {
    StageGround *ground = &stage->ground;
    ground->kind = stage->data.ground ? STAGE_GROUND_ON : STAGE_GROUND_OFF;
    ground->floor = findFloor(stage);
    findSphere(stage, stage->data.objectCount, &ground->center, &ground->radius);
    ground->height = ground->floor - gap * ground->radius;
}

void DestroyStageGround(Stage *stage) {
    for (int32_t i = 0; i < stage->ground.boxCount; ++i)
        cdDestroyMesh(stage->ground.boxes[i].mesh);
    free(stage->ground.boxes);
    stage->ground = (StageGround){0};
}

bool HasStageGround(const Stage *stage) {
    return stage->ground.kind == STAGE_GROUND_ON;
}

// --- (3)

// Writes the ground to its entry behind the objects.
static void put(Stage *stage, const cdMesh *mesh, cdPose pose) {
    StageObject ground = {.name = "ground",
                          .source = "builtin:box",
                          .placement = {false, 1.0},
                          .original = mesh,
                          .mesh = mesh,
                          .info = cdGetMeshInfo(mesh),
                          .body = SCENE_FIXED,
                          .copyOf = -1,
                          .home = pose,
                          .pose = pose,
                          .intended = pose,
                          .start = pose};
    stage->objects[stage->objectCount] = ground;
}

static double snap(double x, double step) {
    return step * floor(x / step + 0.5);
}

// Returns the minimum and the maximum height of all vertices, including the rounding radius.
static void findHeights(const StageObject *object, cdPose pose, double *lower, double *upper) {
    const cdMeshInfo *info = &object->info;
    *lower = INFINITY;
    *upper = -INFINITY;
    for (int32_t i = 0; i < info->vertexCount; ++i) {
        double y = cdTransformPoint(pose, cdAdd(info->center, info->vertices[i])).y;
        *lower = fmin(*lower, y - info->roundingRadius);
        *upper = fmax(*upper, y + info->roundingRadius);
    }
}

bool CrossesStageGround(const Stage *stage, const StageObject *object, cdPose pose) {
    double lower, upper, height = stage->ground.height;
    if (!HasStageGround(stage) || GetLowestPoint(object, pose) - object->info.roundingRadius > height)
        return false;
    findHeights(object, pose, &lower, &upper);
    return lower <= height && upper >= height;
}

// True if the whole object is below the plane. Tests the height of its centre first, which is quick.
static bool isUnder(const Stage *stage, const StageObject *object, cdPose pose) {
    double lower, upper;
    if (cdTransformPoint(pose, object->info.center).y >= stage->ground.height) return false;
    findHeights(object, pose, &lower, &upper);
    return upper < stage->ground.height;
}

bool IsBelowStageGround(const Stage *stage, const StageObject *object, cdPose pose) {
    return !HasStageGround(stage) || isUnder(stage, object, pose);
}

int32_t PlaceGroundUnder(Stage *stage, cdVec3 center, double radius, cdPose from, cdPose to) {
    StageGround *ground = &stage->ground;
    cdVec3 a = cdTransformPoint(from, center), b = cdTransformPoint(to, center);
    cdVec3 shift = cdSub(b, a);
    bool turns = memcmp(&from.q, &to.q, sizeof from.q) != 0;
    if (!turns) shift.y = 0.0;
    double below = fmax(0.0, ground->height - (a.y - radius)); // (a)
    double reach = radius + cdLength(shift) + below;
    const StageGroundBox *box = needBox(ground, 2.0 * reach); // (b)
    if (!box) return -1;
    double half = ldexp(1.0, box->exponent);
    cdVec3 middle = cdLerp(a, b, 0.5);
    cdPose pose = cdIdentityPose();
    pose.p =
        (cdVec3){snap(middle.x, 0.25 * half), ground->height - flatness * half, snap(middle.z, 0.25 * half)};
    put(stage, box->mesh, pose);
    return stage->objectCount;
}

int32_t PlaceStageGround(Stage *stage, const StageObject *object, cdPose from, cdPose to) {
    double radius = object->info.radius + object->info.roundingRadius;
    bool below = IsBelowStageGround(stage, object, from);
    return below ? -1 : PlaceGroundUnder(stage, object->info.center, radius, from, to);
}

// --- (4)

// Thirty-two times the size of everything: far beyond the visible range. The ground's box is little more than
// that, since its size costs time: a step takes 1.3 times as long as on a small box, 2.5 times at 256.
static const double boundsRatio = 32.0;

cdBox3 GetStageWorldBounds(const Stage *stage) {
    cdVec3 center;
    double radius;
    findSphere(stage, stage->objectCount, &center, &radius);
    double half = boundsRatio * radius;
    cdVec3 reach = {half, half, half};
    cdBox3 bounds = {cdSub(center, reach), cdAdd(center, reach)};
    // Nothing falls through it; a body placed below without a query must not settle on the box's bottom.
    if (HasStageGround(stage)) bounds.lower.y = stage->ground.height - 4.0 * radius;
    return bounds;
}

static const cdMesh *getGround(Stage *stage, const cdBox3 *bounds, cdPose *pose) {
    cdVec3 middle = cdLerp(bounds->lower, bounds->upper, 0.5);
    double reach = 0.5 * (bounds->upper.x - bounds->lower.x) * (1.0 + 2.0 / boundsRatio);
    const StageGroundBox *box = needBox(&stage->ground, reach);
    *pose = cdIdentityPose();
    if (!box) return NULL;
    pose->p = (cdVec3){middle.x, stage->ground.height - flatness * ldexp(1.0, box->exponent), middle.z};
    return box->mesh;
}

static bool addGround(Stage *stage, StageWorld *world, SceneData *data) {
    cdPose pose;
    world->ground = getGround(stage, &data->bounds, &pose);
    SceneObject *object = world->ground ? AddSceneObject(data, "ground", "builtin:box", SCENE_FIXED) : NULL;
    if (!object) return false;
    object->pose = pose;
    return true;
}

// The ground of old recordings under gravity: a slab slightly below the former ground of the picture, or
// below the lowest object if that is lower by now.
static bool addOldGround(Stage *stage, StageWorld *world, SceneData *data) {
    char source[SCENE_TEXT_SIZE], message[256];
    cdVec3 center;
    double radius;
    GetStageBounds(stage, &center, &radius);
    double half = 4.0 * radius, thickness = 0.1 * radius;
    snprintf(source, sizeof source, "builtin:box:x=%.9g,y=%.9g,z=%.9g", half, thickness, half);
    world->slab =
        CreateSourceMesh(source, (MeshPlacement){false, 1.0}, SCENE_MESH_PARTS, message, sizeof message);
    SceneObject *object = AddSceneObject(data, "ground", source, SCENE_FIXED);
    world->ground = world->slab;
    if (!world->slab || !object) return false;
    double floor = GetStageFloor(stage);
    for (int32_t i = 0; i < stage->objectCount; ++i) {
        if (stage->objects[i].removed) continue;
        floor = fmin(floor, GetLowestPoint(&stage->objects[i], stage->objects[i].pose));
    }
    double below = floor - thickness - 1e-3 * stage->objects[0].info.radius;
    object->pose.p = (cdVec3){center.x, below, center.z};
    return true;
}

bool AddWorldGround(Stage *stage, StageWorld *world, SceneData *data) {
    if (world->key.ground == STAGE_GROUND_OLD) return !world->key.falls || addOldGround(stage, world, data);
    data->bounds = GetStageWorldBounds(stage);
    return world->key.ground == STAGE_GROUND_OFF || addGround(stage, world, data);
}
