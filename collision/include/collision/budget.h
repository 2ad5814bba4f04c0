// Limits on the work of one call of a query, and the reasons for which an answer is undecided.
//
// A query that can run long has a `budget` in its input; zeroed it means no limit. Work is counted in pair
// tests: a pair of nodes, a pair of triangles, a pair of elements or a step of the degenerate path each count
// as one. The count depends on the input and the caches alone, never on time, so a limit of `maxPairTests`
// gives the same bits on every machine. The library reads no clock: a deadline is an `interrupt` of the
// caller's. It is called at the same counts each time, so one that stops a query at the same call gives the
// same bits.
//
// A query that reaches its limit is CD_UNDECIDED, says why in `reason`, and gives what it has certified until
// then: first contact the free part [0, t.lo] of the step and a pose in it, from which the caller can
// continue with a fresh budget; distance its bounds; a slide a free pose on its way.
//
// Queries without a budget are bounded by their input: convex pairs and boxes by a fixed number of steps,
// points and segments by the size of the mesh, four linearly moving points by a fixed number of steps.
#ifndef COLLISION_BUDGET_H
#define COLLISION_BUDGET_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Called after every 256 pair tests or few more, some 20 microseconds. Returns true to stop the query.
typedef bool cdInterruptFunction(void *context);

// Limit on the work of one call. Zeroed: no limit.
typedef struct cdBudget {
    int64_t maxPairTests;           // in the whole call, however many meshes it is about; 0: no limit
    cdInterruptFunction *interrupt; // NULL: none
    void *context;                  // handed to it
} cdBudget;

// Why an answer is undecided.
typedef enum cdReason {
    CD_REASON_NONE = 0,    // it is decided
    CD_REASON_BUDGET,      // maxPairTests were done
    CD_REASON_INTERRUPTED, // cdBudget.interrupt returned true
    CD_REASON_INPUT,       // a pose or a length is invalid, or a pointer NULL
    CD_REASON_SCRATCH,     // the scratch or an array is too small
    CD_REASON_PRECISION    // rounding left it open, after a bounded number of steps
} cdReason;

const char *cdGetReasonName(cdReason reason); // "none", "budget", "interrupted", ... @lifetime static

#ifdef __cplusplus
}
#endif
#endif
