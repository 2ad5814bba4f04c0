// Many pushes without friction: an interior point method.
#ifndef CD_ROW_INTERIOR_H
#define CD_ROW_INTERIOR_H

#include "world/solver/row_newton.h"

// True if the rows are many pushes and nothing else, and factors cost little.
bool cdSuitsInterior(const cdRowNewton *newton);
// Finds pushes after which no row closes faster than its bound allows by more than `enough`, as a speed, or
// by more than a small part of the excess without pushes. Replaces the impulses in the rows and the
// velocities, also without success: then by those that came nearest. False: without success.
bool cdSolveInterior(cdRowNewton *newton, double enough, cdRowSolution *solution);

#endif
