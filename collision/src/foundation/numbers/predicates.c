// Orientation signs: a filter, then exact expansions.
//
// A difference of two coordinates that is exactly a double (the common case for close points) is an expansion
// (expansion.h) of one part, so the determinant of nine such differences stays short.
//
// 1. Filter: the determinant in plain doubles, and a bound on its error from the sum of its terms' absolute
//    values [Shewchuk 1997, section 4.4: (7 + 56 u) u and (3 + 16 u) u times that sum, u = 2^-53].
// 2. Close: the same formula with numbers of two doubles, and a bound of 2^-98 of that sum; points in a plane
// up
//    to rounding are common. If all second doubles are 0, it has no error at all: points of a grid.
// 3. Exact: the differences as expansions of at most two parts, their 2 x 2 minors, the determinant.
#include "foundation/numbers/predicates.h"
#include "foundation/numbers/expansion.h"

#include <float.h>

// Maximum parts of a 2 x 2 minor of differences of coordinates and of a 3 x 3 determinant.
enum { MINOR_SIZE = 16, DETERMINANT_SIZE = 192 };

static const double BOUND_2 = (3.0 + 16.0 * 0x1p-53) * 0x1p-53;
static const double BOUND_3 = (7.0 + 56.0 * 0x1p-53) * 0x1p-53;
// Each of the three products is off by less than 8 + 2 * 8 + 2 units of 2^-106 of its terms, and so are the
// sums by less than 2 * 8 more; the largest is taken six times, for the rounding of the sum of absolute
// values too.
static const double CLOSE_BOUND_3 = 0x1p-98;

static int signOf(double x) {
    return (x > 0.0) - (x < 0.0);
}

static int addDifferenceProduct(int count, double *sum, const cdExactDifference *a,
                                const cdExactDifference *b, double sign) {
    return cdAddExpansionProduct(count, sum, a->count, a->parts, b->count, b->parts, sign);
}

// Expands (b - a) x (c - a) in the plane. Returns the number of parts.
static int expandCross2(double ax, double ay, double bx, double by, double cx, double cy,
                        double minor[MINOR_SIZE]) {
    cdExactDifference ux = cdSubtractExactly(bx, ax), uy = cdSubtractExactly(by, ay);
    cdExactDifference vx = cdSubtractExactly(cx, ax), vy = cdSubtractExactly(cy, ay);
    int count = addDifferenceProduct(0, minor, &ux, &vy, 1.0);
    return addDifferenceProduct(count, minor, &uy, &vx, -1.0);
}

int cdGetOrientation2(double ax, double ay, double bx, double by, double cx, double cy) {
    double left = (bx - ax) * (cy - ay), right = (by - ay) * (cx - ax);
    double determinant = left - right;
    if (fabs(determinant) >= BOUND_2 * (fabs(left) + fabs(right))) return signOf(determinant);
    double minor[MINOR_SIZE];
    int count = expandCross2(ax, ay, bx, by, cx, cy, minor);
    return cdGetExpansionSign(count, minor);
}

// A sum of two doubles; `rest` is at most a rounding error of `first`.
typedef struct Twin {
    double first, rest;
} Twin;

static Twin subtractClosely(double a, double b) {
    Twin twin;
    twin.first = cdAddTwo(a, -b, &twin.rest);
    return twin;
}

// Each is off by less than 8 * 2^-106 of the absolute values of its terms.
static Twin multiplyTwins(Twin a, Twin b) {
    double error, product = cdMultiplyTwo(a.first, b.first, &error);
    return (Twin){product, error + (a.first * b.rest + a.rest * b.first)};
}

static Twin addTwins(Twin a, Twin b) {
    double error, sum = cdAddTwo(a.first, b.first, &error);
    double rest = error + (a.rest + b.rest);
    Twin twin;
    twin.first = cdAddTwo(sum, rest, &twin.rest);
    return twin;
}

// True if the sign of ((b - a) x (c - a)) . (d - a) is certain; `size`: the sum of its terms' absolute
// values.
static bool findOrientation3Closely(cdVec3 a, cdVec3 b, cdVec3 c, cdVec3 d, double size, int *sign) {
    const Twin u[3] = {subtractClosely(b.x, a.x), subtractClosely(b.y, a.y), subtractClosely(b.z, a.z)};
    const Twin v[3] = {subtractClosely(c.x, a.x), subtractClosely(c.y, a.y), subtractClosely(c.z, a.z)};
    const Twin w[3] = {subtractClosely(d.x, a.x), subtractClosely(d.y, a.y), subtractClosely(d.z, a.z)};
    Twin sum = {0.0, 0.0};
    bool isExact = true;
    for (int k = 0; k < 3; k++) {
        int i = (k + 1) % 3, j = (k + 2) % 3;
        Twin left = multiplyTwins(u[i], v[j]), right = multiplyTwins(u[j], v[i]);
        Twin minor = addTwins(left, (Twin){-right.first, -right.rest});
        Twin product = multiplyTwins(minor, w[k]);
        sum = addTwins(sum, product);
        isExact = isExact && u[k].rest == 0.0 && v[k].rest == 0.0 && w[k].rest == 0.0 && left.rest == 0.0 &&
                  right.rest == 0.0 && minor.rest == 0.0 && product.rest == 0.0 && sum.rest == 0.0;
    }
    *sign = signOf(sum.first);
    return isExact || fabs(sum.first) > CLOSE_BOUND_3 * size;
}

