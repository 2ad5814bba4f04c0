// Output lines of `classify`: one a row, and the totals.
#ifndef APP_CLASSIFY_WRITE_H
#define APP_CLASSIFY_WRITE_H

#include "collision/classify.h"
#include "commands/row_times.h"
#include <stdio.h>

void WritePointRow(FILE *out, int32_t row, const cdMesh *mesh, cdLocation location);
void WriteSegmentRow(FILE *out, int32_t row, const cdMesh *mesh, const cdSegmentPieces *pieces);

typedef struct ClassifyTotals {
    int64_t countOfWhere[6]; // by cdLocationKind: points, or pieces of segments
    RowTimes times;
} ClassifyTotals;

void MergeClassifyTotals(ClassifyTotals *totals, const ClassifyTotals *others); // all but the times
void WriteClassifyTotals(FILE *out, ClassifyTotals *totals);                    // sorts the times

#endif
