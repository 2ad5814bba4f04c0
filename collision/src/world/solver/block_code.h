// The product of two blocks, for as many lanes at once as the including file is compiled for.
//
// Two columns are three times four numbers: the second four has the end of one column and the begin of the
// next.
#ifndef CD_BLOCK_CODE_H
#define CD_BLOCK_CODE_H

#include "foundation/numbers/four_lanes.h"
#include "world/solver/block_matrix.h"
#include "world/solver/block_product.h"

// Computes to -= a b^T for columns j and j + 1.
static inline void subtractColumns(double *restrict to, const double *restrict a, const double *restrict b,
                                   int j) {
    double *columns = to + j * CD_BLOCK;
    cdFour begin = cdLoadFour(columns), middle = cdLoadFour(columns + 4), end = cdLoadFour(columns + 8);
    for (int k = 0; k < CD_BLOCK; k++) {
        const double *from = a + k * CD_BLOCK;
        cdFour one = cdSpreadFour(b[k * CD_BLOCK + j]), two = cdSpreadFour(b[k * CD_BLOCK + j + 1]);
        begin = cdSubFour(begin, cdMulFour(one, cdLoadFour(from)));
        middle = cdSubFour(middle, cdMulFour(cdJoinHalves(one, two), cdLoadPairs(from + 4, from)));
        end = cdSubFour(end, cdMulFour(two, cdLoadFour(from + 2)));
    }
    cdStoreFour(columns, begin);
    cdStoreFour(columns + 4, middle);
    cdStoreFour(columns + 8, end);
}

static void subtractProduct(double *restrict to, const double *restrict a, const double *restrict b) {
    for (int j = 0; j < CD_BLOCK; j += 2)
        subtractColumns(to, a, b, j);
}

#endif
