// Sweeps of contacts with friction: the iterations of row_solver.c on whitened rows in linear memory,
// accelerated.
#ifndef CD_ROW_SWEEPS_H
#define CD_ROW_SWEEPS_H

#include "world/solver/row_work.h"

typedef struct cdRowSweeps cdRowSweeps;

// Returns the number of rows of the unit that begins with row i, a contact with friction or a single row; 0:
// no unit begins there.
int32_t cdGetRowUnitLength(const cdRowProblem *problem, int32_t i);

// Returns the bytes for sweeps over so many rows, and the bodies that they move.
size_t cdGetRowSweepsSize(int32_t bodyCount, int32_t rowCount);
// Sets up sweeps before any impulse is applied. They use the front of the memory. NULL: few rows,
// ties, no friction or one that does not follow its normal, or not enough memory.
cdRowSweeps *cdSetUpRowSweeps(const cdRowProblem *problem, cdMemory *memory);
// Takes the impulses of the rows.
void cdBeginRowSweeps(cdRowSweeps *sweeps);
// Gives each row in turn the impulse that meets it, forwards and then backwards. Returns the maximum residual
// of a row at its turn, as a speed. Infinity: NaN.
double cdSweepTwice(cdRowSweeps *sweeps);
// Writes the impulses to the rows, and sets the velocities to those at the start plus all impulses.
void cdEndRowSweeps(const cdRowSweeps *sweeps);

#endif
