// Sweeps of large problems: against a slow projected Gauss-Seidel in long double, and the solver row by row.
#include "row_fixture.h"
#include "world/solver/row_sweeps.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

static RowCase c, again;
static unsigned char memory[1 << 22];

// Without a trial of Newton's method.
static cdRowSolution iterateWith(RowCase *rows, size_t bytes, int32_t iterations) {
    cdRowProblem problem = makeCaseProblem(rows);
    assert_true(bytes <= sizeof memory);
    problem.memory = (cdMemory){.next = memory, .left = bytes};
    problem.maxIterations = iterations;
    problem.rough = true;
    return cdSolveRows(&problem);
}

static cdRowSolution sweep(RowCase *rows, int32_t iterations) {
    return iterateWith(rows, cdGetRowSweepsSize(rows->bodyCount, rows->rowCount), iterations);
}

// --- Problems

// A wall of bricks that is pushed sideways, so that some contacts slide and some stick.
static void makePushedWall(uint64_t seed, double friction) {
    Random random = {seed};
    makeWallCase(&c, 5, 5, friction);
    for (int32_t i = 1; i < c.bodyCount; i++) {
        c.bodies[i].linear = cdMulAdd(c.bodies[i].linear, 0.15, nextRandomDirection(&random));
        c.bodies[i].angular = cdScale(0.3, nextRandomDirection(&random));
    }
    for (int32_t i = 0; i < c.rowCount; i++)
        if (c.rows[i].kind == CD_ROW_PUSH) c.rows[i].bound = nextRandomIn(&random, -0.02, 0.01);
    memcpy(c.start, c.bodies, sizeof c.start);
    assert_true(c.rowCount > CD_FEW_ROWS);
}

// Tensors that are not diagonal, axes that are locked, a floor that moves, and initial impulses.
static void makeOddWall(uint64_t seed) {
    Random random = {seed};
    makePushedWall(seed, 0.6);
    for (int32_t i = 1; i < c.bodyCount; i++) {
        double *t = c.bodies[i].inverseTensor;
        for (int k = 3; k < 6; k++)
            t[k] = nextRandomIn(&random, -0.3, 0.3) * t[0];
        if (i % 4 == 0) c.bodies[i].locked = 1;
        if (i % 4 == 0) c.bodies[i].linear.x = 0.0;
    }
    c.bodies[0].linear = (cdVec3){0.1, 0.02, 0.0};
    c.bodies[0].angular = (cdVec3){0.0, 0.05, 0.0};
    memcpy(c.start, c.bodies, sizeof c.start);
    for (int32_t i = 0; i < c.rowCount; i++)
        c.rows[i].impulse = nextRandomIn(&random, 0.0, 0.01);
}

