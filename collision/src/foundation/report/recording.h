// Adding events to a trace; see collision/trace.h for what they say.
#ifndef CD_RECORDING_H
#define CD_RECORDING_H

#include "collision/trace.h"
#include "collision/vecmath.h"
#include "foundation/numbers/float_mode.h"

// The next event, of the kind given, else 0; NULL: there is no trace, or no room in it.
cdTraceEvent *cdAddEvent(cdTrace *trace, cdTraceKind kind);

// The same with the two numbers that most kinds have.
static inline void cdRecordEvent(cdTrace *trace, cdTraceKind kind, cdContactKind contact, int32_t a,
                                 int32_t b) {
    if (!trace) return;
    cdTraceEvent *event = cdAddEvent(trace, kind);
    if (!event) return;
    event->contact = contact;
    event->a = a;
    event->b = b;
}

// Of a query that is not about a motion: `how` says what it asks.
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
