// Polynomials by their Bernstein coefficients: values, parts, products, the search for the end of a positive
// part, sign changes.
//
// Checked against long double, and against known zeros: on a grid of sixteenths, where bisection meets them,
// several coincident or up to 1e-17 from each other.
#include "foundation/numbers/bernstein.h"
#include "random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { DEGREE = CD_BERNSTEIN_DEGREE };

static const double UNIT = 0x1p-53;

static long double evaluateLong(const double *b, int degree, long double t) {
    long double c[DEGREE + 1] = {0.0L};
    for (int k = 0; k <= degree; k++)
        c[k] = b[k];
    for (int k = 1; k <= degree; k++)
        for (int i = 0; i <= degree - k; i++)
            c[i] = (1.0L - t) * c[i] + t * c[i + 1];
    return c[0];
}

static double getLargest(const double *b, int degree) {
    double largest = 0.0;
    for (int k = 0; k <= degree; k++)
        largest = cdMax(largest, fabs(b[k]));
    return largest;
}

static void makeRandom(Random *random, int degree, double *b) {
    for (int k = 0; k <= degree; k++)
        b[k] = nextRandomIn(random, -1.0, 1.0);
}

// Zeros of a polynomial: multiple, on the grid, nearly so, or anywhere, also outside [0, 1].
static double chooseZero(Random *random, double place) {
    int pick = nextRandomInt(random, 0, 5);
    if (pick <= 1) return place;
    if (pick == 2) return nextRandomInt(random, 0, 16) / 16.0;
    if (pick == 3) return place + pow(10.0, -nextRandomInt(random, 3, 17)) * nextRandomIn(random, -1.0, 1.0);
    return pick == 4 ? nextRandomIn(random, -0.2, 1.2) : nextRandomIn(random, -3.0, 3.0);
}

static void makeFromZeros(Random *random, int degree, double *b, double *zeros) {
    double place = nextRandomInt(random, 0, 2) ? nextRandomInt(random, 0, 16) / 16.0 : nextRandom(random);
    b[0] = nextRandomInt(random, 0, 1) ? 1.0 : -1.0;
    for (int k = 0; k < degree; k++) {
        zeros[k] = chooseZero(random, place);
        double factor[2] = {-zeros[k], 1.0 - zeros[k]}, product[DEGREE + 1];
        cdMultiplyBernstein(b, k, factor, 1, product);
        memcpy(b, product, sizeof product);
    }
}

// Values at the ends are the coefficients there; elsewhere within the stated units of long double's. Degree
// elevation changes no value; a product's value is that of the factors, a part's that of the whole. Red: a
// wrong binomial, a missing end of a part, a share of the wrong interval.
static void testValuesPartsAndProducts(void **state) {
    (void)state;
    Random random = {1};
    for (int n = 0; n < 4000; n++) {
        int degree = nextRandomInt(&random, 0, DEGREE), other = nextRandomInt(&random, 0, DEGREE - degree);
        double a[DEGREE + 1], b[DEGREE + 1], product[DEGREE + 1], part[DEGREE + 1], raised[DEGREE + 2];
        makeRandom(&random, degree, a);
        makeRandom(&random, other, b);
        assert_true(cdEvaluateBernstein(a, degree, 0.0) == a[0]);
        assert_true(cdEvaluateBernstein(a, degree, 1.0) == a[degree]);
        double t = nextRandom(&random), lo = nextRandom(&random), hi = nextRandomIn(&random, lo, 1.0);
        if (n % 5 == 0) lo = 0.0;
        if (n % 5 == 1) hi = 1.0;
        double bound = (2.0 * degree + 4.0) * 2.0 * UNIT;
        assert_true(fabsl(cdEvaluateBernstein(a, degree, t) - evaluateLong(a, degree, t)) <= bound);
        cdMultiplyBernstein(a, degree, b, other, product);
        long double value = evaluateLong(a, degree, t) * evaluateLong(b, other, t);
        assert_true(fabsl(evaluateLong(product, degree + other, t) - value) <= 40.0 * UNIT);
        cdRestrictBernstein(a, degree, lo, hi, part);
        value = evaluateLong(a, degree, lo + (hi - lo) * (long double)t);
        assert_true(fabsl(evaluateLong(part, degree, t) - value) <= (8.0 * degree + 4.0) * UNIT);
        if (degree == DEGREE) continue;
        cdRaiseBernstein(a, degree, raised);
        value = evaluateLong(a, degree, t);
        assert_true(fabsl(evaluateLong(raised, degree + 1, t) - value) <= 8.0 * UNIT);
    }
}

