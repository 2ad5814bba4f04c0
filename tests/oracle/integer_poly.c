// Exact real roots of integer polynomials by Sturm sequences; see integer_poly.h.
//
// The remainder sequence is kept primitive (divided by the greatest common divisor of its coefficients), and
// each remainder is negated, as Sturm's theorem requires; positive factors change no sign.
#include "oracle/integer_poly.h"

#include <math.h>
#include <string.h>

typedef struct SturmChain {
    Poly terms[POLY_SIZE];
    int count;
} SturmChain;

// Cleared numbers, kept with their memory for reuse: otherwise allocation takes half of the time.
enum { SPARE_MAX = 256 };
static mpz_t spare[SPARE_MAX][POLY_SIZE];
static int spareCount;

void InitPoly(Poly *p) {
    bool isSpare = spareCount > 0;
    if (isSpare) memcpy(p->coefficients, spare[--spareCount], sizeof p->coefficients);
    for (int i = 0; i < POLY_SIZE; i++) {
        if (isSpare)
            mpz_set_ui(p->coefficients[i], 0);
        else
            mpz_init(p->coefficients[i]);
    }
    p->degree = -1;
}

void ClearPoly(Poly *p) {
    if (spareCount < SPARE_MAX) {
        memcpy(spare[spareCount++], p->coefficients, sizeof p->coefficients);
        return;
    }
    for (int i = 0; i < POLY_SIZE; i++)
        mpz_clear(p->coefficients[i]);
}

static void findDegree(Poly *p) {
    p->degree = POLY_SIZE - 1;
    while (p->degree >= 0 && mpz_sgn(p->coefficients[p->degree]) == 0)
        p->degree--;
}

static int maxOf(int a, int b) {
    return a > b ? a : b;
}

void CopyPoly(Poly *to, const Poly *from) {
    int count = maxOf(to->degree, from->degree);
    for (int i = 0; i <= count; i++)
        mpz_set(to->coefficients[i], from->coefficients[i]);
    to->degree = from->degree;
}

void AddPoly(Poly *to, const Poly *a, int sign, const Poly *b) {
    int count = maxOf(to->degree, maxOf(a->degree, b->degree));
    for (int i = 0; i <= count; i++) {
        if (sign >= 0) {
            mpz_add(to->coefficients[i], a->coefficients[i], b->coefficients[i]);
        } else {
            mpz_sub(to->coefficients[i], a->coefficients[i], b->coefficients[i]);
        }
    }
    findDegree(to);
}

void MulPoly(Poly *to, const Poly *a, const Poly *b) {
    Poly product;
    InitPoly(&product);
    for (int i = 0; i <= a->degree; i++) {
        for (int k = 0; k <= b->degree; k++) {
            mpz_addmul(product.coefficients[i + k], a->coefficients[i], b->coefficients[k]);
        }
    }
    findDegree(&product);
    CopyPoly(to, &product);
    ClearPoly(&product);
}

bool IsMultipleOf(const Poly *p, const Poly *q) {
    if (p->degree != q->degree) return false;
    bool isMultiple = true;
    Poly room;
    InitPoly(&room);
    mpz_ptr left = room.coefficients[0], right = room.coefficients[1];
    for (int i = 0; i < p->degree && isMultiple; i++) {
        mpz_mul(left, p->coefficients[i], q->coefficients[q->degree]);
        mpz_mul(right, q->coefficients[i], p->coefficients[p->degree]);
        isMultiple = mpz_cmp(left, right) == 0;
    }
    ClearPoly(&room);
    return isMultiple;
}

// Divides by the content, a positive number.
static void makePrimitive(Poly *p) {
    Poly room;
    InitPoly(&room);
    mpz_ptr content = room.coefficients[0];
    for (int i = 0; i <= p->degree; i++)
        mpz_gcd(content, content, p->coefficients[i]);
    for (int i = 0; i <= p->degree; i++)
        mpz_divexact(p->coefficients[i], p->coefficients[i], content);
    ClearPoly(&room);
}

