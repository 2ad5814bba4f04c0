// Impulses for rows: against all subsets of active rows, closed forms, and for degenerate rows.
#include "collision/body.h"
#include "row_fixture.h"
#include "world/bodies/locks.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

static const double PI = 3.14159265358979323846;
static const double G = 9.81 / 60.0; // speed from gravity in one step

static RowCase c, again;
static unsigned char memory[1 << 22];

static cdRowSolution solveWith(RowCase *rows, size_t bytes, int32_t maxIterations) {
    cdRowProblem problem = makeCaseProblem(rows);
    problem.memory = (cdMemory){.next = memory, .left = bytes};
    problem.maxIterations = maxIterations;
    return cdSolveRows(&problem);
}

static cdRowSolution solve(RowCase *rows) {
    cdRowSolution solution = solveWith(rows, sizeof memory, 0);
    if (!solution.converged) fail_msg("residual %g after %d sweeps", solution.residual, solution.iterations);
    return solution;
}

// A stack with friction: a meter changes no bit, counts each row of each iteration, and ends the solution
// where it is out, with fewer iterations. Red: iterations or factors that do not count, or continue.
static void testMeter(void **state) {
    (void)state;
    makeStackCase(&c, 12, 0.5, 1.0);
    again = c;
    cdMeter meter = cdOpenMeter(&(cdBudget){.maxPairTests = INT64_C(1) << 40});
    cdRowProblem problem = makeCaseProblem(&c), limited = makeCaseProblem(&again);
    problem.memory = limited.memory = (cdMemory){.next = memory, .left = sizeof memory};
    limited.meter = &meter;
    cdRowSolution plain = cdSolveRows(&problem), same = cdSolveRows(&limited);
    assert_memory_equal(c.bodies, again.bodies, sizeof c.bodies);
    assert_true(same.iterations == plain.iterations && same.factorings == plain.factorings &&
                same.factorings > 0);
    assert_true(meter.spent >= (int64_t)(same.iterations + same.factorings) * c.rowCount);
    int64_t whole = meter.spent;
    for (int64_t most = 1; most < whole; most *= 3) {
        makeStackCase(&again, 12, 0.5, 1.0);
        meter = cdOpenMeter(&(cdBudget){.maxPairTests = most});
        cdRowSolution early = cdSolveRows(&limited);
        assert_true(meter.spent <= most && cdIsOut(&meter));
        assert_true((int64_t)early.iterations * again.rowCount <= most);
    }
}

static double getEnergy(const RowCase *rows) {
    double sum = 0.0;
    for (int32_t i = 1; i < rows->bodyCount; i++) {
        const cdSolverBody *body = &rows->bodies[i];
        const double *t = body->inverseTensor; // diagonal in these cases
        cdVec3 w = body->angular;
        sum += 0.5 * cdLengthSq(body->linear) / body->inverseMass;
        sum += 0.5 * (w.x * w.x / t[0] + w.y * w.y / t[1] + w.z * w.z / t[2]);
    }
    return sum;
}

static double getDistance(const RowCase *a, const RowCase *b) {
    double most = 0.0;
    for (int32_t i = 0; i < a->bodyCount; i++)
        most = cdMax(most, cdLength(cdSub(a->bodies[i].linear, b->bodies[i].linear)) +
                               cdLength(cdSub(a->bodies[i].angular, b->bodies[i].angular)));
    return most;
}

// Checks the rows' conditions directly: velocities, signs, complementarity, Coulomb's law.
static void checkMet(const RowCase *rows, double error) {
    for (int32_t i = 0; i < rows->rowCount; i++) {
        const cdRow *row = &rows->rows[i];
        double over = cdGetRowSpeed(row, rows->bodies) - row->bound;
        if (row->kind == CD_ROW_TIE) assert_true(fabs(over) <= error);
        if (row->kind == CD_ROW_PUSH) {
            assert_true(over >= -error && row->impulse >= 0.0);
            assert_true(fabs(over) <= error || row->impulse * row->share == 0.0 ||
                        row->impulse / row->share <= error);
        }
        if (row->kind != CD_ROW_FRICTION) continue;
        double x = row[0].impulse, y = row[1].impulse, length = sqrt(x * x + y * y);
        double u = over, v = cdGetRowSpeed(&row[1], rows->bodies),
               longest = row->limit * rows->rows[row->normal].impulse;
        assert_true(length <= longest * (1.0 + 1e-14));
        if (sqrt(u * u + v * v) <= error) continue;
        // Slides: with maximum friction, opposing the motion.
        assert_true(longest - length <= 1e-9 * longest);
        assert_true(u * x + v * y <= 0.0);
        assert_true(fabs(u * y - v * x) <= error * length);
    }
}

