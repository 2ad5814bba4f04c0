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

static void InitPolyVec3(PolyVec3 *v) {
    for (int k = 0; k < 3; k++)
        InitPoly(&v->c[k]);
}

static void ClearPolyVec3(PolyVec3 *v) {
    for (int k = 0; k < 3; k++)
        ClearPoly(&v->c[k]);
}

static void SubPolyVec3(PolyVec3 *to, const PolyVec3 *a, const PolyVec3 *b) {
    for (int k = 0; k < 3; k++)
        AddPoly(&to->c[k], &a->c[k], -1, &b->c[k]);
}

static void DotPolyVec3(Poly *to, const PolyVec3 *a, const PolyVec3 *b) {
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

static void CrossPolyVec3(PolyVec3 *to, const PolyVec3 *a, const PolyVec3 *b) {
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

static int AskSign(Predicates *predicates, const Poly *p) {
    if (predicates->at != NULL) return GetSignAtRoot(p, predicates->at);
    if (predicates->count < PREDICATE_MAX) CopyPoly(&predicates->polys[predicates->count++], p);
    return 0;
}

static bool IsZeroVector(Predicates *predicates, const PolyVec3 *v) {
    bool zero = true;
    for (int k = 0; k < 3; k++)
        zero = AskSign(predicates, &v->c[k]) == 0 && zero;
    return zero;
}

// Whether p lies on the closed segment from a to b.
static bool IsOnSegment(Predicates *predicates, const PolyVec3 *p, const PolyVec3 *a, const PolyVec3 *b) {
    PolyVec3 toA, toB, cross;
    Poly dot;
    InitPolyVec3(&toA);
    InitPolyVec3(&toB);
    InitPolyVec3(&cross);
    InitPoly(&dot);
    SubPolyVec3(&toA, a, p);
    SubPolyVec3(&toB, b, p);
    CrossPolyVec3(&cross, &toA, &toB);
    DotPolyVec3(&dot, &toA, &toB);
    bool onLine = IsZeroVector(predicates, &cross);
    bool between = AskSign(predicates, &dot) <= 0;
    ClearPolyVec3(&toA);
    ClearPolyVec3(&toB);
    ClearPolyVec3(&cross);
    ClearPoly(&dot);
    return onLine && between;
}

// The side of p on which the directed line from a to b has it, seen against `normal`.
static int AskSide(Predicates *predicates, const PolyVec3 *normal, const PolyVec3 *a, const PolyVec3 *b,
                   const PolyVec3 *p) {
    PolyVec3 edge, toP, cross;
    Poly side;
    InitPolyVec3(&edge);
    InitPolyVec3(&toP);
    InitPolyVec3(&cross);
    InitPoly(&side);
    SubPolyVec3(&edge, b, a);
    SubPolyVec3(&toP, p, a);
    CrossPolyVec3(&cross, &edge, &toP);
    DotPolyVec3(&side, &cross, normal);
    int sign = AskSign(predicates, &side);
    ClearPolyVec3(&edge);
    ClearPolyVec3(&toP);
    ClearPolyVec3(&cross);
    ClearPoly(&side);
    return sign;
}

static void FindNormal(PolyVec3 *normal, const PolyVec3 *a, const PolyVec3 *b, const PolyVec3 *c,
                       const PolyVec3 *d) {
    PolyVec3 first, second;
    InitPolyVec3(&first);
    InitPolyVec3(&second);
    SubPolyVec3(&first, b, a);
    SubPolyVec3(&second, d, c);
    CrossPolyVec3(normal, &first, &second);
    ClearPolyVec3(&first);
    ClearPolyVec3(&second);
}

// Coplanar point p[0] in the closed triangle p[1], p[2], p[3]; one without area is the union of its sides.
static bool IsInTriangle(Predicates *predicates, const PolyVec3 p[4]) {
    PolyVec3 normal;
    InitPolyVec3(&normal);
    FindNormal(&normal, &p[1], &p[2], &p[1], &p[3]);
    bool flat = IsZeroVector(predicates, &normal);
    bool inside = true, onSide = false;
    for (int k = 0; k < 3; k++) {
        const PolyVec3 *a = &p[1 + k], *b = &p[1 + (k + 1) % 3];
        inside = AskSide(predicates, &normal, a, b, &p[0]) >= 0 && inside;
        onSide = IsOnSegment(predicates, &p[0], a, b) || onSide;
    }
    ClearPolyVec3(&normal);
    return flat ? onSide : inside;
}

// Coplanar closed segments p[0] p[1] and p[2] p[3]; parallel ones meet where one has an end on the other.
static bool DoSegmentsMeet(Predicates *predicates, const PolyVec3 p[4]) {
    PolyVec3 normal;
    InitPolyVec3(&normal);
    FindNormal(&normal, &p[0], &p[1], &p[2], &p[3]);
    bool parallel = IsZeroVector(predicates, &normal);
    int side0 = AskSide(predicates, &normal, &p[2], &p[3], &p[0]);
    int side1 = AskSide(predicates, &normal, &p[2], &p[3], &p[1]);
    int side2 = AskSide(predicates, &normal, &p[0], &p[1], &p[2]);
    int side3 = AskSide(predicates, &normal, &p[0], &p[1], &p[3]);
    bool endOnOther = false;
    endOnOther = IsOnSegment(predicates, &p[0], &p[2], &p[3]) || endOnOther;
    endOnOther = IsOnSegment(predicates, &p[1], &p[2], &p[3]) || endOnOther;
    endOnOther = IsOnSegment(predicates, &p[2], &p[0], &p[1]) || endOnOther;
    endOnOther = IsOnSegment(predicates, &p[3], &p[0], &p[1]) || endOnOther;
    ClearPolyVec3(&normal);
    return parallel ? endOnOther : side0 * side1 <= 0 && side2 * side3 <= 0;
}

static bool AreTouching(Predicates *predicates, cdContactKind kind, const PolyVec3 p[4]) {
    return kind == CD_EDGE_EDGE ? DoSegmentsMeet(predicates, p) : IsInTriangle(predicates, p);
}

// The power of two that makes every coordinate an integer.
static int FindIntegerShift(const cdLinearInput *input) {
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

static void SetScaled(mpz_t number, double value, int shift) {
    int exponent;
    double mantissa = frexp(value, &exponent); // mantissa 2^53 is an integer
    mpz_set_d(number, ldexp(mantissa, 53));
    if (value != 0.0) mpz_mul_2exp(number, number, (unsigned long)(exponent - 53 + shift));
}

static void SetPoint(PolyVec3 *p, cdVec3 start, cdVec3 end, int shift) {
    double from[3] = {start.x, start.y, start.z}, to[3] = {end.x, end.y, end.z};
    for (int k = 0; k < 3; k++) {
        SetScaled(p->c[k].coefficients[0], from[k], shift);
        SetScaled(p->c[k].coefficients[1], to[k], shift);
        mpz_sub(p->c[k].coefficients[1], p->c[k].coefficients[1], p->c[k].coefficients[0]);
        p->c[k].degree = 1;
        if (mpz_sgn(p->c[k].coefficients[1]) == 0)
            p->c[k].degree = mpz_sgn(p->c[k].coefficients[0]) == 0 ? -1 : 0;
    }
}

static void FindCoplanarity(Poly *cubic, const PolyVec3 p[4]) {
    PolyVec3 normal, toThird;
    InitPolyVec3(&normal);
    InitPolyVec3(&toThird);
    FindNormal(&normal, &p[0], &p[1], &p[0], &p[2]);
    SubPolyVec3(&toThird, &p[3], &p[0]);
    DotPolyVec3(cubic, &normal, &toThird);
    ClearPolyVec3(&normal);
    ClearPolyVec3(&toThird);
}

// Tests the elements at 0 and at the roots of p; keeps the earliest contact.
static void TryRoots(const Poly *p, cdContactKind kind, const PolyVec3 points[4], OracleLinear *result) {
    PolyRoot roots[POLY_ROOT_MAX];
    for (int i = 0; i < POLY_ROOT_MAX; i++)
        InitPolyRoot(&roots[i]);
    int count = FindPolyRoots(p, roots);
    for (int i = 0; i < count; i++) {
        Predicates here = {.at = &roots[i]};
        if (!AreTouching(&here, kind, points)) continue;
        double t = GetRootValue(&roots[i]);
        if (!result->contact || t < result->t) result->t = t;
        result->contact = true;
        break;
    }
    for (int i = 0; i < POLY_ROOT_MAX; i++)
        ClearPolyRoot(&roots[i]);
}

// The polynomial t, whose root in [0, 1] is the start.
static void TryStart(cdContactKind kind, const PolyVec3 points[4], OracleLinear *result) {
    Poly start;
    InitPoly(&start);
    mpz_set_ui(start.coefficients[1], 1);
    start.degree = 1;
    TryRoots(&start, kind, points, result);
    ClearPoly(&start);
}

static void TryPredicates(cdContactKind kind, const PolyVec3 points[4], OracleLinear *result) {
    Predicates *all = malloc(sizeof *all);
    if (all == NULL) abort();
    all->count = 0;
    all->at = NULL;
    for (int i = 0; i < PREDICATE_MAX; i++)
        InitPoly(&all->polys[i]);
    AreTouching(all, kind, points);
    for (int i = 0; i < all->count; i++)
        TryRoots(&all->polys[i], kind, points, result);
    for (int i = 0; i < PREDICATE_MAX; i++)
        ClearPoly(&all->polys[i]);
    free(all);
}

OracleLinear FindOracleLinearContact(const cdLinearInput *input) {
    OracleLinear result = {.contact = false, .t = 1.0};
    int shift = FindIntegerShift(input);
    PolyVec3 points[4];
    for (int i = 0; i < 4; i++) {
        InitPolyVec3(&points[i]);
        SetPoint(&points[i], input->start[i], input->end[i], shift);
    }
    Poly cubic;
    InitPoly(&cubic);
    FindCoplanarity(&cubic, points);
    result.alwaysCoplanar = cubic.degree < 0;
    if (result.alwaysCoplanar) {
        TryStart(input->kind, points, &result);
        TryPredicates(input->kind, points, &result);
    } else {
        TryRoots(&cubic, input->kind, points, &result);
    }
    ClearPoly(&cubic);
    for (int i = 0; i < 4; i++)
        ClearPolyVec3(&points[i]);
    return result;
}
