// Generates a gearbox to take apart. Output: a fixed housing with two posts, and 14 parts in and on it.
//
// Four screws hold the lid, whose lower part fits into the housing. Under it two stacks of gears, spacers and
// caps stand on the posts; the gears mesh. A bar through a hole in a wall lies over one of the stacks.
#ifndef APP_GEARBOX_H
#define APP_GEARBOX_H

#include "scenes/scene.h"

enum { GEARBOX_PARTS = 14 };

// Adds the objects, the housing first. @errors false: no memory
bool AddGearbox(SceneData *data);

#endif
