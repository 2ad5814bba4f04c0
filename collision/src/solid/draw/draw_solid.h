// What the two files that draw solids share.
#ifndef CD_DRAW_SOLID_H
#define CD_DRAW_SOLID_H

#include "collision/solid_draw.h"
#include "solid/solid_data.h"

typedef struct cdSolidDraw {
    const cdDebugDraw *draw;
    const cdSolid *solid;
    cdPose pose;
    bool dashed;
} cdSolidDraw;

// From a to b, less info.center.
void cdDrawSolidLine(const cdSolidDraw *d, cdVec3 a, cdVec3 b, cdDrawRole role);

cdDrawRole cdGetPlaceRole(cdPlace place);

#endif
