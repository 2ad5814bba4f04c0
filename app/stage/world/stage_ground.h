// The ground of a stage: an endless plane under everything, drawn and solid.
//
// Its height is that of the lowest point of the scene's objects at the start, less a small gap, so that
// objects on it are not in contact at first and can be lifted or moved sideways. The ground is not in the
// list of objects: nothing selects, picks, frames or deletes it. It is the last obstacle of queries, with
// index `objectCount`; stage->objects has an extra entry for it.
//
// An endless plane as a mesh: every query gets a box whose upper side is the plane. The box is so large, and
// positioned so, that no point of the motion comes near its other sides: for that motion it is the
// half-space. Sizes are powers of two and positions are on a grid of an eighth of the box, so that most steps
// reuse the box of the step before. An object of radius 1 meets a box of radius 3 to 6 wherever it is:
// margins, tolerances and the cost of a query are those of an ordinary mesh. The world, which bodies leave at
// its bounds, has one box that extends beyond these.
#ifndef APP_STAGE_GROUND_H
#define APP_STAGE_GROUND_H

#include "stage/state/stage_state.h"

// Computes the ground's height. The ground is on if the scene says so.
void InitStageGround(Stage *stage);
void DestroyStageGround(Stage *stage);

// True if it is drawn and objects collide with it.
bool HasStageGround(const Stage *stage);
static inline bool IsGroundIndex(int32_t index, int32_t objectCount) {
    return index == objectCount;
}

// Puts the ground under the path of an object between two poses and returns its index. Returns -1 without a
// ground, and if the object begins wholly below it: the ground lets it come back up.
int32_t PlaceStageGround(Stage *stage, const StageObject *object, cdPose from, cdPose to);
// The same for a sphere, in the frame of the poses; it does not begin below. @errors -1: no memory
int32_t PlaceGroundUnder(Stage *stage, cdVec3 center, double radius, cdPose from, cdPose to);
// True without a ground, and if the whole object is below it.
bool IsBelowStageGround(const Stage *stage, const StageObject *object, cdPose pose);
// True if the object at a pose penetrates the plane or touches it.
bool CrossesStageGround(const Stage *stage, const StageObject *object, cdPose pose);

// Returns the region in which bodies stay, world frame. Bodies beyond it leave the world.
cdBox3 GetStageWorldBounds(const Stage *stage);
// Adds the ground, if it is on, and the bounds to the scene of a world that is being created. The ground of
// old recordings has no bounds. @errors false: no memory
bool AddWorldGround(Stage *stage, StageWorld *world, SceneData *data);

#endif
