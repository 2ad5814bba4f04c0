// Anderson's acceleration of an iteration: extrapolates from its last steps.
#ifndef CD_ROW_ACCELERATION_H
#define CD_ROW_ACCELERATION_H

#include "foundation/memory/memory.h"

#include <stdbool.h>
#include <stdint.h>

enum { CD_REMEMBERED = 4 }; // pairs of steps

// Values x that an iteration maps to x + f(x).
typedef struct cdRowAcceleration {
    int32_t count;                                // of values, even
    double *from, *step;                          // of the last iteration: its begin, and f
    double *kept;                                 // the result of the last iteration that counts
    double *ways[CD_REMEMBERED];                  // differences of successive results, x + f
    double *steps[CD_REMEMBERED];                 // and of f
    double squares[CD_REMEMBERED][CD_REMEMBERED]; // products of the latter with each other
    double products[CD_REMEMBERED];               // and with `step`
    int32_t remembered, next;                     // number of differences, and the one to replace next
    bool hasLast;                                 // true if `from` and `step` are of an iteration
    double lengthSq;                              // of its f
    bool extrapolated;                            // true if the next iteration begins at an extrapolation
} cdRowAcceleration;

size_t cdGetRowAccelerationSize(int32_t count);
// `count`: number of values, even. False: not enough memory.
bool cdSetUpRowAcceleration(cdRowAcceleration *acceleration, int32_t count, cdMemory *memory);
void cdForgetSteps(cdRowAcceleration *acceleration);
// Takes one iteration, from `before` to `after`. False: it began at an extrapolation and was much longer than
// the one before; `after` is then the result of that one.
bool cdTakeStep(cdRowAcceleration *acceleration, const double *before, double *after);
// Extrapolates: writes the values from which to iterate next. False: there is nothing to extrapolate from.
bool cdExtrapolateSteps(cdRowAcceleration *acceleration, double *values);

#endif
