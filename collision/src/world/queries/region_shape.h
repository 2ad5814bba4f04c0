// Shapes of contact regions, and the contact points of a pair.
#ifndef CD_REGION_SHAPE_H
#define CD_REGION_SHAPE_H

#include "collision/world_regions.h"
#include "world/world_data.h"

// Area and centroid of a polygon; without an area the mean of its corners.
typedef struct cdPolygon {
    double area;
    cdVec3 centroid;
} cdPolygon;

// Measures points[count], about a unit normal. An outline that visits its holes along edges run through twice
// is measured without them.
cdPolygon cdMeasurePolygon(const cdVec3 *points, int32_t count, cdVec3 normal);

// Returns the distance of a point from a region with corners points[count]: from its polygon, which is in a
// plane across the normal, its segment or its point.
double cdGetRegionDistance(const cdVec3 *points, int32_t count, int32_t dimension, cdVec3 normal,
                           cdVec3 point);

// A contact point of the last step of two shapes.
typedef struct cdPairForce {
    cdVec3 point, normal; // normal from B to A
    double force;
    cdVec3 friction; // on A
} cdPairForce;

// Lists the contact points of two shapes, whose bodies may be in any order. Returns their number.
int32_t cdListPairForces(const cdWorld *world, const cdBodyRegionsInput *pair,
                         cdPairForce forces[CD_PAIR_POINTS]);

#endif
