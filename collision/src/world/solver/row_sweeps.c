// Projected Gauss-Seidel for contacts with friction: row_solver.c's iterations with less work a row.
//
// Input: rows that row_solver.c has set up, before any impulse. (1) Velocities are counted from those at the
// start and whitened, as in row_newton_setup.c: six numbers a body. A row's J is then six numbers for each of
// its bodies, and an impulse changes velocities by multiples of them. The three rows of a contact are one
// unit. (2) A unit reads and writes the velocities of its bodies once: the coupling of its rows corrects the
// speeds of those that come later. Forwards the normal comes first, backwards friction, as in row_solver.c.
// (3) Friction that sticks is exact. Sliding friction has the length of its limit, and solves (block + more)
// impulse = pull for some more > 0, a Newton iteration on 1 / length [D. C. Sorensen, J. J. More, 1983]. Here
// it begins with the result of the last sweep and ends after a rough step: the sweeps refine it, and their
// fixed points are the same. (4) Impulses are kept by the rows, and the velocities follow from them and those
// at the start: rounding does not accumulate. (5) A sweep forwards and one backwards are a pair. After each
// pair the impulses, scaled by the roots of J M^-1 J^T, are extrapolated from those of the last pairs
// (row_acceleration.c) and clamped to their bounds. The units of a large island are more than a processor's
// cache holds, so each pass over them does as much as it can.
#include "world/solver/row_sweeps.h"
#include "foundation/numbers/lanes.h"
#include "world/solver/row_acceleration.h"
#include "world/solver/row_newton.h"

#include <math.h>
#include <string.h>

enum { SLIDING_STEPS = 8, LANES = 6 };

// Relative error of the length of sliding friction before the last step.
static const double ROUGH = 0x1p-6;

// A contact with friction, or a single row.
typedef struct SweepUnit {
    int32_t row, count; // first row, and number of rows: 1 or 3
    int32_t a, b;       // first numbers of the bodies' velocities
    double on[3][12];   // J, whitened: of a, then of b
    double missed[3];   // bound minus J v at the start
    double impulse[3];
    double share, weight; // of the first row; weight: makes a change of its impulse a residual, as a speed
    double softness;      // BOUNDED
    double limit;         // BOUNDED; or coefficient of friction
    double coupling[2];   // of the normal with friction
    cdFrictionBlock block;
    cdFrictionBlock inverse; // of the block, or of its trace if it has none
    double more;             // of the last sliding; 0: none
    double scale[3];         // roots of J M^-1 J^T
    double unscale[3];       // their inverses; 0: of a row that moves nothing
} SweepUnit;

struct cdRowSweeps {
    cdRowProblem problem;
    cdMovableBody *bodies;
    double *velocities; // six a body, relative and whitened; the last six, of all bodies that rows cannot
                        // move, stay 0
    SweepUnit *units;
    int32_t bodyCount, unitCount;
    cdRowAcceleration acceleration;
    double *before, *after; // scaled impulses of the units, before and after a pair of sweeps
    int32_t valueCount;     // of impulses
    double missed;          // the last pair's maximum residual
};

size_t cdGetRowSweepsSize(int32_t bodyCount, int32_t rowCount) {
    size_t rows = (size_t)rowCount, bodies = (size_t)bodyCount + 1;
    if (rowCount <= CD_FEW_ROWS) return 0;
    return sizeof(cdRowSweeps) + rows * (sizeof(SweepUnit) + 2 * sizeof(double)) +
           bodies * (sizeof(cdMovableBody) + CD_BLOCK * sizeof(double)) +
           cdGetRowAccelerationSize(rowCount + 1) + 256;
}

// --- (1)

