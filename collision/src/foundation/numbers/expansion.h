// Exact sums and products of doubles: expansions.
//
// An expansion is a sum of doubles, smallest first, whose bits do not overlap; its sign is that of its last
// part. Sums and products of expansions are exact, and parts that are zero are dropped [Shewchuk 1997; Dekker
// 1971 for the error of a product]. Exact where no product overflows and no rounding error underflows.
#ifndef CD_EXPANSION_H
#define CD_EXPANSION_H

// The bits of parts do not overlap, so an expansion has no more parts than a double has bit positions.
enum { CD_EXPANSION_MAX = 2112 };

// Returns a + b and its rounding error [Knuth].
static inline double cdAddTwo(double a, double b, double *error) {
    double sum = a + b;
    double virtualB = sum - a;
    double virtualA = sum - virtualB;
    *error = (a - virtualA) + (b - virtualB);
    return sum;
}

// Returns the upper half of a double's bits; the lower half is a - upper [Dekker, Veltkamp].
static inline double cdSplitUpper(double a) {
    double c = 0x1.0000002p27 * a;
    return c - (c - a);
}

// Returns a b and its rounding error [Dekker].
static inline double cdMultiplyTwo(double a, double b, double *error) {
    double product = a * b;
    double aUpper = cdSplitUpper(a), aLower = a - aUpper;
    double bUpper = cdSplitUpper(b), bLower = b - bUpper;
    double rest = product - aUpper * bUpper;
    rest -= aLower * bUpper;
    rest -= aUpper * bLower;
    *error = aLower * bLower - rest;
    return product;
}

// Adds a double to e, in place: e needs room for one more part. Returns the new count.
static inline int cdGrowExpansion(int count, double *e, double b) {
    double carry = b;
    int kept = 0;
    for (int i = 0; i < count; i++) {
        double error;
        carry = cdAddTwo(carry, e[i], &error);
        if (error != 0.0) e[kept++] = error;
    }
    if (carry != 0.0) e[kept++] = carry;
    return kept;
}

// Computes sum += sign * e * f: every product of two parts is a double and its error.
static inline int cdAddExpansionProduct(int sumCount, double *sum, int eCount, const double *e, int fCount,
                                        const double *f, double sign) {
    for (int i = 0; i < eCount; i++) {
        for (int k = 0; k < fCount; k++) {
            double error, product = cdMultiplyTwo(e[i], f[k], &error);
            sumCount = cdGrowExpansion(sumCount, sum, sign * error);
            sumCount = cdGrowExpansion(sumCount, sum, sign * product);
        }
    }
    return sumCount;
}

enum { CD_DIFFERENCE_SIZE = 2 };

typedef struct cdExactDifference {
    int count;
    double parts[CD_DIFFERENCE_SIZE];
} cdExactDifference;

static inline cdExactDifference cdSubtractExactly(double a, double b) {
    cdExactDifference d = {0, {0.0, 0.0}};
    double error, difference = cdAddTwo(a, -b, &error);
    if (error != 0.0) d.parts[d.count++] = error;
    if (difference != 0.0) d.parts[d.count++] = difference;
    return d;
}

// The sign of an expansion is that of its largest part.
static inline int cdGetExpansionSign(int count, const double *sum) {
    return count == 0 ? 0 : (sum[count - 1] > 0.0) - (sum[count - 1] < 0.0);
}

#endif
