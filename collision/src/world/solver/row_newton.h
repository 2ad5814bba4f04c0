// Data of Newton's method on rows: whitened rows, the bodies they move, its matrix.
#ifndef CD_ROW_NEWTON_H
#define CD_ROW_NEWTON_H

#include "world/solver/block_matrix.h"
#include "world/solver/row_work.h"

#include <string.h>

// Minimum of E over the diagonal that leaves the equations enough digits.
#define CD_HARDEST 0x1p-24

typedef enum cdRowState {
    CD_ROW_STAYS = 0, // at a bound, which gives its change
    CD_ROW_MOVES,
    CD_ROW_SLIDES // friction at its circle, first row; of a cone, the push, too
} cdRowState;

typedef struct cdRowPart {
    int32_t a, b;           // rows of blocks; -1: immovable
    double onA[6], onB[6];  // J, whitened
    double missed;          // residual at the step's begin: bound - J v - softness impulse
    double soft, softInAll; // E; E plus the row's own softness
    double scale;           // the diagonal
    cdRowState state;
    double bound; // value of a row that stays
    double change;
    double normalX, normalY, bend; // sliding: direction on the circle, and the length's share
} cdRowPart;

typedef struct cdMovableBody {
    int32_t body;
    double rootMass, root[6]; // inverse mass and tensor: root root^T, by rows of the lower triangle
    cdSolverBody start;
} cdMovableBody;

struct cdRowNewton {
    cdRowProblem problem;
    int32_t bodyCount;
    cdMovableBody *bodies;
    cdRowPart *parts;
    double *best;
    double *at, *way, *slope; // 6 bodyCount each: velocities, the step, the function's slope
    cdBlockMatrix matrix;
    double softness;     // E over the diagonal
    bool sliding, fresh; // fresh: the factors are not those of the current matrix
    bool sloped;         // `slope` is that at `at`
    int32_t factorings;
    cdMemory left; // remaining memory of the problem
};

// --- row_newton_setup.c

// Numbers the bodies that rows can move (cdSolverBody.movable). Returns their count.
int32_t cdNumberMovableBodies(const cdRowProblem *problem);
// Fills in a body: its current velocities are those at the start.
void cdSetUpMovableBody(cdMovableBody *body, const cdRowProblem *problem, int32_t index);
// Whitens a row's J for one of its bodies, 0 along axes that the body has locked.
void cdWhitenRow(const cdMovableBody *body, cdVec3 linear, cdVec3 angular, double on[6]);

// --- row_cones.c

// True if row i and the two behind it are a contact whose impulses lie in a cone.
static inline bool cdIsCone(const cdRowProblem *problem, int32_t i) {
    const cdRow *rows = problem->rows;
    return problem->resting && i >= 0 && i + 2 < problem->rowCount && rows[i].kind == CD_ROW_PUSH &&
           rows[i + 1].kind == CD_ROW_FRICTION && rows[i + 1].normal == i;
}

// Gives the rows of each cone one scale, in which it is round.
void cdScaleCones(cdRowNewton *newton);
// Finds the state and the changes of the cone whose push is row i.
cdRowState cdFindConeState(cdRowNewton *newton, int32_t i, const double *at);
// Finds the whitened J of the ray along which a cone slides.
void cdGetConeRay(const cdRowNewton *newton, int32_t i, double onA[6], double onB[6]);

// --- row_newton.c

// True if all rows are pushes.
bool cdArePushes(const cdRowProblem *problem);
void cdSetRowSoftness(cdRowNewton *newton, double softness);
static inline double cdDot6(const double *a, const double *b) {
    return ((a[0] * b[0] + a[1] * b[1]) + (a[2] * b[2] + a[3] * b[3])) + (a[4] * b[4] + a[5] * b[5]);
}
static inline void cdAddScaled6(double *restrict to, double s, const double *from) {
    for (int i = 0; i < CD_BLOCK; i++)
        to[i] += s * from[i];
}
// Adds what an impulse x of a row changes to whitened velocities.
static inline void cdAddPart(const cdRowPart *part, double x, double *to) {
    if (part->a >= 0) cdAddScaled6(to + CD_BLOCK * part->a, x, part->onA);
    if (part->b >= 0) cdAddScaled6(to + CD_BLOCK * part->b, x, part->onB);
}
// Sets whitened velocities to 0.
static inline void cdClearVelocities(const cdRowNewton *newton, double *velocities) {
    memset(velocities, 0, CD_BLOCK * (size_t)newton->bodyCount * sizeof *velocities);
}
// Returns J v for whitened velocities relative to those at the start.
double cdGetPartSpeed(const cdRowPart *part, const double *at);
// Factorizes 1 + J^T E^-1 J over the rows that move or slide. False: not positive definite.
bool cdMakeRowFactors(cdRowNewton *newton);
// Sets the velocities to those at the start plus all impulses.
void cdRestartRows(cdRowNewton *newton);
// Finds the residual of each row at the current velocities.
void cdFindMissedRows(cdRowNewton *newton);
void cdKeepBestRows(cdRowNewton *newton); // keeps the current impulses
void cdUseBestRows(cdRowNewton *newton);

#endif
