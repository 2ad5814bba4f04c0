// Finds impulses so that velocities meet all rows: projected Gauss-Seidel over blocks.
//
// Source: [BV92 2.1], the impact equations and those of hinges; J. J. Moreau, "Numerical aspects of the
// sweeping process", 1999, for the iteration.
// (1) Compute each row's share; clamp the initial impulses to their bounds and apply them. (2) Iterate: each
// row in turn gets the impulse that meets it while the others stay; that of friction, a block of two, is
// exact within the disk of its normal impulse (row_friction.c), so no direction is preferred. Iterations run
// forwards and backwards in turn, so an impulse at one end of a stack passes through it in one iteration. (3)
// Stop when no residual exceeds the tolerance, tested for each row after the last iteration. For rows of
// kinds PUSH and TIE each change lowers, in its dual form, half the squared distance of the velocities from
// those that all rows allow, in the metric of the masses: with x the impulses, D(x) = x.J M^-1 J^T x / 2 +
// x.(J v0 - bound). The kinetic energy is that at the start plus D(x) + x.bound. So from a cold start, with
// bounds of pushes at most 0 and of ties 0, it never exceeds that at the start, and it falls with each
// iteration if all bounds are 0. Extrapolated sweeps (row_sweeps.c) do not have this property: their
// residuals decide.
#include "world/solver/row_cone_interior.h"
#include "world/solver/row_coulomb.h"
#include "world/solver/row_interior.h"
#include "world/solver/row_splitting.h"
#include "world/solver/row_sweeps.h"
#include "world/solver/row_work.h"

#include <math.h>

enum { ITERATIONS = 1000, FIRST_ITERATIONS = 2, MORE_ITERATIONS = 4 };
enum { FIRST_OF_FRICTION = 24 }; // of few bodies: much less work than the factorizations that they save
// Up to this many rows, or rows of this many bodies, are solved to the tolerance, unless roughly.
enum { EXACT_ROWS = 36, EXACT_BODIES = 3 };
enum { COSTLY_ROWS = 80 };      // for Newton's method
enum { TRIAL = 8, TRIALS = 4 }; // factorizations of its trial, repeated if it helps
enum { EXACT_TRIAL = 24 };      // of the trial for friction that is solved to the tolerance
enum { FIRST_SWEEPS = 16 };     // of contacts that move, before an interior point method
enum { MORE_SWEEPS = 16 };      // after it, twice if they help
enum { EXACT_SWEEPS = 2 };      // then sweeps, as a multiple of the allowed iterations

// A residual below this fraction of the one before shows that it has helped.
static const double HELPED = 0.25;
// The same for some more sweeps.
static const double SWEEPS_HELPED = 0.7;

static const double RELATIVE_TOLERANCE = 0x1p-40;

// Residual of many contacts at rest, in tolerances, and that of impulses which hold them roughly, as a
// fraction of the one without impulses.
static const double STANDING = 32.0, HELD = 0.25;

// Residual of a row at its turn, in tolerances, that may be below one after the iteration.
static const double NEAR = 16.0;

// --- Rows

cdRow cdMakePointRow(cdRowKind kind, int32_t bodyA, int32_t bodyB, cdVec3 point, cdVec3 direction, cdVec3 a,
                     cdVec3 b) {
    return (cdRow){.kind = kind,
                   .bodyA = bodyA,
                   .bodyB = bodyB,
                   .direction = direction,
                   .angularA = cdCross(cdSub(point, a), direction),
                   .angularB = cdCross(cdSub(point, b), direction)};
}

cdRow cdMakeTurnRow(cdRowKind kind, int32_t bodyA, int32_t bodyB, cdVec3 axis) {
    return (cdRow){.kind = kind, .bodyA = bodyA, .bodyB = bodyB, .angularA = axis, .angularB = axis};
}

double cdGetRowSpeed(const cdRow *row, const cdSolverBody *bodies) {
    const cdSolverBody *a = &bodies[row->bodyA], *b = &bodies[row->bodyB];
    return cdDot(row->direction, cdSub(a->linear, b->linear)) +
           (cdDot(row->angularA, a->angular) - cdDot(row->angularB, b->angular));
}

