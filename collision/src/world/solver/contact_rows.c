// Contact points, and joints in impacts, as rows for the solver; its memory.
#include "foundation/memory/hooks.h"
#include "world/solver/row_near.h"
#include "world/step_work.h"

#include <math.h>

cdPlacedPoint cdPlacePairPoint(const cdWorld *world, const cdWorldPair *pair, const cdContactPoint *point,
                               cdWhen when) {
    cdPose a = cdGetBodyPose(&world->bodies[pair->bodyA], when),
           b = cdGetBodyPose(&world->bodies[pair->bodyB], when);
    return cdPlacePoint(point, cdPlaceShape(cdGetShapeA(world, pair), a),
                        cdPlaceShape(cdGetShapeB(world, pair), b));
}

cdPairMotion cdGetPairMotion(const cdWorld *world, const cdWorldPair *pair, cdWhen when) {
    const cdWorldBody *a = &world->bodies[pair->bodyA], *b = &world->bodies[pair->bodyB];
    return (cdPairMotion){cdPlaceShape(cdGetShapeA(world, pair), cdGetBodyPose(a, when)),
                          cdPlaceShape(cdGetShapeB(world, pair), cdGetBodyPose(b, when)),
                          cdGetMoving(a, when), cdGetMoving(b, when)};
}

