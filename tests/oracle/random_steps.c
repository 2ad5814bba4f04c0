// Random steps between small meshes; see random_steps.h.
#include "oracle/random_steps.h"
#include "random.h"
#include "shapes/shapes.h"

#include <stdlib.h>

static const double PI = 3.14159265358979323846;

// At most some hundred triangles each, so that the brute-force oracle stays usable.
static const char *const SHAPES[STEP_SHAPE_COUNT] = {"box",
                                                     "box:x=1,y=0.02,z=0.6",
                                                     "icosphere:level=0",
                                                     "uv-sphere:n=5",
                                                     "torus:segments=6",
                                                     "quad-torus:n=5",
                                                     "torus-knot:segments=12",
                                                     "ring:segments=6",
                                                     "l-shape",
                                                     "plate",
                                                     "gear:teeth=3",
                                                     "blade:segments=4",
                                                     "torch:segments=3",
                                                     "cavity:segments=3",
                                                     "teapot:segments=1"};
static const double SCALES[STEP_SCALE_COUNT] = {1e-4, 1.0, 1e4};

static cdMesh *makeShapeMesh(const char *spec, double scale, cdVec3 offset) {
    TriangleSoup soup = {0};
    char message[256];
    if (!MakeShape(spec, &soup, message, sizeof message)) return NULL;
    for (int32_t i = 0; i < soup.pointCount; i++)
        soup.points[i] = cdMulAdd(offset, scale, soup.points[i]);
    cdMeshDef def = cdDefaultMeshDef();
    def.points = soup.points;
    def.triangles = soup.triangles;
    def.faceIds = soup.faceIds;
    def.pointIds = soup.pointIds;
    def.pointCount = soup.pointCount;
    def.triangleCount = soup.triangleCount;
    cdMesh *mesh = cdCreateMesh(&def, NULL);
    DestroyTriangleSoup(&soup);
    return mesh;
}

bool MakeStepMeshes(StepMeshes *set) {
    *set = (StepMeshes){0};
    bool made = true;
    for (int i = 0; i < STEP_MESH_COUNT; i++) {
        int shape = i / STEP_SCALE_COUNT;
        double scale = SCALES[i % STEP_SCALE_COUNT];
        cdVec3 offset = cdScale(shape % 3 == 2 ? 1e4 * scale : 0.0, cdMakeVec3(0.6, -0.3, 0.7));
        set->meshes[i] = makeShapeMesh(SHAPES[shape], scale, offset);
        if (set->meshes[i] == NULL) {
            made = false;
            continue;
        }
        set->oracles[i] = MakeOracleMesh(set->meshes[i]);
        made = made && set->oracles[i].points != NULL;
    }
    if (!made) FreeStepMeshes(set);
    return made;
}

void FreeStepMeshes(StepMeshes *set) {
    for (int i = 0; i < STEP_MESH_COUNT; i++) {
        FreeOracleMesh(&set->oracles[i]);
        cdDestroyMesh(set->meshes[i]);
    }
    *set = (StepMeshes){0};
}

const char *GetStepFamilyName(StepFamily family) {
    static const char *const names[STEP_FAMILY_COUNT] = {
        "general",    "translation", "rotation", "still",   "tiny",
        "large turn", "in plane",    "parallel", "grazing", "axis through center"};
    return names[family];
}

// Returns the pose with this orientation and position of a mesh's centre.
static cdPose makeCenterPose(const cdMesh *mesh, cdVec3 position, cdQuat attitude) {
    return (cdPose){cdSub(position, cdRotate(attitude, cdGetMeshInfo(mesh).center)), attitude};
}

static cdQuat randomAttitude(Random *random) {
    return cdMakeQuat(nextRandomDirection(random), nextRandomIn(random, 0.0, PI));
}

// Returns a quarter turn about an axis of the frame, or the identity.
static cdQuat gridAttitude(Random *random) {
    static const double half = 0.70710678118654752440;
    switch (nextRandomInt(random, 0, 3)) {
    case 0:
        return (cdQuat){half, half, 0.0, 0.0};
    case 1:
        return (cdQuat){half, 0.0, half, 0.0};
    case 2:
        return (cdQuat){half, 0.0, 0.0, half};
    default:
        return (cdQuat){1.0, 0.0, 0.0, 0.0};
    }
}

