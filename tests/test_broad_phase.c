// The broad phase against all pairs of boxes: the same pairs, in order, for any motion of the bodies.
#include "collision/broad_phase.h"
#include "random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { BODY_MAX = 150 };

typedef struct Bodies {
    cdBox3 boxes[BODY_MAX];
    bool present[BODY_MAX];
    int32_t count;
    cdBroadPhasePair pairs[BODY_MAX * BODY_MAX / 2], before[BODY_MAX * BODY_MAX / 2];
    int32_t pairCount, beforeCount;
} Bodies;

static Bodies bodies; // too large for the stack

static cdBox3 boxAround(cdVec3 center, cdVec3 half) {
    return (cdBox3){cdSub(center, half), cdAdd(center, half)};
}

static cdVec3 randomHalf(Random *random, double size) {
    double x = nextRandomIn(random, 0.0, size), y = nextRandomIn(random, 0.0, size);
    return (cdVec3){x, y, nextRandomIn(random, 0.0, size)};
}

// Returns a box centred in a cube of half side `room`, half sides up to `size`.
static cdBox3 randomBox(Random *random, double room, double size) {
    cdVec3 center = cdScale(room, nextRandomVec3(random));
    return boxAround(center, randomHalf(random, size));
}

static bool overlapOnAxis(double lowerA, double upperA, double lowerB, double upperB) {
    return lowerA <= upperB && lowerB <= upperA;
}

static bool overlap(const cdBox3 *a, const cdBox3 *b) {
    return overlapOnAxis(a->lower.x, a->upper.x, b->lower.x, b->upper.x) &&
           overlapOnAxis(a->lower.y, a->upper.y, b->lower.y, b->upper.y) &&
           overlapOnAxis(a->lower.z, a->upper.z, b->lower.z, b->upper.z);
}

static void findPairs(void) {
    memcpy(bodies.before, bodies.pairs, sizeof bodies.before);
    bodies.beforeCount = bodies.pairCount;
    bodies.pairCount = 0;
    for (int32_t a = 0; a < bodies.count; a++) {
        for (int32_t b = a + 1; b < bodies.count; b++) {
            if (bodies.present[a] && bodies.present[b] && overlap(&bodies.boxes[a], &bodies.boxes[b]))
                bodies.pairs[bodies.pairCount++] = (cdBroadPhasePair){a, b};
        }
    }
}

static int32_t countMissing(const cdBroadPhasePair *pairs, int32_t count, const cdBroadPhasePair *in,
                            int32_t inCount) {
    int32_t missing = 0;
    for (int32_t i = 0; i < count; i++) {
        bool found = false;
        for (int32_t k = 0; k < inCount && !found; k++)
            found = pairs[i].bodyA == in[k].bodyA && pairs[i].bodyB == in[k].bodyB;
        missing += !found;
    }
    return missing;
}

// Updates and compares with all pairs of boxes, and the changes with the pairs before.
static cdBroadPhaseUpdate updateAndCheck(cdBroadPhase *broadPhase) {
    findPairs();
    cdBroadPhaseUpdate update = cdUpdateBroadPhase(broadPhase);
    assert_false(update.outOfMemory);
    assert_int_equal(update.pairCount, bodies.pairCount);
    for (int32_t i = 0; i < update.pairCount; i++) {
        assert_int_equal(update.pairs[i].bodyA, bodies.pairs[i].bodyA);
        assert_int_equal(update.pairs[i].bodyB, bodies.pairs[i].bodyB);
    }
    assert_int_equal(update.pairsBegun,
                     countMissing(bodies.pairs, bodies.pairCount, bodies.before, bodies.beforeCount));
    assert_int_equal(update.pairsEnded,
                     countMissing(bodies.before, bodies.beforeCount, bodies.pairs, bodies.pairCount));
    return update;
}

static void setBody(cdBroadPhase *broadPhase, int32_t body, cdBox3 box) {
    assert_true(cdSetBroadPhaseBox(broadPhase, body, &box));
    bodies.boxes[body] = box;
    bodies.present[body] = true;
}

static void removeBody(cdBroadPhase *broadPhase, int32_t body) {
    assert_true(cdSetBroadPhaseBox(broadPhase, body, NULL));
    bodies.present[body] = false;
}

