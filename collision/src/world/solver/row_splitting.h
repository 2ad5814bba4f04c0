// Many contacts that may come to rest: a splitting method with one factorization.
#ifndef CD_ROW_SPLITTING_H
#define CD_ROW_SPLITTING_H

#include "world/solver/row_newton.h"

// Replaces the impulses in the rows, and the velocities, by those found from impulses of 0 if their residual
// is less. Does nothing if the residual at the start is below the fraction `held` of that without impulses.
void cdSplitRows(cdRowNewton *newton, double enough, double held, cdRowSolution *solution);

#endif
