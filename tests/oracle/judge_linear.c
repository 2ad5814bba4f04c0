// Judges linear contacts; see judge_linear.h.
#include "oracle/judge_linear.h"
#include "oracle/oracle_contact.h"

static RealVec3 placePoint(const cdLinearInput *input, int i, Real t) {
    RealVec3 from = toReal(input->start[i]), to = toReal(input->end[i]);
    return addReal(from, scaleReal(t, subReal(to, from)));
}

double GetLinearDistance(const cdLinearInput *input, double t) {
    RealVec3 p[4];
    for (int i = 0; i < 4; i++)
        p[i] = placePoint(input, i, t);
    if (input->kind == CD_EDGE_EDGE) {
        RealVec3 a[3] = {p[0], p[1], p[1]}, b[3] = {p[2], p[3], p[3]};
        return (double)GetTriangleDistance(a, b, NULL);
    }
    RealVec3 vertex[3] = {p[0], p[0], p[0]};
    return (double)GetTriangleDistance(vertex, p + 1, NULL);
}

// Both the oracle's time and the time at which the points have moved are rounded: up to this, a time is not
// late.
static double getSlack(const OracleLinear *truth) {
    return 4e-16 + 4e-16 * truth->t;
}

static bool isNear(const cdLinearInput *input, const cdLinearContact *result) {
    double distance = fmin(GetLinearDistance(input, result->t.lo), GetLinearDistance(input, result->t.hi));
    return distance <= result->tolerance;
}

const char *GetVerdictName(Verdict verdict) {
    static const char *const names[VERDICT_COUNT] = {"right", "within tolerance", "missed", "false",
                                                     "late",  "undecided"};
    return names[verdict];
}

Verdict JudgeLinearContact(const cdLinearInput *input, const cdLinearContact *result,
                           const OracleLinear *truth) {
    if (result->state == CD_UNDECIDED) return VERDICT_UNDECIDED;
    if (!(result->t.lo >= 0.0 && result->t.lo <= result->t.hi && result->t.hi <= 1.0)) return VERDICT_LATE;
    if (result->state == CD_FREE) return truth->contact ? VERDICT_MISSED : VERDICT_RIGHT;
    if (truth->contact && result->t.lo > truth->t + getSlack(truth)) return VERDICT_MISSED;
    if (result->t.hi - result->t.lo > 1e-9) return VERDICT_LATE;
    bool sameTime =
        truth->contact && result->t.hi >= truth->t - getSlack(truth) && truth->t - result->t.lo <= 1e-9;
    if (sameTime) return VERDICT_RIGHT;
    return isNear(input, result) ? VERDICT_WITHIN_TOLERANCE : VERDICT_FALSE;
}
