// Output lines of `convex`: one a row, and the totals.
#ifndef APP_CONVEX_WRITE_H
#define APP_CONVEX_WRITE_H

#include "collision/convex.h"
#include "commands/row_times.h"
#include <stdio.h>

// Writes one row. `hullA` and `hullB` give the vertices' numbers in the mesh files.
void WriteSeparation(FILE *out, int32_t row, const cdSeparation *result, const cdConvex *hullA,
                     const cdConvex *hullB, double microseconds);

typedef struct ConvexTotals {
    int64_t countOfState[4]; // by cdState
    int64_t iterations, supportSteps;
    int64_t fallbacks, repeated, cacheHits;
    RowTimes times;
} ConvexTotals;

bool CreateConvexTotals(ConvexTotals *totals, int32_t capacity); // false: no memory
void DestroyConvexTotals(ConvexTotals *totals);
void AddToConvexTotals(ConvexTotals *totals, const cdSeparation *result); // all but its time
void MergeConvexTotals(ConvexTotals *totals, const ConvexTotals *others); // all but the times
void WriteConvexTotals(FILE *out, ConvexTotals *totals);                  // sorts the times

#endif