cdPointLocation cdLocatePoint(const cdPairMotion *motion, const cdContactPoint *point) {
    cdPointLocation location = {
        .placed = cdPlacePoint(point, motion->poseA, motion->poseB), .a = motion->a, .b = motion->b};
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

// --- Joints in impacts

// Writes the ties of a joint, and the limits that are reached: within the margin.
static int32_t makeImpactRows(const cdWorld *world, const cdWorldJoint *joint, cdWhen when, cdRow *rows) {
    cdJointPlace place = cdGetJointPlace(world, joint, when);
    int32_t a = cdGetSolverIndex(world, joint->bodyA), b = cdGetSolverIndex(world, joint->bodyB);
    int32_t count = cdMakeJointRows(joint, &place, 0.0, a, b, rows);
    cdRow limits[CD_LIMIT_ROWS];
    double gaps[CD_LIMIT_ROWS];
    int32_t limitCount = cdMakeLimitRows(joint, &place, a, b, limits, gaps);
    double arm = cdIsAngle(joint->kind) ? world->bodies[joint->bodyA].radius : 1.0;
    for (int32_t i = 0; i < limitCount; i++)
        if (arm * gaps[i] <= world->margin) rows[count++] = limits[i];
    return count;
}

void cdAddJointRows(cdWorld *world, int32_t island, cdWhen when) {
    for (int32_t i = cdFirstJoint(world, island); i >= 0; i = cdNextJoint(world, i)) {
        world->rowCount += makeImpactRows(world, &world->joints[i], when, world->rows + world->rowCount);
    }
}

void cdSumImpacts(cdWorld *world, int32_t island, int32_t first, double share) {
    for (int32_t i = cdFirstJoint(world, island); i >= 0; i = cdNextJoint(world, i)) {
        cdWorldJoint *joint = &world->joints[i];
        cdRow rows[CD_JOINT_ROWS];
        int32_t count = makeImpactRows(world, joint, CD_AT_START, rows);
        cdAddReaction(joint, world->rows + first, count, share);
        first += count;
    }
}

double cdGetLimitApproach(const cdWorld *world, int32_t island) {
    double fastest = 0.0;
    for (int32_t i = cdFirstJoint(world, island); i >= 0; i = cdNextJoint(world, i)) {
        const cdWorldJoint *joint = &world->joints[i];
        if (cdCountJointLimits(joint) == 0) continue;
        cdRow rows[CD_JOINT_ROWS];
        int32_t count = makeImpactRows(world, joint, CD_AT_START, rows);
        double arm = cdIsAngle(joint->kind) ? world->bodies[joint->bodyA].radius : 1.0;
        cdJointPlace place = cdGetJointPlace(world, joint, CD_AT_START);
        for (int32_t k = cdCountJointTies(joint); k < count; k++) {
            cdVec3 ahead = cdSub(place.a.velocity, place.b.velocity);
            double rate = cdDot(rows[k].direction, ahead) + cdDot(rows[k].angularA, place.a.angular) -
                          cdDot(rows[k].angularB, place.b.angular);
            fastest = cdMax(fastest, -arm * rate);
        }
    }
    return fastest;
}

// --- Memory, and the solution

int32_t cdCountJointRoom(const cdWorldJoint *joint) {
    return joint->limited ? CD_JOINT_ROWS : CD_JOINT_ROWS - CD_LIMIT_ROWS;
}

static int32_t countOtherRows(const cdWorld *world) {
    int32_t count = CD_HAND_ROWS * world->bodyCount;
    for (int32_t i = 0; i < world->jointCount; i++)
        count += cdCountJointRoom(&world->joints[i]);
    return count;
}

// Reserves memory of Newton's method for islands of this many bodies, and for longer chains.
static bool reserveSolver(cdWorld *world) {
    int32_t bodies = world->bodyCount < CD_ISLAND_BODIES ? world->bodyCount : CD_ISLAND_BODIES;
    int32_t rows = countOtherRows(world) + CD_POINT_ROWS * world->stillPoints;
    for (int32_t i = cdFirstActivePair(world); i >= 0; i = cdNextActivePair(world, i))
        rows += CD_POINT_ROWS * world->pairs[i]->pointCount;
    size_t bytes = cdGetRowMemorySize(bodies, rows);
    if (world->jointCount > 0) bytes += cdGetTiedRowMemorySize(bodies, rows);
    if (bytes <= world->solverRoom) return true;
    if (!cdReserveBlock(&world->solverMemory, bytes + bytes / 2)) return false;
    world->solverRoom = bytes + bytes / 2;
    return true;
}

bool cdReserveRows(cdWorld *world) {
    int32_t count = countOtherRows(world) + world->pairCount * CD_POINT_ROWS * CD_PAIR_POINTS;
    if (count <= world->rowCapacity) return reserveSolver(world);
    int32_t capacity = count + count / 2;
    cdRow *rows = cdAllocateUnset((size_t)capacity * sizeof *rows);
    double *startGaps = cdAllocateUnset((size_t)capacity * sizeof *startGaps);
    bool good = rows != NULL && startGaps != NULL;
    cdFree(good ? world->rows : rows);
    cdFree(good ? world->startGaps : startGaps);
    if (!good) return false;
    world->rows = rows;
    world->startGaps = startGaps;
    world->rowCapacity = capacity;
    return reserveSolver(world);
}

static cdRowProblem makeProblem(const cdWorld *world, double tolerance, int32_t iterations) {
    return (cdRowProblem){.bodies = world->solverBodies,
                          .rows = world->rows,
                          .rowCount = world->rowCount,
                          .tolerance = tolerance,
                          .maxIterations = iterations,
                          .memory = {.next = world->solverMemory.bytes, .left = world->solverRoom}};
}

static cdRowSolution solveProblem(cdWorld *world, cdRowProblem *problem) {
    problem->meter = &world->meter;
    int64_t before = world->meter.spent;
    cdSpend(&world->meter, world->rowCount / 4 + 1); // to collect the rows
    cdRowSolution solution = problem->nearly ? cdSolveNearRows(problem) : cdSolveRows(problem);
    world->step.solverIterations += solution.iterations;
    world->solverWork += world->meter.spent - before;
    return solution;
}

// Residuals that are enough for many contacts, as multiples of the accuracy of others, and as a fraction of a
// margin a step or of the fastest motion.
static const double ROUGH = 32.0, ENOUGH = 1.0 / 64.0;

enum { ITERATIONS = 100 }; // friction in large heaps may not converge; the next step handles the rest

cdRowSolution cdSolveWorldRows(cdWorld *world, double tolerance, double enough) {
    cdRowProblem problem = makeProblem(world, tolerance, ITERATIONS);
    problem.enough = enough;
    return solveProblem(world, &problem);
}

cdRowSolution cdSolveStandingRows(cdWorld *world, double tolerance, double enough) {
    cdRowProblem problem = makeProblem(world, tolerance, ITERATIONS);
    problem.enough = enough;
    problem.standing = true;
    return solveProblem(world, &problem);
}

cdRowSolution cdSolveMovingRows(cdWorld *world, double tolerance, double enough) {
    cdRowProblem problem = makeProblem(world, tolerance, ITERATIONS);
    problem.enough = enough;
    problem.moving = true;
    return solveProblem(world, &problem);
}

cdRowSolution cdSolveBouncingRows(cdWorld *world, double tolerance, double enough) {
    cdRowProblem problem = makeProblem(world, tolerance, ITERATIONS);
    problem.enough = enough;
    problem.rough = true;
    return solveProblem(world, &problem);
}

cdRowSolution cdSolveErrorRows(cdWorld *world, double tolerance) {
    cdRowProblem problem = makeProblem(world, tolerance, ITERATIONS);
    problem.nearly = true;
    problem.enough = 2.0 * tolerance;
    return solveProblem(world, &problem);
}

// True if a kinematic body that moves may squeeze the island: then it is to be solved exactly.
static bool isPushed(const cdWorld *world, int32_t island) {
    for (int32_t i = cdFirstPair(world, island); i >= 0 && world->pushes; i = cdNextPair(world, i)) {
        const cdWorldPair *pair = world->pairs[i];
        if (cdIsPushing(&world->bodies[pair->bodyA]) || cdIsPushing(&world->bodies[pair->bodyB])) return true;
    }
    return false;
}

double cdGetBodySpeed(const cdWorldBody *body) {
    return cdLength(body->velocity) +
           body->radius * cdLength(cdGetAngularVelocity(body, body->pose, body->spin));
}

bool cdIsStanding(const cdWorld *world, const cdAdvance *advance, int32_t island) {
    double fastest = 0.0, pace = 0.0;
    for (int32_t i = cdFirstBody(world, island); i >= 0; i = cdNextBody(world, i)) {
        fastest = cdMax(fastest, cdGetBodySpeed(&world->bodies[i]));
        pace = cdMax(pace, world->bodies[i].pace);
    }
    return fastest <= pace * advance->step;
}

double cdGetEnough(const cdWorld *world, const cdAdvance *advance, int32_t island) {
    if (isPushed(world, island)) return 0.0;
    double fastest = 0.0, most = world->margin / advance->step;
    for (int32_t i = cdFirstBody(world, island); i >= 0; i = cdNextBody(world, i)) {
        const cdWorldBody *body = &world->bodies[i];
        fastest = cdMax(fastest, cdGetBodySpeed(body));
    }
    return cdMax(ROUGH * CD_SOLVED * most, ENOUGH * cdMin(most, fastest));
}

cdRowSolution cdSolveRestingRows(cdWorld *world, double tolerance) {
    enum { RESTING_ITERATIONS = 300 };
    cdRowProblem problem = makeProblem(world, tolerance, RESTING_ITERATIONS);
    problem.resting = true;
    return solveProblem(world, &problem);
}
