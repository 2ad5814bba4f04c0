// Bernstein polynomials; see bernstein.h.
//
// Source: de Casteljau's construction; the convex hull of the control polygon bounds the graph, so where the
// hull crosses a level the polynomial has not crossed it before. Clipping at that place and building the hull
// anew converges to the first crossing from the left, by the square of the distance where it is simple.
#include "foundation/bernstein.h"
#include "foundation/polynomial.h"

enum { CLIPS = 3, ROUNDS = 1000, HALVINGS = 40, POLISHES = 160 };

// A clip after which more than this of the value is left did not converge by the square.
static const double slow = 1.0 / 16.0;

static const double binomials[CD_BERNSTEIN_DEGREE + 1][CD_BERNSTEIN_DEGREE + 1] = {
    {1},
    {1, 1},
    {1, 2, 1},
    {1, 3, 3, 1},
    {1, 4, 6, 4, 1},
    {1, 5, 10, 10, 5, 1},
    {1, 6, 15, 20, 15, 6, 1},
    {1, 7, 21, 35, 35, 21, 7, 1},
    {1, 8, 28, 56, 70, 56, 28, 8, 1},
};

void cdGetBernsteinWeights(int degree, double t, double *weights) {
    double s = 1.0 - t, power = 1.0;
    for (int k = 0; k <= degree; k++) {
        weights[k] = binomials[degree][k] * power;
        power *= t;
    }
    power = 1.0;
    for (int k = degree; k >= 0; k--) {
        weights[k] *= power;
        power *= s;
    }
}

void cdRaiseBernstein(const double *b, int degree, double *out) {
    double share = 1.0 / (degree + 1);
    out[0] = b[0];
    for (int k = 1; k <= degree; k++)
        out[k] = share * (k * b[k - 1] + (degree + 1 - k) * b[k]);
    out[degree + 1] = b[degree];
}

double cdEvaluateBernstein(const double *b, int degree, double t) {
    double weights[CD_BERNSTEIN_DEGREE + 1], sum = 0.0;
    cdGetBernsteinWeights(degree, t, weights);
    for (int k = 0; k <= degree; k++)
        sum += weights[k] * b[k];
    return sum;
}

// Leaves in `b` the coefficients over [0, t], or over [t, 1].
static inline void keepBefore(double *b, int degree, double t) {
    for (int k = 1; k <= degree; k++)
        for (int i = degree; i >= k; i--)
            b[i] = (1.0 - t) * b[i - 1] + t * b[i];
}

static inline void keepAfter(double *b, int degree, double t) {
    for (int k = 1; k <= degree; k++)
        for (int i = 0; i <= degree - k; i++)
            b[i] = (1.0 - t) * b[i] + t * b[i + 1];
}

static inline void restrictTo(const double *b, int degree, double lo, double hi, double *out) {
    for (int k = 0; k <= degree; k++)
        out[k] = b[k];
    if (hi < 1.0) keepBefore(out, degree, hi);
    if (lo > 0.0) keepAfter(out, degree, hi > 0.0 ? cdMin(lo / hi, 1.0) : 0.0);
}

void cdRestrictBernstein(const double *b, int degree, double lo, double hi, double *out) {
    restrictTo(b, degree, lo, hi, out);
}

void cdMultiplyBernstein(const double *a, int degreeA, const double *b, int degreeB, double *out) {
    int degree = degreeA + degreeB;
    for (int k = 0; k <= degree; k++)
        out[k] = 0.0;
    for (int i = 0; i <= degreeA; i++)
        for (int k = 0; k <= degreeB; k++)
            out[i + k] += binomials[degreeA][i] * a[i] * (binomials[degreeB][k] * b[k]);
    for (int k = 0; k <= degree; k++)
        out[k] /= binomials[degree][k];
}

// Where, in shares of the interval, the hull of the control polygon first comes down to 0; 1: nowhere. It is
// the least of the places where a line from a point above to a later one below does: a fraction, divided
// once.
static inline double findHullCrossing(const double *b, int degree) {
    double over = 1.0, under = 1.0;
    for (int j = 1; j <= degree; j++) {
        if (b[j] > 0.0) continue;
        for (int i = 0; i < j; i++) {
            if (!(b[i] > 0.0)) continue;
            double fall = degree * (b[i] - b[j]), place = j * b[i] - i * b[j];
            if (place * under < over * fall) over = place, under = fall;
        }
    }
    return over / under;
}

typedef enum Clip { CLIP_ABOVE, CLIP_ZERO, CLIP_SLOW, CLIP_GOOD } Clip;

