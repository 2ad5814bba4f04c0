// Times two boxes in polynomial motion; see box_motions.h.
//
// Both boxes move. Affine: the box's axes, rotated at random, are stretched and sheared by quadratic
// functions of t, by up to a fifth; w is 1. Turning: w = 1 + k2 t^2, up to 60 degrees in all. Centres move
// about one radius on a curve, A from 1.5 to 2.2 radii away towards B.
#include "bench/box_motions.h"
#include "bench/box_times.h"
#include "collision/boxes.h"
#include "random.h"
#include <math.h>
#include <stdlib.h>

typedef enum MotionKind { MOTION_AFFINE, MOTION_TURNING, MOTION_KINDS } MotionKind;

typedef struct MotionList {
    cdBoxesInput *inputs;
    int64_t count;
    double parts, planes; // sums
    int64_t undecided;    // encountered on the way to the wanted number
} MotionList;

// --- Motions

// Sets the coefficients of one entry of the matrix.
static void setEntry(cdQuadraticMatrix *m, int row, int column, double c0, double c1, double c2) {
    m->c[row][column][0] = c0;
    m->c[row][column][1] = c1;
    m->c[row][column][2] = c2;
}

static void setColumn(cdQuadraticMatrix *m, int column, const cdVec3 c[3]) {
    setEntry(m, 0, column, c[0].x, c[1].x, c[2].x);
    setEntry(m, 1, column, c[0].y, c[1].y, c[2].y);
    setEntry(m, 2, column, c[0].z, c[1].z, c[2].z);
}

static cdVec3 getAxis(cdQuat q, int i) {
    return cdRotate(q, (cdVec3){i == 0, i == 1, i == 2});
}

static cdQuat makeRandomQuat(Random *random) {
    return cdMakeQuat(nextRandomDirection(random), nextRandomIn(random, 0.0, 3.14159265358979323846));
}

// Multiplies by w, so that the centre's path begins at `from` and ends at `to`.
static void setCenter(cdQuadraticMatrix *m, cdVec3 from, cdVec3 to, cdVec3 bend, double k2) {
    cdVec3 last = cdScale(1.0 + k2, to);
    cdVec3 c[3] = {from, cdAdd(cdSub(last, from), bend), cdNegate(bend)};
    setColumn(m, 3, c);
    setEntry(m, 3, 3, 1.0, 0.0, k2);
}

static cdQuadraticMatrix makeAffine(Random *random, cdVec3 from, cdVec3 to) {
    cdQuadraticMatrix m = {0};
    cdQuat q = makeRandomQuat(random);
    for (int i = 0; i < 3; i++) {
        cdVec3 c[3] = {getAxis(q, i), cdScale(0.1, nextRandomVec3(random)),
                       cdScale(0.1, nextRandomVec3(random))};
        setColumn(&m, i, c);
    }
    setCenter(&m, from, to, cdScale(0.2, nextRandomVec3(random)), 0.0);
    return m;
}

// Columns w R(t) e: e + 2 t g x e + t^2 (2 g (g . e) - k2 e), about g = tan(angle / 2) axis.
static cdQuadraticMatrix makeTurning(Random *random, cdVec3 from, cdVec3 to) {
    cdQuadraticMatrix m = {0};
    cdQuat q = makeRandomQuat(random);
    cdVec3 g =
        cdScale(nextRandomIn(random, 0.0, tan(3.14159265358979323846 / 6.0)), nextRandomDirection(random));
    double k2 = cdLengthSq(g);
    for (int i = 0; i < 3; i++) {
        cdVec3 e = getAxis(q, i);
        cdVec3 c[3] = {e, cdScale(2.0, cdCross(g, e)), cdMulAdd(cdScale(-k2, e), 2.0 * cdDot(g, e), g)};
        setColumn(&m, i, c);
    }
    setCenter(&m, from, to, cdScale(0.2, nextRandomVec3(random)), k2);
    return m;
}

static cdVec3 makeHalf(Random *random) {
    cdVec3 half = {nextRandomIn(random, 0.1, 1.0), nextRandomIn(random, 0.1, 1.0),
                   nextRandomIn(random, 0.1, 1.0)};
    return cdNormalize(half);
}

static cdBoxesInput makeMotion(Random *random, MotionKind kind) {
    cdVec3 from = nextRandomDirection(random);
    cdVec3 start = cdScale(nextRandomIn(random, 1.5, 2.2), from);
    cdVec3 direction = cdNormalize(cdMulAdd(cdNegate(from), 0.8, nextRandomDirection(random)));
    cdVec3 end = cdMulAdd(start, nextRandomIn(random, 0.7, 1.3), direction);
    cdVec3 zero = {0.0, 0.0, 0.0}, aside = cdScale(0.3, nextRandomVec3(random));
    cdBoxesInput input = {.halfA = makeHalf(random), .halfB = makeHalf(random)};
    bool affine = kind == MOTION_AFFINE;
    input.motionA = affine ? makeAffine(random, start, end) : makeTurning(random, start, end);
    input.motionB = affine ? makeAffine(random, zero, aside) : makeTurning(random, zero, aside);
    return input;
}

// --- Lists of motions of one kind and outcome

static MotionList makeList(MotionKind kind, cdState state, uint64_t seed, int64_t count) {
    enum { TRIES = 100 };
    Random random = {seed};
    MotionList list = {.inputs = AllocateArray(count, sizeof(cdBoxesInput))};
    for (int64_t i = 0; i < TRIES * count && list.count < count; i++) {
        cdBoxesInput input = makeMotion(&random, kind);
        cdBoxContact contact = cdFindBoxContact(&input, NULL);
        list.undecided += contact.state == CD_UNDECIDED;
        if (contact.state != state) continue;
        list.inputs[list.count++] = input;
        list.parts += contact.partCount;
        list.planes += contact.planeCount;
    }
    return list;
}

static void findContact(void *context, int64_t i) {
    const MotionList *list = context;
    cdFindBoxContact(&list->inputs[i], NULL);
}

bool MeasureBoxMotions(const BenchInput *input, BenchReport *report) {
    enum { ROUNDS = 5 };
    static const char *const columns[] = {"motions", "median us", "p95 us", "mean us",
                                          "parts",   "planes",    NULL};
    static const char *const names[MOTION_KINDS] = {"affine, degree 6", "turning, degree 8"};
    static const cdState states[2] = {CD_CONTACT, CD_FREE};
    AddTable(report, columns, "cdFindBoxContact: both boxes in polynomial motion");
    int64_t undecided = 0, missing = 0;
    for (int k = 0; k < 2 * MOTION_KINDS; k++) {
        cdState state = states[k % 2];
        MotionList list = makeList((MotionKind)(k / 2), state, input->seed + 10, input->steps);
        BoxTimes times = TimeBoxCalls(findContact, &list, list.count, ROUNDS);
        double n = (double)list.count;
        double values[] = {n, times.median, times.p95, times.mean, list.parts / n, list.planes / n};
        AddRow(report, values, "%s: %s", names[k / 2], state == CD_CONTACT ? "hits" : "misses");
        undecided += list.undecided;
        missing += input->steps - list.count;
        free(list.inputs);
    }
    AddRequirement(report, "polynomial motions left undecided", (double)undecided, REPORT_AT_MOST, 0.0,
                   "motions");
    return missing == 0 || FailReport(report, "too few random motions hit, or miss");
}
