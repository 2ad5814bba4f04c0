// Judges first contacts; see judge_contact.h.
//
// A time may differ from the oracle's for two reasons. Elements within the tolerance count as touching, so a
// contact may be earlier by tolerance / approach speed; and poses are rounded to doubles, which is part of
// the tolerance.
#include "oracle/judge_contact.h"

#include <stdarg.h>
#include <stdio.h>

static const double TIME_ERROR = 1e-9;

static ContactVerdict verdictOf(Verdict verdict, const char *format, ...) {
    ContactVerdict result = {.verdict = verdict};
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(result.reason, sizeof result.reason, format, arguments);
    va_end(arguments);
    return result;
}

static double distanceAt(const ContactCase *given, double t) {
    const cdFirstContactInput *input = given->input;
    return FindOracleDistanceAt(given->a, input->startA, input->targetA, t, given->b, input->startB);
}

static bool overlapsAt(const ContactCase *given, cdPose pose) {
    cdOverlapInput input = {.meshA = given->input->meshA,
                            .meshB = given->input->meshB,
                            .poseA = pose,
                            .poseB = given->input->startB};
    return cdFindOverlap(&input, NULL, given->workspace, NULL).state != CD_FREE;
}

static bool touchesAtStart(const ContactCase *given) {
    return distanceAt(given, 0.0) <= 2.0 * given->result->tolerance;
}

// Returns how much earlier the tolerance permits a contact.
static double getTimeSlack(const ContactCase *given) {
    const OracleContact *truth = given->truth;
    if (!(truth->approachSpeed > 0.0)) return 1.0;
    return 2.0 * truth->accuracy + 2.0 * given->result->tolerance / truth->approachSpeed;
}

// True if the meshes still cross at t when A is moved by `depth` along a direction.
static bool crossesDeeply(const ContactCase *given, double t, RealVec3 direction, double depth) {
    const cdFirstContactInput *input = given->input;
    RealVec3 shift = scaleReal((Real)depth, direction);
    return FindOracleDistanceBeside(given->a, input->startA, input->targetA, t, shift, given->b,
                                    input->startB) == 0.0;
}

// True if no small move separates the meshes at t: neither along the oracle's normal nor along any of 26
// directions. At a corner, other features may prevent separation along the first pair's normal.
static bool crossesEverywhere(const ContactCase *given, double t, double depth) {
    if (!crossesDeeply(given, t, given->truth->normal, depth)) return false;
    if (!crossesDeeply(given, t, toReal(given->touchNormal), depth)) return false;
    for (int k = 0; k < 27; k++) {
        RealVec3 direction = {k % 3 - 1, k / 3 % 3 - 1, k / 9 - 1};
        Real length = lengthReal(direction);
        if (length > 0.0L && !crossesDeeply(given, t, scaleReal(1.0L / length, direction), depth))
            return false;
    }
    return true;
}

// True if the meshes cross by more than a few tolerances at some time in (from, to]. Otherwise the contact
// only grazes and may be reported or not. A touching start may separate if it goes no deeper than twice that:
// collision/README.md.
static bool crossesBetween(const ContactCase *given, double from, double to) {
    double tolerance = given->result->tolerance;
    double depth = (touchesAtStart(given) ? 8.0 : 4.0) * tolerance + given->touchDepth;
    for (int k = 1; k <= 60; k++) {
        double later = from + (to - from) * pow(2.0, -0.75 * (k - 1));
        if (crossesEverywhere(given, later, depth)) return true;
    }
    return false;
}

static ContactVerdict judgeFree(const ContactCase *given) {
    const cdFirstContact *result = given->result;
    const OracleContact *truth = given->truth;
    if (result->t.lo != 1.0 || result->t.hi != 1.0) return verdictOf(VERDICT_FALSE, "free, but t is not 1");
    if (result->resolvedTime != 1.0)
        return verdictOf(VERDICT_FALSE, "free, but resolved at %g", result->resolvedTime);
    if (truth->state == CD_FREE) return verdictOf(VERDICT_RIGHT, "%s", "");
    if (truth->state == CD_CONTACT && 1.0 - truth->t <= getTimeSlack(given) * 0.5) {
        return verdictOf(VERDICT_WITHIN_TOLERANCE, "%s", "");
    }
    if (!crossesBetween(given, truth->t, 1.0)) return verdictOf(VERDICT_WITHIN_TOLERANCE, "%s", "");
    return verdictOf(VERDICT_MISSED, "free, but the oracle has %s at %.17g, approach %g of %g",
                     truth->state == CD_CONTACT ? "contact" : "overlap", truth->t, truth->approachSpeed,
                     truth->speed);
}