// --- The oracle: all subsets of active rows held to equality, in long double

enum { ORACLE_ROWS = 8 };

static long double couple(const RowCase *rows, int32_t i, int32_t j) {
    const cdRow *a = &rows->rows[i], *b = &rows->rows[j];
    long double sum = 0.0L;
    for (int side = 0; side < 4; side++) {
        int32_t one = side < 2 ? a->bodyA : a->bodyB, two = side % 2 == 0 ? b->bodyA : b->bodyB;
        if (one != two) continue;
        const cdSolverBody *body = &rows->start[one];
        const double *t = body->inverseTensor;
        cdVec3 p = side < 2 ? a->angularA : a->angularB, q = side % 2 == 0 ? b->angularA : b->angularB;
        long double sign = (side < 2) == (side % 2 == 0) ? 1.0L : -1.0L;
        cdVec3 way = cdFreePart(body->locked, a->direction);
        long double linear = (long double)way.x * b->direction.x + (long double)way.y * b->direction.y +
                             (long double)way.z * b->direction.z;
        sum += sign * (body->inverseMass * linear + (long double)p.x * q.x * t[0] +
                       (long double)p.y * q.y * t[1] + (long double)p.z * q.z * t[2]);
    }
    return sum;
}

// Solves A x = rest for the rows in `set`. false: they are dependent.
static bool solveSubset(long double (*a)[ORACLE_ROWS], const long double *rest, int count, unsigned set,
                        long double *x) {
    int at[ORACLE_ROWS], n = 0;
    long double m[ORACLE_ROWS][ORACLE_ROWS + 1];
    for (int i = 0; i < count; i++)
        if ((set >> i & 1u) != 0) at[n++] = i;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            m[i][j] = a[at[i]][at[j]];
        m[i][n] = rest[at[i]];
    }
    for (int k = 0; k < n; k++) {
        int best = k;
        for (int i = k; i < n; i++)
            if (fabsl(m[i][k]) > fabsl(m[best][k])) best = i;
        if (fabsl(m[best][k]) < 1e-12L) return false;
        for (int j = 0; j <= n; j++) {
            long double keep = m[k][j];
            m[k][j] = m[best][j];
            m[best][j] = keep;
        }
        for (int i = 0; i < n; i++) {
            long double s = i == k ? 0.0L : m[i][k] / m[k][k];
            for (int j = k; j <= n && s != 0.0L; j++)
                m[i][j] -= s * m[k][j];
        }
    }
    for (int i = 0; i < n; i++)
        x[at[i]] = m[i][n] / m[i][i];
    return true;
}

// Finds impulses that satisfy all rows; their velocities are unique.
static bool findByEnumeration(const RowCase *rows, long double *x) {
    long double a[ORACLE_ROWS][ORACLE_ROWS], rest[ORACLE_ROWS];
    int count = (int)rows->rowCount;
    for (int i = 0; i < count; i++) {
        rest[i] = (long double)rows->rows[i].bound - cdGetRowSpeed(&rows->rows[i], rows->start);
        for (int j = 0; j < count; j++)
            a[i][j] = couple(rows, i, j);
    }
    for (unsigned set = 0; set < 1u << count; set++) {
        memset(x, 0, ORACLE_ROWS * sizeof *x);
        bool met = solveSubset(a, rest, count, set, x);
        for (int i = 0; i < count && met; i++) {
            long double missed = rest[i];
            for (int j = 0; j < count; j++)
                missed -= a[i][j] * x[j];
            met = x[i] >= -1e-13L && missed <= 1e-13L;
        }
        if (met) return true;
    }
    return false;
}

static void applyExactly(RowCase *rows, const long double *x) {
    memcpy(rows->bodies, rows->start, sizeof rows->bodies);
    for (int32_t i = 0; i < rows->rowCount; i++) {
        const cdRow *row = &rows->rows[i];
        for (int side = 0; side < 2; side++) {
            cdSolverBody *body = &rows->bodies[side == 0 ? row->bodyA : row->bodyB];
            double s = side == 0 ? (double)x[i] : -(double)x[i];
            cdVec3 turn = side == 0 ? row->angularA : row->angularB;
            const double *t = body->inverseTensor;
            cdVec3 way = cdFreePart(body->locked, row->direction);
            body->linear = cdMulAdd(body->linear, s * body->inverseMass, way);
            body->angular = cdMulAdd(body->angular, s, (cdVec3){t[0] * turn.x, t[1] * turn.y, t[2] * turn.z});
        }
    }
}

