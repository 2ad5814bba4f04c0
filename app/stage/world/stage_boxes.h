// Two boxes in motion, as a scene's routes or a hand's step move them, and what the analytic test says of it
// [AS05].
//
// A scene with routes is played by the stage: each route up to its first contact, a rest, then the next one.
// When a hand moves the first box, what is shown is the screw of its last step instead, until the scene plays
// on. The time on the route can be set anywhere, beyond the contact too.
#ifndef APP_STAGE_BOXES_H
#define APP_STAGE_BOXES_H

#include "stage/state/stage_state.h"

// Shows the step of a hand at t; the objects stay where they are. Nothing while a route is shown.
void ShowBoxStepAt(Stage *stage, double t);
// After a hand has moved, or put, the object.
void ShowBoxStep(Stage *stage, int32_t object);

const char *GetBoxRouteName(const Stage *stage); // @lifetime of the scene
// The part that t lies in, from 0; the earlier one of two that meet there.
int32_t FindBoxPart(const StageBoxes *boxes, double t);
// What touches at t: CD_NO_CONTACT away from the first contact.
cdBoxPair GetTouchingPair(const StageBoxes *boxes);
// The face of the sum that its pictures mark: of this pair, or of what touches.
void ShowBoxPair(Stage *stage, cdBoxPair pair);
cdBoxPair GetMarkedPair(const StageBoxes *boxes);

#endif
