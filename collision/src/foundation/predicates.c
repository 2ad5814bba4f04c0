// Orientation signs: a filter, then exact expansions.
//
// An expansion is a sum of doubles, smallest first, whose bits do not overlap; its sign is that of its last
// part. Sums and products of expansions are exact, and parts that are zero are dropped, so a difference of
// two coordinates that is a double by itself (the common case for points near each other) costs one part, and
// the determinant of nine such differences stays short.
//
// 1. Filter: the determinant in plain doubles, and a bound on its error from the sum of its terms' absolute
// values
//    [Shewchuk 1997, section 4.4: (7 + 56 u) u and (3 + 16 u) u times that sum, u = 2^-53].
// 2. Exact: the differences as expansions of at most two parts, their 2 x 2 minors, the determinant.
#include "foundation/predicates.h"

// The most parts that a difference of two coordinates, a 2 x 2 minor of differences and a 3 x 3 determinant
// can have.
enum { DIFFERENCE_SIZE = 2, MINOR_SIZE = 16, DETERMINANT_SIZE = 192 };

static const double BOUND_2 = (3.0 + 16.0 * 0x1p-53) * 0x1p-53;
static const double BOUND_3 = (7.0 + 56.0 * 0x1p-53) * 0x1p-53;

// a + b and its rounding error [Knuth].
static inline double addTwo(double a, double b, double *error) {
    double sum = a + b;
    double virtualB = sum - a;
    double virtualA = sum - virtualB;
    *error = (a - virtualA) + (b - virtualB);
    return sum;
}

// The upper half of a double's bits; the rest is a - upper [Dekker, Veltkamp].
static inline double splitUpper(double a) {
    double c = 0x1.0000002p27 * a;
    return c - (c - a);
}

// a b and its rounding error [Dekker].
static inline double multiplyTwo(double a, double b, double *error) {
    double product = a * b;
    double aUpper = splitUpper(a), aLower = a - aUpper;
    double bUpper = splitUpper(b), bLower = b - bUpper;
    double rest = product - aUpper * bUpper;
    rest -= aLower * bUpper;
    rest -= aUpper * bLower;
    *error = aLower * bLower - rest;
    return product;
}

// e plus one double, in place: e has room for one part more. Returns the new count.
static int growExpansion(int count, double *e, double b) {
    double carry = b;
    int kept = 0;
    for (int i = 0; i < count; i++) {
        double error;
        carry = addTwo(carry, e[i], &error);
        if (error != 0.0) e[kept++] = error;
    }
    if (carry != 0.0) e[kept++] = carry;
    return kept;
}

// sum += sign * e * f: every product of two parts is a double and its error.
static int addProduct(int sumCount, double *sum, int eCount, const double *e, int fCount, const double *f,
                      double sign) {
    for (int i = 0; i < eCount; i++) {
        for (int k = 0; k < fCount; k++) {
            double error, product = multiplyTwo(e[i], f[k], &error);
            sumCount = growExpansion(sumCount, sum, sign * error);
            sumCount = growExpansion(sumCount, sum, sign * product);
        }
    }
    return sumCount;
}

typedef struct Difference {
    int count;
    double parts[DIFFERENCE_SIZE];
} Difference;

static Difference subtractExactly(double a, double b) {
    Difference d = {0, {0.0, 0.0}};
    double error, difference = addTwo(a, -b, &error);
    if (error != 0.0) d.parts[d.count++] = error;
    if (difference != 0.0) d.parts[d.count++] = difference;
    return d;
}

static int addDifferenceProduct(int count, double *sum, const Difference *a, const Difference *b,
                                double sign) {
    return addProduct(count, sum, a->count, a->parts, b->count, b->parts, sign);
}

static int signOf(double x) {
    return (x > 0.0) - (x < 0.0);
}

// Of an expansion: the sign of its largest part.
static int signOfSum(int count, const double *sum) {
    return count == 0 ? 0 : signOf(sum[count - 1]);
}

// (b - a) x (c - a) in the plane; returns the number of parts.
static int expandCross2(double ax, double ay, double bx, double by, double cx, double cy,
                        double minor[MINOR_SIZE]) {
    Difference ux = subtractExactly(bx, ax), uy = subtractExactly(by, ay);
    Difference vx = subtractExactly(cx, ax), vy = subtractExactly(cy, ay);
    int count = addDifferenceProduct(0, minor, &ux, &vy, 1.0);
    return addDifferenceProduct(count, minor, &uy, &vx, -1.0);
}

int cdGetOrientation2(double ax, double ay, double bx, double by, double cx, double cy) {
    double left = (bx - ax) * (cy - ay), right = (by - ay) * (cx - ax);
    double determinant = left - right;
    if (fabs(determinant) >= BOUND_2 * (fabs(left) + fabs(right))) return signOf(determinant);
    double minor[MINOR_SIZE];
    int count = expandCross2(ax, ay, bx, by, cx, cy, minor);
    return signOfSum(count, minor);
}

// ((b - a) x (c - a)) . (d - a), expanded along d - a.
static int findOrientation3Exactly(cdVec3 a, cdVec3 b, cdVec3 c, cdVec3 d) {
    Difference u[3] = {subtractExactly(b.x, a.x), subtractExactly(b.y, a.y), subtractExactly(b.z, a.z)};
    Difference v[3] = {subtractExactly(c.x, a.x), subtractExactly(c.y, a.y), subtractExactly(c.z, a.z)};
    Difference w[3] = {subtractExactly(d.x, a.x), subtractExactly(d.y, a.y), subtractExactly(d.z, a.z)};
    double determinant[DETERMINANT_SIZE], minor[MINOR_SIZE];
    int count = 0;
    for (int k = 0; k < 3; k++) {
        int i = (k + 1) % 3, j = (k + 2) % 3;
        int minorCount = addDifferenceProduct(0, minor, &u[i], &v[j], 1.0);
        minorCount = addDifferenceProduct(minorCount, minor, &u[j], &v[i], -1.0);
        count = addProduct(count, determinant, minorCount, minor, w[k].count, w[k].parts, 1.0);
    }
    return signOfSum(count, determinant);
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

cdVec3 cdGetTriangleCross(cdVec3 a, cdVec3 b, cdVec3 c) {
    const double accepted = 0x1p-44; // relative error of the plain formula that is good enough: 6e-14
    PlaneFilter plain = makePlaneFilter(a, b, c);
    if (BOUND_2 * cdMaxAbs(plain.size) <= accepted * cdMaxAbs(plain.normal)) return plain.normal;
    return (cdVec3){roundCross2(a.y, a.z, b.y, b.z, c.y, c.z), roundCross2(a.z, a.x, b.z, b.x, c.z, c.x),
                    roundCross2(a.x, a.y, b.x, b.y, c.x, c.y)};
}
