// Sweep and prune against all pairs of boxes compared: the same pairs, in order, whatever the bodies did.
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

// Centred anywhere in a cube of half side `room`, half sides up to `size`.
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

// Updates and compares with all pairs of boxes, and the changes with those before.
static cdBroadPhaseUpdate updateAndCheck(cdBroadPhase *sweep) {
    findPairs();
    cdBroadPhaseUpdate update = cdUpdateBroadPhase(sweep);
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

static void setBody(cdBroadPhase *sweep, int32_t body, cdBox3 box) {
    assert_true(cdSetBroadPhaseBox(sweep, body, &box));
    bodies.boxes[body] = box;
    bodies.present[body] = true;
}

static void removeBody(cdBroadPhase *sweep, int32_t body) {
    assert_true(cdSetBroadPhaseBox(sweep, body, NULL));
    bodies.present[body] = false;
}

static cdBroadPhase *makeSweep(int32_t count) {
    memset(&bodies, 0, sizeof bodies);
    bodies.count = count;
    cdBroadPhase *sweep = cdCreateBroadPhase(count);
    assert_non_null(sweep);
    return sweep;
}

// Bodies drift through a room, a few centimetres an update. Red: a pair that begins on one axis after the
// others have long overlapped, or ends on one axis alone, is missed or stays.
static void testCoherentMotion(void **state) {
    (void)state;
    Random random = {1};
    for (int run = 0; run < 6; run++) {
        cdBroadPhase *sweep = makeSweep(run < 3 ? 100 : 12);
        cdVec3 centers[BODY_MAX], halves[BODY_MAX], velocities[BODY_MAX];
        for (int32_t i = 0; i < bodies.count; i++) {
            centers[i] = cdScale(2.0, nextRandomVec3(&random));
            halves[i] = randomHalf(&random, 0.5);
            velocities[i] = cdScale(0.05, nextRandomVec3(&random));
        }
        int anew = 0;
        for (int step = 0; step < 200; step++) {
            for (int32_t i = 0; i < bodies.count; i++) {
                if (cdMaxAbs(centers[i]) > 2.5) velocities[i] = cdScale(-0.02, centers[i]);
                centers[i] = cdAdd(centers[i], velocities[i]);
                setBody(sweep, i, boxAround(centers[i], halves[i]));
            }
            cdBroadPhaseUpdate update = updateAndCheck(sweep);
            anew += update.resorted;
            assert_true(step == 0 || update.exchanges < 40 * bodies.count);
        }
        assert_true(anew <= 1); // at the first update
        cdDestroyBroadPhase(sweep);
    }
}

// Some bodies, or all of them, jump anywhere; sizes change too. Red: a jump across many others loses those it
// lands on; sorting from nothing keeps or forgets pairs of before.
static void testTeleportingBodies(void **state) {
    (void)state;
    Random random = {2};
    int anew = 0, inserted = 0;
    for (int run = 0; run < 6; run++) {
        cdBroadPhase *sweep = makeSweep(run < 4 ? 150 : 10);
        for (int step = 0; step < 120; step++) {
            int jumping = step == 0 || step % 10 == 9 ? 100 : nextRandomInt(&random, 0, 8);
            for (int32_t i = 0; i < bodies.count; i++) {
                if (nextRandomInt(&random, 0, 99) >= jumping) continue;
                setBody(sweep, i, randomBox(&random, 2.0, 0.8));
            }
            cdBroadPhaseUpdate update = updateAndCheck(sweep);
            anew += update.resorted;
            inserted += !update.resorted;
        }
        cdDestroyBroadPhase(sweep);
    }
    assert_true(anew > 30 && inserted > 300); // both ways are taken
}

// All coordinates are small whole numbers, so that ends coincide all the time and boxes touch in faces, edges
// and corners; some are flat or points. Red: ends of equal value in the wrong order, and a touch is missed.
static void testEqualCoordinates(void **state) {
    (void)state;
    Random random = {3};
    for (int run = 0; run < 4; run++) {
        cdBroadPhase *sweep = makeSweep(60);
        for (int step = 0; step < 150; step++) {
            for (int32_t i = 0; i < bodies.count; i++) {
                if (step > 0 && nextRandomInt(&random, 0, 3) > 0) continue;
                cdVec3 lower = nextRandomGridPoint(&random, 0, 6);
                setBody(sweep, i, (cdBox3){lower, cdAdd(lower, nextRandomGridPoint(&random, 0, 2))});
            }
            updateAndCheck(sweep);
        }
        cdDestroyBroadPhase(sweep);
    }
    cdBroadPhase *sweep = makeSweep(2);
    setBody(sweep, 0, (cdBox3){{0.0, 0.0, 0.0}, {1.0, 1.0, 1.0}});
    setBody(sweep, 1, (cdBox3){{1.0, 1.0, -1.0}, {2.0, 2.0, 0.0}}); // a corner each
    assert_int_equal(updateAndCheck(sweep).pairCount, 1);
    setBody(sweep, 1, (cdBox3){{nextafter(1.0, 2.0), 1.0, -1.0}, {2.0, 2.0, 0.0}});
    assert_int_equal(updateAndCheck(sweep).pairsEnded, 1);
    setBody(sweep, 1, (cdBox3){{0.2, 0.2, 0.2}, {0.3, 0.3, 0.3}}); // all inside
    assert_int_equal(updateAndCheck(sweep).pairsBegun, 1);
    cdDestroyBroadPhase(sweep);
}

// Everyone in one place, far more pairs than there is room for at first, then apart again and back. Red: what
// a full list left out never comes back, or is said to have begun twice.
static void testManyInOnePlace(void **state) {
    (void)state;
    Random random = {4};
    cdBroadPhase *sweep = makeSweep(BODY_MAX);
    for (int step = 0; step < 40; step++) {
        double room = step % 8 < 4 ? 0.5 : 6.0;
        for (int32_t i = 0; i < bodies.count; i++)
            setBody(sweep, i, boxAround(cdScale(room, nextRandomVec3(&random)), (cdVec3){0.5, 0.5, 0.5}));
        updateAndCheck(sweep);
        if (step % 8 == 3) assert_int_equal(bodies.pairCount, BODY_MAX * (BODY_MAX - 1) / 2);
    }
    cdDestroyBroadPhase(sweep);
}

// Bodies come and go, also twice between two updates, while others move. Red: the pairs of a body taken out
// stay, or a body that comes back is taken to have been there.
static void testBodiesComeAndGo(void **state) {
    (void)state;
    Random random = {5};
    cdBroadPhase *sweep = makeSweep(60);
    for (int step = 0; step < 400; step++) {
        for (int change = nextRandomInt(&random, 0, 12); change > 0; change--) {
            int32_t i = nextRandomInt(&random, 0, bodies.count - 1);
            if (nextRandomInt(&random, 0, 2) == 0)
                removeBody(sweep, i);
            else
                setBody(sweep, i, randomBox(&random, 1.0, 0.4));
        }
        if (step % 100 == 99) {
            for (int32_t i = 0; i < bodies.count; i++)
                removeBody(sweep, i);
        }
        updateAndCheck(sweep);
    }
    assert_int_equal(bodies.pairCount, 0);
    cdDestroyBroadPhase(sweep);
}

// A second update without a change exchanges nothing and changes no pair. Red: an update that is not
// coherent.
static void testNothingMoves(void **state) {
    (void)state;
    Random random = {6};
    cdBroadPhase *sweep = makeSweep(100);
    for (int32_t i = 0; i < bodies.count; i++)
        setBody(sweep, i, randomBox(&random, 1.0, 0.4));
    assert_true(updateAndCheck(sweep).pairsBegun > 100);
    cdBroadPhaseUpdate again = updateAndCheck(sweep);
    assert_int_equal(again.exchanges, 0);
    assert_int_equal(again.pairsBegun, 0);
    assert_int_equal(again.pairsEnded, 0);
    cdDestroyBroadPhase(sweep);
}

// Boxes without an end are boxes; a NaN or an upper end below the lower one is refused and changes nothing.
// Red: a NaN in a list, after which no order holds.
static void testWrongBoxes(void **state) {
    (void)state;
    cdBroadPhase *sweep = makeSweep(3);
    setBody(sweep, 0, (cdBox3){{-INFINITY, 0.0, -INFINITY}, {INFINITY, 1.0, INFINITY}});
    setBody(sweep, 1, (cdBox3){{-1.0, 0.5, 3.0}, {1.0, 2.0, 4.0}});
    setBody(sweep, 2, (cdBox3){{-INFINITY, 1.5, -INFINITY}, {INFINITY, INFINITY, INFINITY}});
    updateAndCheck(sweep);
    assert_int_equal(bodies.pairCount, 2);
    assert_false(cdSetBroadPhaseBox(sweep, 1, &(cdBox3){{-1.0, NAN, 3.0}, {1.0, 2.0, 4.0}}));
    assert_false(cdSetBroadPhaseBox(sweep, 1, &(cdBox3){{-1.0, 0.5, 3.0}, {1.0, 2.0, NAN}}));
    assert_false(cdSetBroadPhaseBox(sweep, 1, &(cdBox3){{1.0, 0.5, 3.0}, {-1.0, 2.0, 4.0}}));
    updateAndCheck(sweep);
    cdDestroyBroadPhase(sweep);

    sweep = makeSweep(0);
    updateAndCheck(sweep);
    cdDestroyBroadPhase(sweep);
    cdDestroyBroadPhase(NULL);
}

// --- Memory

typedef struct Ledger {
    int64_t calls, failAt; // failAt -1: never
    int64_t held;
} Ledger;

static void *allocateCounted(size_t byteCount, void *context) {
    Ledger *ledger = context;
    if (ledger->calls++ == ledger->failAt) return NULL;
    ledger->held++;
    return malloc(byteCount);
}

static void releaseCounted(void *memory, void *context) {
    Ledger *ledger = context;
    ledger->held--;
    free(memory);
}

// Red: memory asked for where there is room; a creation that fails half-way and leaks.
static void testMemory(void **state) {
    (void)state;
    Ledger ledger = {.failAt = -1};
    cdHooks hooks = {.allocate = allocateCounted, .release = releaseCounted, .context = &ledger};
    cdSetHooks(&hooks);
    for (ledger.failAt = 0; ledger.failAt < 2; ledger.failAt++, ledger.calls = 0)
        assert_null(cdCreateBroadPhase(10));
    assert_int_equal(ledger.held, 0);
    ledger = (Ledger){.failAt = -1};
    cdBroadPhase *sweep = makeSweep(BODY_MAX);
    Random random = {7};
    int64_t calls = ledger.calls;
    for (int step = 0; step < 20; step++) {
        for (int32_t i = 0; i < bodies.count; i++)
            setBody(sweep, i, randomBox(&random, 3.0, 0.5));
        updateAndCheck(sweep);
    }
    assert_int_equal(ledger.calls, calls);
    cdDestroyBroadPhase(sweep);
    assert_int_equal(ledger.held, 0);
    cdSetHooks(NULL);
}

// A full list without memory for a longer one: the pairs in it do overlap and are in order, and once they
// fit, or there is memory, all are there. Room once made stays. Red: what was left out while it was full
// stays out.
static void testFullListRecovers(void **state) {
    (void)state;
    Ledger ledger = {.failAt = -1};
    cdHooks hooks = {.allocate = allocateCounted, .release = releaseCounted, .context = &ledger};
    cdSetHooks(&hooks);
    cdBroadPhase *sweep = makeSweep(BODY_MAX);
    int64_t calls = ledger.calls;
    for (int step = 0; step < 10; step++) {
        bool isFull = step % 2 == 0, lacks = isFull && step < 6;
        double room = isFull ? 0.0 : 1.1; // the box is 1 wide
        for (int32_t i = 0; i < bodies.count; i++)
            setBody(sweep, i, boxAround((cdVec3){room * i, 0.0, 0.0}, (cdVec3){0.6, 0.5, 0.5}));
        ledger.failAt = lacks ? ledger.calls : -1;
        cdBroadPhaseUpdate update = cdUpdateBroadPhase(sweep);
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
    cdDestroyBroadPhase(sweep);
    assert_int_equal(ledger.held, 0);
    cdSetHooks(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testCoherentMotion),   cmocka_unit_test(testTeleportingBodies),
        cmocka_unit_test(testEqualCoordinates), cmocka_unit_test(testManyInOnePlace),
        cmocka_unit_test(testFullListRecovers), cmocka_unit_test(testBodiesComeAndGo),
        cmocka_unit_test(testNothingMoves),     cmocka_unit_test(testWrongBoxes),
        cmocka_unit_test(testMemory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