static cdBroadPhase *makeBroadPhase(int32_t count) {
    memset(&bodies, 0, sizeof bodies);
    bodies.count = count;
    cdBroadPhase *broadPhase = cdCreateBroadPhase(count);
    assert_non_null(broadPhase);
    return broadPhase;
}

// Bodies drift through a room, a few centimetres an update. Red: a pair that begins on one axis long after
// the others, or ends on one axis only, is missed or stays.
static void testCoherentMotion(void **state) {
    (void)state;
    Random random = {1};
    for (int run = 0; run < 6; run++) {
        cdBroadPhase *broadPhase = makeBroadPhase(run < 3 ? 100 : 12);
        cdVec3 centers[BODY_MAX], halves[BODY_MAX], velocities[BODY_MAX];
        for (int32_t i = 0; i < bodies.count; i++) {
            centers[i] = cdScale(2.0, nextRandomVec3(&random));
            halves[i] = randomHalf(&random, 0.5);
            velocities[i] = cdScale(0.05, nextRandomVec3(&random));
        }
        int resorted = 0;
        for (int step = 0; step < 200; step++) {
            for (int32_t i = 0; i < bodies.count; i++) {
                if (cdMaxAbs(centers[i]) > 2.5) velocities[i] = cdScale(-0.02, centers[i]);
                centers[i] = cdAdd(centers[i], velocities[i]);
                setBody(broadPhase, i, boxAround(centers[i], halves[i]));
            }
            cdBroadPhaseUpdate update = updateAndCheck(broadPhase);
            resorted += update.resorted;
            assert_true(step == 0 || update.exchanges < 40 * bodies.count);
        }
        assert_true(resorted <= 1); // at the first update
        cdDestroyBroadPhase(broadPhase);
    }
}

// Some bodies, or all, jump anywhere; sizes change too. Red: a jump across many others loses those at its
// target; a full sort keeps or forgets earlier pairs.
static void testTeleportingBodies(void **state) {
    (void)state;
    Random random = {2};
    int resorted = 0, inserted = 0;
    for (int run = 0; run < 6; run++) {
        cdBroadPhase *broadPhase = makeBroadPhase(run < 4 ? 150 : 10);
        for (int step = 0; step < 120; step++) {
            int jumping = step == 0 || step % 10 == 9 ? 100 : nextRandomInt(&random, 0, 8);
            for (int32_t i = 0; i < bodies.count; i++) {
                if (nextRandomInt(&random, 0, 99) >= jumping) continue;
                setBody(broadPhase, i, randomBox(&random, 2.0, 0.8));
            }
            cdBroadPhaseUpdate update = updateAndCheck(broadPhase);
            resorted += update.resorted;
            inserted += !update.resorted;
        }
        cdDestroyBroadPhase(broadPhase);
    }
    assert_true(resorted > 30 && inserted > 300); // both algorithms run
}

// All coordinates are small integers, so that ends coincide all the time and boxes touch in faces, edges and
// corners; some are flat or points. Red: equal ends in the wrong order, and a missed touch.
static void testEqualCoordinates(void **state) {
    (void)state;
    Random random = {3};
    for (int run = 0; run < 4; run++) {
        cdBroadPhase *broadPhase = makeBroadPhase(60);
        for (int step = 0; step < 150; step++) {
            for (int32_t i = 0; i < bodies.count; i++) {
                if (step > 0 && nextRandomInt(&random, 0, 3) > 0) continue;
                cdVec3 lower = nextRandomGridPoint(&random, 0, 6);
                setBody(broadPhase, i, (cdBox3){lower, cdAdd(lower, nextRandomGridPoint(&random, 0, 2))});
            }
            updateAndCheck(broadPhase);
        }
        cdDestroyBroadPhase(broadPhase);
    }
    cdBroadPhase *broadPhase = makeBroadPhase(2);
    setBody(broadPhase, 0, (cdBox3){{0.0, 0.0, 0.0}, {1.0, 1.0, 1.0}});
    setBody(broadPhase, 1, (cdBox3){{1.0, 1.0, -1.0}, {2.0, 2.0, 0.0}}); // a corner each
    assert_int_equal(updateAndCheck(broadPhase).pairCount, 1);
    setBody(broadPhase, 1, (cdBox3){{nextafter(1.0, 2.0), 1.0, -1.0}, {2.0, 2.0, 0.0}});
    assert_int_equal(updateAndCheck(broadPhase).pairsEnded, 1);
    setBody(broadPhase, 1, (cdBox3){{0.2, 0.2, 0.2}, {0.3, 0.3, 0.3}}); // all inside
    assert_int_equal(updateAndCheck(broadPhase).pairsBegun, 1);
    cdDestroyBroadPhase(broadPhase);
}

