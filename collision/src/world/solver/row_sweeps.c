// Projected Gauss-Seidel for contacts with friction: row_solver.c's iterations with less work a row.
//
// Input: rows that row_solver.c has set up, before any impulse. (1) The three rows of a contact are one unit.
// Units that share no movable body do not affect each other, so up to four of them, a group, are swept at
// once. Each unit belongs to the first group with room behind those of all earlier units of its bodies. So a
// sweep of the groups has the result of one of the units in the order of their rows. (2) Velocities are
// counted from those at the start and whitened, as in row_newton_setup.c: six numbers a body. A row's J is
// then six numbers for each of its bodies, and an impulse changes velocities by multiples of them. (3)
// Impulses are kept by the groups, and the velocities follow from them and those at the start: rounding does
// not accumulate. (4) A sweep forwards and one backwards (sweep_code.h) are a pair. After each pair the
// impulses, scaled by the roots of J M^-1 J^T, are extrapolated from those of the last pairs
// (row_acceleration.c) and clamped to their bounds.
#include "world/solver/row_sweeps.h"
#include "world/solver/row_acceleration.h"
#include "world/solver/row_newton.h"
#include "world/solver/sweep_groups.h"

#include <math.h>
#include <string.h>

// A contact with friction, or a single row.
typedef struct SweepUnit {
    int32_t row, count; // first row, and number of rows: 1 or 3
    int32_t a, b;       // movable bodies; the number of those: one that rows cannot move
    int32_t group;
} SweepUnit;

struct cdRowSweeps {
    cdRowProblem problem;
    cdMovableBody *bodies;
    int32_t bodyCount, unitCount;
    SweepUnit *units;
    cdSweepGroups all;
    const cdSweepPasses *passes;
    cdRowAcceleration acceleration; // of pairs of sweeps, from scaled impulses to scaled impulses
    double missed;                  // the last pair's maximum residual
};

