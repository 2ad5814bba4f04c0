// Separating vectors: closed forms, the oracle over random pairs, and invariances.
//
// The long forms of the random pairs are FC_CASES=5 and `firstcontact bench soak`; repeat a failed pair by
// its seed and number.
#include "cases.h"
#include "collision/collision.h"
#include "oracle/convex_soak.h"
#include "random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const double PI = 3.14159265358979323846;

static cdConvex *createBox(double x, double y, double z) {
    cdVec3 points[8];
    for (int i = 0; i < 8; i++)
        points[i] = cdMakeVec3(i & 1 ? x : -x, i & 2 ? y : -y, i & 4 ? z : -z);
    cdConvex *box = cdCreateConvex(&(cdConvexDef){.points = points, .pointCount = 8}, NULL);
    assert_non_null(box);
    return box;
}

static cdPose at(double x, double y, double z) {
    return (cdPose){{x, y, z}, {1.0, 0.0, 0.0, 0.0}};
}

static cdSeparation find(const cdConvex *a, cdPose poseA, const cdConvex *b, cdPose poseB) {
    return cdFindSeparatingVector(
        &(cdSeparationInput){.convexA = a, .convexB = b, .poseA = poseA, .poseB = poseB}, NULL, NULL);
}

// Boxes of half extents 1, 2, 3 side by side along x, with a gap of 0.5: the line of centres separates, the
// gap along it is 0.5, and the supporting vertices are corners of the two facing sides. Red: a vector from B
// to A, a vertex of the far side, A's and B's exchanged.
static void testBoxesSideBySide(void **state) {
    (void)state;
    cdConvex *box = createBox(1, 2, 3);
    const cdVec3 *vertices = cdGetConvexInfo(box).vertices;
    const cdPose far = at(1e6, -2e6, 3e6);
    for (int k = 0; k < 2; k++) {
        cdPose poseA = k ? far : cdIdentityPose(), poseB = poseA;
        poseB.p.x += 2.5;
        cdSeparation found = find(box, poseA, box, poseB);
        assert_int_equal(found.state, CD_FREE);
        assert_true(fabs(found.gap - 0.5) <= found.tolerance && found.tolerance < 1e-12);
        assert_true(cdLength(cdSub(found.vector, cdMakeVec3(1, 0, 0))) < 1e-15);
        assert_true(vertices[found.vertexA].x == 1.0 && vertices[found.vertexB].x == -1.0);
        assert_true(found.iterations == 1 && !found.fallback);
    }
    cdDestroyConvex(box);
}

// Separated slightly face to face, edge to edge and corner to corner: some vector separates, by at most the
// distance, and the gap is that along the vector. Red: a collision where the line of centres does not
// separate.
static void testSeparatedBoxes(void **state) {
    (void)state;
    cdConvex *box = createBox(1, 2, 3);
    static const struct {
        cdVec3 p;
        double distance;
    } cases[] = {{{2.0 + 1e-9, 3.5, -5.5}, 1e-9},
                 {{-1.5, 4.0 + 1e-9, 5.0}, 1e-9},
                 {{2.0 + 3e-9, -4.0 - 4e-9, 1.0}, 5e-9},
                 {{2.0 + 2e-9, 4.0 + 3e-9, -6.0 - 6e-9}, 7e-9}};
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        cdSeparation found = find(box, cdIdentityPose(), box, (cdPose){cases[k].p, {1.0, 0.0, 0.0, 0.0}});
        assert_int_equal(found.state, CD_FREE);
        assert_true(found.gap > 0.0 && found.gap <= cases[k].distance + found.tolerance);
        const cdVec3 *v = cdGetConvexInfo(box).vertices;
        cdVec3 apart = cdSub(cdAdd(cases[k].p, v[found.vertexB]), v[found.vertexA]);
        assert_true(fabs(cdDot(found.vector, apart) - found.gap) <= found.tolerance);
    }
    cdDestroyConvex(box);
}

