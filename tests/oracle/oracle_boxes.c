// The brute-force twin of collision/boxes.h; see oracle_boxes.h.
//
// 1. Both boxes' axes and centres about a time, as straight lines with a bound on the rest.
// 2. The gap along one direction, times its length and both weights: |n . d| - wB sum |n . a| - wA sum
//    |n . b|, a and b the arms that are not perpendicular to n by its making. As a function of s its part
//    without rests is concave where n . d keeps its sign: its least value lies at an end.
// 3. How the boxes stand at one time, from all directions; where bounds do not decide, in integers.
// 4. The search over time.
#include "oracle/oracle_boxes.h"

#include "oracle/near_line.h"

// One half of an interval, and both boxes over it.
typedef struct BoxLines {
    Real radius;
    NearLine3 axes[2][3], difference; // of the centres, times both weights
    NearLine weights[2];
} BoxLines;

static NearLine3 makeConstant(RealVec3 v, Real error) {
    return (NearLine3){{{v.x, 0.0L, error}, {v.y, 0.0L, error}, {v.z, 0.0L, error}}};
}

OracleBoxes MakeOracleBoxes(const cdBoxesInput *input) {
    OracleBoxes boxes = {.input = input,
                         .half = {{input->halfA.x, input->halfA.y, input->halfA.z},
                                  {input->halfB.x, input->halfB.y, input->halfB.z}}};
    OracleBoxPlace places[2];
    PlaceOracleBoxes(&boxes, 0.0L, places);
    for (int side = 0; side < 2; side++) {
        Real sum = 0.0L;
        for (int k = 0; k < 3; k++)
            sum += dotReal(places[side].arms[k], places[side].arms[k]);
        boxes.size = fmaxl(boxes.size, 2.0L * sqrtl(sum));
    }
    return boxes;
}

OracleBoxes MakeOracleScrewBoxes(const cdScrewBoxesInput *input) {
    OracleBoxes boxes = {.half = {{input->halfA.x, input->halfA.y, input->halfA.z},
                                  {input->halfB.x, input->halfB.y, input->halfB.z}}};
    boxes.motion = MakeOracleMotion(input->startA, input->targetA, input->poseB.p);
    boxes.fixed = MakeRealPose(input->poseB, input->poseB.p);
    boxes.acceleration = BoundOracleAcceleration(&boxes.motion, (RealVec3){0.0L, 0.0L, 0.0L});
    boxes.size = 2.0L * fmaxl(lengthReal(toReal(input->halfA)), lengthReal(toReal(input->halfB)));
    return boxes;
}

// --- Step 1

static NearLine lineOfEntry(const double c[3], Real middle, Real radius) {
    Real c0 = c[0], c1 = c[1], c2 = c[2];
    NearLine line = {c0 + middle * (c1 + middle * c2), c1 + 2.0L * middle * c2, 0.0L};
    if (c1 != 0.0L || c2 != 0.0L)
        line.rest = fabsl(c2) * radius * radius +
                    4.0L * NEAR_LINE_UNIT * (fabsl(c0) + (fabsl(c1) + fabsl(c2)) * (1.0L + radius));
    return line;
}

static void followMatrices(const cdBoxesInput *input, Real middle, BoxLines *lines) {
    const cdQuadraticMatrix *motions[2] = {&input->motionA, &input->motionB};
    Real r = lines->radius;
    NearLine3 centers[2];
    for (int side = 0; side < 2; side++) {
        for (int row = 0; row < 3; row++) {
            for (int column = 0; column < 3; column++)
                lines->axes[side][column].v[row] = lineOfEntry(motions[side]->c[row][column], middle, r);
            centers[side].v[row] = lineOfEntry(motions[side]->c[row][3], middle, r);
        }
        lines->weights[side] = lineOfEntry(motions[side]->c[3][3], middle, r);
    }
    for (int k = 0; k < 3; k++)
        lines->difference.v[k] = subLines(mulLines(centers[0].v[k], lines->weights[1], r),
                                          mulLines(centers[1].v[k], lines->weights[0], r), r);
}

