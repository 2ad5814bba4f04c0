// The library's elementary functions: their errors against libm in long double, special values, and the same
// bits on every system.
#include "cases.h"
#include "foundation/numbers/functions.h"
#include "random.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

typedef struct Function {
    const char *name;
    double (*own)(double x);
    long double (*exact)(long double x);
    double bound;        // units in the last place, see functions.h
    double lower, upper; // a range of arguments
    int highest;         // the largest exponent of an argument
} Function;

static const Function functions[] = {
    {"sin", cdSin, sinl, 0.8, -4.0, 4.0, 1023},    {"cos", cdCos, cosl, 0.8, -4.0, 4.0, 1023},
    {"tan", cdTan, tanl, 1.0, -4.0, 4.0, 1023},    {"atan", cdAtan, atanl, 0.51, -9.0, 9.0, 1023},
    {"asin", cdAsin, asinl, 0.51, -1.0, 1.0, -1},  {"acos", cdAcos, acosl, 0.51, -1.0, 1.0, -1},
    {"exp", cdExp, expl, 0.7, -745.0, 709.0, 8},   {"expm1", cdExpm1, expm1l, 1.0, -2.0, 2.0, 8},
    {"log2", cdLog2, log2l, 0.53, 0.0, 1e6, 1023}, {"cbrt", cdCbrt, cbrtl, 0.51, -9.0, 9.0, 1023},
};
enum { FUNCTIONS = sizeof functions / sizeof *functions };

static double nextOfExponent(Random *random, int lower, int upper) {
    double x = ldexp(1.0 + nextRandom(random), nextRandomInt(random, lower, upper));
    return nextRandomInt(random, 0, 1) ? x : -x;
}

// Returns the error of a result in units in the last place of the exact value; of subnormal numbers 2^-1074.
static double getError(double result, long double exact) {
    int place;
    frexpl(exact, &place);
    if (place < DBL_MIN_EXP) place = DBL_MIN_EXP;
    return (double)fabsl(ldexpl((long double)result - exact, DBL_MANT_DIG - place));
}

static void checkAt(const Function *function, double x) {
    double result = function->own(x);
    long double exact = function->exact(x);
    if (isnan((double)exact) && isnan(result)) return;
    if (isinf((double)exact) && result == (double)exact) return;
    double error = getError(result, exact);
    // A result below the normal range is rounded twice; only that of exp can be one without being exact.
    bool isRoundedTwice = function->own == cdExp && fabs(result) < DBL_MIN;
    if (!(error < (isRoundedTwice ? 1.0 : function->bound)))
        fail_msg("%s(%a) = %a: error %g", function->name, x, result, error);
}

// Red: a wrong coefficient, table entry or reduction.
static void errorsAreBelowTheirBounds(void **state) {
    (void)state;
    if (LDBL_MANT_DIG < 64) skip();
    Random random = {1};
    for (int f = 0; f < FUNCTIONS; f++) {
        for (int i = countCases(4000); i > 0; i--) {
            checkAt(&functions[f], nextRandomIn(&random, functions[f].lower, functions[f].upper));
            checkAt(&functions[f], nextOfExponent(&random, -60, functions[f].highest));
            checkAt(&functions[f], 1.0 + nextOfExponent(&random, -53, -2));
        }
        for (int i = 0; i < 300; i++) // subnormal arguments, and other small ones
            checkAt(&functions[f], nextOfExponent(&random, -1074, -30));
    }
}

// Doubles next to multiples of a quarter turn, where nothing but the reduction's last bits are left; the one
// that is the closest of all [Muller, Elementary Functions]; and the change of method at 2^20. Red: fewer
// bits of pi.
static void multiplesOfAQuarterTurn(void **state) {
    (void)state;
    if (LDBL_MANT_DIG < 64) skip();
    Random random = {2};
    for (int f = 0; f < 3; f++) {
        for (int i = countCases(4000); i > 0; i--) {
            double count = floor(ldexp(1.0 + nextRandom(&random), nextRandomInt(&random, 0, 30)));
            double x = (double)(count * 1.570796326794896619231321691639751442L);
            checkAt(&functions[f], x);
            checkAt(&functions[f], nextafter(x, 0.0));
            checkAt(&functions[f], -nextafter(0x1p20, i % 2 ? 0.0 : 1e9) * (1.0 + 0x1p-50 * i));
        }
        checkAt(&functions[f], 6381956970095103.0 * 0x1p797);
        checkAt(&functions[f], -DBL_MAX);
    }
}

static void checkAngle(double y, double x) {
    double error = getError(cdAtan2(y, x), atan2l(y, x));
    if (!(error < 0.51)) fail_msg("atan2(%a, %a) = %a: error %g", y, x, cdAtan2(y, x), error);
}

