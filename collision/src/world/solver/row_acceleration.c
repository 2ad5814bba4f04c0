// Anderson's acceleration of an iteration.
//
// Source: D. G. Anderson, "Iterative procedures for nonlinear integral equations", 1965; H. F. Walker, P. Ni,
// "Anderson acceleration for fixed-point iterations", 2011, algorithm AA in its unconstrained form. (1) With
// the differences dx_k of the begins of the last iterations and df_k of their steps f, the factors g minimize
// |f - sum g_k df_k|. The next iteration begins at x + f - sum g_k (dx_k + df_k). If f is linear, these are
// the iterates of GMRES. (2) Iterations with bounds are linear only in parts. If the step at an extrapolation
// is much longer than the step before, the iteration returns to its last result and forgets the differences.
#include "world/solver/row_acceleration.h"
#include "foundation/numbers/lanes.h"

#include <math.h>
#include <string.h>

// Factor of the squared length of a step that is too long.
static const double REJECTED = 4.0;

// Added to the diagonal of the squares, as a fraction of its largest value.
static const double DAMPING = 0x1p-34;

enum { ARRAYS = 3 + 2 * CD_REMEMBERED };

size_t cdGetRowAccelerationSize(int32_t count) {
    return ARRAYS * ((size_t)count * sizeof(double) + 16);
}

bool cdSetUpRowAcceleration(cdRowAcceleration *acceleration, int32_t count, cdMemory *memory) {
    *acceleration = (cdRowAcceleration){.count = count};
    double *arrays[ARRAYS];
    for (int i = 0; i < ARRAYS; i++) {
        arrays[i] = cdTakeMemory(memory, (size_t)count, sizeof *arrays[i]);
        if (arrays[i] == NULL) return false;
    }
    acceleration->from = arrays[0];
    acceleration->step = arrays[1];
    acceleration->kept = arrays[2];
    for (int i = 0; i < CD_REMEMBERED; i++) {
        acceleration->ways[i] = arrays[3 + 2 * i];
        acceleration->steps[i] = arrays[4 + 2 * i];
    }
    return true;
}

void cdForgetSteps(cdRowAcceleration *acceleration) {
    acceleration->remembered = acceleration->next = 0;
    acceleration->hasLast = acceleration->extrapolated = false;
}

// --- (1)

static double addLanes(cdLanes a) {
    return cdGetFirstLane(a) + cdGetSecondLane(a);
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

bool cdExtrapolateSteps(cdRowAcceleration *own, double *values) {
    double factors[CD_REMEMBERED];
    if (own->remembered == 0) return false;
    if (!findFactors(own, factors)) {
        cdForgetSteps(own);
        return false;
    }
    for (int32_t i = 0; i < own->count; i += 2) {
        cdLanes value = cdLoadLanes(own->kept + i);
        for (int32_t k = 0; k < own->remembered; k++) {
            value = cdSubLanes(value, cdMulLanes(cdSpreadLanes(factors[k]), cdLoadLanes(own->ways[k] + i)));
        }
        cdStoreLanes(values + i, value);
    }
    own->extrapolated = true;
    return true;
}

// --- (2)

// Products of all remembered steps with two vectors, in lanes.
typedef struct StepProducts {
    cdLanes difference[CD_REMEMBERED], step[CD_REMEMBERED];
} StepProducts;

// Replaces the oldest difference, numbers i and i + 1, and adds to the products with the new one and with the
// step.
static inline void rememberPair(cdRowAcceleration *own, const double *before, const double *after, int32_t i,
                                int32_t remembered, StepProducts *products) {
    cdLanes begin = cdLoadLanes(before + i), end = cdLoadLanes(after + i), now = cdSubLanes(end, begin);
    cdLanes difference = cdSubLanes(now, cdLoadLanes(own->step + i));
    cdStoreLanes(own->ways[own->next] + i,
                 cdAddLanes(cdSubLanes(begin, cdLoadLanes(own->from + i)), difference));
    cdStoreLanes(own->steps[own->next] + i, difference);
    cdStoreLanes(own->from + i, begin);
    cdStoreLanes(own->step + i, now);
    cdStoreLanes(own->kept + i, end);
    for (int32_t k = 0; k < remembered; k++) {
        cdLanes other = cdLoadLanes(own->steps[k] + i);
        products->difference[k] = cdAddLanes(products->difference[k], cdMulLanes(other, difference));
        products->step[k] = cdAddLanes(products->step[k], cdMulLanes(other, now));
    }
}

static void remember(cdRowAcceleration *own, const double *before, const double *after) {
    bool hasRoom = own->remembered < CD_REMEMBERED;
    int32_t remembered = own->hasLast ? own->remembered + (hasRoom ? 1 : 0) : 0;
    StepProducts products;
    for (int32_t k = 0; k < CD_REMEMBERED; k++)
        products.difference[k] = products.step[k] = cdSpreadLanes(0.0);
    for (int32_t i = 0; i < own->count; i += 2)
        rememberPair(own, before, after, i, remembered, &products);
    if (own->hasLast) {
        own->remembered = remembered;
        for (int32_t k = 0; k < remembered; k++) {
            own->squares[k][own->next] = own->squares[own->next][k] = addLanes(products.difference[k]);
            own->products[k] = addLanes(products.step[k]);
        }
        own->next = (own->next + 1) % CD_REMEMBERED;
    }
    own->hasLast = true;
}

bool cdTakeStep(cdRowAcceleration *own, const double *before, double *after) {
    cdLanes squares = cdSpreadLanes(0.0);
    for (int32_t i = 0; i < own->count; i += 2) {
        cdLanes now = cdSubLanes(cdLoadLanes(after + i), cdLoadLanes(before + i));
        squares = cdAddLanes(squares, cdMulLanes(now, now));
    }
    double lengthSq = addLanes(squares);
    if (own->extrapolated && !(lengthSq <= REJECTED * own->lengthSq)) {
        memcpy(after, own->kept, (size_t)own->count * sizeof *after);
        cdForgetSteps(own);
        return false;
    }
    own->extrapolated = false;
    own->lengthSq = lengthSq;
    remember(own, before, after);
    return true;
}
