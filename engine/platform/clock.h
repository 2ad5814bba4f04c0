// The clock, for everything that measures or waits.
#ifndef GX_CLOCK_H
#define GX_CLOCK_H

#include <stdbool.h>
#include <time.h>

#ifdef __cplusplus
extern "C" {
#endif

// Returns seconds on a monotonic clock.
double gxGetTime(void);
// Returns the processor time of the calling thread in seconds. It does not depend on other load of the
// machine.
double gxGetThreadTime(void);
// Returns the processor time of all threads of the program in seconds.
double gxGetProcessTime(void);
// Waits for at least this time. Zero and less: returns at once.
void gxSleep(double seconds);
// Converts the present time to the time zone of the user. @errors false: the system cannot convert it
bool gxGetLocalTime(struct tm *local);

#ifdef __cplusplus
}
#endif
#endif
