// First contact on one course: follows its route and describes the result [AS05].
//
// Input: the route and the boxes at any t. Output: cdBoxContact. (1) At the start the boxes are disjoint,
// overlap by more than a touch, or touch. (2) From a disjoint pose the route is followed to the first contact
// (follow_route.c). (3) A start that touches is a contact at once, unless the motion leaves: within 1024
// tolerances of its path the boxes separate, on the side on which they start, and until then never overlap by
// more than a touch, tested every eight tolerances. (4) The features, the point and the normal are those of
// the boxes at t.lo.
#include "boxes/route/box_course.h"
#include "boxes/pairs/box_features.h"
#include "boxes/route/box_gap.h"
#include "boxes/route/route_trace.h"

// In tolerances: largest depth of a touch, and distances within which a motion may leave it.
static const double touchDepth = 4.0;
static const double leaveFirst = 4.0, leaveGrowth = 16.0, leaveStride = 8.0;
enum { LEAVE_ATTEMPTS = 3 };

// Lengths of t after t.lo in which the first zero is searched, if the value at t.lo is within rounding of it.
static const double narrowest = 0x1p-40, widest = 0x1p-32;

static double getGap(const cdBoxCourse *course, double t) {
    cdBoxAt a, b;
    int32_t direction = 0;
    double side = 1.0;
    course->getBoxes(course, t, &a, &b);
    return cdFindBoxGap(&a, &b, &direction, &side);
}

// --- (3)

static bool goesDeep(const cdBoxCourse *course, double from, double to, double stride) {
    int count = (int)ceil((to - from) / stride);
    for (int k = 1; k <= count; k++)
        if (getGap(course, from + (to - from) * k / count) < -touchDepth * course->tolerance) return true;
    return false;
}

// True if the centres are on the same side of each other at the start and at t, across the plane that
// separates the boxes there. Boxes thinner than the tolerance may have passed through each other.
static bool staysOnSide(const cdBoxCourse *course, double t) {
    cdBoxAt a, b, startA, startB;
    int32_t direction = 0;
    double side = 1.0;
    course->getBoxes(course, 0.0, &startA, &startB);
    course->getBoxes(course, t, &a, &b);
    cdFindBoxGap(&a, &b, &direction, &side);
    cdVec3 normal = cdGetBoxNormal(&a, &b, direction, side);
    return cdDot(normal, cdSub(startA.center, startB.center)) * cdDot(normal, cdSub(a.center, b.center)) >
           0.0;
}

// Returns the t from which boxes that touch at the start are disjoint; 0: they do not leave.
static double leaveTouch(const cdBoxCourse *course) {
    double unit = course->path > 0.0 ? course->tolerance / course->path : 1.0;
    double before = 0.0, t = leaveFirst * unit;
    for (int attempt = 0; attempt < LEAVE_ATTEMPTS && t < course->until; attempt++) {
        if (goesDeep(course, before, t, leaveStride * unit)) return 0.0;
        before = t;
        t *= leaveGrowth;
        if (getGap(course, before) > course->tolerance) return staysOnSide(course, before) ? before : 0.0;
    }
    return 0.0;
}

// --- (4)

// Returns the t by which the gap is closed beyond rounding.
static double findEnd(const cdBoxCourse *course, const cdRouteStop *stop) {
    double step = narrowest;
    for (; step < widest && stop->t + step < course->until; step *= 4.0) {
        double gaps[16], sides[16];
        cdGetRouteGaps(&course->route, stop->t + step, gaps, sides);
        if (cdHasRouteShapes(&course->route)) cdDivideByShapes(&course->route, stop->t + step, gaps);
        if (gaps[stop->direction] < -course->route.errors[stop->direction]) break;
    }
    return cdMin(stop->t + step, course->until);
}

static void describe(const cdBoxCourse *course, const cdRouteStop *stop, cdBoxContact *contact) {
    cdBoxAt a, b;
    course->getBoxes(course, stop->t, &a, &b);
    cdBoxTouch touch = cdDescribeBoxTouch(&a, &b, stop->direction, stop->side, course->tolerance);
    contact->state = CD_CONTACT;
    contact->t = (cdInterval){stop->t, findEnd(course, stop)};
    // Between edges that are almost parallel rounding is large beside the plane's own normal.
    contact->tolerance = cdMax(contact->tolerance, cdGetBoxGapAlong(&a, &b, stop->direction));
    contact->pair = touch.pair;
    contact->point = touch.point;
    contact->normal = cdAdd(touch.normal, (cdVec3){0.0, 0.0, 0.0}); // no negative zeros
}

static void addCounts(cdBoxContact *contact, const cdRouteStop *stop) {
    contact->partCount += stop->partCount;
    contact->planeCount += stop->planeCount;
}

// --- (1) (2)

void cdFindContactOnCourse(const cdBoxCourse *course, bool isFirst, cdBoxContact *contact) {
    contact->tolerance = cdMax(contact->tolerance, course->tolerance);
    cdRouteStop stop = cdFollowRoute(&course->route, 0.0, 0.0, course->trace);
    if (isFirst && !(stop.startGap > course->tolerance)) {
        if (!(getGap(course, 0.0) >= -touchDepth * course->tolerance)) {
            contact->state = CD_OVERLAP;
            return;
        }
        double from = leaveTouch(course);
        if (from > 0.0 && course->trace) cdTraceLeaving(course->trace, from);
        if (from > 0.0) stop = cdFollowRoute(&course->route, from, 0.0, course->trace);
    }
    addCounts(contact, &stop);
    bool isKnown = !stop.stopped || stop.t < course->until;
    if (stop.stopped && isKnown) {
        describe(course, &stop, contact);
        return;
    }
    contact->state = course->until < 1.0 ? CD_UNDECIDED : CD_FREE;
    contact->t = (cdInterval){course->until, course->until};
}

// --- Parts

// If normals of both boxes have the same zero up to rounding, there is no part between.
int32_t cdFindRouteParts(const cdBoxRoute *route, double *ends) {
    int32_t count = cdDivideRoute(route, ends), kept = 0;
    for (int32_t i = 0; i < count; i++) {
        bool isNew = kept == 0 || ends[i] - ends[kept - 1] > CD_ROUTE_SLIVER;
        if (!isNew) kept--;
        ends[kept++] = ends[i];
    }
    return kept;
}
