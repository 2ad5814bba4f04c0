// Iterates over the events of a recorded search by kind.
#include "lessons/lesson_events.h"

static bool fits(const StageSteps *steps, int32_t at, cdTraceHow how) {
    return how == CD_HOW_NONE || steps->trace.events[at].how == how;
}

int32_t FindFirstEvent(const StageSteps *steps, cdTraceKind kind, cdTraceHow how) {
    for (int32_t i = steps->firsts[kind]; i < steps->firsts[kind + 1]; ++i)
        if (fits(steps, steps->order[i], how)) return steps->order[i];
    return -1;
}

int32_t FindLastEvent(const StageSteps *steps, cdTraceKind kind, cdTraceHow how) {
    for (int32_t i = steps->firsts[kind + 1] - 1; i >= steps->firsts[kind]; --i)
        if (fits(steps, steps->order[i], how)) return steps->order[i];
    return -1;
}

int32_t FindLargestDisjoint(const StageSteps *steps, cdTraceHow how, double limit) {
    int32_t largest = -1;
    double radii = 0.0;
    for (int32_t i = steps->firsts[CD_TRACE_NODES_DISJOINT]; i < steps->firsts[CD_TRACE_NODES_DISJOINT + 1];
         ++i) {
        const cdTraceEvent *event = &steps->trace.events[steps->order[i]];
        if (!fits(steps, steps->order[i], how) || event->c[6] <= radii || event->c[6] >= limit) continue;
        radii = event->c[6];
        largest = steps->order[i];
    }
    return largest;
}

int32_t FindNearestBefore(const StageSteps *steps, bool (*from)(const cdTraceEvent *event),
                          bool (*to)(const cdTraceEvent *event)) {
    int32_t nearest = -1, fewest = INT32_MAX, last = -1;
    for (int32_t i = 0; i < steps->trace.eventCount; ++i) {
        const cdTraceEvent *event = &steps->trace.events[i];
        if (last >= 0 && to(event) && i - last < fewest) {
            nearest = last;
            fewest = i - last;
        }
        if (from(event)) last = i;
    }
    return nearest;
}

int32_t CountEventsTo(const StageSteps *steps, cdTraceKind kind, int32_t at) {
    return CountSteps(steps, kind, at + 1);
}
