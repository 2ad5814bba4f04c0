// Single bodies of the stage's world.
//
// (1) Objects that were placed, and bodies that are pulled. (2) Queries of the world.
#include "stage/world/stage_world.h"

#include "stage/deeds.h"
#include "stage/world/stage_group.h"

// --- (1)

void TakeBackStageObject(Stage *stage, int32_t object) {
    stage->objects[object].left = false;
    ++stage->changes.edits;
    UpdateStageWorld(stage);
}

// True if the body is at the object's pose. A world normalises quaternions.
static bool isBodyAt(const StageWorld *world, cdBodyId body, cdPose pose) {
    cdPose at = cdGetBodyState(world->scene.world, body).pose;
    return cdIsSamePose(at, pose) || cdIsSamePose(at, (cdPose){pose.p, cdNormalizeQuat(pose.q)});
}

void PlaceStageBody(Stage *stage, int32_t object) {
    StageWorld *world = &stage->world;
    if (stage->objects[object].left) TakeBackStageObject(stage, object);
    if (!world->scene.world || object >= world->key.objectCount || world->scene.bodies[object] < 0) return;
    cdBodyId body = world->scene.bodies[object];
    if (body == world->groupBody) {
        FormStageGroup(stage, world->groupLed);
        return;
    }
    if (isBodyAt(world, body, stage->objects[object].pose)) return;
    cdSetBodyPose(world->scene.world, body, stage->objects[object].pose);
    if (stage->objects[object].isBody && !IsObjectKinematic(&stage->objects[object]))
        cdSetBodyVelocity(world->scene.world, body, (cdVec3){0.0, 0.0, 0.0}, (cdVec3){0.0, 0.0, 0.0});
    if (!world->present) return;
    TakeStageEnergy(world);
    stage->objects[object].asleep = false;
    world->still = false;
    world->touched = true;
}

DeedResult HoldStageBody(Stage *stage, int32_t object, cdVec3 grab, cdVec3 target) {
    StageWorld *world = &stage->world;
    if (!stage->objects[object].isBody || IsObjectKinematic(&stage->objects[object])) return DEED_NOTHING;
    if (world->held >= 0 && world->held != object) ReleaseStageBody(stage, false);
    cdHoldBody(world->scene.world, world->scene.bodies[object], &(cdHand){.grab = grab, .target = target});
    world->held = object;
    world->still = false;
    world->touched = true;
    return DEED_DONE;
}

DeedResult ReleaseStageBody(Stage *stage, bool drops) {
    StageWorld *world = &stage->world;
    if (!world->present || world->held < 0) return DEED_NOTHING;
    cdBodyId body = world->scene.bodies[world->held];
    cdReleaseBody(world->scene.world, body);
    if (drops) cdSetBodyVelocity(world->scene.world, body, (cdVec3){0.0, 0.0, 0.0}, (cdVec3){0.0, 0.0, 0.0});
    world->held = -1;
    world->still = false;
    return DEED_DONE;
}

// --- (2)

bool MovesByItself(const Stage *stage) {
    return stage->world.present || stage->boxes.present || (stage->scene && stage->scene->step);
}

const StageEvent *GetStageEvent(const Stage *stage, int32_t age) {
    const StageWorld *world = &stage->world;
    if (age < 0 || age >= STAGE_EVENT_MAX || age >= world->eventCount) return NULL;
    return &world->events[(world->eventCount - 1 - age) % STAGE_EVENT_MAX];
}

int32_t FindStageObject(const Stage *stage, cdBodyId body) {
    for (int32_t i = 0; i < stage->world.key.objectCount; ++i) {
        if (stage->world.scene.bodies[i] == body) return i;
    }
    return -1;
}

int32_t FindStageShape(const Stage *stage, cdBodyId body, int32_t shape) {
    bool group = body >= 0 && body == stage->world.groupBody;
    return group ? GetGroupMember(stage, stage->world.groupLed, shape) : FindStageObject(stage, body);
}

bool TouchesInStageWorld(const Stage *stage, int32_t object) {
    const StageWorld *world = &stage->world;
    int32_t count = 0;
    if (!world->present || object >= world->key.objectCount) return false;
    const cdWorldContact *contacts = cdGetWorldContacts(world->scene.world, &count);
    cdBodyId body = world->scene.bodies[object];
    for (int32_t i = 0; i < count; ++i) {
        if (contacts[i].bodyA == body || contacts[i].bodyB == body) return true;
    }
    return false;
}

const char *GetStageBodyName(const Stage *stage, int32_t object) {
    return object >= 0 && object < stage->objectCount ? stage->objects[object].name : "ground";
}

double GetSmallestBodyRadius(const Stage *stage) {
    double smallest = 0.0;
    for (int32_t i = 0; i < stage->objectCount; ++i) {
        double radius = stage->objects[i].info.radius;
        if (stage->objects[i].isBody && (smallest == 0.0 || radius < smallest)) smallest = radius;
    }
    return smallest;
}
