// Witnesses of a collision: four points enclose the origin or not; flat ones never do.
#include "convex/separation/origin_test.h"
#include "random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

// Four points of a plane beside the origin, including repeated ones. Red: rounding, or the order of the
// points, gives a flat tetrahedron an inside.
static void testFlatOnesEncloseNothing(void **state) {
    (void)state;
    Random random = {3};
    for (int k = 0; k < 20000; k++) {
        cdVec3 m[4];
        for (int i = 0; i < 4; i++) {
            m[i] = nextRandomGridPoint(&random, -2, 2);
            m[i].z = k % 2 ? 1.0 : -1.0;
        }
        assert_false(cdHoldsOrigin(m, 0.0));
    }
}

// The regular tetrahedron about the origin, its faces 1 / sqrt(3) away: enclosed up to that margin, in any
// order, and not when it is moved by more. Red: a wrong side, a margin that is not a distance.
static void testMarginIsTheDistanceOfTheFaces(void **state) {
    (void)state;
    const cdVec3 corners[4] = {{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}};
    double distance = 1.0 / sqrt(3.0);
    for (int first = 0; first < 4; first++) {
        cdVec3 m[4], moved[4];
        for (int i = 0; i < 4; i++) {
            m[i] = corners[(i + first) % 4];
            moved[i] = cdMulAdd(m[i], 1.01 * distance, cdNormalize(cdMakeVec3(1, 1, 1)));
        }
        assert_true(cdHoldsOrigin(m, 0.0) && cdHoldsOrigin(m, 0.999 * distance));
        assert_false(cdHoldsOrigin(m, 1.001 * distance) || cdHoldsOrigin(moved, 0.0));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testFlatOnesEncloseNothing),
        cmocka_unit_test(testMarginIsTheDistanceOfTheFaces),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
