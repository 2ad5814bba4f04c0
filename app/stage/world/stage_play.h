// A stage that plays by itself.
#ifndef APP_STAGE_PLAY_H
#define APP_STAGE_PLAY_H

#include "stage/state/stage_state.h"

// Runs the step of the scene's story with this index completely: sets its mode and response, places its
// object at the start and moves it to the target, after the steps that it continues; or lets the scene move
// by itself up to the step's time.
void RunStoryStep(Stage *stage, int32_t index);
// Lets the scene move by itself up to `time`; restarts it if it is later than that.
void AdvanceStageTo(Stage *stage, double time);

#endif
