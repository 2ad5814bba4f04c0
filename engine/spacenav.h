// Reads 6-axis devices (3Dconnexion and others) through the daemon spacenavd.
//
// Its library libspnav is loaded at run time, so one program works with and without it. A daemon that starts
// later or restarts is found within two seconds.
#ifndef GX_SPACENAV_H
#define GX_SPACENAV_H

#include "engine/input.h"

typedef struct gxSpacenav gxSpacenav;

// @errors NULL: no memory
gxSpacenav *gxCreateSpacenav(void);
void gxDestroySpacenav(gxSpacenav *spacenav);

// Reads the events since the last call; never blocks. `now`: seconds, as gxGetTime returns.
void gxReadSpacenav(gxSpacenav *spacenav, double now, gxSpaceMouse *mouse);

#endif
