// Counting the work of a query against its budget; see meter.h.
#include "foundation/report/meter.h"
#include "foundation/numbers/compiler.h"

enum { CALL_INTERVAL = 256 };

static int64_t getLimit(const cdMeter *meter) {
    return meter->budget.maxPairTests > 0 ? meter->budget.maxPairTests : INT64_MAX;
}

static void setDue(cdMeter *meter) {
    meter->due = getLimit(meter);
    if (meter->callAt < meter->due) meter->due = meter->callAt;
    if (meter->sliceEnd < meter->due) meter->due = meter->sliceEnd;
}

cdMeter cdOpenMeter(const cdBudget *budget) {
    cdMeter meter = {.budget = *budget, .sliceEnd = INT64_MAX};
    meter.callAt = budget->interrupt != NULL ? CALL_INTERVAL : INT64_MAX;
    setDue(&meter);
    return meter;
}

cdMeter cdContinueMeter(const cdBudget *budget, int64_t spent) {
    cdMeter meter = cdOpenMeter(budget);
    meter.spent = spent;
    if (budget->interrupt != NULL) meter.callAt = spent;
    setDue(&meter);
    return meter;
}

static void setSliceEnd(cdMeter *meter, int64_t end) {
    meter->sliceEnd = end;
    if (meter->reason != CD_REASON_NONE) return;
    meter->out = false;
    setDue(meter);
}

void cdStartSlice(cdMeter *meter, int64_t tests) {
    setSliceEnd(meter, tests < INT64_MAX - meter->spent ? meter->spent + tests : INT64_MAX);
}

void cdEndSlice(cdMeter *meter) {
    setSliceEnd(meter, INT64_MAX);
}

// After the last test nothing more is counted, so that the count reproduces this stop.
static bool stop(cdMeter *meter, cdReason reason) {
    meter->reason = reason;
    meter->out = true;
    meter->due = -1;
    return false;
}

void cdStopMeter(cdMeter *meter, cdReason reason) {
    if (meter != NULL && meter->reason == CD_REASON_NONE) stop(meter, reason);
}

void cdResumeMeter(cdMeter *meter) {
    if (meter->reason == CD_REASON_BUDGET || meter->reason == CD_REASON_INTERRUPTED) return;
    meter->reason = CD_REASON_NONE;
    meter->out = false;
    setDue(meter);
}

bool cdLookAtMeter(cdMeter *meter, int64_t tests) {
    if (meter->out) return false;
    int64_t wanted = meter->spent + tests;
    if (wanted > getLimit(meter)) return stop(meter, CD_REASON_BUDGET);
    if (wanted > meter->callAt) {
        if (meter->budget.interrupt(meter->budget.context)) return stop(meter, CD_REASON_INTERRUPTED);
        meter->callAt = wanted + CALL_INTERVAL;
        setDue(meter);
    }
    if (wanted > meter->sliceEnd) {
        meter->out = true;
        meter->due = -1;
        return false;
    }
    meter->spent = wanted;
    return true;
}

bool cdIsFlagSet(void *flag) {
    return flag != NULL && cdReadFlag(flag);
}

const char *cdGetStateName(cdState state) {
    static const char *const names[] = {"undecided", "free", "contact", "overlap"};
    return names[state];
}

const char *cdGetReasonName(cdReason reason) {
    static const char *const names[] = {"none",  "budget",  "interrupted", "not finite", "not unit",
                                        "input", "no part", "workspace",   "precision"};
    return names[reason];
}
