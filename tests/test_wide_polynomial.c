// Exact roots in (0, 1) and signs there: polynomials built from their roots, rational, double, or closer to
// each other than doubles distinguish, and random ones against the oracle's polynomials.
#include "foundation/numbers/wide_polynomial.h"
#include "oracle/integer_poly.h"
#include "random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>

static void setPoly(cdWidePoly *p, const double c[4]) {
    for (int i = 0; i < 4; i++)
        cdSetWide(&p->c[i], c[i], 0);
    cdTrimWidePoly(p);
}

// p times (below t - above)
static void addRoot(double c[4], double above, double below) {
    for (int i = 3; i >= 0; i--)
        c[i] = -above * c[i] + (i > 0 ? below * c[i - 1] : 0.0);
}

static int getSign(double x) {
    return (x > 0.0) - (x < 0.0);
}

// Returns the sign of a quadratic at above / below, for small integers.
static int getSignAt(const double c[4], double above, double below) {
    return getSign(c[0] * below * below + c[1] * above * below + c[2] * above * above);
}

static void getMiddle(const cdWideRoot *root, double *t) {
    double lo, hi;
    cdGetWideRootBounds(root, &lo, &hi);
    assert_true(lo >= 0.0 && hi <= 1.0 && hi - lo <= 1e-12);
    *t = 0.5 * (lo + hi);
}

// Products of up to three factors with small rational roots, including double ones, and roots at 0, 1 and
// outside; the sign of a random quadratic at each, zero at a common root. Red: a double root lost or taken
// for a crossing, a root at an end counted, a sign of the wrong side.
static void testRationalRoots(void **state) {
    (void)state;
    Random random = {11};
    int doubles = 0, zeros = 0;
    for (int k = 0; k < 20000; k++) {
        double c[4] = {nextRandomInt(&random, 0, 1) ? 1.0 : -3.0, 0.0, 0.0, 0.0}, above[3], below[3];
        int count = nextRandomInt(&random, 1, 3), distinct = 0;
        for (int i = 0; i < count; i++) {
            below[i] = nextRandomInt(&random, 1, 9);
            above[i] = nextRandomInt(&random, -2, (int)below[i] + 2);
            bool repeats = i > 0 && nextRandomInt(&random, 0, 2) == 0;
            if (repeats) {
                above[i] = above[i - 1];
                below[i] = below[i - 1];
            }
            doubles += repeats;
            addRoot(c, above[i], below[i]);
            bool isNew = above[i] > 0.0 && above[i] < below[i];
            for (int j = 0; j < i; j++)
                isNew = isNew && above[i] * below[j] != above[j] * below[i];
            distinct += isNew;
        }
        cdWidePoly p, q;
        cdWideRoot roots[CD_WIDE_DEGREE];
        double other[4] = {1.0, 0.0, 0.0, 0.0};
        addRoot(other, nextRandomInt(&random, 0, 4), nextRandomInt(&random, 1, 9));
        addRoot(other, nextRandomInt(&random, 0, 4), nextRandomInt(&random, 1, 9));
        if (nextRandomInt(&random, 0, 1)) other[0] += nextRandomInt(&random, -2, 2);
        setPoly(&p, c);
        setPoly(&q, other);
        assert_int_equal(cdFindWideRoots(&p, roots), distinct);
        for (int r = 0; r < distinct; r++) {
            double t;
            int nearest = -1;
            getMiddle(&roots[r], &t);
            for (int i = 0; i < count; i++)
                if (fabs(above[i] - t * below[i]) < 1e-9) nearest = i;
            assert_true(nearest >= 0);
            int sign = getSignAt(other, above[nearest], below[nearest]);
            assert_int_equal(cdGetSignAtWideRoot(&q, &p, &roots[r]), sign);
            assert_int_equal(cdGetSignAtWideRoot(&p, &p, &roots[r]), 0);
            zeros += sign == 0;
        }
    }
    assert_true(doubles > 5000 && zeros > 500);
}

