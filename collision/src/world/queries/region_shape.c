// Measures polygons; distances of points from contact regions.
//
// The area of a polygon is the sum over its edges of the triangles with its first corner, signed; its
// centroid is their mean. A point is inside if the half-line from it crosses the outline an odd number of
// times, in the plane without the normal's largest coordinate: an edge that is run through twice counts for
// nothing.
#include "world/queries/region_shape.h"
#include "mesh/shapes/closest.h"

#include <math.h>

cdPolygon cdMeasurePolygon(const cdVec3 *points, int32_t count, cdVec3 normal) {
    cdVec3 sum = {0.0, 0.0, 0.0}, mean = sum;
    double area = 0.0;
    for (int32_t i = 0; i < count; i++) {
        cdVec3 a = cdSub(points[i], points[0]), b = cdSub(points[(i + 1) % count], points[0]);
        double part = 0.5 * cdDot(normal, cdCross(a, b));
        area += part;
        sum = cdMulAdd(sum, part / 3.0, cdAdd(a, b));
        mean = cdMulAdd(mean, 1.0 / count, points[i]);
    }
    if (!(fabs(area) > 0.0)) return (cdPolygon){0.0, mean};
    return (cdPolygon){fabs(area), cdMulAdd(points[0], 1.0 / area, sum)};
}

// Coordinates in the plane without the largest coordinate of the normal.
static void flatten(cdVec3 p, cdVec3 normal, double flat[2]) {
    double x = fabs(normal.x), y = fabs(normal.y), z = fabs(normal.z);
    bool dropsX = x >= y && x >= z, dropsY = !dropsX && y >= z;
    flat[0] = dropsX ? p.y : p.x;
    flat[1] = dropsX || dropsY ? p.z : p.y;
}

static bool isOverPolygon(const cdVec3 *points, int32_t count, cdVec3 normal, cdVec3 point) {
    double p[2], a[2], b[2];
    bool inside = false;
    flatten(point, normal, p);
    for (int32_t i = 0; i < count; i++) {
        flatten(points[i], normal, a);
        flatten(points[(i + 1) % count], normal, b);
        if ((a[1] > p[1]) == (b[1] > p[1])) continue;
        double x = a[0] + (p[1] - a[1]) / (b[1] - a[1]) * (b[0] - a[0]);
        inside = inside != (x > p[0]);
    }
    return inside;
}

double cdGetRegionDistance(const cdVec3 *points, int32_t count, int32_t dimension, cdVec3 normal,
                           cdVec3 point) {
    if (dimension == 2 && isOverPolygon(points, count, normal, point))
        return fabs(cdDot(normal, cdSub(point, points[0])));
    double nearest = INFINITY;
    for (int32_t i = 0; i < count; i++)
        nearest = cdMin(nearest, cdGetSegmentDistanceSq(point, points[i], points[(i + 1) % count]));
    return sqrt(nearest);
}

// True if a contact is of shapes A and B, in this order.
static bool isOfShapes(const cdWorldContact *contact, cdBodyId bodyA, int32_t shapeA, cdBodyId bodyB,
                       int32_t shapeB) {
    return contact->bodyA == bodyA && contact->bodyB == bodyB && contact->shapeA == shapeA &&
           contact->shapeB == shapeB;
}

int32_t cdListPairForces(const cdWorld *world, const cdBodyRegionsInput *pair,
                         cdPairForce forces[CD_PAIR_POINTS]) {
    int32_t count = 0;
    for (int32_t i = 0; i < world->contactCount && count < CD_PAIR_POINTS; i++) {
        const cdWorldContact *contact = &world->contacts[i];
        bool same = isOfShapes(contact, pair->bodyA, pair->shapeA, pair->bodyB, pair->shapeB);
        if (!same && !isOfShapes(contact, pair->bodyB, pair->shapeB, pair->bodyA, pair->shapeA)) continue;
        forces[count++] =
            (cdPairForce){contact->point, same ? contact->normal : cdNegate(contact->normal), contact->force,
                          same ? contact->friction : cdNegate(contact->friction)};
    }
    return count;
}