// Two hands, one of which reaches its limit, and contacts without friction.
static void addHands(void) {
    const cdVec3 axes[3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    for (int32_t k = 0; k < 6; k++) {
        cdRow row = k < 3 ? makeCasePointRow(&c, CD_ROW_BOUNDED, 7, 0, c.centers[7], axes[k])
                          : cdMakeTurnRow(CD_ROW_BOUNDED, 12, 0, axes[k - 3]);
        row.bound = 0.3;
        row.softness = 0.2;
        row.limit = k < 3 ? 0.05 : 10.0;
        addCaseRow(&c, row);
    }
    for (int32_t i = 1; i < 4; i++)
        addCaseContact(&c, i, 0, c.centers[i], (cdVec3){0.0, 0.6, 0.8}, 0.0);
}

// --- The oracle

typedef long double Real;

typedef struct Slow {
    Real v[CASE_BODIES][6], x[CASE_ROWS];
} Slow;

static Slow slow;

// Writes a row's J for the six velocities of one of its bodies.
static void getJacobian(const cdRow *row, bool second, Real j[6]) {
    cdVec3 d = row->direction, w = second ? row->angularB : row->angularA;
    const double all[6] = {d.x, d.y, d.z, w.x, w.y, w.z};
    for (int k = 0; k < 6; k++)
        j[k] = second ? -(Real)all[k] : (Real)all[k];
}

static void mulInverse(const cdSolverBody *body, const Real j[6], Real out[6]) {
    const double *t = body->inverseTensor;
    for (int k = 0; k < 3; k++)
        out[k] = (body->locked >> k & 1u) != 0 ? 0.0L : body->inverseMass * j[k];
    out[3] = t[0] * j[3] + t[3] * j[4] + t[4] * j[5];
    out[4] = t[3] * j[3] + t[1] * j[4] + t[5] * j[5];
    out[5] = t[4] * j[3] + t[5] * j[4] + t[2] * j[5];
}

static void push(const RowCase *rows, int32_t i, Real impulse) {
    for (int side = 0; side < 2; side++) {
        int32_t body = side == 0 ? rows->rows[i].bodyA : rows->rows[i].bodyB;
        Real j[6], out[6];
        getJacobian(&rows->rows[i], side == 1, j);
        mulInverse(&rows->start[body], j, out);
        for (int k = 0; k < 6; k++)
            slow.v[body][k] += impulse * out[k];
    }
}

static Real getSpeed(const RowCase *rows, int32_t i) {
    Real speed = 0.0L;
    for (int side = 0; side < 2; side++) {
        Real j[6];
        getJacobian(&rows->rows[i], side == 1, j);
        for (int k = 0; k < 6; k++)
            speed += j[k] * slow.v[side == 0 ? rows->rows[i].bodyA : rows->rows[i].bodyB][k];
    }
    return speed;
}

// Returns the speed of row i for an impulse of row k, of the same bodies.
static Real getCoupling(const RowCase *rows, int32_t i, int32_t k) {
    Real sum = 0.0L;
    for (int side = 0; side < 2; side++) {
        Real one[6], two[6], out[6];
        getJacobian(&rows->rows[i], side == 1, one);
        getJacobian(&rows->rows[k], side == 1, two);
        mulInverse(&rows->start[side == 0 ? rows->rows[i].bodyA : rows->rows[i].bodyB], two, out);
        for (int n = 0; n < 6; n++)
            sum += one[n] * out[n];
    }
    return sum;
}

static void change(const RowCase *rows, int32_t i, Real to) {
    push(rows, i, to - slow.x[i]);
    slow.x[i] = to;
}

// Bisection for the shortest `more` at which (W + more) x = pull is short enough.
static void rub(const RowCase *rows, int32_t i) {
    Real a = getCoupling(rows, i, i), b = getCoupling(rows, i + 1, i + 1), d = getCoupling(rows, i, i + 1);
    Real px = a * slow.x[i] + d * slow.x[i + 1] - getSpeed(rows, i),
         py = d * slow.x[i] + b * slow.x[i + 1] - getSpeed(rows, i + 1);
    Real longest = rows->rows[i].limit * slow.x[rows->rows[i].normal], x = 0.0L, y = 0.0L;
    Real low = 0.0L, high = longest > 0.0L ? sqrtl(px * px + py * py) / longest : 0.0L;
    for (int n = 0; n < 100 && longest > 0.0L; n++) {
        Real more = n == 0 ? 0.0L : 0.5L * (low + high);
        Real determinant = (a + more) * (b + more) - d * d;
        x = ((b + more) * px - d * py) / determinant;
        y = ((a + more) * py - d * px) / determinant;
        bool fits = x * x + y * y <= longest * longest;
        if (fits && n == 0) break;
        if (fits)
            high = more;
        else
            low = more;
    }
    change(rows, i, x);
    change(rows, i + 1, y);
}

static void sweepSlowly(const RowCase *rows, bool backwards) {
    for (int32_t n = 0; n < rows->rowCount; n++) {
        int32_t i = backwards ? rows->rowCount - 1 - n : n;
        const cdRow *row = &rows->rows[i];
        if (row->kind == CD_ROW_FRICTION) rub(rows, i);
        if (row->kind != CD_ROW_PUSH && row->kind != CD_ROW_BOUNDED) continue;
        Real missed = row->bound - getSpeed(rows, i) - row->softness * slow.x[i];
        Real to = slow.x[i] + missed / (getCoupling(rows, i, i) + row->softness);
        Real most = row->kind == CD_ROW_PUSH ? INFINITY : row->limit,
             least = row->kind == CD_ROW_PUSH ? 0.0L : -most;
        change(rows, i, to < least ? least : to > most ? most : to);
    }
}

static void shortenSlowly(const RowCase *rows) {
    for (int32_t i = 0; i < rows->rowCount; i++) {
        if (rows->rows[i].kind != CD_ROW_FRICTION) continue;
        Real longest = rows->rows[i].limit * slow.x[rows->rows[i].normal],
             length = sqrtl(slow.x[i] * slow.x[i] + slow.x[i + 1] * slow.x[i + 1]);
        if (length <= longest) continue;
        change(rows, i, slow.x[i] * longest / length);
        change(rows, i + 1, slow.x[i + 1] * longest / length);
    }
}

static void solveSlowly(const RowCase *rows, int32_t iterations) {
    memset(&slow, 0, sizeof slow);
    for (int32_t i = 0; i < rows->bodyCount; i++) {
        const cdSolverBody *body = &rows->start[i];
        const double v[6] = {body->linear.x,  body->linear.y,  body->linear.z,
                             body->angular.x, body->angular.y, body->angular.z};
        for (int k = 0; k < 6; k++)
            slow.v[i][k] = v[k];
    }
    for (int32_t i = 0; i < rows->rowCount; i++)
        change(rows, i, rows->rows[i].impulse);
    shortenSlowly(rows);
    for (int32_t i = 0; i < iterations; i++)
        sweepSlowly(rows, i % 2 == 1);
    shortenSlowly(rows);
}

// Returns the largest difference of an impulse from the oracle's, relative to the largest impulse.
static double getError(const RowCase *rows) {
    Real most = 0.0L, largest = 0.0L;
    for (int32_t i = 0; i < rows->rowCount; i++) {
        most = fmaxl(most, fabsl(rows->rows[i].impulse - slow.x[i]));
        largest = fmaxl(largest, fabsl(slow.x[i]));
    }
    return (double)(most / largest);
}

// --- Tests

enum { UNACCELERATED = 4 }; // an extrapolation needs two pairs of sweeps

// Contacts that stick get the oracle's impulses to rounding; sliding ones nearly, since their steps are
// rough. Red: a row's coupling
// left out, the order of a backward sweep, the sign of B, a lock, or a fixed body's velocity ignored.
static void testAgainstOracle(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 3; seed++) {
        for (int32_t count = 2; count <= UNACCELERATED; count += 2) {
            makeOddWall(seed);
            if (seed == 3) addHands();
            again = c;
            solveSlowly(&again, count);
            cdRowSolution solution = sweep(&c, count);
            assert_int_equal(solution.iterations, count);
            double error = getError(&c);
            if (error > 3e-5) fail_msg("error %g after %d", error, count);
        }
        makePushedWall(seed, 1e6);
        again = c;
        solveSlowly(&again, UNACCELERATED);
        sweep(&c, UNACCELERATED);
        assert_true(getError(&c) <= 1e-11);
    }
}