// Locks some axes of a body, and ends its velocity along and about them.
static void lockBody(cdSolverBody *body, uint32_t ways, uint32_t turns) {
    double *t = body->inverseTensor;
    for (int i = 0; i < 3; i++)
        t[i] = (turns >> i & 1u) != 0 ? 0.0 : t[i];
    body->locked = ways;
    body->linear = cdFreePart(ways, body->linear);
    body->angular = cdFreePart(turns, body->angular);
}

// Random bodies and unilateral rows that are feasible; some rows repeat others. `locks`: some axes are
// locked.
static void makeLockedCase(RowCase *rows, Random *random, int bodyCount, int rowCount, bool locks) {
    clearCase(rows);
    for (int i = 0; i < bodyCount; i++) {
        cdVec3 half = {nextRandomIn(random, 0.3, 1.0), nextRandomIn(random, 0.3, 1.0),
                       nextRandomIn(random, 0.3, 1.0)};
        int32_t body = addCaseBody(rows, nextRandomVec3(random), half, exp(nextRandomIn(random, -2.0, 2.0)),
                                   nextRandomVec3(random));
        rows->bodies[body].angular = rows->start[body].angular = nextRandomVec3(random);
    }
    cdSolverBody way[CASE_BODIES] = {{.inverseMass = 0.0}};
    for (int i = 1; i <= bodyCount; i++)
        way[i] = (cdSolverBody){.linear = nextRandomVec3(random), .angular = nextRandomVec3(random)};
    for (int i = 1; i <= bodyCount && locks; i++) {
        uint32_t ways = (uint32_t)nextRandomInt(random, 0, 7), turns = (uint32_t)nextRandomInt(random, 0, 7);
        lockBody(&rows->bodies[i], ways, turns);
        lockBody(&way[i], ways, turns);
        rows->start[i] = rows->bodies[i];
    }
    for (int i = 0; i < rowCount; i++) {
        int32_t a = nextRandomInt(random, 1, bodyCount), b = nextRandomInt(random, 0, bodyCount);
        if (a == b) b = 0;
        bool repeats = i > 0 && nextRandomInt(random, 0, 5) == 0;
        cdRow row =
            makeCasePointRow(rows, CD_ROW_PUSH, a, b, nextRandomVec3(random), nextRandomDirection(random));
        if (repeats) row = rows->rows[nextRandomInt(random, 0, i - 1)];
        row.bound = cdGetRowSpeed(&row, way) - cdMax(0.0, nextRandomIn(random, -0.5, 0.5));
        if (repeats) row.bound = rows->rows[0].bound <= row.bound ? row.bound : cdGetRowSpeed(&row, way);
        addCaseRow(rows, row);
    }
}

static void makeRandomCase(RowCase *rows, Random *random, int bodyCount, int rowCount) {
    makeLockedCase(rows, random, bodyCount, rowCount, false);
}

// 3000 random problems, 1000 with locked axes, of one to four bodies and up to eight rows, some of them
// twice: the velocities are those of the one subset of active rows that satisfies all. Red: any row dropped,
// a wrong inverse mass, an early end.
static void testAgainstSubsets(void **state) {
    (void)state;
    Random random = {1};
    int pushed = 0;
    for (int round = 0; round < 3000; round++) {
        int bodies = nextRandomInt(&random, 1, 4), rows = nextRandomInt(&random, 1, ORACLE_ROWS);
        makeLockedCase(&c, &random, bodies, rows, round >= 2000);
        long double x[ORACLE_ROWS];
        assert_true(findByEnumeration(&c, x));
        again = c;
        applyExactly(&again, x);
        solve(&c);
        checkMet(&c, 1e-10);
        double size = 1.0;
        for (int32_t i = 1; i < again.bodyCount; i++)
            size = cdMax(size, cdLength(again.bodies[i].linear) + cdLength(again.bodies[i].angular));
        // Rows that locks leave with little effect are ill-conditioned.
        if (!(getDistance(&c, &again) <= (round < 2000 ? 1e-9 : 1e-7) * size))
            fail_msg("round %d: %g apart", round, getDistance(&c, &again) / size);
        for (int32_t i = 0; i < c.rowCount; i++)
            pushed += c.rows[i].impulse > 0.0 ? 1 : 0;
    }
    assert_true(pushed > 2000); // the cases are not trivial
}

