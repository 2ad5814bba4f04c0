// The separating-axis test in integers; see exact_boxes.h.
//
// 1. Every entry of both matrices at t = T / 2^k is (c0 4^k + c1 T 2^k + c2 T^2) / (4^k 2^scale) with integer
//    c; the common denominator is dropped.
// 2. Compute the centres' difference and the arms, times wA wB, to avoid divisions.
// 3. For each nonzero direction n, compute the sign of |n . difference| - sum |n . arm|.
#include "oracle/exact_boxes.h"

#include <gmp.h>
#include <math.h>

typedef struct IntegerVec3 {
    mpz_t v[3];
} IntegerVec3;

typedef struct ExactBoxes {
    IntegerVec3 columns[2][4]; // axes and centre
    mpz_t weights[2];
    IntegerVec3 arms[2][3], difference, normal;
    mpz_t sum, term, product;
    mpz_t time; // T
    unsigned long exponent;
    int scale, halfScale;
} ExactBoxes;

static void forVector(IntegerVec3 *vector, void (*apply)(mpz_t)) {
    for (int k = 0; k < 3; k++)
        apply(vector->v[k]);
}

static void forAll(ExactBoxes *boxes, void (*apply)(mpz_t)) {
    for (int side = 0; side < 2; side++) {
        for (int k = 0; k < 4; k++)
            forVector(&boxes->columns[side][k], apply);
        for (int k = 0; k < 3; k++)
            forVector(&boxes->arms[side][k], apply);
        apply(boxes->weights[side]);
    }
    forVector(&boxes->difference, apply);
    forVector(&boxes->normal, apply);
    apply(boxes->sum);
    apply(boxes->term);
    apply(boxes->product);
    apply(boxes->time);
}

static void initInteger(mpz_t number) {
    mpz_init(number);
}

static void clearInteger(mpz_t number) {
    mpz_clear(number);
}

// Returns the minimum k for which value 2^k is an integer, if above `scale`.
static int raiseScale(int scale, double value) {
    int exponent;
    if (value == 0.0) return scale;
    frexp(value, &exponent);
    return 53 - exponent > scale ? 53 - exponent : scale;
}

static void setScaled(mpz_t to, double value, int scale) {
    int exponent;
    mpz_set_d(to, ldexp(frexp(value, &exponent), 53));
    if (value != 0.0) mpz_mul_2exp(to, to, (mp_bitcnt_t)(exponent - 53 + scale));
}

static void findScales(ExactBoxes *boxes, const cdBoxesInput *input, double t) {
    const cdQuadraticMatrix *motions[2] = {&input->motionA, &input->motionB};
    const cdVec3 halves[2] = {input->halfA, input->halfB};
    for (int side = 0; side < 2; side++) {
        for (int row = 0; row < 4; row++) {
            for (int column = 0; column < 4; column++) {
                for (int k = 0; k < 3; k++)
                    boxes->scale = raiseScale(boxes->scale, motions[side]->c[row][column][k]);
            }
        }
        boxes->halfScale = raiseScale(boxes->halfScale, halves[side].x);
        boxes->halfScale = raiseScale(boxes->halfScale, halves[side].y);
        boxes->halfScale = raiseScale(boxes->halfScale, halves[side].z);
    }
    int exponent = raiseScale(0, t);
    boxes->exponent = (unsigned long)exponent;
    setScaled(boxes->time, t, exponent);
}

// Step 1, by Horner's rule.
static void evaluateEntry(ExactBoxes *boxes, const double c[3], mpz_t to) {
    setScaled(to, c[2], boxes->scale);
    for (int k = 1; k >= 0; k--) {
        mpz_mul(to, to, boxes->time);
        setScaled(boxes->term, c[k], boxes->scale);
        mpz_mul_2exp(boxes->term, boxes->term, boxes->exponent * (unsigned long)(2 - k));
        mpz_add(to, to, boxes->term);
    }
}

static void evaluateMotion(ExactBoxes *boxes, const cdQuadraticMatrix *motion, int side) {
    for (int column = 0; column < 4; column++) {
        for (int row = 0; row < 3; row++)
            evaluateEntry(boxes, motion->c[row][column], boxes->columns[side][column].v[row]);
    }
    evaluateEntry(boxes, motion->c[3][3], boxes->weights[side]);
}

