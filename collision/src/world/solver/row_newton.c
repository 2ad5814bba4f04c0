// Solves all rows at once: a proximal point method in the impulses, with Newton steps in the velocities.
//
// Source: R. T. Rockafellar, "Augmented Lagrangians and applications of the proximal point algorithm in
// convex programming", 1976; P. Alart, A. Curnier, "A mixed formulation for frictional contact problems prone
// to Newton like solution methods", 1991; J. Haslinger, of friction as a row of problems with given normal
// forces. (1) Velocities are counted from those at the start and whitened by the roots of the inverse masses
// (row_newton_setup.c): the mass matrix is then 1. (2) One proximal step solves for changes of the impulses:
// (J M^-1 J^T + E) change = residual; E is the diagonal times a softness. The hardest, 2^-24, can be solved
// even if rows depend on each other (four corners of a face) and reaches rounding in two or three steps;
// problems begin softer, those with friction most, and harden as the states of their rows become known.
// Impulses stay in their bounds: pushes at or above 0, friction in a disk with the radius of the step's
// begin. (3) Its velocities minimize a convex function, smooth except for jumps of its second derivative:
// Newton steps, with a line search for a zero of the slope. The matrix has one block for each pair of bodies.
// In the first step the rows' own scale decides which push, stick and slide; from then on the function's
// pieces do. (4) The residual is recomputed from the velocities at the start with all impulses: changes come
// from it alone, so that each step corrects the rounding of the last. (5) The best result is kept; the method
// ends after a few steps without progress, or when iterations would be cheaper. (6) At rest contacts are
// cones (row_cones.c), and the problem is convex: steps harden as long as they lower the residual.
#include "world/solver/row_newton.h"
#include "foundation/numbers/lanes.h"

#include <math.h>
#include <string.h>

enum { PROXIMAL_STEPS = 60, NEWTON_STEPS = 16, LINE_STEPS = 8, PATIENCE = 5 };
// More rows without friction are many: of forces, and of displacements and impulses that act once.
enum { FEW_PUSHES = 120, FEW_JOLTS = 12 };

// E over the diagonal. Many pushes begin with the third: from the hardest they take two to three times as
// many steps. Few begin with the hardest, which divides the load of a face among its corners without
// preference. Displacements and velocities do not depend on that, so only very few begin so.
static const double SOFTEST = 0x1p-4, HARDEST = CD_HARDEST, PUSHING = 0x1p-12;
static const double HARDENING = 0x1p-4;
static const double STRAIGHT = 0x1p-20; // directions of sliding that count as the same
static const double PROGRESS = 0.75;    // a residual below this fraction of the best is progress
static const double ENOUGH = 0.25;      // below this fraction of that of the iterations it is worth taking

// The rule that decides a row's state.
typedef enum StateRule {
    STATE_BY_PIECE = 0, // the function's piece: exact
    STATE_BY_SCALE      // a step of the row alone: a guess
} StateRule;

// --- (2)

void cdSetRowSoftness(cdRowNewton *newton, double softness) {
    if (softness == newton->softness) return;
    newton->softness = softness;
    newton->fresh = true;
    for (int32_t i = 0; i < newton->problem.rowCount; i++) {
        const cdRow *row = &newton->problem.rows[i];
        cdRowPart *part = &newton->parts[i];
        part->soft = softness * part->scale;
        part->softInAll = part->soft + (row->kind == CD_ROW_BOUNDED ? row->softness : 0.0);
    }
}

// --- (3)

double cdGetPartSpeed(const cdRowPart *part, const double *at) {
    double speed = 0.0;
    if (part->a >= 0) speed += cdDot6(part->onA, at + CD_BLOCK * part->a);
    if (part->b >= 0) speed += cdDot6(part->onB, at + CD_BLOCK * part->b);
    return speed;
}

// Decides whether a push, tie or bounded row of impulse `x` and residual `missed` stays, and at which bound.
static cdRowState judgeRow(const cdRow *row, double missed, double soft, double *bound) {
    double x = row->impulse + missed / soft;
    if (row->kind == CD_ROW_PUSH) *bound = 0.0;
    if (row->kind == CD_ROW_BOUNDED) *bound = copysign(row->limit, x);
    if (row->kind == CD_ROW_PUSH) return x > 0.0 ? CD_ROW_MOVES : CD_ROW_STAYS;
    return row->kind == CD_ROW_TIE || fabs(x) < row->limit ? CD_ROW_MOVES : CD_ROW_STAYS;
}

