// Cubics: Cardano's roots and the certified suspects, against polynomials whose roots are known exactly.
#include "foundation/numbers/polynomial.h"
#include "random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static double sumOfCoefficients(const cdCubic *p) {
    return fabs(p->c[0]) + fabs(p->c[1]) + fabs(p->c[2]) + fabs(p->c[3]);
}

// A cubic with exact coefficients; its only error is that of evaluation.
static cdCubic makeCubic(double c0, double c1, double c2, double c3) {
    cdCubic p = {{c0, c1, c2, c3}, 0.0, 0.0};
    p.error = 4.0 * CD_EPSILON * sumOfCoefficients(&p);
    return p;
}

// lead (x - r)(x - s)(x - t): exact when the roots are small multiples of 1/64 and lead a small integer.
static cdCubic makeFromRoots(double lead, double r, double s, double t) {
    return makeCubic(-lead * r * s * t, lead * (r * s + s * t + t * r), -lead * (r + s + t), lead);
}

static long double evaluateExactly(const cdCubic *p, double x) {
    return (((long double)p->c[3] * x + p->c[2]) * x + p->c[1]) * x + p->c[0];
}

static const cdSuspect *findSuspectAt(const cdSuspect *suspects, int count, double x) {
    for (int i = 0; i < count; i++)
        if (suspects[i].lo <= x && x <= suspects[i].hi) return &suspects[i];
    return NULL;
}

static void checkOrder(const cdSuspect *suspects, int count) {
    assert_in_range(count, 0, CD_MAX_SUSPECTS);
    for (int i = 0; i < count; i++) {
        assert_true(suspects[i].lo >= 0.0 && suspects[i].hi <= 1.0);
        assert_true(suspects[i].lo <= suspects[i].root && suspects[i].root <= suspects[i].hi);
        if (i > 0) assert_true(suspects[i - 1].hi < suspects[i].lo);
    }
}

// Outside suspects, a cubic within the error of the computed one has no zero: the computed values must exceed
// the error there. Sampled, and just outside each suspect.
static void checkOutside(const cdCubic *p, const cdSuspect *suspects, int count) {
    for (int k = 0; k <= 500 + 2 * count; k++) {
        double x = k / 500.0;
        if (k > 500) {
            const cdSuspect *s = &suspects[(k - 501) / 2];
            x = (k - 501) % 2 ? nextafter(s->lo, -1.0) : nextafter(s->hi, 2.0);
        }
        if (x < 0.0 || x > 1.0 || findSuspectAt(suspects, count, x)) continue;
        if (fabsl(evaluateExactly(p, x)) < 0.9L * p->error)
            fail_msg("%.17g %.17g %.17g %.17g may vanish at %.17g", p->c[0], p->c[1], p->c[2], p->c[3], x);
    }
}

// A simple root in [0, 1] has a narrow suspect and is refined to the last digits; one outside has no suspect.
static void checkSimpleRoot(const cdSuspect *suspects, int count, double root, double slack) {
    const cdSuspect *s = findSuspectAt(suspects, count, root);
    if (root < 0.0 || root > 1.0) return;
    assert_non_null(s);
    assert_true(s->hi - s->lo < slack);
    assert_true(fabs(s->root - root) < slack);
}

static double randomDyadic(Random *random, int lower, int upper) {
    return nextRandomInt(random, lower, upper) / 64.0;
}

// Three rational roots at least 1/64 from each other, inside and outside [0, 1]. Red: a root lost at the seam
// of two monotone pieces, an unrefined seed of Cardano's, a root outside [0, 1] reported.
static void testSimpleRoots(void **state) {
    (void)state;
    Random random = {1};
    for (int i = 0; i < 20000; i++) {
        double r[3];
        for (int k = 0; k < 3; k++)
            r[k] = randomDyadic(&random, -64, 128);
        if (r[0] == r[1] || r[1] == r[2] || r[2] == r[0]) continue;
        cdCubic p = makeFromRoots(nextRandomInt(&random, 0, 1) ? 3.0 : -5.0, r[0], r[1], r[2]);
        cdSuspect suspects[CD_MAX_SUSPECTS];
        int count = cdFindSuspects(&p, suspects), inside = 0;
        checkOrder(suspects, count);
        checkOutside(&p, suspects, count);
        for (int k = 0; k < 3; k++) {
            checkSimpleRoot(suspects, count, r[k], 1e-9);
            inside += r[k] >= 0.0 && r[k] <= 1.0;
        }
        assert_int_equal(count, inside);
    }
}

