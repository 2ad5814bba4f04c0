// Two boxes in motion by quadratic matrices, as Bernstein polynomials: the factors of polynomial_route.c.
#ifndef CD_MOVING_BOX_H
#define CD_MOVING_BOX_H

#include "collision/boxes.h"
#include "foundation/numbers/rounding.h"

// A box's shape: a Bernstein polynomial of degree 2, at most 1, that all its coefficients follow. Where w
// changes, columns change with it, normals with its square; bounds that are shares of shapes are unaffected.
// 1 throughout if both w are constant.

// Coefficients [row][k] are Bernstein's times the binomials; each of Bernstein's is at most `size` times the
// shape's.
typedef struct cdQuadratic {
    double c[3][3], size[3];
} cdQuadratic;

typedef struct cdQuartic {
    double c[3][5], size[3];
} cdQuartic;

typedef struct cdMovingBox {
    cdQuadratic axes[3];
    cdQuartic normals[3]; // of the next two axes
    double lengths[3];    // upper bounds for the axes
    double half[3];
    double center[3][3], w[3];     // by powers of t
    double weights[3], weightSize; // w as Bernstein's, not times the binomials; the largest
    double shape[3];
} cdMovingBox;

typedef struct cdBoxOffset {
    int degree;
    double d[3][5];  // [row][k], times the binomials
    double units[3]; // step 4 of polynomial_route.c, of n . d by components of n
} cdBoxOffset;

// @errors false: the input is refused; see cdOpenPolynomialRoute
bool cdOpenMovingBox(cdMovingBox *box, const cdQuadraticMatrix *m, cdVec3 half);

// Computes the shape, sizes and normals; `varies`: not both w are constant.
void cdShapeMovingBox(cdMovingBox *box, bool varies);

// Computes d, of degree 4, or of degree 2 if both w are constant: they are divided out then, also out of the
// half extents.
void cdFindBoxOffset(cdMovingBox *a, cdMovingBox *b, bool varies, cdBoxOffset *offset);

// Adds sign a b, of degrees 2 and `degree`, to a sum.
static inline void cdAddProduct(double *sum, const double a[3], const double *b, int degree, double sign) {
    for (int i = 0; i < 3; i++)
        for (int k = 0; k <= degree; k++)
            sum[i + k] += sign * a[i] * b[k];
}

#endif
