// Steps that objects are led by: of the hand that holds one, of keys and fields that have said where it is to
// go. One that takes longer than a frame continues in the next ones, until the object has arrived.
#ifndef APP_LEAD_H
#define APP_LEAD_H

#include "services/app.h"

// Leads an object that nobody holds to a pose. It gets there now or in the next frames.
void LeadObject(App *app, int32_t object, cdPose target);
// Where an object is on its way to: where it is led to, or where it is.
cdPose GetLeadTarget(const App *app, int32_t object);
// Finishes the hand's last step after the hand has let go. `forgets`: afterwards the pose that the hand
// wanted is no longer shown.
void LeadAfterHand(App *app, bool forgets);
// Ends that, wherever the object is.
void StopLeading(App *app);

// A device pushes an object: the first push begins a step to undo (true), each one is a step, and where the
// sticks rest the object is wanted where it is.
bool BeginPush(App *app, int32_t object);
void PushObject(App *app, int32_t object, cdPose target);
void EndPush(App *app);

// Once a frame, and before the hand lets go: continues what has paused, or begins what is wanted next.
void ResolveHand(App *app);

// Describes what continues, in words. False: nothing does.
bool DescribeLeading(const App *app, char *text, size_t textSize);

#endif
