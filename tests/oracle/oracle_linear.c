// The exact answer for four linearly moving points; see oracle_linear.h.
//
// 1. Multiply all coordinates by one power of two that makes them integers: time and touching do not change.
// 2. The four points are coplanar where the cubic det(p1 - p0, p2 - p0, p3 - p0) is zero. Contact implies
//    coplanar, so its roots in [0, 1] are the only candidates.
// 3. If that cubic is zero everywhere, every predicate of the test in the plane keeps its sign between two
//    neighbouring roots of predicates. The set of contact times is closed, so it starts at 0 or at such a
//    root.
// 4. At a candidate, test the elements by exact signs, including those without extent.
#include "oracle/oracle_linear.h"
#include "oracle/integer_poly.h"

#include <math.h>
#include <stdlib.h>

typedef struct PolyVec3 {
    Poly c[3];
} PolyVec3;

enum { PREDICATE_MAX = 23 }; // a normal, four sides, four segments of four each

// A point against a segment: on its line if `cross` is zero, between the ends if `dot` is not positive.
typedef struct SegmentTest {
    PolyVec3 cross;
    Poly dot;
} SegmentTest;

// The predicates for touching coplanar elements: a normal, the sides of points on lines seen against it, and
// points against segments for elements that are parallel or have no extent.
typedef struct TouchTest {
    cdContactKind kind;
    const PolyVec3 *points;
    PolyVec3 normal;
    Poly sides[4];
    SegmentTest segments[4];
    int sideCount, segmentCount; // 0: not computed yet
} TouchTest;

static void initPolyVec3(PolyVec3 *v) {
    for (int k = 0; k < 3; k++)
        InitPoly(&v->c[k]);
}

static void clearPolyVec3(PolyVec3 *v) {
    for (int k = 0; k < 3; k++)
        ClearPoly(&v->c[k]);
}

static void subPolyVec3(PolyVec3 *to, const PolyVec3 *a, const PolyVec3 *b) {
    for (int k = 0; k < 3; k++)
        AddPoly(&to->c[k], &a->c[k], -1, &b->c[k]);
}

static void dotPolyVec3(Poly *to, const PolyVec3 *a, const PolyVec3 *b) {
    Poly sum, term;
    InitPoly(&sum);
    InitPoly(&term);
    for (int k = 0; k < 3; k++) {
        MulPoly(&term, &a->c[k], &b->c[k]);
        AddPoly(&sum, &sum, 1, &term);
    }
    CopyPoly(to, &sum);
    ClearPoly(&sum);
    ClearPoly(&term);
}

static void crossPolyVec3(PolyVec3 *to, const PolyVec3 *a, const PolyVec3 *b) {
    Poly left, right;
    InitPoly(&left);
    InitPoly(&right);
    for (int k = 0; k < 3; k++) {
        int i = (k + 1) % 3, j = (k + 2) % 3;
        MulPoly(&left, &a->c[i], &b->c[j]);
        MulPoly(&right, &a->c[j], &b->c[i]);
        AddPoly(&to->c[k], &left, -1, &right);
    }
    ClearPoly(&left);
    ClearPoly(&right);
}

static bool isZeroAt(const PolyVec3 *v, PolyRoot *time) {
    for (int k = 0; k < 3; k++)
        if (GetSignAtRoot(&v->c[k], time) != 0) return false;
    return true;
}

// Adds the closed segment from a to b and the point p.
static void addSegment(TouchTest *test, const PolyVec3 *p, const PolyVec3 *a, const PolyVec3 *b) {
    SegmentTest *segment = &test->segments[test->segmentCount++];
    PolyVec3 toA, toB;
    initPolyVec3(&toA);
    initPolyVec3(&toB);
    subPolyVec3(&toA, a, p);
    subPolyVec3(&toB, b, p);
    crossPolyVec3(&segment->cross, &toA, &toB);
    dotPolyVec3(&segment->dot, &toA, &toB);
    clearPolyVec3(&toA);
    clearPolyVec3(&toB);
}

// Adds the side of p relative to the directed line from a to b, seen against the normal.
static void addSide(TouchTest *test, const PolyVec3 *a, const PolyVec3 *b, const PolyVec3 *p) {
    PolyVec3 edge, toP, cross;
    initPolyVec3(&edge);
    initPolyVec3(&toP);
    initPolyVec3(&cross);
    subPolyVec3(&edge, b, a);
    subPolyVec3(&toP, p, a);
    crossPolyVec3(&cross, &edge, &toP);
    dotPolyVec3(&test->sides[test->sideCount++], &cross, &test->normal);
    clearPolyVec3(&edge);
    clearPolyVec3(&toP);
    clearPolyVec3(&cross);
}