// --- Closed forms

// Ten boxes stacked: nothing moves, and each face supports the weight above it, without friction and with,
// and with a top of 1000 masses. The second solve has nothing to do. Red: an end before the weight has
// propagated, corners that pull.
static void testStack(void **state) {
    (void)state;
    for (int k = 0; k < 4; k++) {
        double friction = k % 2 == 0 ? 0.0 : 0.5, top = k < 2 ? 1.0 : 1000.0;
        int stride = friction > 0.0 ? 3 : 1;
        makeStackCase(&c, 10, friction, top);
        cdRowSolution solution = solve(&c);
        assert_true(solution.factorings <= 30);
        checkMet(&c, 1e-12 * top);
        for (int face = 0; face < 10; face++) {
            double force = 0.0;
            for (int i = 0; i < 4; i++)
                force += c.rows[(4 * face + i) * stride].impulse;
            double weight = G * (9 - face + top);
            assert_true(fabs(force - weight) <= 1e-9 * weight);
        }
        resetCase(&c, true);
        assert_int_equal(solve(&c).iterations, 0);
    }
}

// A chain of 20 hangs: each joint supports the part below it; held sideways it first falls as a chain, as its
// rows require. Red: impulses on the wrong side, a chain that stretches.
static void testChain(void **state) {
    (void)state;
    makeChainCase(&c, 20, (cdVec3){0.0, -1.0, 0.0});
    solve(&c);
    for (int i = 0; i < 20; i++)
        assert_true(fabs(c.rows[3 * i + 1].impulse - G * (20 - i)) <= 1e-9);
    makeChainCase(&c, 20, (cdVec3){1.0, 0.0, 0.0});
    solve(&c);
    checkMet(&c, 1e-12);
    assert_true(c.bodies[1].linear.y < 0.0);
}

// On a slope of 30 degrees a box of friction 0.7 stays, up to rounding; of 0.5 it slides down with g (sin -
// mu cos); of tan 30 it just stays. There friction off its direction by some angle is short only by its
// square, so velocities are known to the root of the rows' tolerance. Red: friction from the wrong normal, a
// disk that is a square.
static void testSlope(void **state) {
    (void)state;
    double angle = PI / 6.0;
    static const double frictions[] = {0.7, 0.5, 0.57735026918962573, 0.1};
    for (int k = 0; k < 4; k++) {
        makeSlopeCase(&c, angle, frictions[k]);
        solve(&c);
        checkMet(&c, 1e-12);
        double slide = cdMax(0.0, G * (sin(angle) - frictions[k] * cos(angle)));
        cdVec3 expected = {-slide, 0.0, 0.0};
        double off = cdLength(cdSub(c.bodies[1].linear, expected)) + cdLength(c.bodies[1].angular);
        double error = k == 2 ? 1e-7 : 1e-11; // 2^-40 has the root 1e-6, of a speed of 0.08
        if (!(off <= error)) fail_msg("friction %g: %g off", frictions[k], off);
    }
}

static void makeSkidCase(RowCase *rows, double slideAngle, double rowAngle) {
    const cdVec3 half = {0.5, 0.5, 0.5}, up = {0.0, 1.0, 0.0};
    clearCase(rows);
    cdVec3 velocity = {cos(slideAngle), -0.5, sin(slideAngle)};
    addCaseBody(rows, (cdVec3){0.0, 0.5, 0.0}, half, 2.0, velocity);
    addCaseRow(rows, makeCasePointRow(rows, CD_ROW_PUSH, 1, 0, (cdVec3){0.0, 0.0, 0.0}, up));
    for (int i = 0; i < 2; i++) {
        double angle = rowAngle + 0.5 * PI * i;
        cdVec3 tangent = {cos(angle), 0.0, sin(angle)};
        cdRow *row =
            addCaseRow(rows, makeCasePointRow(rows, i == 0 ? CD_ROW_FRICTION : CD_ROW_FRICTION_SECOND, 1, 0,
                                              (cdVec3){0.0, 0.0, 0.0}, tangent));
        row->limit = 0.3;
    }
}

// A body that skids on one point: the friction is 0.3 of the normal impulse and opposes the skid, in any
// direction, for any axes of its rows. Red: a disk that is a square, or rotates with the rows.
static void testFrictionIsRound(void **state) {
    (void)state;
    for (int k = 0; k < 64; k++) {
        double slide = 2.0 * PI * k / 64.0;
        makeSkidCase(&c, slide, 0.37 * k);
        solve(&c);
        checkMet(&c, 1e-12);
        cdVec3 gained = cdSub(c.bodies[1].linear, c.start[1].linear);
        cdVec3 expected = {-0.15 * cos(slide), 0.5, -0.15 * sin(slide)};
        assert_true(cdLength(cdSub(gained, expected)) <= 1e-12);
    }
}

