// `render --steps`: a picture of one event of a search that is stepped through.
#ifndef APP_RENDER_STEPS_H
#define APP_RENDER_STEPS_H

#include "stage/stage.h"

// Puts the cursor over the events of the search to `event`: its number from 1, or the name of a kind and
// which one of it, as "cubics-solved:2". The search is asked about what the stage shows.
// @errors false, with a message: no such event, nothing to step through
bool ShowRenderStep(Stage *stage, StepsSearch search, const char *event, char *message, size_t messageSize);

#endif
