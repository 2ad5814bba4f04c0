// The surfaces of a stage's objects: what of each mesh can be touched (collision/surface.h).
//
// Contact regions, and sliding along them, need a surface of every mesh. They are made when a stage is loaded
// whose objects a query may move, and when an object joins, so that no step waits for one; otherwise at the
// first call. Each is kept with its mesh's address, so that objects of one mesh share it.
#ifndef APP_STAGE_SURFACE_H
#define APP_STAGE_SURFACE_H

#include "collision/surface.h"

typedef struct Stage Stage;

typedef struct StageSurface {
    const cdMesh *mesh;
    cdSurface *surface;
} StageSurface;

// The object's surface; makes it where it is not there yet. @errors NULL: no memory, or no such object
const cdSurface *GetStageSurface(Stage *stage, int32_t object);

void DestroyStageSurfaces(Stage *stage);

#endif
