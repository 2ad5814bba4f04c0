// Exact triangle overlap against an oracle without geometry: whether the linear system "a point of A equals a
// point of B" has a solution, decided in rationals by elimination (Gauss for the equations, Fourier and
// Motzkin for the inequalities). It treats every degenerate pair like any other.
#include "cases.h"
#include "mesh/shapes/triangle_overlap.h"
#include "random.h"
#include "rational.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

// --- the oracle
// -------------------------------------------------------------------------------------------------

enum { UNKNOWNS = 4, MAX_ROWS = 64 };

// x[0] + x[1] u + x[2] v + x[3] s + x[4] t, which is >= 0.
typedef struct Row {
    Rational x[UNKNOWNS + 1];
} Row;

// target - source * (target[column] / source[column])
static Row eliminate(Row target, Row source, int column) {
    if (signOfRational(target.x[column]) == 0) return target;
    Rational factor = divRational(target.x[column], source.x[column]);
    for (int i = 0; i <= UNKNOWNS; i++)
        target.x[i] = subRational(target.x[i], mulRational(factor, source.x[i]));
    return target;
}

// Substitutes an equation into all rows. Returns false when the equation cannot hold.
static bool substitute(Row equations[3], int index, Row *rows, int rowCount) {
    Row equation = equations[index];
    int column = 0;
    for (int i = 1; i <= UNKNOWNS && column == 0; i++) {
        if (signOfRational(equation.x[i]) != 0) column = i;
    }
    if (column == 0) return signOfRational(equation.x[0]) == 0;
    for (int i = index + 1; i < 3; i++)
        equations[i] = eliminate(equations[i], equation, column);
    for (int i = 0; i < rowCount; i++)
        rows[i] = eliminate(rows[i], equation, column);
    return true;
}

// Eliminates one unknown from the rows: combines each lower bound with each upper bound.
static int project(Row *rows, int rowCount, int column) {
    Row kept[MAX_ROWS];
    int keptCount = 0;
    for (int i = 0; i < rowCount; i++) {
        int sign = signOfRational(rows[i].x[column]);
        if (sign == 0) kept[keptCount++] = rows[i];
        for (int k = 0; k < rowCount && sign > 0; k++) {
            if (signOfRational(rows[k].x[column]) >= 0) continue;
            assert_true(keptCount < MAX_ROWS);
            kept[keptCount++] = eliminate(rows[k], rows[i], column);
        }
    }
    for (int i = 0; i < keptCount; i++)
        rows[i] = kept[i];
    return keptCount;
}

static bool overlapByElimination(const cdVec3 a[3], const cdVec3 b[3]) {
    resetRationals();
    Rational zero = toRational(0.0), one = toRational(1.0), minus = toRational(-1.0);
    Rational corners[6][3];
    for (int i = 0; i < 3; i++) {
        RationalVec3 fromA = toRationalVec3(a[i]), fromB = toRationalVec3(b[i]);
        corners[i][0] = fromA.x, corners[i][1] = fromA.y, corners[i][2] = fromA.z;
        corners[3 + i][0] = fromB.x, corners[3 + i][1] = fromB.y, corners[3 + i][2] = fromB.z;
    }
    Row equations[3]; // a0 + u (a1 - a0) + v (a2 - a0) - b0 - s (b1 - b0) - t (b2 - b0) = 0
    for (int c = 0; c < 3; c++) {
        Rational a0 = corners[0][c], b0 = corners[3][c];
        equations[c] =
            (Row){{subRational(a0, b0), subRational(corners[1][c], a0), subRational(corners[2][c], a0),
                   subRational(b0, corners[4][c]), subRational(b0, corners[5][c])}};
    }
    Row rows[MAX_ROWS] = {{{zero, one, zero, zero, zero}},   {{zero, zero, one, zero, zero}},
                          {{one, minus, minus, zero, zero}}, {{zero, zero, zero, one, zero}},
                          {{zero, zero, zero, zero, one}},   {{one, zero, zero, minus, minus}}};
    int rowCount = 6;
    for (int i = 0; i < 3; i++) {
        if (!substitute(equations, i, rows, rowCount)) return false;
    }
    for (int column = 1; column <= UNKNOWNS; column++)
        rowCount = project(rows, rowCount, column);
    for (int i = 0; i < rowCount; i++) {
        if (signOfRational(rows[i].x[0]) < 0) return false;
    }
    return true;
}

// --- comparison
// -------------------------------------------------------------------------------------------------

typedef struct Tally {
    int overlapping, apart;
} Tally;

