// One moving mesh among many fixed ones: the broad phase must find what asking each obstacle alone finds.
#include "contact_fixture.h"
#include "memory_fixture.h"
#include "oracle/soak.h"
#include "random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { OBSTACLE_COUNT = 40 };

static cdMesh *box, *torus, *thin;
static cdObstacle obstacles[OBSTACLE_COUNT];

static int makeMeshes(void **state) {
    (void)state;
    box = makeShape("box:x=0.4,y=0.3,z=0.5");
    torus = makeShape("torus:segments=10,major=0.6,minor=0.2");
    thin = makeShape("plate:width=1,depth=1,thickness=0.001");
    Random random = {61};
    cdMesh *const meshes[3] = {box, torus, thin};
    for (int i = 0; i < OBSTACLE_COUNT; i++) {
        obstacles[i].mesh = meshes[i % 3];
        obstacles[i].pose =
            (cdPose){cdScale(5.0, nextRandomVec3(&random)),
                     cdMakeQuat(nextRandomDirection(&random), nextRandomIn(&random, 0.0, PI))};
    }
    return 0;
}

static int freeMeshes(void **state) {
    (void)state;
    cdDestroyMesh(box);
    cdDestroyMesh(torus);
    cdDestroyMesh(thin);
    return 0;
}

static cdOverlap testAt(cdPose pose, cdWorkspace *workspace) {
    cdOverlapAmongInput input = {
        .mesh = torus, .pose = pose, .obstacles = obstacles, .obstacleCount = OBSTACLE_COUNT};
    return cdFindOverlapAmong(&input, NULL, workspace, NULL);
}

static cdPose freePose(Random *random, cdWorkspace *workspace) {
    for (;;) {
        cdPose pose = {cdScale(5.0, nextRandomVec3(random)),
                       cdMakeQuat(nextRandomDirection(random), nextRandomIn(random, 0.0, PI))};
        if (testAt(pose, workspace).state == CD_FREE) return pose;
    }
}

// The earliest of all answers, asked one by one.
static cdFirstContact askEach(cdPose start, cdPose target, int32_t *obstacle) {
    cdFirstContact best = {.state = CD_FREE, .t = {1.0, 1.0}};
    *obstacle = -1;
    for (int i = 0; i < OBSTACLE_COUNT; i++) {
        cdFirstContactInput input = makeStep(torus, start, target, obstacles[i].mesh, obstacles[i].pose);
        cdFirstContact result = findContact(&input);
        if (result.state == CD_FREE || (*obstacle >= 0 && result.t.lo >= best.t.lo)) continue;
        best = result;
        *obstacle = i;
    }
    return best;
}

// 200 steps, short and across the whole scene, turning by up to 150 degrees (swept bounds bulge then). Red:
// swept bounds that forget the arc, an order that stops at the wrong obstacle, a limit that hides an earlier
// contact.
static void testAgainstAskingEach(void **state) {
    (void)state;
    Random random = {62};
    cdWorkspace *workspace = cdCreateWorkspace();
    cdPairCache caches[OBSTACLE_COUNT] = {{0}};
    int contacts = 0, looked = 0;
    for (int k = 0; k < 200; k++) {
        cdPose start = freePose(&random, workspace);
        double reach = k % 2 ? 1.0 : 6.0;
        cdQuat turn = cdMakeQuat(nextRandomDirection(&random), nextRandomIn(&random, 0.0, 2.6));
        cdPose target = {cdMulAdd(start.p, reach, nextRandomVec3(&random)),
                         cdNormalizeQuat(cdMulQuat(turn, start.q))};
        cdObstaclesInput input = {.mesh = torus,
                                  .start = start,
                                  .target = target,
                                  .obstacles = obstacles,
                                  .obstacleCount = OBSTACLE_COUNT};
        int32_t expectedObstacle;
        cdFirstContact result = cdFindFirstContactAmong(&input, k % 3 ? caches : NULL, workspace, NULL);
        cdFirstContact expected = askEach(start, target, &expectedObstacle);
        assert_int_equal(result.state, expected.state);
        assert_int_equal(result.obstacle, expectedObstacle);
        assert_true(fabs(result.t.lo - expected.t.lo) <= 1e-12);
        if (result.state == CD_CONTACT) {
            assert_int_equal(result.featureB.index, expected.featureB.index);
            assert_true(result.resolvedTime <= result.t.lo);
        }
        cdOverlap after = testAt(result.state == CD_FREE ? target : result.resolvedPose, workspace);
        assert_int_equal(after.state, CD_FREE);
        assert_int_equal(after.obstacle, -1);
        contacts += result.state == CD_CONTACT;
        looked += (int)result.stats.bodyTests;
    }
    assert_true(contacts > 40);
    assert_true(looked > 0);
    cdDestroyWorkspace(workspace);
}

