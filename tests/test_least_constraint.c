// The quadratic program of six velocities: against all subsets of active rows, and for degenerate rows.
#include "contact/slide/least_constraint.h"
#include "random.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MAX_ROWS = 512 };

static const double UNIT_INERTIA[6] = {1.0, 1.0, 1.0, 0.0, 0.0, 0.0};

static cdLimitRow makeRow(cdVec3 normal, cdVec3 arm, double bound) {
    return (cdLimitRow){.linear = normal, .angular = cdCross(arm, normal), .bound = bound};
}

static cdLeastProblem makeProblem(cdLimitRow *rows, int32_t count, cdVec3 linear, cdVec3 angular) {
    return (cdLeastProblem){.metric = cdMakeBodyMetric(UNIT_INERTIA, 0.0, (cdQuat){1.0, 0.0, 0.0, 0.0}),
                            .intended = {linear, angular},
                            .rows = rows,
                            .rowCount = count};
}

// Returns M v as a twist: the tensor of the metric is root root^T.
static cdTwist applyMass(const cdBodyMetric *metric, cdTwist v) {
    const double *l = metric->root;
    cdVec3 w = v.angular;
    cdVec3 y = {l[0] * w.x + l[1] * w.y + l[3] * w.z, l[2] * w.y + l[4] * w.z, l[5] * w.z};
    return (cdTwist){v.linear, {l[0] * y.x, l[1] * y.x + l[2] * y.y, l[3] * y.x + l[4] * y.y + l[5] * y.z}};
}

static double applyRow(const cdLimitRow *row, cdTwist v) {
    return cdDot(row->linear, v.linear) + cdDot(row->angular, v.angular);
}

// Karush, Kuhn, Tucker, relative to `size`: rows satisfied, pushes nonnegative and only where a row is
// active, M (v - v0) = J^T pushes. By convexity they hold only at the solution.
static void checkOptimal(const cdLeastProblem *problem, const cdLeastMotion *motion, double size) {
    double tolerance = 1e-10 * size;
    assert_true(motion->feasible);
    cdTwist difference = {cdSub(motion->velocity.linear, problem->intended.linear),
                          cdSub(motion->velocity.angular, problem->intended.angular)};
    cdTwist rest = applyMass(&problem->metric, difference);
    for (int32_t i = 0; i < problem->rowCount; i++) {
        const cdLimitRow *row = &problem->rows[i];
        double excess = applyRow(row, motion->velocity) - row->bound;
        assert_true(excess >= -tolerance * cdMax(1.0, row->length));
        assert_true(row->push >= 0.0);
        if (row->push > 0.0) assert_true(excess <= tolerance * cdMax(1.0, row->length));
        rest.linear = cdMulAdd(rest.linear, -row->push, row->linear);
        rest.angular = cdMulAdd(rest.angular, -row->push, row->angular);
    }
    assert_true(cdMaxAbs(rest.linear) <= tolerance && cdMaxAbs(rest.angular) <= tolerance);
}

static cdLeastMotion solve(const cdLeastProblem *problem) {
    cdLeastMotion motion = cdFindLeastMotion(problem);
    double size = cdGetTwistSize(&problem->metric, problem->intended);
    for (int32_t i = 0; i < problem->rowCount; i++)
        size = cdMax(size, fabs(problem->rows[i].bound));
    checkOptimal(problem, &motion, size);
    return motion;
}

static void checkTwist(cdTwist twist, cdVec3 linear, cdVec3 angular, double error) {
    if (cdLength(cdSub(twist.linear, linear)) > error || cdLength(cdSub(twist.angular, angular)) > error)
        fail_msg("%.12g %.12g %.12g, %.12g %.12g %.12g", twist.linear.x, twist.linear.y, twist.linear.z,
                 twist.angular.x, twist.angular.y, twist.angular.z);
}

// --- The oracle: of all subsets of at most six rows, held to equality, in long double, the nearest point
// that satisfies all rows.

