// Factors of block matrices, four lanes at once: compiled for AVX2 where the compiler can, and used where the
// processor can. No multiplication is fused with an addition, so the results are those of two lanes.
#define CD_WIDE_LANES
#include "foundation/numbers/compiler.h"
#include "foundation/numbers/float_mode.h"
#include "world/solver/block_factors.h"

#if CD_HAS_AVX2
#include "world/solver/block_code.h"

const cdBlockMethods *cdGetFourLaneBlocks(void) {
    return cdCanRunAvx2() ? &blockMethods : NULL;
}

#else

const cdBlockMethods *cdGetFourLaneBlocks(void) {
    return NULL;
}

#endif
