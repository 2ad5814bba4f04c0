// Roots and signs without rounding; see wide_polynomial.h.
//
// 1. Multiple roots come from p and p': the remainder of p by p' is zero (a triple root) or has the double
//    root as its own. They and the remaining roots are rational.
// 2. Simple roots are isolated by bisection of [0, 1] with Descartes' rule of signs on the Bernstein
//    coefficients of each part: no change of sign, no root; one change, one root. Bisection terminates since
//    the roots are simple.
// 3. The sign of q at a simple root r of p, alone between a and b: the signed remainders of p and q change
//    sign V(a) - V(b) times more often at a than at b, which is the Cauchy index of q / p over (a, b)
//    [Sturm; Sylvester]. With r as the only pole that is the sign of q(r) p'(r), and 0 when q(r) = 0.
//
// Sizes: with coefficients of F bits two roots of a cubic differ by more than 2^-(2 F + 4). So no interval is
// shorter than 2^-(2 F + 6), and no number has more than 9 F + 32 bits (a quadratic at the root beside a
// double root).
#include "foundation/numbers/wide_polynomial.h"
#include "collision/vecmath.h"
#include "foundation/memory/hooks.h"
#include <math.h>

enum { CHAIN_SIZE = CD_WIDE_DEGREE + 2, REPORTED_BITS = 44 };

void cdTrimWidePoly(cdWidePoly *p) {
    p->degree = CD_WIDE_DEGREE;
    while (p->degree >= 0 && p->c[p->degree].sign == 0)
        p->degree--;
}

// value = p(number / 2^exponent) 2^(exponent degree)
static void evaluateAt(cdWide *value, const cdWidePoly *p, const cdWide *number, int exponent) {
    cdWide product, term;
    value->sign = value->count = 0;
    for (int i = p->degree; i >= 0; i--) {
        cdMulWide(&product, value, number);
        cdShiftWide(&term, &p->c[i], exponent * (p->degree - i));
        cdAddWide(value, &product, 1, &term);
    }
}

static int getSignAt(const cdWidePoly *p, const cdWide *number, int exponent) {
    cdWide value;
    evaluateAt(&value, p, number, exponent);
    return value.sign;
}

// Returns the sign of p at above / below, for below > 0.
static int getSignAtFraction(const cdWidePoly *p, const cdWide *above, const cdWide *below) {
    cdWide value, product, power;
    value.sign = value.count = 0;
    cdSetWide(&power, 1.0, 0);
    for (int i = p->degree; i >= 0; i--) {
        cdMulWide(&product, &value, above);
        cdCopyWide(&value, &product);
        cdAddProductWide(&value, 1, &p->c[i], &power);
        cdMulWide(&product, &power, below);
        cdCopyWide(&power, &product);
    }
    return value.sign;
}

// c[i] = factor c[i] for all coefficients.
static void scalePoly(cdWidePoly *p, const cdWide *factor) {
    cdWide product;
    for (int i = 0; i <= p->degree; i++) {
        cdMulWide(&product, &p->c[i], factor);
        cdCopyWide(&p->c[i], &product);
    }
}

static void copyPoly(cdWidePoly *to, const cdWidePoly *from) {
    to->degree = from->degree;
    for (int i = 0; i <= CD_WIDE_DEGREE; i++)
        cdCopyWide(&to->c[i], &from->c[i]);
}

// rest = a modulo b, times a positive number.
static void dividePoly(cdWidePoly *rest, const cdWidePoly *a, const cdWidePoly *b) {
    cdWide size, lead;
    int sign = b->c[b->degree].sign;
    cdCopyWide(&size, &b->c[b->degree]);
    size.sign = 1;
    copyPoly(rest, a);
    while (rest->degree >= b->degree) {
        int shift = rest->degree - b->degree;
        cdCopyWide(&lead, &rest->c[rest->degree]);
        scalePoly(rest, &size);
        for (int i = 0; i <= b->degree; i++)
            cdAddProductWide(&rest->c[i + shift], -sign, &lead, &b->c[i]);
        cdTrimWidePoly(rest);
    }
}

static void derivePoly(cdWidePoly *to, const cdWidePoly *p) {
    cdWide factor;
    for (int i = 1; i <= CD_WIDE_DEGREE; i++) {
        cdSetWide(&factor, i, 0);
        cdMulWide(&to->c[i - 1], &p->c[i], &factor);
    }
    to->c[CD_WIDE_DEGREE].sign = to->c[CD_WIDE_DEGREE].count = 0;
    cdTrimWidePoly(to);
}