int32_t cdGetRowUnitLength(const cdRowProblem *problem, int32_t i) {
    const cdRow *row = &problem->rows[i];
    if (row->kind != CD_ROW_PUSH) return row->kind == CD_ROW_BOUNDED ? 1 : 0;
    if (i + 1 == problem->rowCount || row[1].kind != CD_ROW_FRICTION) return 1;
    bool same = row[1].bodyA == row->bodyA && row[1].bodyB == row->bodyB && row[1].normal == i;
    return same ? 3 : 0;
}

// True if there are enough rows, more without friction, and all of them are units.
static bool suits(const cdRowProblem *problem) {
    bool rubs = false;
    for (int32_t i = 0; i < problem->rowCount && problem->rowCount > CD_FEW_ROWS;) {
        int32_t length = cdGetRowUnitLength(problem, i);
        if (length == 0) return false;
        rubs = rubs || length == 3;
        i += length;
    }
    return rubs || problem->rowCount > CD_MANY_ROWS;
}

static void whitenRows(const cdRowSweeps *sweeps, SweepUnit *unit) {
    const cdRowProblem *problem = &sweeps->problem;
    for (int32_t k = 0; k < unit->count; k++) {
        const cdRow *row = &problem->rows[unit->row + k];
        int32_t a = problem->bodies[row->bodyA].movable, b = problem->bodies[row->bodyB].movable;
        if (a >= 0) cdWhitenRow(&sweeps->bodies[a], row->direction, row->angularA, unit->on[k]);
        if (b >= 0)
            cdWhitenRow(&sweeps->bodies[b], cdNegate(row->direction), cdNegate(row->angularB),
                        unit->on[k] + CD_BLOCK);
        unit->missed[k] = row->bound - cdGetRowSpeed(row, problem->bodies);
    }
}

static void setUpFriction(const cdRow *rows, SweepUnit *unit) {
    const cdFrictionBlock block = cdMakeFrictionBlock(rows, unit->row + 1);
    double trace = block.first + block.second,
           determinant = block.first * block.second - block.mixed * block.mixed;
    unit->block = block;
    unit->limit = trace > 0.0 ? rows[unit->row + 1].limit : 0.0;
    // Motion along one line only, where the step by the trace is exact.
    unit->inverse = (cdFrictionBlock){trace > 0.0 ? 1.0 / trace : 0.0, trace > 0.0 ? 1.0 / trace : 0.0, 0.0};
    if (determinant > 64.0 * CD_EPSILON * trace * trace)
        unit->inverse = (cdFrictionBlock){block.second / determinant, block.first / determinant,
                                          -block.mixed / determinant};
    for (int k = 0; k < 2; k++) {
        double sum = 0.0;
        for (int j = 0; j < 12; j++)
            sum += unit->on[0][j] * unit->on[1 + k][j];
        unit->coupling[k] = sum;
    }
}

static void setUpUnit(const cdRowSweeps *sweeps, int32_t first, int32_t count, SweepUnit *unit) {
    const cdRowProblem *problem = &sweeps->problem;
    const cdRow *row = &problem->rows[first];
    int32_t a = problem->bodies[row->bodyA].movable, b = problem->bodies[row->bodyB].movable;
    *unit = (SweepUnit){.row = first,
                        .count = count,
                        .a = CD_BLOCK * (a >= 0 ? a : sweeps->bodyCount),
                        .b = CD_BLOCK * (b >= 0 ? b : sweeps->bodyCount),
                        .share = row->share,
                        .weight = row->arm * row->inverse,
                        .softness = row->softness,
                        .limit = row->limit};
    for (int32_t k = 0; k < count; k++) {
        unit->scale[k] = sqrt(row[k].inverse);
        unit->unscale[k] = row[k].inverse > 0.0 ? 1.0 / unit->scale[k] : 0.0;
    }
    whitenRows(sweeps, unit);
    if (count == 3) setUpFriction(problem->rows, unit);
}

