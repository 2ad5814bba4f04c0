// More than CD_MANY_ROWS rows at once: an interior point method for pushes, a splitting method for rest.
#include "row_fixture.h"
#include "world/solver/row_interior.h"
#include "world/solver/row_sweeps.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

static RowCase c, again;
static unsigned char memory[1 << 23];

// --- Corrections

// A wall whose pushes have to open gaps by random errors; `share` of the rows have one.
static void makeErrors(uint64_t seed, double share) {
    Random random = {seed};
    makeWallCase(&c, 12, 8, 0.0);
    assert_true(c.rowCount > CD_MANY_ROWS);
    for (int32_t i = 1; i < c.bodyCount; i++)
        c.bodies[i].linear = (cdVec3){0.0, 0.0, 0.0};
    for (int32_t i = 0; i < c.rowCount; i++) {
        double error = nextRandomIn(&random, 0.0, 1e-3);
        c.rows[i].bound = nextRandomIn(&random, 0.0, 1.0) < share ? error : -error;
    }
}

static cdRowSolution correct(RowCase *rows, size_t bytes, double enough) {
    cdRowProblem problem = makeCaseProblem(rows);
    problem.memory = (cdMemory){.next = memory, .left = bytes};
    problem.tolerance = 0.5 * enough;
    problem.enough = enough;
    problem.maxIterations = 100;
    problem.nearly = true;
    return cdSolveRows(&problem);
}

// Returns the largest error that remains; checks the signs of the pushes.
static double getWorstError(const RowCase *rows) {
    double worst = 0.0;
    for (int32_t i = 0; i < rows->rowCount; i++) {
        assert_true(rows->rows[i].impulse >= 0.0);
        worst = cdMax(worst, rows->rows[i].bound - cdGetRowSpeed(&rows->rows[i], rows->bodies));
    }
    return worst;
}

static double getEnergy(const RowCase *rows) {
    double sum = 0.0;
    for (int32_t i = 1; i < rows->bodyCount; i++) {
        const cdSolverBody *body = &rows->bodies[i];
        cdVec3 w = body->angular;
        sum += cdLengthSq(body->linear) / body->inverseMass + w.x * w.x / body->inverseTensor[0] +
               w.y * w.y / body->inverseTensor[1] + w.z * w.z / body->inverseTensor[2];
    }
    return sum;
}

// In one call errors fall to a 512th or to what is enough, with at most 16 factorizations; the displacement
// is nearly the smallest that removes them, that of 100,000 plain iterations. Red: signs, a bound or a slack
// left out, steps past a bound, pushes that are not in the velocities.
static void testErrorsVanish(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 4; seed++) {
        makeErrors(seed, 0.25 * (double)seed);
        again = c;
        cdRowSolution solution = correct(&c, sizeof memory, 1e-9);
        assert_in_range(solution.factorings, 2, 16);
        assert_true(getWorstError(&c) <= 1e-3 / 512.0);
        cdRowProblem slow = makeCaseProblem(&again);
        slow.tolerance = 1e-7;
        slow.maxIterations = 100000;
        assert_true(cdSolveRows(&slow).residual <= 1e-6);
        double least = getEnergy(&again), energy = getEnergy(&c);
        if (!(energy >= 0.98 * least && energy <= 1.1 * least)) fail_msg("%g of %g", energy, least);
    }
}

// Repeated, errors vanish to rounding, and a solution without errors has no factorization. Red: a fixed part
// of the errors that stays.
static void testRepeats(void **state) {
    (void)state;
    makeErrors(5, 0.5);
    for (int i = 0; i < 5; i++) {
        correct(&c, sizeof memory, 1e-12);
        for (int32_t k = 0; k < c.rowCount; k++) {
            c.rows[k].bound -= cdGetRowSpeed(&c.rows[k], c.bodies);
            c.rows[k].impulse = 0.0;
        }
        for (int32_t k = 1; k < c.bodyCount; k++)
            c.bodies[k].linear = c.bodies[k].angular = (cdVec3){0.0, 0.0, 0.0};
    }
    for (int32_t k = 0; k < c.rowCount; k++)
        assert_true(c.rows[k].bound <= 1e-12);
    assert_int_equal(correct(&c, sizeof memory, 1e-12).factorings, 0);
}

// Two rows that contradict each other share their error, and the others are met. Red: pushes without bound,
// or that become infinite.
static void testContradiction(void **state) {
    (void)state;
    makeErrors(6, 0.5);
    int32_t last = c.bodyCount - 1;
    cdVec3 center = c.centers[last], down = {0.0, -1.0, 0.0}, up = {0.0, 1.0, 0.0};
    addCaseContact(&c, last, 0, center, down, 0.0);
    c.rows[c.rowCount - 1].bound = 1e-3;
    addCaseContact(&c, last, 0, center, up, 0.0);
    c.rows[c.rowCount - 1].bound = 1e-3;
    correct(&c, sizeof memory, 1e-9);
    double worst = getWorstError(&c);
    if (!(worst > 0.99e-3 && worst < 2.1e-3)) fail_msg("%g", worst);
    for (int32_t i = 0; i < c.rowCount; i++)
        assert_true(isfinite(c.rows[i].impulse));
}

