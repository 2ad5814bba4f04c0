// First contact of two boxes in polynomial motion [AS05].
//
// Input: half extents, both matrices. Output: the first contact on this motion's course (box_course.h), and
// its homogeneous parts. The whole motion is one route of t (polynomial_route.c), in the world's axes.
#include "boxes/box_contact.h"
#include "boxes/route/box_course.h"

// The position of a box far from the origin is rounded: this share of its coordinates counts as size.
static const double farShare = 1.0 / 64.0;

// Sizes count only as far as the boxes and the space between them are at most so many times as large as at
// the start; and at least so far.
static const double growth = 64.0, minEnd = 0x1p-40;

static void getPolynomialBoxes(const cdBoxCourse *course, double t, cdBoxAt *a, cdBoxAt *b) {
    cdGetBoxesAt(course->input, t, a, b);
}

static double sumLengths(const cdVec3 arms[3]) {
    return cdLength(arms[0]) + cdLength(arms[1]) + cdLength(arms[2]);
}

static double getChange(const cdBoxAt *from, const cdBoxAt *to) {
    cdVec3 arms[3];
    for (int i = 0; i < 3; i++)
        arms[i] = cdSub(to->arms[i], from->arms[i]);
    return sumLengths(arms);
}

// Upper bounds up to one t: size of the boxes and the space between them, and speed of their changes with t.
typedef struct Extent {
    double size, speed;
} Extent;

static Extent measureExtent(const cdBoxesInput *input, double end) {
    enum { SAMPLES = 8 };
    cdBoxAt a, b, lastA = {0}, lastB = {0};
    Extent extent = {0.0, 0.0};
    for (int k = 0; k <= SAMPLES; k++) {
        cdGetBoxesAt(input, end * k / SAMPLES, &a, &b);
        cdVec3 d = cdSub(a.center, b.center);
        double far = farShare * (cdLength(a.center) + cdLength(b.center));
        extent.size = cdMax(extent.size, sumLengths(a.arms) + sumLengths(b.arms) + cdLength(d) + far);
        if (k > 0) {
            double step = cdLength(cdSub(d, cdSub(lastA.center, lastB.center)));
            extent.speed = cdMax(extent.speed, step + getChange(&lastA, &a) + getChange(&lastB, &b));
        }
        lastA = a, lastB = b;
    }
    extent.speed *= SAMPLES / end;
    return extent;
}

// Sizes determine the rounding and how fast a touch may be left; no certificate depends on them, so samples
// of the route suffice. Where w comes near 0 they grow without bound and hide the motion before.
static void measurePolynomial(cdBoxCourse *course) {
    double end = cdMax(course->until, minEnd), most = growth * measureExtent(course->input, minEnd).size;
    Extent extent = measureExtent(course->input, end);
    while (!(extent.size <= most) && end > minEnd) {
        end *= 0.5;
        extent = measureExtent(course->input, end);
    }
    course->path = extent.speed;
    course->tolerance = CD_COURSE_TOUCH_UNITS * (extent.size + extent.speed);
}

cdBoxContact cdFindPolynomialContact(const cdBoxesInput *input, cdTrace *trace) {
    cdBoxContact contact = {.state = CD_UNDECIDED};
    cdBoxCourse course;
    course.getBoxes = getPolynomialBoxes;
    course.input = input;
    course.trace = trace;
    if (!cdOpenPolynomialRoute(&course.route, input, &course.until)) return contact;
    measurePolynomial(&course);
    cdFindContactOnCourse(&course, true, &contact);
    return contact;
}

int32_t cdFindPolynomialParts(const cdBoxesInput *input, double *ends) {
    cdBoxRoute route;
    double until;
    if (!cdOpenPolynomialRoute(&route, input, &until)) return 0;
    return cdFindRouteParts(&route, ends);
}