// Decides for two rows of friction whether they slide, and where on the circle.
static cdRowState judgeFriction(const cdRow *row, cdRowPart *part, const double missed[2], double soft,
                                double longest) {
    double x = row[0].impulse + missed[0] / soft, y = row[1].impulse + missed[1] / soft;
    double length = sqrt(x * x + y * y);
    if (length < longest) return CD_ROW_MOVES;
    part->normalX = length > 0.0 ? x / length : 0.0;
    part->normalY = length > 0.0 ? y / length : 0.0;
    part->bend = length > 0.0 ? longest / length : 0.0;
    return CD_ROW_SLIDES;
}

// Finds the change of row i, and for friction of the next one, in the state that `rule` gives it.
static cdRowState findState(cdRowNewton *newton, int32_t i, const double *at, StateRule rule) {
    const cdRow *row = &newton->problem.rows[i];
    cdRowPart *part = &newton->parts[i];
    cdRowState state;
    double missed[2] = {part->missed - cdGetPartSpeed(part, at), 0.0};
    double soft = rule == STATE_BY_SCALE ? part->scale : part->softInAll;
    if (row->kind == CD_ROW_FRICTION) {
        double longest = cdGetLongestFriction(newton->problem.rows, i);
        missed[1] = part[1].missed - cdGetPartSpeed(&part[1], at);
        state = judgeFriction(row, part, missed, soft, longest);
        part[0].change = longest * part->normalX - row[0].impulse;
        part[1].change = longest * part->normalY - row[1].impulse;
        if (state == CD_ROW_MOVES) part[1].change = missed[1] / part->soft;
    } else {
        state = judgeRow(row, missed[0], soft, &part->bound);
        part->change = part->bound - row->impulse;
    }
    if (state == CD_ROW_MOVES) part->change = missed[0] / part->softInAll;
    return state;
}

// Finds the states and changes of all rows at the velocities `at`. True if any state has changed.
static bool findStates(cdRowNewton *newton, const double *at, StateRule rule) {
    bool changed = false;
    newton->sliding = false;
    for (int32_t i = 0; i < newton->problem.rowCount; i++) {
        cdRowPart *part = &newton->parts[i];
        if (part->scale == 0.0 || newton->problem.rows[i].kind == CD_ROW_FRICTION_SECOND) continue;
        if (cdIsCone(&newton->problem, i - 1)) continue;
        bool cone = cdIsCone(&newton->problem, i);
        cdRowPart *slides = cone ? part + 1 : part;
        cdPair2 before = {slides->normalX, slides->normalY};
        cdRowState state = cone ? cdFindConeState(newton, i, at) : findState(newton, i, at, rule);
        changed = changed || state != part->state;
        if (state == CD_ROW_SLIDES)
            changed =
                changed || fabs(slides->normalX - before.x) + fabs(slides->normalY - before.y) > STRAIGHT;
        part->state = slides->state = state;
        newton->sliding = newton->sliding || state == CD_ROW_SLIDES;
    }
    return changed;
}

static void findSlope(const cdRowNewton *newton, const double *at, double *slope) {
    memcpy(slope, at, CD_BLOCK * (size_t)newton->bodyCount * sizeof *slope);
    for (int32_t i = 0; i < newton->problem.rowCount; i++) {
        const cdRowPart *part = &newton->parts[i];
        if (part->change != 0.0) cdAddPart(part, -part->change, slope);
    }
}

static void addToMatrix(const cdRowNewton *newton, int32_t a, int32_t b, const double *onA, const double *onB,
                        double weight) {
    if (a >= 0) cdAddBlockSquare(cdGetBlock(&newton->matrix, a, a), weight, onA);
    if (b >= 0) cdAddBlockSquare(cdGetBlock(&newton->matrix, b, b), weight, onB);
    if (a < 0 || b < 0) return;
    if (a == b) {
        cdAddBlockProduct(cdGetBlock(&newton->matrix, a, a), weight, onA, onB);
        cdAddBlockProduct(cdGetBlock(&newton->matrix, a, a), weight, onB, onA);
    } else if (a > b)
        cdAddBlockProduct(cdGetBlock(&newton->matrix, a, b), weight, onA, onB);
    else
        cdAddBlockProduct(cdGetBlock(&newton->matrix, b, a), weight, onB, onA);
}

// Sliding resists a change of direction, by the row across it.
static void addSliding(const cdRowNewton *newton, const cdRowPart *part) {
    double onA[6], onB[6];
    for (int k = 0; k < CD_BLOCK; k++) {
        onA[k] = part->normalX * part[1].onA[k] - part->normalY * part->onA[k];
        onB[k] = part->normalX * part[1].onB[k] - part->normalY * part->onB[k];
    }
    if (part->bend > 0.0) addToMatrix(newton, part->a, part->b, onA, onB, part->bend / part->soft);
}

