// Output lines of `boxes`: one a row, and the totals.
#ifndef APP_BOXES_WRITE_H
#define APP_BOXES_WRITE_H

#include "collision/boxes.h"
#include "commands/row_times.h"
#include <stdio.h>

void WriteBoxContact(FILE *out, int32_t row, const cdBoxContact *result, double microseconds);

typedef struct BoxTotals {
    int64_t countOfState[4]; // by cdState
    int64_t parts, planes;   // homogeneous parts entered, polynomials solved
    RowTimes times;
} BoxTotals;

bool CreateBoxTotals(BoxTotals *totals, int32_t capacity); // false: no memory
void DestroyBoxTotals(BoxTotals *totals);
void AddToBoxTotals(BoxTotals *totals, int32_t row, const cdBoxContact *result, double microseconds);
void WriteBoxTotals(FILE *out, BoxTotals *totals); // sorts the times

#endif
