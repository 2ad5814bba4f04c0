// Caches of one pair of meshes in queries of another, made in the memory of the first or elsewhere: every
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
    cdDistanceCache distance;
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

static void checkDistance(const Step *step, cdPose pose, Caches *caches) {
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
    cdOverlapInput overlap = {
        .meshA = input.meshA, .meshB = input.meshB, .poseA = pose, .poseB = input.poseB};
    cdState state = cdFindOverlap(&overlap, NULL, step->workspace, NULL).state;
    assert_int_equal(cdFindOverlap(&overlap, &caches->overlap, step->workspace, NULL).state, state);
    assert_int_equal(plain.state, state);
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

// In each round one of the meshes is destroyed and another one made. Red: an element of the cache that the
// new mesh does not have, a pair or a vector that is believed, limits of a mesh that is gone.
static void testOtherMeshes(void **state) {
    (void)state;
    Random random = {41};
    Caches caches = {.slide = {{0.0}}};
    Step step = {.workspace = cdCreateWorkspace()};
    for (int i = 0; i < BODY_COUNT; i++)
        step.bodies[i] = makeBody(specs[i]);
    int contacts = 0, touching = 0;
    for (int round = 0; round < 300; round++) {
        Body *replaced = &step.bodies[nextRandomInt(&random, 0, BODY_COUNT - 1)];
        destroyBody(replaced);
        *replaced = makeBody(specs[nextRandomInt(&random, 0, SPEC_COUNT - 1)]);
        moveStep(&random, &step);
        cdFirstContact found = checkFirstContact(&step, &caches);
        contacts += found.state == CD_CONTACT;
        checkDistance(&step, found.resolvedPose, &caches);
        checkDistance(&step, step.target, &caches);
        touching += checkRegions(&step, found.resolvedPose, &caches) == CD_CONTACT;
        checkSlide(&step, found.resolvedPose, &caches);
        checkSlide(&step, step.start, &caches);
    }
    assert_in_range(contacts, 100, 290);
    assert_in_range(touching, 30, 290);
    for (int i = 0; i < BODY_COUNT; i++)
        destroyBody(&step.bodies[i]);
    cdDestroyWorkspace(step.workspace);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testOtherMeshes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