// An axis e turns at a constant rate: its velocity is spin x e, its acceleration at most omega^2.
static void followScrew(const OracleBoxes *boxes, Real middle, BoxLines *lines) {
    static const Real units = 32.0L * NEAR_LINE_UNIT; // sines, cosines and a rotation of unit vectors
    const OracleMotion *motion = &boxes->motion;
    RealPose pose = GetOraclePoseAt(motion, middle);
    OracleTwist twist = GetOracleTwist(motion, middle, &pose);
    // At the seam the twist is that of the second half: of a single time, where only places count.
    Real bend = 0.5L * lines->radius * lines->radius;
    Real reach = lengthReal(motion->start.p) + lengthReal(motion->perpendicular) + fabsl(motion->slide);
    for (int k = 0; k < 3; k++) {
        RealVec3 axis = {pose.r[0][k], pose.r[1][k], pose.r[2][k]}, rate = crossReal(twist.spin, axis);
        lines->axes[0][k] = makeConstant(axis, bend * motion->omega * motion->omega + units);
        lines->axes[1][k] =
            makeConstant((RealVec3){boxes->fixed.r[0][k], boxes->fixed.r[1][k], boxes->fixed.r[2][k]}, units);
        const Real rates[3] = {rate.x, rate.y, rate.z};
        for (int row = 0; row < 3; row++)
            lines->axes[0][k].v[row].slope = rates[row];
    }
    lines->difference = makeConstant(pose.p, bend * boxes->acceleration + units * reach);
    const Real velocity[3] = {twist.velocity.x, twist.velocity.y, twist.velocity.z};
    for (int row = 0; row < 3; row++)
        lines->difference.v[row].slope = velocity[row];
    for (int side = 0; side < 2; side++)
        lines->weights[side] = (NearLine){1.0L, 0.0L, 0.0L};
}

static void followBoxes(const OracleBoxes *boxes, Real middle, Real radius, BoxLines *lines) {
    lines->radius = radius;
    if (boxes->input != NULL)
        followMatrices(boxes->input, middle, lines);
    else
        followScrew(boxes, middle, lines);
}

// --- Step 2

typedef struct DirectionGap {
    NearLine3 normal;
    Real least;  // over the whole interval, certainly
    Real middle; // in its middle, and what rounding and the rests leave open of that
    Real error;
    Real rate;   // with which the middle's changes
    Real length; // of the normal times the weights, in the middle
    Real side;   // of A: +1 or -1 along the normal
} DirectionGap;

// The directions of faces and edges, and for each box the axes that are not perpendicular to it.
typedef struct DirectionArms {
    int count[2], axes[2][3];
} DirectionArms;

static DirectionArms makeNormal(const BoxLines *lines, int direction, NearLine3 *normal) {
    DirectionArms arms = {{0, 0}, {{0, 1, 2}, {0, 1, 2}}};
    if (direction < 6) {
        int side = direction / 3, i = direction % 3;
        const NearLine3 *axes = lines->axes[side];
        *normal = crossLines(&axes[(i + 1) % 3], &axes[(i + 2) % 3], lines->radius);
        arms.count[side] = 1;
        arms.axes[side][0] = i;
        arms.count[1 - side] = 3;
        return arms;
    }
    const int i[2] = {(direction - 6) / 3, (direction - 6) % 3};
    *normal = crossLines(&lines->axes[0][i[0]], &lines->axes[1][i[1]], lines->radius);
    for (int side = 0; side < 2; side++) {
        arms.count[side] = 2;
        for (int k = 0; k < 2; k++)
            arms.axes[side][k] = (i[side] + 1 + k) % 3;
    }
    return arms;
}

static Real lengthOfLines(const NearLine3 *a) {
    return sqrtl(a->v[0].value * a->v[0].value + a->v[1].value * a->v[1].value +
                 a->v[2].value * a->v[2].value);
}

