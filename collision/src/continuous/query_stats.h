// Adds up the counts of several queries.
#ifndef CD_QUERY_STATS_H
#define CD_QUERY_STATS_H

#include "collision/query.h"

static inline void cdAddQueryStats(cdQueryStats *sum, const cdQueryStats *stats) {
    // All its fields are counts of one type.
    int64_t *to = (int64_t *)sum;
    const int64_t *from = (const int64_t *)stats;
    for (size_t i = 0; i < sizeof *sum / sizeof *to; i++)
        to[i] += from[i];
}

#endif
