// The quadratic program of six velocities, by the dual active-set method.
//
// Source: D. Goldfarb, A. Idnani. A numerically stable dual method for solving strictly convex quadratic
// programs. Mathematical Programming 27, 1983, section 3; of Gauss' principle see S. Redon, A. Kheddar,
// S. Coquillart, "Gauss' least constraints principle and rigid body simulations", 2002.
// (1) Whiten: with y = (linear, root^T angular) the metric is |y - y0|^2; rows are scaled to unit length
// there, which makes their violation a length. (2) Begin at y0 with no active rows. (3) Take the row violated
// most (the first of equals); none: done. (4) Move along its part that is orthogonal to the active rows, as
// far as multipliers of active rows stay above 0, or until the row is met. In the first case drop the row
// whose multiplier vanished, and repeat; in the second add the new one. A row that depends on the active ones
// (opposing walls of a slot, the fourth corner of a face) only exchanges multipliers. (5) Multipliers and
// velocities in the caller's units. At most six rows are active, and their factors are computed again each
// time by Gram-Schmidt, done twice for orthogonality.
#include "contact/slide/least_constraint.h"
#include "foundation/numbers/rounding.h"

#include <math.h>
#include <string.h>

enum { SIZE = 6 };

// A row that differs from a combination of others by less than this angle depends on them: the parts that
// Gram-Schmidt subtracts are rounded by a few units each.
static const double DEPENDENT = 4096.0 * CD_EPSILON;

typedef struct Solver {
    const cdLimitRow *rows;
    double y[SIZE];
    int32_t active[SIZE];
    double pushes[SIZE]; // of the active rows
    int32_t activeCount;
    double q[SIZE][SIZE], r[SIZE][SIZE]; // the active rows as columns: orthonormal q, upper triangular r
} Solver;

static double dot6(const double *a, const double *b) {
    return ((a[0] * b[0] + a[1] * b[1]) + (a[2] * b[2] + a[3] * b[3])) + (a[4] * b[4] + a[5] * b[5]);
}

static void addScaled(double *to, double s, const double *from) {
    for (int i = 0; i < SIZE; i++)
        to[i] += s * from[i];
}

// --- (1)

// Returns x with root x = t.
static cdVec3 solveRoot(const cdBodyMetric *metric, cdVec3 t) {
    const double *l = metric->root;
    double x = t.x / l[0];
    double y = (t.y - l[1] * x) / l[2];
    return (cdVec3){x, y, (t.z - l[3] * x - l[4] * y) / l[5]};
}

// Returns root^T w.
static cdVec3 applyRoot(const cdBodyMetric *metric, cdVec3 w) {
    const double *l = metric->root;
    return (cdVec3){l[0] * w.x + l[1] * w.y + l[3] * w.z, l[2] * w.y + l[4] * w.z, l[5] * w.z};
}

// Returns w with root^T w = x.
static cdVec3 undoRoot(const cdBodyMetric *metric, cdVec3 x) {
    const double *l = metric->root;
    double z = x.z / l[5];
    double y = (x.y - l[4] * z) / l[2];
    return (cdVec3){(x.x - l[1] * y - l[3] * z) / l[0], y, z};
}

static void store(double *y, cdVec3 first, cdVec3 second) {
    y[0] = first.x, y[1] = first.y, y[2] = first.z;
    y[3] = second.x, y[4] = second.y, y[5] = second.z;
}

static void whitenRow(const cdBodyMetric *metric, cdLimitRow *row) {
    store(row->white, row->linear, solveRoot(metric, row->angular));
    double length = sqrt(dot6(row->white, row->white));
    row->push = 0.0;
    row->length = isfinite(length) ? length : 0.0;
    row->least = 0.0;
    if (!(row->length > 0.0)) return;
    for (int i = 0; i < SIZE; i++)
        row->white[i] /= length;
    row->least = row->bound / length;
}

// --- (3)

// Returns the excess of the point over a row's bound; below 0: violated.
static double getExcess(const Solver *solver, int32_t row) {
    return dot6(solver->rows[row].white, solver->y) - solver->rows[row].least;
}

