// What the parts of the solver share: how rows read velocities and change them.
#ifndef CD_ROW_WORK_H
#define CD_ROW_WORK_H

#include "foundation/numbers/rounding.h"
#include "world/solver/row.h"

static inline cdVec3 cdMulInverseTensor(const double t[6], cdVec3 v) {
    return (cdVec3){t[0] * v.x + t[3] * v.y + t[4] * v.z, t[3] * v.x + t[1] * v.y + t[5] * v.z,
                    t[4] * v.x + t[5] * v.y + t[2] * v.z};
}

// Both bodies get the impulse at one point: the momentum stays.
static inline void cdApplyRowImpulse(const cdRow *row, cdSolverBody *bodies, double impulse) {
    cdSolverBody *a = &bodies[row->bodyA], *b = &bodies[row->bodyB];
    a->linear = cdMulAdd(a->linear, impulse * a->inverseMass, row->direction);
    a->angular = cdMulAdd(a->angular, impulse, row->turnA);
    b->linear = cdMulAdd(b->linear, -impulse * b->inverseMass, row->direction);
    b->angular = cdMulAdd(b->angular, -impulse, row->turnB);
}

// One contact's friction: both rows' part of J M^-1 J^T.
typedef struct cdFrictionBlock {
    double first, second, mixed;
} cdFrictionBlock;

cdFrictionBlock cdMakeFrictionBlock(const cdRow *rows, int32_t first);

typedef struct cdPair2 {
    double x, y;
} cdPair2;

// The impulses that stop J v where they are no longer than `longest`, otherwise those of that length by which
// what is left of J v is opposed to them. `now`: the present ones, `speed`: the J v that goes with them.
cdPair2 cdFindFriction(const cdFrictionBlock *block, cdPair2 now, cdPair2 speed, double longest);

// What of the demand of row i is missed, in the unit of its J v: 0 where its impulse is as it must be; of two
// rows of friction that of both, given for the first, and 0 for the second.
double cdGetRowMiss(const cdRow *rows, int32_t i, const cdSolverBody *bodies);

// The most by which any row is missed, as a speed. Infinity: not a number.
double cdGetWorstMiss(const cdRowProblem *problem);
// How long the friction of rows `first` and the next may be, for their normal's present impulse.
double cdGetLongestFriction(const cdRow *rows, int32_t first);
// Makes friction no longer than that.
void cdShortenFriction(cdRow *rows, int32_t first);

// Newton's method on all rows at once. Set up before any impulse is applied: it begins with the velocities
// then. Its memory is that of the problem.
typedef struct cdRowNewton cdRowNewton;

// NULL: not enough memory, or nothing that moves.
cdRowNewton *cdSetUpRowNewton(const cdRowProblem *problem);
// Improves the impulses in the rows, and the velocities with them, where it can. `sweeps`: how many are
// allowed. false: once more is not worth its work.
bool cdPolishRows(cdRowNewton *newton, double tolerance, int32_t iterations, cdRowSolution *solution);
// Likewise where there are ties, and not more than some dozens of other rows (row_tied.c). false: there are,
// or not enough memory for it.
bool cdSolveTiedRows(cdRowNewton *newton, double tolerance, cdRowSolution *solution);

#endif
