// Judges box contacts; see judge_boxes.h.
//
// (1) Compute the size of the boxes and of their motion. The tolerance is 1024 rounding units of that and of
// a 64th of both centres' distances from the origin; the judge allows four times as much. (2) Judge the time.
// (3) Judge the normal, the features, the point.
#include "oracle/judge_boxes.h"
#include "oracle/oracle_contact.h"

#include <stdarg.h>
#include <stdio.h>

static const double TIME_ERROR = 1e-9;

// See collision/README.md: how deep a touching start may be on its way out, and until when.
static const double LEAVE_DEPTH = 8.0, LEAVE_WAY = 2048.0;

static BoxVerdict verdictOf(Verdict verdict, const char *format, ...) {
    BoxVerdict result = {.verdict = verdict};
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(result.reason, sizeof result.reason, format, arguments);
    va_end(arguments);
    return result;
}

static BoxVerdict right(void) {
    return (BoxVerdict){.verdict = VERDICT_RIGHT};
}

// --- Step 1

typedef struct BoxWay {
    double size;  // of both boxes and the path between them, upper bound
    double speed; // of any corner against the other box, approximately
} BoxWay;

static BoxWay measureWay(const OracleBoxes *boxes) {
    enum { SAMPLES = 16 };
    BoxWay way = {0.0, 0.0};
    OracleBoxAt now[2], last[2];
    for (int k = 0; k <= SAMPLES; k++) {
        PlaceOracleBoxes(boxes, (Real)k / SAMPLES, now);
        RealVec3 d = subReal(now[0].center, now[1].center);
        Real size = lengthReal(d), step = 0.0L;
        if (k > 0) step = lengthReal(subReal(d, subReal(last[0].center, last[1].center)));
        for (int i = 0; i < 6; i++) {
            size += lengthReal(now[i / 3].arms[i % 3]);
            if (k > 0) step += lengthReal(subReal(now[i / 3].arms[i % 3], last[i / 3].arms[i % 3]));
        }
        way.size = fmax(way.size, (double)size);
        way.speed = fmax(way.speed, SAMPLES * (double)step);
        last[0] = now[0], last[1] = now[1];
    }
    return way;
}

// --- Step 2

// On a screw the library's motion consists of rounded numbers.
static double getLeeway(const BoxCase *given) {
    return given->boxes->input == NULL ? given->result->tolerance : 0.0;
}

static double getTimeSlack(const BoxCase *given) {
    double speed = (double)given->truth->approachSpeed;
    if (!(speed > 0.0)) return 1.0;
    return fmin(1.0, 2.0 * given->result->tolerance / speed);
}

static bool touchesAtStart(const BoxCase *given) {
    Real gap = GetOracleBoxGap(given->boxes, 0.0L).gap;
    return fabsl(gap) <= 5.0L * given->result->tolerance;
}

// True if the boxes penetrate by more than a touch may at one of many times from 0 to `to`.
static bool goesDeep(const BoxCase *given, double to) {
    enum { SAMPLES = 64 };
    for (int k = 0; k <= SAMPLES; k++) {
        OracleBoxGap gap = GetOracleBoxGap(given->boxes, to * k / SAMPLES);
        if (gap.gap + gap.accuracy < -LEAVE_DEPTH * given->result->tolerance) return true;
    }
    return false;
}

// Judges contacts before `until`, which the answer reports free: the truth's or, from a touching start, one
// after the boxes have separated, or a separation that is not one.
static BoxVerdict judgeFreeUntil(const BoxCase *given, const BoxWay *way, double until) {
    OracleBoxContact found = *given->truth;
    if (until > 0.0 && touchesAtStart(given)) {
        double left = fmin(until, LEAVE_WAY * given->result->tolerance / fmax(way->speed, 1e-300));
        if (goesDeep(given, left))
            return verdictOf(VERDICT_MISSED, "a start that touches is left through the other box");
        found = FindOracleBoxContactFrom(given->boxes, left);
    }
    if (!found.found || found.hi >= until) return right();
    double leeway = getLeeway(given);
    OracleBoxGap gap = GetOracleBoxGap(given->boxes, until);
    for (int k = 1; k <= 64 && gap.gap >= -leeway; k++)
        gap = GetOracleBoxGap(given->boxes, found.hi + (until - found.hi) * k / 64);
    if (leeway > 0.0 && gap.gap >= -leeway) return verdictOf(VERDICT_WITHIN_TOLERANCE, "%s", "");
    return verdictOf(VERDICT_MISSED, "free until %.17g, but contact at %.17g, approach %g of %g", until,
                     found.hi, (double)found.approachSpeed, way->speed);
}

static BoxVerdict judgeFree(const BoxCase *given, const BoxWay *way) {
    const cdBoxContact *result = given->result;
    if (result->t.lo != 1.0 || result->t.hi != 1.0) return verdictOf(VERDICT_FALSE, "free, but t is not 1");
    return judgeFreeUntil(given, way, 1.0 + 1e-15);
}