// rest = a positive multiple of (a modulo b), primitive; the optional quotient is the same multiple of a / b.
static void dividePoly(Poly *rest, Poly *quotient, const Poly *a, const Poly *b) {
    Poly room;
    InitPoly(&room);
    mpz_ptr lead = room.coefficients[0], factor = room.coefficients[1];
    CopyPoly(rest, a);
    mpz_abs(lead, b->coefficients[b->degree]);
    int leadSign = mpz_sgn(b->coefficients[b->degree]);
    while (rest->degree >= b->degree) {
        int shift = rest->degree - b->degree;
        mpz_mul_si(factor, rest->coefficients[rest->degree], leadSign);
        for (int i = 0; i <= rest->degree; i++)
            mpz_mul(rest->coefficients[i], rest->coefficients[i], lead);
        for (int i = 0; i <= b->degree; i++)
            mpz_submul(rest->coefficients[i + shift], factor, b->coefficients[i]);
        if (quotient != NULL) {
            for (int i = 0; i < POLY_SIZE; i++)
                mpz_mul(quotient->coefficients[i], quotient->coefficients[i], lead);
            mpz_add(quotient->coefficients[shift], quotient->coefficients[shift], factor);
        }
        findDegree(rest);
    }
    makePrimitive(rest);
    if (quotient != NULL) {
        findDegree(quotient);
        makePrimitive(quotient);
    }
    ClearPoly(&room);
}

static void derivePoly(Poly *to, const Poly *p) {
    for (int i = 1; i < POLY_SIZE; i++)
        mpz_mul_ui(to->coefficients[i - 1], p->coefficients[i], (unsigned long)i);
    mpz_set_ui(to->coefficients[POLY_SIZE - 1], 0);
    findDegree(to);
}

// Computes the greatest common divisor of two polynomials, not both zero, up to a factor.
static void findGcd(Poly *gcd, const Poly *a, const Poly *b) {
    Poly high, low, rest;
    InitPoly(&high);
    InitPoly(&low);
    InitPoly(&rest);
    CopyPoly(&high, a);
    CopyPoly(&low, b);
    while (low.degree >= 0) {
        if (high.degree < low.degree) {
            CopyPoly(&rest, &high);
        } else {
            dividePoly(&rest, NULL, &high, &low);
        }
        CopyPoly(&high, &low);
        CopyPoly(&low, &rest);
    }
    makePrimitive(&high);
    CopyPoly(gcd, &high);
    ClearPoly(&high);
    ClearPoly(&low);
    ClearPoly(&rest);
}

// Returns the sign of p at number / 2^exponent.
static int getSignAt(const Poly *p, const mpz_t number, unsigned long exponent) {
    Poly room;
    InitPoly(&room);
    mpz_ptr sum = room.coefficients[0], term = room.coefficients[1];
    for (int i = p->degree; i >= 0; i--) {
        mpz_mul(sum, sum, number);
        mpz_mul_2exp(term, p->coefficients[i], exponent * (unsigned long)(p->degree - i));
        mpz_add(sum, sum, term);
    }
    int sign = mpz_sgn(sum);
    ClearPoly(&room);
    return sign;
}

static void makeSturmChain(SturmChain *chain, const Poly *squarefree) {
    for (int i = 0; i < POLY_SIZE; i++)
        InitPoly(&chain->terms[i]);
    CopyPoly(&chain->terms[0], squarefree);
    chain->count = 1;
    if (squarefree->degree < 1) return;
    derivePoly(&chain->terms[1], squarefree);
    chain->count = 2;
    while (chain->terms[chain->count - 1].degree > 0) {
        Poly *rest = &chain->terms[chain->count];
        dividePoly(rest, NULL, &chain->terms[chain->count - 2], &chain->terms[chain->count - 1]);
        if (rest->degree < 0) return;
        for (int i = 0; i < POLY_SIZE; i++)
            mpz_neg(rest->coefficients[i], rest->coefficients[i]);
        chain->count++;
    }
}

static void clearSturmChain(SturmChain *chain) {
    for (int i = 0; i < POLY_SIZE; i++)
        ClearPoly(&chain->terms[i]);
}