// (x - r)^2 (x - s): the parabola touches zero at r. Red: grazing roots lost because the signs on both sides
// agree; a double root split into two, one of them missing.
static void testDoubleRoots(void **state) {
    (void)state;
    Random random = {2};
    for (int i = 0; i < 20000; i++) {
        double r = randomDyadic(&random, 0, 64), s = randomDyadic(&random, -64, 128);
        cdCubic p = makeFromRoots(nextRandomInt(&random, 0, 1) ? 1.0 : -7.0, r, r, s);
        cdSuspect suspects[CD_MAX_SUSPECTS];
        int count = cdFindSuspects(&p, suspects);
        checkOrder(suspects, count);
        checkOutside(&p, suspects, count);
        const cdSuspect *atRoot = findSuspectAt(suspects, count, r);
        assert_non_null(atRoot);
        if (fabs(r - s) > 0.1) assert_true(atRoot->hi - atRoot->lo < 1e-6);
        if (s >= 0.0 && s <= 1.0) assert_non_null(findSuspectAt(suspects, count, s));
    }
}

// (x - r)^3, and two roots at a distance of 2^-20. Red: an inflection without turning point taken for a
// monotone piece without a root; Newton's method stopping too early on a flat root.
static void testTripleAndCloseRoots(void **state) {
    (void)state;
    Random random = {3};
    for (int i = 0; i < 5000; i++) {
        double r = randomDyadic(&random, 0, 64);
        cdCubic p = makeFromRoots(1.0, r, r, r);
        cdSuspect suspects[CD_MAX_SUSPECTS];
        int count = cdFindSuspects(&p, suspects);
        checkOrder(suspects, count);
        checkOutside(&p, suspects, count);
        assert_int_equal(count, 1);
        assert_true(suspects[0].lo <= r && r <= suspects[0].hi && suspects[0].hi - suspects[0].lo < 1e-3);

        double close = r + 0x1p-20;
        p = makeFromRoots(1.0, r, close, -1.0);
        count = cdFindSuspects(&p, suspects);
        checkOrder(suspects, count);
        checkOutside(&p, suspects, count);
        assert_non_null(findSuspectAt(suspects, count, r));
        if (close <= 1.0) assert_non_null(findSuspectAt(suspects, count, close));
    }
}

// Quadratics, linear functions and constants, with a leading term of zero or so small that the cubic formula
// would divide by it. Red: 0 / 0 in Cardano's formula, a root at infinity clamped into [0, 1].
static void testVanishingLeadingTerms(void **state) {
    (void)state;
    static const double TINY[] = {0.0, 1e-300, 1e-40, -1e-25, 1e-17, -1e-18};
    Random random = {4};
    for (int i = 0; i < 20000; i++) {
        double tiny = TINY[i % 6], r = randomDyadic(&random, 0, 64), s = randomDyadic(&random, -64, 128);
        cdCubic line = makeCubic(-r, 1.0, 0.0, tiny), parabola = makeCubic(r * s, -(r + s), 1.0, tiny);
        cdSuspect suspects[CD_MAX_SUSPECTS];
        int count = cdFindSuspects(&line, suspects);
        assert_int_equal(count, 1);
        checkSimpleRoot(suspects, count, r, 1e-12);
        count = cdFindSuspects(&parabola, suspects);
        checkOrder(suspects, count);
        checkOutside(&parabola, suspects, count);
        assert_non_null(findSuspectAt(suspects, count, r));
        if (r != s) checkSimpleRoot(suspects, count, r, 1e-9);
    }
    cdCubic constant = makeCubic(2.0, 0.0, 0.0, 0.0);
    cdSuspect suspects[CD_MAX_SUSPECTS];
    assert_int_equal(cdFindSuspects(&constant, suspects), 0);
}

