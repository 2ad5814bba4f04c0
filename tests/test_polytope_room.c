// The room of polytopes: the scene's display and the benchmark's counts are correct.
#include "scenes/polytope_room.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { BODIES = 40, FRAMES = 60 };

static PolytopeRoomDef smallRoom(PolytopeShape shape) {
    PolytopeRoomDef def = GetDefaultPolytopeRoom();
    def.shape = shape;
    def.bodyCount = BODIES;
    def.vertexCount = 24;
    def.hullCount = 7;
    def.density = 0.8;
    def.seed = 5;
    return def;
}

static PolytopeRoom *makeRoom(const PolytopeRoomDef *def) {
    PolytopeRoom *room = MakePolytopeRoom(def);
    assert_non_null(room);
    return room;
}

static bool collide(const PolytopeRoom *room, int32_t a, int32_t b) {
    PolytopePair pair = {.bodyA = a, .bodyB = b};
    cdSeparationInput input = GetPolytopeQuery(room, &pair);
    return cdFindSeparatingVector(&input, NULL, NULL).state == CD_OVERLAP;
}

static void findCollisions(const PolytopeRoom *room, bool colliding[BODIES][BODIES]) {
    for (int32_t a = 0; a < BODIES; a++) {
        for (int32_t b = a + 1; b < BODIES; b++)
            colliding[a][b] = collide(room, a, b);
    }
}

// The box contains every vertex and touches one on each side.
static void checkBox(const PolytopeBody *body) {
    const cdConvexInfo info = cdGetConvexInfo(body->hull);
    int32_t count = info.vertexCount;
    const cdVec3 *vertices = info.vertices;
    cdVec3 center = info.center;
    cdBox3 box = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
    for (int32_t i = 0; i < count; i++) {
        cdVec3 v = cdTransformPoint(body->pose, cdAdd(center, vertices[i]));
        box.lower = cdMakeVec3(cdMin(box.lower.x, v.x), cdMin(box.lower.y, v.y), cdMin(box.lower.z, v.z));
        box.upper = cdMakeVec3(cdMax(box.upper.x, v.x), cdMax(box.upper.y, v.y), cdMax(box.upper.z, v.z));
    }
    assert_true(cdMaxAbs(cdSub(box.lower, body->box.lower)) < 1e-13);
    assert_true(cdMaxAbs(cdSub(box.upper, body->box.upper)) < 1e-13);
}

// Every shape, every frame: boxes are tight and in the room, speed and radius are as defined, and the
// colliding pairs are those found by testing all pairs without caches. Red: a pair that the broad phase
// loses, a cache given to another pair, a body that leaves through a wall.
static void testPairsAndWalls(void **state) {
    (void)state;
    for (int shape = 0; shape < POLYTOPE_SHAPE_COUNT; shape++) {
        PolytopeRoomDef def = smallRoom((PolytopeShape)shape);
        PolytopeRoom *room = makeRoom(&def);
        int32_t collisions = 0;
        for (int frame = 0; frame < FRAMES; frame++) {
            assert_true(StepPolytopeRoom(room));
            bool expected[BODIES][BODIES], found[BODIES][BODIES] = {{false}}, any[BODIES] = {false};
            findCollisions(room, expected);
            for (int32_t i = 0; i < room->pairCount; i++)
                found[room->pairs[i].bodyA][room->pairs[i].bodyB] = room->pairs[i].colliding;
            for (int32_t a = 0; a < BODIES; a++) {
                const PolytopeBody *body = &room->bodies[a];
                checkBox(body);
                assert_true(cdMaxAbs(body->box.lower) <= room->halfSide + 1e-13);
                assert_true(cdMaxAbs(body->box.upper) <= room->halfSide + 1e-13);
                assert_true(fabs(cdLength(body->velocity) - def.speed) < 1e-12);
                assert_true(fabs(cdGetConvexInfo(body->hull).radius - 1.0) < 0.2);
                for (int32_t b = a + 1; b < BODIES; b++) {
                    assert_int_equal(expected[a][b], found[a][b]);
                    any[a] = any[a] || found[a][b];
                    any[b] = any[b] || found[a][b];
                    collisions += found[a][b];
                }
            }
            for (int32_t a = 0; a < BODIES; a++)
                assert_int_equal(room->bodies[a].colliding, any[a]);
        }
        assert_true(collisions > 20);
        DestroyPolytopeRoom(room);
    }
}

