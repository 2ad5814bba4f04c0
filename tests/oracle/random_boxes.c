// Random motions of two boxes; see random_boxes.h.
//
// (1) Sizes. (2) Orientations, rotations and centres of both, for either kind of motion. (3) The matrices or
// the poses from them. (4) Boxes that must touch are moved by the oracle's gap. (5) Everything is moved away
// from the origin.
#include "oracle/random_boxes.h"

#include "oracle/box_motions.h"
#include "random.h"

static const double PI = 3.14159265358979323846;

const char *GetBoxFamilyName(BoxFamily family) {
    static const char *const names[BOX_FAMILY_COUNT] = {
        "general",       "straight",        "about one axis", "still",          "tiny", "large turn",
        "grid",          "slide",           "grazing",        "start touching", "deep", "affine constant",
        "affine linear", "affine quadratic"};
    return names[family];
}

typedef struct BoxMaker {
    Random random;
    BoxFamily family;
    cdVec3 halves[2];
    double reach; // of both boxes from their centres
    cdQuat attitudes[2];
    cdVec3 axes[2]; // of rotations, unit
    double turns[2];
    cdVec3 centers[2][3]; // at t = 0, 1/2, 1
} BoxMaker;

// --- Step 1

static cdVec3 makeHalf(Random *random, bool onGrid) {
    static const double thin[5] = {0.5, 0.1, 0.01, 0.001, 0.03};
    if (onGrid) return cdScale(0.25, nextRandomGridPoint(random, 1, 4));
    cdVec3 half = {nextRandomIn(random, 0.3, 1.0), nextRandomIn(random, 0.3, 1.0),
                   nextRandomIn(random, 0.3, 1.0)};
    double share = thin[nextRandomInt(random, 0, 4)];
    int shape = nextRandomInt(random, 0, 3); // two of the values give cubes
    if (shape >= 2) half.z *= share;
    if (shape == 3) half.y *= share;
    return half;
}

// --- Step 2

static cdQuat makeAttitude(Random *random) {
    return cdMakeQuat(nextRandomDirection(random), nextRandomIn(random, 0.0, PI));
}

static cdVec3 placeWithin(BoxMaker *maker, double nearest, double farthest) {
    double distance = maker->reach * nextRandomIn(&maker->random, nearest, farthest);
    return cdScale(distance, nextRandomDirection(&maker->random));
}

static void placeGeneral(BoxMaker *maker) {
    Random *random = &maker->random;
    bool stillB = nextRandomInt(random, 0, 2) == 0;
    for (int side = 0; side < 2; side++) {
        maker->attitudes[side] = makeAttitude(random);
        maker->axes[side] = nextRandomDirection(random);
        maker->turns[side] = nextRandomIn(random, 0.0, 0.5 * PI);
    }
    maker->centers[0][0] = placeWithin(maker, 0.65, 1.2);
    maker->centers[0][1] = placeWithin(maker, 0.2, 0.9);
    maker->centers[0][2] = placeWithin(maker, 0.0, 1.2);
    for (int k = 0; k < 3; k++)
        maker->centers[1][k] = stillB ? cdMakeVec3(0.0, 0.0, 0.0) : placeWithin(maker, 0.0, 0.3);
    if (stillB) maker->turns[1] = 0.0;
}

static void straighten(BoxMaker *maker) {
    for (int side = 0; side < 2; side++) {
        cdVec3 *centers = maker->centers[side];
        centers[1] = cdLerp(centers[0], centers[2], 0.5);
        maker->turns[side] = 0.0;
    }
}

// Upright on one axis, in its plane: all normals' components along it stay 0 or 1.
static void placeAboutOneAxis(BoxMaker *maker) {
    Random *random = &maker->random;
    cdVec3 up = {0.0, 0.0, 1.0};
    bool inLine = nextRandomInt(random, 0, 1) == 0;
    for (int side = 0; side < 2; side++) {
        maker->axes[side] = up;
        maker->attitudes[side] = inLine ? cdIdentityPose().q : cdMakeQuat(up, nextRandomIn(random, 0.0, PI));
        for (int k = 0; k < 3; k++)
            maker->centers[side][k].z = 0.0;
    }
    if (nextRandomInt(random, 0, 1) == 0) straighten(maker);
}

