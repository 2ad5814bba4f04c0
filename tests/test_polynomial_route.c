// Motion paths of boxes moved by quadratic matrices: every polynomial against the same formula in long
// double, the error bounds, the time up to which boxes are valid, rejected input.
//
// A path is determined up to scale: each column by the power of two at or below its largest coefficient, w
// likewise. The test checks the gap of route.h along the scaled normals.
#include "box_fixture.h"
#include "boxes/route/route.h"
#include "random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static const int nextAxis[3] = {1, 2, 0}, lastAxis[3] = {2, 0, 1};

// --- The same in long double

typedef struct LongVec3 {
    long double v[3];
} LongVec3;

static LongVec3 crossLong(LongVec3 a, LongVec3 b) {
    LongVec3 n;
    for (int x = 0; x < 3; x++) {
        int y = nextAxis[x], z = lastAxis[x];
        n.v[x] = a.v[y] * b.v[z] - a.v[z] * b.v[y];
    }
    return n;
}

static long double dotLong(LongVec3 a, LongVec3 b) {
    return a.v[0] * b.v[0] + a.v[1] * b.v[1] + a.v[2] * b.v[2];
}

static long double evaluateLong(const double c[3], long double t) {
    return c[0] + t * (c[1] + t * c[2]);
}

static long double getLongScale(const cdQuadraticMatrix *m, int column, int rowFrom, int rowTo) {
    double largest = 0.0;
    for (int row = rowFrom; row < rowTo; row++)
        for (int k = 0; k < 3; k++)
            largest = fmax(largest, fabs(m->c[row][column][k]));
    return exp2l(floorl(log2l(largest)));
}

// A box at t: scaled axes, true arms and centre.
typedef struct LongBox {
    LongVec3 axes[3], arms[3], center;
    long double w; // scaled
    bool constant;
} LongBox;

static LongBox placeLong(const cdQuadraticMatrix *m, cdVec3 half, long double t) {
    const double halves[3] = {half.x, half.y, half.z};
    long double w = evaluateLong(m->c[3][3], t);
    LongBox box = {.w = w / getLongScale(m, 3, 3, 4)};
    box.constant = m->c[3][3][1] == 0.0 && m->c[3][3][2] == 0.0;
    for (int row = 0; row < 3; row++) {
        for (int i = 0; i < 3; i++) {
            long double entry = evaluateLong(m->c[row][i], t);
            box.axes[i].v[row] = entry / getLongScale(m, i, 0, 3);
            box.arms[i].v[row] = entry / w * halves[i];
        }
        box.center.v[row] = evaluateLong(m->c[row][3], t) / w;
    }
    if (dotLong(crossLong(box.axes[0], box.axes[1]), box.axes[2]) >= 0.0L) return box;
    for (int i = 0; i < 3; i++)
        for (int row = 0; row < 3; row++)
            box.axes[i].v[row] = -box.axes[i].v[row];
    return box;
}

static LongVec3 getLongNormal(const LongBox *a, const LongBox *b, int direction) {
    int m = direction % 3;
    if (direction < 3) return crossLong(a->axes[nextAxis[m]], a->axes[lastAxis[m]]);
    if (direction < 6) return crossLong(b->axes[nextAxis[m]], b->axes[lastAxis[m]]);
    return crossLong(a->axes[(direction - 6) / 3], b->axes[m]);
}

typedef struct LongGap {
    long double offset, sum, length;
} LongGap;

static LongGap getLongGap(const cdBoxesInput *input, long double t, int direction) {
    LongBox a = placeLong(&input->motionA, input->halfA, t), b = placeLong(&input->motionB, input->halfB, t);
    LongVec3 n = getLongNormal(&a, &b, direction), d;
    long double weight = a.constant && b.constant ? 1.0L : a.w * b.w;
    for (int row = 0; row < 3; row++)
        d.v[row] = weight * (a.center.v[row] - b.center.v[row]);
    LongGap gap = {.offset = dotLong(n, d), .length = weight * sqrtl(dotLong(n, n))};
    for (int i = 0; i < 3; i++)
        gap.sum += weight * (fabsl(dotLong(n, a.arms[i])) + fabsl(dotLong(n, b.arms[i])));
    return gap;
}

// --- The inputs

typedef enum Kind { RIGID, AFFINE, SLOW, SHEARED, PROJECTIVE, MIRRORED, FLAT, KIND_COUNT } Kind;

