// The options of a stage's objects.
#ifndef APP_OBJECT_OPTIONS_H
#define APP_OBJECT_OPTIONS_H

#include "stage/state/stage_state.h"

// Reads the options of a described object of a scene or a file.
void ReadSceneOptions(const SceneObject *described, double options[STAGE_OPTION_COUNT]);
// Returns the traits of the object's body.
SceneTraits GetObjectTraits(const StageObject *object);
// Adds the object's current state to the data. @errors NULL: no memory
SceneObject *DescribeStageObject(const Stage *stage, int32_t object, SceneData *data);

int32_t CountStageObjects(const Stage *stage); // without those removed
// Returns the first object that a drag can move; -1: none
int32_t FindHandObject(const Stage *stage);
// Returns the CD_DISABLE_... flags of this object's queries.
uint32_t GetStageDisabled(const Stage *stage, int32_t object);

#endif
