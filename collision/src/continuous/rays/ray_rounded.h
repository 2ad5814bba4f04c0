// Rays against rounded meshes, such as spheres and capsules; see ray_rounded.c.
#ifndef CD_RAY_ROUNDED_H
#define CD_RAY_ROUNDED_H

#include "collision/ray.h"

// Finds the nearest hit of a ray with a rounded mesh, which is solid: from inside, at distance 0. Decides
// within rounding, not exactly. `cullBackFaces` changes nothing.
// @errors as in cdFindRayHit
cdRayHit cdFindRoundedRayHit(const cdRayInput *input);

#endif
