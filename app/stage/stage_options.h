// What can be set of each object of a stage: its kind of body and matter, its sphere tree, whether it is
// there.
//
// All options are numbers, so that the journal, recordings, undo and the panel have one way for all of them.
// A removed object keeps its place in the list, its pose and its options, and can come back.
#ifndef APP_STAGE_OPTIONS_H
#define APP_STAGE_OPTIONS_H

#include "scenes/scene.h"

typedef struct Stage Stage;

typedef enum StageOption {
    STAGE_REMOVED = 0, // 0 or 1
    STAGE_BODY,        // a SceneBody: fixed, driven or dynamic
    STAGE_LEAF_RADIUS, // of its sphere tree, length; 0: chosen by the triangles
    STAGE_PROXY,       // 1: its queries try convex hulls first
    STAGE_DENSITY,     // of a dynamic body
    STAGE_MASS,        // in all; 0: by the density
    STAGE_RESTITUTION, // at most 1
    STAGE_FRICTION,
    STAGE_OPTION_COUNT
} StageOption;

enum { STAGE_TREE_MAX = 64 }; // sphere trees beyond the first, of all objects

const char *const *GetStageOptionNames(void); // "removed", "body", ..., NULL. @lifetime static
// What an option may be; `whole`: only whole numbers.
void GetStageOptionRange(StageOption option, double *lower, double *upper, bool *whole);
bool IsStageOptionValue(StageOption option, double value);

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