static DirectionGap measureDirection(const OracleBoxes *boxes, const BoxLines *lines, int direction) {
    DirectionGap gap;
    Real r = lines->radius;
    DirectionArms arms = makeNormal(lines, direction, &gap.normal);
    NearLine offset = dotLines(&gap.normal, &lines->difference, r);
    gap.side = offset.value < 0.0L ? -1.0L : 1.0L;
    Real ends[2] = {gap.side * offset.value - gap.side * offset.slope * r,
                    gap.side * offset.value + gap.side * offset.slope * r};
    gap.middle = gap.side * offset.value;
    gap.rate = gap.side * offset.slope;
    gap.error = offset.rest;
    Real reach = reachOfLine(offset, r);
    for (int side = 0; side < 2; side++) {
        for (int k = 0; k < arms.count[side]; k++) {
            int axis = arms.axes[side][k];
            NearLine along = dotLines(&gap.normal, &lines->axes[side][axis], r);
            along = scaleLine(boxes->half[side][axis], mulLines(along, lines->weights[1 - side], r), r);
            ends[0] -= fabsl(along.value - along.slope * r);
            ends[1] -= fabsl(along.value + along.slope * r);
            gap.middle -= fabsl(along.value);
            gap.rate -= along.value < 0.0L ? -along.slope : along.slope;
            gap.error += along.rest;
            reach += reachOfLine(along, r);
        }
    }
    gap.error = (gap.error + 8.0L * NEAR_LINE_UNIT * reach) * NEAR_LINE_SAFETY;
    gap.least = fminl(ends[0], ends[1]) - gap.error;
    gap.length = lengthOfLines(&gap.normal) * lines->weights[0].value * lines->weights[1].value;
    return gap;
}

// --- Step 3

