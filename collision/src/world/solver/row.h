// Rows: constraints of contacts, joints, friction and hands on velocities; and the impulses that meet them.
//
// Input: bodies with velocities and inverse masses, rows J v >= b, = b, or bounded in their impulse. Output:
// the impulses, and the velocities after them: v + M^-1 J^T impulse, [BV92 2.1: the impact equations, the
// equations of hinges]. Without friction the result follows Gauss' principle: the velocities closest to the
// given ones in the metric of the masses; it is unique. With friction each contact's tangential impulse is
// that of Coulomb: opposed to sliding, and no longer than the coefficient times the normal one.
//
// Projected Gauss-Seidel over blocks, in the order of the rows, until the residual is below a tolerance, or
// for a bounded number of iterations. Impulses act equally on both bodies at one point, so the momentum is
// conserved however inexact the result. No allocation; the same problem gives the same bits.
#ifndef CD_ROW_H
#define CD_ROW_H

#include "foundation/memory/memory.h"
#include "foundation/report/meter.h"

#include "collision/vecmath.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct cdSolverBody {
    cdVec3 linear, angular;  // velocities of the centroid, world; updated
    double inverseMass;      // 0: does not move
    double inverseTensor[6]; // world axes: xx, yy, zz, xy, xz, yz
    uint32_t locked;         // axes along which it does not move and has no velocity: bits of 1, 2, 4
    bool ownAxes;            // true if these are the world's axes turned by `orientation`
    cdQuat orientation;
    int32_t movable; // for the solver: index among the bodies that rows can move; -1: not one
} cdSolverBody;

typedef enum cdRowKind {
    CD_ROW_PUSH = 0, // J v >= bound, impulse >= 0
    CD_ROW_TIE,      // J v = bound
    CD_ROW_BOUNDED,  // J v + softness impulse = bound, |impulse| <= limit: motors, and hands
    // Friction: the first of two rows whose impulses together are no longer than `limit` times the impulse of
    // the row `normal`, and make J v = bound if they can. The second row follows it.
    CD_ROW_FRICTION,
    CD_ROW_FRICTION_SECOND
} cdRowKind;

typedef struct cdRow {
    cdRowKind kind;
    int32_t bodyA, bodyB;      // indices into the bodies
    cdVec3 direction;          // J v = direction . (vA - vB) + angularA . wA - angularB . wB
    cdVec3 angularA, angularB; // (point - centroid) x direction; for rotations the axis, direction zero
    double bound;
    double limit, softness;
    int32_t normal; // friction: index of the normal's row
    double impulse; // in: initial value; out: result
    // For the solver:
    cdVec3 turnA, turnB;   // inverse tensors times angular
    double share;          // 1 / (J M^-1 J^T + softness); 0: it can move nothing
    double inverse, mixed; // 1 / share; for the first row of friction its coupling with the second
    double arm;            // length that makes its J v a speed: 1, or for rotations a radius of gyration
} cdRow;

// Contacts with friction of more rows than CD_FEW_ROWS may be swept (row_sweeps.h), after a trial of Newton's
// method if the bodies may stand; of more than CD_MANY_ROWS are, without it. Pushes alone are swept only if
// they are that many.
enum { CD_FEW_ROWS = 12, CD_MANY_ROWS = 600 };
// Worlds have memory for islands of this many bodies, each linked to each other one, and for more with fewer
// links.
enum { CD_ISLAND_BODIES = 160 };

typedef struct cdRowProblem {
    cdSolverBody *bodies;
    cdRow *rows; // rows[rowCount], those of one island: no other row touches its movable bodies
    int32_t rowCount;
    // Maximum residual of rows, speed; 0: 2^-40 of the fastest of the given speeds and bounds.
    double tolerance;
    // Residual at which sweeps may end; 0: the tolerance, to which Newton's method, sweeps and iterations
    // then solve all but the largest problems.
    double enough;
    bool rough;            // true to sweep without a trial of Newton's method
    bool moving;           // true to solve many contacts with friction as cones (row_cone_interior.c)
    int32_t maxIterations; // 0: 1000
    // True to meet contradictory ties and pushes as nearly as possible, however large the impulses. More than
    // CD_MANY_ROWS pushes are then met by an interior point method (row_interior.c): to first order.
    bool nearly;
    // True to look for impulses after which no body moves: Newton's method then takes contacts as cones
    // (row_cones.c).
    bool resting;
    // True if the bodies may come to rest: more than CD_MANY_ROWS are then solved by splitting
    // (row_splitting.c) before sweeps.
    bool standing;
    // Memory for Newton's method (row_newton.c) where iterations alone are slow; none: iterations alone.
    // cdGetRowMemorySize bytes are enough; with less, rows of long chains of bodies still fit.
    cdMemory memory;
    // Counts a row of an iteration, and a product of blocks, as one. Where it is out the solution ends as it
    // is. NULL: no limit
    cdMeter *meter;
} cdRowProblem;

typedef struct cdRowSolution {
    int32_t iterations;
    int32_t factorings; // factorizations of Newton's method
    double residual;    // maximum residual of a row, speed
    bool converged;
} cdRowSolution;

// Solves the rows, beginning with their impulses (whose effect is NOT yet in the velocities).
cdRowSolution cdSolveRows(const cdRowProblem *problem);

// Returns a row for a direction at a point, such as a contact's normal or tangent. `a`, `b`: centroids.
cdRow cdMakePointRow(cdRowKind kind, int32_t bodyA, int32_t bodyB, cdVec3 point, cdVec3 direction, cdVec3 a,
                     cdVec3 b);
// Returns a row for rotation about an axis.
cdRow cdMakeTurnRow(cdRowKind kind, int32_t bodyA, int32_t bodyB, cdVec3 axis);

// Returns the bytes for any problem of so many movable bodies and rows.
size_t cdGetRowMemorySize(int32_t bodyCount, int32_t rowCount);
// Returns the additional bytes for problems with ties and friction.
size_t cdGetTiedRowMemorySize(int32_t bodyCount, int32_t rowCount);

// Returns J v.
double cdGetRowSpeed(const cdRow *row, const cdSolverBody *bodies);

#endif
