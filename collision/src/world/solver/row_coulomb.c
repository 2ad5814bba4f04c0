// Friction of few bodies: the normals and the friction of all contacts at once.
//
// Source: P. Alart, A. Curnier, "A mixed formulation for frictional contact problems prone to Newton like
// solution methods", 1991; V. Acary, M. Bremond, O. Huber, "On solving contact problems with Coulomb
// friction: formulations and numerical comparisons", 2018. (1) A proximal step, as in row_newton.c, looks for
// impulses r = P(r - h u): u is the residual of a row, as a speed, plus E times the change of its impulse; h
// is a scale of the contact; P projects onto the bounds, normals to at least 0, friction into the disk of the
// projected normal. So the disk follows the normal impulse; in row_newton.c it is that of the step's begin,
// and where faces slide the two may go round in circles. (2) These equations F = 0 are not the slope of a
// function. Newton steps on them are taken in full; with a line search fewer problems converge. With D the
// derivative of P, a step d of the impulses and w = J^T d of the whitened velocities meet (1 - D (1 - h E)) d
// + h D J w = -F. The blocks of the contacts on the left are inverted, which leaves a linear system for w.
// (3) Steps harden if Newton's method converges, and soften from the best impulses if it does not.
#include "world/solver/row_coulomb.h"
#include "world/solver/row_newton.h"
#include "world/solver/row_sweeps.h"

#include <math.h>
#include <string.h>

enum { NEWTON_STEPS = 15, ALL_STEPS = 200 };

// E over the diagonal: of the first step, the limits, and its changes.
static const double FIRST = 0x1p-3, HARDEST = CD_HARDEST, SOFTEST = 1.0;
static const double HARDENING = 0.25, SOFTENING = 8.0;
static const double NEAR = 0.125; // of the tolerance: Newton's method has converged

// A contact with friction, or a single row.
typedef struct CoulombUnit {
    int32_t row, count;
    double h;
    double start[3], change[3]; // impulses at the begin of the proximal step; their changes
    double soft[3];             // E plus the row's own softness
    double slope[3][3];         // block of the change of impulses by a change of their J v
    double gap[3];              // the same without a change of J v
} CoulombUnit;

typedef struct Coulomb {
    cdRowNewton *newton;
    CoulombUnit *units;
    int32_t unitCount;
    int32_t size;   // six for each body
    double *matrix; // size rows of size + 1 numbers: the last one is the right side
} Coulomb;

size_t cdGetRowCoulombSize(int32_t bodyCount, int32_t rowCount) {
    size_t size = CD_BLOCK * (size_t)(bodyCount < CD_COULOMB_BODIES ? bodyCount : CD_COULOMB_BODIES);
    return size * (size + 1) * sizeof(double) + (size_t)rowCount * sizeof(CoulombUnit) + 64;
}

// --- (1)

static void setUpUnit(const cdRowNewton *newton, int32_t first, int32_t count, CoulombUnit *unit) {
    double scale = 0.0;
    for (int32_t k = 0; k < count; k++)
        scale = cdMax(scale, newton->parts[first + k].scale);
    *unit = (CoulombUnit){.row = first, .count = count, .h = 1.0 / scale};
}

static bool setUp(cdRowNewton *newton, Coulomb *own) {
    const cdRowProblem *problem = &newton->problem;
    cdMemory memory = newton->left;
    *own = (Coulomb){.newton = newton, .size = CD_BLOCK * newton->bodyCount};
    own->units = cdTakeMemory(&memory, (size_t)problem->rowCount, sizeof *own->units);
    own->matrix = cdTakeMemory(&memory, (size_t)own->size * (size_t)(own->size + 1), sizeof *own->matrix);
    if (own->units == NULL || own->matrix == NULL) return false;
    for (int32_t i = 0; i < problem->rowCount;) {
        int32_t count = cdGetRowUnitLength(problem, i);
        if (problem->rows[i].share != 0.0) setUpUnit(newton, i, count, &own->units[own->unitCount++]);
        i += count;
    }
    return true;
}

