// Polynomials with integer coefficients of any size, their real roots in [0, 1], and signs at those roots.
//
// A root is an isolating interval with dyadic ends [low / 2^exponent, high / 2^exponent] of a squarefree
// polynomial; low == high if the root is that number. Everything is exact. Source: Sturm's theorem on the
// number of distinct roots in an interval.
#ifndef INTEGER_POLY_H
#define INTEGER_POLY_H

#include <gmp.h>
#include <stdbool.h>

enum { POLY_SIZE = 6, POLY_ROOT_MAX = POLY_SIZE };

// coefficients[0] + coefficients[1] t + ...; degree -1 is the zero polynomial.
typedef struct Poly {
    mpz_t coefficients[POLY_SIZE];
    int degree;
} Poly;

void InitPoly(Poly *p);
void ClearPoly(Poly *p);
void CopyPoly(Poly *to, const Poly *from);
// to = a + sign * b, to = a * b; `to` may be an operand.
void AddPoly(Poly *to, const Poly *a, int sign, const Poly *b);
void MulPoly(Poly *to, const Poly *a, const Poly *b);

// True if p is q times a number other than 0.
bool IsMultipleOf(const Poly *p, const Poly *q);

typedef struct PolyRoot {
    Poly squarefree;
    mpz_t low, high;
    unsigned long exponent;
    bool isNarrow; // no wider than 2^-40
} PolyRoot;

void InitPolyRoot(PolyRoot *root);
void ClearPolyRoot(PolyRoot *root);

// Finds the distinct real roots of p in [0, 1], ascending; p is not zero. The caller initialises `roots`.
int FindPolyRoots(const Poly *p, PolyRoot roots[POLY_ROOT_MAX]);

// Returns the sign of p at the root: -1, 0 or 1. Narrows the root's interval as needed.
int GetSignAtRoot(const Poly *p, PolyRoot *root);

// Returns a number below the root, or the root itself.
double GetRootFloor(const PolyRoot *root);

// Returns the root as a double, to 2^-60.
double GetRootValue(PolyRoot *root);

#endif
