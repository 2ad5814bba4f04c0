// Solves rows whose friction did not converge again, with bounded friction.
//
// With Coulomb's friction rows need not converge although impulses exist that meet them: where the corners of
// a face depend on each other, a change of one normal impulse changes the friction of all. (1) Each
// component of friction becomes a row of its own, whose impulse is no larger than the last one found, so that
// friction stays in its cone at that load and only brakes. The problem is then convex: it has a solution if
// and only if the pushes and ties alone have one, and the solver finds it, if need be in several rounds of
// its iterations. (2) A jam, in which pushes have a solution only without friction, shows by impulses that
// grow with each iteration: more than `JAMMED` times those that stop the given velocities.
#include "world/solver/row_work.h"
#include "world/step_work.h"

#include <math.h>

enum { ROUNDS = 16 };

// Ratio of the change of speed by a row's impulse alone to the greatest speed given.
static const double JAMMED = 64.0;

// --- (2)

static double getSpeedGiven(const cdWorld *world) {
    double fastest = 0.0;
    for (int32_t i = 0; i < world->rowCount; i++) {
        const cdRow *row = &world->rows[i];
        double speed = fabs(cdGetRowSpeed(row, world->solverBodies)) + fabs(row->bound);
        fastest = cdMax(fastest, row->arm * speed);
    }
    return fastest;
}

static bool isJammed(const cdWorld *world, double given) {
    for (int32_t i = 0; i < world->rowCount; i++) {
        const cdRow *row = &world->rows[i];
        if (row->kind != CD_ROW_PUSH || row->share == 0.0) continue;
        if (!(row->arm * row->impulse * row->inverse <= JAMMED * given)) return true;
    }
    return false;
}

// --- (1)

static void applyImpulses(cdWorld *world, double sign) {
    for (int32_t i = 0; i < world->rowCount; i++)
        cdApplyRowImpulse(&world->rows[i], world->solverBodies, sign * world->rows[i].impulse);
}

// Returns true if there is friction. Rows that were friction have negative numbers of normals.
static bool boundFriction(cdWorld *world) {
    bool any = false;
    for (int32_t i = 0; i < world->rowCount; i++) {
        cdRow *row = &world->rows[i];
        if (row->kind != CD_ROW_FRICTION && row->kind != CD_ROW_FRICTION_SECOND) continue;
        *row = (cdRow){.kind = CD_ROW_BOUNDED,
                       .bodyA = row->bodyA,
                       .bodyB = row->bodyB,
                       .direction = row->direction,
                       .angularA = row->angularA,
                       .angularB = row->angularB,
                       .bound = row->bound,
                       .limit = fabs(row->impulse),
                       .normal = -1 - row->normal,
                       .impulse = row->impulse,
                       .turnA = row->turnA,
                       .turnB = row->turnB};
        any = true;
    }
    return any;
}

static void restoreFriction(cdWorld *world) {
    for (int32_t i = 0; i < world->rowCount; i++) {
        cdRow *row = &world->rows[i];
        if (row->normal >= 0) continue;
        row->normal = -1 - row->normal;
        row->kind = i == row->normal + 1 ? CD_ROW_FRICTION : CD_ROW_FRICTION_SECOND;
    }
}

bool cdSolveBoundedFriction(cdWorld *world, double tolerance) {
    applyImpulses(world, -1.0);
    double given = getSpeedGiven(world);
    bool jammed = isJammed(world, given);
    if (jammed || !boundFriction(world)) {
        applyImpulses(world, 1.0);
        return false;
    }
    bool converged = false;
    for (int32_t i = 0; i < ROUNDS && !converged && !cdIsOut(&world->meter); i++)
        converged = cdSolveWorldRows(world, tolerance, 0.0).converged;
    restoreFriction(world);
    return !isJammed(world, given);
}
