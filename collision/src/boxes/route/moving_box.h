// Two boxes in motion by quadratic matrices, as Bernstein polynomials: what polynomial_route.c multiplies.
#ifndef CD_MOVING_BOX_H
#define CD_MOVING_BOX_H

#include "collision/boxes.h"
#include "foundation/numbers/rounding.h"

// A box's shape: what all its coefficients follow, Bernstein's of degree 2, at most 1. Where w changes,
// columns change with it, by its square where normals do; bounds that are shares of shapes do not suffer from
// that. 1 throughout where both w are constant.

// Coefficients [row][k] are Bernstein's times the binomials; none of Bernstein's is above `size` times the
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
    double lengths[3];    // of the axes, at most
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

// false: the input is refused; see cdOpenPolynomialRoute.
bool cdOpenMovingBox(cdMovingBox *box, const cdQuadraticMatrix *m, cdVec3 half);

// The shape, sizes and normals; `varies`: not both w are constant.
void cdShapeMovingBox(cdMovingBox *box, bool varies);

// d, of degree 4, or of degree 2 where both w are constant: they are divided out then, also out of the half
// extents.
void cdFindBoxOffset(cdMovingBox *a, cdMovingBox *b, bool varies, cdBoxOffset *offset);

// sum += sign a b, of degrees 2 and `degree`.
static inline void cdAddProduct(double *sum, const double a[3], const double *b, int degree, double sign) {
    for (int i = 0; i < 3; i++)
        for (int k = 0; k <= degree; k++)
            sum[i + k] += sign * a[i] * b[k];
}

#endif