// Clips the part over [t, end] at its first crossing, a few times: above 0 all the way, at the zero,
// converging by the square or not. Each clip costs digits, so that a part is made anew after these.
static inline Clip clipPart(double *part, int degree, double end, double *t) {
    for (int clip = 0; clip < CLIPS; clip++) {
        double least = part[0];
        for (int k = 1; k <= degree; k++)
            least = cdMin(least, part[k]);
        if (least > 0.0) return CLIP_ABOVE;
        if (!(part[0] > 0.0)) return CLIP_ZERO;
        // A rounding unit less, so that none is lost to the sum.
        double share = findHullCrossing(part, degree) * (1.0 - 4.0 * CD_EPSILON);
        double next = *t + (end - *t) * share, before = part[0];
        if (!(next > *t)) return CLIP_ZERO;
        if (next >= end) return CLIP_SLOW;
        keepAfter(part, degree, share);
        *t = next;
        if (part[0] > slow * before) return CLIP_SLOW;
    }
    return CLIP_GOOD;
}

// Near a zero that is almost a double one, or far from any, clipping gains little: the interval is halved
// then, and the hull of the first half is nearer by the square.
static inline double followAbove(const double *b, int degree, double from, double to) {
    double part[CD_BERNSTEIN_DEGREE + 1], t = from, end = to;
    for (int round = 0; round < ROUNDS && t < to; round++) {
        restrictTo(b, degree, t, end, part);
        Clip clip = clipPart(part, degree, end, &t);
        if (clip == CLIP_ABOVE) {
            t = end;
            end = to;
        } else if (clip == CLIP_ZERO || !(end - t > 4.0 * CD_EPSILON)) {
            return t;
        } else if (clip == CLIP_SLOW) {
            end = t + 0.5 * (end - t);
        }
    }
    return cdMin(t, to);
}

double cdFollowAbove(const double *b, int degree, double from, double to) {
    // Cubics are most of them: for a constant degree nothing of the loops is left.
    if (degree == 3) return followAbove(b, 3, from, to);
    return followAbove(b, degree, from, to);
}

static int countSignChanges(const double *b, int degree) {
    int count = 0;
    double last = 0.0;
    for (int k = 0; k <= degree; k++) {
        if (b[k] == 0.0) continue;
        count += last != 0.0 && (last < 0.0) != (b[k] < 0.0);
        last = b[k];
    }
    return count;
}

// The zero between two places of opposite signs: a cut where the chord is there, every third in half.
static double polish(const double *b, int degree, double lo, double hi) {
    double below = cdEvaluateBernstein(b, degree, lo), above = cdEvaluateBernstein(b, degree, hi);
    for (int i = 0; i < POLISHES && hi - lo > CD_EPSILON; i++) {
        double chord = lo + (hi - lo) * (below / (below - above));
        double middle = i % 3 == 2 || !(chord > lo && chord < hi) ? 0.5 * (lo + hi) : chord;
        double value = cdEvaluateBernstein(b, degree, middle);
        if (value == 0.0) return middle;
        if ((value < 0.0) == (below < 0.0))
            lo = middle, below = value;
        else
            hi = middle, above = value;
    }
    return 0.5 * (lo + hi);
}

// A place about the middle that is no zero itself: a zero at an end of both halves would be in neither.
static double chooseMiddle(const double *b, int degree, double lo, double hi) {
    static const double shares[] = {0.5, 0.4375, 0.546875, 0.40625};
    double middle = 0.5 * (lo + hi);
    for (int i = 0; i < 4; i++) {
        middle = lo + (hi - lo) * shares[i];
        if (cdEvaluateBernstein(b, degree, middle) != 0.0) break;
    }
    return middle;
}

// Of a parabola by its own formula.
static int findParabolaChanges(const double *b, double *zeros) {
    double roots[2];
    int count = 0,
        rootCount = cdSolveQuadratic(b[0], 2.0 * (b[1] - b[0]), (b[0] - b[1]) + (b[2] - b[1]), roots);
    for (int i = 0; i < rootCount; i++)
        if (roots[i] > 0.0 && roots[i] < 1.0) zeros[count++] = roots[i];
    return count;
}

int cdFindSignChanges(const double *b, int degree, double *zeros) {
    typedef struct Piece {
        double lo, hi;
    } Piece;
    Piece stack[HALVINGS + 2];
    int height = 0, count = 0;
    if (countSignChanges(b, degree) == 0) return 0;
    if (degree == 2) return findParabolaChanges(b, zeros);
    stack[height++] = (Piece){0.0, 1.0};
    while (height > 0 && count < degree) {
        Piece piece = stack[--height];
        double part[CD_BERNSTEIN_DEGREE + 1];
        cdRestrictBernstein(b, degree, piece.lo, piece.hi, part);
        int changes = countSignChanges(part, degree);
        if (changes == 0) continue;
        bool isOne = (part[0] < 0.0 && part[degree] > 0.0) || (part[0] > 0.0 && part[degree] < 0.0);
        bool isSmall = piece.hi - piece.lo <= 0x1p-40 || height > HALVINGS;
        if (isOne && (changes == 1 || isSmall)) {
            zeros[count++] = polish(b, degree, piece.lo, piece.hi);
        } else if (!isSmall) {
            double middle = chooseMiddle(b, degree, piece.lo, piece.hi);
            stack[height++] = (Piece){middle, piece.hi};
            stack[height++] = (Piece){piece.lo, middle};
        }
    }
    return count;
}
