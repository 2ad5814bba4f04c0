// The options of a stage's joints: their current values, in definitions and in the world. They stay over a
// restart.
#ifndef APP_JOINT_OPTIONS_H
#define APP_JOINT_OPTIONS_H

#include "stage/objects/joint_values.h"
#include "stage/state/stage_state.h"

// Reads the options of the scene's joints. @errors false: no memory
bool CreateStageJoints(Stage *stage);
void DestroyStageJoints(Stage *stage);

// Returns true if the joint has this option, by its kind, its limits in the scene and its motor's goal.
bool HasJointOption(const Stage *stage, int32_t joint, StageJointOption option);
// Sets motor and limits of a definition to the options of a joint of the stage.
void SetJointDefOptions(const Stage *stage, int32_t joint, cdJointDef *def);
// Writes why the option cannot have this value. Returns true if it can.
bool CanSetJointOption(const Stage *stage, int32_t joint, StageJointOption option, double value,
                       char *message, size_t messageSize);
// Sets an option without checks, in the world too.
void PutJointOption(Stage *stage, int32_t joint, StageJointOption option, double value);

// The number of the joint in the stage's world, and its state there. -1: the world does not have it.
int32_t GetStageJointNumber(const Stage *stage, int32_t joint);
// The position since the scene's start: a world's own begin at 0 when it is created.
double GetStageJointPosition(const Stage *stage, int32_t joint);

#endif
