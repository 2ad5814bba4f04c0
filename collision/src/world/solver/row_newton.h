// What Newton's method on rows works with: whitened rows, the bodies they move, its matrix.
#ifndef CD_ROW_NEWTON_H
#define CD_ROW_NEWTON_H

#include "world/solver/block_matrix.h"
#include "world/solver/row_work.h"

// E over the diagonal for which the equations still have digits enough.
#define CD_HARDEST 0x1p-24

typedef enum cdRowState {
    CD_ROW_STAYS = 0, // at a bound: its change is given
    CD_ROW_MOVES,
    CD_ROW_SLIDES // of friction: at the circle, its first row
} cdRowState;

typedef struct cdRowPart {
    int32_t a, b;           // rows of blocks; -1: immovable
    double onA[6], onB[6];  // J, whitened
    double missed;          // bound - J v - softness impulse at the step's begin
    double soft, softInAll; // E; and with the row's own softness
    double scale;           // the diagonal
    cdRowState state;
    double bound; // where it stays
    double change;
    double normalX, normalY, bend; // of sliding: where on the circle, and the length's share
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
    double *at, *way, *slope; // of 6 bodyCount: velocities, the step's direction, the function's slope
    cdBlockMatrix matrix;
    double softness;     // E over the diagonal
    bool sliding, fresh; // fresh: factors of another matrix than that in force
    int32_t factorings;
    cdMemory left; // of the problem's memory
};

// --- row_newton.c

void cdSetRowSoftness(cdRowNewton *newton, double softness);
double cdDot6(const double *a, const double *b);
void cdAddScaled6(double *to, double s, const double *from);
// J v of velocities that are whitened and counted from those at the start.
double cdGetPartSpeed(const cdRowPart *part, const double *at);
// Factors of 1 + J^T E^-1 J over the rows that move, or slide. false: there are none
bool cdMakeRowFactors(cdRowNewton *newton);
// The velocities at the start with all impulses.
void cdRestartRows(cdRowNewton *newton);
// Residual of each row with the present velocities.
void cdFindMissedRows(cdRowNewton *newton);
void cdKeepBestRows(cdRowNewton *newton); // impulses, as they are now
void cdUseBestRows(cdRowNewton *newton);

#endif
