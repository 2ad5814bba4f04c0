// The collision filters of a stage's objects: pairs that pass through each other.
//
// The rule is that of bodies (collision/body.h): categories and masks, groups, and sensors, which block
// nothing. Drags, overlap tests and bodies follow it alike.
#ifndef APP_STAGE_FILTER_H
#define APP_STAGE_FILTER_H

#include "stage/state/stage_state.h"

// A filter of an object.
typedef struct StageFilter {
    uint32_t category, mask;
    int32_t group;
    bool sensor;
} StageFilter;

StageFilter GetStageFilter(const StageObject *object);
// True if the filters of both let them collide and neither is a sensor.
bool DoFiltersCollide(StageFilter a, StageFilter b);
bool CanObjectsCollide(const StageObject *a, const StageObject *b);
// True if the ground blocks the object.
bool CanMeetGround(const StageObject *object);

// Finds an object, -1: the ground, that overlaps this one and that its filter before the last change let
// pass. CD_FREE: no object does.
cdState FindOverlapByFilter(const Stage *stage, int32_t object, StageFilter before, cdBudget budget,
                            int32_t *other);

#endif
