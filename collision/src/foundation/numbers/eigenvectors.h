// Eigenvectors of small symmetric matrices.
#ifndef CD_EIGENVECTORS_H
#define CD_EIGENVECTORS_H

#include "foundation/numbers/float_mode.h"

// Makes a symmetric matrix m[size][size] diagonal by Jacobi's rotations. vectors[size][size]: its rows become
// the unit eigenvectors, vectors[k] that of m[k][k]. `rounds`: in each every element is made zero once; by
// quadratic convergence six suffice for three rows.
void cdMakeDiagonal(double *m, double *vectors, int size, int rounds);

#endif
