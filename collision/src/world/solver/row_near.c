// Displacements that close few gaps of a large island; see row_near.h.
//
// (1) A row is near if its bound is no farther below zero than a reach: a multiple of the largest bound. Near
// rows link bodies; those in a group with a bound above the tolerance are solved, the others stay, since
// without motion all their rows are met. (2) If a row that was left out is not met, the reach is widened, in
// the end to all rows: so the result meets all rows, in any case.
#include "world/solver/row_near.h"
#include "world/solver/row_newton.h"
#include "world/solver/row_work.h"

// In the heap and the wall of `bench`, displacements are mostly shorter than four times the largest bound.
static const double REACH = 4.0, WIDENING = 16.0;
enum { WIDENINGS = 2 };

// --- (1)

// Groups of bodies: `movable` leads to another body of the group, in the end to one that leads to itself, or
// below zero if the group is to be solved.
enum { SOLVED = -2 };

static int32_t findGroup(cdSolverBody *bodies, int32_t i) {
    while (bodies[i].movable >= 0 && bodies[i].movable != i) {
        int32_t next = bodies[i].movable;
        if (bodies[next].movable >= 0) bodies[i].movable = bodies[next].movable;
        i = next;
    }
    return i;
}

static bool moves(const cdSolverBody *body) {
    return body->inverseMass > 0.0;
}

static void linkBodies(const cdRowProblem *problem, double reach) {
    cdSolverBody *bodies = problem->bodies;
    for (int32_t i = 0; i < problem->rowCount; i++) {
        bodies[problem->rows[i].bodyA].movable = problem->rows[i].bodyA;
        bodies[problem->rows[i].bodyB].movable = problem->rows[i].bodyB;
    }
    for (int32_t i = 0; i < problem->rowCount; i++) {
        const cdRow *row = &problem->rows[i];
        if (row->bound < -reach || !moves(&bodies[row->bodyA]) || !moves(&bodies[row->bodyB])) continue;
        int32_t a = findGroup(bodies, row->bodyA), b = findGroup(bodies, row->bodyB);
        bodies[a].movable = b;
    }
}

static void markGroup(cdSolverBody *bodies, int32_t i) {
    if (moves(&bodies[i])) bodies[findGroup(bodies, i)].movable = SOLVED;
}

static bool isMarked(cdSolverBody *bodies, int32_t i) {
    return moves(&bodies[i]) && bodies[findGroup(bodies, i)].movable == SOLVED;
}

// Moves the near rows of the groups to be solved to the front, in their order. Returns their number.
static int32_t chooseRows(const cdRowProblem *problem, double reach) {
    int32_t count = 0;
    linkBodies(problem, reach);
    for (int32_t i = 0; i < problem->rowCount; i++) {
        if (problem->rows[i].bound <= problem->tolerance) continue;
        markGroup(problem->bodies, problem->rows[i].bodyA);
        markGroup(problem->bodies, problem->rows[i].bodyB);
    }
    for (int32_t i = 0; i < problem->rowCount; i++) {
        cdRow *row = &problem->rows[i], *to = &problem->rows[count], chosen;
        if (row->bound < -reach) continue;
        if (!isMarked(problem->bodies, row->bodyA) && !isMarked(problem->bodies, row->bodyB)) continue;
        chosen = *row;
        *row = *to;
        *to = chosen;
        count++;
    }
    return count;
}

// --- (2)

static bool areOthersMet(const cdRowProblem *problem, int32_t first) {
    for (int32_t i = first; i < problem->rowCount; i++) {
        const cdRow *row = &problem->rows[i];
        if (!(cdGetRowSpeed(row, problem->bodies) >= row->bound - problem->tolerance)) return false;
    }
    return true;
}

static void stopBody(cdSolverBody *body) {
    body->linear = body->angular = (cdVec3){0.0, 0.0, 0.0};
}

static void takeBack(const cdRowProblem *solved) {
    for (int32_t i = 0; i < solved->rowCount; i++) {
        solved->rows[i].impulse = 0.0;
        stopBody(&solved->bodies[solved->rows[i].bodyA]);
        stopBody(&solved->bodies[solved->rows[i].bodyB]);
    }
}

cdRowSolution cdSolveNearRows(const cdRowProblem *problem) {
    cdRowProblem near = *problem;
    double worst = 0.0;
    for (int32_t i = 0; i < problem->rowCount; i++)
        worst = cdMax(worst, problem->rows[i].bound);
    for (int i = 0; i < WIDENINGS && cdArePushes(problem); i++) {
        near.rowCount = chooseRows(problem, i == 0 ? REACH * worst : WIDENING * REACH * worst);
        if (near.rowCount == problem->rowCount) break;
        cdRowSolution solution =
            near.rowCount > 0 ? cdSolveRows(&near) : (cdRowSolution){.residual = worst, .converged = true};
        if (areOthersMet(problem, near.rowCount) || cdIsOut(problem->meter)) return solution;
        takeBack(&near);
    }
    return cdSolveRows(problem);
}
