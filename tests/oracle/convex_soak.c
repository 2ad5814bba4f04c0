// Random pairs of hulls, every answer judged; see convex_soak.h.
#include "oracle/convex_soak.h"

enum { FRAME_COUNT = 4, TOLERANCE_UNITS = 256 };

const char *GetConvexVerdictName(ConvexVerdict verdict) {
    static const char *const names[CONVEX_VERDICT_COUNT] = {
        "right",     "within the tolerance", "falsely disjoint",  "falsely colliding", "falsely touching",
        "undecided", "wrong vector",         "tolerance too wide"};
    return names[verdict];
}

cdConvex *CreateOracleHull(const OraclePoints *points) {
    return cdCreateConvex(&(cdConvexDef){.points = points->points, .pointCount = points->count}, NULL);
}

static ConvexVerdict judgeState(const ConvexCase *given, const cdSeparation *result) {
    Real gap = given->truth.gap, accuracy = given->truth.accuracy, tolerance = result->tolerance;
    bool within = fabsl(gap) <= tolerance + accuracy;
    switch (result->state) {
    case CD_FREE:
        return gap < -accuracy ? CONVEX_FALSE_DISJOINT : within ? CONVEX_WITHIN_TOLERANCE : CONVEX_RIGHT;
    case CD_OVERLAP:
        return gap > accuracy ? CONVEX_FALSE_COLLIDE : within ? CONVEX_WITHIN_TOLERANCE : CONVEX_RIGHT;
    case CD_CONTACT:
        return within ? CONVEX_RIGHT : CONVEX_FALSE_TOUCHING;
    default:
        return CONVEX_UNDECIDED;
    }
}

// True if the gap along the vector is the given one and its vertices support it. A collision by the cached
// witness keeps the vector of the frame before.
static bool isVectorRight(const ConvexCase *given, const cdSeparation *result) {
    Real tolerance = (Real)result->tolerance + given->truth.accuracy;
    if (!(fabs(cdLength(result->vector) - 1.0) <= 1e-12)) return false;
    if (result->state == CD_OVERLAP && result->cacheHit) return true;
    int32_t countA = cdGetConvexInfo(given->a).vertexCount, countB = cdGetConvexInfo(given->b).vertexCount;
    const int32_t *idsA = cdGetConvexInfo(given->a).vertexIds, *idsB = cdGetConvexInfo(given->b).vertexIds;
    if (result->vertexA < 0 || result->vertexA >= countA || result->vertexB < 0 || result->vertexB >= countB)
        return false;
    RealVec3 along = toReal(result->vector), against = scaleReal(-1.0L, along);
    Real gap = GetOracleGapAlong(given->oracle, along);
    if (result->state == CD_FREE && !(gap > -given->truth.accuracy)) return false;
    return fabsl((Real)result->gap - gap) <= tolerance &&
           GetOracleShortfall(given->oracle, idsA[result->vertexA], false, along) <= tolerance &&
           GetOracleShortfall(given->oracle, idsB[result->vertexB], true, against) <= tolerance;
}

// Limits rounding by the size of the pair, and by the distance of the points from their own origins.
static bool isToleranceNarrow(const ConvexCase *given, const cdSeparation *result) {
    const RandomHulls *hulls = given->hulls;
    double far = cdLength(hulls->centerA) + cdLength(hulls->centerB);
    return result->tolerance <= TOLERANCE_UNITS * 0x1p-52 * ((double)given->oracle->size + 0.25 * far);
}

ConvexVerdict JudgeSeparation(const ConvexCase *given, const cdSeparation *result) {
    ConvexVerdict verdict = judgeState(given, result);
    if (verdict > CONVEX_WITHIN_TOLERANCE) return verdict;
    if (!isVectorRight(given, result)) return CONVEX_WRONG_VECTOR;
    return isToleranceNarrow(given, result) ? verdict : CONVEX_WIDE_TOLERANCE;
}

static void logAnswer(FILE *log, const ConvexCase *given, const cdSeparation *result, const char *what,
                      uint64_t seed, uint64_t number, int frame, bool cached) {
    if (log == NULL) return;
    const RandomHulls *hulls = given->hulls;
    fprintf(log,
            "seed %llu pair %llu frame %d%s (%s and %s, %s): %s: said %s, gap %.3g along its vector%s; true "
            "gap %.3Lg, tolerance %.3g\n",
            (unsigned long long)seed, (unsigned long long)number, frame, cached ? " cached" : "",
            GetHullShapeName(hulls->shapeA), GetHullShapeName(hulls->shapeB),
            GetHullPlacementName(hulls->placement), what, cdGetStateName(result->state), result->gap,
            result->fallback ? " by the fallback" : "", given->truth.gap, result->tolerance);
}

