// The options that the objects of a stage have.
#ifndef APP_OBJECT_OPTIONS_H
#define APP_OBJECT_OPTIONS_H

#include "stage/state/stage_state.h"

// Of a described object, as the scene or a file has it.
void ReadSceneOptions(const SceneObject *described, double options[STAGE_OPTION_COUNT]);
// The object as it is now, added to the data; NULL: no memory
SceneObject *DescribeStageObject(const Stage *stage, int32_t object, SceneData *data);

int32_t CountStageObjects(const Stage *stage); // without those removed
// The first that a hand leads; -1: none
int32_t FindHandObject(const Stage *stage);
// CD_DISABLE_... of the queries of this object
uint32_t GetStageDisabled(const Stage *stage, int32_t object);

#endif
