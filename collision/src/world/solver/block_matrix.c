// Cholesky factors of a sparse block matrix.
//
// Source: A. George, J. Liu, "Computer Solution of Large Sparse Positive Definite Systems", 1981: 5.3 the
// minimum degree algorithm, 5.2 what elimination fills; J. W. H. Liu, "The role of elimination trees in
// sparse factorization", 1990, for the rows' patterns.
// (1) Order: the item with the fewest neighbours is next, the lowest of several; its remaining neighbours
// become neighbours of each other. (2) A row's pattern: its links, and from each the path up the elimination
// tree to the row itself. (3) Row by row, the products of the finished blocks before it are subtracted from
// each block, which is then divided by the transposed factor of the diagonal block of its column. Diagonals
// of factors are stored inverted, since they are divided by. Blocks are stored by columns, so that several
// rows of a product are computed at once (block_code.h).
#include "world/solver/block_matrix.h"
#include "foundation/numbers/lanes.h"
#include "world/solver/block_product.h"

#include <math.h>
#include <string.h>

// --- (1)

// Neighbours as rows of bits.
typedef struct Graph {
    int32_t size;
    size_t words; // words of a row
    uint64_t *bits;
    int32_t *degrees; // -1: eliminated
} Graph;

static bool setUpGraph(Graph *graph, const cdBlockLink *links, int32_t linkCount, cdMemory *memory) {
    size_t size = (size_t)graph->size;
    graph->words = (size + 63) / 64;
    graph->bits = cdTakeMemory(memory, size * graph->words, sizeof *graph->bits);
    graph->degrees = cdTakeMemory(memory, size, sizeof *graph->degrees);
    if (graph->bits == NULL || graph->degrees == NULL) return false;
    memset(graph->bits, 0, size * graph->words * sizeof *graph->bits);
    for (int32_t i = 0; i < 2 * linkCount; i++) {
        const cdBlockLink *link = &links[i / 2];
        size_t from = (size_t)(i % 2 == 0 ? link->a : link->b), to = (size_t)(i % 2 == 0 ? link->b : link->a);
        if (from != to) graph->bits[from * graph->words + to / 64] |= UINT64_C(1) << to % 64;
    }
    return true;
}

static int32_t countBits(uint64_t bits) {
    bits -= (bits >> 1) & UINT64_C(0x5555555555555555);
    bits = (bits & UINT64_C(0x3333333333333333)) + ((bits >> 2) & UINT64_C(0x3333333333333333));
    bits = (bits + (bits >> 4)) & UINT64_C(0x0F0F0F0F0F0F0F0F);
    return (int32_t)((bits * UINT64_C(0x0101010101010101)) >> 56);
}

static void countNeighbours(Graph *graph, int32_t item) {
    const uint64_t *row = graph->bits + (size_t)item * graph->words;
    int32_t count = 0;
    for (size_t w = 0; w < graph->words; w++)
        count += countBits(row[w]);
    graph->degrees[item] = count;
}

static void joinNeighbours(Graph *graph, int32_t of, int32_t item) {
    const uint64_t *gone = graph->bits + (size_t)of * graph->words;
    uint64_t *row = graph->bits + (size_t)item * graph->words;
    for (size_t w = 0; w < graph->words; w++)
        row[w] |= gone[w];
    row[of / 64] &= ~(UINT64_C(1) << of % 64);
    row[item / 64] &= ~(UINT64_C(1) << item % 64);
    countNeighbours(graph, item);
}

static void eliminate(Graph *graph, int32_t item) {
    const uint64_t *row = graph->bits + (size_t)item * graph->words;
    graph->degrees[item] = -1;
    for (size_t w = 0; w < graph->words; w++) {
        for (uint64_t left = row[w]; left != 0; left &= left - 1)
            joinNeighbours(graph, item, (int32_t)w * 64 + countBits((left & -left) - 1));
    }
}

bool cdOrderBlocks(int32_t size, const cdBlockLink *links, int32_t linkCount, int32_t *order,
                   cdMemory memory) {
    Graph graph = {.size = size};
    if (!setUpGraph(&graph, links, linkCount, &memory)) return false;
    for (int32_t i = 0; i < size; i++)
        countNeighbours(&graph, i);
    for (int32_t done = 0; done < size; done++) {
        int32_t next = -1;
        for (int32_t i = 0; i < size; i++) {
            if (graph.degrees[i] >= 0 && (next < 0 || graph.degrees[i] < graph.degrees[next])) next = i;
        }
        order[next] = done;
        eliminate(&graph, next);
    }
    return true;
}

// --- (2)

// Links by their higher end, and the elimination tree.
typedef struct Pattern {
    int32_t size;
    int32_t *starts, *lower; // lower[starts[i]] up to starts[i + 1]: links of i to lower items
    int32_t *parents, *seen;
} Pattern;

static int32_t getHigh(const cdBlockLink *link) {
    return link->a > link->b ? link->a : link->b;
}

