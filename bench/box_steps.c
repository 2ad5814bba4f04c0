// Steps of two boxes for the box benchmark; see box_steps.h.
#include "bench/box_steps.h"
#include "bench/timing.h"
#include "random.h"
#include <stdlib.h>

static const double pi = 3.14159265358979323846;
static const double nearby = 0.05; // of the radius

// --- Boxes

static cdVec3 makeHalf(Random *random, int32_t kind) {
    double wide = nextRandomIn(random, 0.7, 1.0), other = nextRandomIn(random, 0.7, 1.0);
    double thin = nextRandomIn(random, 0.03, 0.15), also = nextRandomIn(random, 0.03, 0.15);
    cdVec3 cube = {wide, other, nextRandomIn(random, 0.7, 1.0)};
    cdVec3 plate = {wide, thin, other}, stick = {thin, also, wide};
    return cdNormalize(kind == 0 ? cube : kind == 1 ? plate : stick);
}

static cdMesh *makeMesh(cdVec3 half) {
    static const int32_t triangles[36] = {0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5, 0, 1, 5, 0, 5, 4,
                                          2, 6, 7, 2, 7, 3, 0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6};
    cdVec3 points[8];
    for (int c = 0; c < 8; c++)
        points[c] = (cdVec3){c & 1 ? half.x : -half.x, c & 2 ? half.y : -half.y, c & 4 ? half.z : -half.z};
    cdMeshDef def = cdDefaultMeshDef();
    def.points = points;
    def.pointCount = 8;
    def.triangles = triangles;
    def.triangleCount = 12;
    return cdCreateMesh(&def, NULL);
}

bool MakeBoxShapes(uint64_t seed, BoxShapes *shapes, BenchReport *report) {
    *shapes = (BoxShapes){0};
    Random random = {seed};
    for (int32_t i = 0; i < BOX_SHAPES; i++) {
        shapes->halves[i] = makeHalf(&random, i % BOX_SHAPE_KINDS);
        shapes->meshes[i] = makeMesh(shapes->halves[i]);
        if (shapes->meshes[i] == NULL) return FailReport(report, "out of memory for the boxes");
        if (!cdGetMeshInfo(shapes->meshes[i]).isBox) return FailReport(report, "a box is not detected");
    }
    shapes->workspace = cdCreateWorkspace();
    return shapes->workspace != NULL || FailReport(report, "out of memory for the queries");
}

void FreeBoxShapes(BoxShapes *shapes) {
    cdDestroyWorkspace(shapes->workspace);
    for (int32_t i = 0; i < BOX_SHAPES; i++)
        cdDestroyMesh(shapes->meshes[i]);
    *shapes = (BoxShapes){0};
}

// --- Queries

cdBoxesInput MakeScrewBoxes(const BoxShapes *shapes, const BoxStep *step) {
    return (cdBoxesInput){.halfA = shapes->halves[step->a],
                          .halfB = shapes->halves[step->b],
                          .onScrew = true,
                          .startA = step->start,
                          .targetA = step->target,
                          .poseB = cdIdentityPose()};
}

cdFirstContactInput MakeBoxQuery(const BoxSteps *steps, int64_t i, uint32_t disabled) {
    const BoxStep *step = &steps->steps[i];
    return (cdFirstContactInput){.meshA = steps->shapes->meshes[step->a],
                                 .meshB = steps->shapes->meshes[step->b],
                                 .startA = step->start,
                                 .targetA = step->target,
                                 .startB = cdIdentityPose(),
                                 .disabled = disabled};
}

// --- Big steps

static BoxStep makeBigStep(Random *random, bool turns) {
    BoxStep step = {.a = nextRandomInt(random, 0, BOX_SHAPES - 1),
                    .b = nextRandomInt(random, 0, BOX_SHAPES - 1)};
    cdVec3 from = nextRandomDirection(random);
    step.start = (cdPose){cdScale(nextRandomIn(random, 0.8, 1.8), from),
                          cdMakeQuat(nextRandomDirection(random), nextRandomIn(random, 0.0, pi))};
    cdVec3 direction = cdNormalize(cdMulAdd(cdNegate(from), 0.8, nextRandomDirection(random)));
    cdQuat turn = cdMakeQuat(nextRandomDirection(random), nextRandomIn(random, 0.0, pi / 3.0));
    step.target = step.start;
    step.target.p = cdMulAdd(step.start.p, nextRandomIn(random, 0.7, 1.3), direction);
    if (turns) step.target.q = cdNormalizeQuat(cdMulQuat(turn, step.start.q));
    return step;
}

static bool passesNearby(const BoxShapes *shapes, const BoxStep *step) {
    cdBoxesInput grown = MakeScrewBoxes(shapes, step);
    grown.halfA = cdAdd(grown.halfA, (cdVec3){nearby, nearby, nearby});
    return cdFindBoxContact(&grown, NULL).state != CD_FREE;
}

