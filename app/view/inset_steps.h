// The corner views of an event that is stepped through: its elements or spheres from near, the vectors tried
// on the sphere of directions.
#ifndef APP_INSET_STEPS_H
#define APP_INSET_STEPS_H

#include "view/overlay_steps.h"

void AddStepInsets(const ViewPass *pass, const cdTracedQuery *query);

#endif