static bool setUpPattern(Pattern *pattern, const cdBlockLink *links, int32_t linkCount, cdMemory *memory) {
    size_t size = (size_t)pattern->size;
    pattern->starts = cdTakeMemory(memory, size + 2, sizeof *pattern->starts);
    pattern->lower = cdTakeMemory(memory, (size_t)linkCount + 1, sizeof *pattern->lower);
    pattern->parents = cdTakeMemory(memory, size, sizeof *pattern->parents);
    pattern->seen = cdTakeMemory(memory, size, sizeof *pattern->seen);
    if (pattern->starts == NULL || pattern->lower == NULL || pattern->parents == NULL ||
        pattern->seen == NULL)
        return false;
    memset(pattern->starts, 0, (size + 2) * sizeof *pattern->starts);
    for (int32_t i = 0; i < linkCount; i++)
        pattern->starts[getHigh(&links[i]) + 2]++;
    for (int32_t i = 2; i < pattern->size + 2; i++)
        pattern->starts[i] += pattern->starts[i - 1];
    for (int32_t i = 0; i < linkCount; i++) {
        int32_t high = getHigh(&links[i]);
        pattern->lower[pattern->starts[high + 1]++] = links[i].a + links[i].b - high;
    }
    return true;
}

// Lists the columns of a row's blocks except the diagonal's, after all rows before it. Returns their number.
// Also records the row as parent in the elimination tree.
static int32_t listColumns(Pattern *pattern, int32_t row, int32_t *columns) {
    int32_t count = 0;
    pattern->parents[row] = -1;
    pattern->seen[row] = row;
    for (int32_t i = pattern->starts[row]; i < pattern->starts[row + 1]; i++) {
        int32_t at = pattern->lower[i];
        while (pattern->seen[at] != row) {
            pattern->seen[at] = row;
            columns[count++] = at;
            if (pattern->parents[at] < 0) pattern->parents[at] = row;
            at = pattern->parents[at];
        }
    }
    return count;
}

// Insertion sort: the columns are few and almost in order.
static void sortColumns(int32_t *columns, int32_t count) {
    for (int32_t i = 1; i < count; i++) {
        int32_t column = columns[i], at = i;
        for (; at > 0 && columns[at - 1] > column; at--)
            columns[at] = columns[at - 1];
        columns[at] = column;
    }
}

static int32_t countBlocks(Pattern *pattern, int32_t *columns) {
    int32_t count = 0;
    for (int32_t i = 0; i < pattern->size; i++)
        count += listColumns(pattern, i, columns) + 1;
    return count;
}

bool cdMakeBlockMatrix(cdBlockMatrix *matrix, int32_t size, const cdBlockLink *links, int32_t linkCount,
                       cdMemory *memory) {
    *matrix = (cdBlockMatrix){.size = size};
    Pattern pattern = {.size = size};
    matrix->starts = cdTakeMemory(memory, (size_t)size + 1, sizeof *matrix->starts);
    int32_t *row = cdTakeMemory(memory, (size_t)size, sizeof *row);
    if (matrix->starts == NULL || row == NULL || !setUpPattern(&pattern, links, linkCount, memory))
        return false;
    int32_t count = countBlocks(&pattern, row), at = 0;
    matrix->itemCount = (size_t)count * CD_BLOCK_ITEMS;
    matrix->columns = cdTakeMemory(memory, (size_t)count, sizeof *matrix->columns);
    matrix->blocks = cdTakeMemory(memory, matrix->itemCount, sizeof *matrix->blocks);
    if (matrix->columns == NULL || matrix->blocks == NULL) return false;
    for (int32_t i = 0; i < size; i++)
        pattern.seen[i] = -1;
    for (int32_t i = 0; i < size; i++) {
        matrix->starts[i] = at;
        int32_t below = listColumns(&pattern, i, matrix->columns + at);
        sortColumns(matrix->columns + at, below);
        at += below;
        matrix->columns[at++] = i;
    }
    matrix->starts[size] = at;
    return true;
}

void cdSetIdentity(cdBlockMatrix *matrix) {
    memset(matrix->blocks, 0, matrix->itemCount * sizeof *matrix->blocks);
    for (int32_t i = 0; i < matrix->size; i++) {
        double *block = cdGetBlock(matrix, i, i);
        for (int k = 0; k < CD_BLOCK; k++)
            block[k * CD_BLOCK + k] = 1.0;
    }
}

// --- (3)

// A row's block needs a product for each earlier block of the row that its column has, too: at most all.
int64_t cdCountBlockProducts(const cdBlockMatrix *matrix) {
    int64_t count = 0;
    for (int32_t i = 0; i < matrix->size; i++) {
        int64_t blocks = matrix->starts[i + 1] - matrix->starts[i];
        count += blocks * (blocks + 1) / 2;
    }
    return count;
}

// A column of a block in lanes, two rows each.
typedef struct Column {
    cdLanes rows[CD_BLOCK / 2];
} Column;

