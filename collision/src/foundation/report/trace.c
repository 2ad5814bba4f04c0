// Traces: adding an event, and the value of its polynomial.
#include "foundation/memory/hooks.h"
#include "foundation/report/recording.h"

cdTraceEvent *cdAddEvent(cdTrace *trace, cdTraceKind kind) {
    if (!trace) return NULL;
    if (trace->eventCount >= trace->eventCapacity) {
        trace->truncated = true;
        return NULL;
    }
    cdTraceEvent *event = &trace->events[trace->eventCount++];
    *event = (cdTraceEvent){.kind = kind};
    return event;
}

double cdEvaluateTrace(const cdTraceEvent *event, double x) {
    if (!CD_REQUIRE(event != NULL)) return 0.0;
    double value = 0.0;
    for (int k = event->degree; event->degree > 0 && k >= 0; k--)
        value = value * x + event->c[k];
    return value;
}
