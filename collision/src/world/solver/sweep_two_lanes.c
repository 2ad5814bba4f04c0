// Passes of sweeps, two lanes at once.
#include "world/solver/sweep_code.h"

const cdSweepPasses *cdGetTwoLanePasses(void) {
    return &sweepPasses;
}
