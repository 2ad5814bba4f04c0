// Finds the nearest elements of two meshes by their sphere trees: the descent of distance queries.
//
// The caller fills the part above `best`, calls cdOpenDescent, offers a pair if it knows one that may be
// near, and descends. The frame is B's, less B's centre.
#ifndef CD_NEAREST_H
#define CD_NEAREST_H

#include "collision/distance.h"
#include "collision/ray.h"
#include "foundation/numbers/matrix.h"
#include "foundation/report/meter.h"
#include "mesh/mesh_data.h"

// A pair of elements and its nearest points, in the frame of the descent.
typedef struct cdNearestPair {
    cdContactKind kind; // CD_NO_CONTACT: none yet
    int32_t a, b;
    cdVec3 onA, onB;
    double distanceSq;
} cdNearestPair;

typedef struct cdDescent {
    const cdMesh *a, *b;
    double least;    // pairs farther apart than this and `slack` are skipped
    double coarse;   // leaves farther apart than this count as that far; infinity: none do
    bool crossings;  // triangles are tested exactly for sharing a point
    cdMeter *meter;  // NULL: no limit
    int64_t charged; // tests that it has counted
    cdTrace *trace;

    cdMat3 turn;   // A's axes
    cdVec3 offset; // of A's centre
    double error;  // of a distance, by rounding: length
    double slack;  // for comparisons of bounds
    cdNearestPair best;
    bool bestKnown;       // it, or a pair of points as near, is long enough to give a direction
    cdVec3 bestDirection; // the unit vector between the two
    bool crosses;
    int32_t crossingA, crossingB; // triangles
    double open;                  // lower bound on the distance of what was not visited
    cdQueryStats stats;
} cdDescent;

// cdFindDistance within the work of a longer call.
cdDistance cdFindDistanceBy(const cdDistanceInput *input, cdMeter *meter, cdPairCache *cache, cdTrace *trace);

// Sets up the frame; `poseA` is seen from B's frame.
void cdOpenDescent(cdDescent *descent, cdPose poseA);

// The point of a mesh nearest to a given one.
typedef struct cdNearestPoint {
    bool found;       // within the limit
    double distance;  // infinity when not found
    double lower;     // the true distance is at least this
    cdVec3 point;     // of the mesh, in the frame of its vertices
    int32_t triangle; // where the point lies, the lowest of equally near ones; -1 when not found
} cdNearestPoint;

// Finds the nearest point to `point` (frame of the mesh's vertices). `most`: length beyond which the search
// stops, infinity: no limit. `hint`: a triangle that may be near, -1: none; it changes the cost alone.
// `stats` and `trace` may be NULL. Not found if the meter ends the search.
cdNearestPoint cdFindNearestPoint(const cdMesh *mesh, cdVec3 point, double most, int32_t hint, cdMeter *meter,
                                  cdPointStats *stats, cdTrace *trace);

// Returns a bound on the rounding of its distance.
double cdGetNearestPointError(const cdMesh *mesh, cdVec3 point);

// Keeps a pair of elements as the nearest so far if it is nearer. Ignores pairs that the meshes do not have.
void cdOfferNearest(cdDescent *descent, cdContactKind kind, int32_t a, int32_t b);

// Finds the nearest pair, and triangles that cross. False: the meter is out; `open` bounds the rest.
bool cdDescend(cdDescent *descent);

// Sets the vector between the nearest points of the meshes so far: its direction separates what is near it.
void cdSetNearestDirection(cdDescent *descent, cdVec3 between);

void cdPlaceDescentTriangle(const cdDescent *descent, int32_t triangle, cdVec3 corners[3]);

#endif
