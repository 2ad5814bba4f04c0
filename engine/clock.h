// The clock, for everything that measures or waits.
#ifndef GX_CLOCK_H
#define GX_CLOCK_H

#ifdef __cplusplus
extern "C" {
#endif

// Returns seconds on a monotonic clock.
double gxGetTime(void);

#ifdef __cplusplus
}
#endif
#endif
