// Bounds on the second derivative of a relative motion; see deviation.h.
//
// Let a and b be the angular velocities of A and B, w = a - b, V_A(y, s) and V_B(y, s) their velocity fields
// in the world, and W = V_A - V_B. All of them are affine in y. They change with s only through the speeds
// along the axes, f'(t) of collision/motion.h; `slip` bounds the rate of change of W that results. As seen
// from B, the point of A at y has the velocity inverse(R_B) W(y), where R_B is B's rotation. Hence
//     (1)  |z''| <= slip + |w x V_A(y) - b x W(y)|.
// The screw P over [s0, s0 + h] turns by at most |w| h in all; with an angle of at most 1.2 an arc is at most
// 1.07 times its chord and f' at most 1.29 times its mean. So with c the speed of A's centre as seen from B
// and r A's radius
//     (2)  |(P x)''| <= |w| (1.07 c + |w| r) + c |w|^2 h,
// the last term for the slide, since |f''| <= 1 at angles of at most 1.2 (f'' is at most angle^2). M <= (1) +
// (2).
//
// Where h is small the difference itself is smaller than both. In B's frame let T(z, s) be the velocity field
// of the relative motion, T_P that of P, w_R and w_P their angular velocities, and D = z - P x. Then
//     D'' = dT/ds(z) - dT_P/ds(P x) + w_R x D' + (w_R - w_P) x T_P(P x).
// At a fixed z, |dT/ds| <= slip + |b x V_A(y) - a x V_B(y)|, the bracket of the two velocity fields. Now let
// M be the largest |D''| over the part and over a ball of radius r' >= r about A's centre. D vanishes at both
// ends: so D' has the mean 0, |D'| <= M h / 2 and |D| <= M h^2 / 8. The difference of D' between the centre
// and a point of the ball's surface across w_R - w_P is (w_R - w_P) x arm + w_P x (difference of D), so
//     |w_R - w_P| <= (M h + |w_P| M h^2 / 4) / r'.
// With K a bound on the first two terms and v on |T_P| this gives M <= K + q M,
//     (3)  q = |w| h / 2 + h v / r' (1 + |w| h / 4),   M <= K / (1 - q) when q < 1.
#include "continuous/deviation.h"
#include "foundation/geometry/screw.h"
#include "foundation/numbers/rounding.h"

static const double maxTurn = 1.2;      // of a part, radians
static const double arcShare = 1.07;    // (0.6 / sin 0.6) or more
static const double pathShare = 1.29;   // (0.6 / tan 0.6) (1 + tan^2 0.6) or more
static const double ballShare = 16.0;   // minimum radius of the ball of (3), in paths of a part
static const double maxQ = 0.5;         // largest q
static const double slack = 1.0 + 1e-9; // covers rounding of a bound

// --- Rates of one motion

// Returns f'(0) with respect to the time of one screw.
static double getFirstRate(const cdScrew *screw) {
    return screw->omega < 1e-8 ? 1.0 : 0.5 * screw->omega / sqrt(screw->k2);
}

// Returns a bound on |f''|.
static double boundSlipRate(const cdScrew *screw) {
    double k = getFirstRate(screw);
    return 2.0 * k * k * screw->k2 * (1.0 + screw->k2);
}

static cdOwnScrew makeOwnScrew(const cdMotion *motion) {
    const cdScrew *screw = &motion->screws[0];
    double n = motion->screwCount, k = getFirstRate(screw);
    return (cdOwnScrew){.motion = *motion,
                        .turn = cdScale(motion->omega, screw->u),
                        .speed =
                            slack * n * k * (2.0 * cdLength(screw->bc) + fabs(screw->s) * (1.0 + screw->k2)),
                        .slip = slack * n * n * fabs(screw->s) * boundSlipRate(screw)};
}

// State of one motion at a fraction of the step.
typedef struct Instant {
    cdVec3 center, velocity; // of the mesh's centre
    cdVec3 turn;             // angular velocity
} Instant;

static Instant getInstant(const cdOwnScrew *own, double s) {
    const cdMotion *motion = &own->motion;
    double n = motion->screwCount, local = n * s;
    int index = motion->screwCount == 2 && local >= 1.0 ? 1 : 0;
    const cdScrew *screw = &motion->screws[index];
    double tau = cdGetTauFromTime(screw, local - index), k = getFirstRate(screw);
    cdQuat turned = cdNormalizeQuat((cdQuat){1.0, tau * screw->g.x, tau * screw->g.y, tau * screw->g.z});
    cdVec3 across = cdRotate(turned, screw->bc);
    cdVec3 along = cdScale(screw->s * (1.0 + screw->k2 * tau * tau), screw->u);
    return (Instant){.center = cdGetPointAt(screw, screw->c, tau),
                     .velocity = cdScale(n * k, cdMulAdd(along, 2.0, across)),
                     .turn = own->turn};
}

