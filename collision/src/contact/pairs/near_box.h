// The features of a surface that may be near a box.
#ifndef CD_NEAR_BOX_H
#define CD_NEAR_BOX_H

#include "contact/region_work.h"

// Lists each feature of a surface that has a point within a box, and some more: entities[returned], in the
// scratch. `toBox`: the surface's stored coordinates to the box's. -1: no memory.
int32_t cdListEntitiesNearBox(cdRegionWork *work, const cdFeatures *features, cdPose toBox, const cdBox3 *box,
                              cdEntity **entities);

#endif