static cdBoxesInput makeInput(Random *random, Kind kind) {
    cdBoxesInput input = {.halfA = makeRandomHalf(random), .halfB = makeRandomHalf(random)};
    if (kind == FLAT) { // one half extent of each is a thousand times the others, or all of one box's
        input.halfA.x *= nextRandomInt(random, 0, 1) ? 1e3 : 1.0;
        input.halfB.z *= nextRandomInt(random, 0, 1) ? 1e3 : 1.0;
        input.halfB = cdScale(nextRandomInt(random, 0, 1) ? 1e-3 : 1.0, input.halfB);
    }
    for (int which = 0; which < 2; which++) {
        cdQuadraticMatrix *m = which ? &input.motionB : &input.motionA;
        cdVec3 from = cdScale(4.0, nextRandomVec3(random)), to = cdScale(4.0, nextRandomVec3(random));
        *m = makeCayleyMotion(makeRandomTurn(random), nextRandomVec3(random), from, to);
        if (kind == AFFINE || kind == SLOW || kind == SHEARED)
            *m = makeAffineMotion(makeRandomTurn(random), from, to, kind == SLOW ? 1e-6 : 0.2, random);
        for (int row = 0; row < 3; row++)
            for (int k = 0; k < 3; k++)
                if (kind == SHEARED) m->c[row][1][k] += 3.0 * m->c[row][0][k];
        for (int k = 1; k < 3; k++)
            if (kind == PROJECTIVE) m->c[3][3][k] = nextRandomIn(random, -0.3, 0.3);
        if (kind == MIRRORED)
            for (int row = 0; row < 3; row++)
                for (int k = 0; k < 3; k++)
                    m->c[row][which][k] = -m->c[row][which][k];
    }
    return input;
}

static void reverseTime(cdBoxesInput *input) {
    for (int e = 0; e < 32; e++) {
        double *c = e < 16 ? input->motionA.c[e / 4][e % 4] : input->motionB.c[e % 16 / 4][e % 4];
        const double turned[3] = {c[0] + c[1] + c[2], -c[1] - 2.0 * c[2], c[2]};
        for (int k = 0; k < 3; k++)
            c[k] = turned[k];
    }
}

// --- The polynomials

// Returns the bounds of one direction at t.
static double getBound(const cdBoxRoute *route, int direction, double t, double most) {
    double shape[CD_BERNSTEIN_DEGREE + 1];
    for (int k = 0; k <= route->degree; k++)
        shape[k] = route->shapes[k][cdGetRouteShape(direction)];
    return most * cdEvaluateBernstein(shape, route->degree, t);
}

static double getErrorAt(const cdBoxRoute *route, int direction, double t) {
    return getBound(route, direction, t, route->errors[direction]);
}

// Random motions of each kind: at random t, and at both ends, the gap along each of the 15 directions is that
// of the formula in long double, within the path's own error bound, and the bound on the normal's length
// holds. Red: an index of a cyclic product, a half extent of another axis, a missing weight, a bound that is
// too small.
static void testGapsAreThoseOfTheMatrices(void **state) {
    (void)state;
    Random random = {11};
    double tightest = 0.0;
    for (int n = 0; n < 3000; n++) {
        cdBoxesInput input = makeInput(&random, (Kind)(n % KIND_COUNT));
        cdBoxRoute route;
        double until;
        assert_true(cdOpenPolynomialRoute(&route, &input, &until));
        for (int k = 0; k < 6; k++) {
            double t = k < 2 ? k : nextRandom(&random), gaps[16], sides[16];
            cdGetRouteGaps(&route, t, gaps, sides);
            if (t > until) continue;
            for (int j = 0; j < CD_BOX_DIRECTIONS; j++) {
                LongGap truth = getLongGap(&input, t, j);
                double error = (double)fabsl(gaps[j] - (fabsl(truth.offset) - truth.sum));
                double bound = getErrorAt(&route, j, t);
                assert_true(bound <= route.errors[j] * (1.0 + 1e-12));
                if (error > bound)
                    fail_msg("input %d, direction %d, t %.17g: off by %g of %g", n, j, t, error, bound);
                assert_true(truth.length <= getBound(&route, j, t, 1.0 / route.scales[j]) * (1.0 + 1e-12));
                if ((double)fabsl(truth.offset) > bound)
                    assert_true((truth.offset < 0.0L) == (sides[j] < 0.0));
                tightest = fmax(tightest, error / bound);
            }
        }
    }
    print_message("errors: up to %.3g of their bounds\n", tightest);
    assert_true(tightest > 1.0 / 100.0); // a useless bound would find no contact either
}

