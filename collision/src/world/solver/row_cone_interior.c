// Finds the impulses of contacts with friction, all at once: an interior point method for Coulomb's cones.
//
// Source: G. de Saxce, Z.-Q. Feng, "The bipotential method", 1998, for the law: with the friction f, the
// impulse (push, slide) of a contact lies in the cone |slide| <= f push; its velocity, with f |sliding speed|
// added along the normal, lies in the dual cone; both are perpendicular. V. Acary, F. Cadoux, C. Lemarechal,
// J. Malick, "A formulation of the linear discrete Coulomb friction problem via convex optimization", 2011:
// for given sliding speeds the impulses solve a convex program over second-order cones. Yu. Nesterov, M.
// Todd, "Self-scaled barriers and interior-point methods for convex programming", 1997, for the scaling; L.
// Vandenberghe, "The CVXOPT linear and quadratic cone program solvers", 2010, for its formulas; S. Mehrotra,
// 1992, for both targets, as in row_interior.c.
// (1) In the units of a contact, z = (f push, slide) and y = (gap speed / f, sliding speed), both cones are x
// >= |(y, z)|. All z and y are inside; they approach the solution while their products z.y, which fall
// together, approach 0. (2) A symmetric matrix W maps z, and its inverse maps y, to the same point of the
// cone. In these units a step solves the linearized equations for the change of the velocities: the matrix 1
// + J^T W^-2 J has one block for each pair of bodies. (3) A step ends before any z or y reaches the bound of
// its cone. (4) The sliding speeds follow: the first step has those where it begins, the second one those
// that the first would reach. The products do not fall faster than the residuals, or the bounds would stop
// the steps. So 8 to 15 factorizations meet what hundreds of sweeps do not.
#include "world/solver/row_cone_interior.h"
#include "foundation/numbers/lanes.h"
#include "world/solver/row_sweeps.h"

#include <math.h>
#include <string.h>

enum { STEPS = 24, MANY_STEPS = 12, BOTH = 2 * CD_BLOCK };
enum { MOST_PRODUCTS = 64 }; // of blocks in the factors, a row

// The fraction of the way to the bounds in a step, and the minimum product over the square of the residual,
// in the mean of all contacts' scales.
static const double SHORTENING = 0.98, PRODUCT = 0.125;

// Of the residual without impulses: the residual that is success, and one of the impulses at the start at
// which many rows are left to sweeps.
static const double FALLEN = 0.125, NEAR = 0.5;

// A contact; without friction, y and z of all its vectors are 0.
typedef struct Cone {
    int32_t row, size;             // its first row, and their number: 1 or 3
    double friction;               // 1 without
    double scale;                  // of the push
    double *onA, *onB, *between;   // blocks of the matrix; NULL: of immovable bodies
    bool swapped;                  // `between` has the rows of b and the columns of a
    double *velocityA, *velocityB; // in `way`; NULL: immovable
    double ways[3][BOTH];          // W^-1 J: of a, then of b
    cdVec3 axis;                   // of W, determinant 1
    double grown, shrunk, share;   // size of W, its inverse, and 1 / (1 + axis.x)
    cdVec3 impulse, dual;          // z, y
    cdVec3 speed, goal;            // J v - bound, and the same with the sliding speed, which y is to be
    cdVec3 point;                  // W z
    cdVec3 open;                   // W^-1 (goal - y)
    cdVec3 change, moved;          // W dz; W^-1 J of the step's velocities
    cdVec3 impulseChange, speedChange;
} Cone;

typedef struct Interior {
    cdRowNewton *newton;
    Cone *cones;
    int32_t count;
    double missed, off; // residual; that of the velocities only
    double mean;        // of z.y
    double unit;        // of impulses per speed
} Interior;

size_t cdGetConeInteriorSize(int32_t rowCount) {
    return (size_t)rowCount * sizeof(Cone) + 64; // without friction a contact has one row
}

bool cdSuitsConeInterior(const cdRowProblem *problem) {
    bool rubs = false;
    for (int32_t i = 0, length; i < problem->rowCount; i += length) {
        const cdRow *row = &problem->rows[i];
        length = cdGetRowUnitLength(problem, i);
        if (length == 0 || row->kind != CD_ROW_PUSH || row->bodyA == row->bodyB) return false;
        rubs = rubs || length == 3;
    }
    return rubs;
}

// --- Products of vectors (x; y, z) in the algebra of the cone x >= |(y, z)|

static double getDeterminant(cdVec3 a) {
    return a.x * a.x - (a.y * a.y + a.z * a.z);
}

