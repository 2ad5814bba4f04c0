// Fixed-size integers against GMP: random numbers of 1 to thousands of bits, with long runs of zeros and
// ones.
#include "foundation/memory/hooks.h"
#include "foundation/numbers/wide_integer.h"
#include "random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <gmp.h>
#include <math.h>

static void toGmp(mpz_t to, const cdWide *a) {
    mpz_import(to, (size_t)a->count, -1, sizeof a->limbs[0], 0, 0, a->limbs);
    if (a->sign < 0) mpz_neg(to, to);
}

static void assertEqual(const cdWide *a, const mpz_t b) {
    mpz_t own;
    mpz_init(own);
    toGmp(own, a);
    assert_int_equal(mpz_cmp(own, b), 0);
    assert_int_equal(a->sign, mpz_sgn(b));
    assert_true(a->count == 0 || a->limbs[a->count - 1] != 0);
    mpz_clear(own);
}

// Up to `limbMax` limbs, each random, all zeros or all ones.
static void makeNumber(Random *random, int limbMax, cdWide *a) {
    a->count = nextRandomInt(random, 0, limbMax);
    for (int i = 0; i < a->count; i++) {
        int kind = nextRandomInt(random, 0, 3);
        a->limbs[i] = kind == 0 ? 0 : kind == 1 ? 0xFFFFFFFFu : (uint32_t)nextRandomBits(random);
    }
    while (a->count > 0 && a->limbs[a->count - 1] == 0)
        a->count--;
    a->sign = a->count == 0 ? 0 : nextRandomInt(random, 0, 1) ? 1 : -1;
}

// Red: a carry or a borrow lost between limbs, a sign, an operand overwritten too early.
static void testSumsAndProducts(void **state) {
    (void)state;
    Random random = {1};
    mpz_t x, y, z;
    mpz_inits(x, y, z, NULL);
    for (int k = 0; k < 20000; k++) {
        cdWide a, b, c;
        makeNumber(&random, k % 8 ? 4 : 100, &a);
        makeNumber(&random, k % 8 ? 4 : 100, &b);
        if (k % 5 == 0) cdCopyWide(&b, &a);
        toGmp(x, &a);
        toGmp(y, &b);
        cdMulWide(&c, &a, &b);
        mpz_mul(z, x, y);
        assertEqual(&c, z);
        cdAddProductWide(&c, -1, &b, &b);
        mpz_submul(z, y, y);
        assertEqual(&c, z);
        cdAddWide(&c, &a, -1, &b);
        mpz_sub(z, x, y);
        assertEqual(&c, z);
        cdAddWide(&c, &a, 1, &b);
        mpz_add(z, x, y);
        assertEqual(&c, z);
        cdAddWide(&a, &a, k % 2 ? 1 : -1, &b);
        if (k % 2)
            mpz_add(z, x, y);
        else
            mpz_sub(z, x, y);
        assertEqual(&a, z);
    }
    mpz_clears(x, y, z, NULL);
}

// Shifts by any number of bits, in place and not, halves, bits, and quotients as doubles. Red: bits lost
// between two limbs.
static void testShiftsAndQuotients(void **state) {
    (void)state;
    Random random = {2};
    mpz_t x, y;
    mpz_inits(x, y, NULL);
    for (int k = 0; k < 20000; k++) {
        cdWide a, b;
        int bits = nextRandomInt(&random, 0, 200);
        makeNumber(&random, 6, &a);
        toGmp(x, &a);
        cdShiftWide(&b, &a, bits);
        mpz_mul_2exp(y, x, (unsigned long)bits);
        assertEqual(&b, y);
        if (b.sign != 0) {
            assert_int_equal(cdGetWideBits(&b), (int)mpz_sizeinbase(y, 2));
            double ratio = cdDivideWide(&b, &a), exact = ldexp(1.0, bits);
            assert_true(fabs(ratio - exact) <= 0x1p-49 * exact);
        }
        assert_int_equal(cdIsOddWide(&b), mpz_odd_p(y) != 0);
        if (!cdIsOddWide(&b)) {
            cdHalveWide(&b);
            mpz_divexact_ui(y, y, 2);
            assertEqual(&b, y);
        }
        cdShiftWide(&a, &a, bits);
        mpz_mul_2exp(x, x, (unsigned long)bits);
        assertEqual(&a, x);
    }
    mpz_clears(x, y, NULL);
}

// Doubles of all exponents, including subnormal ones, in units of their lowest bit and of smaller ones. Red:
// an exponent off by one.
static void testDoubles(void **state) {
    (void)state;
    Random random = {3};
    mpz_t x;
    mpz_init(x);
    for (int k = 0; k < 20000; k++) {
        double value = ldexp(nextRandomIn(&random, -1.0, 1.0), nextRandomInt(&random, -1070, 1020));
        if (k % 3 == 0) value = ldexp(nextRandomInt(&random, -100, 100), nextRandomInt(&random, -1070, 1000));
        if (value == 0.0) continue;
        int lowest, highest, below = nextRandomInt(&random, 0, 70), exponent;
        cdGetBitRange(&value, 1, &lowest, &highest);
        frexp(value, &exponent);
        double odd = ldexp(value, -lowest);
        assert_true(odd == rint(odd) && fmod(odd, 2.0) != 0.0);
        assert_true(highest >= exponent - 1 && (fabs(value) < 0x1p-1022 || highest == exponent - 1));
        cdWide a;
        cdSetWide(&a, value, below - lowest);
        mpz_set_d(x, odd);
        mpz_mul_2exp(x, x, (unsigned long)below);
        assertEqual(&a, x);
    }
    mpz_clear(x);
}

static void countAssert(const char *condition, const char *file, int line, void *context) {
    assert_true(condition != NULL && file != NULL && line > 0);
    (*(int *)context)++;
}

// A result without room is reported and is 0. Red: a write beyond the limbs.
static void testWithoutRoom(void **state) {
    (void)state;
    int asserts = 0;
    cdSetHooks(&(cdHooks){.assertFailed = countAssert, .context = &asserts});
    cdWide a, b;
    cdSetWide(&a, 1.0, CD_WIDE_BITS - 33);
    assert_int_equal(asserts, 0);
    cdMulWide(&b, &a, &a);
    assert_int_equal(asserts, 1);
    assert_int_equal(b.sign, 0);
    cdShiftWide(&b, &a, 64);
    assert_int_equal(asserts, 2);
    assert_int_equal(b.sign, 0);
    cdSetWide(&b, 0.5, 0);
    assert_int_equal(asserts, 3);
    cdSetHooks(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testSumsAndProducts),
        cmocka_unit_test(testShiftsAndQuotients),
        cmocka_unit_test(testDoubles),
        cmocka_unit_test(testWithoutRoom),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
