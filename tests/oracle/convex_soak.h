// The contract of cdFindSeparatingVector: random pairs of hulls, every answer judged by the oracle.
#ifndef CONVEX_SOAK_H
#define CONVEX_SOAK_H

#include "collision/convex.h"
#include "oracle/random_convex.h"

#include <stdio.h>

typedef enum ConvexVerdict {
    CONVEX_RIGHT = 0,
    CONVEX_WITHIN_TOLERANCE, // the true gap is within the tolerance, the answer is a neighbouring one
    CONVEX_FALSE_DISJOINT,   // reported separated, but not
    CONVEX_FALSE_COLLIDE,    // reported to share a point, but not
    CONVEX_FALSE_TOUCHING,   // reported to touch, but gap or depth exceeds the tolerance
    CONVEX_UNDECIDED,
    CONVEX_WRONG_VECTOR,   // the gap is not that along the vector, or other vertices support it
    CONVEX_WIDE_TOLERANCE, // the tolerance exceeds what rounding explains
    CONVEX_VERDICT_COUNT
} ConvexVerdict;

const char *GetConvexVerdictName(ConvexVerdict verdict); // @lifetime static

typedef struct ConvexTally {
    int64_t pairs;   // pairs of hulls at two poses each
    int64_t answers; // judged: one or, with and without a cache, two of each
    int64_t verdicts[CONVEX_VERDICT_COUNT];
    int64_t states[4]; // by cdState, of the calls without a cache
    int64_t near;      // of these: the true gap is within a millionth of the radii
    int64_t fallbacks, repeated;
    int64_t cached, cacheHits; // calls with the cache of the frame before; those it helped
    int64_t cacheDifferences;  // the cache changes the answer and the true gap is beyond the tolerance
    int32_t mostIterations;
    double worstTouch; // maximum |true gap| / tolerance of a touching answer
} ConvexTally;

// Judges pairs number first to first + count - 1 of a seed. A number divisible by four starts a sequence of
// that pair and three frames of a small motion, with and without a cache. Describes wrong answers on `log`
// (NULL: silent), with the seed and number that repeat them. `maxIterations` as in cdSeparationInput.
ConvexTally RunConvexSoak(uint64_t seed, uint64_t first, int64_t count, int32_t maxIterations, FILE *log);

void AddConvexTally(ConvexTally *sum, const ConvexTally *part);
int64_t CountWrongAnswers(const ConvexTally *tally);

// Creates the hull of an oracle's points. NULL without memory.
cdConvex *CreateOracleHull(const OraclePoints *points);

// A pair with the data to judge an answer.
typedef struct ConvexCase {
    const RandomHulls *hulls;
    const cdConvex *a, *b;
    const OracleHulls *oracle;
    OracleGap truth;
} ConvexCase;

ConvexVerdict JudgeSeparation(const ConvexCase *given, const cdSeparation *result);

#endif
