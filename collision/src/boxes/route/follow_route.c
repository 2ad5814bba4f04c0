// Follows a route: finds the first t at which the origin lies on one plane and inside all others [AS05].
//
// Input: the polynomials of route.h. Output: the t up to which some plane certainly separates the boxes. (1)
// A plane that separates them throughout, whichever features lie on it, ends the search at once. (2)
// Otherwise the route is divided (divide_route.c). (3) In each homogeneous part the pairs of features are
// found by its signs (orientation.c), so that each plane's gap is one polynomial (route_plane.c). (4) Of the
// planes that separate the boxes, the one of the widest gap is followed to its first zero, certified from the
// left; the time before is free. There the next one is taken. (5) If no plane is left the origin lies on
// the last plane and inside all others: the boxes meet. (6) In a translation the sum does not change and the
// origin moves on a line, so it is between the two planes of each direction for one interval of t: it is in
// the sum from the last of their beginnings to the first of their ends.
//
// Differs from the page in (4): the page solves every plane's polynomial and tests each root against all
// other planes. Here only the polynomials of planes that the origin is beyond are solved; the first root that
// passes the test is the same one.
#include "boxes/pairs/orientation.h"
#include "boxes/route/route_trace.h"

// Every plane has at most `degree` zeros in a part; this many are never seen.
enum { FOLLOWS_MAX = 300 };

// --- Gaps at one t

// As lengths, less `slack` and a bound on their rounding.
typedef struct Widths {
    double widths[16], sides[16];
} Widths;

static void getWidths(const cdBoxRoute *route, double t, double slack, Widths *at) {
    cdGetRouteGaps(route, t, at->widths, at->sides);
    if (cdHasRouteShapes(route)) cdDivideByShapes(route, t, at->widths);
    for (int j = 0; j < CD_BOX_DIRECTIONS; j++)
        at->widths[j] = (at->widths[j] - route->errors[j]) * route->scales[j] - slack;
}

static int32_t findWidest(const Widths *at) {
    int32_t widest = 0;
    for (int32_t j = 1; j < CD_BOX_DIRECTIONS; j++)
        if (at->widths[j] > at->widths[widest]) widest = j;
    return widest;
}

double cdFindWidestGap(const cdBoxRoute *route, double t, double slack, int32_t *direction, double *side) {
    Widths at;
    getWidths(route, t, slack, &at);
    *direction = findWidest(&at);
    *side = at.sides[*direction];
    return at.widths[*direction];
}

static void takePlane(cdRouteStop *stop, const Widths *at, int32_t direction) {
    stop->direction = direction;
    stop->side = at->sides[direction];
}

// Lowers a plane's polynomial by a gap of `slack` and bounds on all rounding, here and when it is followed.
static void lowerGap(const cdBoxRoute *route, int32_t direction, double slack, double *gap) {
    double shapes[CD_BERNSTEIN_DEGREE + 1], largest = 0.0;
    for (int k = 0; k <= route->degree; k++) {
        shapes[k] = cdHasRouteShapes(route) ? route->shapes[k][cdGetRouteShape(direction)] : 1.0;
        largest = cdMax(largest, fabs(gap[k]) / shapes[k]);
    }
    double floor = route->errors[direction] + slack / route->scales[direction] +
                   cdGetFollowError(route->degree) * largest;
    for (int k = 0; k <= route->degree; k++)
        gap[k] -= floor * shapes[k];
}

// --- (1)

static bool partsThroughout(const cdBoxRoute *route, const cdRouteStop *stop, double slack) {
    double gap[CD_BERNSTEIN_DEGREE + 1], least = INFINITY;
    cdBoundRoutePlane(route, (cdRoutePlane){stop->direction, stop->side}, gap);
    lowerGap(route, stop->direction, slack, gap);
    for (int k = 0; k <= route->degree; k++)
        least = cdMin(least, gap[k]);
    return least > 0.0;
}

// --- (3)

static void enterPart(const cdBoxRoute *route, double begin, double end, cdRoutePart *part) {
    part->signs = cdGetRouteSigns(route, begin, end);
    cdMatchFeatures(&part->signs, route->rectangular, part->pairs);
}

// --- (4)

typedef struct Following {
    const cdBoxRoute *route;
    double slack;
    cdTrace *trace;
    cdRouteStop *stop;
} Following;

// Follows the stop's plane from its t to the end of a part; true if it advanced.
static bool followPlane(const Following *following, const cdRoutePart *part, double end) {
    const cdBoxRoute *route = following->route;
    cdRouteStop *stop = following->stop;
    double gap[CD_BERNSTEIN_DEGREE + 1], t = stop->t;
    cdRoutePlane plane = {stop->direction, stop->side};
    stop->pair = cdFindPlanePair(part, plane);
    cdMakeRoutePlane(route, plane, stop->pair, gap);
    lowerGap(route, plane.direction, following->slack, gap);
    stop->t = cdFollowAbove(gap, route->degree, t, end);
    stop->planeCount++;
    if (following->trace)
        cdTraceRoutePlane(following->trace, route, plane, stop->pair, (cdInterval){t, stop->t});
    return stop->t > t;
}