static bool solveSquare(int n, long double a[6][7]) {
    for (int k = 0; k < n; k++) {
        int best = k;
        for (int i = k + 1; i < n; i++)
            if (fabsl(a[i][k]) > fabsl(a[best][k])) best = i;
        if (fabsl(a[best][k]) < 1e-12L) return false;
        for (int j = 0; j <= n; j++) {
            long double swap = a[k][j];
            a[k][j] = a[best][j];
            a[best][j] = swap;
        }
        for (int i = 0; i < n; i++) {
            if (i == k) continue;
            long double factor = a[i][k] / a[k][k];
            for (int j = k; j <= n; j++)
                a[i][j] -= factor * a[k][j];
        }
    }
    for (int k = 0; k < n; k++)
        a[k][n] /= a[k][k];
    return true;
}

// The projection of y0 onto the rows of `subset` held to equality, in whitened coordinates.
static bool projectOnto(const cdLimitRow *rows, int rowCount, unsigned subset, const double *y0,
                        long double *y) {
    int active[6], n = 0;
    for (int i = 0; i < rowCount; i++)
        if (subset >> i & 1u) active[n++] = i;
    long double gram[6][7];
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            gram[i][j] = 0.0L;
            for (int k = 0; k < 6; k++)
                gram[i][j] += (long double)rows[active[i]].white[k] * rows[active[j]].white[k];
        }
        gram[i][n] = rows[active[i]].least;
        for (int k = 0; k < 6; k++)
            gram[i][n] -= (long double)rows[active[i]].white[k] * y0[k];
    }
    if (!solveSquare(n, gram)) return false;
    for (int k = 0; k < 6; k++) {
        y[k] = y0[k];
        for (int i = 0; i < n; i++)
            y[k] += gram[i][n] * rows[active[i]].white[k];
    }
    return true;
}

static int countBits(unsigned x) {
    int count = 0;
    for (; x != 0; x &= x - 1)
        count++;
    return count;
}

static long double findNearest(const cdLimitRow *rows, int rowCount, const double *y0) {
    long double best = INFINITY, y[6];
    for (unsigned subset = 0; subset < 1u << rowCount; subset++) {
        if (countBits(subset) > 6 || !projectOnto(rows, rowCount, subset, y0, y)) continue;
        bool meets = true;
        for (int i = 0; meets && i < rowCount; i++) {
            long double excess = -(long double)rows[i].least;
            for (int k = 0; k < 6; k++)
                excess += y[k] * rows[i].white[k];
            meets = excess >= -1e-12L;
        }
        long double distanceSq = 0.0L;
        for (int k = 0; k < 6; k++)
            distanceSq += (y[k] - y0[k]) * (y[k] - y0[k]);
        if (meets && distanceSq < best) best = distanceSq;
    }
    return sqrtl(best);
}

// Up to nine random contacts of a body with a random tensor, some with slack: as near to the intended motion
// as the best of all subsets of active rows, and optimal by its own multipliers. Red: a row dropped that
// should have stayed, a step taken beyond the next vanishing multiplier, the metric ignored.
static void testAgainstAllSubsets(void **state) {
    (void)state;
    Random random = {7};
    int constrained = 0;
    for (int round = 0; round < 400; round++) {
        cdLimitRow rows[9];
        int count = nextRandomInt(&random, 1, 9);
        for (int i = 0; i < count; i++) {
            double bound = nextRandomInt(&random, 0, 2) == 0 ? nextRandomIn(&random, -0.5, 0.0) : 0.0;
            rows[i] = makeRow(nextRandomDirection(&random), nextRandomVec3(&random), bound);
        }
        double a = nextRandomIn(&random, 0.2, 1.0), b = nextRandomIn(&random, 0.2, 1.0);
        const double inertia[6] = {a + b, b + 0.3, a + 0.3, 0.1 * nextRandom(&random), 0.05, -0.04};
        cdLeastProblem problem = makeProblem(rows, count, nextRandomVec3(&random), nextRandomVec3(&random));
        cdQuat turn = cdMakeQuat(nextRandomDirection(&random), nextRandomIn(&random, 0.0, 3.0));
        problem.metric = cdMakeBodyMetric(inertia, 1.0, turn);
        cdLeastMotion motion = solve(&problem);
        cdTwist difference = {cdSub(motion.velocity.linear, problem.intended.linear),
                              cdSub(motion.velocity.angular, problem.intended.angular)};
        double y0[6] = {problem.intended.linear.x, problem.intended.linear.y, problem.intended.linear.z};
        // The oracle works in whitened coordinates: root^T w.
        const double *l = problem.metric.root;
        cdVec3 w = problem.intended.angular;
        y0[3] = l[0] * w.x + l[1] * w.y + l[3] * w.z;
        y0[4] = l[2] * w.y + l[4] * w.z;
        y0[5] = l[5] * w.z;
        long double nearest = findNearest(rows, count, y0);
        double distance = cdGetTwistSize(&problem.metric, difference);
        assert_true(fabsl(distance - nearest) < 1e-9L);
        assert_true(motion.limited == (nearest > 0.0L));
        constrained += motion.limited;
    }
    assert_true(constrained > 300);
}

