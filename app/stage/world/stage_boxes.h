// Two boxes in motion, along a scene's routes or in a step of a drag, and the results of the analytic test
// [AS05].
//
// The stage plays a scene with routes: each route up to its first contact, a pause, then the next one. When a
// drag moves the first box, the screw of its last step is shown instead, until the scene continues. The time
// on the route can be set freely, also beyond the contact.
#ifndef APP_STAGE_BOXES_H
#define APP_STAGE_BOXES_H

#include "stage/state/stage_state.h"

// Shows the step of a drag at t; the objects keep their poses. Does nothing while a route is shown.
void ShowBoxStepAt(Stage *stage, double t);
// Call it after the user has moved or placed the object.
void ShowBoxStep(Stage *stage, int32_t object);

const char *GetBoxRouteName(const Stage *stage); // @lifetime of the scene
// Returns the index of the part that contains t; the earlier one of two that meet there.
int32_t FindBoxPart(const StageBoxes *boxes, double t);
// Returns the touching pair at t; CD_NO_CONTACT away from the first contact.
cdBoxPair GetTouchingPair(const StageBoxes *boxes);
// Chooses the face of the sum to mark in pictures: of this pair, or of the touching one.
void ShowBoxPair(Stage *stage, cdBoxPair pair);
cdBoxPair GetMarkedPair(const StageBoxes *boxes);

#endif
