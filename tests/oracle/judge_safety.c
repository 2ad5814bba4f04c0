// Judges a first contact at a safety distance by samples; see judge_safety.h.
//
// Distances come from cdFindDistance, which does not involve motions. Input: a step and its result. (1) No
// distance on [0, t.lo] is below the safety distance, except for rounding; a start at that distance may come
// nearer by four tolerances. (2) A contact is within the distance and the tolerance somewhere in a narrow
// [t.lo, t.hi]. (3) An overlapping start is nearer; (4) the resolved pose is not and is near the contact; (5)
// the point lies midway between the surfaces, along the normal.
#include "oracle/judge_safety.h"

#include "collision/closest_point.h"
#include "collision/distance.h"
#include "foundation/numbers/rounding.h"

#include <math.h>
#include <stddef.h>

typedef struct Judge {
    const cdFirstContactInput *input;
    cdMotion motion;
    double error;    // of a distance, including the transformation of the mesh
    double length;   // bound on the path
    double radii[2]; // part of the safety distance
} Judge;

static double getDistance(const Judge *judge, cdPose pose) {
    const cdDistanceInput pair = {.meshA = judge->input->meshA,
                                  .meshB = judge->input->meshB,
                                  .poseA = pose,
                                  .poseB = judge->input->startB};
    return cdFindDistance(&pair, NULL, NULL, NULL).distance;
}

static double getDistanceAt(const Judge *judge, double t) {
    return getDistance(judge, cdGetPoseAt(&judge->motion, t));
}

static Judge makeJudge(const cdFirstContactInput *input, const double radii[2]) {
    cdMeshInfo a = cdGetMeshInfo(input->meshA), b = cdGetMeshInfo(input->meshB);
    Judge judge = {.input = input,
                   .motion = cdMakeMotion(input->startA, input->targetA, a.center),
                   .radii = {radii[0], radii[1]}};
    double size = a.radius + b.radius + a.roundingRadius + b.roundingRadius + cdSumAbs(a.center) +
                  cdSumAbs(b.center) + cdSumAbs(input->startA.p) + cdSumAbs(input->targetA.p) +
                  cdSumAbs(input->startB.p) + input->safetyDistance;
    judge.error = 512.0 * CD_EPSILON * size;
    const cdScrew *screw = &judge.motion.screws[0];
    judge.length = judge.motion.screwCount *
                   (2.0 * (cdLength(screw->bc) + sqrt(screw->k2) * a.radius) + fabs(screw->s)) *
                   1.6; // in time rather than tau
    return judge;
}

// Finds the minimum distance near a sample, by ternary search.
static double findLeast(const Judge *judge, double from, double to, double *at) {
    for (int round = 0; round < 60; round++) {
        double first = from + (to - from) / 3.0, second = to - (to - from) / 3.0;
        if (getDistanceAt(judge, first) < getDistanceAt(judge, second))
            to = second;
        else
            from = first;
    }
    *at = 0.5 * (from + to);
    return getDistanceAt(judge, *at);
}

static bool isStopped(SafetyVerdict *verdict, const char *fault, double t, double distance) {
    verdict->fault = fault;
    verdict->t = t;
    verdict->distance = distance;
    return true;
}

// (1)
static bool isFreeBroken(const Judge *judge, double until, double floor, int samples,
                         SafetyVerdict *verdict) {
    double least = INFINITY, best = 0.0;
    for (int i = 0; i <= samples; i++) {
        double t = until * i / samples, distance = getDistanceAt(judge, t);
        if (!(distance < least)) continue;
        least = distance;
        best = t;
    }
    double stride = until / samples, at;
    double refined = findLeast(judge, fmax(0.0, best - stride), fmin(until, best + stride), &at);
    if (refined < least) {
        least = refined;
        best = at;
    }
    verdict->least = least;
    return least < floor &&
           isStopped(verdict, "nearer than the safety distance on the free part", best, least);
}

// (4)
static bool isResolvedBroken(const Judge *judge, const cdFirstContact *result, double floor,
                             SafetyVerdict *verdict) {
    double gap = getDistance(judge, result->resolvedPose), d = judge->input->safetyDistance;
    if (result->resolvedTime > 0.0 && !(gap > d))
        return isStopped(verdict, "the resolved pose is too near", result->resolvedTime, gap);
    if (gap < floor)
        return isStopped(verdict, "the resolved pose is far too near", result->resolvedTime, gap);
    return result->resolvedTime > result->t.lo && isStopped(verdict, "resolved too late", result->t.lo, gap);
}

