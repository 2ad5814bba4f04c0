// The product of two blocks of a block matrix, for the processor at hand.
#ifndef CD_BLOCK_PRODUCT_H
#define CD_BLOCK_PRODUCT_H

#include "foundation/numbers/float_mode.h"

// Computes to -= a b^T. Blocks: 36 doubles by columns; `to` overlaps neither a nor b.
typedef void cdBlockProduct(double *to, const double *a, const double *b);

// Return the product with two lanes at once, which every processor has, and with four; NULL: the processor or
// the compiler does not have AVX2. The results are the same, bit for bit.
cdBlockProduct *cdGetTwoLaneProduct(void);
cdBlockProduct *cdGetFourLaneProduct(void);

#endif