// All boxes coincide, with far more pairs than fit at first, then separate and return. Red: pairs dropped
// from a full list never come back, or are reported as begun twice.
static void testManyCoincide(void **state) {
    (void)state;
    Random random = {4};
    cdBroadPhase *broadPhase = makeBroadPhase(BODY_MAX);
    for (int step = 0; step < 40; step++) {
        double room = step % 8 < 4 ? 0.5 : 6.0;
        for (int32_t i = 0; i < bodies.count; i++)
            setBody(broadPhase, i,
                    boxAround(cdScale(room, nextRandomVec3(&random)), (cdVec3){0.5, 0.5, 0.5}));
        updateAndCheck(broadPhase);
        if (step % 8 == 3) assert_int_equal(bodies.pairCount, BODY_MAX * (BODY_MAX - 1) / 2);
    }
    cdDestroyBroadPhase(broadPhase);
}

// Bodies come and go, also twice between two updates, while others move. Red: the pairs of a removed body
// stay, or a returning body is assumed to have stayed.
static void testBodiesComeAndGo(void **state) {
    (void)state;
    Random random = {5};
    cdBroadPhase *broadPhase = makeBroadPhase(60);
    for (int step = 0; step < 400; step++) {
        for (int change = nextRandomInt(&random, 0, 12); change > 0; change--) {
            int32_t i = nextRandomInt(&random, 0, bodies.count - 1);
            if (nextRandomInt(&random, 0, 2) == 0)
                removeBody(broadPhase, i);
            else
                setBody(broadPhase, i, randomBox(&random, 1.0, 0.4));
        }
        if (step % 100 == 99) {
            for (int32_t i = 0; i < bodies.count; i++)
                removeBody(broadPhase, i);
        }
        updateAndCheck(broadPhase);
    }
    assert_int_equal(bodies.pairCount, 0);
    cdDestroyBroadPhase(broadPhase);
}

// A second update without a change swaps nothing and changes no pair. Red: an incoherent update.
static void testNothingMoves(void **state) {
    (void)state;
    Random random = {6};
    cdBroadPhase *broadPhase = makeBroadPhase(100);
    for (int32_t i = 0; i < bodies.count; i++)
        setBody(broadPhase, i, randomBox(&random, 1.0, 0.4));
    assert_true(updateAndCheck(broadPhase).pairsBegun > 100);
    cdBroadPhaseUpdate again = updateAndCheck(broadPhase);
    assert_int_equal(again.exchanges, 0);
    assert_int_equal(again.pairsBegun, 0);
    assert_int_equal(again.pairsEnded, 0);
    cdDestroyBroadPhase(broadPhase);
}

// Infinite boxes are valid; a NaN or an upper end below the lower one is rejected and changes nothing. Red: a
// NaN in a list, which breaks every order.
static void testWrongBoxes(void **state) {
    (void)state;
    cdBroadPhase *broadPhase = makeBroadPhase(3);
    setBody(broadPhase, 0, (cdBox3){{-INFINITY, 0.0, -INFINITY}, {INFINITY, 1.0, INFINITY}});
    setBody(broadPhase, 1, (cdBox3){{-1.0, 0.5, 3.0}, {1.0, 2.0, 4.0}});
    setBody(broadPhase, 2, (cdBox3){{-INFINITY, 1.5, -INFINITY}, {INFINITY, INFINITY, INFINITY}});
    updateAndCheck(broadPhase);
    assert_int_equal(bodies.pairCount, 2);
    assert_false(cdSetBroadPhaseBox(broadPhase, 1, &(cdBox3){{-1.0, NAN, 3.0}, {1.0, 2.0, 4.0}}));
    assert_false(cdSetBroadPhaseBox(broadPhase, 1, &(cdBox3){{-1.0, 0.5, 3.0}, {1.0, 2.0, NAN}}));
    assert_false(cdSetBroadPhaseBox(broadPhase, 1, &(cdBox3){{1.0, 0.5, 3.0}, {-1.0, 2.0, 4.0}}));
    updateAndCheck(broadPhase);
    cdDestroyBroadPhase(broadPhase);

    broadPhase = makeBroadPhase(0);
    updateAndCheck(broadPhase);
    cdDestroyBroadPhase(broadPhase);
    cdDestroyBroadPhase(NULL);
}

