// Adds events to a trace; collision/trace.h describes them.
#ifndef CD_RECORDING_H
#define CD_RECORDING_H

#include "collision/trace.h"
#include "collision/vecmath.h"
#include "foundation/numbers/float_mode.h"

// Adds an event of a kind, otherwise zeroed; NULL: no trace, or no room in it.
cdTraceEvent *cdAddEvent(cdTrace *trace, cdTraceKind kind);

// The same with the fields that most kinds have.
static inline void cdRecordEvent(cdTrace *trace, cdTraceKind kind, cdContactKind contact, int32_t a,
                                 int32_t b) {
    if (!trace) return;
    cdTraceEvent *event = cdAddEvent(trace, kind);
    if (!event) return;
    event->contact = contact;
    event->a = a;
    event->b = b;
}

// The same for a query without a motion; `how` is its kind.
static inline void cdRecordQuery(cdTrace *trace, cdTraceKind kind, cdTraceHow how, int32_t a, int32_t b) {
    if (!trace) return;
    cdTraceEvent *event = cdAddEvent(trace, kind);
    if (!event) return;
    event->how = how;
    event->a = a;
    event->b = b;
}

static inline void cdSetEventVector(cdTraceEvent *event, int first, cdVec3 v) {
    event->c[first] = v.x;
    event->c[first + 1] = v.y;
    event->c[first + 2] = v.z;
}

static inline cdVec3 cdGetEventVector(const cdTraceEvent *event, int first) {
    return (cdVec3){event->c[first], event->c[first + 1], event->c[first + 2]};
}

#endif
