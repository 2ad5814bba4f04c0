// Finds pushes that meet many rows without friction, such as the corrections of a heap: an interior point
// method.
//
// Source: S. Mehrotra, "On the implementation of a primal-dual interior point method", 1992; J. Nocedal,
// S. Wright, "Numerical Optimization", 2006, 16.6, for quadratic programs. The velocities u, whitened and
// relative to those at the start, that meet J u >= b and have the smallest square are u = J^T x with pushes x
// >= 0, slacks s = J u - b >= 0, and x s = 0 in each row. (1) All x and s are positive; they approach such a
// solution while their products, which fall together, approach 0. (2) A step solves the linearized equations
// for the change of u: the matrix 1 + J^T (x / s) J has one block for each pair of bodies, as that of
// row_newton.c. First the target of all products is 0; what that step would achieve determines the target of
// the step that is taken, corrected for its second order. (3) A step ends before any x or s vanishes. So each
// step moves all rows at once, wherever the heap is pressed, and 5 to 12 factorizations are enough, where
// sweeps need thousands and the sets of rows that push in Newton's method change dozens of times.
// Contradictory rows yield a little (YIELDING), so that their pushes stay bounded. The method ends at a small
// part of the residual at the start (LEFT): rows are the first order of what they stand for, and the next
// correction repairs the second.
#include "world/solver/row_interior.h"

#include <math.h>
#include <string.h>

enum { STEPS = 16, ARRAYS = 6, MOST_PRODUCTS = 64 }; // products of blocks in the factors, a row

// The yielding of a row over its J M^-1 J^T, and the fraction of the way to the bounds in a step.
static const double YIELDING = 0x1p-30, SHORTENING = 0.98;
static const double LEFT = 0x1p-9;

// At the start: the minimum slack in residuals, and the products in squares of them. Larger values leave
// pushes on rows that stay open, which move bodies far from the gaps.
static const double SLACK = 0x1p-5, PRODUCT = 0x1p-3;

typedef struct Interior {
    cdRowNewton *newton;
    double *push, *slack;             // x, s
    double *pushChange, *slackChange; // of the step
    double *product;                  // of both changes of the step towards 0
    double *open;                     // J u - b
    double mean;                      // of the products of x and s
    double missed, missedInAll;       // residuals with and without the yielding
    int32_t count;                    // rows that can move something
} Interior;

bool cdSuitsInterior(const cdRowNewton *newton) {
    const cdRowProblem *problem = &newton->problem;
    if (problem->rowCount <= CD_MANY_ROWS || !cdArePushes(problem)) return false;
    return cdCountBlockProducts(&newton->matrix) <= MOST_PRODUCTS * (int64_t)problem->rowCount;
}

static bool takeArrays(Interior *own, cdRowNewton *newton) {
    *own = (Interior){.newton = newton};
    double **arrays[ARRAYS] = {&own->push,        &own->slack,   &own->pushChange,
                               &own->slackChange, &own->product, &own->open};
    cdMemory memory = newton->left;
    for (int i = 0; i < ARRAYS; i++) {
        *arrays[i] = cdTakeMemory(&memory, (size_t)newton->problem.rowCount, sizeof **arrays[i]);
        if (*arrays[i] == NULL) return false;
    }
    return true;
}

// --- (1)

// Returns the residual at the start. All products begin as the same, in units of the rows' own scales.
static double begin(Interior *own) {
    cdRowNewton *newton = own->newton;
    cdRow *rows = newton->problem.rows;
    for (int32_t i = 0; i < newton->problem.rowCount; i++)
        rows[i].impulse = 0.0;
    cdRestartRows(newton);
    cdFindMissedRows(newton);
    double worst = 0.0;
    for (int32_t i = 0; i < newton->problem.rowCount; i++)
        if (newton->parts[i].scale > 0.0 && !(newton->parts[i].missed <= worst))
            worst = newton->parts[i].missed;
    for (int32_t i = 0; i < newton->problem.rowCount; i++) {
        const cdRowPart *part = &newton->parts[i];
        if (part->scale == 0.0) continue;
        own->slack[i] = cdMax(SLACK * worst, -part->missed);
        own->push[i] = PRODUCT * worst * worst / (own->slack[i] * part->scale);
        own->count++;
    }
    return worst;
}

// Finds J u - b, with the yielding, its maximum below 0, also without the yielding, and the mean product.
static void findOpen(Interior *own) {
    cdRowNewton *newton = own->newton;
    double sum = 0.0;
    own->missed = own->missedInAll = 0.0;
    cdClearVelocities(newton, newton->at);
    for (int32_t i = 0; i < newton->problem.rowCount; i++)
        if (newton->parts[i].scale > 0.0) cdAddPart(&newton->parts[i], own->push[i], newton->at);
    for (int32_t i = 0; i < newton->problem.rowCount; i++) {
        const cdRowPart *part = &newton->parts[i];
        if (part->scale == 0.0) continue;
        double open = cdGetPartSpeed(part, newton->at) - part->missed;
        own->open[i] = open + YIELDING * part->scale * own->push[i];
        sum += own->push[i] * own->slack[i];
        if (!(-own->open[i] <= own->missed)) own->missed = isfinite(open) ? -own->open[i] : INFINITY;
        if (!(-open <= own->missedInAll)) own->missedInAll = isfinite(open) ? -open : INFINITY;
    }
    own->mean = sum / own->count;
}

