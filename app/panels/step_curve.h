// The plot of an event of a search.
#ifndef APP_STEP_CURVE_H
#define APP_STEP_CURVE_H

#include "stage/state/steps.h"

// Draws nothing if the event has no curve, or if its axes do not fit; pixels.
void DrawStepCurve(const StageSteps *steps, float width, float height);

#endif
