// Names of the results of queries.
#ifndef APP_STAGE_STATUS_H
#define APP_STAGE_STATUS_H

#include "collision/state.h"
#include "stage/state/status.h"

const char *GetStatusName(StageStatus status); // "free", "near", ... @lifetime static
StageStatus GetStateStatus(cdState state);

#endif
