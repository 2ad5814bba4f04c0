// The product of two blocks, four lanes at once: compiled for AVX2 where the compiler can, and used where the
// processor can. No multiplication is fused with an addition, so the results are those of two lanes.
#define CD_WIDE_LANES
#include "foundation/numbers/compiler.h"
#include "foundation/numbers/float_mode.h"
#include "world/solver/block_product.h"

#if CD_HAS_AVX2
#include "world/solver/block_code.h"

cdBlockProduct *cdGetFourLaneProduct(void) {
    return cdCanRunAvx2() ? subtractProduct : NULL;
}

#else

cdBlockProduct *cdGetFourLaneProduct(void) {
    return NULL;
}

#endif
