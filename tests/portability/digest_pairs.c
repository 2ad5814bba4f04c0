// Queries of two meshes, and of a mesh among obstacles.
#include "digest.h"

static void digestFeature(DigestWork *work, cdFeature feature) {
    digestInt(work, feature.kind);
    digestInt(work, feature.kind != CD_NO_FEATURE ? feature.index : -1);
}

static void digestFirstContact(DigestWork *work, const cdFirstContact *contact) {
    digestInt(work, contact->state);
    digestInt(work, contact->reason);
    digestInt(work, contact->obstacle);
    digestDouble(work, contact->t.lo);
    digestDouble(work, contact->t.hi);
    digestDouble(work, contact->resolvedTime);
    digestPose(work, contact->resolvedPose);
    digestInt(work, contact->neededTouches);
    digestInt(work, contact->stats.pairTests);
    if (contact->state != CD_CONTACT) return;
    digestInt(work, contact->kind);
    digestFeature(work, contact->featureA);
    digestFeature(work, contact->featureB);
    digestVec3(work, contact->point);
    digestVec3(work, contact->normal);
    digestDouble(work, contact->tolerance);
}

// Two meshes, of which the second may move, too; with a safety distance in every third case.
static void runFirstContact(DigestWork *work, int index) {
    Random *random = &work->random;
    cdTouch touches[8];
    cdFirstContactInput input = {.meshA = nextDigestMesh(work, DIGEST_MESHES),
                                 .meshB = nextDigestMesh(work, DIGEST_MESHES),
                                 .startA = nextDigestPose(random, 3.0),
                                 .touches = touches,
                                 .touchCapacity = 8};
    input.targetA = nextDigestPose(random, 2.0);
    input.startB = nextDigestPose(random, 0.5);
    cdPose targetB = nextDigestPose(random, 1.0);
    if (index % 5 == 4) input.targetB = &targetB;
    if (index % 10 == 9) input.inBetween = CD_EACH_OWN_SCREW;
    if (index % 3 == 2) input.safetyDistance = 0.05;
    cdFirstContact contact = cdFindFirstContact(&input, NULL, work->workspace, NULL);
    digestFirstContact(work, &contact);
    for (int32_t i = 0; i < contact.touchCount; i++) {
        digestFeature(work, touches[i].featureA);
        digestFeature(work, touches[i].featureB);
        digestVec3(work, touches[i].point);
        digestVec3(work, touches[i].normal);
    }
}

static void runOverlap(DigestWork *work, int index) {
    int32_t pairs[64];
    cdOverlapInput input = {.meshA = nextDigestMesh(work, DIGEST_MESHES),
                            .meshB = nextDigestMesh(work, DIGEST_MESHES),
                            .poseA = nextDigestPose(&work->random, 1.0)};
    input.poseB = nextDigestPose(&work->random, 0.5);
    if (index % 2) input.trianglePairs = pairs, input.pairCapacity = 32;
    cdOverlap overlap = cdFindOverlap(&input, NULL, work->workspace, NULL);
    digestInt(work, overlap.state);
    digestInt(work, overlap.neededPairs);
    digestInt(work, overlap.stats.pairTests);
    if (overlap.state == CD_OVERLAP) digestVec3(work, overlap.point);
    for (int32_t i = 0; index % 2 && i < 2 * overlap.pairCount; i++)
        digestInt(work, pairs[i]);
}

static void digestDistance(DigestWork *work, const cdDistance *distance) {
    digestInt(work, distance->state);
    digestInt(work, distance->obstacle);
    digestInt(work, distance->beyond);
    digestDouble(work, distance->lower);
    if (distance->beyond) return;
    digestDouble(work, distance->distance);
    digestDouble(work, distance->upper);
    digestDouble(work, distance->error);
    digestVec3(work, distance->pointA);
    digestVec3(work, distance->pointB);
    digestVec3(work, distance->normal);
    digestFeature(work, distance->featureA);
    digestFeature(work, distance->featureB);
    digestInt(work, distance->stats.pairTests);
}

