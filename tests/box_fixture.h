// Boxes in motion for tests: random turns, half extents, matrices of quadratic functions of t.
#ifndef TESTS_BOX_FIXTURE_H
#define TESTS_BOX_FIXTURE_H

#include "collision/boxes.h"
#include "foundation/numbers/matrix.h"
#include "random.h"

static inline cdQuat makeRandomTurn(Random *random) {
    for (;;) {
        cdVec3 v = nextRandomVec3(random);
        cdQuat q = {nextRandomIn(random, -1.0, 1.0), v.x, v.y, v.z};
        double lengthSq = q.w * q.w + cdLengthSq(v);
        if (lengthSq > 0.01 && lengthSq < 1.0) return cdNormalizeQuat(q);
    }
}

static inline cdVec3 makeRandomHalf(Random *random) {
    double x = nextRandomIn(random, 0.2, 2.0), y = nextRandomIn(random, 0.2, 2.0);
    return (cdVec3){x, y, nextRandomIn(random, 0.2, 2.0)};
}

static inline double getComponent(cdVec3 v, int i) {
    return i == 0 ? v.x : i == 1 ? v.y : v.z;
}

// Rotation by Cayley's formula about g, whose length is the tangent of half the whole step's angle, after
// `start`. The centre moves on a straight line, at a speed that w determines.
static inline cdQuadraticMatrix makeCayleyMotion(cdQuat start, cdVec3 g, cdVec3 from, cdVec3 to) {
    cdQuadraticMatrix m = {0};
    double k2 = cdLengthSq(g);
    for (int i = 0; i < 3; i++) {
        cdVec3 axis = {i == 0, i == 1, i == 2}, e = cdRotate(start, axis);
        cdVec3 first = cdScale(2.0, cdCross(g, e));
        cdVec3 second = cdSub(cdScale(2.0 * cdDot(g, e), g), cdScale(k2, e));
        for (int row = 0; row < 3; row++) {
            m.c[row][i][0] = getComponent(e, row);
            m.c[row][i][1] = getComponent(first, row);
            m.c[row][i][2] = getComponent(second, row);
        }
    }
    for (int row = 0; row < 3; row++) {
        m.c[row][3][0] = getComponent(from, row);
        m.c[row][3][2] = getComponent(to, row) * (1.0 + k2) - getComponent(from, row);
    }
    m.c[3][3][0] = 1.0;
    m.c[3][3][2] = k2;
    return m;
}

// The columns change by up to `change` in each entry; w = 1; the centre moves on a parabola.
static inline cdQuadraticMatrix makeAffineMotion(cdQuat start, cdVec3 from, cdVec3 to, double change,
                                                 Random *random) {
    cdQuadraticMatrix m = makeCayleyMotion(start, (cdVec3){0.0, 0.0, 0.0}, from, to);
    for (int row = 0; row < 3; row++) {
        for (int i = 0; i < 3; i++)
            for (int k = 1; k < 3; k++)
                m.c[row][i][k] = nextRandomIn(random, -change, change);
        double bend = nextRandomIn(random, -1.0, 1.0);
        m.c[row][3][1] += bend;
        m.c[row][3][2] -= bend;
    }
    return m;
}

#endif
