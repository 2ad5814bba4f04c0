// First contact of two boxes: a route, followed; what it came to, described [AS05].
//
// Input: two boxes in polynomial motion or on a screw. Output: cdBoxContact. (1) At the start the boxes are
// apart, in each other by more than a touch (overlap), or they touch. (2) From where they are apart the route
// is followed to the first contact (follow_route.c). (3) A start that touches is a contact at once, unless
// the motion leaves: within 1024 tolerances of its path the boxes come apart, and on that way never are in
// each other by more than a touch, looked at every eight tolerances. (4) The features, the point and the
// normal are those of the boxes as they stand at t.lo.
#include "boxes/box_features.h"
#include "boxes/box_gap.h"
#include "boxes/route.h"
#include "foundation/hooks.h"
#include "foundation/turn.h"

// As in continuous/first_contact.c: how near counts as touching, in rounding units of the query's size; how
// deep a touch may be, and how far a motion may go to leave it, in tolerances.
static const double touchUnits = 1024.0;
static const double touchDepth = 4.0;
static const double leaveFirst = 4.0, leaveGrowth = 16.0, leaveStride = 8.0;
enum { LEAVE_ATTEMPTS = 3 };

// Of t: a first zero is looked for on this much after t.lo, when the value there is within rounding of it.
static const double narrowest = 0x1p-40, widest = 0x1p-32;

// One route of the one or two that a motion is made of, with what places the boxes on it.
typedef struct Course {
    cdBoxRoute route;
    double until;           // nothing is known beyond
    double tolerance, path; // lengths
    void (*place)(const struct Course *course, double t, cdPlacedBox *a, cdPlacedBox *b);
    const cdBoxesInput *input; // of a polynomial motion, else NULL
    cdScrew screw;             // in B's frame, B's centre the origin
    cdQuat start;              // A's turn where the screw begins
    cdVec3 halfA, halfB;
} Course;

static double getGap(const Course *course, double t) {
    cdPlacedBox a, b;
    int32_t direction = 0;
    double side = 1.0;
    course->place(course, t, &a, &b);
    return cdFindBoxGap(&a, &b, &direction, &side);
}

// --- (3)

static bool goesIn(const Course *course, double from, double to, double stride) {
    int count = (int)ceil((to - from) / stride);
    for (int k = 1; k <= count; k++)
        if (getGap(course, from + (to - from) * k / count) < -touchDepth * course->tolerance) return true;
    return false;
}

// From where on boxes that touch at the start are apart; 0: they do not leave.
static double leaveTouch(const Course *course) {
    double unit = course->path > 0.0 ? course->tolerance / course->path : 1.0;
    double before = 0.0, t = leaveFirst * unit;
    for (int attempt = 0; attempt < LEAVE_ATTEMPTS && t < course->until; attempt++) {
        if (goesIn(course, before, t, leaveStride * unit)) return 0.0;
        before = t;
        t *= leaveGrowth;
        if (getGap(course, before) > course->tolerance) return before;
    }
    return 0.0;
}

// --- (4)

// Until when the gap is closed as far as one can tell.
static double findEnd(const Course *course, const cdRouteStop *stop) {
    double step = narrowest;
    for (; step < widest && stop->t + step < course->until; step *= 4.0) {
        double gaps[16], sides[16];
        cdGetRouteGaps(&course->route, stop->t + step, gaps, sides);
        if (cdHasRouteShapes(&course->route)) cdDivideByShapes(&course->route, stop->t + step, gaps);
        if (gaps[stop->direction] < -course->route.errors[stop->direction]) break;
    }
    return cdMin(stop->t + step, course->until);
}

static void describe(const Course *course, const cdRouteStop *stop, cdBoxContact *contact) {
    cdPlacedBox a, b;
    course->place(course, stop->t, &a, &b);
    cdBoxTouch touch = cdDescribeBoxTouch(&a, &b, stop->direction, stop->side, course->tolerance);
    contact->state = CD_CONTACT;
    contact->t = (cdInterval){stop->t, findEnd(course, stop)};
    // Between edges that are almost parallel rounding is large beside the plane's own normal.
    contact->tolerance = cdMax(contact->tolerance, cdGetBoxGapAlong(&a, &b, stop->direction));
    contact->pair = touch.pair;
    contact->point = touch.point;
    contact->normal = touch.normal;
}

static void addCounts(cdBoxContact *contact, const cdRouteStop *stop) {
    contact->partCount += stop->partCount;
    contact->planeCount += stop->planeCount;
}

// --- (1) (2)

