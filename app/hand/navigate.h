// The mouse moves the object in the hand; without one the probe, and without a probe the camera.
#ifndef APP_NAVIGATE_H
#define APP_NAVIGATE_H

#include "services/app.h"

// Events of the mouse; positions as one eye's picture has them, in pixels of the window.
void PressButton(App *app, const gxEvent *event);
void ReleaseButton(App *app, const gxEvent *event);
void MoveMouse(App *app, const gxEvent *event);
void TurnWheel(App *app, const gxEvent *event);
// A key that belongs to what the hand does just now. False: it is free for others.
bool PressHandKey(App *app, const gxEvent *event);
// Flies while the keys for it are held. True: the camera has moved.
bool FlyCamera(App *app, const gxInput *input, double dt);
// The cursor that says what a click would do.
gxCursor ChooseCursor(const App *app);

#endif
