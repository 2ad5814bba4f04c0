// The method that solves the rows of an island depends on their number and on the bodies' motion: Newton's
// method shows as factorizations.
#include "row_fixture.h"
#include "world/solver/row_sweeps.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

static const double TOLERANCE = 1e-8, ENOUGH = 1e-3;

static RowCase c;
static unsigned char memory[1 << 22];

static cdRowProblem makeProblem(void) {
    cdRowProblem problem = makeCaseProblem(&c);
    problem.memory = (cdMemory){.next = memory, .left = sizeof memory};
    problem.tolerance = TOLERANCE;
    problem.enough = ENOUGH;
    problem.maxIterations = 100;
    return problem;
}

// Boxes in a stack, turned a little and thrown together, so that some of their contacts slide.
static void makeThrown(int32_t count, uint64_t seed) {
    Random random = {seed};
    makeStackCase(&c, count, 0.4, 1.0);
    for (int32_t i = 1; i < c.bodyCount; i++) {
        c.bodies[i].linear = cdMulAdd(c.bodies[i].linear, 0.3, nextRandomDirection(&random));
        c.bodies[i].angular = cdScale(0.2, nextRandomDirection(&random));
    }
    memcpy(c.start, c.bodies, sizeof c.start);
}

// Velocities are those at the start plus all impulses.
static void checkVelocities(void) {
    RowCase *r = &c;
    for (int32_t i = 0; i < r->rowCount; i++) {
        const cdRow *row = &r->rows[i];
        cdSolverBody *a = &r->start[row->bodyA], *b = &r->start[row->bodyB];
        a->linear = cdMulAdd(a->linear, row->impulse * a->inverseMass, row->direction);
        b->linear = cdMulAdd(b->linear, -row->impulse * b->inverseMass, row->direction);
    }
    for (int32_t i = 1; i < r->bodyCount; i++)
        assert_true(cdLength(cdSub(r->start[i].linear, r->bodies[i].linear)) <= 1e-12);
}

// Few contacts are exact, although sweeps come first: within the tolerance, not only within what is enough
// for many. Mostly without a factorization. Red: sweeps to what is enough; Newton's method first.
static void testFewAreSwept(void **state) {
    (void)state;
    int swept = 0, all = 0;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        makeThrown(2 + (int32_t)(seed % 2), seed);
        cdRowProblem problem = makeProblem();
        cdRowSolution solution = cdSolveRows(&problem);
        assert_true(solution.residual <= TOLERANCE || solution.factorings > 0);
        checkVelocities();
        swept += solution.converged && solution.factorings == 0;
        all += solution.converged;
    }
    assert_true(swept >= 20 && all == 40);
}

// Where too few sweeps do not reach the tolerance, Newton's method begins with the velocities at the start.
// Red: with those after the sweeps, to which the impulses are added again.
static void testNewtonFollows(void **state) {
    (void)state;
    makeStackCase(&c, 3, 0.4, 1.0);
    cdRowProblem problem = makeProblem();
    problem.maxIterations = 8;
    cdRowSolution solution = cdSolveRows(&problem);
    assert_true(solution.converged && solution.factorings > 0);
    checkVelocities();
}

// Sweeps do not come first where a result has to be exact: of rows that a kinematic body pushes (no residual
// is enough), and of forces that stay. Red: these swept, too.
static void testExactFirst(void **state) {
    (void)state;
    for (int k = 0; k < 2; k++) {
        makeStackCase(&c, 3, 0.4, 1.0);
        cdRowProblem problem = makeProblem();
        problem.enough = k == 0 ? 0.0 : ENOUGH;
        problem.resting = k == 1;
        cdRowSolution solution = cdSolveRows(&problem);
        assert_true(solution.converged && solution.factorings > 0);
    }
}

// Boxes on ground that slides away below them, with gaps that differ from corner to corner.
static void makeTower(Random *random, int32_t height) {
    makeStackCase(&c, height, nextRandomIn(random, 0.2, 0.8), 1.0);
    cdVec3 way = nextRandomDirection(random);
    way.y = 0.0;
    c.bodies[0].linear = cdScale(nextRandomIn(random, 0.05, 1.0), way);
    for (int32_t i = 1; i < c.bodyCount; i++) {
        c.bodies[i].linear = cdMulAdd(c.bodies[i].linear, 0.02, nextRandomDirection(random));
        c.bodies[i].angular = cdScale(0.05, nextRandomDirection(random));
    }
    for (int32_t i = 0; i < c.rowCount; i += 3)
        c.rows[i].bound = nextRandomIn(random, -0.002, 0.0);
}

// Faces slide or stick, and boxes tip. Of the towers of two and three boxes nearly all are solved, also those
// whose friction and normals depend on each other. Red: friction with the limit of the last normals alone,
// which leaves residuals above 1e-4 in two thirds of these towers; sweeps alone, in nearly all.
static void testSlidingTowers(void **state) {
    (void)state;
    Random random = {2};
    int32_t missed = 0;
    for (int round = 0; round < 400; round++) {
        makeTower(&random, 2 + round % 2);
        cdRowProblem problem = makeProblem();
        problem.enough = 0.0;
        cdRowSolution solution = cdSolveRows(&problem);
        missed += !(solution.residual <= 1e-7);
        assert_true(solution.residual <= 1e-2);
    }
    assert_true(missed <= 4);
}

// Bounces of single contacts are exact, without a factorization. Red: few rows left to Newton's method; swept
// to what is enough only.
static void testBounces(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        makeThrown(1, seed);
        c.rowCount = 3;
        cdRowProblem problem = makeProblem();
        problem.rough = true;
        cdRowSolution solution = cdSolveRows(&problem);
        assert_true(solution.converged && solution.factorings == 0);
        checkVelocities();
    }
}

// Many contacts are tried by Newton's method where bodies may stand, not where they move. Red: always, or
// never.
static void testTrial(void **state) {
    (void)state;
    for (int moving = 0; moving < 2; moving++) {
        makeThrown(8, 3);
        cdRowProblem problem = makeProblem();
        problem.moving = moving == 1;
        cdRowSolution solution = cdSolveRows(&problem);
        assert_true((solution.factorings > 0) == (moving == 0));
        checkVelocities();
    }
}

// Displacements of 20 to 100 rows take few factorizations. Red: the hardest first, as for forces.
static void testErrors(void **state) {
    (void)state;
    int32_t sum = 0;
    for (uint64_t seed = 1; seed <= 10; seed++) {
        Random random = {seed};
        makeWallCase(&c, 4, 4, 0.0);
        for (int32_t i = 0; i < c.bodyCount; i++)
            c.bodies[i].linear = c.start[i].linear = (cdVec3){0.0, 0.0, 0.0};
        for (int32_t i = 0; i < c.rowCount; i++)
            c.rows[i].bound = nextRandomIn(&random, -1e-3, 1e-3);
        cdRowProblem problem = makeProblem();
        problem.enough = 2.0 * TOLERANCE;
        problem.nearly = true;
        cdRowSolution solution = cdSolveRows(&problem);
        assert_true(solution.residual <= TOLERANCE);
        checkVelocities();
        sum += solution.factorings;
    }

    if (sum > 500) fail_msg("%d factorizations", (int)sum);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testFewAreSwept), cmocka_unit_test(testNewtonFollows),
        cmocka_unit_test(testExactFirst),  cmocka_unit_test(testSlidingTowers),
        cmocka_unit_test(testBounces),     cmocka_unit_test(testTrial),
        cmocka_unit_test(testErrors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
