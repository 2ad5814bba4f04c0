// Cholesky factors of a block matrix within its profile.
//
// Source: A. George, J. Liu, "Computer Solution of Large Sparse Positive Definite Systems", 1981: 4.2 the
// profile, 4.3 the order of Cuthill and McKee, 4.3.2 where to begin it.
// (1) Order: breadth first from an end of each connected part, fewest neighbours first; the end is the last
// one found by a search from anywhere. (2) A block row begins at the first column it is linked to; the
// factors fill no place before it. (3) Row by row, each block less the products of the finished ones before
// it; then divided by the transposed factor of the diagonal block of its column.
#include "world/block_matrix.h"

#include <math.h>
#include <string.h>

// --- (1)

typedef struct Order {
    int32_t size;
    int32_t *starts, *neighbours; // neighbours[starts[i]] up to starts[i + 1]: of item i
    int32_t *queue;
    int32_t *places; // -1: none yet
} Order;

static bool setUpOrder(Order *order, const cdBlockLink *links, int32_t linkCount, cdMemory *memory) {
    size_t size = (size_t)order->size, ends = 2 * (size_t)linkCount;
    order->starts = cdTakeMemory(memory, size + 2, sizeof *order->starts);
    order->neighbours = cdTakeMemory(memory, ends + 1, sizeof *order->neighbours);
    order->queue = cdTakeMemory(memory, size, sizeof *order->queue);
    if (order->starts == NULL || order->neighbours == NULL || order->queue == NULL) return false;
    memset(order->starts, 0, (size + 2) * sizeof *order->starts);
    for (int32_t i = 0; i < linkCount; i++) {
        order->starts[links[i].a + 2]++;
        order->starts[links[i].b + 2]++;
    }
    for (int32_t i = 2; i < order->size + 2; i++)
        order->starts[i] += order->starts[i - 1];
    for (int32_t i = 0; i < linkCount; i++) {
        order->neighbours[order->starts[links[i].a + 1]++] = links[i].b;
        order->neighbours[order->starts[links[i].b + 1]++] = links[i].a;
    }
    return true;
}

static int32_t getDegree(const Order *order, int32_t item) {
    return order->starts[item + 1] - order->starts[item];
}

// Those of queue[from] up to `to` by how many neighbours they have: few, and stable, so by insertion.
static void sortByDegree(const Order *order, int32_t from, int32_t to) {
    for (int32_t i = from + 1; i < to; i++) {
        int32_t item = order->queue[i], at = i;
        for (; at > from && getDegree(order, order->queue[at - 1]) > getDegree(order, item); at--)
            order->queue[at] = order->queue[at - 1];
        order->queue[at] = item;
    }
}

// Numbers a connected part from `item` on; returns the end of its part of the queue.
static int32_t walk(const Order *order, int32_t item, int32_t begin) {
    int32_t end = begin;
    order->queue[end++] = item;
    order->places[item] = begin;
    for (int32_t at = begin; at < end; at++) {
        int32_t i = order->queue[at], from = end;
        for (int32_t k = order->starts[i]; k < order->starts[i + 1]; k++) {
            int32_t next = order->neighbours[k];
            if (order->places[next] >= 0) continue;
            order->places[next] = 0;
            order->queue[end++] = next;
        }
        sortByDegree(order, from, end);
        for (int32_t k = from; k < end; k++)
            order->places[order->queue[k]] = k;
    }
    return end;
}

bool cdOrderBlocks(int32_t size, const cdBlockLink *links, int32_t linkCount, int32_t *places,
                   cdMemory memory) {
    Order order = {.size = size, .places = places};
    if (!setUpOrder(&order, links, linkCount, &memory)) return false;
    for (int32_t i = 0; i < size; i++)
        places[i] = -1;
    int32_t done = 0;
    for (int32_t i = 0; i < size; i++) {
        if (places[i] >= 0) continue;
        int32_t end = walk(&order, i, done), last = order.queue[end - 1];
        for (int32_t k = done; k < end; k++)
            places[order.queue[k]] = -1;
        done = walk(&order, last, done);
    }
    return true;
}

// --- (2)