// Returns the coupling of both rows of friction in the solver's block.
static double getMixed(const cdRow *rows, int32_t first, const cdSolverBody *bodies) {
    const cdRow *one = &rows[first], *two = &rows[first + 1];
    const cdSolverBody *a = &bodies[one->bodyA], *b = &bodies[one->bodyB];
    return cdGetLinearShare(a, b, one->direction, two->direction) +
           (cdDot(one->turnA, two->angularA) + cdDot(one->turnB, two->angularB));
}

// --- One row's impulse

static double getLength2(cdPair2 p) {
    return sqrt(p.x * p.x + p.y * p.y);
}

// Returns the change of impulse that meets the row while the others stay.
static double findChange(const cdRow *row, double speed) {
    double impulse = row->impulse + row->share * (row->bound - speed - row->softness * row->impulse);
    // Comparisons that preserve NaN.
    if (row->kind == CD_ROW_PUSH && impulse < 0.0) impulse = 0.0;
    if (row->kind == CD_ROW_BOUNDED && fabs(impulse) > row->limit) impulse = copysign(row->limit, impulse);
    return impulse - row->impulse;
}

double cdGetLongestFriction(const cdRow *rows, int32_t first) {
    return rows[first].limit * cdMax(0.0, rows[rows[first].normal].impulse);
}

// Returns J v less the bounds.
static cdPair2 getFrictionSpeed(const cdRow *rows, int32_t first, const cdSolverBody *bodies) {
    return (cdPair2){cdGetRowSpeed(&rows[first], bodies) - rows[first].bound,
                     cdGetRowSpeed(&rows[first + 1], bodies) - rows[first + 1].bound};
}

static cdPair2 findFrictionAt(const cdRow *rows, int32_t first, cdPair2 speed) {
    cdFrictionBlock block = cdMakeFrictionBlock(rows, first);
    cdPair2 now = {rows[first].impulse, rows[first + 1].impulse};
    return cdFindFriction(&block, now, speed, cdGetLongestFriction(rows, first));
}

double cdGetRowMiss(const cdRow *rows, int32_t i, const cdSolverBody *bodies) {
    const cdRow *row = &rows[i];
    if (row->kind == CD_ROW_FRICTION_SECOND) return 0.0;
    if (row->kind != CD_ROW_FRICTION)
        return row->share == 0.0 ? 0.0 : fabs(findChange(row, cdGetRowSpeed(row, bodies))) / row->share;
    cdPair2 speed = getFrictionSpeed(rows, i, bodies);
    if (!isfinite(speed.x + speed.y)) return INFINITY;
    cdPair2 to = findFrictionAt(rows, i, speed);
    cdPair2 change = {to.x - row->impulse, to.y - rows[i + 1].impulse};
    double share = cdMax(row->share, rows[i + 1].share);
    return share > 0.0 ? getLength2(change) / share : 0.0;
}

// Returns the previous residual.
static double updateFriction(cdRow *rows, int32_t i, cdSolverBody *bodies) {
    cdRow *row = &rows[i], *second = &rows[i + 1];
    cdPair2 to = findFrictionAt(rows, i, getFrictionSpeed(rows, i, bodies));
    cdPair2 change = {to.x - row->impulse, to.y - second->impulse};
    cdApplyRowImpulse(row, bodies, change.x);
    cdApplyRowImpulse(second, bodies, change.y);
    row->impulse = to.x;
    second->impulse = to.y;
    return cdMax(fabs(change.x) * row->inverse, fabs(change.y) * second->inverse);
}

static double updateRow(cdRow *rows, int32_t i, cdSolverBody *bodies) {
    cdRow *row = &rows[i];
    if (row->kind == CD_ROW_FRICTION_SECOND) return 0.0;
    if (row->kind == CD_ROW_FRICTION) return updateFriction(rows, i, bodies);
    if (row->share == 0.0) return 0.0;
    double change = findChange(row, cdGetRowSpeed(row, bodies));
    if (change == 0.0) return 0.0;
    cdApplyRowImpulse(row, bodies, change);
    row->impulse += change;
    if (row->kind == CD_ROW_PUSH) row->impulse = cdMax(0.0, row->impulse);
    return fabs(change) * row->inverse;
}

