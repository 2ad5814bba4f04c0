// Recordings that the window makes.
#ifndef APP_RECORDING_FILE_H
#define APP_RECORDING_FILE_H

#include "services/app.h"

// F9: begins and ends a recording in the present folder.
void ToggleRecording(App *app);
void FinishRecording(App *app);
// Notes in a recording where the camera stands, when it has moved; ends one that has become as long as can
// be.
void UpdateRecording(App *app);
// F10: the last query as a recording of one frame.
void SaveQuery(App *app);

#endif
