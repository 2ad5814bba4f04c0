// Medians over the last queries: the usual cost of a step, whatever the last one took.
#include "stage/motion/stage_median.h"

#include <string.h>

// Needs at least one value; sorts them.
static double findMedian(double *values, int count) {
    for (int i = 1; i < count; ++i) {
        double value = values[i];
        int at = i;
        for (; at > 0 && values[at - 1] > value; --at)
            values[at] = values[at - 1];
        values[at] = value;
    }
    return values[count / 2];
}

static int countRecent(const Stage *stage) {
    int count = stage->recent.count - stage->recent.first;
    return count < STAGE_MEDIAN_COUNT ? count : STAGE_MEDIAN_COUNT;
}

// Index in the rings of the i-th of the last `count` steps.
static int getSlot(const Stage *stage, int count, int i) {
    return (stage->recent.count - count + i) % STAGE_MEDIAN_COUNT;
}

double GetMedianMicroseconds(const Stage *stage) {
    double values[STAGE_MEDIAN_COUNT];
    int count = countRecent(stage);
    for (int i = 0; i < count; ++i)
        values[i] = stage->recent.microseconds[getSlot(stage, count, i)];
    return count > 0 ? findMedian(values, count) : 0.0;
}

int64_t ReadQueryCount(const cdQueryStats *stats, size_t offset) {
    int64_t count;
    memcpy(&count, (const char *)stats + offset, sizeof count);
    return count;
}

int64_t GetMedianCount(const Stage *stage, size_t offset) {
    double values[STAGE_MEDIAN_COUNT];
    int count = countRecent(stage);
    for (int i = 0; i < count; ++i)
        values[i] = (double)ReadQueryCount(&stage->recent.stats[getSlot(stage, count, i)], offset);
    return count > 0 ? (int64_t)findMedian(values, count) : 0;
}