static cdVec3 getVelocityAt(const Instant *instant, cdVec3 point) {
    return cdAdd(instant->velocity, cdCross(instant->turn, cdSub(point, instant->center)));
}

// --- Two motions

// Where both motions have as many screws, slides along one axis at one rate cancel: |f''| changes by less
// than 4 times the larger angle times the change of the angle.
static double boundRelativeSlip(const cdOwnScrew *a, const cdOwnScrew *b) {
    const cdScrew *screwA = &a->motion.screws[0], *screwB = &b->motion.screws[0];
    double apart = a->slip + b->slip, n = a->motion.screwCount;
    if (a->motion.screwCount != b->motion.screwCount) return apart;
    double difference = cdLength(cdSub(cdScale(screwA->s, screwA->u), cdScale(screwB->s, screwB->u)));
    double rate = cdMin(boundSlipRate(screwA), boundSlipRate(screwB));
    double change = 4.0 * cdMax(screwA->omega, screwB->omega) * fabs(screwA->omega - screwB->omega);
    double slide = cdMax(fabs(screwA->s), fabs(screwB->s));
    return cdMin(apart, slack * n * n * (difference * rate + slide * change));
}

cdScrewPair cdMakeScrewPair(const cdMotion *motionA, const cdMotion *motionB, double radius) {
    cdScrewPair pair = {.a = makeOwnScrew(motionA), .b = makeOwnScrew(motionB), .radius = radius};
    pair.relativeTurn = slack * cdLength(cdSub(pair.a.turn, pair.b.turn));
    pair.slip = boundRelativeSlip(&pair.a, &pair.b);
    Instant a = getInstant(&pair.a, 0.0), b = getInstant(&pair.b, 0.0);
    double atStart = cdLength(cdSub(a.velocity, getVelocityAt(&b, a.center)));
    // W at A's centre changes by at most this in the whole step; at the seams of halved motions the speeds
    // along the axes jump.
    double change = pair.relativeTurn * pair.a.speed + pair.slip + pair.a.slip + pair.b.slip;
    pair.speed = slack * (atStart + change + pair.relativeTurn * radius);
    return pair;
}

double cdGetPartLimit(const cdScrewPair *pair, double from) {
    bool isHalved = pair->a.motion.screwCount == 2 || pair->b.motion.screwCount == 2;
    double limit = isHalved && from < 0.5 ? 0.5 : 1.0;
    double turn = pair->relativeTurn * (limit - from);
    return turn <= maxTurn ? limit : from + maxTurn / pair->relativeTurn;
}

// Returns bound (3); infinity where it does not apply.
static double boundDifference(const cdScrewPair *pair, const Instant *a, const Instant *b, double centerSpeed,
                              double h) {
    double turn = pair->relativeTurn;
    double path = pathShare * h * centerSpeed, ball = cdMax(pair->radius, ballShare * path);
    if (!(ball > 0.0)) return INFINITY;
    double q = 0.5 * turn * h + (path / ball + turn * h) * (1.0 + 0.25 * turn * h);
    if (!(q <= maxQ)) return INFINITY;
    cdVec3 linear = cdSub(cdCross(b->turn, a->velocity), cdCross(a->turn, getVelocityAt(b, a->center)));
    double angular = cdLength(cdCross(b->turn, a->turn));
    double slides = cdLength(b->turn) * pair->a.slip + cdLength(a->turn) * pair->b.slip;
    double bracket = cdLength(linear) + angular * (ball + h * pair->a.speed) + h * slides;
    return (pair->slip + bracket + centerSpeed * turn * turn * h) / (1.0 - q);
}

double cdBoundDeviation(const cdScrewPair *pair, double from, double width) {
    Instant a = getInstant(&pair->a, from), b = getInstant(&pair->b, from);
    double turn = pair->relativeTurn, turnA = cdLength(a.turn), turnB = cdLength(b.turn), r = pair->radius;
    double atStart = cdLength(cdSub(a.velocity, getVelocityAt(&b, a.center)));
    double centerSpeed = atStart + width * (turn * pair->a.speed + pair->slip);
    double relative = pair->slip + turn * (pair->a.speed + turnA * r) + turnB * (centerSpeed + turn * r);
    double screw = turn * (arcShare * centerSpeed + turn * r) + centerSpeed * turn * turn * width;
    double most = cdMin(relative + screw, boundDifference(pair, &a, &b, centerSpeed, width));
    return slack * most * width * width / 8.0;
}

// The velocity is the turn times the arm, and the speed along the axis, which changes by at most `slip`.
double cdBoundScrewBend(const cdMotion *motion, double radius) {
    cdOwnScrew own = makeOwnScrew(motion);
    double turn = slack * cdLength(own.turn);
    return slack * (turn * (own.speed + turn * radius) + own.slip);
}
