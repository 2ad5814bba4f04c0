// Displacements that close few gaps of a large island; see row_near.h.
//
// (1) A row is near if its bound is no farther below zero than a reach: a multiple of the largest bound. Near
// rows link bodies. Bodies with a bound above the tolerance move, and those within some links of them. Only
// the near rows of these are solved; the other bodies stay, since without motion all their rows are met. (2)
// With few links the bodies behind them are held: rows to them count as rows to the ground. So one gap does
// not move a whole heap, and the paths of most bodies stay certified. (3) If this leaves more than a part of
// the bounds, or a row that was left out is not met, there are more links and a wider reach, in the end all
// rows.
#include "world/solver/row_near.h"
#include "world/solver/row_newton.h"
#include "world/solver/row_work.h"

#include <string.h>

enum { ALL_LINKS = INT32_MAX };

// A choice of rows to solve; the next stage follows if the result does not suit.
typedef struct Stage {
    double reach; // in largest bounds
    int32_t links;
} Stage;

// In the heap and the wall of `bench`, displacements are mostly shorter than four times the largest bound.
static const Stage stages[] = {{4.0, 1}, {4.0, ALL_LINKS}, {64.0, ALL_LINKS}};
enum { STAGES = sizeof stages / sizeof *stages };

// Bodies are held in problems of more than HOLDING_ROWS rows, if at most one row of WORTH is solved.
enum { HOLDING_ROWS = 36, WORTH = 2 };

// Residual, in largest bounds, that is accepted while bodies are held. The next correction repairs it.
static const double ACCEPTED = 0.25;

// --- (1)

static bool moves(const cdSolverBody *body) {
    return body->inverseMass > 0.0;
}

// The number of links from a body that is to move; negative: the body does not move.
static int32_t getLinks(const cdSolverBody *body) {
    return moves(body) ? body->movable : -1;
}

static void markFirst(const cdRowProblem *problem) {
    cdSolverBody *bodies = problem->bodies;
    for (int32_t i = 0; i < problem->rowCount; i++) {
        bodies[problem->rows[i].bodyA].movable = -1;
        bodies[problem->rows[i].bodyB].movable = -1;
    }
    for (int32_t i = 0; i < problem->rowCount; i++) {
        if (problem->rows[i].bound <= problem->tolerance) continue;
        bodies[problem->rows[i].bodyA].movable = 0;
        bodies[problem->rows[i].bodyB].movable = 0;
    }
}

// Marks the body of a row that is next to one of fewer than `links` links. True if there is one.
static bool markNext(const cdRowProblem *problem, const cdRow *row, int32_t links) {
    cdSolverBody *a = &problem->bodies[row->bodyA], *b = &problem->bodies[row->bodyB];
    if (!moves(a) || !moves(b) || (a->movable < 0) == (b->movable < 0)) return false;
    int32_t next = 1 + (a->movable < 0 ? b->movable : a->movable);
    if (next > links) return false;
    if (a->movable < 0)
        a->movable = next;
    else
        b->movable = next;
    return true;
}

// Marks the bodies within `links` links of those to move, in rounds: so each gets its least number.
static void markLinked(const cdRowProblem *problem, double reach, int32_t links) {
    bool any = true;
    for (int32_t round = 1; any && round <= links; round++) {
        any = false;
        for (int32_t i = 0; i < problem->rowCount; i++)
            if (problem->rows[i].bound >= -reach) any = markNext(problem, &problem->rows[i], round) || any;
    }
}

// Moves the rows to be solved to the front, in their order. Returns their number.
static int32_t chooseRows(const cdRowProblem *problem, double reach, int32_t links) {
    int32_t count = 0;
    markFirst(problem);
    markLinked(problem, reach, links);
    for (int32_t i = 0; i < problem->rowCount; i++) {
        cdRow *row = &problem->rows[i], *to = &problem->rows[count], chosen;
        if (row->bound < -reach) continue;
        if (getLinks(&problem->bodies[row->bodyA]) < 0 && getLinks(&problem->bodies[row->bodyB]) < 0)
            continue;
        chosen = *row;
        *row = *to;
        *to = chosen;
        count++;
    }
    return count;
}

// --- (2)

typedef struct HeldBody {
    int32_t index;
    double inverseMass, inverseTensor[6];
} HeldBody;

// Bodies of the chosen rows that are too many links away become immovable. Returns their number.
static int32_t holdBodies(const cdRowProblem *chosen, HeldBody *held) {
    int32_t count = 0;
    for (int32_t i = 0; i < 2 * chosen->rowCount; i++) {
        const cdRow *row = &chosen->rows[i / 2];
        int32_t index = i % 2 == 0 ? row->bodyA : row->bodyB;
        cdSolverBody *body = &chosen->bodies[index];
        if (!moves(body) || getLinks(body) >= 0) continue;
        held[count] = (HeldBody){.index = index, .inverseMass = body->inverseMass};
        memcpy(held[count++].inverseTensor, body->inverseTensor, sizeof body->inverseTensor);
        body->inverseMass = 0.0;
        memset(body->inverseTensor, 0, sizeof body->inverseTensor);
    }
    return count;
}

static void releaseBodies(const cdRowProblem *chosen, const HeldBody *held, int32_t count) {
    for (int32_t i = 0; i < count; i++) {
        cdSolverBody *body = &chosen->bodies[held[i].index];
        body->inverseMass = held[i].inverseMass;
        memcpy(body->inverseTensor, held[i].inverseTensor, sizeof body->inverseTensor);
    }
}

// --- (3)

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

// `largest`: bound.
static cdRowSolution solveChosen(const cdRowProblem *chosen, double largest) {
    return chosen->rowCount > 0 ? cdSolveRows(chosen)
                                : (cdRowSolution){.residual = largest, .converged = true};
}

// Solves the chosen rows while other bodies are held. True if little of the bounds is left.
static bool solveHolding(cdRowProblem chosen, double largest, cdRowSolution *solution) {
    HeldBody *held = cdTakeMemory(&chosen.memory, (size_t)chosen.rowCount, sizeof *held);
    *solution = (cdRowSolution){.residual = largest};
    if (held == NULL) return false;
    int32_t count = holdBodies(&chosen, held);
    *solution = solveChosen(&chosen, largest);
    releaseBodies(&chosen, held, count);
    return count == 0 || solution->residual <= ACCEPTED * largest;
}

cdRowSolution cdSolveNearRows(const cdRowProblem *problem) {
    double largest = 0.0;
    for (int32_t i = 0; i < problem->rowCount; i++)
        largest = cdMax(largest, problem->rows[i].bound);
    for (int i = 0; i < STAGES && cdArePushes(problem); i++) {
        bool holds = stages[i].links != ALL_LINKS, suits = true;
        if (holds && problem->rowCount <= HOLDING_ROWS) continue;
        cdRowProblem chosen = *problem;
        cdRowSolution solution;
        chosen.rowCount = chooseRows(problem, stages[i].reach * largest, stages[i].links);
        if (holds && WORTH * chosen.rowCount > problem->rowCount) continue;
        if (chosen.rowCount == problem->rowCount) break;
        if (holds)
            suits = solveHolding(chosen, largest, &solution);
        else
            solution = solveChosen(&chosen, largest);
        if ((suits && areOthersMet(problem, chosen.rowCount)) || cdIsOut(problem->meter)) return solution;
        takeBack(&chosen);
    }
    return cdSolveRows(problem);
}
