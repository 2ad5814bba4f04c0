// Rows of friction among ties: solves the ties at once, and the others one by one in the remaining freedom.
//
// Gauss-Seidel passes an impulse through a chain from joint to joint, and hardly at all from light links to a
// heavy load; Newton's method finds no stable state of friction there. (1) A proximal step as in
// row_newton.c, in which ties alone move: their matrix is factorized once, and X = (1 + J^T E^-1 J)^-1 J_c^T
// are the velocities that a unit impulse of each other row causes while the ties respond. (2) The coupling of
// the other rows is then W = J_c X, small and dense: block iterations over it, friction in its disk as in
// row_solver.c. (3) Update all impulses, the velocities from the start, and the residuals; repeat until these
// vanish, or a bounded number of times. The best result is kept.
#include "world/solver/row_newton.h"

#include <math.h>

enum { STEPS = 40, ITERATIONS = 100, ITERATION_WORK = 30000, MOST_OTHERS = 96, PATIENCE = 4 };

static const double SETTLED = 0.1;  // changes of an iteration that count as none, in tolerances
static const double PROGRESS = 0.9; // a residual below this fraction of the best is progress
// Residual of ties that is accepted among contacts: in tolerances, and as a fraction of the contacts'.
static const double HELD = 64.0, FIRM = 0.01;
static const double ENOUGH = 0.25; // below this fraction of that of the iterations it is worth taking

typedef struct TiedRows {
    cdRowNewton *newton;
    int32_t count, iterations; // number of the other rows, iterations over them
    int32_t *index;            // index[count]: indices into the rows
    double *columns;           // columns[count][6 bodies]: X
    double *coupling;          // coupling[count][count]: W
    double *first;             // first[rowCount]: initial impulses
    double *speeds, *change;   // for each: its J v, and the change of impulse since the step's begin
} TiedRows;

size_t cdGetTiedRowMemorySize(int32_t bodyCount, int32_t rowCount) {
    size_t rows = (size_t)(rowCount < MOST_OTHERS ? rowCount : MOST_OTHERS) + 1, bodies = (size_t)bodyCount;
    return rows * (sizeof(int32_t) + (CD_BLOCK * bodies + rows + 2) * sizeof(double)) +
           (size_t)rowCount * sizeof(double) + 512;
}

// --- (1)

static bool isOther(const cdRowNewton *newton, int32_t i) {
    return newton->problem.rows[i].kind != CD_ROW_TIE && newton->parts[i].scale > 0.0;
}

static bool takeRows(TiedRows *tied, cdRowNewton *newton) {
    *tied = (TiedRows){.newton = newton};
    for (int32_t i = 0; i < newton->problem.rowCount; i++)
        tied->count += isOther(newton, i);
    if (tied->count > MOST_OTHERS) return false;
    cdMemory memory = newton->left;
    size_t count = (size_t)tied->count + 1, size = CD_BLOCK * (size_t)newton->bodyCount;
    tied->index = cdTakeMemory(&memory, count, sizeof *tied->index);
    tied->columns = cdTakeMemory(&memory, count * size, sizeof *tied->columns);
    tied->coupling = cdTakeMemory(&memory, count * count, sizeof *tied->coupling);
    tied->speeds = cdTakeMemory(&memory, count, sizeof *tied->speeds);
    tied->change = cdTakeMemory(&memory, count, sizeof *tied->change);
    tied->first = cdTakeMemory(&memory, (size_t)newton->problem.rowCount, sizeof *tied->first);
    if (tied->index == NULL || tied->columns == NULL || tied->coupling == NULL || tied->speeds == NULL ||
        tied->change == NULL || tied->first == NULL)
        return false;
    int32_t at = 0;
    for (int32_t i = 0; i < newton->problem.rowCount; i++)
        if (isOther(newton, i)) tied->index[at++] = i;
    return true;
}

static void setTieStates(cdRowNewton *newton) {
    for (int32_t i = 0; i < newton->problem.rowCount; i++) {
        bool tie = newton->problem.rows[i].kind == CD_ROW_TIE;
        newton->parts[i].state = tie ? CD_ROW_MOVES : CD_ROW_STAYS;
    }
}