// A body in the air, and one that moves away from its contacts: the intended motion, bit for bit. Red: a
// motion rounded by the solver's coordinates.
static void testFreeMotionIsKept(void **state) {
    (void)state;
    cdVec3 linear = {0.1, 1.0 / 3.0, -0.7}, angular = {1e-9, 2.0 / 3.0, 0.3};
    cdLimitRow row = makeRow((cdVec3){0.0, 1.0, 0.0}, (cdVec3){0.0, -1.0, 0.0}, 0.0);
    cdLeastProblem problem = makeProblem(&row, 0, linear, angular);
    cdLeastMotion motion = solve(&problem);
    assert_false(motion.limited);
    assert_memory_equal(&motion.velocity, &problem.intended, sizeof problem.intended);
    problem.rowCount = 1;
    motion = solve(&problem);
    assert_false(motion.limited);
    assert_memory_equal(&motion.velocity, &problem.intended, sizeof problem.intended);
    assert_true(row.push == 0.0);
}

// A box on a floor, pressed down at a corner's side and rotated about x: four corners, of which any three
// determine the plane, each row twice. It slides and spins only about the normal. Red: a row that depends on
// three others reported infeasible, or added as a fourth with a wild step.
static void testDependentCorners(void **state) {
    (void)state;
    const double xs[] = {-1.0, 1.0, 1.0, -1.0}, zs[] = {-1.0, -1.0, 1.0, 1.0};
    cdLimitRow rows[8];
    for (int i = 0; i < 8; i++)
        rows[i] = makeRow((cdVec3){0.0, 1.0, 0.0}, (cdVec3){xs[i % 4], -1.0, zs[i % 4]}, 0.0);
    cdLeastProblem problem = makeProblem(rows, 8, (cdVec3){0.3, -0.5, 0.2}, (cdVec3){0.1, 0.4, -0.05});
    cdLeastMotion motion = solve(&problem);
    checkTwist(motion.velocity, (cdVec3){0.3, 0.0, 0.2}, (cdVec3){0.0, 0.4, 0.0}, 1e-13);
    double push = 0.0;
    for (int i = 0; i < 8; i++)
        push += rows[i].push;
    assert_true(fabs(push - 0.5) < 1e-12);
}

// Normals that differ by 1e-13, as those of one plane's triangles do after rounding. Red: the small
// difference resolved by an enormous motion.
static void testAlmostParallelNormals(void **state) {
    (void)state;
    Random random = {3};
    for (int round = 0; round < 100; round++) {
        cdLimitRow rows[40];
        for (int i = 0; i < 40; i++) {
            cdVec3 normal = {0.0, 1.0, 0.0};
            normal = cdNormalize(cdMulAdd(normal, 1e-13, nextRandomVec3(&random)));
            cdVec3 arm = {nextRandomIn(&random, -1.0, 1.0), -1.0, nextRandomIn(&random, -1.0, 1.0)};
            rows[i] = makeRow(normal, arm, 0.0);
        }
        cdLeastProblem problem = makeProblem(rows, 40, (cdVec3){1.0, -1.0, 0.0}, (cdVec3){0.2, 0.1, 0.0});
        cdLeastMotion motion = solve(&problem);
        checkTwist(motion.velocity, (cdVec3){1.0, 0.0, 0.0}, (cdVec3){0.0, 0.1, 0.0}, 1e-9);
    }
}