// Returns the value at t of one column of coefficients at intervals of `stride`.
static double evaluateColumn(const double *b, int stride, int degree, double t) {
    double column[CD_BERNSTEIN_DEGREE + 1];
    for (int k = 0; k <= degree; k++)
        column[k] = b[k * stride];
    return cdEvaluateBernstein(column, degree, t);
}

// Returns n . d minus the arms' sum with given signs, by the table of route.h.
static double getSignedGap(const cdBoxRoute *route, const cdBoxSigns *signs, double t, int direction) {
    double ofA[9], ofB[9], w[2], v[2];
    for (int k = 0; k < 9; k++) {
        ofA[k] = signs->signsA[k / 3][k % 3] * evaluateColumn(&route->normalsA[0][k], 10, 6, t);
        ofB[k] = signs->signsB[k / 3][k % 3] * evaluateColumn(&route->normalsB[0][k], 10, 6, t);
    }
    for (int k = 0; k < 2; k++) {
        w[k] = evaluateColumn(&route->weights[0][k], 2, route->weightDegree, t);
        v[k] = evaluateColumn(&route->volumes[0][k], 2, 6, t);
    }
    double gap = fabs(evaluateColumn(&route->offsets[0][direction], 16, route->degree, t));
    const double *a = route->halfA, *b = route->halfB;
    int i = direction < 6 ? direction % 3 : (direction - 6) / 3, m = direction % 3;
    int j = nextAxis[i], k = lastAxis[i], n = nextAxis[m], o = lastAxis[m];
    if (direction < 3)
        return gap - w[0] * (b[0] * ofA[3 * i] + b[1] * ofA[3 * i + 1] + b[2] * ofA[3 * i + 2]) -
               w[1] * a[i] * v[0];
    if (direction < 6)
        return gap - w[1] * (a[0] * ofB[m] + a[1] * ofB[3 + m] + a[2] * ofB[6 + m]) - w[0] * b[m] * v[1];
    return gap - w[1] * (a[j] * ofA[3 * k + m] + a[k] * ofA[3 * j + m]) -
           w[0] * (b[n] * ofB[3 * i + o] + b[o] * ofB[3 * i + n]);
}

// In each homogeneous part the signs of its middle hold: with them every plane's polynomial is the gap, to
// within the bound, throughout the part and at its very ends, where a component is zero. Red: a missed sign
// change, a table of signs of the wrong pair, a bound without the wrong sides of zeros.
static void testSignsHoldInTheirParts(void **state) {
    (void)state;
    Random random = {12};
    int32_t divided = 0;
    for (int n = 0; n < 1200; n++) {
        cdBoxesInput input = makeInput(&random, (Kind)(n % KIND_COUNT));
        cdBoxRoute route;
        double until, ends[CD_BOX_PARTS_MAX], begin = 0.0;
        assert_true(cdOpenPolynomialRoute(&route, &input, &until));
        int32_t count = cdDivideRoute(&route, ends);
        assert_true(count >= 1 && ends[count - 1] == 1.0);
        divided += count > 1;
        for (int32_t part = 0; part < count; begin = ends[part++]) {
            cdBoxSigns signs = cdGetRouteSigns(&route, begin, ends[part]);
            for (int k = 0; k < 4; k++) {
                double share = k == 0 ? 0.0 : k == 1 ? 1.0 : nextRandom(&random);
                double t = begin + (ends[part] - begin) * share;
                if (t > until) continue;
                for (int j = 0; j < CD_BOX_DIRECTIONS; j++) {
                    LongGap truth = getLongGap(&input, t, j);
                    double gap = getSignedGap(&route, &signs, t, j);
                    if (fabsl(gap - (fabsl(truth.offset) - truth.sum)) > getErrorAt(&route, j, t))
                        fail_msg("input %d, part %d, direction %d, t %.17g", n, (int)part, j, t);
                }
            }
        }
    }
    assert_true(divided > 300);
}