static cdVec3 multiply(cdVec3 a, cdVec3 b) {
    return (cdVec3){cdDot(a, b), a.x * b.y + b.x * a.y, a.x * b.z + b.x * a.z};
}

// Returns x with multiply(a, x) = b.
static cdVec3 divide(cdVec3 b, cdVec3 a) {
    double x = (a.x * b.x - (a.y * b.y + a.z * b.z)) / getDeterminant(a);
    return (cdVec3){x, (b.y - x * a.y) / a.x, (b.z - x * a.z) / a.x};
}

static double getSliding(cdVec3 speed) {
    return sqrt(speed.y * speed.y + speed.z * speed.z);
}

// --- (1)

static void findBlocks(const cdRowNewton *newton, Cone *cone) {
    const cdRowPart *part = &newton->parts[cone->row];
    int32_t a = part->a, b = part->b;
    if (a >= 0) cone->onA = cdGetBlock(&newton->matrix, a, a);
    if (b >= 0) cone->onB = cdGetBlock(&newton->matrix, b, b);
    if (a >= 0) cone->velocityA = newton->way + CD_BLOCK * a;
    if (b >= 0) cone->velocityB = newton->way + CD_BLOCK * b;
    cone->swapped = a < b;
    if (a >= 0 && b >= 0) cone->between = cdGetBlock(&newton->matrix, a < b ? b : a, a < b ? a : b);
}

static void addContact(Interior *own, int32_t i) {
    cdRowNewton *newton = own->newton;
    const cdRow *row = &newton->problem.rows[i];
    const cdRowPart *part = &newton->parts[i];
    bool rubs = cdGetRowUnitLength(&newton->problem, i) == 3 && row[1].limit > 0.0 &&
                (row[1].share > 0.0 || row[2].share > 0.0); // one may be locked
    Cone *cone = &own->cones[own->count++];
    *cone =
        (Cone){.row = i, .size = rubs ? 3 : 1, .friction = rubs ? row[1].limit : 1.0, .scale = part->scale};
    cone->speed.x = -part->missed / cone->friction;
    if (rubs) cone->speed.y = -part[1].missed, cone->speed.z = -part[2].missed;
    own->unit += 1.0 / part->scale;
    findBlocks(newton, cone);
}

// Begins without impulses. Returns the maximum residual of a push.
static double listContacts(Interior *own) {
    cdRowNewton *newton = own->newton;
    double worst = 0.0;
    for (int32_t i = 0; i < newton->problem.rowCount; i++)
        newton->problem.rows[i].impulse = 0.0;
    cdRestartRows(newton);
    cdFindMissedRows(newton);
    for (int32_t i = 0; i < newton->problem.rowCount; i++) {
        const cdRowPart *part = &newton->parts[i];
        if (newton->problem.rows[i].kind != CD_ROW_PUSH || part->scale == 0.0) continue;
        if (!(part->missed <= worst)) worst = isfinite(part->missed) ? part->missed : INFINITY;
        addContact(own, i);
    }
    if (own->count > 0) own->unit /= own->count;
    return worst;
}

// All products z.y begin as the same, in units of the contacts' own scales, with pushes only.
static void begin(const Interior *own, double worst) {
    cdRowNewton *newton = own->newton;
    cdClearVelocities(newton, newton->way);
    for (int32_t i = 0; i < own->count; i++) {
        Cone *cone = &own->cones[i];
        const cdRowPart *part = &newton->parts[cone->row];
        double gapSpeed = cdMax(worst, cone->friction * (cone->speed.x + getSliding(cone->speed)));
        double push = worst * worst / (gapSpeed * cone->scale);
        cone->dual = (cdVec3){gapSpeed / cone->friction, 0.0, 0.0};
        cone->impulse = (cdVec3){cone->friction * push, 0.0, 0.0};
        cdAddPart(part, push, newton->way);
    }
    for (int32_t i = 0; i < own->count; i++) {
        Cone *cone = &own->cones[i];
        const cdRowPart *part = &newton->parts[cone->row];
        cone->speed.x += cdGetPartSpeed(part, newton->way) / cone->friction;
        if (cone->size == 1) continue;
        cone->speed.y += cdGetPartSpeed(part + 1, newton->way);
        cone->speed.z += cdGetPartSpeed(part + 2, newton->way);
    }
}