// --- (2)

static bool factorize(Interior *own) {
    cdRowNewton *newton = own->newton;
    newton->sliding = false;
    for (int32_t i = 0; i < newton->problem.rowCount; i++) {
        cdRowPart *part = &newton->parts[i];
        if (part->scale == 0.0) continue;
        part->state = CD_ROW_MOVES;
        part->soft = part->softInAll = own->slack[i] / own->push[i] + YIELDING * part->scale;
    }
    return cdMakeRowFactors(newton);
}

// Finds the changes of all pushes and slacks after which the products are `target` to first order.
static void findChanges(Interior *own, double target) {
    cdRowNewton *newton = own->newton;
    cdClearVelocities(newton, newton->way);
    for (int32_t i = 0; i < newton->problem.rowCount; i++) {
        const cdRowPart *part = &newton->parts[i];
        if (part->scale == 0.0) continue;
        own->pushChange[i] = ((target - own->product[i]) / own->push[i] - own->open[i]) / part->soft;
        cdAddPart(part, own->pushChange[i], newton->way);
    }
    cdSolveBlocks(&newton->matrix, newton->way);
    for (int32_t i = 0; i < newton->problem.rowCount; i++) {
        const cdRowPart *part = &newton->parts[i];
        if (part->scale == 0.0) continue;
        double speed = cdGetPartSpeed(part, newton->way);
        own->pushChange[i] -= speed / part->soft;
        own->slackChange[i] =
            speed + YIELDING * part->scale * own->pushChange[i] + own->open[i] - own->slack[i];
    }
}

// --- (3)

// Returns the share of the changes, at most 1, at which the first value vanishes.
static double findShare(const Interior *own, const double *values, const double *changes) {
    double share = 1.0;
    for (int32_t i = 0; i < own->newton->problem.rowCount; i++)
        if (own->newton->parts[i].scale > 0.0 && share * changes[i] < -values[i])
            share = -values[i] / changes[i];
    return share;
}

// Returns the target of the products: the less the step towards 0 leaves of them, the nearer to it.
static double findTarget(Interior *own) {
    double pushShare = findShare(own, own->push, own->pushChange),
           slackShare = findShare(own, own->slack, own->slackChange), sum = 0.0;
    for (int32_t i = 0; i < own->newton->problem.rowCount; i++) {
        if (own->newton->parts[i].scale == 0.0) continue;
        sum += (own->push[i] + pushShare * own->pushChange[i]) *
               (own->slack[i] + slackShare * own->slackChange[i]);
        own->product[i] = own->pushChange[i] * own->slackChange[i];
    }
    double left = sum / own->count / own->mean;
    return left * left * own->mean;
}

static void step(Interior *own) {
    int32_t rowCount = own->newton->problem.rowCount;
    memset(own->product, 0, (size_t)rowCount * sizeof *own->product);
    findChanges(own, 0.0);
    findChanges(own, findTarget(own));
    double pushShare = SHORTENING * findShare(own, own->push, own->pushChange),
           slackShare = SHORTENING * findShare(own, own->slack, own->slackChange);
    for (int32_t i = 0; i < rowCount; i++) {
        if (own->newton->parts[i].scale == 0.0) continue;
        own->push[i] += pushShare * own->pushChange[i];
        own->slack[i] += slackShare * own->slackChange[i];
    }
}

// --- The whole

static void keep(const Interior *own) {
    for (int32_t i = 0; i < own->newton->problem.rowCount; i++)
        own->newton->best[i] = own->newton->parts[i].scale > 0.0 ? own->push[i] : 0.0;
}

bool cdSolveInterior(cdRowNewton *newton, double enough, cdRowSolution *solution) {
    Interior own;
    if (!takeArrays(&own, newton)) return false;
    const double first = begin(&own), goal = cdMax(enough, LEFT * first);
    double best = first;
    own.missed = first;
    memset(newton->best, 0, (size_t)newton->problem.rowCount * sizeof *newton->best);
    for (int i = 0; i < STEPS && isfinite(own.missed); i++) {
        findOpen(&own);
        if (own.missedInAll < best) {
            best = own.missedInAll;
            keep(&own);
        }
        if (!(own.missed > goal) || !isfinite(own.missed)) break;
        if (!cdSpend(newton->problem.meter, 8 * newton->problem.rowCount) || !factorize(&own)) break;
        step(&own);
        solution->iterations++;
    }
    cdUseBestRows(newton);
    solution->factorings = newton->factorings;
    return own.missed <= goal && best < first;
}
