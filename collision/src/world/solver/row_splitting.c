// Solves for the forces of a large structure that may come to rest: a splitting method.
//
// Source: P.-L. Lions, B. Mercier, "Splitting algorithms for the sum of two nonlinear operators", 1979; for
// contacts with friction J. Carpentier, Q. Le Lidec, L. Montaut, "From compliant to rigid contact simulation:
// a unified and efficient approach", 2024. (1) Half an iteration meets all rows at once as equations, with
// the proximal term E of row_newton.c; its matrix 1 + J^T E^-1 J does not change, so one factorization is
// enough. (2) The other half shortens the impulses to their bounds, each contact by itself: its push is at
// least 0, and its friction at most the coefficient times that push. Where both halves agree, Coulomb's law
// holds. (3) The iteration begins with impulses of 0, not with those of the last step, whose friction has
// accumulated against itself up to its limits. If forces exist at which nothing moves, those found from 0 are
// mostly within all bounds, and 10 to 50 iterations reach rounding, where sweeps end with residuals that rock
// the whole structure. If it does move, the residual hardly falls, and the iteration ends early. It is for
// structures that begin to stand: where the impulses of the last step hold, it would not find better ones.
#include "world/solver/row_splitting.h"

#include <math.h>
#include <string.h>

enum { ITERATIONS = 60, TEST = 10, ARRAYS = 2 };

// E over the diagonal, and the fraction to which the residual has to fall between two tests.
static const double SOFTNESS = 0x1p-13, PROGRESS = 0.5;

typedef struct Splitting {
    cdRowNewton *newton;
    double *point;    // impulses before (2)
    double *impulses; // those of (1)
} Splitting;

static bool takeArrays(Splitting *own, cdRowNewton *newton) {
    cdMemory memory = newton->left;
    size_t count = (size_t)newton->problem.rowCount;
    *own = (Splitting){.newton = newton};
    own->point = cdTakeMemory(&memory, count, sizeof *own->point);
    own->impulses = cdTakeMemory(&memory, count, sizeof *own->impulses);
    return own->point != NULL && own->impulses != NULL;
}

// `most`: maximum residual without impulses. False: it is larger, or there are no factors.
static bool begin(Splitting *own, double most) {
    cdRowNewton *newton = own->newton;
    cdRow *rows = newton->problem.rows;
    cdSetRowSoftness(newton, SOFTNESS);
    for (int32_t i = 0; i < newton->problem.rowCount; i++) {
        newton->parts[i].state = CD_ROW_MOVES;
        rows[i].impulse = own->impulses[i] = 0.0;
    }
    cdRestartRows(newton);
    cdFindMissedRows(newton);
    double worst = 0.0;
    for (int32_t i = 0; i < newton->problem.rowCount; i++) {
        const cdRowPart *part = &newton->parts[i];
        own->point[i] = part->scale > 0.0 ? part->missed / part->soft : 0.0;
        if (rows[i].kind == CD_ROW_PUSH) worst = cdMax(worst, part->missed);
    }
    return worst < most && cdMakeRowFactors(newton);
}

// --- (2)

static void shorten(const Splitting *own) {
    cdRow *rows = own->newton->problem.rows;
    for (int32_t i = 0; i < own->newton->problem.rowCount; i++) {
        cdRow *row = &rows[i];
        double limit = row->limit, point = own->point[i];
        row->impulse = point;
        if (row->kind == CD_ROW_PUSH) row->impulse = cdMax(0.0, point);
        if (row->kind == CD_ROW_BOUNDED) row->impulse = cdMax(-limit, cdMin(point, limit));
        if (row->kind == CD_ROW_FRICTION_SECOND) cdShortenFriction(rows, i - 1);
    }
}

// --- (1)

static void meet(const Splitting *own) {
    cdRowNewton *newton = own->newton;
    const cdRow *rows = newton->problem.rows;
    cdClearVelocities(newton, newton->at);
    for (int32_t i = 0; i < newton->problem.rowCount; i++) {
        const cdRowPart *part = &newton->parts[i];
        if (part->scale == 0.0) continue;
        double x = (part->soft * (2.0 * rows[i].impulse - own->point[i]) + part->missed) / part->softInAll;
        own->impulses[i] = x;
        cdAddPart(part, x, newton->at);
    }
    cdSolveBlocks(&newton->matrix, newton->at);
    for (int32_t i = 0; i < newton->problem.rowCount; i++) {
        const cdRowPart *part = &newton->parts[i];
        if (part->scale > 0.0) own->impulses[i] -= cdGetPartSpeed(part, newton->at) / part->softInAll;
    }
}

static void iterate(const Splitting *own) {
    const cdRow *rows = own->newton->problem.rows;
    shorten(own);
    meet(own);
    for (int32_t i = 0; i < own->newton->problem.rowCount; i++)
        if (own->newton->parts[i].scale > 0.0) own->point[i] += own->impulses[i] - rows[i].impulse;
}

// --- The whole

// False: the meter is out.
static bool iterateSome(const Splitting *own) {
    const cdRowNewton *newton = own->newton;
    int64_t work = 2 * (int64_t)newton->problem.rowCount + newton->matrix.starts[newton->bodyCount];
    for (int i = 0; i < TEST; i++) {
        if (!cdSpend(newton->problem.meter, work)) return false;
        iterate(own);
    }
    return true;
}

void cdSplitRows(cdRowNewton *newton, double enough, double held, cdRowSolution *solution) {
    Splitting own;
    if (!takeArrays(&own, newton)) return;
    cdKeepBestRows(newton);
    double best = solution->residual, last = INFINITY;
    bool works = begin(&own, best / held);
    for (int i = 0; i < ITERATIONS && works && best > enough; i += TEST) {
        works = iterateSome(&own);
        solution->iterations += TEST;
        shorten(&own);
        cdRestartRows(newton);
        double worst = cdGetWorstMiss(&newton->problem);
        if (worst < best) cdKeepBestRows(newton);
        works = works && worst < PROGRESS * last;
        best = cdMin(best, worst);
        last = worst;
    }
    cdUseBestRows(newton);
    solution->factorings = newton->factorings;
    solution->residual = cdGetWorstMiss(&newton->problem);
}