// Without memory for sweeps the rows are solved one by one, with nearly the same residuals and impulses until
// sweeps are accelerated. Red: sweeps that converge slower; a residual of other rows.
static void testAsRowByRow(void **state) {
    (void)state;
    for (uint64_t seed = 11; seed <= 14; seed++) {
        makePushedWall(seed, seed % 2 == 0 ? 0.3 : 0.8);
        again = c;
        cdRowSolution swept = sweep(&c, UNACCELERATED), plain = iterateWith(&again, 0, UNACCELERATED);
        assert_memory_not_equal(c.rows, again.rows, (size_t)c.rowCount * sizeof *c.rows);
        assert_int_equal(swept.iterations, plain.iterations);
        assert_true(fabs(swept.residual - plain.residual) <= 1e-3 * plain.residual);
        double most = 0.0, largest = 0.0;
        for (int32_t i = 0; i < c.rowCount; i++) {
            most = cdMax(most, fabs(c.rows[i].impulse - again.rows[i].impulse));
            largest = cdMax(largest, fabs(again.rows[i].impulse));
        }
        assert_true(most <= 1e-4 * largest);
    }
}

// In walls that come to rest the acceleration divides the residual of 100 iterations by more than 8. Red:
// steps of other iterations, factors of the wrong sign, scales that differ between impulses and steps.
static void testAcceleration(void **state) {
    (void)state;
    for (int32_t courses = 3; courses <= 5; courses++) {
        makeWallCase(&c, 5, courses, 0.2 * courses);
        again = c;
        double swept = sweep(&c, 100).residual, plain = iterateWith(&again, 0, 100).residual;
        assert_true(8.0 * swept < plain);
    }
}

