// Caches of one pair of meshes in queries of another, created at the address of the first or elsewhere: every
// result is that without a cache, bit for bit.
#include "body_fixture.h"
#include "collision/distance.h"
#include "collision/slide.h"
#include "oracle/soak.h"
#include "random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static const char *const specs[] = {"box", "torus:segments=12", "icosphere:level=0", "gear:teeth=5",
                                    "l-shape"};

enum { SPEC_COUNT = sizeof specs / sizeof *specs, BODY_COUNT = 3, REGION_MAX = 256, POINT_MAX = 2048 };

// One of each kind, for all meshes.
typedef struct Caches {
    cdPairCache pairs[BODY_COUNT], overlap, regions;
    cdPairCache distance;
    cdSlideCache slide;
} Caches;

typedef struct Step {
    Body bodies[BODY_COUNT];
    cdObstacle obstacles[BODY_COUNT - 1];
    cdPose start, target;
    cdWorkspace *workspace;
} Step;

static void moveStep(Random *random, Step *step) {
    for (int i = 0; i < BODY_COUNT - 1; i++) {
        cdPose pose =
            turnedPose(1.5 * i, 0.0, 0.0, nextRandomDirection(random), nextRandomIn(random, 0.0, 3.0));
        step->obstacles[i] = (cdObstacle){step->bodies[i + 1].mesh, pose};
    }
    step->start = (cdPose){cdScale(4.0, nextRandomDirection(random)), cdIdentityPose().q};
    step->target.p = nextRandomVec3(random);
    step->target.q = cdMakeQuat(nextRandomDirection(random), nextRandomIn(random, 0.0, 2.0));
}

static cdFirstContact checkFirstContact(const Step *step, Caches *caches) {
    cdObstaclesInput input = {.mesh = step->bodies[0].mesh,
                              .start = step->start,
                              .target = step->target,
                              .obstacles = step->obstacles,
                              .obstacleCount = BODY_COUNT - 1};
    cdFirstContact plain = cdFindFirstContactAmong(&input, NULL, step->workspace, NULL);
    cdFirstContact cached = cdFindFirstContactAmong(&input, caches->pairs, step->workspace, NULL);
    assert_true(AreAnswersEqual(&plain, &cached));
    assert_int_equal(plain.obstacle, cached.obstacle);
    return plain;
}

static cdState checkDistance(const Step *step, cdPose pose, Caches *caches) {
    cdDistanceInput input = {.meshA = step->bodies[0].mesh,
                             .meshB = step->bodies[1].mesh,
                             .poseA = pose,
                             .poseB = step->obstacles[0].pose};
    cdDistance plain = cdFindDistance(&input, NULL, step->workspace, NULL);
    cdDistance cached = cdFindDistance(&input, &caches->distance, step->workspace, NULL);
    assert_true(plain.state == cached.state && plain.distance == cached.distance);
    assert_memory_equal(&plain.pointA, &cached.pointA, sizeof plain.pointA);
    assert_memory_equal(&plain.pointB, &cached.pointB, sizeof plain.pointB);
    assert_int_equal(plain.featureA.index, cached.featureA.index);
    assert_int_equal(plain.featureB.index, cached.featureB.index);
    return plain.state;
}

static void checkOverlap(const Step *step, cdPose pose, Caches *caches) {
    cdOverlapInput input = {.meshA = step->bodies[0].mesh,
                            .meshB = step->bodies[1].mesh,
                            .poseA = pose,
                            .poseB = step->obstacles[0].pose};
    cdOverlap plain = cdFindOverlap(&input, NULL, step->workspace, NULL);
    cdOverlap cached = cdFindOverlap(&input, &caches->overlap, step->workspace, NULL);
    assert_true(plain.state == cached.state && plain.pairCount == cached.pairCount);
    assert_int_equal(plain.featureA.index, cached.featureA.index);
    assert_int_equal(plain.featureB.index, cached.featureB.index);
    assert_memory_equal(&plain.point, &cached.point, sizeof plain.point);
}