// --- (1)

static void setUpRow(cdRow *row, const cdSolverBody *bodies) {
    const cdSolverBody *a = &bodies[row->bodyA], *b = &bodies[row->bodyB];
    row->turnA = cdMulInverseTensor(a->inverseTensor, row->angularA);
    row->turnB = cdMulInverseTensor(b->inverseTensor, row->angularB);
    double inverseMass = a->inverseMass + b->inverseMass;
    double turning = cdDot(row->angularA, row->turnA) + cdDot(row->angularB, row->turnB);
    double inverse = cdGetLinearShare(a, b, row->direction, row->direction) + turning;
    // Only immovable bodies, or a row of zeros, give less than the smallest normal number. NaN persists, and
    // shows as a residual.
    row->share = inverse < 0x1p-1022 ? 0.0 : 1.0 / (inverse + row->softness);
    row->inverse = row->share > 0.0 ? 1.0 / row->share : 0.0;
    bool turns = cdLengthSq(row->direction) == 0.0;
    row->arm = turns && turning > 0.0 && inverseMass > 0.0 ? sqrt(inverseMass / turning) : 1.0;
    if (!isfinite(row->impulse) || row->share == 0.0) row->impulse = 0.0;
    if (row->kind == CD_ROW_PUSH) row->impulse = cdMax(0.0, row->impulse);
    if (row->kind == CD_ROW_BOUNDED) row->impulse = cdMax(-row->limit, cdMin(row->impulse, row->limit));
}

// Shortens friction to its limit; normals come before it.
void cdShortenFriction(cdRow *rows, int32_t first) {
    double longest = cdGetLongestFriction(rows, first);
    double length = getLength2((cdPair2){rows[first].impulse, rows[first + 1].impulse});
    if (length <= longest) return;
    rows[first].impulse *= longest / length;
    rows[first + 1].impulse *= longest / length;
}

// Returns the largest of the terms whose sum is a row's residual.
static double getRowSize(const cdRow *row, const cdSolverBody *bodies) {
    const cdSolverBody *a = &bodies[row->bodyA], *b = &bodies[row->bodyB];
    double linear = cdMax(cdMaxAbs(a->linear), cdMaxAbs(b->linear)) * cdMaxAbs(row->direction);
    double turning = cdMax(fabs(cdDot(row->angularA, a->angular)), fabs(cdDot(row->angularB, b->angular)));
    return row->share > 0.0 ? row->arm * cdMax(fabs(row->bound), cdMax(linear, turning)) : 0.0;
}

static double getSize(const cdRowProblem *problem) {
    double size = 0.0;
    for (int32_t i = 0; i < problem->rowCount; i++)
        size = cdMax(getRowSize(&problem->rows[i], problem->bodies), size);
    return size;
}

static void applyFirstImpulses(const cdRowProblem *problem) {
    for (int32_t i = 0; i < problem->rowCount; i++) {
        cdRow *row = &problem->rows[i];
        if (row->kind == CD_ROW_FRICTION) cdShortenFriction(problem->rows, i);
        if (row->impulse != 0.0) cdApplyRowImpulse(row, problem->bodies, row->impulse);
    }
}

// --- (2), (3), (4)

double cdGetWorstMiss(const cdRowProblem *problem) {
    double worst = 0.0;
    for (int32_t i = 0; i < problem->rowCount; i++) {
        double miss = problem->rows[i].arm * cdGetRowMiss(problem->rows, i, problem->bodies);
        if (!(miss <= worst)) worst = isfinite(miss) ? miss : INFINITY;
    }
    return worst;
}

// Returns the maximum residual of a row at its turn.
static double iterate(const cdRowProblem *problem, bool backwards) {
    double worst = 0.0;
    for (int32_t i = 0; i < problem->rowCount; i++) {
        int32_t at = backwards ? problem->rowCount - 1 - i : i;
        double miss = problem->rows[at].arm * updateRow(problem->rows, at, problem->bodies);
        if (!(miss <= worst)) worst = isfinite(miss) ? miss : INFINITY;
    }
    return worst;
}