// The answer for every order of corners and for A and B exchanged must equal the oracle's.
static void checkPair(const cdVec3 a[3], const cdVec3 b[3], Tally *tally) {
    static const int ORDERS[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {2, 1, 0}, {1, 0, 2}};
    bool expected = overlapByElimination(a, b);
    *(expected ? &tally->overlapping : &tally->apart) += 1;
    for (int i = 0; i < 6; i++) {
        for (int k = 0; k < 6; k++) {
            const cdVec3 turnedA[3] = {a[ORDERS[i][0]], a[ORDERS[i][1]], a[ORDERS[i][2]]};
            const cdVec3 turnedB[3] = {b[ORDERS[k][0]], b[ORDERS[k][1]], b[ORDERS[k][2]]};
            if (cdTrianglesOverlap(turnedA, turnedB) == expected &&
                cdTrianglesOverlap(turnedB, turnedA) == expected) {
                continue;
            }
            for (int c = 0; c < 3; c++)
                print_error("a %.17g %.17g %.17g\n", turnedA[c].x, turnedA[c].y, turnedA[c].z);
            for (int c = 0; c < 3; c++)
                print_error("b %.17g %.17g %.17g\n", turnedB[c].x, turnedB[c].y, turnedB[c].z);
            fail_msg("expected %d", expected);
        }
    }
}

static void assertBothKinds(Tally tally, int least) {
    assert_true(tally.overlapping >= least);
    assert_true(tally.apart >= least);
}

// Corners on a 3 x 3 x 3 grid, where most pairs share corners, edges or a plane and many have no area, and on
// a 7 x 7 x 7 grid with fewer of these. Red: any wrong case of the sign tables.
static void testGridTriangles(void **state) {
    (void)state;
    Random random = {1};
    Tally tally = {0, 0};
    for (int i = 0; i < countCases(15000); i++) {
        int reach = i % 2 == 0 ? 1 : 3;
        cdVec3 a[3], b[3];
        for (int k = 0; k < 3; k++) {
            a[k] = nextRandomGridPoint(&random, -reach, reach);
            b[k] = nextRandomGridPoint(&random, -reach, reach);
        }
        checkPair(a, b, &tally);
    }
    assertBothKinds(tally, 2500);
}

// All corners in one plane: z = 0, a diagonal plane, and planes that contain an axis, where one or two of the
// three projections are segments. Red: a wrong projection, a triangle inside another one missed.
static void testCoplanarTriangles(void **state) {
    (void)state;
    Random random = {2};
    Tally tally = {0, 0};
    static const cdVec3 BASES[5][2] = {{{1, 0, 0}, {0, 1, 0}},
                                       {{0, 1, 0}, {0, 0, 1}},
                                       {{1, 0, 0}, {0, 1, 1}},
                                       {{1, 2, 0}, {0, 0, 1}},
                                       {{1, 1, 0}, {0, -1, 1}}};
    for (int i = 0; i < countCases(5000); i++) {
        cdVec3 corners[6];
        const cdVec3 *basis = BASES[i % 5];
        for (int k = 0; k < 6; k++) {
            cdVec3 p = nextRandomGridPoint(&random, -3, 3);
            corners[k] = cdAdd(cdMakeVec3(1, 2, 3), cdAdd(cdScale(p.x, basis[0]), cdScale(p.y, basis[1])));
        }
        checkPair(corners, corners + 3, &tally);
    }
    assertBothKinds(tally, 1000);
}

// One or both triangles collapsed to a segment or a point: collinear corners with the ends in any position,
// two equal corners, three equal ones. Red: a missing plane taken for "everything lies in it".
static void testTrianglesWithoutArea(void **state) {
    (void)state;
    Random random = {3};
    Tally tally = {0, 0};
    for (int i = 0; i < countCases(5000); i++) {
        cdVec3 corners[6];
        for (int k = 0; k < 6; k++)
            corners[k] = nextRandomGridPoint(&random, -2, 2);
        for (int side = 0; side < (i % 2 == 0 ? 1 : 2); side++) {
            cdVec3 *t = corners + 3 * side, along = nextRandomGridPoint(&random, -1, 1);
            t[1] = cdMulAdd(t[0], nextRandomInt(&random, -2, 2), along);
            t[2] = cdMulAdd(t[0], nextRandomInt(&random, -2, 2), along);
        }
        checkPair(corners, corners + 3, &tally);
    }
    assertBothKinds(tally, 250);
}