// False: the meter is out.
static bool couple(TiedRows *tied) {
    cdRowNewton *newton = tied->newton;
    size_t size = CD_BLOCK * (size_t)newton->bodyCount;
    for (int32_t k = 0; k < tied->count; k++) {
        double *column = tied->columns + (size_t)k * size;
        for (size_t i = 0; i < size; i++)
            column[i] = 0.0;
        if (!cdSpend(newton->problem.meter, newton->matrix.starts[newton->bodyCount])) return false;
        cdAddPart(&newton->parts[tied->index[k]], 1.0, column);
        cdSolveBlocks(&newton->matrix, column);
        for (int32_t i = 0; i < tied->count; i++)
            tied->coupling[i * tied->count + k] = cdGetPartSpeed(&newton->parts[tied->index[i]], column);
    }
    return true;
}

// --- (2)

static void changeImpulse(TiedRows *tied, int32_t k, double change) {
    if (change == 0.0) return;
    tied->change[k] += change;
    for (int32_t i = 0; i < tied->count; i++)
        tied->speeds[i] += tied->coupling[i * tied->count + k] * change;
}

static double getDiagonal(const TiedRows *tied, int32_t k) {
    const cdRowPart *part = &tied->newton->parts[tied->index[k]];
    return tied->coupling[k * tied->count + k] + part->softInAll;
}

// Returns the previous residual.
static double updateRow(TiedRows *tied, int32_t k) {
    const cdRow *row = &tied->newton->problem.rows[tied->index[k]];
    const cdRowPart *part = &tied->newton->parts[tied->index[k]];
    double own = row->kind == CD_ROW_BOUNDED ? row->softness : 0.0, now = row->impulse + tied->change[k];
    double missed = row->bound - tied->speeds[k] - own * now - part->soft * tied->change[k];
    double diagonal = getDiagonal(tied, k), to = now + missed / diagonal;
    if (row->kind == CD_ROW_PUSH) to = cdMax(0.0, to);
    if (row->kind == CD_ROW_BOUNDED) to = cdMax(-row->limit, cdMin(to, row->limit));
    double change = to - now;
    changeImpulse(tied, k, change);
    return row->arm * fabs(change) * diagonal;
}

// The second row of the two is k + 1. The normal's row comes earlier, and is one of these.
static double updateFriction(TiedRows *tied, int32_t k, double longest) {
    const cdRow *row = &tied->newton->problem.rows[tied->index[k]];
    const cdRowPart *part = &tied->newton->parts[tied->index[k]];
    cdFrictionBlock block = {getDiagonal(tied, k), getDiagonal(tied, k + 1),
                             tied->coupling[k * tied->count + k + 1]};
    cdPair2 now = {row[0].impulse + tied->change[k], row[1].impulse + tied->change[k + 1]};
    cdPair2 speed = {tied->speeds[k] + part[0].soft * tied->change[k],
                     tied->speeds[k + 1] + part[1].soft * tied->change[k + 1]};
    cdPair2 to = cdFindFriction(&block, now, speed, longest);
    changeImpulse(tied, k, to.x - now.x);
    changeImpulse(tied, k + 1, to.y - now.y);
    return cdMax(fabs(to.x - now.x) * block.first, fabs(to.y - now.y) * block.second);
}

static int32_t findOther(const TiedRows *tied, int32_t row, int32_t before) {
    int32_t k = before;
    while (k > 0 && tied->index[k] != row)
        k--;
    return k;
}

static double updateOthers(TiedRows *tied) {
    double worst = 0.0;
    for (int32_t k = 0; k < tied->count; k++) {
        const cdRow *row = &tied->newton->problem.rows[tied->index[k]];
        double missed = 0.0;
        if (row->kind == CD_ROW_FRICTION_SECOND) continue;
        if (row->kind == CD_ROW_FRICTION) {
            int32_t normal = findOther(tied, row->normal, k);
            double pushes = tied->newton->problem.rows[row->normal].impulse + tied->change[normal];
            missed = updateFriction(tied, k, row->limit * cdMax(0.0, pushes));
        } else
            missed = updateRow(tied, k);
        if (!(missed <= worst)) worst = missed;
    }
    return worst;
}

// --- (3)

// Finds the whitened velocities of one step, from the ties' residuals.
static void findTieVelocities(cdRowNewton *newton) {
    for (int32_t i = 0; i < CD_BLOCK * newton->bodyCount; i++)
        newton->at[i] = 0.0;
    for (int32_t i = 0; i < newton->problem.rowCount; i++) {
        const cdRowPart *part = &newton->parts[i];
        if (part->state == CD_ROW_MOVES && part->scale > 0.0)
            cdAddPart(part, part->missed / part->soft, newton->at);
    }
    cdSolveBlocks(&newton->matrix, newton->at);
}