// Follows planes from the stop to the end of a part.
static void followPart(const Following *following, const cdRoutePart *part, double end) {
    cdRouteStop *stop = following->stop;
    // The last plane comes first; it may not separate in this part.
    followPlane(following, part, end);
    for (int i = 0; i < FOLLOWS_MAX && stop->t < end; i++) {
        Widths at;
        getWidths(following->route, stop->t, following->slack, &at);
        int32_t widest = findWidest(&at);
        if (!(at.widths[widest] > 0.0)) return;
        // The remaining gap of the plane just followed is less than the error of following it.
        if (widest == stop->direction && at.sides[widest] == stop->side) return;
        takePlane(stop, &at, widest);
        if (!followPlane(following, part, end)) return;
    }
}

static void followParts(const Following *following) {
    const cdBoxRoute *route = following->route;
    cdRouteStop *stop = following->stop;
    double ends[CD_BOX_PARTS_MAX], begin = 0.0;
    int32_t partCount = cdDivideRoute(route, ends); // (2)
    for (int32_t i = 0; i < partCount; begin = ends[i++]) {
        if (ends[i] <= stop->t) continue;
        cdRoutePart part;
        enterPart(route, begin, ends[i], &part);
        bool isPart = ends[i] - begin > CD_ROUTE_SLIVER;
        if (isPart && following->trace)
            cdTraceRoutePart(following->trace, route, stop->partCount, begin, ends[i]);
        stop->partCount += isPart;
        followPart(following, &part, ends[i]);
        if (stop->t >= ends[i]) continue;
        if (following->trace) cdTraceRouteEnd(following->trace);
        return;
    }
    stop->stopped = false;
}

// --- (6)

static void traceLine(const Following *following, const cdRoutePart *part, double from) {
    cdTraceRoutePart(following->trace, following->route, 0, 0.0, 1.0);
    cdTraceLinePlanes(following->trace, following->route, part, from, following->stop);
    if (following->stop->stopped) cdTraceRouteEnd(following->trace);
}

static void followLine(const Following *following, double from, const Widths *first) {
    const cdBoxRoute *route = following->route;
    cdRouteStop *stop = following->stop;
    double enter = from, leave = INFINITY;
    for (int32_t j = 0; j < CD_BOX_DIRECTIONS; j++) {
        double begin = route->offsets[0][j], step = route->offsets[1][j] - begin;
        double reach = fabs(begin + from * step) - first->widths[j] / route->scales[j];
        if (fabs(step) <= route->errors[j] * CD_EPSILON) {
            if (first->widths[j] > 0.0) leave = -INFINITY;
            continue;
        }
        double near = (-reach - begin) / step, far = (reach - begin) / step;
        leave = cdMin(leave, cdMax(near, far));
        if (cdMin(near, far) <= enter) continue;
        enter = cdMin(near, far);
        stop->direction = j;
        stop->side = step < 0.0 ? 1.0 : -1.0;
    }
    stop->planeCount = CD_BOX_PLANES;
    stop->partCount = 1;
    stop->stopped = enter < 1.0 && enter <= leave * (1.0 + 4.0 * CD_EPSILON);
    stop->t = stop->stopped ? cdMax(from, enter * (1.0 - 4.0 * CD_EPSILON)) : 1.0;
    if (!stop->stopped && !following->trace) return;
    cdRoutePart part;
    enterPart(route, 0.0, 1.0, &part);
    if (stop->stopped) stop->pair = cdFindPlanePair(&part, (cdRoutePlane){stop->direction, stop->side});
    if (following->trace) traceLine(following, &part, from);
}

cdRouteStop cdFollowRoute(const cdBoxRoute *route, double from, double slack, cdTrace *trace) {
    Widths first;
    getWidths(route, from, slack, &first);
    int32_t widest = findWidest(&first);
    cdRouteStop stop = {.stopped = true, .t = from, .startGap = first.widths[widest]};
    Following following = {route, slack, trace, &stop};
    takePlane(&stop, &first, widest);
    if (!(stop.startGap > 0.0)) return stop;
    if (route->degree == 1) {
        followLine(&following, from, &first);
        return stop;
    }
    if (!partsThroughout(route, &stop, slack)) {
        followParts(&following);
        return stop;
    }
    if (trace)
        cdTraceRouteThroughout(trace, route, (cdRoutePlane){stop.direction, stop.side},
                               (cdInterval){from, 1.0});
    stop.t = 1.0;
    stop.stopped = false;
    return stop;
}
