// First contacts at every size: lengths times a power of two give the same times up to rounding, within the
// documented limits; beyond them the answer is undecided.
#include "contact_fixture.h"
#include "random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum { STEPS = 24 };

typedef struct Pair {
    cdMesh *a, *b;
    cdWorkspace *workspace;
    double scale;
} Pair;

static Pair openPair(double scale) {
    cdVec3 origin = {0.0, 0.0, 0.0};
    Pair pair = {.scale = scale};
    pair.a = makeScaledShape("icosphere:level=1", scale, origin);
    pair.b = makeScaledShape("torus:segments=6", 1.25 * scale, origin);
    pair.workspace = cdCreateWorkspace();
    return pair;
}

static void closePair(Pair *pair) {
    cdDestroyWorkspace(pair->workspace);
    cdDestroyMesh(pair->a);
    cdDestroyMesh(pair->b);
}

// Through the other mesh, from outside or from within its hull, with or without rotation.
static cdFirstContact findStep(const Pair *pair, int step, uint32_t disabled) {
    Random random = {(uint64_t)(step + 1)};
    cdVec3 from = cdScale(step % 3 ? 3.0 : 1.5, nextRandomDirection(&random));
    cdQuat turn = cdMakeQuat(nextRandomDirection(&random), step % 2 ? 1.5 : 0.0);
    cdPose start = {cdScale(pair->scale, from), cdMakeQuat(nextRandomDirection(&random), 1.0)};
    cdPose target = {cdNegate(start.p), cdNormalizeQuat(cdMulQuat(turn, start.q))};
    cdFirstContactInput input = makeStep(pair->a, start, target, pair->b, cdIdentityPose());
    input.disabled = disabled;
    return cdFindFirstContact(&input, NULL, pair->workspace, NULL);
}

// Red: bounds of nodes that underflow where squares of lengths do, or overflow in floats.
static void testPowersOfTwo(void **state) {
    (void)state;
    Pair unit = openPair(1.0);
    int contacts = 0;
    for (int exponent = -325; exponent <= 325; exponent += 13) {
        Pair pair = openPair(ldexp(1.0, exponent));
        for (int step = 0; step < STEPS; step++) {
            cdFirstContact expected = findStep(&unit, step, 0), found = findStep(&pair, step, 0);
            assert_int_equal(found.state, expected.state);
            assert_true(fabs(found.t.lo - expected.t.lo) <= 1e-15 &&
                        fabs(found.t.hi - expected.t.hi) <= 1e-15);
            contacts += found.state == CD_CONTACT;
        }
        closePair(&pair);
    }
    assert_true(contacts > 500);
    closePair(&unit);
}

// Red: an answer where squares of lengths underflow.
static void testTooSmall(void **state) {
    (void)state;
    for (int exponent = -340; exponent > -1000; exponent -= 30) {
        Pair pair = openPair(ldexp(1.0, exponent));
        for (int step = 0; step < STEPS; step++) {
            cdFirstContact found = findStep(&pair, step, 0);
            assert_true(found.state == CD_UNDECIDED && found.reason == CD_REASON_INPUT && found.t.lo == 0.0);
        }
        closePair(&pair);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(testPowersOfTwo), cmocka_unit_test(testTooSmall)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