static void setUpBodies(const cdRowSweeps *sweeps) {
    const cdRowProblem *problem = &sweeps->problem;
    for (int32_t i = 0; i < 2 * problem->rowCount; i++) {
        const cdRow *row = &problem->rows[i / 2];
        int32_t index = i % 2 == 0 ? row->bodyA : row->bodyB, movable = problem->bodies[index].movable;
        if (movable >= 0) sweeps->bodies[movable].body = index;
    }
    for (int32_t i = 0; i < sweeps->bodyCount; i++)
        cdSetUpMovableBody(&sweeps->bodies[i], problem, sweeps->bodies[i].body);
}

cdRowSweeps *cdSetUpRowSweeps(const cdRowProblem *problem, cdMemory *memory) {
    if (!suits(problem)) return NULL;
    cdMemory left = *memory;
    cdRowSweeps *sweeps = cdTakeMemory(&left, 1, sizeof *sweeps);
    if (sweeps == NULL) return NULL;
    *sweeps = (cdRowSweeps){.problem = *problem, .bodyCount = cdNumberMovableBodies(problem)};
    size_t bodies = (size_t)sweeps->bodyCount;
    sweeps->bodies = cdTakeMemory(&left, bodies, sizeof *sweeps->bodies);
    sweeps->velocities = cdTakeMemory(&left, CD_BLOCK * (bodies + 1), sizeof *sweeps->velocities);
    sweeps->units = cdTakeMemory(&left, (size_t)problem->rowCount, sizeof *sweeps->units);
    int32_t values = problem->rowCount + problem->rowCount % 2;
    sweeps->before = cdTakeMemory(&left, (size_t)values, sizeof *sweeps->before);
    sweeps->after = cdTakeMemory(&left, (size_t)values, sizeof *sweeps->after);
    if (sweeps->bodies == NULL || sweeps->velocities == NULL || sweeps->units == NULL ||
        sweeps->before == NULL || sweeps->after == NULL ||
        !cdSetUpRowAcceleration(&sweeps->acceleration, values, &left))
        return NULL;
    setUpBodies(sweeps);
    for (int32_t i = 0; i < values; i++) // not all are used
        sweeps->before[i] = sweeps->after[i] = 0.0;
    for (int32_t i = 0; i < problem->rowCount;) {
        int32_t count = cdGetRowUnitLength(problem, i);
        // Without a share nothing moves, and friction has no limit.
        if (problem->rows[i].share != 0.0) {
            setUpUnit(sweeps, i, count, &sweeps->units[sweeps->unitCount++]);
            sweeps->valueCount += count;
        }
        i += count;
    }
    *memory = left;
    return sweeps;
}

// --- (2)

// The velocities of a unit's bodies.
typedef struct UnitVelocities {
    cdLanes v[LANES];
} UnitVelocities;

static inline UnitVelocities loadVelocities(const double *a, const double *b) {
    return (UnitVelocities){{cdLoadLanes(a), cdLoadLanes(a + 2), cdLoadLanes(a + 4), cdLoadLanes(b),
                             cdLoadLanes(b + 2), cdLoadLanes(b + 4)}};
}

static inline void storeVelocities(const UnitVelocities *velocities, double *a, double *b) {
    for (int i = 0; i < LANES / 2; i++) {
        cdStoreLanes(a + 2 * i, velocities->v[i]);
        cdStoreLanes(b + 2 * i, velocities->v[LANES / 2 + i]);
    }
}

// Returns two numbers whose sum is J v.
static inline cdLanes getHalves(const double on[12], const UnitVelocities *velocities) {
    const cdLanes *v = velocities->v;
    cdLanes one = cdAddLanes(cdMulLanes(cdLoadLanes(on), v[0]), cdMulLanes(cdLoadLanes(on + 2), v[1]));
    cdLanes two = cdAddLanes(cdMulLanes(cdLoadLanes(on + 4), v[2]), cdMulLanes(cdLoadLanes(on + 6), v[3]));
    cdLanes three = cdAddLanes(cdMulLanes(cdLoadLanes(on + 8), v[4]), cdMulLanes(cdLoadLanes(on + 10), v[5]));
    return cdAddLanes(cdAddLanes(one, two), three);
}

