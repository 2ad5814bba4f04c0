// The plot of an event of a search, for the pages that show one.
#ifndef APP_STEP_CURVE_H
#define APP_STEP_CURVE_H

#include "stage/state/steps.h"

// Draws nothing where the event has no curve, or where there is no room for its axes; pixels.
void DrawStepCurve(const StageSteps *steps, float width, float height);

#endif
