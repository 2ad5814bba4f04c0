// Forms bodies of several objects.
//
// Input: the members at their poses, and the led one. Output: a body with a shape for each; see
// stage_group.h. (1) The members of one body. (2) The body: shapes relative to the led member. In a world
// that is never stepped the shapes always follow from the current poses, so that a replay that begins in the
// middle of a session has the same ones, bit for bit. In others the body is kept as long as the members are
// where its shapes are, since contacts with it continue. (3) Poses.
#include "stage/world/stage_group.h"

#include "stage/objects/object_options.h"
#include "stage/objects/stage_filter.h"
#include "stage/objects/stage_members.h"

#include <string.h>

// --- (1)

static bool isSameFilter(StageFilter a, StageFilter b) {
    return a.category == b.category && a.mask == b.mask && a.group == b.group && a.sensor == b.sensor;
}

static bool isJointed(const Stage *stage, int32_t object) {
    for (int32_t i = 0; i < stage->data.jointCount; ++i) {
        const int32_t *tied = stage->data.joints[i].objects;
        if (tied[0] == object || tied[1] == object) return true;
    }
    return false;
}

// Steps do not move the object.
static bool isStanding(const Stage *stage, const StageWorldKey *key, bool runs, int32_t object) {
    bool driven = stage->objects[object].body == SCENE_DRIVEN && !key->bounces;
    return !runs || (driven && !HasShapes(&stage->objects[object]) && !isJointed(stage, object));
}

bool IsStageGroupOneBody(const Stage *stage, const StageWorldKey *key, bool runs) {
    int32_t first = -1, count = 0;
    for (int32_t i = 0; i < stage->objectCount; ++i) {
        if (!IsGroupMember(stage, i)) continue;
        if (first < 0) first = i;
        StageFilter filter = GetStageFilter(&stage->objects[i]);
        bool fits = isSameFilter(filter, GetStageFilter(&stage->objects[first])) && !filter.sensor;
        if (!fits || !isStanding(stage, key, runs, i)) return false;
        ++count;
    }
    return count > 1;
}

int32_t GetGroupMember(const Stage *stage, int32_t led, int32_t shape) {
    int32_t count = 0;
    for (int32_t i = 0; i < stage->objectCount && shape > 0; ++i)
        if (i != led && IsGroupMember(stage, i) && ++count == shape) return i;
    return led;
}

static int32_t getShape(const Stage *stage, int32_t led, int32_t member) {
    int32_t shape = 0;
    for (int32_t i = 0; i <= member && member != led; ++i)
        shape += i != led && IsGroupMember(stage, i);
    return shape;
}

// --- (2)

// Writes the shapes to the stage's array; returns their number.
static int32_t listShapes(Stage *stage, int32_t led, bool together) {
    cdShapeDef *shapes = stage->scratch.shapes;
    shapes[0] = (cdShapeDef){.mesh = stage->objects[led].mesh, .pose = cdIdentityPose()};
    int32_t count = 1;
    for (int32_t i = 0; together && i < stage->objectCount; ++i) {
        const StageObject *member = &stage->objects[i];
        if (i != led && IsGroupMember(stage, i))
            shapes[count++] = (cdShapeDef){.mesh = member->mesh,
                                           .pose = cdInvMulPose(stage->objects[led].pose, member->pose)};
    }
    return count;
}

static cdBodyId addBody(const Stage *stage, cdWorld *world, int32_t led, int32_t shapeCount, bool blocks) {
    const StageObject *object = &stage->objects[led];
    StageFilter filter = GetStageFilter(object);
    // Its mass is infinite: nothing depends on these but the point about which it is said to turn.
    cdMassProperties mass = {.volume = 1.0, .centroid = object->info.center, .inertia = {1.0, 1.0, 1.0}};
    cdBodyDef def = cdDefaultBodyDef();
    def.kind = CD_BODY_DRIVEN;
    def.shapes = stage->scratch.shapes;
    def.shapeCount = shapeCount;
    def.massProperties = &mass;
    def.pose = object->pose;
    def.restitution = object->options[STAGE_RESTITUTION];
    def.friction = object->options[STAGE_FRICTION];
    def.category = blocks ? filter.category : 0;
    def.mask = blocks ? filter.mask : 0;
    def.group = blocks ? filter.group : 0;
    return cdAddBody(world, &def);
}