static inline Column loadColumn(const double *column) {
    return (Column){{cdLoadLanes(column), cdLoadLanes(column + 2), cdLoadLanes(column + 4)}};
}

static inline void storeColumn(double *column, Column from) {
    for (int i = 0; i < CD_BLOCK / 2; i++)
        cdStoreLanes(column + 2 * i, from.rows[i]);
}

static inline void subtractScaled(Column *to, double s, const double *column) {
    cdLanes factor = cdSpreadLanes(s);
    for (int i = 0; i < CD_BLOCK / 2; i++)
        to->rows[i] = cdSubLanes(to->rows[i], cdMulLanes(factor, cdLoadLanes(column + 2 * i)));
}

// Computes block = block L^-T, with L the factor of the diagonal block.
static void divideByFactor(double *restrict block, const double *restrict factor) {
    for (int j = 0; j < CD_BLOCK; j++) {
        Column column = loadColumn(block + j * CD_BLOCK);
        for (int k = 0; k < j; k++)
            subtractScaled(&column, factor[k * CD_BLOCK + j], block + k * CD_BLOCK);
        cdLanes inverse = cdSpreadLanes(factor[j * CD_BLOCK + j]);
        for (int i = 0; i < CD_BLOCK / 2; i++)
            column.rows[i] = cdMulLanes(column.rows[i], inverse);
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
    cdLanes inverse = cdSpreadLanes(1.0 / sqrt(pivot));
    for (int i = j / 2; i < CD_BLOCK / 2; i++)
        own[i] = cdMulLanes(own[i], inverse);
    own[j / 2] = j % 2 == 0 ? cdJoinFirstLanes(inverse, cdJoinSecondLanes(own[j / 2], own[j / 2]))
                            : cdJoinFirstLanes(own[j / 2], inverse);
    return true;
}

// Changes the lower triangle, and numbers above it. The diagonal is that of the factor, inverted. Columns are
// kept in registers, so each is a call of its own.
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

// Subtracts the products of the blocks that rows i and j share before column j; of a row with itself those
// above the diagonal, too, which nothing reads.
static void subtractRows(const cdBlockMatrix *matrix, cdBlockProduct *subtract, double *block, int32_t i,
                         int32_t j) {
    const int32_t *columns = matrix->columns;
    int32_t a = matrix->starts[i], b = matrix->starts[j], end = matrix->starts[j + 1] - 1;
    for (; i == j && b < end; b++)
        subtract(block, matrix->blocks + (size_t)b * CD_BLOCK_ITEMS,
                 matrix->blocks + (size_t)b * CD_BLOCK_ITEMS);
    while (b < end && columns[a] < j) {
        if (columns[a] == columns[b])
            subtract(block, matrix->blocks + (size_t)a++ * CD_BLOCK_ITEMS,
                     matrix->blocks + (size_t)b++ * CD_BLOCK_ITEMS);
        else if (columns[a] < columns[b])
            a++;
        else
            b++;
    }
}

bool cdFactorizeBlocks(cdBlockMatrix *matrix, cdMeter *meter) {
    cdBlockProduct *four = cdGetFourLaneProduct(), *subtract = four != NULL ? four : cdGetTwoLaneProduct();
    for (int32_t i = 0; i < matrix->size; i++) {
        for (int32_t at = matrix->starts[i]; at < matrix->starts[i + 1]; at++) {
            int32_t j = matrix->columns[at];
            double *block = matrix->blocks + (size_t)at * CD_BLOCK_ITEMS;
            if (!cdSpend(meter, matrix->starts[j + 1] - matrix->starts[j])) return false;
            subtractRows(matrix, subtract, block, i, j);
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
        x[k] *= factor[k * CD_BLOCK + k];
        for (int i = k + 1; i < CD_BLOCK; i++)
            x[i] -= factor[k * CD_BLOCK + i] * x[k];
    }
}

static void solveBackwards(const double *factor, double *x) {
    for (int k = CD_BLOCK - 1; k >= 0; k--) {
        for (int i = k + 1; i < CD_BLOCK; i++)
            x[k] -= factor[k * CD_BLOCK + i] * x[i];
        x[k] *= factor[k * CD_BLOCK + k];
    }
}

static double dotColumn(const double *column, const double *x) {
    return ((column[0] * x[0] + column[1] * x[1]) + (column[2] * x[2] + column[3] * x[3])) +
           (column[4] * x[4] + column[5] * x[5]);
}

void cdSolveBlocks(const cdBlockMatrix *matrix, double *x) {
    for (int32_t i = 0; i < matrix->size; i++) {
        double *to = x + i * CD_BLOCK;
        int32_t at = matrix->starts[i];
        Column rest = loadColumn(to);
        for (; matrix->columns[at] < i; at++) {
            const double *block = matrix->blocks + (size_t)at * CD_BLOCK_ITEMS;
            for (int k = 0; k < CD_BLOCK; k++)
                subtractScaled(&rest, x[matrix->columns[at] * CD_BLOCK + k], block + k * CD_BLOCK);
        }
        storeColumn(to, rest);
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
