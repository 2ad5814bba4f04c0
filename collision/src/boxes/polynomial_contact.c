// First contact of two boxes in polynomial motion [AS05].
//
// Input: half extents, both matrices. Output: the course of that motion (box_course.h) followed, and its
// homogeneous parts. The whole motion is one route (polynomial_route.c), in the world's axes; t is its own.
#include "boxes/box_contact.h"
#include "boxes/route/box_course.h"

// A box far from the origin is placed by rounded digits: this share of its coordinates counts as size.
static const double farShare = 1.0 / 64.0;

// Only as far as the boxes, with what lies between them, are no larger than so many times what they are at
// the start do they count; and at least so far.
static const double growth = 64.0, leastEnd = 0x1p-40;

static void placePolynomial(const cdBoxCourse *course, double t, cdBoxAt *a, cdBoxAt *b) {
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

// How large the boxes, what lies between them and their changes with t are up to one t, at most.
typedef struct Way {
    double size, speed;
} Way;

static Way measureWay(const cdBoxesInput *input, double end) {
    enum { SAMPLES = 8 };
    cdBoxAt a, b, lastA = {0}, lastB = {0};
    Way way = {0.0, 0.0};
    for (int k = 0; k <= SAMPLES; k++) {
        cdGetBoxesAt(input, end * k / SAMPLES, &a, &b);
        cdVec3 d = cdSub(a.center, b.center);
        double far = farShare * (cdLength(a.center) + cdLength(b.center));
        way.size = cdMax(way.size, sumLengths(a.arms) + sumLengths(b.arms) + cdLength(d) + far);
        if (k > 0) {
            double step = cdLength(cdSub(d, cdSub(lastA.center, lastB.center)));
            way.speed = cdMax(way.speed, step + getChange(&lastA, &a) + getChange(&lastB, &b));
        }
        lastA = a, lastB = b;
    }
    way.speed *= SAMPLES / end;
    return way;
}

// Sizes say how large rounding is and how fast a touch may be left; no certificate hangs on them, so samples
// of the route will do. Where w comes near 0 they grow without end and would say nothing of the way before.
static void measurePolynomial(cdBoxCourse *course) {
    double end = cdMax(course->until, leastEnd), most = growth * measureWay(course->input, leastEnd).size;
    Way way = measureWay(course->input, end);
    while (!(way.size <= most) && end > leastEnd) {
        end *= 0.5;
        way = measureWay(course->input, end);
    }
    course->path = way.speed;
    course->tolerance = CD_COURSE_TOUCH_UNITS * (way.size + way.speed);
}

cdBoxContact cdFindPolynomialContact(const cdBoxesInput *input, cdTrace *trace) {
    cdBoxContact contact = {.state = CD_UNDECIDED};
    cdBoxCourse course;
    course.place = placePolynomial;
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
