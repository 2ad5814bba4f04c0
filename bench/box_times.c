// Times calls of about a microsecond; see box_times.h.
#include "bench/box_times.h"
#include <math.h>

enum { BLOCK = 8 };

static double timeBlock(BoxCall *call, void *context, int64_t from, int64_t to, int rounds) {
    double least = INFINITY;
    for (int round = 0; round < rounds; round++) {
        double begin = GetMicroseconds();
        for (int64_t i = from; i < to; i++)
            call(context, i);
        least = fmin(least, GetMicroseconds() - begin);
    }
    return least;
}

BoxTimes TimeBoxCalls(BoxCall *call, void *context, int64_t count, int rounds) {
    Timings blocks = MakeTimings((count + BLOCK - 1) / BLOCK);
    double sum = 0.0;
    for (int64_t from = 0; from < count; from += BLOCK) {
        int64_t to = from + BLOCK < count ? from + BLOCK : count;
        double time = timeBlock(call, context, from, to, rounds);
        sum += time;
        AddTiming(&blocks, time / (double)(to - from));
    }
    SortTimings(&blocks);
    BoxTimes times = {GetQuantile(&blocks, 0.5), GetQuantile(&blocks, 0.95),
                      count > 0 ? sum / (double)count : NAN};
    FreeTimings(&blocks);
    return times;
}
