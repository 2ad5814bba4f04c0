// The motion of an object, or of the group, in the stage's world: what blocks it, and how far it comes.
//
// Every stage has a world with a body for each object, also if nothing moves by itself. cdFindBodyMove of
// that world (collision/kinematic.h) finds the motion, with the bodies at the poses of the stage's objects.
// The ground under the path, which is endless (stage_ground.h), blocks besides them, and so do objects that
// the scene moves if they are no bodies. The box that is the ground of a world that runs does not block.
#ifndef APP_STAGE_DRAG_H
#define APP_STAGE_DRAG_H

#include "stage/motion/stage_mover.h"

// Finds the motion of the led object to a pose and writes it to the query: the object of the contact, the
// obstacle, path, touches and constraints; and the body's pose to the mover. The objects stay where they are.
void FindStageDrag(Stage *stage, StageMover *mover, cdPose intended, StageQuery *query);
// Returns an upper bound of the displacement of any point of the object.
double GetDisplacement(const StageObject *object, cdPose from, cdPose to);
// Carries out the motion found last: places the bodies at the objects' poses. If a dynamic object gives way,
// the next step of the world continues the motion to the intended pose, along what does not.
void TakeStageDrag(Stage *stage, const StageMover *mover, cdPose intended, const StageQuery *query);
// Empties the caches of all motions; no result depends on them.
void ForgetStageCaches(Stage *stage);

#endif