// Red: a quotient that loses digits, overflows or underflows.
static void anglesOfVectors(void **state) {
    (void)state;
    if (LDBL_MANT_DIG < 64) skip();
    Random random = {3};
    for (int i = countCases(10000); i > 0; i--) {
        checkAngle(nextRandomIn(&random, -1.0, 1.0), nextRandomIn(&random, -1.0, 1.0));
        checkAngle(nextOfExponent(&random, -40, 40), nextOfExponent(&random, -40, 40));
        checkAngle(nextOfExponent(&random, -1074, 1023), nextOfExponent(&random, -1074, 1023));
        checkAngle(nextOfExponent(&random, -1074, -990), nextOfExponent(&random, -1074, -990));
        checkAngle(nextOfExponent(&random, 980, 1023), nextOfExponent(&random, 980, 1023));
        checkAngle(1.0 + nextOfExponent(&random, -53, -2), 1.0 + nextOfExponent(&random, -53, -2));
    }
}

// Equal, zeros of the same sign, or both NaN.
static void assertSame(double a, double b) {
    if (isnan(a) && isnan(b)) return;
    if (a != b || signbit(a) != signbit(b)) fail_msg("%a instead of %a", a, b);
}

// As in C17, annex F. Red: a lost sign of zero, an infinity that becomes NaN.
static void specialValues(void **state) {
    (void)state;
    const double values[] = {0.0,     -0.0, 1.0,     -1.0,     INFINITY, -INFINITY, NAN,    DBL_MIN,
                             -5e-324, 2.0,  DBL_MAX, -DBL_MAX, 1e-300,   -3.0,      -800.0, 800.0};
    enum { COUNT = sizeof values / sizeof *values };
    for (int i = 0; i < COUNT; i++) {
        double x = values[i];
        for (int f = 0; f < FUNCTIONS; f++) {
            if (f < 3 && fabs(x) > 1e300 && isfinite(x)) continue; // of any value
            double exact = (double)functions[f].exact(x), result = functions[f].own(x);
            if (!isfinite(exact) || exact == 0.0 || fabs(x) < 1e-300) assertSame(result, exact);
        }
        for (int k = 0; k < COUNT; k++) {
            double exact = (double)atan2l(x, values[k]), result = cdAtan2(x, values[k]);
            if (x == 0.0 || values[k] == 0.0 || !isfinite(x) || !isfinite(values[k]))
                assertSame(result, exact);
        }
    }
}

// Red: a result that depends on the sign or on a rotation of the argument.
static void exactValues(void **state) {
    (void)state;
    Random random = {4};
    for (int i = 0; i < 1000; i++) {
        double x = nextOfExponent(&random, -20, 30), y = nextOfExponent(&random, -20, 30);
        assertSame(cdSin(-x), -cdSin(x));
        assertSame(cdCos(-x), cdCos(x));
        assertSame(cdTan(-x), -cdTan(x));
        assertSame(cdAtan2(-y, x), -cdAtan2(y, x));
        assertSame(cdAtan2(x, x), x > 0.0 ? 0x1.921fb54442d18p-1 : -0x1.2d97c7f3321d2p1);
        assertSame(cdCbrt((double)i * i * i), i);
        assertSame(cdLog2(ldexp(1.0, i)), i);
    }
    assertSame(cdAcos(-1.0), 0x1.921fb54442d18p1);
    assertSame(cdAcos(1.0), 0.0);
    assertSame(cdExp(0.0), 1.0);
    assertSame(cdCos(0.0), 1.0);
}

// Returns a hash of the bits of many results.
static uint64_t hashResults(void) {
    Random random = {5};
    uint64_t hash = 0xcbf29ce484222325u;
    for (int i = 0; i < 1000; i++) {
        double x = nextOfExponent(&random, -30, 40), y = nextOfExponent(&random, -30, 40);
        for (int f = 0; f <= FUNCTIONS; f++) {
            double result = f < FUNCTIONS ? functions[f].own(x) : cdAtan2(y, x);
            uint64_t bits = 0;
            if (!isnan(result)) memcpy(&bits, &result, sizeof bits);
            hash = (hash ^ bits) * 0x100000001b3u;
        }
    }
    return hash;
}

// Red: any operation whose result depends on the compiler, its options or the processor. A change of a method
// changes this number, and all stored digests.
static void sameBitsEverywhere(void **state) {
    (void)state;
    assert_true(hashResults() == 0x3d814a766d97d8c8u);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(errorsAreBelowTheirBounds),
        cmocka_unit_test(multiplesOfAQuarterTurn),
        cmocka_unit_test(anglesOfVectors),
        cmocka_unit_test(specialValues),
        cmocka_unit_test(exactValues),
        cmocka_unit_test(sameBitsEverywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