// --- Memory

typedef struct Ledger {
    int64_t calls, failAt; // failAt -1: never
    int64_t live;
} Ledger;

static void *allocateCounted(size_t byteCount, void *context) {
    Ledger *ledger = context;
    if (ledger->calls++ == ledger->failAt) return NULL;
    ledger->live++;
    return malloc(byteCount);
}

static void releaseCounted(void *memory, void *context) {
    Ledger *ledger = context;
    ledger->live--;
    free(memory);
}

// Red: an allocation where there is room; a failing creation that leaks.
static void testMemory(void **state) {
    (void)state;
    Ledger ledger = {.failAt = -1};
    cdHooks hooks = {.allocate = allocateCounted, .release = releaseCounted, .context = &ledger};
    cdSetHooks(&hooks);
    for (ledger.failAt = 0; ledger.failAt < 2; ledger.failAt++, ledger.calls = 0)
        assert_null(cdCreateBroadPhase(10));
    assert_int_equal(ledger.live, 0);
    ledger = (Ledger){.failAt = -1};
    cdBroadPhase *broadPhase = makeBroadPhase(BODY_MAX);
    Random random = {7};
    int64_t calls = ledger.calls;
    for (int step = 0; step < 20; step++) {
        for (int32_t i = 0; i < bodies.count; i++)
            setBody(broadPhase, i, randomBox(&random, 3.0, 0.5));
        updateAndCheck(broadPhase);
    }
    assert_int_equal(ledger.calls, calls);
    cdDestroyBroadPhase(broadPhase);
    assert_int_equal(ledger.live, 0);
    cdSetHooks(NULL);
}

// A full list without memory to grow: the pairs in it do overlap and are in order, and once they fit, or
// there is memory, all are present. Grown lists stay large. Red: pairs dropped while it was full never
// return.
static void testFullListRecovers(void **state) {
    (void)state;
    Ledger ledger = {.failAt = -1};
    cdHooks hooks = {.allocate = allocateCounted, .release = releaseCounted, .context = &ledger};
    cdSetHooks(&hooks);
    cdBroadPhase *broadPhase = makeBroadPhase(BODY_MAX);
    int64_t calls = ledger.calls;
    for (int step = 0; step < 10; step++) {
        bool isFull = step % 2 == 0, lacks = isFull && step < 6;
        double room = isFull ? 0.0 : 1.1; // the box is 1 wide
        for (int32_t i = 0; i < bodies.count; i++)
            setBody(broadPhase, i, boxAround((cdVec3){room * i, 0.0, 0.0}, (cdVec3){0.6, 0.5, 0.5}));
        ledger.failAt = lacks ? ledger.calls : -1;
        cdBroadPhaseUpdate update = cdUpdateBroadPhase(broadPhase);
        findPairs();
        assert_int_equal(update.outOfMemory, lacks);
        assert_int_equal(update.pairCount, lacks ? 16 * BODY_MAX : bodies.pairCount);
        assert_int_equal(countMissing(update.pairs, update.pairCount, bodies.pairs, bodies.pairCount), 0);
        for (int32_t i = 0; i + 1 < update.pairCount; i++) {
            const cdBroadPhasePair *pair = &update.pairs[i];
            assert_true(pair[0].bodyA < pair[1].bodyA || pair[0].bodyB < pair[1].bodyB);
        }
    }
    assert_int_equal(ledger.calls, calls + 4); // three that failed, and one
    cdDestroyBroadPhase(broadPhase);
    assert_int_equal(ledger.live, 0);
    cdSetHooks(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testCoherentMotion),   cmocka_unit_test(testTeleportingBodies),
        cmocka_unit_test(testEqualCoordinates), cmocka_unit_test(testManyCoincide),
        cmocka_unit_test(testFullListRecovers), cmocka_unit_test(testBodiesComeAndGo),
        cmocka_unit_test(testNothingMoves),     cmocka_unit_test(testWrongBoxes),
        cmocka_unit_test(testMemory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
