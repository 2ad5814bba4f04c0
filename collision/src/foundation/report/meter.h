// Counts the work of one call of a query against its budget (collision/state.h).
//
// The budget limits the whole call; a slice limits a part of it, which the function that started the slice
// then resumes or abandons. Work is counted before it is done. Only the counts stop the meter, and the
// caller's interrupt, which is called at fixed counts.
#ifndef CD_METER_H
#define CD_METER_H

#include "collision/state.h"
#include "foundation/numbers/float_mode.h"

#include <stddef.h>

typedef struct cdMeter {
    cdBudget budget;
    int64_t spent;            // pair tests done
    int64_t due;              // count beyond which cdLookAtMeter decides
    int64_t callAt, sliceEnd; // counts of the next interrupt call and of the slice's end
    cdReason reason;          // reason of the stop; CD_REASON_NONE: not stopped
    bool out;                 // true if the slice, or the budget, is used up
} cdMeter;

cdMeter cdOpenMeter(const cdBudget *budget);

// Opens the meter of a part of a call, before which `spent` pair tests were done. It calls the interrupt at
// its first test.
cdMeter cdContinueMeter(const cdBudget *budget, int64_t spent);

// True if the budget does not allow so many tests after `spent` ones.
static inline bool cdExceedsBudget(const cdBudget *budget, int64_t spent, int64_t tests) {
    return budget->maxPairTests > 0 && tests > budget->maxPairTests - spent;
}

static inline bool cdIsMeterLimited(const cdMeter *meter) {
    return meter->budget.maxPairTests > 0 || meter->budget.interrupt != NULL;
}

// Allows at most `tests` more from now, until the next slice.
void cdStartSlice(cdMeter *meter, int64_t tests);
void cdEndSlice(cdMeter *meter);

// Stops the work for a reason other than the budget. Keeps an earlier reason. `meter` may be NULL.
void cdStopMeter(cdMeter *meter, cdReason reason);

// Allows work again after a query that is a part of the call stopped the meter for a reason of its own,
// neither the budget nor the interrupt.
void cdResumeMeter(cdMeter *meter);

// Handles cdSpend beyond `due`.
bool cdLookAtMeter(cdMeter *meter, int64_t tests);

// Counts work before it is done. False: it must not be done. `meter` may be NULL: no limit.
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