// An iteration backwards changes normals after their friction.
static void shortenAllFriction(const cdRowProblem *problem) {
    for (int32_t i = 0; i < problem->rowCount; i++) {
        cdRow *row = &problem->rows[i];
        if (row->kind != CD_ROW_FRICTION) continue;
        double x = row[0].impulse, y = row[1].impulse;
        cdShortenFriction(problem->rows, i);
        if (row[0].impulse == x && row[1].impulse == y) continue;
        cdApplyRowImpulse(&row[0], problem->bodies, row[0].impulse - x);
        cdApplyRowImpulse(&row[1], problem->bodies, row[1].impulse - y);
    }
}

// Up to `limit` iterations in all. A NaN residual counts as infinity: no iteration would repair it.
static void iterateUntil(const cdRowProblem *problem, double tolerance, int32_t limit,
                         cdRowSolution *solution) {
    while (solution->residual > tolerance && isfinite(solution->residual) && solution->iterations < limit) {
        if (!cdSpend(problem->meter, problem->rowCount)) break;
        double missed = iterate(problem, solution->iterations % 2 == 1);
        solution->iterations++;
        // A test of all rows costs as much as an iteration: only for the first, the last, and the likely end.
        bool asks = solution->iterations <= FIRST_ITERATIONS || solution->iterations >= limit ||
                    !(missed > NEAR * tolerance);
        solution->residual = asks ? cdGetWorstMiss(problem) : missed;
    }
}

// The same with accelerated sweeps. A test costs as much as a sweep: after one that fails, the next follows
// when the residual would be small enough if it fell as the residuals of rows at their turns do.
static void sweepUntil(const cdRowProblem *problem, cdRowSweeps *sweeps, double tolerance, int32_t limit,
                       cdRowSolution *solution) {
    if (!(solution->residual > tolerance) || !isfinite(solution->residual)) return;
    double share = 1.0 / NEAR; // of the residuals of rows at their turns
    cdBeginRowSweeps(sweeps);
    while (solution->iterations < limit && cdSpend(problem->meter, 2 * problem->rowCount)) {
        double missed = cdSweepTwice(sweeps);
        solution->iterations += 2;
        if (isfinite(missed) && share * missed > tolerance && solution->iterations < limit) continue;
        cdEndRowSweeps(sweeps);
        solution->residual = cdGetWorstMiss(problem);
        if (!(solution->residual > tolerance) || !isfinite(solution->residual)) return;
        share = solution->residual / missed;
    }
    cdEndRowSweeps(sweeps);
}

static cdRowSolution endSolution(const cdRowProblem *problem, double tolerance, cdRowSolution solution) {
    shortenAllFriction(problem);
    solution.residual = cdGetWorstMiss(problem);
    solution.converged = solution.residual <= tolerance;
    return solution;
}

static bool hasTies(const cdRowProblem *problem) {
    for (int32_t i = 0; i < problem->rowCount; i++)
        if (problem->rows[i].kind == CD_ROW_TIE) return true;
    return false;
}

static bool hasFriction(const cdRowProblem *problem) {
    for (int32_t i = 0; i < problem->rowCount; i++)
        if (problem->rows[i].kind == CD_ROW_FRICTION) return true;
    return false;
}

// Without friction Newton's method always converges. With it many rows may not: their work is bounded, in
// proportion to the allowed iterations.
static int64_t getMaxFactorings(const cdRowProblem *problem, int32_t iterations) {
    if (!hasFriction(problem)) return INT64_MAX;
    int64_t limit = (int64_t)iterations * COSTLY_ROWS / problem->rowCount;
    return limit > iterations / 3 ? limit : iterations / 3;
}

