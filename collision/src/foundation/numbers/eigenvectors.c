// Eigenvectors by Jacobi's rotations; see eigenvectors.h.
#include "foundation/numbers/eigenvectors.h"

#include <math.h>

static void turn(double *a, double *b, double c, double s) {
    double x = *a, y = *b;
    *a = c * x - s * y;
    *b = s * x + c * y;
}

// Rotates the axes i and k so that the element i, k vanishes.
static void turnPair(double *m, double *vectors, int size, int i, int k) {
    double *rowI = m + size * i, *rowK = m + size * k;
    if (rowI[k] == 0.0) return;
    double theta = (rowK[k] - rowI[i]) / (2.0 * rowI[k]);
    double t = copysign(1.0, theta) / (fabs(theta) + sqrt(theta * theta + 1.0));
    double c = 1.0 / sqrt(t * t + 1.0), s = t * c;
    for (int row = 0; row < size; row++)
        turn(&m[size * row + i], &m[size * row + k], c, s);
    for (int column = 0; column < size; column++) {
        turn(&rowI[column], &rowK[column], c, s);
        turn(&vectors[size * i + column], &vectors[size * k + column], c, s);
    }
}

void cdMakeDiagonal(double *m, double *vectors, int size, int rounds) {
    for (int i = 0; i < size * size; i++)
        vectors[i] = i % (size + 1) == 0;
    for (int round = 0; round < rounds; round++)
        for (int i = 0; i < size; i++)
            for (int k = i + 1; k < size; k++)
                turnPair(m, vectors, size, i, k);
}
