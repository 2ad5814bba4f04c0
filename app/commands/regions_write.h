// Output lines of `regions`: one a row, and the totals.
#ifndef APP_REGIONS_WRITE_H
#define APP_REGIONS_WRITE_H

#include "collision/regions.h"
#include "commands/row_times.h"
#include "stage/shown/parting.h"
#include <stdio.h>

// Writes one row. `parting` is for meshes that penetrate, NULL if not requested. With `marks` each region
// says if it is in the sufficient subset.
void WriteRegionsRow(FILE *out, int32_t row, const cdContactRegions *regions, const cdMesh *meshA,
                     const cdMesh *meshB, const Parting *parting, bool marks);

typedef struct RegionsTotals {
    int64_t countOfState[4]; // by cdState
    int64_t countOfDimension[3];
    int64_t candidates, clustered, persisted;
    RowTimes times;
} RegionsTotals;

void AddToRegionsTotals(RegionsTotals *totals, const cdContactRegions *regions); // all but its time
void MergeRegionsTotals(RegionsTotals *totals, const RegionsTotals *others);     // all but the times
void WriteRegionsTotals(FILE *out, RegionsTotals *totals);                       // sorts the times

#endif