// Iterations with Newton's method between them.
static void solveByNewton(const cdRowProblem *problem, cdRowNewton *newton, double tolerance, int32_t limit,
                          cdRowSolution *solution) {
    bool tied = hasTies(problem), fewRub = cdSuitsCoulomb(newton);
    int32_t iterations = fewRub ? FIRST_OF_FRICTION : FIRST_ITERATIONS;
    for (; iterations < limit; iterations *= MORE_ITERATIONS) {
        iterateUntil(problem, tolerance, iterations, solution);
        if (!(solution->residual > tolerance) || !isfinite(solution->residual)) break;
        if (cdIsOut(problem->meter)) break;
        if (tied && cdSolveTiedRows(newton, tolerance, solution)) return;
        if (fewRub) cdSolveCoulomb(newton, tolerance, solution);
        if (!cdPolishRows(newton, tolerance, getMaxFactorings(problem, limit), solution)) break;
    }
    iterateUntil(problem, tolerance, limit, solution);
}

// Newton's method as long as it makes progress: bodies that stick may need no more.
static void tryNewton(const cdRowProblem *problem, cdRowNewton *newton, double tolerance,
                      cdRowSolution *solution) {
    for (int64_t limit = TRIAL; limit <= TRIALS * TRIAL; limit += TRIAL) {
        double before = solution->residual;
        cdPolishRows(newton, tolerance, limit, solution);
        bool better = solution->residual < HELPED * before;
        if (!(solution->residual > tolerance) || !better || cdIsOut(problem->meter)) break;
    }
}

// Solves contacts by an interior point method. False: not needed, or without success.
static bool solveCones(cdRowNewton *newton, double enough, cdRowSolution *solution) {
    if (!(solution->residual > enough) || !isfinite(solution->residual)) return false;
    return cdSolveConeInterior(newton, enough, solution);
}

static void solveBySweeps(const cdRowProblem *problem, cdRowSweeps *sweeps, cdRowNewton *newton,
                          double tolerance, int32_t limit, cdRowSolution *solution) {
    double enough = cdMax(tolerance, problem->enough);
    if (newton != NULL && problem->moving) { // contacts
        solveCones(newton, enough, solution);
    } else if (newton != NULL) {
        sweepUntil(problem, sweeps, tolerance, FIRST_ITERATIONS, solution);
        if (!(solution->residual > tolerance) || !isfinite(solution->residual)) return;
        tryNewton(problem, newton, tolerance, solution);
    }
    sweepUntil(problem, sweeps, enough, limit, solution);
}

// Newton's method with the normals and the friction at once; for more bodies with the last limits of
// friction, with which it may go round in circles. Sweeps, and both in turn, may end what is left.
static void solveFriction(const cdRowProblem *problem, cdRowSweeps *sweeps, cdRowNewton *newton,
                          double tolerance, int32_t limit, cdRowSolution *solution) {
    sweepUntil(problem, sweeps, tolerance, FIRST_ITERATIONS, solution);
    if (!(solution->residual > tolerance) || !isfinite(solution->residual)) return;
    if (newton != NULL && cdSuitsCoulomb(newton))
        cdSolveCoulomb(newton, tolerance, solution);
    else if (newton != NULL)
        cdPolishRows(newton, tolerance, EXACT_TRIAL, solution);
    sweepUntil(problem, sweeps, tolerance, EXACT_SWEEPS * limit, solution);
    if (!(solution->residual > tolerance) || newton == NULL) return;
    cdRowSolution rest = *solution;
    rest.iterations = 0;
    solveByNewton(problem, newton, tolerance, limit, &rest);
    rest.iterations += solution->iterations;
    *solution = rest;
}

// Some sweeps, and as many again if they have helped.
static void sweepOn(const cdRowProblem *problem, cdRowSweeps *sweeps, double enough, int32_t limit,
                    cdRowSolution *solution) {
    for (int round = 0; round < 2; round++) {
        double before = solution->residual;
        int32_t next = solution->iterations + MORE_SWEEPS;
        sweepUntil(problem, sweeps, enough, next < limit ? next : limit, solution);
        if (!(solution->residual < SWEEPS_HELPED * before)) break;
    }
}

