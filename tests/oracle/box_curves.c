// Two boxes over an interval of time, and their relation; see box_curves.h and oracle_boxes.h.
//
// 1. Compute both boxes' axes and centres over the interval, as parabolas with a bound on the rest.
// 2. Compute the gap along one direction, times its length and both weights: |n . d| - wB sum |n . a| - wA
//    sum |n . b|, where a and b are the arms not perpendicular to n by construction. As a function of s its
//    linear part is concave where n . d keeps its sign, so its minimum is at an end; the bends add up.
// 3. Compute the relation at one time, from all directions; where bounds do not decide, in integers.
#include "oracle/box_curves.h"

static NearCurve3 makeCurve(RealVec3 value, RealVec3 slope, RealVec3 bend, Real rest) {
    return (NearCurve3){{{value.x, slope.x, bend.x, rest},
                         {value.y, slope.y, bend.y, rest},
                         {value.z, slope.z, bend.z, rest}}};
}

static void openMatrices(OracleBoxes *boxes, const cdBoxesInput *input) {
    boxes->input = input;
    OracleBoxAt places[2];
    PlaceOracleBoxes(boxes, 0.0L, places);
    for (int side = 0; side < 2; side++) {
        Real sum = 0.0L;
        for (int k = 0; k < 3; k++)
            sum += dotReal(places[side].arms[k], places[side].arms[k]);
        boxes->size = fmaxl(boxes->size, 2.0L * sqrtl(sum));
    }
}

static void openScrew(OracleBoxes *boxes, const cdBoxesInput *input) {
    boxes->motion = MakeOracleMotion(input->startA, input->targetA, input->poseB.p);
    boxes->fixed = MakeRealPose(input->poseB, input->poseB.p);
    const OracleMotion *motion = &boxes->motion;
    boxes->speed = BoundOracleSpeed(motion, (RealVec3){0.0L, 0.0L, 0.0L});
    boxes->reach =
        lengthReal(motion->start.p) + lengthReal(motion->perpendicular) + fabsl(motion->slide) + boxes->speed;
    boxes->size = 2.0L * fmaxl(lengthReal(toReal(input->halfA)), lengthReal(toReal(input->halfB)));
}

OracleBoxes MakeOracleBoxes(const cdBoxesInput *input) {
    OracleBoxes boxes = {.half = {{input->halfA.x, input->halfA.y, input->halfA.z},
                                  {input->halfB.x, input->halfB.y, input->halfB.z}}};
    if (input->onScrew)
        openScrew(&boxes, input);
    else
        openMatrices(&boxes, input);
    return boxes;
}

// --- Step 1

static NearCurve curveOfEntry(const double c[3], Real middle, Real radius) {
    Real c0 = c[0], c1 = c[1], c2 = c[2];
    NearCurve curve = {c0 + middle * (c1 + middle * c2), c1 + 2.0L * middle * c2, c2, 0.0L};
    if (c1 != 0.0L || c2 != 0.0L)
        curve.rest = 4.0L * NEAR_CURVE_UNIT * (fabsl(c0) + (fabsl(c1) + fabsl(c2)) * (1.0L + radius));
    return curve;
}

static void followMatrices(const cdBoxesInput *input, Real middle, BoxCurves *curves) {
    const cdQuadraticMatrix *motions[2] = {&input->motionA, &input->motionB};
    Real r = curves->radius;
    NearCurve3 centers[2];
    for (int side = 0; side < 2; side++) {
        for (int row = 0; row < 3; row++) {
            for (int column = 0; column < 3; column++)
                curves->axes[side][column].v[row] = curveOfEntry(motions[side]->c[row][column], middle, r);
            centers[side].v[row] = curveOfEntry(motions[side]->c[row][3], middle, r);
        }
        curves->weights[side] = curveOfEntry(motions[side]->c[3][3], middle, r);
    }
    for (int k = 0; k < 3; k++)
        curves->difference.v[k] = subCurves(mulCurves(centers[0].v[k], curves->weights[1], r),
                                            mulCurves(centers[1].v[k], curves->weights[0], r), r);
}

