// Beginnings of journals: the state of a stage without that of its world.
#ifndef APP_STAGE_BASE_H
#define APP_STAGE_BASE_H

#include "stage/state/stage_state.h"

// Returns the number of the scene's parameters that a base has.
int32_t GetBaseParamCount(const Stage *stage);
void ReadBaseParams(const Stage *stage, double *params); // params[JOURNAL_PARAM_MAX]

// Describes the current state; @errors false: no memory
bool DescribeStageBase(const Stage *stage, bool atStart, StageBase *base);
bool CopyStageBase(const StageBase *from, StageBase *to); // false: no memory
void DestroyStageBase(StageBase *base);

#endif
