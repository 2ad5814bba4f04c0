// Events that a search between two meshes records; see search_trace.h.
//
// Input: the state of the search and its latest decision. Output: one event. Times of the screw's tau become
// times of the whole step, so that a replay of the events knows A's pose.
#include "continuous/search/search_trace.h"

static cdInterval getTimes(const cdSearch *search, cdInterval tau) {
    return (cdInterval){cdGetSearchTime(search, search->screwIndex, tau.lo),
                        cdGetSearchTime(search, search->screwIndex, tau.hi)};
}

static cdTraceEvent *addEvent(const cdSearch *search, cdTraceKind kind, cdInterval tau) {
    cdTraceEvent *event = cdAddEvent(search->trace, kind);
    if (!event) return NULL;
    event->screw = search->screwIndex;
    event->tau = tau;
    event->t = getTimes(search, tau);
    return event;
}

cdTraceEvent *cdAddSearchEvent(const cdSearch *search, cdTraceKind kind) {
    double from = search->span.tau0;
    return addEvent(search, kind, (cdInterval){from, cdMax(from, search->tauEnd)});
}

static cdTraceEvent *addPair(const cdSearch *search, cdTraceKind kind, cdContactKind contact, int32_t a,
                             int32_t b) {
    cdTraceEvent *event = cdAddSearchEvent(search, kind);
    if (!event) return NULL;
    event->contact = contact;
    event->a = a;
    event->b = b;
    return event;
}

void cdTracePair(const cdSearch *search, cdTraceKind kind, cdTraceHow how, cdContactKind contact, int32_t a,
                 int32_t b) {
    cdTraceEvent *event = addPair(search, kind, contact, a, b);
    if (event) event->how = how;
}

void cdTraceTime(const cdSearch *search, cdTraceKind kind, double tau0, double tau1) {
    addEvent(search, kind, (cdInterval){tau0, tau1});
}

void cdTraceShortening(const cdSearch *search) {
    const cdCandidate *best = &search->best;
    cdTraceEvent *event = addPair(search, CD_TRACE_SHORTENED, best->kind, best->a, best->b);
    if (!event) return;
    event->tau = (cdInterval){0.0, best->root};
    event->t = (cdInterval){0.0, cdGetSearchTime(search, best->screw, best->root)};
}

static cdTraceEvent *addCubic(const cdSearch *search, cdTraceKind kind, cdContactKind contact, int32_t a,
                              int32_t b, const cdCubic *cubic) {
    cdTraceEvent *event = addPair(search, kind, contact, a, b);
    if (!event) return NULL;
    event->degree = 3;
    for (int k = 0; k < 4; k++)
        event->c[k] = cubic->c[k];
    return event;
}

void cdTraceEquation(const cdSearch *search, cdContactKind contact, int32_t a, int32_t b,
                     const cdCubic *cubic, cdTraceHow how) {
    cdTraceEvent *event = addCubic(search, CD_TRACE_ELEMENTS, contact, a, b, cubic);
    if (event) event->how = how;
}

// The roots in the order in which cdFindElementContact tests them, up to the one that it returns.
void cdTraceRoots(const cdSearch *search, cdContactKind contact, int32_t a, int32_t b, const cdCubic *cubic,
                  cdInterval tau, const cdElementContact *found) {
    cdTraceEvent *event = addCubic(search, CD_TRACE_SOLVED, contact, a, b, cubic);
    if (!event) return;
    event->tau = tau;
    event->t = getTimes(search, tau);
    event->c[8] = cubic->error;
    event->how = found->state == CD_FREE ? CD_HOW_MISSED : CD_HOW_STEPPED;
    if (search->clearance > 0.0) {
        if (found->state != CD_FREE) event->c[4 + event->rootCount++] = found->root;
        return;
    }
    cdSuspect suspects[CD_MAX_SUSPECTS];
    int count = cdFindSuspects(cubic, suspects);
    for (int i = 0; i < count && suspects[i].lo <= tau.hi; i++) {
        bool isLast = found->state != CD_FREE && found->root <= suspects[i].hi;
        if (suspects[i].hi < tau.lo || (suspects[i].root < tau.lo && !isLast)) continue;
        bool isRoot = isLast && found->root == suspects[i].root;
        event->c[4 + event->rootCount++] = isLast ? found->root : suspects[i].root;
        if (isRoot && found->state == CD_CONTACT) event->how = CD_HOW_TOUCHED;
        if (isLast) return;
    }
}

void cdTraceStepTimes(const cdSearch *search, int32_t first) {
    for (int32_t i = first; i < search->trace->eventCount; i++) {
        cdTraceEvent *event = &search->trace->events[i];
        event->screw = search->screwIndex;
        event->t = getTimes(search, event->tau);
    }
}

void cdMapTraceTimes(cdTrace *trace, int32_t first, cdInterval part) {
    if (trace == NULL) return;
    for (int32_t i = first; i < trace->eventCount; i++) {
        cdInterval *t = &trace->events[i].t;
        *t = (cdInterval){part.lo + (part.hi - part.lo) * t->lo, part.lo + (part.hi - part.lo) * t->hi};
    }
}

void cdTraceBeginning(cdTrace *trace, cdTraceKind kind, int32_t obstacle, cdInterval t) {
    cdTraceEvent *event = cdAddEvent(trace, kind);
    if (!event) return;
    event->a = obstacle;
    event->t = event->tau = t;
}

void cdTraceDecision(cdTrace *trace, cdTraceKind kind, int32_t obstacle, const cdFirstContact *result) {
    cdTraceEvent *event = cdAddEvent(trace, kind);
    if (!event) return;
    event->contact = result->kind;
    event->a = obstacle;
    event->b = (int32_t)result->state;
    event->t = event->tau = result->t;
}
