// Constraint rows for tests: boxes with contact points, friction and joints between them; body 0 is fixed.
#ifndef TESTS_ROW_FIXTURE_H
#define TESTS_ROW_FIXTURE_H

#include "random.h"
#include "world/solver/row.h"

#include <string.h>

enum { CASE_BODIES = 128, CASE_ROWS = 1600 };

typedef struct RowCase {
    cdSolverBody bodies[CASE_BODIES], start[CASE_BODIES]; // start: the initial state
    cdVec3 centers[CASE_BODIES], halves[CASE_BODIES];
    cdRow rows[CASE_ROWS];
    int32_t bodyCount, rowCount;
} RowCase;

static inline void clearCase(RowCase *c) {
    memset(c, 0, sizeof *c);
    c->bodyCount = 1;
}

static inline int32_t addCaseBody(RowCase *c, cdVec3 center, cdVec3 half, double mass, cdVec3 velocity) {
    int32_t i = c->bodyCount++;
    double x = half.x * half.x, y = half.y * half.y, z = half.z * half.z;
    c->centers[i] = center;
    c->halves[i] = half;
    c->bodies[i] = (cdSolverBody){
        .linear = velocity,
        .inverseMass = 1.0 / mass,
        .inverseTensor = {3.0 / (mass * (y + z)), 3.0 / (mass * (x + z)), 3.0 / (mass * (x + y))}};
    c->start[i] = c->bodies[i];
    return i;
}

static inline cdRow *addCaseRow(RowCase *c, cdRow row) {
    c->rows[c->rowCount] = row;
    return &c->rows[c->rowCount++];
}

static inline cdRow makeCasePointRow(const RowCase *c, cdRowKind kind, int32_t a, int32_t b, cdVec3 point,
                                     cdVec3 direction) {
    return cdMakePointRow(kind, a, b, point, direction, c->centers[a], c->centers[b]);
}

// Adds a normal row, and for friction above 0 its two friction rows.
static inline void addCaseContact(RowCase *c, int32_t a, int32_t b, cdVec3 point, cdVec3 normal,
                                  double friction) {
    int32_t row = c->rowCount;
    addCaseRow(c, makeCasePointRow(c, CD_ROW_PUSH, a, b, point, normal));
    if (friction == 0.0) return;
    cdVec3 side = fabs(normal.x) < 0.7 ? (cdVec3){1.0, 0.0, 0.0} : (cdVec3){0.0, 1.0, 0.0};
    cdVec3 tangent = cdNormalize(cdCross(side, normal));
    cdRow *one = addCaseRow(c, makeCasePointRow(c, CD_ROW_FRICTION, a, b, point, tangent));
    cdRow *two =
        addCaseRow(c, makeCasePointRow(c, CD_ROW_FRICTION_SECOND, a, b, point, cdCross(normal, tangent)));
    one->normal = two->normal = row;
    one->limit = two->limit = friction;
}

// Adds a ball joint at a point.
static inline void addCaseBall(RowCase *c, int32_t a, int32_t b, cdVec3 point) {
    addCaseRow(c, makeCasePointRow(c, CD_ROW_TIE, a, b, point, (cdVec3){1.0, 0.0, 0.0}));
    addCaseRow(c, makeCasePointRow(c, CD_ROW_TIE, a, b, point, (cdVec3){0.0, 1.0, 0.0}));
    addCaseRow(c, makeCasePointRow(c, CD_ROW_TIE, a, b, point, (cdVec3){0.0, 0.0, 1.0}));
}

// Adds the four corners of the lower face of a box, pushed up along `up`.
static inline void addCaseFace(RowCase *c, int32_t a, int32_t b, cdVec3 x, cdVec3 up, double friction) {
    cdVec3 z = cdCross(x, up), half = c->halves[a];
    cdVec3 foot = cdMulAdd(c->centers[a], -half.y, up);
    for (int i = 0; i < 4; i++) {
        cdVec3 corner =
            cdMulAdd(cdMulAdd(foot, (i & 1) != 0 ? half.x : -half.x, x), (i & 2) != 0 ? half.z : -half.z, z);
        addCaseContact(c, a, b, corner, up, friction);
    }
}