// Returns the bytes that sweeps use.
static size_t getSweepsMemory(RowCase *rows) {
    cdRowProblem problem = makeCaseProblem(rows);
    cdMemory left = {.next = memory, .left = sizeof memory};
    assert_non_null(cdSetUpRowSweeps(&problem, &left));
    return sizeof memory - left.left;
}

// With memory for sweeps alone, with friction, and with a tie the method is not used; NaN ends it at once.
// Red: another method than before for other rows.
static void testLeftOut(void **state) {
    (void)state;
    makeErrors(7, 0.5);
    again = c;
    correct(&again, sizeof memory, 1e-9); // sets up the rows
    assert_int_equal(correct(&c, getSweepsMemory(&again), 1e-9).factorings, 0);
    makeWallCase(&c, 8, 5, 0.5);
    assert_true(c.rowCount > CD_MANY_ROWS);
    assert_int_equal(correct(&c, sizeof memory, 1e-9).factorings, 0);
    makeErrors(8, 0.5);
    c.rows[3].bound = (double)NAN;
    cdRowSolution solution = correct(&c, sizeof memory, 1e-9);
    assert_true(solution.iterations <= 2 && !isfinite(solution.residual));
}

// The result does not depend on how much memory there is beyond that of the smallest world, or on what it
// held. Red: a method that a large world uses and a restored one does not.
static void testSameBits(void **state) {
    (void)state;
    makeErrors(9, 0.5);
    again = c;
    correct(&c, cdGetRowMemorySize(c.bodyCount - 1, c.rowCount), 1e-9);
    memset(memory, 0xA5, sizeof memory);
    correct(&again, sizeof memory, 1e-9);
    assert_memory_equal(c.bodies, again.bodies, sizeof c.bodies);
}

// --- Rest

static const double ENOUGH = 1e-5;

static cdRowSolution rest(RowCase *rows, bool standing, double enough) {
    cdRowProblem problem = makeCaseProblem(rows);
    problem.memory = (cdMemory){.next = memory, .left = sizeof memory};
    problem.tolerance = 1e-9;
    problem.enough = enough;
    problem.maxIterations = 100;
    problem.standing = standing;
    return cdSolveRows(&problem);
}

static double getFastest(const RowCase *rows) {
    double fastest = 0.0;
    for (int32_t i = 1; i < rows->bodyCount; i++)
        fastest = cdMax(fastest, cdLength(rows->bodies[i].linear) + cdLength(rows->bodies[i].angular));
    return fastest;
}

// Friction is within its limits, and pushes push.
static void checkBounds(const RowCase *rows) {
    for (int32_t i = 0; i < rows->rowCount; i += 3) {
        const cdRow *row = &rows->rows[i];
        double x = row[1].impulse, y = row[2].impulse;
        assert_true(row->impulse >= 0.0);
        assert_true(sqrt(x * x + y * y) <= (1.0 + 1e-14) * row[1].limit * row->impulse);
    }
}

// Walls that stand come to rest by one factorization, a thousand times stiller than after 100 sweeps,
// whatever the impulses at the start. Red: forces that begin with those of the last step, wrong bounds.
static void testWallRests(void **state) {
    (void)state;
    Random random = {3};
    for (int32_t height = 6; height <= 9; height++) {
        makeWallCase(&c, 6, height, 0.6);
        for (int32_t i = 0; i < c.rowCount; i++)
            c.rows[i].impulse = nextRandomIn(&random, 0.0, 0.3);
        again = c;
        assert_true(c.rowCount > CD_MANY_ROWS);
        cdRowSolution solution = rest(&c, true, ENOUGH), swept = rest(&again, false, ENOUGH);
        assert_int_equal(solution.factorings, 1);
        assert_true(solution.residual <= 1e-6 && solution.iterations <= 60);
        assert_true(swept.residual > 1000.0 * solution.residual);
        assert_true(1000.0 * getFastest(&c) < getFastest(&again));
        checkBounds(&c);
    }
}

// A wall that cannot stand, hit by fast bodies: the result is at most as far off as with sweeps alone, and
// 60 iterations at most are lost. Red: impulses of a failed trial that stay.
static void testWallMoves(void **state) {
    (void)state;
    Random random = {4};
    for (int i = 0; i < 5; i++) {
        makeWallCase(&c, 6, 7, 0.1 + 0.1 * i);
        for (int32_t k = 1; k < c.bodyCount; k++)
            c.bodies[k].linear = cdMulAdd(c.bodies[k].linear, 3.0, nextRandomDirection(&random));
        memcpy(c.start, c.bodies, sizeof c.bodies);
        again = c;
        cdRowSolution solution = rest(&c, true, ENOUGH), swept = rest(&again, false, ENOUGH);
        assert_true(solution.residual <= 2.0 * swept.residual);
        assert_true(solution.iterations <= swept.iterations + 60);
        // Without sweeps after it, too.
        resetCase(&c, true);
        again = c;
        resetCase(&again, true);
        double tried = rest(&c, true, INFINITY).residual, first = rest(&again, false, INFINITY).residual;
        assert_true(tried <= (1.0 + 1e-9) * first);
        checkBounds(&c);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testErrorsVanish),  cmocka_unit_test(testRepeats),
        cmocka_unit_test(testContradiction), cmocka_unit_test(testLeftOut),
        cmocka_unit_test(testSameBits),      cmocka_unit_test(testWallRests),
        cmocka_unit_test(testWallMoves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
