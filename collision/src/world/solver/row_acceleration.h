// Anderson's acceleration of an iteration: extrapolates from its last steps.
#ifndef CD_ROW_ACCELERATION_H
#define CD_ROW_ACCELERATION_H

#include "foundation/memory/memory.h"

#include <stdbool.h>
#include <stdint.h>

enum { CD_REMEMBERED = 4 }; // pairs of steps

// Values x that an iteration maps to x + f(x).
typedef struct cdRowAcceleration {
    int32_t count;                                // of values, a multiple of 4
    double *before, *after;                       // the iteration: where it begins, and its result
    double *lastBefore, *lastAfter;               // the last iteration that counts
    double *step;                                 // its f
    double *ways[CD_REMEMBERED];                  // differences of successive results, x + f
    double *steps[CD_REMEMBERED];                 // and of f
    double squares[CD_REMEMBERED][CD_REMEMBERED]; // products of the latter with each other
    double products[CD_REMEMBERED];               // and with `step`
    int32_t remembered, next;                     // number of differences, and the one to replace next
    bool hasLast;                                 // true if `step` and `lastBefore` are of an iteration
    double lengthSq;                              // of its f
    bool extrapolated;                            // true if the next iteration begins at an extrapolation
} cdRowAcceleration;

size_t cdGetRowAccelerationSize(int32_t count);
// All values begin as 0. `count`: number of values, a multiple of 4. False: not enough memory.
bool cdSetUpRowAcceleration(cdRowAcceleration *acceleration, int32_t count, cdMemory *memory);
// Begins again from the values of `lastAfter`.
void cdForgetSteps(cdRowAcceleration *acceleration);
// Writes the values from which to iterate next to `before`. True: they are an extrapolation, and not yet
// within their bounds.
bool cdBeginStep(cdRowAcceleration *acceleration);
// Takes one iteration, from `before` to `after`, which becomes `lastAfter`. False: it began at an
// extrapolation and was much longer than the one before, whose result stays `lastAfter`.
bool cdTakeStep(cdRowAcceleration *acceleration);

#endif
