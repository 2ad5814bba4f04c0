// How contact is found, and what follows it.
#ifndef APP_METHOD_H
#define APP_METHOD_H

#include "services/app.h"

// Discrete or continuous detection: the other one.
void ToggleMode(App *app);
// Stop, slide or bounce: the next one.
void ToggleResponse(App *app);
void ToggleGravity(App *app);
void ToggleGround(App *app);
// Sets a parameter of the scene; one that the scene is made from makes it again.
void SetSceneParam(App *app, int32_t index, double value, bool ended);

#endif