static int countSignChanges(const SturmChain *chain, const mpz_t number, unsigned long exponent) {
    int changes = 0, last = 0;
    for (int i = 0; i < chain->count; i++) {
        int sign = getSignAt(&chain->terms[i], number, exponent);
        if (sign == 0) continue;
        changes += last != 0 && sign != last;
        last = sign;
    }
    return changes;
}

// Counts roots in (low, high].
static int countRoots(const SturmChain *chain, const mpz_t low, const mpz_t high, unsigned long exponent) {
    return countSignChanges(chain, low, exponent) - countSignChanges(chain, high, exponent);
}

static void makeSquarefree(Poly *to, const Poly *p) {
    Poly derivative, gcd, rest, quotient;
    InitPoly(&derivative);
    InitPoly(&gcd);
    InitPoly(&rest);
    InitPoly(&quotient);
    derivePoly(&derivative, p);
    findGcd(&gcd, p, &derivative);
    dividePoly(&rest, &quotient, p, &gcd);
    CopyPoly(to, &quotient);
    ClearPoly(&derivative);
    ClearPoly(&gcd);
    ClearPoly(&rest);
    ClearPoly(&quotient);
}

void InitPolyRoot(PolyRoot *root) {
    InitPoly(&root->squarefree);
    mpz_init(root->low);
    mpz_init(root->high);
    root->exponent = 0;
    root->isNarrow = false;
}

void ClearPolyRoot(PolyRoot *root) {
    ClearPoly(&root->squarefree);
    mpz_clear(root->low);
    mpz_clear(root->high);
}

static bool isExact(const PolyRoot *root) {
    return mpz_cmp(root->low, root->high) == 0;
}

// Halves an interval whose ends are no roots, keeping the half with the sign change.
static void halveRoot(PolyRoot *root) {
    Poly room;
    InitPoly(&room);
    mpz_ptr middle = room.coefficients[0];
    mpz_add(middle, root->low, root->high);
    mpz_mul_2exp(root->low, root->low, 1);
    mpz_mul_2exp(root->high, root->high, 1);
    root->exponent++;
    int sign = getSignAt(&root->squarefree, middle, root->exponent);
    if (sign == 0) {
        mpz_set(root->low, middle);
        mpz_set(root->high, middle);
    } else if (sign == getSignAt(&root->squarefree, root->low, root->exponent)) {
        mpz_set(root->low, middle);
    } else {
        mpz_set(root->high, middle);
    }
    ClearPoly(&room);
}

static void addRoot(PolyRoot *root, const Poly *p, const mpz_t low, const mpz_t high,
                    unsigned long exponent) {
    CopyPoly(&root->squarefree, p);
    mpz_set(root->low, low);
    mpz_set(root->high, high);
    root->exponent = exponent;
    root->isNarrow = false;
}

// Guesses the root by bisection in doubles; may be arbitrarily wrong.
static double guessRoot(const PolyRoot *root) {
    double c[POLY_SIZE], low = ldexp(mpz_get_d(root->low), -(int)root->exponent),
                         high = ldexp(mpz_get_d(root->high), -(int)root->exponent);
    size_t bits = 0;
    for (int i = 0; i <= root->squarefree.degree; i++) {
        size_t own = mpz_sizeinbase(root->squarefree.coefficients[i], 2);
        bits = own > bits ? own : bits;
    }
    for (int i = 0; i <= root->squarefree.degree; i++) {
        long exponent;
        double mantissa = mpz_get_d_2exp(&exponent, root->squarefree.coefficients[i]);
        c[i] = ldexp(mantissa, (int)(exponent - (long)bits));
    }
    bool isLowPositive = getSignAt(&root->squarefree, root->low, root->exponent) > 0;
    for (int step = 0; step < 54; step++) {
        double middle = 0.5 * (low + high), value = 0.0;
        for (int i = root->squarefree.degree; i >= 0; i--)
            value = value * middle + c[i];
        if ((value > 0.0) == isLowPositive)
            low = middle;
        else
            high = middle;
    }
    return low;
}

