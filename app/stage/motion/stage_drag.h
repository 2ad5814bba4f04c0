// The motion of one object in the stage's world: what blocks it, and how far it comes.
//
// Every stage has a world with a body for each object, also if nothing moves by itself. cdFindBodyMove of
// that world (collision/kinematic.h) finds the motion, with the bodies at the poses of the stage's objects.
// The ground under the path, which is endless (stage_ground.h), blocks besides them, and so do objects that
// the scene moves if they are no bodies. The box that is the ground of a world that runs does not block.
#ifndef APP_STAGE_DRAG_H
#define APP_STAGE_DRAG_H

#include "stage/state/stage_state.h"

// Finds the motion of an object to a pose and writes it to the query: contact, obstacle, path, touches and
// constraints. The object stays where it is.
void FindStageDrag(Stage *stage, int32_t object, cdPose intended, StageQuery *query);
// Returns an upper bound of the displacement of any point of the object.
double GetDisplacement(const StageObject *object, cdPose from, cdPose to);
// Carries out the motion found last: places the body at the object's pose. If a dynamic object gives way, the
// next step of the world continues the motion, along what does not.
void TakeStageDrag(Stage *stage, const StageQuery *query);
// Empties the caches of the motions of one object, or of all; no result depends on them.
void ForgetStageDrags(Stage *stage, int32_t object);
void ForgetStageCaches(Stage *stage);

#endif