// The convex proxies told of belong to the obstacle met, or, when all are free, to the one whose separating
// vector leaves the least gap. Red:
// those of the obstacle asked last, an index into the order of asking.
static void testProxiesAreOfTheNearest(void **state) {
    (void)state;
    cdWorkspace *workspace = cdCreateWorkspace();
    const cdObstacle row[] = {{box, {{0.0, 1.1, 0.0}, {1.0, 0.0, 0.0, 0.0}}},
                              {box, {{0.0, -0.7, 0.0}, {1.0, 0.0, 0.0, 0.0}}},
                              {box, {{0.0, 1.1, 0.1}, {1.0, 0.0, 0.0, 0.0}}},
                              {box, {{9.0, 0.0, 0.0}, {1.0, 0.0, 0.0, 0.0}}}};
    cdObstaclesInput input = {.mesh = box,
                              .start = {{-0.2, 0.0, 0.0}, {1.0, 0.0, 0.0, 0.0}},
                              .target = {{0.2, 0.0, 0.0}, {1.0, 0.0, 0.0, 0.0}},
                              .obstacles = row,
                              .obstacleCount = 4};
    for (int k = 0; k < 2; k++) {
        input.disabled = k == 0 ? CD_DISABLE_BOXES : 0; // hulls, then the test of boxes in their place
        input.target.p.y = 0.0;
        cdFirstContact result = cdFindFirstContactAmong(&input, NULL, workspace, NULL);
        assert_true(result.state == CD_FREE && result.proxy.tested && result.proxy.separated);
        assert_int_equal(k == 0 ? result.stats.proxyTests : result.stats.boxTests, 3);
        assert_int_equal(result.proxy.obstacle, 1);
        assert_true(result.proxy.gap > 0.09 && result.proxy.gap < 0.11);
        input.target.p.y = 0.7;
        result = cdFindFirstContactAmong(&input, NULL, workspace, NULL);
        assert_int_equal(result.state, CD_CONTACT);
        assert_int_equal(result.proxy.obstacle, result.obstacle);
        assert_true(result.proxy.tested && !result.proxy.separated);
    }
    cdDestroyWorkspace(workspace);
}

// Overlap among many: the obstacle named does overlap.
static void testOverlapNamesTheObstacle(void **state) {
    (void)state;
    cdWorkspace *workspace = cdCreateWorkspace();
    for (int i = 0; i < OBSTACLE_COUNT; i++) {
        cdPose pose = obstacles[i].pose;
        pose.p.x += 0.45;
        cdOverlap result = testAt(pose, workspace);
        if (result.state == CD_FREE) continue;
        int32_t obstacle = result.obstacle;
        assert_true(obstacle >= 0 && obstacle < OBSTACLE_COUNT);
        assert_true(overlapAt(torus, pose, obstacles[obstacle].mesh, obstacles[obstacle].pose));
    }
    cdDestroyWorkspace(workspace);
}