// Returns the minimum on [from, to], from samples and both sides of each zero.
static long double findLeast(const double *b, int degree, const double *zeros, double from, double to) {
    long double least = INFINITY;
    for (int k = 0; k <= 200; k++)
        least = fminl(least, evaluateLong(b, degree, from + (to - from) * (long double)k / 200));
    for (int k = 0; k < 3 * degree; k++) {
        long double t = zeros[k / 3] + (k % 3 - 1) * 1e-7L;
        if (t > from && t < to) least = fminl(least, evaluateLong(b, degree, t));
    }
    return least;
}

// Polynomials with single, double, triple and higher zeros, raised by 1e-6 to 1e-17 or not: the passed part
// is above 0, and the value that stops it is 0, to within the stated units; nothing before `from` counts.
// Red: a passed double zero, a near miss taken for one, a hull that crosses 0 too late, a clip too many, a
// search that stops early.
static void testFollowAbove(void **state) {
    (void)state;
    static const int degrees[5] = {3, 6, 8, 2, 3};
    Random random = {2};
    int stops = 0, passes = 0;
    for (int n = 0; n < 60000; n++) {
        int degree = degrees[n % 5];
        double b[DEGREE + 1], zeros[DEGREE + 1], from = n % 3 ? 0.0 : nextRandomIn(&random, 0.0, 0.5);
        double to = n % 4 ? 1.0 : nextRandomIn(&random, from, 1.0);
        makeFromZeros(&random, degree, b, zeros);
        double raise = n % 2 ? pow(10.0, -nextRandomInt(&random, 6, 17)) : 0.0;
        double side = evaluateLong(b, degree, from) < 0.0L ? -1.0 : 1.0;
        for (int k = 0; k <= degree; k++)
            b[k] = side * b[k] + raise;
        double bound = 20.0 * degree * UNIT * getLargest(b, degree);
        double t = cdFollowAbove(b, degree, from, to);
        assert_true(t >= from && t <= to);
        long double last = evaluateLong(b, degree, t);
        if (t > from) assert_true(findLeast(b, degree, zeros, from, t) > -bound);
        if (t < to) assert_true(last < bound);
        passes += t == to;
        stops += t > from && t < to;
    }
    assert_true(stops > 10000 && passes > 10000);
    double below[4] = {0.0, 1.0, 1.0, 1.0}, above[4] = {1.0, 2.0, 3.0, 4.0};
    assert_true(cdFollowAbove(below, 3, 0.0, 1.0) == 0.0);
    assert_true(cdFollowAbove(above, 3, 0.25, 0.5) == 0.5);
}

// Returns the value of the largest magnitude among samples of a part.
static long double findTypical(const double *b, int degree, double lo, double hi) {
    long double typical = 0.0L;
    for (int k = 0; k <= 12; k++) {
        long double value = evaluateLong(b, degree, lo + (hi - lo) * (k + 0.013L) / 12.3L);
        if (fabsl(value) > fabsl(typical)) typical = value;
    }
    return typical;
}