// Replaces the interval by a short one around a guess if exact signs confirm it; otherwise halves it.
static void narrowRoot(PolyRoot *root) {
    const unsigned long exponent = 44;
    if (root->isNarrow || isExact(root)) return;
    root->isNarrow = true;
    mpz_t low, high, bound;
    mpz_init(low);
    mpz_init(high);
    mpz_init(bound);
    mpz_set_d(low, floor(ldexp(guessRoot(root), (int)exponent)) - 1.0);
    mpz_add_ui(high, low, 3);
    bool isInside = root->exponent < exponent;
    if (isInside) {
        mpz_mul_2exp(bound, root->low, exponent - root->exponent);
        isInside = mpz_cmp(bound, low) <= 0;
        mpz_mul_2exp(bound, root->high, exponent - root->exponent);
        isInside = isInside && mpz_cmp(high, bound) <= 0;
    }
    if (isInside &&
        getSignAt(&root->squarefree, low, exponent) * getSignAt(&root->squarefree, high, exponent) < 0) {
        mpz_set(root->low, low);
        mpz_set(root->high, high);
        root->exponent = exponent;
    }
    while (!isExact(root) && root->exponent < exponent)
        halveRoot(root);
    mpz_clear(low);
    mpz_clear(high);
    mpz_clear(bound);
}

// Isolates the roots inside the open interval (low, high).
static int isolateRoots(const SturmChain *chain, const mpz_t low, const mpz_t high, unsigned long exponent,
                        PolyRoot *roots) {
    const Poly *p = &chain->terms[0];
    bool lowIsRoot = getSignAt(p, low, exponent) == 0, highIsRoot = getSignAt(p, high, exponent) == 0;
    int count = countRoots(chain, low, high, exponent) - highIsRoot;
    if (count == 0) return 0;
    if (count == 1 && !lowIsRoot && !highIsRoot) {
        addRoot(&roots[0], p, low, high, exponent);
        return 1;
    }
    mpz_t middle, from, to;
    mpz_init(middle);
    mpz_init(from);
    mpz_init(to);
    mpz_add(middle, low, high);
    mpz_mul_2exp(from, low, 1);
    mpz_mul_2exp(to, high, 1);
    int found = isolateRoots(chain, from, middle, exponent + 1, roots);
    if (getSignAt(p, middle, exponent + 1) == 0) addRoot(&roots[found++], p, middle, middle, exponent + 1);
    found += isolateRoots(chain, middle, to, exponent + 1, roots + found);
    mpz_clear(middle);
    mpz_clear(from);
    mpz_clear(to);
    return found;
}

// True if all Bernstein coefficients over [0, 1] have one sign, none zero: then the value keeps it. The sum
// of C(degree - i, k - i) c[i] is the k-th of them times C(degree, k).
static bool keepsItsSign(const Poly *p) {
    static const unsigned long binomial[POLY_SIZE][POLY_SIZE] = {
        {1}, {1, 1}, {1, 2, 1}, {1, 3, 3, 1}, {1, 4, 6, 4, 1}, {1, 5, 10, 10, 5, 1}};
    int sign = mpz_sgn(p->coefficients[0]);
    Poly room;
    InitPoly(&room);
    mpz_ptr sum = room.coefficients[0];
    for (int k = 0; k <= p->degree && sign != 0; k++) {
        mpz_set_ui(sum, 0);
        for (int i = 0; i <= k; i++)
            mpz_addmul_ui(sum, p->coefficients[i], binomial[p->degree - i][k - i]);
        if (mpz_sgn(sum) != sign) sign = 0;
    }
    ClearPoly(&room);
    return sign != 0;
}

int FindPolyRoots(const Poly *p, PolyRoot roots[POLY_ROOT_MAX]) {
    if (p->degree < 1 || keepsItsSign(p)) return 0;
    Poly squarefree;
    InitPoly(&squarefree);
    makeSquarefree(&squarefree, p);
    SturmChain chain;
    makeSturmChain(&chain, &squarefree);
    mpz_t zero, one;
    mpz_init_set_ui(zero, 0);
    mpz_init_set_ui(one, 1);
    int count = 0;
    if (getSignAt(&squarefree, zero, 0) == 0) addRoot(&roots[count++], &squarefree, zero, zero, 0);
    count += isolateRoots(&chain, zero, one, 0, roots + count);
    if (getSignAt(&squarefree, one, 0) == 0) addRoot(&roots[count++], &squarefree, one, one, 0);
    mpz_clear(zero);
    mpz_clear(one);
    clearSturmChain(&chain);
    ClearPoly(&squarefree);
    return count;
}

