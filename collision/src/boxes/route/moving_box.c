// Prepares two boxes in motion by quadratic matrices for products of their polynomials [AS05].
//
// Input: half extents, a matrix. Output: its columns and their cross products by Bernstein coefficients,
// their sizes, half extents and w; the vector from B's centre to A's.
//
// 1. Columns, and w with the centre's column, are scaled by powers of two, half extents by the inverse. So
//    lengths stay lengths and only they can be large. A mirrored box becomes right-handed by turning all its
//    axes over: the same box, its features numbered from the other end.
// 2. The page makes one box static by M1 inverse(M2), which is no polynomial; here both matrices stay, and
//    d w_A w_B = w_B p_A - w_A p_B. It is found by powers of t, as sums of products to twice the precision,
//    so that a common offset cancels whole.
#include "boxes/route/moving_box.h"
#include "boxes/pairs/box_numbers.h"
#include "foundation/numbers/bernstein.h"

#include <string.h>

static const double LARGEST = 1e100;

// Rounding units (2^-53) of n . d, see polynomial_route.c: of the coefficients of d, and of the powers that
// these are sums of. The tail of the sums to twice the precision is at most 2^-102 of their parts.
static const double OFFSET_UNITS = 29.0, POWER_UNITS = 8.0, TAIL_UNITS = 0x1p-40;

// --- 1

static bool areWithin(const double *values, int count) {
    for (int i = 0; i < count; i++)
        if (!(fabs(values[i]) <= LARGEST)) return false;
    return true;
}

static bool isValidMatrix(const cdQuadraticMatrix *m) {
    for (int column = 0; column < 3; column++)
        for (int k = 0; k < 3; k++)
            if (m->c[3][column][k] != 0.0) return false;
    return areWithin(&m->c[0][0][0], 48);
}

static bool isValidHalf(cdVec3 half) {
    const double halves[3] = {half.x, half.y, half.z};
    return areWithin(halves, 3) && half.x > 0.0 && half.y > 0.0 && half.z > 0.0;
}

// Returns the largest power of two that is at most `size`; 1 for 0.
static double getPowerOfTwo(double size) {
    int exponent;
    if (size == 0.0) return 1.0;
    frexp(size, &exponent);
    return ldexp(1.0, exponent - 1);
}

// Converts c0 + c1 t + c2 t^2 to Bernstein coefficients, times the binomials.
static void setBernstein(double b[3], const double c[3], double scale) {
    b[0] = scale * c[0];
    b[1] = scale * (2.0 * c[0] + c[1]);
    b[2] = scale * (c[0] + c[1] + c[2]);
}

static double getLargest(const cdQuadraticMatrix *m, int column, int rows) {
    double largest = 0.0;
    for (int row = 0; row < rows; row++)
        for (int k = 0; k < 3; k++)
            largest = cdMax(largest, fabs(m->c[row][column][k]));
    return largest;
}

static cdVec3 getCoefficient(const cdQuadratic *axis, int k) {
    return cdScale(k == 1 ? 0.5 : 1.0, cdMakeVec3(axis->c[0][k], axis->c[1][k], axis->c[2][k]));
}

static void setAxis(cdMovingBox *box, const cdQuadraticMatrix *m, int i, double half, double weightScale) {
    double scale = getPowerOfTwo(getLargest(m, i, 3)), lengthSq = 0.0;
    cdQuadratic *axis = &box->axes[i];
    for (int row = 0; row < 3; row++)
        setBernstein(axis->c[row], m->c[row][i], 1.0 / scale);
    for (int k = 0; k < 3; k++)
        lengthSq = cdMax(lengthSq, cdLengthSq(getCoefficient(axis, k)));
    box->lengths[i] = sqrt(lengthSq);
    box->half[i] = half * scale / weightScale;
}