// Returns how far a rotated mesh reaches along a direction from its centre.
static double findReach(const OracleMesh *oracle, cdQuat attitude, cdVec3 direction) {
    cdVec3 local = cdInvRotate(attitude, direction);
    double reach = -INFINITY;
    for (int32_t i = 0; i < oracle->pointCount; i++)
        reach = fmax(reach, (double)dotReal(oracle->points[i], toReal(local)));
    return reach;
}

typedef struct StepMaker {
    Random random;
    const cdMesh *a, *b;
    const OracleMesh *oracleA, *oracleB;
    double radiusA, radiusB, reach; // reach: their sum
    cdVec3 centerB;
    cdPose poseB;
} StepMaker;

static cdVec3 placeNearby(StepMaker *maker, double nearest, double farthest) {
    double distance = maker->reach * nextRandomIn(&maker->random, nearest, farthest);
    return cdMulAdd(maker->centerB, distance, nextRandomDirection(&maker->random));
}

static void makeFree(StepMaker *maker, double omega, double turnOnly, cdFirstContactInput *input) {
    Random *random = &maker->random;
    cdVec3 from = placeNearby(maker, 0.65, 1.2), to = cdLerp(placeNearby(maker, 0.0, 1.2), from, turnOnly);
    cdQuat attitude = randomAttitude(random);
    cdQuat turned = cdNormalizeQuat(cdMulQuat(cdMakeQuat(nextRandomDirection(random), omega), attitude));
    input->startA = makeCenterPose(maker->a, from, attitude);
    input->targetA = makeCenterPose(maker->a, to, turned);
}

static void makeTiny(StepMaker *maker, cdFirstContactInput *input) {
    Random *random = &maker->random;
    double size = pow(10.0, nextRandomIn(random, -9.0, -2.0));
    cdVec3 from = placeNearby(maker, 0.3, 0.9);
    cdVec3 to = cdMulAdd(from, size * maker->reach, nextRandomVec3(random));
    cdQuat attitude = randomAttitude(random);
    double omega = nextRandomInt(random, 0, 3) ? size : 1e-12;
    cdQuat turned = cdNormalizeQuat(cdMulQuat(cdMakeQuat(nextRandomDirection(random), omega), attitude));
    input->startA = makeCenterPose(maker->a, from, attitude);
    input->targetA = makeCenterPose(maker->a, to, turned);
}

// Makes poses whose coordinates are multiples of a quarter of the smaller radius, rotated about an axis of
// the frame.
static void makeOnGrid(StepMaker *maker, bool turns, cdFirstContactInput *input) {
    Random *random = &maker->random;
    double cell = 0.25 * fmin(maker->radiusA, maker->radiusB);
    cdQuat attitude = gridAttitude(random), turned = attitude;
    if (turns) {
        const cdVec3 axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, -1}};
        double omega = nextRandomInt(random, 1, 5) * PI / 6.0 + 1e-3;
        turned = cdMulQuat(cdMakeQuat(axes[nextRandomInt(random, 0, 2)], omega), attitude);
    }
    cdVec3 from = cdMulAdd(maker->centerB, cell, nextRandomGridPoint(random, -8, 8));
    cdVec3 to = cdMulAdd(maker->centerB, cell, nextRandomGridPoint(random, -8, 8));
    if (!turns && nextRandomInt(random, 0, 1)) to.z = from.z;
    input->startA = makeCenterPose(maker->a, from, attitude);
    input->targetA = makeCenterPose(maker->a, to, turned);
}

// Picks the normal of one of B's faces, in the world frame; any direction for a face without area.
static cdVec3 pickFaceNormal(StepMaker *maker) {
    const OracleMesh *mesh = maker->oracleB;
    const int32_t *t = &mesh->triangles[3 * nextRandomInt(&maker->random, 0, mesh->triangleCount - 1)];
    RealVec3 a = subReal(mesh->points[t[1]], mesh->points[t[0]]),
             b = subReal(mesh->points[t[2]], mesh->points[t[0]]);
    RealVec3 n = crossReal(a, b);
    if (!(lengthReal(n) > 0.0L)) return nextRandomDirection(&maker->random);
    n = scaleReal(1.0L / lengthReal(n), n);
    return cdRotate(maker->poseB.q, cdMakeVec3((double)n.x, (double)n.y, (double)n.z));
}

