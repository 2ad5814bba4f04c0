// One frame of the program, the whole line: input, intended pose, first contact, resolved pose, picture.
#ifndef APP_FRAME_H
#define APP_FRAME_H

#include "window/app.h"

// Runs a frame; draws when something has changed. False: nothing had.
bool RunFrame(App *app);

// A dropped file: a scene is opened, a mesh joins the scene.
void DropFile(App *app, const char *path);

#endif