// Three obstacles in one place are touched, and overlapped, at once: the one of the lowest index is named.
// Red: the one that is tested last takes over.
static void testTiesGoToTheFirst(void **state) {
    (void)state;
    Random random = {67};
    cdWorkspace *workspace = cdCreateWorkspace();
    for (int k = 0; k < 50; k++) {
        cdPose place = obstacles[k % OBSTACLE_COUNT].pose;
        cdObstacle same[3] = {{box, place}, {box, place}, {box, place}};
        cdObstaclesInput input = {.mesh = torus, .obstacles = same, .obstacleCount = 3};
        input.start = (cdPose){cdMulAdd(place.p, 3.0, nextRandomDirection(&random)), cdIdentityPose().q};
        input.target = (cdPose){place.p, cdMakeQuat(nextRandomDirection(&random), 1.0)};
        cdFirstContact result = cdFindFirstContactAmong(&input, NULL, workspace, NULL);
        assert_int_equal(result.state, CD_CONTACT);
        assert_int_equal(result.obstacle, 0);
        cdOverlapAmongInput still = {.mesh = box, .pose = place, .obstacles = same, .obstacleCount = 3};
        assert_int_equal(cdFindOverlapAmong(&still, NULL, workspace, NULL).obstacle, 0);
    }
    cdDestroyWorkspace(workspace);
}

// No obstacles, and a workspace that cannot grow: free, and undecided at 0.
static void testLimits(void **state) {
    (void)state;
    cdWorkspace *workspace = cdCreateWorkspace();
    cdObstaclesInput input = {.mesh = torus, .start = poseAt(0, 9, 0), .target = poseAt(0, -9, 0)};
    cdFirstContact result = cdFindFirstContactAmong(&input, NULL, workspace, NULL);
    assert_true(result.state == CD_FREE && result.obstacle == -1 && result.resolvedTime == 1.0);
    input.obstacles = obstacles;
    input.obstacleCount = OBSTACLE_COUNT;
    LimitedMemory none = {.allowed = 0};
    useLimitedMemory(&none);
    result = cdFindFirstContactAmong(&input, NULL, workspace, NULL);
    assert_true(result.state == CD_UNDECIDED && result.reason == CD_REASON_WORKSPACE);
    assert_true(result.t.lo == 0.0 && memcmp(&result.resolvedPose, &input.start, sizeof input.start) == 0);
    cdOverlap overlap = testAt(obstacles[1].pose, workspace);
    assert_true(overlap.state == CD_UNDECIDED && overlap.reason == CD_REASON_WORKSPACE);
    restoreMemory(NULL);
    result = cdFindFirstContactAmong(&input, NULL, workspace, NULL);
    assert_int_equal(result.reason, CD_REASON_NONE);
    cdDestroyWorkspace(workspace);
}

// Drags through the crowd: 500 steps aimed at the middle of the scene, never in an obstacle.
static void testDragThroughTheCrowd(void **state) {
    (void)state;
    Random random = {63};
    cdWorkspace *workspace = cdCreateWorkspace();
    cdPose pose = freePose(&random, workspace);
    int contacts = 0;
    for (int k = 0; k < 500; k++) {
        cdVec3 goal = cdScale(5.0, nextRandomVec3(&random));
        cdQuat turn = cdMakeQuat(nextRandomDirection(&random), 0.2);
        cdPose target = {cdLerp(pose.p, goal, 0.3), cdNormalizeQuat(cdMulQuat(turn, pose.q))};
        cdObstaclesInput input = {.mesh = torus,
                                  .start = pose,
                                  .target = target,
                                  .obstacles = obstacles,
                                  .obstacleCount = OBSTACLE_COUNT};
        cdFirstContact result = cdFindFirstContactAmong(&input, NULL, workspace, NULL);
        assert_true(result.state == CD_FREE || result.state == CD_CONTACT);
        contacts += result.state == CD_CONTACT;
        pose = result.resolvedPose;
        assert_int_equal(testAt(pose, workspace).state, CD_FREE);
    }
    if (contacts < 50) fail_msg("%d contacts", contacts);
    cdDestroyWorkspace(workspace);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testAgainstAskingEach),
        cmocka_unit_test(testOverlapNamesTheObstacle),
        cmocka_unit_test(testTiesGoToTheFirst),
        cmocka_unit_test(testProxiesAreOfTheNearest),
        cmocka_unit_test_teardown(testLimits, restoreMemory),
        cmocka_unit_test(testDragThroughTheCrowd),
    };
    return cmocka_run_group_tests(tests, makeMeshes, freeMeshes);
}