static BoxVerdict judgeOverlap(const BoxCase *given) {
    OracleBoxGap gap = GetOracleBoxGap(given->boxes, 0.0L);
    if (given->result->t.lo != 0.0 || given->result->t.hi != 0.0)
        return verdictOf(VERDICT_FALSE, "overlap, but t is not 0");
    if (gap.gap < -3.0L * given->result->tolerance) return right();
    return verdictOf(VERDICT_FALSE, "overlap, but the gap at the start is %g", (double)gap.gap);
}

static BoxVerdict judgeTime(const BoxCase *given, const BoxWay *way) {
    const cdBoxContact *result = given->result;
    const OracleBoxContact *truth = given->truth;
    if (!(result->t.lo >= 0.0 && result->t.lo <= result->t.hi && result->t.hi <= 1.0))
        return verdictOf(VERDICT_FALSE, "interval %.17g to %.17g", result->t.lo, result->t.hi);
    if (result->t.hi - result->t.lo > TIME_ERROR)
        return verdictOf(VERDICT_LATE, "interval %.17g to %.17g", result->t.lo, result->t.hi);
    BoxVerdict before = judgeFreeUntil(given, way, result->t.lo);
    if (before.verdict > VERDICT_WITHIN_TOLERANCE) return before;
    OracleBoxGap lower = GetOracleBoxGap(given->boxes, result->t.lo);
    OracleBoxGap upper = GetOracleBoxGap(given->boxes, result->t.hi);
    if (result->t.lo == 0.0 && lower.gap + lower.accuracy < -LEAVE_DEPTH * result->tolerance)
        return verdictOf(VERDICT_FALSE, "overlap of %g at the start goes as contact", (double)-lower.gap);
    if (result->t.lo > 0.0 && lower.gap + lower.accuracy < -getLeeway(given))
        return verdictOf(VERDICT_MISSED, "penetration %g at t.lo", (double)-lower.gap);
    if (truth->found && fabs(result->t.lo - truth->hi) <= TIME_ERROR) return right();
    double least = (double)fminl(lower.gap - lower.accuracy, upper.gap - upper.accuracy);
    if (least <= result->tolerance) return verdictOf(VERDICT_WITHIN_TOLERANCE, "%s", "");
    return verdictOf(VERDICT_FALSE,
                     "contact at %.17g where their distance is %g (tolerance %g), oracle %.17g", result->t.lo,
                     least, result->tolerance, truth->found ? truth->hi : 1.0);
}

// --- Step 3

static BoxVerdict judgeNormal(const BoxCase *given, double slack) {
    const cdBoxContact *result = given->result;
    if (!(fabs(cdLength(result->normal) - 1.0) <= 1e-12))
        return verdictOf(VERDICT_FALSE, "normal (%g, %g, %g) is not unit", result->normal.x, result->normal.y,
                         result->normal.z);
    double gap = (double)GetGapAlongVector(given->boxes, result->t.lo, toReal(result->normal));
    if (gap < -slack) return verdictOf(VERDICT_FALSE, "overlap of %g along the normal", -gap);
    return right();
}

// A feature as one or two triangles: a parallelogram has two, a corner and an edge have one without area.
// Numbered as in collision/boxes.h.
typedef struct FeatureTriangles {
    int count;
    RealVec3 points[2][3];
} FeatureTriangles;

static RealVec3 getPlacePoint(const OracleBoxAt *place, const Real along[3]) {
    RealVec3 p = place->center;
    for (int i = 0; i < 3; i++)
        p = addReal(p, scaleReal(along[i], place->arms[i]));
    return p;
}

static FeatureTriangles getCorner(const OracleBoxAt *place, int corner) {
    const Real along[3] = {corner & 1 ? 1.0L : -1.0L, corner & 2 ? 1.0L : -1.0L, corner & 4 ? 1.0L : -1.0L};
    RealVec3 p = getPlacePoint(place, along);
    return (FeatureTriangles){1, {{p, p, p}}};
}

static FeatureTriangles getEdge(const OracleBoxAt *place, int edge) {
    int axis = edge / 4, lower = axis == 0 ? 1 : 0, higher = axis == 2 ? 1 : 2;
    Real along[3];
    along[lower] = edge & 1 ? 1.0L : -1.0L;
    along[higher] = edge & 2 ? 1.0L : -1.0L;
    along[axis] = -1.0L;
    RealVec3 from = getPlacePoint(place, along);
    along[axis] = 1.0L;
    RealVec3 to = getPlacePoint(place, along);
    return (FeatureTriangles){1, {{from, to, to}}};
}

