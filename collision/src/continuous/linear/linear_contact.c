// First contact of four points that each move linearly: vertex against triangle, or edge against edge.
//
// The points of elements that touch are coplanar, and coplanarity is a cubic in t [RKC01 2]. The signs of
// this cubic and of quadratics, the sides of three points along an axis, decide the query. In doubles these
// are nearly always certain: (1) Elements that a coordinate axis separates at both ends of the motion are
// disjoint throughout. (2) The roots of the cubic are enclosed between certain signs (linear_filter.c). At
// each of them the sides decide if the elements touch.
// Everything else is decided by exact signs (linear_signs.c), so no tolerance is needed:
// (3) at t = 0 and t = 1, on the points themselves;
// (4) at the roots of the cubic in between;
// (5) if the cubic is zero everywhere, at the roots of sides. A contact within a moving plane, or between
//     elements without extent, begins when a point arrives on an edge. These three points are then on a line.
//     If they always are, the span of the point and the edge changes its sign.
#include "continuous/linear/linear_filter.h"
#include "continuous/linear/linear_signs.h"
#include "foundation/memory/hooks.h"

// The earliest contact found so far, if hi <= 1.
typedef struct Earliest {
    double lo, hi;
} Earliest;

static const Earliest none = {2.0, 2.0};

// True if the elements touch at a time at which the points are coplanar.
static bool isTouching(cdLinearSigns *signs, const cdLinearTime *time) {
    cdContactKind kind = signs->points->input->kind;
    int sides[3][4] = {{0}}, from = kind == CD_VERTEX_FACE;
    for (int axis = 0; axis < 3; axis++) {
        for (int i = from; i < 4; i++)
            sides[axis][i] = cdFilterLinearSign(signs, 3 * i + axis, time);
        cdLinearVerdict verdict = cdTestSides(kind, sides[axis]);
        if (verdict != CD_LINEAR_OPEN) return verdict == CD_LINEAR_TOUCH;
    }
    for (int axis = 0; axis < 3; axis++) {
        for (int i = from; i < 4; i++)
            if (sides[axis][i] == CD_UNKNOWN_SIGN)
                sides[axis][i] = cdGetLinearSign(signs, 3 * i + axis, time);
        cdLinearVerdict verdict = cdTestSides(kind, sides[axis]);
        if (verdict != CD_LINEAR_OPEN) return verdict == CD_LINEAR_TOUCH;
    }
    // All four points are on one line.
    for (int i = from; i < 4; i++)
        if (cdGetLinearSign(signs, CD_LINEAR_SPAN + i, time) <= 0) return true;
    return false;
}

static cdLinearTime makeEnd(double t) {
    cdLinearTime time;
    time.kind = CD_LINEAR_END;
    time.lo = time.hi = t;
    time.poly = -1;
    time.below = 0.0;
    return time;
}

static bool isTouchingAtEnd(cdLinearSigns *signs, double t) {
    cdLinearTime end = makeEnd(t);
    return cdGetLinearSign(signs, CD_LINEAR_COPLANARITY, &end) == 0 && isTouching(signs, &end);
}

static void considerTime(cdLinearSigns *signs, const cdLinearTime *time, Earliest *earliest) {
    bool isLater = time->lo >= earliest->hi || (time->lo >= earliest->lo && time->hi >= earliest->hi);
    if (isLater || !isTouching(signs, time)) return;
    earliest->lo = cdMin(earliest->lo, time->lo);
    earliest->hi = cdMin(earliest->hi, time->hi);
}

// Divides a polynomial that is 0 at t = 0 by t, times 9; mirrored, by 1 - t at t = 1.
static void divideAtEnd(cdLinearCubic *p, bool atEnd) {
    double *b = p->b;
    if (atEnd) {
        b[3] = 9.0 * b[2];
        b[2] = 3.0 * (b[1] + b[2]);
        b[1] = 3.0 * b[1] + b[0];
        b[0] = 3.0 * b[0];
    } else {
        b[0] = 9.0 * b[1];
        b[1] = 3.0 * (b[1] + b[2]);
        b[2] = 3.0 * b[2] + b[3];
        b[3] = 3.0 * b[3];
    }
    p->error *= 9.0;
}

static int getEndSign(cdLinearSigns *signs, int poly, double t) {
    cdLinearTime end = makeEnd(t);
    return cdGetLinearSign(signs, poly, &end);
}

// Considers the times inside (0, 1) at which a polynomial is zero, in certain brackets. False: undecidable.
static bool considerBrackets(cdLinearSigns *signs, int poly, Earliest *earliest) {
    cdLinearCubic cubic = cdGetBernstein(signs, poly);
    bool zeroAtStart = getEndSign(signs, poly, 0.0) == 0, zeroAtEnd = getEndSign(signs, poly, 1.0) == 0;
    if (zeroAtStart) divideAtEnd(&cubic, false);
    if (zeroAtEnd) divideAtEnd(&cubic, true);
    cdLinearBracket brackets[CD_MAX_BRACKETS];
    int count = cdFindLinearBrackets(signs->points, &cubic, brackets);
    for (int i = 0; i < count; i++) {
        const cdLinearBracket *b = &brackets[i];
        if (!b->isRoot || (zeroAtStart && b->lo == 0.0) || (zeroAtEnd && b->hi == 1.0)) return false;
    }
    cdLinearTime time;
    time.kind = CD_LINEAR_BRACKET;
    time.poly = poly;
    time.below = 0.0;
    for (int i = 0; i < count; i++) {
        time.lo = brackets[i].lo;
        time.hi = brackets[i].hi;
        considerTime(signs, &time, earliest);
    }
    return true;
}

