// Times of single queries and their quantiles.
#ifndef BENCH_TIMING_H
#define BENCH_TIMING_H

#include <stddef.h>
#include <stdint.h>

// Microseconds on a clock that never runs backwards.
double GetMicroseconds(void);

typedef struct Timings {
    double *times; // microseconds
    int64_t count, capacity;
} Timings;

Timings MakeTimings(int64_t capacity);
void FreeTimings(Timings *timings);
void AddTiming(Timings *timings, double microseconds);

// Puts the times into order, for GetQuantile.
void SortTimings(Timings *timings);
// The smallest time that at least `share` of all stay within; NAN when there is none.
double GetQuantile(const Timings *sorted, double share);

// Memory for a benchmark, zeroed; there is no going on without it, so it ends the program when there is none.
void *AllocateArray(int64_t count, size_t size);

#endif
