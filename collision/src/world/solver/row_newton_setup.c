// Prepares rows and bodies for Newton's method (row_newton.c), in the memory of the problem.
//
// (1) Bodies that rows can move are numbered so that linked ones are close; the others are skipped. (2) Their
// velocities at the start are kept, to which all impulses are relative. (3) With the inverse masses' roots C,
// M^-1 = C C^T, velocities v = C u: in u the mass matrix is 1 and a row's J is C^T J^T, six numbers for each
// of its bodies. A body does not move in directions in which its inverse tensor is 0.
#include "world/solver/row_cone_interior.h"
#include "world/solver/row_coulomb.h"
#include "world/solver/row_newton.h"
#include "world/solver/row_sweeps.h"

#include <math.h>
#include <string.h>

size_t cdGetRowMemorySize(int32_t bodyCount, int32_t rowCount) {
    size_t bodies = (size_t)bodyCount, rows = (size_t)rowCount;
    size_t blocks = (bodies * (bodies + 1) / 2) * (CD_BLOCK_ITEMS * sizeof(double) + sizeof(int32_t));
    size_t perBody = sizeof(cdMovableBody) + 3 * CD_BLOCK * sizeof(double) + 8 * sizeof(size_t);
    size_t perRow = sizeof(cdRowPart) + sizeof(double) + sizeof(cdBlockLink) + 2 * sizeof(int32_t);
    size_t coulomb = cdGetRowCoulombSize(bodyCount, rowCount), cones = cdGetConeInteriorSize(rowCount);
    return sizeof(cdRowNewton) + blocks + bodies * perBody + rows * perRow + 512 +
           cdGetRowSweepsSize(bodyCount, rowCount) + (cones > coulomb ? cones : coulomb);
}

// --- (3)

// Finds the lower triangular root of a positive semidefinite tensor; directions in which it is 0 stay 0.
static void findRoot(const double t[6], double root[6]) {
    double least = 16.0 * CD_EPSILON * cdMax(t[0], cdMax(t[1], t[2]));
    memset(root, 0, 6 * sizeof *root);
    if (t[0] > least) {
        root[0] = sqrt(t[0]);
        root[1] = t[3] / root[0];
        root[3] = t[4] / root[0];
    }
    double y = t[1] - root[1] * root[1];
    if (y > least) {
        root[2] = sqrt(y);
        root[4] = (t[5] - root[1] * root[3]) / root[2];
    }
    double z = t[2] - root[3] * root[3] - root[4] * root[4];
    if (z > least) root[5] = sqrt(z);
}

// --- (1), (2)

int32_t cdNumberMovableBodies(const cdRowProblem *problem) {
    int32_t count = 0;
    for (int32_t i = 0; i < problem->rowCount; i++) {
        problem->bodies[problem->rows[i].bodyA].movable = -1;
        problem->bodies[problem->rows[i].bodyB].movable = -1;
    }
    for (int32_t i = 0; i < 2 * problem->rowCount; i++) {
        const cdRow *row = &problem->rows[i / 2];
        int32_t index = i % 2 == 0 ? row->bodyA : row->bodyB;
        cdSolverBody *body = &problem->bodies[index];
        if (body->movable >= 0 || !(body->inverseMass > 0.0)) continue;
        body->movable = count++;
    }
    return count;
}

void cdSetUpMovableBody(cdMovableBody *body, const cdRowProblem *problem, int32_t index) {
    body->body = index;
    body->start = problem->bodies[index];
    body->rootMass = sqrt(body->start.inverseMass);
    findRoot(body->start.inverseTensor, body->root);
}

// Lists the pairs of bodies that rows link, without immediate repetitions.
static int32_t collectLinks(const cdRowProblem *problem, cdBlockLink *links) {
    int32_t count = 0;
    for (int32_t i = 0; i < problem->rowCount; i++) {
        int32_t a = problem->bodies[problem->rows[i].bodyA].movable;
        int32_t b = problem->bodies[problem->rows[i].bodyB].movable;
        if (a < 0 || b < 0 || a == b) continue;
        if (count > 0 && links[count - 1].a == a && links[count - 1].b == b) continue;
        links[count++] = (cdBlockLink){a, b};
    }
    return count;
}

