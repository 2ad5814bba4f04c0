// Friction of few bodies, solved with the normals at once.
#include "row_fixture.h"
#include "world/solver/row_coulomb.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

static RowCase c;
static unsigned char memory[1 << 22];

static cdRowProblem makeProblem(void) {
    cdRowProblem problem = makeCaseProblem(&c);
    problem.memory = (cdMemory){.next = memory, .left = sizeof memory};
    problem.tolerance = 1e-8;
    problem.maxIterations = 100;
    return problem;
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
        cdRowSolution solution = cdSolveRows(&problem);
        missed += !(solution.residual <= 1e-7);
        assert_true(solution.residual <= 1e-2);
    }
    assert_true(missed <= 4);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(testSlidingTowers)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
