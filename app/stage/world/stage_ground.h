// The ground of a stage: an endless plane under everything, which is drawn and holds.
//
// Its height is that of the lowest point of the scene's objects at the start, less a small gap, so that what
// stands on it there touches nothing yet and can be lifted or led sideways. It stands in no list of objects:
// nothing selects, picks, frames or deletes it. Queries meet it behind the other obstacles, under the index
// `objectCount`, where stage->objects has one more place for it.
//
// A plane without end as a mesh. Every query gets a box whose upper side is the plane. The box is so large,
// and lies so, that no point of the motion comes near its other sides: for that motion it is the half-space.
// Sizes are powers of two and places are on a grid of an eighth of the box, so that most steps find the box
// of the step before, and an object of radius 1 meets a box of radius 3 to 6 wherever it is: margins,
// tolerances and the work of a query are those of a common mesh. In the world, where bodies leave beyond
// bounds, it is one box that reaches farther than these.
#ifndef APP_STAGE_GROUND_H
#define APP_STAGE_GROUND_H

#include "stage/state/stage_state.h"

// Finds where the ground lies. It is there if the scene says so.
void InitStageGround(Stage *stage);
void DestroyStageGround(Stage *stage);

// True if it is there: drawn, and held.
bool HasStageGround(const Stage *stage);
static inline bool IsGroundIndex(int32_t index, int32_t objectCount) {
    return index == objectCount;
}

// Puts the ground under the way of an object between two poses and returns its index. -1: there is no ground,
// or the object begins wholly below it, as one that jumped through: the ground lets it come back.
int32_t PlaceStageGround(Stage *stage, const StageObject *object, cdPose from, cdPose to);
// True if the object at a pose reaches through the plane, or touches it.
bool CrossesStageGround(const Stage *stage, const StageObject *object, cdPose pose);

// The region in which bodies stay, world frame: beyond it they leave.
cdBox3 GetStageWorldBounds(const Stage *stage);
// The ground's box of a world with these bounds, and its pose. NULL: no memory
const cdMesh *GetWorldGround(Stage *stage, const cdBox3 *bounds, cdPose *pose);

#endif