static void addRay(const cdRowNewton *newton, int32_t i) {
    const cdRowPart *part = &newton->parts[i];
    double onA[6], onB[6];
    cdGetConeRay(newton, i, onA, onB);
    addToMatrix(newton, part->a, part->b, onA, onB, 1.0 / part->soft);
}

bool cdMakeRowFactors(cdRowNewton *newton) {
    cdSetIdentity(&newton->matrix);
    for (int32_t i = 0; i < newton->problem.rowCount; i++) {
        const cdRowPart *part = &newton->parts[i];
        if (part->scale == 0.0 || newton->problem.rows[i].kind == CD_ROW_FRICTION_SECOND) continue;
        if (part->state == CD_ROW_SLIDES && cdIsCone(&newton->problem, i))
            addRay(newton, i);
        else if (part->state == CD_ROW_SLIDES)
            addSliding(newton, part);
        if (part->state != CD_ROW_MOVES) continue;
        addToMatrix(newton, part->a, part->b, part->onA, part->onB, 1.0 / part->softInAll);
        if (newton->problem.rows[i].kind == CD_ROW_FRICTION)
            addToMatrix(newton, part->a, part->b, part[1].onA, part[1].onB, 1.0 / part->soft);
    }
    newton->factorings++;
    return cdFactorizeBlocks(&newton->matrix, newton->problem.meter);
}

static double dotAll(const cdRowNewton *newton, const double *a, const double *b) {
    double sum = 0.0;
    for (int32_t i = 0; i < newton->bodyCount; i++)
        sum += cdDot6(a + CD_BLOCK * i, b + CD_BLOCK * i);
    return sum;
}

static void move(cdRowNewton *newton, double s) {
    for (int32_t i = 0; i < newton->bodyCount; i++)
        cdAddScaled6(newton->at + CD_BLOCK * i, s, newton->way + CD_BLOCK * i);
}

// Line search: moves along the step until the function stops falling, or nearly; the slope along it grows
// from below 0. True if it covered the whole step and all states are unchanged.
static bool search(cdRowNewton *newton, double fall) {
    double gone = 1.0;
    move(newton, 1.0);
    bool changed = findStates(newton, newton->at, STATE_BY_PIECE);
    newton->sloped = false;
    for (int i = 0; i < LINE_STEPS; i++) {
        findSlope(newton, newton->at, newton->slope);
        double slope = dotAll(newton, newton->slope, newton->way);
        newton->sloped = !(slope > 0.5 * fall);
        if (newton->sloped) break;
        double next = gone * cdMax(0.1, cdMin(0.5, fall / (fall + slope)));
        move(newton, next - gone);
        gone = next;
        findStates(newton, newton->at, STATE_BY_PIECE);
        changed = true;
    }
    return !changed;
}

// Finds the changes of one proximal step. Returns the number of Newton steps; 0: too many, the meter ran out,
// or the matrix has no factors, which happens only with NaN.
static int findChanges(cdRowNewton *newton) {
    size_t bytes = CD_BLOCK * (size_t)newton->bodyCount * sizeof *newton->at;
    memset(newton->at, 0, bytes);
    if (findStates(newton, newton->at, STATE_BY_SCALE) || newton->sliding) newton->fresh = true;
    newton->sloped = false;
    for (int i = 0; i < NEWTON_STEPS; i++) {
        if (!newton->sloped) findSlope(newton, newton->at, newton->slope);
        if (!cdSpend(newton->problem.meter, newton->problem.rowCount)) return 0;
        if (newton->fresh && !cdMakeRowFactors(newton)) return 0;
        newton->fresh = false;
        memcpy(newton->way, newton->slope, bytes);
        cdSolveBlocks(&newton->matrix, newton->way);
        for (int32_t k = 0; k < CD_BLOCK * newton->bodyCount; k++)
            newton->way[k] = -newton->way[k];
        double fall = -dotAll(newton, newton->slope, newton->way);
        // The guess is no slope of the function, so its step is taken in full.
        bool settled = search(newton, i == 0 && !newton->problem.resting ? INFINITY : fall);
        if (!settled || newton->sliding) newton->fresh = true;
        if (settled && (i > 0 || !newton->sliding)) return i + 1;
    }
    return 0;
}

// --- (4), (5)

