// The daemon spacenavd of 6-axis devices, which only Unix has, and calls of its library (engine/spacenav.c).
#ifndef GX_SPACE_DAEMON_H
#define GX_SPACE_DAEMON_H

#include <stdbool.h>

// Returns the file name of its library; NULL: this system has none.
const char *gxGetSpaceLibrary(void);
// True if the daemon may be listening.
bool gxMayReachSpaceDaemon(void);
// True if the other end has closed the socket.
bool gxHasSocketEnded(int socket);
// Calls a function that may write to the daemon: one that ends meanwhile does not end the program.
void gxCallSpaceDaemon(void (*call)(void *context), void *context);

#endif