static inline double addHalves(cdLanes halves) {
    return cdGetFirstLane(halves) + cdGetSecondLane(halves);
}

static inline void addImpulse(const double on[12], double impulse, UnitVelocities *velocities) {
    cdLanes scale = cdSpreadLanes(impulse);
    for (int i = 0; i < LANES; i++)
        velocities->v[i] = cdAddLanes(velocities->v[i], cdMulLanes(scale, cdLoadLanes(on + 2 * i)));
}

// Changes the first row's impulse; `missed`: its bound minus J v. Returns the change.
static inline double updateFirst(SweepUnit *unit, double missed) {
    // Comparisons that preserve NaN.
    double impulse = unit->impulse[0] + unit->share * missed;
    if (impulse < 0.0) impulse = 0.0;
    double change = impulse - unit->impulse[0];
    unit->impulse[0] = impulse;
    return change;
}

// --- (3)

static inline cdPair2 solveAdjoint(double a, double b, double c, cdPair2 p) {
    return (cdPair2){b * p.x - c * p.y, a * p.y - c * p.x};
}

// Returns impulses of length `longest` that nearly solve (block + more) impulse = pull for some more > 0.
// A Newton step on 1 / length, which is concave in `more`, ends at or below the solution from either side.
static cdPair2 findSliding(SweepUnit *unit, cdPair2 pull, double longest) {
    const cdFrictionBlock *block = &unit->block;
    double trace = block->first + block->second, least = 16.0 * CD_EPSILON * trace, more = unit->more;
    // |impulse| >= |pull| / (trace + more)
    if (!(more > 0.0)) more = cdMax(least, sqrt(pull.x * pull.x + pull.y * pull.y) / longest - trace);
    for (int i = 0; i < SLIDING_STEPS; i++) {
        double a = block->first + more, b = block->second + more, c = block->mixed;
        double wanted = (a * b - c * c) * longest;
        cdPair2 along = solveAdjoint(a, b, c, pull), slope = solveAdjoint(a, b, c, along);
        double square = along.x * along.x + along.y * along.y, over = sqrt(square) - wanted;
        more = cdMax(least, more + square * over / ((along.x * slope.x + along.y * slope.y) * longest));
        if (!(fabs(over) > ROUGH * wanted)) break;
    }
    unit->more = more;
    cdPair2 along = solveAdjoint(block->first + more, block->second + more, block->mixed, pull);
    double scale = longest / sqrt(along.x * along.x + along.y * along.y);
    return isfinite(scale) ? (cdPair2){scale * along.x, scale * along.y} : (cdPair2){0.0, 0.0};
}

// Changes the impulses of friction; `missed`: minus their J v. Returns the changes.
static inline cdPair2 updateFriction(SweepUnit *unit, cdPair2 missed) {
    cdPair2 now = {unit->impulse[1], unit->impulse[2]}, to = {0.0, 0.0};
    double longest = unit->limit * unit->impulse[0];
    if (longest > 0.0) {
        const cdFrictionBlock *block = &unit->block, *inverse = &unit->inverse;
        to = (cdPair2){now.x + (inverse->first * missed.x + inverse->mixed * missed.y),
                       now.y + (inverse->mixed * missed.x + inverse->second * missed.y)};
        if (!(to.x * to.x + to.y * to.y <= longest * longest)) {
            cdPair2 pull = {block->first * now.x + block->mixed * now.y + missed.x,
                            block->mixed * now.x + block->second * now.y + missed.y};
            to = findSliding(unit, pull, longest);
        }
    }
    unit->impulse[1] = to.x;
    unit->impulse[2] = to.y;
    return (cdPair2){to.x - now.x, to.y - now.y};
}