size_t cdGetRowSweepsSize(int32_t bodyCount, int32_t rowCount) {
    size_t rows = (size_t)rowCount, bodies = (size_t)bodyCount + 1;
    if (rowCount <= CD_FEW_ROWS) return 0;
    // Each unit may need its own group; three rows of a contact take less than three single ones.
    _Static_assert(sizeof(cdSweepFriction) <= 2 * sizeof(cdSweepGroup), "");
    size_t perRow = sizeof(SweepUnit) + sizeof(cdSweepGroup);
    size_t perBody = sizeof(cdMovableBody) + CD_BLOCK * sizeof(double);
    return sizeof(cdRowSweeps) + rows * perRow + bodies * perBody +
           cdGetRowAccelerationSize(CD_GROUP_UNITS * rowCount) + 256;
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

static void listUnits(cdRowSweeps *sweeps) {
    const cdRowProblem *problem = &sweeps->problem;
    for (int32_t i = 0; i < problem->rowCount;) {
        const cdRow *row = &problem->rows[i];
        int32_t count = cdGetRowUnitLength(problem, i);
        int32_t a = problem->bodies[row->bodyA].movable, b = problem->bodies[row->bodyB].movable;
        // Without a share nothing moves, and friction has no limit.
        if (row->share != 0.0)
            sweeps->units[sweeps->unitCount++] = (SweepUnit){.row = i,
                                                             .count = count,
                                                             .a = a >= 0 ? a : sweeps->bodyCount,
                                                             .b = b >= 0 ? b : sweeps->bodyCount};
        i += count;
    }
}

// Where the units of an order belong.
typedef struct Arrangement {
    int32_t *last;   // each body's last group; -1: none
    int32_t *next;   // each group's own index; full ones: that of one behind it
    int32_t *counts; // units of each group
    int32_t groupCount;
} Arrangement;

static int32_t findRoom(const Arrangement *groups, int32_t from) {
    int32_t *next = groups->next;
    while (next[from] != from)
        from = next[from] = next[next[from]];
    return from;
}

static int32_t arrangeUnit(Arrangement *groups, int32_t a, int32_t b, int32_t bodyCount) {
    int32_t *last = groups->last, i = findRoom(groups, 1 + (last[a] > last[b] ? last[a] : last[b]));
    if (i == groups->groupCount) {
        groups->counts[groups->groupCount++] = 0;
        groups->next[groups->groupCount] = groups->groupCount;
    }
    if (++groups->counts[i] == CD_GROUP_UNITS) groups->next[i] = i + 1;
    if (a < bodyCount) last[a] = i;
    if (b < bodyCount) last[b] = i;
    return i;
}

// Returns false without memory.
static bool arrangeUnits(cdRowSweeps *sweeps, cdMemory memory) {
    size_t units = (size_t)sweeps->unitCount;
    Arrangement groups = {.last = cdTakeMemory(&memory, (size_t)sweeps->bodyCount + 1, sizeof(int32_t)),
                          .next = cdTakeMemory(&memory, units + 1, sizeof(int32_t)),
                          .counts = cdTakeMemory(&memory, units, sizeof(int32_t))};
    if (groups.last == NULL || groups.next == NULL || groups.counts == NULL) return false;
    groups.next[0] = 0;
    for (int32_t i = 0; i <= sweeps->bodyCount; i++)
        groups.last[i] = -1;
    for (int32_t i = 0; i < sweeps->unitCount; i++) {
        SweepUnit *unit = &sweeps->units[i];
        unit->group = arrangeUnit(&groups, unit->a, unit->b, sweeps->bodyCount);
    }
    sweeps->all.groupCount = groups.groupCount;
    return true;
}

// --- (2)

static void whitenUnit(const cdRowSweeps *sweeps, const SweepUnit *unit, int32_t k,
                       double numbers[CD_UNIT_NUMBERS]) {
    const cdRow *row = &sweeps->problem.rows[unit->row + k];
    memset(numbers, 0, CD_UNIT_NUMBERS * sizeof *numbers);
    if (unit->a < sweeps->bodyCount)
        cdWhitenRow(&sweeps->bodies[unit->a], row->direction, row->angularA, numbers);
    if (unit->b < sweeps->bodyCount)
        cdWhitenRow(&sweeps->bodies[unit->b], cdNegate(row->direction), cdNegate(row->angularB),
                    numbers + CD_BLOCK);
}

static double getStartMissed(const cdRowSweeps *sweeps, int32_t row) {
    return sweeps->problem.rows[row].bound -
           cdGetRowSpeed(&sweeps->problem.rows[row], sweeps->problem.bodies);
}

static void fillLane(const cdRowSweeps *sweeps, const SweepUnit *unit, cdSweepGroup *group, int32_t k) {
    const cdRow *row = &sweeps->problem.rows[unit->row];
    double numbers[CD_UNIT_NUMBERS];
    whitenUnit(sweeps, unit, 0, numbers);
    for (int i = 0; i < CD_UNIT_NUMBERS; i++)
        group->on[i * CD_GROUP_UNITS + k] = numbers[i];
    group->missed[k] = getStartMissed(sweeps, unit->row);
    group->least[k] = row->kind == CD_ROW_BOUNDED ? -row->limit : 0.0;
    group->most[k] = row->kind == CD_ROW_BOUNDED ? row->limit : INFINITY;
    group->share[k] = row->share;
    group->softness[k] = row->softness;
    group->weight[k] = row->arm * row->inverse;
    group->scale[k] = sqrt(row->inverse);
    group->unscale[k] = row->inverse > 0.0 ? 1.0 / group->scale[k] : 0.0;
    group->a[k] = CD_BLOCK * unit->a;
    group->b[k] = CD_BLOCK * unit->b;
    group->row[k] = unit->row;
    group->rows[k] = unit->count;
}

static void fillBlock(const cdRow *rows, const SweepUnit *unit, cdSweepFriction *friction, int32_t k) {
    const cdFrictionBlock block = cdMakeFrictionBlock(rows, unit->row + 1);
    double trace = block.first + block.second,
           determinant = block.first * block.second - block.mixed * block.mixed;
    friction->first[k] = block.first;
    friction->second[k] = block.second;
    friction->mixed[k] = block.mixed;
    friction->coefficient[k] = trace > 0.0 ? rows[unit->row + 1].limit : 0.0;
    // Motion along one line only, where the step by the trace is exact.
    friction->inFirst[k] = friction->inSecond[k] = trace > 0.0 ? 1.0 / trace : 0.0;
    if (determinant > 64.0 * CD_EPSILON * trace * trace) {
        friction->inFirst[k] = block.second / determinant;
        friction->inSecond[k] = block.first / determinant;
        friction->inMixed[k] = -block.mixed / determinant;
    }
}

static void fillFriction(const cdRowSweeps *sweeps, const SweepUnit *unit, const cdSweepGroup *group,
                         cdSweepFriction *friction, int32_t k) {
    const cdRow *rows = sweeps->problem.rows;
    for (int j = 0; j < 2; j++) {
        int32_t row = unit->row + 1 + j;
        double numbers[CD_UNIT_NUMBERS], coupling = 0.0;
        whitenUnit(sweeps, unit, 1 + j, numbers);
        for (int i = 0; i < CD_UNIT_NUMBERS; i++) {
            friction->on[j][i * CD_GROUP_UNITS + k] = numbers[i];
            coupling += group->on[i * CD_GROUP_UNITS + k] * numbers[i];
        }
        friction->coupling[j][k] = coupling;
        friction->missed[j][k] = getStartMissed(sweeps, row);
        friction->scale[j][k] = sqrt(rows[row].inverse);
        friction->unscale[j][k] = rows[row].inverse > 0.0 ? 1.0 / friction->scale[j][k] : 0.0;
    }
    fillBlock(rows, unit, friction, k);
}

static void clearGroup(const cdRowSweeps *sweeps, cdSweepGroup *group) {
    *group = (cdSweepGroup){.friction = -1};
    for (int k = 0; k < CD_GROUP_UNITS; k++)
        group->a[k] = group->b[k] = CD_BLOCK * sweeps->bodyCount;
}

static void fillGroups(cdRowSweeps *sweeps) {
    cdSweepGroups *all = &sweeps->all;
    for (int32_t i = 0; i < all->groupCount; i++)
        clearGroup(sweeps, &all->groups[i]);
    for (int32_t i = 0; i < sweeps->unitCount; i++) {
        const SweepUnit *unit = &sweeps->units[i];
        cdSweepGroup *group = &all->groups[unit->group];
        int32_t k = group->count++;
        fillLane(sweeps, unit, group, k);
        if (unit->count == 1) continue;
        if (group->friction < 0) {
            group->friction = all->frictionCount++;
            all->frictions[group->friction] = (cdSweepFriction){.more = {0.0}};
        }
        fillFriction(sweeps, unit, group, &all->frictions[group->friction], k);
    }
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

// Returns at least the number of groups with friction.
static int32_t getFrictionRoom(const cdRowSweeps *sweeps) {
    int32_t count = 0;
    for (int32_t i = 0; i < sweeps->unitCount; i++)
        count += sweeps->units[i].count == 3 ? 1 : 0;
    return count < sweeps->all.groupCount ? count : sweeps->all.groupCount;
}

static bool takeGroups(cdRowSweeps *sweeps, cdMemory *memory) {
    cdSweepGroups *all = &sweeps->all;
    all->velocities =
        cdTakeMemory(memory, CD_BLOCK * ((size_t)sweeps->bodyCount + 1), sizeof *all->velocities);
    all->groups = cdTakeMemory(memory, (size_t)all->groupCount, sizeof *all->groups);
    all->frictions = cdTakeMemory(memory, (size_t)getFrictionRoom(sweeps), sizeof *all->frictions);
    return all->velocities != NULL && all->groups != NULL && all->frictions != NULL;
}

cdRowSweeps *cdSetUpRowSweeps(const cdRowProblem *problem, cdMemory *memory) {
    if (!suits(problem)) return NULL;
    cdMemory left = *memory;
    cdRowSweeps *sweeps = cdTakeMemory(&left, 1, sizeof *sweeps);
    if (sweeps == NULL) return NULL;
    *sweeps = (cdRowSweeps){.problem = *problem, .bodyCount = cdNumberMovableBodies(problem)};
    sweeps->bodies = cdTakeMemory(&left, (size_t)sweeps->bodyCount, sizeof *sweeps->bodies);
    sweeps->units = cdTakeMemory(&left, (size_t)problem->rowCount, sizeof *sweeps->units);
    if (sweeps->bodies == NULL || sweeps->units == NULL) return NULL;
    listUnits(sweeps);
    if (!arrangeUnits(sweeps, left) || !takeGroups(sweeps, &left)) return NULL;
    setUpBodies(sweeps);
    fillGroups(sweeps);
    if (!cdSetUpRowAcceleration(&sweeps->acceleration, cdCountSweepValues(&sweeps->all), &left)) return NULL;
    const cdSweepPasses *four = cdGetFourLanePasses();
    sweeps->passes = four != NULL ? four : cdGetTwoLanePasses();
    *memory = left;
    return sweeps;
}

// --- (3)

// Takes scaled impulses, shortens them to their bounds, and sets the velocities to those that follow.
static void useScaled(cdRowSweeps *sweeps, double *values) {
    memset(sweeps->all.velocities, 0, CD_BLOCK * ((size_t)sweeps->bodyCount + 1) * sizeof(double));
    sweeps->passes->apply(&sweeps->all, values);
}

static void scaleLane(const cdRowSweeps *sweeps, int32_t i, int32_t k, double *values) {
    const cdSweepGroups *all = &sweeps->all;
    const cdSweepGroup *group = &all->groups[i];
    const cdRow *row = &sweeps->problem.rows[group->row[k]];
    values[CD_GROUP_UNITS * i + k] = group->scale[k] * row->impulse;
    for (int32_t j = 1; j < group->rows[k]; j++) {
        int32_t at = all->groupCount + 2 * group->friction + j - 1;
        values[CD_GROUP_UNITS * at + k] = all->frictions[group->friction].scale[j - 1][k] * row[j].impulse;
    }
}

void cdBeginRowSweeps(cdRowSweeps *sweeps) {
    double *values = sweeps->acceleration.lastAfter;
    memset(values, 0, (size_t)sweeps->acceleration.count * sizeof *values);
    for (int32_t i = 0; i < sweeps->all.groupCount; i++)
        for (int32_t k = 0; k < sweeps->all.groups[i].count; k++)
            scaleLane(sweeps, i, k, values);
    useScaled(sweeps, values);
    cdForgetSteps(&sweeps->acceleration);
    sweeps->missed = INFINITY;
}

// --- (4)

double cdSweepTwice(cdRowSweeps *sweeps) {
    cdRowAcceleration *acceleration = &sweeps->acceleration;
    if (cdBeginStep(acceleration)) useScaled(sweeps, acceleration->before);
    double forwards = sweeps->passes->sweepForwards(&sweeps->all),
           backwards = sweeps->passes->sweepBackwards(&sweeps->all, acceleration->after);
    if (cdTakeStep(acceleration))
        sweeps->missed = cdMax(forwards, backwards);
    else
        useScaled(sweeps, acceleration->lastAfter);
    return sweeps->missed;
}

// --- (3)

static void writeImpulses(const cdRowSweeps *sweeps) {
    const cdSweepGroups *all = &sweeps->all;
    for (int32_t i = 0; i < all->groupCount; i++) {
        const cdSweepGroup *group = &all->groups[i];
        for (int32_t k = 0; k < group->count; k++) {
            cdRow *row = &sweeps->problem.rows[group->row[k]];
            row->impulse = group->impulse[k];
            for (int32_t j = 1; j < group->rows[k]; j++)
                row[j].impulse = all->frictions[group->friction].impulse[j - 1][k];
        }
    }
}

void cdEndRowSweeps(const cdRowSweeps *sweeps) {
    const cdRowProblem *problem = &sweeps->problem;
    for (int32_t i = 0; i < sweeps->bodyCount; i++) {
        cdSolverBody *body = &problem->bodies[sweeps->bodies[i].body];
        body->linear = sweeps->bodies[i].start.linear;
        body->angular = sweeps->bodies[i].start.angular;
    }
    writeImpulses(sweeps);
    for (int32_t i = 0; i < sweeps->unitCount; i++) {
        const SweepUnit *unit = &sweeps->units[i];
        for (int32_t k = 0; k < unit->count; k++) {
            const cdRow *row = &problem->rows[unit->row + k];
            if (row->impulse != 0.0) cdApplyRowImpulse(row, problem->bodies, row->impulse);
        }
    }
}
