// The impulses of friction of one contact, exactly.
//
// Source: D. C. Sorensen, J. J. More, "Computing a trust region step", 1983. Input: both rows' part of
// J M^-1 J^T, their impulses, J v and the maximum length. Friction that can stops J v; otherwise its length
// is the maximum, and it opposes the remaining J v, so no direction is preferred.
#include "world/solver/row_work.h"

#include <math.h>

cdFrictionBlock cdMakeFrictionBlock(const cdRow *rows, int32_t first) {
    return (cdFrictionBlock){rows[first].inverse, rows[first + 1].inverse, rows[first].mixed};
}

// Returns (block + more)^-1 p.
static cdPair2 solveBlock(const cdFrictionBlock *block, double more, cdPair2 p) {
    double a = block->first + more, b = block->second + more, c = block->mixed;
    double determinant = a * b - c * c;
    return (cdPair2){(b * p.x - c * p.y) / determinant, (a * p.y - c * p.x) / determinant};
}

static double getLength2(cdPair2 p) {
    return sqrt(p.x * p.x + p.y * p.y);
}

// Finds the impulses of length `longest` that solve (block + more) impulse = pull for some more > 0: the
// remaining J v is -more times them. Newton steps on 1 / length, which is concave in `more` and almost
// straight: from below they never pass the solution.
static cdPair2 findSliding(const cdFrictionBlock *block, cdPair2 pull, double longest) {
    enum { STEPS = 24 };
    // |impulse| >= |pull| / (trace + more): an initial lower bound, since the block may be singular.
    double more = cdMax(0.0, getLength2(pull) / longest - (block->first + block->second));
    if (more == 0.0) more = 16.0 * CD_EPSILON * (block->first + block->second);
    cdPair2 impulse = solveBlock(block, more, pull);
    for (int i = 0; i < STEPS; i++) {
        double length = getLength2(impulse);
        if (!(length - longest > 4.0 * CD_EPSILON * longest)) break;
        cdPair2 slope = solveBlock(block, more, impulse);
        double rate = impulse.x * slope.x + impulse.y * slope.y;
        double next = more + (length * length / rate) * ((length - longest) / longest);
        if (!(next > more)) break;
        more = next;
        impulse = solveBlock(block, more, pull);
    }
    double length = getLength2(impulse);
    double scale = length > 0.0 ? longest / length : 0.0;
    return (cdPair2){scale * impulse.x, scale * impulse.y};
}

cdPair2 cdFindFriction(const cdFrictionBlock *block, cdPair2 now, cdPair2 speed, double longest) {
    cdPair2 none = {0.0, 0.0};
    double trace = block->first + block->second;
    if (!(longest > 0.0) || !(trace > 0.0)) return none;
    cdPair2 pull = {block->first * now.x + block->mixed * now.y - speed.x,
                    block->mixed * now.x + block->second * now.y - speed.y};
    double determinant = block->first * block->second - block->mixed * block->mixed;
    cdPair2 stop = none;
    if (determinant > 64.0 * CD_EPSILON * trace * trace)
        stop = solveBlock(block, 0.0, pull);
    else // motion along one line only, where the step by the trace is exact
        stop = (cdPair2){now.x - speed.x / trace, now.y - speed.y / trace};
    if (getLength2(stop) <= longest) return stop;
    return findSliding(block, pull, longest);
}