// Returns the maximum distance of a rotated mesh from the axis through its centre.
static double findSweptRadius(const StepMaker *maker, cdQuat attitude, cdVec3 axis) {
    RealVec3 local = toReal(cdInvRotate(attitude, axis));
    Real radius = 0.0L;
    for (int32_t i = 0; i < maker->oracleA->pointCount; i++) {
        Real distance = lengthReal(crossReal(maker->oracleA->points[i], local));
        if (distance > radius) radius = distance;
    }
    return (double)radius;
}

// A slides over one of B's faces, or rotates so that its farthest vertex comes down to it, at a height of 0,
// rounding, or a little.
static void makeGrazing(StepMaker *maker, cdFirstContactInput *input) {
    Random *random = &maker->random;
    static const double heights[] = {0.0, 1e-15, -1e-15, 1e-12, -1e-12, 1e-9, -1e-9, 1e-6, -1e-6};
    cdVec3 n = pickFaceNormal(maker), along = cdNormalize(cdCross(n, nextRandomDirection(random)));
    cdQuat attitude = randomAttitude(random), turned = attitude;
    bool turns = nextRandomInt(random, 0, 1);
    double top = findReach(maker->oracleB, maker->poseB.q, n);
    double bottom =
        turns ? findSweptRadius(maker, attitude, along) : findReach(maker->oracleA, attitude, cdNegate(n));
    double height = top + bottom + heights[nextRandomInt(random, 0, 8)] * maker->reach;
    double stride = turns ? 0.0 : 1.2 * maker->reach;
    cdVec3 middle = cdMulAdd(maker->centerB, height, n);
    cdVec3 side = cdScale(nextRandomIn(random, -0.3, 0.3) * maker->reach, cdCross(n, along));
    if (turns) turned = cdNormalizeQuat(cdMulQuat(cdMakeQuat(along, 0.9 * PI), attitude));
    input->startA = makeCenterPose(maker->a, cdAdd(cdMulAdd(middle, -stride, along), side), attitude);
    input->targetA = makeCenterPose(maker->a, cdAdd(cdMulAdd(middle, stride, along), side), turned);
}

// Rotates about the axis along which it moves, through its centre: every vertex follows a helix.
static void makeAxisThroughCenter(StepMaker *maker, cdFirstContactInput *input) {
    Random *random = &maker->random;
    cdVec3 from = placeNearby(maker, 0.65, 1.2), axis = nextRandomDirection(random);
    cdVec3 to = cdMulAdd(from, maker->reach * nextRandomIn(random, -1.5, 1.5), axis);
    cdQuat attitude = nextRandomInt(random, 0, 1) ? gridAttitude(random) : randomAttitude(random);
    double omega = nextRandomIn(random, 0.0, PI);
    input->startA = makeCenterPose(maker->a, from, attitude);
    input->targetA =
        makeCenterPose(maker->a, to, cdNormalizeQuat(cdMulQuat(cdMakeQuat(axis, omega), attitude)));
}

static void makeMotion(StepMaker *maker, StepFamily family, cdFirstContactInput *input) {
    Random *random = &maker->random;
    switch (family) {
    case STEP_TRANSLATION:
        makeFree(maker, 0.0, 0.0, input);
        break;
    case STEP_ROTATION:
        makeFree(maker, nextRandomIn(random, 0.0, PI), 1.0, input);
        break;
    case STEP_STILL:
        makeFree(maker, 0.0, 1.0, input);
        input->targetA = input->startA;
        break;
    case STEP_TINY:
        makeTiny(maker, input);
        break;
    case STEP_LARGE_TURN:
        makeFree(maker, nextRandomIn(random, 0.5 * PI, PI), 0.0, input);
        break;
    case STEP_IN_PLANE:
        makeOnGrid(maker, false, input);
        break;
    case STEP_PARALLEL:
        makeOnGrid(maker, true, input);
        break;
    case STEP_GRAZING:
        makeGrazing(maker, input);
        break;
    case STEP_AXIS_THROUGH_CENTER:
        makeAxisThroughCenter(maker, input);
        break;
    default:
        makeFree(maker, nextRandomIn(random, 0.0, 0.5 * PI), 0.0, input);
        break;
    }
}