// Zero everywhere, exactly or within the error: motion within the plane. All of [0, 1] is suspect. Red: an
// identically zero equation taken for one without a root.
static void testAllZero(void **state) {
    (void)state;
    cdCubic zero = makeCubic(0.0, 0.0, 0.0, 0.0);
    cdCubic noise = {{3e-17, -5e-17, 2e-17, 1e-17}, 1e-15, 0.0};
    cdSuspect suspects[CD_MAX_SUSPECTS];
    assert_int_equal(cdFindSuspects(&zero, suspects), 1);
    assert_true(suspects[0].lo == 0.0 && suspects[0].hi == 1.0);
    assert_int_equal(cdFindSuspects(&noise, suspects), 1);
    assert_true(suspects[0].lo == 0.0 && suspects[0].hi == 1.0);
}

// The same roots at coefficients from 1e-270 to 1e270. Red: c1^2 overflows or underflows in the derivative's
// discriminant, and a piece that is not monotone hides two roots.
static void testScales(void **state) {
    (void)state;
    Random random = {5};
    for (int exponent = -900; exponent <= 900; exponent += 100)
        for (int i = 0; i < 500; i++) {
            double r = randomDyadic(&random, 0, 64), s = randomDyadic(&random, 0, 64);
            double t = randomDyadic(&random, -64, 128);
            cdCubic p = makeFromRoots(ldexp(1.0, exponent), r, s, t);
            cdSuspect suspects[CD_MAX_SUSPECTS];
            int count = cdFindSuspects(&p, suspects);
            checkOrder(suspects, count);
            assert_non_null(findSuspectAt(suspects, count, r));
            assert_non_null(findSuspectAt(suspects, count, s));
            if (t >= 0.0 && t <= 1.0) assert_non_null(findSuspectAt(suspects, count, t));
        }
}

// Random cubics with errors from rounding size to a large part of their values, many nearly touching zero.
// Red: a suspect cut short, so that values within the error lie outside.
static void testNoZeroOutsideSuspects(void **state) {
    (void)state;
    Random random = {6};
    for (int i = 0; i < 20000; i++) {
        double r = nextRandom(&random), s = r + nextRandomIn(&random, -1.0, 1.0) * pow(10.0, -(i % 9));
        cdCubic p = makeFromRoots(1.0, r, s, nextRandomIn(&random, -2.0, 3.0));
        p.c[0] += nextRandomIn(&random, -1.0, 1.0) * pow(10.0, -(i % 17));
        p.error = sumOfCoefficients(&p) * pow(10.0, nextRandomIn(&random, -15.0, -1.0));
        cdSuspect suspects[CD_MAX_SUSPECTS];
        int count = cdFindSuspects(&p, suspects);
        checkOrder(suspects, count);
        checkOutside(&p, suspects, count);
    }
}

// The quick rejection over a part of [0, 1]: never rejects if a sample lies within the slack, and rejects if
// the cubic stays well away. Red: a Bernstein coefficient with a wrong factor.
static void testMayReach(void **state) {
    (void)state;
    Random random = {7};
    int rejected = 0;
    for (int i = 0; i < 50000; i++) {
        cdVec3 v = nextRandomVec3(&random);
        cdCubic p = makeCubic(nextRandomIn(&random, -1.0, 1.0), v.x, v.y, v.z);
        double lo = nextRandom(&random), hi = nextRandomIn(&random, lo, 1.0),
               slack = 0.1 * nextRandom(&random);
        if (cdCubicMayReach(&p, slack, lo, hi)) continue;
        rejected++;
        for (int k = 0; k <= 50; k++)
            assert_true(fabs(cdEvaluateCubic(&p, lo + (hi - lo) * k / 50.0)) > slack);
    }
    assert_true(rejected > 20000);
    cdCubic falls = makeFromRoots(1.0, 0.5, 2.0, 3.0);
    assert_true(cdCubicMayReach(&falls, 0.0, 0.25, 0.75));
    assert_false(cdCubicMayReach(&falls, 0.0, 0.75, 1.0));
}