static void setWeights(cdMovingBox *box, const double c[3], double weightScale) {
    for (int k = 0; k < 3; k++)
        box->w[k] = c[k] / weightScale;
    setBernstein(box->weights, box->w, 1.0);
    box->weights[1] *= 0.5;
    box->weightSize = cdMax(fabs(box->weights[0]), cdMax(fabs(box->weights[1]), fabs(box->weights[2])));
}

// True if det(axes) is below 0 at t = 0.
static bool isMirrored(const cdMovingBox *box) {
    cdVec3 e[3];
    for (int i = 0; i < 3; i++)
        e[i] = cdMakeVec3(box->axes[i].c[0][0], box->axes[i].c[1][0], box->axes[i].c[2][0]);
    return cdDot(cdCross(e[0], e[1]), e[2]) < 0.0;
}

static void turnOver(cdMovingBox *box) {
    for (int i = 0; i < 3; i++)
        for (int row = 0; row < 3; row++)
            for (int k = 0; k < 3; k++)
                box->axes[i].c[row][k] = -box->axes[i].c[row][k];
}

static void crossAxes(const cdQuadratic *a, const cdQuadratic *b, cdQuartic *out) {
    memset(out, 0, sizeof *out);
    for (int x = 0; x < 3; x++) {
        int y = cdGetNextAxis(x), z = cdGetLastAxis(x);
        cdAddProduct(out->c[x], a->c[y], b->c[z], 2, 1.0);
        cdAddProduct(out->c[x], a->c[z], b->c[y], 2, -1.0);
        out->size[x] = a->size[y] * b->size[z] + a->size[z] * b->size[y];
    }
}

bool cdOpenMovingBox(cdMovingBox *box, const cdQuadraticMatrix *m, cdVec3 half) {
    if (!isValidMatrix(m) || !isValidHalf(half)) return false;
    const double halves[3] = {half.x, half.y, half.z};
    double largest = cdMax(fabs(m->c[3][3][0]), cdMax(fabs(m->c[3][3][1]), fabs(m->c[3][3][2])));
    double weightScale = getPowerOfTwo(largest);
    setWeights(box, m->c[3][3], weightScale);
    for (int i = 0; i < 3; i++) {
        setAxis(box, m, i, halves[i], weightScale);
        for (int k = 0; k < 3; k++)
            box->center[i][k] = m->c[i][3][k] / weightScale;
    }
    if (isMirrored(box)) turnOver(box);
    return areWithin(box->half, 3) && areWithin(&box->center[0][0], 9);
}

// Lower limit of a shape, which is a divisor.
static const double minShape = 0x1p-20;

// The last coefficient is c0 + c1 + c2: c0 + c1, which is 2 b1 - b0, counts by a third, so that 4 rounding
// units of the shape's bound its error.
static void setShape(cdMovingBox *box) {
    const double *w = box->weights;
    for (int k = 0; k < 3; k++) {
        double most = fabs(w[k]) / box->weightSize;
        for (int i = 0; i < 3; i++)
            most = cdMax(most, cdLength(getCoefficient(&box->axes[i], k)) / box->lengths[i]);
        box->shape[k] = cdMax(most, minShape);
    }
    double most = fabs(2.0 * w[1] - w[0]) / box->weightSize;
    for (int i = 0; i < 3; i++) {
        cdVec3 b0 = getCoefficient(&box->axes[i], 0), b1 = getCoefficient(&box->axes[i], 1);
        most = cdMax(most, cdLength(cdSub(cdAdd(b1, b1), b0)) / box->lengths[i]);
    }
    box->shape[2] = cdMax(box->shape[2], most / 3.0);
}