// A peg between the two walls of a slot, touching both over a length: it may move along the slot and out of
// it and rotate about the walls' normal, for any input. Red: opposing rows that disable each other for ever,
// or are reported infeasible.
static void testSlot(void **state) {
    (void)state;
    cdLimitRow rows[8];
    for (int i = 0; i < 8; i++) {
        double side = i < 4 ? 1.0 : -1.0;
        cdVec3 arm = {side, i & 1 ? 1.0 : -1.0, i & 2 ? 1.0 : -1.0};
        rows[i] = makeRow((cdVec3){-side, 0.0, 0.0}, arm, 0.0);
    }
    Random random = {5};
    for (int round = 0; round < 100; round++) {
        cdVec3 linear = nextRandomVec3(&random), angular = nextRandomVec3(&random);
        cdLeastProblem problem = makeProblem(rows, 8, linear, angular);
        cdLeastMotion motion = solve(&problem);
        checkTwist(motion.velocity, (cdVec3){0.0, linear.y, linear.z}, (cdVec3){angular.x, 0.0, 0.0}, 1e-12);
    }
}

// Walls all around, at six corners: no motion. Red: the seventh row while six are active.
static void testNothingAllowed(void **state) {
    (void)state;
    cdLimitRow rows[24];
    int32_t count = 0;
    for (int axis = 0; axis < 3; axis++) {
        for (int k = 0; k < 8; k++) {
            double side = k < 4 ? 1.0 : -1.0, a = k & 1 ? 1.0 : -1.0, b = k & 2 ? 1.0 : -1.0;
            cdVec3 normals[3] = {{-side, 0.0, 0.0}, {0.0, -side, 0.0}, {0.0, 0.0, -side}};
            cdVec3 arms[3] = {{side, a, b}, {b, side, a}, {a, b, side}};
            rows[count++] = makeRow(normals[axis], arms[axis], 0.0);
        }
    }
    Random random = {11};
    for (int round = 0; round < 100; round++) {
        cdLeastProblem problem = makeProblem(rows, count, nextRandomVec3(&random), nextRandomVec3(&random));
        cdLeastMotion motion = solve(&problem);
        checkTwist(motion.velocity, (cdVec3){0.0, 0.0, 0.0}, (cdVec3){0.0, 0.0, 0.0}, 1e-12);
    }
}

// Bounds above 0 require the body to leave: from a floor by 0.1 it can, straight up; from both walls of a
// slot it cannot. Red: an infeasible problem that continues, or is not reported.
static void testLeaving(void **state) {
    (void)state;
    cdVec3 zero = {0.0, 0.0, 0.0}, up = {0.0, 1.0, 0.0}, down = {0.0, -1.0, 0.0};
    cdLimitRow rows[] = {makeRow(up, (cdVec3){1.0, -1.0, 0.0}, 0.1),
                         makeRow(up, (cdVec3){-1.0, -1.0, 1.0}, 0.1),
                         makeRow(up, (cdVec3){-1.0, -1.0, -1.0}, 0.1), makeRow(down, zero, 0.1)};
    cdLeastProblem problem = makeProblem(rows, 3, zero, zero);
    cdLeastMotion motion = solve(&problem);
    checkTwist(motion.velocity, (cdVec3){0.0, 0.1, 0.0}, zero, 1e-12);
    problem.rowCount = 4;
    motion = cdFindLeastMotion(&problem);
    assert_false(motion.feasible);
    checkTwist(motion.velocity, zero, zero, 0.0);
}