static FeatureTriangles getFace(const OracleBoxAt *place, int face) {
    int axis = face / 2, j = (axis + 1) % 3, k = (axis + 2) % 3;
    RealVec3 corners[4];
    for (int c = 0; c < 4; c++) {
        Real along[3];
        along[axis] = face & 1 ? 1.0L : -1.0L;
        along[j] = c == 1 || c == 2 ? 1.0L : -1.0L;
        along[k] = c >= 2 ? 1.0L : -1.0L;
        corners[c] = getPlacePoint(place, along);
    }
    return (FeatureTriangles){2,
                              {{corners[0], corners[1], corners[2]}, {corners[0], corners[2], corners[3]}}};
}

static double getDistance(const FeatureTriangles *a, const FeatureTriangles *b) {
    double least = HUGE_VAL;
    for (int i = 0; i < a->count; i++) {
        for (int k = 0; k < b->count; k++) {
            bool cross = a->count + b->count > 2 && DoTrianglesCross(a->points[i], b->points[k]);
            Real distance = cross ? 0.0L : GetTriangleDistance(a->points[i], b->points[k], NULL);
            least = fmin(least, (double)distance);
        }
    }
    return least;
}

static bool areNumbersGood(cdBoxPair pair) {
    static const int counts[4][2] = {
        {0, 0}, {CD_BOX_CORNERS, CD_BOX_FACES}, {CD_BOX_FACES, CD_BOX_CORNERS}, {CD_BOX_EDGES, CD_BOX_EDGES}};
    int kind = (int)pair.kind;
    return kind >= 1 && kind <= 3 && pair.a >= 0 && pair.a < counts[kind][0] && pair.b >= 0 &&
           pair.b < counts[kind][1];
}

static BoxVerdict judgeFeatures(const BoxCase *given, double slack) {
    const cdBoxContact *result = given->result;
    cdBoxPair pair = result->pair;
    FeatureTriangles a, b, point = {.count = 1};
    OracleBoxAt places[2];
    if (!areNumbersGood(pair))
        return verdictOf(VERDICT_FALSE, "kind %d with features %d, %d", (int)pair.kind, (int)pair.a,
                         (int)pair.b);
    PlaceOracleBoxes(given->boxes, result->t.lo, places);
    a = pair.kind == CD_VERTEX_FACE   ? getCorner(&places[0], pair.a)
        : pair.kind == CD_FACE_VERTEX ? getFace(&places[0], pair.a)
                                      : getEdge(&places[0], pair.a);
    b = pair.kind == CD_VERTEX_FACE   ? getFace(&places[1], pair.b)
        : pair.kind == CD_FACE_VERTEX ? getCorner(&places[1], pair.b)
                                      : getEdge(&places[1], pair.b);
    RealVec3 at = subReal(toReal(result->point), toReal(given->origin));
    for (int k = 0; k < 3; k++)
        point.points[0][k] = at;
    double apart = getDistance(&a, &b), toA = getDistance(&point, &a), toB = getDistance(&point, &b);
    if (apart <= slack && toA <= slack && toB <= slack) return right();
    return verdictOf(VERDICT_FALSE, "kind %d, %d and %d at distance %g, the point %g and %g off (slack %g)",
                     (int)pair.kind, (int)pair.a, (int)pair.b, apart, toA, toB, slack);
}

static BoxVerdict judgeContact(const BoxCase *given, const BoxWay *way) {
    BoxVerdict time = judgeTime(given, way);
    if (time.verdict > VERDICT_WITHIN_TOLERANCE) return time;
    double depth = given->result->t.lo == 0.0 ? LEAVE_DEPTH : 2.0;
    double slack = depth * given->result->tolerance + 1e-15 * given->offset +
                   way->speed * (given->result->t.hi - given->result->t.lo);
    BoxVerdict normal = judgeNormal(given, slack);
    if (normal.verdict != VERDICT_RIGHT) return normal;
    BoxVerdict features = judgeFeatures(given, slack);
    return features.verdict != VERDICT_RIGHT ? features : time;
}

BoxVerdict JudgeBoxContact(const BoxCase *given) {
    const cdBoxContact *result = given->result;
    BoxWay way = measureWay(given->boxes);
    BoxVerdict verdict;
    if (result->state == CD_UNDECIDED)
        verdict = verdictOf(VERDICT_UNDECIDED, "undecided at %.17g", result->t.lo);
    else if (!(result->tolerance <= 4096.0 * 0x1p-52 * (way.size + way.speed + given->offset / 32.0)))
        verdict = verdictOf(VERDICT_FALSE, "tolerance %g for size %g", result->tolerance, way.size);
    else if (result->state == CD_FREE)
        verdict = judgeFree(given, &way);
    else
        verdict = result->state == CD_OVERLAP ? judgeOverlap(given) : judgeContact(given, &way);
    verdict.timeSlack = getTimeSlack(given);
    return verdict;
}
