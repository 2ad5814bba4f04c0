// Events of following a route; see route_trace.h.
//
// Input: planes as they were followed. Output: events with the gap beyond each plane as a polynomial in
// powers of the route's t, computed again from the route's Bernstein coefficients. The rounding slack of
// following is left out, so that its zero lies a few rounding units beyond the reported one.
#include "boxes/route/route_trace.h"

// Bernstein coefficients become those of powers: c[k] = binomial(degree, k) times the k-th difference at 0.
static void getPowers(const double *b, int degree, double *c) {
    double d[CD_BERNSTEIN_DEGREE + 1], binomial = 1.0;
    for (int k = 0; k <= degree; k++)
        d[k] = b[k];
    for (int k = 0; k <= degree; k++) {
        c[k] = binomial * d[0];
        binomial = binomial * (degree - k) / (k + 1);
        for (int i = 0; i < degree - k; i++)
            d[i] = d[i + 1] - d[i];
    }
}

// Finds the component of minimum size among nine, and its share of the largest.
static int32_t findSmallest(const double *components, double *share) {
    int32_t least = 0;
    double largest = 0.0;
    for (int32_t k = 0; k < 9; k++) {
        if (fabs(components[k]) < fabs(components[least])) least = k;
        largest = cdMax(largest, fabs(components[k]));
    }
    *share = largest > 0.0 ? fabs(components[least]) / largest : 0.0;
    return least;
}

// Returns the component that is 0 where a part begins: it changed its sign there.
static int32_t findChange(const cdBoxRoute *route, double begin) {
    cdRouteValues v;
    double shareA, shareB;
    if (begin <= 0.0) return -1;
    cdEvaluateRoute(route, begin, &v);
    int32_t ofA = findSmallest(v.normalsA, &shareA);
    if (route->rectangular) return ofA;
    int32_t ofB = findSmallest(v.normalsB, &shareB);
    return shareB < shareA ? 9 + ofB : ofA;
}

void cdTraceRoutePart(cdTrace *trace, const cdBoxRoute *route, int32_t index, double begin, double end) {
    cdTraceEvent *event = cdAddEvent(trace, CD_TRACE_ROUTE_PART);
    if (!event) return;
    event->a = index;
    event->b = findChange(route, begin);
    event->t = event->tau = (cdInterval){begin, end};
}

static cdTraceEvent *addPlane(cdTrace *trace, const cdBoxRoute *route, const double *gap, cdInterval tau) {
    cdTraceEvent *event = cdAddEvent(trace, CD_TRACE_ROUTE_PLANE);
    if (!event) return NULL;
    event->degree = route->degree;
    event->t = event->tau = tau;
    getPowers(gap, route->degree, event->c);
    return event;
}

void cdTraceRoutePlane(cdTrace *trace, const cdBoxRoute *route, cdRoutePlane plane, cdBoxPair pair,
                       cdInterval tau) {
    double gap[CD_BERNSTEIN_DEGREE + 1];
    cdMakeRoutePlane(route, plane, pair, gap);
    cdTraceEvent *event = addPlane(trace, route, gap, tau);
    if (!event) return;
    event->how = CD_HOW_FOLLOWED;
    event->contact = pair.kind;
    event->a = pair.a;
    event->b = pair.b;
}

void cdTraceRouteThroughout(cdTrace *trace, const cdBoxRoute *route, cdRoutePlane plane, cdInterval tau) {
    double gap[CD_BERNSTEIN_DEGREE + 1];
    cdBoundRoutePlane(route, plane, gap);
    cdTraceEvent *event = addPlane(trace, route, gap, tau);
    if (event) event->how = CD_HOW_THROUGHOUT;
}

void cdTraceRouteEnd(cdTrace *trace) {
    if (trace->truncated || trace->eventCount == 0) return;
    cdTraceEvent *last = &trace->events[trace->eventCount - 1];
    if (last->kind == CD_TRACE_ROUTE_PLANE) last->how = CD_HOW_LAST;
}

// In a translation the sum stays constant and the gap is linear.
static void traceLinePlane(cdTrace *trace, const cdBoxRoute *route, const cdRoutePart *part,
                           cdRoutePlane plane, double from) {
    double gap[CD_BERNSTEIN_DEGREE + 1];
    cdBoxPair pair = cdFindPlanePair(part, plane);
    cdMakeRoutePlane(route, plane, pair, gap);
    double fall = gap[0] - gap[1], zero = fall > 0.0 ? cdMin(gap[0] / fall, 1.0) : 1.0;
    bool parts = gap[0] > fall * from;
    cdTraceRoutePlane(trace, route, plane, pair, (cdInterval){from, parts ? zero : from});
}

void cdTraceLinePlanes(cdTrace *trace, const cdBoxRoute *route, const cdRoutePart *part, double from,
                       const cdRouteStop *stop) {
    for (int32_t j = 0; j < CD_BOX_DIRECTIONS; j++) {
        for (int k = 0; k < 2; k++) {
            cdRoutePlane plane = {j, k == 0 ? -1.0 : 1.0};
            if (j != stop->direction || plane.side != stop->side)
                traceLinePlane(trace, route, part, plane, from);
        }
    }
    cdRoutePlane last = {stop->direction, stop->side};
    if (stop->stopped)
        cdTraceRoutePlane(trace, route, last, stop->pair, (cdInterval){from, stop->t});
    else
        traceLinePlane(trace, route, part, last, from);
}

void cdTraceLeaving(cdTrace *trace, double from) {
    cdTraceEvent *event = cdAddEvent(trace, CD_TRACE_LEAVES);
    if (event) event->t = event->tau = (cdInterval){0.0, from};
}

void cdTraceBoxDecision(cdTrace *trace, const cdBoxContact *contact) {
    cdTraceEvent *event = cdAddEvent(trace, CD_TRACE_DECIDED);
    if (!event) return;
    event->how = CD_HOW_FOLLOWED;
    event->contact = contact->pair.kind;
    event->a = contact->state == CD_CONTACT || contact->state == CD_OVERLAP ? 0 : -1;
    event->b = (int32_t)contact->state;
    event->t = event->tau = contact->t;
}
