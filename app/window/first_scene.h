// Opens the first scene of the window: the files, the scene or the lesson of the command line, or the
// default.
#ifndef APP_FIRST_SCENE_H
#define APP_FIRST_SCENE_H

#include "services/app.h"

// Begins to load it; needs no window, which can open meanwhile. @errors false, with an engine message
bool BeginFirstScene(App *app);
// Waits for it while the window stays responsive, and opens it. If files are cancelled, the first built-in
// scene opens instead; if a built-in scene is cancelled, the next one. If the window is closed, `closing` is
// set and there is no scene. @errors false, with an engine message
bool OpenFirstScene(App *app);

#endif