static void findNormal(PolyVec3 *normal, const PolyVec3 *a, const PolyVec3 *b, const PolyVec3 *c,
                       const PolyVec3 *d) {
    PolyVec3 first, second;
    initPolyVec3(&first);
    initPolyVec3(&second);
    subPolyVec3(&first, b, a);
    subPolyVec3(&second, d, c);
    crossPolyVec3(normal, &first, &second);
    clearPolyVec3(&first);
    clearPolyVec3(&second);
}

static void initTouchTest(TouchTest *test, cdContactKind kind, const PolyVec3 *points) {
    test->kind = kind;
    test->points = points;
    test->sideCount = test->segmentCount = 0;
    initPolyVec3(&test->normal);
    for (int i = 0; i < 4; i++) {
        InitPoly(&test->sides[i]);
        initPolyVec3(&test->segments[i].cross);
        InitPoly(&test->segments[i].dot);
    }
}

static void clearTouchTest(TouchTest *test) {
    clearPolyVec3(&test->normal);
    for (int i = 0; i < 4; i++) {
        ClearPoly(&test->sides[i]);
        clearPolyVec3(&test->segments[i].cross);
        ClearPoly(&test->segments[i].dot);
    }
}

static void makeSides(TouchTest *test) {
    const PolyVec3 *p = test->points;
    if (test->sideCount > 0) return;
    if (test->kind == CD_EDGE_EDGE) {
        findNormal(&test->normal, &p[0], &p[1], &p[2], &p[3]);
        for (int i = 0; i < 4; i++)
            addSide(test, &p[i < 2 ? 2 : 0], &p[i < 2 ? 3 : 1], &p[i]);
    } else {
        findNormal(&test->normal, &p[1], &p[2], &p[1], &p[3]);
        for (int k = 0; k < 3; k++)
            addSide(test, &p[1 + k], &p[1 + (k + 1) % 3], &p[0]);
    }
}

static void makeSegments(TouchTest *test) {
    const PolyVec3 *p = test->points;
    if (test->segmentCount > 0) return;
    if (test->kind == CD_EDGE_EDGE) {
        for (int i = 0; i < 4; i++)
            addSegment(test, &p[i], &p[i < 2 ? 2 : 0], &p[i < 2 ? 3 : 1]);
    } else {
        for (int k = 0; k < 3; k++)
            addSegment(test, &p[0], &p[1 + k], &p[1 + (k + 1) % 3]);
    }
}

// True if the closed elements touch at a time at which the points are coplanar. A triangle without area is
// the union of its sides; parallel segments meet if one has an end on the other.
static bool areTouching(TouchTest *test, PolyRoot *time) {
    makeSides(test);
    if (isZeroAt(&test->normal, time)) {
        makeSegments(test);
        for (int i = 0; i < test->segmentCount; i++) {
            const SegmentTest *segment = &test->segments[i];
            if (GetSignAtRoot(&segment->dot, time) <= 0 && isZeroAt(&segment->cross, time)) return true;
        }
        return false;
    }
    int signs[4];
    for (int i = 0; i < test->sideCount; i++)
        signs[i] = GetSignAtRoot(&test->sides[i], time);
    if (test->kind == CD_EDGE_EDGE) return signs[0] * signs[1] <= 0 && signs[2] * signs[3] <= 0;
    return signs[0] >= 0 && signs[1] >= 0 && signs[2] >= 0;
}

// Returns the exponent of the power of two that makes every coordinate an integer.
static int findIntegerShift(const cdLinearInput *input) {
    int shift = 0;
    for (int i = 0; i < 4; i++) {
        double values[6] = {input->start[i].x, input->start[i].y, input->start[i].z,
                            input->end[i].x,   input->end[i].y,   input->end[i].z};
        for (int k = 0; k < 6; k++) {
            int exponent;
            if (values[k] == 0.0) continue;
            frexp(values[k], &exponent);
            if (53 - exponent > shift) shift = 53 - exponent;
        }
    }
    return shift;
}

static void setScaled(mpz_t number, double value, int shift) {
    int exponent;
    double mantissa = frexp(value, &exponent); // mantissa 2^53 is an integer
    mpz_set_d(number, ldexp(mantissa, 53));
    if (value != 0.0) mpz_mul_2exp(number, number, (unsigned long)(exponent - 53 + shift));
}

