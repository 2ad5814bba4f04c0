// Contact regions: points, segments and polygons in which two meshes touch, and the normals there [BV92 3].
//
// Input: two meshes with their features at two poses, in contact or nearly so. Output:
// - the intersection set: triples of a feature of A, a feature of B (open: a face without its edges, an edge
//   without its ends), and the points that they share;
// - the sufficient subset: those that are sufficient to keep the two from penetrating [BV92 Definitions 1 and
//   2, Theorem 1], with their normals. A query depends only on its input and the parts that the meshes have.
//
// Guarantee: every pair of features within `tolerance` of each other is tested. Two faces form a 2D region if
// they are within it throughout the overlap of their outlines. An edge and a face, or two edges, form a 1D
// region if they are within it throughout the segment that they share. An overlap no wider than the
// tolerance (area at most tolerance times length) is no 2D region: its plane is uncertain, and the lines and
// points on its border are regions. Contact points closer than four tolerances whose features are neighbours
// are one cluster, of which one point is kept [V90 4]. Points and normals are in the world frame; normals are
// unit and point from B to A.
#ifndef COLLISION_REGIONS_H
#define COLLISION_REGIONS_H

#include "collision/culling.h"
#include "collision/features.h"

#ifdef __cplusplus
extern "C" {
#endif

// Origin of a region's normals: the three cases of [BV92 3].
typedef enum cdNormalOrigin {
    CD_NORMALS_NONE = 0,  // none: not in the sufficient subset
    CD_NORMALS_COMPUTED,  // new, from the local geometry (Eq. 8)
    CD_NORMALS_PERSISTED, // from the same pair, in contact the step before (Eq. 6)
    CD_NORMALS_SHRUNK     // from a region of the step before that shrank to this one (Eq. 7)
} cdNormalOrigin;

// A contact region: a pair of features and the points they share.
typedef struct cdContactRegion {
    int32_t dimension;               // 0: a point, 1: a segment, 2: a polygon
    cdLocation locationA, locationB; // the features, on A and on B
    // Range of cdContactRegions.points: 1, 2, or the corners in order, counter-clockwise seen from A: about
    // the first normal; without normals about B's outward normal, or A's inward one if only A is closed. An
    // edge that is run through twice joins each hole to the outline.
    int32_t firstPoint, pointCount;
    double measure;        // 0, length or area, by dimension
    bool sufficient;       // true if in the sufficient subset
    bool indeterminate;    // true if the geometry allows other normals, too: one choice of several [V90 4]
    cdVec3 normals[3];     // normals[normalCount], at most 3 - dimension
    int32_t normalCount;   // 0 if not in the sufficient subset
    cdNormalOrigin origin; // origin of the normals
    // Earlier steps in which the pair, or a region that shrank to it, was in the sufficient subset; 0: new.
    int32_t age;
} cdContactRegion;

// Result of cdFindContactRegions.
typedef struct cdContactRegions {
    cdContactRegion *regions;        // the input's array: higher dimensions first, then by features
    cdVec3 *points;                  // the input's array
    int32_t regionCount, pointCount; // numbers of items written
    // Enough room for the whole intersection set, even if only the sufficient subset is returned.
    int32_t neededRegions, neededPoints;
    bool truncated;  // true if there was not enough room
    cdState state;   // CD_FREE, CD_CONTACT, or CD_OVERLAP: deeper than the tolerance
    cdReason reason; // if undecided; there are no regions then
    // If overlapping: a pair of intersecting features, a point where they intersect, and the length of the
    // shortest translation that separates them, maximal over all pairs found: a lower bound of the
    // penetration depth, which may be far larger. A solid wholly inside another: no features, infinite. In
    // any overlap the regions are those that only touch, without normals; intersecting features form no
    // region.
    cdVec3 deepPoint;
    double crossing;         // length; infinite if one is wholly inside
    cdLocation deepA, deepB; // the two features, on A and on B
    double tolerance;        // actual tolerance, length
    int32_t candidateCount;  // pairs of features tested
    int32_t culledCount;     // features of both meshes culled by the velocity
    int32_t clusteredCount;  // contact points dropped in favour of another of their cluster
    int64_t pairTests;       // pair tests counted against the budget
} cdContactRegions;

// Treatment of the interior of closed meshes.
typedef enum cdInterior {
    // Two meshes with CD_PART_SOLID are solids: they overlap if their intersection has a volume [BV92 3],
    // also if one is wholly inside the other. The features of the simpler solid descend the B-rep index of
    // the other to find candidates [BV92 4.3]. Other meshes: as CD_INTERIOR_EMPTY.
    CD_INTERIOR_AUTO = 0,
    CD_INTERIOR_BY_TREES, // as solids, with candidates from the sphere trees; the same result
    // Surfaces without an inside. An overlap is detected only where two features intersect by more than the
    // tolerance: not between flush faces that overlap by about the tolerance, nor at features smaller than
    // it.
    CD_INTERIOR_EMPTY
} cdInterior;

// Two meshes at two poses, and room for their regions.
typedef struct cdRegionsInput {
    const cdMesh *meshA, *meshB; // with CD_PART_FEATURES
    cdInterior interior;         // treatment of the interior of closed meshes
    cdPose poseA, poseB;         // local to world
    // Length within which features touch; 0: 8e-6 of the larger radius, twice the largest gap that
    // cdFindFirstContact leaves. At least the tolerances of the meshes' features.
    double tolerance;
    // Velocities of A and B. An indeterminate normal is chosen such that A's velocity relative to B does not
    // oppose it, if there is one such. velocityA NULL: unknown; velocityB NULL: B does not move.
    const cdVelocity *velocityA, *velocityB;
    bool culls;          // true: omits features that move away [BV92 4.1]; needs CD_INTERIOR_AUTO, velocityA
    bool sufficientOnly; // true: returns the sufficient subset only, else the whole intersection set
    cdContactRegion *regions; // regions[regionCapacity], the caller's
    cdVec3 *points;           // points[pointCapacity], the caller's
    // Room in both arrays: enough for the whole intersection set, even if `sufficientOnly` returns a
    // part of it. With less room the result is truncated; areas may be missing.
    int32_t regionCapacity, pointCapacity;
    // Regions of the same two meshes in the step before, not in the arrays above; the `sufficient` ones are
    // C_(t - dt) of [BV92]. NULL: none.
    const cdContactRegions *previous;
    cdBudget budget; // limit on the work; zeroed: none
} cdRegionsInput;

// Finds the contact regions [BV92 4.3: FindContacts]. The cache keeps a separating vector of the hulls; a
// pair that stays disjoint costs some 100 ns. The trace records CD_TRACE_REGION for each region.
// @errors CD_UNDECIDED with a reason: a mesh without its features, an invalid pose, the budget, or the
// workspace
CD_API cdContactRegions cdFindContactRegions(const cdRegionsInput *input, cdPairCache *cache,
                                             cdWorkspace *workspace, cdTrace *trace);

#ifdef __cplusplus
}
#endif
#endif
