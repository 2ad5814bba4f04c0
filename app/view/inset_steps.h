// The corner views of an event that is stepped through: its elements or spheres from near, the vectors tried
// on the sphere of directions; and the cell that the walk down an index has come to.
#ifndef APP_INSET_STEPS_H
#define APP_INSET_STEPS_H

#include "view/overlay_steps.h"

void AddStepInsets(const ViewPass *pass, const StepMeshes *meshes);
// Over the picture: the planes of the nodes visited, the cell they leave, the point.
void AddIndexSteps(const ViewPass *pass);

#endif
