// Cube root, with the same bits on every system; see functions.h.
//
// Method: Newton's iteration from a straight line, for a power of eight times a number in [1, 8); a last step
// with the exact remainder.
#include "foundation/numbers/double_pair.h"
#include "foundation/numbers/functions.h"

#include <math.h>

double cdCbrt(double x) {
    if (x == 0.0 || isnan(x) || isinf(x)) return x;
    int exponent;
    double a = frexp(fabs(x), &exponent); // [1/2, 1)
    int third = (exponent + 3000) / 3 - 1000;
    a = ldexp(a, exponent - 3 * third); // [1/2, 4)
    double root = 0.62 + 0.28 * a;      // within a tenth
    for (int i = 0; i < 4; i++)
        root -= (root - a / (root * root)) / 3.0;
    double squareError, cubeError, square = cdMultiplyTwo(root, root, &squareError);
    double cube = cdMultiplyTwo(square, root, &cubeError);
    double rest = a - cube - (cubeError + squareError * root);
    return copysign(ldexp(root + rest / (3.0 * square), third), x);
}
