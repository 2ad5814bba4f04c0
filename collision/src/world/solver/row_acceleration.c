// Anderson's acceleration of an iteration.
//
// Source: D. G. Anderson, "Iterative procedures for nonlinear integral equations", 1965; H. F. Walker, P. Ni,
// "Anderson acceleration for fixed-point iterations", 2011, algorithm AA in its unconstrained form. (1) With
// the differences dx_k of the begins of the last iterations and df_k of their steps f, the factors g minimize
// |f - sum g_k df_k|. The next iteration begins at x + f - sum g_k (dx_k + df_k). If f is linear, these are
// the iterates of GMRES. (2) Iterations with bounds are linear only in parts. If the step at an extrapolation
// is much longer than the step before, the iteration returns to its last result and forgets the differences.
#include "world/solver/row_acceleration.h"
#include "foundation/numbers/four_lanes.h"

#include <math.h>
#include <string.h>

// Factor of the squared length of a step that is too long.
static const double REJECTED = 4.0;

// Added to the diagonal of the squares, as a fraction of its largest value.
static const double DAMPING = 0x1p-34;

enum { ARRAYS = 5 + 2 * CD_REMEMBERED };

size_t cdGetRowAccelerationSize(int32_t count) {
    return ARRAYS * ((size_t)count * sizeof(double) + 16);
}

bool cdSetUpRowAcceleration(cdRowAcceleration *own, int32_t count, cdMemory *memory) {
    *own = (cdRowAcceleration){.count = count};
    double **arrays[ARRAYS] = {&own->before, &own->after, &own->lastBefore, &own->lastAfter, &own->step};
    for (int i = 0; i < CD_REMEMBERED; i++) {
        arrays[5 + 2 * i] = &own->ways[i];
        arrays[6 + 2 * i] = &own->steps[i];
    }
    for (int i = 0; i < ARRAYS; i++) {
        *arrays[i] = cdTakeMemory(memory, (size_t)count, sizeof **arrays[i]);
        if (*arrays[i] == NULL) return false;
        memset(*arrays[i], 0, (size_t)count * sizeof **arrays[i]);
    }
    return true;
}

void cdForgetSteps(cdRowAcceleration *acceleration) {
    acceleration->remembered = acceleration->next = 0;
    acceleration->hasLast = acceleration->extrapolated = false;
}

// --- (1)

static double addLanes(cdFour a) {
    double v[4];
    cdStoreFour(v, a);
    return (v[0] + v[1]) + (v[2] + v[3]);
}

// Solves for the factors by Cholesky's factorization, in place. False: not positive definite.
static bool solveLeast(double matrix[CD_REMEMBERED][CD_REMEMBERED], double factors[CD_REMEMBERED],
                       int32_t n) {
    for (int32_t i = 0; i < n; i++) {
        for (int32_t j = 0; j <= i; j++) {
            double sum = matrix[i][j];
            for (int32_t k = 0; k < j; k++)
                sum -= matrix[i][k] * matrix[j][k];
            if (i == j && !(sum > 0.0)) return false;
            matrix[i][j] = i == j ? sqrt(sum) : sum / matrix[j][j];
        }
        for (int32_t k = 0; k < i; k++)
            factors[i] -= matrix[i][k] * factors[k];
        factors[i] /= matrix[i][i];
    }
    for (int32_t i = n - 1; i >= 0; i--) {
        for (int32_t k = i + 1; k < n; k++)
            factors[i] -= matrix[k][i] * factors[k];
        factors[i] /= matrix[i][i];
    }
    return true;
}

static bool findFactors(const cdRowAcceleration *own, double factors[CD_REMEMBERED]) {
    double matrix[CD_REMEMBERED][CD_REMEMBERED], largest = 0.0;
    for (int32_t i = 0; i < own->remembered; i++) {
        factors[i] = own->products[i];
        for (int32_t j = 0; j <= i; j++)
            matrix[i][j] = own->squares[i][j];
        if (!(matrix[i][i] <= largest)) largest = matrix[i][i];
    }
    for (int32_t i = 0; i < own->remembered; i++)
        matrix[i][i] += DAMPING * largest;
    return solveLeast(matrix, factors, own->remembered);
}