static cdVec3 getMomentum(const RowCase *rows) {
    cdVec3 sum = {0.0, 0.0, 0.0};
    for (int32_t i = 1; i < rows->bodyCount; i++)
        sum = cdMulAdd(sum, 1.0 / rows->bodies[i].inverseMass, rows->bodies[i].linear);
    return sum;
}

// However few the sweeps: velocities are those at the start plus all impulses, and friction is short enough.
// Red: whitened velocities written back, impulses that are not applied or applied twice.
static void testImpulsesGiveVelocities(void **state) {
    (void)state;
    for (int32_t count = 2; count <= 10; count += 4) {
        makePushedWall((uint64_t)count, 0.5);
        cdVec3 before = getMomentum(&c), given = {0.0, 0.0, 0.0};
        sweep(&c, count);
        for (int32_t i = 0; i < c.rowCount; i++) {
            const cdRow *row = &c.rows[i];
            if (row->bodyB == 0) given = cdMulAdd(given, row->impulse, row->direction);
            if (row->kind == CD_ROW_PUSH) assert_true(row->impulse >= 0.0);
            if (row->kind != CD_ROW_FRICTION) continue;
            double x = row[0].impulse, y = row[1].impulse;
            assert_true(sqrt(x * x + y * y) <= (1.0 + 1e-14) * row->limit * c.rows[row->normal].impulse);
        }
        assert_true(cdLength(given) > 0.01);
        assert_true(cdLength(cdSub(getMomentum(&c), cdAdd(before, given))) <= 1e-12);
    }
}

// A wall that comes to rest: sweeps end below the tolerance, with the same bits each time. Red: a residual
// that is never asked for; state of an earlier solution.
static void testConverges(void **state) {
    (void)state;
    makeWallCase(&c, 4, 3, 0.5);
    again = c;
    cdRowProblem problem = makeCaseProblem(&c);
    problem.tolerance = 1e-4;
    problem.maxIterations = 5000;
    problem.rough = true;
    problem.memory = (cdMemory){.next = memory, .left = cdGetRowSweepsSize(c.bodyCount, c.rowCount)};
    assert_true(c.rowCount > CD_FEW_ROWS);
    cdRowSolution solution = cdSolveRows(&problem);
    assert_true(solution.converged && solution.residual <= 1e-4 && solution.iterations < 5000);
    memset(memory, 0xA5, sizeof memory);
    problem.bodies = again.bodies;
    problem.rows = again.rows;
    cdSolveRows(&problem);
    assert_memory_equal(c.bodies, again.bodies, sizeof c.bodies);
}

// Sweeps end soon after the residual is first below the tolerance: at most half as many later. Red: an end
// that is tested too rarely, or only at the last sweep.
static void testEndsSoon(void **state) {
    (void)state;
    enum { MOST = 400 };
    for (int k = 2; k <= 5; k++) {
        double tolerance = pow(10.0, -k);
        int32_t first = 2;
        for (; first < MOST; first += 2) {
            makeWallCase(&c, 4, 3, 0.5);
            if (sweep(&c, first).residual <= tolerance) break;
        }
        assert_true(first < MOST);
        makeWallCase(&c, 4, 3, 0.5);
        cdRowProblem problem = makeCaseProblem(&c);
        problem.tolerance = tolerance;
        problem.maxIterations = 10 * MOST;
        problem.rough = true;
        problem.memory = (cdMemory){.next = memory, .left = cdGetRowSweepsSize(c.bodyCount, c.rowCount)};
        cdRowSolution solution = cdSolveRows(&problem);
        assert_true(solution.converged);
        assert_true(solution.iterations <= first + first / 2 + 2);
    }
}

