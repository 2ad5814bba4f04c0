// The clocks of the browser. It has one thread and does not report processor time: elapsed time replaces
// that.
#include "engine/platform/clock.h"

static double readClock(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

double gxGetTime(void) {
    return readClock();
}

double gxGetThreadTime(void) {
    return readClock();
}

double gxGetProcessTime(void) {
    return readClock();
}

// A page must not wait: other work continues at once.
void gxSleep(double seconds) {
    (void)seconds;
}

bool gxGetLocalTime(struct tm *local) {
    time_t now = time(NULL);
    return localtime_r(&now, local) != NULL;
}
