// Contact regions: where two touching meshes touch, as points, segments and polygons between their features,
// and the normals there [BV92 3].
//
// Input: two meshes that have their surfaces at two poses, in contact or nearly so. Output: the intersection
// set, triples of a vertex, edge or face of A, one of B (open: a face without its edges, an edge without its
// ends), and the points of the region they share; which of them suffice to keep the two apart [BV92
// Definitions 1 and 2, Theorem 1]; and the normals of those. A query is a pure function of its input.
//
// Guarantee: every pair of features that come within `tolerance` is looked at. A region is where two features
// are within `tolerance` of each other throughout: two faces make a 2D region when the whole overlap of their
// outlines is that close, an edge a 1D region with a face, or with an edge along it, likewise. An overlap no
// wider than the tolerance (its area at most that times its length) is no 2D region: it has no plane to the
// tolerance, and the lines and points on its border are regions. Contact points
// closer than four tolerances whose features are neighbours are one cluster, of which one is kept [V90 4].
// Points and normals are in the world frame; normals are unit and point from B to A.
#ifndef COLLISION_REGIONS_H
#define COLLISION_REGIONS_H

#include "collision/culling.h"
#include "collision/features.h"

#ifdef __cplusplus
extern "C" {
#endif

// How a region came by its normals [BV92 3, three cases].
typedef enum cdNormalOrigin {
    CD_NORMALS_NONE = 0,  // not in the sufficient subset
    CD_NORMALS_COMPUTED,  // new: from the local geometry (Eq. 8)
    CD_NORMALS_PERSISTED, // the pair was in contact the step before (Eq. 6)
    CD_NORMALS_SHRUNK     // of a region of the step before that shrank to this one (Eq. 7)
} cdNormalOrigin;

// One pair of features and the points they share.
typedef struct cdContactRegion {
    int32_t dimension;               // 0: a point, 1: a segment, 2: a polygon
    cdLocation locationA, locationB; // on the surfaces
    // Into cdContactRegions.points: 1, 2, or the corners in order, counter-clockwise about the first normal
    // (seen from A), holes joined to the outline by bridges there and back.
    int32_t firstPoint, pointCount;
    double measure;        // 0, length or area
    bool sufficient;       // in the sufficient subset
    bool indeterminate;    // the geometry alone does not say all normals [V90 4]: these are a choice
    cdVec3 normals[3];     // normals[normalCount], at most 3 - dimension
    int32_t normalCount;   // 0 where it is not in the sufficient subset
    cdNormalOrigin origin; // how it came by them
    // Steps for which the pair, or what shrank to it, has been in the sufficient subset; 0: not before.
    int32_t age;
} cdContactRegion;

// The contact regions of two meshes.
typedef struct cdContactRegions {
    cdContactRegion *regions;        // those of the input: of more dimensions first, then by features
    cdVec3 *points;                  // those of the input
    int32_t regionCount, pointCount; // written
    // Room that suffices for all, also where the sufficient subset alone is given back.
    int32_t neededRegions, neededPoints;
    bool truncated;  // there were more than room
    cdState state;   // CD_FREE, CD_CONTACT, or CD_OVERLAP: deeper than the tolerance
    cdReason reason; // when undecided; then there are no regions
    // When overlapping, the two features that cross most of those found, and a point where they do.
    // `crossing` is the length of the shortest translation that parts these two features. It is a lower
    // bound of the depth of penetration, not the depth: to part the meshes may need a far longer translation.
    // For a solid wholly inside another `crossing` is infinite, and there are no features. The regions then
    // cover the places that only touch, as the whole set and without normals: where one feature crosses
    // another there is no region.
    cdVec3 deepPoint;
    double crossing;         // length; infinite when one is wholly inside
    cdLocation deepA, deepB; // the two features, on A and on B
    double tolerance;        // in force
    int32_t candidateCount;  // pairs of features tested
    int32_t culledCount;     // features of both culled by the velocity
    int32_t clusteredCount;  // contact points left out for another of their cluster
    int64_t pairTests;       // counted against the budget
} cdContactRegions;

// How the interior of closed meshes counts.
typedef enum cdInterior {
    // Meshes that both have their solid are solids: they overlap when their intersection has a volume
    // [BV92 3], also where no surfaces meet because one is wholly inside the other. Candidates come from the
    // B-rep index of one solid, down which the features of the simpler other are sent [BV92 4.3]. Else as
    // CD_INTERIOR_EMPTY.
    CD_INTERIOR_AUTO = 0,
    CD_INTERIOR_BY_TREES, // as solids, candidates from the sphere trees; the result is the same
    // Surfaces without an inside: flush overlaps hardly deeper than the tolerance, and features smaller than
    // it, are not detected as overlapping.
    CD_INTERIOR_EMPTY
} cdInterior;

// Two meshes at two poses, and room for their regions.
typedef struct cdRegionsInput {
    const cdMesh *meshA, *meshB; // with their surfaces, of one tolerance with their solids
    cdInterior interior;         // how the interior of closed meshes counts
    cdPose poseA, poseB;         // local to world
    // Length within which features touch; 0: 8e-6 of the larger radius, twice the gap that
    // cdFindFirstContact leaves at most. At least the surfaces' tolerances.
    double tolerance;
    // How A and B move. Among indeterminate normals one is chosen that A's velocity as seen from B does not
    // oppose, where there is one. velocityA NULL: not known; velocityB NULL: B is at rest.
    const cdVelocity *velocityA, *velocityB;
    bool culls; // leave out features of solids that move away [BV92 4.1]; needs velocityA and the index
    bool sufficientOnly;      // give back the sufficient subset alone, else the whole intersection set
    cdContactRegion *regions; // regions[regionCapacity], the caller's
    cdVec3 *points;           // points[pointCapacity], the caller's
    // Room in both arrays. It must hold the whole intersection set, even when `sufficientOnly` returns a part
    // of it. With less room the result is truncated, and areas may be among what is missing.
    int32_t regionCapacity, pointCapacity;
    // Regions of the step before, of the same two meshes, in other arrays: those that are `sufficient` are
    // the temporary contacts C_(t - dt). NULL: none.
    const cdContactRegions *previous;
    cdBudget budget; // limit on the work; zeroed: none
} cdRegionsInput;

// Finds the contact regions [BV92 4.3: FindContacts]. The cache keeps a separating vector of the hulls; a
// pair that stays apart costs some 100 ns. The trace records CD_TRACE_REGION for each region.
// @errors CD_UNDECIDED with its reason: a mesh without its surface, an invalid pose, the budget, the
// workspace
CD_API cdContactRegions cdFindContactRegions(const cdRegionsInput *input, cdPairCache *cache,
                                             cdWorkspace *workspace, cdTrace *trace);

#ifdef __cplusplus
}
#endif
#endif
