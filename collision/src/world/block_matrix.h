// A symmetric positive definite matrix of 6 x 6 blocks, one row of blocks a body, and its Cholesky factors.
//
// Of row i only the blocks from the first column that is not empty on are kept; the factors need no more
// (A. George, J. Liu, "Computer Solution of Large Sparse Positive Definite Systems", 1981, chapter 4). Bodies
// are numbered such that those tied to each other come close (their chapter 4 again: Cuthill and McKee), so
// that a stack, a chain or a row of dominoes costs work in proportion to its length.
#ifndef CD_BLOCK_MATRIX_H
#define CD_BLOCK_MATRIX_H

#include "foundation/memory.h"

#include <stdbool.h>

enum { CD_BLOCK = 6, CD_BLOCK_ITEMS = 36 };

typedef struct cdBlockMatrix {
    int32_t size;     // rows of blocks
    int32_t *first;   // first[size]: column of the first block kept
    size_t *offsets;  // offsets[size]: where the blocks of a row begin, in blocks
    double *blocks;   // each by rows
    size_t itemCount; // doubles in blocks
} cdBlockMatrix;

// Two rows that share a block.
typedef struct cdBlockLink {
    int32_t a, b;
} cdBlockLink;

// Numbers of the `size` items, in places[size], such that linked ones come close. false: no memory.
bool cdOrderBlocks(int32_t size, const cdBlockLink *links, int32_t linkCount, int32_t *places,
                   cdMemory memory);

// A matrix with room for the blocks of these links and the diagonal. false: no memory.
bool cdMakeBlockMatrix(cdBlockMatrix *matrix, int32_t size, const cdBlockLink *links, int32_t linkCount,
                       cdMemory *memory);

void cdSetIdentity(cdBlockMatrix *matrix);

static inline double *cdGetBlock(const cdBlockMatrix *matrix, int32_t row, int32_t column) {
    return matrix->blocks + (matrix->offsets[row] + (size_t)(column - matrix->first[row])) * CD_BLOCK_ITEMS;
}

// L with L L^T the matrix, in its place. false: not positive definite.
bool cdFactorizeBlocks(cdBlockMatrix *matrix);
// x with L L^T x = what is in x.
void cdSolveBlocks(const cdBlockMatrix *matrix, double *x);

#endif
