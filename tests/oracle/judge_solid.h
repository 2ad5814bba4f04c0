// Judges the results of cdClassifyPoint and cdClassifySegment by the oracle.
//
// A location is wrong if it is inside or outside, the exact answer differs, and the surface is farther than
// the tolerance; or if it names a vertex, an edge or a face farther than the tolerance. The pieces of a
// segment must cover it in order, neighbours must differ, and every location must be right within
// JUDGE_SEGMENT_FACTOR tolerances at all tested points: at points, at the ends and the middle of open pieces,
// and between all crossings that the oracle finds with the triangles. A segment's piece may pass the border
// of its face or the end of its edge by up to 100 tolerances, where another feature with a vertex of it is as
// near.
#ifndef JUDGE_SOLID_H
#define JUDGE_SOLID_H

#include "collision/classify.h"
#include "oracle/oracle_solid.h"

#define JUDGE_SEGMENT_FACTOR 4.0

// A mesh with its B-rep index, created from the oracle's points (MakeOracleSolidOfMesh), so that original ids
// are indices of these.
typedef struct SolidCase {
    const cdMesh *mesh;
    const OracleSolid *oracle;
} SolidCase;

typedef enum PlaceVerdict {
    PLACE_RIGHT = 0,
    PLACE_WITHIN,        // inside or outside, the exact answer differs, but the surface is near enough
    PLACE_UNDECIDED,     // undecided for a finite point
    PLACE_WRONG_SIDE,    // inside or outside, wrongly, and not near the surface
    PLACE_WRONG_FEATURE, // the named vertex, edge or face does not exist or is too far away
    PLACE_VERDICT_COUNT
} PlaceVerdict;

typedef struct PlaceJudgement {
    PlaceVerdict verdict;
    OracleSide side; // the exact answer
    double distance; // to the named feature; for PLACE_WITHIN and PLACE_WRONG_SIDE to the surface; else 0
} PlaceJudgement;

const char *GetPlaceVerdictName(PlaceVerdict verdict); // @lifetime static

PlaceJudgement JudgePlace(const SolidCase *given, cdVec3 point, cdLocation location, double tolerance);

// Returns the distance to a vertex, an edge or a face of the solid; infinity for an invalid index.
double FindPlaceDistance(const SolidCase *given, cdVec3 point, cdLocation location);

// Returns the distance to the features that share a vertex with a feature, itself included.
double FindIncidentDistance(const SolidCase *given, cdVec3 point, cdLocation location);

typedef struct SegmentJudgement {
    const char *fault;       // NULL: no fault. @lifetime static
    double at;               // fraction of the segment at the fault
    PlaceJudgement location; // of the wrong location
} SegmentJudgement;

SegmentJudgement JudgeSegment(const SolidCase *given, cdVec3 p, cdVec3 q, const cdSegmentPieces *pieces);

#endif
