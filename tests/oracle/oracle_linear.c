// The exact answer for four linearly moving points; see oracle_linear.h.
//
// 1. All coordinates are multiplied by one power of two that makes them integers: time and touching do not
// change.
// 2. The four points are coplanar where the cubic det(p1 - p0, p2 - p0, p3 - p0) is zero. Contact implies
// coplanar,
//    so its roots in [0, 1] are the only candidates.
// 3. When that cubic is zero everywhere, every predicate of the test in the plane keeps its sign between two
//    neighbouring roots of predicates. The set of contact times is closed, so it starts at 0 or at such a
//    root.
// 4. At a candidate the elements are tested by exact signs, those without extent included.
#include "oracle/oracle_linear.h"
#include "oracle/integer_poly.h"

#include <math.h>
#include <stdlib.h>

typedef struct PolyVec3 {
    Poly c[3];
} PolyVec3;

enum { PREDICATE_MAX = 64 };

// The predicates a test asked for, kept so that case 3 can find where they change.
typedef struct Predicates {
    Poly polys[PREDICATE_MAX];
    int count;
    PolyRoot *at; // the time of the test; NULL: only collect, every sign reads as 0
} Predicates;

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

static int askSign(Predicates *predicates, const Poly *p) {
    if (predicates->at != NULL) return GetSignAtRoot(p, predicates->at);
    if (predicates->count < PREDICATE_MAX) CopyPoly(&predicates->polys[predicates->count++], p);
    return 0;
}

static bool isZeroVector(Predicates *predicates, const PolyVec3 *v) {
    bool zero = true;
    for (int k = 0; k < 3; k++)
        zero = askSign(predicates, &v->c[k]) == 0 && zero;
    return zero;
}

// Whether p lies on the closed segment from a to b.
static bool isOnSegment(Predicates *predicates, const PolyVec3 *p, const PolyVec3 *a, const PolyVec3 *b) {
    PolyVec3 toA, toB, cross;
    Poly dot;
    initPolyVec3(&toA);
    initPolyVec3(&toB);
    initPolyVec3(&cross);
    InitPoly(&dot);
    subPolyVec3(&toA, a, p);
    subPolyVec3(&toB, b, p);
    crossPolyVec3(&cross, &toA, &toB);
    dotPolyVec3(&dot, &toA, &toB);
    bool onLine = isZeroVector(predicates, &cross);
    bool between = askSign(predicates, &dot) <= 0;
    clearPolyVec3(&toA);
    clearPolyVec3(&toB);
    clearPolyVec3(&cross);
    ClearPoly(&dot);
    return onLine && between;
}