// Fast rotations, of nearly half a turn, make w grow from 1 to over 100 and n . d with its fourth power:
// where w is small the bound is as small as without growth, and it still holds. Also with time reversed. Red:
// bounds over all of [0, 1] by the global maximum.
static void testBoundsFollowTheWeights(void **state) {
    (void)state;
    Random random = {16};
    for (int n = 0; n < 200; n++) {
        cdBoxesInput slow = makeInput(&random, RIGID), input = slow;
        cdVec3 g = cdScale(10.0, nextRandomDirection(&random)), from = cdScale(4.0, nextRandomVec3(&random));
        input.motionA = makeCayleyMotion(makeRandomTurn(&random), g, from, nextRandomVec3(&random));
        input.motionB = makeCayleyMotion(makeRandomTurn(&random), cdNegate(g), from, from);
        if (n % 2) reverseTime(&input);
        cdBoxRoute route;
        double until, gaps[16], sides[16];
        assert_true(cdOpenPolynomialRoute(&route, &input, &until));
        assert_true(until == 1.0);
        for (int k = 0; k < 8; k++) {
            double t = n % 2 ? 1.0 - k / 64.0 : k / 64.0;
            cdGetRouteGaps(&route, t, gaps, sides);
            for (int j = 0; j < CD_BOX_DIRECTIONS; j++) {
                LongGap truth = getLongGap(&input, t, j);
                double bound = getErrorAt(&route, j, t);
                assert_true(fabsl(gaps[j] - (fabsl(truth.offset) - truth.sum)) <= bound);
                if (k == 0 && n % 2 == 0) assert_true(bound < 1e-6 * route.errors[j]);
            }
        }
    }
}

// --- Invariances

static void shift(cdBoxesInput *input, cdVec3 by) {
    for (int row = 0; row < 3; row++)
        for (int k = 0; k < 3; k++) {
            input->motionA.c[row][3][k] += getComponent(by, row) * input->motionA.c[3][3][k];
            input->motionB.c[row][3][k] += getComponent(by, row) * input->motionB.c[3][3][k];
        }
}

// Two boxes whose coordinates are multiples of 1/64, with w of thousandths (1/1024), and the same 2^40 away
// from the origin, where each coordinate is still exact but its product with w is not: the same polynomials,
// bit for bit, with bounds that hardly grow. Red: w_B p_A and w_A p_B rounded before the offset cancels.
static void testFarFromTheOrigin(void **state) {
    (void)state;
    Random random = {13};
    for (int n = 0; n < 100; n++) {
        cdBoxesInput input = {.halfA = {1.0, 0.5, 2.0}, .halfB = {0.75, 1.0, 1.0}};
        for (int row = 0; row < 4; row++) {
            for (int column = row == 3 ? 3 : 0; column < 4; column++) {
                for (int k = 0; k < 3; k++) {
                    double unit = row == 3 ? 0x1p-10 : 0x1p-6;
                    input.motionA.c[row][column][k] = unit * nextRandomInt(&random, -64, 64);
                    input.motionB.c[row][column][k] = unit * nextRandomInt(&random, -64, 64);
                }
            }
        }
        input.motionA.c[3][3][0] += 1.0;
        input.motionB.c[3][3][0] += 1.0;
        cdBoxesInput far = input;
        shift(&far, cdMakeVec3(0x1p40, -0x1p39, 0x1p40));
        cdBoxRoute route, farRoute;
        double until, farUntil;
        assert_true(cdOpenPolynomialRoute(&route, &input, &until));
        assert_true(cdOpenPolynomialRoute(&farRoute, &far, &farUntil));
        assert_true(until == farUntil);
        assert_memory_equal(route.offsets, farRoute.offsets, sizeof route.offsets);
        for (int j = 0; j < CD_BOX_DIRECTIONS; j++)
            assert_true(farRoute.errors[j] <= 100.0 * route.errors[j]);
    }
}

static void scaleColumn(cdQuadraticMatrix *m, int column, int rows, double by) {
    for (int row = 0; row < rows; row++)
        for (int k = 0; k < 3; k++)
            m->c[row][column][k] *= by;
}