static ContactVerdict judgeOverlap(const ContactCase *given) {
    if (given->truth->state == CD_OVERLAP) return verdictOf(VERDICT_RIGHT, "%s", "");
    double distance = distanceAt(given, 0.0);
    if (distance <= given->result->tolerance) return verdictOf(VERDICT_WITHIN_TOLERANCE, "%s", "");
    return verdictOf(VERDICT_FALSE, "overlap, but distance %g at the start", distance);
}

static int getFeaturePoints(const cdMesh *mesh, cdFeature feature, const RealPose *pose, RealVec3 points[3]) {
    int32_t corners[3] = {feature.index, feature.index, feature.index};
    const cdMeshInfo info = cdGetMeshInfo(mesh);
    const cdVec3 *vertices = info.vertices;
    int size = feature.kind == CD_FEATURE_FACE ? 3 : feature.kind == CD_FEATURE_EDGE ? 2 : 1;
    const int32_t *table = size == 3 ? info.triangles : info.edges;
    if (feature.index < 0) return 0;
    for (int k = 0; k < size && size > 1; k++)
        corners[k] = table[size * feature.index + k];
    for (int k = 0; k < 3; k++) {
        points[k] = TransformReal(pose, toReal(vertices[corners[k < size ? k : size - 1]]));
    }
    return size;
}

// The named features must have the given kind and touch at t, and the point must lie on both.
static ContactVerdict judgeFeatures(const ContactCase *given) {
    const cdFirstContactInput *input = given->input;
    const cdFirstContact *result = given->result;
    static const cdFeatureKind kinds[4][2] = {{CD_NO_FEATURE, CD_NO_FEATURE},
                                              {CD_FEATURE_VERTEX, CD_FEATURE_FACE},
                                              {CD_FEATURE_FACE, CD_FEATURE_VERTEX},
                                              {CD_FEATURE_EDGE, CD_FEATURE_EDGE}};
    if (result->kind == CD_NO_CONTACT || result->featureA.kind != kinds[result->kind][0] ||
        result->featureB.kind != kinds[result->kind][1]) {
        return verdictOf(VERDICT_FALSE, "kind %d with features %d, %d", (int)result->kind,
                         (int)result->featureA.kind, (int)result->featureB.kind);
    }
    OracleScene scene = MakeOracleScene(given->a, input->startA, input->targetA, given->b, input->startB);
    RealPose poseA = GetOraclePoseAt(&scene.motion, result->t.hi);
    RealVec3 a[3], b[3], at = GetOraclePoint(given->b, input->startB, result->point);
    getFeaturePoints(input->meshA, result->featureA, &poseA, a);
    getFeaturePoints(input->meshB, result->featureB, &scene.fixed, b);
    RealVec3 point[3] = {at, at, at};
    double slack =
        2.0 * result->tolerance + 1e-15 * given->offset + given->truth->speed * (result->t.hi - result->t.lo);
    double apart = (double)GetTriangleDistance(a, b, NULL), toB = (double)GetTriangleDistance(point, b, NULL);
    if (apart > slack)
        return verdictOf(VERDICT_FALSE, "distance of the features %g, tolerance %g", apart,
                         result->tolerance);
    if (toB > slack) return verdictOf(VERDICT_FALSE, "point is %g off its feature", toB);
    if (fabs(cdLength(result->normal) - 1.0) > 1e-12)
        return verdictOf(VERDICT_FALSE, "%s", "normal not unit");
    return verdictOf(VERDICT_RIGHT, "%s", "");
}

