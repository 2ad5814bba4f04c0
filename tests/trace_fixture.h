// Shared by the tests of traces: a recording with room for a whole search, and counts of its events.
#ifndef TESTS_TRACE_FIXTURE_H
#define TESTS_TRACE_FIXTURE_H

#include "collision/draw.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TRACE_ROOM = 1 << 18 };

static inline cdTrace makeTrace(int32_t capacity) {
    cdTrace trace = {.events = malloc((size_t)capacity * sizeof *trace.events), .eventCapacity = capacity};
    if (!trace.events) abort();
    return trace;
}

static inline void freeTrace(cdTrace *trace) {
    free(trace->events);
}

static inline void restartTrace(cdTrace *trace) {
    trace->eventCount = 0;
    trace->truncated = false;
}

static inline int64_t countKind(const cdTrace *trace, cdTraceKind kind) {
    int64_t count = 0;
    for (int32_t i = 0; i < trace->eventCount; i++)
        count += trace->events[i].kind == kind;
    return count;
}

static inline int64_t countHow(const cdTrace *trace, cdTraceKind kind, cdTraceHow how) {
    int64_t count = 0;
    for (int32_t i = 0; i < trace->eventCount; i++)
        count += trace->events[i].kind == kind && trace->events[i].how == how;
    return count;
}

static inline int64_t countContact(const cdTrace *trace, cdTraceKind kind, cdContactKind contact) {
    int64_t count = 0;
    for (int32_t i = 0; i < trace->eventCount; i++)
        count += trace->events[i].kind == kind && trace->events[i].contact == contact;
    return count;
}

static inline cdVec3 getEventVector(const cdTraceEvent *event, int first) {
    return cdMakeVec3(event->c[first], event->c[first + 1], event->c[first + 2]);
}

// Every number of an event is finite, times ascend, and a description exists.
static inline bool isEventSound(const cdTraceEvent *event) {
    bool sound = event->kind >= 0 && event->kind < CD_TRACE_KIND_COUNT && event->how < CD_HOW_COUNT;
    for (int k = 0; k < 9; k++)
        sound = sound && isfinite(event->c[k]);
    sound = sound && event->t.lo >= 0.0 && event->t.lo <= event->t.hi && event->t.hi <= 1.0;
    sound = sound && event->tau.lo >= 0.0 && event->tau.lo <= event->tau.hi;
    char text[CD_TRACE_TEXT_SIZE];
    cdDescribeTrace(event, NULL, text, sizeof text);
    return sound && strlen(text) > 20 && text[strlen(text) - 1] == ']';
}

#endif
