// Combinations of contacts with shares that are not negative; see trap_cone.h.
//
// Source: C. L. Lawson, R. J. Hanson, "Solving least squares problems", 1974, chapter 23.
#include "paths/trap_cone.h"

#include <math.h>

enum { ROUNDS = 60 };

static const double NO_GAIN = 1e-12;

void cdMakeTrapCone(const cdTrapWork *work, cdTrapCone *cone) {
    cone->rowCount = work->rowCount;
    for (int32_t i = 0; i < work->rowCount; i++) {
        const cdTrapRow *row = &work->rows[i];
        cdVec3 turning =
            cdScale(1.0 / work->gyration, cdCross(cdSub(row->point, work->centroid), row->normal));
        double *r = cone->rows[i];
        r[0] = row->normal.x, r[1] = row->normal.y, r[2] = row->normal.z;
        r[3] = turning.x, r[4] = turning.y, r[5] = turning.z;
    }
}

static double dot6(const double *a, const double *b) {
    double sum = 0.0;
    for (int k = 0; k < 6; k++)
        sum += a[k] * b[k];
    return sum;
}

// Solves a symmetric system by elimination with pivots on the diagonal. False: it is singular.
static bool solve(double m[6][6], double *x, int32_t n) {
    for (int32_t i = 0; i < n; i++) {
        if (!(m[i][i] > 1e-12)) return false;
        for (int32_t k = i + 1; k < n; k++) {
            double factor = m[k][i] / m[i][i];
            for (int32_t j = i; j < n; j++)
                m[k][j] -= factor * m[i][j];
            x[k] -= factor * x[i];
        }
    }
    for (int32_t i = n - 1; i >= 0; i--) {
        for (int32_t j = i + 1; j < n; j++)
            x[i] -= m[i][j] * x[j];
        x[i] /= m[i][i];
    }
    return true;
}

// Computes the shares of the rows of a combination that come nearest to a target.
static bool fit(const cdTrapCone *cone, const cdTrapCombination *own, const double *target, double *shares) {
    double m[6][6];
    for (int32_t i = 0; i < own->count; i++) {
        const double *row = cone->rows[own->rows[i]];
        for (int32_t k = 0; k < own->count; k++)
            m[i][k] = dot6(row, cone->rows[own->rows[k]]);
        shares[i] = dot6(row, target);
    }
    return solve(m, shares, own->count);
}

static void removeRow(cdTrapCombination *own, int32_t index) {
    own->count--;
    for (int32_t i = index; i < own->count; i++) {
        own->rows[i] = own->rows[i + 1];
        own->shares[i] = own->shares[i + 1];
    }
}

// Makes the shares the best ones; rows whose share would become negative leave. False: it is singular.
static bool settle(const cdTrapCone *cone, cdTrapCombination *own, const double *target) {
    while (own->count > 0) {
        double wanted[6], part = 1.0;
        int32_t first = -1;
        if (!fit(cone, own, target, wanted)) return false;
        for (int32_t i = 0; i < own->count; i++) {
            if (wanted[i] > 0.0) continue;
            double own_part = own->shares[i] / (own->shares[i] - wanted[i]);
            if (first < 0 || own_part < part) first = i, part = own_part;
        }
        for (int32_t i = 0; i < own->count; i++)
            own->shares[i] += part * (wanted[i] - own->shares[i]);
        if (first < 0) return true;
        removeRow(own, first);
    }
    return true;
}

static void findRest(const cdTrapCone *cone, const cdTrapCombination *own, const double *target,
                     double *rest) {
    for (int k = 0; k < 6; k++)
        rest[k] = target[k];
    for (int32_t i = 0; i < own->count; i++)
        for (int k = 0; k < 6; k++)
            rest[k] -= own->shares[i] * cone->rows[own->rows[i]][k];
}

// Returns the row that brings a combination nearer to its target fastest; -1: none does.
static int32_t findGain(const cdTrapCone *cone, const double *rest) {
    int32_t best = -1;
    double most = NO_GAIN;
    for (int32_t i = 0; i < cone->rowCount; i++) {
        double gain = dot6(cone->rows[i], rest);
        if (gain > most) most = gain, best = i;
    }
    return best;
}

double cdCombineTrapRows(const cdTrapCone *cone, const double target[6], cdTrapCombination *out) {
    cdTrapCombination own = {.count = 0};
    double rest[6];
    for (int i = 0; i < ROUNDS; i++) {
        findRest(cone, &own, target, rest);
        int32_t row = findGain(cone, rest);
        if (row < 0 || own.count == 6) break;
        cdTrapCombination before = own;
        own.rows[own.count] = row;
        own.shares[own.count++] = 0.0;
        if (settle(cone, &own, target)) continue;
        own = before;
        break;
    }
    findRest(cone, &own, target, rest);
    *out = own;
    return sqrt(dot6(rest, rest));
}