static bool isOfKind(const BoxSteps *steps) {
    cdFirstContactInput input = MakeBoxQuery(steps, steps->count, CD_DISABLE_BOXES);
    cdState state = cdFindFirstContact(&input, NULL, steps->shapes->workspace, NULL).state;
    if (steps->kind == BOX_HITS || steps->kind == BOX_TRANSLATIONS) return state == CD_CONTACT;
    bool nears = passesNearby(steps->shapes, &steps->steps[steps->count]);
    return state == CD_FREE && nears == (steps->kind == BOX_NEAR);
}

static void makeBigSteps(uint64_t seed, int64_t count, BoxSteps *steps) {
    enum { TRIES = 100 }; // each kind is more frequent than that
    Random random = {seed};
    for (int64_t i = 0; i < TRIES * count && steps->count < count; i++) {
        steps->steps[steps->count] = makeBigStep(&random, steps->kind != BOX_TRANSLATIONS);
        if (isOfKind(steps)) steps->count++;
    }
}

// --- Drags

// A hand's state during the drag.
typedef struct BoxHand {
    int32_t a, b;
    cdPose pose;   // of A
    cdVec3 normal; // of the last contact, from B to A
    cdVec3 along, axis;
    int freeSteps; // since the last contact
    cdPairCache cache;
} BoxHand;

// Moves along the surface: slightly away and without rotation after a stopped step, else into it; towards B's
// middle once the surface is lost.
static cdPose chooseTarget(const BoxHand *hand) {
    bool stopped = hand->freeSteps == 0;
    cdVec3 along = cdNormalize(cdMulAdd(hand->along, -cdDot(hand->along, hand->normal), hand->normal));
    cdVec3 into = hand->freeSteps > 2 ? cdNormalize(cdNegate(hand->pose.p)) : cdNegate(hand->normal);
    cdPose target = hand->pose;
    target.p = cdMulAdd(target.p, 0.02, cdNormalize(cdMulAdd(along, stopped ? -0.3 : 0.6, into)));
    cdQuat turn = cdMakeQuat(hand->axis, 2.0 * pi / 180.0);
    if (!stopped) target.q = cdNormalizeQuat(cdMulQuat(turn, target.q));
    return target;
}

static void moveHand(BoxHand *hand, BoxSteps *steps) {
    int64_t k = steps->count++;
    steps->steps[k] = (BoxStep){hand->a, hand->b, hand->pose, chooseTarget(hand)};
    steps->caches[k] = hand->cache;
    cdFirstContactInput input = MakeBoxQuery(steps, k, CD_DISABLE_BOXES);
    cdFirstContact result = cdFindFirstContact(&input, &hand->cache, steps->shapes->workspace, NULL);
    hand->pose = result.resolvedPose;
    hand->freeSteps = result.state == CD_FREE ? hand->freeSteps + 1 : 0;
    if (result.state == CD_CONTACT) hand->normal = result.normal;
}

static void makeDrag(Random *random, int64_t count, BoxSteps *steps) {
    enum { STROKE = 16 }; // steps in one direction
    int32_t a = nextRandomInt(random, 0, BOX_SHAPES - 1), b = nextRandomInt(random, 0, BOX_SHAPES - 1);
    cdVec3 from = nextRandomDirection(random);
    cdQuat q = cdMakeQuat(nextRandomDirection(random), nextRandomIn(random, 0.0, pi));
    cdFirstContactInput approach = {.meshA = steps->shapes->meshes[a],
                                    .meshB = steps->shapes->meshes[b],
                                    .startA = {cdScale(2.2, from), q},
                                    .targetA = {{0.0, 0.0, 0.0}, q},
                                    .startB = cdIdentityPose(),
                                    .disabled = CD_DISABLE_BOXES};
    cdFirstContact met = cdFindFirstContact(&approach, NULL, steps->shapes->workspace, NULL);
    BoxHand hand = {.a = a, .b = b, .pose = met.resolvedPose, .normal = met.normal};
    for (int64_t i = 0; i < count; i++) {
        if (i % STROKE == 0) {
            hand.along = nextRandomDirection(random);
            hand.axis = nextRandomDirection(random);
        }
        moveHand(&hand, steps);
    }
}

static void makeDrags(uint64_t seed, int64_t count, BoxSteps *steps) {
    enum { DRAGS = 16 };
    Random random = {seed};
    for (int64_t i = 0; i < DRAGS; i++)
        makeDrag(&random, count * (i + 1) / DRAGS - count * i / DRAGS, steps);
}

BoxSteps MakeBoxSteps(const BoxShapes *shapes, BoxStepKind kind, uint64_t seed, int64_t count) {
    BoxSteps steps = {.shapes = shapes,
                      .kind = kind,
                      .steps = AllocateArray(count, sizeof(BoxStep)),
                      .caches = AllocateArray(count, sizeof(cdPairCache))};
    if (kind == BOX_DRAGS)
        makeDrags(seed, count, &steps);
    else
        makeBigSteps(seed, count, &steps);
    return steps;
}

void FreeBoxSteps(BoxSteps *steps) {
    free(steps->steps);
    free(steps->caches);
    *steps = (BoxSteps){0};
}

const char *GetBoxStepKindName(BoxStepKind kind) {
    static const char *const names[BOX_STEP_KINDS] = {"hits", "near misses", "misses", "drags",
                                                      "translations that hit"};
    return names[kind];
}