// The same boxes 2^20 times as large and small, with columns and half extents of other lengths, and with a
// whole matrix multiplied: numbers of the path change by that power of two or not at all. Also at 2^98 times,
// where a product of three lengths overflows. Red: an absolute tolerance, an overflow.
static void testScales(void **state) {
    (void)state;
    Random random = {14};
    const double scales[] = {0x1p-20, 0x1p20, 0x1p98, 0x1p-250};
    for (int n = 0; n < 4 * KIND_COUNT; n++) {
        cdBoxesInput input = makeInput(&random, (Kind)(n % KIND_COUNT)), scaled = input;
        double scale = scales[n / KIND_COUNT];
        scaled.halfA = cdScale(scale * 0x1p30, input.halfA);
        scaled.halfB = cdScale(scale, input.halfB);
        for (int i = 0; i < 3; i++) {
            scaleColumn(&scaled.motionA, i, 3, 0x1p-30);
            scaleColumn(&scaled.motionB, i, 3, 0x1p40);
        }
        scaleColumn(&scaled.motionA, 3, 3, scale);
        scaleColumn(&scaled.motionB, 3, 3, scale * 0x1p40);
        for (int k = 0; k < 3; k++)
            scaled.motionB.c[3][3][k] *= 0x1p40;
        cdBoxRoute route, other;
        double until, otherUntil;
        assert_true(cdOpenPolynomialRoute(&route, &input, &until));
        assert_true(cdOpenPolynomialRoute(&other, &scaled, &otherUntil));
        assert_true(until == otherUntil && route.degree == other.degree);
        for (int i = 0; i < 3; i++)
            assert_true(other.halfA[i] == scale * route.halfA[i] && other.halfB[i] == scale * route.halfB[i]);
        for (int j = 0; j < CD_BOX_DIRECTIONS; j++) {
            for (int k = 0; k <= route.degree; k++)
                assert_true(other.offsets[k][j] == scale * route.offsets[k][j]);
            assert_true(other.errors[j] <= 1.0001 * scale * route.errors[j]);
            assert_true(other.scales[j] == route.scales[j]);
        }
        assert_memory_equal(route.normalsA, other.normalsA, sizeof(double) * 70);
    }
}

// A and B exchanged, and time reversed: the same gaps, to within the bounds, along the same planes. Red: an
// asymmetric formula.
static void testSymmetries(void **state) {
    (void)state;
    Random random = {15};
    for (int n = 0; n < 600; n++) {
        cdBoxesInput input = makeInput(&random, (Kind)(n % KIND_COUNT));
        cdBoxesInput swapped = {.halfA = input.halfB,
                                .halfB = input.halfA,
                                .motionA = input.motionB,
                                .motionB = input.motionA},
                     back = input;
        reverseTime(&back);
        cdBoxRoute route, swap, reverse;
        double until[3], gaps[3][16], sides[16], t = nextRandom(&random);
        assert_true(cdOpenPolynomialRoute(&route, &input, &until[0]));
        assert_true(cdOpenPolynomialRoute(&swap, &swapped, &until[1]));
        assert_true(cdOpenPolynomialRoute(&reverse, &back, &until[2]));
        assert_true(until[0] == until[1]);
        if (until[0] < 1.0) continue;
        cdGetRouteGaps(&route, t, gaps[0], sides);
        cdGetRouteGaps(&swap, t, gaps[1], sides);
        cdGetRouteGaps(&reverse, 1.0 - t, gaps[2], sides);
        for (int j = 0; j < CD_BOX_DIRECTIONS; j++) {
            int i = (j - 6) / 3, m = j % 3, other = j < 6 ? (j + 3) % 6 : 6 + 3 * m + i;
            assert_true(fabs(gaps[0][j] - gaps[1][other]) <= route.errors[j] + swap.errors[other]);
            // Time-reversed columns may be scaled by other powers of two: signs are the same.
            if (fabs(gaps[0][j]) > route.errors[j] && fabs(gaps[2][j]) > reverse.errors[j])
                assert_true((gaps[0][j] < 0.0) == (gaps[2][j] < 0.0));
        }
    }
}

// --- Validity of boxes, and rejected input

static cdBoxesInput makePlain(void) {
    cdQuat none = {1.0, 0.0, 0.0, 0.0};
    cdVec3 still = {0.0, 0.0, 0.0}, from = {-4.0, 0.0, 0.0}, to = {4.0, 0.0, 0.0};
    return (cdBoxesInput){.halfA = {1.0, 1.0, 1.0},
                          .halfB = {1.0, 2.0, 1.0},
                          .motionA = makeCayleyMotion(none, still, from, to),
                          .motionB = makeCayleyMotion(none, still, still, still)};
}

