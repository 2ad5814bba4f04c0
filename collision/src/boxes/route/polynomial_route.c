// The route of two boxes whose matrices are quadratic functions of t [AS05].
//
// Input: half extents and both matrices. Output: the route of route.h, of degree 6 if both w are constant,
// else 8; the interval in which the boxes certainly have volume. Steps 1 and 2 are those of moving_box.c.
//
// 3. Products of Bernstein polynomials times their binomials are plain convolutions: cross products of
//    columns, then triple products.
// 4. Bounds of errors, counted below, as shares of the shapes of moving_box.h.
#include "boxes/pairs/box_numbers.h"
#include "boxes/route/moving_box.h"
#include "boxes/route/route.h"

enum { CONSTANT = 6, VARYING = 8 }; // degrees

// Step 4. In units of u = 2^-53, to the first order, of the sums of absolute products with each factor at its
// largest share of its box's shape (moving_box.h), times the shapes' product. Each coefficient is bounded by
// itself, so that where w grows, n . d with its fourth power, a bound is small where n . d is. A coefficient
// of a column errs by 4 (c0 + c1 is at most 3 of the largest, and c2 adds its own); of d by 8 of the sum of
// its powers; a normal by 12 (two columns, a product of three terms, a difference); n . d by 29, without d's
// error; normals . columns by 27, with half extents, weights and their sum 45. Later operations on a
// polynomial are in units of its largest coefficient, again as shares of the shape, since neither Bernstein's
// sums nor de Casteljau's have terms of other signs: its value 2 for each degree and 4, 6 for the plane's
// sum; following it 20 for each degree (bernstein.h), of the plane's own coefficients. If the sign of a
// normal's component is taken on the wrong side of a zero the error is twice its value there. Beside a zero
// that is twice the error of halving, since as much may be hidden by it: 6 each time, of coefficients that
// are smaller by half each time, without the first 8: 108. Throughout a part it is at most twice the error
// where it is evaluated (route_values.c): 21; with a zero that is off by a rounding unit of t it grows by 24
// of the shape's largest coefficient beside it, so each is set to the largest of its neighbours.
static const double UNIT = 0x1p-53, COLUMN_UNITS = 4.0, NORMAL_UNITS = 27.0, SUM_UNITS = 45.0,
                    SIGN_UNITS = 216.0, PLANE_UNITS = 6.0, VALUE_UNITS = 4.0, DEGREE_UNITS = 2.0;
static const double MIN_ERROR = 0x1p-960; // for results near the smallest double

static const double inverseBinomials6[7] = {1.0, 1.0 / 6, 1.0 / 15, 1.0 / 20, 1.0 / 15, 1.0 / 6, 1.0};
static const double inverseBinomials8[9] = {1.0,      1.0 / 8,  1.0 / 28, 1.0 / 56, 1.0 / 70,
                                            1.0 / 56, 1.0 / 28, 1.0 / 8,  1.0};

// Inverse products of shapes, as Bernstein polynomials of degree 6.
typedef struct Shapes {
    double normalsA[CONSTANT + 1], normalsB[CONSTANT + 1], volumes[2][CONSTANT + 1];
} Shapes;

// Errors of a plane's terms without half extent and weight, in units, by pairs of axes.
typedef struct Units {
    double normalsA[9], normalsB[9], volumes[2];
} Units;

static double countLaterUnits(int degree) {
    return DEGREE_UNITS * degree + VALUE_UNITS + PLANE_UNITS;
}

// --- 3