static void placeStill(BoxMaker *maker, double share) {
    for (int side = 0; side < 2; side++) {
        cdVec3 *centers = maker->centers[side];
        maker->turns[side] *= share;
        centers[1] = cdLerp(centers[0], centers[1], share);
        centers[2] = cdLerp(centers[0], centers[2], share);
    }
}

static void placeOnGrid(BoxMaker *maker) {
    Random *random = &maker->random;
    for (int side = 0; side < 2; side++) {
        maker->attitudes[side] = cdIdentityPose().q;
        maker->turns[side] = 0.0;
        maker->centers[side][0] = cdScale(0.25, nextRandomGridPoint(random, -8, 8));
        maker->centers[side][2] = cdScale(0.25, nextRandomGridPoint(random, -8, 8));
        maker->centers[side][1] = cdLerp(maker->centers[side][0], maker->centers[side][2], 0.5);
    }
}

// Returns 0, a few units of rounding, or 1e-16 to 1e-6, of either sign.
static double makeNothing(Random *random) {
    double side = nextRandomInt(random, 0, 1) ? 1.0 : -1.0;
    switch (nextRandomInt(random, 0, 3)) {
    case 0:
        return 0.0;
    case 1:
        return side * 0x1p-52 * nextRandomInt(random, 1, 4);
    default:
        return side * pow(10.0, nextRandomIn(random, -16.0, -6.0));
    }
}

// A's lower face along B's upper one, rotating about the normal; or all of that in a rotated frame.
static void placeSliding(BoxMaker *maker) {
    Random *random = &maker->random;
    double height = (maker->halves[0].z + maker->halves[1].z) * (1.0 + makeNothing(random));
    cdQuat view = nextRandomInt(random, 0, 1) ? makeAttitude(random) : cdIdentityPose().q;
    placeAboutOneAxis(maker);
    for (int side = 0; side < 2; side++) {
        maker->axes[side] = cdRotate(view, maker->axes[side]);
        maker->attitudes[side] = cdMulQuat(view, maker->attitudes[side]);
        for (int k = 0; k < 3; k++) {
            cdVec3 *center = &maker->centers[side][k];
            if (side == 0) center->z += height;
            *center = cdRotate(view, *center);
        }
    }
}

static void place(BoxMaker *maker) {
    Random *random = &maker->random;
    placeGeneral(maker);
    switch (maker->family) {
    case BOX_STRAIGHT:
        straighten(maker);
        break;
    case BOX_ABOUT_ONE_AXIS:
        placeAboutOneAxis(maker);
        break;
    case BOX_STILL:
        placeStill(maker, 0.0);
        break;
    case BOX_TINY:
        placeStill(maker, pow(10.0, nextRandomIn(random, -9.0, -3.0)));
        break;
    case BOX_LARGE_TURN:
        maker->turns[0] = nextRandomIn(random, 0.5, 0.95) * PI;
        break;
    case BOX_GRID:
        placeOnGrid(maker);
        break;
    case BOX_SLIDE:
        placeSliding(maker);
        break;
    case BOX_DEEP:
        maker->centers[0][0] = placeWithin(maker, 0.0, 0.4);
        break;
    default:
        break;
    }
}

// --- Step 3

typedef struct Matrix3 {
    double m[3][3];
} Matrix3;

static Matrix3 mulMatrices(const Matrix3 *a, const Matrix3 *b) {
    Matrix3 product = {{{0.0}}};
    for (int i = 0; i < 9; i++) {
        for (int k = 0; k < 3; k++)
            product.m[i / 3][i % 3] += a->m[i / 3][k] * b->m[k][i % 3];
    }
    return product;
}

static Matrix3 makeRandomMatrix(Random *random, double diagonal, double most) {
    Matrix3 matrix;
    for (int i = 0; i < 9; i++)
        matrix.m[i / 3][i % 3] = (i % 4 == 0 ? diagonal : 0.0) + nextRandomIn(random, -most, most);
    return matrix;
}