static double getUntil(const cdBoxesInput *input) {
    cdBoxRoute route;
    double until = -1.0;
    assert_true(cdOpenPolynomialRoute(&route, input, &until));
    return until;
}

// w = 1 - 2 t vanishes at 1/2, and (1 - 2 t)^2 touches zero there; so do a column that shrinks to zero and
// two that become parallel. A mirrored box is valid throughout, a flat one never. Red: a limit beyond the
// certain part, or far before it; a mirrored box rejected.
static void testWhereBoxesEnd(void **state) {
    (void)state;
    cdBoxesInput input = makePlain();
    assert_true(getUntil(&input) == 1.0);
    input.motionB.c[3][3][1] = -2.0;
    double until = getUntil(&input);
    assert_true(until <= 0.5 && until > 0.5 - 1e-12);
    input.motionB.c[3][3][1] = -4.0, input.motionB.c[3][3][2] = 4.0;
    until = getUntil(&input);
    assert_true(until <= 0.5 && until > 0.5 - 1e-6); // a double zero hides half of the digits
    input = makePlain();
    input.motionA.c[2][2][1] = -4.0 / 3.0;
    until = getUntil(&input);
    assert_true(until <= 0.75 && until > 0.75 - 1e-12);
    input = makePlain();
    input.motionA.c[1][0][1] = input.motionA.c[0][1][1] = 4.0; // det = 1 - 16 t^2
    until = getUntil(&input);
    assert_true(until <= 0.25 && until > 0.25 - 1e-12);
    input = makePlain();
    input.motionA.c[1][1][0] = -1.0;
    assert_true(getUntil(&input) == 1.0);
    input.motionA.c[1][1][0] = 0.0;
    assert_true(getUntil(&input) == 0.0);
    input = makePlain();
    input.motionB.c[3][3][0] = -1.0;
    assert_true(getUntil(&input) == 0.0);
}

// Red: infinite, invalid or unmultipliable boxes are followed; large ones are not.
static void testRefusals(void **state) {
    (void)state;
    const double bad[] = {NAN, INFINITY, -INFINITY, 1e101};
    cdBoxRoute route;
    double until;
    for (int e = 0; e < 96; e++) {
        for (int k = 0; k < 4; k++) {
            cdBoxesInput input = makePlain();
            double *c = e < 48 ? &input.motionA.c[0][0][0] : &input.motionB.c[0][0][0];
            c[e % 48] = bad[k];
            assert_false(cdOpenPolynomialRoute(&route, &input, &until));
            assert_true(until == 0.0);
        }
        cdBoxesInput input = makePlain();
        double *c = e < 48 ? &input.motionA.c[0][0][0] : &input.motionB.c[0][0][0];
        c[e % 48] += 1e-9;
        bool isBottom = e % 48 >= 36 && e % 48 < 45;
        assert_true(cdOpenPolynomialRoute(&route, &input, &until) == !isBottom);
    }
    cdBoxesInput wide = makePlain(); // lengths beyond 1e100 by their w
    wide.halfA = cdScale(1e90, wide.halfA);
    assert_true(cdOpenPolynomialRoute(&route, &wide, &until));
    wide.motionA.c[3][3][0] = 1e-20;
    assert_false(cdOpenPolynomialRoute(&route, &wide, &until));
    const double badHalves[] = {0.0, -1.0, NAN, INFINITY};
    for (int k = 0; k < 24; k++) {
        cdBoxesInput input = makePlain();
        cdVec3 *half = k % 2 ? &input.halfA : &input.halfB;
        double *component = k / 2 % 3 == 0 ? &half->x : k / 2 % 3 == 1 ? &half->y : &half->z;
        *component = badHalves[k / 6];
        assert_false(cdOpenPolynomialRoute(&route, &input, &until));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testGapsAreThoseOfTheMatrices),
        cmocka_unit_test(testSignsHoldInTheirParts),
        cmocka_unit_test(testBoundsFollowTheWeights),
        cmocka_unit_test(testFarFromTheOrigin),
        cmocka_unit_test(testScales),
        cmocka_unit_test(testSymmetries),
        cmocka_unit_test(testWhereBoxesEnd),
        cmocka_unit_test(testRefusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