static cdState checkRegions(const Step *step, cdPose pose, Caches *caches) {
    static cdContactRegion regions[2][REGION_MAX];
    static cdVec3 points[2][POINT_MAX];
    cdContactRegions found[2];
    for (int i = 0; i < 2; i++) {
        cdRegionsInput input = {.meshA = step->bodies[0].mesh,
                                .meshB = step->bodies[1].mesh,
                                .poseA = pose,
                                .poseB = step->obstacles[0].pose,
                                .regions = regions[i],
                                .points = points[i],
                                .regionCapacity = REGION_MAX,
                                .pointCapacity = POINT_MAX};
        found[i] = cdFindContactRegions(&input, i == 0 ? NULL : &caches->regions, step->workspace, NULL);
    }
    assert_int_equal(found[0].state, found[1].state);
    assert_int_equal(found[0].regionCount, found[1].regionCount);
    assert_int_equal(found[0].pointCount, found[1].pointCount);
    assert_memory_equal(points[0], points[1], (size_t)found[0].pointCount * sizeof(cdVec3));
    return found[0].state;
}

static void checkSlide(const Step *step, cdPose start, Caches *caches) {
    cdSlideInput input = {.step = {.mesh = step->bodies[0].mesh,
                                   .start = start,
                                   .target = step->target,
                                   .obstacles = step->obstacles,
                                   .obstacleCount = BODY_COUNT - 1}};
    cdWorkspace *fresh = cdCreateWorkspace();
    cdSlide plain = cdFindSlide(&input, NULL, fresh, NULL);
    cdSlide cached = cdFindSlide(&input, &caches->slide, step->workspace, NULL);
    cdDestroyWorkspace(fresh);
    assert_int_equal(plain.contact.state, cached.contact.state);
    assert_int_equal(plain.legCount, cached.legCount);
    assert_memory_equal(&plain.contact.resolvedPose, &cached.contact.resolvedPose, sizeof(cdPose));
}

static Step makeStepOfBodies(void) {
    Step step = {.workspace = cdCreateWorkspace()};
    for (int i = 0; i < BODY_COUNT; i++)
        step.bodies[i] = makeBody(specs[i]);
    return step;
}

static void destroyStep(Step *step) {
    for (int i = 0; i < BODY_COUNT; i++)
        destroyBody(&step->bodies[i]);
    cdDestroyWorkspace(step->workspace);
}

// Destroys one of the meshes and creates another one.
static void replaceOne(Random *random, Step *step) {
    Body *replaced = &step->bodies[nextRandomInt(random, 0, BODY_COUNT - 1)];
    destroyBody(replaced);
    *replaced = makeBody(specs[nextRandomInt(random, 0, SPEC_COUNT - 1)]);
    moveStep(random, step);
}

// In each round one of the meshes is replaced. Red: a cached element that the new mesh does not have, a
// trusted pair or vector, limits of a destroyed mesh.
static void testOtherMeshes(void **state) {
    (void)state;
    Random random = {41};
    Caches caches = {.slide = {0}};
    Step step = makeStepOfBodies();
    int contacts = 0, touching = 0;
    for (int round = 0; round < 300; round++) {
        replaceOne(&random, &step);
        cdFirstContact found = checkFirstContact(&step, &caches);
        contacts += found.state == CD_CONTACT;
        checkOverlap(&step, found.resolvedPose, &caches);
        checkOverlap(&step, step.target, &caches);
        touching += checkRegions(&step, found.resolvedPose, &caches) == CD_CONTACT;
        checkSlide(&step, found.resolvedPose, &caches);
        checkSlide(&step, step.start, &caches);
    }
    assert_in_range(contacts, 100, 290);
    assert_in_range(touching, 30, 290);
    destroyStep(&step);
}

// The same for distances, of disjoint and of overlapping meshes. Red: a cache that decides which of several
// answers is given.
static void testDistancesOfOtherMeshes(void **state) {
    (void)state;
    Random random = {42};
    Caches caches = {.slide = {0}};
    Step step = makeStepOfBodies();
    int overlaps = 0;
    for (int round = 0; round < 300; round++) {
        replaceOne(&random, &step);
        checkDistance(&step, step.start, &caches);
        overlaps += checkDistance(&step, step.target, &caches) == CD_OVERLAP;
    }
    assert_in_range(overlaps, 50, 290);
    destroyStep(&step);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testOtherMeshes),
        cmocka_unit_test(testDistancesOfOtherMeshes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
