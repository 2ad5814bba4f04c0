// Finds the object under the cursor.
#ifndef APP_PICK_H
#define APP_PICK_H

#include "stage/stage.h"

// Returns the first object that a ray hits, exact to the triangle; -1: none. `direction` is unit; `distance`
// is along it.
int32_t PickObject(const Stage *stage, cdVec3 origin, cdVec3 direction, double *distance);
// Same, but passes through transparent objects, so that an object behind a glass wall can be grabbed. Returns
// a transparent object only if the ray hits no other.
int32_t PickSeenObject(const Stage *stage, cdVec3 origin, cdVec3 direction, double *distance);

#endif
