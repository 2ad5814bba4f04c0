// Edits of the selected object: typed poses, options, copies, removal, undo.
#ifndef APP_EDIT_H
#define APP_EDIT_H

#include "services/app.h"

void SelectObject(App *app, int32_t object); // -1: the next movable one
void HideSelected(App *app);                 // or shows it again
void SeeThroughSelected(App *app);           // or makes it opaque
// Moves by one key step: `steps` right, up and forward in the picture; NUDGE_... flags.
void NudgeSelected(App *app, cdVec3 steps, int32_t flags);
// Moves the selected object to a pose, as far as detection allows; a fixed one is placed there.
void PoseSelected(App *app, cdPose pose);
// Sets an option of the selected object; a notice reports a refusal. An option with a mesh that takes long to
// build is set when a thread has built it.
void EditSelected(App *app, StageOption option, double value);
// Sets a motor or a limit of a joint; a notice reports a refusal.
void EditJoint(App *app, int32_t joint, StageJointOption option, double value);
// Sets the option whose mesh a thread has built. Returns false if no mesh is ready.
bool TakeOrderedMesh(App *app);
void DuplicateSelected(App *app);
void RemoveSelected(App *app);
void UndoStep(App *app);
void RedoStep(App *app);
// Initial leaf radius of the object's sphere tree; its slider counts from there.
double GetFirstLeafRadius(const StageObject *object);

#endif