// Returns the sign of ((b - a) x (c - a)) . (d - a), expanded along d - a.
static int findOrientation3Exactly(cdVec3 a, cdVec3 b, cdVec3 c, cdVec3 d) {
    cdExactDifference u[3] = {cdSubtractExactly(b.x, a.x), cdSubtractExactly(b.y, a.y),
                              cdSubtractExactly(b.z, a.z)};
    cdExactDifference v[3] = {cdSubtractExactly(c.x, a.x), cdSubtractExactly(c.y, a.y),
                              cdSubtractExactly(c.z, a.z)};
    cdExactDifference w[3] = {cdSubtractExactly(d.x, a.x), cdSubtractExactly(d.y, a.y),
                              cdSubtractExactly(d.z, a.z)};
    double determinant[DETERMINANT_SIZE], minor[MINOR_SIZE];
    int count = 0;
    for (int k = 0; k < 3; k++) {
        int i = (k + 1) % 3, j = (k + 2) % 3;
        int minorCount = addDifferenceProduct(0, minor, &u[i], &v[j], 1.0);
        minorCount = addDifferenceProduct(minorCount, minor, &u[j], &v[i], -1.0);
        count = cdAddExpansionProduct(count, determinant, minorCount, minor, w[k].count, w[k].parts, 1.0);
    }
    return cdGetExpansionSign(count, determinant);
}

// The cross product of two edges, and for each component the sum of its terms' absolute values.
typedef struct PlaneFilter {
    cdVec3 normal, size;
} PlaneFilter;

static inline PlaneFilter makePlaneFilter(cdVec3 a, cdVec3 b, cdVec3 c) {
    cdVec3 u = cdSub(b, a), v = cdSub(c, a);
    double yz = u.y * v.z, zy = u.z * v.y, zx = u.z * v.x, xz = u.x * v.z, xy = u.x * v.y, yx = u.y * v.x;
    return (PlaneFilter){{yz - zy, zx - xz, xy - yx},
                         {fabs(yz) + fabs(zy), fabs(zx) + fabs(xz), fabs(xy) + fabs(yx)}};
}

static inline int findSide(const PlaneFilter *filter, cdVec3 a, cdVec3 b, cdVec3 c, cdVec3 d) {
    cdVec3 w = cdSub(d, a);
    double determinant = cdDot(filter->normal, w);
    double size = filter->size.x * fabs(w.x) + filter->size.y * fabs(w.y) + filter->size.z * fabs(w.z);
    if (fabs(determinant) >= BOUND_3 * size) return signOf(determinant);
    int sign;
    if (findOrientation3Closely(a, b, c, d, size, &sign)) return sign;
    return findOrientation3Exactly(a, b, c, d);
}

int cdGetOrientation3(cdVec3 a, cdVec3 b, cdVec3 c, cdVec3 d) {
    PlaneFilter filter = makePlaneFilter(a, b, c);
    return findSide(&filter, a, b, c, d);
}

int cdGetPlaneSides(const cdVec3 triangle[3], const cdVec3 d[3], int signs[3]) {
    PlaneFilter filter = makePlaneFilter(triangle[0], triangle[1], triangle[2]);
    for (int k = 0; k < 3; k++)
        signs[k] = findSide(&filter, triangle[0], triangle[1], triangle[2], d[k]);
    return signs[0] + signs[1] + signs[2];
}

static double roundCross2(double ax, double ay, double bx, double by, double cx, double cy) {
    double minor[MINOR_SIZE], sum = 0.0;
    int count = expandCross2(ax, ay, bx, by, cx, cy, minor);
    for (int i = 0; i < count; i++)
        sum += minor[i];
    return sum;
}

static cdVec3 roundTriangleCross(cdVec3 a, cdVec3 b, cdVec3 c) {
    return (cdVec3){roundCross2(a.y, a.z, b.y, b.z, c.y, c.z), roundCross2(a.z, a.x, b.z, b.x, c.z, c.x),
                    roundCross2(a.x, a.y, b.x, b.y, c.x, c.y)};
}

// In line where normals are made: most of its time would be the call.
static inline cdVec3 findTriangleCross(cdVec3 a, cdVec3 b, cdVec3 c) {
    const double accepted = 0x1p-44; // relative error of the plain formula that is good enough: 6e-14
    PlaneFilter plain = makePlaneFilter(a, b, c);
    bool isGood = BOUND_2 * cdMaxAbs(plain.size) <= accepted * cdMaxAbs(plain.normal);
    return isGood ? plain.normal : roundTriangleCross(a, b, c);
}

cdVec3 cdGetTriangleCross(cdVec3 a, cdVec3 b, cdVec3 c) {
    return findTriangleCross(a, b, c);
}

cdVec3 cdMakeTriangleNormal(cdVec3 a, cdVec3 b, cdVec3 c) {
    cdVec3 cross = findTriangleCross(a, b, c);
    bool hasArea = cdMaxAbs(cross) >= DBL_MIN; // smaller numbers lose digits
    return hasArea ? cdNormalize(cross) : (cdVec3){0.0, 0.0, 0.0};
}
