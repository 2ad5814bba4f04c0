// Limits of the own process with setrlimit.
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include "engine/platform/process.h"
#include <signal.h>
#include <sys/resource.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HAS_ADDRESS_SANITIZER true
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define HAS_ADDRESS_SANITIZER true
#endif
#ifndef HAS_ADDRESS_SANITIZER
#define HAS_ADDRESS_SANITIZER false
#endif

static void limitResource(int resource, size_t most) {
    struct rlimit limit;
    if (getrlimit(resource, &limit) != 0) return;
    if (limit.rlim_max == RLIM_INFINITY || most < limit.rlim_max) limit.rlim_cur = most;
    setrlimit(resource, &limit);
}

void gxLimitOwnProcess(size_t megabytes, size_t seconds) {
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    prctl(PR_SET_DUMPABLE, 0);
#endif
    limitResource(RLIMIT_CORE, 0);
    limitResource(RLIMIT_FSIZE, 0);
    limitResource(RLIMIT_CPU, seconds);
    if (!HAS_ADDRESS_SANITIZER) limitResource(RLIMIT_AS, megabytes << 20);
}