// Faces, edges and corners that touch, in all combinations: no distance and no depth. Then penetrating by a
// quarter. Red: touching taken for separated, as in the paper, or for a collision.
static void testTouchingIsAnAnswer(void **state) {
    (void)state;
    cdConvex *box = createBox(1, 2, 3), *small = createBox(0.5, 0.5, 0.5);
    const cdQuat eighthTurn = cdMakeQuat(cdMakeVec3(0, 0, 1), 0.25 * PI);
    const struct {
        const cdConvex *b;
        cdPose pose;
    } touching[] = {{box, at(2, 0, 0)},       {box, at(2, 1.5, -2.5)},
                    {box, at(2, 4, 1)},       {box, at(-2, -4, -6)},
                    {small, at(1.5, 0, 0)},   {small, at(1.5, 2.5, 0)},
                    {small, at(1.5, 2, 3.5)}, {small, {{1.0 + sqrt(0.5), 0.3, 0.1}, eighthTurn}}};
    for (size_t k = 0; k < sizeof touching / sizeof touching[0]; k++) {
        cdSeparation found = find(box, cdIdentityPose(), touching[k].b, touching[k].pose);
        assert_int_equal(found.state, CD_CONTACT);
        assert_true(fabs(found.gap) <= found.tolerance && found.fallback);
        assert_true(fabs(cdLength(found.vector) - 1.0) < 1e-14);
    }
    const cdPose crossing[] = {at(1.75, 0, 0), at(0, 0, 0), at(0, 3.75, 0), at(1.75, 3.75, 5.75)};
    for (size_t k = 0; k < sizeof crossing / sizeof crossing[0]; k++) {
        cdSeparation found = find(box, cdIdentityPose(), box, crossing[k]);
        assert_int_equal(found.state, CD_OVERLAP);
        assert_true(found.gap <= -0.25 + found.tolerance);
    }
    cdDestroyConvex(box);
    cdDestroyConvex(small);
}

// --- random pairs
// -------------------------------------------------------------------------------------------------

static void checkTally(const ConvexTally *tally) {
    for (int k = CONVEX_WITHIN_TOLERANCE + 1; k < CONVEX_VERDICT_COUNT; k++) {
        if (tally->verdicts[k] != 0)
            fail_msg("%lld answers are %s", (long long)tally->verdicts[k],
                     GetConvexVerdictName((ConvexVerdict)k));
    }
    assert_int_equal(tally->cacheDifferences, 0);
    // or the pairs would judge nothing
    assert_true(tally->states[CD_FREE] > tally->pairs / 5);
    assert_true(tally->states[CD_OVERLAP] > tally->pairs / 5);
    assert_true(tally->states[CD_CONTACT] > tally->pairs / 50);
    assert_true(tally->near > tally->pairs / 10);
}

// All shapes, positions, scales and offsets, with and without a cache. Red: any wrong state beyond the
// tolerance, any invalid vector, a state that the cache changes.
static void testRandomPairs(void **state) {
    (void)state;
    int count = countCases(2000);
    ConvexTally tally = RunConvexSoak(1, 0, count, 0, stderr);
    checkTally(&tally);
    assert_true(tally.cached > count / 2 && 2 * tally.cacheHits > tally.cached);
    assert_true(tally.fallbacks > 0 && tally.fallbacks < tally.answers / 2);
}

// Exactly one step of the search: the fallback decides the rest, just as right. Red: an ignored limit, a
// fallback that is wrong where the search would have ended.
static void testFallbackDecidesEverything(void **state) {
    (void)state;
    ConvexTally tally = RunConvexSoak(2, 0, countCases(800), 1, stderr);
    checkTally(&tally);
    assert_int_equal(tally.mostIterations, 1);
    assert_true(tally.fallbacks > tally.answers / 3);
}

typedef struct Pair {
    RandomHulls hulls;
    cdConvex *a, *b;
    Real gap; // NAN: too near to decide which state is right after the test's changes to the poses
} Pair;

static Pair makePair(uint64_t seed, uint64_t number) {
    Pair pair = {.hulls = MakeRandomHulls(seed, number)};
    pair.a = CreateOracleHull(&pair.hulls.a);
    pair.b = CreateOracleHull(&pair.hulls.b);
    assert_true(pair.a != NULL && pair.b != NULL);
    OracleHulls oracle;
    MakeOracleHulls(&pair.hulls.a, &pair.hulls.b, &oracle);
    pair.gap = FindOracleGap(&oracle).gap;
    double far = cdLength(pair.hulls.centerA) + cdLength(pair.hulls.centerB) + cdLength(pair.hulls.a.pose.p);
    if (fabsl(pair.gap) <= 1e-8L * oracle.size + 1e-12L * (Real)far) pair.gap = NAN;
    return pair;
}

static void freePair(Pair *pair) {
    cdDestroyConvex(pair->a);
    cdDestroyConvex(pair->b);
}