static void beginStep(Coulomb *own, double softness) {
    const cdRow *rows = own->newton->problem.rows;
    cdFindMissedRows(own->newton);
    memset(own->newton->at, 0, (size_t)own->size * sizeof *own->newton->at);
    for (int32_t i = 0; i < own->unitCount; i++) {
        CoulombUnit *unit = &own->units[i];
        for (int32_t k = 0; k < unit->count; k++) {
            const cdRow *row = &rows[unit->row + k];
            unit->start[k] = row->impulse;
            unit->change[k] = 0.0;
            unit->soft[k] = softness / unit->h + (row->kind == CD_ROW_BOUNDED ? row->softness : 0.0);
        }
    }
}

// Projects the impulses `y` of a unit onto its bounds. Writes the derivative.
static void project(const cdRow *row, int32_t count, double y[3], double slope[3][3]) {
    bool bounded = row->kind == CD_ROW_BOUNDED, inside = bounded ? fabs(y[0]) < row->limit : y[0] > 0.0;
    memset(slope, 0, 9 * sizeof(double));
    slope[0][0] = inside ? 1.0 : 0.0;
    if (!inside) y[0] = bounded ? copysign(row->limit, y[0]) : 0.0;
    if (count == 1) return;
    double limit = row[1].limit, longest = limit * y[0], length = sqrt(y[1] * y[1] + y[2] * y[2]);
    if (length <= longest) {
        slope[1][1] = slope[2][2] = length < longest ? 1.0 : 0.0;
        return;
    }
    double x = y[1] / length, z = y[2] / length, bend = longest / length;
    y[1] = longest * x;
    y[2] = longest * z;
    slope[1][0] = limit * x * slope[0][0];
    slope[2][0] = limit * z * slope[0][0];
    slope[1][1] = bend * z * z;
    slope[2][2] = bend * x * x;
    slope[1][2] = slope[2][1] = -bend * x * z;
}

// --- (2)

// Inverts the upper left count x count block of a matrix. False: singular.
static bool invert(double m[3][3], int32_t count, double inverse[3][3]) {
    if (count == 1) {
        inverse[0][0] = 1.0 / m[0][0];
        return m[0][0] != 0.0;
    }
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            int a = (j + 1) % 3, b = (j + 2) % 3, c = (i + 1) % 3, d = (i + 2) % 3;
            inverse[i][j] = m[a][c] * m[b][d] - m[a][d] * m[b][c];
        }
    }
    double determinant = m[0][0] * inverse[0][0] + m[0][1] * inverse[1][0] + m[0][2] * inverse[2][0];
    for (int i = 0; i < 9; i++)
        inverse[i / 3][i % 3] /= determinant;
    return determinant != 0.0;
}

// Finds the slope and the gap of a unit at the current velocities. Returns |F| / h, a speed; NaN: there is no
// step.
static double linearize(const Coulomb *own, CoulombUnit *unit) {
    const cdRowNewton *newton = own->newton;
    int32_t count = unit->count;
    double y[3], at[3], derivative[3][3], block[3][3], inverse[3][3], missed = 0.0;
    for (int32_t k = 0; k < count; k++) {
        const cdRowPart *part = &newton->parts[unit->row + k];
        double speed = cdGetPartSpeed(part, newton->at) - part->missed + unit->soft[k] * unit->change[k];
        at[k] = unit->start[k] + unit->change[k];
        y[k] = at[k] - unit->h * speed;
    }
    project(&newton->problem.rows[unit->row], count, y, derivative);
    for (int32_t i = 0; i < count; i++) {
        missed = cdMax(missed, fabs(at[i] - y[i]) / unit->h);
        for (int32_t j = 0; j < count; j++)
            block[i][j] = (i == j ? 1.0 : 0.0) - derivative[i][j] * (1.0 - unit->h * unit->soft[j]);
    }
    if (!invert(block, count, inverse)) return NAN;
    for (int32_t i = 0; i < count; i++) {
        unit->gap[i] = 0.0;
        for (int32_t j = 0; j < count; j++) {
            unit->gap[i] -= inverse[i][j] * (at[j] - y[j]);
            unit->slope[i][j] = 0.0;
            for (int32_t k = 0; k < count; k++)
                unit->slope[i][j] -= unit->h * inverse[i][k] * derivative[k][j];
        }
    }
    return missed;
}

