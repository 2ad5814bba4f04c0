// Objects in the hand: taken by a press or by a key, moved, let go.
#ifndef APP_HOLD_H
#define APP_HOLD_H

#include "services/app.h"

// True for driven objects, and for bodies, which are led while their world stands still and pulled while it
// moves.
bool CanHold(const Stage *stage, int32_t object);
// The selected object is there, not fixed, and not in the hand already; else a notice says why.
bool CanMoveSelected(App *app);

// Takes an object by a point of it, world frame.
void TakeInHand(App *app, int32_t object, cdVec3 point);
// Begins to move or turn the selected object by the mouse and by typed values.
void BeginModalHold(App *app, Hold hold);
// Takes the selected object by a handle of its gizmo.
void TakeHandle(App *app, GizmoHandle handle);
// Ends what the hand is doing; `keeps` false: the object goes back to where it was taken.
void LetGo(App *app, bool keeps);
bool IsHeldModally(const App *app);

// Before a hand moves an object: a scene that leads it, or a world whose body it is, pauses, since else each
// would undo what the other does.
void PauseForHand(App *app, int32_t object);

#endif