static void assertState(const Pair *pair, const cdSeparation *found, uint64_t number, const char *what) {
    cdState right = pair->gap > 0.0L ? CD_FREE : CD_OVERLAP;
    if (found->state == CD_UNDECIDED || (!isnan((double)pair->gap) && found->state != right))
        fail_msg("pair %llu %s: state %d, the gap is %Lg", (unsigned long long)number, what, found->state,
                 pair->gap);
}

// A and B exchanged, and both moved by the same motion: the same answer. Red: an asymmetry in the frame of
// the search, a dependence on the world's origin.
static void testSymmetries(void **state) {
    (void)state;
    Random random = {3};
    int decided = 0, count = countCases(500);
    for (uint64_t number = 0; number < (uint64_t)count; number++) {
        Pair pair = makePair(3, number);
        cdPose poseA = pair.hulls.a.pose, poseB = pair.hulls.b.pose;
        cdSeparation plain = find(pair.a, poseA, pair.b, poseB);
        assertState(&pair, &plain, number, "as it is");
        cdSeparation swapped = find(pair.b, poseB, pair.a, poseA);
        assertState(&pair, &swapped, number, "swapped");
        double reach = pair.hulls.radiusA + pair.hulls.radiusB;
        cdPose motion = {cdScale(reach, nextRandomVec3(&random)),
                         cdMakeQuat(nextRandomDirection(&random), nextRandomIn(&random, 0.0, PI))};
        cdSeparation moved = find(pair.a, cdMulPose(motion, poseA), pair.b, cdMulPose(motion, poseB));
        assertState(&pair, &moved, number, "moved together");
        decided += !isnan((double)pair.gap);
        freePair(&pair);
    }
    assert_true(decided > count * 12 / 25);
}

// All four support methods give the same state. Red: a climb that stops early.
static void testSupportMethodsAgree(void **state) {
    (void)state;
    uint64_t count = (uint64_t)countCases(400);
    for (uint64_t number = 0; number < count; number++) {
        Pair pair = makePair(4, number);
        for (int method = 0; method <= CD_SUPPORT_SCAN; method++) {
            cdSeparation found =
                cdFindSeparatingVector(&(cdSeparationInput){.convexA = pair.a,
                                                            .convexB = pair.b,
                                                            .poseA = pair.hulls.a.pose,
                                                            .poseB = pair.hulls.b.pose,
                                                            .support = (cdSupportMethod)method},
                                       NULL, NULL);
            assertState(&pair, &found, number, "by another support method");
        }
        freePair(&pair);
    }
}

// Another pair's cache, and any bytes at all. Red: an index out of range read, a NaN vector kept, a trusted
// witness of another pair.
static void testAnyCacheGivesTheSameState(void **state) {
    (void)state;
    Random random = {5};
    cdConvexCache stale = {0};
    uint64_t count = (uint64_t)countCases(800);
    for (uint64_t number = 0; number < count; number++) {
        Pair pair = makePair(5, number);
        cdConvexCache noise = stale;
        unsigned char bytes[sizeof noise];
        memcpy(bytes, &noise, sizeof noise);
        for (size_t i = 0; i < sizeof noise; i++) {
            if (number % 3 == 0 || nextRandomInt(&random, 0, 7) == 0)
                bytes[i] = (unsigned char)nextRandomBits(&random);
        }
        memcpy(&noise, bytes, sizeof noise);
        if (number % 3 == 1) noise.state = nextRandomInt(&random, 0, 3);
        const cdSeparationInput input = {
            .convexA = pair.a, .convexB = pair.b, .poseA = pair.hulls.a.pose, .poseB = pair.hulls.b.pose};
        cdSeparation found = cdFindSeparatingVector(&input, &noise, NULL);
        assertState(&pair, &found, number, "with noise in the cache");
        found = cdFindSeparatingVector(&input, &stale, NULL);
        assertState(&pair, &found, number, "with another pair's cache");
        freePair(&pair);
    }
}

static cdConvex *createCloud(Random *random, int32_t count) {
    cdVec3 points[100];
    for (int32_t i = 0; i < count; i++)
        points[i] = nextRandomDirection(random);
    cdConvex *hull = cdCreateConvex(&(cdConvexDef){.points = points, .pointCount = count}, NULL);
    assert_non_null(hull);
    return hull;
}

