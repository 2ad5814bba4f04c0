// The method that solves the rows of an island depends on their number and on the bodies' motion: Newton's
// method shows as factorizations.
#include "row_fixture.h"

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

// Bounces of few contacts with friction take few factorizations. Red: friction with the limit of the last
// normals, iterations that end sooner.
static void testBounces(void **state) {
    (void)state;
    int32_t sum = 0;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        makeThrown(1, seed);
        cdRowProblem problem = makeProblem();
        problem.rough = true;
        cdRowSolution solution = cdSolveRows(&problem);
        assert_true(solution.converged);
        checkVelocities();
        sum += solution.factorings;
    }
    if (sum > 40 * 2) fail_msg("%d factorizations", (int)sum);
}

// Many contacts of bodies that move are solved by an interior point method, which takes few factorizations.
// Red: sweeps, which take none and do not end; Newton's method.
static void testMoving(void **state) {
    (void)state;
    int32_t missed = 0;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        makeThrown(8, seed);
        cdRowProblem problem = makeProblem();
        problem.moving = true;
        cdRowSolution solution = cdSolveRows(&problem);
        assert_true(solution.factorings > 1 && solution.factorings <= 24);
        missed += !(solution.residual <= ENOUGH);
        checkVelocities();
    }
    if (missed > 2) fail_msg("%d not solved", (int)missed);
}

// Many contacts are tried by Newton's method where bodies may stand. Red: sweeps alone.
static void testTrial(void **state) {
    (void)state;
    makeThrown(8, 3);
    cdRowProblem problem = makeProblem();
    assert_true(cdSolveRows(&problem).factorings > 0);
    checkVelocities();
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
        cmocka_unit_test(testBounces),
        cmocka_unit_test(testMoving),
        cmocka_unit_test(testTrial),
        cmocka_unit_test(testErrors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