bool cdMakeBlockMatrix(cdBlockMatrix *matrix, int32_t size, const cdBlockLink *links, int32_t linkCount,
                       cdMemory *memory) {
    *matrix = (cdBlockMatrix){.size = size};
    matrix->first = cdTakeMemory(memory, (size_t)size, sizeof *matrix->first);
    matrix->offsets = cdTakeMemory(memory, (size_t)size, sizeof *matrix->offsets);
    if (matrix->first == NULL || matrix->offsets == NULL) return false;
    for (int32_t i = 0; i < size; i++)
        matrix->first[i] = i;
    for (int32_t i = 0; i < linkCount; i++) {
        int32_t low = links[i].a < links[i].b ? links[i].a : links[i].b;
        int32_t high = links[i].a < links[i].b ? links[i].b : links[i].a;
        if (low < matrix->first[high]) matrix->first[high] = low;
    }
    size_t count = 0;
    for (int32_t i = 0; i < size; i++) {
        matrix->offsets[i] = count;
        count += (size_t)(i - matrix->first[i] + 1);
    }
    matrix->itemCount = count * CD_BLOCK_ITEMS;
    matrix->blocks = cdTakeMemory(memory, matrix->itemCount, sizeof *matrix->blocks);
    return matrix->blocks != NULL;
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

// to -= a b^T
static void subtractProduct(double *restrict to, const double *restrict a, const double *restrict b) {
    for (int i = 0; i < CD_BLOCK; i++) {
        const double *p = a + i * CD_BLOCK;
        for (int j = 0; j < CD_BLOCK; j++) {
            const double *q = b + j * CD_BLOCK;
            to[i * CD_BLOCK + j] -=
                ((p[0] * q[0] + p[1] * q[1]) + (p[2] * q[2] + p[3] * q[3])) + (p[4] * q[4] + p[5] * q[5]);
        }
    }
}

// block <- block L^-T, with L the factor of the diagonal block.
static void divideByFactor(double *restrict block, const double *restrict factor) {
    for (int i = 0; i < CD_BLOCK; i++) {
        double *row = block + i * CD_BLOCK;
        for (int j = 0; j < CD_BLOCK; j++) {
            double rest = row[j];
            for (int k = 0; k < j; k++)
                rest -= row[k] * factor[j * CD_BLOCK + k];
            row[j] = rest / factor[j * CD_BLOCK + j];
        }
    }
}

static bool factorizeDiagonal(double *block) {
    for (int i = 0; i < CD_BLOCK; i++) {
        for (int j = 0; j <= i; j++) {
            double rest = block[i * CD_BLOCK + j];
            for (int k = 0; k < j; k++)
                rest -= block[i * CD_BLOCK + k] * block[j * CD_BLOCK + k];
            if (i == j && !(rest > 0.0 && isfinite(rest))) return false;
            block[i * CD_BLOCK + j] = i == j ? sqrt(rest) : rest / block[j * CD_BLOCK + j];
        }
    }
    return true;
}

bool cdFactorizeBlocks(cdBlockMatrix *matrix) {
    for (int32_t i = 0; i < matrix->size; i++) {
        for (int32_t j = matrix->first[i]; j <= i; j++) {
            double *block = cdGetBlock(matrix, i, j);
            int32_t from = matrix->first[i] > matrix->first[j] ? matrix->first[i] : matrix->first[j];
            for (int32_t k = from; k < j; k++)
                subtractProduct(block, cdGetBlock(matrix, i, k), cdGetBlock(matrix, j, k));
            if (j < i)
                divideByFactor(block, cdGetBlock(matrix, j, j));
            else if (!factorizeDiagonal(block))
                return false;
        }
    }
    return true;
}

static void solveForwards(const double *factor, double *x) {
    for (int i = 0; i < CD_BLOCK; i++) {
        for (int k = 0; k < i; k++)
            x[i] -= factor[i * CD_BLOCK + k] * x[k];
        x[i] /= factor[i * CD_BLOCK + i];
    }
}

static void solveBackwards(const double *factor, double *x) {
    for (int i = CD_BLOCK - 1; i >= 0; i--) {
        for (int k = i + 1; k < CD_BLOCK; k++)
            x[i] -= factor[k * CD_BLOCK + i] * x[k];
        x[i] /= factor[i * CD_BLOCK + i];
    }
}

void cdSolveBlocks(const cdBlockMatrix *matrix, double *x) {
    for (int32_t i = 0; i < matrix->size; i++) {
        double *to = x + i * CD_BLOCK;
        for (int32_t j = matrix->first[i]; j < i; j++) {
            const double *block = cdGetBlock(matrix, i, j), *from = x + j * CD_BLOCK;
            for (int k = 0; k < CD_BLOCK_ITEMS; k++)
                to[k / CD_BLOCK] -= block[k] * from[k % CD_BLOCK];
        }
        solveForwards(cdGetBlock(matrix, i, i), to);
    }
    for (int32_t i = matrix->size - 1; i >= 0; i--) {
        double *from = x + i * CD_BLOCK;
        solveBackwards(cdGetBlock(matrix, i, i), from);
        for (int32_t j = matrix->first[i]; j < i; j++) {
            const double *block = cdGetBlock(matrix, i, j);
            double *to = x + j * CD_BLOCK;
            for (int k = 0; k < CD_BLOCK_ITEMS; k++)
                to[k % CD_BLOCK] -= block[k] * from[k / CD_BLOCK];
        }
    }
}
