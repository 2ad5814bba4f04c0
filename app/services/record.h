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

void SaveScene(App *app);
void TogglePathRecording(App *app);
void RecordIntendedPose(App *app, cdPose intended);
void FinishPath(App *app); // if one is recorded

#endif