// A stack whose boxes can only rise and turn about z, with friction: as without locks, with Newton's method;
// locked are axes of the world, or their own, which are turned. Red: a locked axis that Newton's matrix has
// as a free one, so that its steps are of no use.
static void testLockedStack(void **state) {
    (void)state;
    for (int own = 0; own < 2; own++) {
        makeStackCase(&c, 30, 0.5, 100.0);
        for (int32_t i = 1; i <= 30; i++) {
            lockBody(&c.bodies[i], CD_AXIS_X | CD_AXIS_Z, CD_AXIS_X | CD_AXIS_Y);
            c.bodies[i].ownAxes = own;
            c.bodies[i].orientation = cdMakeQuat((cdVec3){0.0, 0.0, 1.0}, own * 0.5 * 3.14159265358979323846);
            if (own) c.bodies[i].locked = CD_AXIS_Y | CD_AXIS_Z; // its y axis is the world's x axis
            c.start[i] = c.bodies[i];
        }
        cdRowSolution solution = solve(&c);
        checkMet(&c, 1e-10);
        assert_true(solution.iterations <= 40 && solution.factorings <= 30);
        for (int32_t i = 1; i <= 30; i++)
            assert_true(fabs(c.bodies[i].linear.x) <= 1e-12 && fabs(c.bodies[i].linear.z) <= 1e-12);
    }
}

// Walls of bricks, each on two below, with friction and without: all rows satisfied, nothing falls. Red:
// Newton's method treats sliding rows as sticking, and ends there.
static void testWall(void **state) {
    (void)state;
    for (int k = 0; k < 4; k++) {
        makeWallCase(&c, k < 2 ? 3 : 4, 4, k % 2 == 0 ? 0.0 : 0.5);
        solve(&c);
        checkMet(&c, 1e-12);
    }
}

// A motor drives a flywheel at its speed if its impulse suffices, otherwise with its maximum; a soft row is
// satisfied up to its softness times its impulse. Red: a limit for each iteration instead of the total.
static void testBoundedRows(void **state) {
    (void)state;
    for (int k = 0; k < 3; k++) {
        clearCase(&c);
        addCaseBody(&c, (cdVec3){0.0, 0.0, 0.0}, (cdVec3){1.0, 1.0, 1.0}, 3.0, (cdVec3){0.0, 0.0, 0.0});
        cdRow *row = addCaseRow(&c, cdMakeTurnRow(CD_ROW_BOUNDED, 1, 0, (cdVec3){0.0, 0.0, 1.0}));
        row->bound = -5.0;
        row->limit = k == 0 ? 1.0 : 100.0;
        row->softness = k == 2 ? 0.5 : 0.0;
        addCaseRow(&c,
                   makeCasePointRow(&c, CD_ROW_TIE, 1, 0, (cdVec3){0.0, 0.0, 0.0}, (cdVec3){1.0, 0.0, 0.0}));
        solve(&c);
        double inertia = 2.0, impulse = k == 0 ? -1.0 : -5.0 * inertia / (1.0 + row->softness * inertia);
        assert_true(fabs(c.bodies[1].angular.z - impulse / inertia) <= 1e-12);
        assert_true(fabs(c.rows[0].impulse - impulse) <= 1e-11);
    }
}

// --- Invariants of every iteration

// Frictionless rows with bounds at or below 0 from a cold start, stopped after any number of iterations: the
// kinetic energy is not above that at the start; with bounds 0 each iteration lowers it. Red: impulses
// applied with another fraction than they were computed for.
static void testEnergyFalls(void **state) {
    (void)state;
    Random random = {3};
    for (int round = 0; round < 100; round++) {
        makeRandomCase(&again, &random, nextRandomInt(&random, 1, 4), nextRandomInt(&random, 2, 8));
        bool zero = round % 2 == 0;
        for (int32_t i = 0; i < again.rowCount; i++)
            again.rows[i].bound = zero ? 0.0 : cdMin(0.0, again.rows[i].bound);
        double first = getEnergy(&again), last = first;
        for (int32_t sweeps = 1; sweeps <= 12; sweeps++) {
            c = again;
            solveWith(&c, 0, sweeps);
            double energy = getEnergy(&c);
            assert_true(energy <= (zero ? last : first) * (1.0 + 1e-14));
            last = energy;
        }
        c = again;
        solve(&c);
        assert_true(getEnergy(&c) <= (zero ? last : first) * (1.0 + 1e-9));
    }
}

