// How a query ends, and the limit on its work.
//
// Every query ends in a cdState. A query that can run long has a `budget` in its input; zeroed it means no
// limit. Work is counted in pair tests: a pair of nodes, a pair of triangles, a pair of elements, a step of
// the degenerate path or a part of a step (CD_EACH_OWN_SCREW) each count as one. The count depends on the
// input and the caches alone, never on time, so a limit of `maxPairTests` gives the same bits on every
// machine. The library reads no clock: a deadline is an `interrupt` of the caller's. It is called at the same
// counts each time, so one that stops a query at the same call gives the same bits.
//
// A query that reaches its limit is CD_UNDECIDED, says why in `reason`, and gives what it has certified until
// then: first contact the free part [0, t.lo] of the step and a pose in it, from which the caller can
// continue with a fresh budget; distance its bounds; a slide a free pose on its path. A budget below the work
// of a single pose certifies nothing, however often it is given: raise it when a call makes no progress.
//
// Queries without a budget are bounded by their input: convex pairs and boxes by a fixed number of steps,
// points and segments by the size of the mesh, four linearly moving points by a fixed number of steps.
#ifndef COLLISION_STATE_H
#define COLLISION_STATE_H

#include "collision/base.h"
#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// How two shapes lie to each other. Each query says what it certifies for each state.
typedef enum cdState {
    CD_UNDECIDED = 0, // nothing is certified; `reason` says why. An unfilled result says so, too
    CD_FREE,          // they share no point, throughout the motion if there is one
    CD_CONTACT,       // they touch, within the tolerance of the result; in a motion not before `t`
    CD_OVERLAP        // they share more than a touch; in a motion at its start already
} cdState;

CD_API const char *
cdGetStateName(cdState state); // "undecided", "free", "contact", "overlap". @lifetime static

// Why an answer is undecided.
typedef enum cdReason {
    CD_REASON_NONE = 0,    // it is decided
    CD_REASON_BUDGET,      // maxPairTests were done
    CD_REASON_INTERRUPTED, // cdBudget.interrupt returned true
    CD_REASON_NOT_FINITE,  // a pose, a length or a coordinate is not finite
    CD_REASON_NOT_UNIT,    // a quaternion is not of unit length
    CD_REASON_INPUT,       // a pointer is NULL, or a number out of the range that the query states
    CD_REASON_NO_PART,     // a mesh lacks the surface or the solid that the query needs
    CD_REASON_WORKSPACE,   // the workspace could not grow
    CD_REASON_PRECISION    // rounding left it open, after a bounded number of steps
} cdReason;

CD_API const char *cdGetReasonName(cdReason reason); // "none", "budget", "interrupted", ... @lifetime static

// Limit on the work of one call. Zeroed: no limit.
typedef struct cdBudget {
    int64_t maxPairTests; // in the whole call, however many meshes it is about; 0: no limit
    // Called after every 256 pair tests or few more, some 20 microseconds. Returns true to stop the query.
    // NULL: none
    bool (*interrupt)(void *context);
    void *context; // handed to it
} cdBudget;

#ifdef __cplusplus
}
#endif
#endif
