// Bernstein subdivision and inside tests with error bounds; see linear_filter.h.
//
// 1. A cubic without a change of sign among its Bernstein coefficients has no root, one with a single change
//    and ends of certain sign has one [Descartes]. Others are halved, down to about a 128th.
// 2. The single root comes from Newton's method inside its bracket. It is then enclosed between two times at
//    which the sign is beyond the error bound.
// 3. The sides of all points relative to each other, at the middle of a bracket and with bounds for all of
//    it, decide whether coplanar elements touch.
#include "continuous/linear/linear_filter.h"
#include <stddef.h>

enum { MAX_DEPTH = 7, PRUNED_DEPTH = 2, MAX_NEWTON_STEPS = 40 };

static const double unit = 0x1p-53;
static const double underflow = 0x1p-1060;
static const double firstCut = 7.0 / 16.0;
static const double widest = 0x1p-36; // half the width of an enclosed root

// A part of [0, 1] with the Bernstein coefficients over it.
typedef struct Part {
    double b[4], lo, width;
    int depth;
} Part;

// Rounds to the nearest multiple of 2^-42, for |x| <= 1: doubles between 1024 and 2048 have that spacing.
static inline double roundTime(double x) {
    return (x + 1536.0) - 1536.0;
}

// Applies Newton's method for the single root of c over [0, 1].
static double polish(const double c[4], bool falling, double x) {
    double lo = 0.0, hi = 1.0;
    for (int i = 0; i < MAX_NEWTON_STEPS; i++) {
        double value = ((c[3] * x + c[2]) * x + c[1]) * x + c[0];
        double slope = (3.0 * c[3] * x + 2.0 * c[2]) * x + c[1];
        if ((value > 0.0) == falling)
            lo = x;
        else
            hi = x;
        double next = x - value / slope;
        if (!(next > lo && next < hi)) next = 0.5 * (lo + hi);
        double step = fabs(next - x);
        x = next;
        if (step < 0x1p-30) break; // the next step would be below 2^-50
    }
    return x;
}

static inline double evaluate(const double c[4], double x) {
    return ((c[3] * x + c[2]) * x + c[1]) * x + c[0];
}

// Encloses the only root in a part; false if the error bound leaves no narrow interval.
static bool encloseRoot(const Part *part, double error, cdLinearBracket *bracket) {
    const double *b = part->b;
    const double c[4] = {b[0], 3.0 * (b[1] - b[0]), 3.0 * (b[0] - 2.0 * b[1] + b[2]),
                         (b[3] - b[0]) + 3.0 * (b[1] - b[2])};
    bool falling = b[0] > 0.0;
    double sign = falling ? 1.0 : -1.0;
    double x = roundTime(polish(c, falling, b[0] / (b[0] - b[3])));
    double slope = fabs((3.0 * c[3] * x + 2.0 * c[2]) * x + c[1]);
    for (double reach = 0x1p-42 + 2.0 * error / slope; reach * part->width <= widest; reach *= 8.0) {
        double stride = roundTime(reach) + 0x1p-42;
        double lo = cdMax(0.0, x - stride), hi = cdMin(1.0, x + stride);
        if (lo > 0.0 && !(sign * evaluate(c, lo) > error)) continue;
        if (hi < 1.0 && !(-sign * evaluate(c, hi) > error)) continue;
        *bracket = (cdLinearBracket){part->lo + part->width * lo, part->lo + part->width * hi, true};
        return true;
    }
    return false;
}

static inline bool hasNoRoot(const double b[4], double error) {
    return (b[0] > error && b[1] > error && b[2] > error && b[3] > error) ||
           (b[0] < -error && b[1] < -error && b[2] < -error && b[3] < -error);
}

// True if the coefficients change sign exactly once, whatever the error does to the two in the middle.
static inline bool hasOneRoot(const double b[4], double error) {
    if (b[0] > error && b[3] < -error) return b[1] > error || b[2] < -error;
    if (b[0] < -error && b[3] > error) return b[1] < -error || b[2] > error;
    return false;
}

// True if the error leaves all of a part in doubt: its halves would be in doubt, too.
static inline bool isAllDoubt(const double b[4], double error) {
    return !(fabs(b[0]) > error || fabs(b[1]) > error || fabs(b[2]) > error || fabs(b[3]) > error);
}

// Cuts a part in two: all of [0, 1] at a time where grids seldom have roots, others in the middle.
static void cut(const Part *part, Part *left, Part *right) {
    const double *b = part->b;
    double s = part->depth == 0 ? firstCut : 0.5;
    double ab = b[0] + s * (b[1] - b[0]), bc = b[1] + s * (b[2] - b[1]), cd = b[2] + s * (b[3] - b[2]);
    double abc = ab + s * (bc - ab), bcd = bc + s * (cd - bc), middle = abc + s * (bcd - abc);
    double width = s * part->width;
    *left = (Part){{b[0], ab, abc, middle}, part->lo, width, part->depth + 1};
    *right = (Part){{middle, bcd, cd, b[3]}, part->lo + width, part->width - width, part->depth + 1};
}

static int addBracket(cdLinearBracket *brackets, int count, cdLinearBracket bracket) {
    cdLinearBracket *last = count > 0 ? &brackets[count - 1] : NULL;
    bool joins = last != NULL && !last->isRoot && !bracket.isRoot && last->hi >= bracket.lo;
    if (joins || count == CD_MAX_BRACKETS) {
        *last = (cdLinearBracket){last->lo, bracket.hi, false};
        return count;
    }
    brackets[count] = bracket;
    return count + 1;
}

