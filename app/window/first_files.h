// Opens the files of the command line, before there is a scene.
#ifndef APP_FIRST_FILES_H
#define APP_FIRST_FILES_H

#include "services/app.h"

// Loads them while the window stays responsive. If cancelled, the first built-in scene opens instead. If the
// window is closed, `closing` is set and there is no scene. @errors false, with an engine message
bool OpenFirstFiles(App *app);

#endif
