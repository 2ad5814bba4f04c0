// The lines that `query` writes: one a step, and the totals.
#ifndef APP_QUERY_WRITE_H
#define APP_QUERY_WRITE_H

#include "collision/slide.h"
#include "commands/row_times.h"
#include <stdio.h>

// `discrete`: t and what belongs to a contact do not apply. `slide`: NULL when the response is to stop.
void WriteQueryStep(FILE *out, int32_t step, const cdFirstContact *result, bool discrete,
                    const cdSlide *slide, double microseconds);

typedef struct QueryTotals {
    int64_t countOfState[4]; // by cdContactState
    cdQueryStats stats;      // summed
    RowTimes times;
} QueryTotals;

bool CreateTotals(QueryTotals *totals, int32_t capacity); // false: no memory
void DestroyTotals(QueryTotals *totals);
void AddToTotals(QueryTotals *totals, const cdFirstContact *result, double microseconds);
void WriteQueryTotals(FILE *out, QueryTotals *totals); // sorts the times

#endif
