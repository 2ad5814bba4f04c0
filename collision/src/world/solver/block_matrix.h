// A symmetric positive definite matrix of 6 x 6 blocks, one row of blocks a body, and its Cholesky factors.
//
// Only blocks that are not empty in the factors are stored (A. George, J. Liu, "Computer Solution of Large
// Sparse Positive Definite Systems", 1981, chapter 5). The order of the bodies keeps these few: the one with
// the fewest neighbours is always next. A stack, a chain or a row of dominoes costs work in proportion to its
// length, and a heap little more.
#ifndef CD_BLOCK_MATRIX_H
#define CD_BLOCK_MATRIX_H

#include "foundation/memory/memory.h"
#include "foundation/numbers/lanes.h"
#include "foundation/report/meter.h"

#include <stdbool.h>

enum { CD_BLOCK = 6, CD_BLOCK_ITEMS = 36 };

typedef struct cdBlockMatrix {
    int32_t size;     // rows of blocks
    int32_t *starts;  // starts[size + 1]: first block of each row; its last one is the diagonal's
    int32_t *columns; // column of each block, ascending within a row
    double *blocks;   // 36 doubles each, by columns
    size_t itemCount; // doubles in blocks
} cdBlockMatrix;

// Two rows that share a block.
typedef struct cdBlockLink {
    int32_t a, b;
} cdBlockLink;

// Numbers the `size` items, in order[size], so that the factors fill few blocks. False: no memory.
bool cdOrderBlocks(int32_t size, const cdBlockLink *links, int32_t linkCount, int32_t *order,
                   cdMemory memory);

// Creates a matrix with room for the blocks of these links, the diagonal, and the fill of its factors. False:
// no memory.
bool cdMakeBlockMatrix(cdBlockMatrix *matrix, int32_t size, const cdBlockLink *links, int32_t linkCount,
                       cdMemory *memory);

void cdSetIdentity(cdBlockMatrix *matrix);

// Adds s a b^T to a block stored by columns.
static inline void cdAddBlockProduct(double *restrict block, double s, const double *a, const double *b) {
    const cdLanes rows[3] = {cdLoadLanes(a), cdLoadLanes(a + 2), cdLoadLanes(a + 4)};
    for (int j = 0; j < CD_BLOCK; j++) {
        cdLanes scale = cdSpreadLanes(s * b[j]);
        for (int i = 0; i < 3; i++) {
            double *to = block + j * CD_BLOCK + 2 * i;
            cdStoreLanes(to, cdAddLanes(cdLoadLanes(to), cdMulLanes(scale, rows[i])));
        }
    }
}

// Adds s a a^T to the lower triangle of a block, two rows at once.
static inline void cdAddBlockSquare(double *restrict block, double s, const double *a) {
    const cdLanes rows[3] = {cdLoadLanes(a), cdLoadLanes(a + 2), cdLoadLanes(a + 4)};
    for (int j = 0; j < CD_BLOCK; j++) {
        cdLanes scale = cdSpreadLanes(s * a[j]);
        for (int i = j / 2; i < 3; i++) {
            double *to = block + j * CD_BLOCK + 2 * i;
            cdStoreLanes(to, cdAddLanes(cdLoadLanes(to), cdMulLanes(scale, rows[i])));
        }
    }
}

// Returns the block of a row and column, which must exist. row >= column
static inline double *cdGetBlock(const cdBlockMatrix *matrix, int32_t row, int32_t column) {
    int32_t at = matrix->starts[row + 1] - 1;
    while (matrix->columns[at] > column)
        at--;
    return matrix->blocks + (size_t)at * CD_BLOCK_ITEMS;
}

// Returns a bound of the number of products of blocks in a factorization.
int64_t cdCountBlockProducts(const cdBlockMatrix *matrix);

// Replaces the matrix by its factor L, L L^T the matrix, with an inverted diagonal. The meter counts products
// of blocks; NULL: no limit. False: not positive definite, or the meter ran out.
bool cdFactorizeBlocks(cdBlockMatrix *matrix, cdMeter *meter);
// Solves L L^T x = b; x holds b on entry.
void cdSolveBlocks(const cdBlockMatrix *matrix, double *x);

#endif
