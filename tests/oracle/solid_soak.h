// The contract of classify.h: many points and segments against many random solids, judged by the oracle.
#ifndef SOLID_SOAK_H
#define SOLID_SOAK_H

#include "oracle/judge_solid.h"
#include "oracle/random_solid.h"

#include <stdio.h>

typedef struct SolidTally {
    int64_t solids, refused; // refused: cdCreateMesh said that a random solid is none
    int64_t points;
    int64_t verdicts[PLACE_VERDICT_COUNT]; // of points
    int64_t places[CD_ON_FACE + 1];        // points by cdLocationKind
    int64_t onSurface, onMissed; // points exactly on the surface; of these said to be inside or outside
    double worstDistance;        // to the feature named, or to the surface, in tolerances
    int64_t segments, pieces, wrongSegments;
} SolidTally;

typedef struct SolidSoak {
    uint64_t seed, first; // solids number first to first + count - 1
    int64_t count;
    int32_t pointsEach, segmentsEach;
    bool facePlanesOnly;
    FILE *log; // wrong answers are described here, with the seed and number that repeat them; NULL: nowhere
} SolidSoak;

SolidTally RunSolidSoak(const SolidSoak *soak);
void AddSolidTally(SolidTally *sum, const SolidTally *part);
int64_t CountWrongPlaces(const SolidTally *tally); // of points

// A random solid ready to be asked.
typedef struct SoakSolid {
    RandomSolid made;
    OracleSolid oracle;
    cdMesh *mesh; // with its solid
    cdBuildError error;
    SolidCase given;
} SoakSolid;

// false: it could not be made; with `error` when the library refuses it. To be freed in every case.
bool MakeSoakSolid(uint64_t seed, uint64_t number, bool facePlanesOnly, SoakSolid *made);
void FreeSoakSolid(SoakSolid *made);

#endif
