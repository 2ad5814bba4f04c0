// The length of runs into which independent work is divided for the workers of the caller's tasks.
#ifndef CD_RUN_LENGTH_H
#define CD_RUN_LENGTH_H

#include "foundation/numbers/float_mode.h"

#include <stdint.h>

// Returns the number of pieces that one task does in a row, from 1 to `most`: long runs have little overhead,
// and with at least eight runs a worker none waits long for the others. `count`: all pieces.
static inline int32_t cdChooseRunLength(int32_t count, int32_t workerCount, int32_t most) {
    enum { RUNS_A_WORKER = 8 };
    int32_t length = count / RUNS_A_WORKER / workerCount;
    return length < 1 ? 1 : length > most ? most : length;
}

#endif