// Friction takes energy and adds none, also if iterations end early. Red: friction that accelerates.
static void testFrictionDissipates(void **state) {
    (void)state;
    Random random = {4};
    for (int round = 0; round < 200; round++) {
        makeSkidCase(&c, nextRandomIn(&random, 0.0, 6.0), nextRandomIn(&random, 0.0, 6.0));
        c.bodies[1].angular = c.start[1].angular = cdScale(3.0, nextRandomVec3(&random));
        double before = getEnergy(&c);
        if (round % 2 == 0)
            solve(&c);
        else
            solveWith(&c, 0, 1 + round % 5);
        assert_true(getEnergy(&c) <= before * (1.0 + 1e-12));
    }
}

static void getMomentum(const RowCase *rows, cdVec3 sums[2]) {
    sums[0] = sums[1] = (cdVec3){0.0, 0.0, 0.0};
    for (int32_t i = 1; i < rows->bodyCount; i++) {
        const cdSolverBody *body = &rows->bodies[i];
        const double *t = body->inverseTensor;
        cdVec3 p = cdScale(1.0 / body->inverseMass, body->linear), w = body->angular;
        sums[0] = cdAdd(sums[0], p);
        sums[1] =
            cdAdd(sums[1], cdAdd(cdCross(rows->centers[i], p), (cdVec3){w.x / t[0], w.y / t[1], w.z / t[2]}));
    }
}

// Bodies that touch only each other, with friction, after one iteration and after all: linear and angular
// momentum are conserved. Red: impulses at two points, or only on one of the bodies.
static void testMomentumIsKept(void **state) {
    (void)state;
    Random random = {5};
    for (int round = 0; round < 100; round++) {
        makeRandomCase(&c, &random, 4, 0);
        for (int i = 0; i < 6; i++)
            addCaseContact(&c, 1 + i % 4, 1 + (i + 1) % 4, nextRandomVec3(&random),
                           nextRandomDirection(&random), 0.4);
        cdVec3 before[2], after[2];
        getMomentum(&c, before);
        solveWith(&c, round % 2 == 0 ? sizeof memory : 0, round % 2 == 0 ? 200 : 1);
        getMomentum(&c, after);
        assert_true(cdLength(cdSub(before[0], after[0])) <= 1e-11);
        assert_true(cdLength(cdSub(before[1], after[1])) <= 1e-11);
    }
}

// --- Symmetry

// A wall that is 1e4 times as large or small, in the same time, moves as many times as far, with similar
// numbers of iterations. Red: a tolerance that is a length.
static void testScales(void **state) {
    (void)state;
    for (int k = 0; k < 2; k++) {
        double scale = k == 0 ? 1e4 : 1e-4;
        makeSlopeCase(&c, PI / 6.0, 0.5);
        again = c;
        for (int32_t i = 1; i < again.bodyCount; i++) {
            again.bodies[i].linear = cdScale(scale, again.bodies[i].linear);
            for (int j = 0; j < 6; j++)
                again.bodies[i].inverseTensor[j] /= scale * scale;
        }
        for (int32_t i = 0; i < again.rowCount; i++) {
            again.rows[i].angularA = cdScale(scale, again.rows[i].angularA);
            again.rows[i].angularB = cdScale(scale, again.rows[i].angularB);
        }
        solve(&c);
        solve(&again);
        cdVec3 expected = cdScale(scale, c.bodies[1].linear);
        assert_true(cdLength(cdSub(again.bodies[1].linear, expected)) <= 1e-11 * cdLength(expected));
    }
}

// Each row with its bodies and its direction exchanged is the same row. Red: a sign for A only.
static void testSwap(void **state) {
    (void)state;
    Random random = {6};
    for (int round = 0; round < 200; round++) {
        makeRandomCase(&c, &random, 3, 6);
        again = c;
        for (int32_t i = 0; i < c.rowCount; i++) {
            cdRow *row = &again.rows[i];
            *row = (cdRow){.kind = row->kind,
                           .bodyA = row->bodyB,
                           .bodyB = row->bodyA,
                           .direction = cdNegate(row->direction),
                           .angularA = cdNegate(row->angularB),
                           .angularB = cdNegate(row->angularA),
                           .bound = row->bound};
        }
        solve(&c);
        solve(&again);
        assert_true(getDistance(&c, &again) <= 1e-9);
    }
}

