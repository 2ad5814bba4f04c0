// Output lines of `query`: one a step, and the totals.
#ifndef APP_QUERY_WRITE_H
#define APP_QUERY_WRITE_H

#include "collision/distance.h"
#include "collision/slide.h"
#include "commands/row_times.h"
#include <stdio.h>

// One step and its result.
typedef struct QueryRow {
    int32_t step;
    const cdFirstContact *contact;
    bool discrete;        // t and the fields of a contact do not apply
    const cdSlide *slide; // NULL: the response is to stop
    double microseconds;
    bool hasClearance; // the fields below are set
    cdDistance clearance;
    double clearanceMicroseconds;
} QueryRow;

void WriteQueryStep(FILE *out, const QueryRow *row);

typedef struct QueryTotals {
    int64_t countOfState[4]; // by cdState
    cdQueryStats stats;      // summed
    RowTimes times;
    bool hasClearance;
    double minClearance;
    int32_t minStep; // first step with that clearance
} QueryTotals;

bool CreateTotals(QueryTotals *totals, int32_t capacity); // false: no memory
void DestroyTotals(QueryTotals *totals);
void AddToTotals(QueryTotals *totals, const QueryRow *row);       // all but its time
void MergeTotals(QueryTotals *totals, const QueryTotals *others); // all but the times
void WriteQueryTotals(FILE *out, QueryTotals *totals);            // sorts the times

#endif