static int32_t findWorstRow(const Solver *solver, int32_t rowCount, double slack) {
    int32_t worst = -1;
    double least = -slack;
    for (int32_t i = 0; i < rowCount; i++) {
        if (solver->rows[i].length == 0.0) continue;
        double excess = getExcess(solver, i);
        if (!(excess < least)) continue;
        least = excess;
        worst = i;
    }
    return worst;
}

// --- (4)

// Computes the part of x orthogonal to the first `count` columns of q; `parts` (may be NULL) gets the rest.
static void makeOrthogonal(const Solver *solver, int32_t count, double *x, double *parts) {
    for (int pass = 0; pass < 2; pass++) {
        for (int32_t k = 0; k < count; k++) {
            double part = dot6(solver->q[k], x);
            addScaled(x, -part, solver->q[k]);
            if (parts != NULL) parts[k] = pass == 0 ? part : parts[k] + part;
        }
    }
}

static void factorize(Solver *solver) {
    for (int32_t k = 0; k < solver->activeCount; k++) {
        double *column = solver->q[k];
        memcpy(column, solver->rows[solver->active[k]].white, sizeof solver->q[k]);
        makeOrthogonal(solver, k, column, solver->r[k]);
        double length = sqrt(dot6(column, column));
        solver->r[k][k] = length;
        for (int i = 0; i < SIZE; i++)
            column[i] /= length;
    }
}

// Computes the multipliers' change for each unit of the new row's: r^-1 parts.
static void solveUpper(const Solver *solver, const double *parts, double *change) {
    for (int32_t k = solver->activeCount - 1; k >= 0; k--) {
        double rest = parts[k];
        for (int32_t j = k + 1; j < solver->activeCount; j++)
            rest -= solver->r[j][k] * change[j];
        change[k] = rest / solver->r[k][k];
    }
}

static void letGo(Solver *solver, int32_t place) {
    for (int32_t k = place; k + 1 < solver->activeCount; k++) {
        solver->active[k] = solver->active[k + 1];
        solver->pushes[k] = solver->pushes[k + 1];
    }
    solver->activeCount--;
}

typedef enum StepResult { STEP_FULL, STEP_PARTIAL, STEP_INFEASIBLE } StepResult;

static StepResult takeStep(Solver *solver, int32_t row, double *push) {
    double way[SIZE], parts[SIZE] = {0.0}, change[SIZE] = {0.0};
    factorize(solver);
    memcpy(way, solver->rows[row].white, sizeof way);
    makeOrthogonal(solver, solver->activeCount, way, parts);
    solveUpper(solver, parts, change);
    double slope = dot6(way, way);
    bool dependent = solver->activeCount == SIZE || slope < DEPENDENT * DEPENDENT;
    double most = INFINITY, full = dependent ? INFINITY : cdMax(0.0, -getExcess(solver, row)) / slope;
    int32_t first = -1;
    for (int32_t k = 0; k < solver->activeCount; k++) {
        if (!(change[k] > 0.0) || !(solver->pushes[k] / change[k] < most)) continue;
        most = solver->pushes[k] / change[k];
        first = k;
    }
    double step = cdMin(most, full);
    if (!isfinite(step)) return STEP_INFEASIBLE;
    if (!dependent) addScaled(solver->y, step, way);
    for (int32_t k = 0; k < solver->activeCount; k++)
        solver->pushes[k] = cdMax(0.0, solver->pushes[k] - step * change[k]);
    *push += step;
    if (full <= most) return STEP_FULL;
    letGo(solver, first);
    return STEP_PARTIAL;
}

// Adds a violated row. False: it cannot be met with the others.
static bool meetRow(Solver *solver, int32_t row, int32_t *rounds, int32_t roundLimit) {
    double push = 0.0;
    StepResult result = STEP_PARTIAL;
    while (result == STEP_PARTIAL && (*rounds)++ < roundLimit)
        result = takeStep(solver, row, &push);
    if (result != STEP_FULL) return false;
    solver->active[solver->activeCount] = row;
    solver->pushes[solver->activeCount++] = push;
    return true;
}

// --- (5)

