// The bodies that a query of a world tests, and the spheres around them and their shapes.
#ifndef CD_BODY_FILTER_H
#define CD_BODY_FILTER_H

#include "collision/world_queries.h"
#include "foundation/numbers/rounding.h"
#include "mesh/mesh_data.h"
#include "world/world_data.h"

// Spheres are enlarged by this fraction of the lengths compared, which covers their rounding.
#define CD_SPHERE_SLACK 1e-9

// A sphere in the world.
typedef struct cdBoundSphere {
    cdVec3 center;
    double radius;
    double size; // of the numbers from which the center is computed
} cdBoundSphere;

static inline cdBoundSphere cdGetBodySphere(const cdWorldBody *body) {
    return (cdBoundSphere){cdTransformPoint(body->pose, body->center), body->radius,
                           cdSumAbs(body->pose.p) + cdSumAbs(body->center)};
}

static inline cdBoundSphere cdGetShapeSphere(const cdWorldBody *body, const cdWorldShape *shape) {
    return (cdBoundSphere){cdTransformPoint(body->pose, shape->center), shape->radius,
                           cdSumAbs(body->pose.p) + cdSumAbs(shape->center)};
}

// True if a query tests the body. Calls the filter's function, so ask once.
static inline bool cdIsBodyTested(const cdWorld *world, const cdBodyFilter *filter, int32_t body) {
    const cdWorldBody *own = &world->bodies[body];
    if (!own->present || (own->sensor && !filter->sensors)) return false;
    if (filter->mask != 0 && (filter->mask & own->category) == 0) return false;
    if (filter->category != 0 && (filter->category & own->mask) == 0) return false;
    cdBodyId id = cdGetBodyId(world, body);
    for (int32_t i = 0; i < filter->exceptCount; i++)
        if (filter->except[i] == id) return false;
    return filter->accepts == NULL || filter->accepts(filter->context, id);
}

// False: a programmer's error.
static inline bool cdIsValidFilter(const cdBodyFilter *filter) {
    return filter->exceptCount == 0 || (filter->exceptCount > 0 && filter->except != NULL);
}

#endif