void cdShapeMovingBox(cdMovingBox *box, bool varies) {
    box->shape[0] = box->shape[1] = box->shape[2] = 1.0;
    if (varies) setShape(box);
    for (int i = 0; i < 3; i++) {
        cdQuadratic *axis = &box->axes[i];
        for (int row = 0; row < 3; row++) {
            const double *b = axis->c[row], *shape = box->shape;
            axis->size[row] =
                cdMax(fabs(b[0]) / shape[0], cdMax(0.5 * fabs(b[1]) / shape[1], fabs(b[2]) / shape[2]));
        }
    }
    for (int i = 0; i < 3; i++)
        crossAxes(&box->axes[cdGetNextAxis(i)], &box->axes[cdGetLastAxis(i)], &box->normals[i]);
}

// --- 2

typedef struct LongSum {
    double sum, rest, size;
} LongSum;

// Adds with the rounding errors of product and sum [Dekker, Knuth].
static void addLong(LongSum *s, double a, double b) {
    double product = a * b, splitA = 0x1.0000002p27 * a, splitB = 0x1.0000002p27 * b;
    double upperA = splitA - (splitA - a), lowerA = a - upperA;
    double upperB = splitB - (splitB - b), lowerB = b - upperB;
    double error = lowerA * lowerB - (((product - upperA * upperB) - lowerA * upperB) - upperA * lowerB);
    double sum = s->sum + product, virtual = sum - s->sum;
    s->rest += error + ((s->sum - (sum - virtual)) + (product - virtual));
    s->sum = sum;
    s->size += fabs(product);
}

// Computes one coordinate of w_B p_A - w_A p_B, of degree 2 or 4.
static void findPowers(const cdMovingBox *a, const cdMovingBox *b, int row, int degree, LongSum powers[5]) {
    for (int k = 0; k < 5; k++)
        powers[k] = (LongSum){0.0, 0.0, 0.0};
    for (int i = 0; i <= degree - 2; i++) {
        for (int k = 0; k < 3; k++) {
            addLong(&powers[i + k], b->w[i], a->center[row][k]);
            addLong(&powers[i + k], -a->w[i], b->center[row][k]);
        }
    }
}

static const double binomials[5][5] = {{1}, {1, 1}, {1, 2, 1}, {1, 3, 3, 1}, {1, 4, 6, 4, 1}};

// Converts one coordinate's powers to Bernstein coefficients, with their errors.
static void setOffsetRow(cdBoxOffset *offset, int row, const LongSum powers[5], double divisor,
                         const double *shape) {
    int degree = offset->degree;
    double units = 0.0;
    for (int k = 0; k <= degree; k++) {
        double value = 0.0, sum = 0.0, parts = 0.0;
        for (int j = 0; j <= k; j++) {
            double p = (powers[j].sum + powers[j].rest) / divisor, share = binomials[degree - j][k - j];
            value += share * p;
            sum += share * fabs(p);
            parts += share * powers[j].size / divisor;
        }
        offset->d[row][k] = value;
        double unit = OFFSET_UNITS * fabs(value) + POWER_UNITS * sum + TAIL_UNITS * parts;
        units = cdMax(units, unit / (binomials[degree][k] * shape[k]));
    }
    offset->units[row] = units;
}

// Moves a constant w into the half extents.
static void divideByWeight(cdMovingBox *box) {
    for (int i = 0; i < 3; i++)
        box->half[i] /= box->w[0];
    box->weights[0] = box->weights[1] = box->weights[2] = box->weightSize = 1.0;
}

void cdFindBoxOffset(cdMovingBox *a, cdMovingBox *b, bool varies, cdBoxOffset *offset) {
    double divisor = varies ? 1.0 : a->w[0] * b->w[0], shape[5] = {1.0, 1.0, 1.0, 1.0, 1.0};
    offset->degree = varies ? 4 : 2;
    if (varies) cdMultiplyBernstein(a->shape, 2, b->shape, 2, shape);
    for (int row = 0; row < 3; row++) {
        LongSum powers[5];
        findPowers(a, b, row, offset->degree, powers);
        setOffsetRow(offset, row, powers, divisor, shape);
    }
    if (varies) return;
    divideByWeight(a);
    divideByWeight(b);
}