static ContactVerdict judgeTime(const ContactCase *given) {
    const cdFirstContact *result = given->result;
    const OracleContact *truth = given->truth;
    double slack = getTimeSlack(given);
    bool late = truth->state == CD_CONTACT && result->t.lo > truth->t + slack + 1e-15;
    if (late && !(touchesAtStart(given) && !crossesBetween(given, truth->t, result->t.lo))) {
        return verdictOf(VERDICT_MISSED, "t.lo %.17g is after the oracle's %.17g by %g", result->t.lo,
                         truth->t, result->t.lo - truth->t);
    }
    if (result->t.hi < result->t.lo || result->t.hi - result->t.lo > TIME_ERROR) {
        return verdictOf(VERDICT_LATE, "interval %.17g to %.17g", result->t.lo, result->t.hi);
    }
    bool sameTime = truth->state == CD_CONTACT && fabs(result->t.lo - truth->t) <= TIME_ERROR;
    if (sameTime || (truth->state == CD_OVERLAP && result->t.lo == 0.0))
        return verdictOf(VERDICT_RIGHT, "%s", "");
    double distance = fmin(distanceAt(given, result->t.lo), distanceAt(given, result->t.hi));
    double allowed = result->tolerance * (1.0 + 1e-6) + given->truth->gap;
    if (distance <= allowed) return verdictOf(VERDICT_WITHIN_TOLERANCE, "%s", ""); // a near miss on the path
    return verdictOf(VERDICT_FALSE,
                     "contact at %.17g where their distance is %g (tolerance %g), oracle %.17g", result->t.lo,
                     distance, result->tolerance, truth->t);
}

// Judges [0, t.lo] at samples: no crossing deeper than the tolerance, or than a touching start permits.
static ContactVerdict judgeWayThere(const ContactCase *given) {
    if (given->truth->state == CD_OVERLAP) return verdictOf(VERDICT_RIGHT, "%s", "");
    double depth = (touchesAtStart(given) ? 8.0 : 2.0) * given->result->tolerance;
    for (int k = 0; k < 2; k++) {
        double t = given->result->t.lo * (k ? 0.99 : 0.6);
        if (t > 0.0 && distanceAt(given, t) == 0.0 && crossesEverywhere(given, t, depth)) {
            return verdictOf(VERDICT_MISSED, "crossing at %.17g before t.lo %.17g", t, given->result->t.lo);
        }
    }
    return verdictOf(VERDICT_RIGHT, "%s", "");
}

static ContactVerdict judgeRest(const ContactCase *given) {
    const cdFirstContactInput *input = given->input;
    const cdFirstContact *result = given->result;
    double margin = input->margin > 0.0 ? input->margin : 1e-6 * given->size;
    if (result->resolvedTime < 0.0 || result->resolvedTime > result->t.lo) {
        return verdictOf(VERDICT_FALSE, "resolved at %.17g, after t.lo %.17g", result->resolvedTime,
                         result->t.lo);
    }
    double gap = FindOracleDistance(given->a, result->resolvedPose, given->b, input->startB);
    // A start within the tolerance may overlap after its vertices are rounded; it keeps its pose.
    bool touchesAtStart = result->resolvedTime == 0.0 && gap <= 2.0 * result->tolerance;
    if (given->truth->state != CD_OVERLAP && !touchesAtStart &&
        (overlapsAt(given, result->resolvedPose) || gap == 0.0)) {
        return verdictOf(VERDICT_FALSE, "resolved pose overlaps, time %.17g, gap %g", result->resolvedTime,
                         gap);
    }
    if (gap > 4.0 * margin) {
        return verdictOf(VERDICT_FALSE, "resolved gap %g, margin %g, time %.17g", gap, margin,
                         result->resolvedTime);
    }
    return verdictOf(VERDICT_RIGHT, "%s", "");
}

static ContactVerdict judgeContact(const ContactCase *given) {
    ContactVerdict (*const judges[])(const ContactCase *) = {judgeTime, judgeFeatures, judgeWayThere,
                                                             judgeRest};
    ContactVerdict worst = {.verdict = VERDICT_RIGHT};
    for (int i = 0; i < 4; i++) {
        ContactVerdict verdict = judges[i](given);
        if (verdict.verdict > VERDICT_WITHIN_TOLERANCE) return verdict;
        if (verdict.verdict > worst.verdict) worst = verdict;
    }
    return worst;
}

static ContactVerdict judgeAnswer(const ContactCase *given) {
    const cdFirstContact *result = given->result;
    if (result->state == CD_UNDECIDED)
        return verdictOf(VERDICT_UNDECIDED, "undecided at %.17g", result->t.lo);
    if (!(result->tolerance <= 1e-10 * given->size + 1e-11 * given->offset)) {
        return verdictOf(VERDICT_FALSE, "tolerance %g for size %g", result->tolerance, given->size);
    }
    if (result->state == CD_FREE) return judgeFree(given);
    return result->state == CD_OVERLAP ? judgeOverlap(given) : judgeContact(given);
}

ContactVerdict JudgeFirstContact(const ContactCase *given) {
    ContactVerdict verdict = judgeAnswer(given);
    verdict.timeSlack = getTimeSlack(given);
    return verdict;
}
