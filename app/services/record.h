// Output of the window: status lines, screenshots, scenes, recorded paths.
#ifndef APP_RECORD_H
#define APP_RECORD_H

#include "services/app.h"

// @errors false, with an engine message
bool OpenRecorder(App *app);
void CloseRecorder(App *app);

// Saves the window's content.
bool WriteScreenshot(App *app, const char *path);
void TakeWantedScreenshot(App *app);

// Saves the data of the plots as CSV.
void SavePlots(App *app);
// Finds an unused file name in the current folder: STEM-DATE.ENDING. @errors false: all are used
bool MakeFileName(char *name, size_t nameSize, const char *stem, const char *ending);

// Saves the scene in its present state. `path` NULL: to the file that it was read from or saved to, else
// under a new name. That file is the scene's from then on.
void SaveScene(App *app, const char *path);
void TogglePathRecording(App *app);
void FinishPath(App *app); // if one is recorded

#endif
