// The Cholesky factorization of a block matrix and the solution by its factors, for the processor at hand.
#ifndef CD_BLOCK_FACTORS_H
#define CD_BLOCK_FACTORS_H

#include "foundation/numbers/float_mode.h"
#include "world/solver/block_matrix.h"

// As cdFactorizeBlocks and cdSolveBlocks.
typedef struct cdBlockMethods {
    bool (*factorize)(cdBlockMatrix *matrix, cdMeter *meter);
    void (*solve)(const cdBlockMatrix *matrix, double *x);
} cdBlockMethods;

// Return the methods with two lanes at once, which every processor has, and with four; NULL: the processor or
// the compiler does not have AVX2. The results are the same, bit for bit.
const cdBlockMethods *cdGetTwoLaneBlocks(void);
const cdBlockMethods *cdGetFourLaneBlocks(void);

#endif
