// The browser has no daemon for 6-axis devices.
#include "engine/platform/space_daemon.h"

#include <stddef.h>

const char *gxGetSpaceLibrary(void) {
    return NULL;
}

bool gxMayReachSpaceDaemon(void) {
    return false;
}

bool gxHasSocketEnded(int socket) {
    (void)socket;
    return true;
}

void gxCallSpaceDaemon(void (*call)(void *context), void *context) {
    call(context);
}
