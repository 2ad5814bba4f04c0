// What leaves the program: status lines, screenshots, scenes, recorded paths.
#ifndef APP_RECORD_H
#define APP_RECORD_H

#include "services/app.h"

// @errors false, with an engine message
bool OpenRecorder(App *app);
void CloseRecorder(App *app);

// Writes what the window shows.
bool WriteScreenshot(App *app, const char *path);
void TakeWantedScreenshot(App *app);

// What the plots show, as CSV.
void SavePlots(App *app);
// A name in the present folder that no file has yet: STEM-DATE.ENDING. @errors false: there is none
bool MakeFileName(char *name, size_t nameSize, const char *stem, const char *ending);

// Writes the scene as it stands. `path` NULL: to the file that it was read from or saved to, or under a new
// name where there is none. The scene is of that file from then on.
void SaveScene(App *app, const char *path);
void TogglePathRecording(App *app);
void FinishPath(App *app); // if one is recorded

#endif
