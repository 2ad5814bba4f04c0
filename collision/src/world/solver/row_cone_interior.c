// Finds the impulses of contacts with friction, all at once: an interior point method for Coulomb's cones.
//
// Source: G. de Saxce, Z.-Q. Feng, "The bipotential method", 1998, for the law: with the friction f, the
// impulse (push, slide) of a contact lies in the cone |slide| <= f push; its velocity, with f |sliding speed|
// added along the normal, lies in the dual cone; both are perpendicular. V. Acary, F. Cadoux, C. Lemarechal,
// J. Malick, "A formulation of the linear discrete Coulomb friction problem via convex optimization", 2011:
// for given sliding speeds the impulses solve a convex program over second-order cones. Yu. Nesterov, M.
// Todd, "Self-scaled barriers and interior-point methods for convex programming", 1997, for the scaling; L.
// Vandenberghe, "The CVXOPT linear and quadratic cone program solvers", 2010, for its formulas; S. Mehrotra,
// 1992, for both targets, as in row_interior.c; A. Skajaa, E. D. Andersen, Y. Ye, "Warmstarting the
// homogeneous and self-dual interior point method for linear and conic quadratic problems", 2013, for the
// start.
// (1) In the units of a contact, z = (f push, slide) and y = (gap speed / f, sliding speed), both cones are x
// >= |(y, z)|. All z and y are inside; they approach the solution while their products z.y, which fall
// together, approach 0. (2) A symmetric matrix W maps z, and its inverse maps y, to the same point of the
// cone. In these units a step solves the linearized equations for the change of the velocities: the matrix 1
// + J^T W^-2 J has one block for each pair of bodies. (3) A step ends before any z or y reaches the bound of
// its cone. (4) The sliding speeds follow: the first step has those where it begins, the second one those
// that the first would reach. The products do not fall faster than the residuals, or the bounds would stop
// the steps. So 8 to 24 factorizations meet what hundreds of sweeps do not. (5) Impulses at the start that
// nearly fit are moved a part of the way to those that a solution from none begins with, which are well
// inside: the nearer they fit, the less. A step that doubles their residual is the last one: they are too
// close to the bounds, and sweeps reach more.
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

// A residual of this fraction of those at the start and without impulses is success.
static const double FALLEN = 0x1p-5;

// Impulses at the start nearly fit if their residual is less than this fraction of the one without impulses.
// They are moved by AWAY times their own fraction of the way, and by at least MINIMUM of it.
static const double NEAR = 0.5, AWAY = 0.25, MINIMUM = 0x1p-20;

// Residual after a step from such impulses that shows that the method does not suit, over that at the start.
static const double AWRY = 2.0;

