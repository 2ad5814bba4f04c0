// The factorization of a block matrix and the solution by its factors, for as many lanes at once as the
// including file is compiled for; see block_matrix.c.
#ifndef CD_BLOCK_CODE_H
#define CD_BLOCK_CODE_H

#include "foundation/numbers/four_lanes.h"
#include "foundation/numbers/lanes.h"
#include "world/solver/block_factors.h"

#include <math.h>

// --- One block

// A column of a block: its first four rows and the other two.
typedef struct BlockColumn {
    cdFour begin;
    cdLanes end;
} BlockColumn;

static inline BlockColumn loadColumn(const double *from) {
    return (BlockColumn){cdLoadFour(from), cdLoadLanes(from + 4)};
}

static inline void storeColumn(double *to, BlockColumn column) {
    cdStoreFour(to, column.begin);
    cdStoreLanes(to + 4, column.end);
}

static inline BlockColumn subtractScaled(BlockColumn column, double s, const double *from) {
    return (BlockColumn){cdSubFour(column.begin, cdMulFour(cdSpreadFour(s), cdLoadFour(from))),
                         cdSubLanes(column.end, cdMulLanes(cdSpreadLanes(s), cdLoadLanes(from + 4)))};
}

// Computes to -= a b^T for columns j and j + 1: three times four numbers, of which the second four are the
// end of one column and the begin of the next.
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

static inline void subtractFour(double *to, double s, const double *from) {
    cdStoreFour(to, cdSubFour(cdLoadFour(to), cdMulFour(cdSpreadFour(s), cdLoadFour(from))));
}

static inline void subtractTwo(double *to, double s, const double *from) {
    cdStoreLanes(to, cdSubLanes(cdLoadLanes(to), cdMulLanes(cdSpreadLanes(s), cdLoadLanes(from))));
}

// Computes to -= a a^T for the lower triangle, and numbers above it.
static void subtractSquare(double *restrict to, const double *restrict a) {
    for (const double *from = a; from < a + CD_BLOCK_ITEMS; from += CD_BLOCK) {
        for (int j = 0; j < 2; j++)
            storeColumn(to + j * CD_BLOCK, subtractScaled(loadColumn(to + j * CD_BLOCK), from[j], from));
        for (int j = 2; j < 4; j++)
            subtractFour(to + j * CD_BLOCK + 2, from[j], from + 2);
        for (int j = 4; j < 6; j++)
            subtractTwo(to + j * CD_BLOCK + 4, from[j], from + 4);
    }
}

// Computes block = block L^-T, with L the factor of the diagonal block.
static void divideByFactor(double *restrict block, const double *restrict factor) {
    for (int j = 0; j < CD_BLOCK; j++) {
        BlockColumn column = loadColumn(block + j * CD_BLOCK);
        for (int k = 0; k < j; k++)
            column = subtractScaled(column, factor[k * CD_BLOCK + j], block + k * CD_BLOCK);
        double divisor = factor[j * CD_BLOCK + j];
        column.begin = cdDivFour(column.begin, cdSpreadFour(divisor));
        column.end = cdDivLanes(column.end, cdSpreadLanes(divisor));
        storeColumn(block + j * CD_BLOCK, column);
    }
}

static inline double getItem(const cdLanes column[CD_BLOCK / 2], int row) {
    return row % 2 == 0 ? cdGetFirstLane(column[row / 2]) : cdGetSecondLane(column[row / 2]);
}

static inline bool factorizeColumn(cdLanes columns[CD_BLOCK][CD_BLOCK / 2], int j) {
    cdLanes *own = columns[j];
    for (int k = 0; k < j; k++) {
        cdLanes factor = cdSpreadLanes(getItem(columns[k], j));
        for (int i = j / 2; i < CD_BLOCK / 2; i++)
            own[i] = cdSubLanes(own[i], cdMulLanes(factor, columns[k][i]));
    }
    double pivot = getItem(own, j);
    if (!(pivot > 0.0 && isfinite(pivot))) return false;
    cdLanes root = cdSpreadLanes(sqrt(pivot));
    for (int i = j / 2; i < CD_BLOCK / 2; i++)
        own[i] = cdDivLanes(own[i], root);
    own[j / 2] = j % 2 == 0 ? cdJoinFirstLanes(root, cdJoinSecondLanes(own[j / 2], own[j / 2]))
                            : cdJoinFirstLanes(own[j / 2], root);
    return true;
}