// Returns the vertex farthest along a direction of the world, among all.
static int32_t findFarthest(const cdConvex *hull, cdPose pose, cdVec3 direction) {
    const cdConvexInfo info = cdGetConvexInfo(hull);
    cdVec3 local = cdInvRotate(pose.q, direction);
    int32_t best = 0;
    for (int32_t i = 1; i < info.vertexCount; i++)
        if (cdDot(local, info.vertices[i]) > cdDot(local, info.vertices[best])) best = i;
    return best;
}

static cdVec3 getVertexAt(const cdConvex *hull, cdPose pose, int32_t vertex) {
    const cdConvexInfo info = cdGetConvexInfo(hull);
    return cdTransformPoint(pose, cdAdd(info.center, info.vertices[vertex]));
}

static void assertKept(const cdSeparationInput *input, const cdConvexCache *before,
                       const cdConvexCache *cache, const cdSeparation *found) {
    cdVec3 s = found->vector;
    assert_true(cdLength(cdSub(s, before->vector)) < 1e-14);
    assert_int_equal(found->vertexA, findFarthest(input->convexA, input->poseA, s));
    assert_int_equal(found->vertexB, findFarthest(input->convexB, input->poseB, cdNegate(s)));
    cdVec3 p = getVertexAt(input->convexA, input->poseA, found->vertexA);
    cdVec3 q = getVertexAt(input->convexB, input->poseB, found->vertexB);
    assert_true(fabs(cdDot(s, cdSub(q, p)) - found->gap) < 1e-13);
    assert_true(found->iterations == 1 && found->reason == CD_REASON_NONE && found->gap > found->tolerance);
    assert_true(!found->repeated && !found->fallback && found->tolerance > 0.0);
    assert_int_equal(cache->state, CD_FREE);
    assert_memory_equal(&cache->vector, &s, sizeof s);
    assert_true(cache->vertexA == found->vertexA && cache->vertexB == found->vertexB);
}

// Turning hulls whose cached vector still separates, against all their vertices; with a trace, too. Red: a
// vertex of the other hull, that of the last query, a field that is not set, a cache that is not updated.
static void testKeptVectors(void **state) {
    (void)state;
    static const int32_t counts[] = {6, 20, 100};
    Random random = {11};
    cdTraceEvent events[16];
    int32_t keptCount = 0;
    for (int32_t i = 0; i < 60; i++) {
        cdConvex *a = createCloud(&random, counts[i % 3]), *b = createCloud(&random, counts[i / 3 % 3]);
        cdSeparationInput input = {
            .convexA = a, .convexB = b, .poseA = at(0, 0, 0), .poseB = at(1.5 + 0.02 * i, 0.3, -0.2)};
        cdVec3 axis = nextRandomDirection(&random);
        cdConvexCache cache = {0};
        for (int32_t k = 0; k < 60; k++) {
            input.poseA.q = cdMulQuat(cdMakeQuat(axis, 0.1), input.poseA.q);
            input.poseB.q = cdMulQuat(cdMakeQuat(axis, -0.07), input.poseB.q);
            cdConvexCache before = cache, other = cache;
            cdTrace trace = {.events = events, .eventCapacity = 16};
            cdSeparation found = cdFindSeparatingVector(&input, &cache, NULL);
            cdSeparation traced = cdFindSeparatingVector(&input, &other, &trace);
            assert_true(traced.state == found.state && traced.gap == found.gap);
            assert_true(traced.vertexA == found.vertexA && traced.vertexB == found.vertexB);
            if (found.state != CD_FREE || !found.cacheHit) continue;
            assertKept(&input, &before, &cache, &found);
            keptCount++;
        }
        cdDestroyConvex(a);
        cdDestroyConvex(b);
    }
    assert_true(keptCount > 1000);
}

// --- limits
// -------------------------------------------------------------------------------------------------------

