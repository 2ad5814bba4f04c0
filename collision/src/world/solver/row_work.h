// Shared by the parts of the solver: how rows read and change velocities.
#ifndef CD_ROW_WORK_H
#define CD_ROW_WORK_H

#include "foundation/numbers/rounding.h"
#include "world/bodies/locks.h"
#include "world/solver/row.h"

static inline cdVec3 cdMulInverseTensor(const double t[6], cdVec3 v) {
    return (cdVec3){t[0] * v.x + t[3] * v.y + t[4] * v.z, t[3] * v.x + t[1] * v.y + t[5] * v.z,
                    t[4] * v.x + t[5] * v.y + t[2] * v.z};
}

// Returns the component of a vector along the axes in which the body can move.
static inline cdVec3 cdGetMovablePart(const cdSolverBody *body, cdVec3 v) {
    return body->ownAxes ? cdFreePartIn(body->locked, body->orientation, v) : cdFreePart(body->locked, v);
}

// Returns d . M^-1 e for the linear parts of two rows of both bodies.
static inline double cdGetLinearShare(const cdSolverBody *a, const cdSolverBody *b, cdVec3 d, cdVec3 e) {
    if ((a->locked | b->locked) == 0) return (a->inverseMass + b->inverseMass) * cdDot(d, e);
    return a->inverseMass * cdDot(cdGetMovablePart(a, d), e) +
           b->inverseMass * cdDot(cdGetMovablePart(b, d), e);
}

// Both bodies get the impulse at one point, which conserves the momentum along axes that neither has locked.
static inline void cdApplyRowImpulse(const cdRow *row, cdSolverBody *bodies, double impulse) {
    cdSolverBody *a = &bodies[row->bodyA], *b = &bodies[row->bodyB];
    a->linear = cdMulAdd(a->linear, impulse * a->inverseMass, row->direction);
    a->angular = cdMulAdd(a->angular, impulse, row->turnA);
    b->linear = cdMulAdd(b->linear, -impulse * b->inverseMass, row->direction);
    b->angular = cdMulAdd(b->angular, -impulse, row->turnB);
    if ((a->locked | b->locked) == 0) return;
    a->linear = cdGetMovablePart(a, a->linear);
    b->linear = cdGetMovablePart(b, b->linear);
}

// Friction of one contact: both rows' part of J M^-1 J^T.
typedef struct cdFrictionBlock {
    double first, second, mixed;
} cdFrictionBlock;

cdFrictionBlock cdMakeFrictionBlock(const cdRow *rows, int32_t first);

typedef struct cdPair2 {
    double x, y;
} cdPair2;

// Returns the impulses that stop J v if they are no longer than `longest`; otherwise those of that length
// that oppose the remaining J v. `now`: the current ones, `speed`: their J v.
cdPair2 cdFindFriction(const cdFrictionBlock *block, cdPair2 now, cdPair2 speed, double longest);

// Returns the residual of row i, in the unit of its J v: 0 if its impulse is right. For two rows of friction,
// the first has the residual of both and the second 0.
double cdGetRowMiss(const cdRow *rows, int32_t i, const cdSolverBody *bodies);

// Returns the maximum residual of all rows, as a speed. Infinity: NaN.
double cdGetWorstMiss(const cdRowProblem *problem);
// Returns the maximum friction of rows `first` and the next, for their normal's current impulse.
double cdGetLongestFriction(const cdRow *rows, int32_t first);
// Shortens friction to that length.
void cdShortenFriction(cdRow *rows, int32_t first);

// Newton's method on all rows at once. Set up before any impulse is applied, since it begins with the
// velocities then.
typedef struct cdRowNewton cdRowNewton;

// NULL: not enough memory, or no movable body.
cdRowNewton *cdSetUpRowNewton(const cdRowProblem *problem, cdMemory memory);
// Improves the impulses in the rows, and their velocities, if it can. `limit`: factorizations in all calls.
// False: another call is not worth its work.
bool cdPolishRows(cdRowNewton *newton, double tolerance, int64_t limit, cdRowSolution *solution);
// The same with ties and at most some dozens of other rows (row_tied.c). False: more, or too little memory.
bool cdSolveTiedRows(cdRowNewton *newton, double tolerance, cdRowSolution *solution);

#endif
