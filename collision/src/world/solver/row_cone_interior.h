// Contacts with friction: an interior point method for Coulomb's cones.
#ifndef CD_ROW_CONE_INTERIOR_H
#define CD_ROW_CONE_INTERIOR_H

#include "world/solver/row_newton.h"

// Returns the bytes for contacts of so many rows.
size_t cdGetConeInteriorSize(int32_t rowCount);
// True if the rows are contacts, at least some of them with friction.
bool cdSuitsConeInterior(const cdRowProblem *problem);
// Finds impulses that meet Coulomb's law with residuals of about `enough`, as a speed; of more than
// CD_MANY_ROWS after a bounded number of steps. Replaces the impulses in the rows and the velocities, unless
// those at the start are as good. False: the residuals have hardly fallen, there is not enough memory, or a
// factorization costs too much.
bool cdSolveConeInterior(cdRowNewton *newton, double enough, cdRowSolution *solution);

#endif