// Cardano's formula: known roots anywhere in [-4, 4], in order, each relative to the spread of the roots.
// Red: a wrong branch of the arccosine, roots out of order, one real root instead of three.
static void testCardano(void **state) {
    (void)state;
    Random random = {8};
    for (int i = 0; i < 20000; i++) {
        double r[3];
        for (int k = 0; k < 3; k++)
            r[k] = randomDyadic(&random, -256, 256);
        cdVec3 sorted = {cdMin(r[0], cdMin(r[1], r[2])), 0.0, cdMax(r[0], cdMax(r[1], r[2]))};
        sorted.y = r[0] + r[1] + r[2] - sorted.x - sorted.z;
        if (sorted.y - sorted.x < 0.01 || sorted.z - sorted.y < 0.01) continue;
        cdCubic p = makeFromRoots(-2.0, r[0], r[1], r[2]);
        double roots[3];
        assert_int_equal(cdSolveCubic(p.c, roots), 3);
        assert_true(fabs(roots[0] - sorted.x) < 1e-9 && fabs(roots[1] - sorted.y) < 1e-9);
        assert_true(fabs(roots[2] - sorted.z) < 1e-9);
        // (x - r) (x^2 + 1) has one.
        double single[4] = {-r[0], 1.0, -r[0], 1.0};
        assert_int_equal(cdSolveCubic(single, roots), 1);
        assert_true(fabs(roots[0] - r[0]) < 1e-12);
    }
}

// Quadratics: roots of very different size, where the textbook formula cancels; coefficients whose squares
// overflow or underflow; no real roots; degenerate ones.
static void testQuadratics(void **state) {
    (void)state;
    double roots[2];
    assert_int_equal(cdSolveQuadratic(1.0, -1e8, 1.0, roots), 2);
    assert_true(fabs(roots[0] * 1e8 - 1.0) < 1e-14 && fabs(roots[1] * 1e-8 - 1.0) < 1e-14);
    for (int exponent = -1000; exponent <= 1000; exponent += 200) {
        double scale = ldexp(1.0, exponent);
        assert_int_equal(cdSolveQuadratic(3.0 * scale, -4.0 * scale, scale, roots), 2);
        assert_true(fabs(roots[0] - 1.0) < 1e-14 && fabs(roots[1] - 3.0) < 1e-14);
    }
    assert_int_equal(cdSolveQuadratic(1.0, 0.0, 1.0, roots), 0);
    assert_int_equal(cdSolveQuadratic(1.0, 0.0, 0.0, roots), 0);
    assert_int_equal(cdSolveQuadratic(0.0, 0.0, 0.0, roots), 0);
    assert_int_equal(cdSolveQuadratic(-6.0, 2.0, 0.0, roots), 1);
    assert_true(roots[0] == 3.0);
    assert_int_equal(cdSolveQuadratic(0.0, 0.0, 5.0, roots), 2);
    assert_true(roots[0] == 0.0 && roots[1] == 0.0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testSimpleRoots),
        cmocka_unit_test(testDoubleRoots),
        cmocka_unit_test(testTripleAndCloseRoots),
        cmocka_unit_test(testVanishingLeadingTerms),
        cmocka_unit_test(testAllZero),
        cmocka_unit_test(testScales),
        cmocka_unit_test(testNoZeroOutsideSuspects),
        cmocka_unit_test(testMayReach),
        cmocka_unit_test(testCardano),
        cmocka_unit_test(testQuadratics),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