// Large pairs cost the oracle most and show least, so at most one step in eight has one.
static void pickMeshes(const StepMeshes *set, Random *random, RandomStep *step) {
    int scale = nextRandomInt(random, 0, STEP_SCALE_COUNT - 1);
    bool large = nextRandomInt(random, 0, 7) == 0;
    do {
        step->meshA = nextRandomInt(random, 0, STEP_SHAPE_COUNT - 1) * STEP_SCALE_COUNT + scale;
        step->meshB = nextRandomInt(random, 0, STEP_SHAPE_COUNT - 1) * STEP_SCALE_COUNT + scale;
    } while (!large &&
             set->oracles[step->meshA].triangleCount * set->oracles[step->meshB].triangleCount > 1500);
}

RandomStep MakeRandomStep(const StepMeshes *set, uint64_t seed, uint64_t number) {
    StepMaker maker = {.random = {seed * 0x9E3779B97F4A7C15u + number * 0xD1B54A32D192ED03u}};
    Random *random = &maker.random;
    nextRandom(random);
    RandomStep step = {.family = (StepFamily)nextRandomInt(random, 0, STEP_FAMILY_COUNT - 1)};
    pickMeshes(set, random, &step);
    bool onGrid = step.family == STEP_IN_PLANE || step.family == STEP_PARALLEL;
    maker.a = set->meshes[step.meshA];
    maker.b = set->meshes[step.meshB];
    maker.oracleA = &set->oracles[step.meshA];
    maker.oracleB = &set->oracles[step.meshB];
    maker.radiusA = cdGetMeshInfo(maker.a).radius;
    maker.radiusB = cdGetMeshInfo(maker.b).radius;
    maker.reach = maker.radiusA + maker.radiusB;
    double far = nextRandomInt(random, 0, 3) ? 0.0 : 1e4 * maker.reach;
    maker.centerB = cdScale(far, onGrid ? cdMakeVec3(0.5, 0.25, -0.75) : nextRandomVec3(random));
    maker.poseB =
        makeCenterPose(maker.b, maker.centerB, onGrid ? gridAttitude(random) : randomAttitude(random));
    step.input = (cdFirstContactInput){.meshA = maker.a, .meshB = maker.b, .startB = maker.poseB};
    makeMotion(&maker, step.family, &step.input);
    step.radius = fmax(maker.radiusA, maker.radiusB);
    step.offset = fmax(cdMaxAbs(step.input.startA.p), cdMaxAbs(maker.poseB.p));
    return step;
}

RandomStep MakeNextStep(const RandomStep *step, const cdFirstContact *result, uint64_t seed,
                        uint64_t number) {
    Random random = {~seed * 0x9E3779B97F4A7C15u + number * 0xD1B54A32D192ED03u};
    const cdMesh *mesh = step->input.meshA;
    cdMotion motion = cdMakeMotion(step->input.startA, step->input.targetA, cdGetMeshInfo(mesh).center);
    const double times[3] = {result->resolvedTime, result->t.lo, result->t.hi};
    RandomStep next = *step;
    next.touchNormal = result->normal;
    cdVec3 way = cdSub(step->input.targetA.p, step->input.startA.p);
    double speed = 2.0 * cdLength(way) + 8.0 * step->radius; // includes up to half a turn
    next.touchDepth = (result->t.hi - result->t.lo) * speed;
    next.input.startA = cdGetPoseAt(&motion, times[nextRandomInt(&random, 0, 2)]);
    double size = pow(10.0, nextRandomIn(&random, -6.0, -0.5));
    cdVec3 position = cdTransformPoint(next.input.startA, cdGetMeshInfo(mesh).center);
    cdQuat turn = cdMakeQuat(nextRandomDirection(&random), nextRandomInt(&random, 0, 1) ? size : 0.0);
    cdQuat turned = cdNormalizeQuat(cdMulQuat(turn, next.input.startA.q));
    position = cdMulAdd(position, size * step->radius, nextRandomDirection(&random));
    next.input.targetA = makeCenterPose(mesh, position, turned);
    return next;
}
