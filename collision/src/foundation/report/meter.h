// The work of one call of a query against its budget (collision/state.h).
//
// The whole call is limited by the budget; a slice limits a part of it, which is then resumed or given up by
// whoever started the slice. Work is counted before it is done. What stops the meter depends on the counts
// alone, but for the caller's interrupt, which is called at fixed counts.
#ifndef CD_METER_H
#define CD_METER_H

#include "collision/state.h"
#include "foundation/numbers/float_mode.h"

#include <stddef.h>

typedef struct cdMeter {
    cdBudget budget;
    int64_t spent;            // pair tests done
    int64_t due;              // beyond this many, cdLookAtMeter decides
    int64_t callAt, sliceEnd; // when to call the interrupt; where the slice ends
    cdReason reason;          // why no more may be done; CD_REASON_NONE: more may
    bool out;                 // the slice, or all, is spent
} cdMeter;

cdMeter cdOpenMeter(const cdBudget *budget);

static inline bool cdIsMeterLimited(const cdMeter *meter) {
    return meter->budget.maxPairTests > 0 || meter->budget.interrupt != NULL;
}

// From now on at most `tests` more, until the next slice.
void cdStartSlice(cdMeter *meter, int64_t tests);
void cdEndSlice(cdMeter *meter);

// Allows no more work, for a reason that is not the budget's. Keeps an earlier reason. `meter` may be NULL.
void cdStopMeter(cdMeter *meter, cdReason reason);

// After a query that is a part of the call: allows work again where it stopped the meter for a reason of its
// own, neither the budget nor the interrupt.
void cdResumeMeter(cdMeter *meter);

// Does the work of cdSpend beyond `due`.
bool cdLookAtMeter(cdMeter *meter, int64_t tests);

// Counts work that is about to be done. False: it must not be done. `meter` may be NULL: no limit.
static inline bool cdSpend(cdMeter *meter, int64_t tests) {
    if (meter == NULL) return true;
    if (meter->spent + tests > meter->due) return cdLookAtMeter(meter, tests);
    meter->spent += tests;
    return true;
}

static inline bool cdIsOut(const cdMeter *meter) {
    return meter != NULL && meter->out;
}

#endif