static void setOraclePoly(Poly *p, const double c[4]) {
    InitPoly(p);
    p->degree = 3;
    for (int i = 0; i < 4; i++)
        mpz_set_d(p->coefficients[i], c[i]);
    while (p->degree >= 0 && mpz_sgn(p->coefficients[p->degree]) == 0)
        p->degree--;
}

// Random cubics and quadratics with coefficients of 1 to 50 bits against independent Sturm sequences: as many
// roots, at the same times, and all signs. Red: an isolating interval with two roots, a wrong remainder.
static void testAgainstSturm(void **state) {
    (void)state;
    Random random = {12};
    int found = 0;
    for (int k = 0; k < 4000; k++) {
        double c[4], d[4] = {0.0, 0.0, 0.0, 0.0}, size = ldexp(1.0, nextRandomInt(&random, 1, 50));
        for (int i = 0; i < 4; i++)
            c[i] = rint(nextRandomIn(&random, -size, size));
        if (k % 3 == 0) c[3] = 0.0;
        for (int i = 0; i < 3; i++)
            d[i] = rint(nextRandomIn(&random, -size, size));
        cdWidePoly p, q;
        cdWideRoot roots[CD_WIDE_DEGREE];
        Poly oracleP, oracleQ;
        PolyRoot oracleRoots[POLY_ROOT_MAX];
        setPoly(&p, c);
        setPoly(&q, d);
        setOraclePoly(&oracleP, c);
        setOraclePoly(&oracleQ, d);
        for (int i = 0; i < POLY_ROOT_MAX; i++)
            InitPolyRoot(&oracleRoots[i]);
        int count = p.degree < 0 ? 0 : cdFindWideRoots(&p, roots), inside = 0;
        int oracleCount = FindPolyRoots(&oracleP, oracleRoots);
        for (int i = 0; i < oracleCount; i++) {
            double value = GetRootValue(&oracleRoots[i]), t;
            if (value == 0.0 || value == 1.0) continue;
            inside++;
            for (int r = 0; r < count; r++) {
                getMiddle(&roots[r], &t);
                if (fabs(t - value) > 1e-12) continue;
                assert_int_equal(cdGetSignAtWideRoot(&q, &p, &roots[r]),
                                 GetSignAtRoot(&oracleQ, &oracleRoots[i]));
                found++;
            }
        }
        assert_int_equal(count, inside);
        ClearPoly(&oracleP);
        ClearPoly(&oracleQ);
        for (int i = 0; i < POLY_ROOT_MAX; i++)
            ClearPolyRoot(&oracleRoots[i]);
    }
    assert_true(found > 1000);
}

// (2 t - 1)^2 = h with h = 2^-60 to 2^-1400: two roots, below and above 1/2, distinguished by the sign of 2 t
// - 1; h < 0 has none, h = 0 one. Red: an isolation limited to double precision.
static void testRootsThatNearlyMeet(void **state) {
    (void)state;
    for (int bits = 60; bits <= 1400; bits += 67) {
        for (int sign = -1; sign <= 1; sign++) {
            cdWidePoly p, line;
            cdWideRoot roots[CD_WIDE_DEGREE];
            cdWide h;
            setPoly(&p, (const double[4]){1.0, -4.0, 4.0, 0.0});
            setPoly(&line, (const double[4]){-1.0, 2.0, 0.0, 0.0});
            for (int i = 0; i < 3; i++)
                cdShiftWide(&p.c[i], &p.c[i], bits);
            cdSetWide(&h, sign, 0);
            cdAddWide(&p.c[0], &p.c[0], -1, &h);
            int count = cdFindWideRoots(&p, roots);
            assert_int_equal(count, 1 + sign);
            int sum = 0;
            for (int i = 0; i < count; i++) {
                int side = cdGetSignAtWideRoot(&line, &p, &roots[i]);
                assert_true(sign == 0 ? side == 0 : side != 0);
                sum += side;
            }
            assert_int_equal(sum, 0);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testRationalRoots),
        cmocka_unit_test(testAgainstSturm),
        cmocka_unit_test(testRootsThatNearlyMeet),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
