// Eigenvectors of symmetric matrices: m v = value v, unit and perpendicular to each other.
#include "foundation/numbers/eigenvectors.h"
#include "random.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { MOST = 6, ROUNDS = 12 };

static double getElement(const double *m, int size, int row, int column) {
    return m[size * row + column];
}

// Some elements of every third matrix are zero; those of every fourth are equal.
static void fill(Random *random, double *m, int size, int number) {
    for (int i = 0; i < size; i++)
        for (int k = 0; k <= i; k++) {
            double value = nextRandomIn(random, -1.0, 1.0);
            if (number % 3 == 0 && nextRandomInt(random, 0, 1) == 0) value = 0.0;
            if (number % 4 == 0) value = 0.25;
            m[size * i + k] = m[size * k + i] = value;
        }
}

static double findError(const double *m, const double *diagonal, const double *vectors, int size, int k) {
    double worst = 0.0;
    for (int row = 0; row < size; row++) {
        double product = 0.0;
        for (int i = 0; i < size; i++)
            product += getElement(m, size, row, i) * getElement(vectors, size, k, i);
        double expected = getElement(diagonal, size, k, k) * getElement(vectors, size, k, row);
        worst = fmax(worst, fabs(product - expected));
    }
    return worst;
}

static void testVectors(void **state) {
    (void)state;
    Random random = {7};
    for (int number = 0; number < 2000; number++) {
        int size = nextRandomInt(&random, 1, MOST);
        double m[MOST * MOST], diagonal[MOST * MOST], vectors[MOST * MOST];
        fill(&random, m, size, number);
        memcpy(diagonal, m, sizeof m[0] * (size_t)(size * size));
        cdMakeDiagonal(diagonal, vectors, size, ROUNDS);
        for (int k = 0; k < size; k++) {
            assert_true(findError(m, diagonal, vectors, size, k) < 1e-13);
            for (int i = 0; i <= k; i++) {
                double product = 0.0;
                for (int c = 0; c < size; c++)
                    product += getElement(vectors, size, i, c) * getElement(vectors, size, k, c);
                assert_true(fabs(product - (i == k)) < 1e-13);
            }
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(testVectors)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