// A body reverses exactly when one of its pairs begins to collide. Red: bodies that tremble inside each
// other, or that two simultaneous collisions reverse twice.
static void testReversals(void **state) {
    (void)state;
    PolytopeRoomDef def = smallRoom(POLYTOPE_MIX);
    PolytopeRoom *room = makeRoom(&def);
    bool before[BODIES][BODIES] = {{false}};
    int64_t reversals = 0, going = 0;
    for (int frame = 0; frame < FRAMES; frame++) {
        double turns[BODIES];
        for (int32_t i = 0; i < BODIES; i++)
            turns[i] = room->bodies[i].turn;
        assert_true(StepPolytopeRoom(room));
        bool now[BODIES][BODIES], begins[BODIES] = {false};
        findCollisions(room, now);
        for (int32_t a = 0; a < BODIES; a++) {
            for (int32_t b = a + 1; b < BODIES; b++) {
                going += before[a][b] && now[a][b];
                if (before[a][b] || !now[a][b]) continue;
                begins[a] = begins[b] = true;
            }
        }
        for (int32_t i = 0; i < BODIES; i++) {
            assert_true(room->bodies[i].turn == (begins[i] ? -turns[i] : turns[i]));
            reversals += begins[i];
        }
        memcpy(before, now, sizeof before);
    }
    assert_int_equal(room->stats.reversals, reversals);
    assert_true(reversals > 50 && going > 10);
    DestroyPolytopeRoom(room);
}

static int64_t sumSteps(const int64_t *steps) {
    int64_t sum = 0;
    for (int32_t k = 0; k <= POLYTOPE_STEP_MAX; k++)
        sum += steps[k];
    return sum;
}

// The histograms contain each test once and agree with the results. Red: touching pairs in neither histogram,
// cache hits of collisions counted as those of others.
static void testCounts(void **state) {
    (void)state;
    PolytopeRoomDef def = smallRoom(POLYTOPE_PLATE);
    PolytopeRoom *room = makeRoom(&def);
    int64_t tests = 0, disjointHits = 0, k2 = 0;
    int32_t largest = 0;
    for (int frame = 0; frame < FRAMES; frame++) {
        assert_true(StepPolytopeRoom(room));
        tests += room->pairCount;
        for (int32_t i = 0; i < room->pairCount; i++) {
            const cdSeparation *result = &room->results[i];
            disjointHits += result->cacheHit && result->state == CD_FREE;
            k2 += result->iterations == 2 && result->state == CD_FREE;
            if (result->state == CD_OVERLAP && result->iterations > largest) largest = result->iterations;
        }
    }
    const PolytopeStats *stats = &room->stats;
    assert_int_equal(stats->frames, FRAMES);
    assert_int_equal(stats->tests, tests);
    assert_int_equal(sumSteps(stats->collidingSteps), stats->collidingTests);
    assert_int_equal(sumSteps(stats->disjointSteps), tests - stats->collidingTests);
    assert_int_equal(stats->disjointSteps[2], k2);
    assert_int_equal(stats->disjointHits, disjointHits);
    assert_int_equal(GetLargestStep(stats->collidingSteps), largest);
    assert_int_equal(stats->undecided, 0);
    assert_true(disjointHits > tests / 4 && stats->seconds > 0.0);
    int64_t none[POLYTOPE_STEP_MAX + 1] = {0};
    assert_int_equal(GetLargestStep(none), 0);
    DestroyPolytopeRoom(room);
}

static PolytopeRoom *runRoom(const PolytopeRoomDef *def) {
    PolytopeRoom *room = makeRoom(def);
    for (int frame = 0; frame < FRAMES; frame++)
        assert_true(StepPolytopeRoom(room));
    return room;
}

