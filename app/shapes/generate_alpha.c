// Generates a tube along a twisted loop: two straight legs that cross out of the plane of the loop.
//
// The centre line between the crossings is the cubic x = size (u^2 - 1), y = width u (u^2 - 1), z = lift u
// with u from -1 to 1. Seen along z it is a loop that crosses itself at the origin at a right angle or less;
// there the legs are 2 lift apart. The legs go on along the tangents. Half a turn about the x axis maps the
// curve onto itself, so its legs are nearest to each other at u and -u, and `lift` follows from their gap.
// The sections are carried along by a rotation-minimising frame: W. Wang, B. Juttler, D. Zheng, Y. Liu,
// "Computation of rotation minimizing frames", ACM Transactions on Graphics 27, 2008 (double reflection).
#include "shapes/elementary.h"
#include "shapes/generators.h"

static const double pi = 3.14159265358979323846;

static const double WIDTH = 1.2; // of the loop, in its lengths
enum { LIFT_STEPS = 60 };

typedef struct Curve {
    double size, width, lift, leg;
} Curve;

// A point of a curve, its tangent, and a unit vector perpendicular to that.
typedef struct Frame {
    cdVec3 at, along, across;
} Frame;

// Returns the lift at which the centre lines are `apart`. The distance at u and -u is least at
// u^2 = (2 + sqrt(1 - 3 lift^2 / width^2)) / 3.
static double findLift(double width, double apart) {
    double lift = 0.5 * apart;
    for (int i = 0; i < LIFT_STEPS; i++) {
        double share = lift / width, square = (2.0 + sqrt(cdMax(1.0 - 3.0 * share * share, 0.0))) / 3.0;
        double aside = width * (square - 1.0);
        lift = sqrt(cdMax(0.25 * apart * apart / square - aside * aside, 0.0));
    }
    return lift;
}

// `u`: beyond -1 and 1 on the legs, which end at -2 and 2.
static Frame followCurve(const Curve *curve, double u) {
    double inner = cdMin(cdMax(u, -1.0), 1.0), square = inner * inner;
    Frame frame = {
        .at = {curve->size * (square - 1.0), curve->width * inner * (square - 1.0), curve->lift * inner}};
    frame.along =
        cdNormalize((cdVec3){2.0 * curve->size * inner, curve->width * (3.0 * square - 1.0), curve->lift});
    frame.at = cdMulAdd(frame.at, curve->leg * (u - inner), frame.along);
    return frame;
}

static cdVec3 reflect(cdVec3 v, cdVec3 normal) {
    return cdMulAdd(v, -2.0 * cdDot(v, normal) / cdLengthSq(normal), normal);
}

// Carries the vector across from one frame to the next.
static void carryAcross(const Frame *from, Frame *to) {
    cdVec3 step = cdSub(to->at, from->at);
    cdVec3 across = reflect(from->across, step), along = reflect(from->along, step);
    cdVec3 turn = cdSub(to->along, along);
    to->across = cdLengthSq(turn) > 0.0 ? reflect(across, turn) : across;
}

static void addSection(ShapeBuilder *builder, const Frame *frame, double tube, int32_t sides) {
    cdVec3 third = cdCross(frame->along, frame->across);
    for (int32_t k = 0; k < sides; k++) {
        double angle = 2.0 * pi * k / sides;
        cdVec3 offset = cdMulAdd(cdScale(cdCos(angle), frame->across), cdSin(angle), third);
        AddPoint(builder, cdMulAdd(frame->at, tube, offset));
    }
}

const char *GenerateAlpha(ShapeBuilder *builder, const double *values) {
    double tube = values[1], apart = values[2] + 2.0 * tube;
    int32_t segments = (int32_t)values[4], sides = (int32_t)values[5];
    Curve curve = {.size = values[0], .width = WIDTH * values[0], .leg = values[3]};
    if (tube > 0.25 * curve.size) return "tube must be at most a quarter of size";
    if (apart > curve.size) return "gap and two tubes must be at most size";
    curve.lift = findLift(curve.width, apart);
    Frame last = followCurve(&curve, -2.0);
    last.across = cdNormalize(cdCross(last.along, (cdVec3){1.0, 0.0, 0.0}));
    addSection(builder, &last, tube, sides);
    for (int32_t i = 0; i <= segments + 1; i++) {
        Frame next = followCurve(&curve, i <= segments ? 2.0 * i / segments - 1.0 : 2.0);
        carryAcross(&last, &next);
        addSection(builder, &next, tube, sides);
        AddStrip(builder, sides * (i + 1), sides * i, sides, true);
        last = next;
    }
    AddPolygonCap(builder, 0, sides, true);
    AddPolygonCap(builder, sides * (segments + 2), sides, false);
    return NULL;
}