// Returns the residual of a contact: that of its velocity, and its product as a speed.
static double findMissed(Interior *own, Cone *cone) {
    cone->goal = cone->speed;
    cone->goal.x += getSliding(cone->speed);
    cdVec3 off = cdSub(cone->goal, cone->dual);
    double speed = cdMax(cone->friction * fabs(off.x), getSliding(off)),
           product = cdDot(cone->impulse, cone->dual);
    own->mean += product;
    if (!(speed <= own->off)) own->off = speed;
    return cdMax(speed, cdMin(product * cone->friction / cone->impulse.x,
                              product * cone->scale / (cone->dual.x * cone->friction)));
}

static void findAllMissed(Interior *own) {
    own->missed = own->off = own->mean = 0.0;
    for (int32_t i = 0; i < own->count; i++) {
        double missed = findMissed(own, &own->cones[i]);
        if (!(missed <= own->missed)) own->missed = isfinite(missed) ? missed : INFINITY;
    }
    own->mean /= own->count;
}

// --- (2)

// Returns W v.
static inline cdVec3 grow(const Cone *cone, cdVec3 v) {
    double along = cone->axis.y * v.y + cone->axis.z * v.z, across = v.x + cone->share * along;
    cdVec3 to = {cone->axis.x * v.x + along, v.y + cone->axis.y * across, v.z + cone->axis.z * across};
    return cdScale(cone->grown, to);
}

// Returns W^-1 v.
static inline cdVec3 shrink(const Cone *cone, cdVec3 v) {
    double along = cone->axis.y * v.y + cone->axis.z * v.z, across = cone->share * along - v.x;
    cdVec3 to = {cone->axis.x * v.x - along, v.y + cone->axis.y * across, v.z + cone->axis.z * across};
    return cdScale(cone->shrunk, to);
}

static void scaleCone(Cone *cone) {
    double rootZ = sqrt(getDeterminant(cone->impulse)), rootY = sqrt(getDeterminant(cone->dual));
    cdVec3 z = cdScale(1.0 / rootZ, cone->impulse), y = cdScale(1.0 / rootY, cone->dual);
    double half = sqrt(0.5 / (1.0 + cdDot(z, y)));
    double b = half * (y.y - z.y), c = half * (y.z - z.z), a = sqrt(1.0 + (b * b + c * c));
    cone->axis = (cdVec3){a, b, c};
    cone->share = 1.0 / (1.0 + a);
    cone->grown = sqrt(rootY / rootZ);
    cone->shrunk = 1.0 / cone->grown;
    cone->point = grow(cone, cone->impulse);
}

static inline void findWaysOf(const Cone *cone, const double *push, const double *first, const double *second,
                              double *ways) {
    const cdLanes a = cdSpreadLanes(cone->axis.x), b = cdSpreadLanes(cone->axis.y),
                  c = cdSpreadLanes(cone->axis.z), share = cdSpreadLanes(cone->share),
                  shrunk = cdSpreadLanes(cone->shrunk), inverse = cdSpreadLanes(1.0 / cone->friction);
    for (int k = 0; k < CD_BLOCK; k += 2) {
        cdLanes x = cdMulLanes(inverse, cdLoadLanes(push + k));
        if (cone->size == 1) {
            cdStoreLanes(ways + k, cdMulLanes(shrunk, x));
            continue;
        }
        cdLanes y = cdLoadLanes(first + k), z = cdLoadLanes(second + k);
        cdLanes along = cdAddLanes(cdMulLanes(b, y), cdMulLanes(c, z)),
                across = cdSubLanes(cdMulLanes(share, along), x);
        cdStoreLanes(ways + k, cdMulLanes(shrunk, cdSubLanes(cdMulLanes(a, x), along)));
        cdStoreLanes(ways + BOTH + k, cdMulLanes(shrunk, cdAddLanes(y, cdMulLanes(b, across))));
        cdStoreLanes(ways + 2 * BOTH + k, cdMulLanes(shrunk, cdAddLanes(z, cdMulLanes(c, across))));
    }
}

static void findWays(const Interior *own, Cone *cone) {
    const cdRowPart *part = &own->newton->parts[cone->row];
    const cdRowPart *first = cone->size == 3 ? part + 1 : part, *second = cone->size == 3 ? part + 2 : part;
    findWaysOf(cone, part->onA, first->onA, second->onA, cone->ways[0]);
    findWaysOf(cone, part->onB, first->onB, second->onB, cone->ways[0] + CD_BLOCK);
}

static void addCone(const Cone *cone) {
    for (int i = 0; i < cone->size; i++) {
        const double *a = cone->ways[i], *b = a + CD_BLOCK;
        if (cone->onA != NULL) cdAddBlockSquare(cone->onA, 1.0, a);
        if (cone->onB != NULL) cdAddBlockSquare(cone->onB, 1.0, b);
        if (cone->between != NULL)
            cdAddBlockProduct(cone->between, 1.0, cone->swapped ? b : a, cone->swapped ? a : b);
    }
}

