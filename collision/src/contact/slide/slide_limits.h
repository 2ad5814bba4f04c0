// Limits of a body at a pose: rows over its six velocities, which contacts keep from falling below 0.
//
// Input: a pose of the moving meshes and the obstacles. Output: for each point of each contact region of the
// sufficient subset, and each of its normals, the row  n . (v + w x (p - c)) >= 0  about the reference point
// c. Obstacles from which A keeps a clearance give such a row for each pair of features at that distance
// (clear_limits.h). Rows of single contacts, as queries report them, may be added. Arrays are the caller's;
// no allocation.
#ifndef CD_SLIDE_LIMITS_H
#define CD_SLIDE_LIMITS_H

#include "collision/slide.h"
#include "contact/slide/slide_motion.h"
#include "contact/slide/slide_near.h"
#include "continuous/first_contact.h"
#include "foundation/report/meter.h"

typedef enum cdLimitKind {
    CD_LIMIT_POINT = 0, // a point of A above a fixed plane
    CD_LIMIT_PLANE,     // a face of A above a point of B
    CD_LIMIT_EDGES,     // two edges that cross
    CD_LIMIT_ROUND      // a vertex with a vertex or an edge, at a clearance
} cdLimitKind;

enum { CD_AHEAD = -1 };

// The geometry of a row: two points that touch, or have a gap between them.
typedef struct cdLimitMark {
    cdLimitKind kind;
    cdSlidePair pair;
    cdVec3 point, under; // A's point, and the obstacle's below it; world
    cdVec3 normal;       // world
    cdVec3 edgeA, edgeB; // of edges: directions, world, of any length; zero for a vertex
    double clearance;    // kept between the two points; 0: they touch
    int32_t kept;        // above 0: of an earlier pose (slide.c); CD_AHEAD: across a gap (slide_ahead.h)
    bool certain;        // the geometry determines this normal; indeterminate ones are a choice
} cdLimitMark;

typedef struct cdSlideLimits {
    cdLimitRow *rows;   // rows[rowCapacity]
    cdLimitRow *moved;  // moved[rowCapacity]: the same at another pose, for calculations
    cdLimitMark *marks; // marks[rowCapacity]
    int32_t rowCount, rowCapacity;
    cdContactRegions regions; // memory for the regions of one pair
    int32_t regionCount;      // of all
    double tolerance;         // the largest in force
} cdSlideLimits;

enum { CD_SLIDE_ROWS = 1024, CD_SLIDE_REGIONS = 256, CD_SLIDE_POINTS = 4096 };

// The limits of A at a pose.
typedef struct cdLimitRequest {
    const cdSlideInput *input;
    cdSlideCache *cache; // NULL: none
    cdPose pose;
    cdVec3 center;    // the reference point, world frame
    cdTwist intended; // the intended motion
    cdMeter *meter;   // of the whole slide
} cdLimitRequest;

// Fills the rows of all contact regions. Some are missing if the meter is out.
void cdCollectLimits(const cdLimitRequest *request, cdSlideNear *near, cdSlideLimits *limits,
                     cdWorkspace *workspace);

// Adds the row of a contact of one of A's meshes that stopped a query at once, from `pose`. False: there is
// no room.
bool cdAddStop(const cdSlideInput *input, cdPose pose, cdVec3 center, const cdFirstContact *stop,
               int32_t shape, cdSlideLimits *limits);

// Returns the distance between the two features of a mark after A's step from one pose to another, less the
// clearance; negative if they are nearer. Exact for planes, points and unbounded lines.
double cdGetHeightAfter(const cdLimitMark *mark, cdPose from, cdPose to);

// Returns the row after such a step, about the reference point there; its bound lets A come as near as
// touching.
cdLimitRow cdMoveLimit(const cdLimitMark *mark, cdPose from, cdPose to, cdVec3 center);

// True if an obstacle's bounds come as near to those of A's mesh, with A at a pose, as limits are searched
// for.
bool cdIsPairNear(const cdSlideInput *input, cdSlidePair pair, cdPose pose);

// Adds the row of a mark. False: there is no room.
bool cdAddLimit(cdSlideLimits *limits, cdVec3 center, cdLimitMark mark);

// Returns the distance that the triangles of a pair keep.
static inline double cdGetSlideClearance(const cdSlideInput *input, cdSlidePair pair) {
    return cdGetPairClearance(cdGetSlideMesh(input, pair), cdGetSlideObstacle(input, pair)->mesh,
                              input->step.safetyDistance);
}

// Returns the minimum gap beyond the clearance that a stop of a pair leaves.
double cdGetStopMargin(const cdSlideInput *input, cdSlidePair pair);

// Returns the search distance for regions of a pair: twice the largest gap that a stop leaves.
double cdGetLimitTolerance(const cdSlideInput *input, cdSlidePair pair);

// limit_cache.c. Fills the limits from the cache. False: it is empty, or of another input.
bool cdReadLimitCache(const cdLimitRequest *request, cdSlideLimits *limits);

// True if the cache has the limits of a pose, as it does where the last slide was stopped.
bool cdHasLimitCache(const cdSlideInput *input, const cdSlideCache *cache, cdPose pose);

// Keeps the limits of a pose. `whole`: any intended motion would have found the same regions.
void cdWriteLimitCache(const cdLimitRequest *request, bool whole, const cdSlideLimits *limits);

#endif