static void runDistance(DigestWork *work, int index) {
    cdDistanceInput input = {.meshA = nextDigestMesh(work, DIGEST_MESHES),
                             .meshB = nextDigestMesh(work, DIGEST_MESHES),
                             .poseA = nextDigestPose(&work->random, 3.0)};
    input.poseB = nextDigestPose(&work->random, 1.0);
    if (index % 3 == 2) input.maxDistance = 1.0;
    cdDistance distance = cdFindDistance(&input, NULL, work->workspace, NULL);
    digestDistance(work, &distance);
}

enum { OBSTACLES = 6 };

static void placeObstacles(DigestWork *work, cdObstacle obstacles[OBSTACLES]) {
    for (int i = 0; i < OBSTACLES; i++) {
        obstacles[i].mesh = nextDigestMesh(work, DIGEST_MESHES);
        obstacles[i].pose = nextDigestPose(&work->random, 3.0);
    }
}

static void runObstacles(DigestWork *work, int index) {
    Random *random = &work->random;
    cdObstacle obstacles[OBSTACLES];
    placeObstacles(work, obstacles);
    cdObstaclesInput input = {.mesh = nextDigestMesh(work, DIGEST_MESHES),
                              .start = nextDigestPose(random, 3.0),
                              .obstacles = obstacles,
                              .obstacleCount = OBSTACLES};
    input.target = nextDigestPose(random, 3.0);
    cdPose targets[OBSTACLES];
    for (int i = 0; i < OBSTACLES; i++)
        targets[i] = i % 2 ? obstacles[i].pose : nextDigestPose(random, 3.0);
    if (index % 4 == 3) input.obstacleTargets = targets;
    cdFirstContact contact = cdFindFirstContactAmong(&input, NULL, work->workspace, NULL);
    digestFirstContact(work, &contact);
    cdDistanceAmongInput near = {
        .mesh = input.mesh, .pose = input.start, .obstacles = obstacles, .obstacleCount = OBSTACLES};
    cdDistance distance = cdFindDistanceAmong(&near, NULL, work->workspace, NULL);
    digestDistance(work, &distance);
}

// A solid among solids, from a free place.
static void runSlide(DigestWork *work, int index) {
    Random *random = &work->random;
    (void)index;
    cdObstacle obstacles[3];
    for (int i = 0; i < 3; i++) {
        obstacles[i].mesh = nextDigestMesh(work, DIGEST_SOLIDS);
        obstacles[i].pose = nextDigestPose(random, 1.2);
    }
    cdSlideConstraint constraints[16];
    cdSlideInput input = {.step = {.mesh = nextDigestMesh(work, DIGEST_SOLIDS),
                                   .start = nextDigestPose(random, 1.0),
                                   .obstacles = obstacles,
                                   .obstacleCount = 3},
                          .constraints = constraints,
                          .constraintCapacity = 16};
    input.step.start.p = cdAdd(input.step.start.p, cdScale(4.0, nextRandomDirection(random)));
    input.step.target = nextDigestPose(random, 1.0);
    cdSlide slide = cdFindSlide(&input, NULL, work->workspace, NULL);
    digestFirstContact(work, &slide.contact);
    digestInt(work, slide.legCount);
    digestInt(work, slide.roundCount);
    for (int32_t i = 0; i < slide.constraintCount; i++) {
        digestVec3(work, constraints[i].point);
        digestVec3(work, constraints[i].normal);
        digestDouble(work, constraints[i].push);
    }
}

const DigestKind digestPairs[] = {{"first-contact", 1800, runFirstContact, NULL},
                                  {"overlap", 1200, runOverlap, NULL},
                                  {"distance", 1200, runDistance, NULL},
                                  {"obstacles", 300, runObstacles, NULL},
                                  {"slide", 100, runSlide, NULL},
                                  {NULL, 0, NULL, NULL}};
