// The daemon's sockets on Unix.
#include "engine/platform/space_daemon.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

const char *gxGetSpaceLibrary(void) {
    return "libspnav.so.0";
}

bool gxMayReachSpaceDaemon(void) {
    const char *path = getenv("SPNAV_SOCKET");
    return (path && access(path, W_OK) == 0) || access("/var/run/spnav.sock", W_OK) == 0 ||
           access("/etc/spnavrc", R_OK) == 0;
}

bool gxHasSocketEnded(int socket) {
    char byte;
    return recv(socket, &byte, 1, MSG_PEEK | MSG_DONTWAIT) == 0;
}

void gxCallSpaceDaemon(void (*call)(void *context), void *context) {
    struct sigaction ignore = {.sa_handler = SIG_IGN}, before;
    sigaction(SIGPIPE, &ignore, &before);
    call(context);
    sigaction(SIGPIPE, &before, NULL);
}