// Returns the residual of a contact before.
static double sweepContact(SweepUnit *unit, double *velocities, bool backwards) {
    double *a = velocities + unit->a, *b = velocities + unit->b;
    UnitVelocities at = loadVelocities(a, b);
    cdLanes normal = getHalves(unit->on[0], &at), first = getHalves(unit->on[1], &at),
            second = getHalves(unit->on[2], &at);
    double missed = unit->missed[0] - addHalves(normal), change = 0.0;
    cdPair2 slid = {unit->missed[1] - addHalves(first), unit->missed[2] - addHalves(second)}, changes;
    if (backwards) {
        changes = updateFriction(unit, slid);
        change = updateFirst(unit, missed - (unit->coupling[0] * changes.x + unit->coupling[1] * changes.y));
    } else {
        change = updateFirst(unit, missed);
        slid.x -= unit->coupling[0] * change;
        slid.y -= unit->coupling[1] * change;
        changes = updateFriction(unit, slid);
    }
    if (change == 0.0 && changes.x == 0.0 && changes.y == 0.0) return 0.0;
    addImpulse(unit->on[0], change, &at);
    addImpulse(unit->on[1], changes.x, &at);
    addImpulse(unit->on[2], changes.y, &at);
    storeVelocities(&at, a, b);
    double rubbed = cdMax(fabs(changes.x) * unit->block.first, fabs(changes.y) * unit->block.second);
    return cdMax(fabs(change) * unit->weight, rubbed);
}

// Returns the residual of a single row before.
static double sweepRow(const cdRow *row, SweepUnit *unit, double *velocities) {
    double *a = velocities + unit->a, *b = velocities + unit->b;
    UnitVelocities at = loadVelocities(a, b);
    double missed = unit->missed[0] - addHalves(getHalves(unit->on[0], &at)), change = 0.0;
    if (row->kind == CD_ROW_PUSH) {
        change = updateFirst(unit, missed);
    } else {
        double impulse = unit->impulse[0] + unit->share * (missed - unit->softness * unit->impulse[0]);
        if (fabs(impulse) > unit->limit) impulse = copysign(unit->limit, impulse);
        change = impulse - unit->impulse[0];
        unit->impulse[0] = impulse;
    }
    if (change == 0.0) return 0.0;
    addImpulse(unit->on[0], change, &at);
    storeVelocities(&at, a, b);
    return fabs(change) * unit->weight;
}

static double sweepUnit(cdRowSweeps *sweeps, SweepUnit *unit, bool backwards, double worst) {
    double missed = unit->count == 3 ? sweepContact(unit, sweeps->velocities, backwards)
                                     : sweepRow(&sweeps->problem.rows[unit->row], unit, sweeps->velocities);
    if (missed <= worst) return worst;
    return isfinite(missed) ? missed : INFINITY;
}

static void storeScaled(const SweepUnit *unit, double *values) {
    for (int32_t k = 0; k < unit->count; k++)
        values[k] = unit->scale[k] * unit->impulse[k];
}

static double sweepForwards(cdRowSweeps *sweeps) {
    double worst = 0.0;
    for (int32_t i = 0; i < sweeps->unitCount; i++)
        worst = sweepUnit(sweeps, &sweeps->units[i], false, worst);
    return worst;
}

// Stores the scaled impulses after it.
static double sweepBackwards(cdRowSweeps *sweeps) {
    double worst = 0.0, *values = sweeps->after + sweeps->valueCount;
    for (int32_t i = sweeps->unitCount - 1; i >= 0; i--) {
        SweepUnit *unit = &sweeps->units[i];
        worst = sweepUnit(sweeps, unit, true, worst);
        values -= unit->count;
        storeScaled(unit, values);
    }
    return worst;
}

// --- (4)

static void stopBodies(cdRowSweeps *sweeps) {
    for (int32_t i = 0; i < CD_BLOCK * (sweeps->bodyCount + 1); i++)
        sweeps->velocities[i] = 0.0;
}