// Adds to the velocities what an impulse W^-1 x changes.
static inline void addImpulse(const Cone *cone, cdVec3 x) {
    const double values[3] = {x.x, x.y, x.z};
    for (int i = 0; i < cone->size; i++) {
        if (cone->velocityA != NULL) cdAddScaled6(cone->velocityA, values[i], cone->ways[i]);
        if (cone->velocityB != NULL) cdAddScaled6(cone->velocityB, values[i], cone->ways[i] + CD_BLOCK);
    }
}

static inline cdVec3 getMoved(const Cone *cone) {
    double x[3] = {0.0, 0.0, 0.0};
    for (int i = 0; i < cone->size; i++) {
        if (cone->velocityA != NULL) x[i] += cdDot6(cone->ways[i], cone->velocityA);
        if (cone->velocityB != NULL) x[i] += cdDot6(cone->ways[i] + CD_BLOCK, cone->velocityB);
    }
    return (cdVec3){x[0], x[1], x[2]};
}

// Begins the changes of a contact after which its product is `target`; `second`: of its second order.
static inline void beginChange(Cone *cone, double target, cdVec3 second) {
    cdVec3 now = cdAdd(multiply(cone->point, cone->point), second);
    cone->open = shrink(cone, cdSub(cone->goal, cone->dual));
    cone->change = cdSub(divide((cdVec3){target - now.x, -now.y, -now.z}, cone->point), cone->open);
    addImpulse(cone, cone->change);
}

static inline void endChange(Cone *cone) {
    cone->moved = getMoved(cone);
    cone->change = cdSub(cone->change, cone->moved);
    cone->impulseChange = shrink(cone, cone->change);
    cone->speedChange = grow(cone, cone->moved);
}

static inline cdVec3 getDualChange(const Cone *cone) {
    return cdAdd(cone->speedChange, cdSub(cone->goal, cone->dual));
}

// --- (3)

typedef struct Shares {
    double impulse, dual;
} Shares;

// Returns the share of the change, at most `share`, at which a vector reaches the bound of its cone. Where it
// leaves the cone near the apex, rounding makes the square of the root negative.
static inline double findShare(cdVec3 from, cdVec3 change, double share) {
    cdVec3 to = cdMulAdd(from, share, change);
    if (to.x > 0.0 && getDeterminant(to) > 0.0) return share;
    double a = getDeterminant(change), c = getDeterminant(from);
    double b = from.x * change.x - (from.y * change.y + from.z * change.z);
    if (b >= 0.0 && a >= 0.0) return share; // on the bound
    double root = sqrt(cdMax(0.0, b * b - a * c)), end = b < 0.0 ? c / (root - b) : (b + root) / -a;
    return end < share ? end : share;
}

// Ends the changes. Returns the shares of them that reach no bound.
static Shares endChanges(const Interior *own) {
    Shares shares = {1.0, 1.0};
    cdSolveBlocks(&own->newton->matrix, own->newton->way);
    for (int32_t i = 0; i < own->count; i++) {
        Cone *cone = &own->cones[i];
        endChange(cone);
        shares.impulse = findShare(cone->impulse, cone->impulseChange, shares.impulse);
        shares.dual = findShare(cone->dual, getDualChange(cone), shares.dual);
    }
    return shares;
}

// --- (4)

// Begins the step towards products of 0. False: no factors.
static bool beginFirst(const Interior *own) {
    cdRowNewton *newton = own->newton;
    cdSetIdentity(&newton->matrix);
    cdClearVelocities(newton, newton->way);
    for (int32_t i = 0; i < own->count; i++) {
        Cone *cone = &own->cones[i];
        scaleCone(cone);
        findWays(own, cone);
        addCone(cone);
        beginChange(cone, 0.0, (cdVec3){0.0, 0.0, 0.0});
    }
    newton->factorings++;
    return cdFactorizeBlocks(&newton->matrix, newton->problem.meter);
}

// Returns the target of the products after the first step: the less it leaves of them, the nearer to it.
static double findTarget(const Interior *own, Shares shares) {
    double sum = 0.0;
    for (int32_t i = 0; i < own->count; i++) {
        const Cone *cone = &own->cones[i];
        sum += cdDot(cdMulAdd(cone->impulse, shares.impulse, cone->impulseChange),
                     cdMulAdd(cone->dual, shares.dual, getDualChange(cone)));
    }
    double left = sum / own->count / own->mean;
    return cdMax(left * left * own->mean, PRODUCT * own->off * own->off * own->unit);
}

