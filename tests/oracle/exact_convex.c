// Exact intersection of two small hulls; see exact_convex.h.
//
// The hulls meet iff there are nonnegative weights with
//     sum l_i a_i - sum m_k b_k - sum n_j s_j = 0,   sum l_i = 1,   sum m_k = 1,   sum n_j = 1,
// where the s_j are the six corners, on the axes, of the octahedron of B's permitted moves.
// 1. These are the six rows of a table with a column for each weight; the right side is 0, 0, 0, 1, 1, 1.
// 2. Each row has an artificial variable that equals its right side; the simplex method minimizes their sum.
//    Bland's rule, the lowest index that may enter and the lowest that may leave, always terminates [Bland
//    1977].
// 3. The sum is 0 iff the weights exist.
#include "oracle/exact_convex.h"

#include <gmp.h>

enum { ROW_COUNT = 6, SLACK_COUNT = 6, COLUMN_MAX = 2 * ORACLE_CONVEX_MAX + SLACK_COUNT + 1 };

typedef struct Table {
    mpq_t entries[ROW_COUNT + 1][COLUMN_MAX]; // the last column is the right side, the last row the objective
    int columns;                              // the right side included
    int basis[ROW_COUNT];                     // the basis column of a row; from `columns` on: artificial
} Table;

static void initTable(Table *table, int columns) {
    table->columns = columns;
    for (int r = 0; r <= ROW_COUNT; r++) {
        for (int c = 0; c < columns; c++)
            mpq_init(table->entries[r][c]);
    }
}

static void clearTable(Table *table) {
    for (int r = 0; r <= ROW_COUNT; r++) {
        for (int c = 0; c < table->columns; c++)
            mpq_clear(table->entries[r][c]);
    }
}

// sum += factor * x * y * z
static void addProduct(mpq_t sum, int factor, double x, double y, double z) {
    mpq_t product, part;
    mpq_init(product);
    mpq_init(part);
    mpq_set_si(product, factor, 1);
    const double parts[3] = {x, y, z};
    for (int k = 0; k < 3; k++) {
        mpq_set_d(part, parts[k]);
        mpq_mul(product, product, part);
    }
    mpq_add(sum, sum, product);
    mpq_clear(product);
    mpq_clear(part);
}

// Sets rows 0 to 2 of a column to the coordinates of R(q) v + p.
static void setPoint(Table *table, int column, cdPose pose, cdVec3 v) {
    double w = pose.q.w, x = pose.q.x, y = pose.q.y, z = pose.q.z;
    const double p[3] = {pose.p.x, pose.p.y, pose.p.z}, c[3] = {v.x, v.y, v.z}, i[3] = {x, y, z};
    mpq_t lengthSq, part;
    mpq_init(lengthSq);
    mpq_init(part);
    addProduct(lengthSq, 1, w, w, 1.0);
    for (int k = 0; k < 3; k++)
        addProduct(lengthSq, 1, i[k], i[k], 1.0);
    for (int row = 0; row < 3; row++) {
        int next = (row + 1) % 3, last = (row + 2) % 3;
        mpq_ptr sum = table->entries[row][column];
        addProduct(sum, 1, w, w, c[row]);
        addProduct(sum, 1, i[row], i[row], c[row]);
        addProduct(sum, -1, i[next], i[next], c[row]);
        addProduct(sum, -1, i[last], i[last], c[row]);
        addProduct(sum, 2, i[row], i[next], c[next]);
        addProduct(sum, -2, w, i[last], c[next]);
        addProduct(sum, 2, i[row], i[last], c[last]);
        addProduct(sum, 2, w, i[next], c[last]);
        mpq_div(sum, sum, lengthSq);
        mpq_set_d(part, p[row]);
        mpq_add(sum, sum, part);
    }
    mpq_clear(lengthSq);
    mpq_clear(part);
}

