// Times of single queries and their quantiles; see timing.h.
#include "bench/timing.h"
#include "engine/platform/clock.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

double GetMicroseconds(void) {
    return 1e6 * gxGetTime();
}

void *AllocateArray(int64_t count, size_t size) {
    void *memory = calloc(count > 0 ? (size_t)count : 1, size);
    if (memory == NULL) {
        fputs("firstcontact: out of memory\n", stderr);
        exit(EXIT_FAILURE);
    }
    return memory;
}

Timings MakeTimings(int64_t capacity) {
    return (Timings){.times = AllocateArray(capacity, sizeof(double)), .capacity = capacity};
}

void FreeTimings(Timings *timings) {
    free(timings->times);
    *timings = (Timings){0};
}

void AddTiming(Timings *timings, double microseconds) {
    if (timings->count < timings->capacity) timings->times[timings->count++] = microseconds;
}

static int compareTimes(const void *left, const void *right) {
    const double *a = left, *b = right;
    return (*a > *b) - (*a < *b);
}

void SortTimings(Timings *timings) {
    qsort(timings->times, (size_t)timings->count, sizeof *timings->times, compareTimes);
}

double GetQuantile(const Timings *sorted, double share) {
    if (sorted->count == 0) return NAN;
    int64_t rank = (int64_t)ceil(share * (double)sorted->count);
    return sorted->times[rank > 0 ? rank - 1 : 0];
}

double GetMiddle(double a, double b, double c) {
    return fmax(fmin(a, b), fmin(fmax(a, b), c));
}
