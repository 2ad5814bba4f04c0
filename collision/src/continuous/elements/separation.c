// The degenerate search: first contact of two elements by separating directions.
//
// Where a cubic decides nothing (it is zero within its error over an interval: motion within the plane,
// parallel edges, grazing), the elements are followed by a direction that separates them. (1) Take the
// closest points at tau; their direction n separates the elements by the distance d. (2) The time until n
// stops separating is exact: for each moving point, (1 + k2 tau^2) (dot(n, x(tau)) - h - clearance) is a
// cubic, with h the fixed element's extent along n, and its first zero ends the certificate. (3) Continue
// there, or as far as the distance over the speed allows if that is farther, with a new direction. Along a
// surface one direction lasts for the whole step. Elements within the tolerance touch.
//
// Differs from conservative advancement [numerics section 3] in that sliding past at a small gap costs one
// round, not gap / speed many.
#include "continuous/elements/elements.h"

// Most pairs need a few; pairs that pass each other within a plane at the size of the tolerance, some
// hundreds.
enum { MAX_ROUNDS = 1000 };

// Returns the largest tau' <= hi such that direction n separates the pair on [tau, tau']; tau itself if n
// does not separate it there, because rounding tilts the direction between near points.
static double followDirection(const cdScrew *screw, const cdElementPair *pair, cdVec3 n, double clearance,
                              double tau, double hi) {
    double extent = -INFINITY;
    cdVec3 support = pair->fixed[0];
    for (int j = 0; j < pair->fixedCount; j++) {
        double height = cdDot(n, pair->fixed[j]);
        if (height > extent) {
            extent = height;
            support = pair->fixed[j];
        }
    }
    cdVec3 origin = cdMulAdd(support, clearance, n);
    double last = hi;
    for (int i = 0; i < pair->movingCount; i++) {
        cdCubic cubic = cdMakePlaneCubic(screw, &pair->moving[i], n, 1.0, origin);
        if (cdEvaluateCubic(&cubic, tau) <= cubic.error) return tau;
        if (!cdCubicMayReach(&cubic, cubic.error, tau, last)) continue;
        cdSuspect suspects[CD_MAX_SUSPECTS];
        int count = cdFindSuspects(&cubic, suspects);
        for (int k = 0; k < count; k++) {
            if (suspects[k].hi <= tau) continue;
            last = cdMin(last, cdMax(tau, suspects[k].lo));
            break;
        }
    }
    return last;
}

// Computes the pair's points at tau, the moving ones first.
static void movePoints(const cdScrew *screw, const cdElementPair *pair, double tau, cdVec3 p[4]) {
    for (int i = 0; i < pair->movingCount; i++)
        p[i] = cdPlaceMovingPoint(screw, &pair->moving[i], tau);
    for (int i = 0; i < pair->fixedCount; i++)
        p[pair->movingCount + i] = pair->fixed[i];
}

// Returns the normal of the face, or of both edges, on the side of `toward`. Near contact it is far more
// accurate than the direction between closest points.
static cdVec3 findNormal(const cdElementPair *pair, const cdVec3 p[4], cdVec3 toward) {
    bool edges = pair->movingCount == 2, faceFirst = pair->movingCount == 3;
    cdVec3 first = cdSub(p[edges || faceFirst ? 1 : 2], p[edges || faceFirst ? 0 : 1]);
    cdVec3 second = faceFirst ? cdSub(p[2], p[0]) : cdSub(p[3], p[edges ? 2 : 1]);
    cdVec3 normal = cdNormalize(cdCross(cdNormalize(first), cdNormalize(second)));
    return cdDot(normal, toward) < 0.0 ? cdNegate(normal) : normal;
}

// Within a plane neither direction may do: the normal decides nothing, and rounding tilts the direction
// between near points, at the far end of an edge by more than the gap. Perpendicular to that edge it is not
// tilted. Returns the latest time that such directions certify.
static double followAlongEdges(const cdScrew *screw, const cdElementPair *pair, const cdVec3 p[4], cdVec3 n,
                               double clearance, double tau, double hi) {
    static const int EDGES[3][3][2] = {
        {{1, 2}, {2, 3}, {3, 1}}, {{0, 1}, {2, 3}, {2, 3}}, {{0, 1}, {1, 2}, {2, 0}}};
    double last = tau;
    for (int k = 0; k < (pair->movingCount == 2 ? 2 : 3); k++) {
        const int *ends = EDGES[pair->movingCount - 1][k];
        cdVec3 along = cdNormalize(cdSub(p[ends[1]], p[ends[0]]));
        cdVec3 across = cdNormalize(cdMulAdd(n, -cdDot(n, along), along));
        last = cdMax(last, followDirection(screw, pair, across, clearance, tau, hi));
    }
    return last;
}

cdElementContact cdStepBySeparation(const cdScrew *screw, const cdElementPair *pair, double lo, double hi,
                                    double limit, const cdElementTolerance *tolerance, cdQueryStats *stats,
                                    cdMeter *meter) {
    double tau = lo, speed = cdBoundElementSpeed(screw, pair);
    for (int round = 0; round < MAX_ROUNDS && cdSpend(meter, 1); round++) {
        stats->separationSteps++;
        cdClosest closest = cdFindClosestElements(screw, pair, tau);
        double distance = sqrt(closest.distanceSq);
        if (distance <= tolerance->distance) return (cdElementContact){CD_CONTACT, tau};
        if (tau >= hi || tau > limit) return (cdElementContact){CD_FREE, 1.0};
        cdVec3 n = cdScale(1.0 / distance, cdSub(closest.onFirst, closest.onSecond));
        double clearance = 0.5 * tolerance->distance;
        cdVec3 p[4];
        movePoints(screw, pair, tau, p);
        double next = followDirection(screw, pair, n, clearance, tau, hi);
        next = cdMax(next, followDirection(screw, pair, findNormal(pair, p, n), clearance, tau, hi));
        double stride = distance - clearance;
        double safe = stride < speed * (hi - tau) ? tau + stride / speed : hi;
        if (next <= safe) next = followAlongEdges(screw, pair, p, n, clearance, tau, hi);
        if (cdMax(next, safe) <= tau) break;
        tau = cdMax(next, safe);
    }
    return (cdElementContact){CD_UNDECIDED, tau};
}