static void setPoint(PolyVec3 *p, cdVec3 start, cdVec3 end, int shift) {
    double from[3] = {start.x, start.y, start.z}, to[3] = {end.x, end.y, end.z};
    for (int k = 0; k < 3; k++) {
        setScaled(p->c[k].coefficients[0], from[k], shift);
        setScaled(p->c[k].coefficients[1], to[k], shift);
        mpz_sub(p->c[k].coefficients[1], p->c[k].coefficients[1], p->c[k].coefficients[0]);
        p->c[k].degree = 1;
        if (mpz_sgn(p->c[k].coefficients[1]) == 0)
            p->c[k].degree = mpz_sgn(p->c[k].coefficients[0]) == 0 ? -1 : 0;
    }
}

static void findCoplanarity(Poly *cubic, const PolyVec3 p[4]) {
    PolyVec3 normal, toThird;
    initPolyVec3(&normal);
    initPolyVec3(&toThird);
    findNormal(&normal, &p[0], &p[1], &p[0], &p[2]);
    subPolyVec3(&toThird, &p[3], &p[0]);
    dotPolyVec3(cubic, &normal, &toThird);
    clearPolyVec3(&normal);
    clearPolyVec3(&toThird);
}

// Tests the elements at the roots of p; keeps the earliest contact.
static void tryRoots(const Poly *p, TouchTest *test, OracleLinear *result) {
    PolyRoot roots[POLY_ROOT_MAX];
    for (int i = 0; i < POLY_ROOT_MAX; i++)
        InitPolyRoot(&roots[i]);
    int count = FindPolyRoots(p, roots);
    for (int i = 0; i < count; i++) {
        if (result->contact && GetRootFloor(&roots[i]) > result->t) break;
        if (!areTouching(test, &roots[i])) continue;
        double t = GetRootValue(&roots[i]);
        if (!result->contact || t < result->t) result->t = t;
        result->contact = true;
        break;
    }
    for (int i = 0; i < POLY_ROOT_MAX; i++)
        ClearPolyRoot(&roots[i]);
}

// Tests at the root of the polynomial t in [0, 1]: the start.
static void tryStart(TouchTest *test, OracleLinear *result) {
    Poly start;
    InitPoly(&start);
    mpz_set_ui(start.coefficients[1], 1);
    start.degree = 1;
    tryRoots(&start, test, result);
    ClearPoly(&start);
}

// A polynomial and its multiples have the same roots: one is enough.
static void tryOnce(const Poly *p, const Poly *tried[PREDICATE_MAX], int *triedCount, TouchTest *test,
                    OracleLinear *result) {
    for (int i = 0; i < *triedCount; i++)
        if (IsMultipleOf(p, tried[i])) return;
    tried[(*triedCount)++] = p;
    tryRoots(p, test, result);
}

static void tryPredicates(TouchTest *test, OracleLinear *result) {
    const Poly *tried[PREDICATE_MAX];
    int count = 0;
    makeSides(test);
    makeSegments(test);
    for (int k = 0; k < 3; k++)
        tryOnce(&test->normal.c[k], tried, &count, test, result);
    for (int i = 0; i < test->sideCount; i++)
        tryOnce(&test->sides[i], tried, &count, test, result);
    for (int i = 0; i < test->segmentCount; i++) {
        for (int k = 0; k < 3; k++)
            tryOnce(&test->segments[i].cross.c[k], tried, &count, test, result);
        tryOnce(&test->segments[i].dot, tried, &count, test, result);
    }
}

OracleLinear FindOracleLinearContact(const cdLinearInput *input) {
    OracleLinear result = {.contact = false, .t = 1.0};
    int shift = findIntegerShift(input);
    PolyVec3 points[4];
    for (int i = 0; i < 4; i++) {
        initPolyVec3(&points[i]);
        setPoint(&points[i], input->start[i], input->end[i], shift);
    }
    Poly cubic;
    TouchTest test;
    InitPoly(&cubic);
    findCoplanarity(&cubic, points);
    initTouchTest(&test, input->kind, points);
    result.alwaysCoplanar = cubic.degree < 0;
    if (result.alwaysCoplanar) {
        tryStart(&test, &result);
        // A contact at the start is the first.
        if (!result.contact) tryPredicates(&test, &result);
    } else {
        tryRoots(&cubic, &test, &result);
    }
    clearTouchTest(&test);
    ClearPoly(&cubic);
    for (int i = 0; i < 4; i++)
        clearPolyVec3(&points[i]);
    return result;
}