// `t` of the result is the course's own.
static void findContact(const Course *course, bool isFirst, cdBoxContact *contact) {
    contact->tolerance = cdMax(contact->tolerance, course->tolerance);
    cdRouteStop stop = cdFollowRoute(&course->route, 0.0, 0.0);
    if (isFirst && !(stop.startGap > course->tolerance)) {
        if (!(getGap(course, 0.0) >= -touchDepth * course->tolerance)) {
            contact->state = CD_OVERLAP;
            return;
        }
        double from = leaveTouch(course);
        if (from > 0.0) stop = cdFollowRoute(&course->route, from, 0.0);
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

// --- Polynomial motion

// Of t: beyond this share of the coordinates a box far from the origin is placed by rounded digits.
static const double farShare = 1.0 / 64.0;

static void placePolynomial(const Course *course, double t, cdPlacedBox *a, cdPlacedBox *b) {
    cdPlaceBoxes(course->input, t, a, b);
}

static double sumLengths(const cdVec3 arms[3]) {
    return cdLength(arms[0]) + cdLength(arms[1]) + cdLength(arms[2]);
}

static double getChange(const cdPlacedBox *from, const cdPlacedBox *to) {
    cdVec3 arms[3];
    for (int i = 0; i < 3; i++)
        arms[i] = cdSub(to->arms[i], from->arms[i]);
    return sumLengths(arms);
}

// Sizes say how large rounding is and how fast a touch may be left; no certificate hangs on them, so samples
// of the route will do.
static void measurePolynomial(Course *course) {
    enum { SAMPLES = 8 };
    cdPlacedBox a, b, lastA = {0}, lastB = {0};
    double size = 0.0, speed = 0.0;
    for (int k = 0; k <= SAMPLES; k++) {
        cdPlaceBoxes(course->input, course->until * k / SAMPLES, &a, &b);
        cdVec3 d = cdSub(a.center, b.center);
        double far = farShare * (cdLength(a.center) + cdLength(b.center));
        size = cdMax(size, sumLengths(a.arms) + sumLengths(b.arms) + cdLength(d) + far);
        if (k > 0) {
            double step = cdLength(cdSub(d, cdSub(lastA.center, lastB.center)));
            speed = cdMax(speed, SAMPLES * (step + getChange(&lastA, &a) + getChange(&lastB, &b)));
        }
        lastA = a, lastB = b;
    }
    course->path = speed;
    course->tolerance = touchUnits * CD_EPSILON * (size + speed);
}

cdBoxContact cdFindBoxContact(const cdBoxesInput *input) {
    cdBoxContact contact = {.state = CD_UNDECIDED};
    if (!CD_REQUIRE(input)) return contact;
    Course course;
    course.place = placePolynomial;
    course.input = input;
    if (!cdOpenPolynomialRoute(&course.route, input, &course.until)) return contact;
    measurePolynomial(&course);
    findContact(&course, true, &contact);
    return contact;
}

// Where both boxes' normals tell of one zero, rounding apart, no part lies between.
static int32_t mergeParts(double *ends, int32_t count) {
    int32_t kept = 0;
    for (int32_t i = 0; i < count; i++) {
        bool isNew = kept == 0 || ends[i] - ends[kept - 1] > CD_ROUTE_SLIVER;
        if (!isNew) kept--;
        ends[kept++] = ends[i];
    }
    return kept;
}

int32_t cdFindBoxParts(const cdBoxesInput *input, double *ends) {
    cdBoxRoute route;
    double until;
    if (!CD_REQUIRE(input && ends)) return 0;
    if (!cdOpenPolynomialRoute(&route, input, &until)) return 0;
    return mergeParts(ends, cdDivideRoute(&route, ends));
}

// --- Screws

static const double largestSize = 1e100; // as for meshes

static bool isBox(cdVec3 half) {
    return half.x > 0.0 && half.y > 0.0 && half.z > 0.0;
}

static void placeArms(cdPlacedBox *box, cdVec3 center, const cdMat3 *axes, cdVec3 half) {
    double lengths[3] = {half.x, half.y, half.z};
    box->center = center;
    for (int i = 0; i < 3; i++)
        box->arms[i] = cdScale(lengths[i], cdGetMat3Column(axes, i));
}

static void placeOnScrew(const Course *course, double t, cdPlacedBox *a, cdPlacedBox *b) {
    const cdScrew *screw = &course->screw;
    cdQuat turn = {1.0, t * screw->g.x, t * screw->g.y, t * screw->g.z};
    cdMat3 axesA = cdMakeMat3FromQuat(cdNormalizeQuat(cdMulQuat(turn, course->start)));
    cdMat3 axesB = {{{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}}};
    placeArms(a, cdGetPointAt(screw, screw->c, t), &axesA, course->halfA);
    placeArms(b, (cdVec3){0.0, 0.0, 0.0}, &axesB, course->halfB);
}

// The motion in B's frame, B's centre the origin. false: the input is refused.
static bool makeRelativeMotion(const cdScrewBoxesInput *input, cdMotion *motion) {
    if (!cdIsValidPose(input->startA) || !cdIsValidPose(input->targetA) || !cdIsValidPose(input->poseB))
        return false;
    if (!isBox(input->halfA) || !isBox(input->halfB)) return false;
    cdQuat inverseB = cdConjugate(cdNormalizeQuat(input->poseB.q));
    cdVec3 from = cdRotate(inverseB, cdSub(input->startA.p, input->poseB.p));
    cdVec3 step = cdRotate(inverseB, cdSub(input->targetA.p, input->startA.p));
    cdPose start = {from, cdNormalizeQuat(cdMulQuat(inverseB, input->startA.q))};
    cdPose target = {cdAdd(from, step), cdNormalizeQuat(cdMulQuat(inverseB, input->targetA.q))};
    cdQuat turn = cdFindTurn(input->startA.q, input->targetA.q);
    cdVec3 axis = cdRotate(inverseB, (cdVec3){turn.x, turn.y, turn.z});
    turn = (cdQuat){turn.w, axis.x, axis.y, axis.z};
    *motion = cdMakeMotionByTurn(start, target, turn, (cdVec3){0.0, 0.0, 0.0});
    return cdSumAbs(from) + cdSumAbs(step) + cdSumAbs(input->halfA) + cdSumAbs(input->halfB) <= largestSize;
}

static void openScrewCourse(const cdScrewBoxesInput *input, const cdMotion *motion, int32_t index,
                            Course *course) {
    const cdScrew *screw = &motion->screws[index];
    course->until = 1.0;
    course->place = placeOnScrew;
    course->input = NULL;
    course->halfA = input->halfA, course->halfB = input->halfB;
    course->screw = *screw;
    course->start = motion->start.q;
    if (index == 1) {
        const cdVec3 g = motion->screws[0].g;
        course->start = cdNormalizeQuat(cdMulQuat((cdQuat){1.0, g.x, g.y, g.z}, course->start));
    }
    cdMat3 axes = cdMakeMat3FromQuat(course->start);
    cdOpenScrewRoute(&course->route, screw, &axes, screw->c, input->halfA, input->halfB);
    double radii = cdLength(input->halfA) + cdLength(input->halfB);
    course->path = 2.0 * (cdLength(screw->bc) + sqrt(screw->k2) * cdLength(input->halfA)) + fabs(screw->s);
    course->tolerance = touchUnits * CD_EPSILON * (radii + cdLength(motion->start.p) + course->path);
}

static double getTime(const cdMotion *motion, int32_t index, double tau) {
    return (index + cdGetTimeFromTau(&motion->screws[index], tau)) / motion->screwCount;
}

// From B's frame to the world, from tau to t.
static void finishScrewContact(const cdScrewBoxesInput *input, const cdMotion *motion, int32_t index,
                               cdBoxContact *contact) {
    if (contact->state == CD_OVERLAP) return;
    contact->t.lo = cdMax(0.0, getTime(motion, index, contact->t.lo) - 4.0 * CD_EPSILON);
    contact->t.hi = cdMin(1.0, getTime(motion, index, contact->t.hi) + 4.0 * CD_EPSILON);
    if (contact->state != CD_CONTACT) return;
    contact->point = cdTransformPoint(input->poseB, contact->point);
    contact->normal = cdRotate(input->poseB.q, contact->normal);
}

cdBoxContact cdFindScrewBoxContact(const cdScrewBoxesInput *input) {
    cdBoxContact contact = {.state = CD_UNDECIDED};
    cdMotion motion;
    if (!CD_REQUIRE(input)) return contact;
    if (!makeRelativeMotion(input, &motion)) return contact;
    for (int32_t i = 0; i < motion.screwCount; i++) {
        Course course = {.until = 1.0, .place = placeOnScrew, .halfA = input->halfA, .halfB = input->halfB};
        openScrewCourse(input, &motion, i, &course);
        findContact(&course, i == 0, &contact);
        if (contact.state != CD_FREE) {
            finishScrewContact(input, &motion, i, &contact);
            return contact;
        }
    }
    contact.t = (cdInterval){1.0, 1.0};
    return contact;
}

int32_t cdFindScrewBoxParts(const cdScrewBoxesInput *input, double *ends) {
    cdMotion motion;
    int32_t count = 0;
    if (!CD_REQUIRE(input && ends) || !makeRelativeMotion(input, &motion)) return 0;
    for (int32_t i = 0; i < motion.screwCount; i++) {
        Course course;
        openScrewCourse(input, &motion, i, &course);
        int32_t more = mergeParts(&ends[count], cdDivideRoute(&course.route, &ends[count]));
        for (int32_t k = 0; k < more; k++)
            ends[count + k] = getTime(&motion, i, ends[count + k]);
        count += more;
    }
    return count;
}
