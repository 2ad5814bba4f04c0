// The mouse moves the held object, else the probe, else the camera.
#ifndef APP_NAVIGATE_H
#define APP_NAVIGATE_H

#include "services/app.h"

// Mouse events; positions in pixels of the window, as in one eye's picture.
void PressButton(App *app, const gxEvent *event);
void ReleaseButton(App *app, const gxEvent *event);
void MoveMouse(App *app, const gxEvent *event);
void TurnWheel(App *app, const gxEvent *event);
// Handles a key of the current manipulation. Returns false if the key is not used.
bool PressHandKey(App *app, const gxEvent *event);
// Flies while its keys are down. Returns true if the camera has moved.
bool FlyCamera(App *app, const gxInput *input, double dt);
// The mouse cursor, which shows the effect of a click.
gxCursor ChooseCursor(const App *app);

#endif