int cdFindLinearBrackets(const cdLinearPoints *points, const cdLinearCubic *cubic,
                         cdLinearBracket brackets[CD_MAX_BRACKETS]) {
    double error = cubic->error;
    if (hasNoRoot(cubic->b, error)) return 0;
    const double *b = cubic->b;
    Part parts[MAX_DEPTH + 1] = {{{b[0], b[1], b[2], b[3]}, 0.0, 1.0, 0}};
    int partCount = 1, count = 0;
    while (partCount > 0) {
        Part part = parts[--partCount];
        double hi = part.lo + part.width;
        cdLinearBracket bracket = {part.lo, hi, false};
        if (hasNoRoot(part.b, error)) continue;
        if (hasOneRoot(part.b, error) && encloseRoot(&part, error, &bracket)) {
            count = addBracket(brackets, count, bracket);
            continue;
        }
        if (part.depth >= PRUNED_DEPTH && cdTestLinearBracket(points, part.lo, hi) == CD_LINEAR_APART)
            continue;
        if (part.depth == MAX_DEPTH || isAllDoubt(part.b, error)) {
            count = addBracket(brackets, count, bracket);
        } else {
            cut(&part, &parts[partCount + 1], &parts[partCount]);
            partCount += 2;
        }
    }
    return count;
}

static inline bool areOpposite(int a, int b) {
    return a * b == -1;
}

cdLinearVerdict cdTestSides(cdContactKind kind, const int s[4]) {
    bool known = s[1] != CD_UNKNOWN_SIGN && s[2] != CD_UNKNOWN_SIGN && s[3] != CD_UNKNOWN_SIGN;
    if (kind == CD_VERTEX_FACE) {
        // Around the triangle the sides are s[3], s[1] and -s[2]; their sum is its area.
        bool mixed = areOpposite(s[3], s[1]) || s[3] * s[2] == 1 || s[1] * s[2] == 1;
        if (mixed) return CD_LINEAR_APART;
        return known && (s[1] != 0 || s[2] != 0 || s[3] != 0) ? CD_LINEAR_TOUCH : CD_LINEAR_OPEN;
    }
    if (s[3] * s[2] == 1 || s[1] * s[0] == 1) return CD_LINEAR_APART;
    known = known && s[0] != CD_UNKNOWN_SIGN;
    return known && (s[2] != 0 || s[3] != 0) ? CD_LINEAR_TOUCH : CD_LINEAR_OPEN;
}

static inline int getSign(double value, double error) {
    return value > error ? 1 : value < -error ? -1 : CD_UNKNOWN_SIGN;
}

static inline int findWidestAxis(cdVec3 normal) {
    double x = fabs(normal.x), y = fabs(normal.y), z = fabs(normal.z);
    if (x > y) return x > z ? 0 : 2;
    return y > z ? 1 : 2;
}

static inline double getAxis(cdVec3 v, int axis) {
    return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
}

// True if all points of one element are beyond those of the other along an axis, by more than `error`.
static bool areApartAlongAxes(int firstCount, const cdVec3 p[4], double error) {
    bool isAbove[3] = {true, true, true}, isBelow[3] = {true, true, true};
    for (int i = 0; i < firstCount; i++) {
        for (int k = firstCount; k < 4; k++) {
            const double gap[3] = {p[i].x - p[k].x, p[i].y - p[k].y, p[i].z - p[k].z};
            for (int axis = 0; axis < 3; axis++) {
                isAbove[axis] = isAbove[axis] && gap[axis] > error;
                isBelow[axis] = isBelow[axis] && gap[axis] < -error;
            }
        }
    }
    return isAbove[0] || isAbove[1] || isAbove[2] || isBelow[0] || isBelow[1] || isBelow[2];
}

// Points at the middle of the bracket are off by at most (8 u + its width) size, for differences up to `size`
// that move by up to 2 size. Each side of two such vectors is off by five times that share of size^2, and the
// one that is a sum of the others by seventeen times.
cdLinearVerdict cdTestLinearBracket(const cdLinearPoints *points, double lo, double hi) {
    double t = 0.5 * (lo + hi), share = 16.0 * unit + 1.5 * (hi - lo), size = points->size;
    if (!(share <= 0.25)) return CD_LINEAR_OPEN;
    cdVec3 p[4] = {{0.0, 0.0, 0.0}};
    for (int i = 1; i < 4; i++)
        p[i] = cdMulAdd(points->start[i], t, cdSub(points->end[i], points->start[i]));
    cdContactKind kind = points->input->kind;
    cdVec3 side3 = cdCross(p[1], p[2]), side2 = cdCross(p[1], p[3]), side1 = cdCross(p[2], p[3]);
    cdVec3 side0 = cdAdd(cdSub(side1, side2), side3);
    int axis = findWidestAxis(kind == CD_VERTEX_FACE ? side0 : cdSub(side2, side3));
    double error = share * size * size + underflow;
    const int sides[4] = {
        getSign(getAxis(side0, axis), 17.0 * error), getSign(getAxis(side1, axis), 5.0 * error),
        getSign(getAxis(side2, axis), 5.0 * error), getSign(getAxis(side3, axis), 5.0 * error)};
    cdLinearVerdict verdict = cdTestSides(kind, sides);
    if (verdict != CD_LINEAR_OPEN) return verdict;
    bool isApart = areApartAlongAxes(cdGetFirstCount(kind), p, 4.0 * share * size + underflow);
    return isApart ? CD_LINEAR_APART : CD_LINEAR_OPEN;
}