// The side of p on which the directed line from a to b has it, seen against `normal`.
static int askSide(Predicates *predicates, const PolyVec3 *normal, const PolyVec3 *a, const PolyVec3 *b,
                   const PolyVec3 *p) {
    PolyVec3 edge, toP, cross;
    Poly side;
    initPolyVec3(&edge);
    initPolyVec3(&toP);
    initPolyVec3(&cross);
    InitPoly(&side);
    subPolyVec3(&edge, b, a);
    subPolyVec3(&toP, p, a);
    crossPolyVec3(&cross, &edge, &toP);
    dotPolyVec3(&side, &cross, normal);
    int sign = askSign(predicates, &side);
    clearPolyVec3(&edge);
    clearPolyVec3(&toP);
    clearPolyVec3(&cross);
    ClearPoly(&side);
    return sign;
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

// Coplanar point p[0] in the closed triangle p[1], p[2], p[3]; one without area is the union of its sides.
static bool isInTriangle(Predicates *predicates, const PolyVec3 p[4]) {
    PolyVec3 normal;
    initPolyVec3(&normal);
    findNormal(&normal, &p[1], &p[2], &p[1], &p[3]);
    bool flat = isZeroVector(predicates, &normal);
    bool inside = true, onSide = false;
    for (int k = 0; k < 3; k++) {
        const PolyVec3 *a = &p[1 + k], *b = &p[1 + (k + 1) % 3];
        inside = askSide(predicates, &normal, a, b, &p[0]) >= 0 && inside;
        onSide = isOnSegment(predicates, &p[0], a, b) || onSide;
    }
    clearPolyVec3(&normal);
    return flat ? onSide : inside;
}

// Coplanar closed segments p[0] p[1] and p[2] p[3]; parallel ones meet where one has an end on the other.
static bool doSegmentsMeet(Predicates *predicates, const PolyVec3 p[4]) {
    PolyVec3 normal;
    initPolyVec3(&normal);
    findNormal(&normal, &p[0], &p[1], &p[2], &p[3]);
    bool parallel = isZeroVector(predicates, &normal);
    int side0 = askSide(predicates, &normal, &p[2], &p[3], &p[0]);
    int side1 = askSide(predicates, &normal, &p[2], &p[3], &p[1]);
    int side2 = askSide(predicates, &normal, &p[0], &p[1], &p[2]);
    int side3 = askSide(predicates, &normal, &p[0], &p[1], &p[3]);
    bool endOnOther = false;
    endOnOther = isOnSegment(predicates, &p[0], &p[2], &p[3]) || endOnOther;
    endOnOther = isOnSegment(predicates, &p[1], &p[2], &p[3]) || endOnOther;
    endOnOther = isOnSegment(predicates, &p[2], &p[0], &p[1]) || endOnOther;
    endOnOther = isOnSegment(predicates, &p[3], &p[0], &p[1]) || endOnOther;
    clearPolyVec3(&normal);
    return parallel ? endOnOther : side0 * side1 <= 0 && side2 * side3 <= 0;
}

static bool areTouching(Predicates *predicates, cdContactKind kind, const PolyVec3 p[4]) {
    return kind == CD_EDGE_EDGE ? doSegmentsMeet(predicates, p) : isInTriangle(predicates, p);
}

// The power of two that makes every coordinate an integer.
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

// Tests the elements at 0 and at the roots of p; keeps the earliest contact.
static void tryRoots(const Poly *p, cdContactKind kind, const PolyVec3 points[4], OracleLinear *result) {
    PolyRoot roots[POLY_ROOT_MAX];
    for (int i = 0; i < POLY_ROOT_MAX; i++)
        InitPolyRoot(&roots[i]);
    int count = FindPolyRoots(p, roots);
    for (int i = 0; i < count; i++) {
        Predicates here = {.at = &roots[i]};
        if (!areTouching(&here, kind, points)) continue;
        double t = GetRootValue(&roots[i]);
        if (!result->contact || t < result->t) result->t = t;
        result->contact = true;
        break;
    }
    for (int i = 0; i < POLY_ROOT_MAX; i++)
        ClearPolyRoot(&roots[i]);
}

// The polynomial t, whose root in [0, 1] is the start.
static void tryStart(cdContactKind kind, const PolyVec3 points[4], OracleLinear *result) {
    Poly start;
    InitPoly(&start);
    mpz_set_ui(start.coefficients[1], 1);
    start.degree = 1;
    tryRoots(&start, kind, points, result);
    ClearPoly(&start);
}

static void tryPredicates(cdContactKind kind, const PolyVec3 points[4], OracleLinear *result) {
    Predicates *all = malloc(sizeof *all);
    if (all == NULL) abort();
    all->count = 0;
    all->at = NULL;
    for (int i = 0; i < PREDICATE_MAX; i++)
        InitPoly(&all->polys[i]);
    areTouching(all, kind, points);
    for (int i = 0; i < all->count; i++)
        tryRoots(&all->polys[i], kind, points, result);
    for (int i = 0; i < PREDICATE_MAX; i++)
        ClearPoly(&all->polys[i]);
    free(all);
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
    InitPoly(&cubic);
    findCoplanarity(&cubic, points);
    result.alwaysCoplanar = cubic.degree < 0;
    if (result.alwaysCoplanar) {
        tryStart(input->kind, points, &result);
        tryPredicates(input->kind, points, &result);
    } else {
        tryRoots(&cubic, input->kind, points, &result);
    }
    ClearPoly(&cubic);
    for (int i = 0; i < 4; i++)
        clearPolyVec3(&points[i]);
    return result;
}
