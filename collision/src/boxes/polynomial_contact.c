// First contact of two boxes in polynomial motion [AS05].
//
// Input: half extents, both matrices. Output: the course of that motion (box_course.h) followed, and its
// homogeneous parts. The whole motion is one route (polynomial_route.c), in the world's axes; t is its own.
#include "boxes/box_course.h"
#include "foundation/hooks.h"

// A box far from the origin is placed by rounded digits: this share of its coordinates counts as size.
static const double farShare = 1.0 / 64.0;

static void placePolynomial(const cdBoxCourse *course, double t, cdPlacedBox *a, cdPlacedBox *b) {
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
static void measurePolynomial(cdBoxCourse *course) {
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
    course->tolerance = CD_COURSE_TOUCH_UNITS * (size + speed);
}

cdBoxContact cdFindBoxContact(const cdBoxesInput *input) {
    cdBoxContact contact = {.state = CD_UNDECIDED};
    if (!CD_REQUIRE(input)) return contact;
    cdBoxCourse course;
    course.place = placePolynomial;
    course.input = input;
    if (!cdOpenPolynomialRoute(&course.route, input, &course.until)) return contact;
    measurePolynomial(&course);
    cdFindContactOnCourse(&course, true, &contact);
    return contact;
}

int32_t cdFindBoxParts(const cdBoxesInput *input, double *ends) {
    cdBoxRoute route;
    double until;
    if (!CD_REQUIRE(input && ends)) return 0;
    if (!cdOpenPolynomialRoute(&route, input, &until)) return 0;
    return cdFindRouteParts(&route, ends);
}