// Changes the lower triangle, and numbers above it. Columns are kept in registers, so each is a call of its
// own.
static bool factorizeDiagonal(double *block) {
    cdLanes columns[CD_BLOCK][CD_BLOCK / 2];
    for (int i = 0; i < CD_BLOCK_ITEMS / 2; i++)
        columns[i / 3][i % 3] = cdLoadLanes(block + 2 * i);
    bool good = factorizeColumn(columns, 0) && factorizeColumn(columns, 1) && factorizeColumn(columns, 2) &&
                factorizeColumn(columns, 3) && factorizeColumn(columns, 4) && factorizeColumn(columns, 5);
    for (int i = 0; i < CD_BLOCK_ITEMS / 2; i++)
        cdStoreLanes(block + 2 * i, columns[i / 3][i % 3]);
    return good;
}

// --- The matrix

// Subtracts the products of the blocks that rows i and j share before column j.
static void subtractRows(const cdBlockMatrix *matrix, double *block, int32_t i, int32_t j) {
    const int32_t *columns = matrix->columns;
    int32_t a = matrix->starts[i], b = matrix->starts[j], end = matrix->starts[j + 1] - 1;
    for (; i == j && b < end; b++)
        subtractSquare(block, matrix->blocks + (size_t)b * CD_BLOCK_ITEMS);
    while (b < end && columns[a] < j) {
        if (columns[a] == columns[b])
            subtractProduct(block, matrix->blocks + (size_t)a++ * CD_BLOCK_ITEMS,
                            matrix->blocks + (size_t)b++ * CD_BLOCK_ITEMS);
        else if (columns[a] < columns[b])
            a++;
        else
            b++;
    }
}

static bool factorize(cdBlockMatrix *matrix, cdMeter *meter) {
    for (int32_t i = 0; i < matrix->size; i++) {
        for (int32_t at = matrix->starts[i]; at < matrix->starts[i + 1]; at++) {
            int32_t j = matrix->columns[at];
            double *block = matrix->blocks + (size_t)at * CD_BLOCK_ITEMS;
            if (!cdSpend(meter, matrix->starts[j + 1] - matrix->starts[j])) return false;
            subtractRows(matrix, block, i, j);
            if (j < i)
                divideByFactor(block, cdGetBlock(matrix, j, j));
            else if (!factorizeDiagonal(block))
                return false;
        }
    }
    return true;
}

static void solveForwards(const double *factor, double *x) {
    for (int k = 0; k < CD_BLOCK; k++) {
        x[k] /= factor[k * CD_BLOCK + k];
        for (int i = k + 1; i < CD_BLOCK; i++)
            x[i] -= factor[k * CD_BLOCK + i] * x[k];
    }
}

static void solveBackwards(const double *factor, double *x) {
    for (int k = CD_BLOCK - 1; k >= 0; k--) {
        for (int i = k + 1; i < CD_BLOCK; i++)
            x[k] -= factor[k * CD_BLOCK + i] * x[i];
        x[k] /= factor[k * CD_BLOCK + k];
    }
}

static double dotColumn(const double *column, const double *x) {
    return ((column[0] * x[0] + column[1] * x[1]) + (column[2] * x[2] + column[3] * x[3])) +
           (column[4] * x[4] + column[5] * x[5]);
}

static void solve(const cdBlockMatrix *matrix, double *x) {
    for (int32_t i = 0; i < matrix->size; i++) {
        double *to = x + i * CD_BLOCK;
        int32_t at = matrix->starts[i];
        for (; matrix->columns[at] < i; at++) {
            const double *block = matrix->blocks + (size_t)at * CD_BLOCK_ITEMS;
            const double *known = x + matrix->columns[at] * CD_BLOCK;
            BlockColumn column = loadColumn(to);
            for (int k = 0; k < CD_BLOCK; k++)
                column = subtractScaled(column, known[k], block + k * CD_BLOCK);
            storeColumn(to, column);
        }
        solveForwards(matrix->blocks + (size_t)at * CD_BLOCK_ITEMS, to);
    }
    for (int32_t i = matrix->size - 1; i >= 0; i--) {
        double *from = x + i * CD_BLOCK;
        int32_t at = matrix->starts[i + 1] - 1;
        solveBackwards(matrix->blocks + (size_t)at * CD_BLOCK_ITEMS, from);
        while (at-- > matrix->starts[i]) {
            const double *block = matrix->blocks + (size_t)at * CD_BLOCK_ITEMS;
            for (int k = 0; k < CD_BLOCK; k++)
                x[matrix->columns[at] * CD_BLOCK + k] -= dotColumn(block + k * CD_BLOCK, from);
        }
    }
}

static const cdBlockMethods blockMethods = {factorize, solve};

#endif