// Returns more than the error of a row that counts as a combination of others.
static double chooseSlack(const cdLeastProblem *problem, const double *y) {
    if (problem->slack > 0.0) return problem->slack;
    double size = sqrt(dot6(y, y));
    for (int32_t i = 0; i < problem->rowCount; i++)
        size = cdMax(size, fabs(problem->rows[i].least));
    return 4.0 * DEPENDENT * size;
}

cdLeastMotion cdFindLeastMotion(const cdLeastProblem *problem) {
    cdLeastMotion motion = {.velocity = problem->intended, .feasible = true};
    const cdBodyMetric *metric = &problem->metric;
    Solver solver = {.rows = problem->rows};
    for (int32_t i = 0; i < problem->rowCount; i++)
        whitenRow(metric, &problem->rows[i]);
    store(solver.y, problem->intended.linear, applyRoot(metric, problem->intended.angular));
    double slack = chooseSlack(problem, solver.y);
    // In practice each row is met a few times at most; the limit ends cycles that rounding might cause.
    int32_t limit = 16 * (SIZE + problem->rowCount);
    for (;;) {
        int32_t row = findWorstRow(&solver, problem->rowCount, slack);
        if (row < 0) break;
        motion.limited = true;
        motion.feasible = meetRow(&solver, row, &motion.rounds, limit);
        if (!motion.feasible) break;
    }
    if (!motion.limited) return motion;
    motion.velocity = (cdTwist){{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
    if (!motion.feasible) return motion;
    for (int32_t k = 0; k < solver.activeCount; k++) {
        cdLimitRow *row = &problem->rows[solver.active[k]];
        row->push = solver.pushes[k] / row->length;
    }
    motion.velocity.linear = (cdVec3){solver.y[0], solver.y[1], solver.y[2]};
    motion.velocity.angular = undoRoot(metric, (cdVec3){solver.y[3], solver.y[4], solver.y[5]});
    return motion;
}

// --- The metric

static cdVec3 turnTensorColumn(const double *inertia, cdQuat orientation, cdVec3 axis) {
    cdVec3 a = cdInvRotate(orientation, axis);
    cdVec3 local = {inertia[0] * a.x + inertia[3] * a.y + inertia[4] * a.z,
                    inertia[3] * a.x + inertia[1] * a.y + inertia[5] * a.z,
                    inertia[4] * a.x + inertia[5] * a.y + inertia[2] * a.z};
    return cdRotate(orientation, local);
}

cdBodyMetric cdMakeBodyMetric(const double inertia[6], double radius, cdQuat orientation) {
    double least = 1e-6 * radius * radius;
    cdVec3 x = turnTensorColumn(inertia, orientation, (cdVec3){1.0, 0.0, 0.0});
    cdVec3 y = turnTensorColumn(inertia, orientation, (cdVec3){0.0, 1.0, 0.0});
    cdVec3 z = turnTensorColumn(inertia, orientation, (cdVec3){0.0, 0.0, 1.0});
    cdBodyMetric metric;
    double *l = metric.root;
    l[0] = sqrt(cdMax(least, x.x + least));
    l[1] = y.x / l[0];
    l[2] = sqrt(cdMax(least, y.y + least - l[1] * l[1]));
    l[3] = z.x / l[0];
    l[4] = (z.y - l[3] * l[1]) / l[2];
    l[5] = sqrt(cdMax(least, z.z + least - l[3] * l[3] - l[4] * l[4]));
    return metric;
}

double cdGetTwistSize(const cdBodyMetric *metric, cdTwist twist) {
    return sqrt(cdLengthSq(twist.linear) + cdLengthSq(applyRoot(metric, twist.angular)));
}

cdVec3 cdApplyInertia(const cdBodyMetric *metric, cdVec3 angular) {
    const double *l = metric->root;
    cdVec3 t = applyRoot(metric, angular);
    return (cdVec3){l[0] * t.x, l[1] * t.x + l[2] * t.y, l[3] * t.x + l[4] * t.y + l[5] * t.z};
}

cdVec3 cdSolveInertia(const cdBodyMetric *metric, cdVec3 momentum) {
    return undoRoot(metric, solveRoot(metric, momentum));
}
