// Collects the times of rows and writes their quantiles.
#include "commands/row_times.h"
#include <math.h>
#include <stdlib.h>

bool CreateRowTimes(RowTimes *times, int32_t count) {
    *times = (RowTimes){.microseconds = malloc((size_t)count * sizeof *times->microseconds), .count = count};
    return times->microseconds != NULL;
}

void DestroyRowTimes(RowTimes *times) {
    free(times->microseconds);
    *times = (RowTimes){0};
}

void SetRowTime(RowTimes *times, int32_t row, double microseconds) {
    if (row < times->count) times->microseconds[row] = microseconds;
}

static int compareTimes(const void *left, const void *right) {
    const double *a = left, *b = right;
    return (*a > *b) - (*a < *b);
}

// Returns the smallest time that at least `share` of all rows do not exceed.
static double getQuantile(const RowTimes *times, double share) {
    int32_t rank = (int32_t)ceil(share * times->count);
    return times->microseconds[rank > 0 ? rank - 1 : 0];
}

void WriteRowTimes(FILE *out, RowTimes *times) {
    qsort(times->microseconds, (size_t)times->count, sizeof *times->microseconds, compareTimes);
    fprintf(out, ",\"time_us\":{\"median\":%.3f,\"p95\":%.3f,\"max\":%.3f}", getQuantile(times, 0.5),
            getQuantile(times, 0.95), getQuantile(times, 1.0));
}
