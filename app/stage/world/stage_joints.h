// The joints of a stage's world.
#ifndef APP_STAGE_JOINTS_H
#define APP_STAGE_JOINTS_H

#include "stage/state/stage_state.h"

// Adds the joints to a scene that has the stage's objects at their current poses: those that connect dynamic
// objects, and have not broken. @errors false: no memory
bool DescribeStageJoints(const Stage *stage, SceneData *data);
// Stores the numbers of the joints in the world that was created from `data`, and their positions in the
// world before, which must still be there.
void NumberStageJoints(Stage *stage, const SceneData *data);
// Stores the positions of the joints before their world is destroyed without another one.
void KeepJointPositions(Stage *stage);
// Notes that a joint of the world broke.
void NoteBrokenJoint(Stage *stage, int32_t number);
// True if a joint that has not broken lets the two objects pass through each other.
bool PassByStageJoint(const Stage *stage, int32_t a, int32_t b);
// Forgets the numbers, and which joints broke.
void ForgetStageJoints(Stage *stage);

#endif
