// Bernstein polynomials; see bernstein.h.
//
// Source: de Casteljau's construction; the convex hull of the control polygon bounds the graph, so the
// polynomial crosses no level before the hull does. Clipping there and rebuilding the hull converges to the
// first crossing from the left, quadratically if it is simple.
#include "foundation/numbers/bernstein.h"
#include "foundation/numbers/polynomial.h"

enum { CLIPS = 3, ROUNDS = 1000, HALVINGS = 50, POLISHES = 160 };

// A clip that leaves more than this fraction of the value did not converge quadratically.
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

// Replace `b` by the coefficients over [0, t], or over [t, 1].
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

// Returns the fraction of the interval at which the hull of the control polygon first falls to 0; 1: nowhere.
// It is the minimum over all lines from a point above 0 to a later one below: a fraction, divided once.
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

// Clips the part over [t, end] at its first crossing, a few times. Result: above 0 throughout, at the zero,
// quadratic convergence or not. Each clip costs digits, so the part is recomputed after these.
static inline Clip clipPart(double *part, int degree, double end, double *t) {
    for (int clip = 0; clip < CLIPS; clip++) {
        double least = part[0];
        for (int k = 1; k <= degree; k++)
            least = cdMin(least, part[k]);
        if (least > 0.0) return CLIP_ABOVE;
        if (!(part[0] > 0.0)) return CLIP_ZERO;
        // A rounding unit less, so that the rounded sum is a lower bound.
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

// Near a zero that is almost double, or far from all zeros, clipping gains little: then the interval is
// halved, and the hull of the first half is quadratically closer.
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
    // Most are cubics: a constant degree unrolls the loops.
    if (degree == 3) return followAbove(b, 3, from, to);
    return followAbove(b, degree, from, to);
}

static int countSignChanges(const int *signs, int degree) {
    int count = 0, last = 0;
    for (int k = 0; k <= degree; k++) {
        count += signs[k] * last < 0;
        if (signs[k] != 0) last = signs[k];
    }
    return count;
}

// Returns the zero between two parameters of opposite signs: cuts by the chord, every third a bisection.
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

// Finds the sign changes of a parabola by its formula.
static int findParabolaChanges(const double *b, double *zeros) {
    double roots[2];
    int count = 0,
        rootCount = cdSolveQuadratic(b[0], 2.0 * (b[1] - b[0]), (b[0] - b[1]) + (b[2] - b[1]), roots);
    for (int i = 0; i < rootCount; i++)
        if (roots[i] > 0.0 && roots[i] < 1.0) zeros[count++] = roots[i];
    return count;
}

// Replaces `b` by the coefficients over the first half, and computes those over the second; they share the
// one between, so that both agree on a zero there.
static void halve(double *b, int degree, double *second) {
    for (int k = 0; k < degree; k++) {
        second[degree - k] = b[degree];
        for (int i = degree; i > k; i--)
            b[i] = 0.5 * (b[i - 1] + b[i]);
    }
    second[0] = b[degree];
}

// `noise`: bound on the error of each coefficient from halving.
typedef struct Piece {
    double lo, hi, part[CD_BERNSTEIN_DEGREE + 1], noise[CD_BERNSTEIN_DEGREE + 1];
} Piece;

static void halvePiece(Piece *piece, int degree, Piece *second) {
    // Each of these sums rounds once.
    for (int k = 0; k <= degree; k++)
        piece->noise[k] += 0.5 * CD_EPSILON * degree * fabs(piece->part[k]);
    halve(piece->part, degree, second->part);
    halve(piece->noise, degree, second->noise);
    second->hi = piece->hi;
    second->lo = piece->hi = 0.5 * (piece->lo + piece->hi);
}

// The zeros so far, and the sign after the last of them; 0: unknown.
typedef struct Changes {
    double *zeros;
    int count, sign;
} Changes;

// Adds the sign that holds from t.
static void addSign(Changes *changes, double t, int sign) {
    if (changes->sign * sign < 0) changes->zeros[changes->count++] = t;
    if (sign != 0) changes->sign = sign;
}

// True if a piece's signs are decided: no change, up to noise, or one change between ends above the noise.
static bool addPiece(Changes *changes, const Piece *piece, const double *b, int degree) {
    int signs[CD_BERNSTEIN_DEGREE + 1], sum = 0;
    for (int k = 0; k <= degree; k++) {
        double value = piece->part[k], noise = piece->noise[k];
        signs[k] = value > noise ? 1 : value < -noise ? -1 : 0;
        sum += signs[k];
    }
    int count = countSignChanges(signs, degree);
    if (count == 0) {
        addSign(changes, piece->lo, (sum > 0) - (sum < 0));
        return true;
    }
    if (count > 1 || signs[0] * signs[degree] >= 0) return false;
    addSign(changes, piece->lo, signs[0]);
    addSign(changes, polish(b, degree, piece->lo, piece->hi), signs[degree]);
    return true;
}

// A coefficient within the noise has no sign. The signs of the others are the polynomial's own, and change no
// more often than those of its given coefficients: so there are at most `degree` zeros, and none gets lost
// beside false ones.
int cdFindSignChanges(const double *b, int degree, double *zeros) {
    Piece stack[HALVINGS + 2];
    Changes changes = {.zeros = zeros};
    int height = 1;
    if (degree == 2) return findParabolaChanges(b, zeros);
    stack[0].lo = 0.0, stack[0].hi = 1.0;
    for (int k = 0; k <= degree; k++) {
        stack[0].part[k] = b[k];
        stack[0].noise[k] = 0.0;
    }
    while (height > 0) {
        Piece *piece = &stack[height - 1];
        if (addPiece(&changes, piece, b, degree) || height > HALVINGS) {
            height--;
            continue;
        }
        stack[height] = *piece;
        halvePiece(&stack[height++], degree, piece);
    }
    return changes.count;
}
