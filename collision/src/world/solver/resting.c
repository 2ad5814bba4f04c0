// Solves for the forces of an island that is to fall asleep, since they stay while it sleeps.
//
// Output: the forces of its contacts and joints, and whether they balance it. (1) Its bodies are taken as
// still, at their poses, and solved for a step. A whole solution takes more iterations than that of a step,
// and Newton's method. A quick one is like that of a step that stands: it finds the forces of most walls in
// a fraction of the time, and shows as soon that a heap in which a body still tips has none. (2) The velocity
// at the end over that which gravity and forces alone give is the part of the weight that nothing carries: of
// each body it is at most UNBALANCED, and so is that of the rotation, at the body's radius. A body without
// weight is compared with the heaviest pull of its island.
#include "world/step_work.h"

#include <math.h>

static const double UNBALANCED = 2.5e-4;

// --- (1)

// Makes the bodies still. Their velocities stay in endVelocity and endSpin until `restore`.
static void makeStill(cdWorld *world, int32_t island) {
    for (int32_t i = cdFirstBody(world, island); i >= 0; i = cdNextBody(world, i)) {
        cdWorldBody *body = &world->bodies[i];
        body->endVelocity = body->velocity;
        body->endSpin = body->spin;
        body->velocity = body->spin = (cdVec3){0.0, 0.0, 0.0};
        body->middle = body->pose;
        body->stiff = false;
    }
}

static void restore(cdWorld *world, int32_t island) {
    for (int32_t i = cdFirstBody(world, island); i >= 0; i = cdNextBody(world, i)) {
        cdWorldBody *body = &world->bodies[i];
        body->velocity = body->endVelocity;
        body->spin = body->endSpin;
    }
}

// --- (2)

static double getFastestPace(const cdWorld *world, int32_t island) {
    double fastest = 0.0;
    for (int32_t i = cdFirstBody(world, island); i >= 0; i = cdNextBody(world, i))
        fastest = cdMax(fastest, world->bodies[i].pace);
    return fastest;
}

static bool isBalanced(const cdWorld *world, double step, int32_t island) {
    double fastest = getFastestPace(world, island);
    for (int32_t i = cdFirstBody(world, island); i >= 0; i = cdNextBody(world, i)) {
        const cdWorldBody *body = &world->bodies[i];
        const cdSolverBody *solved = &world->solverBodies[i];
        double most = UNBALANCED * step * (body->pace > 0.0 ? body->pace : fastest);
        double way = cdGetImpulseShare(body->linearDamping, step),
               turn = cdGetImpulseShare(body->angularDamping, step);
        // Comparisons that fail for NaN.
        if (!(cdLength(solved->linear) <= way * most)) return false;
        if (!(body->radius * cdLength(solved->angular) <= turn * most)) return false;
    }
    return true;
}

// --- The whole

bool cdBalanceIsland(cdWorld *world, double step, int32_t island, cdBalancing balancing) {
    cdAdvance advance = {.duration = step, .left = step, .step = step};
    double tolerance = CD_SOLVED * world->margin / step;
    makeStill(world, island);
    cdLoadSolverBodies(world, CD_IN_MIDDLE, island);
    cdForceSolverBodies(world, &advance, island);
    cdCollectForceRows(world, &advance, island);
    for (int32_t i = 0; balancing == CD_BALANCE_FROM_NONE && i < world->rowCount; i++)
        world->rows[i].impulse = 0.0;
    cdRowSolution solution = balancing == CD_BALANCE_QUICKLY
                                 ? cdSolveStandingRows(world, tolerance, tolerance)
                                 : cdSolveRestingRows(world, tolerance);
    bool balanced = !cdIsOut(&world->meter) && isBalanced(world, step, island);
    if (!cdIsOut(&world->meter) && isfinite(solution.residual)) cdKeepForces(world, &advance, island);
    if (balanced) cdTakeRestingReactions(world, island);
    restore(world, island);
    return balanced;
}