static void takeChanges(TiedRows *tied) {
    cdRowNewton *newton = tied->newton;
    size_t size = CD_BLOCK * (size_t)newton->bodyCount;
    for (int32_t k = 0; k < tied->count; k++) {
        cdRow *row = &newton->problem.rows[tied->index[k]];
        const double *column = tied->columns + (size_t)k * size;
        row->impulse += tied->change[k];
        if (row->kind == CD_ROW_PUSH) row->impulse = cdMax(0.0, row->impulse);
        for (size_t i = 0; i < size; i++)
            newton->at[i] += tied->change[k] * column[i];
    }
    for (int32_t i = 0; i < newton->problem.rowCount; i++) {
        const cdRowPart *part = &newton->parts[i];
        if (part->state == CD_ROW_MOVES && part->scale > 0.0)
            newton->problem.rows[i].impulse += (part->missed - cdGetPartSpeed(part, newton->at)) / part->soft;
    }
    for (int32_t k = 0; k < tied->count; k++)
        if (newton->problem.rows[tied->index[k]].kind == CD_ROW_FRICTION)
            cdShortenFriction(newton->problem.rows, tied->index[k]);
}

static void step(TiedRows *tied, double tolerance) {
    cdRowNewton *newton = tied->newton;
    cdFindMissedRows(newton);
    findTieVelocities(newton);
    for (int32_t k = 0; k < tied->count; k++) {
        int32_t i = tied->index[k];
        tied->change[k] = 0.0;
        tied->speeds[k] = cdGetRowSpeed(&newton->problem.rows[i], newton->problem.bodies) +
                          cdGetPartSpeed(&newton->parts[i], newton->at);
    }
    for (int i = 0; i < ITERATIONS && tied->iterations * tied->count < ITERATION_WORK;
         i++, tied->iterations++)
        if (!cdSpend(newton->problem.meter, tied->count) || !(updateOthers(tied) > SETTLED * tolerance))
            break;
    takeChanges(tied);
    cdRestartRows(newton);
}

// Contacts among ties may not converge; the ties do, unless they contradict each other.
static double getTieMiss(const cdRowNewton *newton) {
    double worst = 0.0;
    for (int32_t i = 0; i < newton->problem.rowCount; i++) {
        const cdRow *row = &newton->problem.rows[i];
        if (row->kind != CD_ROW_TIE) continue;
        worst = cdMax(worst, row->arm * cdGetRowMiss(newton->problem.rows, i, newton->problem.bodies));
    }
    return worst;
}

static bool restore(TiedRows *tied) {
    for (int32_t i = 0; i < tied->newton->problem.rowCount; i++)
        tied->newton->problem.rows[i].impulse = tied->first[i];
    cdRestartRows(tied->newton);
    tied->newton->fresh = true; // the factors are those of another matrix
    return false;
}

bool cdSolveTiedRows(cdRowNewton *newton, double tolerance, cdRowSolution *solution) {
    TiedRows tied;
    if (!takeRows(&tied, newton)) return false;
    cdSetRowSoftness(newton, CD_HARDEST);
    setTieStates(newton);
    if (!cdMakeRowFactors(newton)) return false;
    if (!couple(&tied)) return false;
    for (int32_t i = 0; i < newton->problem.rowCount; i++)
        tied.first[i] = newton->problem.rows[i].impulse;
    cdRestartRows(newton);
    double least = INFINITY, enough = ENOUGH * solution->residual;
    int idle = 0;
    for (int i = 0; i < STEPS && idle < PATIENCE && !(least <= tolerance); i++) {
        if (!cdSpend(newton->problem.meter, newton->problem.rowCount)) break;
        step(&tied, tolerance);
        double worst = cdGetWorstMiss(&newton->problem);
        idle = worst < PROGRESS * least ? 0 : idle + 1;
        if (worst < least) cdKeepBestRows(newton);
        least = cdMin(least, worst);
    }
    // Contradictory rows share their residual, with impulses as large as the softness is small.
    cdUseBestRows(newton);
    bool holds =
        least <= tolerance || least < enough || getTieMiss(newton) <= cdMax(HELD * tolerance, FIRM * least);
    if (!holds && !newton->problem.nearly) return restore(&tied);
    newton->fresh = true; // the factors are those of another matrix
    solution->residual = cdGetWorstMiss(&newton->problem);
    solution->factorings = newton->factorings;
    return true;
}
