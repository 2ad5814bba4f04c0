// Judges what cdClassifyPoint and cdClassifySegment say of a solid, by the oracle.
//
// A place is wrong when it says inside or outside, the exact answer is another, and the surface is farther
// than the tolerance; or when it names a vertex, an edge or a face that is farther than the tolerance. The
// pieces of a segment must cover it in order, neighbours differ, and every place be right within
// JUDGE_SEGMENT_FACTOR tolerances wherever it is looked at: at points, at the ends and the middle of what is
// open, and between all crossings that the oracle finds with the triangles. A segment's piece may run past
// the border of its face or the end of its edge by up to 100 tolerances, where another feature with a vertex
// of it is as near.
#ifndef JUDGE_SOLID_H
#define JUDGE_SOLID_H

#include "collision/classify.h"
#include "oracle/oracle_solid.h"

#define JUDGE_SEGMENT_FACTOR 4.0

// A mesh with its solid, made of the oracle's points (MakeOracleSolidOfMesh), so that original ids are
// indices of these.
typedef struct SolidCase {
    const cdMesh *mesh;
    const OracleSolid *oracle;
} SolidCase;

typedef enum PlaceVerdict {
    PLACE_RIGHT = 0,
    PLACE_WITHIN,        // inside or outside, the exact answer is another, but the surface is near enough
    PLACE_UNDECIDED,     // of a finite point
    PLACE_WRONG_SIDE,    // inside or outside, and is neither that nor near the surface
    PLACE_WRONG_FEATURE, // the vertex, edge or face named does not exist or is too far away
    PLACE_VERDICT_COUNT
} PlaceVerdict;

typedef struct PlaceJudgement {
    PlaceVerdict verdict;
    OracleSide side; // the exact answer
    double distance; // to the feature named; of PLACE_WITHIN and PLACE_WRONG_SIDE to the surface; else 0
} PlaceJudgement;

const char *GetPlaceVerdictName(PlaceVerdict verdict); // @lifetime static

PlaceJudgement JudgePlace(const SolidCase *given, cdVec3 point, cdLocation location, double tolerance);

// The distance to a vertex, an edge or a face of the solid; infinity when there is none of that index.
double FindPlaceDistance(const SolidCase *given, cdVec3 point, cdLocation location);

// The distance to what shares a vertex with a feature, itself included.
double FindIncidentDistance(const SolidCase *given, cdVec3 point, cdLocation location);

typedef struct SegmentJudgement {
    const char *fault;       // NULL: none. @lifetime static
    double at;               // fraction of the way where the fault is
    PlaceJudgement location; // of a place that is wrong
} SegmentJudgement;

SegmentJudgement JudgeSegment(const SolidCase *given, cdVec3 p, cdVec3 q, const cdSegmentPieces *pieces);

#endif
