// A ray through a stage: the objects that it hits, and what is nearest to its first hit.
//
// The stage's world answers (collision/world_queries.h). Without a world, or while a step of it is paused,
// each object's mesh does (collision/ray.h), with the same hits. Sensors are hit; hidden objects are not.
#ifndef APP_STAGE_RAY_H
#define APP_STAGE_RAY_H

#include "stage/state/stage_state.h"

// Casts a ray; the result is in `stage->ray`. `direction`: any length above 0, world frame.
void CastStageRay(Stage *stage, cdVec3 origin, cdVec3 direction);
void ForgetStageRay(Stage *stage);

#endif