static void extrapolate(cdRowAcceleration *own, const double factors[CD_REMEMBERED]) {
    for (int32_t i = 0; i < own->count; i += 4) {
        cdFour value = cdLoadFour(own->lastAfter + i);
        for (int32_t k = 0; k < own->remembered; k++)
            value = cdSubFour(value, cdMulFour(cdSpreadFour(factors[k]), cdLoadFour(own->ways[k] + i)));
        cdStoreFour(own->before + i, value);
    }
}

bool cdBeginStep(cdRowAcceleration *own) {
    double factors[CD_REMEMBERED];
    if (own->remembered > 0 && !findFactors(own, factors)) cdForgetSteps(own);
    own->extrapolated = own->remembered > 0;
    if (own->extrapolated)
        extrapolate(own, factors);
    else
        memcpy(own->before, own->lastAfter, (size_t)own->count * sizeof *own->before);
    return own->extrapolated;
}

// --- (2)

// Products of all remembered steps with two vectors, and the square of the second one, in lanes.
typedef struct StepProducts {
    cdFour difference[CD_REMEMBERED], step[CD_REMEMBERED], square;
} StepProducts;

// Replaces the oldest difference, numbers i to i + 3, and adds to the products with the new one and with the
// step.
static inline void rememberFour(cdRowAcceleration *own, int32_t i, int32_t remembered,
                                StepProducts *products) {
    cdFour begin = cdLoadFour(own->before + i), now = cdSubFour(cdLoadFour(own->after + i), begin),
           difference = cdSubFour(now, cdLoadFour(own->step + i));
    cdStoreFour(own->ways[own->next] + i,
                cdAddFour(cdSubFour(begin, cdLoadFour(own->lastBefore + i)), difference));
    cdStoreFour(own->steps[own->next] + i, difference);
    cdStoreFour(own->step + i, now);
    products->square = cdAddFour(products->square, cdMulFour(now, now));
    for (int32_t k = 0; k < remembered; k++) {
        cdFour other = cdLoadFour(own->steps[k] + i);
        products->difference[k] = cdAddFour(products->difference[k], cdMulFour(other, difference));
        products->step[k] = cdAddFour(products->step[k], cdMulFour(other, now));
    }
}

// Returns the number of differences with that of this iteration.
static int32_t remember(cdRowAcceleration *own, StepProducts *products) {
    bool hasRoom = own->remembered < CD_REMEMBERED;
    int32_t remembered = own->hasLast ? own->remembered + (hasRoom ? 1 : 0) : 0;
    products->square = cdSpreadFour(0.0);
    for (int32_t k = 0; k < CD_REMEMBERED; k++)
        products->difference[k] = products->step[k] = products->square;
    for (int32_t i = 0; i < own->count; i += 4)
        rememberFour(own, i, remembered, products);
    return remembered;
}

static void keepProducts(cdRowAcceleration *own, int32_t remembered, const StepProducts *products) {
    if (own->hasLast) {
        own->remembered = remembered;
        for (int32_t k = 0; k < remembered; k++) {
            own->squares[k][own->next] = own->squares[own->next][k] = addLanes(products->difference[k]);
            own->products[k] = addLanes(products->step[k]);
        }
        own->next = (own->next + 1) % CD_REMEMBERED;
    }
    own->hasLast = true;
}

static void swap(double **a, double **b) {
    double *other = *a;
    *a = *b;
    *b = other;
}

bool cdTakeStep(cdRowAcceleration *own) {
    StepProducts products;
    int32_t remembered = remember(own, &products);
    double lengthSq = addLanes(products.square);
    if (own->extrapolated && !(lengthSq <= REJECTED * own->lengthSq)) {
        cdForgetSteps(own); // the oldest difference and `step` are those of this iteration
        return false;
    }
    own->extrapolated = false;
    own->lengthSq = lengthSq;
    keepProducts(own, remembered, &products);
    swap(&own->before, &own->lastBefore);
    swap(&own->after, &own->lastAfter);
    return true;
}
