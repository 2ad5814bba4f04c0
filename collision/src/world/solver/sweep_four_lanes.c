// Passes of sweeps, four lanes at once: compiled for AVX2 where the compiler can, and used where the
// processor can. No multiplication is fused with an addition, so the results are those of two lanes.
#define CD_WIDE_LANES
#include "foundation/numbers/compiler.h"
#include "foundation/numbers/float_mode.h"
#include "world/solver/sweep_groups.h"

#if CD_HAS_AVX2
#include "world/solver/sweep_code.h"

const cdSweepPasses *cdGetFourLanePasses(void) {
    return cdCanRunAvx2() ? &sweepPasses : NULL;
}

#else

const cdSweepPasses *cdGetFourLanePasses(void) {
    return NULL;
}

#endif
