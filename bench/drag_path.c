// Meshes and steps of the benchmarks; see drag_path.h.
#include "bench/drag_path.h"
#include "random.h"

static const double pi = 3.14159265358979323846;

static void destroyMeshes(BenchPair *pair) {
    cdDestroyWorkspace(pair->workspace);
    cdDestroyMesh(pair->meshA);
    cdDestroyMesh(pair->meshB);
    pair->meshA = pair->meshB = NULL;
    pair->workspace = NULL;
}

void SuggestBenchRadii(const BenchPair *pair, double radii[2]) {
    const cdMeshDef defs[2] = {MakeSoupMeshDef(&pair->soupA), MakeSoupMeshDef(&pair->soupB)};
    cdSuggestLeafRadii(defs, 2, radii);
}

bool RebuildBenchPair(BenchPair *pair, const double *radii, BenchReport *report) {
    destroyMeshes(pair);
    cdMeshDef defs[2] = {MakeSoupMeshDef(&pair->soupA), MakeSoupMeshDef(&pair->soupB)};
    double suggested[2];
    SuggestBenchRadii(pair, suggested);
    for (int k = 0; k < 2; k++)
        defs[k].leafRadius = radii != NULL ? radii[k] : suggested[k];
    pair->meshA = cdCreateMesh(&defs[0], NULL);
    pair->meshB = cdCreateMesh(&defs[1], NULL);
    if (pair->meshA == NULL || pair->meshB == NULL) return FailReport(report, "the meshes cannot be built");
    pair->workspace = cdCreateWorkspace();
    return pair->workspace != NULL || FailReport(report, "out of memory for the queries");
}

bool MakeBenchPair(const BenchInput *input, const char *nameA, const char *nameB, double leafRadius,
                   BenchPair *pair, BenchReport *report) {
    *pair = (BenchPair){0};
    const double radii[2] = {leafRadius, leafRadius};
    return input->loadMesh(nameA, &pair->soupA, report->failure, sizeof report->failure) &&
           input->loadMesh(nameB, &pair->soupB, report->failure, sizeof report->failure) &&
           RebuildBenchPair(pair, leafRadius > 0.0 ? radii : NULL, report);
}

void FreeBenchPair(BenchPair *pair) {
    destroyMeshes(pair);
    DestroyTriangleSoup(&pair->soupA);
    DestroyTriangleSoup(&pair->soupB);
}

cdFirstContactInput MakeStepInput(const BenchPair *pair, const BenchStep *step) {
    return (cdFirstContactInput){.meshA = pair->meshA,
                                 .meshB = pair->meshB,
                                 .startA = step->start,
                                 .targetA = step->target,
                                 .startB = cdIdentityPose()};
}

static cdFirstContact runStep(const BenchPair *pair, const BenchStep *step) {
    cdFirstContactInput input = MakeStepInput(pair, step);
    return cdFindFirstContact(&input, NULL, pair->workspace, NULL);
}

static cdPose turnPose(cdPose pose, cdVec3 axis, double angle) {
    return (cdPose){pose.p, cdNormalizeQuat(cdMulQuat(cdMakeQuat(axis, angle), pose.q))};
}

// A hand's state during the drag.
typedef struct Hand {
    Random random;
    cdPose pose;   // of A
    cdVec3 normal; // of the last contact, from B to A
    cdVec3 along, axis;
    int freeSteps; // since the last contact
} Hand;

// Moves along the surface, into it or away from it; towards B's middle once the surface is lost.
static cdVec3 chooseDirection(const Hand *hand) {
    cdVec3 along = cdMulAdd(hand->along, -cdDot(hand->along, hand->normal), hand->normal);
    cdVec3 into = hand->freeSteps > 2 ? cdNormalize(cdNegate(hand->pose.p)) : cdNegate(hand->normal);
    double press = hand->freeSteps == 0 ? -0.3 : 0.6;
    return cdNormalize(cdMulAdd(cdNormalize(along), press, into));
}

static cdPose chooseTarget(const Hand *hand, double speed) {
    cdPose target = turnPose(hand->pose, hand->axis, speed * 2.0 * pi / 180.0);
    target.p = cdMulAdd(target.p, speed * 0.02, chooseDirection(hand));
    return target;
}

void MakeDragPath(const BenchPair *pair, uint64_t seed, double speed, int64_t count, BenchStep *steps) {
    enum { STROKE = 16 }; // steps in one direction
    Hand hand = {
        .random = {seed}, .pose = {{2.2, 0.0, 0.0}, {1.0, 0.0, 0.0, 0.0}}, .normal = {1.0, 0.0, 0.0}};
    BenchStep approach = {hand.pose, cdIdentityPose()};
    hand.pose = pair->fitted ? cdIdentityPose() : runStep(pair, &approach).resolvedPose;
    for (int64_t i = 0; i < count; i++) {
        if (i % STROKE == 0) {
            hand.along = nextRandomDirection(&hand.random);
            hand.axis = nextRandomDirection(&hand.random);
        }
        steps[i] = (BenchStep){hand.pose, chooseTarget(&hand, speed)};
        cdFirstContact result = runStep(pair, &steps[i]);
        hand.pose = result.resolvedPose;
        hand.freeSteps = result.state == CD_FREE ? hand.freeSteps + 1 : 0;
        if (result.state == CD_CONTACT) hand.normal = result.normal;
    }
}

static BenchStep makeBigStep(Random *random) {
    cdVec3 from = nextRandomDirection(random);
    cdPose start = {cdScale(nextRandomIn(random, 1.1, 1.8), from),
                    cdMakeQuat(nextRandomDirection(random), nextRandomIn(random, 0.0, pi))};
    cdVec3 direction = cdNormalize(cdMulAdd(cdNegate(from), 0.6, nextRandomDirection(random)));
    cdPose target = turnPose(start, nextRandomDirection(random), nextRandomIn(random, 0.0, pi / 3.0));
    target.p = cdMulAdd(target.p, nextRandomIn(random, 0.7, 1.3), direction);
    return (BenchStep){start, target};
}

int64_t MakeBigSteps(const BenchPair *pair, uint64_t seed, int64_t count, BenchStep *steps) {
    enum { TRIES = 20 }; // a step hits more often than that
    Random random = {seed};
    int64_t found = 0;
    for (int64_t i = 0; i < TRIES * count && found < count && !pair->fitted; i++) {
        steps[found] = makeBigStep(&random);
        if (runStep(pair, &steps[found]).state == CD_CONTACT) found++;
    }
    return found;
}
