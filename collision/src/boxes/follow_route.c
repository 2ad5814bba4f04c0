// Following a route: the first t at which the origin lies on one plane and inside all others [AS05].
//
// Input: the polynomials of route.h. Output: up to where some plane certainly parts the boxes. (1) A plane
// that parts them all the way, whichever features lie on it, ends it at once. (2) Else the route is divided
// (divide_route.c). (3) In each homogeneous part the pairs of features are found by the signs in its middle
// (orientation.c), so that each plane's gap is one polynomial (route_plane.c). (4) Of the planes that part
// the boxes, the one of the widest gap is followed to its first zero, certified from the left; what lies
// before is free. There the next one is taken. (5) Where none is left the origin lies on the last plane and
// inside all others: they meet.
//
// Differs from the page in (4): not every plane's polynomial is solved and each root tested against all other
// planes, but only those of planes that the origin is beyond; the first root that passes the test is the same
// one.
#include "boxes/orientation.h"
#include "boxes/route_plane.h"

// Every plane has at most `degree` zeros in a part; this many are never seen.
enum { FOLLOWS_MAX = 300 };

// Above this a gap is a gap of more than `slack`.
static double getFloor(const cdBoxRoute *route, int direction, double slack) {
    return route->errors[direction] + slack * route->lengths[direction];
}

// --- (1)

static bool partsThroughout(const cdBoxRoute *route, cdRoutePlane plane, double slack) {
    double gap[CD_BERNSTEIN_DEGREE + 1], least = INFINITY;
    cdBoundRoutePlane(route, plane, gap);
    for (int k = 0; k <= route->degree; k++)
        least = cdMin(least, gap[k]);
    return least > getFloor(route, plane.direction, slack);
}

// --- (3)

static void enterPart(const cdBoxRoute *route, double begin, double end, cdRoutePart *part) {
    part->signs = cdGetRouteSigns(route, 0.5 * (begin + end));
    cdMatchFeatures(&part->signs, route->rectangular, part->pairs);
}

// --- (4)

double cdFindWidestGap(const cdBoxRoute *route, double t, double slack, int32_t *direction, double *side) {
    double gaps[16], sides[16], widest = -INFINITY;
    cdGetRouteGaps(route, t, gaps, sides);
    for (int32_t j = 0; j < CD_BOX_DIRECTIONS; j++) {
        double width = (gaps[j] - getFloor(route, j, slack)) / route->lengths[j];
        if (!(width > widest)) continue;
        widest = width;
        *direction = j;
        *side = sides[j];
    }
    return widest;
}

// Follows planes from stop->t to the end of a part.
static void followPart(const cdBoxRoute *route, const cdRoutePart *part, double end, double slack,
                       cdRouteStop *stop) {
    cdRoutePlane plane = {stop->direction, stop->side};
    for (int i = 0; i < FOLLOWS_MAX; i++) {
        double gap[CD_BERNSTEIN_DEGREE + 1], t = stop->t;
        stop->direction = plane.direction;
        stop->side = plane.side;
        stop->pair = cdFindPlanePair(part, plane);
        cdMakeRoutePlane(route, plane, stop->pair, gap);
        stop->t = cdFollowAbove(gap, route->degree, t, end, getFloor(route, plane.direction, slack));
        stop->planeCount++;
        if (stop->t >= end) return;
        // The plane that led into this part may not hold in it; one just chosen does, or rounding decides.
        if (stop->t <= t && i > 0) return;
        if (!(cdFindWidestGap(route, stop->t, slack, &plane.direction, &plane.side) > 0.0)) return;
    }
}

cdRouteStop cdFollowRoute(const cdBoxRoute *route, double from, double slack) {
    cdRouteStop stop = {.stopped = true, .t = from, .side = 1.0};
    stop.startGap = cdFindWidestGap(route, from, slack, &stop.direction, &stop.side);
    if (!(stop.startGap > 0.0)) return stop;
    if (partsThroughout(route, (cdRoutePlane){stop.direction, stop.side}, slack)) {
        stop.t = 1.0;
        stop.stopped = false;
        return stop;
    }
    double ends[CD_BOX_PARTS_MAX], begin = 0.0;
    int32_t partCount = cdDivideRoute(route, ends); // (2)
    for (int32_t i = 0; i < partCount; begin = ends[i++]) {
        if (ends[i] <= stop.t) continue;
        cdRoutePart part;
        enterPart(route, begin, ends[i], &part);
        stop.partCount++;
        followPart(route, &part, ends[i], slack, &stop);
        if (stop.t < ends[i]) return stop;
    }
    stop.stopped = false;
    return stop;
}
