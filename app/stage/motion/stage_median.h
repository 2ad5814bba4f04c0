// Medians over the last steps.
#ifndef APP_STAGE_MEDIAN_H
#define APP_STAGE_MEDIAN_H

#include "stage/state/stage_state.h"

// Of the recent queries' times; 0 before the first.
double GetMedianMicroseconds(const Stage *stage);
// Of a counter that lies at this offset of the statistics.
int64_t ReadQueryCount(const cdQueryStats *stats, size_t offset);
int64_t GetMedianCount(const Stage *stage, size_t offset);

#endif
