// A symmetric positive definite matrix of 6 x 6 blocks, one row of blocks a body, and its Cholesky factors.
//
// Of row i only the blocks that are not empty in the factors are kept (A. George, J. Liu, "Computer Solution
// of Large Sparse Positive Definite Systems", 1981, chapter 5). Bodies are numbered such that few are: each
// time the one with the fewest neighbours goes next. A stack, a chain or a row of dominoes costs work in
// proportion to its length, and a heap little more.
#ifndef CD_BLOCK_MATRIX_H
#define CD_BLOCK_MATRIX_H

#include "foundation/memory/memory.h"
#include "foundation/report/meter.h"

#include <stdbool.h>

enum { CD_BLOCK = 6, CD_BLOCK_ITEMS = 36 };

typedef struct cdBlockMatrix {
    int32_t size;     // rows of blocks
    int32_t *starts;  // starts[size + 1]: where the blocks of a row begin; its last one is the diagonal's
    int32_t *columns; // of each block, ascending within a row
    double *blocks;   // 36 doubles each, by columns
    size_t itemCount; // doubles in blocks
} cdBlockMatrix;

// Two rows that share a block.
typedef struct cdBlockLink {
    int32_t a, b;
} cdBlockLink;

// Numbers of the `size` items, in places[size], such that the factors fill few blocks. false: no memory.
bool cdOrderBlocks(int32_t size, const cdBlockLink *links, int32_t linkCount, int32_t *places,
                   cdMemory memory);

// A matrix with room for the blocks of these links, the diagonal, and what its factors fill. false: no
// memory.
bool cdMakeBlockMatrix(cdBlockMatrix *matrix, int32_t size, const cdBlockLink *links, int32_t linkCount,
                       cdMemory *memory);

void cdSetIdentity(cdBlockMatrix *matrix);

// Of a row's blocks that of the column, which it has. row >= column
static inline double *cdGetBlock(const cdBlockMatrix *matrix, int32_t row, int32_t column) {
    int32_t at = matrix->starts[row + 1] - 1;
    while (matrix->columns[at] > column)
        at--;
    return matrix->blocks + (size_t)at * CD_BLOCK_ITEMS;
}

// L with L L^T the matrix, in its place. The meter counts products of blocks; NULL: no limit. false: not
// positive definite, or the meter is out.
bool cdFactorizeBlocks(cdBlockMatrix *matrix, cdMeter *meter);
// x with L L^T x = what is in x.
void cdSolveBlocks(const cdBlockMatrix *matrix, double *x);

#endif