// Between two neighbouring sign changes the sign is constant, to within 108 rounding units of the largest
// coefficient: also with zeros where bisection cuts, triple ones followed by others, or 1e-17 from each
// other. Their number is at most the degree; they are in order. Red: a zero between two pieces that both lose
// by rounding, a cluster's false zeros instead of later true ones, double zeros.
static void testSignsStayBetweenChanges(void **state) {
    (void)state;
    Random random = {3};
    int changes = 0;
    for (int n = 0; n < 40000; n++) {
        int degree = n % 3 ? 6 : nextRandomInt(&random, 1, DEGREE);
        double b[DEGREE + 1], made[DEGREE + 1], zeros[DEGREE + 2], begin = 0.0;
        makeFromZeros(&random, degree, b, made);
        zeros[degree] = -1.0;
        int count = cdFindSignChanges(b, degree, zeros);
        assert_true(count <= degree && (count == degree || zeros[degree] == -1.0));
        double bound = 108.0 * UNIT * getLargest(b, degree) * (degree > 6 ? 8.0 / 6.0 : 1.0);
        zeros[count] = 1.0;
        for (int i = 0; i <= count; begin = zeros[i++]) {
            assert_true(zeros[i] >= begin);
            long double side = findTypical(b, degree, begin, zeros[i]) < 0.0L ? -1.0L : 1.0L;
            for (int k = 0; k <= 40; k++) {
                long double t = begin + (zeros[i] - begin) * (long double)k / 40;
                assert_true(side * evaluateLong(b, degree, t) >= -bound);
            }
            for (int k = 0; k < 3 * degree; k++) {
                long double t = made[k / 3] + (k % 3 - 1) * 1e-3L;
                if (t > begin && t < zeros[i]) assert_true(side * evaluateLong(b, degree, t) >= -bound);
            }
        }
        changes += count;
    }
    assert_true(changes > 40000);
}

// Finds simple zeros at 1/16, ..., 15/16 and at random. Red: a zero at an end of pieces found twice or never,
// a bracket refined to its other end.
static void testSimpleZeros(void **state) {
    (void)state;
    Random random = {4};
    for (int n = 0; n < 4000; n++) {
        int degree = nextRandomInt(&random, 1, 6);
        double b[DEGREE + 1] = {1.0}, made[DEGREE], zeros[DEGREE];
        for (int k = 0; k < degree; k++) {
            int lowest = 1 + 15 * k / degree, highest = 15 * (k + 1) / degree;
            made[k] = nextRandomInt(&random, lowest, highest - (k + 1 < degree)) / 16.0;
            if (n % 2) made[k] += nextRandomIn(&random, 0.0, 0.03125);
            double factor[2] = {-made[k], 1.0 - made[k]}, product[DEGREE + 1];
            cdMultiplyBernstein(b, k, factor, 1, product);
            memcpy(b, product, sizeof product);
        }
        bool apart = true;
        for (int k = 1; k < degree; k++)
            apart = apart && made[k] - made[k - 1] > 0.015625;
        if (!apart) continue;
        assert_int_equal(cdFindSignChanges(b, degree, zeros), degree);
        for (int k = 0; k < degree; k++)
            assert_true(fabs(zeros[k] - made[k]) < 1e-9);
    }
}

// Zeros at 0 and 1 are no changes; constants and 0 have no zeros. Red: an end counted as a change.
static void testEndsAreNoChanges(void **state) {
    (void)state;
    const double rising[4] = {0.0, 1.0, 2.0, 3.0}, falling[4] = {3.0, 2.0, 1.0, 0.0}, zero[4] = {0.0};
    const double both[5] = {0.0, 1.0, 1.0, 1.0, 0.0}, within[4] = {0.0, 1.0, -1.0, 0.0};
    double zeros[5];
    assert_int_equal(cdFindSignChanges(rising, 3, zeros), 0);
    assert_int_equal(cdFindSignChanges(falling, 3, zeros), 0);
    assert_int_equal(cdFindSignChanges(zero, 3, zeros), 0);
    assert_int_equal(cdFindSignChanges(both, 4, zeros), 0);
    assert_int_equal(cdFindSignChanges(within, 3, zeros), 1);
    assert_true(zeros[0] == 0.5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testValuesPartsAndProducts),  cmocka_unit_test(testFollowAbove),
        cmocka_unit_test(testSignsStayBetweenChanges), cmocka_unit_test(testSimpleZeros),
        cmocka_unit_test(testEndsAreNoChanges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
