// Options of the objects of a stage: kind of body, material, sphere tree, removal.
//
// All options are numbers, so that the journal, recordings, undo and the panel handle them alike. A removed
// object keeps its index, its pose and its options, and can be restored.
#ifndef APP_OPTION_VALUES_H
#define APP_OPTION_VALUES_H

#include <stdbool.h>

#include "stage/state/option.h"

const char *const *GetStageOptionNames(void); // "removed", "body", ..., NULL. @lifetime static
// Returns the range of an option; `whole`: only whole numbers.
void GetStageOptionRange(StageOption option, double *lower, double *upper, bool *whole);
bool IsStageOptionValue(StageOption option, double value);

#endif