// A tensor in rotated axes: xx, yy, zz, xy, xz, yz.
static void turnTensor(double t[6], cdQuat q) {
    const cdVec3 axes[] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    static const int one[] = {0, 1, 2, 0, 0, 1}, two[] = {0, 1, 2, 1, 2, 2};
    double turned[6];
    for (int i = 0; i < 6; i++) {
        cdVec3 a = cdInvRotate(q, axes[one[i]]), b = cdInvRotate(q, axes[two[i]]);
        turned[i] = t[0] * a.x * b.x + t[1] * a.y * b.y + t[2] * a.z * b.z;
    }
    memcpy(t, turned, sizeof turned);
}

// Rotating a problem rotates its answer: tensors are then full ones. Red: an entry of a tensor's root in a
// wrong position.
static void testTurned(void **state) {
    (void)state;
    Random random = {7};
    for (int round = 0; round < 200; round++) {
        if (round % 2 == 0)
            makeRandomCase(&c, &random, 3, 7);
        else
            makeWallCase(&c, 2, 2, 0.4);
        cdQuat q = cdMakeQuat(nextRandomDirection(&random), nextRandomIn(&random, 0.0, 3.0));
        again = c;
        for (int32_t i = 1; i < again.bodyCount; i++) {
            again.bodies[i].linear = cdRotate(q, again.bodies[i].linear);
            again.bodies[i].angular = cdRotate(q, again.bodies[i].angular);
            turnTensor(again.bodies[i].inverseTensor, q);
        }
        for (int32_t i = 0; i < again.rowCount; i++) {
            again.rows[i].direction = cdRotate(q, again.rows[i].direction);
            again.rows[i].angularA = cdRotate(q, again.rows[i].angularA);
            again.rows[i].angularB = cdRotate(q, again.rows[i].angularB);
        }
        cdRowSolution first = solve(&c), solution = solve(&again);
        assert_true(solution.factorings <= 2 * first.factorings + 4);
        for (int32_t i = 1; i < again.bodyCount; i++) {
            again.bodies[i].linear = cdInvRotate(q, again.bodies[i].linear);
            again.bodies[i].angular = cdInvRotate(q, again.bodies[i].angular);
        }
        assert_true(getDistance(&c, &again) <= 1e-9);
    }
}

// Stopped after any number of iterations, forwards or backwards, friction is at most what its normal permits.
// Red: normals that change after their friction.
static void testFrictionNeverTooLong(void **state) {
    (void)state;
    for (int32_t sweeps = 1; sweeps <= 20; sweeps++) {
        makeSlopeCase(&c, PI / 6.0, 0.5);
        solveWith(&c, 0, sweeps);
        for (int32_t i = 0; i < c.rowCount; i += 3) {
            double x = c.rows[i + 1].impulse, y = c.rows[i + 2].impulse;
            assert_true(sqrt(x * x + y * y) <= 0.5 * c.rows[i].impulse * (1.0 + 1e-14));
        }
    }
}

// The same problem twice gives the same bits; with too little memory it is solved iteratively.
static void testSameBits(void **state) {
    (void)state;
    makeWallCase(&c, 3, 3, 0.5);
    again = c;
    solve(&c);
    memset(memory, 0xA5, sizeof memory);
    solve(&again);
    assert_memory_equal(c.bodies, again.bodies, sizeof c.bodies);
    makeStackCase(&c, 5, 0.0, 1.0);
    size_t needed = cdGetRowMemorySize(5, c.rowCount);
    for (size_t bytes = 0; bytes <= needed; bytes += 97) {
        resetCase(&c, false);
        cdRowSolution solution = solveWith(&c, bytes, 0);
        assert_true(solution.converged);
    }
    resetCase(&c, false);
    assert_true(solveWith(&c, needed, 0).factorings > 0);
}

// --- Degenerate

