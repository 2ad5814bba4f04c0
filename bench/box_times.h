// Times of calls of about a microsecond: in blocks, since a clock's reading costs a good part of that.
#ifndef BENCH_BOX_TIMES_H
#define BENCH_BOX_TIMES_H

#include "bench/timing.h"

// Asks question `i` once.
typedef void BoxCall(void *context, int64_t i);

typedef struct BoxTimes {
    double median, p95, mean; // microseconds a call; NAN when there is none
} BoxTimes;

// Calls 0 to count - 1, in blocks of eight neighbours; of each block the quickest of a few rounds, so that
// what else runs on the machine counts little. Median and 95th percentile are over blocks.
BoxTimes TimeBoxCalls(BoxCall *call, void *context, int64_t count, int rounds);

#endif