// A quaternion that is not unit, a NaN pose: undecided, and the cache unchanged. Red: an answer from a scaled
// hull, a NaN that passes a comparison.
static void testBadPosesAreUndecided(void **state) {
    (void)state;
    cdConvex *box = createBox(1, 2, 3);
    const cdPose bad[] = {{{5, 0, 0}, {0, 0, 0, 0}},        {{5, 0, 0}, {1.001, 0, 0, 0}},
                          {{5, 0, 0}, {0.5, 0.5, 0.5, 0}},  {{5, 0, 0}, {NAN, 0, 0, 0}},
                          {{5, 0, 0}, {1, 0, NAN, 0}},      {{NAN, 0, 0}, {1, 0, 0, 0}},
                          {{5, INFINITY, 0}, {1, 0, 0, 0}}, {{5, 0, -INFINITY}, {1, 0, 0, 0}}};
    for (size_t k = 0; k < sizeof bad / sizeof bad[0]; k++) {
        cdConvexCache cache = {0}, before;
        cdSeparationInput input = {
            .convexA = box, .convexB = box, .poseA = cdIdentityPose(), .poseB = at(5, 0, 0)};
        assert_int_equal(cdFindSeparatingVector(&input, &cache, NULL).state, CD_FREE);
        before = cache;
        for (int side = 0; side < 2; side++) {
            input.poseA = side ? bad[k] : cdIdentityPose();
            input.poseB = side ? cdIdentityPose() : bad[k];
            assert_int_equal(cdFindSeparatingVector(&input, NULL, NULL).state, CD_UNDECIDED);
            assert_int_equal(cdFindSeparatingVector(&input, &cache, NULL).state, CD_UNDECIDED);
            assert_memory_equal(&cache, &before, sizeof cache);
        }
    }
    cdDestroyConvex(box);
}

typedef struct HookLog {
    int allocations, asserts;
} HookLog;

static void *countAllocation(size_t byteCount, void *context) {
    ((HookLog *)context)->allocations++;
    return malloc(byteCount);
}

static void release(void *memory, void *context) {
    (void)context;
    free(memory);
}

static void countAssert(const char *condition, const char *file, int line, void *context) {
    (void)condition, (void)file, (void)line;
    ((HookLog *)context)->asserts++;
}

static int restoreHooks(void **state) {
    (void)state;
    cdSetHooks(NULL);
    return 0;
}

// A query allocates no memory in any case; a missing hull is the caller's error. Red: an allocation in the
// fallback.
static void testQueriesAllocateNothing(void **state) {
    (void)state;
    HookLog log = {0};
    cdSetHooks(&(cdHooks){countAssert, countAllocation, release, &log});
    int64_t fallbacks = 0;
    for (uint64_t number = 0; number < 500; number++) {
        Pair pair = makePair(7, number);
        int before = log.allocations;
        assert_true(before > 0);
        cdConvexCache cache = {0};
        for (int k = 0; k < 3; k++) {
            const cdSeparationInput input = {.convexA = pair.a,
                                             .convexB = pair.b,
                                             .poseA = pair.hulls.a.pose,
                                             .poseB = pair.hulls.b.pose,
                                             .maxIterations = k == 2};
            fallbacks += cdFindSeparatingVector(&input, k == 1 ? &cache : NULL, NULL).fallback;
        }
        assert_int_equal(log.allocations, before);
        freePair(&pair);
    }
    assert_true(fallbacks > 100);
    assert_int_equal(log.asserts, 0);
    cdConvex *box = createBox(1, 1, 1);
    assert_int_equal(find(box, cdIdentityPose(), NULL, cdIdentityPose()).state, CD_UNDECIDED);
    assert_int_equal(log.asserts, 1);
    cdDestroyConvex(box);
}

// Pairs that once failed, one "seed number" a line: tests/data/convex_pairs.txt.
static void testPairsThatOnceFailed(void **state) {
    (void)state;
    FILE *file = fopen(FC_TEST_DATA "/convex_pairs.txt", "r");
    assert_non_null(file);
    unsigned long long seed, number;
    char line[200];
    int count = 0;
    while (fgets(line, sizeof line, file)) {
        if (line[0] == '#' || sscanf(line, "%llu %llu", &seed, &number) != 2) continue;
        for (int32_t limit = 0; limit < 4; limit++) {
            ConvexTally tally = RunConvexSoak(seed, number, 1, limit, stderr);
            assert_int_equal(CountWrongAnswers(&tally), 0);
        }
        count++;
    }
    fclose(file);
    assert_true(count > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testBoxesSideBySide),
        cmocka_unit_test(testSeparatedBoxes),
        cmocka_unit_test(testTouchingIsAnAnswer),
        cmocka_unit_test(testRandomPairs),
        cmocka_unit_test(testFallbackDecidesEverything),
        cmocka_unit_test(testSymmetries),
        cmocka_unit_test(testSupportMethodsAgree),
        cmocka_unit_test(testAnyCacheGivesTheSameState),
        cmocka_unit_test(testKeptVectors),
        cmocka_unit_test(testBadPosesAreUndecided),
        cmocka_unit_test_teardown(testQueriesAllocateNothing, restoreHooks),
        cmocka_unit_test(testPairsThatOnceFailed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
