// Contact regions of two bodies of a world, and the forces that act through them.
//
// Input: a world after a step. (1) The regions in which two bodies touch now: as by cdFindContactRegions
// (regions.h) [BV92 3], within the tolerance of the world's contact points. (2) The load of each region: the
// forces of the contact points of the last step that lie in it.
//
// A rigid body does not define how a load is spread over a region, and if more than three points carry it not
// even how large each force is. The step's forces are one such distribution; they act at contact points,
// which are the corners of regions. Sums over all regions of a pair, and the sums that equilibrium
// determines, such as those of a plank on two supports, do not depend on the choice.
//
// Queries never change the world. Any number of threads may query it, each with its own workspace, except
// during a step or a change.
//
// Units: lengths in the mesh's unit, forces in mass times length / s^2. Frame: world.
#ifndef COLLISION_WORLD_REGIONS_H
#define COLLISION_WORLD_REGIONS_H

#include "collision/regions.h"
#include "collision/world.h"

#ifdef __cplusplus
extern "C" {
#endif

// Two bodies of a world, or two of their shapes, and room for their regions.
typedef struct cdBodyRegionsInput {
    cdBodyId bodyA, bodyB;    // different; both in the world
    int32_t shapeA, shapeB;   // shapes of these (cdGetBodyShape); 0 for bodies with one shape
    cdContactRegion *regions; // regions[regionCapacity], the caller's
    cdVec3 *points;           // points[pointCapacity], the caller's
    // Room in both arrays: enough for the whole intersection set, also for its regions that are not in the
    // result. 2048 and 8192 are what a step uses.
    int32_t regionCapacity, pointCapacity;
    cdBudget budget; // limit on the work; zeroed: none
} cdBodyRegionsInput;

// Finds the regions of the sufficient subset in which two shapes touch at the current poses of their bodies.
// Normals point from B to A; those that persist are the ones of the last step if the index of A is below that
// of B. Does not test for overlap.
//
// Bodies that keep a distance, rounded ones or by the safety distance, have no features in contact. Their
// regions are made of the contact points of the last step: for each normal and plane the convex hull of its
// points, of undecided locations. Where one such body has several feet in a plane, they are one region.
// @errors CD_UNDECIDED: as in cdFindContactRegions; CD_REASON_INPUT also for a body that is not in the world,
// or twice the same, and for a shape that a body does not have
CD_API cdContactRegions cdFindBodyContactRegions(const cdWorld *world, const cdBodyRegionsInput *input,
                                                 cdWorkspace *workspace);

// The load of a region.
typedef struct cdRegionLoad {
    double area;          // of a polygon; else 0
    cdVec3 centroid;      // of the polygon or the segment; the point
    cdVec3 normal;        // unit, from B to A: the mean of the region's normals; zero if they cancel out
    int32_t contactCount; // contact points of the last step in the region
    double force;         // total of their forces along the normals
    cdVec3 friction;      // total of their friction forces on A
    // Center of pressure: the mean of the contact points, weighted by their forces along the normals. Without
    // a force the centroid.
    cdVec3 center;
    // Mean pressure: force / area. 0 without an area, where it would be infinite: use `force`, or for a
    // segment the force per length, force / cdContactRegion.measure.
    double pressure;
} cdRegionLoad;

// Finds the loads of regions[regionCount] of two shapes, those of `pair`, which is used for nothing else: of
// their contact points of the last step, each counts for one region that it lies in, within the tolerance: of
// those the one whose normal is closest to its own, then the nearest, then the first. The regions are those
// of cdFindBodyContactRegions, or of cdFindContactRegions with poses that the bodies had after the last step.
// Ones without normals have no load. Allocates nothing. Work: contact points of the world, and of the pair
// times corners of regions.
// @return the total force along the normals of the pair's contact points that lie in no region
// @errors 0, and zeroed loads: a body that is not in the world
CD_API double cdFindRegionLoads(const cdWorld *world, const cdBodyRegionsInput *pair,
                                const cdContactRegions *regions, cdRegionLoad *loads);

#ifdef __cplusplus
}
#endif
#endif
