// Form closure with gaps; see trap.h.
//
// A displacement moves a point p to c + t + R(w) (p - c), with the centroid c, a translation t and a rotation
// vector w, |w| < pi. In coordinates x = (t, w g), g the radius of gyration, a row says
//     r . x >= -(gap + q),  r = (n, (p - c) x n / g),
// where q bounds what is not linear: |w|^2 (|p - c| + |t|) / 2 + |w| |t|, which suffices also for the inverse
// motion of points of obstacles.
//
// (1) If -e_k = sum of l_i r_i with l_i >= 0, up to a small rest, then x_k <= S (gap + q) + rest |x|, where S
// is the sum of the l_i; likewise for e_k. (2) So from within a box |x_k| < b no free path gets to its border
// if S (gap + q(b)) + rest sqrt(6) b < b, while no point leaves its half ball. Such a b is sought, from the
// smallest possible one on.
#include "paths/trap_cone.h"

#include <math.h>

enum { DOUBLINGS = 50 };

static const double LARGEST_REST = 1e-3, LARGEST_TURN = 1.0;

typedef struct Closure {
    const cdTrapWork *work;
    // The combinations of all directions:
    double sum;  // the largest S
    double rest; // the largest one
    double gap, room, lever;
} Closure;

// --- (1)

static void keepCombination(Closure *closure, const cdTrapCone *cone, double rest) {
    double sum = 0.0;
    for (int32_t i = 0; i < cone->rowCount; i++) {
        const cdTrapRow *row = &closure->work->rows[i];
        if (!(cone->limits[i].push > 0.0)) continue;
        sum += cone->limits[i].push;
        closure->gap = cdMax(closure->gap, row->gap);
        closure->room = cdMin(closure->room, row->room);
        closure->lever = cdMax(closure->lever, cdLength(cdSub(row->point, closure->work->centroid)));
    }
    closure->sum = cdMax(closure->sum, sum);
    double rounding = 0x1p-45 + cdGetTrapRounding(closure->work) / closure->work->gyration; // of a row
    closure->rest = cdMax(closure->rest, rest + rounding * (1.0 + sum));
}

static bool close(Closure *closure, cdTrapCone *cone) {
    for (int k = 0; k < 12; k++) {
        double target[6] = {0.0};
        target[k / 2] = k % 2 == 0 ? 1.0 : -1.0;
        double rest = cdCombineTrapRows(cone, target);
        if (rest > LARGEST_REST) return false;
        keepCombination(closure, cone, rest);
    }
    return true;
}

// --- (2)

// Returns a bound on the displacement of a point at a distance from the centroid, in a box.
static double getReach(const Closure *closure, double box, double distance) {
    return sqrt(3.0) * box * (1.0 + distance / closure->work->gyration);
}

static bool holds(const Closure *closure, double box) {
    double moved = sqrt(3.0) * box, turn = moved / closure->work->gyration;
    double curved = 0.5 * turn * turn * (closure->lever + moved) + turn * moved;
    double bound = closure->sum * (closure->gap + curved) + closure->rest * sqrt(6.0) * box;
    return turn < LARGEST_TURN && bound < box && getReach(closure, box, closure->lever) < closure->room;
}

void cdFindTrapLock(cdTrapWork *work) {
    Closure closure = {.work = work, .room = INFINITY};
    cdTrapCone cone;
    cdMakeTrapCone(work, &cone);
    if (!cdSpend(&work->meter, 1 + work->rowCount) || !close(&closure, &cone)) return;
    double box = 1.01 * closure.sum * closure.gap;
    for (int i = 0; i < DOUBLINGS; i++, box *= 2.0) {
        if (!holds(&closure, box)) continue;
        double reach = getReach(&closure, box, work->radius);
        if (!cdStaysInside(work, reach)) return;
        work->out->proofs |= CD_TRAP_LOCKED;
        work->out->reach = reach;
        return;
    }
}