// Step 2: the arms of one box times the other's weight; the half extents add 2^halfScale.
static void placeArms(ExactBoxes *boxes, cdVec3 half, int side) {
    const double halves[3] = {half.x, half.y, half.z};
    for (int i = 0; i < 3; i++) {
        setScaled(boxes->term, halves[i], boxes->halfScale);
        mpz_mul(boxes->term, boxes->term, boxes->weights[1 - side]);
        for (int k = 0; k < 3; k++)
            mpz_mul(boxes->arms[side][i].v[k], boxes->columns[side][i].v[k], boxes->term);
    }
}

static void placeCenters(ExactBoxes *boxes) {
    for (int k = 0; k < 3; k++) {
        mpz_mul(boxes->difference.v[k], boxes->columns[0][3].v[k], boxes->weights[1]);
        mpz_submul(boxes->difference.v[k], boxes->columns[1][3].v[k], boxes->weights[0]);
        mpz_mul_2exp(boxes->difference.v[k], boxes->difference.v[k], (mp_bitcnt_t)boxes->halfScale);
    }
}

static bool crossInto(ExactBoxes *boxes, const IntegerVec3 *a, const IntegerVec3 *b) {
    bool any = false;
    for (int k = 0; k < 3; k++) {
        int i = (k + 1) % 3, j = (k + 2) % 3;
        mpz_mul(boxes->normal.v[k], a->v[i], b->v[j]);
        mpz_submul(boxes->normal.v[k], a->v[j], b->v[i]);
        any = any || mpz_sgn(boxes->normal.v[k]) != 0;
    }
    return any;
}

static void projectOn(ExactBoxes *boxes, const IntegerVec3 *vector) {
    mpz_mul(boxes->product, boxes->normal.v[0], vector->v[0]);
    mpz_addmul(boxes->product, boxes->normal.v[1], vector->v[1]);
    mpz_addmul(boxes->product, boxes->normal.v[2], vector->v[2]);
    mpz_abs(boxes->product, boxes->product);
}

// Step 3: +1 if the plane separates the boxes, 0 if they touch it from both sides, -1 if they cross it or the
// direction is zero.
static int getGapSign(ExactBoxes *boxes, const IntegerVec3 *a, const IntegerVec3 *b) {
    if (!crossInto(boxes, a, b)) return -1;
    projectOn(boxes, &boxes->difference);
    mpz_set(boxes->sum, boxes->product);
    for (int side = 0; side < 2; side++) {
        for (int i = 0; i < 3; i++) {
            projectOn(boxes, &boxes->arms[side][i]);
            mpz_sub(boxes->sum, boxes->sum, boxes->product);
        }
    }
    return mpz_sgn(boxes->sum);
}

static int findWidestSign(ExactBoxes *boxes) {
    int widest = -1;
    for (int i = 0; i < 3; i++) {
        for (int side = 0; side < 2; side++) {
            const IntegerVec3 *axes = boxes->columns[side];
            int sign = getGapSign(boxes, &axes[(i + 1) % 3], &axes[(i + 2) % 3]);
            if (sign > widest) widest = sign;
        }
        for (int m = 0; m < 3; m++) {
            int sign = getGapSign(boxes, &boxes->columns[0][i], &boxes->columns[1][m]);
            if (sign > widest) widest = sign;
        }
    }
    return widest;
}

BoxMeeting MeetBoxesExactly(const cdBoxesInput *input, double t) {
    ExactBoxes boxes = {.scale = 0};
    forAll(&boxes, initInteger);
    findScales(&boxes, input, t);
    evaluateMotion(&boxes, &input->motionA, 0);
    evaluateMotion(&boxes, &input->motionB, 1);
    placeArms(&boxes, input->halfA, 0);
    placeArms(&boxes, input->halfB, 1);
    placeCenters(&boxes);
    int widest = findWidestSign(&boxes);
    forAll(&boxes, clearInteger);
    return widest > 0 ? BOXES_APART : widest == 0 ? BOXES_TOUCHING : BOXES_OVERLAPPING;
}