// 400 contacts of a ball in a bowl: bounded work, the answer optimal, repeatable bit for bit, and the same
// motion for any order of the rows. Red: rounds that grow with the rows squared; an answer that depends on
// memory contents.
static void testManyRows(void **state) {
    (void)state;
    static cdLimitRow rows[MAX_ROWS], again[MAX_ROWS];
    Random random = {13};
    for (int round = 0; round < 50; round++) {
        int32_t count = 400;
        for (int32_t i = 0; i < count; i++) {
            cdVec3 out = nextRandomDirection(&random);
            if (out.y > 0.0) out.y = -out.y;
            cdVec3 normal = cdNormalize(cdMulAdd(cdNegate(out), 0.3, nextRandomVec3(&random)));
            rows[i] = makeRow(normal, out, 0.0);
            again[count - 1 - i] = rows[i];
            again[count - 1 - i].push = NAN;
        }
        cdLeastProblem problem = makeProblem(rows, count, nextRandomVec3(&random), nextRandomVec3(&random));
        cdLeastMotion motion = solve(&problem);
        assert_true(motion.rounds <= 60);
        cdLeastMotion same = cdFindLeastMotion(&problem);
        assert_memory_equal(&same.velocity, &motion.velocity, sizeof same.velocity);
        problem.rows = again;
        cdLeastMotion other = solve(&problem);
        checkTwist(other.velocity, motion.velocity.linear, motion.velocity.angular, 1e-10);
    }
}

// The same problem with all lengths 1e4 times as large, or as small: the same motion, scaled. Red: a
// tolerance in metres.
static void testScales(void **state) {
    (void)state;
    const double scales[] = {1e-4, 1e4};
    Random random = {17};
    for (int round = 0; round < 60; round++) {
        cdLimitRow rows[12], scaled[12];
        cdVec3 linear = nextRandomVec3(&random), angular = nextRandomVec3(&random);
        double scale = scales[round % 2], s2 = scale * scale;
        for (int i = 0; i < 12; i++) {
            cdVec3 normal = nextRandomDirection(&random), arm = nextRandomVec3(&random);
            rows[i] = makeRow(normal, arm, 0.0);
            scaled[i] = makeRow(normal, cdScale(scale, arm), 0.0);
        }
        cdLeastProblem problem = makeProblem(rows, 12, linear, angular);
        cdLeastProblem larger = makeProblem(scaled, 12, cdScale(scale, linear), angular);
        const double inertia[6] = {s2, s2, s2, 0.0, 0.0, 0.0};
        larger.metric = cdMakeBodyMetric(inertia, 0.0, (cdQuat){1.0, 0.0, 0.0, 0.0});
        cdTwist a = solve(&problem).velocity, b = cdFindLeastMotion(&larger).velocity;
        b.linear = cdScale(1.0 / scale, b.linear);
        checkTwist(b, a.linear, a.angular, 1e-10);
    }
}

// A needle's tensor vanishes about its axis; rows without a direction, and with NaN, have no effect. Red: a
// division by zero that spreads.
static void testBadRows(void **state) {
    (void)state;
    cdVec3 zero = {0.0, 0.0, 0.0}, up = {0.0, 1.0, 0.0};
    cdLimitRow rows[] = {makeRow(zero, zero, 0.0), makeRow(up, zero, 0.0),
                         makeRow((cdVec3){NAN, 0.0, 0.0}, zero, 0.0)};
    cdLeastProblem problem = makeProblem(rows, 3, (cdVec3){1.0, -1.0, 0.0}, up);
    const double needle[6] = {0.0, 1.0, 1.0, 0.0, 0.0, 0.0};
    problem.metric = cdMakeBodyMetric(needle, 1.0, (cdQuat){1.0, 0.0, 0.0, 0.0});
    cdLeastMotion motion = cdFindLeastMotion(&problem);
    assert_true(motion.feasible);
    checkTwist(motion.velocity, (cdVec3){1.0, 0.0, 0.0}, up, 1e-12);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testAgainstAllSubsets),
        cmocka_unit_test(testFreeMotionIsKept),
        cmocka_unit_test(testDependentCorners),
        cmocka_unit_test(testAlmostParallelNormals),
        cmocka_unit_test(testSlot),
        cmocka_unit_test(testNothingAllowed),
        cmocka_unit_test(testLeaving),
        cmocka_unit_test(testManyRows),
        cmocka_unit_test(testScales),
        cmocka_unit_test(testBadRows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
