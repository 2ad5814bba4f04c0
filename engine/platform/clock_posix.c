// The clocks of POSIX.
#include "engine/platform/clock.h"

#include <errno.h>

static double readClock(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

double gxGetTime(void) {
    return readClock(CLOCK_MONOTONIC);
}

double gxGetThreadTime(void) {
    return readClock(CLOCK_THREAD_CPUTIME_ID);
}

double gxGetProcessTime(void) {
    return readClock(CLOCK_PROCESS_CPUTIME_ID);
}

void gxSleep(double seconds) {
    if (!(seconds > 0.0)) return;
    time_t whole = (time_t)seconds;
    struct timespec left = {.tv_sec = whole, .tv_nsec = (long)(1e9 * (seconds - (double)whole))};
    while (nanosleep(&left, &left) != 0 && errno == EINTR)
        continue;
}

bool gxGetLocalTime(struct tm *local) {
    time_t now = time(NULL);
    return localtime_r(&now, local) != NULL;
}