static double dotSizes(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

// Computes a product of degree 6 with coefficients `stride` apart; returns the largest share of the shape.
static double setTripleProduct(double *out, int stride, const cdQuadratic *axis, const cdQuartic *normal,
                               const double *inverseShape) {
    double sum[CD_ROUTE_DEGREE + 1] = {0.0}, largest = 0.0;
    for (int x = 0; x < 3; x++)
        cdAddProduct(sum, axis->c[x], normal->c[x], 4, 1.0);
    for (int k = 0; k <= 6; k++) {
        out[k * stride] = inverseBinomials6[k] * sum[k];
        largest = cdMax(largest, inverseShape[k] * fabs(out[k * stride]));
    }
    return largest;
}

static void setNormals(cdBoxRoute *route, const cdMovingBox *a, const cdMovingBox *b, const Shapes *shapes,
                       Units *units) {
    double later = countLaterUnits(route->degree) + SIGN_UNITS;
    for (int i = 0; i < 3; i++) {
        for (int m = 0; m < 3; m++) {
            int at = 3 * i + m;
            double largest =
                setTripleProduct(&route->normalsA[0][at], 10, &b->axes[m], &a->normals[i], shapes->normalsA);
            units->normalsA[at] = SUM_UNITS * dotSizes(b->axes[m].size, a->normals[i].size) + later * largest;
            largest =
                setTripleProduct(&route->normalsB[0][at], 10, &a->axes[i], &b->normals[m], shapes->normalsB);
            units->normalsB[at] = SUM_UNITS * dotSizes(a->axes[i].size, b->normals[m].size) + later * largest;
        }
    }
    for (int k = 0; k <= CONSTANT; k++)
        route->normalsA[k][9] = route->normalsB[k][9] = 0.0;
}

// Returns the end of the interval in which the volume is certainly above 0.
static double setVolume(cdBoxRoute *route, int which, const cdMovingBox *box, const Shapes *shapes,
                        Units *units) {
    const double *inverseShape = shapes->volumes[which];
    double volume[CD_ROUTE_DEGREE + 1], size = dotSizes(box->axes[0].size, box->normals[0].size);
    double largest =
        setTripleProduct(&route->volumes[0][which], 2, &box->axes[0], &box->normals[0], inverseShape);
    double later = countLaterUnits(route->degree) * largest;
    double error = UNIT * NORMAL_UNITS * size + cdGetFollowError(6) * largest;
    units->volumes[which] = SUM_UNITS * size + later;
    for (int k = 0; k <= 6; k++)
        volume[k] = route->volumes[k][which] - error / inverseShape[k];
    return cdFollowAbove(volume, 6, 0.0, 1.0);
}

// Returns the end of the interval in which w is certainly above 0.
static double setWeight(cdBoxRoute *route, int which, const cdMovingBox *box) {
    double floors[3], error = (UNIT * COLUMN_UNITS + cdGetFollowError(2)) * box->weightSize;
    for (int k = 0; k < 3; k++) {
        route->weights[k][which] = box->weights[k];
        floors[k] = box->weights[k] - error * box->shape[k];
    }
    return cdFollowAbove(floors, 2, 0.0, 1.0);
}

// Returns the largest offset as a share of the shape's.
static double largestOffset(const cdBoxRoute *route, int direction) {
    const double *shape = &route->shapes[0][cdGetRouteShape(direction)];
    double largest = 0.0;
    for (int k = 0; k <= route->degree; k++)
        largest = cdMax(largest, fabs(route->offsets[k][direction]) / shape[3 * k]);
    return largest;
}

static void setOffset(cdBoxRoute *route, int direction, const double *sum) {
    const double *inverses = route->degree == CONSTANT ? inverseBinomials6 : inverseBinomials8;
    for (int k = 0; k <= route->degree; k++)
        route->offsets[k][direction] = inverses[k] * sum[k];
}

// sum += a b, of degrees 4 and `degree`.
static void addQuarticProduct(double *sum, const double a[5], const double *b, int degree) {
    for (int i = 0; i < 5; i++)
        for (int k = 0; k <= degree; k++)
            sum[i + k] += a[i] * b[k];
}

// Computes n . d for a face's normal.
static void setFaceOffset(cdBoxRoute *route, int direction, const cdQuartic *normal,
                          const cdBoxOffset *offset) {
    double sum[CD_ROUTE_DEGREE + 1] = {0.0};
    for (int x = 0; x < 3; x++)
        addQuarticProduct(sum, normal->c[x], offset->d[x], offset->degree);
    setOffset(route, direction, sum);
    route->errors[direction] = dotSizes(normal->size, offset->units) +
                               countLaterUnits(route->degree) * largestOffset(route, direction);
}

// Computes (e x f) . d = e . (f x d), for all three e.
static void setEdgeOffsets(cdBoxRoute *route, int m, const cdMovingBox *a, const cdQuadratic *f,
                           const cdBoxOffset *offset) {
    double moments[3][CD_ROUTE_DEGREE - 1] = {{0.0}};
    int degree = offset->degree;
    for (int x = 0; x < 3; x++) {
        int y = cdGetNextAxis(x), z = cdGetLastAxis(x);
        cdAddProduct(moments[x], f->c[y], offset->d[z], degree, 1.0);
        cdAddProduct(moments[x], f->c[z], offset->d[y], degree, -1.0);
    }
    for (int i = 0; i < 3; i++) {
        const cdQuadratic *e = &a->axes[i];
        double sum[CD_ROUTE_DEGREE + 1] = {0.0}, size[3];
        for (int x = 0; x < 3; x++) {
            int y = cdGetNextAxis(x), z = cdGetLastAxis(x);
            cdAddProduct(sum, e->c[x], moments[x], degree + 2, 1.0);
            size[x] = e->size[y] * f->size[z] + e->size[z] * f->size[y];
        }
        int direction = 6 + 3 * i + m;
        setOffset(route, direction, sum);
        route->errors[direction] =
            dotSizes(size, offset->units) + countLaterUnits(route->degree) * largestOffset(route, direction);
    }
}

// --- 4

// Adds the sums' errors, by the table of route.h.
static void finishErrors(cdBoxRoute *route, const cdMovingBox *a, const cdMovingBox *b, const Units *units) {
    const double *ofA = units->normalsA, *ofB = units->normalsB;
    double wA = a->weightSize, wB = b->weightSize, sums[16] = {0.0};
    for (int i = 0; i < 3; i++) {
        int j = cdGetNextAxis(i), k = cdGetLastAxis(i);
        sums[i] = wA * dotSizes(b->half, &ofA[3 * i]) + wB * a->half[i] * units->volumes[0];
        double column[3] = {ofB[i], ofB[3 + i], ofB[6 + i]};
        sums[3 + i] = wB * dotSizes(a->half, column) + wA * b->half[i] * units->volumes[1];
        for (int m = 0; m < 3; m++) {
            int n = cdGetNextAxis(m), o = cdGetLastAxis(m);
            sums[6 + 3 * i + m] = wB * (a->half[j] * ofA[3 * k + m] + a->half[k] * ofA[3 * j + m]) +
                                  wA * (b->half[n] * ofB[3 * i + o] + b->half[o] * ofB[3 * i + n]);
        }
    }
    for (int direction = 0; direction < CD_BOX_DIRECTIONS; direction++)
        route->errors[direction] = UNIT * (route->errors[direction] + sums[direction]) + MIN_ERROR;
    route->errors[15] = 0.0;
}

static void setScales(cdBoxRoute *route, const cdMovingBox *a, const cdMovingBox *b) {
    double weight = a->weightSize * b->weightSize;
    for (int i = 0; i < 3; i++) {
        route->scales[i] = 1.0 / (weight * a->lengths[cdGetNextAxis(i)] * a->lengths[cdGetLastAxis(i)]);
        route->scales[3 + i] = 1.0 / (weight * b->lengths[cdGetNextAxis(i)] * b->lengths[cdGetLastAxis(i)]);
        for (int m = 0; m < 3; m++)
            route->scales[6 + 3 * i + m] = 1.0 / (weight * a->lengths[i] * b->lengths[m]);
    }
    route->scales[15] = 1.0;
}

static void setOffsets(cdBoxRoute *route, const cdMovingBox *a, const cdMovingBox *b,
                       const cdBoxOffset *offset) {
    for (int i = 0; i < 3; i++) {
        setFaceOffset(route, i, &a->normals[i], offset);
        setFaceOffset(route, 3 + i, &b->normals[i], offset);
        setEdgeOffsets(route, i, a, &b->axes[i], offset);
    }
    for (int k = 0; k <= route->degree; k++)
        route->offsets[k][15] = 0.0;
}

static void invert(const double *values, int degree, double *out) {
    for (int k = 0; k <= degree; k++)
        out[k] = 1.0 / values[k];
}

// Computes the shape of planes of one kind, of degree 8.
static void setRouteShape(cdBoxRoute *route, int kind, const double a[5], const double b[5]) {
    double shape[VARYING + 1];
    cdMultiplyBernstein(a, 4, b, 4, shape);
    for (int k = 0; k <= VARYING; k++) {
        double beside = cdMax(shape[k > 0 ? k - 1 : 0], shape[k < VARYING ? k + 1 : VARYING]);
        route->shapes[k][kind] = cdMax(shape[k], beside);
    }
}

static void setShapes(cdBoxRoute *route, const cdMovingBox *a, const cdMovingBox *b, Shapes *shapes) {
    double aa[5], ab[5], bb[5], product[CONSTANT + 1];
    cdMultiplyBernstein(a->shape, 2, a->shape, 2, aa);
    cdMultiplyBernstein(a->shape, 2, b->shape, 2, ab);
    cdMultiplyBernstein(b->shape, 2, b->shape, 2, bb);
    setRouteShape(route, 0, aa, ab);
    setRouteShape(route, 1, bb, ab);
    setRouteShape(route, 2, aa, bb);
    cdMultiplyBernstein(aa, 4, b->shape, 2, product);
    invert(product, CONSTANT, shapes->normalsA);
    cdMultiplyBernstein(bb, 4, a->shape, 2, product);
    invert(product, CONSTANT, shapes->normalsB);
    cdMultiplyBernstein(aa, 4, a->shape, 2, product);
    invert(product, CONSTANT, shapes->volumes[0]);
    cdMultiplyBernstein(bb, 4, b->shape, 2, product);
    invert(product, CONSTANT, shapes->volumes[1]);
}

static bool hasVaryingWeight(const cdMovingBox *box) {
    return box->w[1] != 0.0 || box->w[2] != 0.0 || !(box->w[0] > 0.0);
}

bool cdOpenPolynomialRoute(cdBoxRoute *route, const cdBoxesInput *input, double *until) {
    cdMovingBox a, b;
    cdBoxOffset offset;
    Shapes shapes;
    Units units;
    *until = 0.0;
    if (!cdOpenMovingBox(&a, &input->motionA, input->halfA) ||
        !cdOpenMovingBox(&b, &input->motionB, input->halfB))
        return false;
    bool varies = hasVaryingWeight(&a) || hasVaryingWeight(&b);
    route->degree = varies ? VARYING : CONSTANT;
    route->signDegree = CONSTANT;
    route->weightDegree = varies ? CD_ROUTE_WEIGHT_DEGREE : 0;
    route->rectangular = false;
    cdShapeMovingBox(&a, varies);
    cdShapeMovingBox(&b, varies);
    cdFindBoxOffset(&a, &b, varies, &offset);
    for (int i = 0; i < 3; i++) {
        route->halfA[i] = a.half[i];
        route->halfB[i] = b.half[i];
    }
    setShapes(route, &a, &b, &shapes);
    *until = cdMin(setWeight(route, 0, &a), setWeight(route, 1, &b));
    *until = cdMin(*until, setVolume(route, 0, &a, &shapes, &units));
    *until = cdMin(*until, setVolume(route, 1, &b, &shapes, &units));
    setNormals(route, &a, &b, &shapes, &units);
    setOffsets(route, &a, &b, &offset);
    finishErrors(route, &a, &b, &units);
    setScales(route, &a, &b);
    return true;
}
