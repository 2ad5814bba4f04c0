// The forces that act through contact regions.
//
// Input: regions of two shapes, and the contact points of the last step. Each point counts for one region:
// (1) among those it lies in, within twice the tolerance, since points may be as old as a motion of a margin,
// it takes the one with the closest normal, then the nearest. (2) Sums of forces and moments.
#include "collision/world_regions.h"
#include "foundation/memory/hooks.h"
#include "world/checks.h"
#include "world/queries/region_shape.h"

#include <string.h>

// Differences of cosines below which normals are as close, and of distances, as a fraction of the tolerance,
// below which regions are as near.
static const double SAME_COSINE = 1e-6, SAME_DISTANCE = 1e-6;

// Minimum cosine of the angle between the normals of a point and of its region.
static const double LIKE_NORMAL = 0.9;

// --- (1)

static double findLikeness(const cdContactRegion *region, cdVec3 normal) {
    double most = -1.0;
    for (int32_t i = 0; i < region->normalCount; i++)
        most = cdMax(most, cdDot(region->normals[i], normal));
    return most;
}

// Returns the index of the region in which a force acts; -1: none.
static int32_t findRegion(const cdContactRegions *regions, const cdPairForce *force) {
    int32_t best = -1;
    double like = LIKE_NORMAL, near = 2.0 * regions->tolerance;
    for (int32_t i = 0; i < regions->regionCount; i++) {
        const cdContactRegion *region = &regions->regions[i];
        double likeness = findLikeness(region, force->normal);
        if (likeness < like - SAME_COSINE || region->pointCount < 1) continue;
        double distance = cdGetRegionDistance(regions->points + region->firstPoint, region->pointCount,
                                              region->dimension, region->normals[0], force->point);
        bool closer =
            best < 0 || likeness > like + SAME_COSINE || distance < near - SAME_DISTANCE * regions->tolerance;
        if (!closer || !(distance <= 2.0 * regions->tolerance)) continue;
        best = i;
        like = cdMax(like, likeness);
        near = distance;
    }
    return best;
}

// --- (2)

static cdRegionLoad measureRegion(const cdContactRegions *regions, const cdContactRegion *region) {
    cdRegionLoad load = {0};
    cdVec3 sum = {0.0, 0.0, 0.0};
    for (int32_t i = 0; i < region->normalCount; i++)
        sum = cdAdd(sum, region->normals[i]);
    if (cdLengthSq(sum) > 1e-12) load.normal = cdNormalize(sum);
    if (region->pointCount < 1) return load;
    const cdVec3 *points = regions->points + region->firstPoint;
    load.centroid = cdMeasurePolygon(points, region->pointCount, load.normal).centroid;
    if (region->dimension == 2) load.area = region->measure;
    return load;
}

// `center` is the moment of the forces about the centroid until then.
static void addForce(cdRegionLoad *load, const cdPairForce *force) {
    load->contactCount++;
    load->force += force->force;
    load->friction = cdAdd(load->friction, force->friction);
    load->center = cdMulAdd(load->center, force->force, cdSub(force->point, load->centroid));
}

static void finishLoad(cdRegionLoad *load) {
    cdVec3 arm = load->force > 0.0 ? cdScale(1.0 / load->force, load->center) : (cdVec3){0.0, 0.0, 0.0};
    load->center = cdAdd(load->centroid, arm);
    if (load->area > 0.0) load->pressure = load->force / load->area;
}

double cdFindRegionLoads(const cdWorld *world, const cdBodyRegionsInput *pair,
                         const cdContactRegions *regions, cdRegionLoad *loads) {
    if (!CD_REQUIRE(world != NULL && pair != NULL && regions != NULL)) return 0.0;
    if (!CD_REQUIRE(loads != NULL || regions->regionCount == 0)) return 0.0;
    memset(loads, 0, (size_t)regions->regionCount * sizeof *loads);
    if (!CD_REQUIRE(cdHasBody(world, pair->bodyA) && cdHasBody(world, pair->bodyB))) return 0.0;
    for (int32_t i = 0; i < regions->regionCount; i++)
        loads[i] = measureRegion(regions, &regions->regions[i]);
    cdPairForce forces[CD_PAIR_POINTS];
    int32_t count = cdListPairForces(world, pair, forces);
    double outside = 0.0;
    for (int32_t i = 0; i < count; i++) {
        int32_t at = findRegion(regions, &forces[i]);
        if (at >= 0)
            addForce(&loads[at], &forces[i]);
        else
            outside += forces[i].force;
    }
    for (int32_t i = 0; i < regions->regionCount; i++)
        finishLoad(&loads[i]);
    return outside;
}