void PlaceOracleBoxes(const OracleBoxes *boxes, Real t, OracleBoxPlace places[2]) {
    RealPose pose[2] = {{.p = {0.0L, 0.0L, 0.0L}}, boxes->fixed};
    if (boxes->input == NULL) pose[0] = GetOraclePoseAt(&boxes->motion, t);
    for (int side = 0; side < 2 && boxes->input != NULL; side++) {
        const cdQuadraticMatrix *motion = side ? &boxes->input->motionB : &boxes->input->motionA;
        Real entries[3][4], weight = lineOfEntry(motion->c[3][3], t, 0.0L).value;
        for (int row = 0; row < 3; row++) {
            for (int column = 0; column < 4; column++)
                entries[row][column] = lineOfEntry(motion->c[row][column], t, 0.0L).value / weight;
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
    Real scale = measured->side / lengthOfLines(&measured->normal);
    const NearLine *n = measured->normal.v;
    return (OracleBoxGap){.gap = measured->middle / measured->length,
                          .accuracy = measured->error / measured->length,
                          .rate = measured->rate / measured->length,
                          .direction = direction,
                          .normal = scaleReal(scale, (RealVec3){n[0].value, n[1].value, n[2].value})};
}

// A direction whose error is beyond a millionth of the boxes is of edges that rounding cannot tell from
// parallel ones: the faces beside them say the same.
static OracleBoxGap findWidestGap(const OracleBoxes *boxes, const BoxLines *lines) {
    OracleBoxGap widest = {.gap = -HUGE_VALL, .direction = -1};
    for (int direction = 0; direction < ORACLE_DIRECTIONS; direction++) {
        DirectionGap measured = measureDirection(boxes, lines, direction);
        if (!(measured.error < 1e-6L * boxes->size * measured.length)) continue;
        OracleBoxGap gap = gapOfDirection(&measured, direction);
        if (gap.gap - gap.accuracy > widest.gap - widest.accuracy) widest = gap;
    }
    return widest;
}

OracleBoxGap GetOracleBoxGap(const OracleBoxes *boxes, Real t) {
    BoxLines lines;
    followBoxes(boxes, t, 0.0L, &lines);
    return findWidestGap(boxes, &lines);
}

Real GetGapAlongVector(const OracleBoxes *boxes, Real t, RealVec3 normal) {
    OracleBoxPlace places[2];
    PlaceOracleBoxes(boxes, t, places);
    Real gap = dotReal(normal, subReal(places[0].center, places[1].center));
    for (int side = 0; side < 2; side++) {
        for (int k = 0; k < 3; k++)
            gap -= fabsl(dotReal(normal, places[side].arms[k]));
    }
    return gap;
}

BoxMeeting GetBoxMeeting(const OracleBoxes *boxes, double t) {
    BoxLines lines;
    bool overlap = true;
    followBoxes(boxes, t, 0.0L, &lines);
    for (int direction = 0; direction < ORACLE_DIRECTIONS; direction++) {
        DirectionGap gap = measureDirection(boxes, &lines, direction);
        if (gap.least > 0.0L) return BOXES_APART;
        overlap = overlap && gap.middle + gap.error < 0.0L;
    }
    if (overlap) return BOXES_OVERLAPPING;
    if (boxes->input != NULL) return MeetBoxesExactly(boxes->input, t);
    OracleBoxGap widest = findWidestGap(boxes, &lines);
    return widest.gap < -widest.accuracy ? BOXES_OVERLAPPING : BOXES_TOUCHING;
}

// --- Step 4

typedef struct BoxSearch {
    const OracleBoxes *boxes;
    OracleBoxContact *contact;
    int direction; // that parted them last
} BoxSearch;

static const double SHORTEST = 0x1p-41;

// Motions that slide along each other within rounding would cost without end at the least depth.
static Real chooseDepth(const BoxSearch *search) {
    int64_t spent = search->contact->evaluations;
    Real share = spent < 40000 ? 1e-14L : spent < 200000 ? 1e-11L : 1e-8L;
    return share * search->boxes->size;
}

// Whether one direction parts the boxes all through [lo, hi]. `depth`: what they are in each other by at most
// along one of them, where that is no more than may be let go; else 0.
static bool arePartedOver(BoxSearch *search, double lo, double hi, Real *depth) {
    BoxLines lines;
    Real allowed = chooseDepth(search);
    followBoxes(search->boxes, 0.5L * ((Real)lo + hi), 0.5L * ((Real)hi - lo), &lines);
    *depth = 0.0L;
    for (int k = 0; k < ORACLE_DIRECTIONS; k++) {
        int direction = (search->direction + k) % ORACLE_DIRECTIONS;
        DirectionGap gap = measureDirection(search->boxes, &lines, direction);
        search->contact->evaluations++;
        if (gap.least > 0.0L) {
            search->direction = direction;
            return true;
        }
        if (gap.least > -allowed * gap.length) *depth = allowed;
    }
    return false;
}

// The first contact in [lo, hi], free before lo. `ends`: they share a point at hi.
static bool searchInterval(BoxSearch *search, double lo, double hi, bool ends) {
    Real depth;
    if (arePartedOver(search, lo, hi, &depth)) return false;
    OracleBoxContact *contact = search->contact;
    if (ends && hi - lo <= SHORTEST) {
        contact->found = true;
        contact->lo = lo;
        contact->hi = hi;
        return true;
    }
    if (!ends && (depth > 0.0L || hi - lo <= SHORTEST)) {
        contact->depth = fmaxl(contact->depth, depth > 0.0L ? depth : search->boxes->size);
        return false;
    }
    double middle = 0.5 * (lo + hi);
    if (GetBoxMeeting(search->boxes, middle) != BOXES_APART) return searchInterval(search, lo, middle, true);
    return searchInterval(search, lo, middle, false) || searchInterval(search, middle, hi, ends);
}

OracleBoxContact FindOracleBoxContact(const OracleBoxes *boxes) {
    OracleBoxContact contact = {.start = GetBoxMeeting(boxes, 0.0)};
    if (contact.start != BOXES_APART) {
        contact.found = true;
        return contact;
    }
    BoxSearch search = {.boxes = boxes, .contact = &contact};
    double seam = boxes->input == NULL ? (double)GetOracleSeam(&boxes->motion) : 1.0, from = 0.0;
    for (double to = seam; from < 1.0 && !contact.found; from = to, to = 1.0) {
        bool ends = GetBoxMeeting(boxes, to) != BOXES_APART;
        searchInterval(&search, from, to, ends);
    }
    if (contact.found) contact.approachSpeed = -GetOracleBoxGap(boxes, contact.lo).rate;
    return contact;
}
