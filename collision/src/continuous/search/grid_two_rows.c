// Tests of grids, two rows at once: compiled for AVX2 where the compiler can, and used where the processor
// can. No multiplication is fused with an addition, so the results are those of one row.
#define CD_WIDE_ROWS
#include "continuous/search/grid_tests.h"
#include "foundation/numbers/compiler.h"
#include "foundation/numbers/float_mode.h"

#if CD_HAS_AVX2
#include "continuous/search/grid_code.h"

const cdGridTests *cdGetTwoRowTests(void) {
    return cdCanRunAvx2() ? &gridTests : NULL;
}

#else

const cdGridTests *cdGetTwoRowTests(void) {
    return NULL;
}

#endif
