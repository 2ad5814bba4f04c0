// Collision filters of objects, compared as the library compares those of bodies.
#include "stage/objects/stage_filter.h"

#include "stage/world/stage_ground.h"

StageFilter GetStageFilter(const StageObject *object) {
    return (StageFilter){.category = (uint32_t)object->options[STAGE_CATEGORY],
                         .mask = (uint32_t)object->options[STAGE_MASK],
                         .group = (int32_t)object->options[STAGE_COLLISION_GROUP],
                         .sensor = object->options[STAGE_SENSOR] != 0.0};
}

bool DoFiltersCollide(StageFilter a, StageFilter b) {
    if (a.sensor || b.sensor) return false;
    if (a.group != 0 && a.group == b.group) return a.group > 0;
    return (a.category & b.mask) != 0 && (b.category & a.mask) != 0;
}

bool CanObjectsCollide(const StageObject *a, const StageObject *b) {
    return DoFiltersCollide(GetStageFilter(a), GetStageFilter(b));
}

// The ground's body has the filter of cdDefaultBodyDef.
static StageFilter getGroundFilter(void) {
    cdBodyDef def = cdDefaultBodyDef();
    return (StageFilter){def.category, def.mask, def.group, def.sensor};
}

bool CanMeetGround(const StageObject *object) {
    return DoFiltersCollide(GetStageFilter(object), getGroundFilter());
}

static bool isNew(StageFilter before, StageFilter now, StageFilter other) {
    return DoFiltersCollide(now, other) && !DoFiltersCollide(before, other);
}

// Two fixed objects may overlap.
cdState FindOverlapByFilter(const Stage *stage, int32_t object, StageFilter before, cdBudget budget,
                            int32_t *other) {
    const StageObject *chosen = &stage->objects[object];
    StageFilter now = GetStageFilter(chosen);
    bool stands = chosen->body == SCENE_FIXED;
    *other = -1;
    if (!stands && isNew(before, now, getGroundFilter()) && CrossesStageGround(stage, chosen, chosen->pose))
        return CD_OVERLAP;
    cdWorkspace *workspace = cdCreateWorkspace();
    cdState state = workspace ? CD_FREE : CD_UNDECIDED;
    for (int32_t i = 0; state == CD_FREE && i < stage->objectCount; ++i) {
        const StageObject *tested = &stage->objects[i];
        if (i == object || !IsObjectPresent(tested) || (stands && tested->body == SCENE_FIXED)) continue;
        if (!isNew(before, now, GetStageFilter(tested))) continue;
        cdOverlapInput input = {.meshA = chosen->mesh,
                                .meshB = tested->mesh,
                                .poseA = chosen->pose,
                                .poseB = tested->pose,
                                .budget = budget};
        state = cdFindOverlap(&input, NULL, workspace, NULL).state;
        *other = i;
    }
    cdDestroyWorkspace(workspace);
    return state;
}
