// States of a query, and the limit on its work.
//
// Every query ends in a cdState. The input of a query that can run long has a `budget`; zeroed means no
// limit. Work is counted in pair tests: a pair of nodes, a pair of triangles, a pair of elements, an
// iteration for a flat cubic and a part of a step (CD_EACH_OWN_SCREW) each count as one. The count
// depends only on the input and the caches, never on time, so `maxPairTests` gives the same bits on every
// machine. The library reads no clock: for a deadline, set an `interrupt`. It is called at the same counts
// each time, so an interrupt that stops a query at the same call gives the same bits.
//
// A query that reaches its limit is CD_UNDECIDED, has a `reason`, and returns the part that is certified:
// first contact the free part [0, t.lo] of the step and a pose in it, from which the caller can continue with
// a fresh budget; distance its bounds; a slide a free pose on its path. A budget below the work of a single
// pose certifies nothing, however often it is given: raise it if a call makes no progress.
//
// Queries without a budget are bounded by their input: convex pairs, boxes and four linearly moving points by
// a fixed number of iterations, points and segments by the size of the mesh.
#ifndef COLLISION_STATE_H
#define COLLISION_STATE_H

#include "collision/base.h"
#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Relation of two shapes. Each query documents the guarantee of each state.
typedef enum cdState {
    CD_UNDECIDED = 0, // not decided, see `reason`; also the state of a zeroed result
    CD_FREE,          // they share no point; in a motion, throughout
    CD_CONTACT,       // they touch, within the tolerance of the result; in a motion, not before `t.lo`
    CD_OVERLAP        // they overlap; in a motion, at its start
} cdState;

CD_API const char *
cdGetStateName(cdState state); // "undecided", "free", "contact", "overlap". @lifetime static

// Reasons of an undecided state.
typedef enum cdReason {
    CD_REASON_NONE = 0,    // the state is decided
    CD_REASON_BUDGET,      // maxPairTests was reached
    CD_REASON_INTERRUPTED, // cdBudget.interrupt returned true
    CD_REASON_NOT_FINITE,  // a pose, a length or a coordinate is not finite
    CD_REASON_NOT_UNIT,    // a quaternion is not of unit length
    CD_REASON_INPUT,       // a pointer is NULL, or a number is out of the documented range
    CD_REASON_NO_PART,     // a mesh lacks the features or the solid that the query needs
    CD_REASON_WORKSPACE,   // the workspace could not grow
    CD_REASON_PRECISION    // rounding prevents a decision within a bounded number of iterations
} cdReason;

CD_API const char *cdGetReasonName(cdReason reason); // "none", "budget", "interrupted", ... @lifetime static

// Limit on the work of one call. Zeroed: no limit.
typedef struct cdBudget {
    int64_t maxPairTests; // maximum of the whole call, over all of its meshes; 0: no limit
    // Called every 256 pair tests or a few more, some 20 microseconds. Returns true to stop the query. NULL:
    // none
    bool (*interrupt)(void *context);
    void *context; // passed to `interrupt`
} cdBudget;

// An `interrupt` that reads a flag. `flag`: the address of a byte, which other threads may write meanwhile.
// @return true if the byte is not 0; false for NULL
CD_API bool cdIsFlagSet(void *flag);

#ifdef __cplusplus
}
#endif
#endif
