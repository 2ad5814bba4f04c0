// Contact points, and joints in impacts, as rows for the solver; its memory.
#include "foundation/memory/hooks.h"
#include "world/step_work.h"

#include <math.h>

enum { POINT_ROWS = 3 };

cdPointLocation cdLocatePoint(const cdWorld *world, const cdWorldPair *pair, const cdContactPoint *point,
                              cdWhen when) {
    const cdWorldBody *a = &world->bodies[pair->bodyA], *b = &world->bodies[pair->bodyB];
    cdPointLocation location = {.placed = cdPlacePoint(point, cdGetBodyPose(a, when), cdGetBodyPose(b, when)),
                                .a = cdGetMoving(a, when),
                                .b = cdGetMoving(b, when)};
    location.rate = cdGetGapRate(&location.placed, &location.a, &location.b);
    return location;
}

double cdGetPairRestitution(const cdWorld *world, const cdWorldPair *pair) {
    return cdMax(world->bodies[pair->bodyA].restitution, world->bodies[pair->bodyB].restitution);
}

int32_t cdAddContactRows(cdWorld *world, const cdWorldPair *pair, const cdPointLocation *location,
                         double bound) {
    const cdWorldBody *a = &world->bodies[pair->bodyA], *b = &world->bodies[pair->bodyB];
    int32_t normal = world->rowCount;
    cdRow *rows = world->rows + normal;
    rows[0] = cdMakePointRow(CD_ROW_PUSH, pair->bodyA, pair->bodyB, location->placed.point,
                             location->placed.normal, location->a.centroid, location->b.centroid);
    rows[0].bound = bound;
    world->rowCount++;
    double friction = sqrt(a->friction * b->friction);
    if (!(friction > 0.0)) return 1;
    cdVec3 tangents[2];
    cdMakeTangents(location->placed.normal, tangents);
    for (int k = 0; k < 2; k++) {
        cdRow *row = &rows[1 + k];
        *row =
            cdMakePointRow(k == 0 ? CD_ROW_FRICTION : CD_ROW_FRICTION_SECOND, pair->bodyA, pair->bodyB,
                           location->placed.point, tangents[k], location->a.centroid, location->b.centroid);
        row->limit = friction;
        row->normal = normal;
    }
    world->rowCount += 2;
    return 3;
}

void cdAddJointRows(cdWorld *world, int32_t island, cdWhen when) {
    for (int32_t i = 0; i < world->jointCount; i++) {
        const cdWorldJoint *joint = &world->joints[i];
        if (!joint->present || cdGetJointIsland(world, joint) != island) continue;
        cdWorldJoint cold = *joint;
        for (int k = 0; k < CD_JOINT_ROWS; k++)
            cold.impulses[k] = 0.0;
        cdJointPlace place = cdGetJointPlace(world, joint, when);
        world->rowCount +=
            cdMakeJointRows(&cold, &place, 0.0, cdGetSolverIndex(world, joint->bodyA),
                            cdGetSolverIndex(world, joint->bodyB), world->rows + world->rowCount);
    }
}

// --- Memory, and the solution

static int32_t countOtherRows(const cdWorld *world) {
    return CD_JOINT_ROWS * world->jointCount + CD_HAND_ROWS * world->bodyCount;
}

// Reserves memory of Newton's method for islands of this many bodies, and for longer chains.
static bool reserveSolver(cdWorld *world) {
    enum { ISLAND_BODIES = 160 };
    int32_t bodies = world->bodyCount < ISLAND_BODIES ? world->bodyCount : ISLAND_BODIES;
    int32_t rows = countOtherRows(world);
    for (int32_t i = 0; i < world->pairCount; i++)
        rows += POINT_ROWS * world->pairs[i]->pointCount;
    size_t bytes = cdGetRowMemorySize(bodies, rows);
    if (world->jointCount > 0) bytes += cdGetTiedRowMemorySize(bodies, rows);
    if (bytes <= world->solverRoom) return true;
    if (!cdReserveBlock(&world->solverMemory, bytes + bytes / 2)) return false;
    world->solverRoom = bytes + bytes / 2;
    return true;
}

bool cdReserveRows(cdWorld *world) {
    int32_t count = countOtherRows(world) + world->pairCount * POINT_ROWS * CD_PAIR_POINTS;
    if (count <= world->rowCapacity) return reserveSolver(world);
    int32_t capacity = count + count / 2;
    cdRow *rows = cdAllocate((size_t)capacity * sizeof *rows);
    if (rows == NULL) return false;
    cdFree(world->rows);
    world->rows = rows;
    world->rowCapacity = capacity;
    return reserveSolver(world);
}

cdRowSolution cdSolveWorldRows(cdWorld *world, double tolerance, bool nearly) {
    enum { ITERATIONS = 100 }; // friction in large heaps may not converge; the next step handles the rest
    cdRowProblem problem = {.bodies = world->solverBodies,
                            .rows = world->rows,
                            .rowCount = world->rowCount,
                            .tolerance = tolerance,
                            .maxIterations = ITERATIONS,
                            .nearly = nearly,
                            .memory = {.next = world->solverMemory.bytes, .left = world->solverRoom},
                            .habit = &world->habit,
                            .meter = &world->meter};
    cdSpend(&world->meter, world->bodyCount / 4 + world->pairCount); // to collect the rows
    cdRowSolution solution = cdSolveRows(&problem);
    world->step.solverIterations += solution.iterations;
    return solution;
}
