// The insets of the current event of a search: a close view of its elements or spheres, and the tried vectors
// on the sphere of directions.
#ifndef APP_INSET_STEPS_H
#define APP_INSET_STEPS_H

#include "view/overlay_steps.h"

void AddStepInsets(const ViewPass *pass, const cdTracedQuery *query);

#endif
