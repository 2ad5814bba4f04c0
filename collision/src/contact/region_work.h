// The steps from two surfaces to contact regions [BV92 4.3: FindContacts], and the state they share.
//
//     candidates (index or sphere trees) -> intersection set -> penetration -> clusters
//         -> sufficient subset -> persistence, normals -> world frame
//
// Frame: B's axes with the origin at B's centre: B's stored coordinates as they are, A's by `toWork`. Regions
// are written into the caller's arrays in that frame, and transformed to the world at the end.
#ifndef CD_REGION_WORK_H
#define CD_REGION_WORK_H

#include "collision/regions.h"
#include "continuous/search/near_list.h"
#include "foundation/memory/workspace.h"
#include "foundation/report/meter.h"
#include "solid/features/features_data.h"
#include "solid/relative_velocity.h"

// Sine of the angle from which edges and planes cross each other, however short or small they are. Below it
// they run along each other where they are within the tolerance.
#define CD_CROSSING_SINE 0.1

// Distance, in tolerances, of regions that may be one. Those of one vertex are within one of each other;
// points where its edges pass over another edge are farther off, the more so the flatter they do. A choice.
#define CD_CLUSTER_REACH 4.0

typedef struct cdEntityPair {
    cdEntity a, b;
} cdEntityPair;

typedef struct cdRegionWork {
    const cdRegionsInput *input;
    const cdFeatures *a, *b;
    const cdSolid *solidA, *solidB; // both NULL: the interior does not count
    cdPose toWork;                  // A's stored coordinates (less its centre) to the frame of the work
    cdPose toWorld;                 // from the frame of the work to the world
    double tolerance;               // E: features this close touch
    // Points within this of a border count as on it: covers rounding and the error of merging into faces.
    double borderTolerance;
    cdEntityPair *pairs; // pairs[pairCount], ascending by a, then b, no duplicates; in CD_WORK_PAIRS
    int32_t pairCount, pairCapacity;
    struct cdKeptFaces *kept; // while pairs are intersected; NULL: none
    cdContactRegions *out;
    int32_t regionCapacity, pointCapacity; // of its arrays
    cdMeter *meter;
    const cdNearList *near; // NULL: none
    bool apart;             // the surfaces do not overlap
    cdWorkspace *workspace;
    cdMemory memory; // of its arena. A step frees what it took
} cdRegionWork;

// --- Features in the frame of the work

typedef enum cdWorkSide { CD_SIDE_A = 0, CD_SIDE_B = 1 } cdWorkSide;

typedef struct cdWorkPlane {
    cdVec3 normal;
    double offset;
} cdWorkPlane;

static inline cdWorkSide cdGetOtherSide(cdWorkSide side) {
    return side == CD_SIDE_A ? CD_SIDE_B : CD_SIDE_A;
}

static inline const cdFeatures *cdGetWorkFeatures(const cdRegionWork *work, cdWorkSide side) {
    return side == CD_SIDE_A ? work->a : work->b;
}

static inline cdVec3 cdGetWorkPoint(const cdRegionWork *work, cdWorkSide side, int32_t vertex) {
    if (side == CD_SIDE_B) return work->b->brep.points[vertex];
    return cdTransformPoint(work->toWork, work->a->brep.points[vertex]);
}

static inline cdWorkPlane cdGetWorkPlane(const cdRegionWork *work, cdWorkSide side, int32_t face) {
    if (side == CD_SIDE_B)
        return (cdWorkPlane){work->b->brep.faces[face].normal, work->b->brep.faces[face].offset};
    const cdBrepFace *own = &work->a->brep.faces[face];
    cdVec3 normal = cdRotate(work->toWork.q, own->normal);
    return (cdWorkPlane){normal, own->offset + cdDot(normal, work->toWork.p)};
}

// Computes A's velocity as seen from B; false: unknown.
static inline bool cdGetWorkVelocity(const cdRegionWork *work, cdVelocity *velocity) {
    const cdVelocity *a = work->input->velocityA, *b = work->input->velocityB;
    if (a == NULL) return false;
    *velocity = b != NULL ? cdMakeRelativeVelocity(a, b) : *a;
    return true;
}

// --- The steps

// cdFindContactRegions with the state of a longer call; the list, if there is one, is of these two.
cdContactRegions cdFindContactRegionsBy(const cdRegionsInput *input, const cdSharedWork *shared,
                                        cdWorkspace *workspace);

// Fills work->pairs with all pairs of features that come within the tolerance, and more. False: no memory, or
// the meter is out.
bool cdFindNearPairs(cdRegionWork *work);    // near_pairs.c: sphere trees
bool cdFindIndexedPairs(cdRegionWork *work); // index_pairs.c: the B-rep index of one solid [BV92 4.3]
void cdSortPairs(cdRegionWork *work);        // entity_pairs.c: ascending, no duplicates
// Adds a pair; repeats are dropped when the room is used up. False: no memory. (entity_pairs.c)
bool cdAddEntityPair(cdRegionWork *work, cdEntityPair pair);
// Makes room for so many pairs; each call of cdFindContactRegions begins with CD_FIRST_PAIRS.
bool cdMakeRoomForPairs(cdRegionWork *work, int32_t capacity);
enum { CD_FIRST_PAIRS = 1 << 12 };

// Adds the regions of a pair of features to work->out: geometry alone, everything else zero.
void cdIntersectLocations(cdRegionWork *work, cdLocation a, cdLocation b); // intersect_entities.c
// Adds the overlap of two nearly coplanar faces, as 2D regions with holes bridged; called by the one above.
void cdIntersectFaces(cdRegionWork *work, int32_t faceA, int32_t faceB); // intersect_faces.c

// Adds a region with its points. Sets truncated if there is no room.
void cdAddContactRegion(cdRegionWork *work, cdLocation locationA, cdLocation locationB, const cdVec3 *points,
                        int32_t pointCount, double measure); // regions.c

// Sets out->state, and depth, deepPoint, deepA, deepB if they penetrate.
void cdFindPenetration(cdRegionWork *work); // penetration.c

// known_cones.c: the size of CD_WORK_CONES.
size_t cdGetKnownConesSize(void);

void cdReduceClusters(cdRegionWork *work);   // clusters.c [V90 4]
void cdSelectSufficient(cdRegionWork *work); // sufficient.c [BV92 Definitions 1 and 2]
void cdPersistRegions(cdRegionWork *work);   // persistence.c [BV92 Eq. 6, 7]: origin, age, normals
void cdComputeNormals(cdRegionWork *work);   // contact_normals.c: for regions without normals

// Returns the cost of a pair of features, in tests of the budget: each of a face's triangles may be compared
// with each of the other's.
static inline int64_t cdCountPairWork(const cdRegionWork *work, cdLocation a, cdLocation b) {
    int64_t countA = a.kind == CD_ON_FACE ? work->a->brep.faces[a.index].triangleCount : 1;
    int64_t countB = b.kind == CD_ON_FACE ? work->b->brep.faces[b.index].triangleCount : 1;
    return 1 + countA * countB / 8;
}

#endif
