// Displacements that close few gaps of a large island; see row_near.h.
//
// (1) A row is near if its bound is no farther below zero than a reach: a multiple of the largest bound. Near
// rows link bodies. Bodies with a bound above the tolerance move, and those that are linked to them. Only the
// near rows of these are solved; the other bodies stay, since without motion all their rows are met. (2) At
// first only the bodies at most one link away move, and those behind are held: rows to them count as rows to
// the ground. So one gap does not move a whole heap, and the paths of most bodies stay certified. (3) If a
// row that was left out is not met, the reach is wider. If one still is not, or more than a quarter of the
// largest bound is left, all linked bodies move, again with both reaches. In the end, and where few rows
// would be left out, all are solved.
#include "world/solver/row_near.h"
#include "world/solver/row_newton.h"
#include "world/solver/row_work.h"

#include <string.h>

// A choice of rows to solve; the next stage follows if the result does not suit.
typedef struct Stage {
    double reach; // in largest bounds
    bool holds;   // true if only bodies at most one link away move
} Stage;

// In the heap and the wall of `bench`, displacements are mostly shorter than four times the largest bound.
static const Stage stages[] = {{4.0, true}, {64.0, true}, {4.0, false}, {64.0, false}};
enum { STAGES = sizeof stages / sizeof *stages };

// Bodies are held in problems of more than HOLDING_ROWS rows, if at most one row in WORTH is solved.
enum { HOLDING_ROWS = 36, WORTH = 2 };

// All rows are solved if fewer than one in FEW_OTHERS would be left out.
enum { FEW_OTHERS = 8 };

// Residual, in largest bounds, that is accepted while bodies are held. The next correction repairs it.
static const double ACCEPTED = 0.25;

// --- (1)

static bool moves(const cdSolverBody *body) {
    return body->inverseMass > 0.0;
}

// Values of `movable` here: of a body that stays, of one that those next to it join, and of one that only
// moves.
enum { STAYS = -1, SPREADS, MOVES };

static bool isMarked(const cdSolverBody *body) {
    return moves(body) && body->movable != STAYS;
}

static void markFirst(const cdRowProblem *problem) {
    cdSolverBody *bodies = problem->bodies;
    for (int32_t i = 0; i < problem->rowCount; i++) {
        bodies[problem->rows[i].bodyA].movable = STAYS;
        bodies[problem->rows[i].bodyB].movable = STAYS;
    }
    for (int32_t i = 0; i < problem->rowCount; i++) {
        if (problem->rows[i].bound <= problem->tolerance) continue;
        bodies[problem->rows[i].bodyA].movable = SPREADS;
        bodies[problem->rows[i].bodyB].movable = SPREADS;
    }
}

// Marks the body of a row that is next to one that spreads. True if there is one.
static bool markNext(const cdRowProblem *problem, const cdRow *row, int32_t mark) {
    cdSolverBody *a = &problem->bodies[row->bodyA], *b = &problem->bodies[row->bodyB];
    if (!moves(a) || !moves(b)) return false;
    bool marksA = a->movable == STAYS && b->movable == SPREADS,
         marksB = b->movable == STAYS && a->movable == SPREADS;
    if (marksA) a->movable = mark;
    if (marksB) b->movable = mark;
    return marksA || marksB;
}

// Marks the bodies that near rows link to those to move: the next ones, or all. Forwards and backwards in
// turn, so that few passes lead through a heap.
static void markLinked(const cdRowProblem *problem, const Stage *stage, double reach) {
    bool any = true;
    for (bool backwards = false; any; backwards = !backwards) {
        any = false;
        for (int32_t i = 0; i < problem->rowCount; i++) {
            const cdRow *row = &problem->rows[backwards ? problem->rowCount - 1 - i : i];
            if (row->bound >= -reach) any = markNext(problem, row, stage->holds ? MOVES : SPREADS) || any;
        }
        any = any && !stage->holds;
    }
}

// Moves the rows to be solved to the front, in their order. Returns their number.
static int32_t chooseRows(const cdRowProblem *problem, const Stage *stage, double reach) {
    int32_t count = 0;
    markFirst(problem);
    markLinked(problem, stage, reach);
    for (int32_t i = 0; i < problem->rowCount; i++) {
        cdRow *row = &problem->rows[i], *to = &problem->rows[count], chosen;
        if (row->bound < -reach) continue;
        if (!isMarked(&problem->bodies[row->bodyA]) && !isMarked(&problem->bodies[row->bodyB])) continue;
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

// The other bodies of the chosen rows become immovable. Returns their number.
static int32_t holdBodies(const cdRowProblem *chosen, HeldBody *held) {
    int32_t count = 0;
    for (int32_t i = 0; i < 2 * chosen->rowCount; i++) {
        const cdRow *row = &chosen->rows[i / 2];
        int32_t index = i % 2 == 0 ? row->bodyA : row->bodyB;
        cdSolverBody *body = &chosen->bodies[index];
        if (!moves(body) || isMarked(body)) continue;
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
    bool holds = problem->rowCount > HOLDING_ROWS;
    for (int i = 0; i < STAGES && cdArePushes(problem); i++) {
        const Stage *stage = &stages[i];
        if (stage->holds && !holds) continue;
        cdRowProblem chosen = *problem;
        cdRowSolution solution;
        bool suits = true;
        chosen.rowCount = chooseRows(problem, stage, stage->reach * largest);
        if (stage->holds && WORTH * chosen.rowCount > problem->rowCount) continue;
        if (chosen.rowCount > problem->rowCount - problem->rowCount / FEW_OTHERS) break;
        if (stage->holds)
            suits = solveHolding(chosen, largest, &solution);
        else
            solution = solveChosen(&chosen, largest);
        if ((suits && areOthersMet(problem, chosen.rowCount)) || cdIsOut(problem->meter)) return solution;
        takeBack(&chosen);
        holds = holds && suits;
    }
    return cdSolveRows(problem);
}