static bool samePoses(const PolytopeRoom *a, const PolytopeRoom *b) {
    for (int32_t i = 0; i < BODIES; i++) {
        if (memcmp(&a->bodies[i].pose, &b->bodies[i].pose, sizeof(cdPose)) != 0) return false;
    }
    return true;
}

// The run follows from the seed, to the bit; caches and support methods change counts and no answer. Red: a
// cache that changes a state, uninitialized memory.
static void testSameRun(void **state) {
    (void)state;
    PolytopeRoomDef def = smallRoom(POLYTOPE_MIX);
    PolytopeRoom *first = runRoom(&def), *again = runRoom(&def);
    assert_true(samePoses(first, again));
    assert_memory_equal(first->stats.disjointSteps, again->stats.disjointSteps,
                        sizeof first->stats.disjointSteps);
    DestroyPolytopeRoom(again);
    for (int method = CD_SUPPORT_TABLE; method <= CD_SUPPORT_SCAN; method++) {
        for (int noCache = 0; noCache < 2; noCache++) {
            PolytopeRoomDef other = def;
            other.support = (cdSupportMethod)method;
            other.noCache = noCache != 0;
            PolytopeRoom *room = runRoom(&other);
            assert_true(samePoses(first, room));
            assert_int_equal(room->stats.collidingTests, first->stats.collidingTests);
            assert_true(other.noCache == (room->stats.disjointHits == 0));
            DestroyPolytopeRoom(room);
        }
    }
    def.seed++;
    PolytopeRoom *other = runRoom(&def);
    assert_false(samePoses(first, other));
    DestroyPolytopeRoom(other);
    DestroyPolytopeRoom(first);
}

// A pair keeps its number while its boxes overlap, and gets another one after they have separated. Red: a
// recorder that gives a pair the cache of another.
static void testOverlapNumbers(void **state) {
    (void)state;
    PolytopeRoomDef def = smallRoom(POLYTOPE_ROD);
    PolytopeRoom *room = makeRoom(&def);
    int32_t numbers[BODIES][BODIES], next = 0;
    memset(numbers, -1, sizeof numbers);
    for (int frame = 0; frame < FRAMES; frame++) {
        assert_true(StepPolytopeRoom(room));
        int32_t current[BODIES][BODIES];
        memset(current, -1, sizeof current);
        for (int32_t i = 0; i < room->pairCount; i++) {
            const PolytopePair *pair = &room->pairs[i];
            int32_t known = numbers[pair->bodyA][pair->bodyB];
            assert_int_equal(pair->overlap, known >= 0 ? known : next++);
            current[pair->bodyA][pair->bodyB] = pair->overlap;
        }
        memcpy(numbers, current, sizeof numbers);
    }
    assert_true(next > 100);
    DestroyPolytopeRoom(room);
}

// Red: an empty room divides by 0.
static void testWrongNumbers(void **state) {
    (void)state;
    PolytopeRoomDef none = smallRoom(POLYTOPE_MIX), flat = none, dense = none, fast = none;
    none.bodyCount = 0;
    flat.vertexCount = 3;
    dense.density = NAN;
    fast.speed = INFINITY;
    assert_null(MakePolytopeRoom(&none));
    assert_null(MakePolytopeRoom(&flat));
    assert_null(MakePolytopeRoom(&dense));
    assert_null(MakePolytopeRoom(&fast));
    DestroyPolytopeRoom(NULL);
    PolytopeRoomDef alone = smallRoom(POLYTOPE_ROD);
    alone.bodyCount = 1;
    alone.density = 1e9; // the room is never smaller than a body
    PolytopeRoom *room = makeRoom(&alone);
    for (int frame = 0; frame < FRAMES; frame++)
        assert_true(StepPolytopeRoom(room));
    assert_true(cdMaxAbs(room->bodies[0].pose.p) <= room->halfSide);
    DestroyPolytopeRoom(room);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testPairsAndWalls),  cmocka_unit_test(testReversals),
        cmocka_unit_test(testCounts),         cmocka_unit_test(testSameRun),
        cmocka_unit_test(testOverlapNumbers), cmocka_unit_test(testWrongNumbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
