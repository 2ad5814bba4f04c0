// The clocks of Windows.
#include "engine/platform/clock.h"

#include <stdint.h>
#include <windows.h>

double gxGetTime(void) {
    LARGE_INTEGER now, rate;
    QueryPerformanceCounter(&now);
    QueryPerformanceFrequency(&rate);
    int64_t whole = now.QuadPart / rate.QuadPart, rest = now.QuadPart % rate.QuadPart;
    return (double)whole + (double)rest / (double)rate.QuadPart;
}

// Windows counts in units of 100 ns.
static double addTimes(const FILETIME *kernel, const FILETIME *user) {
    uint64_t a = (uint64_t)kernel->dwHighDateTime << 32 | kernel->dwLowDateTime;
    uint64_t b = (uint64_t)user->dwHighDateTime << 32 | user->dwLowDateTime;
    return 1e-7 * (double)(a + b);
}

double gxGetThreadTime(void) {
    FILETIME begin, end, kernel = {0}, user = {0};
    GetThreadTimes(GetCurrentThread(), &begin, &end, &kernel, &user);
    return addTimes(&kernel, &user);
}

double gxGetProcessTime(void) {
    FILETIME begin, end, kernel = {0}, user = {0};
    GetProcessTimes(GetCurrentProcess(), &begin, &end, &kernel, &user);
    return addTimes(&kernel, &user);
}

// Sleep may return up to a tick of the system early.
void gxSleep(double seconds) {
    double end = gxGetTime() + seconds;
    for (double left = seconds; left > 0.0; left = end - gxGetTime())
        Sleep(left > 1e6 ? 1000000000 : (DWORD)(1e3 * left) + 1);
}

bool gxGetLocalTime(struct tm *local) {
    time_t now = time(NULL);
    return localtime_s(local, &now) == 0;
}