static double linearizeAll(const Coulomb *own) {
    double worst = 0.0;
    for (int32_t i = 0; i < own->unitCount; i++) {
        double missed = linearize(own, &own->units[i]);
        if (!(missed <= worst)) worst = missed;
        if (isnan(missed)) return NAN;
    }
    return worst;
}

// Subtracts s on to^T from the block of two bodies: `on` of the row that pushes, `to` of the row whose speed
// counts.
static void addBlock(const Coulomb *own, int32_t a, int32_t b, const double *on, const double *to, double s) {
    for (int i = 0; i < CD_BLOCK && a >= 0 && b >= 0; i++) {
        double *row = own->matrix + (CD_BLOCK * a + i) * (own->size + 1) + CD_BLOCK * b;
        for (int j = 0; j < CD_BLOCK; j++)
            row[j] -= s * on[i] * to[j];
    }
}

static void addGap(const Coulomb *own, int32_t a, const double *on, double s) {
    for (int i = 0; i < CD_BLOCK && a >= 0; i++)
        own->matrix[(CD_BLOCK * a + i) * (own->size + 1) + own->size] += s * on[i];
}

static void addUnit(const Coulomb *own, const CoulombUnit *unit) {
    const cdRowPart *parts = own->newton->parts + unit->row;
    for (int32_t i = 0; i < unit->count; i++) {
        addGap(own, parts[i].a, parts[i].onA, unit->gap[i]);
        addGap(own, parts[i].b, parts[i].onB, unit->gap[i]);
        for (int32_t j = 0; j < unit->count; j++) {
            double s = unit->slope[i][j];
            if (s == 0.0) continue;
            addBlock(own, parts[i].a, parts[j].a, parts[i].onA, parts[j].onA, s);
            addBlock(own, parts[i].a, parts[j].b, parts[i].onA, parts[j].onB, s);
            addBlock(own, parts[i].b, parts[j].a, parts[i].onB, parts[j].onA, s);
            addBlock(own, parts[i].b, parts[j].b, parts[i].onB, parts[j].onB, s);
        }
    }
}

static void swapRows(double *a, double *b, int32_t count) {
    for (int32_t i = 0; i < count; i++) {
        double kept = a[i];
        a[i] = b[i];
        b[i] = kept;
    }
}

// Gaussian elimination with partial pivoting, and the solution. False: singular.
static bool solve(const Coulomb *own, double *solution) {
    int32_t n = own->size, width = n + 1;
    double *m = own->matrix;
    for (int32_t k = 0; k < n; k++) {
        int32_t pivot = k;
        for (int32_t i = k + 1; i < n; i++)
            if (fabs(m[i * width + k]) > fabs(m[pivot * width + k])) pivot = i;
        if (!(fabs(m[pivot * width + k]) > 0.0)) return false;
        if (pivot != k) swapRows(m + k * width + k, m + pivot * width + k, width - k);
        for (int32_t i = k + 1; i < n; i++) {
            double factor = m[i * width + k] / m[k * width + k];
            if (factor == 0.0) continue;
            for (int32_t j = k + 1; j < width; j++)
                m[i * width + j] -= factor * m[k * width + j];
        }
    }
    for (int32_t k = n - 1; k >= 0; k--) {
        double sum = m[k * width + n];
        for (int32_t j = k + 1; j < n; j++)
            sum -= m[k * width + j] * solution[j];
        solution[k] = sum / m[k * width + k];
    }
    return true;
}