static inline void resetCase(RowCase *c, bool warm) {
    memcpy(c->bodies, c->start, sizeof c->bodies);
    for (int32_t i = 0; i < c->rowCount && !warm; i++)
        c->rows[i].impulse = 0.0;
}

static inline cdRowProblem makeCaseProblem(RowCase *c) {
    return (cdRowProblem){.bodies = c->bodies, .rows = c->rows, .rowCount = c->rowCount};
}

// `count` boxes of side 1 on the ground, each with the velocity of gravity over 1/60 s.
static inline void makeStackCase(RowCase *c, int32_t count, double friction, double topMass) {
    const cdVec3 half = {0.5, 0.5, 0.5}, x = {1.0, 0.0, 0.0}, up = {0.0, 1.0, 0.0};
    clearCase(c);
    for (int32_t i = 0; i < count; i++)
        addCaseBody(c, (cdVec3){0.0, 0.5 + i, 0.0}, half, i + 1 == count ? topMass : 1.0,
                    (cdVec3){0.0, -9.81 / 60.0, 0.0});
    for (int32_t i = 1; i <= count; i++)
        addCaseFace(c, i, i - 1, x, up, friction);
}

// A box on a slope; gravity straight down.
static inline void makeSlopeCase(RowCase *c, double angle, double friction) {
    const cdVec3 half = {0.5, 0.3, 0.4};
    cdVec3 x = {cos(angle), sin(angle), 0.0}, up = {-sin(angle), cos(angle), 0.0};
    clearCase(c);
    // The box's axes are those of the slope: rotate the problem, not the tensor.
    cdVec3 fall = {-9.81 / 60.0 * sin(angle), -9.81 / 60.0 * cos(angle), 0.0};
    addCaseBody(c, (cdVec3){0.0, 0.3, 0.0}, half, 1.0, fall);
    x = (cdVec3){1.0, 0.0, 0.0}, up = (cdVec3){0.0, 1.0, 0.0};
    addCaseFace(c, 1, 0, x, up, friction);
}

// Links in direction `way` from a fixed point, balls between them.
static inline void makeChainCase(RowCase *c, int32_t count, cdVec3 way) {
    const cdVec3 half = {0.5, 0.1, 0.1};
    clearCase(c);
    for (int32_t i = 0; i < count; i++) {
        cdVec3 half2 = fabs(way.x) > 0.5 ? half : (cdVec3){0.1, 0.5, 0.1};
        addCaseBody(c, cdScale(0.5 + i, way), half2, 1.0, (cdVec3){0.0, -9.81 / 60.0, 0.0});
        addCaseBall(c, i + 1, i, cdScale((double)i, way));
    }
}

// Unit boxes in a wall, `width` wide and `height` high, each on two below: bricks.
static inline void makeWallCase(RowCase *c, int32_t width, int32_t height, double friction) {
    const cdVec3 half = {0.5, 0.25, 0.25}, up = {0.0, 1.0, 0.0};
    clearCase(c);
    for (int32_t row = 0; row < height; row++) {
        for (int32_t i = 0; i < width; i++) {
            double shift = row % 2 == 0 ? 0.0 : 0.5;
            int32_t a = addCaseBody(c, (cdVec3){i + shift, 0.25 + 0.5 * row, 0.0}, half, 1.0,
                                    (cdVec3){0.0, -9.81 / 60.0, 0.0});
            for (int32_t k = 0; k < 8; k++) {
                double corner = (k & 1) != 0 ? 0.5 : 0.0;
                double x = i + shift - 0.5 + ((k & 2) != 0 ? 0.5 : 0.0) + corner;
                double z = (k & 4) != 0 ? 0.25 : -0.25;
                int32_t below = row == 0 ? 0 : a - width + ((k & 2) != 0 ? 1 : 0) - (row % 2 == 0 ? 1 : 0);
                int32_t column = row == 0 ? 0 : i + ((k & 2) != 0 ? 1 : 0) - (row % 2 == 0 ? 1 : 0);
                if (column < 0 || column >= width) continue;
                addCaseContact(c, a, below, (cdVec3){x, 0.5 * row, z}, up, friction);
            }
        }
    }
}

#endif
