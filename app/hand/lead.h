// Steps that move objects to intended poses: those of a drag, and those of keys and fields. A step that takes
// longer than a frame continues in the next ones, until the object has arrived.
#ifndef APP_LEAD_H
#define APP_LEAD_H

#include "services/app.h"

// Moves an object that is not held to a pose, now or in the next frames.
void LeadObject(App *app, int32_t object, cdPose target);
// The pose an object is moving to, or its present one.
cdPose GetLeadTarget(const App *app, int32_t object);
// Finishes the last step of a drag after the release. `forgets`: afterwards the pose that the drag
// intended is no longer shown.
void LeadAfterHand(App *app, bool forgets);
// Ends these steps, wherever the object is.
void StopLeading(App *app);

// Pushes an object by a device. The first push begins a step to undo (returns true). When the sticks return
// to the center the object's intended pose is its present one.
bool BeginPush(App *app, int32_t object);
void PushObject(App *app, int32_t object, cdPose target);
void EndPush(App *app);

// Continues the paused step, or begins the next. Called once a frame and before a release.
void ResolveHand(App *app);

// Describes the step in progress. Returns false without one.
bool DescribeLeading(const App *app, char *text, size_t textSize);

#endif