static void countAnswer(ConvexTally *tally, const ConvexCase *given, const cdSeparation *result) {
    tally->answers++;
    tally->fallbacks += result->fallback;
    tally->repeated += result->repeated;
    if (result->iterations > tally->mostIterations) tally->mostIterations = result->iterations;
    if (result->state == CD_CONTACT)
        tally->worstTouch =
            fmax(tally->worstTouch, fabs((double)given->truth.gap) / fmax(result->tolerance, 1e-300));
}

typedef struct SoakPosition {
    uint64_t seed, number;
    int frame;
    FILE *log;
} SoakPosition;

static void judgeAnswer(const SoakPosition *at, const ConvexCase *given, const cdSeparation *result,
                        bool cached, ConvexTally *tally) {
    ConvexVerdict verdict = JudgeSeparation(given, result);
    tally->verdicts[verdict]++;
    countAnswer(tally, given, result);
    if (verdict > CONVEX_WITHIN_TOLERANCE)
        logAnswer(at->log, given, result, GetConvexVerdictName(verdict), at->seed, at->number, at->frame,
                  cached);
}

// Judges one pair of poses, without and, if given, with the cache.
static void judgePair(const SoakPosition *at, const ConvexCase *given, int32_t maxIterations,
                      cdConvexCache *cache, ConvexTally *tally) {
    const cdSeparationInput input = {.convexA = given->a,
                                     .convexB = given->b,
                                     .poseA = given->hulls->a.pose,
                                     .poseB = given->hulls->b.pose,
                                     .support = (cdSupportMethod)(at->number % 3),
                                     .maxIterations = maxIterations};
    cdSeparation plain = cdFindSeparatingVector(&input, NULL, NULL);
    judgeAnswer(at, given, &plain, false, tally);
    tally->pairs++;
    tally->states[plain.state]++;
    Real gap = fabsl(given->truth.gap);
    tally->near += gap <= 1e-6L * (Real)(given->hulls->radiusA + given->hulls->radiusB);
    if (cache == NULL) return;
    bool known = cache->state != CD_UNDECIDED;
    cdSeparation cached = cdFindSeparatingVector(&input, cache, NULL);
    judgeAnswer(at, given, &cached, true, tally);
    tally->cached += known;
    tally->cacheHits += cached.cacheHit;
    if (cached.state == plain.state || gap <= (Real)plain.tolerance + given->truth.accuracy) return;
    tally->cacheDifferences++;
    logAnswer(at->log, given, &cached, "the cache changes the answer", at->seed, at->number, at->frame, true);
}

static void judgeSequence(SoakPosition at, int32_t maxIterations, ConvexTally *tally) {
    RandomHulls hulls = MakeRandomHulls(at.seed, at.number);
    cdConvex *a = CreateOracleHull(&hulls.a), *b = CreateOracleHull(&hulls.b);
    cdConvexCache cache = {0};
    bool sequence = at.number % FRAME_COUNT == 0;
    for (; a != NULL && b != NULL && at.frame < (sequence ? FRAME_COUNT : 1); at.frame++) {
        OracleHulls oracle;
        MakeOracleHulls(&hulls.a, &hulls.b, &oracle);
        const ConvexCase given = {&hulls, a, b, &oracle, FindOracleGap(&oracle)};
        judgePair(&at, &given, maxIterations, sequence ? &cache : NULL, tally);
        MoveRandomHulls(&hulls, at.seed, at.number);
    }
    if (a == NULL || b == NULL) tally->verdicts[CONVEX_UNDECIDED]++;
    cdDestroyConvex(a);
    cdDestroyConvex(b);
}

ConvexTally RunConvexSoak(uint64_t seed, uint64_t first, int64_t count, int32_t maxIterations, FILE *log) {
    ConvexTally tally = {0};
    for (uint64_t number = first; number < first + (uint64_t)count; number++)
        judgeSequence((SoakPosition){seed, number, 0, log}, maxIterations, &tally);
    return tally;
}

void AddConvexTally(ConvexTally *sum, const ConvexTally *part) {
    sum->pairs += part->pairs;
    sum->answers += part->answers;
    for (int k = 0; k < CONVEX_VERDICT_COUNT; k++)
        sum->verdicts[k] += part->verdicts[k];
    for (int k = 0; k < 4; k++)
        sum->states[k] += part->states[k];
    sum->near += part->near;
    sum->fallbacks += part->fallbacks;
    sum->repeated += part->repeated;
    sum->cached += part->cached;
    sum->cacheHits += part->cacheHits;
    sum->cacheDifferences += part->cacheDifferences;
    if (part->mostIterations > sum->mostIterations) sum->mostIterations = part->mostIterations;
    sum->worstTouch = fmax(sum->worstTouch, part->worstTouch);
}

int64_t CountWrongAnswers(const ConvexTally *tally) {
    int64_t wrong = tally->cacheDifferences;
    for (int k = CONVEX_WITHIN_TOLERANCE + 1; k < CONVEX_VERDICT_COUNT; k++)
        wrong += tally->verdicts[k];
    return wrong;
}
