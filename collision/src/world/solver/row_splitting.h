// Many contacts that may come to rest: a splitting method with one factorization.
#ifndef CD_ROW_SPLITTING_H
#define CD_ROW_SPLITTING_H

#include "world/solver/row_newton.h"

// Replaces the impulses in the rows, and the velocities, by those found from impulses of 0 if their residual
// is less.
void cdSplitRows(cdRowNewton *newton, double enough, cdRowSolution *solution);

#endif
