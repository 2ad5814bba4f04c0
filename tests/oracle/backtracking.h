// First contact by the discrete method: overlap tests only, the time by bisection.
//
// Input: a step, and the resolution of the time. Output: CD_OVERLAP at the start, CD_CONTACT if the target
// overlaps, else CD_FREE, whatever happens in between: a mesh that passed right through another is reported
// free. The pose at t.lo is free and that at t.hi overlaps; t.hi - t.lo is at most the resolution.
#ifndef BACKTRACKING_H
#define BACKTRACKING_H

#include "collision/query.h"

// `resolution`: fraction of the step, not finer than doubles near 1. Only the overlap that ended the search
// reports features and a point. The budget covers all tests together; margin and touches are unused.
cdFirstContact FindContactByBacktracking(const cdFirstContactInput *input, double resolution,
                                         cdWorkspace *workspace);

#endif