// Adds above / below if it is in (0, 1).
static int addFraction(cdWideRoot *roots, int count, const cdWide *above, const cdWide *below) {
    cdWideRoot *root = &roots[count];
    root->isFraction = true;
    root->exponent = 0;
    cdCopyWide(&root->low, above);
    cdCopyWide(&root->high, below);
    if (below->sign < 0) {
        cdNegateWide(&root->low);
        cdNegateWide(&root->high);
    }
    cdWide rest;
    cdAddWide(&rest, &root->high, -1, &root->low);
    return root->low.sign > 0 && rest.sign > 0 ? count + 1 : count;
}

// Adds the root -factor p->c[i] / (times p->c[i + 1]).
static int addRatio(cdWideRoot *roots, int count, const cdWidePoly *p, int i, double times) {
    cdWide factor, above, below;
    cdCopyWide(&above, &p->c[i]);
    cdNegateWide(&above);
    cdSetWide(&factor, times, 0);
    cdMulWide(&below, &p->c[i + 1], &factor);
    return addFraction(roots, count, &above, &below);
}

// Adds the double root -l0 / l1 of a cubic and its other root: all three add up to -c2 / c3.
static int addDoubleRoot(cdWideRoot *roots, const cdWidePoly *p, const cdWidePoly *line) {
    int count = addRatio(roots, 0, line, 0, 1.0);
    cdWide two, product, above, below;
    cdSetWide(&two, 2.0, 0);
    cdMulWide(&product, &p->c[3], &two);
    cdMulWide(&above, &product, &line->c[0]);
    cdAddProductWide(&above, -1, &p->c[2], &line->c[1]);
    cdMulWide(&below, &p->c[3], &line->c[1]);
    return addFraction(roots, count, &above, &below);
}

// Finds the roots of a polynomial that is linear or has a multiple root. Returns -1 for any other.
static int findFractions(const cdWidePoly *p, cdWideRoot *roots) {
    if (p->degree == 1) return addRatio(roots, 0, p, 0, 1.0);
    cdWidePoly slope, rest;
    derivePoly(&slope, p);
    dividePoly(&rest, p, &slope);
    if (rest.degree < 0) return addRatio(roots, 0, p, p->degree - 1, p->degree);
    if (rest.degree == 0) return -1;
    cdWide above, below;
    int sign = rest.c[1].sign;
    cdCopyWide(&above, &rest.c[0]);
    cdCopyWide(&below, &rest.c[1]);
    above.sign *= -sign;
    below.sign *= sign;
    return getSignAtFraction(&slope, &above, &below) == 0 ? addDoubleRoot(roots, p, &rest) : -1;
}

// A part [number, number + 1] / 2^exponent of [0, 1].
typedef struct Part {
    cdWide number;
    int exponent;
} Part;

static void moveNumber(cdWide *to, const cdWide *number, int step) {
    cdWide one;
    cdSetWide(&one, 1.0, 0);
    cdAddWide(to, number, step, &one);
}

// Moves to the next part right of this one and its halves; false at the end.
static bool leavePart(Part *part) {
    moveNumber(&part->number, &part->number, 1);
    while (part->exponent > 0 && !cdIsOddWide(&part->number)) {
        cdHalveWide(&part->number);
        part->exponent--;
    }
    return part->exponent > 0;
}

// Counts the changes of sign among the Bernstein coefficients over the part; `endIsRoot`: p is 0 at an end.
static int countChanges(const cdWidePoly *p, const cdWidePoly *slope, const Part *part, bool *endIsRoot) {
    cdWide next, factor, values[4], tangent;
    moveNumber(&next, &part->number, 1);
    cdSetWide(&factor, p->degree, 0);
    evaluateAt(&values[0], p, &part->number, part->exponent);
    evaluateAt(&values[3], p, &next, part->exponent);
    evaluateAt(&tangent, slope, &part->number, part->exponent);
    cdMulWide(&values[1], &values[0], &factor);
    cdAddWide(&values[1], &values[1], 1, &tangent);
    evaluateAt(&tangent, slope, &next, part->exponent);
    cdMulWide(&values[2], &values[3], &factor);
    cdAddWide(&values[2], &values[2], -1, &tangent);
    *endIsRoot = values[0].sign == 0 || values[3].sign == 0;
    int changes = 0, last = 0;
    for (int i = 0; i < 4; i++) {
        if (values[i].sign == 0) continue;
        changes += last != 0 && values[i].sign != last;
        last = values[i].sign;
    }
    return changes;
}

