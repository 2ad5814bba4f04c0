// A ray through a stage; see stage/shown/stage_ray.h.
#ifndef APP_STATE_RAY_H
#define APP_STATE_RAY_H

#include "collision/closest_point.h"
#include "collision/ray.h"

enum { STAGE_RAY_MAX = 8 };

// The nearest hit of the ray with an object.
typedef struct StageRayHit {
    int32_t object; // -1: the ground
    cdRayHit hit;
} StageRayHit;

typedef struct StageRay {
    bool present;                    // a ray has been cast: the fields below are valid
    bool byWorld;                    // the world found the hits; else each mesh by itself
    cdVec3 origin, direction;        // world frame; unit
    StageRayHit hits[STAGE_RAY_MAX]; // hits[count], nearest first
    int32_t count;
    int32_t hitCount; // objects on the ray, also those for which `hits` has no room
    // The point of another object that is nearest to the first hit:
    bool hasNearest;
    int32_t nearest; // -1: the ground
    cdVec3 nearestPoint;
    double nearestDistance;
} StageRay;

#endif
