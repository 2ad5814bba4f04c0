// First contact by the discrete method: overlap tests alone, the time by halving.
//
// Input: a step, and how close the time shall be. Output: CD_OVERLAP at the start, CD_CONTACT when the target
// overlaps, else CD_FREE, whatever lies between: a mesh that has passed right through another is reported
// free. The pose at t.lo is free and that at t.hi overlaps; t.hi - t.lo is at most the resolution.
#ifndef BACKTRACKING_H
#define BACKTRACKING_H

#include "collision/query.h"

// `resolution`: fraction of the step, no finer than doubles near 1 are. Only the overlap at the end that
// stopped the search names features and a point. The budget is that of all tests together; margin and touches
// are not used.
cdFirstContact FindContactByBacktracking(const cdFirstContactInput *input, double resolution,
                                         cdWorkspace *workspace);

#endif