static void considerRoots(cdLinearSigns *signs, int poly, Earliest *earliest) {
    cdLinearTime times[2];
    int fractionCount = cdFindLinearFractions(signs, poly, times);
    for (int i = 0; i < fractionCount; i++)
        considerTime(signs, &times[i], earliest);
    if (fractionCount >= 0) return;
    if (considerBrackets(signs, poly, earliest)) return;
    cdWidePoly p;
    cdExpandLinearPoly(signs, poly, &p);
    cdWideRoot roots[CD_WIDE_DEGREE];
    int count = cdFindWideRoots(&p, roots);
    for (int i = 0; i < count; i++) {
        cdLinearTime time = {.kind = CD_LINEAR_ROOT, .poly = poly, .root = roots[i]};
        cdGetWideRootBounds(&roots[i], &time.lo, &time.hi);
        considerTime(signs, &time, earliest);
    }
}

static double getSize(const cdLinearQuadratic *q) {
    return fabs(q->c[0]) + fabs(q->c[1]) + fabs(q->c[2]);
}

// Returns the polynomial that is zero when the three points other than i become collinear, or, if they always
// are, when the point among them reaches the edge.
static int choosePoly(cdLinearSigns *signs, int i) {
    int order[3] = {0, 1, 2};
    for (int k = 1; k < 3; k++)
        if (getSize(&signs->sides[i][k]) > getSize(&signs->sides[i][order[0]])) order[0] = k;
    order[1] = (order[0] + 1) % 3;
    order[2] = (order[0] + 2) % 3;
    for (int k = 0; k < 3; k++)
        if (!cdIsLinearPolyZero(signs, 3 * i + order[k])) return 3 * i + order[k];
    return CD_LINEAR_SPAN + i;
}

static Earliest findBetweenEnds(cdLinearSigns *signs) {
    Earliest earliest = none;
    if (!signs->isPlanar) {
        considerRoots(signs, CD_LINEAR_COPLANARITY, &earliest);
        return earliest;
    }
    for (int i = signs->points->input->kind == CD_VERTEX_FACE; i < 4; i++) {
        int poly = choosePoly(signs, i);
        if (!cdIsLinearPolyZero(signs, poly)) considerRoots(signs, poly, &earliest);
    }
    return earliest;
}

static cdLinearContact makeContact(const cdLinearPoints *points, double lo, double hi) {
    // Two points separate by at most 4 sqrt(3) size in the whole motion.
    return (cdLinearContact){CD_CONTACT, {lo, hi}, lo < hi ? 8.0 * points->size * (hi - lo) : 0.0};
}

static const cdLinearContact isFree = {CD_FREE, {1.0, 1.0}, 0.0};
static const cdLinearContact isUndecided = {CD_UNDECIDED, {0.0, 0.0}, 0.0};

static cdLinearContact decideExactly(const cdLinearPoints *points) {
    cdLinearSigns signs;
    cdMakeLinearSigns(&signs, points);
    cdLinearContact result = isFree;
    if (isTouchingAtEnd(&signs, 0.0)) {
        result = makeContact(points, 0.0, 0.0);
    } else {
        Earliest earliest = findBetweenEnds(&signs);
        if (earliest.hi <= 1.0)
            result = makeContact(points, earliest.lo, earliest.hi);
        else if (isTouchingAtEnd(&signs, 1.0))
            result = makeContact(points, 1.0, 1.0);
    }
    return signs.isBeyondRange ? isUndecided : result;
}

static bool areFinite(const cdLinearInput *input) {
    double sum = 0.0; // of zeros, unless one comes from a number that is not finite
    for (int i = 0; i < 4; i++) {
        sum += 0.0 * input->start[i].x + 0.0 * input->start[i].y + 0.0 * input->start[i].z;
        sum += 0.0 * input->end[i].x + 0.0 * input->end[i].y + 0.0 * input->end[i].z;
    }
    return sum == 0.0;
}

cdLinearContact cdFindLinearContact(const cdLinearInput *input) {
    if (!CD_REQUIRE(input && (input->kind == CD_VERTEX_FACE || input->kind == CD_EDGE_EDGE)))
        return isUndecided;
    if (!areFinite(input)) return isUndecided;
    if (cdAreAxesSeparating(input)) return isFree;
    cdLinearPoints points = cdMakeLinearPoints(input);
    cdLinearCubic cubic = cdMakeCoplanarity(&points);
    bool areEndsCertain = fabs(cubic.b[0]) > cubic.error && fabs(cubic.b[3]) > cubic.error;
    if (!areEndsCertain) return decideExactly(&points);
    cdLinearBracket brackets[CD_MAX_BRACKETS];
    int count = cdFindLinearBrackets(&points, &cubic, brackets);
    for (int i = 0; i < count; i++) {
        cdLinearVerdict verdict = CD_LINEAR_OPEN;
        if (brackets[i].isRoot) verdict = cdTestLinearBracket(&points, brackets[i].lo, brackets[i].hi);
        if (verdict == CD_LINEAR_OPEN) return decideExactly(&points);
        if (verdict == CD_LINEAR_TOUCH) return makeContact(&points, brackets[i].lo, brackets[i].hi);
    }
    return isFree;
}
