// Edits of the selected object: typed poses, options, copies, removal, undo.
#ifndef APP_EDIT_H
#define APP_EDIT_H

#include "services/app.h"

void SelectObject(App *app, int32_t object); // -1: the next one that can be moved
void HideSelected(App *app);                 // or shows it again
void SeeThroughSelected(App *app);           // or no longer
// One step of a key: `steps` right, up and forward, as the picture shows them; NUDGE_... flags.
void NudgeSelected(App *app, cdVec3 steps, int32_t flags);
// Leads the selected object to a pose, as far as detection lets it; a fixed one is put there.
void PoseSelected(App *app, cdPose pose);
// Sets an option of the selected object; a notice says what cannot be. One that needs a mesh that takes long
// to build is set when a thread has built it.
void EditSelected(App *app, StageOption option, double value);
// Sets the option whose mesh a thread has built. False: none is ready.
bool TakeOrderedMesh(App *app);
void DuplicateSelected(App *app);
void RemoveSelected(App *app);
void UndoStep(App *app);
void RedoStep(App *app);
// Radius of the leaves by which the object's sphere tree came; its slider counts from there.
double GetFirstLeafRadius(const StageObject *object);

#endif