// Orientation, shear and stretch, then 1 + a constant, a linear and a quadratic part that together leave each
// diagonal above the rest of its row: the box never loses its volume.
static cdQuadraticMatrix makeAffine(BoxMaker *maker, int side) {
    Random *random = &maker->random;
    BoxFamily family = maker->family;
    cdVec3 still[3] = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
    cdQuadraticMatrix turned = MakeTurningMotion(maker->attitudes[side], still[0], still), motion = {0};
    Matrix3 shear = makeRandomMatrix(random, 0.0, 1.2), attitude;
    for (int i = 0; i < 9; i++) {
        attitude.m[i / 3][i % 3] = turned.c[i / 3][i % 3][0];
        if (i / 3 > i % 3) shear.m[i / 3][i % 3] = 0.0;
        if (i % 4 == 0) shear.m[i / 3][i % 3] = nextRandomIn(random, 0.4, 2.0);
    }
    attitude = mulMatrices(&attitude, &shear);
    Matrix3 parts[3] = {makeRandomMatrix(random, 1.0, 0.15), makeRandomMatrix(random, 0.0, 0.1),
                        makeRandomMatrix(random, 0.0, 0.05)};
    int degree = family == BOX_AFFINE_CONSTANT ? 0 : family == BOX_AFFINE_LINEAR ? 1 : 2;
    for (int k = 0; k <= degree; k++) {
        Matrix3 part = mulMatrices(&attitude, &parts[k]);
        for (int i = 0; i < 9; i++)
            motion.c[i / 3][i % 3][k] = part.m[i / 3][i % 3];
    }
    motion.c[3][3][0] = 1.0;
    for (int k = 1; k < 3 && degree == 2; k++)
        motion.c[3][3][k] = nextRandomIn(random, -0.3, 0.3);
    SetMotionCenters(&motion, maker->centers[side]);
    return motion;
}

// k (t - p / 16) (t - q / 16), or linear, or never 0: all coefficients are exact.
static void setGridEntry(Random *random, double entry[3]) {
    double scale = 0.5 * nextRandomInt(random, -6, 6);
    double p = 0.0625 * nextRandomInt(random, 0, 16), q = 0.0625 * nextRandomInt(random, 0, 16);
    bool isLinear = nextRandomInt(random, 0, 3) == 0;
    entry[0] = isLinear ? -scale * p : scale * p * q;
    entry[1] = isLinear ? scale : -scale * (p + q);
    entry[2] = isLinear ? 0.0 : scale;
}

// Ones on the diagonal and entries above it, so that the volume is constant: the normals' components are
// those entries and a product, with zeros, also double ones, at sixteenths of the motion.
static void shearOnGrid(Random *random, cdQuadraticMatrix *motion) {
    setGridEntry(random, motion->c[0][1]);
    setGridEntry(random, motion->c[1][2]);
    setGridEntry(random, motion->c[0][2]);
}

static void makeMatrices(BoxMaker *maker, cdBoxesInput *input) {
    cdQuadraticMatrix *motions[2] = {&input->motionA, &input->motionB};
    input->halfA = maker->halves[0];
    input->halfB = maker->halves[1];
    for (int side = 0; side < 2; side++) {
        cdVec3 g = cdScale(tan(0.5 * maker->turns[side]), maker->axes[side]);
        *motions[side] = maker->family >= BOX_AFFINE_CONSTANT
                             ? makeAffine(maker, side)
                             : MakeTurningMotion(maker->attitudes[side], g, maker->centers[side]);
    }
    if (maker->family != BOX_GRID || nextRandomInt(&maker->random, 0, 2) == 0) return;
    shearOnGrid(&maker->random, &input->motionA);
    if (nextRandomInt(&maker->random, 0, 1)) shearOnGrid(&maker->random, &input->motionB);
}

static void makeScrew(BoxMaker *maker, cdBoxesInput *input) {
    cdQuat turn = cdMakeQuat(maker->axes[0], maker->turns[0]);
    input->halfA = maker->halves[0];
    input->halfB = maker->halves[1];
    input->startA = (cdPose){maker->centers[0][0], cdNormalizeQuat(maker->attitudes[0])};
    input->targetA = (cdPose){maker->centers[0][2], cdNormalizeQuat(cdMulQuat(turn, input->startA.q))};
    if (maker->turns[0] == 0.0) input->targetA.q = input->startA.q;
    input->poseB = (cdPose){maker->centers[1][0], cdNormalizeQuat(maker->attitudes[1])};
}

