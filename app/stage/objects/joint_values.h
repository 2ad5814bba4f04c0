// Options of the joints of a stage: motors and limits.
//
// All options are numbers, as those of objects (option_values.h), so that the journal, recordings and undo
// handle them alike. A limit of STAGE_UNBOUNDED, negative for the lower one, is no limit, and a motor's speed
// of that is no maximum: files cannot contain infinity.
#ifndef APP_JOINT_VALUES_H
#define APP_JOINT_VALUES_H

#include "stage/state/joint.h"

#include <stdbool.h>

#define STAGE_UNBOUNDED 1e100

const char *const *GetJointOptionNames(void); // "motorSpeed", ..., NULL. @lifetime static
// True if the option of some joint can have the value; the joint decides about the range.
bool IsJointOptionValue(StageJointOption option, double value);

#endif