// Ties, friction apart from its normal, few rows and little memory are left to the other method.
static void testLeftOut(void **state) {
    (void)state;
    makePushedWall(1, 0.5);
    sweep(&c, 2); // sets up the rows
    cdRowProblem problem = makeCaseProblem(&c);
    size_t enough = cdGetRowSweepsSize(c.bodyCount, c.rowCount);
    cdMemory whole = {.next = memory, .left = enough}, little = {.next = memory, .left = enough / 16};
    cdMemory rest = whole;
    assert_non_null(cdSetUpRowSweeps(&problem, &rest));
    assert_true(rest.left < whole.left);
    rest = little;
    assert_null(cdSetUpRowSweeps(&problem, &rest));
    assert_int_equal(rest.left, little.left);
    problem.rowCount = CD_FEW_ROWS;
    assert_null(cdSetUpRowSweeps(&problem, &whole));
    problem.rowCount = c.rowCount;
    c.rows[4].normal = 0;
    assert_null(cdSetUpRowSweeps(&problem, &whole));
    c.rows[4].normal = 3;
    addCaseBall(&c, 1, 2, c.centers[1]);
    problem.rowCount = c.rowCount;
    assert_null(cdSetUpRowSweeps(&problem, &whole));
}

// One body in all contacts: no two of them are swept at once.
static void makeFan(int32_t contacts, double friction) {
    Random random = {1};
    clearCase(&c);
    cdVec3 half = {0.5, 0.5, 0.5}, none = {0.0, 0.0, 0.0};
    int32_t hub = addCaseBody(&c, none, half, 1.0, (cdVec3){0.0, -1.0, 0.0});
    for (int32_t i = 0; i < contacts; i++) {
        cdVec3 direction = nextRandomDirection(&random);
        int32_t other = i < 100 ? addCaseBody(&c, cdScale(2.0, direction), half, 1.0, none) : 0;
        addCaseContact(&c, hub, other, direction, cdNegate(direction), friction);
    }
}

// The memory suffices if each unit is alone in its group, too, and the sweeps then are the oracle's. Red: a
// size for full groups; groups of units that share a body.
static void testFan(void **state) {
    (void)state;
    for (int k = 0; k < 2; k++) {
        makeFan(k == 0 ? CASE_ROWS / 3 : CASE_ROWS, k == 0 ? 1e6 : 0.0);
        again = c;
        solveSlowly(&again, UNACCELERATED);
        cdRowSolution solution = sweep(&c, UNACCELERATED);
        assert_int_equal(solution.iterations, UNACCELERATED);
        assert_int_equal(solution.factorings, 0);
        double error = getError(&c);
        if (!(error <= 1e-11)) fail_msg("%d: error %g", k, error);
        cdRowProblem problem = makeCaseProblem(&c);
        cdMemory whole = {.next = memory, .left = cdGetRowSweepsSize(c.bodyCount, c.rowCount)};
        assert_non_null(cdSetUpRowSweeps(&problem, &whole));
    }
}

// A NaN ends the sweeps at once and is reported. Red: 1000 iterations; a residual of 0.
static void testNotANumber(void **state) {
    (void)state;
    for (int k = 0; k < 2; k++) {
        makePushedWall(5, 0.5);
        if (k == 0) c.rows[300].bound = NAN;
        if (k == 1) c.bodies[9].linear.y = NAN;
        assert_true(c.rows[300].kind == CD_ROW_PUSH);
        cdRowSolution solution = sweep(&c, 1000);
        assert_false(solution.converged);
        assert_true(solution.iterations <= 2 && isinf(solution.residual));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testAgainstOracle), cmocka_unit_test(testAsRowByRow),
        cmocka_unit_test(testAcceleration),  cmocka_unit_test(testImpulsesGiveVelocities),
        cmocka_unit_test(testConverges),     cmocka_unit_test(testEndsSoon),
        cmocka_unit_test(testLeftOut),       cmocka_unit_test(testFan),
        cmocka_unit_test(testNotANumber),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