// --- Step 4

static void shiftA(RandomBoxes *boxes, cdVec3 by) {
    ShiftMotion(&boxes->input.motionA, by);
    boxes->input.startA.p = cdAdd(boxes->input.startA.p, by);
    boxes->input.targetA.p = cdAdd(boxes->input.targetA.p, by);
}

// Makes the gap at t equal to `wanted`.
static void setGap(RandomBoxes *boxes, double t, double wanted) {
    OracleBoxes oracle = MakeOracleBoxes(&boxes->input);
    OracleBoxGap gap = GetOracleBoxGap(&oracle, t);
    Real away = wanted - gap.gap;
    shiftA(boxes, cdMakeVec3((double)(away * gap.normal.x), (double)(away * gap.normal.y),
                             (double)(away * gap.normal.z)));
}

static double findNarrowest(const RandomBoxes *boxes, int rounds) {
    enum { SAMPLES = 16 };
    OracleBoxes oracle = MakeOracleBoxes(&boxes->input);
    Real least = HUGE_VALL;
    double narrowest = 0.0, width = 1.0 / SAMPLES, from = 0.0;
    for (int round = 0; round < rounds; round++) {
        for (int k = 0; k <= SAMPLES; k++) {
            double t = fmin(1.0, fmax(0.0, from + k * width));
            Real gap = GetOracleBoxGap(&oracle, t).gap;
            if (gap >= least) continue;
            least = gap;
            narrowest = t;
        }
        from = narrowest - width;
        width *= 2.0 / SAMPLES;
    }
    return narrowest;
}

static void makeGrazing(BoxMaker *maker, RandomBoxes *boxes) {
    double gap = makeNothing(&maker->random) * maker->reach;
    setGap(boxes, findNarrowest(boxes, 1), gap);
    setGap(boxes, findNarrowest(boxes, 3), gap);
}

// --- Step 5

// Powers of two keep points on a grid.
static void moveAway(BoxMaker *maker, RandomBoxes *boxes) {
    Random *random = &maker->random;
    bool onGrid = boxes->family == BOX_GRID, isFar = nextRandomInt(random, 0, 2) == 0;
    static const double grids[3] = {0x1p-13, 1.0, 0x1p13}, sizes[3] = {1e-4, 1.0, 1e4};
    int size = nextRandomInt(random, 0, 2);
    boxes->scale = onGrid ? grids[size] : sizes[size];
    if (boxes->scale != 1.0) {
        boxes->input = ScaleBoxes(&boxes->input, boxes->scale);
    }
    if (!isFar) return;
    cdVec3 direction = onGrid ? cdMakeVec3(0.5, -1.0, 0.25) : nextRandomDirection(random);
    boxes->origin = cdScale(boxes->scale * (onGrid ? 0x1p13 : 1e4), direction);
    boxes->input = ShiftBoxes(&boxes->input, boxes->origin);
}

void MakeRandomBoxes(uint64_t seed, uint64_t number, RandomBoxes *made) {
    BoxMaker maker = {.random = {seed * 0x9E3779B97F4A7C15u + number * 0xD1B54A32D192ED03u}};
    *made = (RandomBoxes){.input.onScrew = number % 2 == 1};
    made->family = maker.family = (BoxFamily)(number / 2 % BOX_FAMILY_COUNT);
    for (int side = 0; side < 2; side++)
        maker.halves[side] = makeHalf(&maker.random, made->family == BOX_GRID);
    maker.reach = cdLength(maker.halves[0]) + cdLength(maker.halves[1]);
    place(&maker);
    makeMatrices(&maker, &made->input);
    makeScrew(&maker, &made->input);
    if (made->family == BOX_GRAZING) makeGrazing(&maker, made);
    if (made->family == BOX_START_TOUCHING) setGap(made, 0.0, makeNothing(&maker.random) * maker.reach);
    moveAway(&maker, made);
}