static bool makeMatrix(cdRowNewton *newton, cdMemory *memory) {
    const cdRowProblem *problem = &newton->problem;
    cdBlockLink *links = cdTakeMemory(memory, (size_t)problem->rowCount, sizeof *links);
    int32_t *order = cdTakeMemory(memory, (size_t)newton->bodyCount, sizeof *order);
    if (links == NULL || order == NULL) return false;
    int32_t count = collectLinks(problem, links);
    if (!cdOrderBlocks(newton->bodyCount, links, count, order, *memory)) return false;
    for (int32_t i = 0; i < count; i++)
        links[i] = (cdBlockLink){order[links[i].a], order[links[i].b]};
    for (int32_t i = 0; i < 2 * problem->rowCount; i++) {
        const cdRow *row = &problem->rows[i / 2];
        int32_t index = i % 2 == 0 ? row->bodyA : row->bodyB, movable = problem->bodies[index].movable;
        if (movable >= 0) newton->bodies[order[movable]].body = index;
    }
    for (int32_t i = 0; i < newton->bodyCount; i++) {
        int32_t index = newton->bodies[i].body;
        cdSetUpMovableBody(&newton->bodies[i], problem, index);
        problem->bodies[index].movable = i;
    }
    return cdMakeBlockMatrix(&newton->matrix, newton->bodyCount, links, count, memory);
}

// --- (3)

void cdWhitenRow(const cdMovableBody *body, cdVec3 linear, cdVec3 angular, double on[6]) {
    const double *r = body->root;
    linear = cdGetMovablePart(&body->start, linear);
    on[0] = body->rootMass * linear.x;
    on[1] = body->rootMass * linear.y;
    on[2] = body->rootMass * linear.z;
    on[3] = r[0] * angular.x + r[1] * angular.y + r[3] * angular.z;
    on[4] = r[2] * angular.y + r[4] * angular.z;
    on[5] = r[5] * angular.z;
}

static void setUpParts(cdRowNewton *newton) {
    const cdRowProblem *problem = &newton->problem;
    for (int32_t i = 0; i < problem->rowCount; i++) {
        const cdRow *row = &problem->rows[i];
        cdRowPart *part = &newton->parts[i];
        *part =
            (cdRowPart){.a = problem->bodies[row->bodyA].movable, .b = problem->bodies[row->bodyB].movable};
        if (part->a >= 0) cdWhitenRow(&newton->bodies[part->a], row->direction, row->angularA, part->onA);
        if (part->b >= 0)
            cdWhitenRow(&newton->bodies[part->b], cdNegate(row->direction), cdNegate(row->angularB),
                        part->onB);
        double share = row->share;
        // The disk of friction is round only if both its rows have the same scale.
        if (row->kind == CD_ROW_FRICTION) share = cdMin(share, row[1].share);
        if (row->kind == CD_ROW_FRICTION_SECOND) share = cdMin(share, row[-1].share);
        part->scale = share > 0.0 ? 1.0 / share : 0.0;
    }
}

cdRowNewton *cdSetUpRowNewton(const cdRowProblem *problem, cdMemory memory) {
    cdRowNewton *newton = cdTakeMemory(&memory, 1, sizeof *newton);
    if (newton == NULL) return NULL;
    *newton = (cdRowNewton){.problem = *problem};
    newton->bodyCount = cdNumberMovableBodies(problem);
    size_t size = CD_BLOCK * (size_t)newton->bodyCount, rows = (size_t)problem->rowCount;
    newton->bodies = cdTakeMemory(&memory, (size_t)newton->bodyCount, sizeof *newton->bodies);
    newton->parts = cdTakeMemory(&memory, rows, sizeof *newton->parts);
    newton->best = cdTakeMemory(&memory, rows, sizeof *newton->best);
    newton->at = cdTakeMemory(&memory, size, sizeof *newton->at);
    newton->way = cdTakeMemory(&memory, size, sizeof *newton->way);
    newton->slope = cdTakeMemory(&memory, size, sizeof *newton->slope);
    bool enough = newton->bodies != NULL && newton->parts != NULL && newton->best != NULL &&
                  newton->at != NULL && newton->way != NULL && newton->slope != NULL;
    if (newton->bodyCount == 0 || !enough || !makeMatrix(newton, &memory)) return NULL;
    setUpParts(newton);
    if (problem->resting) cdScaleCones(newton);
    newton->left = memory;
    return newton;
}
