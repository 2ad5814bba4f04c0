// Recordings of the window.
#ifndef APP_RECORDING_FILE_H
#define APP_RECORDING_FILE_H

#include "services/app.h"

// F9: begins a recording in the current folder, or ends it.
void ToggleRecording(App *app);
void FinishRecording(App *app);
// Records the camera if it has moved; ends a recording that has reached its maximum length.
void UpdateRecording(App *app);
// F10: saves the last query as a recording of one frame.
void SaveQuery(App *app);

#endif