// Halves an interval with one simple root until it is short enough to be reported.
static void refineRoot(const cdWidePoly *p, Part *part, cdWideRoot *root) {
    int sign = getSignAt(p, &part->number, part->exponent);
    root->isFraction = false;
    while (part->exponent < REPORTED_BITS) {
        cdWide middle;
        cdShiftWide(&part->number, &part->number, 1);
        part->exponent++;
        moveNumber(&middle, &part->number, 1);
        int here = getSignAt(p, &middle, part->exponent);
        if (here == sign) cdCopyWide(&part->number, &middle);
        if (here != 0) continue;
        root->isFraction = true;
        cdCopyWide(&root->low, &middle);
        cdSetWide(&root->high, 1.0, part->exponent);
        return;
    }
    cdCopyWide(&root->low, &part->number);
    moveNumber(&root->high, &part->number, 1);
    root->exponent = part->exponent;
}

// Splits a part in halves; adds its middle if it is a root.
static int splitPart(const cdWidePoly *p, Part *part, cdWideRoot *roots, int count) {
    cdWide middle, whole;
    cdShiftWide(&part->number, &part->number, 1);
    part->exponent++;
    moveNumber(&middle, &part->number, 1);
    if (getSignAt(p, &middle, part->exponent) != 0) return count;
    cdSetWide(&whole, 1.0, part->exponent);
    return addFraction(roots, count, &middle, &whole);
}

static int isolateRoots(const cdWidePoly *p, cdWideRoot *roots) {
    cdWidePoly slope;
    derivePoly(&slope, p);
    Part part = {{0, 0, {0}}, 0};
    int count = 0, longest = 0;
    for (int i = 0; i <= p->degree; i++)
        longest = cdGetWideBits(&p->c[i]) > longest ? cdGetWideBits(&p->c[i]) : longest;
    do {
        bool endIsRoot;
        int changes = countChanges(p, &slope, &part, &endIsRoot);
        while (changes > 1 || (changes == 1 && endIsRoot)) {
            if (!CD_REQUIRE(part.exponent <= 2 * longest + 6)) return count;
            count = splitPart(p, &part, roots, count);
            changes = countChanges(p, &slope, &part, &endIsRoot);
        }
        if (changes == 1) {
            Part within = {.exponent = part.exponent};
            cdCopyWide(&within.number, &part.number);
            refineRoot(p, &within, &roots[count++]);
        }
    } while (leavePart(&part));
    return count;
}

int cdFindWideRoots(const cdWidePoly *p, cdWideRoot roots[CD_WIDE_DEGREE]) {
    if (p->degree < 1) return 0;
    int count = findFractions(p, roots);
    return count >= 0 ? count : isolateRoots(p, roots);
}

static int countChainChanges(const cdWidePoly chain[CHAIN_SIZE], int count, const cdWide *number,
                             int exponent) {
    int changes = 0, last = 0;
    for (int i = 0; i < count; i++) {
        int sign = getSignAt(&chain[i], number, exponent);
        if (sign == 0) continue;
        changes += last != 0 && sign != last;
        last = sign;
    }
    return changes;
}

int cdGetSignAtWideRoot(const cdWidePoly *q, const cdWidePoly *p, const cdWideRoot *root) {
    if (q->degree <= 0) return q->degree < 0 ? 0 : q->c[0].sign;
    if (root->isFraction) return getSignAtFraction(q, &root->low, &root->high);
    cdWidePoly chain[CHAIN_SIZE];
    copyPoly(&chain[0], p);
    dividePoly(&chain[1], q, p);
    int count = 1;
    while (chain[count].degree > 0 && count + 1 < CHAIN_SIZE) {
        dividePoly(&chain[count + 1], &chain[count - 1], &chain[count]);
        for (int i = 0; i <= CD_WIDE_DEGREE; i++)
            cdNegateWide(&chain[count + 1].c[i]);
        count++;
    }
    if (chain[count].degree == 0) count++;
    int index = countChainChanges(chain, count, &root->low, root->exponent) -
                countChainChanges(chain, count, &root->high, root->exponent);
    return index * getSignAt(p, &root->high, root->exponent);
}

void cdGetWideRootBounds(const cdWideRoot *root, double *lo, double *hi) {
    cdWide scale;
    double slack = 0x1p-48;
    cdSetWide(&scale, 1.0, root->isFraction ? 0 : root->exponent);
    double low = cdDivideWide(&root->low, root->isFraction ? &root->high : &scale);
    double high = root->isFraction ? low : cdDivideWide(&root->high, &scale);
    *lo = cdMax(0.0, low - slack);
    *hi = cdMin(1.0, high + slack);
}
