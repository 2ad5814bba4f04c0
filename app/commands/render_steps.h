// `render --steps`: shows one event of a search.
#ifndef APP_RENDER_STEPS_H
#define APP_RENDER_STEPS_H

#include "stage/stage.h"

// Runs the search on the shown stage and selects `event`: a number from 1, or the name of a kind and its
// occurrence, such as "cubics-solved:2".
// @errors false, with a message: no such event, no events
bool ShowRenderStep(Stage *stage, StepsSearch search, const char *event, char *message, size_t messageSize);

#endif