// An axis e rotates at a constant rate: its derivatives are spin x e and spin x (spin x e); the third is at
// most omega^3. A's centre: around the axis the same; along it s f(t), with second derivative omega tan(half
// the angle rotated in its sub-screw) times the first, and the third at most 2 omega^2 times the first.
static void followScrew(const OracleBoxes *boxes, Real middle, BoxCurves *curves) {
    static const Real units = 32.0L * NEAR_CURVE_UNIT; // sines, cosines and a rotation of unit vectors
    const OracleMotion *motion = &boxes->motion;
    const RealVec3 zero = {0.0L, 0.0L, 0.0L};
    RealPose pose = GetOraclePoseAt(motion, middle);
    OracleTwist twist = GetOracleTwist(motion, middle, &pose);
    Real omega = motion->omega, cube = curves->radius * curves->radius * curves->radius;
    for (int k = 0; k < 3; k++) {
        RealVec3 axis = {pose.r[0][k], pose.r[1][k], pose.r[2][k]}, slope = crossReal(twist.spin, axis);
        RealVec3 fixed = {boxes->fixed.r[0][k], boxes->fixed.r[1][k], boxes->fixed.r[2][k]};
        curves->axes[0][k] = makeCurve(axis, slope, scaleReal(0.5L, crossReal(twist.spin, slope)),
                                       omega * omega * omega * cube / 6.0L + units);
        curves->axes[1][k] = makeCurve(fixed, zero, zero, units);
    }
    Real seam = GetOracleSeam(motion), into = seam < 1.0L && middle >= seam ? middle - seam : middle;
    Real along = omega * tanl(0.5L * omega * into) * dotReal(motion->axis, twist.velocity);
    RealVec3 change = addReal(crossReal(twist.spin, twist.velocity), scaleReal(along, motion->axis));
    curves->difference = makeCurve(pose.p, twist.velocity, scaleReal(0.5L, change),
                                   0.5L * cube * omega * omega * boxes->speed + units * boxes->reach);
    for (int side = 0; side < 2; side++)
        curves->weights[side] = (NearCurve){1.0L, 0.0L, 0.0L, 0.0L};
}

void FollowBoxCurves(const OracleBoxes *boxes, Real middle, Real radius, BoxCurves *curves) {
    curves->radius = radius;
    if (boxes->input != NULL)
        followMatrices(boxes->input, middle, curves);
    else
        followScrew(boxes, middle, curves);
}

// --- Step 2

// The directions of faces and edges, and for each box the axes that are not perpendicular to it.
typedef struct DirectionArms {
    int count[2], axes[2][3];
} DirectionArms;

static DirectionArms makeNormal(const BoxCurves *curves, int direction, NearCurve3 *normal) {
    DirectionArms arms = {{0, 0}, {{0, 1, 2}, {0, 1, 2}}};
    if (direction < 6) {
        int side = direction / 3, i = direction % 3;
        const NearCurve3 *axes = curves->axes[side];
        *normal = crossCurves(&axes[(i + 1) % 3], &axes[(i + 2) % 3], curves->radius);
        arms.count[side] = 1;
        arms.axes[side][0] = i;
        arms.count[1 - side] = 3;
        return arms;
    }
    const int i[2] = {(direction - 6) / 3, (direction - 6) % 3};
    *normal = crossCurves(&curves->axes[0][i[0]], &curves->axes[1][i[1]], curves->radius);
    for (int side = 0; side < 2; side++) {
        arms.count[side] = 2;
        for (int k = 0; k < 2; k++)
            arms.axes[side][k] = (i[side] + 1 + k) % 3;
    }
    return arms;
}

static Real lengthOfCurves(const NearCurve3 *a) {
    return sqrtl(a->v[0].value * a->v[0].value + a->v[1].value * a->v[1].value +
                 a->v[2].value * a->v[2].value);
}

// Subtracts |arm| from the gap. `bend` receives its bend, the minimum over both signs where the sign may
// change.
static void takeOffArm(DirectionGap *gap, NearCurve arm, Real r) {
    Real side = arm.value < 0.0L ? -1.0L : 1.0L;
    bool keepsSign = fabsl(arm.value) > (fabsl(arm.slope) + fabsl(arm.bend) * r) * r;
    gap->ends[0] -= fabsl(arm.value - arm.slope * r);
    gap->ends[1] -= fabsl(arm.value + arm.slope * r);
    gap->bend -= keepsSign ? side * arm.bend : fabsl(arm.bend);
    gap->middle -= side * arm.value;
    gap->rate -= side * arm.slope;
    gap->error += arm.rest + 16.0L * NEAR_CURVE_UNIT * reachOfCurve(arm, r);
}

DirectionGap MeasureDirection(const OracleBoxes *boxes, const BoxCurves *curves, int direction) {
    DirectionGap gap;
    Real r = curves->radius;
    DirectionArms arms = makeNormal(curves, direction, &gap.normal);
    NearCurve offset = dotCurves(&gap.normal, &curves->difference, r);
    gap.side = offset.value < 0.0L ? -1.0L : 1.0L;
    gap.middle = gap.side * offset.value;
    gap.rate = gap.side * offset.slope;
    gap.bend = gap.side * offset.bend;
    gap.ends[0] = gap.middle - gap.rate * r;
    gap.ends[1] = gap.middle + gap.rate * r;
    gap.error = offset.rest + 16.0L * NEAR_CURVE_UNIT * reachOfCurve(offset, r);
    for (int side = 0; side < 2; side++) {
        for (int k = 0; k < arms.count[side]; k++) {
            int axis = arms.axes[side][k];
            NearCurve along = dotCurves(&gap.normal, &curves->axes[side][axis], r);
            if (boxes->input != NULL) along = mulCurves(along, curves->weights[1 - side], r);
            takeOffArm(&gap, scaleCurve(boxes->half[side][axis], along, r), r);
        }
    }
    gap.error *= NEAR_CURVE_SAFETY;
    gap.least = fminl(gap.ends[0], gap.ends[1]) + fminl(0.0L, gap.bend) * r * r - gap.error;
    gap.length = lengthOfCurves(&gap.normal) * curves->weights[0].value * curves->weights[1].value;
    return gap;
}