static void applyUnit(const cdRowSweeps *sweeps, const SweepUnit *unit) {
    double *a = sweeps->velocities + unit->a, *b = sweeps->velocities + unit->b;
    UnitVelocities at = loadVelocities(a, b);
    for (int32_t k = 0; k < unit->count; k++)
        addImpulse(unit->on[k], unit->impulse[k], &at);
    storeVelocities(&at, a, b);
}

void cdBeginRowSweeps(cdRowSweeps *sweeps) {
    double *values = sweeps->after;
    stopBodies(sweeps);
    for (int32_t i = 0; i < sweeps->unitCount; i++) {
        SweepUnit *unit = &sweeps->units[i];
        for (int32_t k = 0; k < unit->count; k++)
            unit->impulse[k] = sweeps->problem.rows[unit->row + k].impulse;
        applyUnit(sweeps, unit);
        storeScaled(unit, values);
        values += unit->count;
    }
    cdForgetSteps(&sweeps->acceleration);
    sweeps->missed = INFINITY;
}

// --- (5)

// Shortens impulses to their bounds.
static void bound(const cdRowProblem *problem, SweepUnit *unit) {
    double *impulse = unit->impulse;
    if (problem->rows[unit->row].kind == CD_ROW_BOUNDED) {
        if (fabs(impulse[0]) > unit->limit) impulse[0] = copysign(unit->limit, impulse[0]);
        return;
    }
    if (impulse[0] < 0.0) impulse[0] = 0.0;
    if (unit->count != 3) return;
    double longest = unit->limit * impulse[0],
           length = sqrt(impulse[1] * impulse[1] + impulse[2] * impulse[2]);
    if (!(length > longest)) return;
    impulse[1] *= longest / length;
    impulse[2] *= longest / length;
}

// Takes scaled impulses, and sets them to those within the bounds.
static void useScaled(cdRowSweeps *sweeps, double *values) {
    stopBodies(sweeps);
    for (int32_t i = 0; i < sweeps->unitCount; i++) {
        SweepUnit *unit = &sweeps->units[i];
        for (int32_t k = 0; k < unit->count; k++)
            unit->impulse[k] = values[k] * unit->unscale[k];
        bound(&sweeps->problem, unit);
        applyUnit(sweeps, unit);
        storeScaled(unit, values);
        values += unit->count;
    }
}

double cdSweepTwice(cdRowSweeps *sweeps) {
    if (cdExtrapolateSteps(&sweeps->acceleration, sweeps->before))
        useScaled(sweeps, sweeps->before);
    else
        memcpy(sweeps->before, sweeps->after, (size_t)sweeps->valueCount * sizeof *sweeps->before);
    double forwards = sweepForwards(sweeps), backwards = sweepBackwards(sweeps);
    if (cdTakeStep(&sweeps->acceleration, sweeps->before, sweeps->after))
        sweeps->missed = cdMax(forwards, backwards);
    else
        useScaled(sweeps, sweeps->after);
    return sweeps->missed;
}

// --- (4)

void cdEndRowSweeps(const cdRowSweeps *sweeps) {
    const cdRowProblem *problem = &sweeps->problem;
    for (int32_t i = 0; i < sweeps->bodyCount; i++) {
        cdSolverBody *body = &problem->bodies[sweeps->bodies[i].body];
        body->linear = sweeps->bodies[i].start.linear;
        body->angular = sweeps->bodies[i].start.angular;
    }
    for (int32_t i = 0; i < sweeps->unitCount; i++) {
        const SweepUnit *unit = &sweeps->units[i];
        for (int32_t k = 0; k < unit->count; k++) {
            cdRow *row = &problem->rows[unit->row + k];
            row->impulse = unit->impulse[k];
            if (row->impulse != 0.0) cdApplyRowImpulse(row, problem->bodies, row->impulse);
        }
    }
}
