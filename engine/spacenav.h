// A device of six axes (3Dconnexion and others) by the daemon spacenavd.
//
// Its library libspnav is looked for at run time, so that one program serves with and without it; a daemon
// that starts later, or ends and starts again, is found within two seconds.
#ifndef GX_SPACENAV_H
#define GX_SPACENAV_H

#include "engine/input.h"

typedef struct gxSpacenav gxSpacenav;

// @errors NULL: no memory
gxSpacenav *gxCreateSpacenav(void);
void gxDestroySpacenav(gxSpacenav *spacenav);

// Takes in what has come since the last call; never waits for the device. `now`: seconds, as gxGetTime has
// them.
void gxReadSpacenav(gxSpacenav *spacenav, double now, gxSpaceMouse *mouse);

#endif