static void setBody(const Stage *stage, StageWorld *world, cdBodyId body, int32_t led) {
    world->groupBody = body;
    world->groupLed = led;
    for (int32_t i = 0; i < stage->objectCount; ++i)
        if (IsGroupMember(stage, i)) world->scene.bodies[i] = body;
}

bool AddStageGroup(Stage *stage, StageWorld *world) {
    int32_t led = 0;
    while (!IsGroupMember(stage, led))
        ++led;
    cdBodyId body = addBody(stage, world->scene.world, led, listShapes(stage, led, true), true);
    setBody(stage, world, body < 0 ? -1 : body, led);
    return body >= 0;
}

static bool haveShapesMoved(const Stage *stage, int32_t shapeCount) {
    const StageWorld *world = &stage->world;
    for (int32_t k = 0; k < shapeCount; ++k) {
        const cdShapeDef *wanted = &stage->scratch.shapes[k];
        cdPose pose = {wanted->pose.p, cdNormalizeQuat(wanted->pose.q)};
        if (!cdIsSamePose(cdGetBodyShape(world->scene.world, world->groupBody, k).pose, pose)) return true;
    }
    return false;
}

static bool areMembersAtShapes(const Stage *stage) {
    const StageWorld *world = &stage->world;
    cdPose pose = stage->objects[world->groupLed].pose;
    for (int32_t i = 0; i < stage->objectCount; ++i) {
        if (!IsGroupMember(stage, i)) continue;
        cdPose placed = GetGroupPose(stage, world->groupBody, world->groupLed, i, pose);
        if (!cdIsSamePose(placed, stage->objects[i].pose)) return false;
    }
    return true;
}

cdBodyId FormStageGroup(Stage *stage, int32_t led) {
    StageWorld *world = &stage->world;
    int32_t count = listShapes(stage, led, true);
    bool keeps = led == world->groupLed &&
                 (world->present ? areMembersAtShapes(stage) : !haveShapesMoved(stage, count));
    if (!keeps) {
        cdRemoveBody(world->scene.world, world->groupBody);
        cdBodyId body = addBody(stage, world->scene.world, led, count, true);
        setBody(stage, world, body < 0 ? -1 : body, led);
    }
    if (world->groupBody >= 0) PlaceStageGroup(stage, stage->objects[led].pose);
    return world->groupBody;
}

void PlaceStageGroup(Stage *stage, cdPose pose) {
    StageWorld *world = &stage->world;
    if (cdIsSamePose(cdGetBodyState(world->scene.world, world->groupBody).pose, pose)) return;
    cdSetBodyPose(world->scene.world, world->groupBody, pose);
    world->still = false;
    world->touched = true;
}

cdBodyId AddStageCarrier(Stage *stage, int32_t led, bool together) {
    cdBodyId body = addBody(stage, stage->world.scene.world, led, listShapes(stage, led, together), false);
    return body < 0 ? -1 : body;
}

// --- (3)

cdPose GetGroupPose(const Stage *stage, cdBodyId body, int32_t led, int32_t member, cdPose pose) {
    if (member == led) return pose;
    cdShapeDef shape = cdGetBodyShape(stage->world.scene.world, body, getShape(stage, led, member));
    return cdIsSamePose(shape.pose, cdIdentityPose()) ? pose : cdMulPose(pose, shape.pose);
}

bool TakeGroupPoses(Stage *stage) {
    const StageWorld *world = &stage->world;
    if (world->groupBody < 0) return false;
    cdPose pose = cdGetBodyState(world->scene.world, world->groupBody).pose;
    cdPose before = stage->objects[world->groupLed].pose;
    // A body that stood still has the object's pose, with a normalized quaternion.
    if (cdIsSamePose(pose, before) || cdIsSamePose(pose, (cdPose){before.p, cdNormalizeQuat(before.q)}))
        return false;
    for (int32_t i = 0; i < stage->objectCount; ++i) {
        StageObject *object = &stage->objects[i];
        if (!IsGroupMember(stage, i)) continue;
        object->start = object->pose;
        object->pose = GetGroupPose(stage, world->groupBody, world->groupLed, i, pose);
    }
    return true;
}
