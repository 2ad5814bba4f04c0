// Coplanarity by 64-bit integers agrees with the expansion in big integers where doubles cannot distinguish
// the coefficients from zero.
#include "continuous/linear/linear_signs.h"
#include "random.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum { QUERIES = 20000 };

static cdVec3 nextPoint(Random *random, int most) {
    return cdMakeVec3(nextRandomInt(random, -most, most), nextRandomInt(random, -most, most),
                      nextRandomInt(random, -most, most));
}

// Points in a rotating plane, with coordinates of up to 31 bits; half of them with one coordinate off by its
// lowest bit.
static cdLinearInput makeNearPlane(Random *random, int number) {
    cdLinearInput input = {.kind = number % 2 ? CD_VERTEX_FACE : CD_EDGE_EDGE};
    cdVec3 axes[2][2];
    int most = 1 << nextRandomInt(random, 1, 14);
    double unit = ldexp(1.0, nextRandomInt(random, -60, 60));
    for (int k = 0; k < 4; k++)
        axes[k / 2][k % 2] = nextPoint(random, most);
    bool isLine = number % 4 >= 2;
    for (int i = 0; i < 4; i++) {
        double a = nextRandomInt(random, -most, most), b = isLine ? 0.0 : nextRandomInt(random, -most, most);
        cdVec3 start = cdMulAdd(cdScale(a, axes[0][0]), b, axes[0][1]);
        cdVec3 end = cdMulAdd(cdScale(a, axes[1][0]), b, axes[1][1]);
        input.start[i] = cdScale(unit, cdAdd(start, nextPoint(random, isLine)));
        input.end[i] = cdScale(unit, cdAdd(end, nextPoint(random, isLine)));
    }
    return input;
}

static bool mayBeZero(const cdLinearCubic *cubic) {
    double largest = 0.0;
    for (int k = 0; k < 4; k++)
        largest = cdMax(largest, fabs(cubic->b[k]));
    return largest <= 8.0 * cubic->error;
}

// Red: a missing coefficient, a product that loses its upper or lower bits before they cancel.
static void testAgreesWithExpansion(void **state) {
    (void)state;
    Random random = {3};
    int zero = 0, notZero = 0;
    for (int i = 0; i < QUERIES; i++) {
        cdLinearInput input = makeNearPlane(&random, i);
        cdLinearPoints points = cdMakeLinearPoints(&input);
        cdLinearSigns signs;
        cdWidePoly p;
        bool isZero;
        cdMakeLinearSigns(&signs, &points);
        signs.isExact = false; // so that the expansion is by integers
        cdExpandLinearPoly(&signs, CD_LINEAR_COPLANARITY, &p);
        if (!mayBeZero(&signs.coplanarity) || !cdDecideCoplanarity(&input, &isZero)) continue;
        assert_int_equal(isZero, p.degree < 0);
        zero += isZero;
        notZero += !isZero;
    }
    if (zero < QUERIES / 4 || notZero < QUERIES / 100) fail_msg("%d zero, %d not", zero, notZero);
}

// Coordinates that span 33 bits are rejected. Red: a range that is too wide.
static void testLeavesLongOnes(void **state) {
    (void)state;
    cdLinearInput input = {.kind = CD_VERTEX_FACE};
    bool isZero;
    input.start[1].x = 0x1p31;
    input.end[2].y = 1.0;
    assert_true(cdDecideCoplanarity(&input, &isZero) && isZero);
    input.start[1].x = 0x1p32;
    assert_false(cdDecideCoplanarity(&input, &isZero));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(testAgreesWithExpansion),
                                       cmocka_unit_test(testLeavesLongOnes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
