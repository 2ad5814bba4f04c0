// Contacts with friction of bodies that move, solved by the interior point method for Coulomb's cones. The
// residuals come from the law of each contact (row_solver.c), which the method does not use.
#include "row_fixture.h"
#include "world/solver/row_work.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

static const double ENOUGH = 1e-4;
enum { FEW_STEPS = 24, MANY_STEPS = 12 };

static RowCase c;
static unsigned char memory[1 << 24];

// Without sweeps behind the method: its steps are more than one iteration.
static cdRowProblem makeProblem(void) {
    cdRowProblem problem = makeCaseProblem(&c);
    problem.memory = (cdMemory){.next = memory, .left = sizeof memory};
    problem.tolerance = 1e-8;
    problem.enough = ENOUGH;
    problem.maxIterations = 1;
    problem.moving = true;
    return problem;
}

static void throwBodies(Random *random, double speed, double spin) {
    for (int32_t i = 0; i < c.bodyCount; i++) {
        c.bodies[i].linear = cdMulAdd(c.bodies[i].linear, speed, nextRandomDirection(random));
        c.bodies[i].angular = cdScale(spin, nextRandomDirection(random));
    }
    for (int32_t i = 0; i < c.rowCount; i++)
        if (c.rows[i].kind == CD_ROW_PUSH) c.rows[i].bound = nextRandomIn(random, -0.2, 0.0) * speed;
    memcpy(c.start, c.bodies, sizeof c.start);
}

// Returns the residual that a hundred sweeps leave, with the method before them or alone.
static double sweep(const double *impulses, bool alone) {
    resetCase(&c, false);
    for (int32_t i = 0; i < c.rowCount && impulses != NULL; i++)
        c.rows[i].impulse = impulses[i];
    cdRowProblem problem = makeProblem();
    problem.moving = !alone;
    problem.rough = alone;
    problem.maxIterations = 100;
    return cdSolveRows(&problem).residual;
}

// Faces slide, stick, tip and part. At most one case in four is not solved, mostly with much friction, where
// the sliding speeds converge slowly; a hundred sweeps rarely leave less than those. Red: a wrong sliding
// speed in the cone, a cone of the wrong friction, speeds that do not follow the impulses, products that fall
// faster than the residuals.
static void testThrown(void **state) {
    (void)state;
    enum { ROUNDS = 200 };
    Random random = {3};
    for (int much = 0; much < 2; much++) {
        int32_t missed = 0, steps = 0, worse = 0;
        for (int round = 0; round < ROUNDS; round++) {
            double friction = nextRandomIn(&random, much ? 0.5 : 0.05, much ? 1.0 : 0.5);
            if (round % 2 == 0)
                makeStackCase(&c, 4 + round / 2 % 5, friction, 1.0);
            else
                makeWallCase(&c, 3, 3, friction);
            throwBodies(&random, pow(10.0, nextRandomIn(&random, -2.0, 1.0)),
                        nextRandomIn(&random, 0.0, 1.0));
            cdRowProblem problem = makeProblem();
            cdRowSolution solution = cdSolveRows(&problem);
            missed += !(solution.residual <= 8.0 * ENOUGH);
            steps += solution.factorings;
            assert_true(solution.factorings <= FEW_STEPS);
            worse += solution.residual > cdMax(8.0 * ENOUGH, sweep(NULL, true));
        }
        if (missed > ROUNDS / 4 || worse > ROUNDS / 20 || steps > (much ? 18 : 14) * ROUNDS)
            fail_msg("%d not solved, %d worse than by sweeps, %d steps", missed, worse, steps);
    }
}