// Begins the step to the target, with the second order of the first one and the sliding speeds it reaches.
static void beginSecond(const Interior *own, Shares shares) {
    double target = findTarget(own, shares);
    cdClearVelocities(own->newton, own->newton->way);
    for (int32_t i = 0; i < own->count; i++) {
        Cone *cone = &own->cones[i];
        cdVec3 second = multiply(cone->change, cdAdd(cone->moved, cone->open));
        double sliding = getSliding(cdAdd(cone->speed, cone->speedChange)) - getSliding(cone->speed);
        cone->goal.x += shares.impulse * sliding;
        beginChange(cone, target, second);
    }
}

static void takeChanges(const Interior *own, Shares shares) {
    for (int32_t i = 0; i < own->count; i++) {
        Cone *cone = &own->cones[i];
        cone->dual = cdMulAdd(cone->dual, SHORTENING * shares.dual, getDualChange(cone));
        cone->impulse = cdMulAdd(cone->impulse, SHORTENING * shares.impulse, cone->impulseChange);
        cone->speed = cdMulAdd(cone->speed, SHORTENING * shares.impulse, cone->speedChange);
    }
}

static bool step(const Interior *own) {
    if (!beginFirst(own)) return false;
    beginSecond(own, endChanges(own));
    takeChanges(own, endChanges(own));
    return true;
}

// --- The whole

static bool areFinite(const Interior *own) {
    for (int32_t i = 0; i < own->count; i++) {
        cdVec3 impulse = own->cones[i].impulse;
        if (!isfinite(impulse.x / own->cones[i].friction + impulse.y + impulse.z)) return false;
    }
    return true;
}

// Replaces the impulses in the rows and the velocities. Returns the maximum residual of a row. Infinity:
// impulses that are not finite, which would change also bodies that cannot move.
static double useImpulses(const Interior *own) {
    cdRow *rows = own->newton->problem.rows;
    if (!areFinite(own)) return INFINITY;
    for (int32_t i = 0; i < own->count; i++) {
        const Cone *cone = &own->cones[i];
        rows[cone->row].impulse = cone->impulse.x / cone->friction;
        if (cone->size == 1) continue;
        rows[cone->row + 1].impulse = cone->impulse.y;
        rows[cone->row + 2].impulse = cone->impulse.z;
    }
    cdRestartRows(own->newton);
    return cdGetWorstMiss(&own->newton->problem);
}

static void improve(Interior *own, double enough, cdRowSolution *solution) {
    const cdRowProblem *problem = &own->newton->problem;
    int steps = problem->rowCount > CD_MANY_ROWS ? MANY_STEPS : STEPS;
    for (int i = 0; i < steps; i++) {
        findAllMissed(own);
        if (!(own->missed > enough) || !isfinite(own->missed)) return;
        if (!cdSpend(problem->meter, 8 * problem->rowCount) || !step(own)) return;
        solution->iterations++;
    }
}

static bool takeCones(Interior *own) {
    const cdRowProblem *problem = &own->newton->problem;
    cdMemory memory = own->newton->left;
    size_t count = 0;
    for (int32_t i = 0; i < problem->rowCount; i++)
        count += problem->rows[i].kind == CD_ROW_PUSH;
    own->cones = cdTakeMemory(&memory, count, sizeof *own->cones);
    return own->cones != NULL;
}

bool cdSolveConeInterior(cdRowNewton *newton, double enough, cdRowSolution *solution) {
    Interior own = {.newton = newton};
    int64_t products = cdCountBlockProducts(&newton->matrix);
    if (products > MOST_PRODUCTS * (int64_t)newton->problem.rowCount || !takeCones(&own)) return false;
    cdKeepBestRows(newton);
    double worst = listContacts(&own), goal = cdMax(enough, FALLEN * worst);
    bool many = newton->problem.rowCount > CD_MANY_ROWS;
    if (many && solution->residual < NEAR * worst) { // where sweeps reach more than few steps
        cdUseBestRows(newton);
        return false;
    }
    if (worst > 0.0 && isfinite(worst)) {
        begin(&own, worst);
        improve(&own, enough, solution);
    }
    double residual = useImpulses(&own);
    if (residual < solution->residual)
        solution->residual = residual;
    else
        cdUseBestRows(newton);
    solution->factorings = newton->factorings;
    return solution->residual <= goal;
}