// Takes one Newton step. False: the matrix is singular.
static bool step(const Coulomb *own) {
    cdRowNewton *newton = own->newton;
    int32_t n = own->size;
    memset(own->matrix, 0, (size_t)n * (size_t)(n + 1) * sizeof *own->matrix);
    for (int32_t i = 0; i < n; i++)
        own->matrix[i * (n + 1) + i] = 1.0;
    for (int32_t i = 0; i < own->unitCount; i++)
        addUnit(own, &own->units[i]);
    if (!solve(own, newton->way)) return false;
    for (int32_t i = 0; i < own->unitCount; i++) {
        CoulombUnit *unit = &own->units[i];
        double speed[3];
        for (int32_t k = 0; k < unit->count; k++)
            speed[k] = cdGetPartSpeed(&newton->parts[unit->row + k], newton->way);
        for (int32_t k = 0; k < unit->count; k++) {
            unit->change[k] += unit->gap[k];
            for (int32_t j = 0; j < unit->count; j++)
                unit->change[k] += unit->slope[k][j] * speed[j];
        }
    }
    for (int32_t i = 0; i < n; i++)
        newton->at[i] += newton->way[i];
    newton->factorings++;
    return true;
}

// Counts a row of a step, and a product of blocks, as one.
static bool spend(const Coulomb *own) {
    int64_t bodies = own->newton->bodyCount;
    return cdSpend(own->newton->problem.meter, own->newton->problem.rowCount + bodies * bodies * bodies / 3);
}

// Finds the changes of one proximal step. True if Newton's method has converged.
static bool findChanges(const Coulomb *own, double enough, int32_t *steps) {
    for (int i = 0; i < NEWTON_STEPS && *steps < ALL_STEPS; i++) {
        double missed = linearizeAll(own);
        if (missed <= enough) return true;
        if (!isfinite(missed) || !spend(own) || !step(own)) return false;
        ++*steps;
    }
    return false;
}

// --- (3)

static void applyChanges(const Coulomb *own) {
    cdRow *rows = own->newton->problem.rows;
    for (int32_t i = 0; i < own->unitCount; i++) {
        const CoulombUnit *unit = &own->units[i];
        double y[3], unused[3][3];
        for (int32_t k = 0; k < unit->count; k++)
            y[k] = unit->start[k] + unit->change[k];
        project(&rows[unit->row], unit->count, y, unused);
        for (int32_t k = 0; k < unit->count; k++)
            rows[unit->row + k].impulse = y[k];
    }
    cdRestartRows(own->newton);
}

bool cdSuitsCoulomb(const cdRowNewton *newton) {
    bool rubs = false;
    if (newton->bodyCount > CD_COULOMB_BODIES || newton->problem.resting) return false;
    for (int32_t i = 0, length; i < newton->problem.rowCount; i += length) {
        length = cdGetRowUnitLength(&newton->problem, i);
        if (length == 0) return false;
        rubs = rubs || length == 3;
    }
    return rubs;
}

void cdSolveCoulomb(cdRowNewton *newton, double tolerance, cdRowSolution *solution) {
    Coulomb own;
    if (!setUp(newton, &own)) return;
    cdKeepBestRows(newton);
    cdRestartRows(newton);
    double best = solution->residual, softness = FIRST;
    for (int32_t steps = 0; steps < ALL_STEPS && !(best <= tolerance) && !cdIsOut(newton->problem.meter);) {
        int32_t before = steps;
        beginStep(&own, softness);
        bool converged = findChanges(&own, NEAR * tolerance, &steps);
        applyChanges(&own);
        double worst = cdGetWorstMiss(&newton->problem);
        if (worst < best) cdKeepBestRows(newton);
        best = cdMin(worst, best);
        if (!converged) cdUseBestRows(newton);
        double next = converged ? cdMax(HARDEST, softness * HARDENING) : cdMin(SOFTEST, softness * SOFTENING);
        if (steps == before && next == softness) break; // would repeat itself
        softness = next;
    }
    cdUseBestRows(newton);
    solution->residual = cdGetWorstMiss(&newton->problem);
    solution->factorings = newton->factorings;
}
