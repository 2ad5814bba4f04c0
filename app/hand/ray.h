// The ray from the pointer: a query of the scene that moves with the pointer, or stays where it was kept.
#ifndef APP_RAY_H
#define APP_RAY_H

#include "services/app.h"

void SwitchRay(App *app, bool on);
// Keeps the ray where it is, so that the camera can move around it; or lets it follow the pointer again.
void KeepRay(App *app, bool keeps);
// Casts the ray. Called each frame before drawing: what it hits may move.
void UpdateRay(App *app);

#endif
