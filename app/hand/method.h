// Settings of the detection method and the response.
#ifndef APP_METHOD_H
#define APP_METHOD_H

#include "services/app.h"

// Switches between discrete and continuous detection.
void ToggleMode(App *app);
// Switches to the next response: stop, slide or bounce.
void ToggleResponse(App *app);
void ToggleGravity(App *app);
void ToggleGround(App *app);
// Sets a parameter of the scene. Recreates the scene if it is created from the parameter.
void SetSceneParam(App *app, int32_t index, double value, bool ended);

#endif
