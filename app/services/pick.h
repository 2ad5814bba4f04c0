// What lies under the cursor.
#ifndef APP_PICK_H
#define APP_PICK_H

#include "stage/stage.h"

// The first object that a ray hits, exact to the triangle; -1: none. `direction` is unit; `distance` is along
// it.
int32_t PickObject(const Stage *stage, cdVec3 origin, cdVec3 direction, double *distance);
// The same, through what the scene shows transparent, so that a hand takes what it sees behind a glass wall;
// such an object itself only where nothing else is hit.
int32_t PickSeenObject(const Stage *stage, cdVec3 origin, cdVec3 direction, double *distance);

#endif