// True if the root of an open isolating interval is also a root of p: then it is a root of their greatest
// common divisor, which has only this simple one there.
static bool isCommonRoot(const Poly *p, const PolyRoot *root) {
    Poly gcd;
    InitPoly(&gcd);
    findGcd(&gcd, &root->squarefree, p);
    bool common = gcd.degree >= 1 &&
                  getSignAt(&gcd, root->low, root->exponent) != getSignAt(&gcd, root->high, root->exponent);
    ClearPoly(&gcd);
    return common;
}

// Returns the sign of p on the whole interval of a root, from its value in the middle and a bound on its
// change: |p'| is at most the sum of i |c[i]| in [0, 1]. 0 if undecided.
static int getSignAround(const Poly *p, const PolyRoot *root) {
    Poly room;
    InitPoly(&room);
    mpz_ptr middle = room.coefficients[0], value = room.coefficients[1], change = room.coefficients[2];
    unsigned long exponent = root->exponent + 1;
    mpz_add(middle, root->low, root->high);
    for (int i = p->degree; i >= 0; i--) { // value = p(middle / 2^exponent) 2^(exponent degree)
        mpz_mul(value, value, middle);
        mpz_mul_2exp(change, p->coefficients[i], exponent * (unsigned long)(p->degree - i));
        mpz_add(value, value, change);
    }
    mpz_set_ui(change, 0);
    for (int i = 1; i <= p->degree; i++) {
        mpz_abs(middle, p->coefficients[i]);
        mpz_addmul_ui(change, middle, (unsigned long)i);
    }
    mpz_sub(middle, root->high, root->low); // half the width is (high - low) / 2^exponent
    mpz_mul(change, change, middle);
    mpz_mul_2exp(change, change, exponent * (unsigned long)(p->degree > 0 ? p->degree - 1 : 0));
    int sign = mpz_cmpabs(value, change) > 0 ? mpz_sgn(value) : 0;
    ClearPoly(&room);
    return sign;
}

int GetSignAtRoot(const Poly *p, PolyRoot *root) {
    if (p->degree < 0) return 0;
    if (p->degree == 0) return mpz_sgn(p->coefficients[0]);
    narrowRoot(root);
    if (!isExact(root)) {
        int sign = getSignAround(p, root);
        if (sign != 0) return sign;
        if (isCommonRoot(p, root)) return 0;
        Poly squarefree;
        InitPoly(&squarefree);
        makeSquarefree(&squarefree, p);
        SturmChain chain;
        makeSturmChain(&chain, &squarefree);
        // The root is not one of p's, so p has no root in the closed interval once that is short enough.
        while (!isExact(root) && (getSignAt(p, root->low, root->exponent) == 0 ||
                                  countRoots(&chain, root->low, root->high, root->exponent) > 0)) {
            halveRoot(root);
        }
        clearSturmChain(&chain);
        ClearPoly(&squarefree);
    }
    return getSignAt(p, root->low, root->exponent);
}

double GetRootFloor(const PolyRoot *root) {
    return ldexp(mpz_get_d(root->low), -(int)root->exponent); // mpz_get_d rounds towards zero
}

double GetRootValue(PolyRoot *root) {
    narrowRoot(root);
    while (!isExact(root) && root->exponent < 64)
        halveRoot(root);
    mpq_t value;
    mpq_init(value);
    mpz_add(mpq_numref(value), root->low, root->high);
    mpz_set_ui(mpq_denref(value), 1);
    mpz_mul_2exp(mpq_denref(value), mpq_denref(value), root->exponent + 1);
    mpq_canonicalize(value);
    double result = mpq_get_d(value);
    mpq_clear(value);
    return result;
}
