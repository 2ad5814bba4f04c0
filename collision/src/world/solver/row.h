// Rows: what contacts, joints, friction and hands demand of velocities; and the impulses that bring it about.
//
// Input: bodies with velocities and inverse masses, rows J v >= b, = b, or bounded in their impulse. Output:
// the impulses, and the velocities after them: v + M^-1 J^T impulse, [BV92 2.1: the impact equations, the
// equations of hinges]. Without friction the answer is that of Gauss' principle, the velocities nearest to
// the given ones in the metric of the masses; it is unique. With friction each contact's tangential impulse
// is that of Coulomb: opposed to sliding, and no longer than the coefficient times the normal one.
//
// Projected Gauss-Seidel over blocks, in the order of the rows, until what is missed is below a tolerance, or
// a bounded number of sweeps. Impulses act equally on both bodies at one point, so the momentum is kept
// however exact the answer is. Pure: no allocation, the same rows give the same bits.
#ifndef CD_ROW_H
#define CD_ROW_H

#include "foundation/memory/memory.h"
#include "foundation/report/meter.h"

#include "collision/vecmath.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct cdSolverBody {
    cdVec3 linear, angular;  // velocities of the centroid, world; changed
    double inverseMass;      // 0: does not move
    double inverseTensor[6]; // world axes: xx, yy, zz, xy, xz, yz
    int32_t place;           // the solver's: of those that rows can move, counted; -1: of none
} cdSolverBody;

typedef enum cdRowKind {
    CD_ROW_PUSH = 0, // J v >= bound, impulse >= 0
    CD_ROW_TIE,      // J v = bound
    CD_ROW_BOUNDED,  // J v + softness impulse = bound, |impulse| <= limit: motors, and hands
    // The first of two rows whose impulses together are no longer than `limit` times the impulse of the row
    // `normal`, and by which J v is 0 where it can be: friction. The other one follows it.
    CD_ROW_FRICTION,
    CD_ROW_FRICTION_SECOND
} cdRowKind;

typedef struct cdRow {
    cdRowKind kind;
    int32_t bodyA, bodyB;      // into the bodies
    cdVec3 direction;          // J v = direction . (vA - vB) + angularA . wA - angularB . wB
    cdVec3 angularA, angularB; // (point - centroid) x direction; of rotations the axis, direction zero
    double bound;
    double limit, softness;
    int32_t normal; // of friction: an index into the rows
    double impulse; // in: where to begin; out
    // The solver's:
    cdVec3 turnA, turnB;   // inverse tensors times angular
    double share;          // 1 / (J M^-1 J^T + softness); 0: nothing that it could move
    double inverse, mixed; // 1 / share; of the first row of friction what couples it with the second
    double arm;            // length that makes its J v a speed: 1, or of turning a radius of gyration
} cdRow;

typedef struct cdRowProblem {
    cdSolverBody *bodies;
    cdRow *rows; // rows[rowCount], those of one island: no other row touches its movable bodies
    int32_t rowCount;
    // Speed by which rows may be missed in the end; 0: 2^-40 of the fastest of the given speeds and bounds.
    double tolerance;
    int32_t maxIterations; // 0: 1000
    // Ties and pushes that contradict each other are met as nearly as can be, however large the impulses.
    bool nearly;
    // Room for steps of Newton's method (row_newton.c) where sweeps alone are slow; none: sweeps alone. What
    // cdGetRowMemorySize says is enough; with less, rows whose bodies are tied in a long line still fit.
    cdMemory memory;
    // Counts a row of an iteration, and a product of blocks, as one. Where it is out the solution ends as it
    // is. NULL: no limit
    cdMeter *meter;
} cdRowProblem;

typedef struct cdRowSolution {
    int32_t iterations;
    int32_t factorings; // of Newton's method
    double residual;    // the most by which a row is missed, speed
    bool converged;
} cdRowSolution;

// Begins with the impulses that are in the rows (their effect is NOT yet in the velocities).
cdRowSolution cdSolveRows(const cdRowProblem *problem);

// A row for a direction at a point: a contact's normal or tangent, a ball joint's axis. `a`, `b`: centroids.
cdRow cdMakePointRow(cdRowKind kind, int32_t bodyA, int32_t bodyB, cdVec3 point, cdVec3 direction, cdVec3 a,
                     cdVec3 b);
// A row for turning about an axis.
cdRow cdMakeTurnRow(cdRowKind kind, int32_t bodyA, int32_t bodyB, cdVec3 axis);

// Bytes for problems of so many movable bodies and rows, whatever touches what.
size_t cdGetRowMemorySize(int32_t bodyCount, int32_t rowCount);
// Bytes more for those with ties and friction.
size_t cdGetTiedRowMemorySize(int32_t bodyCount, int32_t rowCount);

// J v
double cdGetRowSpeed(const cdRow *row, const cdSolverBody *bodies);

#endif
