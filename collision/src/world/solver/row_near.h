// Displacements that close few gaps of a large island: only the rows near those concern the solver.
#ifndef CD_ROW_NEAR_H
#define CD_ROW_NEAR_H

#include "world/solver/row.h"

// Solves rows of bodies that have no velocity and no impulse, as cdSolveRows does. Of many pushes it may
// leave a quarter of the largest bound, if only bodies near these have to move. Changes the order of pushes.
cdRowSolution cdSolveNearRows(const cdRowProblem *problem);

#endif