// A contact; without friction, y and z of all its vectors are 0.
typedef struct Cone {
    int32_t row, size;             // its first row, and their number: 1 or 3
    double friction;               // 1 without
    double scale;                  // of the push
    double *onA, *onB, *between;   // blocks of the matrix; NULL: of immovable bodies
    bool swapped;                  // `between` has the rows of b and the columns of a
    double *velocityA, *velocityB; // in `way`; NULL: immovable
    double ways[3][BOTH];          // J: of a, then of b; 0 of immovable ones
    cdVec3 axis;                   // of W, determinant 1
    double grown, shrunk, share;   // size of W, its inverse, and 1 / (1 + axis.x)
    cdVec3 impulse, dual;          // z, y
    cdVec3 speed, goal;            // J v - bound, and the same with the sliding speed, which y is to be
    cdVec3 point;                  // W z
    cdVec3 open;                   // W^-1 (goal - y)
    cdVec3 change, moved;          // W dz; W^-1 of the change of the speed
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

// --- (1), (5)

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

static void setSlide(Cone *cone, double y, double z) {
    double size = sqrt(y * y + z * z), factor = size > cone->impulse.x ? cone->impulse.x / size : 1.0;
    cone->impulse.y = factor * y;
    cone->impulse.z = factor * z;
}

// Sets a row of J.
static void setWay(double way[BOTH], const cdRowPart *part, double factor) {
    for (int k = 0; k < CD_BLOCK; k++) {
        way[k] = part->a >= 0 ? factor * part->onA[k] : 0.0;
        way[CD_BLOCK + k] = part->b >= 0 ? factor * part->onB[k] : 0.0;
    }
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
    cone->impulse.x = cdMax(0.0, cone->friction * row->impulse);
    setWay(cone->ways[0], part, 1.0 / cone->friction);
    for (int k = 1; k < cone->size; k++)
        setWay(cone->ways[k], part + k, 1.0);
    if (rubs) setSlide(cone, row[1].impulse, row[2].impulse);
    own->unit += 1.0 / part->scale;
    findBlocks(newton, cone);
}

// Lists the contacts with their impulses at the start, and their speeds without impulses. Returns the maximum
// residual of a push then.
static double listContacts(Interior *own) {
    cdRowNewton *newton = own->newton;
    double worst = 0.0;
    for (int32_t i = 0; i < newton->problem.rowCount; i++)
        if (newton->problem.rows[i].kind == CD_ROW_PUSH && newton->parts[i].scale > 0.0) addContact(own, i);
    for (int32_t i = 0; i < newton->problem.rowCount; i++)
        newton->problem.rows[i].impulse = 0.0;
    cdRestartRows(newton);
    cdFindMissedRows(newton);
    for (int32_t i = 0; i < own->count; i++) {
        Cone *cone = &own->cones[i];
        const cdRowPart *part = &newton->parts[cone->row];
        if (!(part->missed <= worst)) worst = isfinite(part->missed) ? part->missed : INFINITY;
        cone->speed.x = -part->missed / cone->friction;
        if (cone->size == 3) cone->speed.y = -part[1].missed, cone->speed.z = -part[2].missed;
    }
    if (own->count > 0) own->unit /= own->count;
    return worst;
}

// Adds to the velocities what the impulses of a contact change.
static inline void addImpulse(const Cone *cone, cdVec3 z) {
    const cdLanes x[3] = {cdSpreadLanes(z.x), cdSpreadLanes(z.y), cdSpreadLanes(z.z)};
    for (int side = 0; side < 2; side++) {
        double *to = side == 0 ? cone->velocityA : cone->velocityB;
        for (int k = 0; to != NULL && k < CD_BLOCK; k += 2) {
            int at = side * CD_BLOCK + k;
            cdLanes sum = cdMulLanes(x[0], cdLoadLanes(cone->ways[0] + at));
            sum = cdAddLanes(sum, cdMulLanes(x[1], cdLoadLanes(cone->ways[1] + at)));
            sum = cdAddLanes(sum, cdMulLanes(x[2], cdLoadLanes(cone->ways[2] + at)));
            cdStoreLanes(to + k, cdAddLanes(cdLoadLanes(to + k), sum));
        }
    }
}

static inline double addLanes(cdLanes a) {
    return cdGetFirstLane(a) + cdGetSecondLane(a);
}

// Returns J v.
static inline cdVec3 getSpeed(const Cone *cone) {
    cdLanes sum[3] = {cdSpreadLanes(0.0), cdSpreadLanes(0.0), cdSpreadLanes(0.0)};
    for (int side = 0; side < 2; side++) {
        const double *from = side == 0 ? cone->velocityA : cone->velocityB;
        for (int k = 0; from != NULL && k < CD_BLOCK; k += 2) {
            cdLanes v = cdLoadLanes(from + k);
            for (int i = 0; i < 3; i++)
                sum[i] = cdAddLanes(sum[i], cdMulLanes(v, cdLoadLanes(cone->ways[i] + side * CD_BLOCK + k)));
        }
    }
    return (cdVec3){addLanes(sum[0]), addLanes(sum[1]), addLanes(sum[2])};
}

// Sets y to the speeds that the impulses at the start leave, in the dual cone.
static void findFirstDuals(const Interior *own) {
    cdClearVelocities(own->newton, own->newton->way);
    for (int32_t i = 0; i < own->count; i++)
        addImpulse(&own->cones[i], own->cones[i].impulse);
    for (int32_t i = 0; i < own->count; i++) {
        Cone *cone = &own->cones[i];
        cone->dual = cdAdd(cone->speed, getSpeed(cone));
        double sliding = getSliding(cone->dual);
        cone->dual.x = cdMax(cone->dual.x + sliding, sliding);
    }
}

// Returns the part of the impulses at the start that stays, from their residual and the one without impulses.
static double getKept(double start, double worst) {
    return start < NEAR * worst ? 1.0 - cdMax(AWAY * start / worst, MINIMUM) : 0.0;
}

// Begins on the way from the impulses at the start, of which `part` is left, to pushes for which all products
// z.y are the same in units of the contacts' own scales.
static void begin(const Interior *own, double worst, double part) {
    if (part > 0.0) findFirstDuals(own);
    cdClearVelocities(own->newton, own->newton->way);
    for (int32_t i = 0; i < own->count; i++) {
        Cone *cone = &own->cones[i];
        double gapSpeed = cdMax(worst, cone->friction * (cone->speed.x + getSliding(cone->speed)));
        double push = worst * worst / (gapSpeed * cone->scale);
        cone->dual = cdScale(part, cone->dual);
        cone->impulse = cdScale(part, cone->impulse);
        cone->dual.x += (1.0 - part) * gapSpeed / cone->friction;
        cone->impulse.x += (1.0 - part) * cone->friction * push;
        addImpulse(cone, cone->impulse);
    }
    for (int32_t i = 0; i < own->count; i++) {
        Cone *cone = &own->cones[i];
        cone->speed = cdAdd(cone->speed, getSpeed(cone));
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

// Sets W^-1 J.
static inline void shrinkWays(const Cone *cone, double ways[3][BOTH]) {
    const cdLanes a = cdSpreadLanes(cone->axis.x), b = cdSpreadLanes(cone->axis.y),
                  c = cdSpreadLanes(cone->axis.z), share = cdSpreadLanes(cone->share),
                  shrunk = cdSpreadLanes(cone->shrunk);
    for (int k = 0; k < BOTH; k += 2) {
        cdLanes x = cdLoadLanes(cone->ways[0] + k), y = cdLoadLanes(cone->ways[1] + k),
                z = cdLoadLanes(cone->ways[2] + k);
        cdLanes along = cdAddLanes(cdMulLanes(b, y), cdMulLanes(c, z)),
                across = cdSubLanes(cdMulLanes(share, along), x);
        cdStoreLanes(ways[0] + k, cdMulLanes(shrunk, cdSubLanes(cdMulLanes(a, x), along)));
        cdStoreLanes(ways[1] + k, cdMulLanes(shrunk, cdAddLanes(y, cdMulLanes(b, across))));
        cdStoreLanes(ways[2] + k, cdMulLanes(shrunk, cdAddLanes(z, cdMulLanes(c, across))));
    }
}

// Adds the products of the ways of one body with those of another, or of itself, to a block stored by
// columns. `lower`: only its lower triangle.
static inline void addProducts(double *restrict block, double ways[3][BOTH], int rows, int columns,
                               bool lower) {
    cdLanes at[3][CD_BLOCK / 2];
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < CD_BLOCK / 2; i++)
            at[k][i] = cdLoadLanes(ways[k] + rows + 2 * i);
    for (int j = 0; j < CD_BLOCK; j++) {
        const cdLanes x = cdSpreadLanes(ways[0][columns + j]), y = cdSpreadLanes(ways[1][columns + j]),
                      z = cdSpreadLanes(ways[2][columns + j]);
        for (int i = lower ? j / 2 : 0; i < CD_BLOCK / 2; i++) {
            double *to = block + j * CD_BLOCK + 2 * i;
            cdLanes sum = cdAddLanes(cdMulLanes(x, at[0][i]), cdMulLanes(y, at[1][i]));
            cdStoreLanes(to, cdAddLanes(cdLoadLanes(to), cdAddLanes(sum, cdMulLanes(z, at[2][i]))));
        }
    }
}

static inline void addCone(const Cone *cone) {
    double ways[3][BOTH];
    shrinkWays(cone, ways);
    if (cone->onA != NULL) addProducts(cone->onA, ways, 0, 0, true);
    if (cone->onB != NULL) addProducts(cone->onB, ways, CD_BLOCK, CD_BLOCK, true);
    if (cone->between == NULL) return;
    int rows = cone->swapped ? CD_BLOCK : 0;
    addProducts(cone->between, ways, rows, CD_BLOCK - rows, false);
}

// Begins the changes of a contact after which its product is `target`; `second`: of its second order.
static inline void beginChange(Cone *cone, double target, cdVec3 second) {
    cdVec3 now = cdAdd(multiply(cone->point, cone->point), second);
    cone->open = shrink(cone, cdSub(cone->goal, cone->dual));
    cone->change = cdSub(divide((cdVec3){target - now.x, -now.y, -now.z}, cone->point), cone->open);
    addImpulse(cone, shrink(cone, cone->change));
}

static inline void endChange(Cone *cone) {
    cone->speedChange = getSpeed(cone);
    cone->moved = shrink(cone, cone->speedChange);
    cone->change = cdSub(cone->change, cone->moved);
    cone->impulseChange = shrink(cone, cone->change);
}

static inline cdVec3 getDualChange(const Cone *cone) {
    return cdAdd(cone->speedChange, cdSub(cone->goal, cone->dual));
}

// --- (3)

// The changes of all contacts: the shares of them that reach no bound, and the sum of the products z.y then.
typedef struct Changes {
    double impulse, dual;
    double product;
} Changes;

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

// Ends the changes of all contacts.
static Changes endChanges(const Interior *own) {
    Changes all = {1.0, 1.0, 0.0};
    double byImpulse = 0.0, byDual = 0.0, byBoth = 0.0;
    cdSolveBlocks(&own->newton->matrix, own->newton->way);
    for (int32_t i = 0; i < own->count; i++) {
        Cone *cone = &own->cones[i];
        endChange(cone);
        cdVec3 dualChange = getDualChange(cone);
        all.impulse = findShare(cone->impulse, cone->impulseChange, all.impulse);
        all.dual = findShare(cone->dual, dualChange, all.dual);
        byImpulse += cdDot(cone->impulseChange, cone->dual);
        byDual += cdDot(cone->impulse, dualChange);
        byBoth += cdDot(cone->impulseChange, dualChange);
    }
    all.product =
        own->count * own->mean + all.impulse * byImpulse + all.dual * (byDual + all.impulse * byBoth);
    return all;
}

// --- (4)

// Moves all contacts by the changes of a step, in which the sliding speeds follow, and begins the next one,
// towards products of 0.
static void takeChanges(Interior *own, Changes all) {
    cdRowNewton *newton = own->newton;
    double impulse = SHORTENING * all.impulse, dual = SHORTENING * all.dual;
    own->missed = own->off = own->mean = 0.0;
    cdSetIdentity(&newton->matrix);
    cdClearVelocities(newton, newton->way);
    for (int32_t i = 0; i < own->count; i++) {
        Cone *cone = &own->cones[i];
        cone->dual = cdMulAdd(cone->dual, dual, getDualChange(cone));
        cone->impulse = cdMulAdd(cone->impulse, impulse, cone->impulseChange);
        cone->speed = cdMulAdd(cone->speed, impulse, cone->speedChange);
        double missed = findMissed(own, cone);
        if (!(missed <= own->missed)) own->missed = isfinite(missed) ? missed : INFINITY;
        scaleCone(cone);
        addCone(cone);
        beginChange(cone, 0.0, (cdVec3){0.0, 0.0, 0.0});
    }
    own->mean /= own->count;
}

// Returns the target of the products after the first step: the less it leaves of them, the nearer to it.
static double findTarget(const Interior *own, Changes all) {
    double left = all.product / own->count / own->mean;
    return cdMax(left * left * own->mean, PRODUCT * own->off * own->off * own->unit);
}

// Begins the step to the target, with the second order of the first one and the sliding speeds it reaches.
static void beginSecond(const Interior *own, Changes all) {
    double target = findTarget(own, all);
    cdClearVelocities(own->newton, own->newton->way);
    for (int32_t i = 0; i < own->count; i++) {
        Cone *cone = &own->cones[i];
        cdVec3 second = multiply(cone->change, cdAdd(cone->moved, cone->open));
        double sliding = getSliding(cdAdd(cone->speed, cone->speedChange)) - getSliding(cone->speed);
        cone->goal.x += all.impulse * sliding;
        beginChange(cone, target, second);
    }
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

// Ends when the residual is `enough`, or after a step that ends with more than `most`.
static void improve(Interior *own, double enough, double most, cdRowSolution *solution) {
    cdRowNewton *newton = own->newton;
    int32_t rowCount = newton->problem.rowCount;
    int steps = rowCount > CD_MANY_ROWS ? MANY_STEPS : STEPS;
    Changes none = {0.0, 0.0, 0.0};
    takeChanges(own, none);
    while (steps-- > 0 && own->missed > enough && isfinite(own->missed)) {
        if (!cdSpend(newton->problem.meter, 8 * rowCount)) return;
        newton->factorings++;
        solution->iterations++;
        if (!cdFactorizeBlocks(&newton->matrix, newton->problem.meter)) return;
        beginSecond(own, endChanges(own));
        takeChanges(own, endChanges(own));
        if (own->missed > most) return;
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
    double worst = listContacts(&own), start = solution->residual;
    double goal = cdMax(enough, FALLEN * cdMin(worst, start));
    if (worst > 0.0 && isfinite(worst)) {
        double kept = getKept(start, worst);
        begin(&own, worst, kept);
        improve(&own, enough, kept > 0.0 ? AWRY * start : INFINITY, solution);
    }
    double residual = useImpulses(&own);
    if (residual < start)
        solution->residual = residual;
    else
        cdUseBestRows(newton);
    solution->factorings = newton->factorings;
    return solution->residual <= goal;
}
