// The monotonic clock of POSIX.
#include "engine/clock.h"

#include <time.h>

double gxGetTime(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}