// A box that slides on the ground: friction against its motion, of the length that Coulomb's law gives it.
static void testSlidingBox(void **state) {
    (void)state;
    makeStackCase(&c, 10, 0.5, 1.0);
    const cdVec3 half = {0.5, 0.5, 0.5}, x = {1.0, 0.0, 0.0}, up = {0.0, 1.0, 0.0};
    int32_t box = addCaseBody(&c, (cdVec3){9.0, 0.5, 0.0}, half, 2.0, (cdVec3){3.0, -1.0, 4.0}),
            first = c.rowCount;
    addCaseFace(&c, box, 0, x, up, 0.25);
    cdRowProblem problem = makeProblem();
    cdSolveRows(&problem);
    cdVec3 sum = {0.0, 0.0, 0.0};
    for (int32_t i = first; i < c.rowCount; i++)
        sum = cdMulAdd(sum, c.rows[i].impulse, c.rows[i].direction);
    assert_true(fabs(sum.y - 2.0) <= 20.0 * ENOUGH);
    assert_true(fabs(sum.x + 0.3) <= 20.0 * ENOUGH && fabs(sum.z + 0.4) <= 20.0 * ENOUGH);
}

// Boxes that rub in a stack with smooth ones. Red: pushes in cones of friction 1; the bound of a push, which
// is the apex of its cone, missed by rounding.
static void testMixed(void **state) {
    (void)state;
    const cdVec3 half = {0.5, 0.5, 0.5}, x = {1.0, 0.0, 0.0}, up = {0.0, 1.0, 0.0};
    Random random = {5};
    int32_t missed = 0;
    for (int round = 0; round < 40; round++) {
        clearCase(&c);
        for (int32_t i = 0; i < 8; i++) {
            int32_t box = addCaseBody(&c, (cdVec3){0.0, 0.5 + i, 0.0}, half, 1.0, (cdVec3){0.0, -0.16, 0.0});
            addCaseFace(&c, box, box - 1, x, up, i % 2 == 0 ? 0.3 : 0.0);
        }
        throwBodies(&random, 0.5, 0.5);
        cdRowProblem problem = makeProblem();
        cdRowSolution solution = cdSolveRows(&problem);
        assert_true(solution.factorings > 1);
        missed += !(solution.residual <= 8.0 * ENOUGH);
    }
    assert_int_equal(missed, 0);
}

// Large walls: a bounded number of steps and some sweeps behind them leave much less than a hundred sweeps,
// and rarely more, also from impulses that nearly fit. Red: no sweeps behind the steps; sweeps alone; steps
// that begin without the impulses at the start.
static void testMany(void **state) {
    (void)state;
    enum { ROUNDS = 24 };
    static double impulses[CASE_ROWS];
    Random random = {7};
    for (int warm = 0; warm < 2; warm++) {
        double sum = 0.0;
        int32_t worse = 0;
        for (int round = 0; round < ROUNDS; round++) {
            makeWallCase(&c, 10, 6, nextRandomIn(&random, 0.1, 0.9));
            throwBodies(&random, pow(10.0, nextRandomIn(&random, -1.0, 1.0)),
                        nextRandomIn(&random, 0.0, 1.0));
            assert_true(c.rowCount > CD_MANY_ROWS);
            cdRowProblem problem = makeProblem();
            cdRowSolution solution = cdSolveRows(&problem);
            assert_true(solution.factorings > 1 && solution.factorings <= MANY_STEPS);
            for (int32_t i = 0; i < c.rowCount; i++)
                impulses[i] = nextRandomIn(&random, 0.97, 1.03) * c.rows[i].impulse;
            const double *start = warm ? impulses : NULL;
            double ratio = sweep(start, false) / sweep(start, true);
            sum += log(ratio);
            worse += ratio > 1.2;
        }
        if (sum > ROUNDS * log(warm ? 0.75 : 0.18) || worse > ROUNDS / 8)
            fail_msg("warm %d: %g of sweeps in the mean, %d worse", warm, exp(sum / ROUNDS), (int)worse);
    }
}

// Bodies that move in a plane and turn in it alone: one row of friction moves nothing. Red: no friction then.
static void testPlane(void **state) {
    (void)state;
    Random random = {11};
    for (int round = 0; round < 20; round++) {
        makeWallCase(&c, 3, 3, nextRandomIn(&random, 0.2, 0.9));
        for (int32_t i = 1; i < c.bodyCount; i++) {
            cdSolverBody *body = &c.bodies[i];
            cdVec3 way = nextRandomDirection(&random);
            body->locked |= 4u; // z
            body->inverseTensor[0] = body->inverseTensor[1] = 0.0;
            body->linear = cdMulAdd(body->linear, 0.2, (cdVec3){way.x, way.y, 0.0});
        }
        memcpy(c.start, c.bodies, sizeof c.start);
        cdRowProblem problem = makeProblem();
        cdRowSolution solution = cdSolveRows(&problem);
        assert_true(solution.factorings > 1);
        if (!(solution.residual <= 20.0 * ENOUGH)) fail_msg("round %d: %g", round, solution.residual);
    }
}