static double getGapTo(const cdMesh *mesh, cdPose pose, cdVec3 point) {
    const cdClosestPointInput input = {.mesh = mesh, .pose = pose, .point = point, .withoutSign = true};
    return cdFindClosestPoint(&input, NULL, NULL, NULL).distance;
}

// (5)
static bool isPointBroken(const Judge *judge, const cdFirstContact *result, double distance,
                          SafetyVerdict *verdict) {
    const cdFirstContactInput *input = judge->input;
    double half = 0.5 * (distance - judge->radii[0] - judge->radii[1]);
    double ofA = judge->radii[0] + half, ofB = judge->radii[1] + half,
           within = 1e-9 * (distance + judge->length) + 64.0 * result->tolerance;
    cdPose pose = cdGetPoseAt(&judge->motion, 0.5 * (result->t.lo + result->t.hi));
    double gapA = getGapTo(input->meshA, pose, result->point);
    double gapB = getGapTo(input->meshB, input->startB, result->point);
    if (fabs(gapA - ofA) > within) return isStopped(verdict, "the point is off A", result->t.lo, gapA);
    if (fabs(gapB - ofB) > within) return isStopped(verdict, "the point is off B", result->t.lo, gapB);
    if (fabs(cdLength(result->normal) - 1.0) > 1e-9)
        return isStopped(verdict, "the normal is not unit", result->t.lo, cdLength(result->normal));
    // From the point along the normal to each surface.
    double step = 0.5 * fmin(ofA, ofB);
    double toA = getGapTo(input->meshA, pose, cdMulAdd(result->point, step, result->normal));
    double toB = getGapTo(input->meshB, input->startB, cdMulAdd(result->point, -step, result->normal));
    bool isOff = fabs(toA - (ofA - step)) > within + 1e-6 * distance ||
                 fabs(toB - (ofB - step)) > within + 1e-6 * distance;
    return isOff && isStopped(verdict, "the normal is off", result->t.lo, toA);
}

// (2)
static bool isContactBroken(const Judge *judge, const cdFirstContact *result, SafetyVerdict *verdict) {
    double width = result->t.hi - result->t.lo;
    if (!(width >= 0.0 && width <= 1e-9)) return isStopped(verdict, "a wide interval", result->t.lo, width);
    double distance = getDistanceAt(judge, result->t.lo);
    distance = fmin(distance, getDistanceAt(judge, result->t.hi));
    double most = judge->input->safetyDistance + result->tolerance + judge->length * width + judge->error;
    if (distance > most) return isStopped(verdict, "a false contact", result->t.lo, distance);
    return judge->input->safetyDistance > 1e3 * result->tolerance &&
           isPointBroken(judge, result, distance, verdict);
}

SafetyVerdict JudgeSafety(const cdFirstContactInput *input, const cdFirstContact *result, int samples) {
    const double none[2] = {0.0, 0.0};
    return JudgeRounded(input, none, result, samples);
}

SafetyVerdict JudgeRounded(const cdFirstContactInput *input, const double radii[2],
                           const cdFirstContact *result, int samples) {
    SafetyVerdict verdict = {.fault = NULL};
    Judge judge = makeJudge(input, radii);
    double d = input->safetyDistance, start = getDistance(&judge, input->startA);
    double tolerance = fmax(result->tolerance, judge.error);
    if (result->state == CD_UNDECIDED) {
        isStopped(&verdict, "undecided", result->t.lo, start);
    } else if (result->state == CD_OVERLAP) {
        if (start >= d) isStopped(&verdict, "a false overlap", 0.0, start); // (3)
        bool isTarget = result->resolvedTime == 1.0;
        double target = getDistance(&judge, input->targetA);
        if (isTarget && !(target > d)) isStopped(&verdict, "moved to a target that is too near", 1.0, target);
        if (!isTarget && target > d + 16.0 * tolerance) isStopped(&verdict, "not moved out", 1.0, target);
    } else if (start < d - tolerance) {
        isStopped(&verdict, "an overlap is missed", 0.0, start);
    } else {
        double floor = start > d + tolerance ? d - judge.error : d - 4.0 * tolerance - judge.error;
        bool isBroken = isFreeBroken(&judge, result->t.lo, floor, samples, &verdict) ||
                        isResolvedBroken(&judge, result, floor, &verdict);
        if (!isBroken && result->state == CD_CONTACT) isContactBroken(&judge, result, &verdict);
    }
    return verdict;
}