// A corner, or the crossing of two edges, or an edge moved onto the other triangle as accurately as doubles
// can, anywhere in space, then moved by single ulps or not at all. The truth for these doubles changes from
// pair to pair, and no tolerance guesses it. Red: any sign computed from rounded numbers.
static void testTouchingWithinRounding(void **state) {
    (void)state;
    Random random = {4};
    Tally tally = {0, 0};
    for (int i = 0; i < countCases(2000); i++) {
        cdVec3 a[3], b[3];
        cdVec3 shift = cdScale(pow(10.0, nextRandomInt(&random, -2, 4)), nextRandomVec3(&random));
        for (int k = 0; k < 3; k++) {
            a[k] = cdAdd(shift, nextRandomVec3(&random));
            b[k] = cdAdd(shift, nextRandomVec3(&random));
        }
        double v = nextRandomIn(&random, 0.0, 0.6), w = nextRandomIn(&random, 0.0, 0.4);
        cdVec3 inFace = cdMulAdd(cdMulAdd(b[0], v, cdSub(b[1], b[0])), w, cdSub(b[2], b[0]));
        cdVec3 onEdge = cdMulAdd(b[0], v, cdSub(b[1], b[0]));
        cdVec3 away = cdCross(cdSub(b[1], b[0]), cdSub(b[2], b[0]));
        switch (i % 4) {
        case 0: // corner in the face, the others above it
        case 1: // corner on an edge
            a[0] = i % 4 == 0 ? inFace : onEdge;
            a[1] = cdAdd(a[0], cdMulAdd(away, 0.3, nextRandomVec3(&random)));
            a[2] = cdAdd(a[0], cdMulAdd(away, 0.3, nextRandomVec3(&random)));
            break;
        case 2: // edges that cross
            a[1] = cdMulAdd(a[0], 2.0, cdSub(onEdge, a[0]));
            break;
        default: // the same plane, or nearly
            a[0] = inFace;
            a[1] = cdMulAdd(b[0], 1.5, cdSub(b[1], b[0]));
            a[2] = cdMulAdd(b[2], -0.5, cdSub(b[1], b[0]));
            break;
        }
        int ulps = nextRandomInt(&random, -1, 1);
        if (ulps != 0) a[0].x = nextafter(a[0].x, ulps > 0 ? HUGE_VAL : -HUGE_VAL);
        checkPair(a, b, &tally);
    }
    assertBothKinds(tally, 250);
}

// Random triangles in general position at scales from 1e-6 to 1e6. Red: a wrong comparison of the intervals.
static void testGeneralTriangles(void **state) {
    (void)state;
    Random random = {5};
    Tally tally = {0, 0};
    for (int i = 0; i < countCases(3000); i++) {
        double scale = pow(10.0, nextRandomInt(&random, -6, 6));
        cdVec3 a[3], b[3];
        for (int k = 0; k < 3; k++) {
            a[k] = cdScale(scale, nextRandomVec3(&random));
            b[k] = cdScale(scale, nextRandomVec3(&random));
        }
        checkPair(a, b, &tally);
    }
    assertBothKinds(tally, 250);
}

// Computed by hand: a spike that ends in a face, the same spike one ulp short of it, and a triangle inside
// another. A tolerance of any size gets the middle one wrong. Red, too, if the oracle and the code share an
// error.
static void testTouchAndOneUlpAway(void **state) {
    (void)state;
    cdVec3 face[3] = {{-1, -1, 1}, {2, -1, 1}, {-1, 2, 1}};
    cdVec3 spike[3] = {{0, 0, 1}, {0.25, 0, 2}, {0, 0.25, 2}};
    assert_true(cdTrianglesOverlap(face, spike));
    spike[0].z = nextafter(1.0, 2.0);
    assert_false(cdTrianglesOverlap(face, spike));
    cdVec3 inside[3] = {{-0.5, -0.5, 1}, {0, -0.5, 1}, {-0.5, 0, 1}};
    assert_true(cdTrianglesOverlap(face, inside));
    assert_true(cdTrianglesOverlap(inside, face));
    cdVec3 beside[3] = {{2, 2, 1}, {3, 2, 1}, {2, 3, 1}};
    assert_false(cdTrianglesOverlap(face, beside));
}

static int freeOracle(void **state) {
    (void)state;
    freeRationals();
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testGridTriangles),        cmocka_unit_test(testCoplanarTriangles),
        cmocka_unit_test(testTrianglesWithoutArea), cmocka_unit_test(testTouchingWithinRounding),
        cmocka_unit_test(testGeneralTriangles),     cmocka_unit_test(testTouchAndOneUlpAway),
    };
    return cmocka_run_group_tests(tests, NULL, freeOracle);
}