// Bodies that part need no impulse, and get none.
static void testParting(void **state) {
    (void)state;
    makeStackCase(&c, 6, 0.5, 1.0);
    for (int32_t i = 1; i < c.bodyCount; i++)
        c.bodies[i].linear = (cdVec3){0.1, 1.0 * i, 0.0};
    for (int32_t i = 0; i < c.rowCount; i++)
        c.rows[i].impulse = 0.1; // of the step before
    cdRowProblem problem = makeProblem();
    assert_true(cdSolveRows(&problem).residual == 0.0);
    for (int32_t i = 0; i < c.rowCount; i++)
        assert_true(c.rows[i].impulse == 0.0);
}

// Multiplies the masses by factors between a millionth and a million.
static void changeMasses(Random *random) {
    for (int32_t i = 1; i < c.bodyCount; i++) {
        double factor = pow(10.0, nextRandomIn(random, -6.0, 6.0));
        c.bodies[i].inverseMass *= factor;
        for (int k = 0; k < 6; k++)
            c.bodies[i].inverseTensor[k] *= factor;
    }
}

// Masses, friction and speeds of all sizes. Red: impulses that are not finite act on bodies that cannot move.
static void testExtremes(void **state) {
    (void)state;
    Random random = {77};
    for (int round = 0; round < 600; round++) {
        makeWallCase(&c, 3 + round % 5, 3, pow(10.0, nextRandomIn(&random, -3.0, 1.0)));
        changeMasses(&random);
        throwBodies(&random, pow(10.0, nextRandomIn(&random, -6.0, 4.0)),
                    pow(10.0, nextRandomIn(&random, -6.0, 3.0)));
        cdRowProblem problem = makeProblem();
        assert_true(isfinite(cdSolveRows(&problem).residual));
        for (int32_t i = 0; i < c.bodyCount; i++)
            assert_true(isfinite(cdLength(c.bodies[i].linear) + cdLength(c.bodies[i].angular)));
    }
}

// Velocities are those at the start plus all impulses, with whatever memory there is, also none for the
// method.
static void testMemory(void **state) {
    (void)state;
    Random random = {9};
    int32_t factored = 0;
    for (int part = 0; part <= 64; part++) {
        makeWallCase(&c, 3, 3, 0.5);
        throwBodies(&random, 0.5, 0.5);
        cdRowProblem problem = makeProblem();
        problem.maxIterations = 100;
        problem.memory.left = cdGetRowMemorySize(c.bodyCount, c.rowCount) * (size_t)part / 64;
        cdRowSolution solution = cdSolveRows(&problem);
        factored += solution.factorings > 0;
        assert_true(isfinite(solution.residual));
        for (int32_t i = 0; i < c.rowCount; i++)
            cdApplyRowImpulse(&c.rows[i], c.start, c.rows[i].impulse);
        for (int32_t i = 0; i < c.bodyCount; i++)
            assert_true(cdLength(cdSub(c.start[i].linear, c.bodies[i].linear)) <= 1e-9);
    }
    assert_true(factored > 0 && factored < 64);
}

// A speed that is not finite ends as a residual that is not.
static void testNotFinite(void **state) {
    (void)state;
    makeWallCase(&c, 3, 3, 0.5);
    c.bodies[3].linear.x = NAN;
    cdRowProblem problem = makeProblem();
    assert_false(cdSolveRows(&problem).converged);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testThrown), cmocka_unit_test(testSlidingBox), cmocka_unit_test(testMixed),
        cmocka_unit_test(testMany),   cmocka_unit_test(testParting),    cmocka_unit_test(testExtremes),
        cmocka_unit_test(testPlane),  cmocka_unit_test(testMemory),     cmocka_unit_test(testNotFinite),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
