// Held objects: grabbed by a press or a key, moved, released.
#ifndef APP_HOLD_H
#define APP_HOLD_H

#include "services/app.h"

// True for driven objects, and for bodies, which are moved while their world is paused and pulled while it
// runs.
bool CanHold(const Stage *stage, int32_t object);
// True if the selected object exists, is not fixed and not held already; else a notice says why.
bool CanMoveSelected(App *app);

// Grabs an object by a point of it, world frame.
void TakeInHand(App *app, int32_t object, cdVec3 point);
// Begins to move or turn the selected object by the mouse and by typed values.
void BeginModalHold(App *app, Hold hold);
// Grabs the selected object by a handle of its gizmo.
void TakeHandle(App *app, GizmoHandle handle);
// Ends the manipulation; `keeps` false: the object returns to where it was grabbed.
void LetGo(App *app, bool keeps);
bool IsHeldModally(const App *app);

// Pauses the scene that moves an object, or the world whose body it is, before a drag. Otherwise each
// would undo the other's motion.
void PauseForHand(App *app, int32_t object);

#endif
