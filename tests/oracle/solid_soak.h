// The contract of classify.h: points and segments against random solids, judged by the oracle.
#ifndef SOLID_SOAK_H
#define SOLID_SOAK_H

#include "oracle/judge_solid.h"
#include "oracle/random_solid.h"

#include <stdio.h>

typedef struct SolidTally {
    int64_t solids, refused; // refused: cdCreateMesh rejected a random solid
    int64_t points;
    int64_t verdicts[PLACE_VERDICT_COUNT]; // of points
    int64_t places[CD_ON_FACE + 1];        // points by cdLocationKind
    int64_t onSurface, onMissed; // points exactly on the surface; of these classified inside or outside
    double worstDistance;        // to the named feature, or to the surface, in tolerances
    int64_t segments, pieces, wrongSegments;
} SolidTally;

typedef struct SolidSoak {
    uint64_t seed, first; // solids number first to first + count - 1
    int64_t count;
    int32_t pointsEach, segmentsEach;
    bool facePlanesOnly;
    FILE *log; // describes wrong answers, with the seed and number that repeat them; NULL: silent
} SolidSoak;

SolidTally RunSolidSoak(const SolidSoak *soak);
void AddSolidTally(SolidTally *sum, const SolidTally *part);
int64_t CountWrongPlaces(const SolidTally *tally); // of points

// A random solid ready for queries.
typedef struct SoakSolid {
    RandomSolid made;
    OracleSolid oracle;
    cdMesh *mesh; // with its B-rep index
    cdBuildError error;
    SolidCase given;
} SoakSolid;

// Returns false on failure, with `error` if the library rejects it. Always free it.
bool MakeSoakSolid(uint64_t seed, uint64_t number, bool facePlanesOnly, SoakSolid *made);
void FreeSoakSolid(SoakSolid *made);

#endif
