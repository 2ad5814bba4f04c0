// Options of the objects of a stage: kind of body, material, forces, locks, filter, sphere tree, removal.
//
// All options are numbers, so that the journal, recordings, undo and the panel handle them alike. A removed
// object keeps its index, its pose and its options, and can be restored.
#ifndef APP_OPTION_VALUES_H
#define APP_OPTION_VALUES_H

#include <stdbool.h>
#include <stddef.h>

#include "stage/state/option.h"

const char *const *GetStageOptionNames(void); // "removed", "body", ..., NULL. @lifetime static
bool IsStageOptionValue(StageOption option, double value);
// Writes the valid values as text: "a number from 0 to 1".
void DescribeStageOptionRange(StageOption option, char *text, size_t textSize);

#endif
