// What can be set of each object of a stage: its kind of body and matter, its sphere tree, whether it is
// there.
//
// All options are numbers, so that the journal, recordings, undo and the panel have one way for all of them.
// A removed object keeps its place in the list, its pose and its options, and can come back.
#ifndef APP_OPTION_VALUES_H
#define APP_OPTION_VALUES_H

#include <stdbool.h>

#include "stage/state/option.h"

const char *const *GetStageOptionNames(void); // "removed", "body", ..., NULL. @lifetime static
// What an option may be; `whole`: only whole numbers.
void GetStageOptionRange(StageOption option, double *lower, double *upper, bool *whole);
bool IsStageOptionValue(StageOption option, double value);

#endif
