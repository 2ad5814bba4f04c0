// Samples random points on ellipsoids, rods and plates; see polytope_points.h.
#include "shapes/polytope_points.h"
#include "shapes/elementary.h"
#include "shapes/random_numbers.h"

static const double pi = 3.14159265358979323846;

// Samples a cylinder with round ends uniformly by area: each height along its axis has the same area, also at
// the ends (Archimedes).
static cdVec3 sampleRod(uint64_t *state) {
    const double radius = 0.1;
    double x = 2.0 * NextRandom(state) - 1.0, angle = 2.0 * pi * NextRandom(state);
    double beyond = cdMax(fabs(x) - (1.0 - radius), 0.0);
    double across = sqrt(radius * radius - beyond * beyond);
    return (cdVec3){x, across * cdCos(angle), across * cdSin(angle)};
}

static cdVec3 samplePoint(PolytopeShape shape, uint64_t *state) {
    if (shape == POLYTOPE_ROD) return sampleRod(state);
    cdVec3 v = NextRandomDirection(state);
    if (shape == POLYTOPE_PLATE) return (cdVec3){v.x, v.y, 0.1 * v.z};
    return (cdVec3){v.x, 0.75 * v.y, 0.5 * v.z};
}

void SamplePolytope(PolytopeShape shape, uint64_t seed, int32_t count, cdVec3 *points) {
    uint64_t state = seed;
    for (int32_t i = 0; i < count; i++)
        points[i] = samplePoint(shape, &state);
}
