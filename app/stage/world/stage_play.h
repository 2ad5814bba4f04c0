// A stage that plays by itself.
#ifndef APP_STAGE_PLAY_H
#define APP_STAGE_PLAY_H

#include "stage/state/stage_state.h"

// The step of the scene's story with this index, whole: its mode and response, its object put at its start
// and moved to its target, after the steps that it continues; or the scene as it has moved by itself up to
// the step's time.
void RunStoryStep(Stage *stage, int32_t index);
// Lets it move by itself up to `time`, from its start where it is beyond that already.
void AdvanceStageTo(Stage *stage, double time);

#endif