void cdRestartRows(cdRowNewton *newton) {
    const cdRowProblem *problem = &newton->problem;
    for (int32_t i = 0; i < newton->bodyCount; i++) {
        cdSolverBody *body = &problem->bodies[newton->bodies[i].body];
        body->linear = newton->bodies[i].start.linear;
        body->angular = newton->bodies[i].start.angular;
    }
    for (int32_t i = 0; i < problem->rowCount; i++)
        if (problem->rows[i].impulse != 0.0)
            cdApplyRowImpulse(&problem->rows[i], problem->bodies, problem->rows[i].impulse);
}

void cdFindMissedRows(cdRowNewton *newton) {
    for (int32_t i = 0; i < newton->problem.rowCount; i++) {
        const cdRow *row = &newton->problem.rows[i];
        cdRowPart *part = &newton->parts[i];
        part->missed = row->bound - cdGetRowSpeed(row, newton->problem.bodies);
        if (row->kind == CD_ROW_BOUNDED) part->missed -= row->softness * row->impulse;
    }
}

static void applyChanges(cdRowNewton *newton) {
    cdRow *rows = newton->problem.rows;
    for (int32_t i = 0; i < newton->problem.rowCount; i++) {
        rows[i].impulse += newton->parts[i].change;
        if (rows[i].kind == CD_ROW_PUSH) rows[i].impulse = cdMax(0.0, rows[i].impulse);
    }
    for (int32_t i = 0; i < newton->problem.rowCount; i++)
        if (rows[i].kind == CD_ROW_FRICTION) cdShortenFriction(rows, i);
}

static bool hasFriction(const cdRowProblem *problem) {
    for (int32_t i = 0; i < problem->rowCount; i++)
        if (problem->rows[i].kind == CD_ROW_FRICTION) return true;
    return false;
}

bool cdArePushes(const cdRowProblem *problem) {
    for (int32_t i = 0; i < problem->rowCount; i++)
        if (problem->rows[i].kind != CD_ROW_PUSH) return false;
    return true;
}

void cdKeepBestRows(cdRowNewton *newton) {
    for (int32_t i = 0; i < newton->problem.rowCount; i++)
        newton->best[i] = newton->problem.rows[i].impulse;
}

void cdUseBestRows(cdRowNewton *newton) {
    for (int32_t i = 0; i < newton->problem.rowCount; i++)
        newton->problem.rows[i].impulse = newton->best[i];
    cdRestartRows(newton);
}

static double chooseFirstSoftness(const cdRowProblem *problem) {
    if (hasFriction(problem)) return SOFTEST;
    int32_t few = (problem->nearly || problem->rough) && cdArePushes(problem) ? FEW_JOLTS : FEW_PUSHES;
    return problem->rowCount > few ? PUSHING : HARDEST;
}

// Returns the softness of the next proximal step: hard if the states of rows seem to be known.
static double chooseSoftness(const cdRowProblem *problem, double softness, int steps) {
    if (problem->resting) return steps == 0 ? softness : cdMax(HARDEST, softness * HARDENING);
    if (steps == 0) return cdMin(SOFTEST, softness / HARDENING);
    return steps <= 2 ? HARDEST : cdMax(HARDEST, softness * HARDENING);
}

bool cdPolishRows(cdRowNewton *newton, double tolerance, int64_t limit, cdRowSolution *solution) {
    const cdRowProblem *problem = &newton->problem;
    cdKeepBestRows(newton);
    cdRestartRows(newton);
    int32_t idle = 0;
    double softness = chooseFirstSoftness(problem), best = solution->residual;
    double enough = problem->resting ? INFINITY : ENOUGH * solution->residual, least = HARDEST;
    for (int i = 0; i < PROXIMAL_STEPS && idle < PATIENCE && !(best <= tolerance); i++) {
        if (newton->factorings >= limit || !cdSpend(problem->meter, problem->rowCount)) break;
        cdSetRowSoftness(newton, softness);
        cdFindMissedRows(newton);
        int steps = findChanges(newton);
        applyChanges(newton);
        cdRestartRows(newton);
        double worst = cdGetWorstMiss(problem);
        idle = worst < PROGRESS * best ? 0 : idle + 1;
        // Contradictory rows settle at half their residuals, with impulses as large as the softness is small.
        if (worst < best && (worst < enough || worst <= tolerance))
            cdKeepBestRows(newton);
        else if (steps == 0 || problem->resting)
            cdUseBestRows(newton);
        if (problem->resting && !(worst < best)) least = softness / HARDENING;
        best = cdMin(worst, best);
        double next = cdMax(least, chooseSoftness(problem, softness, steps));
        if (steps == 0 && next == softness) break; // would repeat itself
        softness = next;
    }
    cdUseBestRows(newton);
    solution->residual = cdGetWorstMiss(problem);
    solution->factorings = newton->factorings;
    return newton->factorings < limit;
}
