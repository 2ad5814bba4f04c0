// Medians over the recent steps.
#ifndef APP_STAGE_MEDIAN_H
#define APP_STAGE_MEDIAN_H

#include "stage/state/stage_state.h"

// Returns the median of the recent queries' times; 0 before the first.
double GetMedianMicroseconds(const Stage *stage);
// Returns the counter at this offset of the statistics.
int64_t ReadQueryCount(const cdQueryStats *stats, size_t offset);
int64_t GetMedianCount(const Stage *stage, size_t offset);

#endif