// --- Step 3

void PlaceOracleBoxes(const OracleBoxes *boxes, Real t, OracleBoxAt places[2]) {
    RealPose pose[2] = {{.p = {0.0L, 0.0L, 0.0L}}, boxes->fixed};
    if (boxes->input == NULL) pose[0] = GetOraclePoseAt(&boxes->motion, t);
    for (int side = 0; side < 2 && boxes->input != NULL; side++) {
        const cdQuadraticMatrix *motion = side ? &boxes->input->motionB : &boxes->input->motionA;
        Real entries[3][4], weight = curveOfEntry(motion->c[3][3], t, 0.0L).value;
        for (int row = 0; row < 3; row++) {
            for (int column = 0; column < 4; column++)
                entries[row][column] = curveOfEntry(motion->c[row][column], t, 0.0L).value / weight;
            for (int column = 0; column < 3; column++)
                pose[side].r[row][column] = entries[row][column];
        }
        pose[side].p = (RealVec3){entries[0][3], entries[1][3], entries[2][3]};
    }
    for (int side = 0; side < 2; side++) {
        places[side].center = pose[side].p;
        for (int k = 0; k < 3; k++)
            places[side].arms[k] = scaleReal(
                boxes->half[side][k], (RealVec3){pose[side].r[0][k], pose[side].r[1][k], pose[side].r[2][k]});
    }
}

static OracleBoxGap gapOfDirection(const DirectionGap *measured, int direction) {
    Real scale = measured->side / lengthOfCurves(&measured->normal);
    const NearCurve *n = measured->normal.v;
    return (OracleBoxGap){.gap = measured->middle / measured->length,
                          .accuracy = measured->error / measured->length,
                          .rate = measured->rate / measured->length,
                          .direction = direction,
                          .normal = scaleReal(scale, (RealVec3){n[0].value, n[1].value, n[2].value})};
}

// Skips directions with an error beyond a millionth of the boxes: their edges are parallel within rounding,
// and the faces beside them give the same gap.
static OracleBoxGap findWidestGap(const OracleBoxes *boxes, const BoxCurves *curves) {
    OracleBoxGap widest = {.gap = -HUGE_VALL, .direction = -1};
    for (int direction = 0; direction < ORACLE_DIRECTIONS; direction++) {
        DirectionGap measured = MeasureDirection(boxes, curves, direction);
        if (!(measured.error < 1e-6L * boxes->size * measured.length)) continue;
        OracleBoxGap gap = gapOfDirection(&measured, direction);
        if (gap.gap - gap.accuracy > widest.gap - widest.accuracy) widest = gap;
    }
    return widest;
}

OracleBoxGap GetOracleBoxGap(const OracleBoxes *boxes, Real t) {
    BoxCurves curves;
    FollowBoxCurves(boxes, t, 0.0L, &curves);
    return findWidestGap(boxes, &curves);
}

Real GetGapAlongVector(const OracleBoxes *boxes, Real t, RealVec3 normal) {
    OracleBoxAt places[2];
    PlaceOracleBoxes(boxes, t, places);
    Real gap = dotReal(normal, subReal(places[0].center, places[1].center));
    for (int side = 0; side < 2; side++) {
        for (int k = 0; k < 3; k++)
            gap -= fabsl(dotReal(normal, places[side].arms[k]));
    }
    return gap;
}

BoxMeeting GetBoxMeeting(const OracleBoxes *boxes, double t) {
    BoxCurves curves;
    bool overlap = true;
    FollowBoxCurves(boxes, t, 0.0L, &curves);
    for (int direction = 0; direction < ORACLE_DIRECTIONS; direction++) {
        DirectionGap gap = MeasureDirection(boxes, &curves, direction);
        if (gap.least > 0.0L) return BOXES_APART;
        overlap = overlap && gap.middle + gap.error < 0.0L;
    }
    if (overlap) return BOXES_OVERLAPPING;
    if (boxes->input != NULL) return MeetBoxesExactly(boxes->input, t);
    OracleBoxGap widest = findWidestGap(boxes, &curves);
    return widest.gap < -widest.accuracy ? BOXES_OVERLAPPING : BOXES_TOUCHING;
}