static void fillTable(Table *table, const OraclePoints *a, const OraclePoints *b, cdVec3 shift,
                      double slack) {
    const double shifts[3] = {shift.x, shift.y, shift.z};
    mpq_t part;
    mpq_init(part);
    for (int i = 0; i < a->count; i++) {
        setPoint(table, i, a->pose, a->points[i]);
        mpq_set_ui(table->entries[3][i], 1, 1);
    }
    for (int i = 0; i < b->count; i++) {
        int column = a->count + i;
        setPoint(table, column, b->pose, b->points[i]);
        for (int row = 0; row < 3; row++) {
            mpq_ptr entry = table->entries[row][column];
            mpq_set_d(part, shifts[row]);
            mpq_add(entry, entry, part);
            mpq_neg(entry, entry);
        }
        mpq_set_ui(table->entries[4][column], 1, 1);
    }
    for (int k = 0; k < SLACK_COUNT; k++) {
        mpq_set_d(table->entries[k / 2][a->count + b->count + k], k % 2 ? -slack : slack);
        mpq_set_ui(table->entries[5][a->count + b->count + k], 1, 1);
    }
    for (int row = 3; row < ROW_COUNT; row++)
        mpq_set_ui(table->entries[row][table->columns - 1], 1, 1);
    for (int row = 0; row < ROW_COUNT; row++) {
        table->basis[row] = table->columns + row;
        for (int c = 0; c < table->columns; c++)
            mpq_add(table->entries[ROW_COUNT][c], table->entries[ROW_COUNT][c], table->entries[row][c]);
    }
    mpq_clear(part);
}

// Returns the first column that reduces the sum of the artificial variables; -1: no such column.
static int findEntering(const Table *table) {
    for (int c = 0; c + 1 < table->columns; c++) {
        if (mpq_sgn(table->entries[ROW_COUNT][c]) > 0) return c;
    }
    return -1;
}

// Returns the row that reaches zero first when the column enters; it exists, since the sum is bounded below.
static int findLeaving(const Table *table, int column) {
    int best = -1, last = table->columns - 1;
    mpq_t ratio, smallest;
    mpq_init(ratio);
    mpq_init(smallest);
    for (int row = 0; row < ROW_COUNT; row++) {
        if (mpq_sgn(table->entries[row][column]) <= 0) continue;
        mpq_div(ratio, table->entries[row][last], table->entries[row][column]);
        int order = best < 0 ? -1 : mpq_cmp(ratio, smallest);
        if (order > 0 || (order == 0 && table->basis[row] > table->basis[best])) continue;
        best = row;
        mpq_set(smallest, ratio);
    }
    mpq_clear(ratio);
    mpq_clear(smallest);
    return best;
}

static void pivot(Table *table, int row, int column) {
    mpq_t factor, product;
    mpq_init(factor);
    mpq_init(product);
    mpq_set(factor, table->entries[row][column]);
    for (int c = 0; c < table->columns; c++)
        mpq_div(table->entries[row][c], table->entries[row][c], factor);
    for (int r = 0; r <= ROW_COUNT; r++) {
        if (r == row) continue;
        mpq_set(factor, table->entries[r][column]);
        for (int c = 0; c < table->columns; c++) {
            mpq_mul(product, factor, table->entries[row][c]);
            mpq_sub(table->entries[r][c], table->entries[r][c], product);
        }
    }
    table->basis[row] = column;
    mpq_clear(factor);
    mpq_clear(product);
}

bool DoHullsMeetExactly(const OraclePoints *a, const OraclePoints *b, cdVec3 shift, double slack) {
    Table table;
    initTable(&table, a->count + b->count + SLACK_COUNT + 1);
    fillTable(&table, a, b, shift, slack);
    for (int column; (column = findEntering(&table)) >= 0;)
        pivot(&table, findLeaving(&table, column), column);
    bool meet = mpq_sgn(table.entries[ROW_COUNT][table.columns - 1]) == 0;
    clearTable(&table);
    return meet;
}
