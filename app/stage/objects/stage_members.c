// Finds the members of the group and their common centre.
#include "stage/objects/stage_members.h"

#include "stage/objects/object_options.h"

bool IsGroupMember(const Stage *stage, int32_t object) {
    const StageObject *member = &stage->objects[object];
    return member->options[STAGE_GROUP] != 0.0 && IsMovedByQueries(member) && IsObjectPresent(member);
}

bool IsInStageGroup(const Stage *stage, int32_t object) {
    int32_t count = 0;
    for (int32_t i = 0; i < stage->objectCount; ++i)
        count += IsGroupMember(stage, i);
    return count > 1 && IsGroupMember(stage, object);
}

cdVec3 GetTurnCenter(const Stage *stage, int32_t object) {
    const StageObject *turned = &stage->objects[object];
    cdVec3 sum = {0.0, 0.0, 0.0};
    double count = 0.0;
    if (!IsInStageGroup(stage, object)) return turned->info.center;
    for (int32_t i = 0; i < stage->objectCount; ++i) {
        const StageObject *member = &stage->objects[i];
        if (!IsGroupMember(stage, i)) continue;
        sum = cdAdd(sum, cdTransformPoint(member->pose, member->info.center));
        count += 1.0;
    }
    return cdInvTransformPoint(turned->pose, cdScale(1.0 / count, sum));
}
