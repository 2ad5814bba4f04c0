// Bodies of motions: an object's own, the group's, or a carrier (stage/world/stage_group.h).
#include "stage/motion/stage_mover.h"

#include "stage/motion/stage_query.h"
#include "stage/objects/object_options.h"
#include "stage/objects/stage_filter.h"
#include "stage/objects/stage_members.h"
#include "stage/world/stage_ground.h"
#include "stage/world/stage_group.h"

#include <math.h>

StageMover BeginStageMotion(Stage *stage, int32_t object) {
    StageMover mover = {.object = object,
                        .body = GetStageBody(stage, object),
                        .together = IsInStageGroup(stage, object),
                        .pose = stage->objects[object].pose};
    bool one = mover.together && stage->world.groupBody >= 0;
    bool parts = HasShapes(&stage->objects[object]) && stage->world.present;
    mover.carrier = stage->world.scene.world && (mover.together ? !one : parts);
    if (one) mover.body = FormStageGroup(stage, object);
    if (mover.carrier) mover.body = AddStageCarrier(stage, object, mover.together);
    return mover;
}

void EndStageMotion(Stage *stage, const StageMover *mover) {
    if (mover->carrier && mover->body >= 0) cdRemoveBody(stage->world.scene.world, mover->body);
}

bool DoesStageFollow(const Stage *stage, const StageMover *mover, int32_t object) {
    return object == mover->object || (mover->together && IsGroupMember(stage, object));
}

cdPose GetFollowerPose(const Stage *stage, const StageMover *mover, int32_t object, cdPose pose) {
    if (object == mover->object) return pose;
    if (mover->body < 0) return stage->objects[object].pose;
    return GetGroupPose(stage, mover->body, mover->object, object, pose);
}

bool DoesMoverMeet(const Stage *stage, const StageMover *mover, int32_t other) {
    for (int32_t i = 0; i < stage->objectCount; ++i)
        if (DoesStageFollow(stage, mover, i) && DoStageObjectsMeet(stage, i, other)) return true;
    return false;
}

bool DoesMoverPush(const Stage *stage, const StageMover *mover) {
    bool pushes = stage->world.present && !mover->carrier;
    for (int32_t i = 0; pushes && i < stage->objectCount; ++i) {
        const StageObject *object = &stage->objects[i];
        if (DoesStageFollow(stage, mover, i))
            pushes = object->body == SCENE_DRIVEN && object->options[STAGE_PUSHES] != 0.0;
    }
    return pushes;
}

uint32_t GetMoverDisabled(const Stage *stage, const StageMover *mover) {
    uint32_t disabled = 0;
    for (int32_t i = 0; i < stage->objectCount; ++i)
        if (DoesStageFollow(stage, mover, i)) disabled |= GetStageDisabled(stage, i);
    return disabled;
}

// Returns the radius of a sphere about a point in the body's frame that contains all objects.
static double getReach(const Stage *stage, const StageMover *mover, cdVec3 center) {
    cdVec3 middle = cdTransformPoint(stage->objects[mover->object].pose, center);
    double reach = 0.0;
    for (int32_t i = 0; i < stage->objectCount; ++i) {
        const StageObject *object = &stage->objects[i];
        if (!DoesStageFollow(stage, mover, i)) continue;
        double way = cdLength(cdSub(cdTransformPoint(object->pose, object->info.center), middle));
        reach = fmax(reach, way + object->info.radius + object->info.roundingRadius);
    }
    return reach;
}

int32_t PlaceMoverGround(Stage *stage, const StageMover *mover, cdPose to) {
    const StageObject *led = &stage->objects[mover->object];
    if (!mover->together) return CanMeetGround(led) ? PlaceStageGround(stage, led, led->pose, to) : -1;
    bool meets = false;
    for (int32_t i = 0; i < stage->objectCount; ++i) {
        const StageObject *object = &stage->objects[i];
        if (DoesStageFollow(stage, mover, i) && CanMeetGround(object))
            meets = meets || !IsBelowStageGround(stage, object, object->pose);
    }
    cdVec3 center = GetTurnCenter(stage, mover->object);
    return meets ? PlaceGroundUnder(stage, center, getReach(stage, mover, center), led->pose, to) : -1;
}
