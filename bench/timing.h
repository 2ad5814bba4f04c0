// Times of single queries and their quantiles.
#ifndef BENCH_TIMING_H
#define BENCH_TIMING_H

#include <stddef.h>
#include <stdint.h>

// Returns microseconds on a monotonic clock.
double GetMicroseconds(void);

typedef struct Timings {
    double *times; // microseconds
    int64_t count, capacity;
} Timings;

Timings MakeTimings(int64_t capacity);
void FreeTimings(Timings *timings);
void AddTiming(Timings *timings, double microseconds);

// Sorts the times, for GetQuantile.
void SortTimings(Timings *timings);
// Returns the smallest time that at least `share` of all do not exceed; NAN without times.
double GetQuantile(const Timings *sorted, double share);

// Returns the middle of three times.
double GetMiddle(double a, double b, double c);

// Allocates zeroed memory. Ends the program without memory: a benchmark cannot continue without it.
void *AllocateArray(int64_t count, size_t size);

#endif
