// What the mouse does where it holds no object: the camera.
#ifndef APP_NAVIGATE_H
#define APP_NAVIGATE_H

#include "window/app.h"

// The picture that mouse positions refer to.
Sight GetSight(const App *app);
bool IsInView(const App *app, double x, double y); // pixels of the window

// Each event of the mouse and each key, in their order.
void HandleEvent(App *app, const gxEvent *event);
// What is steered by being held: flying, gamepad. True when something moved.
bool HandleHeld(App *app, const gxInput *input, double dt);
// The cursor that says what a click would do.
gxCursor ChooseCursor(const App *app);

// Before a hand moves an object: a scene that leads it by itself, or a world whose body it is, pauses, else
// each would undo what the other does.
void PauseForHand(App *app, int32_t object);
// Ends what the hand is doing; `keeps` false takes it back.
void ReleaseHand(App *app, bool keeps);

#endif
