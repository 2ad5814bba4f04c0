// Friction of few bodies: the normals and the friction of all contacts at once.
#ifndef CD_ROW_COULOMB_H
#define CD_ROW_COULOMB_H

#include "world/solver/row_work.h"

// Its matrices are full.
enum { CD_COULOMB_BODIES = 10 };

// Returns the bytes for so many rows, and the bodies that they move.
size_t cdGetRowCoulombSize(int32_t bodyCount, int32_t rowCount);
// True for friction of few bodies that need not come to rest, if every row belongs to a unit (row_sweeps.h).
bool cdSuitsCoulomb(const cdRowNewton *newton);
// Changes the impulses by Newton's method until no residual exceeds the tolerance, or after a bounded number
// of steps. The residual does not grow. Does nothing without memory.
void cdSolveCoulomb(cdRowNewton *newton, double tolerance, cdRowSolution *solution);

#endif
