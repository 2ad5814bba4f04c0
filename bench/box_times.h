// Times calls of about a microsecond in blocks, since reading the clock costs a large part of that.
#ifndef BENCH_BOX_TIMES_H
#define BENCH_BOX_TIMES_H

#include "bench/timing.h"

// Runs query `i` once.
typedef void BoxCall(void *context, int64_t i);

typedef struct BoxTimes {
    double median, p95, mean; // microseconds a call; NAN: no calls
} BoxTimes;

// Times calls 0 to count - 1 in blocks of eight neighbours; of each block the fastest of a few rounds, to
// suppress other load. Median and 95th percentile are over blocks.
BoxTimes TimeBoxCalls(BoxCall *call, void *context, int64_t count, int rounds);

#endif