// No rows; rows of zeros; between immovable bodies; opposing ones of a slot, just as wide as the body is
// fast: no impulse, no change, or what the other rows require. Red: a division by 0.
static void testIdleRows(void **state) {
    (void)state;
    clearCase(&c);
    assert_true(solve(&c).converged);
    addCaseBody(&c, (cdVec3){0.0, 0.0, 0.0}, (cdVec3){1.0, 1.0, 1.0}, 1.0, (cdVec3){0.0, -1.0, 0.0});
    addCaseRow(&c, makeCasePointRow(&c, CD_ROW_PUSH, 1, 0, (cdVec3){0.0, 0.0, 0.0}, (cdVec3){0.0, 0.0, 0.0}))
        ->bound = 1.0;
    addCaseRow(&c, makeCasePointRow(&c, CD_ROW_TIE, 0, 0, (cdVec3){0.0, 0.0, 0.0}, (cdVec3){0.0, 1.0, 0.0}))
        ->bound = 1.0;
    addCaseContact(&c, 0, 0, (cdVec3){0.0, 0.0, 0.0}, (cdVec3){0.0, 1.0, 0.0}, 0.5);
    addCaseRow(&c, makeCasePointRow(&c, CD_ROW_PUSH, 1, 0, (cdVec3){0.0, 0.0, 0.0}, (cdVec3){0.0, 1.0, 0.0}));
    addCaseRow(&c,
               makeCasePointRow(&c, CD_ROW_PUSH, 1, 0, (cdVec3){0.0, 0.0, 0.0}, (cdVec3){0.0, -1.0, 0.0}));
    addCaseRow(&c, makeCasePointRow(&c, CD_ROW_PUSH, 1, 0, (cdVec3){0.0, 0.0, 0.0}, (cdVec3){0.0, 1.0, 0.0}));
    solve(&c);
    for (int i = 0; i < 5; i++)
        assert_true(c.rows[i].impulse == 0.0);
    assert_true(cdLength(c.bodies[1].linear) <= 1e-12);
}

// Two contradictory equality rows: the solver ends within its iteration limit, reports it, and the impulses
// are no larger than so many iterations can add. Red: a hang, an impulse of 1e9.
static void testInfeasible(void **state) {
    (void)state;
    for (int k = 0; k < 2; k++) {
        clearCase(&c);
        addCaseBody(&c, (cdVec3){0.0, 0.0, 0.0}, (cdVec3){1.0, 1.0, 1.0}, 1.0, (cdVec3){0.0, 0.0, 0.0});
        addCaseRow(&c,
                   makeCasePointRow(&c, CD_ROW_TIE, 1, 0, (cdVec3){0.0, 0.0, 0.0}, (cdVec3){0.0, 1.0, 0.0}));
        addCaseRow(&c,
                   makeCasePointRow(&c, CD_ROW_TIE, 1, 0, (cdVec3){0.0, 0.0, 0.0}, (cdVec3){0.0, 1.0, 0.0}))
            ->bound = 1.0;
        cdRowSolution solution = solveWith(&c, k == 0 ? 0 : sizeof memory, 50);
        assert_false(solution.converged);
        assert_true(solution.iterations <= 50 && solution.residual <= 1.0 + 1e-9);
        assert_true(fabs(c.rows[0].impulse) <= 100.0 && cdLength(c.bodies[1].linear) <= 1.0 + 1e-9);
    }
}

// NaN in a velocity, a bound, a direction, or an initial impulse: the solver ends at once without
// convergence; an initial impulse counts as 0. Red: iterations until the limit.
static void testNotANumber(void **state) {
    (void)state;
    for (int k = 0; k < 4; k++) {
        makeStackCase(&c, 3, 0.5, 1.0);
        if (k == 0) c.bodies[2].linear.y = NAN;
        if (k == 1) c.rows[3].bound = NAN;
        if (k == 2) c.rows[3].direction.x = NAN;
        if (k == 3) c.rows[3].impulse = NAN;
        cdRowSolution solution = solveWith(&c, sizeof memory, 0);
        assert_true(solution.iterations <= 2);
        assert_int_equal(solution.converged, k == 3);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testMeter),
        cmocka_unit_test(testAgainstSubsets),
        cmocka_unit_test(testStack),
        cmocka_unit_test(testChain),
        cmocka_unit_test(testSlope),
        cmocka_unit_test(testFrictionIsRound),
        cmocka_unit_test(testLockedStack),
        cmocka_unit_test(testWall),
        cmocka_unit_test(testBoundedRows),
        cmocka_unit_test(testEnergyFalls),
        cmocka_unit_test(testFrictionDissipates),
        cmocka_unit_test(testMomentumIsKept),
        cmocka_unit_test(testScales),
        cmocka_unit_test(testSwap),
        cmocka_unit_test(testTurned),
        cmocka_unit_test(testFrictionNeverTooLong),
        cmocka_unit_test(testSameBits),
        cmocka_unit_test(testIdleRows),
        cmocka_unit_test(testInfeasible),
        cmocka_unit_test(testNotANumber),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
