// Two boxes in motion by quadratic matrices, as Bernstein polynomials: what polynomial_route.c multiplies.
#ifndef CD_MOVING_BOX_H
#define CD_MOVING_BOX_H

#include "collision/boxes.h"
#include "foundation/rounding.h"

// Coefficients [row][k] are Bernstein's times the binomials; `size` the largest of Bernstein's.
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
    double center[3][3], w[3]; // by powers of t
    double weights[3], weightSize;
} cdMovingBox;

typedef struct cdBoxOffset {
    cdQuartic d;
    double units[3]; // step 4, of n . d by components of n
} cdBoxOffset;

// false: the input is refused; see cdOpenPolynomialRoute.
bool cdOpenMovingBox(cdMovingBox *box, const cdQuadraticMatrix *m, cdVec3 half);

// Takes a constant w out of the half extents; d is found before.
void cdDivideByWeight(cdMovingBox *box);

// d of degree 4, or of degree 2 where both w are constant; they are divided out then.
void cdFindBoxOffset(const cdMovingBox *a, const cdMovingBox *b, int degree, cdBoxOffset *offset);

// sum += sign a b, of degrees 2 and `degree`.
static inline void cdAddProduct(double *sum, const double a[3], const double *b, int degree, double sign) {
    for (int i = 0; i < 3; i++)
        for (int k = 0; k <= degree; k++)
            sum[i + k] += sign * a[i] * b[k];
}

#endif