// Sweeps, unless a method that moves all rows at once suits and succeeds.
static void solveMany(const cdRowProblem *problem, cdRowSweeps *sweeps, cdRowNewton *newton, double tolerance,
                      int32_t limit, cdRowSolution *solution) {
    double enough = cdMax(tolerance, problem->enough);
    bool done = !(solution->residual > enough);
    if (!done && newton != NULL && problem->nearly && cdSuitsInterior(newton)) {
        done = cdSolveInterior(newton, enough, solution);
        solution->residual = cdGetWorstMiss(problem);
    }
    // At rest much smaller residuals than those that are enough in motion are within reach.
    if (newton != NULL && problem->standing && solution->residual > STANDING * tolerance)
        cdSplitRows(newton, STANDING * tolerance, enough > tolerance ? HELD : 0.0, solution);
    if (!done && newton != NULL && (problem->moving || problem->standing) && cdSuitsConeInterior(problem)) {
        // Motion makes the last impulses of a few contacts wrong; sweeps mend those.
        if (problem->moving) sweepUntil(problem, sweeps, enough, FIRST_SWEEPS, solution);
        bool fell = solveCones(newton, enough, solution);
        done = fell && problem->enough > 0.0; // else to the tolerance
        if (done) sweepOn(problem, sweeps, enough, limit, solution);
    }
    if (!done) sweepUntil(problem, sweeps, enough, limit, solution);
}

// True to solve to the tolerance.
static bool isExact(const cdRowProblem *problem) {
    if (problem->rough) return false;
    int32_t most = problem->enough == 0.0 ? CD_MANY_ROWS : EXACT_ROWS;
    if (problem->rowCount <= most) return true;
    return problem->rowCount <= CD_MANY_ROWS && cdNumberMovableBodies(problem) <= EXACT_BODIES;
}

// The rest of the memory that a problem of so many bodies and rows has in any world: the method must not
// depend on how large the world was before.
static cdMemory limitMemory(const cdRowProblem *problem, cdMemory memory) {
    int32_t bodies = cdNumberMovableBodies(problem);
    size_t all = cdGetRowMemorySize(bodies < CD_ISLAND_BODIES ? bodies : CD_ISLAND_BODIES, problem->rowCount),
           used = problem->memory.left - memory.left;
    size_t left = all > used ? all - used : 0;
    if (left < memory.left) memory.left = left;
    return memory;
}

cdRowSolution cdSolveRows(const cdRowProblem *problem) {
    for (int32_t i = 0; i < problem->rowCount; i++)
        setUpRow(&problem->rows[i], problem->bodies);
    for (int32_t i = 0; i < problem->rowCount; i++)
        if (problem->rows[i].kind == CD_ROW_FRICTION)
            problem->rows[i].mixed = getMixed(problem->rows, i, problem->bodies);
    double size = getSize(problem);
    cdMemory memory = problem->memory;
    cdRowSweeps *sweeps = problem->resting ? NULL : cdSetUpRowSweeps(problem, &memory);
    bool many = problem->rowCount > CD_MANY_ROWS, trial = !many && !problem->rough && !problem->moving;
    bool exact = isExact(problem);
    bool cones = problem->moving && !exact && cdSuitsConeInterior(problem);
    bool atOnce = sweeps != NULL && (cones || (many && (problem->nearly || problem->standing)));
    if (atOnce) memory = limitMemory(problem, memory);
    cdRowNewton *newton =
        sweeps == NULL || exact || trial || atOnce ? cdSetUpRowNewton(problem, memory) : NULL;
    applyFirstImpulses(problem);
    size = cdMax(size, getSize(problem));
    double tolerance = problem->tolerance > 0.0 ? problem->tolerance : RELATIVE_TOLERANCE * size;
    int32_t limit = problem->maxIterations > 0 ? problem->maxIterations : ITERATIONS;
    cdRowSolution solution = {.residual = cdGetWorstMiss(problem)};
    if (sweeps != NULL && many)
        solveMany(problem, sweeps, newton, tolerance, limit, &solution);
    else if (sweeps != NULL && exact)
        solveFriction(problem, sweeps, newton, tolerance, limit, &solution);
    else if (sweeps != NULL)
        solveBySweeps(problem, sweeps, newton, tolerance, limit, &solution);
    else if (newton != NULL)
        solveByNewton(problem, newton, tolerance, limit, &solution);
    else
        iterateUntil(problem, tolerance, limit, &solution);
    return endSolution(problem, tolerance, solution);
}
